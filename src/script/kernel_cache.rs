//! Kernels in the cache. They are only hints: whatever is stored under the rules of a game is proved before it is used.
//!
//! The proof costs little compared with the search that found the kernel.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::budget::{Budget, Halt};
use crate::games::{Game, Kernel, check};
use crate::logic::{ContentKey, Function, FunctionKind};
use crate::numeration::{Language, Relation, TrackKind};

use super::games::reading;
use super::session::Session;

impl Session {
    /// The kernel of a game that an earlier run found, proved.
    pub(super) fn kept_kernel(&mut self, game: &Arc<Game>, budget: &Budget) -> Result<Option<Kernel>, Halt> {
        let Some((cache, key)) = self.limits.cache.clone().zip(self.key_of(game)) else { return Ok(None) };
        let Some(dfa) = cache.get(&key, budget) else { return Ok(None) };
        let systems = game.systems();
        let tracks: Vec<TrackKind> = systems.iter().cloned().map(TrackKind::Numbers).collect();
        if dfa.layout().sizes() != tracks.iter().map(TrackKind::size).collect::<Vec<_>>() {
            return Ok(None);
        }
        let candidate = Function::new(FunctionKind::Language(Language { dfa: Arc::new(dfa), tracks }));
        let Some(candidate) = reading(&candidate, &systems, budget) else { return Ok(None) };
        if check(game, &candidate, &mut self.workspace, budget)?.is_some() {
            return Ok(None);
        }
        let positions = Relation::from_closed(candidate, systems);
        Ok(Some(Kernel { positions, hypotheses: 1, proofs: 1, side: 0 }))
    }

    /// Keeps the kernel of a game for the runs to come.
    pub(super) fn keep_for_later(&self, game: &Arc<Game>, kernel: &Kernel) {
        if let Some((cache, key)) = self.limits.cache.as_ref().zip(self.key_of(game)) {
            cache.put(&key, kernel.positions.dfa());
        }
    }

    /// The rules as written: what they name may mean something else in another run, which the proof then shows.
    fn key_of(&self, game: &Game) -> Option<ContentKey> {
        let rules = self.names.game_texts.get(&**game.name())?;
        Some(Sha256::digest(format!("kernel of {rules}")).into())
    }
}
