//! Random scripts: what each of them means for the engine, the checker and the editor, against an interpreter of
//! environments.

mod claims;
mod compare;
mod draw;
mod meaning;
mod model;
mod objects;
mod oracle;
mod print;
mod run;
mod shipped;

pub use run::{Plan, run};
