//! Every limit of the search. None is part of what an answer means: another value makes it find less, or take longer.

/// How much the search for the answers of one command may take. What it explores, the checker explores again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Members of sets of states for one automaton.
    pub members: usize,
    /// Members of sets and letters for all that one way of rewriting a statement tries.
    pub work: usize,
}
