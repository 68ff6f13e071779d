//! A local formula at a given slope and numbers, by arithmetic and by running automata: what must show a verdict is looked at
//! once more. Quantifiers are tried number by number, so that this is for small ones.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::bounds::quotients_needed;

use super::form::{Form, Var};
use super::node::{Call, Node};
use super::shown::Shown;
use crate::automata::{Letter, State};
use crate::numeration::{Compare, every_slope};
use crate::tuning::families::EVALUATED_ATOMS;

/// Whether the formula holds; `None` if it takes long to say.
pub(super) fn holds(node: &Node, vars: &[Var], shown: &Shown) -> Option<bool> {
    let numbers: Option<Vec<i64>> = shown.numbers.iter().map(ToPrimitive::to_i64).collect();
    let quotients: Option<Vec<i64>> = (shown.quotients.iter().chain(shown.period.iter().cycle()))
        .take(shown.quotients.len() + quotients_needed(node).ok()?)
        .map(BigUint::to_i64)
        .collect();
    let quotients = quotients?;
    let mut weights = vec![1i64];
    let mut before = 0i64;
    for &quotient in &quotients {
        let last = *weights.last()?;
        weights.push(quotient.checked_mul(last)?.checked_add(before)?);
        before = last;
    }
    let values = vars.iter().copied().zip(numbers?).collect();
    Evaluation { quotients, weights, values, left: EVALUATED_ATOMS }.of(node)
}

struct Evaluation {
    /// a_1, a_2, ..
    quotients: Vec<i64>,
    /// q_0, q_1, .., one more than quotients: the last is how many numbers there are.
    weights: Vec<i64>,
    values: HashMap<Var, i64>,
    /// Atoms that may still be looked at.
    left: u64,
}

impl Evaluation {
    fn of(&mut self, node: &Node) -> Option<bool> {
        match node {
            Node::Compare(form, compare) => {
                self.left = self.left.checked_sub(1)?;
                let value = self.value(form)?;
                Some(match compare {
                    Compare::Equal => value == 0,
                    Compare::NotEqual => value != 0,
                    Compare::Less => value < 0,
                })
            }
            Node::Call(call) => self.call(call),
            Node::Not(inner) => self.of(inner).map(|truth| !truth),
            Node::And(parts) => self.parts(parts, false),
            Node::Or(parts) => self.parts(parts, true),
            Node::Iff(a, b) => Some(self.of(a)? == self.of(b)?),
            Node::Exists(vars, body) => self.some(vars, body),
            Node::ExistsSlope(_) => None,
        }
    }

    fn parts(&mut self, parts: &[Node], deciding: bool) -> Option<bool> {
        for part in parts {
            if self.of(part)? == deciding {
                return Some(deciding);
            }
        }
        Some(!deciding)
    }

    fn some(&mut self, vars: &[Var], body: &Node) -> Option<bool> {
        let Some((&var, rest)) = vars.split_first() else { return self.of(body) };
        for value in 0..*self.weights.last()? {
            self.left = self.left.checked_sub(1)?;
            self.values.insert(var, value);
            if self.some(rest, body)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn value(&self, form: &Form) -> Option<i64> {
        form.terms
            .iter()
            .try_fold(form.constant, |sum, (var, k)| sum.checked_add(k.checked_mul(*self.values.get(var)?)?))
    }

    fn call(&mut self, call: &Call) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let mut tracks = vec![self.quotients.clone()];
        for form in &call.arguments {
            let mut rest = self.value(form)?;
            if rest < 0 {
                return Some(false);
            }
            let mut digits = vec![0; self.quotients.len()];
            for (digit, weight) in digits.iter_mut().zip(&self.weights).rev() {
                (*digit, rest) = (rest / weight, rest % weight);
            }
            tracks.push(digits);
        }
        let layout = call.relation.dfa.layout();
        let mut word: Vec<Letter> = Vec::new();
        for place in (0..self.quotients.len()).rev() {
            let bits = 64 - self.quotients[place].leading_zeros();
            for at in (0..bits).rev() {
                let bit = |track: &Vec<i64>| u32::from(track[place] >> at & 1 == 1);
                word.push(layout.pack(&tracks.iter().map(bit).collect::<Vec<_>>()));
            }
            word.push(layout.pack(&vec![every_slope::CLOSE; tracks.len()]));
        }
        let end = call.relation.dfa.run(State::START, word);
        Some(end.is_some_and(|end| call.relation.dfa.accepting()[end]))
    }
}
