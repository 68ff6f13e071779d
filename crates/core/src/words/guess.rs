//! Guesses a morphism and a coding from a prefix of a word, in any Parry system.
//!
//! Renard and Rigo, "Variants of Wythoff game with terminal positions or blocking maneuvers", section 2.2. In a word
//! that follows the system, the letter at n becomes, by the i-th power of the morphism, the factor at the numbers whose
//! words extend that of n by i digits. The t-type of n is the list of these factors for i = 0..t. Where t-types tell
//! all letters apart their number does not grow with t any more; the image of a type is the types of the numbers one
//! digit longer.
//!
//! A guess: nothing is proved by it. A prefix of n letters is enough for types of numbers up to about n / beta^t.

use std::collections::{BTreeMap, HashMap};
use std::num::ParseIntError;

use crate::budget::{Budget, Halt};
use crate::numeration::{NumerationSystem, Paths};
use crate::tuning::words::guess;

/// The integers of a text, with blanks or commas between them.
///
/// # Errors
/// What stands there that is none, and why.
pub fn integers(text: &str) -> Result<Vec<i64>, (String, ParseIntError)> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|why| (word.chars().take(guess::SHOWN_CHARACTERS).collect(), why))).collect()
}

/// A morphism on the letters 0, 1, .. and the output of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The image of each letter. The word begins with letter 0.
    pub images: Vec<Vec<i64>>,
    /// The output of each letter.
    pub outputs: Vec<i64>,
    /// How many iterations the types look ahead.
    pub depth: usize,
    /// The number of t-types met for t = 0, 1, .., as far as the prefix reaches.
    pub counts: Vec<usize>,
}

/// Why no morphism was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuessError {
    /// Words of the system end only in some states of its automaton.
    #[error("in this system a prefix of a representation need not be one")]
    System,
    /// The types never settle.
    #[error("the t-types do not settle within the prefix: their numbers are {}", list(.0))]
    Unsettled(Vec<usize>),
    /// Types agree as far as the prefix reaches, but it ends before the images of some.
    #[error(
        "the prefix is too short: {length} letters show the images of {imaged} of its {kinds} {depth}-types; {needed} \
         letters show them all"
    )]
    TooShort {
        /// The letters of the prefix.
        length: usize,
        /// How many iterations the types look ahead.
        depth: usize,
        /// The number of types met.
        kinds: usize,
        /// How many of them have an image within the prefix.
        imaged: usize,
        /// The letters after which each of them has one.
        needed: u128,
    },
    /// A limit was passed.
    #[error("{0}")]
    Limit(#[from] Halt),
}

fn list(counts: &[usize]) -> String {
    counts.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// A morphism whose coded fixed point begins with `prefix`, with the least t whose types settle.
///
/// # Errors
/// [`GuessError`].
pub fn guess(prefix: &[i64], system: &NumerationSystem, budget: &Budget) -> Result<Guess, GuessError> {
    let Paths { targets, accepting } = system.rule().paths().ok_or(GuessError::System)?;
    if accepting.contains(&false) {
        return Err(GuessError::System);
    }
    let children = children(prefix.len(), targets);
    // For each number its factor's range for the current power.
    let mut ranges: Vec<(usize, usize)> = (0..prefix.len()).map(|n| (n, n + 1)).collect();
    let mut types = numbered(prefix.iter().map(|&letter| (0usize, vec![letter])));
    let mut counts = vec![count(&types)];
    let mut found: Option<Guess> = None;
    let mut short: Option<Missing> = None;
    for depth in 1.. {
        budget.check_now()?;
        let next = |&(start, end): &(usize, usize)| {
            let end = children.get(end.checked_sub(1)?)?.1;
            (end <= prefix.len()).then_some((children[start].0, end))
        };
        ranges = ranges.iter().map_while(next).collect();
        if ranges.is_empty() {
            break;
        }
        types = numbered(ranges.iter().zip(&types).map(|(&(start, end), &kind)| (kind, prefix[start..end].to_vec())));
        counts.push(count(&types));
        if found.is_none() {
            match settled(&types, &children, prefix, depth) {
                Settling::Done(guess) => found = Some(guess),
                Settling::Short(missing) => short = short.or(Some(missing)),
                Settling::Contradicted => {}
            }
        } else if found.as_ref().is_some_and(|guess| depth > guess.depth + 1) {
            break;
        }
    }
    match (found, short) {
        (Some(guess), _) => Ok(Guess { counts, ..guess }),
        (None, Some(Missing { depth, kinds, imaged, last })) => {
            let needed = descendants(last + 1, depth + 1, targets);
            Err(GuessError::TooShort { length: prefix.len(), depth, kinds, imaged, needed })
        }
        (None, None) => Err(GuessError::Unsettled(counts)),
    }
}

/// The numbers whose words are those of 0, 1, .. with a zero appended, in a system where a zero can be appended to each.
pub fn appended(system: &NumerationSystem, count: usize) -> Option<Vec<usize>> {
    let Paths { targets, .. } = system.rule().paths().filter(|_| system.can_shift())?;
    Some(children(count, targets).into_iter().map(|(first, _)| first).collect())
}

/// For each number, the range of the numbers whose words are one digit longer.
fn children(length: usize, validity: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut children = Vec::with_capacity(length);
    let mut start = 0;
    for state in states(length, validity) {
        let digits = validity[state].len();
        children.push((start, start + digits));
        start += digits;
    }
    children
}

/// The states in which the words of the first `length` numbers end.
fn states(length: usize, validity: &[Vec<usize>]) -> Vec<usize> {
    let mut states = vec![0];
    let mut n = 0;
    while states.len() < length {
        // 0 is its own child.
        states.extend(validity[states[n]].iter().skip(usize::from(n == 0)));
        n += 1;
    }
    states.truncate(length);
    states
}

/// Equal keys get equal numbers, in the order in which they are met.
fn numbered(keys: impl Iterator<Item = (usize, Vec<i64>)>) -> Vec<usize> {
    let mut numbers = HashMap::new();
    keys.map(|key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}

fn count(types: &[usize]) -> usize {
    types.iter().max().map_or(0, |most| most + 1)
}

/// What the types of one depth are found to be.
enum Settling {
    /// Letters of a morphism that makes the prefix.
    Done(Guess),
    /// Letters of one as far as the prefix reaches, which ends before the images of some.
    Short(Missing),
    /// Two numbers of one type have images that differ, or too little is known.
    Contradicted,
}

/// Types whose images are not in the prefix.
#[derive(Clone, Copy)]
struct Missing {
    depth: usize,
    kinds: usize,
    imaged: usize,
    /// The largest of the numbers at which one of them is first met.
    last: usize,
}

/// The morphism on these types, if each has one image and the word it makes is the prefix.
fn settled(types: &[usize], children: &[(usize, usize)], prefix: &[i64], depth: usize) -> Settling {
    let kinds = count(types);
    let mut images: Vec<Option<Vec<i64>>> = vec![None; kinds];
    let mut first = vec![usize::MAX; kinds];
    let mut outputs = vec![0; kinds];
    let mut compared = 0;
    for (n, &kind) in types.iter().enumerate() {
        outputs[kind] = prefix[n];
        first[kind] = first[kind].min(n);
        let (start, end) = children[n];
        if end > types.len() {
            continue;
        }
        let image: Vec<i64> = types[start..end].iter().map(|&kind| kind as i64).collect();
        match &images[kind] {
            None => images[kind] = Some(image),
            Some(known) if *known == image => compared += 1,
            Some(_) => return Settling::Contradicted,
        }
    }
    let imaged = images.iter().flatten().count();
    let missing = images.iter().zip(&first).filter(|(image, _)| image.is_none()).map(|(_, &first)| first);
    match missing.max() {
        Some(last) if compared >= guess::AGREEING_IMAGES.max(kinds / 4) => {
            Settling::Short(Missing { depth, kinds, imaged, last })
        }
        Some(_) => Settling::Contradicted,
        None => iterated(images.into_iter().flatten().collect(), outputs, prefix, depth)
            .map_or(Settling::Contradicted, Settling::Done),
    }
}

/// The morphism with these images, if the word it makes is the prefix.
fn iterated(images: Vec<Vec<i64>>, outputs: Vec<i64>, prefix: &[i64], depth: usize) -> Option<Guess> {
    let mut word: Vec<i64> = vec![0];
    let mut at = 0;
    while word.len() < prefix.len() {
        let image = images[*word.get(at)? as usize].clone();
        word.extend(&image[usize::from(at == 0)..]);
        at += 1;
    }
    let agrees = word.iter().zip(prefix).all(|(&letter, &output)| outputs[letter as usize] == output);
    agrees.then_some(Guess { images, outputs, depth, counts: Vec::new() })
}

/// How many numbers are below `n` when their last `digits` digits are dropped.
fn descendants(n: usize, digits: usize, validity: &[Vec<usize>]) -> u128 {
    let mut words = vec![1u128; validity.len()];
    for _ in 0..digits {
        let longer = |row: &Vec<usize>| row.iter().fold(0u128, |sum, &state| sum.saturating_add(words[state]));
        words = validity.iter().map(longer).collect();
    }
    states(n, validity).iter().fold(0u128, |sum, &state| sum.saturating_add(words[state]))
}

/// The command that defines the guessed word.
pub fn word_command(name: &str, system: &str, guess: &Guess) -> String {
    morphism_command(name, system, &guess.images, &guess.outputs)
}

/// The command that defines the word of a morphism on the letters 0, 1, .., by their images and outputs.
pub fn morphism_command(name: &str, system: &str, images: &[Vec<i64>], outputs: &[i64]) -> String {
    let written = super::letter::written;
    let rule = |(image, letter): (&Vec<i64>, i64)| {
        format!("{}->{}", written(letter), image.iter().map(|&letter| written(letter)).collect::<String>())
    };
    let mut coded: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (&output, letter) in outputs.iter().zip(0..) {
        coded.entry(output).or_default().push(written(letter));
    }
    let coding = coded.iter().map(|(&output, letters)| format!("{} -> {}", letters.join(" "), written(output)));
    let rules = images.iter().zip(0..).map(rule).collect::<Vec<_>>().join(" ");
    format!("word {name} {system} \"{rules}\" \"{}\";", coding.collect::<Vec<_>>().join("  "))
}
