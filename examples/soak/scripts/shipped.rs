//! What filbert ships, of that what the scripts name.

use std::rc::Rc;

use super::meaning::{Function, LETTERS, System, Word, fixed_point};
use super::model::Kind;
use super::oracle::Meaning;

/// What a name means that nobody gave a meaning.
pub fn shipped(kind: Kind, name: &str) -> Option<Meaning> {
    let word = |system: System, images: &[&[usize]]| {
        let images = images.iter().map(|image| image.to_vec()).collect();
        let letters = fixed_point(&images).expect("it grows").into_iter().take(LETTERS);
        Meaning::Word(Rc::new(Word { system, letters: letters.map(|letter| letter as i64).collect() }))
    };
    match (kind, name) {
        (Kind::Word, "T") => Some(word(System::Msd(2), &[&[0, 1], &[1, 0]])),
        (Kind::Word, "F") => Some(word(System::Fibonacci, &[&[0, 1], &[0]])),
        (Kind::System, "fib") => Some(Meaning::System(System::Fibonacci)),
        (Kind::Function, "phin") => {
            // m is the integer part of n times the golden ratio: 2m - n is that of n times the root of 5.
            let part = |n: u64| (n..=2 * n).rev().find(|m| (2 * m - n).pow(2) <= 5 * n * n).unwrap_or(0);
            let holds = (0..20).map(|n| (0..20).map(|m| part(n) == m).collect()).collect();
            Some(Meaning::Function(Rc::new(Function::Pair { system: System::Fibonacci, holds })))
        }
        _ => None,
    }
}
