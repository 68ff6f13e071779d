//! `filbert explain`.

use std::process::ExitCode;

use crate::report::{plan, text};
use crate::script::CommandError;
use crate::syntax::Source;

use super::context::ContextOptions;
use super::formula::{eaten, one_formula};
use super::limits::LimitOptions;
use super::{Process, color, color_of_messages, say, trouble};

/// Answer one statement and show how: each automaton built, from what, its size and what it cost
///
/// A step names the steps and stored automata it was made from. Exits with 0 if there is an answer, 2 otherwise.
#[derive(Debug, clap::Args)]
pub(super) struct Explain {
    /// The statement, for example '?msd_fib Ax,y x+y=y+x', in single quotes
    #[arg(required = true)]
    formula: Vec<String>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Explain {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let mut session = match self.context.session(self.limits.limits(process)) {
            Ok(session) => session,
            Err(why) => return trouble(why),
        };
        session.keep_steps();
        let formula = match one_formula(&self.formula) {
            Ok(formula) => formula,
            Err(why) => return trouble(why),
        };
        let result = session.answer(&Source::new("statement", &*formula));
        let (first, steps) = session.new_steps();
        if !steps.is_empty() {
            say::out(plan::steps(first, &steps));
        }
        match &result {
            Ok(run) => say::line(text::answer_with(run, process.verbosity.figures(), process.verbosity.figures())),
            Err(failure @ CommandError::Wrong(_)) => {
                say::message(text::failure(failure, color_of_messages()) + eaten(&formula));
            }
            Err(failure) => {
                say::line(text::failure(failure, color()));
                self.limits.advise(failure);
            }
        }
        ExitCode::from(if result.is_ok() { 0 } else { 2 })
    }
}
