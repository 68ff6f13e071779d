//! The values that the words in an atom may have together: an atom that reads words is a disjunction over them.

use std::collections::HashMap;

use crate::syntax::ast::{TermId, TermKind};
use crate::syntax::{Diagnostic, Span};
use crate::tuning::logic::atoms::WORD_COMBINATIONS;

use super::builder::Builder;
use super::statement::ResolveError;

/// The value given to each word term in a case.
pub(super) type Case = HashMap<TermId, i64>;

impl Builder<'_> {
    /// Every combination of values of the words, those of the first varying slowest.
    pub(super) fn cases(&self, span: Span, words: &[TermId]) -> Result<Vec<Case>, ResolveError> {
        let mut cases = vec![Case::new()];
        for &word in words {
            let values = self.words[&word].values();
            if cases.len() * values.len() > WORD_COMBINATIONS {
                let message = format!("more than {WORD_COMBINATIONS} combinations of word values in one comparison");
                return Err(Diagnostic::error(self.source, span, message)
                    .help("define parts of it with `def` and call them")
                    .into());
            }
            cases = cases
                .iter()
                .flat_map(|case| {
                    values.iter().map(move |&value| {
                        let mut case = case.clone();
                        case.insert(word, value);
                        case
                    })
                })
                .collect();
        }
        Ok(cases)
    }

    /// The words read anywhere in these terms, those in indices before those that they index.
    pub(super) fn words_in(&self, terms: &[TermId]) -> Result<Vec<TermId>, ResolveError> {
        let mut words = Vec::new();
        let mut pending = terms.to_vec();
        while let Some(id) = pending.pop() {
            let kind = &self.formula[id].kind;
            if matches!(kind, TermKind::Word { .. }) {
                words.push(id);
            }
            pending.extend(kind.children());
        }
        words.sort_unstable();
        Ok(words)
    }

    /// Whether a term stands in an index of a word.
    pub(super) fn is_inside(&self, inner: TermId, word: TermId) -> bool {
        let TermKind::Word { indices, .. } = &self.formula[word].kind else { return false };
        let mut pending = indices.clone();
        while let Some(id) = pending.pop() {
            if id == inner {
                return true;
            }
            pending.extend(self.formula[id].kind.children());
        }
        false
    }
}
