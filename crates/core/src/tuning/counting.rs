//! Limits of `automata::counting`: linear representations, and what is proved of them.

/// How large a representation is made.
pub mod representation {
    /// Entries of all matrices together beyond which a representation is not begun: some two gigabytes.
    pub const ENTRIES: usize = 1 << 24;
    /// Bytes that an entry takes, a fraction of two integers of any size: what has to be free before a representation is
    /// begun.
    pub const BYTES_OF_ENTRY: usize = 100;
    /// Entries of all matrices together beyond which a sum or product of representations is not made. Not measured.
    pub const SPARSE_ENTRIES: usize = 1 << 23;
}

/// What words are worth (`filbert count` of numbers of 100,000 digits in `benches/RESULTS.md`).
pub mod worth {
    /// Letters from which on a word is read in blocks and from both ends. Not measured.
    pub const LONG_WORD: usize = 1 << 9;
    /// Letters of the blocks whose matrices are kept.
    pub const SHORT_BLOCK: usize = 1 << 4;
    /// Matrices of blocks that are kept at most. Not measured.
    pub const SHORT_BLOCKS: usize = 1 << 12;
    /// Coordinates of a row vector are small up to this: what they add to the others takes one machine integer. Not
    /// measured.
    pub const LARGEST_SMALL: u64 = 1 << 31;
}

/// Proofs modulo primes (`filbert count NAME --minimize` in `benches/RESULTS.md`).
pub mod proof {
    /// Primes that coordinates may take to be read back: fractions of up to some 900 digits. Not measured.
    pub const READ_BACK_PRIMES: usize = 100;
    /// Primes that the proof of the smallest representation may take. Not measured.
    pub const HANKEL_PRIMES: usize = 600;
    /// Primes that the proof of a representation of what words reach may take. Not measured.
    pub const PRIMES: usize = 40;
    /// Binary digits of a common denominator of all entries. Not measured.
    pub const DENOMINATOR_BITS: u64 = 256;
}

/// Cones that no matrix leads out of.
pub mod cone {
    /// Vectors beyond which no invariant is sought. Not measured.
    pub const GENERATORS: usize = 120;
    /// Rounds of fitting a combination to a vector, beside those for its entries. Not measured.
    pub const FITTING_ROUNDS: usize = 20;
    /// Rounds for each entry of the vector. Not measured.
    pub const FITTING_ROUNDS_AN_ENTRY: usize = 6;
    /// How much nearer another vector has to bring a combination to be tried, for vectors of length 1: far
    /// above the error of a sum of machine numbers. Not measured.
    pub const LEAST_GAIN: f64 = 1e-10;
    /// How near a combination has to come to its target, of length 1. It is a guess, which fractions
    /// prove. Not measured.
    pub const NEAR: f64 = 1e-9;
}

/// The row vectors that words reach.
pub mod image {
    /// Row vectors beyond which no more are listed. Not measured.
    pub const VECTORS: usize = 20_000;
    /// Words whose matrices are tried, for dimensions up to [`DIMENSION_OF_WORDS`]. Not measured.
    pub const WORDS: usize = 120;
    /// The dimension beyond which only letters are tried. Not measured.
    pub const DIMENSION_OF_WORDS: usize = 40;
}

/// Inequalities that hold of all row vectors.
pub mod invariant {
    /// The dimension beyond which nothing is tried. Not measured.
    pub const DIMENSION: usize = 60;
    /// Inequalities beyond which no more are tried, in the first attempt and in the second. Not measured.
    pub const CANDIDATES: [usize; 2] = [120, 420];
    /// Inequalities of which all differences are tried, in the first attempt and in the second. Not measured.
    pub const PAIRED_CANDIDATES: [usize; 2] = [30, 70];
    /// Inequalities beyond which no more are added on the way. Not measured.
    pub const GOALS: usize = 200;
    /// Times that letters are put in front, and differences taken. Not measured.
    pub const ROUNDS: usize = 3;
    /// Samples for each state, from the first words on. Not measured.
    pub const SAMPLES_A_STATE: usize = 40;
    /// Long words whose row vectors are samples. Not measured.
    pub const WALKS: usize = 80;
    /// Letters of such a word. Not measured.
    pub const WALK_LETTERS: usize = 14;
}
