//! Infinite words that automata compute: morphisms, and the words read from representations.
//!
//! A [`Morphism`] and a coding of its letters give a word letter by letter. Read in a numeration system whose valid
//! words the morphism follows, they give a [`Word`]: an automaton with an output for every tuple of representations. A
//! [`Word`] also comes from a file, and so does a [`WordFamily`], which has words of digits among its indices. However
//! it was made, its construction checks what the rest of the program relies on: padding a representation with zeros
//! never changes the output.

mod convert;
mod error;
mod family;
mod guess;
mod letter;
mod morphism;
mod search;
mod transducer;
mod word;

pub use error::WordError;
pub use family::{Indexed, WordFamily};
pub use guess::{Guess, GuessError, appended, guess, integers, morphism_command, word_command};
pub use letter::written;
pub use morphism::Morphism;
pub use transducer::Transducer;
pub use word::Word;
