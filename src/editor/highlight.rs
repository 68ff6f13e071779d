//! What every piece of a text is, for colours.

use crate::syntax::{NameKind, PieceKind, Span, TokenKind, formula_tokens};

use super::document::{Document, Language};

/// What a piece of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// A comment.
    Comment,
    /// The word of a command or a clause.
    Keyword,
    /// A name, used or defined.
    Name(NameKind),
    /// A quantifier.
    Quantifier,
    /// A number.
    Number,
    /// A letter of a word, as `@1`.
    Letter,
    /// A connective, a comparison, an operator.
    Operator,
    /// A text that is no formula.
    Text,
}

/// A piece of the text, what it is, and whether a name is given its meaning there.
pub type Highlighted = (Span, Highlight, bool);

/// All pieces that are something, in the order of the text; none overlap.
pub fn highlights(document: &Document) -> Vec<Highlighted> {
    let mut found = Vec::new();
    let source = document.source();
    let mut definitions = document.definitions().iter().peekable();
    let mut uses = document.uses().iter().peekable();
    let mut end = 0;
    for (number, section) in document.sections().iter().enumerate() {
        comments(document, Span::new(end, section.span.start), &mut found);
        end = section.span.start;
        for (at, (kind, span)) in section.pieces.iter().enumerate() {
            comments(document, Span::new(end, span.start), &mut found);
            end = span.end;
            if at == 0 && !section.keyword.is_empty() {
                found.push((*span, Highlight::Keyword, false));
                continue;
            }
            if *kind == PieceKind::Quoted {
                quoted(document, number, *span, &mut found);
                continue;
            }
            while definitions.next_if(|one| one.place.start < span.start).is_some() {}
            while uses.next_if(|one| one.place.start < span.start).is_some() {}
            if let Some(one) = definitions.peek().filter(|one| one.place.end <= span.end) {
                found.push((one.place, Highlight::Name(one.kind), true));
            } else if let Some(one) = uses.peek().filter(|one| one.place.end <= span.end) {
                let kind = match one.wanted {
                    super::name::Wanted::One(kind) => kind,
                    super::name::Wanted::Any => NameKind::Function,
                };
                found.push((one.place, Highlight::Name(kind), false));
            } else if *kind == PieceKind::Name {
                let clause = ["from", "by", "of", "given", "upto", "terminal", "block", "misere", "measure", "right"];
                if clause.contains(&source.slice(*span)) {
                    found.push((*span, Highlight::Keyword, false));
                }
            } else if *kind == PieceKind::Bare && source.slice(*span).bytes().all(|byte| byte.is_ascii_digit()) {
                found.push((*span, Highlight::Number, false));
            }
        }
    }
    comments(document, Span::new(end, source.text().len()), &mut found);
    found
}

/// The comments in what stands between pieces.
fn comments(document: &Document, gap: Span, found: &mut Vec<Highlighted>) {
    let mut start = gap.start;
    for line in document.source().slice(gap).split_inclusive(['\n', '\r']) {
        if let Some(hash) = line.find('#') {
            let end = start + line.trim_end().len();
            found.push((Span::new(start + hash, end), Highlight::Comment, false));
        }
        start += line.len();
    }
}

fn quoted(document: &Document, section: usize, span: Span, found: &mut Vec<Highlighted>) {
    let inner = Span::new(span.start + 1, span.end - 1);
    let mut own = document.quotations_of(section).iter();
    let language = own.find(|one| one.span == inner).map(|one| one.language);
    if !matches!(language, Some(Language::Formula | Language::Rule | Language::Template)) {
        found.push((span, Highlight::Text, false));
        return;
    }
    let tokens = formula_tokens(document.source(), inner);
    for (at, token) in tokens.iter().enumerate() {
        let Some(kind) = token.kind else { continue };
        let next = tokens.get(at + 1).and_then(|next| next.kind);
        let what = match (kind, next) {
            (TokenKind::Function, _) => Highlight::Name(NameKind::Function),
            (TokenKind::Macro, _) => Highlight::Name(NameKind::Macro),
            (TokenKind::System, _) => Highlight::Name(NameKind::System),
            (TokenKind::WordName, _) | (TokenKind::Identifier, Some(TokenKind::OpenBracket)) => {
                Highlight::Name(NameKind::Word)
            }
            (TokenKind::Identifier, Some(TokenKind::OpenParen)) if !token.is_bound => {
                Highlight::Name(NameKind::Sequence)
            }
            (TokenKind::Identifier, _) => Highlight::Name(NameKind::Variable),
            (TokenKind::Number, _) => Highlight::Number,
            (TokenKind::Letter, _) => Highlight::Letter,
            (kind, _) if kind.is_quantifier() => Highlight::Quantifier,
            (kind, _) if kind.opens() || kind.closes() || kind == TokenKind::Comma => continue,
            _ => Highlight::Operator,
        };
        found.push((token.span, what, false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Source;

    #[test]
    fn every_piece_is_told_once_and_in_order() {
        let text = "# é\ndef f \"?msd_fib Ex T[x]=@1 & $g(#m(2))\": # b\ntheorem a \"x=\" from \"me\";\nfrob ";
        let document = Document::new(Source::new("s", text), None);
        let found = highlights(&document);
        assert!(found.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start), "{found:?}");
        let of = |what: Highlight| -> Vec<&str> {
            found.iter().filter(|one| one.1 == what).map(|one| &text[one.0.start..one.0.end]).collect()
        };
        assert_eq!(of(Highlight::Comment), ["# é", "# b"]);
        assert_eq!(of(Highlight::Keyword), ["def", "theorem", "from"]);
        assert_eq!(of(Highlight::Name(NameKind::Function)), ["f", "$g"]);
        assert_eq!(of(Highlight::Name(NameKind::Variable)), ["x", "x", "x"]);
        assert_eq!(of(Highlight::Text), ["\"me\""]);
    }
}
