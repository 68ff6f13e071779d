//! What `--answers` adds to certificates: answers for the checker in `verified/`, which is proved correct.
//!
//! That checker reads the bytes of a script itself and makes commands of each statement: formulas whose variables and
//! relations have numbers. Answers are found for the same commands, so they are made here again, step by step as there;
//! each file says which one of `verified/` it follows. Nothing here has to be believed: with other commands the answers
//! do not fit, and the checker rejects them.
//!
//! 1. [`script`] goes through the commands of a script and the files that it includes, as `verified/Reader.v` does.
//!    What is not read there is not read here, for statements are counted.
//! 2. [`commands`] makes commands of a statement, once its names are known.
//! 3. [`certificate`] has answers found for each command, and writes them.

mod apart;
pub mod certificate;
pub mod commands;
mod digits;
mod distinct;
mod flatten;
mod formula;
mod game;
mod integers;
mod kinds;
mod linear;
mod morphic;
mod names;
mod needed;
mod places;
mod readable;
mod reader;
mod regular;
pub mod script;
mod systems;
#[cfg(test)]
mod tests;
pub mod tree;
mod whole;
mod words;
