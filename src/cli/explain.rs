//! `filbert explain`.

use crate::report::{plan, text};
use crate::script::CommandError;
use crate::syntax::Source;

use super::context::ContextOptions;
use super::exit::Exit;
use super::formula::{one_formula, shell_expansion_hint};
use super::limits::LimitOptions;
use super::tactics::TacticOptions;
use super::{Process, drawing, drawing_of_messages, say, trouble};

/// Decide one statement and show every automaton built for it
///
/// Each step has a size and a cost, and names the steps and the stored automata it was made from. Below it you see
/// what filbert tried first and gave up, and why. The last line says how often each tactic was of use. Exits with 0 if there is an
/// answer, with 2 otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert explain '?msd_fib Ax,y (Ez z+z=x+y) | (Ez z+z=x+y+1)'")]
pub(super) struct Explain {
    /// The statement in single quotes, as in '?msd_fib Ax,y x+y=y+x'; `-` reads standard input
    #[arg(required = true)]
    formula: Vec<String>,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    tactics: TacticOptions,
}

impl Explain {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let mut session = match self.context.session(self.limits.limits(process)) {
            Ok(session) => session.with_tactics(self.tactics.tactics()),
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
        say::out(plan::given_up(&session.take_given_up()) + &plan::uses(&session.tactics_used()));
        let figures = process.verbosity.figures();
        match &result {
            Ok(run) => say::line(text::painted(&text::answer_with(run, figures, figures), drawing().color)),
            Err(failure @ CommandError::Wrong(_)) => {
                say::message(text::failure(failure, drawing_of_messages()) + shell_expansion_hint(&formula));
            }
            Err(failure) => {
                say::line(text::failure(failure, drawing()));
                self.limits.advise(failure);
            }
        }
        Exit::from(if result.is_ok() { 0 } else { 2 })
    }
}
