//! filbert decides first-order statements about numbers written in numeration systems.

pub mod automata;
pub mod cli;
pub mod library;
pub mod logic;
pub mod numeration;
pub mod report;
pub mod script;
pub mod syntax;
pub mod words;
