//! Limits of `verified`. Those up to `EXPRESSION_ZEROS` are the same in the reader of `verified/`: what is beyond them
//! is not read there, and claims nothing.

/// The largest k in `E>=k`.
pub const COUNTED: usize = 1_000;
/// Digits of a number in a formula.
pub const NUMBER_DIGITS: usize = 12;
/// Choices of letters in one comparison, each of which is a case.
pub const CASES: usize = 100_000;
/// The largest base.
pub const BASE: usize = 65_536;
/// The largest k in `msd_cubicK` and the like.
pub const PARAMETER: usize = 99;
/// The largest coefficient of a recurrence.
pub const COEFFICIENT: usize = 9_999;
/// The largest degree of a recurrence.
pub const EXPONENT: usize = 99;
/// The largest digit of an alphabet, and the largest letter of a morphism.
pub const LARGEST_DIGIT: i64 = 65_536;
/// Digits of an alphabet in braces.
pub const SET_DIGITS: usize = 50;
/// The largest letter of a family, each of which is a function.
pub const FAMILY_LETTER: i64 = 100;
/// Digits of a letter in `combine`.
pub const PART_DIGITS: usize = 9;
/// The largest digit that a normalizer reads.
pub const NORMALIZER_DIGIT: i64 = 100;
/// Numbers that a normalizer adds.
pub const NORMALIZER_PARTS: usize = 8;
/// The largest k in `block k`.
pub const LARGEST_BLOCK: u32 = 1_000;
/// Files that include each other.
pub const INCLUDES: usize = 50;
/// Letters of all tracks of an expression together.
pub const EXPRESSION_LETTERS: usize = 4_096;
/// Derivatives of an expression, which are the states of its automaton.
pub const EXPRESSION_STATES: usize = 1_000;
/// Derivatives by zeros before they repeat.
pub const EXPRESSION_ZEROS: usize = 50;

/// Members of sets of states in the search for one automaton. What the search explores, the checker explores again, and
/// slower. Not measured.
pub const ANSWER_MEMBERS: usize = 300_000;
/// Members and letters in the search for the answers of a command, for each way to rewrite it. Not measured.
pub const ANSWER_WORK: usize = 20_000_000;
/// What may be explored besides for verdicts. Not measured.
pub const ANSWER_CONCLUSIONS: usize = 4_000_000;
