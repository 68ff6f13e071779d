//! Random statements about words on tracks given by sets of digits, and numbers beside them, against lists of words.

use super::about_words::{Answer, Case, Choices, World};
use super::lab::{Checked, Lab, Outcome};
use super::statements::About;
use super::tape::Tape;

/// Tuples of words of one length beyond which a statement is left alone.
const MOST_TUPLES: usize = 5_000;

/// What an answer may be.
pub const KINDS: [&str; 3] = ["words: verdict", "words: set of words", "words: relation"];

impl Choices for Tape {
    fn below(&mut self, bound: usize) -> usize {
        Tape::below(self, bound)
    }
}

/// One statement; says what the answer was.
pub fn check(world: &'static World, tape: &mut Tape, lab: &mut Lab) -> Checked<(About, &'static str)> {
    let case = Case::random(world, MOST_TUPLES, tape).ok_or(Outcome::Skipped("too many tuples of words"))?;
    lab.run(&case.definitions)?;
    let mut about = About { alternates: case.alternates, verdict: None };
    let effect = match (lab.asked(&case.text)?, &case.expected) {
        (Ok(effect), _) => effect,
        (Err(_), None) => return Ok((about, "words: refused")),
        (Err(why), Some(_)) => return Err(Outcome::Wrong(format!("it has a meaning, and is refused: {why}"))),
    };
    Ok(match case.compare(&effect).map_err(Outcome::Wrong)? {
        Answer::Verdict(truth) => {
            about.verdict = Some(truth);
            (about, KINDS[0])
        }
        Answer::OfWords => (about, KINDS[1]),
        Answer::OfNumbers => (about, KINDS[2]),
    })
}
