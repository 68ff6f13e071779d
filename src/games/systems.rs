//! Finds the numeration system in which the P-positions of a game are automatic.
//!
//! A rule that names no system is about numbers, and its P-positions are the same numbers in every system. Brute force
//! solves ever larger boxes; in each candidate the positions found are a sample of words ([`Sample`]), and the number of
//! states that an automaton needs stays the same from some box on if there is one, and grows with the box otherwise.
//! Candidates are the systems with a name of their own, and those whose root generates the field of a slope of the beams
//! ([`beams`]). What a sample suggests is proved stable and absorbing before it is believed, so that a wrong guess costs
//! time and nothing else. If no sample is large enough, it is learned ([`learned`]) in the systems that came nearest.
//!
//! Costs the boxes, and for each candidate the positions times the depth of their residuals. Bad where the automaton has
//! so many states that no box shows them all.
//!
//! [`Sample`]: crate::automata::Sample

use std::sync::Arc;

use crate::automata::{Dfa, Suggestion};
use crate::budget::{Attempt, Budget, Halt};
use crate::logic::Workspace;
use crate::numeration::{NumerationSystem, Relation};

use super::beams::{Beam, beams, discriminants, square_free};
use super::found::Found;
use super::kernel::{Kernel, MOST_STATES, Unfinished, learned};
use super::proof::refutation;
use super::rules::{Game, GameError, Rules};
use super::solver::Solver;

/// The systems that are always tried. Of those in which an automaton is found in the same box the first is taken if it
/// is the system of rules that name none, otherwise that of fewest states.
const ALWAYS: [&str; 24] = [
    "msd_2",
    "msd_fib",
    "msd_3",
    "msd_pell",
    "msd_trib",
    "msd_wythoff3",
    "msd_nara",
    "msd_cubic2",
    "msd_cubic3",
    "msd_bonacci4",
    "msd_bonacci5",
    "msd_5",
    "msd_6",
    "msd_7",
    "msd_10",
    "msd_wythoff4",
    "msd_wythoff5",
    "msd_wythoff6",
    "msd_wythoff7",
    "msd_root_2_2",
    "msd_root_2_1_1",
    "msd_root_2_2_1",
    "msd_root_2_0_1",
    "msd_root_3_1_1",
];
/// The system of rules that name none.
const FIRST: &str = "msd_2";
/// Coefficients of the polynomials of the systems that are tried for a slope, at most.
const LARGEST_COEFFICIENT: i64 = 12;
/// Fields of a slope whose systems are tried.
const MOST_FIELDS: usize = 3;
/// Systems of one field that are tried.
const MOST_OF_A_FIELD: usize = 3;
/// Positions of the first box, and piles in it.
const FIRST_CELLS: f64 = 40_000.0;
const FIRST_SIDE: u64 = 1_000;
/// Doublings of the box, at most; each is wider than the last by [`Solver::growth`].
const MOST_DOUBLINGS: u32 = 12;
/// The box from which slopes are read.
const BOX_OF_BEAMS: u32 = 1;
/// Systems that are tried in all boxes.
const MOST_KEPT: usize = 8;
/// Positions of a sample, at most.
const MOST_POSITIONS: usize = 200_000;
/// States of one automaton in the proof of what a sample suggests, at most.
const MOST_PROOF_STATES: usize = 1_000_000;
/// Systems in which a kernel is learned.
const MOST_SEARCHED: usize = 2;

/// A system that was tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The system.
    pub system: Arc<NumerationSystem>,
    /// For each box, the states of the automaton that its positions suggest, or how many one needs at least.
    pub states: Vec<usize>,
    /// Whether the last box suggested an automaton.
    pub is_settled: bool,
    /// The last automaton that was proved wrong.
    refuted: Option<Arc<Dfa>>,
}

impl Trial {
    /// Whether the automaton for the last box needs less than half as many states again as that for the box before.
    fn grows_slowly(&self) -> bool {
        match self.states[..] {
            [.., before, last] => 2 * last <= 3 * before,
            _ => true,
        }
    }
}

/// What was tried.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The systems, those that came nearest first.
    pub trials: Vec<Trial>,
    /// Lines along which the P-positions gather.
    pub beams: Vec<Beam>,
    /// Brute force has solved all positions with piles below this.
    pub side: u64,
}

/// A kernel and its system.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The kernel.
    pub kernel: Kernel,
    /// The game, its piles in that system.
    pub game: Arc<Game>,
    /// What was tried.
    pub tried: Tried,
}

/// How a search ended that found no system.
#[derive(Clone, Debug)]
pub enum End {
    /// A limit was passed while systems were compared.
    Limit(Halt),
    /// As it did in the system that came nearest.
    In(Arc<NumerationSystem>, Box<Unfinished>),
}

/// A search that ended without a proof.
#[derive(Clone, Debug)]
pub struct Unsolved {
    /// What was tried.
    pub tried: Tried,
    /// How the search ended.
    pub end: End,
}

impl Unsolved {
    /// The last hypothesis, in the system that came nearest of those in which there is one.
    pub fn hypothesis(&self) -> Option<Relation> {
        let learned = match &self.end {
            End::In(system, unfinished) => unfinished.best.as_ref().map(|best| (system, best)),
            End::Limit(_) => None,
        };
        let sampled = || self.tried.trials.iter().find_map(|trial| Some((&trial.system, trial.refuted.as_ref()?)));
        let (system, dfa) = learned.or_else(sampled)?;
        let systems = vec![system.clone(); dfa.layout().tracks()];
        Some(Relation::from_closed(dfa.clone(), systems))
    }
}

impl std::fmt::Display for Tried {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let settled = self.trials.iter().filter(|trial| trial.is_settled).min_by_key(|trial| trial.states.last());
        if let Some(trial) = settled {
            let (system, states) = (trial.system.name(), trial.states.last().copied().unwrap_or_default());
            return write!(f, "the P-positions with piles below {} fit {states} states in {system}", self.side);
        }
        write!(f, "tried {} numeration systems on positions with piles below {}", self.trials.len(), self.side)?;
        let sizes = |trial: &Trial| {
            let states: Vec<String> = trial.states.iter().map(usize::to_string).collect();
            format!("{}: {} states", trial.system.name(), states.join(", "))
        };
        let nearest: Vec<String> =
            self.trials.iter().filter(|trial| !trial.states.is_empty()).take(3).map(sizes).collect();
        if !nearest.is_empty() {
            write!(f, "; automata for ever larger boxes need at least, in {}", nearest.join("; in "))?;
        }
        let slopes: Vec<String> = self.beams.iter().map(Beam::to_string).collect();
        match slopes.len() {
            0 => write!(f, "; the P-positions gather along no lines"),
            1 => write!(f, "; the P-positions gather along a line of slope {}", slopes[0]),
            _ => write!(f, "; the P-positions gather along lines of slopes {}", slopes.join(", ")),
        }
    }
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.end {
            End::In(system, unfinished) => write!(f, "in {}: {unfinished}; {}", system.name(), self.tried),
            End::Limit(limit) => write!(f, "{limit}; {}", self.tried),
        }
    }
}

/// The P-positions of a game whose rules name no numeration system, in the system where they are automatic. `named` knows
/// systems by their full names.
///
/// # Errors
/// What is known when a limit ends the search.
pub fn find_anywhere(
    (rules, game): (&Rules, &Arc<Game>),
    named: &dyn Fn(&str) -> Option<Arc<NumerationSystem>>,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Solution, Box<Unsolved>> {
    let mut search = Search { rules: Some(rules), named, workspace, budget, tried: Tried::default() };
    let ended = match search.by_samples(game) {
        Ok(Some(solution)) => return Ok(solution),
        Ok(None) => search.by_learning(game),
        Err(limit) => Err(End::Limit(limit)),
    };
    ended.map_err(|end| Box::new(Unsolved { tried: search.tried, end }))
}

/// The systems in which the P-positions of a game look automatic, for an explanation: nothing is proved.
///
/// # Errors
/// The limit that was passed.
pub fn look_anywhere(
    game: &Arc<Game>,
    named: &dyn Fn(&str) -> Option<Arc<NumerationSystem>>,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Tried, Halt> {
    let mut search = Search { rules: None, named, workspace, budget, tried: Tried::default() };
    search.by_samples(game)?;
    Ok(search.tried)
}

struct Search<'a> {
    /// The rules, if what is suggested is to be proved.
    rules: Option<&'a Rules>,
    named: &'a dyn Fn(&str) -> Option<Arc<NumerationSystem>>,
    workspace: &'a mut Workspace,
    budget: &'a Budget,
    tried: Tried,
}

impl Search<'_> {
    fn by_samples(&mut self, game: &Arc<Game>) -> Result<Option<Solution>, Halt> {
        let mut solver = Solver::new(game, 0, self.workspace, self.budget)?;
        ALWAYS.iter().for_each(|name| self.add(name));
        let mut side = (FIRST_CELLS.powf(1.0 / game.piles() as f64) as u64).min(FIRST_SIDE);
        for round in 0..MOST_DOUBLINGS / solver.growth().ilog2() {
            let mut extended = solver.extend(side - 1);
            if extended == Err(Halt::TooLarge) && side > 2 {
                extended = solver.extend(side / 2);
            }
            match extended {
                Ok(()) => {}
                Err(Halt::TooLarge) => break,
                Err(limit) => return Err(limit),
            }
            let (reached, positions) = solver.found(0);
            if reached == self.tried.side {
                break;
            }
            (self.tried.side, side) = (reached, solver.growth() * reached);
            if positions.len() > MOST_POSITIONS {
                break;
            }
            let found = Found { piles: game.piles(), side: reached, positions };
            self.tried.beams = beams(&found);
            if round == BOX_OF_BEAMS {
                self.add_fields();
            }
            if let Some(solution) = self.round(&found)? {
                return Ok(Some(solution));
            }
            if self.rules.is_none() && self.tried.trials.iter().any(|trial| trial.is_settled) {
                break;
            }
            if round > BOX_OF_BEAMS {
                let mut kept = 0;
                self.tried.trials.retain(|trial| {
                    kept += 1;
                    kept <= MOST_KEPT || trial.grows_slowly()
                });
            }
        }
        Ok(None)
    }

    /// Tries every candidate on one box, and orders them by how near they come.
    fn round(&mut self, found: &Found) -> Result<Option<Solution>, Halt> {
        let mut suggested = Vec::new();
        for (at, trial) in self.tried.trials.iter_mut().enumerate() {
            let suggestion = match found.suggestion(&trial.system, MOST_STATES, self.budget) {
                Ok(suggestion) => suggestion,
                Err(Halt::Limit(limit)) => return Err(Halt::Limit(limit)),
                // Its letters are too wide for so many piles, or the box too small for a digit.
                Err(_) => continue,
            };
            trial.states.push(suggestion.states());
            trial.is_settled = matches!(suggestion, Suggestion::Automaton(_));
            if let Suggestion::Automaton(dfa) = suggestion {
                suggested.push((&**trial.system.name() != FIRST, dfa.states(), at, Arc::new(dfa)));
            }
        }
        suggested.sort_by_key(|(is_other, states, at, _)| (*is_other, *states, *at));
        for (_, _, at, dfa) in suggested {
            if self.tried.trials[at].refuted.as_ref() == Some(&dfa) {
                continue;
            }
            if let Some(solution) = self.proved(at, &dfa)? {
                return Ok(Some(solution));
            }
            self.tried.trials[at].refuted = Some(dfa);
        }
        // Stable, so that candidates that come as near stay in their order.
        self.tried
            .trials
            .sort_by_key(|trial| (trial.states.is_empty(), !trial.grows_slowly(), trial.states.last().copied()));
        Ok(None)
    }

    /// The kernel, if what a sample suggests passes the proof.
    fn proved(&mut self, at: usize, dfa: &Arc<Dfa>) -> Result<Option<Solution>, Halt> {
        let Some(game) = self.game_in(&self.tried.trials[at].system.clone())? else { return Ok(None) };
        // What is wrong may be refuted only after far more states than what is right is proved by.
        let proof =
            self.budget.attempt(MOST_PROOF_STATES, |budget| refutation(&game, dfa, None, self.workspace, budget))?;
        if !matches!(proof, Attempt::Done(None)) {
            return Ok(None);
        }
        let positions = Relation::from_closed(dfa.clone(), game.systems());
        let proofs = 1 + self.tried.trials.iter().filter(|trial| trial.refuted.is_some()).count();
        let kernel = Kernel { positions, hypotheses: proofs, proofs, side: self.tried.side };
        Ok(Some(Solution { kernel, game, tried: std::mem::take(&mut self.tried) }))
    }

    /// The game with its piles in a system, if it can be one.
    fn game_in(&mut self, system: &Arc<NumerationSystem>) -> Result<Option<Arc<Game>>, Halt> {
        let Some(rules) = self.rules else { return Ok(None) };
        match Game::new(rules.in_system(system), self.workspace, self.budget) {
            Ok(game) => Ok(Some(Arc::new(game))),
            Err(GameError::Limit(limit)) => Err(limit),
            Err(_) => Ok(None),
        }
    }

    /// Goes on where the samples came nearest, each system with its share of the time.
    fn by_learning(&mut self, game: &Arc<Game>) -> Result<Solution, End> {
        let mut systems: Vec<Arc<NumerationSystem>> =
            self.tried.trials.iter().take(MOST_SEARCHED).map(|trial| trial.system.clone()).collect();
        if systems.is_empty() {
            systems.push(game.system().clone());
        }
        let mut first = None;
        let count = systems.len() as u32;
        for (done, system) in systems.into_iter().enumerate() {
            let Some(game) = self.game_in(&system).map_err(End::Limit)? else { continue };
            let budget = self.budget.with_share(count - done as u32);
            match learned(&game, self.workspace, &budget) {
                Ok(kernel) => return Ok(Solution { kernel, game, tried: std::mem::take(&mut self.tried) }),
                Err(unfinished) => _ = first.get_or_insert(End::In(system, unfinished)),
            }
        }
        Err(first.unwrap_or(End::Limit(Halt::TooLarge)))
    }

    fn add(&mut self, name: &str) {
        let known = |trial: &Trial| **trial.system.name() == *name;
        if self.tried.trials.iter().any(known) {
            return;
        }
        if let Some(system) = (self.named)(name).filter(|system| system.positional().is_some()) {
            self.tried.trials.push(Trial { system, states: Vec::new(), is_settled: false, refuted: None });
        }
    }

    /// Adds the systems whose root generates the field of a slope.
    fn add_fields(&mut self) {
        for beam in self.tried.beams.clone() {
            for field in discriminants(&beam).into_iter().take(MOST_FIELDS) {
                let coefficients = (1..=LARGEST_COEFFICIENT).flat_map(|a| (1..=a).map(move |b| (a, b)));
                let of_field = coefficients.filter(|(a, b)| square_free(a * a + 4 * b) == field);
                for (a, b) in of_field.take(MOST_OF_A_FIELD) {
                    match (a, b) {
                        (1, 1) => self.add("msd_fib"),
                        (a, 1) => self.add(&format!("msd_wythoff{a}")),
                        (a, b) => self.add(&format!("msd_root_{a}_{b}")),
                    }
                }
            }
        }
    }
}
