//! What a script defines and claims, for an outline and for folding.

use crate::syntax::{NameKind, Span};

use super::document::Document;

/// A command that gives a name a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: NameKind,
    /// The command: `theorem`, `def`.
    pub detail: String,
    /// The whole command.
    pub span: Span,
    /// The name in it.
    pub place: Span,
}

/// The names that a script defines and claims, in the order of the text.
///
/// ```
/// use filbert::editor::{Document, NameKind, symbols};
/// use filbert::syntax::Source;
/// let document = Document::new(Source::new("s", "def f \"x=1\": theorem a \"Ex $f(x)"), None);
/// let found = symbols(&document);
/// assert_eq!((found[0].kind, found[1].name.as_str()), (NameKind::Function, "a"));
/// ```
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let symbol = |definition: &super::name::Definition| {
        let section = &document.sections()[definition.command];
        Symbol {
            name: definition.name.to_string(),
            kind: definition.kind,
            detail: section.keyword.clone(),
            span: section.span,
            place: definition.place,
        }
    };
    let mut found: Vec<Symbol> = document.definitions().iter().map(symbol).collect();
    // A command that may bind several kinds is one symbol.
    found.dedup_by(|next, first| (next.place, &next.name) == (first.place, &first.name));
    found
}

/// What may be folded away: commands of several lines, and comments of several lines, each without its last line's end.
pub fn folds(document: &Document) -> Vec<Span> {
    let source = document.source();
    let text = source.text();
    let mut found: Vec<Span> = (document.sections().iter().map(|section| section.span))
        .filter(|span| source.slice(*span).contains('\n'))
        .collect();
    // Lines of comments, one after another, outside of commands.
    let mut start: Option<(usize, usize)> = None;
    let mut at = 0;
    let mut sections = document.sections().iter().peekable();
    for line in text.split_inclusive('\n') {
        while sections.next_if(|section| section.span.end <= at).is_some() {}
        let is_inside = sections.peek().is_some_and(|section| section.span.start < at);
        let is_comment = line.trim_start().starts_with('#') && !is_inside;
        start = match (start, is_comment) {
            (Some((first, lines)), true) => Some((first, lines + 1)),
            (None, true) => Some((at, 1)),
            (Some((first, lines)), false) => {
                if lines > 1 {
                    found.push(Span::new(first, first + text[first..at].trim_end().len()));
                }
                None
            }
            (None, false) => None,
        };
        at += line.len();
    }
    if let Some((first, lines)) = start.filter(|(_, lines)| *lines > 1) {
        debug_assert!(lines > 1);
        found.push(Span::new(first, first + text[first..].trim_end().len()));
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Source;

    #[test]
    fn commands_and_comments_of_several_lines_fold() {
        let text = "# one\n# two\n\ndef f \"x=1 &\n y=2\":\n# three\nquit;\n# a\n# b\n";
        let document = Document::new(Source::new("s", text), None);
        let shown: Vec<&str> = folds(&document).iter().map(|span| &text[span.start..span.end]).collect();
        assert_eq!(shown, ["# one\n# two", "def f \"x=1 &\n y=2\":", "# a\n# b"]);
    }
}
