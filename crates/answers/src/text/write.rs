//! Writes commands and answers. Cost: one pass.

use std::fmt::Write;

use super::Entry;
use crate::answer::{Answer, OnTracks};
use crate::formula::{Command, Comparison, Dfa, Formula, System, Systems, Term, Variable};
use crate::tuning::LARGEST_LETTER;

/// Writes the first line of a text.
pub fn write_system(out: &mut String, system: &System) {
    put(out, format_args!("system {}", system.0.len()));
    for (top, next) in &system.0 {
        put(out, format_args!(" {top} {next}"));
    }
    out.push('\n');
}

/// Writes a command with its name.
pub fn write_entry(out: &mut String, entry: &Entry) {
    match &entry.command {
        Command::Automaton(tracks, dfa) => {
            put(out, format_args!("automaton {tracks}"));
            with_digits(out, dfa);
        }
        Command::Define(tracks, definition) => {
            out.push_str("define");
            counted(out, tracks);
            formula(out, definition);
            out.push('\n');
        }
        Command::Kernel(game) => {
            let name = if entry.name.is_empty() { "-" } else { &entry.name };
            put(out, format_args!("kernel {name} {} {} {}", game.piles, game.block, u8::from(game.misere)));
            formula(out, &game.rule);
            out.push('\n');
        }
        Command::Theorem(claim) => {
            put(out, format_args!("theorem {}", entry.name));
            formula(out, claim);
            out.push('\n');
        }
    }
}

/// How a text says automata: their letters are numbers of digits in systems, and some automata have names.
pub struct Notation<'a> {
    /// The systems of the variables.
    pub systems: &'a Systems,
    /// The name of an automaton that is written like this elsewhere.
    pub named: &'a dyn Fn(&str) -> Option<String>,
}

/// Writes answers, each in lines of its own.
///
/// # Errors
/// If the letters of an automaton have too large numbers; then what is written is not whole.
pub fn write_answers(out: &mut String, answers: &[Answer], notation: &Notation<'_>) -> Result<(), LargeLetter> {
    for answer in answers {
        match answer {
            Answer::Truth(truth) => put(out, format_args!("truth {}\n", u8::from(*truth))),
            Answer::By(found) => notation.on_tracks(out, "by", found)?,
            Answer::Same(found) => notation.on_tracks(out, "same", found)?,
            Answer::Later => out.push_str("later\n"),
            Answer::Given(variable) => put(out, format_args!("given {variable}\n")),
            Answer::Step => out.push_str("step\n"),
            Answer::Obtain(wanted, found) => {
                out.push_str("obtain");
                variables(out, wanted);
                notation.on_tracks(out, " of", found)?;
            }
            Answer::Take => out.push_str("take\n"),
            Answer::Only(premises) => {
                out.push_str("only");
                variables(out, premises);
                out.push('\n');
            }
            Answer::Enough(found, exists) => {
                notation.on_tracks(out, "enough", found)?;
                notation.on_tracks(out, "assumed", exists)?;
            }
            Answer::Measure(terms) => {
                put(out, format_args!("measure {}", terms.len()));
                terms.iter().for_each(|one| term(out, one));
                out.push('\n');
            }
            Answer::Inwards => out.push_str("inwards\n"),
            Answer::Cases => out.push_str("cases\n"),
            Answer::Compared(most) => put(out, format_args!("compared {most}\n")),
        }
    }
    Ok(())
}

/// A letter whose number would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an automaton on so many tracks cannot be written")]
pub struct LargeLetter;

impl Notation<'_> {
    fn on_tracks(&self, out: &mut String, word: &str, (dfa, tracks): &OnTracks) -> Result<(), LargeLetter> {
        out.push_str(word);
        variables(out, tracks);
        out.push('\n');
        let sizes: Vec<usize> = tracks.iter().map(|&track| self.systems.of(track).digits()).collect();
        let text = automaton(dfa, &sizes)?;
        match (self.named)(&text) {
            Some(name) => put(out, format_args!("as {name}\n")),
            None => out.push_str(&text),
        }
        Ok(())
    }
}

/// An automaton with so many digits on its tracks, in lines: the number of states, then each as whether it accepts, and its letters with
/// their targets. A letter is a number in mixed radix, its first digit the most significant.
///
/// # Errors
/// If a letter is larger than the checker can read.
pub fn automaton(dfa: &Dfa, sizes: &[usize]) -> Result<String, LargeLetter> {
    let letters = sizes.iter().try_fold(1u64, |letters, &size| letters.checked_mul(size as u64));
    letters.filter(|letters| *letters <= LARGEST_LETTER).ok_or(LargeLetter)?;
    let mut out = format!("{}\n", dfa.accepting.len());
    for (accepting, row) in dfa.accepting.iter().zip(&dfa.rows) {
        put(&mut out, format_args!("{}", u8::from(*accepting)));
        for (letter, to) in row {
            let number =
                letter.iter().zip(sizes).fold(0, |number, (&digit, &size)| number * size as u64 + u64::from(digit));
            put(&mut out, format_args!(" {number} {to}"));
        }
        out.push('\n');
    }
    Ok(out)
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes all text");
}

fn counted(out: &mut String, tuple: &[Variable]) {
    put(out, format_args!(" {}", tuple.len()));
    variables(out, tuple);
}

/// The automaton of a command.
fn with_digits(out: &mut String, dfa: &Dfa) {
    put(out, format_args!(" {}", dfa.accepting.len()));
    for (accepting, row) in dfa.accepting.iter().zip(&dfa.rows) {
        put(out, format_args!("\n{} {}", u8::from(*accepting), row.len()));
        for (letter, to) in row {
            for digit in letter {
                put(out, format_args!(" {digit}"));
            }
            put(out, format_args!(" {}", to + 1));
        }
    }
    out.push('\n');
}

fn variables(out: &mut String, variables: &[Variable]) {
    for variable in variables {
        put(out, format_args!(" {variable}"));
    }
}

fn term(out: &mut String, written: &Term) {
    match written {
        Term::Number(number) => put(out, format_args!(" n {number}")),
        Term::Variable(variable) => put(out, format_args!(" v {variable}")),
        Term::Sum(a, b) => {
            out.push_str(" add");
            term(out, a);
            term(out, b);
        }
        Term::Difference(a, b) => {
            out.push_str(" sub");
            term(out, a);
            term(out, b);
        }
        Term::Multiple(factor, a) => {
            put(out, format_args!(" mul {factor}"));
            term(out, a);
        }
    }
}

fn formula(out: &mut String, written: &Formula) {
    let two = |out: &mut String, word, f, g| {
        out.push_str(word);
        formula(out, f);
        formula(out, g);
    };
    match written {
        Formula::Compare(comparison, a, b) => {
            out.push_str(match comparison {
                Comparison::Less => " less",
                Comparison::AtMost => " atmost",
                Comparison::Equal => " equal",
            });
            term(out, a);
            term(out, b);
        }
        Formula::Relation(number, tracks) => {
            put(out, format_args!(" rel {number}"));
            counted(out, tracks);
        }
        Formula::Not(f) => {
            out.push_str(" not");
            formula(out, f);
        }
        Formula::And(f, g) => two(out, " and", f, g),
        Formula::Or(f, g) => two(out, " or", f, g),
        Formula::Implies(f, g) => two(out, " implies", f, g),
        Formula::Iff(f, g) => two(out, " iff", f, g),
        Formula::Exists(x, f) => {
            put(out, format_args!(" some {x}"));
            formula(out, f);
        }
        Formula::ForAll(x, f) => {
            put(out, format_args!(" all {x}"));
            formula(out, f);
        }
        Formula::AtLeast(count, tuple, f) => {
            put(out, format_args!(" atleast {count}"));
            counted(out, tuple);
            formula(out, f);
        }
        Formula::Infinitely(x, f) => {
            put(out, format_args!(" infinitely {x}"));
            formula(out, f);
        }
    }
}
