//! Looks for facts about a word, a sequence or a set of tuples, such as the P-positions of a game, and keeps those that
//! it has proved.
//!
//! A possible fact is read off the first values (`tuples`, `combination`) or is a property that every word can have
//! (`word`). Each is stated as a theorem and decided like any other. What was read off a table and is false is read
//! again off a longer one. If a word lacks a property, the report says so. The result is a script: definitions, and
//! theorems that `filbert prove` proves again. Of facts of one kind, such as powers or recurrences, only the strongest
//! is reported; a fact that another one already implies is left out.
//!
//! The idea is that of Graffiti (Fajtlowicz, "On conjectures of Graffiti", 1988): conjectures of a fixed form that hold
//! in a table, the strongest first; but here a proof replaces the table. It costs some dozens of statements. It is bad
//! at facts of any other form.

mod combination;
mod explorer;
mod exponent;
mod fact;
mod property;
mod real;
mod search;
mod sequence;
mod tuples;
mod word;
mod word_subject;

pub use explorer::{Explored, News};
pub use fact::Fact;
pub use property::{Kind, Property, properties};
pub use search::explore;
