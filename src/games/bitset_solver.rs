//! Brute force for large piles: the positions of small value of a game on two piles whose moves are mostly lines.
//!
//! A P-position rules out lines: no later position in its row, its column or on its diagonal is another. Sum by sum, 64
//! positions are looked at together: the dead rows, columns and diagonals are sets of bits. In Splithoff each
//! P-position (u, v) also rules out the diagonal p - q = u + v, and in similar games diagonals near it: the prover
//! decides which, for positions some distance from the edge. Other moves are listed from their automaton. The positions
//! of value g are the P-positions of what is left without those of smaller value.
//!
//! O(n^2 / 64) for piles below n, and O(n) where, as in Wythoff's game, the first rows, the first columns and the
//! diagonals about the middle die without a gap and little is left beside them. Bad for games with few lines.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt};
use crate::logic::ir::{Expr, ExprRef, Var};
use crate::logic::{Engine, Workspace};
use crate::numeration::{Compare, Relation};

use super::killed::Killed;
use super::lines::{Lines, on_line};
use super::moves::Moves;
use super::options::{Completions, Digits, side};
use super::rules::{Game, built_over, linear, stored};

/// Piles that are looked at, at most.
const LARGEST: u64 = 1 << 18;
/// Piles that are looked at in games with moves that are listed, at most.
const LARGEST_LISTED: u64 = 1 << 18;
/// Words of 64 positions that are looked at for one value, at most: some ten seconds.
const MOST_WORDS: u64 = 1 << 32;
/// Terminal positions that are listed, at most.
const MOST_TERMINAL: usize = 10_000;
/// Offsets of the diagonals of the other direction that a position may kill, at most.
const LARGEST_OFFSET: i64 = 3;
/// Offsets of the diagonals of its own direction, which are tried as long as one on either side is killed.
const LARGEST_SHIFT: i64 = 64;
/// A position that kills more positions than so many rows have is one of many that kill whole regions.
const MANY_ROWS: u64 = 8;
/// Positions with a pile below this see only lines.
const EDGE: u64 = 4;
/// Positions that other moves may kill, at most.
const MOST_OTHERS: usize = 1 << 24;
/// Positions of which it is asked whether one kills them, at most: some ten seconds.
const MOST_TESTS: u64 = 1 << 27;

/// The positions of value 0, .., `upto` with piles below a bound.
#[derive(Debug)]
pub(super) struct BitsetSolver {
    game: Arc<Game>,
    row: bool,
    column: bool,
    diagonal: bool,
    /// (sign, offset): a P-position (u, v) kills p - q = sign (u + v) + offset.
    sums: Vec<(i64, i64)>,
    /// Offsets other than 0: it kills p - q = u - v + offset where the sum is larger by the offset at least. On the way
    /// there one pile of the two is smaller than its own.
    shifted: Vec<i64>,
    rest: Completions,
    /// The terminal positions; in misere play all without a move.
    terminal: Vec<(u64, u64)>,
    side: u64,
    /// Piles below this were too much.
    refused: u64,
    found: FxHashMap<(u32, u32), u8>,
    upto: u8,
}

impl BitsetSolver {
    /// A solver, if the game is of the kind.
    pub fn new(
        game: &Arc<Game>,
        upto: u8,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Option<BitsetSolver>, Halt> {
        let adds_up = game.measure() == [vec![(0, 1), (1, 1)]];
        if game.piles() != 2 || !game.is_bounded() || game.block() != 1 || !adds_up {
            return Ok(None);
        }
        let Some(terminal) = terminal(game) else { return Ok(None) };
        let parts = Lines::new(game, workspace, budget)?;
        let has = |line: &[usize]| parts.lines.iter().any(|known| known == line);
        let (row, column, diagonal) = (has(&[1]), has(&[0]), has(&[0, 1]));
        if !row && !column {
            // Without lines every second position may be one.
            return Ok(None);
        }
        let mut far = BitsetSolver {
            game: game.clone(),
            row,
            column,
            diagonal,
            sums: Vec::new(),
            shifted: Vec::new(),
            rest: Completions::new(&parts.rest, &[2, 3]),
            terminal,
            side: 0,
            refused: u64::MAX,
            found: FxHashMap::default(),
            upto,
        };
        if !far.rest.is_empty() {
            let rest = far.take_diagonals(&parts, workspace, budget)?;
            far.rest = Completions::new(&rest, &[2, 3]);
        }
        Ok(Some(far))
    }

    /// Finds the diagonals that a position kills, and gives the moves beside them.
    fn take_diagonals(&mut self, parts: &Lines, workspace: &mut Workspace, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        let game = self.game.clone();
        let (position, option) = (game.position(), game.option());
        let inside = |&var: &Var| linear(vec![(var, -1)], Compare::Less, 1 - EDGE as i64);
        // The sum falls by at least so much.
        let falls = |least: i64| {
            let terms = vec![(option[0], 1), (option[1], 1), (position[0], -1), (position[1], -1)];
            linear(terms, Compare::Less, 1 - least)
        };
        let all: Vec<Var> = position.iter().chain(option).copied().collect();
        let moves = stored("moves(%)", game.relation().ok_or(Halt::TooLarge)?, &all);
        let mut kills = |k: [i64; 2], offset: i64, least: i64| -> Result<Option<ExprRef>, Halt> {
            let equal = linear(
                vec![(position[0], 1), (position[1], -1), (option[0], -k[0]), (option[1], -k[1])],
                Compare::Equal,
                offset,
            );
            let mut family = vec![equal, falls(least)];
            family.extend(position.iter().map(inside));
            let mut missing = family.clone();
            missing.push(Expr::negation(moves.clone()));
            if let Some(terminal) = game.terminal() {
                missing.push(Expr::negation(stored("terminal(%)", terminal, position)));
            }
            let mut engine = Engine::new(workspace, game.variables(), budget);
            let fails = engine.search(&all, &engine.prepare(&Expr::and(missing), true))?.is_some();
            Ok((!fails).then(|| Expr::and(family)))
        };
        let mut families = Vec::new();
        for offset in -LARGEST_OFFSET..=LARGEST_OFFSET {
            for sign in [1, -1] {
                if let Some(family) = kills([sign, sign], offset, 1)? {
                    self.sums.push((sign, offset));
                    families.push(family);
                }
            }
        }
        for offset in 1..=LARGEST_SHIFT {
            let before = families.len();
            for offset in [offset, -offset] {
                if let Some(family) = kills([1, -1], offset, offset.abs())? {
                    self.shifted.push(offset);
                    families.push(family);
                }
            }
            if families.len() == before {
                break;
            }
        }
        let mut rest = vec![moves];
        rest.extend(parts.lines.iter().map(|line| Expr::negation(on_line(&game, line))));
        rest.extend(families.into_iter().map(Expr::negation));
        built_over(&Expr::and(rest), &all, game.variables(), workspace, budget)
    }

    /// All positions with piles below this are known.
    pub fn side(&self) -> u64 {
        self.side
    }

    /// The positions of this value found so far.
    pub fn found(&self, value: u8) -> impl Iterator<Item = [u64; 2]> + '_ {
        self.found.iter().filter(move |entry| *entry.1 == value).map(|(&(p, q), _)| [p.into(), q.into()])
    }

    /// The value of a position if it is at most `upto`.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] if it is too large for brute force.
    pub fn value(&mut self, position: &[u64], budget: &Budget) -> Result<Option<u8>, Halt> {
        let largest = position[0].max(position[1]);
        if largest >= self.side {
            self.reach(largest, budget)?;
        }
        Ok(self.found.get(&(position[0] as u32, position[1] as u32)).copied())
    }

    /// Finds the positions with piles up to `largest` at least.
    ///
    /// # Errors
    /// As [`BitsetSolver::value`].
    pub fn reach(&mut self, largest: u64, budget: &Budget) -> Result<(), Halt> {
        let system = self.game.system();
        let length =
            (0..).find(|&length| side(system, length).is_none_or(|side| side > largest)).expect("weights grow");
        let largest = if self.rest.is_empty() { LARGEST } else { LARGEST_LISTED };
        let n = side(system, length).filter(|&side| side <= largest && side < self.refused).ok_or(Halt::TooLarge)?;
        let digits = match self.rest.is_empty() {
            true => None,
            false => Some(Digits::new(system, length, largest).ok_or(Halt::TooLarge)?),
        };
        let mut found = FxHashMap::default();
        for layer in 0..=self.upto {
            let swept = self.sweep(layer, n, digits.as_ref(), &mut found, budget);
            if swept == Err(Halt::TooLarge) {
                self.refused = n;
            }
            swept?;
        }
        self.side = n;
        self.found = found;
        Ok(())
    }

    /// Finds the positions of one value among those without one.
    fn sweep(
        &self,
        layer: u8,
        n: u64,
        digits: Option<&Digits>,
        found: &mut FxHashMap<(u32, u32), u8>,
        budget: &Budget,
    ) -> Result<(), Halt> {
        let mut dead = Dead::new(n);
        let mut others = Killed::new(if digits.is_some() { n } else { 0 }, budget)?;
        // Where positions kill whole regions it is asked of each that is left whether one does.
        let mut regions: Option<Regions<'_>> = None;
        let mut is_first = true;
        let mut terminal = self.terminal.iter().filter(|_| layer == 0).peekable();
        let mut alive = Vec::new();
        // Diagonals that die later, by the sum from which on they are dead.
        let mut due: Vec<Vec<i64>> = vec![Vec::new(); LARGEST_SHIFT as usize + 1];
        for sum in 0..2 * n - 1 {
            if sum % 64 == 0 {
                budget.check_now()?;
            }
            for difference in due[sum as usize % (LARGEST_SHIFT as usize + 1)].drain(..) {
                dead.diagonal(difference, false);
            }
            alive.clear();
            dead.survivors(sum, &mut alive);
            let cell = |p: u64| (p as u32, (sum - p) as u32);
            alive.retain(|&p| !others.contains(cell(p)) && (layer == 0 || !found.contains_key(&cell(p))));
            if let Some(regions) = &mut regions {
                regions.tests += alive.len() as u64;
                alive.retain(|&p| p >= n || sum - p >= n || !regions.kill([p, sum - p]));
            }
            while let Some((p, _)) = terminal.next_if(|(p, q)| p + q <= sum) {
                // Without a move, a position is lost in normal play and won in misere play.
                if self.game.is_misere() {
                    alive.retain(|alive| alive != p);
                } else if !alive.contains(p) {
                    alive.push(*p);
                }
            }
            for &p in &alive {
                let q = sum - p;
                if p >= n || q >= n {
                    continue;
                }
                found.insert((p as u32, q as u32), layer);
                self.kill(&mut dead, p, q);
                for &offset in &self.shifted {
                    let from = (sum + offset.unsigned_abs()) as usize % (LARGEST_SHIFT as usize + 1);
                    due[from].push(p as i64 - q as i64 + offset);
                }
                if let Some(regions) = &mut regions {
                    regions.found.push([p, q]);
                } else if let Some(digits) = digits {
                    if std::mem::take(&mut is_first) && self.kills_more(&[p, q], digits, MANY_ROWS * n) {
                        let moves = Moves::new(&self.rest, digits, budget)?;
                        regions = Some(Regions { moves, found: vec![[p, q]], last: 0, tests: 0 });
                        continue;
                    }
                    let mut inserted = Ok(());
                    self.rest.each(&[p, q], digits, &mut |before| {
                        inserted = others.insert((before[0] as u32, before[1] as u32), budget);
                        inserted.is_ok() && others.len() < MOST_OTHERS
                    });
                    inserted?;
                }
            }
            let is_slow = regions.as_ref().is_some_and(|regions| regions.tests > MOST_TESTS);
            if others.len() >= MOST_OTHERS || dead.words > MOST_WORDS || is_slow {
                return Err(Halt::TooLarge);
            }
        }
        Ok(())
    }

    /// Whether a position kills more than so many others by moves of no common kind.
    fn kills_more(&self, position: &[u64], digits: &Digits, most: u64) -> bool {
        let mut count = 0;
        self.rest.each(position, digits, &mut |_| {
            count += 1;
            count <= most
        });
        count > most
    }

    fn kill(&self, dead: &mut Dead, u: u64, v: u64) {
        if self.row {
            dead.row(u);
        }
        if self.column {
            dead.column(v);
        }
        let (u, v) = (u as i64, v as i64);
        if self.diagonal {
            dead.diagonal(u - v, true);
        }
        for &(sign, offset) in &self.sums {
            dead.diagonal(sign * (u + v) + offset, false);
        }
    }
}

/// The positions that kill whole regions.
struct Regions<'a> {
    moves: Moves<'a>,
    found: Vec<[u64; 2]>,
    /// The one that killed last.
    last: usize,
    /// Positions of which it was asked whether they are killed.
    tests: u64,
}

impl Regions<'_> {
    /// Whether one of the positions kills this one. Those found after and before the one that killed last are tried in
    /// turn, since neighbours are mostly killed by the same or by neighbours.
    fn kill(&mut self, [p, q]: [u64; 2]) -> bool {
        let count = self.found.len();
        let near = (0..count).flat_map(|step| [self.last.checked_add(step), self.last.checked_sub(step + 1)]);
        let mut near = near.flatten().filter(|&at| at < count);
        let killer = near.find(|&at| {
            let [u, v] = self.found[at];
            self.moves.relate([u, v, p, q])
        });
        self.last = killer.unwrap_or(self.last);
        killer.is_some()
    }
}

/// The terminal positions by their sum, in misere play all without a move; `None` if they are too many.
fn terminal(game: &Game) -> Option<Vec<(u64, u64)>> {
    let Some(dfa) = game.ends().or(game.terminal()) else { return Some(Vec::new()) };
    let first = Relation::from_closed(dfa.clone(), game.systems()).first(MOST_TERMINAL);
    if first.len() == MOST_TERMINAL {
        return None;
    }
    let mut positions: Vec<(u64, u64)> = Vec::new();
    for tuple in first {
        positions.push((u64::try_from(&tuple[0]).ok()?, u64::try_from(&tuple[1]).ok()?));
    }
    positions.sort_by_key(|(p, q)| (p + q, *p));
    Some(positions)
}

/// Dead rows, columns and diagonals of an n x n board.
struct Dead {
    n: i64,
    rows: Vec<u64>,
    /// By n - 1 - q, so that they run along a sum as rows do.
    columns: Vec<u64>,
    /// By (p - q + n) / 2, even and odd ones apart; those that kill everywhere.
    everywhere: [Vec<u64>; 2],
    /// The diagonals that are dead away from the edge, those of `everywhere` among them.
    inside: [Vec<u64>; 2],
    /// The first rows, as many as this, are dead.
    first_rows: i64,
    first_columns: i64,
    /// So are away from the edge the diagonals p - q = 0, .., up to before this one, ..
    above: i64,
    /// .. and q - p = 0, .. up to before this one.
    below: i64,
    /// Words of 64 positions that were looked at.
    words: u64,
}

impl Dead {
    fn new(n: u64) -> Dead {
        let words = n as usize / 64 + 3;
        let none = || vec![0u64; words];
        Dead {
            n: n as i64,
            rows: none(),
            columns: none(),
            everywhere: [none(), none()],
            inside: [none(), none()],
            first_rows: 0,
            first_columns: 0,
            above: 0,
            below: 0,
            words: 0,
        }
    }

    fn row(&mut self, p: u64) {
        set(&mut self.rows, p as i64);
    }

    fn column(&mut self, q: u64) {
        set(&mut self.columns, self.n - 1 - q as i64);
    }

    fn diagonal(&mut self, difference: i64, everywhere: bool) {
        let at = difference + self.n;
        if !(0..=2 * self.n).contains(&at) {
            return;
        }
        let parity = (at & 1) as usize;
        set(&mut self.inside[parity], at >> 1);
        if everywhere {
            set(&mut self.everywhere[parity], at >> 1);
        }
    }

    /// Moves the frontiers past what has died since. What is dead stays so, so that all steps together are O(n).
    fn advance(&mut self) {
        let n = self.n;
        let is_dead = |difference: i64, n: i64, inside: &[Vec<u64>; 2]| {
            let at = difference + n;
            is_set(&inside[(at & 1) as usize], at >> 1)
        };
        while self.first_rows < n && is_set(&self.rows, self.first_rows) {
            self.first_rows += 1;
        }
        while self.first_columns < n && is_set(&self.columns, n - 1 - self.first_columns) {
            self.first_columns += 1;
        }
        while self.above < n && is_dead(self.above, n, &self.inside) {
            self.above += 1;
        }
        while self.below < n && is_dead(-self.below, n, &self.inside) {
            self.below += 1;
        }
    }

    /// Every p such that (p, sum - p) is on no dead line.
    fn survivors(&mut self, sum: u64, out: &mut Vec<u64>) {
        self.advance();
        let (n, sum) = (self.n, sum as i64);
        let low = (sum - n + 1).max(self.first_rows);
        let high = sum.min(n - 1).min(sum - self.first_columns);
        // Between the two, away from the edge, p - q = 2 p - sum is a difference that is dead.
        let edge = EDGE as i64;
        let lower = high.min((sum - self.below).div_euclid(2).max(edge - 1));
        let upper = low.max((sum + self.above + 1).div_euclid(2).min(sum - edge + 1)).max(lower + 1);
        self.survivors_between(low, lower, sum, out);
        self.survivors_between(upper, high, sum, out);
    }

    /// Every p from `low` to `high` such that (p, sum - p) is on no dead line; at both ends the piles are from 0 to
    /// below n.
    fn survivors_between(&mut self, low: i64, high: i64, sum: i64, out: &mut Vec<u64>) {
        if low > high {
            return;
        }
        let n = self.n;
        let (column, parity, diagonal) = (n - 1 - sum, ((n - sum) & 1) as usize, (n - sum) >> 1);
        let edge = EDGE as i64;
        let is_edge = |p: i64| p < edge || sum - p < edge;
        self.words += ((high >> 6) - (low >> 6) + 1) as u64;
        for word in (low >> 6)..=(high >> 6) {
            let p = word << 6;
            let lines = self.rows[word as usize] | window(&self.columns, p + column);
            let mut open = !(lines | window(&self.everywhere[parity], p + diagonal));
            if p < low {
                open &= u64::MAX << (low - p);
            }
            if high - p < 63 {
                open &= (1 << (high - p + 1)) - 1;
            }
            let inside = window(&self.inside[parity], p + diagonal);
            if !is_edge(p) && !is_edge(p + 63) {
                open &= !inside;
            }
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let p = p + i64::from(bit);
                if inside >> bit & 1 == 0 || is_edge(p) {
                    out.push(p as u64);
                }
            }
        }
    }
}

fn set(bits: &mut [u64], at: i64) {
    bits[(at >> 6) as usize] |= 1 << (at & 63);
}

fn is_set(bits: &[u64], at: i64) -> bool {
    bits[(at >> 6) as usize] >> (at & 63) & 1 == 1
}

/// The 64 bits from `at` on, zero outside.
fn window(bits: &[u64], at: i64) -> u64 {
    let word = |index: i64| usize::try_from(index).ok().and_then(|index| bits.get(index)).copied().unwrap_or(0);
    let (index, shift) = (at >> 6, at & 63);
    match shift {
        0 => word(index),
        _ => word(index) >> shift | word(index + 1) << (64 - shift),
    }
}
