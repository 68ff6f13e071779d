//! Answers, as `verified/Rules.v` has them: what the checker is told, in the order in which it asks.

use std::sync::Arc;

use crate::formula::{Dfa, Term, Variable};

/// An automaton with the variables on its tracks.
pub type OnTracks = (Arc<Dfa>, Vec<Variable>);

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The truth of a quantified formula without free variables.
    Truth(bool),
    /// An automaton for a quantifier, or for the relation that is defined.
    By(OnTracks),
    /// An automaton for what stands under the quantifier.
    Same(OnTracks),
    /// The quantifier is taken together with the next one outside of it, or with what it is to follow from.
    Later,
    /// An equation gives this variable.
    Given(Variable),
    /// What implies the rest is assumed; or the first of two cases is taken away.
    Step,
    /// There are values of these variables of which the automaton says what is looked for.
    Obtain(Vec<Variable>, OnTracks),
    /// What is looked for has been obtained.
    Take,
    /// It follows from these premises alone, counted from the last.
    Only(Vec<usize>),
    /// From the second automaton it follows that there is what the first accepts, and from the first what is open.
    Enough(OnTracks, OnTracks),
    /// Terms of a position: every move decreases the first of these that it changes.
    Measure(Vec<Term>),
    /// Quantifiers are moved inwards.
    Inwards,
    /// Cases stand in front of quantifiers.
    Cases,
    /// Comparisons of up to so many variables have a quantifier of their own.
    Compared(usize),
}
