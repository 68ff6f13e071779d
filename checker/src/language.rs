//! Automata given otherwise than by formulas: regular expressions over tuples of digits, words of morphisms, combinations
//! of relations, right quotients.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Names, Var};
use crate::machine::{Machine, NOWHERE, closed, letter, letters};
use crate::rules::holds;
use crate::script::Command;
use crate::system::{Kind, Track};

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
            Letter(own) if *own == letter => End,
            End | Letter(_) => any([]),
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
        while parts.is_empty() || self.eat('|') {
            let mut part = self.sequence()?;
            while self.eat('&') {
                part = Both(Rc::new(part), Rc::new(self.sequence()?));
            }
            parts.push(part);
        }
        Ok(any(parts))
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
        if !self.tracks.first().is_some_and(|track| track.is_turned()) {
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
        Ok(Letter(letter(self.tracks, &digits)?))
    }
}

/// The tuples in the language of an expression. Numbers are in it if some padding with zeros is; so are words, if that is
/// no more than the language.
pub fn regular(tracks: &[Track], text: &str) -> Read<Rc<Machine>> {
    letters(tracks)?;
    if tracks.iter().any(|track| track.is_turned() != tracks[0].is_turned()) {
        return Err("two orders of digits".into());
    }
    let mut parser = Parser { rest: text, tracks };
    let expression = parser.union()?;
    if parser.peek().is_some() {
        return Err(format!("`{}` is not read", parser.rest));
    }
    let zeros = letter(tracks, &vec![0; tracks.len()]).ok();
    let automaton = |first: Expression, zeros: Option<u32>| {
        let step =
            |now: &Expression, _: &[u32], letter: u32| Ok(Some(now.after(letter)).filter(|next| *next != any([])));
        Machine::built(tracks, first, zeros, step, |now| Ok(now.has_end().into()))
    };
    // What may follow any number of zeros.
    let (mut padded, mut last) = (BTreeSet::new(), expression.clone());
    while padded.insert(last.clone())
        && let Some(zeros) = zeros
    {
        last = last.after(zeros);
    }
    let closed = automaton(any(padded), zeros)?;
    if tracks.iter().all(|track| track.kind != Kind::Words) {
        return Ok(closed);
    }
    let exact = automaton(expression, None)?;
    let vars: Vec<Var> = (0..tracks.len()).collect();
    let [one, other] = [&closed, &exact].map(|machine| Core::table(machine, vars.clone()));
    let differ = Core::exists(vars, one.iff(other).not());
    Ok(if zeros.is_some() && !holds(&Rc::new(tracks.to_vec()), &differ)? { closed } else { exact })
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

/// `a->.. b->..`: the first letter, and the image of each.
fn rules(text: &str) -> Read<(i64, BTreeMap<i64, Vec<i64>>)> {
    let pieces: Vec<&str> = text.split("->").map(str::trim).collect();
    let (mut found, mut left) = (BTreeMap::new(), images(pieces[0])?);
    let first = *left.first().ok_or("a morphism without rules")?;
    for (i, piece) in pieces.iter().enumerate().skip(1) {
        let end = piece.find([' ', ',', '\n', '\t']).filter(|_| i + 1 < pieces.len()).unwrap_or(piece.len());
        let image = images(&piece[..end])?;
        found.extend(left.into_iter().map(|letter| (letter, image.clone())));
        left = images(&piece[end..])?;
    }
    Ok((first, found))
}

/// The word of a morphism in a system: the letter at n is found by reading n, digit d leading from a letter to the d-th
/// letter of its image. That is so since the letters have as many digits as the states of valid words beside them, so that
/// images of images are as long as there are valid words.
pub fn word(system: &Track, morphism: &str, coding: Option<&str>) -> Read<Rc<Machine>> {
    let ((first, images), coding) = (rules(morphism)?, coding.map(rules).transpose()?);
    if images.get(&first).and_then(|image| image.first()) != Some(&first) || system.kind != Kind::Natural {
        return Err("the first letter does not begin its own image".into());
    }
    let step = |letter: &i64, valid: &[u32], digit: u32| {
        let image = images.get(letter).ok_or_else(|| format!("letter {letter} has no image"))?;
        let is_long = image.len() == system.valid[valid[0] as usize].len();
        is_long
            .then(|| Some(image[digit as usize]))
            .ok_or_else(|| format!("the image of {letter} is not as long as {} allows", system.name))
    };
    Machine::built(std::slice::from_ref(system), first, Some(0), step, |letter| match &coding {
        Some((_, codes)) => {
            codes.get(letter).and_then(|code| code.first()).copied().ok_or("a letter without a code".into())
        }
        None => Ok(*letter),
    })
}

/// The word that a command makes of relations on the same tracks: the last that holds counts, 0 if none does.
pub fn combined(command: &Command, names: &Names) -> Read<Rc<Machine>> {
    let (mut parts, mut values) = (Vec::new(), Vec::new());
    for at in 2..command.words.len() {
        // One without a value has the number of its place.
        let (name, value) = match command.bare(at)?.split_once('=') {
            Some((name, value)) => (name, value.parse().map_err(|_| format!("`{value}` is no value"))?),
            None => (command.bare(at)?, at as i64 - 1),
        };
        parts.push(names.table(&format!("${name}"))?);
        values.push(value);
    }
    let tracks = parts.first().ok_or("nothing to combine")?.tracks.clone();
    if parts.iter().any(|part| part.tracks != tracks) {
        return Err("relations on different tracks".into());
    }
    let zeros = tracks.iter().all(|track| track.kind != Kind::Words).then_some(0);
    let step = |states: &Vec<u32>, _: &[u32], letter: u32| {
        Ok(Some(parts.iter().zip(states).map(|(part, &state)| part.step(state, letter)).collect()))
    };
    Machine::built(&tracks, vec![0; parts.len()], zeros, step, |states| {
        let holds = |at: &usize| parts[*at].outputs.get(states[*at] as usize) == Some(&1);
        Ok((0..parts.len()).rev().find(holds).map_or(0, |at| values[at]))
    })
}

/// The words that some word of the second automaton completes to one of the first. Zeros in front change none of them.
pub fn quotient(first: &Machine, second: &Machine) -> Read<Rc<Machine>> {
    if first.tracks != second.tracks || first.tracks.iter().any(|track| track.is_turned()) {
        return Err("automata on different tracks, or read from the other end".into());
    }
    let mut outputs = Vec::new();
    for q in 0..first.rows.len() as u32 {
        let mut is_completed = false;
        closed([vec![q, 0]], |pair, seen| {
            is_completed |= first.outputs[pair[0] as usize] == 1 && second.outputs[pair[1] as usize] == 1;
            for &(letter, target) in &first.rows[pair[0] as usize] {
                let next = second.step(pair[1], letter);
                if next != NOWHERE {
                    seen.number(&[target, next]);
                }
            }
            Ok(())
        })?;
        outputs.push(is_completed.into());
    }
    Ok(Rc::new(Machine { tracks: first.tracks.clone(), rows: first.rows.clone(), outputs }))
}
