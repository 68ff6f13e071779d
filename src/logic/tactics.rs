//! Which constructions may be tried. All lead to the same minimal automaton; closing some is for comparing them.

use crate::automata::Strategy;
use crate::tuning::logic::atoms;

/// The tactics that are open; by default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactics {
    /// How bounded quantifiers are eliminated.
    pub bounded: BoundedTactic,
    /// The only way to determinize, if there is to be one.
    pub determinize: Option<Strategy>,
    /// Conjunctions are joined all at once, never in stages.
    pub at_once: bool,
    /// Linear atoms of many variables are explored where they stand, not built, however small.
    pub on_demand: bool,
    /// Linear atoms of several variables with a coefficient beyond this are large: explored beside what else is said,
    /// never built alone.
    pub large: u64,
}

impl Default for Tactics {
    fn default() -> Tactics {
        Tactics {
            bounded: BoundedTactic::default(),
            determinize: None,
            at_once: false,
            on_demand: false,
            large: atoms::LARGE_COEFFICIENT,
        }
    }
}

/// The tactics by which bounded quantifiers are eliminated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundedTactic {
    /// Few subsets and learning in turn, then the subsets however many.
    #[default]
    All,
    /// The subsets however many.
    Subsets,
    /// Learning where a quantifier is bounded: the limits on it end the statement.
    Learning,
}
