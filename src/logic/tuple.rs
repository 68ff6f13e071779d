//! Values of variables as users see them, and one tuple of words of one length: what a search over words finds, checked
//! and shown.
//!
//! The check runs stored automata on the words, computes atoms, and decides what is left under a quantifier anew, in an
//! empty workspace. A quantifier with words among its free variables is searched together with the automaton of this
//! tuple alone.

use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use crate::automata::{Dfa, Layout};
use crate::budget::{Budget, Halt};
use crate::numeration::TrackKind;

use super::engine::{Assignment, Engine};
use super::evaluate::holds;
use super::ir::{Expr, ExprRef, Kind, Stored, Var, Variables};
use super::workspace::Workspace;

/// A number, a word over some digits, or a parameter of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(BigInt),
    /// The values of the digits.
    Word(Vec<i64>),
    /// The irrational number [0; a_1, a_2, ..].
    Slope {
        /// The quotients before the period.
        quotients: Vec<BigUint>,
        /// The period, never empty.
        period: Vec<BigUint>,
    },
    /// A word without end to the left.
    Parameter {
        /// What returns, never empty.
        period: Vec<i64>,
        /// What it begins with, if it is read from its end.
        rest: Vec<i64>,
    },
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<&BigInt> {
        match self {
            Value::Number(number) => Some(number),
            Value::Word(_) | Value::Slope { .. } | Value::Parameter { .. } => None,
        }
    }

    /// The slope that `[0; 2, 3, (1)]` writes, if it is one.
    pub fn read_slope(text: &str) -> Option<Value> {
        let (before, period) = text.strip_prefix("[0; ")?.strip_suffix(")]")?.split_once('(')?;
        let list = |text: &str| {
            let parts = text.split(", ").filter(|part| !part.is_empty());
            parts.map(|part| part.parse().ok()).collect::<Option<Vec<BigUint>>>()
        };
        Some(Value::Slope { quotients: list(before)?, period: list(period)? })
    }
}

impl<T: Into<BigInt>> From<T> for Value {
    fn from(number: T) -> Value {
        Value::Number(number.into())
    }
}

/// Words as regular expressions write them: `0110`, `1[-1]0`, and `()` for the empty one, parameters as `(01)*1`; slopes as
/// `[0; 2, 3, (1)]`, the period in parentheses.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spell = |f: &mut fmt::Formatter<'_>, digits: &[i64]| {
            digits.iter().try_for_each(|digit| match digit {
                0..=9 => write!(f, "{digit}"),
                _ => write!(f, "[{digit}]"),
            })
        };
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Word(digits) if digits.is_empty() => f.write_str("()"),
            Value::Word(digits) => spell(f, digits),
            Value::Parameter { period, rest } => {
                f.write_str("(")?;
                spell(f, period)?;
                f.write_str(")*")?;
                spell(f, rest)
            }
            Value::Slope { quotients, period } => {
                let list = |list: &[BigUint]| list.iter().map(BigUint::to_string).collect::<Vec<_>>().join(", ");
                let before = if quotients.is_empty() { String::new() } else { list(quotients) + ", " };
                write!(f, "[0; {before}({})]", list(period))
            }
        }
    }
}

/// Words of one length: for each variable, the index of each digit.
pub(super) struct Tuple<'a> {
    pub(super) vars: &'a [Var],
    pub(super) digits: &'a [Vec<u32>],
    pub(super) variables: &'a Variables,
}

impl Tuple<'_> {
    fn digits(&self, var: Var) -> &[u32] {
        let place = self.vars.iter().position(|&known| known == var).expect("every free variable has a word");
        &self.digits[place]
    }

    /// The value of a variable; 0 for one that nothing is said of.
    pub(super) fn value(&self, var: Var) -> Value {
        match self.variables.range(var) {
            _ if !self.vars.contains(&var) => Value::Number(BigInt::ZERO),
            TrackKind::Numbers(system) => Value::Number(system.value(self.digits(var))),
            TrackKind::Digits(values) => {
                Value::Word(self.digits(var).iter().map(|&digit| values[digit as usize]).collect())
            }
        }
    }

    /// The automaton of this tuple alone.
    fn automaton(&self, vars: &[Var]) -> Result<Dfa, Halt> {
        let sizes: Vec<u32> = vars.iter().map(|&var| self.variables.range(var).size()).collect();
        let layout = Layout::new(&sizes)?;
        let length = self.digits.first().map_or(0, Vec::len);
        let letter = |i: usize| layout.pack(&vars.iter().map(|&var| self.digits(var)[i]).collect::<Vec<_>>());
        let mut rows: Vec<_> = (0..length).zip(1..).map(|(i, next)| (false, vec![(letter(i), next)])).collect();
        rows.push((true, Vec::new()));
        Ok(Dfa::from_rows(layout, rows))
    }

    /// Whether a formula over the tuple holds of it: atoms from numbers and stored automata, what is left under a
    /// quantifier from an empty workspace.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn satisfies(&self, expr: &ExprRef, budget: &Budget) -> Result<bool, Halt> {
        Ok(match expr.kind() {
            Kind::Relation(stored, vars) => {
                let words: Vec<&[u32]> = vars.iter().map(|&var| self.digits(var)).collect();
                let letter = |i: usize| stored.dfa.layout().pack(&words.iter().map(|word| word[i]).collect::<Vec<_>>());
                stored.dfa.accepts((0..words[0].len()).map(letter))
            }
            Kind::Not(inner) => !self.satisfies(inner, budget)?,
            Kind::And(parts) => {
                for part in parts {
                    if !self.satisfies(part, budget)? {
                        return Ok(false);
                    }
                }
                true
            }
            Kind::Or(parts) => {
                for part in parts {
                    if self.satisfies(part, budget)? {
                        return Ok(true);
                    }
                }
                false
            }
            Kind::Iff(a, b) => self.satisfies(a, budget)? == self.satisfies(b, budget)?,
            Kind::OverWords(..) if !expr.free().is_empty() && expr.is_of_words() => {
                let frame = expr.free().to_vec();
                let name = "this(%)".into();
                let this = Stored { dfa: Arc::new(self.automaton(&frame)?), name, of_words: true };
                let mut workspace = Workspace::new();
                let mut engine = Engine::new(&mut workspace, self.variables, budget);
                let both = Expr::and(vec![Expr::new(Kind::Relation(this, frame.clone())), engine.prepare(expr, true)]);
                engine.search_tuple(&frame, &both)?.is_some()
            }
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => {
                let number = |&var: &Var| (var, self.variables.system(var).value(self.digits(var)));
                let at: Assignment = expr.free().iter().map(number).collect();
                holds(expr, &at, self.variables, budget)?
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_read_as_they_are_written() {
        for (text, count) in [("[0; (1)]", 0), ("[0; 12, (1, 2)]", 1), ("[0; 3, 1, (7)]", 2)] {
            let slope = Value::read_slope(text).unwrap();
            assert_eq!(slope.to_string(), text);
            assert!(matches!(slope, Value::Slope { quotients, .. } if quotients.len() == count));
        }
        assert!(["[0][1]", "0110", "[0; 1]", "[0; x, (1)]"].iter().all(|text| Value::read_slope(text).is_none()));
    }
}
