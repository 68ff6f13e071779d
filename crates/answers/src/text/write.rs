//! Writes commands and answers. Cost: one pass.

use std::fmt::Write;

use super::Entry;
use crate::answer::{Answer, OnTracks};
use crate::formula::{Command, Comparison, Dfa, Formula, System, Term, Variable};

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
            automaton(out, dfa);
        }
        Command::Define(tracks, definition) => {
            out.push_str("define");
            variables(out, tracks);
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

/// Writes answers, each in lines of its own.
pub fn write_answers(out: &mut String, answers: &[Answer]) {
    for answer in answers {
        match answer {
            Answer::Truth(truth) => put(out, format_args!("truth {}\n", u8::from(*truth))),
            Answer::By(found) => on_tracks(out, "by", found),
            Answer::Same(found) => on_tracks(out, "same", found),
            Answer::Later => out.push_str("later\n"),
            Answer::Given(variable) => put(out, format_args!("given {variable}\n")),
            Answer::Step => out.push_str("step\n"),
            Answer::Obtain(wanted, found) => {
                out.push_str("obtain");
                variables(out, wanted);
                on_tracks(out, "", found);
            }
            Answer::Take => out.push_str("take\n"),
            Answer::Only(premises) => {
                out.push_str("only");
                variables(out, premises);
                out.push('\n');
            }
            Answer::Enough(found, exists) => {
                on_tracks(out, "enough", found);
                on_tracks(out, "", exists);
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
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes all text");
}

fn variables(out: &mut String, variables: &[Variable]) {
    put(out, format_args!(" {}", variables.len()));
    for variable in variables {
        put(out, format_args!(" {variable}"));
    }
}

fn on_tracks(out: &mut String, word: &str, (dfa, tracks): &OnTracks) {
    out.push_str(word);
    variables(out, tracks);
    automaton(out, dfa);
}

fn automaton(out: &mut String, dfa: &Dfa) {
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
            variables(out, tracks);
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
            variables(out, tuple);
            formula(out, f);
        }
        Formula::Infinitely(x, f) => {
            put(out, format_args!(" infinitely {x}"));
            formula(out, f);
        }
    }
}
