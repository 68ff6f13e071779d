//! Stored objects: automata and words as text, what vouches for them, and the standard ones that come with filbert.
//!
//! [`read_automaton`] and [`read_word`] read the text format that users of this field exchange, [`write_language`] and
//! its kin write it, one text for one object. A stored file carries a [checksum](with_checksum): comments that say what
//! it is, and a hash of its content. [`standard_word`] knows the words that every user expects by name.

mod base;
mod cache;
mod checksum;
mod drawing;
mod folders;
mod linear;
mod lines;
mod rows;
mod standard;
mod text;
mod transducer;
mod write;

pub use base::{files_of_base, read_base, read_base_change, stored_bases};
pub use cache::{CacheEntry, CacheFolder};
pub use checksum::{Checksum, broken_seal, verify_checksum, with_checksum};
pub use drawing::{ba, ba_truth, graphviz_language, graphviz_truth, graphviz_word};
pub use folders::{Directory, Folders};
pub use linear::{CountedBy, may_replace_linear, read_linear, write_linear, write_sympy};
pub use standard::{DefinitionError, WordDefinition, generate, standard_names, standard_word};
pub use text::{AutomatonFile, ReadError, ReadWord, Stored, TextError, read_automaton, read_stored, read_word};
pub use transducer::read_transducer;
pub use write::{header as track_name, write_language, write_relation, write_truth, write_word};
