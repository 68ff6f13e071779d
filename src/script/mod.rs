//! Runs scripts: commands one after another in a [`Session`], files of theorems by [`prove()`].
//!
//! A session holds the names defined so far ([`Names`]) and what was built for them. A definition binds its names whole or
//! leaves them undecided (`transaction`): `docs/meaning.md` says what that means for what names them.

mod arguments;
mod bounds;
mod cache;
mod certify;
mod claimed;
mod commands;
mod comment;
mod context;
mod counting;
mod cover;
mod definitions;
mod dispatch;
mod entry;
mod files;
mod find;
mod games;
mod given;
mod include;
mod kept;
mod kernels;
mod lint;
mod named;
mod names;
mod opened;
mod outcome;
mod outline;
mod part;
mod prelude;
mod prove;
mod publish;
mod rests;
mod seen;
mod sequences;
mod session;
mod standard;
mod steps;
mod template;
mod transaction;
mod undecided;
mod uses;
mod watch;
mod written;

pub use certify::{HEADER as CERTIFICATE_HEADER, PRELUDE, shipped_certificates};
pub use claimed::{Claim, Claimed};
pub use comment::comment_above;
pub use context::defined;
pub use entry::{Entry, FileReport, Made, Options, StatementReport, Totals};
pub use find::script_files;
pub use given::Given;
pub use kernels::{NotStored, shipped_game, shipped_kernels, stored_kernels};
pub use lint::lint_as_written;
pub use names::Names;
pub use outcome::{Cause, CommandError, Effect, Limits, LoggedStep, Run, Saved};
pub use outline::{Outline, included, outline};
pub use part::Part;
pub use prove::{News, Told, prove, prove_aloud, prove_source};
pub use seen::{Family, Proof, Seen, SeenSequence};
pub use session::Session;
pub use standard::shipped_words;
pub use steps::log;
pub use template::{Parameters, Values, choices};
pub use watch::Texts;
pub use written::Written;
