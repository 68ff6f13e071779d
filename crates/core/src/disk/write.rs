//! Writing files: whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::tuning::disk;

use super::fault::operation;
use super::leftovers;
use super::part;
use super::target::{Standard, Target};
use super::together;
use super::trouble::note;

/// Writes a file so that whoever reads it sees the old contents or the new ones, never a part, and so that they outlast
/// the machine's going down. A link stays a link to the file that is replaced, which keeps its permissions; what is a
/// pipe or a device gets the bytes.
///
/// # Errors
/// If the file is read-only, a folder or the like; if its folder cannot be written to.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    prepare(path, contents.as_ref(), true).and_then(Prepared::finish).inspect_err(note)
}

/// Writes a file like [`write_atomically`], but does not wait for the disk: after the machine has gone down the file
/// may be anything. For contents that are checked when they are read.
///
/// # Errors
/// As [`write_atomically`].
pub fn write_unsynced(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    prepare(path, contents.as_ref(), false)?.finish()
}

/// Writes several files: all of them, or none if one fails; pipes and devices get their bytes before any file is replaced. Those
/// that `last` outlast the machine's going down, but for small ones where nothing was, which may then be empty or missing;
/// of the others nothing is known then. Each saves a wait for the disk.
///
/// # Errors
/// The path that cannot be written, and why.
pub fn write_together(files: &[(PathBuf, String)], last: impl Fn(&Path) -> bool) -> Result<(), (PathBuf, io::Error)> {
    all_or_none(files, last).inspect_err(|(_, error)| note(error))
}

fn all_or_none(files: &[(PathBuf, String)], last: impl Fn(&Path) -> bool) -> Result<(), (PathBuf, io::Error)> {
    let at = |path: &PathBuf| {
        let path = path.clone();
        move |error| (path, error)
    };
    let target = |(path, _): &(PathBuf, String)| Target::of(path).map_err(at(path));
    let targets: Vec<Target> = files.iter().map(target).collect::<Result<_, _>>()?;
    let places: Vec<&Path> = targets.iter().filter_map(Target::place).collect();
    let shared = together::is_possible(&places).then(|| folder_of(places[0]).to_owned());
    let synced = files.iter().any(|(path, _)| last(path));
    let mut prepared = Vec::with_capacity(files.len());
    for (target, (path, contents)) in targets.into_iter().zip(files) {
        let waits = last(path) && (target.is_there() || contents.len() > disk::UNSYNCED_BYTES);
        let one = prepare_in(shared.as_deref(), target, path, contents.as_bytes(), waits);
        prepared.push(one.map_err(at(path))?);
    }
    let (mut new, mut paths, mut singly) = (Vec::new(), Vec::new(), Vec::new());
    for (one, (path, _)) in prepared.into_iter().zip(files) {
        match one {
            Prepared::File(file, place) if shared.is_some() => {
                new.push((file, place));
                paths.push(path);
            }
            other => singly.push((other, path)),
        }
    }
    singly.into_iter().try_for_each(|(one, path)| one.finish().map_err(at(path)))?;
    match new.is_empty() {
        true => Ok(()),
        false => together::finish(new, synced).map_err(|(number, error)| (paths[number].clone(), error)),
    }
}

/// What is written, and not yet in its place.
enum Prepared<'a> {
    File(NamedTempFile, PathBuf),
    Through(PathBuf, &'a [u8]),
    Standard(Standard, &'a [u8]),
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn prepare<'a>(path: &Path, contents: &'a [u8], synced: bool) -> io::Result<Prepared<'a>> {
    prepare_in(None, Target::of(path)?, path, contents, synced)
}

/// What is written lies in a folder, or beside its place.
fn prepare_in<'a>(
    folder: Option<&Path>,
    target: Target,
    path: &Path,
    contents: &'a [u8],
    synced: bool,
) -> io::Result<Prepared<'a>> {
    let (path, permissions) = match target {
        Target::Through => return Ok(Prepared::Through(path.to_owned(), contents)),
        Target::Standard(stream) => return Ok(Prepared::Standard(stream, contents)),
        Target::File(path, permissions) => (path, permissions),
    };
    leftovers::sweep(folder_of(&path));
    let folder = folder.unwrap_or(folder_of(&path));
    operation()?;
    let mut file = part::create(folder)?;
    operation()?;
    file.write_all(contents)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    if synced {
        operation()?;
        file.as_file().sync_all()?;
    }
    Ok(Prepared::File(file, path))
}

impl Prepared<'_> {
    fn finish(self) -> io::Result<()> {
        operation()?;
        match self {
            Prepared::File(file, path) => file.persist(path).map(drop).map_err(|error| error.error),
            Prepared::Through(path, contents) => OpenOptions::new().write(true).open(path)?.write_all(contents),
            Prepared::Standard(Standard::Output, contents) => {
                let mut out = io::stdout().lock();
                out.write_all(contents)?;
                out.flush()
            }
            Prepared::Standard(Standard::Error, contents) => io::stderr().write_all(contents),
        }
    }
}

/// A file that grows line by line, so that what was written by then outlasts the process.
pub struct Lines {
    file: File,
    path: PathBuf,
}

impl Lines {
    /// An empty file at this path, in place of what was there.
    ///
    /// # Errors
    /// As [`write_atomically`].
    pub fn create(path: &Path) -> io::Result<Lines> {
        let target = Target::of(path)?;
        operation()?;
        let file = match target {
            Target::File(path, _) => File::create(path)?,
            _ => OpenOptions::new().write(true).open(path)?,
        };
        Ok(Lines { file, path: path.to_owned() })
    }

    /// Adds one line.
    ///
    /// # Errors
    /// If the disk is full or the pipe closed.
    pub fn push(&mut self, line: &str) -> io::Result<()> {
        operation()?;
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// Removes the file; another run for the same place may have been faster.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        operation()?;
        drop(self.file);
        match std::fs::remove_file(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("A.txt");
        for contents in ["true\n", "false\n"] {
            write_atomically(&path, contents).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), contents);
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        assert!(write_atomically(&folder.path().join("none/A.txt"), "").is_err());
        assert!(write_atomically(folder.path(), "").is_err());
    }

    #[test]
    fn of_several_files_none_is_replaced_if_one_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let (good, bad) = (folder.path().join("A.txt"), folder.path().join("none/B.txt"));
        std::fs::write(&good, "old").unwrap();
        let failed = write_together(&[(good.clone(), "new".into()), (bad.clone(), "new".into())], |_| true);
        assert_eq!(failed.unwrap_err().0, bad);
        assert_eq!(std::fs::read_to_string(&good).unwrap(), "old");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn files_in_folders_side_by_side_change_together() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for one in ["Result", "Library"] {
            std::fs::create_dir(at(one)).unwrap();
        }
        std::fs::write(at("Library/A.txt"), "old").unwrap();
        let names = ["Result/A.txt", "Result/A.gv", "Library/A.txt"];
        for contents in ["new", "newer"] {
            let lasts = |path: &Path| path.starts_with(at("Library"));
            write_together(&names.map(|name| (at(name), contents.to_owned())), lasts).unwrap();
            assert_eq!(names.map(|name| std::fs::read_to_string(at(name)).unwrap()), [contents; 3]);
        }
        // A place that cannot be taken: a folder that is there only when the files are given their places.
        let files: Vec<(NamedTempFile, PathBuf)> = names
            .map(|name| {
                let file = NamedTempFile::new_in(at("Result")).unwrap();
                std::fs::write(file.path(), "lost").unwrap();
                (file, at(name))
            })
            .into();
        std::fs::remove_file(at("Library/A.txt")).unwrap();
        std::fs::create_dir_all(at("Library/A.txt/full")).unwrap();
        assert!(together::finish(files, true).is_err());
        assert_eq!(std::fs::read_to_string(at("Result/A.txt")).unwrap(), "newer");
        assert_eq!(std::fs::read_to_string(at("Result/A.gv")).unwrap(), "newer");
        assert_eq!(at("Result").read_dir().unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("other")).unwrap();
        std::fs::write(at("other/real"), "old").unwrap();
        std::fs::set_permissions(at("other/real"), std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink("other/real", at("link")).unwrap();
        symlink("other/new", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        write_atomically(&at("link"), "new").unwrap();
        write_atomically(&at("dangling"), "new").unwrap();
        assert!(at("link").is_symlink() && at("dangling").is_symlink());
        assert_eq!(std::fs::read_to_string(at("other/real")).unwrap(), "new");
        assert_eq!(std::fs::read_to_string(at("other/new")).unwrap(), "new");
        assert_eq!(std::fs::metadata(at("other/real")).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(write_atomically(&at("circle"), "new").is_err());
        std::fs::set_permissions(at("other/real"), std::fs::Permissions::from_mode(0o444)).unwrap();
        assert_eq!(write_atomically(&at("link"), "newer").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(std::fs::read_to_string(at("other/real")).unwrap(), "new");
    }
}
