//! Files on disk.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that whoever reads it sees the old contents or the new ones, never a part.
///
/// # Errors
/// If the folder of the file cannot be written to.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // Temporary files are private to the user; a file like any other is what the umask makes it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(contents.as_ref())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
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
    }
}
