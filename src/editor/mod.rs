//! What an editor asks of a text: functions of the text and a place in it, that bear texts which are half typed or
//! wrong.
//!
//! A [`Document`] is read once for each change of its text. A [`Scope`] adds what its names mean: the files that it
//! includes, which [`Files`] reads, and the names of a session, if there is one. Places are bytes of the text.

mod complete;
mod describe;
mod diagnose;
mod document;
mod fix;
mod format;
mod help;
mod highlight;
mod hover;
mod known;
mod name;
mod references;
mod rename;
mod scope;
mod symbols;
mod system;
mod variable;

pub use crate::syntax::NameKind;
pub use complete::{Completions, Item, ItemKind, complete};
pub use describe::{computed, signature};
pub use diagnose::{Problem, diagnose};
pub use document::{Document, Import, Language, Quotation, Section};
pub use fix::fixes;
pub use format::format;
pub use help::{Signature, signature_help};
pub use highlight::{Highlight, Highlighted, highlights};
pub use hover::{Hover, hover};
pub use known::{Known, Snapshot};
pub use name::{Definition, Use, Wanted};
pub use references::{Location, definition, meaning, references};
pub use rename::{renamable, rename};
pub use scope::{Files, Found, NoFiles, Scope};
pub use symbols::{Symbol, folds, symbols};
pub use variable::{Variable, variable_at};
