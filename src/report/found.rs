//! What a lint found, for programs: with the line it speaks of, so that whoever reads it need not have the script.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::logic::lints::{Finding, Lint};
use crate::script::Entry;
use crate::syntax::{Diagnostic, Source, Span};

/// Bytes of a line that is kept whole.
const LONGEST: usize = 400;
/// Lines of a script beyond which a report is not believed.
const MOST_LINES: usize = 10_000_000;

/// What a lint found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LintMessage {
    pub(super) lint: Cow<'static, str>,
    /// The statement that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) statement: Option<String>,
    pub(super) denied: bool,
    message: String,
    pub(super) line: usize,
    column: usize,
    /// One column past the last, on the same line.
    #[serde(default)]
    end: usize,
    /// The line as it is written, of a long one what is around the place, and the column where that begins.
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "is_first")]
    from: usize,
    /// What is said of the place, and what to do.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// Other places that it speaks of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<Place>,
}

/// A place on one line, and what is said of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    line: usize,
    column: usize,
    end: usize,
    #[serde(default, skip_serializing_if = "is_first")]
    from: usize,
    text: String,
    label: String,
}

/// Whether a column is that of the beginning of a line, which goes without saying.
fn is_first(column: &usize) -> bool {
    *column <= 1
}

impl Place {
    fn new(source: &Source, span: Span, label: &str) -> Place {
        let (line, place) = (source.line_at(span.start), source.position(span.start));
        // Many may speak of one long line, of which each has its own part.
        let shown = if line.end - line.start <= LONGEST { line } else { source.excerpt(span.start, span.start) };
        let marked = source.slice(Span::new(span.start, span.end.min(shown.end)));
        let end = place.column + marked.chars().count();
        let text = source.slice(shown).to_owned();
        let from = source.position(shown.start).column;
        Place { line: place.line, column: place.column, end, from, text, label: label.to_owned() }
    }

    /// Where it is in a text whose lines begin at these bytes.
    fn span(&self, starts: &[usize]) -> Span {
        let byte = |column: usize| {
            let at = self.text.char_indices().nth(column.saturating_sub(self.from.max(1)));
            starts[self.line.max(1) - 1] + at.map_or(self.text.len(), |(at, _)| at)
        };
        Span::new(byte(self.column), byte(self.end).max(byte(self.column)))
    }
}

impl LintMessage {
    /// Of a finding in this statement.
    pub(super) fn new(finding: &Finding, denied: bool, statement: Option<&str>) -> LintMessage {
        let found = &finding.diagnostic;
        let Place { line, column, end, from, text, label } = Place::new(found.text(), found.span(), found.note());
        let also = found.others().iter().map(|(span, said)| Place::new(found.text(), *span, said));
        LintMessage {
            lint: finding.lint.name().into(),
            statement: statement.map(str::to_owned),
            denied,
            message: found.message().to_owned(),
            line,
            column,
            end,
            text,
            from,
            label,
            help: found.advice().map(str::to_owned),
            also: also.collect(),
        }
    }

    /// The entry of a report, in the file of this name, as the run that found it would tell it; nothing if no lint has
    /// this name.
    pub(super) fn entry(&self, path: &str) -> Option<Entry> {
        let lint = Lint::named(&self.lint)?;
        let Self { line, column, end, from, ref text, ref label, .. } = *self;
        let main = Place { line, column, end, from, text: text.clone(), label: label.clone() };
        // The lines that it speaks of alone stand where they stood.
        let places: Vec<&Place> = self.also.iter().chain([&main]).collect();
        let last = places.iter().map(|place| place.line.max(1)).max()?;
        if last > MOST_LINES {
            return None;
        }
        let mut lines = vec![""; last];
        places.iter().for_each(|place| lines[place.line.max(1) - 1] = &place.text);
        let mut starts = vec![0];
        starts.extend(lines.iter().scan(0, |end, line| {
            *end += line.len() + 1;
            Some(*end)
        }));
        let source = Source::new(path, lines.join("\n"));
        let mut diagnostic = Diagnostic::warning(&source, main.span(&starts), &*self.message).label(&*self.label);
        for place in &self.also {
            diagnostic = diagnostic.also(place.span(&starts), &*place.label);
        }
        if let Some(help) = &self.help {
            diagnostic = diagnostic.help(help);
        }
        Some(Entry::Lint { finding: Finding { lint, diagnostic }, denied: self.denied, of: self.statement.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_comes_back_with_its_line_and_its_place() {
        let source = Source::new("a.prf", "# é\n\ntheorem é \"Ax,y\n x=x\":");
        let span = Span::new(source.text().find('y').expect("it is there"), source.text().len());
        let diagnostic = Diagnostic::warning(&source, span, "nothing speaks of `y`")
            .label("not used")
            .help("out")
            .also(Span::new(0, 3), "there");
        let finding = Finding::new(Lint::UnusedVariable, diagnostic);
        let told = LintMessage::new(&finding, true, Some("é"));
        let json = serde_json::to_string(&told).expect("JSON");
        let read: LintMessage = serde_json::from_str(&json).expect("JSON");
        let Some(Entry::Lint { finding: found, denied: true, of }) = read.entry("a.prf") else { panic!("a lint") };
        assert_eq!(of.as_deref(), Some("é"));
        assert_eq!(found.render(true, false), finding.render(true, false));
    }

    #[test]
    fn a_long_line_is_kept_in_parts() {
        let source = Source::new("a.prf", "x".repeat(100_000));
        let finding =
            Finding::new(Lint::UnusedVariable, Diagnostic::warning(&source, Span::new(50_000, 99_000), "not used"));
        let told = LintMessage::new(&finding, false, None);
        assert!(told.text.len() < 2 * LONGEST && told.column == 50_001, "{}", told.text.len());
        assert!(matches!(told.entry("a.prf"), Some(Entry::Lint { .. })));
    }
}
