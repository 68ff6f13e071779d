//! The parts of a formula and the numbers of their states: 0 and 1 are what is known to be false and true.

use rustc_hash::FxHashMap;

use super::table::{Range, Table};
use crate::formula::Variable;
use crate::interner::Interner;
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
    Both(Connective, usize, usize, Pairs),
}

/// Pairs of states of two parts.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    numbers: FxHashMap<(Token, Token), Token>,
    pairs: Vec<(Token, Token)>,
}

/// A comparison with the vectors that were met.
#[derive(Debug)]
pub(super) struct Reader {
    line: Line,
    /// The places that it reads, and the numbers of states of their systems.
    places: Vec<(usize, u64)>,
    vectors: Interner,
    steps: FxHashMap<(Token, i64, u64), Token>,
}

/// A formula as a list of its parts, the whole the last.
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
                    steps: FxHashMap::default(),
                }))
            }
            Skeleton::Not(a) => Part::Not(self.add(structure, a, places)?),
            Skeleton::Both(connective, a, b) => {
                let (a, b) = (self.add(structure, a, places)?, self.add(structure, b, places)?);
                Part::Both(*connective, a, b, Pairs::default())
            }
        };
        self.parts.push(part);
        Ok(self.parts.len() - 1)
    }

    /// The first state of the whole.
    pub(super) fn first(&mut self) -> Result<Token, Stop> {
        let mut tokens: Vec<Token> = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let token = match part {
                Part::Known(truth) => u32::from(*truth),
                Part::Accepts(_) => OPEN,
                Part::Linear(reader) => {
                    let decided = reader.line.start()?;
                    reader.token(decided)
                }
                Part::Not(a) => negated(tokens[*a]),
                Part::Both(connective, a, b, pairs) => pairs.join(*connective, tokens[*a], tokens[*b]),
            };
            tokens.push(token);
        }
        Ok(*tokens.last().expect("a part"))
    }

    /// Writes the states of all parts that matter, where the whole is in one; what does not is marked as known.
    pub(super) fn unfold(&self, whole: Token, tokens: &mut [Token], live: &mut [bool]) {
        live.fill(false);
        let last = self.parts.len() - 1;
        (tokens[last], live[last]) = (whole, true);
        for at in (0..self.parts.len()).rev() {
            if !live[at] || tokens[at] < OPEN {
                continue;
            }
            match &self.parts[at] {
                Part::Known(_) | Part::Accepts(_) | Part::Linear(_) => {}
                Part::Not(a) => (tokens[*a], live[*a]) = (tokens[at], true),
                Part::Both(_, a, b, pairs) => {
                    let (s, t) = pairs.pairs[(tokens[at] - OPEN) as usize];
                    (tokens[*a], live[*a]) = (s, true);
                    (tokens[*b], live[*b]) = (t, true);
                }
            }
        }
    }

    /// Whether the whole is true if the word ends in this state.
    pub(super) fn accepts(&self, whole: Token) -> bool {
        self.part_accepts(self.parts.len() - 1, whole)
    }

    fn part_accepts(&self, at: usize, token: Token) -> bool {
        if token < OPEN {
            return token == 1;
        }
        match &self.parts[at] {
            Part::Known(truth) => *truth,
            Part::Accepts(table) => self.tables[*table].accepts(token - OPEN),
            Part::Linear(reader) => reader.line.is_true(&reader.vector(token)),
            Part::Not(a) => !self.part_accepts(*a, token),
            Part::Both(connective, a, b, pairs) => {
                let (s, t) = pairs.pairs[(token - OPEN) as usize];
                connective.of(self.part_accepts(*a, s), self.part_accepts(*b, t))
            }
        }
    }

    /// Marks the tables without a row of which the whole is known to be `truth`.
    pub(super) fn guides(&self, truth: bool, tokens: &[Token], guides: &mut [bool]) {
        guides.fill(false);
        self.guides_of(self.parts.len() - 1, truth, tokens, guides);
    }

    fn guides_of(&self, at: usize, truth: bool, tokens: &[Token], guides: &mut [bool]) {
        if tokens[at] < OPEN {
            return;
        }
        match &self.parts[at] {
            Part::Known(_) | Part::Linear(_) => {}
            Part::Accepts(table) => guides[*table] |= !truth,
            Part::Not(a) => self.guides_of(*a, !truth, tokens, guides),
            Part::Both(connective, a, b, _) => {
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

    /// The state of the whole after a letter, which left some rows of each table; places have these digits and states after it.
    pub(super) fn step(
        &mut self,
        (tokens, live): (&[Token], &[bool]),
        ranges: &[Range],
        (digits, after): (&[u16], &[u32]),
        next: &mut [Token],
    ) -> Result<Token, Stop> {
        for (at, part) in self.parts.iter_mut().enumerate() {
            if !live[at] {
                continue;
            }
            if tokens[at] < OPEN {
                next[at] = tokens[at];
                continue;
            }
            next[at] = match part {
                Part::Known(truth) => u32::from(*truth),
                Part::Accepts(table) => match ranges[*table] {
                    (from, to) if from < to => self.tables[*table].target(from) + OPEN,
                    _ => 0,
                },
                Part::Linear(reader) => reader.step(tokens[at], digits, after)?,
                Part::Not(a) => negated(next[*a]),
                Part::Both(connective, a, b, pairs) => pairs.join(*connective, next[*a], next[*b]),
            };
        }
        Ok(next[self.parts.len() - 1])
    }
}

fn negated(token: Token) -> Token {
    if token < OPEN { 1 - token } else { token }
}

impl Pairs {
    /// The state of the whole: known where one part decides it.
    fn join(&mut self, connective: Connective, a: Token, b: Token) -> Token {
        let alike = |one: bool, other: bool| (one == other).then_some(u32::from(one));
        let known = match (a < OPEN, b < OPEN) {
            (true, true) => Some(u32::from(connective.of(a == 1, b == 1))),
            (true, false) => alike(connective.of(a == 1, true), connective.of(a == 1, false)),
            (false, true) => alike(connective.of(true, b == 1), connective.of(false, b == 1)),
            (false, false) => None,
        };
        known.unwrap_or_else(|| {
            let Pairs { numbers, pairs } = self;
            *numbers.entry((a, b)).or_insert_with(|| {
                pairs.push((a, b));
                pairs.len() as u32 - 1 + OPEN
            })
        })
    }
}

impl Reader {
    fn token(&mut self, decided: Decided) -> Token {
        match decided {
            Decided::Known(truth) => u32::from(truth),
            Decided::Open(vector) => {
                let words: Vec<u32> = vector.iter().flat_map(|x| [*x as u32, (*x >> 32) as u32]).collect();
                self.vectors.intern(&words).0 + OPEN
            }
        }
    }

    fn vector(&self, token: Token) -> Vec<i64> {
        let (pairs, _) = self.vectors.get(token - OPEN).as_chunks::<2>();
        pairs.iter().map(|[low, high]| (u64::from(*high) << 32 | u64::from(*low)) as i64).collect()
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
        let decided = self.line.step(&self.vector(token), dot, &own)?;
        let next = self.token(decided);
        self.steps.insert((token, dot, states), next);
        Ok(next)
    }
}
