//! A formula with one blank on each side of connectives, none around comparisons and operators, and its lines as they
//! are.

use crate::syntax::{FormulaToken, Source, Span, TokenKind, formula_tokens};

use super::indent;

/// How far a list of quantified variables has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// None is going on.
    None,
    /// After its sign, its comparison, or a comma.
    Open,
    /// After the number of `E>=2`.
    Number,
    /// After a variable.
    Variable,
}

/// The formula laid out anew, lines ending in `\n`; nothing if it is not made of tokens.
pub(super) fn format(source: &Source, span: Span) -> Option<String> {
    let mut out = String::new();
    let mut before: Option<TokenKind> = None;
    let mut bound = Bound::None;
    let mut at = span.start;
    for token in formula_tokens(source, span) {
        if token.span.start < at {
            // An argument of a macro, which is written already.
            continue;
        }
        let kind = token.kind?;
        let gap = source.slice(Span::new(at, token.span.start));
        let lines = gap.replace("\r\n", "\n").replace('\r', "\n");
        match lines.rsplit_once('\n') {
            Some((_, lead)) => {
                out.push('\n');
                out.push_str(&" ".repeat(indent(lead)));
            }
            None if before.is_some_and(|before| is_spaced(before, kind, bound)) => out.push(' '),
            None => {}
        }
        at = end_of(&token)?;
        let text = source.slice(Span::new(token.span.start, at));
        out.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
        bound = next(bound, kind);
        before = Some(kind);
    }
    Some(out)
}

/// Where a token ends, the arguments of a macro included.
fn end_of(token: &FormulaToken) -> Option<usize> {
    match token.kind {
        Some(TokenKind::Macro) => token.arguments.map(|arguments| arguments.end),
        _ => Some(token.span.end),
    }
}

fn next(bound: Bound, kind: TokenKind) -> Bound {
    match (bound, kind) {
        (_, kind) if kind.is_quantifier() => Bound::Open,
        (Bound::Open, kind) if kind.is_comparison() => Bound::Open,
        (Bound::Open, TokenKind::Number) => Bound::Number,
        (Bound::Open | Bound::Number, TokenKind::Identifier) => Bound::Variable,
        (Bound::Variable, TokenKind::Comma) => Bound::Open,
        _ => Bound::None,
    }
}

/// Whether a blank stands between two tokens, the first of which leaves a list of variables as `bound` says.
fn is_spaced(before: TokenKind, next: TokenKind, bound: Bound) -> bool {
    use TokenKind::{
        Arrow, CloseBracket, CloseParen, Colon, Comma, Function, Identifier, Letter, Macro, Not, Number, OpenParen,
        Reverse, System, WordName,
    };
    let parts = |kind: TokenKind| kind.is_connective() || matches!(kind, Arrow | Colon);
    if next == Comma {
        return false;
    }
    match bound {
        Bound::Variable => return true,
        Bound::Number => return true,
        Bound::Open => return false,
        Bound::None => {}
    }
    if before.opens() || next.closes() {
        return false;
    }
    if parts(before) || parts(next) || before == System {
        return true;
    }
    let ends = matches!(before, Identifier | Number | Letter | CloseParen | CloseBracket | Macro);
    let begins = matches!(next, Identifier | WordName | Number | Letter | Function | Macro | Not | Reverse | System)
        || next.is_quantifier()
        || next == OpenParen && before != Identifier;
    ends && begins
}
