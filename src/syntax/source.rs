//! A text with a name: what every [`Span`] points into.

use std::fmt;
use std::sync::Arc;

use crate::tuning::syntax;

/// A half-open range of bytes `start..end` in the text of one [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The empty span before byte `offset`.
    pub const fn at(offset: usize) -> Span {
        Span::new(offset, offset)
    }
}

/// A script, or a line typed at the prompt. Cloning shares the text.
///
/// ```
/// use filbert::syntax::Source;
///
/// let source = Source::new("k3.prf", "# kernel\neval \"1=1\":");
/// assert_eq!(source.position(14).to_string(), "2:6");
/// ```
#[derive(Clone)]
pub struct Source(Arc<Contents>);

struct Contents {
    name: String,
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

/// A place as editors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

impl Source {
    /// The text `text`, shown to people as `name`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let lines = line_starts(&text);
        Source(Arc::new(Contents { name: name.into(), text, lines }))
    }

    /// Its name: a path, or something like `<prompt>`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The span of the whole text.
    pub fn span(&self) -> Span {
        Span::new(0, self.0.text.len())
    }

    /// The line that this byte stands in, without its end.
    pub fn line_at(&self, offset: usize) -> Span {
        let Contents { text, lines, .. } = &*self.0;
        let line = lines.partition_point(|&start| start <= offset).max(1) - 1;
        let next = lines.get(line + 1).copied().unwrap_or(text.len());
        let seen = text[lines[line]..next].trim_end_matches(LINE_ENDS);
        Span::new(lines[line], (lines[line] + seen.len()).max(offset.min(text.len())))
    }

    /// What is shown of the line in which these two places are, in this order: all of it, but for what is far from both.
    pub fn excerpt(&self, first: usize, last: usize) -> Span {
        let (text, line) = (self.text(), self.line_at(first));
        let end = line.end.max(last);
        let before = text[line.start..first].char_indices().rev().nth(syntax::EXCERPT_CHARACTERS - 1);
        let after = text[last..end].char_indices().nth(syntax::EXCERPT_CHARACTERS);
        Span::new(before.map_or(line.start, |(at, _)| line.start + at), after.map_or(end, |(at, _)| last + at))
    }

    /// The text of `span`; a span that does not fit into the text is cut to what does.
    pub fn slice(&self, span: Span) -> &str {
        let span = self.clamp(span);
        &self.0.text[span.start..span.end]
    }

    /// The largest part of `span` that lies in the text and does not cut a character.
    pub(super) fn clamp(&self, span: Span) -> Span {
        let floor = |offset: usize| {
            let offset = offset.min(self.0.text.len());
            (0..=offset).rev().find(|&at| self.0.text.is_char_boundary(at))
        };
        let start = floor(span.start).unwrap_or(0);
        Span::new(start, floor(span.end).map_or(start, |end| end.max(start)))
    }

    /// Line and column of the byte `offset`.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.0.lines.partition_point(|&start| start <= offset);
        let start = self.0.lines[line - 1];
        Position { line, column: self.slice(Span::new(start, offset)).chars().count() + 1 }
    }
}

/// What ends a line.
pub(super) const LINE_ENDS: [char; 7] = ['\r', '\n', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Lines end where Unicode says.
fn line_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let ends_line = match character {
            '\r' => !matches!(characters.peek(), Some((_, '\n'))),
            other => LINE_ENDS.contains(&other),
        };
        if ends_line {
            starts.push(at + character.len_utf8());
        }
    }
    starts
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?})", self.0.name)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_as_unicode_says() {
        let source = Source::new("s", "é=1\r\nab\rc\n");
        let place = |offset| source.position(offset).to_string();
        assert_eq!(place(0), "1:1");
        assert_eq!(place(2), "1:2");
        assert_eq!(place(6), "2:1");
        assert_eq!(place(9), "3:1");
        assert_eq!(place(11), "4:1");
        assert_eq!(place(1000), "4:1");
    }

    #[test]
    fn a_span_outside_the_text_is_cut() {
        let source = Source::new("s", "aé");
        assert_eq!(source.slice(Span::new(1, 99)), "é");
        assert_eq!(source.slice(Span::new(2, 3)), "é");
        assert_eq!(source.slice(Span::new(50, 2)), "");
    }
}
