//! Runs scripts: commands one after another in a [`Session`], files of theorems by [`prove`].
//!
//! A session holds the names defined so far ([`Names`]) and what was built for them. A command that fails leaves both
//! as they were.

mod cache;
mod definitions;
mod names;
mod prove;
mod session;
mod standard;

pub use names::Names;
pub use prove::{Claim, Entry, FileReport, Options, StatementReport, Totals, prove, prove_source, script_files};
pub use session::{Effect, Failure, Limits, Run, Session};
pub use standard::shipped_words;
