//! The graph of a sum over a relation: what the digits read so far make of it.
//!
//! A number is, over its digits, the sum of N_m(s) over the letters s that a digit passes with m digits to come
//! (`system`), and so is a sequence (`letters`). What letters are worth is to have their factors in it here. So a sum is
//! one over the edges of a path. With the numbers of `spectrum`, its growing part y goes on as y' = beta y + sum U(s), and
//! if the recurrence has order 2, its other part as z' = mu z + sum W(s). At the end, the sum is y/p'(beta) + sum over the
//! edges of sum small(m,s), and (y - z)/(beta - mu) in order 2. A node is a state of the relation with the letters on its
//! tracks and y.
//!
//! If a node has an ancestor with the same state and letters and another y, the sum is not bounded: the path between
//! takes y to beta^k y + c, whose fixed point would be y; so over and over y goes away as fast as beta^m, and the rest
//! is slower. If there are infinitely many nodes, some path has infinitely many, two of them with the same state and
//! letters: so the search ends. The same is done with (y,z) for mu of absolute value 1 or more: z goes away like mu^m,
//! or like m if it moves where mu^k = 1, for which the parity of m is a part of the state.
//!
//! Bad where y has very many values.

use std::collections::HashMap;

use crate::Read;
use crate::alphabet::Alphabet;
use crate::field::{Element, Field};
use crate::integer::Integer;
use crate::machine::{Machine, NOWHERE, alive, spend};
use crate::spectrum::Spectrum;

const MOST_NODES: usize = 1 << 20;
/// Steps that arithmetic takes as long as.
const EACH_SUM: usize = 16;

/// What an edge adds.
pub struct Passed {
    /// Letters that are passed, and how often.
    pub letters: Vec<(u32, i64)>,
    pub y: Element,
    /// 0 if the recurrence has not order 2.
    pub z: Element,
}

/// An edge from a node, and the number of what it adds.
pub type Edge = (u32, u32);

/// All nodes that the start leads to, which is the first.
pub struct Paths {
    pub y: Vec<Element>,
    /// All 0 if it is not a part of nodes.
    pub z: Vec<Element>,
    pub accepting: Vec<bool>,
    /// Those that lead to each node.
    pub edges: Vec<Vec<Edge>>,
    pub passed: Vec<Passed>,
}

/// A relation with the letters on its tracks, and what was found on the way.
struct Places<'a> {
    alphabet: &'a Alphabet,
    machine: &'a Machine,
    /// Whether a state leads to acceptance.
    useful: Vec<bool>,
    numbers: HashMap<(u32, Vec<u32>), u32>,
    /// States with the letters of the tracks that add something.
    known: Vec<(u32, Vec<u32>)>,
    /// From each place, once it was asked for: to which others, and what that adds.
    onward: Vec<Option<Vec<Edge>>>,
    sums: HashMap<Vec<(u32, i64)>, u32>,
    passed: Vec<Passed>,
}

impl Places<'_> {
    fn number(&mut self, place: (u32, Vec<u32>)) -> u32 {
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        let number = self.known.len() as u32;
        self.known.push(place.clone());
        self.onward.push(None);
        self.numbers.insert(place, number);
        number
    }

    /// The number of what is added by passing some letters.
    fn passing(&mut self, letters: Vec<(u32, i64)>) -> u32 {
        if let Some(&number) = self.sums.get(&letters) {
            return number;
        }
        let sum = |entries: &[Element]| {
            let terms = letters.iter().map(|&(letter, often)| (entries.get(letter as usize), Integer::from(often)));
            let terms = terms.filter_map(|(entry, often)| Some(entry?.times(&often)));
            terms.fold(Element::zero(), |sum, term| sum.plus(&term))
        };
        let (y, z) = (sum(&self.alphabet.growing), sum(&self.alphabet.shrinking));
        self.passed.push(Passed { letters: letters.clone(), y, z });
        let number = self.sums.len() as u32;
        self.sums.insert(letters, number);
        number
    }

    /// The edges from a place.
    fn onward(&mut self, place: u32) -> Read<Vec<Edge>> {
        if let Some(known) = &self.onward[place as usize] {
            return Ok(known.clone());
        }
        let (state, at) = self.known[place as usize].clone();
        let (machine, mut edges) = (self.machine, Vec::new());
        for &(letter, target) in &machine.rows[state as usize] {
            if !self.useful[target as usize] {
                continue;
            }
            let (mut after, mut counts) = (Vec::new(), vec![0i64; self.alphabet.targets.len()]);
            let digits = digits(machine, letter).into_iter().zip(&self.alphabet.starts);
            for (&from, digit) in at.iter().zip(digits.filter_map(|(digit, start)| start.map(|_| digit))) {
                let row = &self.alphabet.targets[from as usize];
                after.push(*row.get(digit as usize).ok_or("a word that is not valid")?);
                row[..digit as usize].iter().for_each(|&letter| counts[letter as usize] += 1);
                spend(EACH_SUM + digit as usize)?;
            }
            let target = self.number((target, after));
            let passed = (0..).zip(counts).filter(|(_, often)| *often > 0).collect();
            edges.push((target, self.passing(passed)));
        }
        edges.sort_unstable();
        edges.dedup();
        self.onward[place as usize] = Some(edges.clone());
        Ok(edges)
    }
}

/// The digits of a letter, by tracks.
fn digits(machine: &Machine, mut letter: u32) -> Vec<u32> {
    let mut digits: Vec<u32> = Vec::new();
    for track in machine.tracks.iter().rev() {
        let size = track.digits.len() as u32;
        digits.push(letter % size);
        letter /= size;
    }
    digits.reverse();
    digits
}

/// Nodes that are found, each with the one that it was found from.
#[derive(Default)]
struct Search {
    numbers: HashMap<(u32, bool, Element, Element), u32>,
    /// Place, and whether the path has an odd length where that matters.
    at: Vec<(u32, bool)>,
    before: Vec<u32>,
    y: Vec<Element>,
    z: Vec<Element>,
}

impl Search {
    /// The number of a node; nothing, if the sum is not bounded.
    fn number(&mut self, field: &Field, at: (u32, bool), (y, z): (Element, Element), from: u32) -> Read<Option<u32>> {
        let key = (at.0, at.1, y, z);
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(Some(number));
        }
        let (mut ancestor, mut steps) = (from, 1);
        while ancestor != NOWHERE {
            let own = ancestor as usize;
            // They differ as numbers, not only as they are written.
            let differ = |a: &Element, b: &Element| field.sign(&a.minus(b)).map(|sign| sign != 0);
            if self.at[own] == at && (differ(&self.y[own], &key.2)? || differ(&self.z[own], &key.3)?) {
                return Ok(None);
            }
            ancestor = self.before[own];
            steps += 1;
        }
        spend(steps)?;
        if self.at.len() == MOST_NODES {
            return Err("the sum has too many values".into());
        }
        let number = self.at.len() as u32;
        self.at.push(at);
        self.before.push(from);
        self.y.push(key.2.clone());
        self.z.push(key.3.clone());
        self.numbers.insert(key, number);
        Ok(Some(number))
    }
}

/// The graph of the sum of what the letters on the tracks of a relation are worth; nothing, if the sum is not bounded. If
/// a second root is not small, z is a part of the nodes.
pub fn paths(spectrum: &Spectrum, alphabet: &Alphabet, machine: &Machine) -> Read<Option<Paths>> {
    let field = &spectrum.field;
    let (numbers, known, onward, sums, passed) = Default::default();
    let useful = alive(&machine.rows, machine.accepting(1));
    let mut places = Places { alphabet, machine, useful, numbers, known, onward, sums, passed };
    places.number((0, alphabet.starts.iter().copied().flatten().collect()));
    let second = spectrum.second.as_ref().filter(|second| !second.is_small);
    let (beta, mut search, mut edges) = (field.root(), Search::default(), Vec::<Vec<Edge>>::new());
    search.number(field, (0, false), (Element::zero(), Element::zero()), NOWHERE)?;
    let mut node = 0;
    while node < search.at.len() {
        let (place, is_odd) = search.at[node];
        let grown = field.product(&beta, &search.y[node])?;
        let other = second.map_or(Ok(Element::zero()), |second| field.product(&second.root, &search.z[node]))?;
        let next_is_odd = second.is_some_and(|second| second.is_negative) && !is_odd;
        for (target, number) in places.onward(place)? {
            let passed = &places.passed[number as usize];
            let z = if second.is_some() { other.plus(&passed.z) } else { Element::zero() };
            let values = (grown.plus(&passed.y), z);
            let Some(target) = search.number(field, (target, next_is_odd), values, node as u32)? else {
                return Ok(None);
            };
            edges.resize(search.at.len(), Vec::new());
            edges[target as usize].push((node as u32, number));
            spend(EACH_SUM)?;
        }
        node += 1;
    }
    let accepting = search.at.iter().map(|at| machine.outputs[places.known[at.0 as usize].0 as usize] == 1).collect();
    Ok(Some(Paths { y: search.y, z: search.z, accepting, edges, passed: places.passed }))
}
