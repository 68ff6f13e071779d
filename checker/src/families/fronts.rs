//! Blocks in front of a word: what they change in an automaton that reads a part of a parameter and numbers of it.
//!
//! A part is read from its front, so that more blocks of a parameter stand before the others, and numbers have zeros there. These
//! are walks from the first state of an automaton by letters whose numbers are zero, block by block.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::Read;
use crate::machine::{Machine, NOWHERE, Rows, alive, closed, spend};
use crate::system::Track;

/// Blocks behind which an automaton must be settled, and by which a number may be longer than others.
const MOST_BLOCKS: usize = 40;

/// The tracks of an automaton, and which of them is the parameter's.
pub struct Tracks<'a> {
    pub all: &'a [Track],
    pub parameter: usize,
    /// The digit that ends blocks.
    pub close: Option<i64>,
}

/// A letter whose numbers are zero: it, the place of its digit of the parameter, and whether it ends a block.
#[derive(Clone, Copy)]
struct Front {
    letter: u32,
    digit: u32,
    closes: bool,
}

/// The places of the digits of a letter.
pub fn places(tracks: &[Track], mut letter: u32) -> Vec<u32> {
    let mut found = vec![0; tracks.len()];
    for (place, track) in found.iter_mut().zip(tracks).rev() {
        let size = track.digits.len() as u32;
        *place = letter % size;
        letter /= size;
    }
    found
}

impl Tracks<'_> {
    /// The place of the digit that a number has beside one of the parameter in a block of zeros.
    fn beside(&self, track: &Track, closes: bool) -> Read<u32> {
        let digit = self.close.filter(|_| closes).unwrap_or(0);
        track.digits.binary_search(&digit).map(|place| place as u32).map_err(|_| format!("no digit {digit}"))
    }

    /// The letters whose numbers are zero, but for those on the track `other`, if there is one.
    fn fronts(&self, other: Option<usize>) -> Read<Vec<Front>> {
        let mut found = Vec::new();
        for (digit, value) in (0..).zip(&self.all[self.parameter].digits) {
            let closes = self.close.is_none_or(|close| close == *value);
            let mut letters = vec![0];
            for (at, track) in self.all.iter().enumerate() {
                let size = track.digits.len() as u32;
                let own: Vec<u32> = match at {
                    _ if at == self.parameter => vec![digit],
                    _ if Some(at) == other => (0..size).collect(),
                    _ => vec![self.beside(track, closes)?],
                };
                letters =
                    letters.iter().flat_map(|letter| own.iter().map(move |place| letter * size + place)).collect();
            }
            found.extend(letters.into_iter().map(|letter| Front { letter, digit, closes }));
        }
        Ok(found)
    }

    /// Whether the number on a track has a digit in a letter that is not that of a zero.
    fn is_positive(&self, track: usize, front: Front) -> Read<bool> {
        Ok(places(self.all, front.letter)[track] != self.beside(&self.all[track], front.closes)?)
    }
}

/// Where a block leads from some states of automata that read it together: `step` says where a letter leads, if it does.
fn after_block<T: Clone + Ord>(
    from: impl IntoIterator<Item = T>,
    fronts: &[Front],
    mut step: impl FnMut(&T, Front) -> Option<T>,
) -> Read<BTreeSet<T>> {
    let (mut open, mut inside, mut found): (Vec<T>, BTreeSet<T>, _) =
        (from.into_iter().collect(), BTreeSet::new(), BTreeSet::new());
    while let Some(state) = open.pop() {
        spend(fronts.len())?;
        for &front in fronts {
            let Some(next) = step(&state, front) else { continue };
            if front.closes {
                found.insert(next);
            } else if inside.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Ok(found)
}

/// The least number of blocks behind which further ones in front of them change no output, of what makes a part there; nothing, if
/// that depends on blocks however far they are, as far as is looked.
pub fn settled(machine: &Machine, parts: &Machine, tracks: &Tracks<'_>) -> Read<Option<usize>> {
    let fronts = tracks.fronts(None)?;
    // Behind one block more, and without it, with the state of the longer part.
    let mut behind = after_block([(0, 0, 0)], &fronts, |&(long, short, part), front| {
        let part = parts.step(part, front.digit);
        (part != NOWHERE).then(|| (machine.step(long, front.letter), short, part))
    })?;
    for blocks in 0..=MOST_BLOCKS {
        if agree(machine, parts, tracks, &behind)? {
            return Ok(Some(blocks));
        }
        behind = after_block(behind, &fronts, |&(long, short, part), front| {
            let part = parts.step(part, front.digit);
            (part != NOWHERE).then(|| (machine.step(long, front.letter), machine.step(short, front.letter), part))
        })?;
    }
    Ok(None)
}

/// Whether two states have the same outputs for all that makes a part.
fn agree(machine: &Machine, parts: &Machine, tracks: &Tracks<'_>, pairs: &BTreeSet<(u32, u32, u32)>) -> Read<bool> {
    let output = |state: u32| machine.outputs.get(state as usize).copied().unwrap_or(0);
    let rest: u32 = tracks.all[tracks.parameter + 1..].iter().map(|track| track.digits.len() as u32).product();
    let size = tracks.all[tracks.parameter].digits.len() as u32;
    let mut is_so = true;
    let starts = pairs.iter().filter(|pair| pair.0 != pair.1).map(|&(long, short, part)| vec![long, short, part]);
    closed(starts, |states, seen| {
        let &[long, short, part] = states else { return Err("no pair".into()) };
        if parts.outputs[part as usize] == 1 && output(long) != output(short) {
            is_so = false;
        }
        if !is_so {
            return Ok(());
        }
        let row = |state: u32| machine.rows.get(state as usize).map_or(&[][..], |row| row);
        let letters: BTreeSet<u32> = row(long).iter().chain(row(short)).map(|edge| edge.0).collect();
        spend(letters.len())?;
        for letter in letters {
            let next =
                [machine.step(long, letter), machine.step(short, letter), parts.step(part, letter / rest % size)];
            if next[2] != NOWHERE && next[0] != next[1] {
                seen.number(&next);
            }
        }
        Ok(())
    })?;
    Ok(is_so)
}

/// By how many blocks the number on a track may be longer than all the others where a relation holds, if there is a bound.
pub fn reach(machine: &Machine, value: i64, track: usize, tracks: &Tracks<'_>) -> Read<Option<usize>> {
    let alive = alive(&machine.rows, machine.accepting(value));
    let step = |state: u32, front: Front| {
        let next = machine.step(state, front.letter);
        (next != NOWHERE && alive[next as usize]).then_some(next)
    };
    // Behind blocks in which all numbers are zero.
    let zeros = tracks.fronts(None)?;
    let mut leading = BTreeSet::from([0]);
    loop {
        let more: BTreeSet<u32> = leading
            .union(&after_block(leading.iter().copied(), &zeros, |&state, front| step(state, front))?)
            .copied()
            .collect();
        if more == leading {
            break;
        }
        leading = more;
    }
    let fronts = tracks.fronts(Some(track))?;
    let positive = fronts.iter().map(|&front| tracks.is_positive(track, front)).collect::<Read<Vec<bool>>>()?;
    let positive: BTreeSet<u32> =
        fronts.iter().zip(positive).filter(|front| front.1).map(|front| front.0.letter).collect();
    let first = leading.iter().map(|&state| (state, false));
    let first = after_block(first, &fronts, |&(state, is_longer), front| {
        Some((step(state, front)?, is_longer || positive.contains(&front.letter)))
    })?;
    let mut states: BTreeSet<u32> = first.into_iter().filter(|state| state.1).map(|state| state.0).collect();
    for blocks in 0..=MOST_BLOCKS {
        if states.is_empty() {
            return Ok(Some(blocks));
        }
        states = after_block(states, &fronts, |&state, front| step(state, front))?;
    }
    Ok(None)
}

/// Whether what an automaton of words of the parameter accepts stays accepted when blocks in front are taken away, but for the
/// empty word.
pub fn is_closed(machine: &Machine, tracks: &Tracks<'_>) -> Read<bool> {
    let fronts = tracks.fronts(None)?;
    let alive = alive(&machine.rows, machine.accepting(1));
    let behind = after_block([0], &fronts, |&state, front| {
        let next = machine.step(state, front.letter);
        (next != NOWHERE && alive[next as usize]).then_some(next)
    })?;
    // One block is enough: others go one after the other.
    let mut is_so = true;
    closed(behind.into_iter().map(|long| vec![long, 0]), |pair, seen| {
        for &(letter, long) in machine.rows[pair[0] as usize].iter().filter(|edge| alive[edge.1 as usize]) {
            let short = machine.step(pair[1], letter);
            is_so &= machine.outputs[long as usize] != 1 || machine.outputs.get(short as usize) == Some(&1);
            seen.number(&[long, short]);
        }
        Ok(())
    })?;
    Ok(is_so)
}

/// Whether every word of the parameter that an automaton accepts is accepted with some further block in front.
pub fn goes_on(machine: &Machine, tracks: &Tracks<'_>) -> Read<bool> {
    let behind = after_block([0], &tracks.fronts(None)?, |&state, front| {
        let next = machine.step(state, front.letter);
        (next != NOWHERE).then_some(next)
    })?;
    let mut is_so = true;
    // A state, and those of the longer words.
    closed([std::iter::once(0).chain(behind).collect::<Vec<u32>>()], |states, seen| {
        let accepts = |state: u32| machine.outputs[state as usize] == 1;
        if accepts(states[0]) && !states[1..].iter().any(|&state| accepts(state)) {
            is_so = false;
        }
        for &(letter, next) in &machine.rows[states[0] as usize] {
            let after = states[1..].iter().map(|&state| machine.step(state, letter)).filter(|&state| state != NOWHERE);
            let after: BTreeSet<u32> = after.collect();
            seen.number(&std::iter::once(next).chain(after).collect::<Vec<u32>>());
        }
        Ok(())
    })?;
    Ok(is_so)
}

/// Whether blocks in which all numbers are zero lead to a state again and again from which a word is accepted: then some parameter
/// has parts of any length that are.
pub fn recurs(machine: &Machine, tracks: &Tracks<'_>) -> Read<bool> {
    let fronts = tracks.fronts(None)?;
    let alive = alive(&machine.rows, machine.accepting(1));
    let block = |state: u32| {
        after_block([state], &fronts, |&state, front| {
            let next = machine.step(state, front.letter);
            (next != NOWHERE && alive[next as usize]).then_some(next)
        })
    };
    // Each state behind some blocks, and those behind one more.
    let (mut rows, mut open): (BTreeMap<u32, BTreeSet<u32>>, _) = (BTreeMap::new(), vec![0]);
    while let Some(state) = open.pop() {
        if let Entry::Vacant(row) = rows.entry(state) {
            open.extend(row.insert(block(state)?).iter());
        }
    }
    // Without those behind which there is no block, as long as there are some: a circle is left, or nothing.
    loop {
        let known: BTreeSet<u32> = rows.keys().copied().collect();
        rows.retain(|_, after| {
            after.retain(|state| known.contains(state));
            !after.is_empty()
        });
        if rows.len() == known.len() {
            return Ok(!rows.is_empty());
        }
    }
}

/// The automaton that reads so many blocks in which all numbers are zero, then what another accepts; automata of the parameter
/// alone accept all of it.
pub fn shifted(machine: &Machine, blocks: usize, beside: &[&Machine], tracks: &Tracks<'_>) -> Read<Machine> {
    let fronts = tracks.fronts(None)?;
    let rest: u32 = tracks.all[tracks.parameter + 1..].iter().map(|track| track.digits.len() as u32).product();
    let size = tracks.all[tracks.parameter].digits.len() as u32;
    // How many blocks, the state behind them, and those beside.
    let start: Vec<u32> = vec![0; 2 + beside.len()];
    let (mut rows, mut outputs) = (Rows::new(), Vec::new());
    closed([start], |state, seen| {
        let is_front = (state[0] as usize) < blocks;
        let accepts = !is_front && machine.outputs[state[1] as usize] == 1;
        let all = beside.iter().zip(&state[2..]).all(|(other, &q)| other.outputs[q as usize] == 1);
        outputs.push(i64::from(accepts && all));
        let mut row = Vec::new();
        let mut add = |letter: u32, digit: u32, head: [u32; 2]| {
            let own: Vec<u32> = beside.iter().zip(&state[2..]).map(|(other, &q)| other.step(q, digit)).collect();
            if !own.contains(&NOWHERE) {
                row.push((letter, seen.number(&[&head[..], &own].concat())));
            }
        };
        if is_front {
            fronts.iter().for_each(|front| add(front.letter, front.digit, [state[0] + u32::from(front.closes), 0]));
        } else {
            let edges = machine.rows[state[1] as usize].iter();
            edges.for_each(|&(letter, next)| add(letter, letter / rest % size, [state[0], next]));
        }
        row.sort_unstable();
        spend(row.len())?;
        rows.push(row);
        Ok(())
    })?;
    Ok(Machine { tracks: tracks.all.to_vec(), rows, outputs })
}
