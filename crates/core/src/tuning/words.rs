//! Limits of `words`.

/// Letters that an image under a power of a morphism may have: digits of its system are not more.
pub const LONGEST_IMAGE: usize = 1 << 16;

/// Letters of a word and of its image that are compared one by one before a proof is tried that they are one word. What is
/// not fixed by a morphism as a rule differs among the first ten. Not measured.
pub const COMPARED_LETTERS: usize = 1_000;

/// Guessing a morphism from values.
pub mod guess {
    /// Images that agree with an earlier one of their type before that is more than chance, also that many for four
    /// types: words that no automaton computes, as the squares, the primes and random letters, stay below half of that.
    pub const AGREEING_IMAGES: usize = 4;
    /// Characters that an error shows of what is no number.
    pub const SHOWN_CHARACTERS: usize = 40;
}
