//! The tactics by which a statement is decided. Each has a name by which it is counted, shown and switched off
//! (`--without`).
//!
//! Rules rewrite a formula before anything is built; strategies build the automaton of what is left. Each must preserve
//! the relation that a formula defines: a bug in one can give a wrong TRUE. Switching one off changes only how long an
//! answer takes, and whether it comes within a limit. A certificate claims relations of the formula as written, so it
//! does not depend on tactics.
//!
//! A closed statement that begins with quantifiers is searched first and meets no rule at its front: what is to change it
//! there is called in `Engine::search`, as `least_window` is.
//!
//! Rules for quantifiers name their function in the table; `rules` has these. The other tactics by file:
//!
//! | tactics | file |
//! |---|---|
//! | `decide-atoms` | `linear_elimination`, called by `rewriter` |
//! | `substitute` | `substitution`, by `rules` |
//! | `count-witnesses` | `counting`, by `rules` |
//! | `eliminate-linear`, `eliminate-early` | `linear_projection`, and `rules` |
//! | `push-bounds` | `push_bounds`, by `rewriter` |
//! | `hoist-quantifiers` | `large_coefficients`, by `engine` and `build` |
//! | `member-sums`, `least-window` | `member_sums` with `summands`, `least_window` |
//! | `few-subsets`, `abstract-terms`, `induction` | these take turns, by `turns`; the table names their types |
//! | `translation`, `step-body` | `translation`, `lazy_body`, by `bounded` |
//! | `subsets`, `reversed-subsets` | `automata::algorithms::determinize`, by `build` |
//! | `reversed-parts` | `reversed_parts` |
//! | `staged-join` | `conjunct_order`, by `build` |
//! | `build-conditions` | `plan` |
//! | `universal-states` | `automata::algorithms::universal`, by `workspace` |

use std::fmt;

use crate::automata::SubsetConstruction;
use crate::tuning::logic::atoms;

/// Hands the table of tactics to a macro: the name of each, for a rule for quantifiers where it is tried and the function
/// that applies it, and for a strategy that takes turns with others its type. Rules stand in the order in which they are tried,
/// strategies in that of their turns.
macro_rules! with_tactics {
    ($make:ident) => {
        $make! {
            /// Rule: in a conjunction, equations decide other atoms.
            DecideAtoms = "decide-atoms";
            /// Rule: a variable that an equation determines is replaced by its value.
            Substitute = "substitute", rule(Any, rules::substitute_value);
            /// Rule: "k different witnesses" written out becomes a counting quantifier.
            CountWitnesses = "count-witnesses", rule(Connected, rules::count_witnesses);
            /// Rule: a variable that only linear atoms read is eliminated in the arithmetic.
            EliminateLinear = "eliminate-linear", rule(Connected, rules::eliminate_linear);
            /// Rule: a variable is eliminated before others where what is left reads no more than what it was read by.
            EliminateEarly = "eliminate-early", rule(Connected, rules::eliminate_early);
            /// Rule: what contradicts itself is false. An exercise, for tests alone.
            #[cfg(test)]
            Contradict = "contradict", rule(Any, exercise::contradict);
            /// Rule: a bound on a variable is repeated inside the quantifiers beside it.
            PushBounds = "push-bounds";
            /// Rule: a quantifier around an atom with large coefficients moves out to what stands beside it.
            HoistQuantifiers = "hoist-quantifiers";
            /// Strategy for quantifiers: variables that are only added up, and alone otherwise, become one.
            MemberSums = "member-sums";
            /// Strategy for quantifiers: windows without a member of a class are looked for behind members alone.
            LeastWindow = "least-window";
            /// Strategy for bounded quantifiers: subsets, as long as they are few.
            FewSubsets = "few-subsets", strategy(few_subsets::FewSubsets);
            /// Strategy for bounded quantifiers: sums of free variables get names, and the names their values afterwards.
            AbstractTerms = "abstract-terms", strategy(abstracted::Abstracted);
            /// Strategy for bounded quantifiers: the relation is learned and proved by induction on the bound.
            Induction = "induction", strategy(learned::Learned);
            /// Part of the induction: where the body moves with the bound variable the quantifier itself is learned.
            Translation = "translation";
            /// Part of the induction: the parts of a large body are stepped beside each other, and not built.
            StepBody = "step-body";
            /// Strategy for projections: subsets of states, from the first digit.
            Subsets = "subsets";
            /// Strategy for projections: subsets of states, from the last digit (Brzozowski).
            ReversedSubsets = "reversed-subsets";
            /// Strategy for projections: subsets from the last digit, of states in which the parts of a conjunction are joined.
            ReversedParts = "reversed-parts";
            /// Strategy for conjunctions: one part is joined at a time, and minimized.
            StagedJoin = "staged-join";
            /// Strategy for quantified conditions: built first, if few edges suffice, and explored where they stand otherwise.
            BuildConditions = "build-conditions";
            /// Part of all subsets: a set with a state from which all is accepted stands for that state.
            UniversalStates = "universal-states";
        }
    };
}
pub(super) use with_tactics;

macro_rules! declare {
    ($(
        $(#[doc = $about:literal])* $(#[cfg($when:meta)])?
        $tactic:ident = $name:literal
        $(, rule($scope:ident, $rules:ident::$apply:ident))?
        $(, strategy($module:ident::$strategy:ident))?;
    )*) => {
        /// A rule or a strategy.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Tactic {
            $($(#[doc = $about])* $(#[cfg($when)])? $tactic,)*
        }

        const TABLE: &[(Tactic, &str)] = &[$($(#[cfg($when)])? (Tactic::$tactic, $name),)*];
    };
}
with_tactics!(declare);

impl Tactic {
    /// How many tactics there are.
    pub const COUNT: usize = TABLE.len();

    /// All tactics: the rules in the order in which they are tried, then the strategies.
    pub fn all() -> impl ExactSizeIterator<Item = Tactic> {
        TABLE.iter().map(|row| row.0)
    }

    /// The name by which it is switched off.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The tactic with this name.
    pub fn named(name: &str) -> Option<Tactic> {
        Tactic::all().find(|tactic| tactic.name() == name)
    }
}

impl fmt::Display for Tactic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The tactics that may be used; by default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactics {
    /// One bit for each that may not.
    closed: u32,
    /// Bounded quantifiers are left to the induction, whose limits end the statement.
    pub(super) by_induction_alone: bool,
    /// Linear atoms of many variables are explored where they stand, not built, however small.
    pub(super) on_demand: bool,
    /// Linear atoms of several variables with a coefficient beyond this are large: explored beside what else is said,
    /// never built alone.
    pub(super) large: u64,
}

impl Default for Tactics {
    fn default() -> Tactics {
        Tactics { closed: 0, by_induction_alone: false, on_demand: false, large: atoms::LARGE_COEFFICIENT }
    }
}

impl Tactics {
    /// All but this one.
    #[must_use]
    pub fn without(self, tactic: Tactic) -> Tactics {
        Tactics { closed: self.closed | 1 << tactic as u32, ..self }
    }

    /// Linear atoms are explored where they stand, however small.
    #[must_use]
    pub fn with_atoms_on_demand(self) -> Tactics {
        Tactics { on_demand: true, ..self }
    }

    /// Linear atoms of several variables are large if a coefficient is beyond this.
    #[must_use]
    pub fn with_large(self, large: u64) -> Tactics {
        Tactics { large, ..self }
    }

    /// Bounded quantifiers by induction alone: the limits on it end the statement.
    #[must_use]
    pub fn by_induction_alone(self) -> Tactics {
        Tactics { by_induction_alone: true, ..self }
    }

    /// Whether a tactic may be used.
    pub fn has(self, tactic: Tactic) -> bool {
        self.closed & 1 << tactic as u32 == 0
    }

    /// The only way to determinize, if one of the two is switched off; forward, if both are.
    pub(super) fn only_way(self) -> Option<SubsetConstruction> {
        match (self.has(Tactic::Subsets), self.has(Tactic::ReversedSubsets)) {
            (true, true) => None,
            (false, true) => Some(SubsetConstruction::Backward),
            (_, false) => Some(SubsetConstruction::Forward),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tactic_has_its_row() {
        for (i, tactic) in Tactic::all().enumerate() {
            assert_eq!(tactic as usize, i);
            assert_eq!(Tactic::named(tactic.name()), Some(tactic));
            let some = Tactics::default().without(tactic);
            assert_eq!(Tactic::all().filter(|&other| !some.has(other)).collect::<Vec<_>>(), [tactic]);
        }
        assert_eq!(Tactic::named("magic"), None);
    }
}
