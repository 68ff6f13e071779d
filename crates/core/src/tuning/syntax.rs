//! Limits of `syntax`: what is refused as too long, and how much of a text a message shows.

/// Macros that call macros that call macros: how deep. Not measured.
pub const MACRO_DEPTH: usize = 100;
/// Bytes of text that the macros of one formula may become: macros that double what they get end soon.
pub const MACRO_BYTES: usize = 1 << 20;
/// How often `{n}` may repeat: each time is a copy. Not measured.
pub const REPETITIONS: u32 = 10_000;
/// The largest degree of a recurrence: far above any automaton that could be built.
pub const RECURRENCE_DEGREE: usize = 64;
/// The largest exponent of a sequence: a power multiplies dimensions.
pub const SEQUENCE_EXPONENT: u32 = 16;
/// Values beyond which `grundy` names no more: none is found there.
pub const GRUNDY_VALUES: u32 = 9_999;
/// Parentheses inside each other in a sum of real numbers. Not measured.
pub const DEPTH_OF_SUMS: usize = 64;
/// The exponent of a power in a sum of real numbers, or in a polynomial whose root is in it.
pub const HIGHEST_POWER: u32 = 64;
/// Characters of a line that are shown on either side of what is marked in it: two lines of a terminal.
pub const EXCERPT_CHARACTERS: usize = 160;
/// Characters of a text that a message quotes on one line, beyond which it is cut: two lines of a terminal.
pub const QUOTED_CHARACTERS: usize = 160;
/// Characters of a place that a message quotes before what it says of it, where it is shown without its line. Not measured.
pub const PLACE_CHARACTERS: usize = 60;
/// Letters of a beginning that names something, so that what begins with it is suggested. Not measured.
pub const PREFIX_LETTERS: usize = 3;
/// Parentheses and calls inside each other in the equations of `recursion`. Not measured.
pub const DEPTH_OF_RECURSIONS: usize = 64;
/// The largest number in the equations of `recursion`: what is computed with it fits in 64 bits.
pub const LARGEST_FACTOR: u64 = 1 << 30;
