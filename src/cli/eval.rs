//! `filbert eval`.

use std::process::ExitCode;

use crate::report::{json, text};
use crate::script::{CommandError, Options};
use crate::syntax::Source;

use super::certificates::CertificateOptions;
use super::context::ContextOptions;
use super::formula::{eaten, one_formula};
use super::limits::LimitOptions;
use super::{Process, color, color_of_messages, say, trouble};

/// Answer one statement
///
/// A closed statement prints TRUE or FALSE, with a witness or counterexample where it begins with `E` or `A`; one with
/// free variables the size of its automaton and the first values. Exits with 0 if there is an answer, 2 otherwise.
#[derive(Debug, clap::Args)]
pub(super) struct Eval {
    /// The statement, for example '?msd_fib Ax,y x+y=y+x', in single quotes; `-` reads it from standard input
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
}

impl Eval {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let mut session = match self.context.session(self.limits.limits(process)) {
            Ok(session) => session,
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
            (Ok(run), false) => say::line(text::answer_with(run, figures, figures)),
            (Err(failure @ CommandError::Wrong(_)), false) => {
                say::message(text::failure(failure, color_of_messages()) + eaten(&formula));
            }
            (Err(failure), false) => {
                say::line(text::failure(failure, color()));
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
                say::message(finding.render(false, color_of_messages()));
            }
        }
        if let Ok(run) = &result {
            let limits = self.limits.limits(process);
            let options = Options { limits, context: self.context.places.clone(), ..Options::default() };
            if let Err(why) = self.certificates.certify_statement(&formula, run.truth(), options) {
                return trouble(why);
            }
        }
        ExitCode::from(if result.is_ok() { 0 } else { 2 })
    }
}
