//! The parts of a formula and the numbers of their states: 0 and 1 are what is known to be false and true.

use filbert_core::automata::{Interner, State};
use rustc_hash::FxHashMap;

use super::table::{Range, Table};
use crate::formula::Variable;
use crate::linear::{Decided, Line};
use crate::skeleton::{Connective, Skeleton};
use crate::stop::Stop;
use crate::structure::Structure;

/// The state of a part.
pub(super) type Token = u32;

/// The least token of what is not known.
pub(super) const OPEN: Token = 2;

/// A part of a formula.
#[derive(Debug)]
pub(super) enum Part {
    Known(bool),
    /// The table with this number.
    Accepts(usize),
    Linear(Box<Reader>),
    Not(usize),
    Both(Connective, usize, usize),
}

/// A comparison with the vectors that were met.
#[derive(Debug)]
pub(super) struct Reader {
    line: Line,
    /// The places that it reads, and the numbers of states of their systems.
    places: Vec<(usize, u64)>,
    vectors: Interner<i64>,
    /// Whether the comparison is true if the word ends at a vector.
    truths: Vec<bool>,
    steps: FxHashMap<(Token, i64, u64), Token>,
}

/// A formula as a list of its parts, the whole the last.
///
/// Its state is that of each part, one after another; parts of what is known have state 0.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    pub(super) tables: Vec<Table>,
}

impl Parts {
    pub(super) fn new(structure: Structure<'_>, skeleton: &Skeleton, places: &[Variable]) -> Result<Parts, Stop> {
        let mut parts = Parts { parts: Vec::new(), tables: Vec::new() };
        parts.add(structure, skeleton, places)?;
        Ok(parts)
    }

    fn add(&mut self, structure: Structure<'_>, skeleton: &Skeleton, places: &[Variable]) -> Result<usize, Stop> {
        let place = |variable: &Variable| places.iter().position(|own| own == variable).ok_or(Stop::Clash);
        let part = match skeleton {
            Skeleton::Known(truth) => Part::Known(*truth),
            Skeleton::Accepts(dfa, tracks) => {
                let tracks = tracks.iter().map(place).collect::<Result<Vec<_>, _>>()?;
                self.tables.push(Table::new(dfa, &tracks));
                Part::Accepts(self.tables.len() - 1)
            }
            Skeleton::Linear { equal, sums, constant } => {
                let system = sums.first().map(|(_, variable)| structure.of(*variable).clone());
                if sums.iter().any(|(_, variable)| Some(structure.of(*variable)) != system.as_ref()) {
                    return Err(Stop::Refuted);
                }
                let system = system.unwrap_or_else(|| crate::formula::System(Vec::new()));
                let states = system.0.len().max(1) as u64;
                let own = sums.iter().map(|(_, variable)| Ok((place(variable)?, states)));
                Part::Linear(Box::new(Reader {
                    places: own.collect::<Result<_, _>>()?,
                    line: Line {
                        equal: *equal,
                        factors: sums.iter().map(|(factor, _)| *factor).collect(),
                        constant: *constant,
                        system,
                    },
                    vectors: Interner::default(),
                    truths: Vec::new(),
                    steps: FxHashMap::default(),
                }))
            }
            Skeleton::Not(a) => Part::Not(self.add(structure, a, places)?),
            Skeleton::Both(connective, a, b) => {
                let (a, b) = (self.add(structure, a, places)?, self.add(structure, b, places)?);
                Part::Both(*connective, a, b)
            }
        };
        self.parts.push(part);
        Ok(self.parts.len() - 1)
    }

    /// Writes the first state.
    pub(super) fn first(&mut self, tokens: &mut [Token]) -> Result<(), Stop> {
        for (at, part) in self.parts.iter_mut().enumerate() {
            tokens[at] = match part {
                Part::Known(truth) => u32::from(*truth),
                Part::Accepts(_) => OPEN,
                Part::Linear(reader) => {
                    let decided = reader.line.start()?;
                    reader.token(decided)
                }
                Part::Not(a) => negated(tokens[*a]),
                Part::Both(connective, a, b) => join(*connective, tokens[*a], tokens[*b]),
            };
        }
        self.clear(tokens);
        Ok(())
    }

    /// Takes the states off of which nothing depends: those of parts of what is known.
    fn clear(&self, tokens: &mut [Token]) {
        for (at, part) in self.parts.iter().enumerate().rev() {
            if tokens[at] >= OPEN {
                continue;
            }
            // Where the whole is known or taken off, so are its parts; what they had is not looked at again.
            match part {
                Part::Known(_) | Part::Accepts(_) | Part::Linear(_) => {}
                Part::Not(a) => tokens[*a] = 0,
                Part::Both(_, a, b) => (tokens[*a], tokens[*b]) = (0, 0),
            }
        }
    }

    /// Whether the whole is true if the word ends in this state.
    pub(super) fn accepts(&self, tokens: &[Token]) -> bool {
        self.part_accepts(self.parts.len() - 1, tokens)
    }

    fn part_accepts(&self, at: usize, tokens: &[Token]) -> bool {
        if tokens[at] < OPEN {
            return tokens[at] == 1;
        }
        match &self.parts[at] {
            Part::Known(truth) => *truth,
            Part::Accepts(table) => self.tables[*table].accepts(tokens[at] - OPEN),
            Part::Linear(reader) => reader.truths[(tokens[at] - OPEN) as usize],
            Part::Not(a) => !self.part_accepts(*a, tokens),
            Part::Both(connective, a, b) => connective.of(self.part_accepts(*a, tokens), self.part_accepts(*b, tokens)),
        }
    }

    /// Marks the tables and comparisons whose truth decides the whole: where one is known to be this, the whole is known to be `truth`.
    pub(super) fn guides(&self, truth: bool, tokens: &[Token], guides: &mut [Option<bool>]) {
        guides.fill(None);
        self.guides_of(self.parts.len() - 1, truth, tokens, guides);
    }

    fn guides_of(&self, at: usize, truth: bool, tokens: &[Token], guides: &mut [Option<bool>]) {
        if tokens[at] < OPEN {
            return;
        }
        match &self.parts[at] {
            Part::Known(_) => {}
            Part::Accepts(_) | Part::Linear(_) => guides[at] = Some(truth),
            Part::Not(a) => self.guides_of(*a, !truth, tokens, guides),
            Part::Both(connective, a, b) => {
                for value in [false, true] {
                    if connective.of(value, true) == truth && connective.of(value, false) == truth {
                        self.guides_of(*a, value, tokens, guides);
                    }
                    if connective.of(true, value) == truth && connective.of(false, value) == truth {
                        self.guides_of(*b, value, tokens, guides);
                    }
                }
            }
        }
    }

    /// The state of a comparison after a letter; places have these digits and states after it.
    pub(super) fn line(&mut self, at: usize, token: Token, digits: &[u16], after: &[u32]) -> Result<Token, Stop> {
        match &mut self.parts[at] {
            Part::Linear(reader) => reader.step(token, digits, after),
            Part::Known(_) | Part::Accepts(_) | Part::Not(_) | Part::Both(..) => Ok(token),
        }
    }

    /// Writes the state after a letter, which left some rows of each table, and led comparisons to these states.
    pub(super) fn step(&self, tokens: &[Token], ranges: &[Range], lines: &[Token], next: &mut [Token]) {
        for (at, part) in self.parts.iter().enumerate() {
            next[at] = match part {
                _ if tokens[at] < OPEN => tokens[at],
                Part::Known(truth) => u32::from(*truth),
                Part::Accepts(table) => match ranges[*table] {
                    (from, to) if from < to => self.tables[*table].target(from) + OPEN,
                    _ => 0,
                },
                Part::Linear(_) => lines[at],
                Part::Not(a) => negated(next[*a]),
                Part::Both(connective, a, b) => join(*connective, next[*a], next[*b]),
            };
        }
        self.clear(next);
    }
}

/// The state of the contrary.
fn negated(token: Token) -> Token {
    if token < OPEN { 1 - token } else { OPEN }
}

/// The state of the whole: known where one part decides it.
fn join(connective: Connective, a: Token, b: Token) -> Token {
    let alike = |one: bool, other: bool| if one == other { u32::from(one) } else { OPEN };
    match (a < OPEN, b < OPEN) {
        (true, true) => u32::from(connective.of(a == 1, b == 1)),
        (true, false) => alike(connective.of(a == 1, true), connective.of(a == 1, false)),
        (false, true) => alike(connective.of(true, b == 1), connective.of(false, b == 1)),
        (false, false) => OPEN,
    }
}

impl Reader {
    /// The place after which all is read.
    pub(super) fn last_place(&self) -> Option<usize> {
        self.places.iter().map(|(place, _)| *place).max()
    }

    fn token(&mut self, decided: Decided) -> Token {
        match decided {
            Decided::Known(truth) => u32::from(truth),
            Decided::Open(vector) => {
                let (number, new) = self.vectors.intern(&vector);
                if new {
                    self.truths.push(self.line.is_true(&vector));
                }
                u32::from(number) + OPEN
            }
        }
    }

    fn step(&mut self, token: Token, digits: &[u16], after: &[u32]) -> Result<Token, Stop> {
        let (mut dot, mut states) = (0i64, 0u64);
        for ((place, count), factor) in self.places.iter().zip(&self.line.factors) {
            let worth = factor.checked_mul(i64::from(digits[*place])).ok_or(Stop::TooLarge)?;
            dot = dot.checked_add(worth).ok_or(Stop::TooLarge)?;
            let more = states.checked_mul(*count).and_then(|states| states.checked_add(u64::from(after[*place])));
            states = more.ok_or(Stop::TooLarge)?;
        }
        if let Some(next) = self.steps.get(&(token, dot, states)) {
            return Ok(*next);
        }
        let own: Vec<u32> = self.places.iter().map(|(place, _)| after[*place]).collect();
        let decided = self.line.step(self.vectors.get(State::from(token - OPEN)), dot, &own)?;
        let next = self.token(decided);
        self.steps.insert((token, dot, states), next);
        Ok(next)
    }
}
