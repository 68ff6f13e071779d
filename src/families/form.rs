//! Sums of variables with coefficients, and a constant.

use std::collections::BTreeMap;

/// A variable: each is bound once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Var(u32);

impl Var {
    /// The variable at a place of the list of all.
    pub fn at(place: usize) -> Var {
        Var(u32::try_from(place).expect("fewer variables than bytes of text"))
    }

    /// Its place there.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// `sum k x + c`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub terms: BTreeMap<Var, i64>,
    pub constant: i64,
}

impl Form {
    pub fn constant(constant: i64) -> Form {
        Form { terms: BTreeMap::new(), constant }
    }

    pub fn variable(var: Var) -> Form {
        Form { terms: BTreeMap::from([(var, 1)]), constant: 0 }
    }

    /// The value, if no variable stands in it.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if it is one.
    pub fn as_variable(&self) -> Option<Var> {
        let only = self.terms.iter().next().filter(|_| self.terms.len() == 1 && self.constant == 0)?;
        (*only.1 == 1).then_some(*only.0)
    }

    /// Whether it is a number for all numbers.
    pub fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.values().all(|&k| k > 0)
    }

    /// `None` where machine integers do not reach.
    pub fn times(&self, factor: i64) -> Option<Form> {
        Form::constant(0).plus_times(self, factor)
    }

    /// `self + factor * other`.
    pub fn plus_times(&self, other: &Form, factor: i64) -> Option<Form> {
        let add = |a: i64, b: i64| a.checked_add(b.checked_mul(factor)?);
        let mut terms = self.terms.clone();
        for (&var, &k) in &other.terms {
            let sum = add(terms.get(&var).copied().unwrap_or(0), k)?;
            terms.insert(var, sum);
        }
        terms.retain(|_, k| *k != 0);
        Some(Form { terms, constant: add(self.constant, other.constant)? })
    }

    /// Its variables.
    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.keys().copied()
    }
}
