//! Words of the atlas that are one another, from some letter on and with other letters: read off the first letters,
//! stated as a theorem.
//!
//! A fixed point of a morphism is known by its first letter, if the image of that begins with it and is longer: it
//! begins with each power of the morphism applied to the letter. So a word that is fixed by the morphism of another
//! one, and begins like that, is the other one.

use crate::explore::Fact;
use crate::syntax::word_in_formula;

use super::entries::{Entry, entries};
use super::substitution::Substitution;

/// Letters that are compared before it is stated that words are equal.
const COMPARED: usize = 1000;
/// Letters that may come before the common part.
const MOST_BEFORE: usize = 3;

/// The entries before this one that may be the same word, and the theorem that they are.
pub(super) fn relatives(entry: &Entry) -> Vec<(&'static Entry, Fact)> {
    let Some(own) = entry.substitution.as_ref().filter(|own| !own.is_coded()) else { return Vec::new() };
    let letters = own.letters(COMPARED);
    let before = entries().iter().take_while(|other| other.name != entry.name);
    before.filter_map(|other| Some((other, relative(entry, own, &letters, other)?))).collect()
}

/// That another word is this one, as far as their first letters say so.
fn relative(entry: &Entry, own: &Substitution, letters: &[i64], other: &Entry) -> Option<Fact> {
    let theirs = other.substitution.as_ref()?.letters(COMPARED + MOST_BEFORE);
    let (before, names) = (0..=MOST_BEFORE).find_map(|before| Some((before, renaming(letters, &theirs[before..])?)))?;
    let place = if before == 0 { "n".to_owned() } else { format!("n+{before}") };
    let statement = format!("{}[{place}] is fixed by {}", word_in_formula(&other.subject), own.renamed(&names));
    let changed: Vec<String> =
        names.iter().filter(|(from, to)| from != to).map(|(from, to)| format!("{from} -> {to}")).collect();
    let replaced =
        if changed.is_empty() { String::new() } else { format!(" with the letters {} replaced", changed.join(", ")) };
    let about = format!("{}[{place}] is {}[n]{replaced}.", other.subject, entry.subject);
    Some(Fact { name: format!("is_{}", other.subject), statement, about, is_true: true })
}

/// The letter of one word for each of another, if there is one for each, and no two have the same.
fn renaming(from: &[i64], to: &[i64]) -> Option<Vec<(i64, i64)>> {
    let mut names: Vec<(i64, i64)> = Vec::new();
    for (&from, &to) in from.iter().zip(to) {
        match names.iter().find(|pair| pair.0 == from || pair.1 == to) {
            Some(known) if *known == (from, to) => {}
            Some(_) => return None,
            None => names.push((from, to)),
        }
    }
    names.sort_unstable();
    Some(names)
}
