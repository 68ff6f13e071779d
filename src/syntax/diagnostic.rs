//! What is wrong, where, and what to do: the one form in which this module reports errors.

use std::fmt;

use crate::tuning::syntax;

use super::source::{Position, Source, Span};

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
    fixes: Vec<Fix>,
}

/// What to write in place of a part of the text, so that a message goes away.
///
/// ```
/// use filbert::syntax::{Source, parse_formula};
///
/// let source = Source::new("s", "Ax x==x");
/// let error = parse_formula(&source, source.span(), &()).unwrap_err();
/// let [fix] = error.fixes() else { panic!("one fix") };
/// assert_eq!(fix.applied(source.text()), "Ax x=x");
/// assert_eq!(fix.title(&source), "Replace `==` with `=`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// The part that is replaced.
    pub span: Span,
    /// What is written there.
    pub replacement: String,
}

impl Fix {
    /// The text with the fix made.
    pub fn applied(&self, text: &str) -> String {
        [&text[..self.span.start], &self.replacement, &text[self.span.end..]].concat()
    }

    /// What it does, in one line.
    pub fn title(&self, source: &Source) -> String {
        let (old, new) = (short(source.slice(self.span)), short(&self.replacement));
        match (old.is_empty(), new.is_empty()) {
            (true, _) => format!("Insert `{new}`"),
            (_, true) => format!("Remove `{old}`"),
            _ => format!("Replace `{old}` with `{new}`"),
        }
    }
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
            fixes: Vec::new(),
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

    /// Adds what to write at `span` instead. The first fix is the one that is likely meant.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        let span = self.0.source.clamp(span);
        self.0.fixes.push(Fix { span, replacement: replacement.into() });
        self
    }

    /// Asks whether `near` was meant for the name at the place.
    #[must_use]
    pub fn meant(self, near: impl Into<String>) -> Diagnostic {
        let (near, span) = (near.into(), self.0.span);
        let is_name = !self.0.source.slice(span).contains(|c: char| c.is_whitespace() || "()[]".contains(c));
        let asked = self.label(format!("did you mean `{near}`?"));
        if is_name { asked.fix(span, near) } else { asked }
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

    /// What to write instead, where that is known.
    pub fn fixes(&self) -> &[Fix] {
        &self.0.fixes
    }

    /// The other places that it speaks of, and what it says of each.
    pub fn others(&self) -> &[(Span, String)] {
        &self.0.secondary
    }

    /// All of it in lines, for those who see no drawing: where it speaks of several places, each is quoted.
    ///
    /// ```
    /// use filbert::syntax::{Diagnostic, Source, Span};
    ///
    /// let source = Source::new("s", "x=1 & y=2");
    /// let error = Diagnostic::error(&source, Span::new(6, 9), "no").label("this one").also(Span::new(0, 3), "nor this");
    /// assert_eq!(error.in_words(), "no\n`x=1`: nor this\n`y=2`: this one");
    /// ```
    pub fn in_words(&self) -> String {
        let Contents { message, source, span, label, secondary, help, .. } = &*self.0;
        let mut places: Vec<(Span, &str)> = secondary.iter().map(|(span, said)| (*span, &**said)).collect();
        let are_several = places.iter().any(|(_, said)| !said.is_empty());
        places.push((*span, label));
        places.sort_by_key(|(span, _)| *span);
        let mut lines = vec![message.clone()];
        for (span, said) in places.into_iter().filter(|(_, said)| !said.is_empty()) {
            let quoted = source.slice(span).lines().next().unwrap_or_default().trim();
            lines.push(match are_several && !quoted.is_empty() {
                true => format!("`{}`: {said}", cut(quoted, syntax::PLACE_CHARACTERS)),
                false => said.to_owned(),
            });
        }
        lines.extend(help.clone());
        lines.join("\n")
    }

    /// What would be right, if that is known: what is said under the place, and the help.
    ///
    /// ```
    /// use filbert::syntax::{Source, parse_formula};
    ///
    /// let source = Source::new("s", "Ax x==x");
    /// let error = parse_formula(&source, source.span(), &()).unwrap_err();
    /// assert_eq!(error.remedy().as_deref(), Some("write `=`"));
    /// ```
    pub fn remedy(&self) -> Option<String> {
        let parts = [self.note(), self.advice().unwrap_or_default()];
        let said: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        (!said.is_empty()).then(|| said.join("; "))
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
}

/// `text` on one line, cut if it is long.
pub(super) fn short(text: &str) -> String {
    cut(text, syntax::QUOTED_CHARACTERS)
}

/// `text` on one line, cut behind so many characters.
fn cut(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    let mut line = (text[..end.unwrap_or(text.len())].split_whitespace()).collect::<Vec<_>>().join(" ");
    if end.is_some() {
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

    /// What is seen of a line with color codes.
    fn without_codes(line: &str) -> String {
        let mut pieces = line.split('\u{1b}');
        let first = pieces.next().unwrap_or_default().to_owned();
        pieces.fold(first, |seen, piece| seen + piece.split_once('m').map_or("", |(_, rest)| rest))
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
    fn the_drawing_and_display_name_the_same_place() {
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
