//! What the objects of the scripts are: tables of small numbers, and automata where words are put together.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::automaton::Automaton;
use super::super::languages;
use super::model::{Images, Rule};

/// Numbers that tables go to.
const NUMBERS: u64 = 64;
/// Numbers that tables of pairs go to.
const PAIRS: u64 = 20;
/// Letters of a word.
pub const LETTERS: usize = 256;
/// From here on, sets that are given by comparisons with constants do not change.
const SETTLED: u64 = 32;

/// A numeration system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum System {
    Msd(u64),
    Lsd(u64),
    /// Base -2.
    Negative,
    /// What `10` and `100` are worth; a system that a script defines.
    Own(u64, u64),
    Fibonacci,
    /// Words of the digits of a base, and what they are worth there.
    Digits(u64),
    Other,
}

/// A function.
#[derive(Clone, Debug)]
pub enum Function {
    Truth(bool),
    /// The numbers of a set, as far as they are known, and the automaton of their words in base 2.
    Set {
        system: System,
        holds: Vec<bool>,
        automaton: Option<Rc<Automaton>>,
    },
    Pair {
        system: System,
        holds: Vec<Vec<bool>>,
    },
    /// A set of words that is none of numbers.
    Words {
        in_base: bool,
        automaton: Rc<Automaton>,
    },
}

/// A word.
#[derive(Clone, Debug)]
pub struct Word {
    pub system: System,
    pub letters: Vec<i64>,
}

/// Values of a sequence; whether it is a line.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub values: Vec<i64>,
    pub is_linear: bool,
}

/// A game: where moves may lead is looked up at its definition.
#[derive(Clone, Debug)]
pub struct Game {
    pub rule: Rule,
    pub to: Option<Rc<Function>>,
}

/// A term whose value depends on variables.
pub type Values = HashMap<char, u64>;

/// A term in which nothing is to be looked up.
#[derive(Clone, Copy, Debug)]
pub struct Sum(pub Option<char>, pub u64);

impl Sum {
    fn value(self, values: &Values) -> Option<u64> {
        self.0.map_or(Some(0), |var| values.get(&var).copied()).map(|value| value + self.1)
    }
}

/// A formula whose names have been looked up.
#[derive(Clone, Debug)]
pub enum Known {
    Less(Sum, Sum),
    Equal(Sum, Sum),
    Call(Rc<Function>, Vec<Sum>),
    Letter(Rc<Word>, Sum, i64),
    Same(Rc<Word>, Sum, Rc<Word>, Sum),
    Not(Box<Known>),
    And(Box<Known>, Box<Known>),
    Or(Box<Known>, Box<Known>),
    Bounded { all: bool, var: char, bound: u64, body: Box<Known> },
    Large(char, char),
}

fn letter(word: &Word, at: Sum, values: &Values) -> Option<i64> {
    word.letters.get(at.value(values)? as usize).copied()
}

impl Function {
    /// Whether it accepts; `None` beyond what is known.
    pub fn holds(&self, at: &[u64]) -> Option<bool> {
        match (self, at) {
            (Function::Truth(truth), []) => Some(*truth),
            (Function::Set { holds, .. }, &[x]) => holds.get(x as usize).copied(),
            (Function::Pair { holds, .. }, &[x, y]) => holds.get(x as usize)?.get(y as usize).copied(),
            _ => None,
        }
    }

    pub fn arity(&self) -> Option<usize> {
        match self {
            Function::Truth(_) => Some(0),
            Function::Set { .. } => Some(1),
            Function::Pair { .. } => Some(2),
            Function::Words { .. } => None,
        }
    }

    pub fn automaton(&self) -> Option<&Rc<Automaton>> {
        match self {
            Function::Set { automaton, .. } => automaton.as_ref(),
            Function::Words { automaton, .. } => Some(automaton),
            Function::Truth(_) | Function::Pair { .. } => None,
        }
    }

    /// The numbers whose words an automaton accepts, or the words, if zeros in front of them matter.
    pub fn of_words(automaton: Automaton, in_base: bool) -> Option<Function> {
        if automaton.states() > 40 {
            return None;
        }
        let is_padded = languages::fix_lead(&automaton, 0).ok()? == automaton;
        if !is_padded || !in_base {
            return Some(Function::Words { in_base, automaton: Rc::new(automaton) });
        }
        let bits = |x: u64| (0..8).rev().map(move |bit| (x >> bit & 1) as usize);
        let holds = (0..NUMBERS).map(|x| automaton.accepts(bits(x))).collect();
        Some(Function::Set { system: System::Msd(2), holds, automaton: Some(Rc::new(automaton)) })
    }

    /// A set of numbers that is periodic from some number on.
    pub fn periodic(system: System, holds: Vec<bool>) -> Function {
        let most = holds.len() as u64;
        let fits =
            |from: u64, period: u64| (from..most - period).all(|x| holds[x as usize] == holds[(x + period) as usize]);
        let found =
            (1..most / 3).find_map(|period| (0..most / 3).find(|&from| fits(from, period)).map(|from| (from, period)));
        let automaton = found.filter(|_| system == System::Msd(2)).and_then(|(from, period)| {
            let fold = |x: u64| if x < from { x } else { from + (x - from) % period };
            let step = |&x: &u64, digit: usize| fold(2 * x + digit as u64);
            Automaton::build(2, fold(0), step, |&x| holds[x as usize]).ok()
        });
        Function::Set { system, holds: holds[..NUMBERS as usize].to_vec(), automaton: automaton.map(Rc::new) }
    }

    /// Whether a set does not change from some number on.
    pub fn is_settled(&self) -> bool {
        match self {
            Function::Set { holds, .. } => holds.len() > 30 && holds[16..].iter().all(|&one| one == holds[16]),
            _ => false,
        }
    }
}

impl Known {
    /// Its truth; `None` if it cannot be told.
    pub fn truth(&self, values: &Values) -> Option<bool> {
        match self {
            Known::Less(a, b) => Some(a.value(values)? < b.value(values)?),
            Known::Equal(a, b) => Some(a.value(values)? == b.value(values)?),
            Known::Call(function, at) => {
                let at: Vec<u64> = at.iter().map(|sum| sum.value(values)).collect::<Option<_>>()?;
                function.holds(&at)
            }
            Known::Letter(word, at, wanted) => Some(letter(word, *at, values)? == *wanted),
            Known::Same(a, at, b, there) => Some(letter(a, *at, values)? == letter(b, *there, values)?),
            Known::Not(inner) => inner.truth(values).map(|truth| !truth),
            Known::And(a, b) => match (a.truth(values), b.truth(values)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Known::Or(a, b) => match (a.truth(values), b.truth(values)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Known::Bounded { all, var, bound, body } => {
                let mut inner = values.clone();
                let one: Vec<Option<bool>> = (0..*bound)
                    .map(|value| {
                        inner.insert(*var, value);
                        body.truth(&inner)
                    })
                    .collect();
                if one.contains(&Some(!*all)) {
                    Some(!*all)
                } else if one.contains(&None) {
                    None
                } else {
                    Some(*all)
                }
            }
            Known::Large(x, y) => Some(20011 * values.get(x)? == *values.get(y)?),
        }
    }

    /// The automaton in base 2 of a formula in one variable, where it is plain.
    fn automaton(&self, var: char) -> Option<Automaton> {
        match self {
            Known::Less(..) | Known::Equal(..) => {
                let holds =
                    (0..=SETTLED).map(|x| self.truth(&Values::from([(var, x)]))).collect::<Option<Vec<bool>>>()?;
                let step = |&x: &u64, digit: usize| (2 * x + digit as u64).min(SETTLED);
                Automaton::build(2, 0, step, |&x| holds[x as usize]).ok()
            }
            Known::Call(function, at) => match at[..] {
                [Sum(Some(_), 0)] => match &**function {
                    Function::Set { automaton: Some(automaton), .. } => Some((**automaton).clone()),
                    _ => None,
                },
                _ => None,
            },
            Known::Not(inner) => {
                let inner = inner.automaton(var)?;
                Some(Automaton { accepting: inner.accepting.iter().map(|one| !one).collect(), ..inner })
            }
            Known::And(a, b) => a.automaton(var)?.with(&b.automaton(var)?, |a, b| a && b).ok(),
            Known::Or(a, b) => a.automaton(var)?.with(&b.automaton(var)?, |a, b| a || b).ok(),
            Known::Letter(..) | Known::Same(..) | Known::Bounded { .. } | Known::Large(..) => None,
        }
    }

    /// The function of these variables, in this order.
    pub fn function(&self, order: &[char], system: &System) -> Option<Function> {
        match order {
            [] => self.truth(&Values::new()).map(Function::Truth),
            &[var] => {
                let truths = (0..NUMBERS).map(|x| self.truth(&Values::from([(var, x)])));
                let holds: Vec<bool> = truths.map_while(|truth| truth).collect();
                let automaton = self.automaton(var).filter(|_| *system == System::Msd(2)).filter(|a| a.states() < 40);
                (!holds.is_empty()).then(|| Function::Set {
                    system: system.clone(),
                    holds,
                    automaton: automaton.map(Rc::new),
                })
            }
            &[x, y] => {
                let row = |a: u64| (0..PAIRS).map_while(|b| self.truth(&Values::from([(x, a), (y, b)]))).collect();
                Some(Function::Pair { system: system.clone(), holds: (0..PAIRS).map(row).collect() })
            }
            _ => None,
        }
    }
}

impl Game {
    /// The values of Sprague and Grundy; with a block and in misere play, 0 and 1 for who has to move loses or wins.
    pub fn values(&self) -> Option<Vec<u64>> {
        let most = match &self.to {
            None => 4 * NUMBERS,
            Some(function) if function.is_settled() => NUMBERS,
            Some(_) => return None,
        };
        let mut values: Vec<u64> = Vec::new();
        for p in 0..most {
            let lowest = if self.rule.most == 0 { 0 } else { p.saturating_sub(self.rule.most) };
            let is_final = self.rule.terminal.is_some_and(|terminal| p < terminal);
            let legal = |r: &u64| self.to.as_ref().is_none_or(|to| to.holds(&[*r]) == Some(true));
            let options: Vec<u64> =
                (lowest..p).filter(|_| !is_final).filter(legal).map(|r| values[r as usize]).collect();
            values.push(match self.rule.block {
                _ if self.rule.misere => u64::from(options.is_empty() || options.contains(&0)),
                Some(block) => u64::from(options.iter().filter(|&&value| value == 0).count() as u64 >= block),
                None => (0..).find(|value| !options.contains(value)).unwrap_or(0),
            });
        }
        Some(values)
    }

    /// The positions of a value.
    pub fn positions(&self, value: u64) -> Option<Function> {
        let values = self.values()?;
        let holds: Vec<bool> = values.iter().map(|&own| own == value).collect();
        Some(match self.to {
            None => Function::periodic(System::Msd(2), holds),
            Some(_) => Function::Set { system: System::Msd(2), holds, automaton: None },
        })
    }
}

/// The images of the letters that come from 0; `None` if one has no image.
pub fn reached(images: &Images) -> Option<Vec<&Vec<usize>>> {
    let mut letters = vec![0];
    let mut at = 0;
    while at < letters.len() {
        let image = images.get(letters[at]).filter(|image| !image.is_empty())?;
        image.iter().for_each(|letter| {
            if !letters.contains(letter) {
                letters.push(*letter);
            }
        });
        at += 1;
    }
    Some(letters.into_iter().map(|letter| &images[letter]).collect())
}

/// What a word is that a morphism generates from 0, if it does.
pub fn fixed_point(images: &Images) -> Option<Vec<usize>> {
    let first = images.first()?;
    if first.first() != Some(&0) || first.len() < 2 || reached(images).is_none() {
        return None;
    }
    let mut word = vec![0];
    while word.len() < LETTERS {
        word = word.iter().flat_map(|&letter| images[letter].iter().copied()).take(2 * LETTERS).collect();
    }
    word.truncate(LETTERS);
    Some(word)
}

/// The length of all these images.
pub fn uniform<'i>(images: impl IntoIterator<Item = &'i Vec<usize>>) -> Option<usize> {
    let mut lengths = images.into_iter().map(Vec::len);
    let first = lengths.next()?;
    lengths.all(|length| length == first).then_some(first)
}
