//! Finds the kernel of a game as an automaton, and proves it.
//!
//! The kernel of an acyclic game is unique, so any set of positions that passes the proof is the kernel. The positions
//! that brute force finds in ever larger boxes are a sample, and the automaton that it suggests ([`Found`]; Biermann
//! and Feldman 1972) is tried first. If no box is large enough, an automaton is learned ([`crate::automata::learn`];
//! Angluin 1987): brute force answers whether a position belongs, and a hypothesis is compared first with the box that
//! brute force has solved, then proved. Where the proof fails, the hypothesis is wrong there or at an option, and brute
//! force tells which. Ends iff the kernel is automatic in the system of the game; otherwise a limit ends it, with what
//! is known.
//!
//! Costs the learning, which grows with the square of the states, and boxes as large as the words that tell the states
//! apart. Bad where the kernel is automatic but its states differ late.

use std::collections::BinaryHeap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;

use crate::automata::{Dfa, Letter, Prefix, Spelled, Suffix, Suggestion, Teacher, learn};
use crate::budget::{Budget, Halt};
use crate::logic::Workspace;
use crate::numeration::{Relation, decode, encode, valid_tuples};

use super::cells::{index, place};
use super::found::Found;
use super::options::{Completions, Digits};
use super::proof::refutation;
use super::rules::{Game, Position};
use super::solver::Solver;

/// Cells of the first box.
const FIRST_CELLS: u64 = 100_000;
/// Positions of the first box where they are solved one by one.
const FIRST_ASKED: f64 = 4_000.0;
/// Piles in it, at most.
const FIRST_LENGTH: u64 = 500;
/// Doublings of the box from which an automaton is suggested, at most; each is wider than the last by [`Solver::growth`].
const MOST_DOUBLINGS: u32 = 12;
/// Positions from which an automaton is suggested, at most.
const MOST_POSITIONS: usize = 300_000;
/// Positions of small sum among which the smallest is looked for that a hypothesis gets wrong.
const NEAR_CELLS: u64 = 10_000;
/// Positions that a hypothesis claims between two polls of the clock.
const CLAIMS_BETWEEN_POLLS: usize = 10_000;
/// Counterexamples that one comparison hands over.
const MOST_COUNTEREXAMPLES: usize = 20;
/// Questions about positions before the search is given up.
pub const MOST_QUESTIONS: usize = 4_000_000;
/// States of a hypothesis before the search is given up.
pub const MOST_STATES: usize = 1_500;

/// A kernel with its proof done.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The positions, one track a pile.
    pub positions: Relation,
    /// Hypotheses that were tried.
    pub hypotheses: usize,
    /// Of these, how many the proof was tried on.
    pub proofs: usize,
    /// Brute force has solved all positions with piles below this.
    pub side: u64,
}

/// A search that ended without a proof.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Why.
    pub limit: Halt,
    /// True if it was a position that is too large for brute force.
    pub too_large: bool,
    /// The last hypothesis.
    pub best: Option<Arc<Dfa>>,
    /// Hypotheses that were tried.
    pub hypotheses: usize,
    /// Brute force has solved all positions with piles below this.
    pub side: u64,
    /// The smallest position that the last hypothesis gets wrong, and whether it belongs.
    pub wrong: Option<(Position, bool)>,
}

impl std::fmt::Display for Unfinished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.limit {
            Halt::TooLarge if self.too_large => write!(f, "reached a position too large for brute force")?,
            Halt::TooLarge => write!(f, "limit on queries about words")?,
            Halt::Limit(_) | Halt::Unsupported(_) | Halt::Contradiction => write!(f, "{}", self.limit)?,
        }
        write!(f, " after {} hypotheses, positions solved with piles below {}", self.hypotheses, self.side)?;
        if let Some(best) = &self.best {
            write!(f, "; the last hypothesis has {} states", best.states())?;
        }
        match &self.wrong {
            Some((position, belongs)) => {
                let claim = if *belongs { "denies" } else { "claims" };
                write!(f, " and wrongly {claim} {}", super::rules::shown(position))
            }
            None if self.best.is_some() => write!(f, " and no position is known that it gets wrong"),
            None => Ok(()),
        }
    }
}

/// The positions of value `layer` of a game; 0 for its P-positions. `without` holds those of smaller value.
///
/// # Errors
/// What is known when a limit ends the search.
pub fn find(
    game: &Arc<Game>,
    layer: u8,
    without: Option<Arc<Dfa>>,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Kernel, Box<Unfinished>> {
    let mut oracle = Oracle::new(game, layer, without, workspace, budget)?;
    let found = oracle.begin().and_then(|()| match oracle.suggested()? {
        Some(proved) => Ok(proved),
        None => oracle.learned(),
    });
    oracle.ended(found)
}

/// The P-positions of a game whose samples are known to suggest no kernel.
///
/// # Errors
/// As [`find`].
pub(super) fn learned(game: &Arc<Game>, workspace: &mut Workspace, budget: &Budget) -> Result<Kernel, Box<Unfinished>> {
    let mut oracle = Oracle::new(game, 0, None, workspace, budget)?;
    let found = oracle.begin().and_then(|()| oracle.learned());
    oracle.ended(found)
}

/// A position that an automaton gets wrong, and whether it belongs: the one where the proof fails, or an option of it.
pub(super) fn wrong_near(
    solver: &mut Solver,
    layer: u8,
    position: &Position,
    dfa: &Dfa,
) -> Result<(Vec<u64>, bool), Halt> {
    let small: Option<Vec<u64>> = position.iter().map(ToPrimitive::to_u64).collect();
    let small = small.ok_or(Halt::TooLarge)?;
    let mut near = solver.options(&small)?;
    near.push(small);
    near.sort_by_key(|position| position.iter().copied().max());
    let systems = solver.game().systems();
    for position in near {
        let truth = solver.value(&position)? == Some(layer);
        let numbers: Vec<BigInt> = position.iter().copied().map(BigInt::from).collect();
        if truth != dfa.accepts(encode(&numbers, dfa.layout(), &systems)) {
            return Ok((position, truth));
        }
    }
    // Proof and brute force disagree.
    Err(Halt::Contradiction)
}

/// The position of smallest sum about which an automaton is wrong, if it is wrong in the solved box. The box is made
/// larger until it holds all positions of smaller sum, as far as that can be done.
fn smallest_difference(solver: &mut Solver, layer: u8, dfa: &Dfa) -> Option<(Position, bool)> {
    let found = smallest_in_box(solver, layer, dfa)?;
    let sum: u64 = found.0.iter().filter_map(ToPrimitive::to_u64).sum();
    if sum < solver.side() || solver.reach(sum).is_err() {
        return Some(found);
    }
    smallest_in_box(solver, layer, dfa).or(Some(found))
}

fn smallest_in_box(solver: &Solver, layer: u8, dfa: &Dfa) -> Option<(Position, bool)> {
    smallest_near(solver, layer, dfa).or_else(|| smallest_by_claims(solver, layer, dfa))
}

/// The position of smallest sum that an automaton gets wrong, if that is small: one after another is asked for, since a
/// hypothesis that claims most of a box is wrong soon.
fn smallest_near(solver: &Solver, layer: u8, dfa: &Dfa) -> Option<(Position, bool)> {
    let (side, piles) = (solver.side(), solver.game().piles());
    let systems = solver.game().systems();
    let near =
        (1..=side).take_while(|side| side.checked_pow(piles as u32).is_some_and(|cells| cells <= NEAR_CELLS)).last()?;
    let mut positions: Vec<Vec<u64>> = (0..near.pow(piles as u32) as usize)
        .map(|cell| {
            let mut position = vec![0; piles];
            place(cell, near, &mut position);
            position
        })
        .collect();
    // Positions of larger sum may have a smaller one beside the part that is looked at.
    positions.retain(|position| position.iter().sum::<u64>() < near);
    positions.sort_by_key(|position| (position.iter().sum::<u64>(), position.clone()));
    positions.into_iter().find_map(|position| {
        let truth = solver.known(&position) == Some(layer);
        let numbers: Position = position.into_iter().map(BigInt::from).collect();
        let claimed = dfa.accepts(encode(&numbers, dfa.layout(), &systems));
        (truth != claimed).then_some((numbers, truth))
    })
}

fn smallest_by_claims(solver: &Solver, layer: u8, dfa: &Dfa) -> Option<(Position, bool)> {
    let claims = claims(solver, &Completions::new(dfa, &[]), solver.digits(), &|| Ok(())).ok()?;
    let mut best: Option<(u64, Vec<u64>, bool)> = None;
    let side = solver.side();
    let mut position = vec![0; solver.game().piles()];
    for (cell, (value, claim)) in solver.cells().zip(claims).enumerate() {
        let truth = value == Some(layer);
        if truth != claim {
            place(cell, side, &mut position);
            let rank = (position.iter().sum(), position.clone(), truth);
            if best.as_ref().is_none_or(|known| rank < *known) {
                best = Some(rank);
            }
        }
    }
    best.map(|(_, position, truth)| (position.into_iter().map(BigInt::from).collect(), truth))
}

/// What an automaton claims of each position with such piles in the solved box; `look` is asked from time to time whether to go on.
fn claims(
    solver: &Solver,
    claimed: &Completions,
    digits: &Digits,
    look: &dyn Fn() -> Result<(), Halt>,
) -> Result<Vec<bool>, Halt> {
    if solver.side() == 0 {
        return Ok(Vec::new());
    }
    let mut claims = vec![false; digits.side.pow(solver.game().piles() as u32) as usize];
    let (mut count, mut ended) = (0, Ok(()));
    claimed.each(&[], digits, &mut |position| {
        claims[index(position, digits.side)] = true;
        count += 1;
        if count % CLAIMS_BETWEEN_POLLS == 0 {
            ended = look();
        }
        ended.is_ok()
    });
    ended.map(|()| claims)
}

/// Answers by brute force, refutes by comparison and by the proof.
pub(super) struct Oracle<'a> {
    pub(super) solver: Solver,
    layer: u8,
    without: Option<Arc<Dfa>>,
    valid: Arc<Dfa>,
    workspace: &'a mut Workspace,
    budget: &'a Budget,
    best: Option<Arc<Dfa>>,
    hypotheses: usize,
    proofs: usize,
    wrong: Option<(Position, bool)>,
    too_large: bool,
    words: Spelled,
}

impl<'a> Oracle<'a> {
    /// An oracle that has solved nothing yet.
    pub(super) fn new(
        game: &Arc<Game>,
        layer: u8,
        without: Option<Arc<Dfa>>,
        workspace: &'a mut Workspace,
        budget: &'a Budget,
    ) -> Result<Oracle<'a>, Box<Unfinished>> {
        let nothing =
            |limit| Box::new(Unfinished { limit, too_large: false, best: None, hypotheses: 0, side: 0, wrong: None });
        let valid = Arc::new(valid_tuples(&game.systems(), budget).map_err(nothing)?);
        let solver = Solver::new(game, layer, workspace, budget).map_err(nothing)?;
        Ok(Oracle {
            solver,
            layer,
            without,
            valid,
            workspace,
            budget,
            best: None,
            hypotheses: 0,
            proofs: 0,
            wrong: None,
            words: Spelled::default(),
            too_large: false,
        })
    }

    /// The kernel by questions about single positions.
    fn learned(&mut self) -> Result<Arc<Dfa>, Halt> {
        let bounded = self.budget.clone().with_states(MOST_STATES);
        learn(self, MOST_QUESTIONS, &bounded)
    }

    /// How the search ended.
    fn ended(mut self, found: Result<Arc<Dfa>, Halt>) -> Result<Kernel, Box<Unfinished>> {
        match found {
            Ok(dfa) => Ok(Kernel {
                positions: Relation::from_closed(dfa, self.solver.game().systems()),
                hypotheses: self.hypotheses,
                proofs: self.proofs,
                side: self.solver.reached(),
            }),
            Err(limit) => Err(Box::new(self.unfinished(limit))),
        }
    }

    /// Solves a box to begin with.
    pub(super) fn begin(&mut self) -> Result<(), Halt> {
        let game = self.solver.game().clone();
        if !game.is_bounded() {
            return Ok(());
        }
        let cells = |length: usize| {
            super::options::side(game.system(), length).and_then(|side| side.checked_pow(game.piles() as u32))
        };
        let length = (1..).take_while(|&length| cells(length).is_some_and(|cells| cells <= FIRST_CELLS)).last();
        self.solver.solve(length.unwrap_or(1))
    }

    /// The kernel, if the positions that brute force finds suggest an automaton that passes the proof.
    fn suggested(&mut self) -> Result<Option<Arc<Dfa>>, Halt> {
        let game = self.solver.game().clone();
        // The box that was solved to begin with, or one of positions that are solved one by one.
        let mut largest =
            if game.is_bounded() { 0 } else { (FIRST_ASKED.powf(1.0 / game.piles() as f64) as u64).min(FIRST_LENGTH) };
        for _ in 0..MOST_DOUBLINGS / self.solver.growth().ilog2() {
            match self.solver.extend(largest) {
                Ok(()) => {}
                Err(Halt::TooLarge) => break,
                Err(limit) => return Err(limit),
            }
            let (side, positions) = self.solver.found(self.layer);
            if positions.len() > MOST_POSITIONS {
                break;
            }
            largest = self.solver.growth() * side;
            let found = Found { piles: game.piles(), side, positions };
            let dfa = match found.suggestion(game.system(), MOST_STATES, self.budget) {
                Ok(Suggestion::Automaton(dfa)) => dfa,
                Ok(Suggestion::Open(_)) => continue,
                Err(Halt::TooLarge) => break,
                Err(limit) => return Err(limit),
            };
            let dfa = Arc::new(dfa);
            if self.best.as_ref() == Some(&dfa) {
                continue;
            }
            match self.counterexamples(&dfa) {
                Ok(wrong) if wrong.is_empty() => return Ok(Some(dfa)),
                Ok(_) | Err(Halt::TooLarge) => self.too_large = false,
                Err(limit) => return Err(limit),
            }
        }
        Ok(None)
    }

    fn numbers(&self, word: &[Letter]) -> Vec<u64> {
        let numbers = decode(word, self.valid.layout(), &self.solver.game().systems());
        numbers.iter().map(|n| n.to_u64().unwrap_or(u64::MAX)).collect()
    }

    fn word(&self, position: &[u64]) -> Vec<Letter> {
        let numbers: Vec<BigInt> = position.iter().copied().map(BigInt::from).collect();
        encode(&numbers, self.valid.layout(), &self.solver.game().systems())
    }

    /// Positions about which the hypothesis is wrong, some of the smallest: those of a part of the solved box, of all of it, and
    /// then beyond. Most hypotheses are wrong near by, and a part of the box is quickly compared.
    fn differences(&self, hypothesis: &Dfa) -> Result<Vec<Vec<u64>>, Halt> {
        let (whole, claimed) = (self.solver.digits(), Completions::new(hypothesis, &[]));
        for length in 1..whole.length {
            let Some(digits) = Digits::new(self.solver.game().system(), length, whole.side) else { break };
            let found = self.differences_below(&claimed, &digits)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let mut found = self.differences_below(&claimed, whole)?;
        if found.is_empty() {
            found = self.differences_beyond(hypothesis);
            found.sort_by_key(|position| position.iter().copied().max());
            found.truncate(MOST_COUNTEREXAMPLES);
        }
        Ok(found)
    }

    /// Positions with such piles about which a hypothesis is wrong, the smallest.
    fn differences_below(&self, claimed: &Completions, digits: &Digits) -> Result<Vec<Vec<u64>>, Halt> {
        let claims = claims(&self.solver, claimed, digits, &|| self.budget.check_now())?;
        let mut position = vec![0; self.solver.game().piles()];
        // A hypothesis may be wrong about most of the box.
        let mut nearest: BinaryHeap<(Option<u64>, usize)> = BinaryHeap::new();
        for (cell, claim) in claims.into_iter().enumerate() {
            place(cell, digits.side, &mut position);
            if (self.solver.known(&position) == Some(self.layer)) != claim {
                nearest.push((position.iter().copied().max(), cell));
                if nearest.len() > MOST_COUNTEREXAMPLES {
                    nearest.pop();
                }
            }
        }
        let positions = nearest.into_sorted_vec().into_iter().map(|(_, cell)| {
            place(cell, digits.side, &mut position);
            position.clone()
        });
        Ok(positions.collect())
    }

    /// Positions beyond the box at which a hypothesis differs from what is known; of very many, not all.
    fn differences_beyond(&self, hypothesis: &Dfa) -> Vec<Vec<u64>> {
        let Some((side, known)) = self.solver.beyond() else { return Vec::new() };
        let is_known: FxHashSet<&[u64]> = known.iter().map(Vec::as_slice).collect();
        let mut wrong: Vec<Vec<u64>> = Vec::new();
        let mut claimed: FxHashSet<&[u64]> = FxHashSet::default();
        let length = self.word(&vec![side - 1; self.solver.game().piles()]).len();
        let mut all = false;
        if let Some(digits) = Digits::new(self.solver.game().system(), length, side) {
            all = true;
            Completions::new(hypothesis, &[]).each(&[], &digits, &mut |position| {
                match is_known.get(position) {
                    Some(known) => _ = claimed.insert(known),
                    None => wrong.push(position.to_vec()),
                }
                all = wrong.len() < 1000;
                all
            });
        }
        // A hypothesis that claims too much was not listed whole.
        let denies = |p: &&Vec<u64>| if all { !claimed.contains(&p[..]) } else { !hypothesis.accepts(self.word(p)) };
        wrong.extend(known.iter().filter(denies).cloned());
        wrong
    }

    /// The one of these with the smallest sum, and whether it belongs.
    fn smallest_beyond(&self, hypothesis: &Dfa) -> Option<(Position, bool)> {
        let wrong = self.differences_beyond(hypothesis);
        let smallest = wrong.into_iter().min_by_key(|position| (position.iter().sum::<u64>(), position.clone()))?;
        let belongs = !hypothesis.accepts(self.word(&smallest));
        Some((smallest.into_iter().map(BigInt::from).collect(), belongs))
    }

    /// The smallest position that brute force has solved and that an automaton gets wrong, and whether it belongs.
    pub(super) fn smallest_wrong(&mut self, dfa: &Dfa) -> Option<(Position, bool)> {
        smallest_difference(&mut self.solver, self.layer, dfa).or_else(|| self.smallest_beyond(dfa))
    }

    /// What brute force says of a position.
    fn truth(&mut self, position: &[u64]) -> Result<bool, Halt> {
        let value = self.solver.value(position);
        self.too_large |= value == Err(Halt::TooLarge);
        Ok(value? == Some(self.layer))
    }

    fn unfinished(&mut self, limit: Halt) -> Unfinished {
        let best = self.best.clone();
        let wrong = best.and_then(|best| self.smallest_wrong(&best).or_else(|| self.wrong.clone()));
        Unfinished {
            limit,
            too_large: self.too_large,
            best: self.best.clone(),
            hypotheses: self.hypotheses,
            side: self.solver.reached(),
            wrong,
        }
    }
}

impl Teacher for Oracle<'_> {
    fn valid(&self) -> &Arc<Dfa> {
        &self.valid
    }

    fn start(&mut self) -> Result<Prefix, Halt> {
        Ok(self.words.start())
    }

    fn after(&mut self, prefix: Prefix, letter: Letter) -> Result<Prefix, Halt> {
        Ok(self.words.after(prefix, letter))
    }

    fn end(&mut self) -> Suffix {
        self.words.end()
    }

    fn before(&mut self, letter: Letter, suffix: Suffix) -> Result<Suffix, Halt> {
        Ok(self.words.before(letter, suffix))
    }

    fn accepts(&mut self, prefix: Prefix, suffix: Suffix) -> Result<bool, Halt> {
        let word = self.words.word(prefix, suffix);
        if !self.valid.accepts(word.iter().copied()) {
            return Ok(false);
        }
        let position = self.numbers(&word);
        self.truth(&position)
    }

    fn answers_cheaply(&self) -> bool {
        // A question may be about a position that is too large for brute force.
        false
    }

    fn counterexamples(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<Vec<Letter>>, Halt> {
        self.hypotheses += 1;
        self.best = Some(hypothesis.clone());
        self.budget.check_now()?;
        let mut wrong = self.differences(hypothesis)?;
        if wrong.is_empty() {
            self.proofs += 1;
            let game = self.solver.game().clone();
            let failing = refutation(&game, hypothesis, self.without.as_ref(), self.workspace, self.budget)?;
            if let Some(failing) = failing {
                let near = wrong_near(&mut self.solver, self.layer, failing.position(), hypothesis);
                self.too_large |= near == Err(Halt::TooLarge);
                let (position, truth) = near?;
                self.wrong = Some((position.iter().copied().map(BigInt::from).collect(), truth));
                // Brute force may have solved a larger box for that.
                wrong = self.differences(hypothesis)?;
                if wrong.is_empty() {
                    wrong.push(position);
                }
            }
        }
        Ok(wrong.iter().map(|position| self.word(position)).collect())
    }
}
