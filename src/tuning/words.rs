//! Limits of `words`.

/// Letters that an image under a power of a morphism may have: digits of its system are not more.
pub const LONGEST_IMAGE: usize = 1 << 16;

/// Guessing a morphism from values.
pub mod guess {
    /// Images that agree with an earlier one of their type before that is more than chance, also that many for four
    /// types: words that no automaton computes, as the squares, the primes and random letters, stay below half of that.
    pub const AGREEING_IMAGES: usize = 4;
    /// Characters that an error shows of what is no number.
    pub const SHOWN_CHARACTERS: usize = 40;
}
