//! The letters of the numbers in a sum, and of sequences beside them, with what they are worth.
//!
//! A sequence a(n) is a(0) and the sum of d(i) = a(i+1) - a(i) over the i below n. If a digit of n passes the letter s
//! with m digits to come, then there are as many i below n as words of m digits from s. So a number n with sequences of
//! it is read as pairs: a letter, with the states of the automata of all d behind what was read. A pair is worth c times
//! the number of words of m digits from it, and for each sequence e times the sum of d over these words. Each sum has
//! the next as its sum over the digits, so all obey recurrences: see `spectrum` for the one that they have in common, and `alphabet`
//! for what they are worth together.
//!
//! Bad for automata of very many states.

use crate::Read;
use crate::integer::Integer;
use crate::machine::{Interner, Machine, NOWHERE, spend};
use crate::system::Track;

/// Letters on a track.
const MOST_LETTERS: usize = 1 << 12;

/// Those on one track.
pub struct Letters {
    /// By letter and digit; the first letter is the start.
    pub targets: Vec<Vec<u32>>,
    /// For each sequence d of each letter.
    pub values: Vec<Vec<Integer>>,
}

impl Letters {
    /// The letters of a system with the states of automata beside them, which say what sequences grow by.
    pub fn beside(track: &Track, machines: &[&Machine]) -> Read<Letters> {
        let mut seen: Interner<u32> = Interner::default();
        seen.number(&vec![0; machines.len() + 1]);
        let mut targets = Vec::new();
        while targets.len() < seen.len() {
            let own = seen.get(targets.len() as u32).to_vec();
            let mut row = Vec::new();
            for (digit, &letter) in (0..).zip(&track.valid[own[0] as usize]) {
                // Where an automaton does not go on, d is 0 from there on.
                let states = machines.iter().zip(&own[1..]).map(|(machine, &state)| machine.step(state, digit));
                row.push(seen.number(&[letter].into_iter().chain(states).collect::<Vec<u32>>()));
            }
            spend(row.len() * own.len())?;
            targets.push(row);
            if seen.len() > MOST_LETTERS {
                return Err("a system and sequences of too many states".into());
            }
        }
        let value = |(at, machine): (usize, &&Machine)| {
            let states = (0..seen.len()).map(|letter| seen.get(letter as u32)[at + 1]);
            let output = |state: u32| if state == NOWHERE { 0 } else { machine.outputs[state as usize] };
            states.map(|state| Integer::from(output(state))).collect()
        };
        let values = machines.iter().enumerate().map(value).collect();
        Ok(Letters { targets, values })
    }
}
