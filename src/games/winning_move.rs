//! Winning moves: options in the kernel, digit by digit.
//!
//! The digits of the position are put into the automaton of the moves, which runs beside the kernel on the digits of the
//! option and is explored as far as these digits reach. One layer of pairs of states a digit, walked back from the end.
//! Costs the pairs of a layer, a few as a rule, times the digits.

use rustc_hash::FxHashMap;

use crate::automata::{Bound, Dfa, Edge, LazyAutomaton, Letter, Slot, State};
use crate::budget::{Budget, Halt};

/// The digits of options in the kernel, pile by pile, of at most `most` of them; none twice in the same digits. An option
/// may have more digits than its position.
///
/// `slots`: the fields of `moves`, first those of the piles of a position, then those of its option, which are the
/// layout of `kernel`. `words`: the digits of each pile, all of one length.
///
/// # Errors
/// The limit that was passed.
pub(super) fn winning_moves(
    moves: &mut dyn LazyAutomaton,
    slots: &[Slot],
    kernel: &Dfa,
    words: &[Vec<u32>],
    most: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Vec<u32>>>, Halt> {
    let own = kernel.layout().slots();
    debug_assert!(slots[words.len()..].iter().eq(own));
    let Some(start) = moves.start(budget)? else { return Ok(Vec::new()) };
    let option_bits = own.iter().map(|slot| slot.mask()).collect();
    let position_bits = slots[..words.len()].iter().map(|slot| slot.mask()).collect();
    let mut rows = Rows { moves, position_bits, heads: Vec::new(), known: Vec::new(), edges: Vec::new() };

    let mut history = History::default();
    let mut into: Vec<Vec<(usize, Letter)>> = vec![Vec::new()];
    let mut layer: Vec<(State, State)> = vec![(start, State::START)];
    let mut places: FxHashMap<(State, State), usize> = layer.iter().copied().zip([0]).collect();
    // Digits of an option before those of the position: the first layer grows while it is gone through.
    let mut next = 0;
    let zeros = rows.head(Letter::ZERO);
    while next < layer.len() {
        extend(&mut rows, kernel, option_bits, layer[next], zeros, budget, &mut |pair, letter| {
            let place = *places.entry(pair).or_insert_with(|| {
                layer.push(pair);
                into.push(Vec::new());
                into.len() - 1
            });
            into[place].push((next, letter));
        })?;
        next += 1;
    }
    history.push(&into);
    let leading = layer.len();
    let mut first = 0;
    for i in 0..words[0].len() {
        let digits = words.iter().zip(slots).map(|(word, slot)| slot.place(word[i])).collect();
        let head = rows.head(digits);
        places.clear();
        into.clear();
        let mut found = Vec::with_capacity(layer.len());
        for (from, &pair) in (first..).zip(&layer) {
            extend(&mut rows, kernel, option_bits, pair, head, budget, &mut |pair, letter| {
                let place = *places.entry(pair).or_insert_with(|| {
                    found.push(pair);
                    into.push(Vec::new());
                    into.len() - 1
                });
                into[place].push((from, letter));
            })?;
        }
        history.push(&into);
        first += layer.len();
        layer = found;
    }
    let accepts = |(_, (q, k)): &(usize, &(State, State))| rows.moves.accepts(*q) && kernel.accepting()[*k];
    let ends: Vec<usize> = (first..).zip(&layer).filter(accepts).map(|(place, _)| place).collect();
    let mut found = Vec::new();
    for end in ends {
        back(&history, leading, end, most, budget, &mut found)?;
    }
    let digits = |letters: &Vec<Letter>, slot: &Slot| letters.iter().map(|&letter| slot.digit(letter)).collect();
    Ok(found.iter().map(|letters| own.iter().map(|slot| digits(letters, slot)).collect()).collect())
}

/// Every pair found, layer after layer: the pairs it came from, each with the letter of the option.
#[derive(Default)]
struct History {
    edges: Vec<(usize, Letter)>,
    /// Of each pair, the end of its edges.
    ends: Vec<usize>,
}

impl History {
    /// A layer, pair by pair.
    fn push(&mut self, into: &[Vec<(usize, Letter)>]) {
        for edges in into {
            self.edges.extend(edges);
            self.ends.push(self.edges.len());
        }
    }

    fn of(&self, place: usize) -> &[(usize, Letter)] {
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[begin..self.ends[place]]
    }
}

/// Adds the ways from the start to a pair, until there are `most`. Among the first `leading` pairs, which may lie on
/// cycles, none is passed twice: only zeros lead round such a cycle to an option, for its options are finitely many.
fn back(
    history: &History,
    leading: usize,
    end: usize,
    most: usize,
    budget: &Budget,
    found: &mut Vec<Vec<Letter>>,
) -> Result<(), Halt> {
    let mut path: Vec<(usize, usize)> = vec![(end, 0)];
    let mut steps = 0usize;
    while let Some(&(place, next)) = path.last() {
        if found.len() >= most {
            return Ok(());
        }
        steps += 1;
        if steps.is_multiple_of(4096) {
            budget.check_now()?;
        }
        if place == 0 || next == history.of(place).len() {
            if place == 0 {
                // Each pair but the last is entered from the one behind it on the path, by the edge taken there.
                let letters = path.iter().rev().skip(1).map(|&(at, taken)| history.of(at)[taken - 1].1);
                found.push(letters.collect());
            }
            path.pop();
            continue;
        }
        path.last_mut().expect("there is one").1 += 1;
        let from = history.of(place)[next].0;
        if from >= leading || !path.iter().rev().take_while(|(at, _)| *at < leading).any(|(at, _)| *at == from) {
            path.push((from, 0));
        }
    }
    Ok(())
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
