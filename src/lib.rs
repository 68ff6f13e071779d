//! filbert decides first-order statements about numbers written in numeration systems.

pub mod automata;
