//! What a session does about lints.

use super::lint::Lint;
use super::session::{Answer, Session};
use crate::logic::lints::Finding;
use crate::script::Repeated;
use crate::syntax::{Command, Source};

impl Session {
    /// Looks from now on at every statement and command that succeeds for what may not mean what its writer thinks. The
    /// lints of a statement are those of its [verdict](super::Verdict::lints), all others are
    /// [`new_lints`](Session::new_lints).
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// assert!(session.decide(&"Ax,y x=x".parse()?)?.lints().is_empty());
    /// session.keep_lints();
    /// assert_eq!(session.decide(&"Ax,y x=x".parse()?)?.lints().len(), 1);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn keep_lints(&mut self) {
        self.lints_mut().kept = true;
    }

    /// The lints of what has no verdict since the last call, as of definitions.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_lints();
    /// session.run("def f \"Ey x=x\":")?;
    /// assert_eq!(session.new_lints()[0].name(), "unused-variable");
    /// assert!(session.new_lints().is_empty());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn new_lints(&mut self) -> Vec<Lint> {
        std::mem::take(&mut self.lints_mut().new)
    }

    /// Looks at a command that has run.
    pub(super) fn lint_command(
        &mut self,
        repeated: &mut Repeated,
        (source, command): (&Source, &Command),
        truth: Option<bool>,
        answer: Answer,
    ) -> Answer {
        if !self.lints_mut().kept {
            return answer;
        }
        let mut found = repeated.findings(source, command);
        found.extend(self.inner_mut().lint(source, command, truth));
        self.linted(found, answer)
    }

    /// Looks at a statement that has been answered.
    pub(super) fn lint_statement(&mut self, source: &Source, truth: Option<bool>, answer: Answer) -> Answer {
        if !self.lints_mut().kept {
            return answer;
        }
        let found = self.inner_mut().lint_formula(source, source.span(), truth);
        self.linted(found, answer)
    }

    fn linted(&mut self, found: Vec<Finding>, answer: Answer) -> Answer {
        let found = found.into_iter().map(Lint).collect();
        match answer {
            Answer::Verdict(verdict) => Answer::Verdict(verdict.with_lints(found)),
            other => {
                self.lints_mut().new.extend(found);
                other
            }
        }
    }
}
