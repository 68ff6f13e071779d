//! What filbert decides with, below formulas and files of its own: automata over tuples of digits, numeration systems,
//! automatic words, sequences, and what a computation may use. The crate `filbert` says how a statement comes here.

// Who reads this documentation works on the crate: it is made with private items.
#![allow(rustdoc::private_intra_doc_links)]

pub mod automata;
pub mod budget;
pub mod disk;
pub mod numeration;
pub mod planted;
pub mod sequences;
pub mod tuning;
pub mod words;
