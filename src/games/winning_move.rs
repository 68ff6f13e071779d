//! A winning move: an option in the kernel, digit by digit.
//!
//! The digits of the position are put into the automaton of the moves, which runs beside the kernel on the digits of the
//! option and is explored as far as these digits reach. One layer of pairs of states a digit, walked back from the end.
//! Costs the pairs of a layer, a few as a rule, times the digits.

use rustc_hash::FxHashSet;

use crate::automata::{Bound, Dfa, Edge, LazyAutomaton, Letter, Slot, State};
use crate::budget::{Budget, Halt};

/// The digits of an option in the kernel, pile by pile; `None` if there is none. An option may have more digits than its
/// position.
///
/// `slots`: the fields of `moves`, first those of the piles of a position, then those of its option, which are the
/// layout of `kernel`. `words`: the digits of each pile, all of one length.
///
/// # Errors
/// The limit that was passed.
pub(super) fn winning_move(
    moves: &mut dyn LazyAutomaton,
    slots: &[Slot],
    kernel: &Dfa,
    words: &[Vec<u32>],
    budget: &Budget,
) -> Result<Option<Vec<Vec<u32>>>, Halt> {
    let own = kernel.layout().slots();
    debug_assert!(slots[words.len()..].iter().eq(own));
    let Some(start) = moves.start(budget)? else { return Ok(None) };
    let option_bits = own.iter().map(|slot| slot.mask()).collect();
    let position_bits = slots[..words.len()].iter().map(|slot| slot.mask()).collect();
    let mut rows = Rows { moves, position_bits, heads: Vec::new(), known: Vec::new(), edges: Vec::new() };

    // Every pair found, layer after layer: which pair it came from, and the letter of the option.
    let mut history: Vec<(u32, Letter)> = vec![(0, Letter::ZERO)];
    let mut layer: Vec<(State, State)> = vec![(start, State::START)];
    let mut seen: FxHashSet<(State, State)> = layer.iter().copied().collect();
    // Digits of an option before those of the position: the first layer grows while it is gone through.
    let mut next = 0;
    let zeros = rows.head(Letter::ZERO);
    while next < layer.len() {
        extend(&mut rows, kernel, option_bits, layer[next], zeros, budget, &mut |pair, letter| {
            if seen.insert(pair) {
                layer.push(pair);
                history.push((next as u32, letter));
            }
        })?;
        next += 1;
    }
    let mut first = 0;
    for i in 0..words[0].len() {
        let digits = words.iter().zip(slots).map(|(word, slot)| slot.place(word[i])).collect();
        let head = rows.head(digits);
        seen.clear();
        let mut found = Vec::with_capacity(layer.len());
        for (from, &pair) in (first..).zip(&layer) {
            extend(&mut rows, kernel, option_bits, pair, head, budget, &mut |pair, letter| {
                if seen.insert(pair) {
                    found.push(pair);
                    history.push((from, letter));
                }
            })?;
        }
        first += layer.len() as u32;
        layer = found;
    }
    let accepts = |&(q, k): &(State, State)| rows.moves.accepts(q) && kernel.accepting()[k];
    let Some(place) = layer.iter().position(accepts) else { return Ok(None) };
    let mut at = first + place as u32;
    let mut letters: Vec<Letter> = Vec::with_capacity(words[0].len());
    while at != 0 {
        let (from, letter) = history[at as usize];
        letters.push(letter);
        at = from;
    }
    letters.reverse();
    let digits = |slot: &Slot| letters.iter().map(|&letter| slot.digit(letter)).collect();
    Ok(Some(own.iter().map(digits).collect()))
}

/// Every pair after these digits of the position, with the letter of the option.
fn extend(
    rows: &mut Rows,
    kernel: &Dfa,
    option_bits: Letter,
    (q, k): (State, State),
    head: usize,
    budget: &Budget,
    found: &mut impl FnMut((State, State), Letter),
) -> Result<(), Halt> {
    for &(letter, target) in rows.of(q, head, budget)? {
        let letter = letter & option_bits;
        if let Some(k) = kernel.transitions().step(k, letter) {
            found((target, k), letter);
        }
    }
    Ok(())
}

/// The moves, each row of which is found once for each tuple of digits of the position.
struct Rows<'a> {
    moves: &'a mut dyn LazyAutomaton,
    position_bits: Letter,
    /// The tuples of digits met so far.
    heads: Vec<Letter>,
    /// For each of them and each state, where the row stands in `edges`.
    known: Vec<Vec<Option<(u32, u32)>>>,
    edges: Vec<Edge>,
}

impl Rows<'_> {
    /// The number of a tuple of digits.
    fn head(&mut self, digits: Letter) -> usize {
        self.heads.iter().position(|&known| known == digits).unwrap_or_else(|| {
            self.heads.push(digits);
            self.known.push(Vec::new());
            self.heads.len() - 1
        })
    }

    fn of(&mut self, state: State, head: usize, budget: &Budget) -> Result<&[Edge], Halt> {
        let known = &mut self.known[head];
        let place = state.index();
        if known.len() <= place {
            known.resize(place + 1, None);
        }
        let (from, to) = match known[place] {
            Some(row) => row,
            None => {
                let from = self.edges.len() as u32;
                let bound = Bound { letter: self.heads[head], mask: self.position_bits };
                self.moves.transitions(state, bound, &mut self.edges, budget)?;
                *known[place].insert((from, self.edges.len() as u32))
            }
        };
        Ok(&self.edges[from as usize..to as usize])
    }
}
