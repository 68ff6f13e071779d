//! Regular expressions: [`parse_regex`], their tokens, and the builder that the grammar's actions call.

use lalrpop_util::{ParseError, lalrpop_mod};
use logos::Logos;

use crate::tuning::syntax::REPETITIONS;

use super::ast::{Regex, RegexId, RegexNode};
use super::diagnostic::Diagnostic;
use super::letter::{Bracket, bracket, stray};
use super::source::{Source, Span};

lalrpop_mod!(
    #[allow(clippy::all, clippy::wildcard_enum_match_arm, missing_docs, unused)]
    grammar,
    "/regex.rs"
);

/// A token of a regular expression.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
pub(super) enum Kind {
    #[regex("[0-9]")]
    Digit,
    #[regex(r"\[[^\[\]]*\]")]
    Letter,
    #[token(".")]
    Any,
    #[token("|")]
    Union,
    #[token("&")]
    Intersect,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("?")]
    Optional,
    #[regex(r"\{[^{}]*\}")]
    Times,
    #[token("~")]
    Complement,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
}

/// The regular expression that stands at `span` in `source`, quotes not counted.
///
/// ```
/// use filbert::syntax::{RegexNode, Source, parse_regex};
///
/// let source = Source::new("<prompt>", "([0,0] | [0,1][1,1]*[1,0])*");
/// let regex = parse_regex(&source, source.span())?;
/// assert!(matches!(regex.nodes.last(), Some(RegexNode::Star(_))));
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_regex(source: &Source, span: Span) -> Result<Regex, Diagnostic> {
    let span = source.clamp(span);
    let mut tokens = Vec::new();
    for (kind, range) in Kind::lexer(source.slice(span)).spanned() {
        let (start, end) = (span.start + range.start, span.start + range.end);
        let kind = kind.map_err(|()| stray(source, start, false))?;
        tokens.push((kind, Span::new(start, end)));
    }
    let mut builder = Builder { source, tokens: &tokens, nodes: Vec::new() };
    let kinds = (tokens.iter().enumerate()).map(|(at, (kind, _))| Ok((at, *kind, at + 1)));
    let at = match grammar::UnionParser::new().parse(&mut builder, kinds) {
        Ok(_) => {
            return Ok(Regex { nodes: builder.nodes });
        }
        Err(ParseError::User { error }) => return Err(error),
        Err(ParseError::UnrecognizedToken { token, .. } | ParseError::ExtraToken { token }) => token.0,
        Err(ParseError::UnrecognizedEof { .. }) => tokens.len(),
        Err(ParseError::InvalidToken { location }) => location,
    };
    Err(explain(source, span, &tokens, at))
}

/// Puts nodes into the arena as the grammar recognizes them, children first.
pub(super) struct Builder<'a> {
    source: &'a Source,
    tokens: &'a [(Kind, Span)],
    nodes: Vec<RegexNode>,
}

impl Builder<'_> {
    pub fn push(&mut self, node: RegexNode) -> RegexId {
        let id = u32::try_from(self.nodes.len()).expect("an expression has fewer than 2^32 nodes");
        self.nodes.push(node);
        RegexId(id)
    }

    /// The body repeated as `{2}`, `{2,}` or `{2,3}` says.
    pub fn times(&mut self, body: RegexId, at: usize) -> Result<RegexId, ParseError<usize, Kind, Diagnostic>> {
        let span = self.tokens[at].1;
        let text = self.source.slice(span);
        let (least, most) = text[1..text.len() - 1].split_once(',').unwrap_or((&text[1..text.len() - 1], "="));
        let count = |text: &str| text.trim().parse::<u32>().ok().filter(|&count| count <= REPETITIONS);
        let (Some(least), most) = (count(least), most.trim()) else { return Err(self.no_count(span)) };
        let most = match most {
            "" => None,
            "=" => Some(least),
            most => Some(count(most).filter(|&most| most >= least).ok_or_else(|| self.no_count(span))?),
        };
        Ok(self.push(RegexNode::Times(body, least, most)))
    }

    fn no_count(&self, span: Span) -> ParseError<usize, Kind, Diagnostic> {
        let message = format!("`{}` does not say how often", self.source.slice(span));
        let error = Diagnostic::error(self.source, span, message)
            .label("expected `{2}`, `{2,}` or `{2,3}`")
            .help(format!("at most {REPETITIONS} times; alphabets go before the quotes"));
        ParseError::User { error }
    }

    pub fn letter(&mut self, at: usize) -> Result<RegexId, ParseError<usize, Kind, Diagnostic>> {
        let span = self.tokens[at].1;
        let node = match bracket(self.source, span).map_err(|error| ParseError::User { error })? {
            Bracket::Letter(digits) => RegexNode::Letter(digits, span),
            Bracket::Class { ranges, negated } => RegexNode::Class { ranges, negated, span },
        };
        Ok(self.push(node))
    }
}

/// Why the token at `at` does not fit.
fn explain(source: &Source, span: Span, tokens: &[(Kind, Span)], at: usize) -> Diagnostic {
    if tokens.is_empty() {
        return Diagnostic::error(source, span, "this expression is empty").label("the empty word is written `()`");
    }
    let mut open = Vec::new();
    for (kind, span) in &tokens[..at] {
        if *kind == Kind::Open {
            open.push(*span);
        } else if *kind == Kind::Close {
            open.pop();
        }
    }
    let before = at.checked_sub(1).map(|at| tokens[at]);
    let found = tokens.get(at);
    let place = |what: &str| {
        let (before, found) = (before.map(|(_, span)| span), found.map(|(_, span)| *span));
        Diagnostic::expected(source, what, before, found)
    };
    let complete = before.is_some_and(|(kind, _)| ends_expression(kind));
    match (found, open.last()) {
        (Some((Kind::Close, close)), None) => {
            Diagnostic::error(source, *close, "unmatched `)`").label("no `(` is open here")
        }
        (None, Some(open)) if complete => place("`)` to close `(`").also(*open, "opened here"),
        (Some((Kind::Star | Kind::Plus | Kind::Optional | Kind::Times, sign)), _) => {
            let sign = source.slice(*sign);
            place("an expression").help(format!("`{sign}` follows what it repeats, as in `(01){sign}`"))
        }
        _ => place("an expression").help("the empty word is written `()`"),
    }
}

fn ends_expression(kind: Kind) -> bool {
    use Kind::*;
    matches!(kind, Digit | Letter | Any | Star | Plus | Optional | Times | Close)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expression in prefix form.
    fn tree(text: &str) -> String {
        let source = Source::new("r", text);
        let regex = parse_regex(&source, source.span()).unwrap_or_else(|error| panic!("{}", error.render(false)));
        let mut shown: Vec<String> = Vec::new();
        for node in &regex.nodes {
            let of = |id: &RegexId| shown[id.0 as usize].clone();
            shown.push(match node {
                RegexNode::Empty => "()".into(),
                RegexNode::Letter(digits, _) if digits.len() == 1 => digits[0].to_string(),
                RegexNode::Letter(digits, _) => format!("{digits:?}").replace(' ', ""),
                RegexNode::Any => ".".into(),
                RegexNode::Class { ranges, negated, .. } => format!("[{negated} {ranges:?}]"),
                RegexNode::Concat(l, r) => format!("({} {})", of(l), of(r)),
                RegexNode::Union(l, r) => format!("({}|{})", of(l), of(r)),
                RegexNode::Intersect(l, r) => format!("({}&{})", of(l), of(r)),
                RegexNode::Complement(r) => format!("(~{})", of(r)),
                RegexNode::Star(r) => format!("({}*)", of(r)),
                RegexNode::Plus(r) => format!("({}+)", of(r)),
                RegexNode::Optional(r) => format!("({}?)", of(r)),
                RegexNode::Times(r, least, most) => format!("({}{{{least},{most:?}}})", of(r)),
            });
        }
        shown.pop().unwrap()
    }

    #[test]
    fn union_binds_least_then_intersection_then_juxtaposition() {
        assert_eq!(tree("0|1&2 3|4"), "((0|(1&(2 3)))|4)");
        assert_eq!(tree("012"), "((0 1) 2)");
    }

    #[test]
    fn complement_binds_tighter_than_repetition() {
        assert_eq!(tree("~0*1"), "(((~0)*) 1)");
        assert_eq!(tree("~~(0|1)+?"), "(((~(~(0|1)))+)?)");
    }

    #[test]
    fn letters_are_digits_tuples_and_numbers_in_brackets() {
        assert_eq!(tree("[1,0][ -1 , 2 ]*.[10] [-3]7"), "((((([1,0] ([-1,2]*)) .) 10) -3) 7)");
        assert_eq!(tree("( ) | ()\n0"), "(()|(() 0))");
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{}0{}", "~(".repeat(10_000), "|1)*".repeat(10_000));
        assert!(tree_size(&deep) > 40_000);
    }

    fn tree_size(text: &str) -> usize {
        let source = Source::new("r", text);
        parse_regex(&source, source.span()).unwrap().nodes.len()
    }
}
