//! Automata as they are given, and numbers for what comes up on the way.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use crate::Read;
use crate::system::{Kind, Systems, Track};

/// A hash that is good enough for small integers.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(4) {
            let word = chunk.try_into().map_or_else(|_| chunk[0].into(), u32::from_le_bytes);
            self.0 = (self.0.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Pairs of states.
pub type Pairs = HashSet<(u32, u32), BuildHasherDefault<Mixer>>;

/// Numbers for lists that come up, from 0. They stand one behind the other.
pub struct Interner<T> {
    items: Vec<T>,
    /// Where each ends.
    ends: Vec<usize>,
    /// More than twice as many places as lists: the hash of a list and its number stand where the hash says or behind, before
    /// the first place that is free.
    places: Vec<(u32, u32)>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner { items: Vec::new(), ends: Vec::new(), places: vec![(0, NOWHERE); 8] }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, number: u32) -> &[T] {
        let before = (number as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[before..self.ends[number as usize]]
    }

    /// The first place from that of a hash on that is free or has what is looked for.
    fn place(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mut place = hash as usize & (self.places.len() - 1);
        while self.places[place].1 != NOWHERE && !(self.places[place].0 == hash && is_it(self.places[place].1)) {
            place = (place + 1) & (self.places.len() - 1);
        }
        place
    }

    pub fn number(&mut self, list: &[T]) -> u32 {
        let mut mixer = Mixer::default();
        list.iter().for_each(|item| item.hash(&mut mixer));
        let hash = (mixer.finish() >> 3) as u32;
        let place = self.place(hash, |number| self.get(number) == list);
        if self.places[place].1 != NOWHERE {
            return self.places[place].1;
        }
        let number = self.len() as u32;
        self.items.extend_from_slice(list);
        self.ends.push(self.items.len());
        self.places[place] = (hash, number);
        if 2 * self.len() >= self.places.len() {
            let more = vec![(0, NOWHERE); 2 * self.places.len()];
            for entry in std::mem::replace(&mut self.places, more).into_iter().filter(|entry| entry.1 != NOWHERE) {
                let place = self.place(entry.0, |_| false);
                self.places[place] = entry;
            }
        }
        number
    }
}

thread_local! {
    /// Steps that the command at hand may still take.
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// How many steps the next command may take.
pub fn allow(steps: u64) {
    LEFT.set(steps);
}

/// Counts what is done: transitions, and members of sets.
pub fn spend(steps: usize) -> Read<()> {
    LEFT.set(LEFT.get().checked_sub(steps as u64).ok_or("it takes too many steps")?);
    Ok(())
}

/// All that comes from some lists: `visit` numbers what comes from one.
pub fn closed<T: Copy + Eq + Hash + Default>(
    first: impl IntoIterator<Item = Vec<T>>,
    mut visit: impl FnMut(&[T], &mut Interner<T>) -> Read<()>,
) -> Read<Interner<T>> {
    let (mut seen, mut at) = (Interner::default(), 0);
    first.into_iter().for_each(|list| _ = seen.number(&list));
    while at < seen.len() {
        let list = seen.get(at as u32).to_vec();
        spend(list.len())?;
        visit(&list, &mut seen)?;
        at += 1;
    }
    Ok(seen)
}

/// Transitions by letter and target, of each state, by letter.
pub type Rows = Vec<Vec<(u32, u32)>>;

/// A deterministic automaton that starts in state 0, with an output of each state: 1 where a relation holds, else 0, or the
/// letter of a word. A letter is the places of the digits of the tracks as one number, the first track's the most
/// significant. A letter for which a state has no transition leads nowhere.
pub struct Machine {
    pub tracks: Vec<Track>,
    pub rows: Rows,
    pub outputs: Vec<i64>,
}

impl PartialEq for Machine {
    fn eq(&self, other: &Machine) -> bool {
        std::ptr::eq(self, other)
    }
}

/// No state, no digit.
pub const NOWHERE: u32 = u32::MAX;

/// How many letters there are on some tracks.
pub fn letters(tracks: &[Track]) -> Read<u32> {
    let product = tracks.iter().try_fold(1u32, |product, track| product.checked_mul(track.digits.len() as u32));
    product.filter(|&product| product < NOWHERE).ok_or_else(|| "too many letters".into())
}

/// The letter of some digits.
pub fn letter(tracks: &[Track], digits: &[i64]) -> Read<u32> {
    if digits.len() != tracks.len() {
        return Err("a letter with another number of digits".into());
    }
    digits.iter().zip(tracks).try_fold(0, |letter, (digit, track)| {
        let place = track.digits.binary_search(digit).map_err(|_| format!("{digit} is not on the track"))?;
        Ok(letter * track.digits.len() as u32 + place as u32)
    })
}

/// The transitions of a row that read a letter.
pub fn targets(row: &[(u32, u32)], letter: u32) -> &[(u32, u32)] {
    let from = row.partition_point(|edge| edge.0 < letter);
    &row[from..from + row[from..].partition_point(|edge| edge.0 == letter)]
}

/// The transitions into each state, with the states that they come from.
pub fn reversed(rows: &Rows) -> Rows {
    let mut into = vec![Vec::new(); rows.len()];
    for (p, row) in (0u32..).zip(rows) {
        row.iter().for_each(|&(letter, next)| into[next as usize].push((letter, p)));
    }
    into.iter_mut().for_each(|row: &mut Vec<(u32, u32)>| row.sort_unstable());
    into
}

/// States from which one of some states can be reached.
pub fn alive(rows: &Rows, mut alive: Vec<bool>) -> Vec<bool> {
    // Where in `sources` those of the transitions into each state begin: behind them at first.
    let mut from = vec![0usize; rows.len() + 1];
    rows.iter().flatten().for_each(|edge| from[edge.1 as usize] += 1);
    let mut total = 0;
    for from in &mut from {
        total += *from;
        *from = total;
    }
    let mut sources = vec![0; total];
    for (p, row) in (0u32..).zip(rows) {
        for &(_, next) in row {
            from[next as usize] -= 1;
            sources[from[next as usize]] = p;
        }
    }
    let mut open: Vec<usize> = (0..rows.len()).filter(|&q| alive[q]).collect();
    while let Some(q) = open.pop() {
        for &p in &sources[from[q]..from[q + 1]] {
            if !std::mem::replace(&mut alive[p as usize], true) {
                open.push(p as usize);
            }
        }
    }
    alive
}

impl Machine {
    pub fn accepting(&self, value: i64) -> Vec<bool> {
        self.outputs.iter().map(|output| *output == value).collect()
    }

    pub fn step(&self, state: u32, letter: u32) -> u32 {
        let row = self.rows.get(state as usize).map_or(&[][..], |row| row);
        targets(row, letter).first().map_or(NOWHERE, |edge| edge.1)
    }

    /// The words that may stand on a track.
    pub fn valid(track: &Track) -> Rc<Machine> {
        let rows: Rows = track.valid.iter().map(|digits| (0..).zip(digits.iter().copied()).collect()).collect();
        Rc::new(Machine { tracks: vec![track.clone()], outputs: vec![1; rows.len()], rows })
    }

    /// The states of valid words on some tracks after a letter, if they all read it.
    fn valid_after(tracks: &[Track], states: &[u32], mut letter: u32) -> Option<Vec<u32>> {
        let mut next = states.to_vec();
        for (track, state) in tracks.iter().zip(&mut next).rev() {
            let size = track.digits.len() as u32;
            *state = *track.valid[*state as usize].get((letter % size) as usize)?;
            letter /= size;
        }
        Some(next)
    }

    /// The automaton that reads valid words as `step` does, from `first` on, which also sees the states of valid words on
    /// the tracks; the letter `zeros` leads from the start to itself.
    pub fn built<T: Clone + Ord>(
        tracks: &[Track],
        first: T,
        zeros: Option<u32>,
        mut step: impl FnMut(&T, &[u32], u32) -> Read<Option<T>>,
        output: impl Fn(&T) -> Read<i64>,
    ) -> Read<Rc<Machine>> {
        let letters = letters(tracks)?;
        let mut known: Vec<(T, Vec<u32>)> = vec![(first, vec![0; tracks.len()])];
        let mut machine = Machine { tracks: tracks.to_vec(), rows: Rows::new(), outputs: Vec::new() };
        let mut numbers = BTreeMap::new();
        while let Some((state, valid)) = known.get(machine.rows.len()).cloned() {
            machine.outputs.push(output(&state)?);
            let mut row = Vec::new();
            for letter in 0..letters {
                let Some(after) = Machine::valid_after(tracks, &valid, letter) else { continue };
                if machine.rows.is_empty() && zeros == Some(letter) {
                    row.push((letter, 0));
                } else if let Some(next) = step(&state, &valid, letter)? {
                    let both = (next, after);
                    let number = *numbers.entry(both.clone()).or_insert_with(|| {
                        known.push(both);
                        known.len() as u32 - 1
                    });
                    row.push((letter, number));
                }
            }
            spend(letters as usize)?;
            machine.rows.push(row);
        }
        Ok(Rc::new(machine))
    }

    /// Reads a line with tracks, one with the number of states, then for each state a line with its output and its
    /// transitions, letter and target in turn. State 0 is the first.
    fn listed<'a>(
        lines: &mut impl Iterator<Item = &'a str>,
        systems: &mut Systems,
        output: impl Fn(&str) -> Read<i64>,
    ) -> Read<Machine> {
        let mut line = || lines.next().ok_or_else(|| "the certificate ends inside an automaton".to_owned());
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is not a number"));
        let names = line()?.split(' ').filter(|name| !name.is_empty());
        let tracks = names.map(|name| systems.get(name)).collect::<Read<Vec<Track>>>()?;
        let (states, letters) = (number(line()?)?, letters(&tracks)?);
        let (mut rows, mut outputs) = (Rows::new(), Vec::new());
        for _ in 0..states {
            let mut words = line()?.split(' ');
            outputs.push(output(words.next().unwrap_or(""))?);
            let mut row: Vec<(u32, u32)> = Vec::new();
            while let Some(letter) = words.next() {
                let edge = (number(letter)?, number(words.next().unwrap_or(""))?);
                if edge.0 >= letters || edge.1 >= states || row.last().is_some_and(|last| last.0 >= edge.0) {
                    return Err(format!("a transition {} -> {} that cannot be", edge.0, edge.1));
                }
                row.push(edge);
            }
            rows.push(row);
        }
        Ok(Machine { tracks, rows, outputs })
    }

    /// Reads whole numbers that the digits of a number lead to, 0 where they lead nowhere. Zeros lead from the start to
    /// itself.
    pub fn values<'a>(lines: &mut impl Iterator<Item = &'a str>, systems: &mut Systems) -> Read<Rc<Machine>> {
        let output = |text: &str| text.parse::<i64>().map_err(|_| format!("`{text}` is not a number of 64 bits"));
        let machine = Machine::listed(lines, systems, output)?;
        if machine.tracks.len() != 1 || machine.step(0, 0) != 0 {
            return Err("no values of one number, or zeros in front change them".into());
        }
        Ok(Rc::new(machine))
    }

    /// Reads a relation: an output is 1 where it holds. If there are only numbers on the tracks, zeros lead from the
    /// start to itself.
    pub fn read<'a>(lines: &mut impl Iterator<Item = &'a str>, systems: &mut Systems) -> Read<Rc<Machine>> {
        let mut machine = Machine::listed(lines, systems, |text| Ok((text == "1").into()))?;
        // States that do not lead to acceptance may do what they want.
        let alive = alive(&machine.rows, machine.accepting(1));
        machine.rows.iter_mut().for_each(|row| row.retain(|edge| alive[edge.1 as usize]));
        let is_of_numbers = machine.tracks.iter().all(|track| track.kind != Kind::Words);
        if alive.first() != Some(&true) {
            machine.rows = vec![if is_of_numbers { vec![(0, 0)] } else { Vec::new() }];
            machine.outputs = vec![0];
        }
        if is_of_numbers && machine.step(0, 0) != 0 {
            return Err("zeros in front change what an automaton accepts".into());
        }
        // All states lead to acceptance, so none may be reached by a word that is not valid.
        closed([vec![0; machine.tracks.len() + 1]], |states, seen| {
            for &(letter, target) in &machine.rows[states[0] as usize] {
                let after = Machine::valid_after(&machine.tracks, &states[1..], letter);
                let after = after.ok_or("an automaton accepts a word that is not a representation")?;
                seen.number(&[vec![target], after].concat());
            }
            Ok(())
        })?;
        Ok(Rc::new(machine))
    }
}
