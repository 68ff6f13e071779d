//! What the editor finds, as the protocol says it.

use lsp_types::{
    CodeDescription, CompletionItem, CompletionItemKind, CompletionTextEdit, DiagnosticRelatedInformation,
    DiagnosticSeverity, Documentation, Location, MarkupContent, MarkupKind, NumberOrString, SymbolKind, TextEdit,
};

use crate::editor::{Item, ItemKind, NameKind, Problem};
use crate::syntax::{Severity, Source, Span};

use super::address::uri_of;
use super::files::Open;
use super::position::Lines;

/// A text in Markdown.
pub(super) fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// Something that is wrong in a text.
pub(super) fn diagnostic(open: &Open, problem: &Problem) -> lsp_types::Diagnostic {
    let Problem { diagnostic: found, lint } = problem;
    let related = found.others().iter().map(|(span, text)| DiagnosticRelatedInformation {
        location: Location { uri: open.uri.clone(), range: open.lines().range(&open.text, *span) },
        message: text.clone(),
    });
    let page =
        lint.and_then(|lint| format!("https://docs.rs/crate/filbert/latest/source/docs/lints/{lint}.md").parse().ok());
    lsp_types::Diagnostic {
        range: open.lines().range(&open.text, visible(&open.text, found.span())),
        severity: Some(match found.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: lint.map(|lint| NumberOrString::String(lint.name().to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("filbert".to_owned()),
        message: found.in_words(),
        related_information: Some(related.collect()).filter(|list: &Vec<_>| !list.is_empty()),
        ..lsp_types::Diagnostic::default()
    }
}

/// A span with something in it: what stands before an empty one at the end of a line.
pub(super) fn visible(text: &str, span: Span) -> Span {
    if span.start < span.end {
        return span;
    }
    match text[span.start..].chars().next().filter(|c| !matches!(c, '\r' | '\n')) {
        Some(next) => Span::new(span.start, span.start + next.len_utf8()),
        None => {
            let before = text[..span.start].chars().next_back().filter(|c| !matches!(c, '\r' | '\n'));
            Span::new(span.start - before.map_or(0, char::len_utf8), span.start)
        }
    }
}

/// A place in a file, if it is one.
pub(super) fn location(path: Option<&std::path::Path>, open: &Open, source: &Source, span: Span) -> Option<Location> {
    let uri = match path {
        Some(path) => uri_of(path)?,
        None => open.uri.clone(),
    };
    Some(Location { uri, range: Lines::of(source.text()).range(source.text(), span) })
}

/// Something that may stand at a place.
pub(super) fn completion(open: &Open, span: Span, item: Item) -> CompletionItem {
    let kind = match item.kind {
        ItemKind::Command | ItemKind::Keyword => CompletionItemKind::KEYWORD,
        ItemKind::File => CompletionItemKind::FILE,
        ItemKind::Text => CompletionItemKind::TEXT,
        ItemKind::Name(kind) => match kind {
            NameKind::Function | NameKind::Sequence | NameKind::Claim => CompletionItemKind::FUNCTION,
            NameKind::Macro => CompletionItemKind::SNIPPET,
            NameKind::Variable => CompletionItemKind::VARIABLE,
            NameKind::System => CompletionItemKind::UNIT,
            NameKind::Game => CompletionItemKind::CLASS,
            NameKind::Word | NameKind::Morphism => CompletionItemKind::CONSTANT,
        },
    };
    let edit = TextEdit { range: open.lines().range(&open.text, span), new_text: item.text.clone() };
    CompletionItem {
        label: item.text,
        kind: Some(kind),
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        documentation: Some(item.documentation)
            .filter(|text| !text.is_empty())
            .map(|text| Documentation::MarkupContent(markdown(text))),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}

/// What an outline shows a name as.
pub(super) fn symbol_kind(kind: NameKind) -> SymbolKind {
    match kind {
        NameKind::Claim => SymbolKind::EVENT,
        NameKind::Function | NameKind::Sequence => SymbolKind::FUNCTION,
        NameKind::Game => SymbolKind::CLASS,
        NameKind::Macro => SymbolKind::OPERATOR,
        NameKind::System => SymbolKind::NAMESPACE,
        NameKind::Variable => SymbolKind::VARIABLE,
        NameKind::Word | NameKind::Morphism => SymbolKind::CONSTANT,
    }
}
