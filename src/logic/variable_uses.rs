//! What a part of a formula speaks of: variables as numbers or as words, digits common to tracks, sets of tuples.
//!
//! How these make statements about words, and what the statements mean, is said in [`over_words`](super::over_words).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::syntax::{Diagnostic, Source, Span};

use super::ir::{Expr, ExprRef, Kind, OverWords, Var};

/// The variables that a part of a formula speaks of, and whether it speaks of them as numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct VariableUses(pub(super) BTreeMap<Var, bool>);

impl VariableUses {
    /// What another part speaks of as well.
    pub(super) fn add(&mut self, other: VariableUses) {
        if self.0.is_empty() {
            *self = other;
            return;
        }
        other.0.into_iter().for_each(|(var, number)| self.put(var, number));
    }

    pub(super) fn put(&mut self, var: Var, number: bool) {
        *self.0.entry(var).or_default() |= number;
    }

    /// Variables that are bound are spoken of no more.
    pub(super) fn forget(&mut self, vars: &[Var]) {
        self.0.retain(|var, _| !vars.contains(var));
    }
}

/// The digits common to the tracks on which a variable stands.
pub(super) struct CommonDigits {
    pub(super) values: Arc<[i64]>,
    span: Span,
    owner: Arc<str>,
}

/// Digits, and where they are read, by what.
type Place<'a> = (&'a [i64], Span, Arc<str>);

impl CommonDigits {
    /// One more track.
    pub(super) fn with(
        known: Option<CommonDigits>,
        source: &Source,
        name: &str,
        place: Place<'_>,
    ) -> Result<CommonDigits, Diagnostic> {
        let Some(known) = known else {
            return Ok(CommonDigits { values: place.0.into(), span: place.1, owner: place.2 });
        };
        let place = (place.0, place.1, Arc::from(reads(&place.2, place.0)));
        Ok(CommonDigits { values: known.common_with(source, name, place)?, ..known })
    }

    /// The digits that are also at a place, of which the last part says how they are read there.
    pub(super) fn common_with(&self, source: &Source, name: &str, place: Place<'_>) -> Result<Arc<[i64]>, Diagnostic> {
        let (others, span, label) = place;
        let common: Vec<i64> = self.values.iter().copied().filter(|value| others.contains(value)).collect();
        if common.is_empty() {
            let message = format!("`{name}` is read with two disjoint sets of digits");
            return Err(Diagnostic::error(source, span, message)
                .label(label.to_string())
                .also(self.span, reads(&self.owner, &self.values))
                .help("a variable is a word over the digits of all its tracks: use two variables"));
        }
        Ok(common.into())
    }
}

fn reads(owner: &str, values: &[i64]) -> String {
    format!("`{owner}` reads it with the digits {{{}}}", listed(values))
}

pub(super) fn listed(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// The tuples that the body of a quantifier is a set of.
#[derive(Clone, Debug)]
pub struct Tuples {
    /// All tracks, sorted.
    pub frame: Vec<Var>,
    /// The tracks of which the body speaks as words only.
    pub words: Vec<Var>,
}

impl Tuples {
    /// `E vars body`.
    pub(super) fn some(&self, vars: &[Var], body: ExprRef) -> ExprRef {
        match self.bound(vars) {
            // A variable that nothing is said of makes no difference.
            bound if bound.is_empty() => body,
            bound => self.quantifier(bound, false, body),
        }
    }

    /// `I vars body`.
    pub(super) fn infinitely(&self, vars: &[Var], body: ExprRef) -> ExprRef {
        let bound = self.bound(vars);
        // A variable that nothing is said of has infinitely many values.
        if bound.len() < vars.len() {
            return self.some(vars, body);
        }
        match self.words.is_empty() {
            true => Expr::new(Kind::Infinitely(bound, self.of_numbers(body))),
            false => self.quantifier(bound, true, body),
        }
    }

    /// The relation of the numbers some padding of which is in the body; no track is a word.
    pub(super) fn of_numbers(&self, body: ExprRef) -> ExprRef {
        match body.is_of_words() {
            true => self.quantifier(Vec::new(), false, body),
            false => body,
        }
    }

    fn quantifier(&self, bound: Vec<Var>, infinitely: bool, body: ExprRef) -> ExprRef {
        let fixed_length = self.words.iter().any(|var| !bound.contains(var));
        Expr::new(Kind::OverWords(OverWords { infinitely, bound, frame: self.frame.clone(), fixed_length }, body))
    }

    fn bound(&self, vars: &[Var]) -> Vec<Var> {
        vars.iter().copied().filter(|var| self.frame.contains(var)).collect()
    }
}
