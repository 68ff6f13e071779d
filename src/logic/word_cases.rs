//! The values that the words in an atom may have together: an atom that reads words is a disjunction over them.

use std::collections::HashMap;

use num_bigint::BigInt;

use crate::syntax::ast::{TermId, TermKind};
use crate::syntax::{Diagnostic, Span};
use crate::tuning::logic::atoms::WORD_COMBINATIONS;

use super::builder::Builder;
use super::ir::ExprRef;
use super::statement::ResolveError;

/// A value for each word term.
pub(super) type WordValues = HashMap<TermId, i64>;

/// A case of an atom: conditions on the words in it, and values that they have then, or that make the atom what those do.
pub(super) struct WordCase {
    pub(super) conditions: Vec<ExprRef>,
    pub(super) values: WordValues,
}

impl Builder<'_> {
    /// Every combination of values of the words, those of the first varying slowest.
    pub(super) fn cases(&mut self, span: Span, words: &[TermId]) -> Result<Vec<WordCase>, ResolveError> {
        let mut combinations = vec![WordValues::new()];
        for &word in words {
            let values = self.words[&word].values();
            if combinations.len() * values.len() > WORD_COMBINATIONS {
                return Err(self.too_many_cases(span));
            }
            combinations = combinations
                .iter()
                .flat_map(|known| {
                    values.iter().map(move |&value| {
                        let mut known = known.clone();
                        known.insert(word, value);
                        known
                    })
                })
                .collect();
        }
        let mut cases = Vec::with_capacity(combinations.len());
        for values in combinations {
            let mut conditions = Vec::with_capacity(words.len());
            for &word in words {
                let value = values[&word];
                conditions.push(self.selected(word, &|other| other == value)?);
            }
            cases.push(WordCase { conditions, values });
        }
        Ok(cases)
    }

    pub(super) fn too_many_cases(&self, span: Span) -> ResolveError {
        let message = format!("more than {WORD_COMBINATIONS} combinations of word values in one comparison");
        Diagnostic::error(self.source, span, message).help("define parts of it with `def` and call them").into()
    }

    /// The words read in these terms, but for those in indices.
    pub(super) fn words_in(&self, terms: &[TermId]) -> Vec<TermId> {
        let mut words = Vec::new();
        let mut pending = terms.to_vec();
        while let Some(id) = pending.pop() {
            let kind = &self.formula[id].kind;
            if matches!(kind, TermKind::Word { .. }) {
                words.push(id);
            }
            pending.extend(kind.operands());
        }
        words.sort_unstable();
        words
    }

    /// The cases of a sum of terms with factors: if the sum of the words is all that matters of them, one for each such sum,
    /// otherwise one for each combination.
    pub(super) fn cases_of_sum(
        &mut self,
        span: Span,
        terms: &[(TermId, i32)],
        is_signed: bool,
    ) -> Result<Vec<WordCase>, ResolveError> {
        let ids: Vec<TermId> = terms.iter().map(|term| term.0).collect();
        let words = self.words_in(&ids);
        match self.summands(terms, is_signed) {
            Some(summands) if !words.is_empty() => self.cases_by_sum(span, &words, &summands),
            _ => self.cases(span, &words),
        }
    }

    /// How often each word counts in a sum, if nothing else matters: no part with a word in it can be negative where
    /// numbers are natural.
    fn summands(&self, terms: &[(TermId, i32)], is_signed: bool) -> Option<Vec<(TermId, BigInt)>> {
        let mut found = Vec::new();
        let mut pending: Vec<(TermId, BigInt)> = terms.iter().map(|&(id, factor)| (id, factor.into())).collect();
        while let Some((id, factor)) = pending.pop() {
            if self.words_in(&[id]).is_empty() {
                continue;
            }
            match &self.formula[id].kind {
                TermKind::Word { .. } if is_signed || self.words[&id].values().iter().all(|value| *value >= 0) => {
                    found.push((id, factor));
                }
                TermKind::Add(a, b) => pending.extend([(*a, factor.clone()), (*b, factor)]),
                TermKind::Subtract(a, b) if is_signed => pending.extend([(*a, factor.clone()), (*b, -factor)]),
                TermKind::Negate(inner) if is_signed => pending.push((*inner, -factor)),
                TermKind::Multiply(a, b) => match (self.number(*a), self.number(*b)) {
                    (Some(k), _) => pending.push((*b, factor * k)),
                    (None, Some(k)) => pending.push((*a, factor * k)),
                    (None, None) => return None,
                },
                TermKind::Word { .. }
                | TermKind::Subtract(..)
                | TermKind::Negate(_)
                | TermKind::Divide(..)
                | TermKind::Variable(_)
                | TermKind::Number(_)
                | TermKind::Letter(_) => return None,
            }
        }
        Some(found)
    }

    fn number(&self, id: TermId) -> Option<BigInt> {
        let TermKind::Number(n) = &self.formula[id].kind else { return None };
        Some(n.clone().into())
    }
}
