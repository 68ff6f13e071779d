//! A diagnostic as a drawing: the lines it speaks of, what is marked in them, and what is said of each mark.
//!
//! What the message is about is marked `^^^`, any other place `---`, so that they can be told apart without colour.

use std::fmt::Display;

use unicode_width::UnicodeWidthChar;

use super::diagnostic::{Diagnostic, Severity};
use super::source::{LINE_ENDS, Position, Source, Span};

/// How a diagnostic is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// In colours.
    pub color: bool,
    /// With a frame of lines, not of `|` and `-`.
    pub unicode: bool,
}

impl Drawing {
    /// Without colours, in ASCII but for what is quoted.
    pub const PLAIN: Drawing = Drawing { color: false, unicode: false };
}

/// In ASCII, with colours or without.
impl From<bool> for Drawing {
    fn from(color: bool) -> Drawing {
        Drawing { color, unicode: false }
    }
}

impl Diagnostic {
    /// The whole message with the lines of the source it speaks of, ending in a newline.
    pub fn render(&self, drawing: impl Into<Drawing>) -> String {
        draw(self, drawing.into())
    }
}

/// A colour of the fixed part of the 256, of a contrast that can be read on black and on white: what is quoted has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(u8);

impl Ink {
    /// Errors, and FALSE.
    pub const RED: Ink = Ink(160);
    /// Warnings, and UNKNOWN.
    pub const ORANGE: Ink = Ink(130);
    /// TRUE.
    pub const GREEN: Ink = Ink(28);
    /// Other places.
    pub const BLUE: Ink = Ink(32);
    /// What to do.
    pub const TEAL: Ink = Ink(30);
    /// Frames.
    pub const GRAY: Ink = Ink(244);

    /// A text in this colour, if there are colours.
    pub fn paint(self, text: impl Display, color: bool) -> String {
        if color { format!("\u{1b}[38;5;{}m{text}\u{1b}[0m", self.0) } else { text.to_string() }
    }
}

/// What frames and marks are drawn with.
struct Signs {
    corner: &'static str,
    side: char,
    gap: char,
    floor: &'static str,
    end: &'static str,
    /// Under what the message is about: a mark, and one from which a line goes down.
    main: [char; 2],
    /// Under other places.
    other: [char; 2],
    bar: char,
    turn: char,
    dash: char,
}

const ASCII: Signs = Signs {
    corner: ",-",
    side: '|',
    gap: ':',
    floor: "-",
    end: "'",
    main: ['^', '^'],
    other: ['-', '-'],
    bar: '|',
    turn: '`',
    dash: '-',
};

const UNICODE: Signs = Signs {
    corner: "╭─",
    side: '│',
    gap: '┆',
    floor: "─",
    end: "╯",
    main: ['━', '┯'],
    other: ['─', '┬'],
    bar: '│',
    turn: '╰',
    dash: '─',
};

/// A place in a line, in columns.
struct Mark<'a> {
    start: usize,
    end: usize,
    text: &'a str,
    is_main: bool,
}

impl Mark<'_> {
    /// Where the line to its text begins.
    fn middle(&self) -> usize {
        self.start + (self.end - self.start) / 2
    }
}

/// A line that is shown, and what is marked in it.
struct Line<'a> {
    number: usize,
    /// Each character with its columns.
    text: Vec<(char, usize)>,
    marks: Vec<Mark<'a>>,
}

/// Columns from one tab stop to the next.
const TAB: usize = 4;

/// A diagnostic with the lines of its source, ending in a newline.
fn draw(diagnostic: &Diagnostic, drawing: Drawing) -> String {
    let signs = if drawing.unicode { UNICODE } else { ASCII };
    let (kind, ink) = match diagnostic.severity() {
        Severity::Error => ("error", Ink::RED),
        Severity::Warning => ("warning", Ink::ORANGE),
    };
    let lines = lines(diagnostic);
    let last = lines.last().map_or(1, |line| line.number);
    let pen = Pen { signs, ink, color: drawing.color, width: last.to_string().len() };
    let Position { line, column } = diagnostic.position();
    let name = shown(diagnostic.source_name());
    let mut out = format!("{}: {}\n", ink.paint(kind, drawing.color), shown(diagnostic.message()));
    let corner = Ink::GRAY.paint(format!("{}[", pen.signs.corner), drawing.color);
    let bracket = Ink::GRAY.paint("]", drawing.color);
    out += &format!("{:pad$}{corner} {name}:{line}:{column} {bracket}\n", "", pad = pen.width + 2);
    pen.row(&mut out, "");
    let mut before = None;
    for line in &lines {
        if before.is_some_and(|before| before + 1 < line.number) {
            out += &format!("{:pad$}{}\n", "", Ink::GRAY.paint(pen.signs.gap, pen.color), pad = pen.width + 2);
        }
        pen.line(&mut out, line);
        before = Some(line.number);
    }
    if let Some(help) = diagnostic.advice() {
        pen.row(&mut out, "");
        for (at, text) in shown(help).lines().enumerate() {
            let word = if at == 0 { Ink::TEAL.paint("Help", pen.color) + ": " } else { "      ".into() };
            pen.row(&mut out, &(word + text));
        }
    }
    let floor = pen.signs.floor.repeat(pen.width + 2) + pen.signs.end;
    out + &Ink::GRAY.paint(floor, pen.color) + "\n"
}

struct Pen {
    signs: Signs,
    /// Of what the message is about.
    ink: Ink,
    color: bool,
    /// Of the numbers of lines.
    width: usize,
}

impl Pen {
    /// A row beside the frame.
    fn row(&self, out: &mut String, text: &str) {
        let side = Ink::GRAY.paint(self.signs.side, self.color);
        let blank = if text.is_empty() { "" } else { " " };
        out.push_str(&format!("{:pad$}{side}{blank}{text}\n", "", pad = self.width + 2));
    }

    fn ink(&self, mark: &Mark) -> Ink {
        if mark.is_main { self.ink } else { Ink::BLUE }
    }

    fn line(&self, out: &mut String, line: &Line) {
        let number = format!(" {:>width$} {}", line.number, self.signs.side, width = self.width);
        let text = self.source(line);
        let blank = if text.is_empty() { "" } else { " " };
        out.push_str(&format!("{}{blank}{text}\n", Ink::GRAY.paint(number, self.color)));
        // Later marks are drawn over earlier ones, and the main one over all.
        let end = line.marks.iter().map(|mark| mark.end).max().unwrap_or(0);
        let mut under: Vec<(char, Option<Ink>)> = vec![(' ', None); end];
        let mut in_order: Vec<&Mark> = line.marks.iter().collect();
        in_order.sort_by_key(|mark| mark.is_main);
        for mark in in_order {
            let [sign, branch] = if mark.is_main { self.signs.main } else { self.signs.other };
            for (at, sign_under) in under.iter_mut().enumerate().take(mark.end).skip(mark.start) {
                let is_branch = at == mark.middle() && !mark.text.is_empty();
                *sign_under = (if is_branch { branch } else { sign }, Some(self.ink(mark)));
            }
        }
        self.row(out, &self.painted(&under));
        let mut said: Vec<&Mark> = line.marks.iter().filter(|mark| !mark.text.is_empty()).collect();
        // The rightmost first, so that no line crosses another.
        while let Some(mark) = said.pop() {
            let mut under: Vec<(char, Option<Ink>)> = vec![(' ', None); mark.middle()];
            for left in said.iter().filter(|left| left.middle() < mark.middle()) {
                under[left.middle()] = (self.signs.bar, Some(self.ink(left)));
            }
            let arrow = std::iter::once(self.signs.turn).chain((mark.middle()..=end).skip(1).map(|_| self.signs.dash));
            under.extend(arrow.chain([self.signs.dash]).map(|sign| (sign, Some(self.ink(mark)))));
            self.row(out, &format!("{} {}", self.painted(&under), shown(mark.text)));
        }
    }

    /// The text of a line, what is marked in colour.
    fn source(&self, line: &Line) -> String {
        let mut column = 0;
        let mut signs = Vec::new();
        for &(c, width) in &line.text {
            let is_in = |mark: &&Mark| (mark.start..mark.end).contains(&column);
            let mark = line.marks.iter().find(|mark| mark.is_main && is_in(mark)).or(line.marks.iter().find(is_in));
            let ink = mark.map(|mark| self.ink(mark));
            match c {
                '\t' => signs.extend(std::iter::repeat_n((' ', ink), width)),
                c => signs.push((c, ink)),
            }
            column += width;
        }
        self.painted(&signs)
    }

    /// Signs in their colours, those of one colour together, without blanks at the end.
    fn painted(&self, signs: &[(char, Option<Ink>)]) -> String {
        let seen = signs.iter().rposition(|(c, _)| *c != ' ').map_or(0, |last| last + 1);
        let mut out = String::new();
        for piece in signs[..seen].chunk_by(|a, b| a.1 == b.1) {
            let text: String = piece.iter().map(|(c, _)| c).collect();
            match piece[0].1 {
                Some(ink) => out.push_str(&ink.paint(text, self.color)),
                None => out.push_str(&text),
            }
        }
        out
    }
}

/// The lines with their marks, in their order.
fn lines(diagnostic: &Diagnostic) -> Vec<Line<'_>> {
    let source = diagnostic.text();
    let others = diagnostic.others().iter().map(|(span, text)| (*span, text.as_str(), false));
    let mut spans: Vec<(Span, &str, bool)> = others.chain([(diagnostic.span(), diagnostic.note(), true)]).collect();
    spans.sort_by_key(|(span, ..)| (span.start, span.end));
    let mut lines = Vec::new();
    for spans in spans.chunk_by(|a, b| source.line_at(a.0.start) == source.line_at(b.0.start)) {
        lines.push(line(source, spans));
    }
    lines
}

fn line<'a>(source: &Source, spans: &[(Span, &'a str, bool)]) -> Line<'a> {
    let text = source.text();
    let (first, last) = (spans[0].0.start, spans[spans.len() - 1].0.start);
    let Span { start, end } = source.excerpt(first, last);
    let mut columns: Vec<(usize, usize)> = Vec::new();
    let mut shown_text = Vec::new();
    let mut column = 0;
    for (at, c) in text[start..end].char_indices() {
        let c = if LINE_ENDS.contains(&c) { ' ' } else { sign(c) };
        let width = if c == '\t' { TAB - column % TAB } else { c.width().unwrap_or(1) };
        columns.push((start + at, column));
        shown_text.push((c, width));
        column += width;
    }
    columns.push((end, column));
    // The column of a byte; a byte beyond the line is at its end.
    let column_of = |at: usize| columns.iter().rev().find(|(from, _)| *from <= at).map_or(0, |(_, column)| *column);
    let marks = spans.iter().map(|&(span, text, is_main)| {
        let start = column_of(span.start);
        Mark { start, end: column_of(span.end).max(start + 1), text, is_main }
    });
    Line { number: source.position(first).line, text: shown_text, marks: marks.collect() }
}

/// A text in which nothing commands a terminal.
fn shown(text: &str) -> String {
    text.chars().map(sign).collect()
}

/// A character, or a sign for one that commands a terminal.
fn sign(c: char) -> char {
    match c {
        '\t' => c,
        c if LINE_ENDS.contains(&c) => c,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() && c.is_ascii() => '?',
        c if c.is_control() => '\u{b7}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Diagnostic {
        let source = Source::new("s", "Ax $phin(x,0) & T[x]=@1");
        Diagnostic::error(&source, Span::new(18, 19), "`x` is in two systems")
            .label("in msd_2 here")
            .also(Span::new(9, 10), "in msd_fib here")
            .help("use two variables\nand relate them")
    }

    #[test]
    fn two_labels_of_one_line_can_be_told_apart_without_colour() {
        let expected = [
            "error: `x` is in two systems",
            "   ,-[ s:1:19 ]",
            "   |",
            " 1 | Ax $phin(x,0) & T[x]=@1",
            "   |          -        ^",
            "   |          |        `-- in msd_2 here",
            "   |          `----------- in msd_fib here",
            "   |",
            "   | Help: use two variables",
            "   |       and relate them",
            "---'",
        ];
        assert_eq!(two().render(false).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_terminal_that_can_draws_lines() {
        let expected = [
            "error: `x` is in two systems",
            "   ╭─[ s:1:19 ]",
            "   │",
            " 1 │ Ax $phin(x,0) & T[x]=@1",
            "   │          ┬        ┯",
            "   │          │        ╰── in msd_2 here",
            "   │          ╰─────────── in msd_fib here",
            "   │",
            "   │ Help: use two variables",
            "   │       and relate them",
            "───╯",
        ];
        let drawing = Drawing { unicode: true, color: false };
        assert_eq!(two().render(drawing).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn places_in_several_lines_are_shown_in_their_order() {
        let source = Source::new("s", "a\nb\nc\nd\n");
        let error = Diagnostic::error(&source, Span::new(6, 7), "wrong")
            .label("main")
            .also(Span::new(0, 1), "first")
            .also(Span::new(2, 3), "second");
        let expected = [
            "error: wrong",
            "   ,-[ s:4:1 ]",
            "   |",
            " 1 | a",
            "   | -",
            "   | `-- first",
            " 2 | b",
            "   | -",
            "   | `-- second",
            "   :",
            " 4 | d",
            "   | ^",
            "   | `-- main",
            "---'",
        ];
        assert_eq!(error.render(false).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn marks_that_overlap_show_what_the_message_is_about() {
        let source = Source::new("s", "abcdef");
        let error = Diagnostic::error(&source, Span::new(2, 4), "wrong").label("in").also(Span::new(0, 6), "out");
        let page = error.render(false);
        assert!(page.contains("   | --^^--\n   |    `---- in\n   |    `---- out\n"), "{page}");
    }

    #[test]
    fn tabs_and_wide_characters_have_their_columns() {
        let source = Source::new("s", "\ta\t漢x");
        let error = Diagnostic::error(&source, Span::new(6, 7), "wrong");
        let page = error.render(false);
        assert!(page.contains(" 1 |     a   漢x\n   |           ^\n"), "{page}");
    }

    /// The relative luminance of one of the 216 colours or of the grays behind them, by the rules of the W3C.
    fn luminance(color: u8) -> f64 {
        let channels: Vec<u8> = match color {
            232.. => vec![8 + 10 * (color - 232); 3],
            _ => [36, 6, 1].map(|step| [0, 95, 135, 175, 215, 255][((color - 16) / step % 6) as usize]).to_vec(),
        };
        let linear = |channel: &u8| {
            let part = f64::from(*channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let parts: Vec<f64> = channels.iter().map(linear).collect();
        0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    #[test]
    fn colours_can_be_read_on_black_and_on_white() {
        for ink in [Ink::RED, Ink::ORANGE, Ink::GREEN, Ink::BLUE, Ink::TEAL, Ink::GRAY] {
            let own = luminance(ink.0);
            let (on_black, on_white) = ((own + 0.05) / 0.05, 1.05 / (own + 0.05));
            assert!(on_black > 3.5 && on_white > 3.5, "{ink:?}: {on_black} on black, {on_white} on white");
        }
        // What is quoted has the colour of the terminal.
        let page = two().render(true);
        assert!(page.contains("\u{1b}[0m Ax $phin(\u{1b}["), "{page:?}");
    }
}
