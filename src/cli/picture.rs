//! Writes what was asked for to its file, or to standard output.

use std::path::Path;

use crate::disk::write_atomically;

use super::exit::Exit;
use super::{say, trouble};

pub(super) fn write(shown: &[u8], out: Option<&Path>) -> Exit {
    match out {
        None => say::bytes(shown),
        Some(path) => {
            if let Err(error) = write_atomically(path, shown) {
                return trouble(format!("{}: {error}", path.display()));
            }
        }
    }
    Exit::SUCCESS
}
