//! Paths as they are written.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and, as far as they have something before them, `..`; the disk is not asked.
pub fn plain(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if parts.file_name().is_some() => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_up_goes_with_what_it_leads_out_of() {
        for (written, without) in
            [("a/./b/../c", "a/c"), ("../a/..", ".."), ("/a/../..", "/.."), ("./", ""), ("../../a", "../../a")]
        {
            assert_eq!(plain(Path::new(written)), Path::new(without), "{written}");
        }
    }
}
