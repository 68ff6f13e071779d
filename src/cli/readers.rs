//! What is typed or piped, given to its readers without a terminal: for the fuzzer.

use num_bigint::BigInt;

use crate::budget::Budget;
use crate::library::Folders;
use crate::script::{Limits, Session};
use crate::syntax::{Drawing, is_complete};

use super::repl::{Console, Style};
use super::{count, game, position, walnut};

/// A session that knows a shipped game and its kernel.
///
/// # Errors
/// If there is no such game.
pub fn player(game: &str, limits: Limits) -> Result<Session, String> {
    let mut session = Session::with_limits(limits);
    game::known(&mut session, game, true).map(|_| session)
}

/// What is said of a position, as written.
///
/// # Errors
/// What is wrong with it.
pub fn position(session: &mut Session, game: &str, written: &str, budget: &Budget) -> Result<String, String> {
    position::outcome(session, game, written, budget).map(|answer| answer.text)
}

/// The lines of a conversation with `filbert repl`: what was answered, and what was said to be wrong.
pub fn conversation(session: Session, lines: &str) -> [Vec<u8>; 2] {
    let style =
        Style { time: true, states: true, warnings: true, confirms: true, color: false, drawing: Drawing::PLAIN };
    let mut console = Console::new(session, style);
    let (mut out, mut messages) = (Vec::new(), Vec::new());
    let mut text = String::new();
    for line in lines.lines() {
        text.push_str(line);
        match is_complete(&text) {
            true => console.input(&std::mem::take(&mut text), &mut out, &mut messages).expect("a list takes all"),
            false => text.push('\n'),
        }
    }
    console.input(&text, &mut out, &mut messages).expect("a list takes all");
    [out, messages]
}

/// The lines of a conversation with `filbert walnut`, and what it printed.
pub fn walnut_console(folders: Folders, limits: Limits, lines: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut console = walnut::Console::new(folders, limits, true, &mut out);
    lines.lines().try_for_each(|line| console.line(line)).and_then(|()| console.end()).expect("a list takes all");
    out
}

/// The numbers that an argument of `filbert count` names.
///
/// # Errors
/// What is wrong with it.
pub fn counted(argument: &str) -> Result<(BigInt, BigInt), String> {
    count::values(argument)
}
