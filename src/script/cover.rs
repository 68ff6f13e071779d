//! `cover`: a target, and the pieces that together take all of it.

use crate::budget::Budget;
use crate::logic::{Cover, CoverError, DecideError, Verdict};
use crate::syntax::ast::Quoted;
use crate::syntax::{Diagnostic, Source};

use super::outcome::{CommandError, Effect};
use super::session::{Session, word_where_number_expected};

impl Session {
    /// Whether every tuple that satisfies the target satisfies some of the pieces.
    pub(super) fn cover(
        &mut self,
        source: &Source,
        target: &Quoted,
        pieces: &[Quoted],
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let statement = self.resolve(source, target.span, budget)?;
        if statement.free.is_empty() {
            return Err(Diagnostic::error(source, target.span, "a target without free variables")
                .help("the pieces cover the values of its free variables; use `theorem` for a closed statement")
                .into());
        }
        if !statement.free_words().is_empty() {
            return Err(word_where_number_expected(source, target.span, &statement).into());
        }
        let mut cover = Cover::new(&statement);
        for piece in pieces {
            let statement = self.resolve(source, piece.span, budget)?;
            if !statement.free_words().is_empty() {
                return Err(word_where_number_expected(source, piece.span, &statement).into());
            }
            cover.add(&statement).map_err(|why| Diagnostic::error(source, piece.span, why.to_string()))?;
        }
        let mut rests = Vec::new();
        let decided = cover.decide(&mut self.workspace, budget, &mut |rest| {
            if self.certifies {
                rests.push(rest);
            }
        });
        self.rests = rests;
        match decided {
            Ok(covered) => {
                let verdict = Verdict::new(covered.missed.is_none(), covered.missed);
                Ok(Effect::Covered(verdict, covered.left))
            }
            Err(CoverError { why: DecideError::Contradiction, .. }) => Err(CommandError::Contradiction),
            Err(CoverError { piece, why: DecideError::Limit(limit) }) => {
                let step = self.workspace.take_stopped();
                let place = if piece == 0 { "the target".to_owned() } else { format!("piece {piece}") };
                let at = step.map_or_else(|| place.clone(), |step| format!("{step} of {place}"));
                Err(CommandError::Limit { limit, at: Some(at) })
            }
        }
    }
}
