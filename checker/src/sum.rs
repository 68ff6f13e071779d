//! Sums of variables, numbers and letters of words, and what comparisons of them mean.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var, plus};
use crate::system::{Compare, System};

/// A word at indices: when it has which value, and the word and the variables by which it is known.
pub struct Placed {
    pub values: Vec<(i64, Core)>,
    pub known: (usize, Vec<Var>),
}

/// A sum: terms, constant, words with their factors.
#[derive(Clone, Default)]
pub struct Sum {
    pub terms: BTreeMap<Var, i64>,
    pub constant: i64,
    pub words: Vec<(Rc<Placed>, i64)>,
    /// Sums that must not be negative.
    pub conditions: Vec<Sum>,
    /// Variables that stand for terms, and what these say, each before those in which it stands.
    pub meanings: Vec<(Var, Core)>,
    pub system: Option<Rc<System>>,
}

pub fn within(number: Option<i64>) -> Read<i64> {
    number.ok_or_else(|| "a number of more than 60 bits".into())
}

impl Sum {
    pub fn variable(var: Var, system: &Rc<System>) -> Sum {
        Sum { terms: BTreeMap::from([(var, 1)]), system: Some(system.clone()), ..Sum::default() }
    }

    pub fn is_plain(&self) -> bool {
        self.terms.is_empty() && self.words.is_empty()
    }

    /// With another sum times a factor.
    pub fn plus(mut self, other: &Sum, factor: i64) -> Read<Sum> {
        for (var, k) in &other.terms {
            let sum = self.terms.entry(*var).or_default();
            *sum = within(plus(*sum, *k, factor))?;
        }
        self.terms.retain(|_, k| *k != 0);
        self.constant = within(plus(self.constant, other.constant, factor))?;
        for (word, k) in &other.words {
            self.words.push((word.clone(), within(plus(0, *k, factor))?));
        }
        self.conditions.extend(other.conditions.iter().cloned());
        self.meanings.extend(other.meanings.iter().cloned());
        if let (Some(a), Some(b)) = (&self.system, &other.system)
            && a.name != b.name
        {
            return Err(format!("{} and {} in one sum", a.name, b.name));
        }
        self.system = self.system.or_else(|| other.system.clone());
        Ok(self)
    }

    /// The sums that must not be negative for this one to have a value in a system.
    pub fn may_be_negative(&self, system: &System) -> Vec<Sum> {
        let mut conditions = self.conditions.clone();
        if self.constant < 0 || self.terms.values().any(|k| *k < 0) {
            conditions.push(Sum { conditions: Vec::new(), ..self.clone() });
        }
        if system.negative { Vec::new() } else { conditions }
    }

    /// The sum compared with a constant.
    pub fn compared(&self, compare: Compare, constant: i64) -> Read<Core> {
        let constant = within(plus(constant, self.constant, -1))?;
        let is_natural = self.system.as_ref().is_some_and(|system| !system.negative);
        if compare == Compare::Less && is_natural && constant <= 0 && self.terms.values().all(|k| *k >= 0) {
            return Ok(Core::Truth(false));
        }
        Ok(Core::sum(self.terms.iter().map(|(&var, &k)| (var, k)).collect(), compare, constant))
    }

    pub fn is_negative(&self) -> Read<Core> {
        self.compared(Compare::Less, 0)
    }

    /// The sum where a word has a value.
    pub fn with(&self, word: &Placed, value: i64) -> Read<Sum> {
        let mut sum = Sum { words: Vec::new(), ..self.clone() };
        for (other, k) in &self.words {
            if word.known == other.known {
                sum.constant = within(plus(sum.constant, *k, value))?;
            } else {
                sum.words.push((other.clone(), *k));
            }
        }
        Ok(sum)
    }
}

/// A formula with what the terms in it mean, if there are any.
pub fn with_terms(core: Core, meanings: &[(Var, Core)]) -> Core {
    let vars: Vec<Var> = meanings.iter().map(|meaning| meaning.0).collect();
    if vars.is_empty() || matches!(core, Core::Truth(_)) {
        return core;
    }
    Core::Term(Rc::new((vars, Core::and(meanings.iter().map(|meaning| meaning.1.clone()).chain([core])))))
}

/// A variable is what a formula says, or 0 if one of some sums is negative.
pub fn or_zero(var: Var, formula: Core, sums: &[Sum]) -> Read<Core> {
    let none = Core::or(sums.iter().map(Sum::is_negative).collect::<Read<Vec<Core>>>()?);
    let zero = Core::sum(vec![(var, 1)], Compare::Equal, 0);
    Ok(Core::or([Core::and([none.clone().not(), formula]), Core::and([none, zero])]))
}

/// A difference compared with a constant, and sums that are not negative, for each choice of values of the words in them.
pub fn by_cases(difference: &Sum, sides: &[Sum], (compare, least, negated): (Compare, i64, bool)) -> Read<Core> {
    if let Some((word, _)) = [difference].into_iter().chain(sides).find_map(|sum| sum.words.first()) {
        let case = |(value, holds): &(i64, Core)| {
            let sides = sides.iter().map(|side| side.with(word, *value)).collect::<Read<Vec<Sum>>>()?;
            let rest = by_cases(&difference.with(word, *value)?, &sides, (compare, least, negated))?;
            Ok(Core::and([holds.clone(), rest]))
        };
        return Ok(Core::or(word.values.iter().map(case).collect::<Read<Vec<Core>>>()?));
    }
    let atom = difference.compared(compare, least)?;
    let sides = sides
        .iter()
        .map(|side| Ok(with_terms(side.is_negative()?.not(), &side.meanings)))
        .collect::<Read<Vec<Core>>>()?;
    Ok(Core::and(sides.into_iter().chain([if negated { atom.not() } else { atom }])))
}
