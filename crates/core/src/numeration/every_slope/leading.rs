//! What further quotients of a slope change: blocks in front of a word, in which every number has the digit 0.
//!
//! A slope is a word of quotients without end, and its numbers are those of its finite parts: more quotients in front leave the
//! digits of a number as they are, with zeros before them. These are the questions about relations between a slope and numbers
//! of it that statements about slopes come to. The relation is the minimal automaton of tuples of one shape, as
//! [`numbers`](super::numbers) accepts them; `slope` is the track of the slope.

use std::collections::{BTreeSet, HashSet};

use num_bigint::BigUint;

use super::{CLOSE, LETTERS};
use crate::automata::{Dfa, Interner, Layout, Letter, State, unfold};
use crate::budget::{Budget, Halt};

/// The relation of parts that go on with so many quotients 1: what it says of them beyond their ends.
///
/// # Errors
/// The limit that was passed.
pub fn ahead(dfa: &Dfa, slope: usize, quotients: usize, budget: &Budget) -> Result<Dfa, Halt> {
    let block = [bit(dfa.layout(), slope, 1), close(dfa.layout())];
    let Some(start) = dfa.run(State::START, block.repeat(quotients)) else {
        return Ok(Dfa::empty(dfa.layout().clone()));
    };
    if start == State::START {
        return Ok(dfa.clone());
    }
    let order = dfa.transitions().reachable([start]);
    let mut number = vec![None; dfa.states()];
    order.iter().enumerate().for_each(|(place, &q)| number[q] = Some(State::new(place)));
    let accepting = order.iter().map(|&q| dfa.accepting()[q]).collect();
    let transitions = dfa.transitions().renumbered(&order, &number);
    Dfa::new(dfa.layout().clone(), transitions, accepting).minimize_within(budget)
}

/// How many zeros settle a relation: a tuple of numbers with that many in front is in the relation iff it is with any further
/// quotients. `None` if that depends on quotients however far they are.
///
/// # Errors
/// The limit that was passed.
pub fn settled(dfa: &Dfa, slope: usize, budget: &Budget) -> Result<Option<usize>, Halt> {
    // The states behind some blocks, and behind the last of them alone, where they differ.
    let start = Some(State::START);
    let mut pairs: BTreeSet<Pair> = behind_any(dfa, slope).into_iter().map(|state| [start, state]).collect();
    let mut before = HashSet::new();
    for zeros in 0.. {
        pairs.retain(|pair| pair[0] != pair[1]);
        if pairs.is_empty() {
            return Ok(Some(zeros));
        }
        budget.check(pairs.len())?;
        let next = pairs.iter().flat_map(|&pair| behind_block(dfa, slope, pair)).collect();
        if !before.insert(std::mem::replace(&mut pairs, next)) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Two states, or that nothing more is accepted.
type Pair = [Option<State>; 2];

/// The tuples in which every number has so many zeros in front.
///
/// # Errors
/// The limit that was passed.
pub fn behind(tracks: usize, slope: usize, zeros: usize, budget: &Budget) -> Result<Dfa, Halt> {
    let layout = Layout::new(&vec![LETTERS; tracks])?;
    let inner = [0, 1].map(|digit| bit(&layout, slope, digit));
    let rows = (0..=zeros).map(|seen| {
        if seen == zeros {
            let all = layout.letters().filter(|letter| is_aligned(&layout, *letter));
            return (true, all.map(|letter| (letter, seen)).collect());
        }
        (false, vec![(inner[0], seen), (inner[1], seen), (close(&layout), seen + 1)])
    });
    let rows: Vec<(bool, Vec<(Letter, State)>)> = (rows.into_iter())
        .map(|(accepts, row)| (accepts, row.into_iter().map(|(letter, target)| (letter, State::new(target))).collect()))
        .collect();
    Dfa::from_rows(layout, rows).minimize_within(budget)
}

/// Whether a letter closes the blocks of all tracks or of none.
fn is_aligned(layout: &Layout, letter: Letter) -> bool {
    let closed = layout.slots().iter().filter(|slot| slot.digit(letter) == CLOSE).count();
    closed == 0 || closed == layout.tracks()
}

/// Whether quotients may be taken away in front: a tuple is in the relation if it is with some further quotients. What is
/// left after all are taken away is not asked for.
#[must_use]
pub fn is_closed(dfa: &Dfa, slope: usize) -> bool {
    let mut seen: HashSet<(State, State)> = HashSet::new();
    let mut pending: Vec<_> = behind_any(dfa, slope).into_iter().flatten().map(|q| (q, State::START)).collect();
    while let Some((inner, outer)) = pending.pop() {
        for (letter, target) in dfa.transitions().row(inner) {
            let Some(beside) = dfa.transitions().step(outer, letter) else { return false };
            if dfa.accepting()[target] && !dfa.accepting()[beside] {
                return false;
            }
            if seen.insert((target, beside)) {
                pending.push((target, beside));
            }
        }
    }
    true
}

/// The tuples of one relation that are not in the other.
///
/// # Errors
/// The limit that was passed.
pub fn without(dfa: &Dfa, other: &Dfa, budget: &Budget) -> Result<Dfa, Halt> {
    const NOWHERE: usize = usize::MAX;
    let mut pairs: Interner<usize> = Interner::default();
    pairs.intern(&[0, 0]);
    let (transitions, accepting) = unfold(pairs, budget, |key, pairs, row| {
        let state = |place: usize| (place != NOWHERE).then(|| State::new(place));
        let (own, beside) = (State::new(key[0]), state(key[1]));
        for (letter, target) in dfa.transitions().row(own) {
            let beside = beside.and_then(|beside| other.transitions().step(beside, letter));
            row.push((letter, pairs.intern(&[target.index(), beside.map_or(NOWHERE, State::index)]).0));
        }
        budget.check(row.len())?;
        Ok::<_, Halt>(dfa.accepting()[own] && !beside.is_some_and(|beside| other.accepting()[beside]))
    })?;
    Dfa::new(dfa.layout().clone(), transitions, accepting).minimize_within(budget)
}

/// A slope, and numbers of it, all of whose parts are in a relation from which quotients may be taken away in front: the
/// quotients that return without end before it, and the tuple before those, each from the top. `None` if there is none.
///
/// Parts of such a slope lead through the automaton from behind: each begins in a state to which blocks in front lead. There
/// are finitely many, so that some block returns to its state.
#[must_use]
pub fn recurring(dfa: &Dfa, slope: usize) -> Option<[Vec<Letter>; 2]> {
    let close = close(dfa.layout());
    let bits = [0, 1].map(|digit| bit(dfa.layout(), slope, digit));
    dfa.recurring(|letter| letter == close || bits.contains(&letter), close)
}

/// By how many digits the number on a track may be longer than all others, in any part of any slope; `None` if there is no
/// bound.
#[must_use]
pub fn reach(dfa: &Dfa, slope: usize, track: usize) -> Option<usize> {
    let (layout, close) = (dfa.layout(), close(dfa.layout()));
    let slots = layout.slots();
    let free: Letter = [slope, track].map(|track| slots[track].mask()).into_iter().collect();
    // The number has begun, the others have not.
    let is_alone = |letter: Letter| letter == close || letter & free == letter;
    let begins = |letter: Letter| letter != close && is_alone(letter) && slots[track].digit(letter) == 1;
    let bits = [0, 1].map(|digit| bit(layout, slope, digit));
    let before = dfa.transitions().reachable_by(State::START, |letter| letter == close || bits.contains(&letter));
    let rows = before.into_iter().flat_map(|q| dfa.transitions().row(q));
    let begun: Vec<State> = rows.filter(|edge| begins(edge.0)).map(|edge| edge.1).collect();
    dfa.most_marks(begun, is_alone, close)
}

/// The slopes whose quotients are at most this.
///
/// # Errors
/// The limit that was passed.
pub fn at_most(most: u32, budget: &Budget) -> Result<Dfa, Halt> {
    let layout = Layout::new(&[LETTERS])?;
    let mut quotients: Interner<u64> = Interner::default();
    quotients.intern(&[0]);
    let (transitions, accepting) = unfold(quotients, budget, |key, quotients, row| {
        for digit in 0..2 {
            let quotient = 2 * key[0] + u64::from(digit);
            if quotient <= u64::from(most) {
                row.push((layout.pack(&[digit]), quotients.intern(&[quotient]).0));
            }
        }
        if key[0] > 0 {
            row.push((layout.pack(&[CLOSE]), State::START));
        }
        budget.check(row.len())?;
        Ok::<_, Halt>(key[0] == 0)
    })?;
    Dfa::new(layout, transitions, accepting).minimize_within(budget)
}

/// What the blocks of a track are worth, from the top.
#[must_use]
pub fn blocks(word: &[Letter], layout: &Layout, track: usize) -> Vec<BigUint> {
    let slot = layout.slots()[track];
    let mut found = Vec::new();
    let mut block = BigUint::ZERO;
    for &letter in word {
        match slot.digit(letter) {
            CLOSE => found.push(std::mem::take(&mut block)),
            digit => block = (block << 1u32) + digit,
        }
    }
    found
}

/// The letter of a block in front: a bit of the slope, and 0 on the other tracks.
fn bit(layout: &Layout, slope: usize, digit: u32) -> Letter {
    layout.slots()[slope].place(digit)
}

fn close(layout: &Layout) -> Letter {
    layout.pack(&vec![CLOSE; layout.tracks()])
}

/// The states behind one block and more in front, or that nothing more is accepted.
fn behind_any(dfa: &Dfa, slope: usize) -> BTreeSet<Option<State>> {
    let mut found = BTreeSet::new();
    let mut fresh = vec![Some(State::START)];
    while let Some(state) = fresh.pop() {
        let next = behind_block(dfa, slope, [state; 2]).into_iter().map(|pair| pair[0]);
        fresh.extend(next.filter(|&next| found.insert(next)));
    }
    found
}

/// Where one block more in front leads from two states.
fn behind_block(dfa: &Dfa, slope: usize, pair: Pair) -> BTreeSet<Pair> {
    let step = |pair: Pair, letter: Letter| pair.map(|state| dfa.transitions().step(state?, letter));
    // Each with whether the quotient is not 0 by now.
    let mut seen = HashSet::from([(pair, false)]);
    let mut pending = vec![(pair, false)];
    let mut found = BTreeSet::new();
    while let Some((pair, is_positive)) = pending.pop() {
        for digit in 0..2 {
            let next = (step(pair, bit(dfa.layout(), slope, digit)), is_positive || digit == 1);
            if seen.insert(next) {
                pending.push(next);
            }
        }
        if is_positive {
            found.insert(step(pair, close(dfa.layout())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{letters, linear, mechanical, numbers};
    use super::*;
    use crate::automata::Track;
    use crate::numeration::Compare;

    fn relation(k: &[i64], compare: Compare, constant: i64) -> Dfa {
        linear(k, compare, constant, &Budget::unlimited()).unwrap()
    }

    fn word(layout: &Layout, tracks: &[&str]) -> Vec<Letter> {
        let tracks: Vec<Vec<u32>> = tracks.iter().map(|track| letters(track)).collect();
        (0..tracks[0].len()).map(|at| layout.pack(&tracks.iter().map(|track| track[at]).collect::<Vec<_>>())).collect()
    }

    #[test]
    fn sums_do_not_depend_on_further_quotients() {
        for (k, compare, constant) in [
            (vec![0, 0], Compare::Less, 1),
            (vec![1, 1, -1], Compare::Equal, 0),
            (vec![2, -3], Compare::Less, 5),
            (vec![1, -2], Compare::NotEqual, -1),
        ] {
            let sum = relation(&k, compare, constant);
            assert_eq!(settled(&sum, 0, &Budget::unlimited()).unwrap(), Some(0), "{k:?}");
            assert_eq!(ahead(&sum, 0, 5, &Budget::unlimited()).unwrap(), sum);
            assert!(is_closed(&sum, 0), "{k:?}");
        }
        // The numbers that have a successor: all, in a part with two quotients more.
        let next = relation(&[1, -1], Compare::Equal, -1).project(&Track::list([0, 1]));
        let next = next.determinize(&Budget::unlimited()).unwrap().minimize();
        assert!(settled(&next, 0, &Budget::unlimited()).unwrap() == Some(2) && !is_closed(&next, 0));
        let all = numbers(1, &Budget::unlimited()).unwrap();
        let short = without(&all, &next, &Budget::unlimited()).unwrap();
        assert!(short.accepts(word(short.layout(), &["10#1#10#", "10#0#01#"])));
        assert_eq!(ahead(&next, 0, 2, &Budget::unlimited()).unwrap(), all);
        assert_eq!(settled(&short, 0, &Budget::unlimited()).unwrap(), Some(2));
        let late = behind(2, 0, 2, &Budget::unlimited()).unwrap();
        let late = short.intersect(&late, &Budget::unlimited()).unwrap();
        assert!(late.is_empty() && recurring(&short, 0).is_none(), "no number is the last of every part");
    }

    #[test]
    fn a_relation_tells_how_far_it_reaches() {
        let reaches = |k: &[i64], compare, constant, track| {
            let dfa = relation(k, compare, constant);
            reach(&dfa, 0, track)
        };
        assert_eq!(reaches(&[1, -1], Compare::Less, 0, 1), Some(0), "x < y");
        assert_eq!(reaches(&[1, -1], Compare::Less, 0, 2), None);
        // 2x may be q_(i+1) or more, beyond q_(i+2) where both quotients are 1.
        assert_eq!(reaches(&[2, -1], Compare::Equal, 0, 2), Some(2), "2x = y");
        assert_eq!(reaches(&[1], Compare::Less, 4, 1), Some(4), "x < 4, of which 3 is q_3 where all quotients are 1");
    }

    #[test]
    fn what_recurs_is_the_slope_without_ones() {
        // The slopes whose quotients are 2, but for the last.
        let two = Dfa::from_rows(
            Layout::new(&[3]).unwrap(),
            [(false, vec![(1, 1)]), (false, vec![(0, 2), (2, 3)]), (false, vec![(2, 0)]), (true, vec![])],
        );
        assert!(is_closed(&two, 0) && settled(&two, 0, &Budget::unlimited()).unwrap().is_none());
        let [period, rest] = recurring(&two, 0).unwrap();
        let two_twice = BigUint::from(2u32);
        assert_eq!(
            (blocks(&period, two.layout(), 0), blocks(&rest, two.layout(), 0)),
            (vec![two_twice], vec![1u32.into()])
        );
    }

    #[test]
    fn quotients_may_have_a_bound() {
        let few = at_most(4, &Budget::unlimited()).unwrap();
        assert!(is_closed(&few, 0));
        for (text, holds) in [("100#1#011#", true), ("", true), ("101#", false), ("10#0#", false), ("10", false)] {
            assert_eq!(few.accepts(word(few.layout(), &[text])), holds, "{text}");
        }
    }

    #[test]
    fn letters_are_differences_of_floors() {
        let dfao = mechanical();
        let all = numbers(1, &Budget::unlimited()).unwrap();
        for digits in [vec![1, 1, 1, 1, 1, 1, 1], vec![3, 1, 2, 1, 4], vec![1, 2, 5, 1, 2], vec![2, 2, 1, 7]] {
            // p / q with as many quotients again is as good as the slope for the numbers before.
            let (mut p, mut q, mut before) = (0u64, 1u64, (1u64, 0u64));
            let weights: Vec<u64> = (digits.iter().cycle().take(2 * digits.len()))
                .map(|&a: &u64| {
                    let weight = q;
                    ((p, q), before) = ((a * p + before.0, a * q + before.1), (p, q));
                    weight
                })
                .collect();
            let weights = &weights[..=digits.len()];
            for n in 0..weights[digits.len()] {
                let mut rest = n;
                let mut tracks = [Vec::new(), Vec::new()];
                for (&a, &weight) in digits.iter().zip(weights).rev() {
                    let digit = rest / weight;
                    rest %= weight;
                    for (track, value) in tracks.iter_mut().zip([a, digit]) {
                        track.extend((0..3).rev().map(|at| u32::from(value >> at & 1 == 1)).chain([CLOSE]));
                    }
                }
                let word: Vec<Letter> =
                    (0..tracks[0].len()).map(|at| dfao.layout().pack(&[tracks[0][at], tracks[1][at]])).collect();
                assert!(all.accepts(word.clone()), "{digits:?} {n}");
                let letter = (n + 1) * p / q - n * p / q;
                assert_eq!(dfao.output(word), Some(letter as i64), "{digits:?} {n}");
            }
        }
    }
}
