//! From the text of a formula to its tokens: macros expanded, every token tagged with its numeration system.
//!
//! `?msd_fib` holds from where it stands to the end of the enclosing parenthesis or bracket. A stack on the brackets
//! knows which system is in force, so the grammar never sees a `?`.

use std::collections::HashSet;
use std::sync::Arc;

use logos::Logos;

use crate::tuning::syntax::{MACRO_BYTES, MACRO_DEPTH};

use super::diagnostic::{Diagnostic, short};
use super::lexer::{Kind, foreign};
use super::macros::{BadCall, BadFilling, Macros, arguments, fill};
use super::source::{Source, Span};
use super::suggest::nearest;
use super::system::full_system_name;

/// A token and all that the parser wants to know about it.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    /// Where it stands; for a token from a macro, the call.
    pub span: Span,
    /// As written.
    pub text: Arc<str>,
    /// Full name of the numeration system in force.
    pub system: Arc<str>,
    /// Index in [`Tokens::expansions`], if it comes from a macro.
    pub expansion: Option<usize>,
}

/// The tokens of a formula.
pub(super) struct Tokens {
    pub list: Vec<Token>,
    /// What each macro call in the formula's own text stands for.
    pub expansions: Vec<String>,
}

/// The tokens of the formula at `span`, in which `system` is in force until another is named.
pub(super) fn scan_in(source: &Source, span: Span, macros: &dyn Macros, system: &str) -> Result<Tokens, Diagnostic> {
    Scanner::new(source, macros, system).all(span)
}

/// The tokens of the rule of a game at `span`, in which `system` is in force until another is named: those before its
/// first `:` may be `->`.
pub(super) fn scan_rule(source: &Source, span: Span, macros: &dyn Macros, system: &str) -> Result<Tokens, Diagnostic> {
    let scanner = Scanner::new(source, macros, system);
    Scanner { before_colon: true, ..scanner }.all(span)
}

/// Where the text that is being scanned stands.
#[derive(Clone, Copy)]
enum Place {
    /// In the source, from this byte on.
    Source(usize),
    /// In the expansion of the macro call at this span.
    Call(Span),
}

struct Scanner<'a> {
    source: &'a Source,
    macros: &'a dyn Macros,
    tokens: Tokens,
    /// Every text seen, to share them.
    texts: HashSet<Arc<str>>,
    /// The system in force, below it those to return to at each closing bracket.
    systems: Vec<Arc<str>>,
    /// Bytes of expansions so far.
    expanded: usize,
    /// Whether what comes is that part of a rule which names the piles.
    before_colon: bool,
}

impl<'a> Scanner<'a> {
    fn new(source: &'a Source, macros: &'a dyn Macros, system: &str) -> Scanner<'a> {
        Scanner {
            source,
            macros,
            tokens: Tokens { list: Vec::new(), expansions: Vec::new() },
            texts: HashSet::new(),
            systems: vec![system.into()],
            expanded: 0,
            before_colon: false,
        }
    }

    fn all(mut self, span: Span) -> Result<Tokens, Diagnostic> {
        let span = self.source.clamp(span);
        self.scan(self.source.slice(span), Place::Source(span.start), 0)?;
        Ok(self.tokens)
    }

    fn scan(&mut self, text: &str, place: Place, depth: usize) -> Result<(), Diagnostic> {
        let mut lexer = Kind::lexer(text);
        while let Some(kind) = lexer.next() {
            let range = lexer.span();
            let span = match place {
                Place::Source(offset) => Span::new(offset + range.start, offset + range.end),
                Place::Call(call) => call,
            };
            let slice = lexer.slice();
            match kind {
                Err(()) | Ok(Kind::Foreign) => {
                    return Err(self.locate(foreign(self.source, span, slice), place));
                }
                Ok(Kind::Arrow | Kind::Colon) if !self.before_colon => {
                    return Err(self.locate(foreign(self.source, span, slice), place));
                }
                Ok(Kind::Macro) => {
                    let (arguments, length) = self.arguments(lexer.remainder(), span, slice, place)?;
                    lexer.bump(length);
                    let call = match place {
                        Place::Source(_) => Span::new(span.start, span.end + length),
                        Place::Call(call) => call,
                    };
                    let filled = (self.expand(&slice[1..], &arguments, call, depth))
                        .map_err(|error| self.locate(error, place))?;
                    if depth == 0 {
                        self.tokens.expansions.push(filled.clone());
                    }
                    self.scan(&filled, Place::Call(call), depth + 1)?;
                }
                Ok(Kind::System) => {
                    let name = system_or_parameter(&slice[1..]).ok_or_else(|| {
                        let message = "expected the name of a numeration system after `?`";
                        let error = Diagnostic::error(self.source, span, message).label("for example `?msd_fib`");
                        self.locate(error, place)
                    })?;
                    *self.system() = name;
                }
                Ok(kind) => {
                    self.check_name(kind, slice, span).map_err(|error| self.locate(error, place))?;
                    self.push(kind, slice, span, place);
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, kind: Kind, text: &str, span: Span, place: Place) {
        self.before_colon &= kind != Kind::Colon;
        let system = self.system().clone();
        if kind.opens() {
            self.systems.push(system.clone());
        } else if kind.closes() && self.systems.len() > 1 {
            self.systems.pop();
        }
        let text = self.texts.get(text).cloned().unwrap_or_else(|| {
            let text: Arc<str> = text.into();
            self.texts.insert(text.clone());
            text
        });
        let expansion = match place {
            Place::Source(_) => None,
            Place::Call(_) => Some(self.tokens.expansions.len() - 1),
        };
        self.tokens.list.push(Token { kind, span, text, system, expansion });
    }

    fn system(&mut self) -> &mut Arc<str> {
        self.systems.last_mut().expect("the default is never popped")
    }

    /// Says what a lexeme is too long or too short for.
    fn check_name(&self, kind: Kind, text: &str, span: Span) -> Result<(), Diagnostic> {
        let name = &text[1..];
        let error = |message: String| Diagnostic::error(self.source, span, message);
        if kind == Kind::Function {
            if name.is_empty() {
                return Err(foreign(self.source, span, text));
            }
            if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(error(format!("`{name}` is not a name")).label("names begin with a letter"));
            }
        }
        if kind == Kind::Letter {
            if !name.ends_with(|last: char| last.is_ascii_digit()) {
                return Err(error(format!("expected a letter after `{text}`")).label("for example `@1` or `@-1`"));
            }
            if letter(text).is_none() {
                return Err(error(format!("the letter `{name}` is too large")).label("over 64 bits"));
            }
        }
        Ok(())
    }

    /// The arguments of the macro call at `span`, and how many bytes they take.
    fn arguments<'t>(
        &self,
        text: &'t str,
        span: Span,
        call: &str,
        place: Place,
    ) -> Result<(Vec<&'t str>, usize), Diagnostic> {
        let error = |message: String| Diagnostic::error(self.source, span, message);
        if call == "#" {
            let error = error("expected the name of a macro after `#`".into());
            return Err(self.locate(error.label("for example `#twice(x)`"), place));
        }
        arguments(text).map_err(|bad| {
            let error = match bad {
                BadCall::NoParenthesis => {
                    error(format!("expected `(` after `{call}`")).label("the macro's arguments must follow")
                }
                BadCall::Unclosed(open) => {
                    let error = error(format!("expected `)` to close the arguments of `{call}`"));
                    match place {
                        Place::Source(_) => {
                            error.label("in this call").also(Span::at(span.end + open), "opened here, never closed")
                        }
                        Place::Call(_) => error.label("in this call"),
                    }
                }
            };
            self.locate(error, place)
        })
    }

    /// The text that the macro `name` becomes.
    fn expand(&mut self, name: &str, arguments: &[&str], call: Span, depth: usize) -> Result<String, Diagnostic> {
        let error = |message: String| Diagnostic::error(self.source, call, message);
        let Some(template) = self.macros.template(name) else {
            let names = self.macros.names();
            let error = error(format!("unknown macro `#{name}`"));
            return Err(match nearest(name, names.iter().map(String::as_str)) {
                // In an expansion the place is that of the call.
                Some(known) => {
                    let name_at = Span::new(call.start, call.start + 1 + name.len());
                    let error = error.label(format!("did you mean `#{known}`?"));
                    match self.source.slice(name_at).strip_prefix('#') == Some(name) {
                        true => error.fix(name_at, format!("#{known}")),
                        false => error,
                    }
                }
                None => error.label("no macro has this name").help("define it first, with `macro`"),
            });
        };
        if depth == MACRO_DEPTH {
            return Err(error(format!("macro `#{name}` does not end"))
                .label(format!("calls macros {MACRO_DEPTH} deep"))
                .help("does a macro call itself?"));
        }
        match fill(&template, arguments, MACRO_BYTES - self.expanded) {
            Ok(filled) => {
                self.expanded += filled.len();
                Ok(filled)
            }
            Err(BadFilling::Missing(number)) => {
                let given = match arguments.len() {
                    0 => "no argument is given".into(),
                    1 => "only `%0` is given".into(),
                    count => format!("only `%0` to `%{}` are given", count - 1),
                };
                Err(error(format!("macro `#{name}` lacks an argument"))
                    .label(given)
                    .help(format!("its text mentions `%{number}`: `{}`", short(&template))))
            }
            Err(BadFilling::TooLong) => Err(error(format!("macro `#{name}` becomes too long"))
                .label(format!("over {MACRO_BYTES} bytes with the text before it"))),
        }
    }

    fn locate(&self, error: Diagnostic, place: Place) -> Diagnostic {
        match place {
            Place::Source(_) => error,
            Place::Call(call) => {
                in_expansion(error, self.source.slice(call), self.tokens.expansions.last().map_or("", String::as_str))
            }
        }
    }
}

/// The full name of a numeration system, or a family and its parameter, as `S(f)`.
fn system_or_parameter(text: &str) -> Option<Arc<str>> {
    match text.contains('(') {
        true => Some(text.replace(' ', "").into()),
        false => full_system_name(text),
    }
}

/// Adds to an error in the expansion of `call` what the call stands for.
pub(super) fn in_expansion(error: Diagnostic, call: &str, expansion: &str) -> Diagnostic {
    error.help(format!("`{}` expands to `{}`", short(call), short(expansion)))
}

/// The letter that `@3`, `@-1` or `@_1` writes, if it fits.
pub(super) fn letter(text: &str) -> Option<i64> {
    let digits: String = text[1..].chars().filter(|c| !c.is_whitespace()).collect();
    digits.replace('_', "-").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn scanned(text: &str, macros: &[(&str, &str)]) -> Result<Vec<Token>, String> {
        let macros: HashMap<String, String> =
            (macros.iter()).map(|(name, text)| (name.to_string(), text.to_string())).collect();
        let source = Source::new("f", text);
        scan_in(&source, source.span(), &macros, super::super::system::DEFAULT_SYSTEM)
            .map(|tokens| tokens.list)
            .map_err(|error| error.render(false))
    }

    fn systems(text: &str) -> Vec<String> {
        (scanned(text, &[]).unwrap().iter()).map(|token| format!("{} {}", token.text, token.system)).collect()
    }

    fn texts(text: &str, macros: &[(&str, &str)]) -> String {
        let tokens = scanned(text, macros).unwrap();
        let texts: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
        texts.join(" ")
    }

    #[test]
    fn a_system_holds_to_the_end_of_its_parenthesis() {
        assert_eq!(systems("(?fib x ) y ?lsd_3 z"), ["( msd_2", "x msd_fib", ") msd_fib", "y msd_2", "z lsd_3"]);
        assert_eq!(
            systems("W[?7 i][j]"),
            ["W msd_2", "[ msd_2", "i msd_7", "] msd_7", "[ msd_2", "j msd_2", "] msd_2"]
        );
    }

    #[test]
    fn a_family_is_named_with_its_parameter() {
        assert_eq!(systems("(?S( f ) x )=y"), ["( msd_2", "x S(f)", ") S(f)", "= msd_2", "y msd_2"]);
        // Not a family: its name would begin with a capital letter.
        assert_eq!(systems("?fib(x)=y"), ["( msd_fib", "x msd_fib", ") msd_fib", "= msd_fib", "y msd_fib"]);
    }

    #[test]
    fn a_comma_between_arguments_does_not_end_a_system() {
        let tagged = systems("$f(?fib x,y)=z");
        assert_eq!(tagged[4], "y msd_fib");
        assert_eq!(tagged[7], "z msd_2");
    }

    #[test]
    fn macros_are_expanded_in_place_and_recursively() {
        let macros = [("twice", "#sum(%0,%0)"), ("sum", "(%0 + %1)"), ("one", "1")];
        assert_eq!(texts("#twice(W[a,b])=#one()", &macros), "( W [ a , b ] + W [ a , b ] ) = 1");
    }

    #[test]
    fn tokens_of_a_macro_stand_at_its_call() {
        let tokens = scanned("x=#m(y) & z", &[("m", "%0 + 1")]).unwrap();
        let spans: Vec<(usize, usize)> = (tokens.iter()).map(|token| (token.span.start, token.span.end)).collect();
        assert_eq!(spans, [(0, 1), (1, 2), (2, 7), (2, 7), (2, 7), (8, 9), (10, 11)]);
    }

    #[test]
    fn an_endless_macro_and_an_exploding_one_are_errors() {
        let endless = scanned("#m()", &[("m", "#m()")]).unwrap_err();
        assert!(endless.contains("does not end"), "{endless}");
        let doubling: Vec<(String, String)> = (0..60)
            .map(|i| (format!("m{i}"), format!("#m{}() #m{}()", i + 1, i + 1)))
            .chain([("m60".to_owned(), "x".to_owned())])
            .collect();
        let doubling: Vec<(&str, &str)> =
            (doubling.iter()).map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let exploding = scanned("#m0()", &doubling).unwrap_err();
        assert!(exploding.contains("becomes too long"), "{exploding}");
    }
}
