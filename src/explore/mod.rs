//! Looks for facts about a word, a sequence or a set of tuples, as the P-positions of a game, and keeps those that it has proved.
//!
//! What may be a fact is read off the first values ([`tuples`], [`combination`]) or is a property that every word can have
//! ([`word`]). Each is stated as a theorem and decided like any other. What was read off a table and is false is read again off
//! a longer one; of a property that a word has not, that is told. What is found is a script: definitions, and theorems that
//! `filbert prove` proves again. Of facts of one kind, as powers or recurrences, the strongest is told, and what one fact says already
//! is left out, as that values are near to each other where a line says so.
//!
//! The idea is that of Graffiti (Fajtlowicz, "On conjectures of Graffiti", 1988): conjectures of a fixed form that hold in
//! a table, the strongest first; but a table is replaced by a proof. It costs some dozens of statements. It is bad at what
//! has no such form.

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
