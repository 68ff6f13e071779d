//! Limits of `families`: how large systems and formulas may be, and how far witnesses and counterexamples are
//! re-checked by direct evaluation.

/// Comparisons and automata that are looked at for a counterexample, quantifiers being tried number by number: well under a
/// second. Beyond, the counterexample is shown without. Not measured.
pub const EVALUATED_ATOMS: u64 = 1 << 18;

/// The largest quotient that a family is bounded by: its language has as many states.
pub const LARGEST_QUOTIENT: u32 = 1 << 12;

/// Numbers of a part of a family of one's own that are listed to look at a counterexample once more. Not measured.
pub const LISTED_NUMBERS: usize = 1 << 12;

/// Variables of a term in which a sum takes the place of a variable that an equation determines: an automaton of as many tracks is
/// built for it. With 4, closure under reversal takes 0.6 s instead of 6.1 s.
pub const DETERMINED_TERMS: usize = 4;

/// Equivalences over unbounded quantifiers that are written out, each twice what is in it: as many copies. Not measured.
pub const MOST_EQUIVALENCES: usize = 64;

/// Numbers of which one automaton says that they are some: it has an edge for all choices of their bits. Not measured.
pub const NUMBERS_TOGETHER: usize = 4;

/// Blocks in front that are tried until the sum of two numbers of a family of one's own is a number: some letters double all numbers
/// in every system that grows by a factor. Not measured.
pub const GROWTH_BLOCKS: usize = 16;
