//! How far the checker reads the bytes of a script: a part of `verified/Lexer.v`.
//!
//! Outside of comments and quotes only ASCII is read; and where a line of a quoted text begins with a command, a quote
//! is missing unless another quote or the end of the command follows.

use crate::syntax::command;

/// Where the first byte stands that is not read as filbert reads it; the length of the text if there is none.
pub fn readable(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut is_in_word = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' if !is_in_word => at += line_length(&text[at..]),
            b'"' => {
                let Some(length) = text[at + 1..].find('"') else { return at };
                let (quoted, rest) = (&text[at + 1..at + 1 + length], &text[at + length + 2..]);
                if holds_command(quoted) && !rest.trim_ascii_start().starts_with([';', ':', '"']) {
                    return at;
                }
                at += length + 2;
                is_in_word = false;
            }
            _ if !byte.is_ascii() => return at,
            _ => {
                at += 1;
                is_in_word = !is_blank(byte) && !b";:{}[]".contains(&byte);
            }
        }
    }
    at
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || (9..=13).contains(&byte)
}

fn line_length(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// Whether a line of a text, not its first, begins with a command.
fn holds_command(text: &str) -> bool {
    text.split(['\n', '\r']).skip(1).any(|line| {
        let line = line.trim_start_matches(|c: char| !c.is_ascii() || is_blank(c as u8));
        let length = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
        line.starts_with('[') || command(&line[..length]).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn comments_and_quotes_may_have_any_characters() {
        for text in ["# é\ndef f \"x=1\";", "theorem t \"1=1\" from \"Gödel\":", "def f \"x=1\";\n"] {
            assert_eq!(readable(text), text.len(), "{text}");
        }
        assert_eq!(readable("theorem\u{a0}t \"1=1\";"), 7);
        assert_eq!(readable("\u{feff}quit;"), 0);
    }

    #[test]
    fn a_command_in_a_quote_means_that_a_quote_is_missing() {
        assert_eq!(readable("def f \"x=1;\ndef g \"x=2\";"), 6);
        assert_eq!(readable("def f \"x=\nload\";"), 16);
    }
}
