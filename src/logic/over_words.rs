//! Statements about words: what variables mean that are used on tracks given by a set of digits.
//!
//! A variable that occurs only on these tracks is a word over their common digits; one that occurs as a number as well
//! is a number. A formula in which words occur is a set of tuples of one length, one track for each variable that it
//! mentions: words are never padded, numbers are, to any length. Connectives are those of sets of tuples, `~` within
//! the tuples of words and representations. `E x F` forgets the track of x. If a word is left, the length of the tuple
//! is its length; if none is left, a tuple of numbers satisfies it as soon as some padding of it does: so `E f F(f,n)`
//! holds iff some padding of n has an equally long word f with F. `A x` is `~E x ~`, and `I x` is `E x` with infinitely
//! many. `E>=k` and its kin count tuples of numbers, each once however it is padded; with a word in the tuple they are
//! refused.
//!
//! Whether a variable is a word is asked of each quantifier's body by itself: in `(E f $r(f,n)) & n>3` the body of `E
//! f` mentions n as a word, so the result is a set of words, which then meets the numbers. That is what automata do
//! when they are built formula by formula, track by track.
//!
//! The syntax counts here: see [`OverWords`](super::ir::OverWords). Where a formula mentions only numbers and does not
//! tell paddings apart, none of this matters, and it stays in the form for which all rewriting is made.

use std::sync::Arc;

use crate::automata::{Dfa, Layout};
use crate::numeration::{Language, NumerationSystem, TrackKind, normalize_padding};
use crate::syntax::ast::TermId;
use crate::syntax::{Diagnostic, Span};

use super::builder::{Builder, negate};
use super::ir::{Expr, ExprRef, Kind, Stored, Var};
use super::statement::ResolveError;
use super::variable_uses::{Tuples, VariableUses, listed};

impl Builder<'_> {
    /// How terms use their variables.
    pub(super) fn variable_uses(&self, terms: &[TermId]) -> VariableUses {
        let mut uses = VariableUses::default();
        if self.on_digits.is_empty() {
            return uses;
        }
        let mut pending = terms.to_vec();
        while let Some(id) = pending.pop() {
            if let Some(&var) = self.occurrences.get(&id) {
                uses.put(var, !self.on_digits.contains(&id));
            }
            pending.extend(self.formula[id].kind.children());
        }
        uses
    }

    /// The tuples that a body is a set of, if words matter in it. `bound` is what is quantified over it.
    pub(super) fn tuples(
        &self,
        body: &Expr,
        uses: &VariableUses,
        bound: &[Var],
        span: Span,
    ) -> Result<Option<Tuples>, ResolveError> {
        let words: Vec<Var> = uses.0.iter().filter(|entry| !entry.1).map(|entry| *entry.0).collect();
        if words.is_empty() && !body.is_of_words() {
            return Ok(None);
        }
        let frame: Vec<Var> = uses.0.keys().copied().collect();
        debug_assert!(body.free().iter().all(|var| frame.contains(var)));
        let fixed_length = words.iter().any(|var| !bound.contains(var));
        let left = frame.iter().filter(|var| !bound.contains(var));
        let systems: Vec<&Arc<NumerationSystem>> = left.filter_map(|&var| self.variables.range(var).system()).collect();
        let other = systems.iter().find(|system| system.direction() != systems[0].direction());
        if let (false, Some(other)) = (fixed_length, other) {
            let message = format!("paddings of numbers in {} and {} at once", systems[0].name(), other.name());
            return Err(Diagnostic::error(self.source, span, message)
                .help("numbers that are left when words are quantified are read in one direction")
                .into());
        }
        Ok(Some(Tuples { frame, words }))
    }

    /// The body of a counting quantifier: numbers, each counted once however it is padded.
    pub(super) fn countable(&self, tuples: &Tuples, body: ExprRef, span: Span) -> Result<ExprRef, ResolveError> {
        let Some(&word) = tuples.words.first() else { return Ok(tuples.of_numbers(body)) };
        let name = self.variables.name(word);
        let message =
            format!("a counting quantifier over tuples with a word: `{name}` occurs only on tracks of digits");
        Err(Diagnostic::error(self.source, span, message)
            .label("only numbers can be counted: a tuple with a word has one length")
            .help(format!("write `{name}>=0 &` to make `{name}` a number, or define the rest and count that"))
            .into())
    }

    /// A body in which variables that must be words over some of their digits are; `A` speaks of no others.
    pub(super) fn limited_to(&mut self, vars: &[Var], body: ExprRef, universal: bool) -> Result<ExprRef, ResolveError> {
        let limits = self.limits(vars)?;
        Ok(match (limits.is_empty(), universal) {
            (true, _) => body,
            (false, true) => Expr::or(limits.into_iter().map(negate).chain([body]).collect()),
            (false, false) => Expr::and(limits.into_iter().chain([body]).collect()),
        })
    }

    /// That these variables are words over their digits, where that says something.
    pub(super) fn limits(&mut self, vars: &[Var]) -> Result<Vec<ExprRef>, ResolveError> {
        let mut limits = Vec::new();
        for &var in vars {
            let Some(values) = self.limited.get(&var) else { continue };
            let layout = Layout::new(&[TrackKind::Digits(values.clone()).size()]).expect("one track fits");
            let every =
                Language { dfa: Dfa::universal(layout).into(), tracks: vec![TrackKind::Digits(values.clone())] };
            let system = self.variables.system(var);
            let dfa = every.on(&[system.clone().into()], self.budget)?;
            let of_words = normalize_padding(&dfa, std::slice::from_ref(system), self.budget)? != dfa;
            let name = format!("% over {{{}}}", listed(values)).into();
            limits.push(Expr::new(Kind::Relation(Stored { dfa: dfa.into(), name, of_words }, vec![var])));
        }
        Ok(limits)
    }
}
