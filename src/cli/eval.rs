//! `filbert eval`.

use crate::report::{json, text};
use crate::script::{CommandError, Options};
use crate::syntax::Source;

use super::certificates::CertificateOptions;
use super::context::ContextOptions;
use super::exit::Exit;
use super::formula::{one_formula, shell_expansion_hint};
use super::limits::LimitOptions;
use super::tactics::TacticOptions;
use super::{Process, drawing, drawing_of_messages, say, trouble};

/// Decide one statement
///
/// Prints TRUE or FALSE with the numbers that show it: a witness or a counterexample. With free variables it prints the
/// size of the automaton and the first solutions. Exits with 0 if there is an answer, with 2 otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert eval 'Ax,y x+y=y+x'
  filbert eval '?msd_fib Ex $phin(x,x+3)'
  filbert eval '?msd_trib TR[n]=TR[n+1]'
  filbert eval - < formula.txt")]
pub(super) struct Eval {
    /// The statement in single quotes, as in '?msd_fib Ax,y x+y=y+x'; `-` reads standard input
    #[arg(required = true)]
    formula: Vec<String>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    certificates: CertificateOptions,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    tactics: TacticOptions,
}

impl Eval {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let mut session = match self.context.session(self.limits.limits(process)) {
            Ok(session) => session.with_tactics(self.tactics.tactics()),
            Err(why) => return trouble(why),
        };
        let formula = match one_formula(&self.formula) {
            Ok(formula) => formula,
            Err(why) => return trouble(why),
        };
        let source = Source::new("statement", &*formula);
        let result = session.answer(&source);
        let figures = process.verbosity.figures();
        match (&result, self.json) {
            (_, true) => say::out(json::answer(&result)),
            (Ok(run), false) => say::line(text::painted(&text::answer_with(run, figures, figures), drawing().color)),
            (Err(failure @ CommandError::Wrong(_)), false) => {
                say::message(text::failure(failure, drawing_of_messages()) + shell_expansion_hint(&formula));
            }
            (Err(failure), false) => {
                say::line(text::failure(failure, drawing()));
                self.limits.advise(failure);
            }
        }
        if let Ok(run) = &result
            && !process.verbosity.quiet()
            && !self.json
        {
            for note in &run.notes {
                say::message(format!("note: {note}\n"));
            }
            for finding in session.lint_formula(&source, source.span(), run.truth()) {
                say::message(finding.render(false, drawing_of_messages()));
            }
        }
        if let Ok(run) = &result {
            let limits = self.limits.limits(process);
            let tactics = self.tactics.tactics();
            let options = Options { limits, tactics, context: self.context.places.clone(), ..Options::default() };
            if let Err(why) = self.certificates.certify_statement(&formula, run.truth(), options) {
                return trouble(why);
            }
        }
        Exit::from(if result.is_ok() { 0 } else { 2 })
    }
}
