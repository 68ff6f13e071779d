//! The atlas: what it lists, the properties that it decides of each entry, and the script that it makes of one.
//!
//! An entry is a word or the P-positions of a game ([`entries()`]); the standard ones are those that filbert ships, the
//! others are in `atlas/`. A property is a statement about any word or any game
//! ([`properties`](crate::explore::properties), from `atlas/properties.prf`). The [article](write_article) on an entry
//! is a script: the definition, the properties that were decided as theorems, the facts that
//! [`explore`](crate::explore) has found, and which other entries are the same word. It costs the time of each
//! statement once here, and once more when the script is proved with certificates.

mod article;
mod entries;
mod relatives;
mod substitution;

pub use article::{Article, write_article};
pub use entries::{Entry, entries, entry_of_word};
