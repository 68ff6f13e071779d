//! Every file that filbert reads or writes goes through here.
//!
//! A file is replaced whole or not at all ([`write_atomically`]), files of one command all or none
//! ([`write_together`]); pipes and devices are written through, and what a killed run left behind is removed
//! ([`leftovers`]). Reading is part of the statement that needs the file: it answers to its
//! [`Budget`](crate::budget::Budget), and what a script names must be a file ([`read_text`]). [`fault`] makes any one
//! operation fail, which is how the tests know what happens then. This module uses `budget` and `tuning` alone.

mod fault;
mod leftovers;
mod part;
mod path;
mod read;
mod target;
mod together;
mod trouble;
mod write;

pub use path::plain;
pub use read::{Unread, read, read_given, read_text, text_of};
pub use target::{goes_to_standard_output, make_folder};
pub use together::settle;
pub use trouble::has_met_trouble;
pub use write::{Lines, write_atomically, write_together, write_unsynced};
