//! Every limit of the search. None is part of what an answer means: another value makes it find less, or take longer.

/// How much the search for the answers of one command may take. What it explores, the checker explores again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Members of sets of states for one automaton.
    pub members: usize,
    /// Members of sets and letters for all that one way of rewriting a statement tries.
    pub work: usize,
    /// What else the explorations may take that end in a verdict and not in an automaton.
    pub conclusions: usize,
}

/// Zeros after which the first set of a quantifier has to stay as it is, as in the checker.
pub(crate) const LEADING_ZEROS: usize = 1_000;

/// Steps after which a bound of a comparison is given up, as in the checker.
pub(crate) const BOUND_STEPS: usize = 20;

/// States of an automaton for what stands under a quantifier, beyond which there is none: it is to save work. Not measured.
pub(crate) const BODY_MEMBERS: usize = 30_000;

/// Cases of one quantifier, beyond which none stand in front of it. Not measured.
pub(crate) const MOST_CASES: usize = 30;

/// Comparisons of up to so many variables get automata: one number after the other is tried.
pub(crate) const COMPARED_VARIABLES: [usize; 2] = [2, 3];

/// Parts of the limits with which all ways are tried, one after the other: most statements need a tenth.
pub(crate) const SHARES: [usize; 2] = [10, 1];

/// The part of the work that may be tried with quantifiers moved inwards: it takes little or fails soon.
pub(crate) const INWARDS_SHARE: usize = 4;

/// Steps for each member or letter of the work: a step takes half a microsecond, and what needs more of them seldom ends. Not measured.
pub(crate) const STEPS: usize = 30;

/// Steps between two looks at whether the search may go on: a few milliseconds. Not measured.
pub(crate) const STEPS_A_LOOK: usize = 1 << 12;

/// Letters of an automaton that is written: the checker reads their numbers as integers of 63 bits.
pub(crate) const LARGEST_LETTER: u64 = (1 << 62) - 1;
