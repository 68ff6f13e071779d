//! Stored automata: of relations, of words, of languages.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use crate::system::{System, Systems};

/// A hash that is good enough for small integers.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, x: u32) {
        self.write_u64(x.into());
    }

    fn write_usize(&mut self, x: usize) {
        self.write_u64(x as u64);
    }

    fn write_u64(&mut self, x: u64) {
        self.0 = (self.0.rotate_left(5) ^ x).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Numbers for values that come up.
pub struct Interner<T> {
    pub values: Vec<Rc<T>>,
    /// Of each hash, the last value that has it.
    numbers: Map<u64, u32>,
    /// Of each value, the one before with the same hash.
    before: Vec<u32>,
}

impl<T: Eq + Hash> Interner<T> {
    pub fn new() -> Interner<T> {
        Interner { values: Vec::new(), numbers: Map::default(), before: Vec::new() }
    }

    /// The number of a value, and whether it is new.
    pub fn number(&mut self, value: T) -> (u32, bool) {
        let last = self.numbers.entry(BuildHasherDefault::<Mixer>::default().hash_one(&value)).or_insert(NOWHERE);
        let mut known = *last;
        while known != NOWHERE {
            if *self.values[known as usize] == value {
                return (known, false);
            }
            known = self.before[known as usize];
        }
        let number = self.values.len() as u32;
        self.before.push(std::mem::replace(last, number));
        self.values.push(Rc::new(value));
        (number, true)
    }
}

/// What stands on a track.
#[derive(Clone)]
pub enum Track {
    Number(Rc<System>),
    /// A word over these digits.
    Digits(Vec<i64>),
}

impl Track {
    /// Letters on the track: digit number 0, 1, ..
    pub fn letters(&self) -> usize {
        match self {
            Track::Number(system) => system.largest as usize + 1,
            Track::Digits(digits) => digits.len(),
        }
    }

    pub fn name(&self) -> String {
        match self {
            Track::Number(system) => system.name.clone(),
            Track::Digits(digits) => format!("{digits:?}").replace([' ', '['], "").replace(']', ""),
        }
    }
}

/// A deterministic automaton. A letter is the digits of the tracks as one number, the first track's the most significant.
/// A letter for which a state has no transition leads nowhere.
pub struct Machine {
    pub tracks: Vec<Track>,
    /// Of each state, by letter.
    pub rows: Vec<Vec<(u32, u32)>>,
    pub start: u32,
}

/// No state.
pub const NOWHERE: u32 = u32::MAX;

impl Machine {
    pub fn step(&self, state: u32, letter: u32) -> u32 {
        if state == NOWHERE {
            return NOWHERE;
        }
        let row = &self.rows[state as usize];
        row.binary_search_by_key(&letter, |edge| edge.0).map_or(NOWHERE, |at| row[at].1)
    }

    /// The digit of each track in a letter.
    pub fn digits(&self, letter: u32) -> Vec<u32> {
        let mut rest = letter;
        let mut digits: Vec<u32> = self
            .tracks
            .iter()
            .rev()
            .map(|track| {
                let n = track.letters() as u32;
                let digit = rest % n;
                rest /= n;
                digit
            })
            .collect();
        digits.reverse();
        digits
    }

    /// The valid words of a system.
    pub fn valid(system: &Rc<System>) -> Machine {
        let row = |digits: &Vec<usize>| (0u32..).zip(digits).map(|(digit, &q)| (digit, q as u32)).collect();
        Machine { tracks: vec![Track::Number(system.clone())], rows: system.valid.iter().map(row).collect(), start: 0 }
    }

    /// States from which one of these can be reached.
    pub fn alive(&self, accepting: &[bool]) -> Vec<bool> {
        let mut back: Vec<Vec<u32>> = vec![Vec::new(); self.rows.len()];
        for (q, row) in self.rows.iter().enumerate() {
            row.iter().for_each(|edge| back[edge.1 as usize].push(q as u32));
        }
        let mut alive = accepting.to_vec();
        let mut open: VecDeque<u32> = (0..self.rows.len() as u32).filter(|&q| accepting[q as usize]).collect();
        while let Some(q) = open.pop_front() {
            for &p in &back[q as usize] {
                if !std::mem::replace(&mut alive[p as usize], true) {
                    open.push_back(p);
                }
            }
        }
        alive
    }

    /// Reads an automaton: a line with the systems of the tracks, one with the number of states, then for each state a
    /// line with its output and its transitions, letter and target in turn. State 0 is the first; zeros lead from it to
    /// itself, as they do in all automata here.
    pub fn read<'a>(
        lines: &mut impl Iterator<Item = &'a str>,
        systems: &mut Systems,
    ) -> Result<(Machine, Vec<bool>), String> {
        let mut line = || lines.next().ok_or_else(|| "the certificate ends inside an automaton".to_owned());
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("`{text}` is no number"));
        let names = line()?.split(' ').filter(|name| !name.is_empty());
        let tracks = names.map(|name| Ok(Track::Number(systems.get(name)?))).collect::<Result<Vec<_>, String>>()?;
        let states = number(line()?)?;
        let letters = tracks.iter().try_fold(1u32, |product, track| product.checked_mul(track.letters() as u32));
        let letters = letters.ok_or("too many letters")?;
        let (mut rows, mut accepting) = (Vec::new(), Vec::new());
        for _ in 0..states {
            let mut words = line()?.split(' ');
            accepting.push(words.next() == Some("1"));
            let mut row: Vec<(u32, u32)> = Vec::new();
            while let (Some(letter), Some(target)) = (words.next(), words.next()) {
                let edge = (number(letter)?, number(target)?);
                if edge.0 >= letters || edge.1 >= states || row.last().is_some_and(|last| last.0 >= edge.0) {
                    return Err(format!("a transition {letter} -> {target} that cannot be"));
                }
                row.push(edge);
            }
            rows.push(row);
        }
        if !accepting.contains(&true) {
            (rows, accepting) = (vec![vec![(0, 0)]], vec![false]);
        }
        let machine = Machine { tracks, rows, start: 0 };
        match machine.step(0, 0) {
            0 => Ok((machine, accepting)),
            _ => Err("zeros in front change what an automaton accepts".into()),
        }
    }
}
