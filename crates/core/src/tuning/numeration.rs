//! Limits of `numeration`: the systems that are accepted, their tables, and the atoms that are explored.

/// The digits of a system.
pub mod digits {
    /// The largest base: its letters of two tracks can still be listed.
    pub const LARGEST_BASE: u64 = 1 << 16;
    /// Digits, and coefficients of the recurrence, beyond this are refused: linear atoms calculate with them in machine
    /// integers.
    pub const LARGEST_DIGIT: u32 = 1 << 16;
    /// Order and largest coefficient of the families: beyond, adders no longer fit anywhere.
    pub const FAMILY_PARAMETER: usize = 32;
}

/// Expansions of one.
pub mod parry {
    /// Digits of d(1) that are looked at before beta is said not to be a Parry number. Not measured.
    pub const EXPANSION_DIGITS: usize = 256;
    /// Binary digits of beta. `Positional::new` checks the outcome. Not measured.
    pub const PRECISION_BITS: u64 = 1024;
    /// Elements of Z\[beta\] below 2 to the power of minus this count as zero.
    pub const NEGLIGIBLE_BITS: u64 = PRECISION_BITS / 2;
    /// Binary digits of beta that are found one by one; Newton's method doubles them from then on.
    pub const BISECTED_BITS: u64 = 32;
    /// States of the automaton of valid words of which every choice is tried as the rejecting ones: 2 to this are tried.
    /// Not measured.
    pub const REJECTING_STATES: usize = 16;
}

/// Ostrowski systems.
pub mod ostrowski {
    /// Terms of a continued fraction, before the period and in it. Not measured.
    pub const TERMS: usize = 64;
    /// Weights that are counted to recognize a system, beside those for its states. Not measured.
    pub const WEIGHTS: usize = 16;
    /// Weights for each state of the automaton of valid words, to see a period several times. Not measured.
    pub const WEIGHTS_A_STATE: usize = 4;
}

/// Tables of weights.
pub mod weights {
    /// Weights and counts beyond this are not tabulated: products with remainders stay far inside `i128`.
    pub const LARGEST_TABULATED: i128 = 1 << 80;
    /// Lengths that are tabulated at most: enough for a growth of 1 in 200 from one weight to the next.
    pub const TABULATED_LENGTHS: usize = 1 << 14;
    /// Binary digits of a weight up to which weights that repeat by a period are tabulated. Not measured.
    pub const TABULATED_BITS: u64 = 100;
    /// Periods that are tabulated at least. Not measured.
    pub const TABULATED_PERIODS: usize = 6;
}

/// Finding the digits of large numbers in blocks ("A position of 5,000-digit piles" in `benches/RESULTS.md`).
pub mod conversion {
    /// Entries of the matrices stay below: a number has the bits of a weight and of an entry, and fits `i128`.
    pub const LARGEST_ENTRY: i128 = 1 << 40;
    /// Leading bits of the weights below a block: they fit `i64`.
    pub const LEADING_BITS: u64 = 62;
    /// Places of a block, at most. Not measured.
    pub const BLOCK_PLACES: usize = 64;
    /// Bits of numbers whose digits are found by halves.
    pub const BITS_OF_HALVES: u64 = 1 << 13;
    /// Bits beside those that blocks take, by which numbers that were cut decide digits: 62 of them are looked at, and each
    /// halving costs three or four at most.
    pub const GUARD_BITS: u64 = 128;
    /// Blocks that whole numbers decide before the others are looked for one by one: it costs as much as some hundred of
    /// these. Not measured.
    pub const WHOLE_BLOCKS: usize = 16;
    /// Decimal digits that are read one after another are 2 to this; of longer numbers, the halves are. Not measured.
    pub const LOG_PIECE_DIGITS: u32 = 11;
    /// Decimal digits that are read one after another.
    pub const PIECE_DIGITS: usize = 1 << LOG_PIECE_DIGITS;
}

/// Exploring linear atoms.
pub mod linear {
    /// Remainders, coefficients and constants beyond this end the exploration. A letter has 64 bits, so that the digits
    /// of all its tracks add up to 2^18 at most: a letter adds less than 2^59 to a remainder that the recurrence has
    /// taken to 2^57. Tabulated weights are below 2^80 where a remainder meets them, and geometric: sums stay inside
    /// `i128`.
    pub const LARGEST_REMAINDER: i64 = 1 << 40;
    /// Coefficient beyond which an atom has more states in all than a laptop holds: one that met [`HOPELESS_REMAINDERS`]
    /// is not about to end.
    pub const HOPELESS_COEFFICIENT: u64 = 1 << 22;
    /// Remainders that an atom with a coefficient beyond [`HOPELESS_COEFFICIENT`] may meet. Not measured.
    pub const HOPELESS_REMAINDERS: usize = 1 << 20;
    /// Edges of one state beyond which there is no automaton: a quarter of a gigabyte.
    pub const EDGES_OF_STATE: usize = 1 << 21;
    /// Rows whose targets are looked up together, since each lookup is a cache miss. `x+y=z` in msd_bonacci8, "Several
    /// cores" in `benches/RESULTS.md`.
    pub const ROWS_AT_ONCE: usize = 32;
    /// Letters up to which they are listed once for all states that have the same validity states. Not measured.
    pub const LETTERS_LISTED_ONCE: usize = 64;
    /// Constants up to this size stand in the atom itself; larger ones in comparisons get a track of their own. Not
    /// measured.
    pub const CONSTANT_IN_ATOM: u64 = 8;
}

/// Systems of the fixed points of morphisms.
pub mod morphic {
    /// Letters that differ in the lengths of their images. Not measured.
    pub const LETTERS: usize = 64;
    /// Lengths that are looked at for a remainder that is neither dead nor done. Not measured.
    pub const LENGTHS: usize = 512;
    /// Inequalities of a system that is solved to know whether a vector grows. Not measured.
    pub const INEQUALITIES: usize = 256;
    /// Counts of letters beyond this are not calculated with: sums over all letters stay far inside `i128`.
    pub const LARGEST_COUNT: u128 = 1 << 100;
    /// Lengths of images are weighed by powers of this, a prime, to find the recurrence that all of them obey.
    pub const MIXED: u32 = 1_000_003;
    /// An eigenvalue is taken for less than 1 in absolute value if it is less than this: those of small morphisms that are
    /// are less by far.
    pub const BELOW_ONE: f64 = 0.999_999;
}

/// Number fields.
pub mod fields {
    /// Bits of the first enclosure of a generator; each further one has twice as many. Not measured.
    pub const FIRST_BITS: u64 = 64;
    /// How often they are doubled. Signs need fewer: the norm of a number says how many are enough.
    pub const LEVELS: usize = 18;
    /// The highest degree of a polynomial: products of 2^11 choices of its roots are tried.
    pub const HIGHEST_DEGREE: usize = 12;
    /// Steps in which the roots of a polynomial are approached all at once. Not measured.
    pub const ROOT_STEPS: usize = 500;
    /// How far a machine number may be from a root beside the nearest one. Not measured.
    pub const NEARBY: f64 = 1e-6;
}

/// Bounds of sums with real coefficients.
pub mod extremes {
    /// Digits of the first number that passes a bound: as many as 10^18 has in base 2.
    pub const DIGITS: usize = 60;
    /// Rounds in which values are found in machine numbers: what is left is improved exactly. Not measured.
    pub const ROUNDS: usize = 200;
    /// Machine numbers that differ by less are not told apart.
    pub const CLOSE: f64 = 1e-12;
    /// Decimals of an enclosure that are shown: the error is below them.
    pub const DECIMALS: u32 = 10;
    /// The first error of an enclosure is 2^-this: less than 10^-10.
    pub const ERROR_BITS: u64 = 36;
    /// How often it is squared while a bound is nearer than it.
    pub const SQUARINGS: u32 = 3;
    /// Powers of a matrix are squared so often to show that it shrinks: a second eigenvalue above 0.9999 is not told from 1.
    pub const POWERS: u32 = 14;
    /// Bits with which these powers are enclosed. Not measured.
    pub const POWER_BITS: u64 = 512;
    /// Cycles that do not show a sum to be unbounded, beyond which it is given up: some eigenvalues are below 1, others not. Not measured.
    pub const CYCLES: usize = 256;
    /// How often the cycle of a sum that grows is gone around to show a number beyond an interval.
    pub const TURNS: usize = 256;
}

/// What 64 bits are enough for where a remainder is told dead: at most 2^6 products below 2^56, two tails and constants make
/// less than 2^63. With more, the bounds are calculated in 128 bits: y=100*x in msd_trib shows the difference.
pub mod in_64_bits {
    /// Remainders, signs aside.
    pub const LARGEST_REMAINDER: u64 = 1 << 20;
    /// Where a remainder comes in two parts, each has half of that.
    pub const LARGEST_PART: u64 = LARGEST_REMAINDER / 2;
    /// Weights.
    pub const LARGEST_WEIGHT: i128 = 1 << 36;
    /// Constants, signs aside.
    pub const LARGEST_CONSTANT: i128 = 1 << 50;
    /// Tails, signs aside.
    pub const LARGEST_TAIL: i128 = 1 << 60;
    /// The order of the recurrence, which is the number of products.
    pub const HIGHEST_ORDER: usize = 1 << 6;
    /// Lengths for which the worth of a part is kept: one bit of 64 says for each whether it is known.
    pub const KEPT_LENGTHS: usize = 64;
}

/// Automata that turn words of digits into representations.
pub mod normalizer {
    /// Places between digits of one, for all such words to be valid. Not measured.
    pub const DIGIT_DISTANCE: usize = 8;
    /// Tracks that the sum may have, one for each digit and place. Not measured.
    pub const TRACKS: usize = 12;
}
