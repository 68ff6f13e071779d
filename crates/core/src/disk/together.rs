//! Several files that change together: all of them or none, wherever the run fails or ends.
//!
//! The new files are written to the folder of the first one, with links to the old ones beside them, and then a list of
//! all, whose name is what counts: from then on each new file is given its place, and last the list is removed. If that
//! fails the list is renamed to one of undoing, and the old files are put back. A run that ends in between leaves a
//! list, and [`settle`] does what is left of it, forwards or back; doing a part twice does no harm. This is the journal
//! of a database that replaces whole pages (Gray and Reuter, "Transaction Processing", 1993, chapter 10), a file being
//! a page.
//!
//! Where nothing is there yet nothing can be lost, and no list is needed: the files are given their places one after
//! another, and a run that ends in between leaves some of them, each whole.
//!
//! It needs one file system and one tree: where the files lie on several, or behind links that lead elsewhere, each is
//! replaced whole and one after another, as before.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::{NamedTempFile, TempPath};

use super::fault::operation;
use super::part::{self, PREFIX};

/// How the name of a list ends whose files are to get their places.
const FORWARDS: &str = ".list";
/// How the name of one ends whose old files are to come back.
const BACK: &str = ".undo";

/// One file of a list; all paths are relative to the folder of the list.
#[derive(Debug, Serialize, Deserialize)]
struct Change {
    target: PathBuf,
    new: PathBuf,
    /// The link to what is there now, if anything is.
    old: Option<PathBuf>,
}

/// Whether these files, behind all links, can change together, their first one's folder holding what is needed for that.
pub(super) fn is_possible(targets: &[&Path]) -> bool {
    let Some(folder) = targets.first().map(|target| folder_of(target)) else { return false };
    let folders: BTreeSet<PathBuf> = targets.iter().map(|target| folder_of(target)).collect();
    targets.len() > 1
        && targets.iter().all(|target| relative(&folder, target).is_some())
        && folders.iter().all(|other| is_near(&folder, other))
}

/// Gives files that are written their places; if they are `synced`, what is done is on the disk at every moment.
///
/// # Errors
/// The number of the file for which it failed; all are as they were then.
pub(super) fn finish(files: Vec<(NamedTempFile, PathBuf)>, synced: bool) -> Result<(), (usize, io::Error)> {
    if files.iter().all(|(_, target)| !target.exists()) {
        return place(files);
    }
    let folder = folder_of(&files[0].1);
    let mut changes = Vec::with_capacity(files.len());
    let mut links: Vec<(TempPath, File)> = Vec::new();
    for (at, (new, target)) in files.iter().enumerate() {
        let (change, link) = prepare(&folder, new.path(), target).map_err(|error| (at, error))?;
        changes.push(change);
        links.extend(link);
    }
    let list = write_list(&folder, &changes, synced).map_err(|error| (0, error))?;
    // From here on the list says what becomes of them.
    let kept: Vec<File> = files.into_iter().filter_map(|(new, _)| new.keep().ok().map(|(file, _)| file)).collect();
    let locks: Vec<File> = links.into_iter().filter_map(|(path, lock)| path.keep().ok().map(|_| lock)).collect();
    let done = changes
        .iter()
        .enumerate()
        .try_for_each(|(at, change)| operation().and_then(|()| forwards(&folder, change)).map_err(|error| (at, error)));
    let ended = match done {
        Ok(()) => remove(&folder, &list.0, &changes),
        Err(_) => undo(&folder, &list.0, &changes),
    };
    // What is left is done by the next run.
    drop((ended, kept, locks));
    done
}

/// Gives files their places where nothing is.
fn place(files: Vec<(NamedTempFile, PathBuf)>) -> Result<(), (usize, io::Error)> {
    let mut placed: Vec<(File, PathBuf)> = Vec::new();
    for (at, (new, target)) in files.into_iter().enumerate() {
        match operation().and_then(|()| new.persist(&target).map_err(|error| error.error)) {
            Ok(file) => placed.push((file, target)),
            Err(error) => {
                for (_, target) in &placed {
                    let _ = std::fs::remove_file(target);
                }
                return Err((at, error));
            }
        }
    }
    Ok(())
}

/// Does what runs that ended have left undone in a folder.
///
/// # Errors
/// If it cannot be done.
pub fn settle(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else { continue };
        let ends = [FORWARDS, BACK].into_iter().find(|&end| name.ends_with(end));
        let Some(end) = ends.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_file())) else { continue };
        // The lock goes with whoever made the list.
        let Ok(list) = File::open(entry.path()) else { continue };
        if list.try_lock().is_err() {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        let changes: Vec<Change> = serde_json::from_str(&text).unwrap_or_default();
        // Whoever can write to this folder may have written the list: it changes nothing outside of the tree.
        let is_own =
            |path: &Path| path.to_str().is_some_and(|name| name.starts_with(PREFIX)) && path.components().count() == 1;
        let is_good = |change: &Change| {
            is_own(&change.new) && change.old.as_deref().is_none_or(is_own) && is_inside(folder, &change.target)
        };
        if changes.iter().all(is_good) {
            let direction = if end == FORWARDS { forwards } else { back };
            changes.iter().try_for_each(|change| direction(folder, change))?;
            remove(folder, &entry.path(), &changes)?;
        }
    }
    Ok(())
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// A path to `target` from the folder, if both lie in one folder or in two folders side by side.
fn relative(folder: &Path, target: &Path) -> Option<PathBuf> {
    let name = target.file_name()?;
    let own = folder_of(target);
    if own == folder {
        return Some(name.into());
    }
    let beside = own.parent() == folder.parent() && own.file_name().is_some();
    beside.then(|| Path::new("..").join(own.file_name().expect("it has one")).join(name))
}

/// Whether a path from the folder leads to a file in it or in a folder beside it.
fn is_inside(folder: &Path, path: &Path) -> bool {
    use Component::{Normal, ParentDir};
    let parts: Vec<Component> = path.components().collect();
    matches!(parts[..], [Normal(_)] | [ParentDir, Normal(_), Normal(_)])
        && is_near(folder, &folder_of(&folder.join(path)))
}

/// Whether another folder is this one or lies beside it under the name that it has here, links followed, on the same
/// file system.
fn is_near(folder: &Path, other: &Path) -> bool {
    if folder == other {
        return true;
    }
    let is_folder = |path: &Path| path.file_name().is_some() && path.symlink_metadata().is_ok_and(|data| data.is_dir());
    if folder.parent() == other.parent() && is_folder(folder) && is_folder(other) {
        // Neither is a link, and links that lead to one lead to the other.
        return [folder, other].iter().all(|path| path.to_str().is_some()) && on_one_system(folder, other);
    }
    let (Ok(own), Ok(there)) = (folder.canonicalize(), other.canonicalize()) else { return false };
    let is_beside = || own.parent() == there.parent() && other.file_name() == there.file_name();
    own.to_str().is_some() && (own == there || is_beside() && on_one_system(&own, &there))
}

#[cfg(unix)]
fn on_one_system(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| path.metadata().map(|data| data.dev()).ok();
    device(a) == device(b)
}

#[cfg(not(unix))]
fn on_one_system(a: &Path, b: &Path) -> bool {
    a.components().next() == b.components().next()
}

fn prepare(folder: &Path, new: &Path, target: &Path) -> io::Result<(Change, Option<(TempPath, File)>)> {
    let unknown = || io::Error::other("it is not in the same folder as the others");
    let name = |path: &Path| path.file_name().map(PathBuf::from).ok_or_else(unknown);
    let target_from_here = relative(folder, target).ok_or_else(unknown)?;
    let (new, mut old, mut link) = (name(new)?, None, None);
    operation()?;
    if target.exists() {
        let kept = part::link(target, folder)?;
        old = Some(name(&kept.0)?);
        link = Some(kept);
    }
    Ok((Change { target: target_from_here, new, old }, link))
}

/// The path of the list, and the file, which is locked.
fn write_list(folder: &Path, changes: &[Change], synced: bool) -> io::Result<(PathBuf, File)> {
    operation()?;
    let mut file = part::create(folder)?;
    operation()?;
    file.write_all(&serde_json::to_vec(changes)?)?;
    if synced {
        operation()?;
        file.as_file().sync_all()?;
    }
    let path = file.path().with_extension(&FORWARDS[1..]);
    operation()?;
    let file = file.persist_noclobber(&path).map_err(|error| error.error)?;
    Ok((path, file))
}

fn forwards(folder: &Path, change: &Change) -> io::Result<()> {
    match std::fs::rename(folder.join(&change.new), folder.join(&change.target)) {
        // It has its place already.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

fn back(folder: &Path, change: &Change) -> io::Result<()> {
    let target = folder.join(&change.target);
    let result = match &change.old {
        Some(old) => std::fs::rename(folder.join(old), target),
        // Until the new file has left its first place there is nothing to take away.
        None if folder.join(&change.new).exists() => Ok(()),
        None => std::fs::remove_file(target),
    };
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

fn undo(folder: &Path, list: &Path, changes: &[Change]) -> io::Result<()> {
    let undoing = list.with_extension(&BACK[1..]);
    operation()?;
    std::fs::rename(list, &undoing)?;
    changes.iter().try_for_each(|change| operation().and_then(|()| back(folder, change)))?;
    remove(folder, &undoing, changes)
}

/// Removes a list that is done, and then what only it knew.
fn remove(folder: &Path, list: &Path, changes: &[Change]) -> io::Result<()> {
    operation()?;
    std::fs::remove_file(list)?;
    for path in changes.iter().flat_map(|change| change.old.iter().chain([&change.new])) {
        // Without the list it is a leftover like any other.
        let _ = std::fs::remove_file(folder.join(path));
    }
    Ok(())
}
