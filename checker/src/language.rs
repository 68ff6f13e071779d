//! Automata given otherwise than by formulas: regular expressions over tuples of digits, words of morphisms, combinations
//! of relations, right quotients.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var};
use crate::machine::{Machine, NOWHERE, closed, letter, letters};
use crate::names::Names;
use crate::rules::holds;
use crate::system::{Kind, System, Track};
use crate::text::is_blank;

/// Letters of an image of a letter.
const LONGEST_IMAGE: usize = 1 << 16;

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
        self.rest = self.rest.trim_start_matches(is_blank);
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
        while parts.is_empty() || self.peek().is_some_and(|c| !"|&)".contains(c)) {
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
            if self.eat(')') {
                return Ok(End);
            }
            let inner = self.union()?;
            return if self.eat(')') { Ok(inner) } else { Err("`)` is missing".into()) };
        }
        let first = self.peek().ok_or("an expression is missing")?;
        let (inside, used) = match first {
            '[' => {
                let end = self.rest.find(']').ok_or("`]` is missing")?;
                (&self.rest[1..end], end + 1)
            }
            '0'..='9' => (&self.rest[..1], 1),
            other => return Err(format!("`{other}` is not read in an expression")),
        };
        let digits = inside.split(',').map(number).collect::<Read<Vec<i64>>>()?;
        self.rest = &self.rest[used..];
        Ok(Letter(letter(self.tracks, &digits)?))
    }
}

/// A number as it stands in brackets.
fn number(text: &str) -> Read<i64> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = if digits.starts_with(|c: char| c.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| format!("`{text}` is not a number"))
}

/// The tuples in the language of an expression. Numbers are in it if some padding with zeros is; so are words, if that is
/// no more than the language. Beside it the words of the language, if they are others.
pub fn regular(tracks: &[Track], text: &str) -> Read<(Rc<Machine>, Option<Rc<Machine>>)> {
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
    let exact = automaton(expression, None)?;
    if tracks.iter().all(|track| track.kind != Kind::Words) {
        return Ok((closed, Some(exact)));
    }
    let vars: Vec<Var> = (0..tracks.len()).collect();
    let [one, other] = [&closed, &exact].map(|machine| Core::table(machine, vars.clone()));
    let differ = Core::exists(vars, one.iff(other).not());
    Ok((if zeros.is_some() && !holds(&Rc::new(tracks.to_vec()), &differ)? { closed } else { exact }, None))
}

/// A token of a morphism or a coding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Letter(i64),
    Arrow,
    Comma,
}

/// The tokens of a morphism or a coding: letters are digits, and numbers in brackets.
fn marks(text: &str) -> Read<Vec<Mark>> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start_matches(is_blank));
    while let Some(first) = rest.chars().next() {
        let (mark, length) = match first {
            '0'..='9' => (Mark::Letter(number(&rest[..1])?), 1),
            '[' => {
                let end = rest.find(']').ok_or("`]` is missing")?;
                (Mark::Letter(number(&rest[1..end])?), end + 1)
            }
            ',' => (Mark::Comma, 1),
            _ if rest.starts_with("->") => (Mark::Arrow, 2),
            other => return Err(format!("`{other}` is not a letter")),
        };
        found.push(mark);
        rest = rest[length..].trim_start_matches(is_blank);
    }
    Ok(found)
}

/// The letters on the left of a rule, and those on its right.
pub type Rule = (Vec<i64>, Vec<i64>);

/// The rules of a morphism or a coding. A letter before an arrow begins a rule of a morphism, and
/// so does one behind the output of a coding; a comma may end a rule, and stand behind each letter that is coded.
pub fn rules(text: &str, is_coding: bool) -> Read<Vec<Rule>> {
    let marks = marks(text)?;
    let (mut found, mut at): (Vec<Rule>, usize) = (Vec::new(), 0);
    let comma = |at: usize| usize::from(marks.get(at) == Some(&Mark::Comma));
    let letter = |at: usize| match marks.get(at) {
        Some(Mark::Letter(letter)) => Some(*letter),
        _ => None,
    };
    while at < marks.len() {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while let Some(letter) = letter(at).filter(|_| is_coding || left.is_empty()) {
            left.push(letter);
            at += 1;
            at += if is_coding { comma(at) } else { 0 };
        }
        if left.is_empty() || marks.get(at) != Some(&Mark::Arrow) {
            return Err("a rule without its letter or its arrow".into());
        }
        at += 1;
        while let Some(letter) =
            letter(at).filter(|_| if is_coding { right.is_empty() } else { marks.get(at + 1) != Some(&Mark::Arrow) })
        {
            right.push(letter);
            at += 1;
        }
        if is_coding && right.is_empty() {
            return Err("a coding without a letter on the right".into());
        }
        at += comma(at);
        found.push((left, right));
    }
    let mut letters: Vec<i64> = found.iter().flat_map(|rule| rule.0.iter().copied()).collect();
    letters.sort_unstable();
    if letters.is_empty() || letters.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("no rule, or a letter with two".into());
    }
    Ok(found)
}

/// The word of a morphism in a system: the letter at n is found by reading n, digit d leading from a letter to the d-th
/// letter of its image. That is so since the letters have as many digits as the states of valid words beside them, so that
/// images of images are as long as there are valid words.
pub fn word(system: &Track, morphism: &str, coding: Option<&str>) -> Read<Rc<Machine>> {
    let (first, images, codes) = morphism_with_codes(morphism, coding)?;
    if images[&first].first() != Some(&first) || images[&first].len() < 2 || system.kind != Kind::Natural {
        return Err("the first letter does not begin its own image".into());
    }
    word_of(system, first, &images, &codes)
}

type Images = BTreeMap<i64, Vec<i64>>;

/// The letter of the first rule, the image of each letter, and their codes.
fn morphism_with_codes(morphism: &str, coding: Option<&str>) -> Read<(i64, Images, BTreeMap<i64, i64>)> {
    let found = rules(morphism, false)?;
    let first = found[0].0[0];
    let images: Images = found.into_iter().map(|(left, image)| (left[0], image)).collect();
    if images.values().flatten().any(|letter| !images.contains_key(letter)) {
        return Err("a letter without an image".into());
    }
    let mut codes = BTreeMap::new();
    for (letters, code) in coding.map(|coding| rules(coding, true)).transpose()?.unwrap_or_default() {
        codes.extend(letters.into_iter().map(|letter| (letter, code[0])));
    }
    if coding.is_some() && !codes.keys().eq(images.keys()) {
        return Err("the coding has not the letters of the morphism".into());
    }
    Ok((first, images, codes))
}

fn word_of(system: &Track, first: i64, images: &Images, codes: &BTreeMap<i64, i64>) -> Read<Rc<Machine>> {
    let step = |letter: &i64, valid: &[u32], digit: u32| {
        let image = &images[letter];
        let is_long = image.len() == system.valid[valid[0] as usize].len();
        is_long
            .then(|| Some(image[digit as usize]))
            .ok_or_else(|| format!("the image of {letter} is not as long as {} allows", system.name))
    };
    Machine::built(std::slice::from_ref(system), first, Some(0), step, |letter| {
        Ok(codes.get(letter).copied().unwrap_or(*letter))
    })
}

/// The fixed point of the least power of a morphism that has one beginning with a letter, and the system of its places.
pub fn fixed_point(name: &str, morphism: &str, start: Option<i64>, coding: Option<&str>) -> Read<(Track, Rc<Machine>)> {
    let (first, images, codes) = morphism_with_codes(morphism, coding)?;
    let start = start.unwrap_or(first);
    let image = |letter: i64| images.get(&letter).filter(|image| !image.is_empty()).ok_or("a letter without an image");
    let (mut at, mut power) = (image(start)?[0], 1);
    while at != start {
        if power > images.len() {
            return Err(format!("no fixed point begins with {start}"));
        }
        (at, power) = (image(at)?[0], power + 1);
    }
    // The letters of the fixed point, and their images under the power.
    let (mut letters, mut powered) = (vec![start], Images::new());
    while let Some(&letter) = letters.get(powered.len()) {
        let mut word = vec![letter];
        for _ in 0..power {
            let mut longer = Vec::new();
            for letter in word {
                longer.extend_from_slice(image(letter)?);
            }
            if longer.len() > LONGEST_IMAGE {
                return Err("an image that is too long".into());
            }
            word = longer;
        }
        for letter in &word {
            if !letters.contains(letter) {
                letters.push(*letter);
            }
        }
        powered.insert(letter, word);
    }
    if powered[&start].len() < 2 {
        return Err(format!("no fixed point begins with {start}"));
    }
    let place = |letter: &i64| letters.iter().position(|other| other == letter).unwrap_or(0) as u32;
    let rows: Vec<Vec<u32>> = letters.iter().map(|letter| powered[letter].iter().map(place).collect()).collect();
    let system = Rc::new(System::of_fixed_point(name, &rows));
    let word = word_of(&system, start, &powered, &codes)?;
    Ok((system, word))
}

/// The word that a command makes of relations on the same tracks: the last that holds counts, 0 if none does.
pub fn combined(named: &[(String, i64)], names: &Names) -> Read<Rc<Machine>> {
    let parts = named.iter().map(|(name, _)| names.function(name)).collect::<Read<Vec<Rc<Machine>>>>()?;
    let tracks = parts.first().ok_or("nothing to combine")?.tracks.clone();
    if tracks.is_empty() || parts.iter().any(|part| part.tracks != tracks) {
        return Err("relations on different tracks, or on none".into());
    }
    let zeros = tracks.iter().all(|track| track.kind != Kind::Words).then_some(0);
    let step = |states: &Vec<u32>, _: &[u32], letter: u32| {
        Ok(Some(parts.iter().zip(states).map(|(part, &state)| part.step(state, letter)).collect()))
    };
    Machine::built(&tracks, vec![0; parts.len()], zeros, step, |states| {
        let holds = |at: &usize| parts[*at].outputs.get(states[*at] as usize) == Some(&1);
        Ok((0..parts.len()).rev().find(holds).map_or(0, |at| named[at].1))
    })
}

/// The words that some word of the second automaton completes to one of the first. Where the first has all paddings of its
/// numbers with zeros, so has what is found.
pub fn quotient(first: &Machine, second: &Machine) -> Read<Rc<Machine>> {
    let is_turned = first.tracks.iter().any(|track| track.is_turned());
    if first.tracks != second.tracks || first.tracks.is_empty() || is_turned {
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
