//! Partizan games: Left and Right have moves of their own, and whoever cannot move loses. A position has one of four
//! outcomes (Conway, "On numbers and games", 1976; Berlekamp, Conway, Guy, "Winning ways", 1982).
//!
//! Two sets tell the outcomes: the positions that Left loses when she is to move, and those that Right loses. A
//! position is in the set of a player exactly when none of the player's moves leads into the set of the other. Every
//! move of either makes one measure smaller, so by induction there is one such pair, and whatever pair passes the proof
//! is it: each set is stable and absorbing with regard to the other, which [`refutation_by`] shows as it does for the
//! kernel of a game.
//!
//! The positions are solved in ever larger boxes, and what they suggest is proved ([`Found`]). Where the positions that
//! a player loses are few in the last box, those from which the other moves there are marked; where they are many, the
//! options of each position are listed up to the first that wins. Bad where the sets are automatic but their states
//! differ late: there is no learner behind the samples.

use std::collections::HashMap;
use std::sync::Arc;

use crate::automata::{Dfa, Suggestion};
use crate::budget::{Budget, Halt};
use crate::logic::Workspace;
use crate::logic::ir::Expr;
use crate::numeration::{NumerationSystem, Relation};

use super::cells::{in_order, index, place};
use super::found::Found;
use super::kernel::MOST_STATES;
use super::options::{Completions, Digits, side};
use super::proof::refutation_by;
use super::rules::{Coefficients, Game, GameError, built_over, lexicographic, stored};
use super::solver::MOST_LISTED;

/// Positions of the first box.
const FIRST_CELLS: u64 = 1_000;
/// Each box has so many times the positions of the last, or more.
const GROWTH: u64 = 4;
/// Positions of the last box, at most: half a minute for moves along lines whose options are listed.
const MOST_CELLS: u64 = 1 << 20;
/// One of so many positions of a box, or fewer, are few.
const FEW: usize = 16;
/// Positions that are solved between two polls of the clock.
const CELLS_BETWEEN_POLLS: usize = 1024;

/// The moves of two players on the same piles, whose plays are proved to be finite.
#[derive(Clone, Debug)]
pub struct Partizan {
    /// As if each player moved alone: Left, then Right. They have one measure.
    players: [Arc<Game>; 2],
}

impl Partizan {
    /// The game with the moves of Left and of Right, which are on the same piles. Where a measure was given, both have it.
    ///
    /// # Errors
    /// [`GameError`]: a limit, or that no measure was found that the moves of both decrease.
    pub fn new(players: [Game; 2], workspace: &mut Workspace, budget: &Budget) -> Result<Partizan, GameError> {
        let is_common = players[0].measure() == players[1].measure();
        let measure = if is_common { None } else { Some(common_measure(&players, workspace, budget)?) };
        let mut player = |player: Game| {
            let player = player.with_relation(workspace, budget)?;
            let measure = measure.clone().unwrap_or_else(|| player.measure().to_vec());
            Ok::<_, GameError>(Arc::new(player.with_measure(measure)))
        };
        let [left, right] = players;
        Ok(Partizan { players: [player(left)?, player(right)?] })
    }

    /// Its name.
    pub fn name(&self) -> &Arc<str> {
        self.players[0].name()
    }

    /// The names of the piles.
    pub fn pile_names(&self) -> Vec<Arc<str>> {
        self.players[0].pile_names()
    }

    /// One system a pile.
    pub fn systems(&self) -> Vec<Arc<NumerationSystem>> {
        self.players[0].systems()
    }
}

/// An order of the piles that every move of both decreases.
fn common_measure(
    players: &[Game; 2],
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Vec<Coefficients>, GameError> {
    // Each decreases its own, which the other does not if no order will do.
    let mut measures = lexicographic(players[0].piles());
    measures.extend(players.each_ref().map(|player| player.measure().to_vec()));
    let mut refused = None;
    for measure in measures {
        let mut violation = None;
        for player in players {
            violation = violation.or(player.violation(&measure, workspace, budget)?);
        }
        let Some((from, to)) = violation else { return Ok(measure) };
        refused = Some(GameError::NotDecreasing { measure: players[0].text_of(&measure), from, to });
    }
    Err(refused.unwrap_or(GameError::Endless))
}

/// The outcomes of a partizan game, with their proof done.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// The positions of each outcome, in the order of [`OUTCOMES`](crate::syntax::ast::OUTCOMES). One track a pile.
    pub classes: [Relation; 4],
    /// All positions with piles below this were solved by brute force.
    pub side: u64,
}

/// A search for outcomes that ended without a proof.
#[derive(Clone, Debug)]
pub struct NoOutcomes {
    /// Why.
    pub limit: Halt,
    /// All positions with piles below this are solved.
    pub side: u64,
    /// States that the sets of Left and Right need at least, by the last box.
    pub states: Option<[usize; 2]>,
}

impl std::fmt::Display for NoOutcomes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.limit {
            Halt::TooLarge => write!(f, "no automata fit")?,
            Halt::Limit(_) | Halt::Unsupported(_) | Halt::Contradiction => write!(f, "{}", self.limit)?,
        }
        write!(f, ", positions solved with piles below {}", self.side)?;
        match self.states {
            Some([left, right]) => write!(
                f,
                "; for the positions that Left loses moving first an automaton needs {left} states or more, for those of Right {right}"
            ),
            None => Ok(()),
        }
    }
}

/// The outcomes of a game, found and proved.
///
/// # Errors
/// What is known when a limit ends the search.
pub fn partizan_outcomes(
    game: &Partizan,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<Outcomes, Box<NoOutcomes>> {
    let mut known = NoOutcomes { limit: Halt::TooLarge, side: 0, states: None };
    match searched(game, &mut known, workspace, budget) {
        Ok(lost) => {
            let classes = classes(game, &lost, workspace, budget);
            let side = known.side;
            classes.map(|classes| Outcomes { classes, side }).map_err(|limit| Box::new(NoOutcomes { limit, ..known }))
        }
        Err(limit) => Err(Box::new(NoOutcomes { limit, ..known })),
    }
}

/// The sets of positions that Left and Right lose when they are to move.
fn searched(
    game: &Partizan,
    known: &mut NoOutcomes,
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<[Arc<Dfa>; 2], Halt> {
    let [left, right] = &game.players;
    let (system, piles) = (left.system(), left.piles());
    let mut solver = Solver::new(game, budget).ok_or(Halt::TooLarge)?;
    let mut least = FIRST_CELLS;
    for length in 1.. {
        let side = side(system, length).ok_or(Halt::TooLarge)?;
        let cells = side.checked_pow(piles as u32).filter(|&cells| cells <= MOST_CELLS).ok_or(Halt::TooLarge)?;
        if cells < least {
            continue;
        }
        least = cells.saturating_mul(GROWTH);
        solver.solve(length)?;
        known.side = side;
        let suggest = |player: usize| {
            let found = Found { piles, side, positions: solver.lost(player)? };
            found.suggestion(system, MOST_STATES, budget)
        };
        match [suggest(0)?, suggest(1)?] {
            [Suggestion::Automaton(one), Suggestion::Automaton(other)] => {
                let lost = [Arc::new(one), Arc::new(other)];
                known.states = Some([lost[0].states(), lost[1].states()]);
                if refutation_by(left, [&lost[0], &lost[1]], None, workspace, budget)?.is_none()
                    && refutation_by(right, [&lost[1], &lost[0]], None, workspace, budget)?.is_none()
                {
                    return Ok(lost);
                }
            }
            suggestions => known.states = Some(suggestions.map(|suggestion| suggestion.states())),
        }
    }
    Err(Halt::TooLarge)
}

/// The four outcomes from the two sets.
fn classes(
    game: &Partizan,
    lost: &[Arc<Dfa>; 2],
    workspace: &mut Workspace,
    budget: &Budget,
) -> Result<[Relation; 4], Halt> {
    let left = &game.players[0];
    let piles = left.position();
    let loses = [0, 1].map(|player: usize| stored("loses(%)", &lost[player], piles));
    let wins = [0, 1].map(|player: usize| Expr::negation(loses[player].clone()));
    let [left_loses, right_loses] = loses;
    let [left_wins, right_wins] = wins;
    let mut class = |one, other| -> Result<Relation, Halt> {
        let dfa = built_over(&Expr::and(vec![one, other]), piles, left.variables(), workspace, budget)?;
        Ok(Relation::from_closed(dfa, left.systems()))
    };
    Ok([
        class(left_loses.clone(), right_loses.clone())?,
        class(left_wins.clone(), right_wins.clone())?,
        class(left_wins, right_loses)?,
        class(left_loses, right_wins)?,
    ])
}

/// Brute force: whether the player to move loses.
struct Solver<'a> {
    game: &'a Partizan,
    /// The moves of Left and Right, the position in front.
    forward: [Completions; 2],
    /// These with the option in front.
    backward: [Completions; 2],
    /// Whether the positions that Left and Right lose are few, so that what leads there is marked.
    marks: [bool; 2],
    lead: usize,
    digits: Digits,
    /// All positions with piles below this are known.
    side: u64,
    /// For Left and Right the cells of that box.
    cells: [Vec<Known>; 2],
    /// Positions beyond it that were met.
    beyond: [HashMap<Vec<u64>, bool>; 2],
    budget: &'a Budget,
}

/// What is known of the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Open,
    Wins,
    Loses,
}

impl<'a> Solver<'a> {
    /// A solver; `None` if the moves of a player are no automaton.
    fn new(game: &'a Partizan, budget: &'a Budget) -> Option<Solver<'a>> {
        let positions: Vec<usize> = (0..game.players[0].piles()).collect();
        let relations = [game.players[0].relation()?, game.players[1].relation()?];
        let forward = relations.map(|relation| Completions::new(relation, &positions));
        let options: Vec<usize> = positions.iter().map(|pile| positions.len() + pile).collect();
        let backward = relations.map(|relation| Completions::new(relation, &options));
        let lead = game.players.iter().map(|player| player.lead()).max().unwrap_or(0);
        let digits = Digits::new(game.players[0].system(), 0, 1).expect("zero has no digits");
        let (cells, beyond) = Default::default();
        Some(Solver { game, forward, backward, marks: [false; 2], lead, digits, side: 0, cells, beyond, budget })
    }

    /// Solves all positions with piles of at most `length` digits.
    fn solve(&mut self, length: usize) -> Result<(), Halt> {
        let game = &self.game.players[0];
        let system = game.system();
        self.side = side(system, length).ok_or(Halt::TooLarge)?;
        self.digits = Digits::new(system, length + self.lead, MOST_LISTED).ok_or(Halt::TooLarge)?;
        let cells = self.side.pow(game.piles() as u32) as usize;
        self.budget.check_room(2 * cells)?;
        self.marks = [0, 1].map(|player: usize| self.are_few(player));
        self.cells = [0, 1].map(|_: usize| vec![Known::Open; cells]);
        let mut position = vec![0; game.piles()];
        for (done, cell) in in_order(game, self.side, self.budget)?.into_iter().enumerate() {
            if done % CELLS_BETWEEN_POLLS == 0 {
                self.budget.check(self.beyond[0].len() + self.beyond[1].len())?;
            }
            place(cell as usize, self.side, &mut position);
            for player in [0, 1] {
                if self.loses(player, &position)? && self.marks[player] {
                    self.mark(1 - player, &position);
                }
            }
        }
        Ok(())
    }

    /// Whether a player loses few positions of the last box, and no move leads to larger piles, which a box would not show.
    fn are_few(&self, player: usize) -> bool {
        let lost = self.cells[player].iter().filter(|&&known| known == Known::Loses).count();
        let is_box = self.game.players.iter().all(|player| player.is_bounded());
        is_box && !self.cells[player].is_empty() && FEW * lost < self.cells[player].len()
    }

    /// A player wins wherever a move leads to this position.
    fn mark(&mut self, player: usize, position: &[u64]) {
        let (cells, side) = (&mut self.cells[player], self.side);
        self.backward[player].each(position, &self.digits, &mut |before| {
            if before.iter().all(|&pile| pile < side) {
                cells[index(before, side)] = Known::Wins;
            }
            true
        });
    }

    /// Whether the player to move is known to lose.
    fn known(&self, player: usize, position: &[u64]) -> Option<bool> {
        if position.iter().any(|&pile| pile >= self.side) {
            return self.beyond[player].get(position).copied();
        }
        match self.cells[player][index(position, self.side)] {
            Known::Open => None,
            known => Some(known == Known::Loses),
        }
    }

    /// Whether a player loses who is to move. Options inside the box are known before their position; those beyond are
    /// followed.
    fn loses(&mut self, player: usize, position: &[u64]) -> Result<bool, Halt> {
        if let Some(known) = self.known(player, position) {
            return Ok(known);
        }
        if self.marks[1 - player] {
            self.cells[player][index(position, self.side)] = Known::Loses;
            return Ok(true);
        }
        let (mut is_won, mut open) = (false, Vec::new());
        // An option has no more digits than were tabulated for the box, except beyond it.
        if position.iter().any(|&pile| pile >= self.side) {
            self.tabulate(position)?;
        }
        self.forward[player].each(position, &self.digits, &mut |option| {
            match self.known(1 - player, option) {
                Some(loses) => is_won = loses,
                None => open.push(option.to_vec()),
            }
            !is_won
        });
        for option in open {
            self.budget.check_now()?;
            is_won = is_won || self.loses(1 - player, &option)?;
        }
        if position.iter().any(|&pile| pile >= self.side) {
            if self.beyond[player].len() as u64 > MOST_CELLS {
                return Err(Halt::TooLarge);
            }
            self.beyond[player].insert(position.to_vec(), !is_won);
        } else {
            let known = if is_won { Known::Wins } else { Known::Loses };
            self.cells[player][index(position, self.side)] = known;
        }
        Ok(!is_won)
    }

    /// Makes room for the digits of all options of a position beyond the box.
    fn tabulate(&mut self, position: &[u64]) -> Result<(), Halt> {
        let system = self.game.players[0].system();
        let largest = position.iter().copied().max().unwrap_or(0);
        let length =
            (0..).find(|&length| side(system, length).is_none_or(|side| side > largest)).expect("weights grow");
        if self.digits.length < length + self.lead {
            self.digits = Digits::new(system, length + self.lead, MOST_LISTED).ok_or(Halt::TooLarge)?;
        }
        Ok(())
    }

    /// The positions of the box that a player loses who is to move.
    fn lost(&self, player: usize) -> Result<Vec<Vec<u64>>, Halt> {
        let piles = self.game.players[0].piles();
        let lost = || self.cells[player].iter().enumerate().filter(|&(_, &known)| known == Known::Loses);
        self.budget.check_room(lost().count() * (size_of::<Vec<u64>>() + piles * size_of::<u64>()))?;
        let position = |(cell, _)| {
            let mut position = vec![0; piles];
            place(cell, self.side, &mut position);
            position
        };
        Ok(lost().map(position).collect())
    }
}
