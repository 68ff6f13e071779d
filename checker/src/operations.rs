//! Operations on the words of digits that automata accept: `union`, `intersect`, `difference`, `concat`, `star`.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Read;
use crate::machine::{Machine, NOWHERE, Rows, closed, spend};
use crate::system::{Kind, Track};

/// What is done with automata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Union,
    Intersect,
    Difference,
    Concat,
    Star,
}

impl Operation {
    pub fn named(keyword: &str) -> Option<Operation> {
        Some(match keyword {
            "union" => Operation::Union,
            "intersect" => Operation::Intersect,
            "difference" => Operation::Difference,
            "concat" => Operation::Concat,
            "star" => Operation::Star,
            _ => return None,
        })
    }

    /// What it makes of automata whose tracks are words.
    pub fn of(self, parts: &[Rc<Machine>]) -> Read<Rc<Machine>> {
        let (first, others) = parts.split_first().ok_or("no automaton")?;
        if parts.iter().any(|part| part.tracks.iter().any(|track| track.kind != Kind::Words)) {
            return Err("automata of numbers are not put together here".into());
        }
        if others.iter().any(|other| other.tracks != first.tracks) {
            return Err("automata on different tracks".into());
        }
        if self == Operation::Star {
            return if others.is_empty() { star(first) } else { Err("one automaton has a star".into()) };
        }
        let two = |one: Rc<Machine>, other: &Rc<Machine>| match self {
            Operation::Concat => concat(&one, other),
            Operation::Union => both(&one, other, |a, b| a || b),
            Operation::Intersect => both(&one, other, |a, b| a && b),
            Operation::Difference | Operation::Star => both(&one, other, |a, b| a && !b),
        };
        others.iter().try_fold(first.clone(), two)
    }
}

fn accepts(machine: &Machine, state: u32) -> bool {
    machine.outputs.get(state as usize) == Some(&1)
}

/// The automaton of lists of states: which letters a list reads and where each leads, and whether it accepts.
fn made(
    tracks: &[Track],
    start: Vec<u32>,
    letters: impl Fn(&[u32]) -> BTreeSet<u32>,
    step: impl Fn(&[u32], u32) -> Option<Vec<u32>>,
    accepts: impl Fn(&[u32]) -> bool,
) -> Read<Rc<Machine>> {
    let (mut rows, mut outputs) = (Rows::new(), Vec::new());
    closed([start], |states, seen| {
        outputs.push(accepts(states).into());
        let after = letters(states).into_iter().filter_map(|letter| Some((letter, step(states, letter)?)));
        let row: Vec<(u32, u32)> = after.map(|(letter, next)| (letter, seen.number(&next))).collect();
        spend(row.len() * states.len())?;
        rows.push(row);
        Ok(())
    })?;
    Ok(Rc::new(Machine { tracks: tracks.to_vec(), rows, outputs }))
}

/// The letters that some states read.
fn read<'a>(states: impl Iterator<Item = (&'a Machine, u32)>) -> BTreeSet<u32> {
    let row = |(machine, state): (&'a Machine, u32)| machine.rows.get(state as usize).into_iter().flatten();
    states.flat_map(row).map(|edge| edge.0).collect()
}

/// The words of which two automata say something, each for itself.
fn both(a: &Machine, b: &Machine, combine: impl Fn(bool, bool) -> bool) -> Read<Rc<Machine>> {
    made(
        &a.tracks,
        vec![0, 0],
        |pair| read([(a, pair[0]), (b, pair[1])].into_iter()),
        |pair, letter| {
            Some(vec![a.step(pair[0], letter), b.step(pair[1], letter)]).filter(|next| *next != [NOWHERE; 2])
        },
        |pair| combine(accepts(a, pair[0]), accepts(b, pair[1])),
    )
}

/// A word of the first automaton, then one of the second: the state of the first, then the states of the second.
fn concat(a: &Machine, b: &Machine) -> Read<Rc<Machine>> {
    let listed = |first: u32, seconds: BTreeSet<u32>| {
        let seconds = seconds.into_iter().chain(accepts(a, first).then_some(0)).collect::<BTreeSet<u32>>();
        std::iter::once(first).chain(seconds).collect::<Vec<u32>>()
    };
    made(
        &a.tracks,
        listed(0, BTreeSet::new()),
        |states| read(std::iter::once((a, states[0])).chain(states[1..].iter().map(|&state| (b, state)))),
        |states, letter| {
            let seconds = states[1..].iter().map(|&state| b.step(state, letter)).filter(|&next| next != NOWHERE);
            Some(listed(a.step(states[0], letter), seconds.collect())).filter(|next| *next != [NOWHERE])
        },
        |states| states[1..].iter().any(|&state| accepts(b, state)),
    )
}

/// Words of an automaton one after the other: 1 at first if one ends here, or none has begun, then the states.
fn star(a: &Machine) -> Read<Rc<Machine>> {
    made(
        &a.tracks,
        vec![1, 0],
        |states| read(states[1..].iter().map(|&state| (a, state))),
        |states, letter| {
            let after = states[1..].iter().map(|&state| a.step(state, letter)).filter(|&next| next != NOWHERE);
            let mut after: BTreeSet<u32> = after.collect();
            let ends = after.iter().any(|&state| accepts(a, state));
            after.extend(ends.then_some(0));
            (!after.is_empty()).then(|| std::iter::once(ends.into()).chain(after).collect())
        },
        |states| states[0] == 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::allow;
    use crate::system::System;

    /// The words of up to five letters 0 and 1 that an automaton accepts.
    fn words(machine: &Machine) -> BTreeSet<String> {
        let of_length =
            |length: u32| (0..1u32 << length).map(move |n| (0..length).rev().map(|i| n >> i & 1).collect::<Vec<u32>>());
        let read = |word: &Vec<u32>| word.iter().fold(0, |state, &letter| machine.step(state, letter));
        let found = (0..6).flat_map(of_length).filter(|word| accepts(machine, read(word)));
        found.map(|word| word.iter().map(u32::to_string).collect()).collect()
    }

    #[test]
    fn operations_are_those_of_sets_of_words() {
        allow(1 << 20);
        let tracks = [Rc::new(System::words(vec![0, 1]))];
        let machine = |rows: &[&[(u32, u32)]], outputs: &[i64]| {
            let rows = rows.iter().map(|row| row.to_vec()).collect();
            Rc::new(Machine { tracks: tracks.to_vec(), rows, outputs: outputs.to_vec() })
        };
        // 0*1, 01 or 1, and words of even length.
        let all = [
            machine(&[&[(0, 0), (1, 1)], &[]], &[0, 1]),
            machine(&[&[(0, 1), (1, 2)], &[(1, 2)], &[]], &[0, 0, 1]),
            machine(&[&[(0, 1), (1, 1)], &[(0, 0), (1, 0)]], &[1, 0]),
        ];
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let (of_a, of_b) = (words(a), words(b));
            let expected = |operation: Operation| -> BTreeSet<String> {
                match operation {
                    Operation::Union => of_a.union(&of_b).cloned().collect(),
                    Operation::Intersect => of_a.intersection(&of_b).cloned().collect(),
                    Operation::Difference => of_a.difference(&of_b).cloned().collect(),
                    Operation::Concat => {
                        of_a.iter().flat_map(|a| of_b.iter().map(move |b| format!("{a}{b}"))).collect()
                    }
                    Operation::Star => unreachable!("it has one part"),
                }
            };
            for operation in [Operation::Union, Operation::Intersect, Operation::Difference, Operation::Concat] {
                let mut expected = expected(operation);
                expected.retain(|word| word.len() < 6);
                assert_eq!(words(&operation.of(&[a.clone(), b.clone()]).unwrap()), expected, "{operation:?}");
            }
            let mut expected = BTreeSet::from([String::new()]);
            for _ in 0..6 {
                let longer = expected.iter().flat_map(|word| of_a.iter().map(move |a| format!("{word}{a}")));
                let longer: Vec<String> = longer.filter(|word| word.len() < 6).collect();
                expected.extend(longer);
            }
            assert_eq!(words(&Operation::Star.of(std::slice::from_ref(a)).unwrap()), expected);
        }
        assert!(Operation::Union.of(&[]).is_err());
    }
}
