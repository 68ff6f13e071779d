//! What a path that is written to stands for: a file, one behind links, or something that passes bytes on.

use std::fs::{FileType, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use crate::tuning::disk;

use super::fault::operation;

/// Where bytes written to a path go.
pub(super) enum Target {
    /// A file that is there or will be, behind all links, and the permissions that it has.
    File(PathBuf, Option<Permissions>),
    /// A pipe or a device: bytes go through.
    Through,
    /// Standard output or standard error of this process, whatever it is.
    Standard(Standard),
}

/// A stream of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    Output,
    Error,
}

/// Whether this path is a name of standard output: `-`, `/dev/stdout`, `/dev/fd/1`, `/proc/self/fd/1`.
pub fn goes_to_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-" || standard(path) == Some(Standard::Output)
}

fn standard(path: &Path) -> Option<Standard> {
    match path.to_str()? {
        "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => Some(Standard::Output),
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => Some(Standard::Error),
        _ => None,
    }
}

impl Target {
    /// The file, behind all links; none if it is no file.
    pub(super) fn place(&self) -> Option<&Path> {
        match self {
            Target::File(path, _) => Some(path),
            Target::Through | Target::Standard(_) => None,
        }
    }

    /// Whether it is a file that is there already.
    pub(super) fn is_there(&self) -> bool {
        matches!(self, Target::File(_, Some(_)))
    }

    /// # Errors
    /// If nothing can be written there, and why.
    pub(super) fn of(path: &Path) -> io::Result<Target> {
        let refused = |kind: io::ErrorKind, why: &str| Err(io::Error::new(kind, why.to_owned()));
        let mut path = path.to_owned();
        for _ in 0..disk::LINKS {
            if let Some(stream) = standard(&path) {
                return Ok(Target::Standard(stream));
            }
            operation()?;
            match std::fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::File(path, None)),
                Err(error) => return Err(error),
                Ok(data) if data.is_symlink() => {
                    // What such a link names is a file in the eyes of the system only while the process lives.
                    if path.starts_with("/proc") {
                        return Ok(Target::Through);
                    }
                    path = path.parent().unwrap_or(Path::new("")).join(std::fs::read_link(&path)?);
                }
                Ok(data) if data.is_dir() => return refused(io::ErrorKind::IsADirectory, "it is a folder"),
                Ok(data) if data.is_file() => return Target::of_file(path, &data),
                Ok(data) if passes_on(data.file_type()) => return Ok(Target::Through),
                Ok(_) => return refused(io::ErrorKind::Unsupported, "it is neither a file nor a pipe"),
            }
        }
        refused(io::ErrorKind::InvalidInput, "too many symbolic links")
    }

    fn of_file(path: PathBuf, data: &Metadata) -> io::Result<Target> {
        if data.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        Ok(Target::File(path, Some(data.permissions())))
    }
}

#[cfg(unix)]
fn passes_on(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_char_device()
}

#[cfg(not(unix))]
fn passes_on(_: FileType) -> bool {
    false
}

/// Makes a folder and those above it, if they are not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    operation()?;
    std::fs::create_dir_all(path)
}
