//! Lines gathered until they make whole commands.

use crate::syntax::commands;

/// Lines that do not end a command yet.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    text: String,
}

/// Where a text stops, seen by its quotes and terminators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum State {
    /// Nothing but blanks and comments.
    Blank,
    /// Within a command, outside quotes.
    Open,
    /// Within quotes.
    Quoted,
    /// After a terminator.
    Ended,
}

pub(in crate::cli) fn state(text: &str) -> State {
    let mut state = State::Blank;
    let mut comment = false;
    for c in text.chars() {
        match (state, c) {
            (State::Quoted, '"') => state = State::Open,
            (State::Quoted, _) => {}
            (_, '\n') => comment = false,
            (_, _) if comment => {}
            (_, '#') => comment = true,
            (_, '"') => state = State::Quoted,
            (_, ';' | ':') => state = State::Ended,
            (_, c) if c.is_whitespace() || c == '\u{feff}' => {}
            _ => state = State::Open,
        }
    }
    state
}

/// Whether a line begins with the name of a command.
pub(in crate::cli) fn begins_command(line: &str) -> bool {
    let line = line.trim_start();
    let length = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(length);
    let apart = rest.is_empty() || rest.starts_with([' ', '\t', '"', ';', ':']);
    apart && commands().iter().any(|(keyword, _)| *keyword == word)
}

impl Buffer {
    /// Takes a line; the texts that are complete with it.
    ///
    /// A quote that is still open when a line begins with a command was forgotten: what stands before is given out as
    /// it is, broken, and does not swallow the rest.
    pub(super) fn push(&mut self, line: &str) -> Vec<String> {
        let mut complete = Vec::new();
        if state(&self.text) == State::Quoted && begins_command(line) && quotes(line).is_multiple_of(2) {
            complete.push(std::mem::take(&mut self.text));
        }
        self.text.push_str(line);
        self.text.push('\n');
        match state(&self.text) {
            State::Ended => complete.push(std::mem::take(&mut self.text)),
            State::Blank => self.text.clear(),
            State::Open | State::Quoted => {}
        }
        complete
    }

    /// What is left when no line follows.
    pub(super) fn rest(&mut self) -> Option<String> {
        let text = std::mem::take(&mut self.text);
        (state(&text) != State::Blank).then_some(text)
    }
}

fn quotes(line: &str) -> usize {
    line.matches('"').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(lines: &[&str]) -> Vec<Vec<String>> {
        let mut buffer = Buffer::default();
        lines.iter().map(|line| buffer.push(line)).collect()
    }

    #[test]
    fn commands_end_at_terminators_outside_quotes() {
        assert_eq!(
            pushed(&["eval \"x=1", "& y=2;\"", "::"]),
            [vec![], vec![], vec!["eval \"x=1\n& y=2;\"\n::\n".to_owned()]]
        );
        assert_eq!(pushed(&["# eval;", "", "quit;"]), [vec![], vec![], vec!["quit;\n".to_owned()]]);
    }

    #[test]
    fn a_forgotten_quote_ends_where_a_command_begins() {
        let found = pushed(&["eval a \"x=1;", "eval b \"y=2\";"]);
        assert_eq!(found, [vec![], vec!["eval a \"x=1;\n".to_owned(), "eval b \"y=2\";\n".to_owned()]]);
    }
}
