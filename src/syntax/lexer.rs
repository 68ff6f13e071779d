//! The tokens of formulas, and what to say about characters that are none.

use logos::Logos;

use super::diagnostic::Diagnostic;
use super::source::{Source, Span};

/// A token of a formula, without its text.
///
/// `E`, `A` and `I` are tokens of their own even when a variable follows at once: no variable begins with them. After
/// `$`, `.` and `#` only a name can follow, which may.
#[allow(missing_docs, reason = "a token is what its pattern says")]
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[\s\u{feff}\u{200b}\u{2060}]+")]
pub enum Kind {
    #[regex("[B-DF-HJ-Za-z][A-Za-z0-9_]*")]
    Identifier,
    #[regex(r"\.[A-Za-z][A-Za-z0-9_]*")]
    WordName,
    #[regex(r"\$[A-Za-z0-9_]*")]
    Function,
    #[regex("[0-9]+")]
    Number,
    #[regex(r"@[ \t]*[-_]?[ \t]*[0-9]*")]
    Letter,
    #[token("E")]
    Exists,
    #[token("A")]
    ForAll,
    #[token("I")]
    Infinitely,
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
    #[token("~")]
    Not,
    #[token("`")]
    Reverse,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("^")]
    Xor,
    #[token("=>")]
    Implies,
    #[token("<=>")]
    Iff,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Over,
    #[token("_")]
    Negative,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(",")]
    Comma,
    /// `->` and `:` stand between the parts of a game's rule; in a formula they are foreign.
    #[token("->")]
    Arrow,
    #[token(":")]
    Colon,
    /// `?msd_fib`, or `?S(f)` for a parameter f of a family: consumed by the scanner, never seen by the grammar.
    #[regex(r"\?[A-Za-z0-9_]*")]
    #[regex(r"\?[A-Z][A-Za-z0-9_]*\([ ]*[B-DF-HJ-Za-z][A-Za-z0-9_]*[ ]*\)")]
    System,
    /// `#name`: likewise.
    #[regex("#[A-Za-z0-9_]*")]
    Macro,
    /// What other notations write, longer than one character; see `FIXES`.
    #[token("==")]
    #[token("&&")]
    #[token("||")]
    #[token("!")]
    #[token("<>")]
    #[token("=<")]
    #[token("-->")]
    #[token("<->")]
    #[token("<-->")]
    #[token(r"/\")]
    #[token(r"\/")]
    Foreign,
}

impl Kind {
    /// Whether it binds variables.
    pub fn is_quantifier(self) -> bool {
        matches!(self, Kind::Exists | Kind::ForAll | Kind::Infinitely)
    }

    /// Whether it compares two terms.
    pub fn is_comparison(self) -> bool {
        use Kind::*;
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }

    /// Whether it joins two formulas.
    pub fn is_connective(self) -> bool {
        matches!(self, Kind::And | Kind::Or | Kind::Xor | Kind::Implies | Kind::Iff)
    }

    /// Whether it joins two terms.
    pub fn is_arithmetic(self) -> bool {
        matches!(self, Kind::Plus | Kind::Minus | Kind::Times | Kind::Over)
    }

    /// Whether it opens a bracket.
    pub fn opens(self) -> bool {
        matches!(self, Kind::OpenParen | Kind::OpenBracket)
    }

    /// Whether it closes one.
    pub fn closes(self) -> bool {
        matches!(self, Kind::CloseParen | Kind::CloseBracket)
    }
}

/// What other notations write and what to write here.
const FIXES: [(&str, &str); 41] = [
    ("==", "="),
    ("&&", "&"),
    ("||", "|"),
    ("!", "~"),
    ("<>", "!="),
    ("=<", "<="),
    ("->", "=>"),
    ("-->", "=>"),
    ("<->", "<=>"),
    ("<-->", "<=>"),
    (r"/\", "&"),
    (r"\/", "|"),
    ("≠", "!="),
    ("≤", "<="),
    ("⩽", "<="),
    ("≥", ">="),
    ("⩾", ">="),
    ("∧", "&"),
    ("⋀", "&"),
    ("∨", "|"),
    ("⋁", "|"),
    ("⊕", "^"),
    ("⊻", "^"),
    ("¬", "~"),
    ("˜", "~"),
    ("∼", "~"),
    ("∃", "E"),
    ("∀", "A"),
    ("→", "=>"),
    ("⇒", "=>"),
    ("⟹", "=>"),
    ("↔", "<=>"),
    ("⇔", "<=>"),
    ("⟺", "<=>"),
    ("×", "*"),
    ("·", "*"),
    ("⋅", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("–", "-"),
    ("‘", "`"),
];

/// The error for `text` at `span`, which is no token.
pub(super) fn foreign(source: &Source, span: Span, text: &str) -> Diagnostic {
    let character = text.chars().next().unwrap_or(' ');
    let error = Diagnostic::error(source, span, format!("unexpected `{text}` in a formula"));
    if let Some((_, fix)) = FIXES.iter().find(|(wrong, _)| *wrong == text) {
        return replaced(error.label(format!("write `{fix}`")), text, fix);
    }
    match character {
        '“' | '”' | '„' | '"' | '«' | '»' => {
            error.label("not here").help("a formula goes between straight quotes `\"` and contains none")
        }
        ':' | '.' => {
            let help = "nothing goes between a quantifier and its formula: `Ex,y x<y`";
            replaced(error.label("leave it out").help(help), text, "")
        }
        ';' => replaced(error.label("leave it out"), text, ""),
        '{' => replaced(error.label("write `(` or `)`"), text, "("),
        '}' => replaced(error.label("write `(` or `)`"), text, ")"),
        '%' => error
            .label("`%0`, `%1`, ... belong in the text of a macro")
            .help("the remainder of x divided by 3 is `x-3*(x/3)`; `Ek x=3*k+1` says that it is 1"),
        '$' => error.label("the name of a saved automaton must follow immediately"),
        '\'' | '’' | '′' => {
            error.label("not part of a name").help("names consist of the letters a-z and A-Z, digits and `_`")
        }
        _ if character.is_alphanumeric() => {
            error.label("not part of a name").help("names consist of the letters a-z and A-Z, digits and `_`")
        }
        _ => error.label("not part of the language"),
    }
}

/// The error with its fix, if the wrong text stands at its place and not in what a macro becomes.
fn replaced(error: Diagnostic, text: &str, fix: &str) -> Diagnostic {
    let span = error.span();
    if error.text().slice(span) == text { error.fix(span, fix) } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        Kind::lexer(text).map(|kind| kind.unwrap()).collect()
    }

    #[test]
    fn quantifiers_are_tokens_even_when_glued_to_a_variable() {
        use Kind::*;
        assert_eq!(kinds("Ex,y"), [Exists, Identifier, Comma, Identifier]);
        assert_eq!(kinds("AnEm"), [ForAll, Identifier]);
        assert_eq!(kinds("Ip A q"), [Infinitely, Identifier, ForAll, Identifier]);
        assert_eq!(kinds("E>=2x"), [Exists, GreaterEqual, Number, Identifier]);
    }

    #[test]
    fn the_longest_operator_wins() {
        use Kind::*;
        assert_eq!(
            kinds("<= <=> < => = >= > != - _"),
            [LessEqual, Iff, Less, Implies, Equal, GreaterEqual, Greater, NotEqual, Minus, Negative]
        );
    }

    #[test]
    fn every_kind_of_blank_is_skipped() {
        let text = "x\u{a0}=\u{202f}\u{2009}1\r\n\t&\u{feff}y\u{2003}=\u{200b}1";
        assert_eq!(kinds(text).len(), 7);
    }

    #[test]
    fn every_foreign_operator_has_a_fix() {
        for (wrong, _) in FIXES {
            let source = Source::new("s", wrong);
            let error = foreign(&source, source.span(), wrong);
            assert!(error.render(false).contains("write `"), "{wrong}");
            assert!(
                !matches!(Kind::lexer(wrong).next(), Some(Ok(kind)) if !matches!(kind, Kind::Foreign | Kind::Arrow))
            );
        }
    }
}
