//! Why there is no such morphism or word.

use num_bigint::BigInt;

use crate::budget::Halt;
use crate::numeration::{Direction, NumerationError};

use super::letter::written;

/// Why a morphism or a word could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// A morphism without rules.
    #[error("a morphism needs at least one rule")]
    NoRules,
    /// Two rules for one letter.
    #[error("two rules for the letter {0}")]
    DefinedTwice(i64),
    /// An image with a letter that has no rule.
    #[error("the image of {letter} has the letter {undefined}, which has no rule")]
    Undefined {
        /// Whose image it is.
        letter: i64,
        /// The letter without a rule.
        undefined: i64,
    },
    /// A word with a letter that the morphism does not know.
    #[error("the morphism has no rule for the letter {0}")]
    UnknownLetter(i64),
    /// The first letter does not begin a fixed point.
    #[error("the image of {0} must begin with {0} and be longer: otherwise no fixed point begins with {0}")]
    NotProlongable(i64),
    /// No power of the morphism has a fixed point that begins with a letter.
    #[error(
        "no fixed point begins with {0}: however often the morphism is applied, the image of {0} begins with another \
         letter or is no longer"
    )]
    NoFixedPoint(i64),
    /// The fixed point that begins with a letter is that of a power whose images are too long.
    #[error(
        "the fixed point that begins with {start} is that of the power {power} of the morphism: its images are too long"
    )]
    LongImage {
        /// The first letter.
        start: i64,
        /// Which power.
        power: usize,
    },
    /// A letter of the fixed point with an empty image.
    #[error("the image of {0} is empty: its places have no numbers of their own")]
    Erased(i64),
    /// Everything after the first letter vanishes in the end.
    #[error("the fixed point that begins with {letter} has only {length} letters")]
    Finite {
        /// The first letter.
        letter: i64,
        /// Length of the fixed point.
        length: usize,
    },
    /// Two outputs for one letter.
    #[error("the coding has two outputs for the letter {0}")]
    CodedTwice(i64),
    /// A letter without an output.
    #[error("the coding has no output for the letter {0}")]
    NotCoded(i64),
    /// An output for a letter that is none.
    #[error("the coding has an output for {0}, which is not a letter of the morphism")]
    CodedUnknown(i64),
    /// An image that does not follow the valid words of the system.
    #[error(
        "the image of {letter} has {}, but representations in {system} continue with {} after {letter}",
        count(*length, "letter"),
        count(*digits, "digit")
    )]
    WrongLength {
        /// Whose image it is.
        letter: i64,
        /// Its length.
        length: usize,
        /// The system.
        system: String,
        /// The length it should have.
        digits: usize,
    },
    /// A system in which the words of one length are not the beginnings of the longer ones.
    #[error(
        "a morphism cannot be read in {system}: there the digits {} begin representations but are not one",
        digits(word)
    )]
    NoRepresentation {
        /// The system.
        system: String,
        /// The digits, most significant first.
        word: Vec<u32>,
    },
    /// A system whose words do not grow digit by digit from one automaton.
    #[error(
        "a morphism cannot be read in {0}: words are defined by morphisms in integer bases, in Parry systems and in systems of morphisms"
    )]
    NoMorphisms(String),
    /// A system in which the next number has not always the next word.
    #[error("a transducer reads the numbers in the order of their words, which is not that of {0}")]
    NotInOrder(String),
    /// Tracks that are not those of the systems.
    #[error("tracks with {found:?} digits cannot be indices in systems with {expected:?} digits")]
    Tracks {
        /// Digits of each system.
        expected: Vec<u32>,
        /// Digits of each track.
        found: Vec<u32>,
    },
    /// A word without indices.
    #[error("a word has at least one index")]
    NoIndex,
    /// Indices that cannot be read together.
    #[error("all indices of a word are read in one direction: msd and lsd do not mix")]
    MixedDirections,
    /// An output that depends on how an index is written.
    #[error("the output at index {} changes when zeros are {}", numbers(index), place(*direction))]
    Padding {
        /// The shortest such index, one number a track.
        index: Vec<BigInt>,
        /// Whether leading or trailing zeros were added.
        direction: Direction,
    },
    /// A transducer reads a word of one index.
    #[error("a transducer reads a word with one index, not {0}")]
    SeveralIndices(usize),
    /// A transducer without a transition that it needs.
    #[error("the transducer meets the letter {letter} in a state that has no transition for it")]
    Stuck {
        /// The letter it could not read.
        letter: i64,
    },
    /// Systems between which nothing converts.
    #[error("{from} and {to} are not bases that are powers of one integer")]
    NotPowers {
        /// The system of the word.
        from: String,
        /// The system asked for.
        to: String,
    },
    /// There is no such system.
    #[error(transparent)]
    System(#[from] NumerationError),
    /// The limit that was passed.
    #[error(transparent)]
    Limit(#[from] Halt),
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn digits(word: &[u32]) -> String {
    word.iter().map(|&digit| written(digit.into())).collect()
}

fn numbers(index: &[BigInt]) -> String {
    let list: Vec<String> = index.iter().map(BigInt::to_string).collect();
    if list.len() == 1 { list.concat() } else { format!("({})", list.join(", ")) }
}

fn place(direction: Direction) -> &'static str {
    match direction {
        Direction::Msd => "put before its representation",
        Direction::Lsd => "put after its representation",
    }
}
