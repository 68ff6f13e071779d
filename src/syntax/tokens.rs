//! What an editor and the formatter see of a text: its pieces with their places, whether they make sense or not.
//!
//! [`parse_script`](super::parse_script) gives trees of what is right. Here nothing has to be: a script is cut into the
//! pieces of its commands ([`pieces`]), a formula into tokens ([`formula_tokens`]), and [`place_at`] says where in a
//! command that may be half typed a place is. Between pieces there are blanks and comments alone, and between tokens
//! blanks.

use logos::Logos;

use super::ast::Ending;
use super::command::{Lexeme, Raw, split};
use super::lexer::Kind;
use super::macros::arguments;
use super::source::{Source, Span};

/// What a piece of a command looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// `foo`.
    Name,
    /// `f(i,j)`.
    Called,
    /// Anything else without blanks: `$foo`, `17`.
    Bare,
    /// `{0,1}`.
    Set,
    /// `[+]`.
    Bracket,
    /// A text in quotes, the quotes included.
    Quoted,
}

/// A piece of a command and where it stands.
pub type Piece = (PieceKind, Span);

/// The pieces of one command.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// In their order, without the terminator; hints stand first.
    pub list: Vec<Piece>,
    /// How it ends, and where its terminator stands.
    pub ending: Option<(Ending, Span)>,
    /// Where its last text in quotes begins, if that is not closed.
    pub unclosed: Option<usize>,
    /// Whether the pieces make no command, whatever it may be.
    pub is_broken: bool,
}

impl Pieces {
    /// From the first piece to the end of the terminator.
    pub fn span(&self) -> Option<Span> {
        let first = self.list.first().map(|(_, span)| span.start).or(self.unclosed);
        let start = first.or(self.ending.map(|(_, span)| span.start))?;
        let last = self.ending.map(|(_, span)| span.end).or(self.unclosed.map(|quote| quote + 1));
        Some(Span::new(start, last.or(self.list.last().map(|(_, span)| span.end))?))
    }
}

/// The pieces of the commands of a script, in their order.
///
/// ```
/// use filbert::syntax::{Source, pieces};
/// let commands = pieces(&Source::new("s", "def f \"x=1\"; # one\neval \"$f(y)"));
/// assert_eq!((commands[0].list.len(), commands[1].unclosed), (3, Some(24)));
/// ```
pub fn pieces(source: &Source) -> Vec<Pieces> {
    split(source).iter().map(of_raw).collect()
}

fn of_raw(raw: &Raw) -> Pieces {
    let kind = |lexeme: &Lexeme| match lexeme {
        Lexeme::Name => PieceKind::Name,
        Lexeme::Called => PieceKind::Called,
        Lexeme::Set => PieceKind::Set,
        Lexeme::Bracket => PieceKind::Bracket,
        Lexeme::Quoted => PieceKind::Quoted,
        Lexeme::Bare | Lexeme::Unclosed | Lexeme::TypographicQuote | Lexeme::End(_) => PieceKind::Bare,
    };
    let ending = raw.ending.map(|(ending, end)| {
        let length = if ending == Ending::StepsLogged { 2 } else { 1 };
        (ending, Span::new(end - length, end))
    });
    Pieces {
        list: raw.lexemes.iter().map(|(lexeme, span)| (kind(lexeme), *span)).collect(),
        ending,
        unclosed: raw.skipped.map(|skipped| skipped.start),
        is_broken: raw.broken.is_some(),
    }
}

/// What a place lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Between the pieces of a command, or at the end of one of them.
    Command,
    /// A comment.
    Comment,
    /// A text in quotes that begins at this byte, the quote not counted.
    Quotes(usize),
}

/// Where a place is in what stands before it.
#[derive(Clone, Debug)]
pub struct PlaceInCommand {
    /// The pieces of its command that end before it or at it.
    pub before: Vec<Piece>,
    /// What it lies in.
    pub within: Within,
}

/// Where the byte `at` is in its command; what follows it is not looked at.
///
/// ```
/// use filbert::syntax::{Source, Within, place_at};
/// let place = place_at("def f \"x=1\"; eval \"$f(", 22);
/// assert_eq!((place.before.len(), place.within), (1, Within::Quotes(19)));
/// ```
pub fn place_at(text: &str, at: usize) -> PlaceInCommand {
    let source = Source::new(String::new(), &text[..at]);
    let open = pieces(&source).pop();
    let end = open.as_ref().and_then(|last| last.ending.map(|(_, span)| span.end));
    let open = open.filter(|last| last.ending.is_none()).unwrap_or_default();
    if let Some(quote) = open.unclosed {
        return PlaceInCommand { before: open.list, within: Within::Quotes(quote + 1) };
    }
    let gap = open.list.last().map(|(_, span)| span.end).or(end).unwrap_or(0);
    let line = text[gap..at].rsplit(['\n', '\r']).next().unwrap_or_default();
    let within = if line.contains('#') { Within::Comment } else { Within::Command };
    PlaceInCommand { before: open.list, within }
}

/// A token of a formula.
#[derive(Clone, Copy, Debug)]
pub struct FormulaToken {
    /// What it is; nothing, if it is no token of formulas.
    pub kind: Option<Kind>,
    /// Where it stands.
    pub span: Span,
    /// The arguments of a macro, from `(` to `)`; the tokens in them follow, as if they were part of the formula.
    pub arguments: Option<Span>,
    /// Whether it is a variable in the list of a quantifier.
    pub is_bound: bool,
}

/// Whether something is called by its bare name in a text, as sequences are: `s(n)`. A bound variable may stand before a
/// parenthesis.
pub fn calls_bare_name(source: &Source, span: Span) -> bool {
    let tokens = formula_tokens(source, span);
    let calls = |pair: &[FormulaToken]| {
        let [name, open] = pair else { return false };
        name.kind == Some(Kind::Identifier) && !name.is_bound && open.kind == Some(Kind::OpenParen)
    };
    tokens.windows(2).any(calls)
}

/// The tokens of a formula, macros as they are written.
pub fn formula_tokens(source: &Source, span: Span) -> Vec<FormulaToken> {
    let span = source.clamp(span);
    let text = source.slice(span);
    let mut tokens: Vec<FormulaToken> = Vec::new();
    let mut lexer = Kind::lexer(text);
    // In the list of a quantifier: after its sign, what counts, or a comma.
    let mut takes_variable = false;
    while let Some(kind) = lexer.next() {
        let range = lexer.span();
        let end = (range.end..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
        let called = (kind == Ok(Kind::Macro)).then(|| {
            let rest = &text[range.end..];
            let open = rest.len() - rest.trim_start().len();
            let (_, length) = arguments(rest).ok()?;
            Some(Span::new(span.start + range.end + open, span.start + range.end + length))
        });
        let after_variable = tokens.last().is_some_and(|last| last.is_bound);
        let is_bound = takes_variable && kind == Ok(Kind::Identifier);
        takes_variable = match kind {
            Ok(kind) if kind.is_quantifier() => true,
            Ok(Kind::Comma) => after_variable,
            Ok(kind) if kind.is_comparison() || kind == Kind::Number => takes_variable,
            _ => false,
        };
        tokens.push(FormulaToken {
            kind: kind.ok(),
            is_bound,
            span: Span::new(span.start + range.start, span.start + end),
            arguments: called.flatten(),
        });
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(text: &str) -> Within {
        place_at(text, text.len()).within
    }

    #[test]
    fn a_place_knows_whether_it_is_quoted() {
        assert_eq!(within(""), Within::Command);
        assert_eq!(within("def f \"x"), Within::Quotes(7));
        assert_eq!(within("def f \"x\" "), Within::Command);
        assert_eq!(within("def f \"x\": # why"), Within::Comment);
        assert_eq!(within("def f \"x\": # why\n"), Within::Command);
        assert_eq!(within("def f \"#m(x"), Within::Quotes(7));
        // A quote that was forgotten before does not turn what follows inside out.
        assert_eq!(within("def f \"x=1:\ndef g \"y"), Within::Quotes(19));
        assert_eq!(within("def f \"x=1:\ndef g \"y\" "), Within::Command);
    }

    #[test]
    fn pieces_of_a_command_that_is_going_on_stand_before_a_place() {
        let text = "quit; theorem a \"x=1\" from \"";
        let place = place_at(text, text.len());
        let before: Vec<&str> = place.before.iter().map(|(_, span)| &text[span.start..span.end]).collect();
        assert_eq!(before, ["theorem", "a", "\"x=1\"", "from"]);
    }

    #[test]
    fn variables_of_quantifiers_are_no_calls() {
        let calls = |text: &str| calls_bare_name(&Source::new("s", text), Span::new(0, text.len()));
        assert!(!calls("Ap,q (p<q) & E>=2 x,y (x<y) & In(n>0) & $f(x)"));
        assert!(calls("s(n) = n+1") && calls("An (s (n)>0)"));
    }

    #[test]
    fn the_arguments_of_a_macro_are_found() {
        let source = Source::new("s", "#m (x,(y)) & é#n(");
        let tokens = formula_tokens(&source, source.span());
        assert_eq!(tokens[0].arguments.map(|span| source.slice(span)), Some("(x,(y))"));
        let last = tokens.iter().rev().find(|token| token.kind == Some(Kind::Macro)).expect("a macro");
        assert_eq!((source.slice(last.span), last.arguments), ("#n", None));
        assert!(tokens.iter().any(|token| token.kind.is_none() && source.slice(token.span) == "é"));
    }
}
