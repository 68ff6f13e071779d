//! Terms and their comparison: sums of variables, and for words in them one case for each of their values.
//!
//! A comparison costs as many cases as its words have combinations of values: bad for many words in one term, so that
//! there is a limit. In each case what a subtraction leaves must be a natural number; that becomes a condition beside
//! the atom ([`Side`]).

use std::collections::HashMap;

use num_traits::ToPrimitive;

use super::form::Form;
use super::node::Node;
use super::read::Reader;
use super::side::Side;
use crate::logic::{ResolveError, as_atom};
use crate::numeration::Compare;
use crate::syntax::Span;
use crate::syntax::ast::{Comparison, TermId, TermKind};
use crate::tuning::logic::atoms::WORD_COMBINATIONS;
use crate::tuning::logic::nesting::TERM_LEVELS;

/// The value given to each word term.
type Case = HashMap<TermId, i64>;

impl Reader<'_> {
    pub(super) fn compare(
        &mut self,
        op: Comparison,
        left: TermId,
        right: TermId,
        span: Span,
    ) -> Result<Node, ResolveError> {
        let mut words = self.words_in(left);
        words.extend(self.words_in(right));
        // Those in indices before those that they index.
        words.sort_unstable();
        let mut cases = Vec::new();
        for case in self.cases(&words, span)? {
            let mut side = Side::default();
            let compared = self.compare_in_case(op, (left, right), &case, &mut side)?;
            let is_false = matches!(&compared, Node::Or(parts) if parts.is_empty());
            if is_false {
                continue;
            }
            let mut parts = vec![compared];
            for &word in &words {
                let has_value = self.valued(word, case[&word], &mut side, &case)?;
                parts.push(has_value);
            }
            cases.push(side.around(if parts.len() == 1 { parts.remove(0) } else { Node::And(parts) }));
        }
        Ok(if cases.len() == 1 { cases.remove(0) } else { Node::Or(cases) })
    }

    /// Every combination of values of these words.
    fn cases(&self, words: &[TermId], span: Span) -> Result<Vec<Case>, ResolveError> {
        let mut cases = vec![Case::new()];
        for &id in words {
            let values = self.word(id)?.values();
            if cases.len() * values.len() > WORD_COMBINATIONS {
                let message = format!("more than {WORD_COMBINATIONS} combinations of word values in one comparison");
                return Err(self.error(span, message).help("define parts of it with `def` and call them").into());
            }
            let with = |case: &Case| {
                values
                    .iter()
                    .map(|&value| {
                        let mut case = case.clone();
                        case.insert(id, value);
                        case
                    })
                    .collect::<Vec<_>>()
            };
            cases = cases.iter().flat_map(with).collect();
        }
        Ok(cases)
    }

    fn words_in(&self, term: TermId) -> Vec<TermId> {
        let mut pending = vec![term];
        let mut words = Vec::new();
        while let Some(id) = pending.pop() {
            let kind = &self.formula[id].kind;
            if matches!(kind, TermKind::Word { .. }) {
                words.push(id);
            }
            pending.extend(kind.children());
        }
        words
    }

    fn compare_in_case(
        &mut self,
        op: Comparison,
        (left, right): (TermId, TermId),
        case: &Case,
        side: &mut Side,
    ) -> Result<Node, ResolveError> {
        let (small, large, compare, offset) = as_atom(op, left, right);
        let span = self.formula[left].span;
        // Values of words and letters are integers.
        let are_integers = [left, right].iter().all(|&id| self.is_integer(id));
        let a = self.form(small, case, side, 0)?;
        let b = self.form(large, case, side, 0)?;
        if !are_integers {
            // What equals a number is one.
            if compare != Compare::Equal || !b.is_natural() {
                self.require_natural(&a, small, side)?;
            }
            if compare != Compare::Equal || !a.is_natural() {
                self.require_natural(&b, large, side)?;
            }
        }
        let difference = self.reached(a.plus_times(&b, -1), span)?;
        let difference = self.reached(difference.plus_times(&Form::constant(offset.into()), -1), span)?;
        Ok(match (difference.as_constant(), compare) {
            (Some(value), Compare::Equal) => Node::truth(value == 0),
            (Some(value), Compare::NotEqual) => Node::truth(value != 0),
            (Some(value), Compare::Less) => Node::truth(value < 0),
            (None, _) => Node::Compare(difference, compare),
        })
    }

    /// Whether no variable stands in a term but in the indices of words.
    fn is_integer(&self, term: TermId) -> bool {
        let mut pending = vec![term];
        while let Some(id) = pending.pop() {
            let kind = &self.formula[id].kind;
            if matches!(kind, TermKind::Variable(_)) {
                return false;
            }
            pending.extend(kind.operands());
        }
        true
    }

    /// The sum that a term is, which is a natural number.
    pub(super) fn natural(&mut self, id: TermId, case: &Case, side: &mut Side) -> Result<Form, ResolveError> {
        let form = self.form(id, case, side, 0)?;
        self.require_natural(&form, id, side)?;
        Ok(form)
    }

    /// Adds the condition that a term is a natural number, unless it cannot be anything else.
    fn require_natural(&mut self, form: &Form, id: TermId, side: &mut Side) -> Result<(), ResolveError> {
        if form.is_natural() {
            return Ok(());
        }
        let span = self.formula[id].span;
        if let Some(value) = form.as_constant()
            && self.is_integer(id)
            && self.words_in(id).is_empty()
        {
            return Err(self
                .error(span, format!("{value} is not a natural number"))
                .label("numbers of a parameter are not negative")
                .into());
        }
        // form >= 0, as -form - 1 < 0.
        let negative = self.reached(Form::constant(-1).plus_times(form, -1), span)?;
        side.conditions.push(Node::Compare(negative, Compare::Less));
        Ok(())
    }

    fn reached(&self, form: Option<Form>, span: Span) -> Result<Form, ResolveError> {
        form.ok_or_else(|| self.error(span, "a coefficient or constant beyond 64 bits").into())
    }

    /// The sum that a term is. Conditions on its proper parts go to `side`.
    fn form(&mut self, id: TermId, case: &Case, side: &mut Side, depth: usize) -> Result<Form, ResolveError> {
        let term = &self.formula[id];
        if depth > TERM_LEVELS {
            return Err(self.error(term.span, format!("terms nested more than {TERM_LEVELS} deep")).into());
        }
        let mut operand = |reader: &mut Self, id: TermId| -> Result<Form, ResolveError> {
            let form = reader.form(id, case, side, depth + 1)?;
            if !reader.is_integer(id) {
                reader.require_natural(&form, id, side)?;
            }
            Ok(form)
        };
        let combined = match &term.kind {
            TermKind::Variable(_) => return Ok(Form::variable(self.variable(id)?)),
            TermKind::Number(number) => number.to_i64().map(Form::constant),
            TermKind::Letter(letter) => return Ok(Form::constant(*letter)),
            TermKind::Word { .. } => return Ok(Form::constant(case[&id])),
            TermKind::Negate(inner) => operand(self, *inner)?.times(-1),
            TermKind::Add(a, b) => {
                let a = operand(self, *a)?;
                a.plus_times(&operand(self, *b)?, 1)
            }
            TermKind::Subtract(a, b) => {
                let a = operand(self, *a)?;
                a.plus_times(&operand(self, *b)?, -1)
            }
            TermKind::Multiply(a, b) => {
                let (a, b) = (operand(self, *a)?, operand(self, *b)?);
                match (a.as_constant(), b.as_constant()) {
                    (Some(k), _) => b.times(k),
                    (None, Some(k)) => a.times(k),
                    (None, None) => {
                        return Err(self
                            .error(term.span, "a product of two terms with variables")
                            .label("one factor must be a constant")
                            .into());
                    }
                }
            }
            TermKind::Divide(a, b) => {
                let (a, b) = (operand(self, *a)?, operand(self, *b)?);
                return self.quotient(&a, &b, term.span, side);
            }
        };
        self.reached(combined, term.span)
    }

    /// The floor of a quotient.
    fn quotient(&mut self, a: &Form, b: &Form, span: Span, side: &mut Side) -> Result<Form, ResolveError> {
        let Some(divisor) = b.as_constant().filter(|&k| k > 0) else {
            return Err(self
                .error(span, "division by something that is not a constant, or by 0")
                .label("the divisor must be 1, 2, 3, ...")
                .into());
        };
        if let Some(value) = a.as_constant() {
            return Ok(Form::constant(value.div_euclid(divisor)));
        }
        let quotient = self.variables.add("_".into(), span);
        // 0 <= a - k q < k.
        let rest = self.reached(a.plus_times(&Form::variable(quotient), -divisor), span)?;
        let below = self.reached(rest.plus_times(&Form::constant(divisor), -1), span)?;
        let negative = self.reached(Form::constant(-1).plus_times(&rest, -1), span)?;
        side.conditions.extend([below, negative].map(|form| Node::Compare(form, Compare::Less)));
        side.fresh.push(quotient);
        Ok(Form::variable(quotient))
    }
}
