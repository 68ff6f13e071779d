//! `kernel`: the P-positions of a game, found and proved, or a candidate proved or refuted. `guess`: the last
//! hypothesis of the search, if nothing can be proved.
//!
//! A game whose rules name no numeration system has none until its kernel is found; from then on it has that of the
//! kernel.

use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt, Limit};
use crate::games::{Failing, Game, GameError, Kernel, Refutation, check, find, find_anywhere, look_anywhere};
use crate::logic::{Environment, FunctionKind, Verdict};
use crate::numeration::{Relation, TrackKind};
use crate::planted::{Bug, planted};
use crate::syntax::ast::Name;
use crate::syntax::{Diagnostic, Source, nearest};

use super::games::{named, reading};
use super::outcome::{CommandError, Effect};
use super::query_result::Proof;
use super::session::Session;

/// One of so many shares of the time is kept to explain a search for a kernel that finds none.
const EXPLANATION: u32 = 10;

/// A search for a kernel that ended without one.
struct Failed {
    /// How it ended.
    why: String,
    /// Its last hypothesis.
    hypothesis: Option<Relation>,
}

/// What is said of a kernel that was found, in a system if the rules name none.
fn proved(game: &Game, kernel: &Kernel, system: Option<Arc<str>>) -> Proof {
    Proof::Kernel {
        game: game.name().clone(),
        system,
        states: kernel.positions.dfa().states(),
        hypotheses: kernel.hypotheses,
        proofs: kernel.proofs,
        side: kernel.side,
    }
}

impl Session {
    /// `kernel P of GAME [given $Q]`.
    pub(super) fn kernel(
        &mut self,
        source: &Source,
        name: &Name,
        game: &Name,
        given: Option<&Name>,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let mut game = self.known_game(source, game)?;
        if let Some(given) = given.filter(|_| !planted(Bug::Given)) {
            // The proof rests on the game, and not on where the candidate comes from.
            let noted = self.names.guesses.begin();
            if self.is_anywhere(&game) {
                game = self.game_of_candidate(&game, given, budget)?;
            }
            let candidate = self.candidate(source, given, &game, budget)?;
            self.names.guesses.end(noted);
            let (named_candidate, known) = (given.text.clone(), game.name().clone());
            return Ok(match check(&game, &candidate, &mut self.workspace, budget)? {
                None => {
                    let relation = Relation::from_closed(candidate.clone(), game.systems());
                    self.define_named(&name.text, FunctionKind::Relation(relation), game.pile_names());
                    self.settle_game(&game);
                    self.names.kernels.insert(game.name().to_string(), candidate.clone());
                    let proof = Proof::Given { candidate: named_candidate, game: known, states: candidate.states() };
                    Effect::Proved(Verdict::new(true, None), proof)
                }
                Some(Refutation::Near(failing)) => {
                    let proof = match &failing {
                        Failing::Unstable(_) => Proof::Unstable { candidate: named_candidate },
                        Failing::Unabsorbed(_) => Proof::Unabsorbed { candidate: named_candidate },
                    };
                    let example = Some(named(&game, failing.position()));
                    Effect::Proved(Verdict::new(false, example), proof)
                }
                Some(Refutation::Denied(position)) => {
                    let proof = Proof::Denied { candidate: named_candidate, game: known };
                    Effect::Proved(Verdict::new(false, Some(named(&game, &position))), proof)
                }
                Some(Refutation::Claimed(position, win)) => {
                    let proof = Proof::Claimed { candidate: named_candidate, game: known, win };
                    Effect::Proved(Verdict::new(false, Some(named(&game, &position))), proof)
                }
                Some(Refutation::Over(position)) => {
                    let proof = Proof::Over { candidate: named_candidate, game: known };
                    Effect::Proved(Verdict::new(false, Some(named(&game, &position))), proof)
                }
            });
        }
        let is_searched = self.is_anywhere(&game);
        let kernel = self.found(&game.name().clone(), &game, budget)?;
        let system = is_searched.then(|| kernel.positions.systems()[0].name().clone());
        let proof = proved(&game, &kernel, system);
        self.define_named(&name.text, FunctionKind::Relation(kernel.positions), game.pile_names());
        Ok(Effect::Proved(Verdict::new(true, None), proof))
    }

    /// `guess P of GAME`.
    pub(super) fn guess(
        &mut self,
        source: &Source,
        name: &Name,
        game: &Name,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        if self.names.folders.is_some() {
            return Err(Diagnostic::error(source, name.span, "no guess is stored")
                .label("what `Automata Library/` has is taken for proved")
                .help("use `guess` in a script, with `filbert prove`")
                .into());
        }
        let game = self.known_game(source, game)?;
        let is_searched = self.is_anywhere(&game);
        let in_system = |positions: &Relation| is_searched.then(|| positions.systems()[0].name().clone());
        let (relation, truth, proof) = match self.search(game.name(), &game, budget)? {
            Ok(kernel) => {
                let proof = proved(&game, &kernel, in_system(&kernel.positions));
                (kernel.positions, true, proof)
            }
            Err(Failed { why, hypothesis: Some(positions) }) if budget.passed() != Some(Limit::Interrupted) => {
                let system = in_system(&positions);
                let proof = Proof::Guess { game: game.name().clone(), system, states: positions.dfa().states(), why };
                (positions, false, proof)
            }
            Err(Failed { why, .. }) => return Err(CommandError::Unfinished(why)),
        };
        self.define_named(&name.text, FunctionKind::Relation(relation), game.pile_names());
        Ok(Effect::Proved(Verdict::new(truth, None), proof))
    }

    /// Whether the rules of a game name no numeration system, and none was found for it by now.
    pub(super) fn is_anywhere(&self, game: &Game) -> bool {
        self.names.anywhere.contains(&**game.name())
    }

    /// The game with its piles in the system of a candidate for its kernel, if that is one of numbers.
    fn game_of_candidate(
        &mut self,
        game: &Arc<Game>,
        candidate: &Name,
        budget: &Budget,
    ) -> Result<Arc<Game>, CommandError> {
        let Some(Ok(function)) = self.names.function(&candidate.text) else { return Ok(game.clone()) };
        let system = match function.kind() {
            FunctionKind::Relation(relation) => relation.systems().first().cloned(),
            FunctionKind::Language(language) => language.tracks.first().and_then(TrackKind::system).cloned(),
            FunctionKind::Truth(_) => None,
        };
        let rules = self.names.rules_of(game.name());
        let Some((system, rules)) = system.zip(rules) else { return Ok(game.clone()) };
        match Game::new(rules.in_system(&system), &mut self.workspace, budget) {
            Ok(moved) => Ok(Arc::new(moved)),
            Err(GameError::Limit(limit)) => Err(limit.into()),
            // What is wrong with the candidate is said of the game as it stands.
            Err(_) => Ok(game.clone()),
        }
    }

    /// The piles of a game are in the system of this one from now on.
    fn settle_game(&mut self, game: &Arc<Game>) {
        let name = game.name();
        if !self.names.anywhere.remove(&**name) {
            return;
        }
        if let Some(rules) = self.names.rules.get_mut(&**name) {
            *rules = rules.in_system(game.system());
        }
        self.names.games.insert(name.to_string(), game.clone());
    }

    /// The kernel of a game, found and remembered.
    pub(super) fn found(&mut self, name: &str, game: &Arc<Game>, budget: &Budget) -> Result<Kernel, CommandError> {
        self.search(name, game, budget)?.map_err(|failed| CommandError::Unfinished(failed.why))
    }

    /// Searches for the kernel of a game, and remembers it.
    fn search(
        &mut self,
        name: &str,
        game: &Arc<Game>,
        budget: &Budget,
    ) -> Result<Result<Kernel, Failed>, CommandError> {
        let kernel = match self.is_anywhere(game) {
            true => self.search_anywhere(game, budget)?,
            false => match self.kept_kernel(game, budget)? {
                Some(kernel) => Ok(kernel),
                None => self.search_in_system(game, budget),
            },
        };
        if let Ok(kernel) = &kernel {
            self.names.kernels.insert(name.to_owned(), kernel.positions.dfa().clone());
        }
        Ok(kernel)
    }

    /// The kernel of a game whose rules name no system, found and proved in the system where it is automatic.
    fn search_anywhere(&mut self, game: &Arc<Game>, budget: &Budget) -> Result<Result<Kernel, Failed>, CommandError> {
        let Some(rules) = self.names.rules_of(game.name()).cloned() else { return Err(Halt::TooLarge.into()) };
        let names = &self.names;
        let named = |name: &str| names.candidate_system(name);
        Ok(match find_anywhere((&rules, game), &named, &mut self.workspace, budget) {
            Ok(solution) => {
                self.settle_game(&solution.game);
                Ok(solution.kernel)
            }
            Err(unsolved) => Err(Failed { why: unsolved.to_string(), hypothesis: unsolved.hypothesis() }),
        })
    }

    /// The kernel of a game in the system of its rules, or where it fails what other systems look like.
    fn search_in_system(&mut self, game: &Arc<Game>, budget: &Budget) -> Result<Kernel, Failed> {
        let own = budget.without_share(EXPLANATION);
        match find(game, 0, None, &mut self.workspace, &own) {
            Ok(found) => {
                self.keep_for_later(game, &found);
                Ok(found)
            }
            Err(unfinished) => {
                let names = &self.names;
                let named = |name: &str| names.candidate_system(name);
                let tried = look_anywhere(game, &named, &mut self.workspace, budget);
                let tried = tried.map(|tried| format!("; {tried}")).unwrap_or_default();
                let hypothesis = unfinished.best.as_ref();
                let hypothesis = hypothesis.map(|best| Relation::from_closed(best.clone(), game.systems()));
                Err(Failed { why: format!("{unfinished}{tried}"), hypothesis })
            }
        }
    }

    /// The automaton of a candidate, one track a pile.
    fn candidate(&self, source: &Source, name: &Name, game: &Game, budget: &Budget) -> Result<Arc<Dfa>, CommandError> {
        let Some(function) = self.names.function(&name.text) else {
            let error = Diagnostic::error(source, name.span, format!("unknown function `${}`", name.text));
            let known = self.names.functions();
            return Err(match nearest(&name.text, known.iter().map(String::as_str)) {
                Some(near) => error.meant(format!("${near}")),
                None => error.help("define it first, with `def`"),
            }
            .into());
        };
        let function = function.map_err(|why| {
            Diagnostic::error(source, name.span, format!("`${}` cannot be read", name.text)).label(why)
        })?;
        reading(&function, &game.systems(), budget).ok_or_else(|| {
            let message = format!("`${}` is not about positions of `{}`", name.text, game.name());
            let needed = format!("expected {} arguments in {}", game.piles(), game.system().name());
            Diagnostic::error(source, name.span, message).label(needed).into()
        })
    }
}
