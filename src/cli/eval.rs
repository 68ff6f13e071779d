//! `filbert eval`.

use std::process::ExitCode;

use crate::report::{json, text};
use crate::script::{Failure, Session};
use crate::syntax::Source;

use super::limits::LimitOptions;
use super::{Process, color};

/// Answer one statement
///
/// A closed statement prints TRUE or FALSE, with a witness or counterexample where it begins with `E` or `A`; one with
/// free variables the size of its automaton and the first values. Exits with 0 if there is an answer, 2 otherwise.
#[derive(Debug, clap::Args)]
pub(super) struct Eval {
    /// The statement, for example '?msd_fib Ax,y x+y=y+x'
    formula: String,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Eval {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let mut session = Session::with_limits(self.limits.limits(process));
        let result = session.answer(&Source::new("statement", self.formula.as_str()));
        match (&result, self.json) {
            (_, true) => print!("{}", json::answer(&result)),
            (Ok(run), false) => println!("{}", text::answer(run)),
            (Err(failure @ Failure::Wrong(_)), false) => eprint!("{}", text::failure(failure, color())),
            (Err(failure), false) => println!("{}", text::failure(failure, color())),
        }
        ExitCode::from(if result.is_ok() { 0 } else { 2 })
    }
}
