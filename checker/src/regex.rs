//! Regular expressions over tuples of digits, and words given by morphisms.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::core::Word;
use crate::machine::{Interner, Machine, Track};
use crate::system::System;

type Read<T> = Result<T, String>;

/// A nondeterministic automaton with moves that read nothing. The last state accepts.
#[derive(Default)]
struct Moves {
    free: Vec<Vec<usize>>,
    read: Vec<Vec<(u32, usize)>>,
}

impl Moves {
    fn state(&mut self) -> usize {
        self.free.push(Vec::new());
        self.read.push(Vec::new());
        self.free.len() - 1
    }

    fn closed(&self, mut open: Vec<usize>) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            open.extend(self.free[state].iter().filter(|&&next| found.insert(next)));
        }
        found
    }
}

/// The state after each letter, and whether a state accepts. State 0 is the first.
type Deterministic = Vec<(BTreeMap<u32, usize>, bool)>;

impl Moves {
    /// The states after each letter.
    fn after(&self, states: &BTreeSet<usize>) -> BTreeMap<u32, BTreeSet<usize>> {
        let mut after: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &(letter, next) in states.iter().flat_map(|&state| &self.read[state]) {
            after.entry(letter).or_default().push(next);
        }
        after.into_iter().map(|(letter, states)| (letter, self.closed(states))).collect()
    }

    fn determinized(&self, (from, to): (usize, usize)) -> Deterministic {
        let mut seen: Interner<BTreeSet<usize>> = Interner::new();
        seen.number(self.closed(vec![from]));
        let mut found = Deterministic::new();
        while found.len() < seen.values.len() {
            let states = seen.values[found.len()].clone();
            let row = self.after(&states).into_iter().map(|(letter, next)| (letter, seen.number(next).0 as usize));
            found.push((row.collect(), states.contains(&to)));
        }
        found
    }
}

struct Expression<'a> {
    rest: &'a str,
    tracks: &'a [Track],
    moves: Moves,
}

impl Expression<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let is_it = self.peek() == Some(c);
        if is_it {
            self.rest = &self.rest[c.len_utf8()..];
        }
        is_it
    }

    /// From where to where the expression leads.
    fn union(&mut self) -> Read<(usize, usize)> {
        let (from, to) = (self.moves.state(), self.moves.state());
        loop {
            let (mut a, mut b) = self.sequence()?;
            while self.eat('&') {
                let other = self.sequence()?;
                (a, b) = self.both((a, b), other);
            }
            self.moves.free[from].push(a);
            self.moves.free[b].push(to);
            if !self.eat('|') {
                return Ok((from, to));
            }
        }
    }

    /// What both expressions lead through.
    fn both(&mut self, one: (usize, usize), other: (usize, usize)) -> (usize, usize) {
        let (one, other) = (self.moves.determinized(one), self.moves.determinized(other));
        let mut pairs = BTreeMap::from([((0, 0), self.moves.state())]);
        let (start, end) = (pairs[&(0, 0)], self.moves.state());
        let mut open = vec![(0, 0)];
        while let Some((p, q)) = open.pop() {
            let from = pairs[&(p, q)];
            if one[p].1 && other[q].1 {
                self.moves.free[from].push(end);
            }
            for (letter, &next) in &one[p].0 {
                let Some(&beside) = other[q].0.get(letter) else { continue };
                let to = *pairs.entry((next, beside)).or_insert_with(|| {
                    open.push((next, beside));
                    self.moves.state()
                });
                self.moves.read[from].push((*letter, to));
            }
        }
        (start, end)
    }

    fn sequence(&mut self) -> Read<(usize, usize)> {
        let from = self.moves.state();
        let mut to = from;
        while self.peek().is_some_and(|c| !"|&)".contains(c)) {
            let (a, b) = self.repeated()?;
            self.moves.free[to].push(a);
            to = b;
        }
        Ok((from, to))
    }

    fn repeated(&mut self) -> Read<(usize, usize)> {
        let (mut from, mut to) = self.atom()?;
        while let Some(mark) = self.peek().filter(|c| "*+?".contains(*c)) {
            self.eat(mark);
            let (a, b) = (self.moves.state(), self.moves.state());
            self.moves.free[a].push(from);
            self.moves.free[to].push(b);
            if mark != '?' {
                self.moves.free[to].push(from);
            }
            if mark != '+' {
                self.moves.free[a].push(b);
            }
            (from, to) = (a, b);
        }
        Ok((from, to))
    }

    fn atom(&mut self) -> Read<(usize, usize)> {
        if self.eat('(') {
            let inner = self.union()?;
            return if self.eat(')') { Ok(inner) } else { Err("`)` is missing".into()) };
        }
        let digits: Vec<i64> = if self.eat('[') {
            let end = self.rest.find(']').ok_or("`]` is missing")?;
            let (inside, rest) = (&self.rest[..end], &self.rest[end + 1..]);
            self.rest = rest;
            let digit = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is no digit"));
            inside.split(',').map(digit).collect::<Read<_>>()?
        } else {
            let digit =
                self.peek().and_then(|c| c.to_digit(10)).ok_or_else(|| format!("`{}` is not read", self.rest))?;
            self.rest = &self.rest[1..];
            vec![digit.into()]
        };
        if digits.len() != self.tracks.len() {
            return Err("a letter with another number of digits".into());
        }
        let mut letter = 0;
        for (digit, track) in digits.iter().zip(self.tracks) {
            let place = match track {
                Track::Number(system) => (0..=system.largest).contains(digit).then_some(*digit as u32),
                Track::Digits(set) => set.iter().position(|value| value == digit).map(|place| place as u32),
            };
            letter = letter * track.letters() as u32 + place.ok_or("a digit that the track has not")?;
        }
        let (from, to) = (self.moves.state(), self.moves.state());
        self.moves.read[from].push((letter, to));
        Ok((from, to))
    }
}

/// The tuples of numbers of which some padding with zeros is in the language of an expression.
pub fn regular(tracks: Vec<Track>, text: &str) -> Read<(Machine, Vec<bool>)> {
    let mut expression = Expression { rest: text, tracks: &tracks, moves: Moves::default() };
    let (from, to) = expression.union()?;
    if expression.peek().is_some() {
        return Err(format!("`{}` is not read", expression.rest));
    }
    let moves = expression.moves;
    let zero = |track: &Track| match track {
        Track::Number(_) => Some(0),
        Track::Digits(set) => set.iter().position(|&digit| digit == 0),
    };
    let zeros = tracks.iter().try_fold(0, |letter, track| Some(letter * track.letters() + zero(track)?));
    let zeros = zeros.ok_or("a set of digits without 0, which this checker does not read")? as u32;
    // All that zeros lead to is a start, to which zeros lead back.
    let mut leading = moves.closed(vec![from]);
    loop {
        let next =
            leading.iter().flat_map(|&state| &moves.read[state]).filter(|edge| edge.0 == zeros).map(|edge| edge.1);
        let grown: BTreeSet<usize> = leading.union(&moves.closed(next.collect())).copied().collect();
        if grown == leading {
            break;
        }
        leading = grown;
    }
    // With the states of the valid words; `None` for the start.
    type State = (Option<BTreeSet<usize>>, Vec<usize>);
    let mut seen: Interner<State> = Interner::new();
    seen.number((None, vec![0; tracks.len()]));
    let shape = Machine { tracks, rows: Vec::new(), start: 0 };
    let letters: usize = shape.tracks.iter().map(Track::letters).product();
    let (mut rows, mut accepting) = (Vec::new(), Vec::new());
    while rows.len() < seen.values.len() {
        let (set, valid) = (*seen.values[rows.len()]).clone();
        let states = set.as_ref().unwrap_or(&leading);
        accepting.push(states.contains(&to));
        let mut row = Vec::new();
        let mut all = moves.after(states);
        for letter in 0..letters as u32 {
            let mut next = Vec::new();
            for ((track, digit), &v) in shape.tracks.iter().zip(shape.digits(letter)).zip(&valid) {
                match track {
                    Track::Number(system) => next.extend(system.valid[v].get(digit as usize)),
                    Track::Digits(_) => next.push(0),
                }
            }
            if next.len() < valid.len() {
                continue;
            }
            let after = if set.is_none() && letter == zeros {
                None
            } else {
                match all.remove(&letter) {
                    Some(after) => Some(after),
                    None => continue,
                }
            };
            row.push((letter, seen.number((after, next)).0));
        }
        rows.push(row);
    }
    Ok((Machine { rows, ..shape }, accepting))
}

/// Letters of a morphism: digits, and numbers in brackets.
fn letters(text: &str) -> Read<Vec<i64>> {
    let (mut found, mut rest) = (Vec::new(), text.trim());
    while let Some(first) = rest.chars().next() {
        let (letter, length) = match first {
            '[' => {
                let end = rest.find(']').ok_or("`]` is missing")?;
                (rest[1..end].trim().parse().map_err(|_| format!("`{rest}` is not read"))?, end + 1)
            }
            _ => (first.to_digit(10).ok_or_else(|| format!("`{rest}` is not read"))?.into(), 1),
        };
        found.push(letter);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// `a->.. b->..` as pairs.
fn rules(text: &str) -> Read<Vec<(Vec<i64>, Vec<i64>)>> {
    let pieces: Vec<&str> = text.split("->").collect();
    let mut found = Vec::new();
    let mut left = letters(pieces[0].trim_matches([',', ' ']))?;
    for (i, piece) in pieces.iter().enumerate().skip(1) {
        let piece = piece.trim();
        let last = i + 1 == pieces.len();
        let cut =
            if last { piece.len() } else { piece.find([' ', ',', '\n', '\t']).ok_or("a rule without a right side")? };
        found.push((left, letters(&piece[..cut])?));
        left = letters(&piece[cut..].replace([',', ' ', '\n', '\t'], ""))?;
    }
    Ok(found)
}

/// The word of a morphism in a system: the letter at n is found by reading n, digit d leading from a letter to the d-th
/// letter of its image. That is so since the letters have as many digits as the states of valid words beside them, so that
/// images of images are as long as there are valid words.
pub fn word(system: &Rc<System>, morphism: &str, coding: Option<&str>) -> Read<Word> {
    let images: BTreeMap<i64, Vec<i64>> =
        rules(morphism)?.into_iter().filter_map(|(left, right)| Some((*left.first()?, right))).collect();
    let first = rules(morphism)?[0].0[0];
    let mut coded: BTreeMap<i64, i64> = BTreeMap::new();
    if let Some(coding) = coding {
        for (left, right) in rules(coding)? {
            coded.extend(left.iter().map(|letter| (*letter, right[0])));
        }
    }
    let mut seen: Interner<(i64, usize)> = Interner::new();
    seen.number((first, 0));
    let (mut rows, mut outputs) = (Vec::new(), Vec::new());
    while rows.len() < seen.values.len() {
        let (letter, v) = *seen.values[rows.len()];
        let image = images.get(&letter).ok_or_else(|| format!("letter {letter} has no image"))?;
        if image.len() != system.valid[v].len() {
            return Err(format!(
                "the image of {letter} has not as many letters as digits are allowed in {}",
                system.name
            ));
        }
        outputs.push(if coding.is_some() { *coded.get(&letter).ok_or("a letter without a code")? } else { letter });
        let target = |(letter, q): (&i64, &usize)| seen.number((*letter, *q)).0;
        rows.push((0u32..).zip(image.iter().zip(&system.valid[v]).map(target)).collect());
    }
    if images.get(&first).and_then(|image| image.first()) != Some(&first) || system.negative {
        return Err("the first letter does not begin its own image".into());
    }
    Ok(Word::Automaton(Rc::new(Machine { tracks: vec![Track::Number(system.clone())], rows, start: 0 }), outputs))
}
