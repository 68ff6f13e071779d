//! Re-checks a witness or counterexample by direct evaluation: a local formula at a given parameter and numbers, by
//! arithmetic and by running automata.
//!
//! Quantifiers are tried number by number, so this is for small numbers.

use std::collections::HashMap;

use num_traits::ToPrimitive;

use super::bounds::blocks_needed;
use super::form::{Form, Var};
use super::node::{Call, Node};
use super::shown::Shown;
use crate::automata::{Letter, State};
use crate::numeration::{Compare, ParametricSystem, Part};
use crate::tuning::families::{EVALUATED_ATOMS, LISTED_NUMBERS};

/// Whether the formula holds; `None` if it takes long to say.
pub(super) fn holds(node: &Node, vars: &[Var], shown: &Shown, system: &ParametricSystem) -> Option<bool> {
    let numbers: Option<Vec<i64>> = shown.numbers.iter().map(ToPrimitive::to_i64).collect();
    let part = system.part(&shown.with_blocks(blocks_needed(node, system).ok()?, system), LISTED_NUMBERS)?;
    let values = vars.iter().copied().zip(numbers?).collect();
    Evaluation { part, values, left: EVALUATED_ATOMS }.of(node)
}

struct Evaluation {
    part: Part,
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
            Node::ExistsParameter(_) => None,
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
        for value in 0..self.part.count() {
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
        let mut tracks = vec![self.part.letters.clone()];
        for form in &call.arguments {
            let value = self.value(form)?;
            if value < 0 {
                return Some(false);
            }
            tracks.push(self.part.word(value)?);
        }
        let dfa = &call.relation.dfa;
        let letter =
            |at: usize| -> Letter { dfa.layout().pack(&tracks.iter().map(|track| track[at]).collect::<Vec<_>>()) };
        let end = dfa.run(State::START, (0..self.part.letters.len()).map(letter));
        Some(end.is_some_and(|end| dfa.accepting()[end]))
    }
}
