//! Reading files, within the budget of the statement that needs them.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::budget::{Budget, Halt};
use crate::tuning::disk;

use super::fault::operation;
use super::trouble::note;

/// Why a file has no contents.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// What the system says.
    #[error("{0}")]
    System(#[from] io::Error),
    /// A folder, a pipe or a device, named where a file should be.
    #[error("it is {0}, not a file")]
    NoFile(&'static str),
    /// A limit was passed while it was read.
    #[error("{0}")]
    Halt(#[from] Halt),
    /// Another encoding.
    #[error("this is UTF-16 text: save it as UTF-8")]
    Utf16,
    /// Its first line that is no text.
    #[error("line {0} is not UTF-8 text: save the file as UTF-8")]
    NoText(usize),
}

/// The bytes of a regular file; nothing else is opened.
///
/// # Errors
/// [`Unread`].
pub fn read(path: &Path, budget: &Budget) -> Result<Vec<u8>, Unread> {
    contents(path, budget).inspect_err(noted)
}

fn contents(path: &Path, budget: &Budget) -> Result<Vec<u8>, Unread> {
    operation()?;
    // Whoever names a pipe must not make anybody wait for its other end: it is not opened, or not waited for.
    let data = std::fs::metadata(path)?;
    if let Some(kind) = no_file(&data) {
        return Err(Unread::NoFile(kind));
    }
    operation()?;
    pour(File::open(path)?, data.len(), budget)
}

/// The text of a regular file; nothing else is opened.
///
/// # Errors
/// [`Unread`].
pub fn read_text(path: &Path, budget: &Budget) -> Result<String, Unread> {
    text_of(read(path, budget)?)
}

/// The text behind a path that the user gave, which may be a pipe or a device.
///
/// # Errors
/// [`Unread`].
pub fn read_given(path: &Path, budget: &Budget) -> Result<String, Unread> {
    given(path, budget).inspect_err(noted)
}

fn noted(error: &Unread) {
    if let Unread::System(error) = error {
        note(error);
    }
}

fn given(path: &Path, budget: &Budget) -> Result<String, Unread> {
    operation()?;
    let file = OpenOptions::new().read(true).open(path)?;
    let data = file.metadata()?;
    if data.is_dir() {
        return Err(Unread::NoFile("a folder"));
    }
    text_of(pour(file, data.len(), budget)?)
}

fn no_file(data: &std::fs::Metadata) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = data.file_type();
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    data.is_dir().then_some("a folder")
}

fn pour(mut from: impl Read, expected: u64, budget: &Budget) -> Result<Vec<u8>, Unread> {
    operation()?;
    let expected = usize::try_from(expected).unwrap_or(usize::MAX);
    budget.check_room(expected)?;
    let mut bytes = Vec::new();
    bytes.try_reserve(expected).map_err(io::Error::other)?;
    loop {
        budget.check_now()?;
        if bytes.len() == bytes.capacity() {
            budget.check_room(bytes.len().max(disk::BYTES_BETWEEN_POLLS))?;
        }
        if (&mut from).take(disk::BYTES_BETWEEN_POLLS as u64).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
}

/// Bytes as the text that they should be.
///
/// # Errors
/// If they are none.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Unread> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Unread::Utf16);
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Unread::NoText(error.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count() + 1)
    })
}
