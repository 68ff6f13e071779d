//! The graph of a sum over a relation: what the digits read so far make of it.
//!
//! A number is, over its digits, the sum of N_m(s) over the letters s that a digit passes with m digits to come
//! (`system`), and so is a sequence (`letters`). What letters are worth is to have their factors in it here. So a sum is
//! one over the edges of a path. With the numbers of `spectrum`, its growing part y goes on as y' = beta y + sum U(s). At the
//! end, the sum is y/p'(beta) + sum over the edges of sum small(m,s). A node is a state of the relation with the letters on
//! its tracks and y.
//!
//! If a node has an ancestor with the same state and letters and another y, the sum is not bounded: the path between
//! takes y to beta^k y + c, whose fixed point would be y; so over and over y goes away as fast as beta^m, and the rest
//! is slower. If there are infinitely many nodes, some path has infinitely many, two of them with the same state and
//! letters: so the search ends.
//!
//! Where not all other roots are below 1, the row z of what is left, -p'(beta) sum small(m,s) for m = 0, 1 and so on, is a
//! part of the node, too. Then the sum at the end is (y - z_0)/p'(beta). `growth` says whether a path that comes back with
//! the same y and another z makes sums without a bound.
//!
//! Bad where y has very many values, or z where some roots are below 1 and others not.

use std::collections::HashMap;

use crate::Read;
use crate::alphabet::Alphabet;
use crate::field::Element;
use crate::growth::{Turn, is_unbounded, later};
use crate::integer::Integer;
use crate::machine::{Machine, NOWHERE, alive, spend};
use crate::spectrum::Spectrum;

const MOST_NODES: usize = 1 << 20;
/// Cycles that are looked at and do not show that the sum is unbounded, if several roots matter.
const MOST_CYCLES: usize = 256;
/// Steps that arithmetic takes as long as.
const EACH_SUM: usize = 16;

/// What an edge adds.
pub struct Passed {
    /// Letters that are passed, and how often.
    pub letters: Vec<(u32, i64)>,
    pub y: Element,
    /// What it adds to the row of what is left; nothing, if all other roots are below 1, and there are several.
    pub z: Vec<Element>,
}

/// An edge from a node, and the number of what it adds.
pub type Edge = (u32, u32);

/// All nodes that the start leads to, which is the first.
pub struct Paths {
    pub y: Vec<Element>,
    /// The first entry of what is left; all 0 if it is not a part of nodes.
    pub z: Vec<Element>,
    pub accepting: Vec<bool>,
    /// Those that lead to each node.
    pub edges: Vec<Vec<Edge>>,
    pub passed: Vec<Passed>,
}

/// A relation with the letters on its tracks, and what was found on the way.
struct Places<'a> {
    alphabet: &'a Alphabet,
    /// What is left of letters, if that is asked for.
    remainders: &'a [Vec<Element>],
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
        let (y, z) = (sum(&self.alphabet.growing), self.remainders.iter().map(|term| sum(term)).collect());
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

/// The lengths of words by which a state of a relation leads to acceptance: the least, and which of so many more.
fn lengths(machine: &Machine, state: u32, more: usize) -> Read<Vec<usize>> {
    let (mut now, mut found) = (vec![state], Vec::new());
    for length in 0..machine.rows.len() + more {
        if found.first().is_some_and(|least| length > least + more) {
            break;
        }
        if now.iter().any(|&state| machine.outputs[state as usize] == 1) {
            found.push(length);
        }
        let mut next: Vec<u32> =
            now.iter().flat_map(|&state| &machine.rows[state as usize]).map(|edge| edge.1).collect();
        spend(next.len() + 1)?;
        next.sort_unstable();
        next.dedup();
        now = next;
    }
    Ok(found)
}

/// Nodes that are found, each with the one that it was found from.
struct Search<'a> {
    spectrum: &'a Spectrum,
    /// Whether what is left is a part of nodes.
    is_whole: bool,
    /// How many cycles were looked at.
    cycles: usize,
    numbers: HashMap<(u32, Element, Vec<Element>), u32>,
    /// The place.
    at: Vec<u32>,
    before: Vec<u32>,
    y: Vec<Element>,
    z: Vec<Vec<Element>>,
}

impl Search<'_> {
    /// The number of a node; nothing, if the sum is not bounded.
    fn number(
        &mut self,
        places: &Places<'_>,
        at: u32,
        (y, z): (Element, Vec<Element>),
        from: u32,
    ) -> Read<Option<u32>> {
        let key = (at, y, z);
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(Some(number));
        }
        let (mut ancestor, mut steps) = (from, 1);
        while ancestor != NOWHERE {
            let own = ancestor as usize;
            if self.at[own] == at && self.is_unbounded(places, own, &key, steps)? {
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
        self.y.push(key.1.clone());
        self.z.push(key.2.clone());
        self.numbers.insert(key, number);
        Ok(Some(number))
    }

    /// Whether the sum has no bound, as so many digits lead from a node to another one at the same place.
    fn is_unbounded(
        &mut self,
        places: &Places<'_>,
        node: usize,
        (at, y, z): &(u32, Element, Vec<Element>),
        digits: usize,
    ) -> Read<bool> {
        let field = &self.spectrum.field;
        // They differ as numbers, not only as they are written.
        let differ = |a: &Element, b: &Element| field.sign(&a.minus(b)).map(|sign| sign != 0);
        if differ(y, &self.y[node])? {
            return Ok(true);
        }
        let added: Vec<Element> = z.iter().zip(&self.z[node]).map(|(after, before)| after.minus(before)).collect();
        if added.iter().all(Element::is_zero) {
            return Ok(false);
        }
        self.cycles += 1;
        if z.len() > 1 && self.cycles > MOST_CYCLES {
            return Err("some roots are below 1 and others not, and it is not seen what comes of that".into());
        }
        let lengths = lengths(places.machine, places.known[*at as usize].0, z.len() - 1)?;
        is_unbounded(field, &self.spectrum.rest, &Turn { digits, added }, &lengths)
    }

    /// What is left with one digit more.
    fn after(&self, node: usize, passed: &Passed) -> Read<Vec<Element>> {
        if !self.is_whole {
            return Ok(Vec::new());
        }
        let row = later(&self.spectrum.field, &self.spectrum.rest, &self.z[node])?;
        Ok(row.iter().zip(&passed.z).map(|(own, more)| own.plus(more)).collect())
    }
}

/// The graph of the sum of what the letters on the tracks of a relation are worth; nothing, if the sum is not bounded. If
/// other roots are not small, what is left is a part of the nodes.
pub fn paths(spectrum: &Spectrum, alphabet: &Alphabet, machine: &Machine, are_small: bool) -> Read<Option<Paths>> {
    let field = &spectrum.field;
    let (numbers, known, onward, sums, passed) = Default::default();
    let useful = alive(&machine.rows, machine.accepting(1));
    let is_exact = spectrum.order < 3 || !are_small;
    let remainders = if is_exact { alphabet.remainders(spectrum)? } else { Vec::new() };
    let mut places =
        Places { alphabet, remainders: &remainders, machine, useful, numbers, known, onward, sums, passed };
    places.number((0, alphabet.starts.iter().copied().flatten().collect()));
    let (numbers, at, before, y, z) = Default::default();
    let mut search = Search { spectrum, is_whole: !are_small, cycles: 0, numbers, at, before, y, z };
    let (beta, mut edges) = (field.root(), Vec::<Vec<Edge>>::new());
    let none = vec![Element::zero(); if are_small { 0 } else { spectrum.order - 1 }];
    search.number(&places, 0, (Element::zero(), none), NOWHERE)?;
    let mut node = 0;
    while node < search.at.len() {
        let grown = field.product(&beta, &search.y[node])?;
        for (target, number) in places.onward(search.at[node])? {
            let passed = &places.passed[number as usize];
            let values = (grown.plus(&passed.y), search.after(node, passed)?);
            let Some(target) = search.number(&places, target, values, node as u32)? else { return Ok(None) };
            edges.resize(search.at.len(), Vec::new());
            edges[target as usize].push((node as u32, number));
            spend(EACH_SUM)?;
        }
        node += 1;
    }
    let accepting = search.at.iter().map(|at| machine.outputs[places.known[*at as usize].0 as usize] == 1).collect();
    let z = search.z.iter().map(|row| row.first().cloned().unwrap_or_else(Element::zero)).collect();
    Ok(Some(Paths { y: search.y, z, accepting, edges, passed: places.passed }))
}
