//! Regular expressions over tuples of digits, and words given by morphisms.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Read;
use crate::core::Core;

use crate::machine::{Machine, NOWHERE, Rows, Track, closed, letters};
use crate::names::{Claim, Meaning};
use crate::system::System;

/// A regular expression.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Expression {
    /// The empty word.
    End,
    Letter(u32),
    /// One after the other.
    Then(Rc<Expression>, Rc<Expression>),
    /// One of several; nothing, if there are none.
    Any(BTreeSet<Expression>),
    Both(Rc<Expression>, Rc<Expression>),
    Star(Rc<Expression>),
}

use Expression::{Any, Both, End, Letter, Star, Then};

fn any(parts: impl IntoIterator<Item = Expression>) -> Expression {
    let mut all = BTreeSet::new();
    for part in parts {
        if let Any(inner) = part { all.extend(inner) } else { _ = all.insert(part) }
    }
    if all.len() == 1 { all.pop_first().expect("there is one") } else { Any(all) }
}

fn then(a: Expression, b: Expression) -> Expression {
    match (a, b) {
        (End, b) => b,
        (Any(a), _) if a.is_empty() => Any(a),
        (a, b) => Then(Rc::new(a), Rc::new(b)),
    }
}

impl Expression {
    fn has_end(&self) -> bool {
        match self {
            End | Star(_) => true,
            Letter(_) => false,
            Then(a, b) | Both(a, b) => a.has_end() && b.has_end(),
            Any(parts) => parts.iter().any(Expression::has_end),
        }
    }

    /// What may follow a letter. There are finitely many of them (Brzozowski 1964).
    fn after(&self, letter: u32) -> Expression {
        match self {
            End => Any(BTreeSet::new()),
            Letter(own) => {
                if *own == letter {
                    End
                } else {
                    Any(BTreeSet::new())
                }
            }
            Then(a, b) => {
                let rest = a.has_end().then(|| b.after(letter));
                any([then(a.after(letter), (**b).clone())].into_iter().chain(rest))
            }
            Any(parts) => any(parts.iter().map(|part| part.after(letter))),
            Both(a, b) => Both(Rc::new(a.after(letter)), Rc::new(b.after(letter))),
            Star(a) => then(a.after(letter), self.clone()),
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    tracks: &'a [Track],
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let is_it = self.peek() == Some(c);
        self.rest = &self.rest[if is_it { c.len_utf8() } else { 0 }..];
        is_it
    }

    fn union(&mut self) -> Read<Expression> {
        let mut parts = Vec::new();
        loop {
            let mut part = self.sequence()?;
            while self.eat('&') {
                part = Both(Rc::new(part), Rc::new(self.sequence()?));
            }
            parts.push(part);
            if !self.eat('|') {
                return Ok(any(parts));
            }
        }
    }

    fn sequence(&mut self) -> Read<Expression> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|c| !"|&)".contains(c)) {
            let mut part = self.atom()?;
            while let Some(mark) = self.peek().filter(|c| "*+?".contains(*c)) {
                self.eat(mark);
                let star = Star(Rc::new(part.clone()));
                part = match mark {
                    '*' => star,
                    '+' => then(part, star),
                    _ => any([part, End]),
                };
            }
            parts.push(part);
        }
        if !self.tracks.first().is_some_and(Track::is_turned) {
            parts.reverse();
        }
        Ok(parts.into_iter().fold(End, |rest, part| then(part, rest)))
    }

    fn atom(&mut self) -> Read<Expression> {
        if self.eat('(') {
            let inner = self.union()?;
            return if self.eat(')') { Ok(inner) } else { Err("`)` is missing".into()) };
        }
        let end = if self.eat('[') { self.rest.find(']').ok_or("`]` is missing")? } else { 0 };
        let inside = if end > 0 { &self.rest[..end] } else { self.rest.get(..1).unwrap_or("") };
        let digit = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("`{text}` is no digit"));
        let digits = inside.split(',').map(digit).collect::<Read<Vec<i64>>>()?;
        self.rest = &self.rest[end + 1..];
        if digits.len() != self.tracks.len() {
            return Err("a letter with another number of digits".into());
        }
        let mut letter = 0;
        for (digit, track) in digits.iter().zip(self.tracks) {
            let all = track.digits();
            let place = all.binary_search(digit).map_err(|_| format!("{digit} is not on the track"))?;
            letter = letter * all.len() as u32 + place as u32;
        }
        Ok(Letter(letter))
    }
}

/// The tuples in the language of an expression. Numbers are in it if some padding with zeros is; so are words, if that is
/// no more than the language.
pub fn regular(tracks: Vec<Track>, text: &str) -> Read<Rc<Meaning>> {
    let letters = letters(&tracks)?;
    if tracks.iter().any(|track| track.is_turned() != tracks[0].is_turned()) {
        return Err("two orders of digits".into());
    }
    let mut parser = Parser { rest: text, tracks: &tracks };
    let expression = parser.union()?;
    if parser.peek().is_some() {
        return Err(format!("`{}` is not read", parser.rest));
    }
    let of_words = tracks.iter().any(|track| matches!(track, Track::Digits(_)));
    let zero = |letter: u32, track: &Track| {
        let place = track.digits().binary_search(&0).ok()?;
        Some(letter * track.digits().len() as u32 + place as u32)
    };
    let zeros = tracks.iter().try_fold(0, zero);
    // What may follow any number of zeros.
    let (mut padded, mut last) = (BTreeSet::from([expression.clone()]), expression.clone());
    if let Some(zeros) = zeros {
        loop {
            last = last.after(zeros);
            if !padded.insert(last.clone()) {
                break;
            }
        }
    }
    let closed = automaton(&tracks, letters, any(padded), zeros);
    if !of_words {
        return Ok(closed.meaning());
    }
    let exact = automaton(&tracks, letters, expression, None);
    Ok(if zeros.is_some() && is_same(&closed, &exact)? { closed } else { exact }.meaning())
}

/// The valid words in the language of an expression; this letter leads from the start to itself.
fn automaton(tracks: &[Track], letters: u32, expression: Expression, zeros: Option<u32>) -> Claim {
    let machines: Vec<Machine> = tracks.iter().map(Machine::valid).collect();
    // Places of expressions, and beside each the states of the valid words.
    let mut known: Vec<(Expression, Vec<u32>)> = vec![(expression, vec![0; tracks.len()])];
    let (mut numbers, mut rows, mut accepting) = (BTreeMap::new(), Rows::new(), Vec::new());
    while rows.len() < known.len() {
        let (expression, states) = known[rows.len()].clone();
        accepting.push(expression.has_end());
        let mut row = Vec::new();
        for letter in 0..letters {
            let (mut next, mut rest) = (Vec::new(), letter);
            for (machine, &state) in machines.iter().zip(&states).rev() {
                let digits = machine.tracks[0].digits().len() as u32;
                next.insert(0, machine.step(state, rest % digits));
                rest /= digits;
            }
            if rows.is_empty() && zeros == Some(letter) {
                row.push((letter, 0));
                continue;
            }
            let after = expression.after(letter);
            if after == Any(BTreeSet::new()) || next.contains(&NOWHERE) {
                continue;
            }
            let number = *numbers.entry((after.clone(), next.clone())).or_insert_with(|| {
                known.push((after, next));
                known.len() as u32 - 1
            });
            row.push((letter, number));
        }
        rows.push(row);
    }
    Claim { machine: Rc::new(Machine { tracks: tracks.to_vec(), rows }), accepting: Rc::new(accepting) }
}

/// Whether two automata accept the same.
fn is_same(a: &Claim, b: &Claim) -> Read<bool> {
    let accepts = |claim: &Claim, q: u32| q != NOWHERE && claim.accepting[q as usize];
    let letters = letters(&a.machine.tracks)?;
    let pairs = closed(&[vec![0, 0]], |pair, seen| {
        for letter in 0..letters {
            seen.number(&[a.machine.step(pair[0], letter), b.machine.step(pair[1], letter)]);
        }
        Ok(())
    })?;
    Ok((0..pairs.len() as u32).all(|i| accepts(a, pairs.get(i)[0]) == accepts(b, pairs.get(i)[1])))
}

/// Letters of a morphism: digits, and numbers in brackets.
fn images(text: &str) -> Read<Vec<i64>> {
    let wrong = |_| format!("`{text}` is not read");
    let mut found = Vec::new();
    for piece in text.replace([',', ' ', '\n', '\t'], "").split_inclusive(']') {
        let (digits, number) = piece.split_once('[').unwrap_or((piece, ""));
        for digit in digits.chars() {
            found.push(digit.to_string().parse().map_err(wrong)?);
        }
        if let Some(number) = number.strip_suffix(']') {
            found.push(number.parse().map_err(wrong)?);
        }
    }
    Ok(found)
}

/// `a->.. b->..` as pairs.
fn rules(text: &str) -> Read<Vec<(Vec<i64>, Vec<i64>)>> {
    let pieces: Vec<&str> = text.split("->").map(str::trim).collect();
    let mut found = Vec::new();
    let mut left = images(pieces[0])?;
    for (i, piece) in pieces.iter().enumerate().skip(1) {
        let end = piece.find([' ', ',', '\n', '\t']).filter(|_| i + 1 < pieces.len()).unwrap_or(piece.len());
        found.push((left, images(&piece[..end])?));
        left = images(&piece[end..])?;
    }
    Ok(found)
}

/// The word of a morphism in a system: the letter at n is found by reading n, digit d leading from a letter to the d-th
/// letter of its image. That is so since the letters have as many digits as the states of valid words beside them, so that
/// images of images are as long as there are valid words.
pub fn word(system: &Rc<System>, morphism: &str, coding: Option<&str>) -> Read<Rc<Meaning>> {
    let rules_of = |text: &str| -> Read<BTreeMap<i64, Vec<i64>>> {
        let rules = rules(text)?;
        Ok(rules.into_iter().flat_map(|(left, right)| left.into_iter().map(move |a| (a, right.clone()))).collect())
    };
    let (images, coded) = (rules_of(morphism)?, coding.map(rules_of).transpose()?);
    let first = rules(morphism)?.first().and_then(|rule| rule.0.first().copied()).ok_or("a morphism without rules")?;
    if images[&first].first() != Some(&first) || system.negative {
        return Err("the first letter does not begin its own image".into());
    }
    let (mut rows, mut outputs) = (Rows::new(), Vec::new());
    closed(&[vec![first, 0]], |pair, seen| {
        let (letter, valid) = (pair[0], &system.valid[pair[1] as usize]);
        let image = images.get(&letter).ok_or_else(|| format!("letter {letter} has no image"))?;
        if image.len() != valid.len() {
            return Err(format!("the image of {letter} is not as long as {} allows", system.name));
        }
        outputs.push(match &coded {
            Some(coded) => *coded.get(&letter).and_then(|code| code.first()).ok_or("a letter without a code")?,
            None => letter,
        });
        let target = |(letter, q): (&i64, &usize)| seen.number(&[*letter, *q as i64]).0;
        rows.push((0u32..).zip(image.iter().zip(valid).map(target)).collect());
        Ok(())
    })?;
    let tracks = vec![Track::Number(system.clone())];
    let machine = Rc::new(Machine { tracks: tracks.clone(), rows });
    let values: BTreeSet<i64> = outputs.iter().copied().collect();
    let has = |value: i64| Rc::new(outputs.iter().map(|&output| output == value).collect());
    let values = values.into_iter().map(|value| (value, Core::Table(machine.clone(), has(value), vec![0]))).collect();
    Ok(Rc::new(Meaning { tracks, values }))
}
