//! Random scripts: what each of them means for the engine, the checker and the editor, against an interpreter of
//! environments.

mod claims;
mod compare;
mod draw;
mod meaning;
mod model;
mod objects;
mod open;
mod oracle;
mod planted;
mod print;
mod run;
mod shipped;

pub use planted::run as run_planted;
pub use run::{Plan, run};
