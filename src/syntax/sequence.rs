//! Terms in sequences and claims of them: `complexity(n) = n+1`, `n>=8 => s(n) = 8*(n-1)`, `sum{i: i<n} s(i)`.
//!
//! The indices of `s(2*n+1)` and the formulas in braces are texts of the language of formulas, which is read later; here
//! their ends are found by counting brackets.

use lalrpop_util::{ParseError, lalrpop_mod};
use logos::Logos;
use num_bigint::BigUint;

use crate::tuning::syntax::SEQUENCE_EXPONENT;

use super::ast::{Name, SequenceClaim, SequenceId, SequenceKind, SequenceNode, SequenceTerm, SequenceTheorem};
use super::diagnostic::Diagnostic;
use super::source::{Source, Span};
use super::system::full_system_name;

lalrpop_mod!(
    #[allow(clippy::all, clippy::wildcard_enum_match_arm, missing_docs, unused)]
    grammar,
    "/sequence.rs"
);

/// A token. Names become calls, values of words, sums and counts by what follows them.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
pub(super) enum Token {
    #[regex("[0-9]+")]
    Number,
    #[regex("[A-Za-z][A-Za-z0-9_]*")]
    Name,
    /// `.W`, which indices must follow.
    #[regex(r"\.[A-Za-z][A-Za-z0-9_]*")]
    WordName,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("_")]
    #[token("−")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Over,
    #[token("^")]
    Power,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token("=")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    /// `s(..)`, brackets included.
    Call,
    /// `W[..][..]`.
    Word,
    /// `count{..}`.
    Count,
    /// `sum{..}`.
    Sum,
    #[regex(r"is\s+bounded")]
    IsBounded,
    #[regex(r"takes\s+finitely\s+many\s+values")]
    TakesFinitelyManyValues,
    #[token("eventually", priority = 20)]
    Eventually,
}

/// Whether a text speaks of sequences: a name in it that `known` accepts is called, or a sum or count stands in it, or a
/// claim that only sequences are made of ends it.
pub fn speaks_of_sequences(text: &str, known: impl Fn(&str) -> bool) -> bool {
    let speaks = |name: &str, next: Option<u8>| match next {
        Some(b'{') => matches!(name, "sum" | "count"),
        Some(b'(') => known(name),
        None => matches!(name, "eventually" | "bounded" | "values"),
        Some(_) => false,
    };
    some_name(text, speaks)
}

/// Whether a sequence of this name is called in a text.
pub fn calls_sequence(text: &str, called: &str) -> bool {
    some_name(text, |name, next| name == called && next == Some(b'('))
}

/// Whether some name of a text is wanted, with the letter that follows; bound variables are no names.
fn some_name(text: &str, wanted: impl Fn(&str, Option<u8>) -> bool) -> bool {
    let bytes = text.as_bytes();
    let is_part = |at: usize| bytes.get(at).is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphabetic() {
            // A name does not begin within `$f`, `#m`, `?system` or a number.
            at += 1;
            if !matches!(bytes[at - 1], b'$' | b'#' | b'?' | b'.' | b'_') && !bytes[at - 1].is_ascii_digit() {
                continue;
            }
            while is_part(at) {
                at += 1;
            }
            continue;
        }
        let start = at;
        while is_part(at) {
            at += 1;
        }
        let name = &text[start..at];
        let next = text[at..].trim_start().bytes().next();
        if wanted(name, next) && !bound(&text[..start]) {
            return true;
        }
    }
    false
}

/// Whether a name that follows this text stands in the list of a quantifier, as in `E x,y (..)`.
fn bound(before: &str) -> bool {
    let mut rest = before.trim_end();
    while let Some(shorter) = rest.strip_suffix(',') {
        rest = shorter.trim_end().trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').trim_end();
    }
    // `E`, or `E>=2`.
    let counted = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let quantifier = if counted.ends_with('=') { counted.trim_end_matches(['=', '<', '>']) } else { rest };
    quantifier.ends_with(['E', 'A', 'I'])
}

/// The full name of a numeration system, and where it stands.
pub type NamedSystem = (std::sync::Arc<str>, Span);

/// The numeration system that a text begins with, and what follows: `?msd_fib s(n) = n+1`.
///
/// # Errors
/// If what stands after `?` names no system.
pub fn system_of_sequences(source: &Source, span: Span) -> Result<(Option<NamedSystem>, Span), Diagnostic> {
    let text = source.slice(span);
    let start = span.start + (text.len() - text.trim_start().len());
    let Some(rest) = text.trim_start().strip_prefix('?') else { return Ok((None, span)) };
    let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let place = Span::new(start, start + 1 + length);
    match full_system_name(&rest[..length]) {
        Some(name) => Ok((Some((name, place)), Span::new(place.end, span.end))),
        None => Err(Diagnostic::error(source, place, format!("`{}` is not a numeration system", source.slice(place)))
            .label("expected a name like `?msd_fib`")),
    }
}

/// The term that stands at `span`.
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_sequence(source: &Source, span: Span) -> Result<SequenceTerm<SequenceId>, Diagnostic> {
    let (nodes, parsed) = parse(source, span, Goal::Term)?;
    match parsed {
        Parsed::Term(top) => Ok(SequenceTerm { nodes, top }),
        Parsed::Claim(_) | Parsed::Equations(_) => unreachable!("a term was to be read"),
    }
}

/// The equations that stand at `span`, with commas between them.
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_equations(source: &Source, span: Span) -> Result<SequenceTerm<Vec<(SequenceId, SequenceId)>>, Diagnostic> {
    let (nodes, parsed) = parse(source, span, Goal::Equations)?;
    match parsed {
        Parsed::Equations(top) => Ok(SequenceTerm { nodes, top }),
        Parsed::Claim(_) | Parsed::Term(_) => unreachable!("equations were to be read"),
    }
}

/// The claim that stands at `span`; what stands before its last `=>` is its premise.
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_sequence_claim(source: &Source, span: Span) -> Result<SequenceTheorem, Diagnostic> {
    let text = source.slice(span);
    let mut depth = 0i32;
    let mut arrow = None;
    for (at, byte) in text.bytes().enumerate() {
        depth += match byte {
            b'(' | b'[' | b'{' => 1,
            b')' | b']' | b'}' => -1,
            _ => 0,
        };
        let before = &text.as_bytes()[..at];
        if depth == 0 && byte == b'>' && before.ends_with(b"=") && !before.ends_with(b"<=") {
            arrow = Some(at);
        }
    }
    let premise = arrow.map(|at| Span::new(span.start, span.start + at - 1));
    let claim = Span::new(arrow.map_or(span.start, |at| span.start + at + 1), span.end);
    let (nodes, parsed) = parse(source, claim, Goal::Claim)?;
    match parsed {
        Parsed::Claim(top) => Ok(SequenceTheorem { premise, claim: SequenceTerm { nodes, top } }),
        Parsed::Term(_) | Parsed::Equations(_) => unreachable!("a claim was to be read"),
    }
}

/// What is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Term,
    Claim,
    Equations,
}

impl Goal {
    fn title(self) -> &'static str {
        match self {
            Goal::Term => "a term in sequences",
            Goal::Claim => "a claim",
            Goal::Equations => "equations",
        }
    }
}

/// What the grammar reads: what is to be read, then the tokens of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Terminal {
    Start(Goal),
    Token(Token),
}

/// What was read.
pub(super) enum Parsed {
    Term(SequenceId),
    Claim(SequenceClaim),
    Equations(Vec<(SequenceId, SequenceId)>),
}

type Stopped = ParseError<usize, Terminal, Diagnostic>;

/// What the text at `span` is read as, and the nodes of its terms; the goal is what comes out.
fn parse(source: &Source, span: Span, goal: Goal) -> Result<(Vec<SequenceNode>, Parsed), Diagnostic> {
    let what = goal.title();
    let tokens = tokens(source, source.clamp(span))?;
    let list = tokens.iter().enumerate().map(|(at, (token, _))| (at, Terminal::Token(*token), at + 1));
    let all = std::iter::once((0, Terminal::Start(goal), 0)).chain(list).map(Ok::<_, Diagnostic>);
    let mut builder = Builder { source, tokens: &tokens, nodes: Vec::new() };
    let at = match grammar::WholeParser::new().parse(&mut builder, all) {
        Ok(parsed) => return Ok((builder.nodes, parsed)),
        Err(ParseError::User { error }) => return Err(error),
        Err(ParseError::UnrecognizedToken { token, .. } | ParseError::ExtraToken { token }) => token.0,
        Err(ParseError::UnrecognizedEof { .. }) => tokens.len(),
        Err(ParseError::InvalidToken { location }) => location,
    };
    let place = |at: usize| tokens.get(at).map(|(_, span)| *span);
    let error = match place(at) {
        Some(found) => Diagnostic::error(source, found, format!("unexpected `{}`", source.slice(found))),
        None => Diagnostic::error(source, Span::at(span.end), format!("{what} ends too early")),
    };
    Err(error
        .label(format!("this is read as {what}, because it uses a sequence or a sum"))
        .help("as in `s(n) = n+1`, `n>=1 => s(2*n) <= 2*s(n)`, `s(n) = t(n) eventually`, `s(n) is bounded`"))
}

/// The tokens of a text, each with its place; what is in brackets after a name belongs to it.
fn tokens(source: &Source, span: Span) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let text = source.slice(span);
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let mut lexer = Token::lexer(&text[at..]);
        let Some(token) = lexer.next() else { break };
        let range = lexer.span();
        let (start, mut end) = (at + range.start, at + range.end);
        let place = |end: usize| Span::new(span.start + start, span.start + end);
        let mut token = token.map_err(|()| {
            let end = (end..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            Diagnostic::error(source, place(end), format!("unexpected `{}` in a term", &text[start..end]))
                .label("not part of a term in sequences")
        })?;
        let head = end;
        let unclosed = |open: &str| {
            Diagnostic::error(source, place(head), format!("`{}` is not closed", &text[start..head]))
                .label(format!("expected a bracket that closes `{open}`"))
        };
        if matches!(token, Token::Name | Token::WordName) {
            let name = &text[start..end];
            let gap = text[end..].len() - text[end..].trim_start().len();
            match text[end + gap..].bytes().next() {
                Some(b'(') if token == Token::Name => {
                    token = Token::Call;
                    end = closing(text, end + gap).ok_or_else(|| unclosed("("))?;
                }
                Some(b'[') => {
                    token = Token::Word;
                    let mut open = end + gap;
                    while text[open..].starts_with('[') {
                        end = closing(text, open).ok_or_else(|| unclosed("["))?;
                        open = end + (text[end..].len() - text[end..].trim_start().len());
                    }
                }
                Some(b'{') if matches!(name, "sum" | "count") => {
                    token = if name == "sum" { Token::Sum } else { Token::Count };
                    end = closing(text, end + gap).ok_or_else(|| unclosed("{"))?;
                }
                _ => {}
            }
        }
        tokens.push((token, place(end)));
        at = end;
    }
    Ok(tokens)
}

/// Where what the bracket at `open` opens is closed: one past the bracket that closes it.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// What the actions of the grammar make of its tokens.
pub(super) struct Builder<'a> {
    source: &'a Source,
    tokens: &'a [(Token, Span)],
    nodes: Vec<SequenceNode>,
}

impl Builder<'_> {
    fn text(&self, at: usize) -> &str {
        self.source.slice(self.tokens[at].1)
    }

    pub fn node(&mut self, at: usize, kind: SequenceKind) -> SequenceId {
        let span = self.tokens[at].1;
        self.nodes.push(SequenceNode { kind, span });
        SequenceId(self.nodes.len() - 1)
    }

    pub fn number(&mut self, at: usize) -> SequenceId {
        let number: BigUint = self.text(at).parse().expect("decimal digits");
        self.node(at, SequenceKind::Number(number))
    }

    pub fn variable(&mut self, at: usize) -> SequenceId {
        let name = Name { text: self.text(at).into(), span: self.tokens[at].1 };
        self.node(at, SequenceKind::Variable(name))
    }

    /// The name before the first bracket.
    fn name(&self, at: usize) -> Name {
        let span = self.tokens[at].1;
        let name = self.text(at).split(['(', '[', '{']).next().unwrap_or_default().trim_end();
        Name { text: name.trim_start_matches('.').into(), span: Span::new(span.start, span.start + name.len()) }
    }

    /// What stands between the brackets of a call, a sum or a count.
    fn inside(&self, at: usize) -> Span {
        let span = self.tokens[at].1;
        let open = self.text(at).find(['(', '{']).expect("it has a bracket");
        Span::new(span.start + open + 1, span.end - 1)
    }

    pub fn call(&mut self, at: usize) -> SequenceId {
        let inside = self.inside(at);
        let text = self.source.slice(inside);
        let mut indices = Vec::new();
        let (mut depth, mut start) = (0i32, 0);
        for (place, byte) in text.bytes().enumerate() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b',' if depth == 0 => {
                    indices.push(Span::new(inside.start + start, inside.start + place));
                    start = place + 1;
                }
                _ => {}
            }
        }
        indices.push(Span::new(inside.start + start, inside.end));
        let sequence = self.name(at);
        self.node(at, SequenceKind::Call { sequence, indices })
    }

    pub fn word(&mut self, at: usize) -> SequenceId {
        let name = self.name(at);
        self.node(at, SequenceKind::Word(name, self.tokens[at].1))
    }

    /// `i,j: F`: the variables and the formula. Without a colon all is a formula.
    fn bound(&self, at: usize) -> Result<(Vec<Name>, Span), Stopped> {
        let inside = self.inside(at);
        let text = self.source.slice(inside);
        let Some((list, _)) = text.split_once(':') else { return Ok((Vec::new(), inside)) };
        let formula = Span::new(inside.start + list.len() + 1, inside.end);
        let mut names = Vec::new();
        let mut start = inside.start;
        for part in list.split(',') {
            let name = part.trim();
            let begin = start + (part.len() - part.trim_start().len());
            let span = Span::new(begin, begin + name.len());
            if !super::name::is_variable(name) {
                let error = Diagnostic::error(self.source, span, format!("`{name}` is not a variable"))
                    .label("expected variables before the colon, as in `sum{i,j: i+j=n}`");
                return Err(ParseError::User { error });
            }
            if let Some(first) = names.iter().find(|earlier: &&Name| *earlier.text == *name) {
                let error = Diagnostic::error(self.source, span, format!("`{name}` is bound twice"))
                    .also(first.span, "first here");
                return Err(ParseError::User { error });
            }
            names.push(Name { text: name.into(), span });
            start += part.len() + 1;
        }
        Ok((names, formula))
    }

    pub fn sum(&mut self, at: usize, body: SequenceId) -> Result<SequenceId, Stopped> {
        let (names, formula) = self.bound(at)?;
        Ok(self.node(at, SequenceKind::Sum(names, formula, body)))
    }

    pub fn count(&mut self, at: usize) -> Result<SequenceId, Stopped> {
        let (names, formula) = self.bound(at)?;
        Ok(self.node(at, SequenceKind::Count(names, formula)))
    }

    pub fn exponent(&self, at: usize) -> Result<u32, Stopped> {
        self.text(at).parse().ok().filter(|&exponent| exponent <= SEQUENCE_EXPONENT).ok_or_else(|| {
            let error = Diagnostic::error(self.source, self.tokens[at].1, "this exponent is too large")
                .label(format!("at most {SEQUENCE_EXPONENT}"));
            ParseError::User { error }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ast::SequenceClaim;
    use super::*;

    fn shown<Top>(term: &SequenceTerm<Top>, id: SequenceId, source: &Source) -> String {
        let show = |id: &SequenceId| shown(term, *id, source);
        match &term[id].kind {
            SequenceKind::Number(n) => n.to_string(),
            SequenceKind::Variable(name) => name.text.to_string(),
            SequenceKind::Call { sequence, indices } => {
                let indices: Vec<&str> = indices.iter().map(|&span| source.slice(span)).collect();
                format!("{}<{}>", sequence.text, indices.join(";"))
            }
            SequenceKind::Word(_, span) => source.slice(*span).to_owned(),
            SequenceKind::Count(names, formula) => format!("#{}{{{}}}", names.len(), source.slice(*formula).trim()),
            SequenceKind::Sum(names, formula, body) => {
                format!("S{}{{{}}}[{}]", names.len(), source.slice(*formula).trim(), show(body))
            }
            SequenceKind::Negate(of) => format!("-{}", show(of)),
            SequenceKind::Add(a, b) => format!("({}+{})", show(a), show(b)),
            SequenceKind::Subtract(a, b) => format!("({}-{})", show(a), show(b)),
            SequenceKind::Multiply(a, b) => format!("({}*{})", show(a), show(b)),
            SequenceKind::Divide(a, b) => format!("({}/{})", show(a), show(b)),
            SequenceKind::Power(a, k) => format!("{}^{k}", show(a)),
        }
    }

    fn term(text: &str) -> String {
        let source = Source::new("s", text);
        let term = parse_sequence(&source, source.span()).unwrap_or_else(|error| panic!("{}", error.render(false)));
        shown(&term, term.top, &source)
    }

    #[test]
    fn terms_are_read_as_arithmetic_writes_them() {
        assert_eq!(term("a(n)+2*b(n+1)"), "(a<n>+(2*b<n+1>))");
        assert_eq!(term("-n^2*3-1"), "((-n^2*3)-1)");
        assert_eq!(term("2*sum{i: i<n} s(i)*t(i)+1"), "((2*S1{i<n}[(s<i>*t<i>)])+1)");
        assert_eq!(term("count{i,j: i+j=n & $f(i,j)}/2"), "(#2{i+j=n & $f(i,j)}/2)");
        assert_eq!(term("T[n][m+1] * s((n+1)/2, m)"), "(T[n][m+1]*s<(n+1)/2; m>)");
    }

    #[test]
    fn claims_have_premises_and_ends() {
        let source = Source::new("c", "n>=8 & (n<=3 => n=1) => s(n) = 8*(n-1) eventually");
        let theorem = parse_sequence_claim(&source, source.span()).unwrap();
        assert_eq!(source.slice(theorem.premise.unwrap()).trim(), "n>=8 & (n<=3 => n=1)");
        assert!(matches!(theorem.claim.top, SequenceClaim::Compare { eventually: true, .. }));
        let source = Source::new("c", "s(n)<=t(n)");
        assert!(parse_sequence_claim(&source, source.span()).unwrap().premise.is_none());
        for text in ["s(n) is  bounded", "s(n) takes finitely many values"] {
            let source = Source::new("c", text);
            assert!(parse_sequence_claim(&source, source.span()).is_ok(), "{text}");
        }
        for text in ["s(n", "s(n) = ", "s(n) = t(n) =", "sum{i: i<n}", "s(n) = 3^99", "sum{1: i<n} i", "s(n) § 1"] {
            let source = Source::new("c", text);
            assert!(parse_sequence_claim(&source, source.span()).is_err(), "{text}");
        }
    }

    #[test]
    fn formulas_do_not_speak_of_sequences() {
        let known = |name: &str| ["s", "x", "f"].contains(&name);
        for text in ["Ex (x=1)", "E y,x (x=y)", "$s(n)", "#s(n)", "Ax $f(x)", "E>=2x (x<5)", "s[n]=@1", "n=s"] {
            assert!(!speaks_of_sequences(text, known), "{text}");
        }
        for text in ["s(n)=1", "?msd_fib s (n)=1", "1+sum{i: i<n}i=0", "n is bounded", "n>=2 => s(n)=2"] {
            assert!(speaks_of_sequences(text, known), "{text}");
        }
    }
}
