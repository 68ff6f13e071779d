//! Whether two scripts say the same: piece by piece, formulas token by token, and all comments.

use crate::syntax::{PieceKind, Pieces, Source, Span, formula_tokens, pieces};

use super::super::document::Language;
use super::{is_of_sequences, list, quotations};

/// Where a script says something that the text laid out from it does not; nothing if they say the same.
pub(super) fn difference(source: &Source, laid: &str) -> Option<Span> {
    let other = Source::new(source.name(), laid);
    let whole = |one: &Pieces| !one.list.is_empty();
    let (old, new) = (pieces(source), pieces(&other));
    let (mut old, mut new) = (old.iter().filter(|one| whole(one)), new.iter().filter(|one| whole(one)));
    loop {
        match (old.next(), new.next()) {
            (None, None) => break,
            (Some(one), two) => {
                let is_same = two.is_some_and(|two| said(source, one) == said(&other, two));
                if !is_same {
                    return Some(one.span().unwrap_or_default());
                }
            }
            (None, Some(_)) => return Some(Span::at(source.text().len())),
        }
    }
    let [old, new] = [comments(source), comments(&other)];
    let differs = old.len() != new.len() || old.iter().zip(&new).any(|((_, one), (_, two))| one != two);
    let first = old.iter().zip(&new).position(|((_, one), (_, two))| one != two);
    differs.then(|| Span::at(old.get(first.unwrap_or(0)).map_or(0, |(at, _)| *at)))
}

/// What a command says, without what a layout may change.
fn said(source: &Source, pieces: &Pieces) -> Vec<String> {
    let quotations = quotations(source, pieces);
    let mut said = vec![format!("{:?}", pieces.ending.map(|(ending, _)| ending))];
    for (kind, span) in &pieces.list {
        let text = source.slice(*span);
        let lines = || text.replace("\r\n", "\n").replace('\r', "\n");
        let inner = Span::new(span.start + 1, span.end.max(span.start + 2) - 1);
        let language = quotations.iter().find(|(quoted, _)| *quoted == inner).map(|(_, language)| *language);
        said.push(match (kind, language) {
            (PieceKind::Quoted, Some(Language::Formula | Language::Rule)) if !is_of_sequences(source, inner) => {
                tokens(source, inner)
            }
            (PieceKind::Set, _) => list(text, '{', '}'),
            (PieceKind::Called, _) => list(text, '(', ')'),
            _ => lines(),
        });
    }
    said
}

/// The tokens of a formula, the arguments of macros letter by letter.
fn tokens(source: &Source, span: Span) -> String {
    let mut said = String::new();
    let mut at = span.start;
    for token in formula_tokens(source, span) {
        if token.span.start < at {
            continue;
        }
        at = token.arguments.map_or(token.span.end, |arguments| arguments.end);
        let text = source.slice(Span::new(token.span.start, at)).replace("\r\n", "\n").replace('\r', "\n");
        said += &format!("{:?} {text}\u{0}", token.kind);
    }
    said
}

/// The comments, and where each stands.
fn comments(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    let all = pieces(source);
    let spans = all.iter().flat_map(|one| {
        one.list.iter().map(|(_, span)| *span).chain(one.ending.map(|(_, span)| span)).collect::<Vec<Span>>()
    });
    for span in spans.chain([Span::at(source.text().len())]) {
        let gap = source.slice(Span::new(at, span.start));
        let mut start = at;
        for line in gap.split(['\n', '\r']) {
            if let Some(hash) = line.find('#') {
                found.push((start + hash, line[hash..].trim_end().to_owned()));
            }
            start += line.len() + 1;
        }
        at = span.end;
    }
    found
}
