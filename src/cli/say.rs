//! Standard output and standard error: what is said arrives, or the run ends with the reason, and what a script makes
//! filbert say is shown and not obeyed.
//!
//! Terminals obey control characters, and runners of workflows obey lines that begin with `::`: both are escaped.
//! Nothing here panics when a stream is closed or a disk full. Standard output that takes no more is remembered, and
//! [`verdict`] makes it exit code 2.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

use super::exit::Exit;

/// Why standard output takes no more.
static LOST: OnceLock<(io::ErrorKind, String)> = OnceLock::new();

/// The exit code of a program whose reader has closed the pipe: what a shell says of one that this signal ends.
const SIGPIPE: u8 = 128 + 13;

/// Says something on standard output.
pub(super) fn out(text: impl AsRef<str>) {
    let mut stream = Careful::new(io::stdout().lock());
    // Remembered by the stream itself.
    let _ = stream.write_all(text.as_ref().as_bytes()).and_then(|()| stream.flush());
}

/// Says a line on standard output.
pub(super) fn line(text: impl Display) {
    out(format!("{text}\n"));
}

/// Says a message to people. One that nobody hears is lost.
pub(super) fn message(text: impl AsRef<str>) {
    let _ = io::stderr().lock().write_all(careful(text.as_ref(), true).as_bytes());
}

/// Gives a program the bytes it asked for.
pub(super) fn bytes(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_all(bytes).and_then(|()| out.flush()) {
        lose(&error);
    }
}

/// Whether standard output takes no more.
pub(super) fn is_lost() -> bool {
    LOST.get().is_some()
}

fn lose(error: &io::Error) {
    let _ = LOST.set((error.kind(), error.to_string()));
}

/// The exit code of a run: 2, with the reason, if what it said did not arrive; that of a closed pipe, without a word, if
/// nobody listens any more.
pub(super) fn verdict(code: Exit) -> Exit {
    match LOST.get() {
        None => code,
        Some((io::ErrorKind::BrokenPipe, _)) => Exit::from(SIGPIPE),
        Some((_, why)) => {
            message(format!("error: standard output: {why}\n"));
            Exit::UNDECIDED
        }
    }
}

/// Standard output for a conversation.
pub(super) fn stream() -> impl Write {
    Careful::new(io::stdout())
}

/// Standard error for a conversation: it never fails.
pub(super) fn messages() -> impl Write {
    struct Messages;
    impl Write for Messages {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            message(String::from_utf8_lossy(bytes));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    Messages
}

/// A stream that escapes what must not reach it, and remembers why it failed.
struct Careful<W> {
    inner: W,
    /// Whether the next byte begins a line.
    begins: bool,
}

impl<W: Write> Careful<W> {
    fn new(inner: W) -> Careful<W> {
        Careful { inner, begins: true }
    }
}

impl<W: Write> Write for Careful<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let result = self.inner.write_all(careful(&text, self.begins).as_bytes());
        self.begins = bytes.ends_with(b"\n");
        result.inspect_err(lose).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush().inspect_err(lose)
    }
}

/// Whether a runner of workflows reads what is said.
fn is_watched() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("CI") || is_set("GITHUB_ACTIONS")
}

fn careful(text: &str, begins: bool) -> Cow<'_, str> {
    let plain = visible(text);
    if is_watched() { unheard(&plain, begins).into() } else { plain }
}

/// Lines that a runner would take for commands, so that it does not.
fn unheard(text: &str, begins: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let rest = line.trim_start();
        match rest.strip_prefix("::") {
            Some(command) if begins || at > 0 => {
                out.push_str(&line[..line.len() - rest.len()]);
                out.push_str("\\::");
                out.push_str(&command.replace("##[", "#\\#["));
            }
            _ => out.push_str(&line.replace("##[", "#\\#[")),
        }
    }
    out
}

/// A text without what a terminal obeys: control characters but for ends of lines, tabs and filbert's own colours, and
/// characters that turn the direction of writing, stand as `\u{1b}`.
fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(obeyed) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(obeyed) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let colour = colour_length(rest);
        let length = if rest.starts_with("\r\n") { 2 } else { colour };
        if length > 0 {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let first = rest.chars().next().expect("a character was found");
        out.extend(first.escape_unicode());
        rest = &rest[first.len_utf8()..];
    }
    out.push_str(rest);
    out.into()
}

/// Whether a terminal may obey a character.
fn obeyed(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The length of one of the colours that diagnostics are shown in; none conceals, moves or asks.
fn colour_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else { return 0 };
    let Some(end) = rest.find('m') else { return 0 };
    let codes: Vec<&str> = rest[..end].split(';').collect();
    let is_colour =
        |code: &&str| matches!(*code, "" | "0" | "1") || code.parse::<u8>().is_ok_and(|n| n >= 30 && n != 38);
    let is_of_256 = matches!(codes[..], ["38", "5", n] if n.parse::<u8>().is_ok());
    if is_of_256 || codes.iter().all(is_colour) { "\u{1b}[".len() + end + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_terminals_obey_is_shown() {
        assert_eq!(visible("a\tb\nc\r\n"), "a\tb\nc\r\n");
        assert_eq!(visible("\u{1b}[31mred\u{1b}[0m"), "\u{1b}[31mred\u{1b}[0m");
        assert_eq!(visible("\u{1b}[38;5;28mgreen\u{1b}[0m"), "\u{1b}[38;5;28mgreen\u{1b}[0m");
        assert_eq!(visible("\u{1b}[5mx\u{1b}[38;5;999m"), "\\u{1b}[5mx\\u{1b}[38;5;999m");
        assert_eq!(visible("\u{1b}[8mhid\u{1b}[2Jden\rx\u{7}"), "\\u{1b}[8mhid\\u{1b}[2Jden\\u{d}x\\u{7}");
        assert_eq!(visible("a\u{202e}b\u{9b}c\u{1b}"), "a\\u{202e}b\\u{9b}c\\u{1b}");
    }

    #[test]
    fn what_runners_obey_is_not_at_the_beginning_of_a_line() {
        assert_eq!(unheard("a ::error::b\n::error::c\n  ::d", true), "a ::error::b\n\\::error::c\n  \\::d");
        assert_eq!(unheard("::a\n::b", false), "::a\n\\::b");
        assert_eq!(unheard("x ##[error]y", true), "x #\\#[error]y");
    }
}
