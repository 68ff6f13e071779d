//! A script cut into commands: lexemes up to each `;`, `:` or `::` outside quotes.
//!
//! What is broken must not swallow what follows. A forgotten quote would turn all further quotes inside out, so a
//! quoted text that a command begins in, and after which no command could go on, is taken for unclosed: the scan goes
//! on at that command.

use std::borrow::Cow;

use logos::Logos;

use crate::planted::{Bug, planted};

use super::ast::Ending;
use super::commands::command;
use super::diagnostic::Diagnostic;
use super::source::{Source, Span};

/// The lexemes of commands.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
#[logos(skip(r"#[^\r\n]*", allow_greedy = true))]
pub(super) enum Lexeme {
    #[regex("[A-Za-z][A-Za-z0-9_]*", priority = 10)]
    Name,
    /// `f(i, j)`: a name with its arguments.
    #[regex(r#"[A-Za-z][A-Za-z0-9_]*[\s]*\([^()";:]*\)"#, priority = 12)]
    Called,
    /// Anything else without blanks, like `foo.txt` or `7`.
    #[regex(
        r##"[^\s\u{feff}\u{200b}\u{2060}";:{}\[\]“”„«»#][^\s\u{feff}\u{200b}\u{2060}";:{}\[\]“”„«»]*"##,
        priority = 5
    )]
    Bare,
    /// `{0,1}`
    #[regex(r#"\{[^{}";:]*\}"#)]
    Set,
    /// `[strategy 3 BRZ]`
    #[regex(r#"\[[^\[\]";:]*\]"#)]
    Bracket,
    #[regex(r#""[^"]*""#)]
    Quoted,
    #[regex(r#""[^"]*"#)]
    Unclosed,
    #[regex("[“”„«»]")]
    TypographicQuote,
    #[token(";", |_| Ending::Quiet)]
    #[token(":", |_| Ending::Steps)]
    #[token("::", |_| Ending::StepsLogged)]
    End(Ending),
}

/// The lexemes of one command.
#[derive(Debug, Default)]
pub(super) struct Raw {
    /// Without the terminator.
    pub lexemes: Vec<(Lexeme, Span)>,
    /// How it ends and where, if it does.
    pub ending: Option<(Ending, usize)>,
    /// What is wrong already.
    pub broken: Option<Diagnostic>,
    /// From a quote that is not closed, with which it ends, to where reading goes on.
    pub skipped: Option<Span>,
}

/// Cuts a script into commands; text after the last terminator is a command without end.
pub(super) fn split(source: &Source) -> Vec<Raw> {
    let as_read = if planted(Bug::Return) { without_returns(source.text()) } else { source.text().into() };
    let text = &*as_read;
    let mut commands = Vec::new();
    let mut current = Raw::default();
    let mut offset = 0;
    let mut lexer = Lexeme::lexer(text);
    while let Some(lexeme) = lexer.next() {
        let span = Span::new(offset + lexer.span().start, offset + lexer.span().end);
        let error = match lexeme {
            Ok(Lexeme::End(ending)) => {
                current.ending = Some((ending, span.end));
                commands.push(std::mem::take(&mut current));
                continue;
            }
            Ok(Lexeme::Quoted | Lexeme::Unclosed) => {
                let resume = unclosed(text, span, lexeme == Ok(Lexeme::Quoted));
                let Some(resume) = resume else {
                    current.lexemes.push((Lexeme::Quoted, span));
                    continue;
                };
                let quote = Span::new(span.start, span.start + 1);
                current.broken.get_or_insert_with(|| {
                    let error =
                        Diagnostic::error(source, quote, "this quote is not closed").label("expected another `\"`");
                    // What ends the command stands behind the text.
                    let quoted = text[span.start..resume].trim_end().trim_end_matches([':', ';']).trim_end();
                    error.fix(Span::at(span.start + quoted.len()), "\"")
                });
                current.skipped = Some(Span::new(span.start, resume));
                commands.push(std::mem::take(&mut current));
                offset = resume;
                lexer = Lexeme::lexer(&text[resume..]);
                continue;
            }
            Ok(Lexeme::TypographicQuote) => {
                let error = Diagnostic::error(source, span, "formulas go between straight quotes").label("write `\"`");
                straightened(error, text, span)
            }
            Ok(lexeme) => {
                current.lexemes.push((lexeme, span));
                continue;
            }
            Err(()) => lone_bracket(source, span.start),
        };
        current.broken.get_or_insert(error);
    }
    if current.broken.is_some() || !current.lexemes.is_empty() {
        commands.push(current);
    }
    commands
}

/// A text in which each carriage return that stands alone has become a blank.
fn without_returns(text: &str) -> Cow<'_, str> {
    let ends = text.replace("\r\n", "\n\n").replace('\r', " ");
    ends.into()
}

/// All that is no lexeme is a bracket without its partner.
fn lone_bracket(source: &Source, at: usize) -> Diagnostic {
    let span = Span::new(at, at + 1);
    let error = |message: String| Diagnostic::error(source, span, message);
    match source.slice(span) {
        "{" => error("`{` is not closed".into()).label("expected `}` after the digits"),
        "[" => error("`[` is not closed".into()).label("expected `]`"),
        closer => error(format!("unmatched `{closer}`")).label("no bracket is open here").fix(span, ""),
    }
}

/// The error with its fix: both quotes, where the other stands on the same line.
fn straightened(error: Diagnostic, text: &str, span: Span) -> Diagnostic {
    let behind = &text[span.end..];
    let line = &behind[..behind.find('\n').unwrap_or(behind.len())];
    match line.find(['\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}', '"']) {
        Some(inside) => {
            let other = span.end + inside;
            let end = other + text[other..].chars().next().map_or(0, char::len_utf8);
            error.fix(Span::new(span.start, end), format!("\"{}\"", &line[..inside]))
        }
        None => error.fix(span, "\""),
    }
}

/// Whether a character separates words and means nothing else.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

/// Where to go on if the quote at the beginning of `span` is not closed.
fn unclosed(text: &str, span: Span, closed: bool) -> Option<usize> {
    if !closed {
        return Some(next_command(text, span).unwrap_or(text.len()));
    }
    let rest = text[span.end..].trim_start_matches(is_blank);
    let clause = ["from", "terminal", "measure", "right"]
        .iter()
        .find_map(|word| rest.strip_prefix(word))
        .map(|rest| rest.trim_start_matches(is_blank));
    let block = rest.strip_prefix("block").is_some_and(|rest| rest.starts_with([' ', '\t', '\n', '\r']));
    let misere = rest.strip_prefix("misere").is_some_and(|rest| rest.starts_with([' ', '\t', '\n', '\r', ';', ':']));
    let goes_on = rest.is_empty()
        || rest.starts_with([';', ':', '"'])
        || clause.is_some_and(|rest| rest.starts_with('"'))
        || block
        || misere;
    match goes_on {
        true => None,
        false => next_command(text, span),
    }
}

/// The first line after the one where `span` begins, and in it, that begins with a command.
fn next_command(text: &str, span: Span) -> Option<usize> {
    let quoted = &text[span.start..span.end];
    (quoted.match_indices(['\n', '\r'])).map(|(at, _)| span.start + at + 1).find(|&start| {
        let line = text[start..].trim_start_matches(is_blank);
        line.starts_with("[strategy") || line.starts_with("[export") || begins_command(line)
    })
}

/// Whether a line begins with the name of a command.
pub fn begins_command(line: &str) -> bool {
    let line = line.trim_start_matches(is_blank);
    let length = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(length);
    let ends = rest.is_empty() || rest.starts_with(|next: char| is_blank(next) || "\";:".contains(next));
    ends && command(word).is_some()
}

/// Where a text stops, seen by its quotes and terminators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing but blanks and comments.
    Blank,
    /// Within a command, outside quotes.
    Open,
    /// Within quotes.
    Quoted,
    /// After a terminator.
    Ended,
}

/// Where a text stops.
///
/// ```
/// use filbert::syntax::{State, state};
/// assert_eq!((state("eval \"x=1;"), state("eval \"x=1\";")), (State::Quoted, State::Ended));
/// ```
pub fn state(text: &str) -> State {
    Lexeme::lexer(text).fold(State::Blank, |_, lexeme| match lexeme {
        Ok(Lexeme::End(_)) => State::Ended,
        Ok(Lexeme::Unclosed) => State::Quoted,
        _ => State::Open,
    })
}

/// Lines gathered until they make whole commands, for a console.
///
/// ```
/// use filbert::syntax::Buffer;
/// let mut buffer = Buffer::default();
/// assert!(buffer.push("eval \"x=1").is_empty());
/// assert_eq!(buffer.push("& y=2\":"), ["eval \"x=1\n& y=2\":\n"]);
/// ```
#[derive(Debug, Default)]
pub struct Buffer {
    text: String,
}

impl Buffer {
    /// Takes a line; the texts that are complete with it.
    ///
    /// A quote that is still open when a line begins with a command was forgotten: what stands before is given out as
    /// it is, broken, and does not swallow the rest.
    pub fn push(&mut self, line: &str) -> Vec<String> {
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
    pub fn rest(&mut self) -> Option<String> {
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

    fn pieces(text: &str) -> Vec<String> {
        let source = Source::new("s", text);
        let commands = split(&source);
        (commands.iter())
            .map(|raw| {
                let lexemes: Vec<&str> = (raw.lexemes.iter()).map(|(_, span)| source.slice(*span)).collect();
                let ending = raw.ending.map_or("none".into(), |(ending, _)| format!("{ending:?}"));
                let broken = if raw.broken.is_some() { " broken" } else { "" };
                format!("{} {ending}{broken}", lexemes.join(" "))
            })
            .collect()
    }

    #[test]
    fn terminators_count_outside_quotes_only() {
        assert_eq!(
            pieces("eval a \"x;y:\n:z\";eval\n\"b\"::quit :"),
            ["eval a \"x;y:\n:z\" Quiet", "eval \"b\" StepsLogged", "quit Steps"]
        );
    }

    #[test]
    fn comments_are_skipped_outside_quotes_only() {
        assert_eq!(pieces("# eval \"\n  # \"\neval \"\n#m(x)\"; # after"), ["eval \"\n#m(x)\" Quiet"]);
    }

    #[test]
    fn an_unclosed_quote_ends_where_the_next_command_begins() {
        assert_eq!(
            pieces("eval a \"x=1:\neval b \"y=2\":\nquit;"),
            ["eval a none broken", "eval b \"y=2\" Steps", "quit Quiet"]
        );
        assert_eq!(pieces("eval a \"x=1:\n quit;"), ["eval a none broken", "quit Quiet"]);
        assert_eq!(pieces("eval a \"x=1:"), ["eval a none broken"]);
    }

    #[test]
    fn a_quoted_text_may_look_like_a_command() {
        assert_eq!(pieces("eval \"x=\neval \";"), ["eval \"x=\neval \" Quiet"]);
    }

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
