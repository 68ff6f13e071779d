//! Sums that terms are, with what is given of what is in them.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var, plus};
use crate::system::{Compare, Kind, Track};

/// A sum: terms and a constant, where what is `given` holds of the variables that stand for terms in it and the letters of
/// words.
#[derive(Clone, Default)]
pub struct Sum {
    pub terms: BTreeMap<Var, i64>,
    pub constant: i64,
    /// That of its variables, if it has any, though they be cancelled.
    pub system: Option<Track>,
    /// That in force where it begins.
    pub own: String,
    pub given: Vec<Core>,
    pub bound: Vec<Var>,
    /// Whether a letter of a word is in it.
    pub has_letter: bool,
    /// Whether a part of it without variables is negative where numbers are not.
    pub is_less: bool,
}

pub fn within(number: Option<i64>) -> Read<i64> {
    number.ok_or_else(|| "a number of more than 60 bits".into())
}

/// Choices of letters of words in one comparison: each is a formula.
const MOST_CASES: usize = 1 << 16;

pub fn within_cases(cases: usize) -> Read<()> {
    if cases > MOST_CASES {
        return Err("too many letters of words in one comparison".into());
    }
    Ok(())
}

impl Sum {
    pub fn is_plain(&self) -> bool {
        self.terms.is_empty() && !self.has_letter
    }

    /// With another sum times a factor.
    pub fn plus(mut self, other: &Sum, factor: i64) -> Read<Sum> {
        for (var, k) in &other.terms {
            let sum = self.terms.entry(*var).or_default();
            *sum = within(plus(*sum, *k, factor))?;
        }
        self.terms.retain(|_, k| *k != 0);
        self.constant = within(plus(self.constant, other.constant, factor))?;
        self.given.extend(other.given.iter().cloned());
        self.bound.extend(&other.bound);
        self.has_letter |= other.has_letter;
        self.is_less |= other.is_less;
        if let (Some(a), Some(b)) = (&self.system, &other.system)
            && a != b
        {
            return Err(format!("{} and {} in one sum", a.name, b.name));
        }
        self.system = self.system.or_else(|| other.system.clone());
        Ok(self)
    }

    /// The sum compared with a constant.
    pub fn compared(&self, compare: Compare, constant: i64) -> Read<Core> {
        let constant = within(plus(constant, self.constant, -1))?;
        let is_natural = self.system.as_ref().is_some_and(|system| system.kind != Kind::Signed);
        if compare == Compare::Less && is_natural && constant <= 0 && self.terms.values().all(|k| *k >= 0) {
            return Ok(Core::Truth(false));
        }
        Ok(Core::sum(self.terms.iter().map(|(&var, &k)| (var, k)).collect(), compare, constant))
    }

    /// With a sign in front.
    pub fn negated(self) -> Sum {
        let terms = self.terms.into_iter().map(|(var, k)| (var, -k)).collect();
        Sum { terms, constant: -self.constant, ..self }
    }

    /// A formula about a sum, with what is given.
    pub fn with_given(&self, formula: Core) -> Core {
        let all = Core::and(self.given.iter().cloned().chain([formula]));
        let is_bare = self.bound.is_empty() || matches!(all, Core::Truth(_));
        if is_bare { all } else { Core::Term(Rc::new((self.bound.clone(), all))) }
    }
}
