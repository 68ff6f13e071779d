//! Partizan games: `right` among the clauses of a game, and `outcomes`.

use std::sync::Arc;

use crate::budget::Budget;
use crate::games::{Game, GameError, Partizan, Rules, partizan_outcomes};
use crate::logic::{FunctionKind, Verdict};
use crate::syntax::ast::{Name, OUTCOMES};
use crate::syntax::{Diagnostic, Source, nearest};

use super::outcome::{CommandError, Effect};
use super::query_result::Proof;
use super::session::Session;

impl Session {
    /// The game in which Left moves by the first of these rules and Right by the second. They differ in their moves alone.
    ///
    /// # Errors
    /// What `refused` makes of an error in the moves of Left, 0, or of Right, 1.
    pub(super) fn define_partizan(
        &mut self,
        [left, right]: [Rules; 2],
        budget: &Budget,
        refused: &dyn Fn(usize, GameError) -> CommandError,
    ) -> Result<Effect, CommandError> {
        let name = left.name.to_string();
        let left = Game::new(left, &mut self.workspace, budget).map_err(|error| refused(0, error))?;
        let right = Game::new(right, &mut self.workspace, budget).map_err(|error| refused(1, error))?;
        let game = Partizan::new([left, right], &mut self.workspace, budget).map_err(|error| refused(1, error))?;
        self.names.games.remove(&name);
        self.names.rules.remove(&name);
        self.names.kernels.remove(&name);
        self.names.anywhere.remove(&name);
        self.names.partizan.insert(name, Arc::new(game));
        Ok(Effect::Nothing)
    }

    /// `outcomes O of GAME`.
    pub(super) fn outcomes(
        &mut self,
        source: &Source,
        name: &Name,
        game: &Name,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let Some(game) = self.names.partizan_game(&game.text).cloned() else {
            return Err(self.no_partizan(source, game).into());
        };
        let found = partizan_outcomes(&game, &mut self.workspace, budget)
            .map_err(|unfinished| CommandError::Unfinished(unfinished.to_string()))?;
        let states = [0, 1, 2, 3].map(|class: usize| found.classes[class].dfa().states());
        for (outcome, class) in OUTCOMES.into_iter().zip(found.classes) {
            self.define_named(&format!("{}_{outcome}", name.text), FunctionKind::Relation(class), game.pile_names());
        }
        let proof = Proof::Outcomes { game: game.name().clone(), states, side: found.side };
        Ok(Effect::Proved(Verdict::new(true, None), proof))
    }

    /// Whether Left and Right have moves of their own in the game of this name.
    pub(super) fn is_partizan(&self, name: &str) -> bool {
        self.names.partizan_game(name).is_some()
    }

    /// Why a name is not that of a partizan game.
    fn no_partizan(&self, source: &Source, name: &Name) -> Diagnostic {
        if self.names.game(&name.text).is_some() {
            return Diagnostic::error(
                source,
                name.span,
                format!("both players of `{}` have the same moves", name.text),
            )
            .label("its positions are won by the next player or by the previous one")
            .help(format!(
                "`kernel P of {}` finds them; `right \"MOVE\"` behind the rules of a game gives Right other moves",
                name.text
            ));
        }
        let error = Diagnostic::error(source, name.span, format!("unknown game `{}`", name.text));
        match nearest(&name.text, self.names.partizan.keys().map(String::as_str)) {
            Some(near) => error.meant(near),
            None => error.label("not defined").help("define it first, with `game` and `right`"),
        }
    }
}
