//! Places as the protocol counts them: lines from 0, and in them units of UTF-16.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

use crate::syntax::Span;

/// Where the lines of a text begin. They end with `\n`, `\r\n` or `\r`, as the protocol says.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let ends = |&at: &usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        Lines(std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect())
    }

    /// The place of a byte.
    pub(super) fn position(&self, text: &str, at: usize) -> Position {
        let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let line = self.0.partition_point(|&start| start <= at) - 1;
        let units: usize = text[self.0[line]..at].chars().map(char::len_utf16).sum();
        Position { line: line as u32, character: units as u32 }
    }

    /// The byte at a place; behind the end of a line, its end, and behind the last line, that of the text.
    pub(super) fn offset(&self, text: &str, place: Position) -> usize {
        let Some(&start) = self.0.get(place.line as usize) else { return text.len() };
        let end = self.0.get(place.line as usize + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut units = place.character as usize;
        for (at, c) in line.char_indices() {
            // Within a pair of surrogates: in front of it.
            if units < c.len_utf16() {
                return start + at;
            }
            units -= c.len_utf16();
        }
        start + line.len()
    }

    /// The range of a span.
    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        Range { start: self.position(text, span.start), end: self.position(text, span.end) }
    }

    /// The parts of a span, a line each: line, first unit, units.
    pub(super) fn pieces(&self, text: &str, span: Span) -> Vec<(u32, u32, u32)> {
        let mut pieces = Vec::new();
        let mut at = span.start;
        while at < span.end {
            let line = self.0.partition_point(|&start| start <= at) - 1;
            let next = self.0.get(line + 1).copied().unwrap_or(text.len());
            let end = span.end.min(next);
            let part = text[at..end].trim_end_matches(['\n', '\r']);
            let units: usize = part.chars().map(char::len_utf16).sum();
            if units > 0 {
                let place = self.position(text, at);
                pieces.push((place.line, place.character, units as u32));
            }
            at = end;
        }
        pieces
    }
}

/// A text with changes made one after another.
pub(super) fn changed(text: &str, changes: Vec<TextDocumentContentChangeEvent>) -> String {
    let mut text = text.to_owned();
    for change in changes {
        match change.range {
            None => text = change.text,
            Some(range) => {
                let lines = Lines::of(&text);
                let (start, end) = (lines.offset(&text, range.start), lines.offset(&text, range.end));
                text.replace_range(start..end.max(start), &change.text);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_units_of_utf_16() {
        let text = "a\u{1F600}é\r\nx\ry\n";
        let lines = Lines::of(text);
        for (at, line, character) in [(0, 0, 0), (1, 0, 1), (5, 0, 3), (7, 0, 4), (9, 1, 0), (11, 2, 0), (13, 3, 0)] {
            let place = Position { line, character };
            assert_eq!((lines.position(text, at), lines.offset(text, place)), (place, at));
        }
        let offset = |line, character| lines.offset(text, Position { line, character });
        assert_eq!(offset(0, 2), 1, "within a pair");
        assert_eq!(offset(0, 99), 7, "behind the end of the line");
        assert_eq!(offset(99, 0), text.len());
        assert_eq!(lines.pieces(text, Span::new(1, 12)), [(0, 1, 3), (1, 0, 1), (2, 0, 1)]);
    }

    #[test]
    fn changes_are_made_in_their_order() {
        let change = |from: (u32, u32), to: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range {
                start: Position { line: from.0, character: from.1 },
                end: Position { line: to.0, character: to.1 },
            }),
            range_length: None,
            text: text.to_owned(),
        };
        assert_eq!(
            changed("\u{1F600}b\nc", vec![change((0, 2), (1, 0), "x"), change((0, 3), (0, 4), "")]),
            "\u{1F600}x"
        );
        assert_eq!(changed("ab", vec![change((5, 5), (0, 0), "c")]), "abc", "a range that is none");
    }
}
