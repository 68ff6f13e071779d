//! A brute-force evaluator: plain recursion over the syntax tree, quantifiers over a range. Imports only `syntax`.

pub mod series;
pub mod wide;
pub mod words;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use filbert::syntax::ast::{Comparison, Connective, Formula, FormulaId, FormulaKind, Quantifier, TermId, TermKind};

/// The value of a word at some indices.
pub type WordValue = Box<dyn Fn(&[u64]) -> i64>;

/// What formulas may speak of, and how far quantifiers look.
pub struct Oracle {
    /// Words by name.
    pub words: HashMap<String, WordValue>,
    /// Quantifiers range over these numbers.
    pub range: Range<i64>,
    /// Whether terms may be negative.
    pub signed: bool,
}

/// Values of the variables in scope; the innermost last.
pub type Scope = Vec<(Arc<str>, i64)>;

impl Oracle {
    /// Whether the formula holds.
    pub fn holds(&self, formula: &Formula, scope: &mut Scope) -> bool {
        self.formula(formula, formula.root, scope)
    }

    fn formula(&self, formula: &Formula, id: FormulaId, scope: &mut Scope) -> bool {
        match &formula[id].kind {
            FormulaKind::Compare { op, left, right } => {
                let is_word_arithmetic = !has_variable(formula, *left) && !has_variable(formula, *right);
                let value = |id| self.term(formula, id, scope, !is_word_arithmetic && !self.signed);
                let (Some(a), Some(b)) = (value(*left), value(*right)) else { return false };
                match op {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                }
            }
            FormulaKind::Call { .. } => panic!("the oracle knows no functions"),
            FormulaKind::Not(inner) => !self.formula(formula, *inner, scope),
            FormulaKind::Reverse(_) => panic!("the oracle knows no words of digits"),
            FormulaKind::Binary { op, left, right } => {
                let a = self.formula(formula, *left, scope);
                let mut b = || self.formula(formula, *right, scope);
                match op {
                    Connective::And => a && b(),
                    Connective::Or => a || b(),
                    Connective::Xor => a != b(),
                    Connective::Implies => !a || b(),
                    Connective::Iff => a == b(),
                }
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                let names: Vec<Arc<str>> = variables.iter().map(|name| name.text.clone()).collect();
                let mut count = |wanted, enough| self.count(formula, &names, (*body, wanted), enough, scope);
                match quantifier {
                    Quantifier::Exists => count(true, 1) == 1,
                    Quantifier::ForAll => count(false, 1) == 0,
                    Quantifier::AtLeast(k) => count(true, *k) == *k,
                    Quantifier::AtMost(k) => count(true, k + 1) <= *k,
                    Quantifier::Exactly(k) => count(true, k + 1) == *k,
                    Quantifier::Infinitely => panic!("the oracle looks only so far"),
                }
            }
        }
    }

    /// In how many ways the variables can be chosen so that the body has this truth value, up to as many as are enough.
    fn count(
        &self,
        formula: &Formula,
        names: &[Arc<str>],
        body: (FormulaId, bool),
        enough: u64,
        scope: &mut Scope,
    ) -> u64 {
        let Some((name, rest)) = names.split_first() else {
            return u64::from(self.formula(formula, body.0, scope) == body.1).min(enough);
        };
        let mut total = 0;
        for value in self.range.clone() {
            if total == enough {
                break;
            }
            scope.push((name.clone(), value));
            total += self.count(formula, rest, body, enough - total, scope);
            scope.pop();
        }
        total
    }

    /// The value of a term; `None` if it or a part of it is negative and must not be.
    fn term(&self, formula: &Formula, id: TermId, scope: &Scope, natural: bool) -> Option<i64> {
        let of = |id: &TermId| self.term(formula, *id, scope, natural);
        let value = match &formula[id].kind {
            TermKind::Variable(name) => {
                scope.iter().rev().find(|(known, _)| known == name).expect("every variable has a value").1
            }
            TermKind::Number(n) => i64::try_from(n).expect("small numbers"),
            TermKind::Letter(letter) => *letter,
            TermKind::Negate(inner) => -of(inner)?,
            TermKind::Add(a, b) => of(a)? + of(b)?,
            TermKind::Subtract(a, b) => of(a)? - of(b)?,
            TermKind::Multiply(a, b) => of(a)? * of(b)?,
            TermKind::Divide(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                let down = a % b != 0 && (a < 0) != (b < 0);
                a / b - i64::from(down)
            }
            TermKind::Word { word, indices } => {
                let indices: Option<Vec<u64>> =
                    indices.iter().map(|&index| self.term(formula, index, scope, true).map(|i| i as u64)).collect();
                self.words[&*word.text](&indices?)
            }
        };
        (value >= 0 || !natural).then_some(value)
    }
}

fn has_variable(formula: &Formula, id: TermId) -> bool {
    match &formula[id].kind {
        TermKind::Variable(_) => true,
        TermKind::Number(_) | TermKind::Letter(_) | TermKind::Word { .. } => false,
        TermKind::Negate(inner) => has_variable(formula, *inner),
        TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
            has_variable(formula, *a) || has_variable(formula, *b)
        }
    }
}

/// The letters of a fixed point of a morphism.
pub fn fixed_point(images: &[&[u8]], length: usize) -> Vec<u8> {
    let mut word = vec![0u8];
    while word.len() < length {
        word = word.iter().flat_map(|&letter| images[letter as usize].iter().copied()).collect();
    }
    word
}
