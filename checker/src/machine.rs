//! Automata as they are given, and numbers for what comes up on the way.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use crate::Read;
use crate::system::{System, Systems};

/// A hash that is good enough for small integers.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, x: u32) {
        self.write_u64(x.into());
    }

    fn write_i64(&mut self, x: i64) {
        self.write_u64(x as u64);
    }

    fn write_usize(&mut self, x: usize) {
        self.write_u64(x as u64);
    }

    fn write_u64(&mut self, x: u64) {
        self.0 = (self.0.rotate_left(5) ^ x).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Numbers for lists that come up, from 0.
pub struct Interner<T> {
    all: Vec<T>,
    /// Where each list ends.
    ends: Vec<usize>,
    /// The last list of each hash, and the one before each with the same hash.
    last: Map<u64, u32>,
    before: Vec<u32>,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub fn new() -> Interner<T> {
        Interner { all: Vec::new(), ends: Vec::new(), last: Map::default(), before: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, number: u32) -> &[T] {
        let begin = if number == 0 { 0 } else { self.ends[number as usize - 1] };
        &self.all[begin..self.ends[number as usize]]
    }

    /// The number of a list, and whether it is new.
    pub fn number(&mut self, list: &[T]) -> (u32, bool) {
        let mut hash = Mixer::default();
        list.iter().for_each(|x| x.hash(&mut hash));
        let hash = hash.finish();
        let last = self.last.get(&hash).copied().unwrap_or(NOWHERE);
        let mut known = last;
        while known != NOWHERE {
            if self.get(known) == list {
                return (known, false);
            }
            known = self.before[known as usize];
        }
        let number = self.ends.len() as u32;
        self.all.extend(list);
        self.ends.push(self.all.len());
        self.before.push(last);
        self.last.insert(hash, number);
        (number, true)
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
pub fn closed<T: Copy + Eq + Hash>(
    first: &[Vec<T>],
    mut visit: impl FnMut(&[T], &mut Interner<T>) -> Read<()>,
) -> Read<Interner<T>> {
    let mut seen = Interner::new();
    first.iter().for_each(|list| _ = seen.number(list));
    let mut at = 0;
    while at < seen.len() {
        let list = seen.get(at as u32).to_vec();
        spend(list.len())?;
        visit(&list, &mut seen)?;
        at += 1;
    }
    Ok(seen)
}

/// What stands on a track.
#[derive(Clone)]
pub enum Track {
    Number(Rc<System>),
    /// A word over these digits.
    Digits(Vec<i64>),
}

impl Track {
    /// The digits, from the smallest.
    pub fn digits(&self) -> Vec<i64> {
        match self {
            Track::Number(system) => (0..=system.largest).collect(),
            Track::Digits(digits) => digits.clone(),
        }
    }

    /// Whether it is a number that scripts read from the other end.
    pub fn is_turned(&self) -> bool {
        matches!(self, Track::Number(system) if system.is_turned)
    }

    pub fn name(&self) -> String {
        match self {
            Track::Number(system) => system.name.clone(),
            Track::Digits(digits) => format!("{{{}}}", digits.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
        }
    }

    /// The system or `{0,1}` that a name stands for.
    pub fn named(name: &str, systems: &mut Systems) -> Read<Track> {
        let Some(set) = name.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
            return Ok(Track::Number(systems.get(name)?));
        };
        let digit = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is no digit"));
        let mut digits = set.split(',').map(digit).collect::<Read<Vec<i64>>>()?;
        digits.sort_unstable();
        digits.dedup();
        Ok(Track::Digits(digits))
    }
}

/// Transitions by letter and target, of each state, by letter.
pub type Rows = Vec<Vec<(u32, u32)>>;

/// A deterministic automaton that starts in state 0. A letter is the places of the digits of the tracks as one number, the
/// first track's the most significant. A letter for which a state has no transition leads nowhere.
pub struct Machine {
    pub tracks: Vec<Track>,
    pub rows: Rows,
}

/// No state, no digit.
pub const NOWHERE: u32 = u32::MAX;

/// How many letters there are on some tracks.
pub fn letters(tracks: &[Track]) -> Read<u32> {
    let product = tracks.iter().try_fold(1u32, |product, track| product.checked_mul(track.digits().len() as u32));
    product.filter(|&product| product < NOWHERE).ok_or_else(|| "too many letters".into())
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
pub fn alive(rows: &Rows, accepting: &[bool]) -> Vec<bool> {
    let into = reversed(rows);
    let mut alive = accepting.to_vec();
    let mut open: Vec<usize> = (0..rows.len()).filter(|&q| accepting[q]).collect();
    while let Some(q) = open.pop() {
        for &(_, p) in &into[q] {
            if !std::mem::replace(&mut alive[p as usize], true) {
                open.push(p as usize);
            }
        }
    }
    alive
}

impl Machine {
    pub fn step(&self, state: u32, letter: u32) -> u32 {
        if state == NOWHERE {
            return NOWHERE;
        }
        let row = &self.rows[state as usize];
        row.binary_search_by_key(&letter, |edge| edge.0).map_or(NOWHERE, |at| row[at].1)
    }

    /// The words that may stand on a track: the valid ones of a system, all over a set of digits.
    pub fn valid(track: &Track) -> Machine {
        let row = |digits: &Vec<usize>| (0u32..).zip(digits).map(|(digit, &q)| (digit, q as u32)).collect();
        let rows = match track {
            Track::Number(system) => system.valid.iter().map(row).collect(),
            Track::Digits(digits) => vec![row(&vec![0; digits.len()])],
        };
        Machine { tracks: vec![track.clone()], rows }
    }

    /// Reads an automaton: a line with its tracks, one with the number of states, then for each state a line with its output
    /// and its transitions, letter and target in turn. State 0 is the first. If there are only numbers on the tracks,
    /// zeros lead from it to itself.
    pub fn read<'a>(
        lines: &mut impl Iterator<Item = &'a str>,
        systems: &mut Systems,
    ) -> Read<(Rc<Machine>, Rc<Vec<bool>>)> {
        let mut line = || lines.next().ok_or_else(|| "the certificate ends inside an automaton".to_owned());
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no number"));
        let names = line()?.split(' ').filter(|name| !name.is_empty());
        let tracks = names.map(|name| Track::named(name, systems)).collect::<Read<Vec<_>>>()?;
        let (states, letters) = (number(line()?)?, letters(&tracks)?);
        let (mut rows, mut accepting) = (Rows::new(), Vec::new());
        for _ in 0..states {
            let mut words = line()?.split(' ');
            accepting.push(words.next() == Some("1"));
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
        // States that do not lead to acceptance may do what they want.
        let alive = alive(&rows, &accepting);
        rows.iter_mut().for_each(|row| row.retain(|edge| alive[edge.1 as usize]));
        let is_of_numbers = tracks.iter().all(|track| matches!(track, Track::Number(_)));
        if alive.first() != Some(&true) {
            (rows, accepting) = (vec![if is_of_numbers { vec![(0, 0)] } else { Vec::new() }], vec![false]);
        }
        let machine = Machine { tracks, rows };
        if is_of_numbers && machine.step(0, 0) != 0 {
            return Err("zeros in front change what an automaton accepts".into());
        }
        machine.is_valid()?;
        Ok((Rc::new(machine), Rc::new(accepting)))
    }

    /// Checks that only words that may stand on the tracks are read; all states lead to acceptance.
    fn is_valid(&self) -> Read<()> {
        let mut unit = 1;
        for track in self.tracks.iter().rev() {
            let (valid, digits) = (Machine::valid(track), track.digits().len() as u32);
            closed(&[vec![0, 0]], |pair, seen| {
                for &(letter, target) in &self.rows[pair[0] as usize] {
                    match valid.step(pair[1], letter / unit % digits) {
                        NOWHERE => return Err("an automaton accepts what is no representation".into()),
                        next => _ = seen.number(&[target, next]),
                    }
                }
                Ok(())
            })?;
            unit *= digits;
        }
        Ok(())
    }
}
