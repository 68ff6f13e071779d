//! What is typed into a console or a cell: whether it is complete, and what it is.

use super::command::{State, begins_command, state};
use super::name::name_length;

/// Commands that need no terminator at the prompt.
const BARE: [&str; 4] = ["cls", "exit", "help", "quit"];

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Nothing, or a comment.
    Blank,
    /// `:time on`: the word and what follows it.
    Directive(String, String),
    /// Commands, each with its terminator.
    Commands(String),
    /// A statement by itself.
    Statement(String),
}

/// What a text is that is complete.
pub fn read_input(text: &str) -> Input {
    let trimmed = text.trim();
    if let Some(directive) = trimmed.strip_prefix(':') {
        let (word, rest) = directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
        return Input::Directive(word.to_owned(), rest.trim().to_owned());
    }
    if let Some((word, rest)) = looks(trimmed) {
        return Input::Directive(word.to_owned(), rest.to_owned());
    }
    if is_blank(trimmed) {
        return Input::Blank;
    }
    if is_command(trimmed) {
        let ended = state(trimmed) == State::Ended;
        return Input::Commands(if ended { text.to_owned() } else { format!("{}:", text.trim_end()) });
    }
    Input::Statement(trimmed.trim_end_matches([';', ':']).trim_end().to_owned())
}

/// Subcommands that work without `:` as well.
const LOOKS: [&str; 4] = ["count", "position", "show", "table"];

/// A subcommand and what follows it; `show=1` is a statement.
fn looks(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim().trim_end_matches([';', ':']).trim_end();
    let is_name = rest.starts_with(|first: char| first.is_ascii_alphanumeric() || "$.?".contains(first));
    (LOOKS.contains(&word) && is_name).then_some((word, rest))
}

/// Whether nothing more is needed. An empty line completes anything.
pub fn is_complete(text: &str) -> bool {
    let trimmed = text.trim();
    if trimmed.starts_with(':') || is_blank(trimmed) || looks(trimmed).is_some() {
        return true;
    }
    let last_line_is_empty = text.trim_end_matches(['\r', '\n']).len() < text.len() && {
        let lines: Vec<&str> = text.split('\n').collect();
        lines.len() > 1 && lines[lines.len() - 1].trim().is_empty()
    };
    if last_line_is_empty {
        return true;
    }
    if is_command(trimmed) {
        let bare = trimmed.split_whitespace().next().is_some_and(|word| BARE.contains(&word));
        return bare || state(trimmed) == State::Ended;
    }
    let open = trimmed.matches(['(', '[']).count() > trimmed.matches([')', ']']).count();
    let ends = !trimmed.ends_with(['&', '|', '^', '~', '`', '=', '<', '>', '+', '-', '*', '/', ',', '!']);
    // `?msd_fib` alone is the beginning of a statement.
    let only_system = trimmed.starts_with('?') && !trimmed.contains(char::is_whitespace);
    ends && !open && !only_system
}

/// Whether there is nothing but blanks and comments; a macro call is no comment.
fn is_blank(text: &str) -> bool {
    state(text) == State::Blank && !calls_macro(text)
}

fn calls_macro(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('#') else { return false };
    let name = name_length(rest);
    name > 0 && rest[name..].starts_with('(')
}

/// Whether a text begins with a command, comments and hints left aside.
fn is_command(text: &str) -> bool {
    let line = text.lines().find(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
    line.is_some_and(|line| begins_command(line) || line.trim_start().starts_with("[strategy"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_with_their_line_unless_something_is_open() {
        for whole in ["?msd_fib Ax x=x", "x=1", "(x=1) & T[n]=@1", "#le(x,y)", "first=3"] {
            assert!(is_complete(whole), "{whole}");
            assert!(matches!(read_input(whole), Input::Statement(_)), "{whole}");
        }
        for part in ["?msd_fib", "?msd_fib Ax (x=x", "x=1 &", "x<", "T[n"] {
            assert!(!is_complete(part), "{part}");
            assert!(is_complete(&format!("{part}\n")), "{part} and an empty line");
        }
        assert_eq!(read_input(" x=1; "), Input::Statement("x=1".into()));
    }

    #[test]
    fn commands_end_with_their_terminator_or_an_empty_line() {
        assert!(!is_complete("eval \"x=1\""));
        assert!(!is_complete("theorem a\n\"x=1;"));
        assert!(is_complete("eval \"x=1\":") && is_complete("eval \"x=1\"\n") && is_complete("help eval"));
        assert_eq!(read_input("eval \"x=1\"\n"), Input::Commands("eval \"x=1\":".into()));
        assert_eq!(read_input("# why\neval \"x=1\";"), Input::Commands("# why\neval \"x=1\";".into()));
    }

    #[test]
    fn directives_and_comments() {
        assert_eq!(read_input(":time  off "), Input::Directive("time".into(), "off".into()));
        assert_eq!(read_input("# x=1"), Input::Blank);
        assert!(is_complete("") && is_complete("# (") && is_complete(":explain (x=1"));
    }
}
