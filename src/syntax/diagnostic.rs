//! What is wrong, where, and what to do: the one form in which this module reports errors.

use std::fmt;
use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};

use super::source::{LINE_ENDS, Position, Source, Span};

/// Whether a command can still run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can, but may not mean what its writer thinks.
    Warning,
}

/// A message about a place in a [`Source`].
///
/// `Display` is one line, `file:line:column: message`; [`render`](Diagnostic::render) shows the place.
///
/// ```
/// use filbert::syntax::{Diagnostic, Source, Span};
///
/// let source = Source::new("mine.prf", "x == 1");
/// let error = Diagnostic::error(&source, Span::new(2, 4), "unknown operator `==`").label("write `=`");
/// assert_eq!(error.to_string(), "mine.prf:1:3: unknown operator `==`");
/// assert!(error.render(false).contains("write `=`"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostic(Box<Contents>);

/// Boxed, to keep every `Result` of the parsers small.
#[derive(Clone, Debug)]
struct Contents {
    severity: Severity,
    message: String,
    source: Source,
    span: Span,
    label: String,
    secondary: Vec<(Span, String)>,
    help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(source: &Source, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, source, span, message.into())
    }

    /// A warning at `span`.
    pub fn warning(source: &Source, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, source, span, message.into())
    }

    fn new(severity: Severity, source: &Source, span: Span, message: String) -> Diagnostic {
        Diagnostic(Box::new(Contents {
            severity,
            message: short(&message),
            source: source.clone(),
            span: source.clamp(span),
            label: String::new(),
            secondary: Vec::new(),
            help: None,
        }))
    }

    /// "expected `what` after ...": between the token `before` and the token `found`, where there are such.
    pub(super) fn expected(source: &Source, what: &str, before: Option<Span>, found: Option<Span>) -> Diagnostic {
        let after = match before.map(|span| source.slice(span)) {
            Some(text) if text.starts_with('"') => "after the text in quotes".to_owned(),
            Some(text) => format!("after `{text}`"),
            None => "at the beginning".to_owned(),
        };
        let message = format!("expected {what} {after}");
        match found {
            Some(span) => {
                let text = source.slice(span);
                let label = match text.starts_with('"') {
                    true => "found a text in quotes".to_owned(),
                    false => format!("found `{text}`"),
                };
                Diagnostic::error(source, span, message).label(label)
            }
            None => {
                let end = before.map_or(0, |span| span.end);
                Diagnostic::error(source, Span::at(end), message).label("nothing follows")
            }
        }
    }

    /// Says `text` under the place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.0.label = short(&text.into());
        self
    }

    /// Shows a second place, and says `text` under it.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        let span = self.0.source.clamp(span);
        self.0.secondary.push((span, short(&text.into())));
        self
    }

    /// Adds what to do, below the source; a second help stands below the first.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        self.0.help = Some(match self.0.help.take() {
            Some(first) => first + "\n" + &text,
            None => text,
        });
        self
    }

    /// Error or warning.
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// What stands under the place; may be empty.
    pub fn note(&self) -> &str {
        &self.0.label
    }

    /// What to do.
    pub fn advice(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// The other places that it speaks of, and what it says of each.
    pub fn others(&self) -> &[(Span, String)] {
        &self.0.secondary
    }

    /// The name of the source that it is about.
    pub fn source_name(&self) -> &str {
        self.0.source.name()
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The text it speaks of.
    pub fn text(&self) -> &Source {
        &self.0.source
    }

    /// Where it is.
    pub fn span(&self) -> Span {
        self.0.span
    }

    /// Where it is, as line and column.
    pub fn position(&self) -> Position {
        self.0.source.position(self.0.span.start)
    }

    /// The whole message with the lines of the source it speaks of, ending in a newline.
    pub fn render(&self, color: bool) -> String {
        let source = &self.0.source;
        let (kind, main) = match self.0.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let name = shown(source.name());
        let excerpt = Excerpt::around(source, self.0.span, &self.0.secondary);
        let place = |span: Span| (name.clone(), visible(&excerpt.text, excerpt.span(span)));
        let config = Config::default().with_color(color).with_char_set(CharSet::Ascii).with_index_type(IndexType::Byte);
        let mut labels: Vec<_> = (self.0.secondary.iter())
            .map(|(span, text)| (*span, text, Color::Blue))
            .chain([(self.0.span, &self.0.label, main)])
            .collect();
        // In the order of the text: ariadne shows a line twice when its labels go back.
        labels.sort_by_key(|(span, ..)| (span.start, span.end));
        let mut report =
            Report::build(kind, place(self.0.span)).with_config(config).with_message(shown(&self.0.message));
        for (span, text, color) in labels {
            report.add_label(Label::new(place(span)).with_message(shown(text)).with_color(color));
        }
        if let Some(help) = &self.0.help {
            report.set_help(shown(help));
        }
        let mut page = Vec::new();
        let lines = ariadne::Source::from(&excerpt.text).with_display_line_offset(excerpt.lines_before);
        match report.finish().write((name.clone(), lines), &mut page) {
            Ok(()) => {
                let mut page = renumbered(&carets(&String::from_utf8_lossy(&page)), excerpt.lines_before);
                if excerpt.columns_before > 0 {
                    let Position { line, column } = self.position();
                    let within = format!("{name}:{line}:{}", column - excerpt.columns_before);
                    page = page.replacen(&within, &format!("{name}:{line}:{column}"), 1);
                }
                // A kind of our own would be coloured by ariadne whatever the configuration says.
                page.replacen("Error", "error", 1).replacen("Warning", "warning", 1)
            }
            Err(_) => format!("{self}\n"),
        }
    }
}

/// Characters of a line that are shown on either side of a place in it.
const AROUND: usize = 160;

/// The part of a text that is shown: whole lines, but for the two ends of a long one.
struct Excerpt {
    text: String,
    /// Where it begins in the whole.
    start: usize,
    lines_before: usize,
    /// Characters of the first line that are left out.
    columns_before: usize,
}

impl Excerpt {
    fn around(source: &Source, main: Span, others: &[(Span, String)]) -> Excerpt {
        let text = source.text();
        let spans = || others.iter().map(|(span, _)| *span).chain([main]);
        let first = spans().map(|span| span.start).min().unwrap_or(0);
        let last = spans().map(|span| span.start).max().unwrap_or(0);
        let (line_start, line_end) = (source.line_at(first).start, source.line_at(last).end);
        let is_one_line = source.line_at(last).start == line_start;
        let (mut start, mut end) = (line_start, line_end);
        if is_one_line {
            start =
                text[line_start..first].char_indices().rev().nth(AROUND - 1).map_or(start, |(at, _)| line_start + at);
            end = text[last..line_end].char_indices().nth(AROUND).map_or(end, |(at, _)| last + at);
        }
        Excerpt {
            // One more byte, so that the end of the text is a place a caret can stand under.
            text: shown(&text[start..end]) + "\n",
            start,
            lines_before: source.position(line_start).line - 1,
            columns_before: text[line_start..start].chars().count(),
        }
    }

    fn span(&self, span: Span) -> Span {
        let within = |at: usize| at.saturating_sub(self.start).min(self.text.len() - 1);
        Span::new(within(span.start), within(span.end))
    }
}

/// The page with the numbers that lines have in the whole text, of which `before` lines are not in the excerpt.
fn renumbered(page: &str, before: usize) -> String {
    if before == 0 {
        return page.to_owned();
    }
    // ` 1 | text`: where the number stands, and the number.
    let number = |line: &str| -> Option<(usize, usize)> {
        let margin = &line[..line.find('|')?];
        let n: usize = without_codes(margin).trim().parse().ok()?;
        Some((margin.rfind(&n.to_string())?, n))
    };
    let width = |n: usize| n.to_string().len();
    let largest = page.lines().skip(1).filter_map(|line| Some(number(line)?.1)).max().unwrap_or(1);
    let (old, new) = (width(largest), width(largest + before));
    let mut out = String::with_capacity(page.len() + 64);
    for (at, line) in page.lines().enumerate() {
        match number(line).filter(|_| at > 0) {
            Some((start, n)) => {
                let lead = &line[..start - (old - width(n))];
                out.push_str(&format!("{lead}{:>new$}{}", n + before, &line[start + width(n)..]));
            }
            None if at > 0 && without_codes(line).starts_with([' ', '-']) => {
                let filler = if line.contains('-') && !line.contains(' ') { "-" } else { " " };
                out.push_str(&format!("{}{line}", filler.repeat(new - old)));
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// A text in which nothing commands a terminal: what would stands as a sign of as many bytes.
fn shown(text: &str) -> String {
    let sign = |c: char| match c {
        '\t' => c,
        c if LINE_ENDS.contains(&c) => c,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c if c.is_control() && c.is_ascii() => '?',
        c if c.is_control() => '\u{b7}',
        c => c,
    };
    text.chars().map(sign).collect()
}

/// What is shown of `span`: its first line, and at least one character.
fn visible(text: &str, span: Span) -> Range<usize> {
    let from = &text[span.start..];
    let first = from.chars().next().map_or(0, char::len_utf8);
    let line = from.find(['\r', '\n']).unwrap_or(from.len());
    let end = span.end.min(span.start + line).max(span.start + first);
    span.start..end
}

/// The page without blanks at the ends of lines and without arrows to empty labels, and with `^` where ariadne begins the
/// line from a place to its label: under a single character that line is all there is.
fn carets(page: &str) -> String {
    let mut result = String::new();
    let mut below_source = false;
    for (nth, line) in page.lines().map(str::trim_end).enumerate() {
        let margin = line.find('|').map_or(line.len(), |bar| bar + 1);
        let (margin, rest) = line.split_at(margin);
        let (before, drawn) = (without_codes(margin), without_codes(rest));
        if before.trim() == "|" && drawn.contains('`') && drawn.chars().all(|c| " `-".contains(c)) {
            continue;
        }
        result.push_str(margin);
        result.push_str(&match below_source {
            true => rest.replace('|', "^"),
            false => rest.to_owned(),
        });
        result.push('\n');
        // The first two lines are the message and the place.
        below_source = nth >= 2 && has_number(margin);
    }
    result
}

/// Whether a margin shows the number of a line.
fn has_number(margin: &str) -> bool {
    without_codes(margin).contains(|c: char| c.is_ascii_digit())
}

/// What is seen of a line with color codes.
fn without_codes(line: &str) -> String {
    let mut pieces = line.split('\u{1b}');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |seen, piece| seen + piece.split_once('m').map_or("", |(_, rest)| rest))
}

/// `text` on one line, cut if it is long.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 160;
    let cut = text.char_indices().nth(MOST).map(|(end, _)| end);
    let mut line = (text[..cut.unwrap_or(text.len())].split_whitespace()).collect::<Vec<_>>().join(" ");
    if cut.is_some() {
        line.push_str(" ...");
    }
    line
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.source.name();
        write!(f, "{name}:{}: {}", self.position(), self.0.message)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str, span: Span) -> String {
        let source = Source::new("s", text);
        Diagnostic::error(&source, span, "wrong").label("here").render(false)
    }

    #[test]
    fn carets_stand_under_characters_not_bytes() {
        assert_eq!(
            page("é=ü1", Span::new(3, 6)),
            "error: wrong\n   ,-[ s:1:3 ]\n   |\n 1 | é=ü1\n   |   ^^\n   |    `-- here\n---'\n"
        );
    }

    #[test]
    fn an_excerpt_is_shown_as_the_whole_text_would_be() {
        let lines: String = (1..200).map(|n| format!("line {n}\n")).collect();
        for (line, width) in [(9, 1), (10, 2), (99, 2), (100, 3), (150, 3)] {
            let at = lines.find(&format!("line {line}\n")).unwrap();
            let indent = " ".repeat(width + 2);
            let expected = format!(
                "error: wrong\n{indent},-[ s:{line}:1 ]\n{indent}|\n {line} | line {line}\n{indent}| ^^^^\n{indent}|   `--- here\n{}'\n",
                "-".repeat(width + 2)
            );
            assert_eq!(page(&lines, Span::new(at, at + 4)), expected);
        }
        let long = format!("{}wrong{}", "x".repeat(5000), "y".repeat(5000));
        let shown = page(&long, Span::new(5000, 5005));
        assert!(shown.contains("[ s:1:5001 ]") && shown.len() < 1500, "{shown}");
    }

    #[test]
    fn the_end_of_a_text_and_an_empty_text_have_a_caret() {
        assert!(page("x=1 &", Span::at(5)).contains("1 | x=1 &\n   |      ^\n"));
        assert!(page("x\n", Span::at(2)).contains("[ s:2:1 ]"));
        assert!(page("", Span::at(0)).contains("1 |\n   | ^\n"));
    }

    #[test]
    fn a_place_without_a_label_has_carets_and_no_arrow() {
        let source = Source::new("s", "x=1");
        for color in [false, true] {
            let page = Diagnostic::error(&source, Span::new(0, 3), "wrong").help("do this").render(color);
            let seen: Vec<String> = page.lines().map(|line| without_codes(line).trim_end().to_owned()).collect();
            let expected = [
                "error: wrong",
                "   ,-[ s:1:1 ]",
                "   |",
                " 1 | x=1",
                "   | ^^^",
                "   |",
                "   | Help: do this",
                "---'",
            ];
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn of_a_span_over_several_lines_the_first_is_shown() {
        let page = page("a bc\r\nde", Span::new(2, 8));
        assert!(page.contains("1 | a bc\n   |   ^^\n") && !page.contains("de"), "{page}");
    }

    #[test]
    fn a_message_is_one_line_of_bounded_length() {
        let source = Source::new("s", "x");
        let error = Diagnostic::error(&source, Span::at(0), format!("a\nb {}", "x".repeat(1000)));
        assert!(error.message().starts_with("a b x") && error.message().len() < 200);
    }

    #[test]
    fn ariadne_and_display_name_the_same_place() {
        let text = "a\rb\r\nc\u{2028}d\n\n";
        let source = Source::new("s", text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let error = Diagnostic::error(&source, Span::at(at), "wrong");
            let place = format!("[ s:{} ]", error.position());
            assert!(error.render(false).contains(&place), "{at} {place}");
        }
    }

    #[test]
    fn colors_change_nothing_but_colors() {
        let source = Source::new("s", "x=1)");
        let error = Diagnostic::error(&source, Span::new(3, 4), "wrong").label("here").also(Span::new(0, 1), "there");
        let plain = without_codes(&error.render(true));
        let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, error.render(false).lines().collect::<Vec<_>>());
    }
}
