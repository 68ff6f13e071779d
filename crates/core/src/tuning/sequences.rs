//! Limits of `sequences`.

/// Proving and refuting what is claimed of all numbers.
pub mod claim {
    /// Words that are tried where nothing better is known. Not measured.
    pub const TRIED_WORDS: usize = 6_000;
    /// Pairs of a state and a vector of remainders beyond which a modulus is given up. Not measured.
    pub const REMAINDER_PAIRS: usize = 60_000;
    /// The largest modulus. Not measured.
    pub const LARGEST_MODULUS: u64 = 12;
}

/// Making the automaton of the graph of a sequence.
pub mod graph {
    /// How states are guessed.
    #[derive(Clone, Copy, Debug)]
    pub enum Attempt {
        /// Those that so many tuples with their values lead through.
        Tuples(usize),
        /// Those whose vectors have no larger entries.
        Entries(i64),
    }
    /// One after another. The columns of K11, K12 and Splithoff2 need tuples, those of 1 -> 101010 entries.
    pub const ATTEMPTS: [Attempt; 8] = [
        Attempt::Tuples(100),
        Attempt::Tuples(1_000),
        Attempt::Entries(2),
        Attempt::Entries(8),
        Attempt::Entries(32),
        Attempt::Tuples(10_000),
        Attempt::Entries(256),
        Attempt::Entries(4_096),
    ];
    /// States beyond which the graph is taken for one without an automaton. Not measured.
    pub const STATES: usize = 20_000;
}

/// Bounding how fast a sequence grows.
pub mod growth {
    /// Squarings: powers are taken up to 2 to this. Not measured.
    pub const SQUARINGS: u32 = 9;
    /// Squarings of matrices beyond [`DIMENSION`]. Not measured.
    pub const SQUARINGS_BEYOND: u32 = 5;
    /// The dimension beyond which fewer squarings are done. Not measured.
    pub const DIMENSION: usize = 12;
    /// Products of matrices that the joint spectral radius is bounded with. Not measured.
    pub const PRODUCTS: usize = 600;
    /// Letters of the longest of these products. Not measured.
    pub const PRODUCT_LETTERS: u32 = 64;
}

/// Guessing a linear representation from values.
pub mod guess {
    /// The largest dimension that is sought. Not measured.
    pub const DIMENSION: usize = 80;
    /// Columns beyond which no longer words are put behind. Not measured.
    pub const COLUMNS: usize = 2_000;
}
