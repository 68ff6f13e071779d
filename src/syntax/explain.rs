//! Why a formula does not parse, in words: from the token where the parser stopped and what it could have taken.
//!
//! The set of tokens that LALRPOP expects is only used to tell what was being read: a formula, a term, the rest of a
//! comparison. What is said comes from there and from the tokens around.

mod fix;

use super::diagnostic::{Diagnostic, Fix};
use super::lexer::Kind;
use super::scanner::{Token, Tokens, in_expansion};
use super::source::{Source, Span};

/// What was to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// A formula.
    Formula,
    /// The rule of a game.
    Rule,
    /// A term.
    Term,
    /// Terms with commas between them.
    Measure,
}

/// How a rule is written.
pub(super) const RULE_FORM: &str = "a rule is written `?msd_fib p,q -> r,s : MOVE`";

/// The error of a parser that stopped at the token `at` and could have taken any of `expected`.
pub(super) fn explain(
    source: &Source,
    span: Span,
    tokens: &Tokens,
    goal: Goal,
    at: usize,
    expected: &[String],
) -> Diagnostic {
    let stop = Stop { source, tokens: &tokens.list, goal, at, expected };
    if goal == Goal::Rule
        && let Some(error) = stop.before_colon(span)
    {
        return error;
    }
    if tokens.list.is_empty() {
        let what = stop.what();
        return Diagnostic::error(source, span, format!("this {what} is empty")).label(format!("expected a {what}"));
    }
    let error = stop.error();
    let error = match stop.hint() {
        Some(hint) => error.help(hint),
        None => error,
    };
    let error = match stop.fix() {
        Some(Fix { span, replacement }) => error.fix(span, replacement),
        None => error,
    };
    let mut near = [stop.found(), stop.before()].into_iter().flatten();
    match near.find_map(|token| Some((token, token.expansion?))) {
        Some((token, index)) => in_expansion(error, source.slice(token.span), &tokens.expansions[index]),
        None => error,
    }
}

/// Words that other notations use, and what stands for them here.
const WORDS: [(&str, &str); 9] = [
    ("and", "&"),
    ("or", "|"),
    ("xor", "^"),
    ("not", "~"),
    ("implies", "=>"),
    ("then", "=>"),
    ("iff", "<=>"),
    ("exists", "E"),
    ("forall", "A"),
];

/// Where the parser stopped.
struct Stop<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    goal: Goal,
    at: usize,
    expected: &'a [String],
}

impl<'a> Stop<'a> {
    fn token(&self, at: usize) -> Option<&'a Token> {
        self.tokens.get(at)
    }

    /// The token that does not fit; `None` at the end.
    fn found(&self) -> Option<&'a Token> {
        self.token(self.at)
    }

    /// The `back`-th token before it.
    fn back(&self, back: usize) -> Option<&'a Token> {
        self.token(self.at.checked_sub(back)?)
    }

    fn before(&self) -> Option<&'a Token> {
        self.back(1)
    }

    fn expects(&self, terminal: &str) -> bool {
        (self.expected.iter()).any(|name| name.trim_matches('"') == terminal)
    }

    fn expects_formula(&self) -> bool {
        self.expects("~")
    }

    fn expects_term(&self) -> bool {
        self.expects("_")
    }

    /// Where a number is expected, for which a formula with one free variable may stand.
    fn begins_argument(&self) -> bool {
        let before = self.before().map(|token| token.kind);
        let called = before == Some(Kind::OpenParen) && self.back(2).is_some_and(|token| token.kind == Kind::Function);
        self.expects_formula() && (called || matches!(before, Some(Kind::OpenBracket | Kind::Comma)))
    }

    /// A term has been read, and nothing yet to compare it with.
    fn expects_comparison(&self) -> bool {
        self.expects("!=")
    }

    /// A formula has been read.
    fn expects_connective(&self) -> bool {
        self.expects("&")
    }

    /// An error at the token that does not fit.
    fn report(&self, message: impl Into<String>) -> Diagnostic {
        match self.found() {
            Some(token) => Diagnostic::error(self.source, token.span, message).label(format!("found `{}`", token.text)),
            None => {
                let end = self.before().map_or(0, |token| token.span.end);
                Diagnostic::error(self.source, Span::at(end), message).label(format!("the {} ends here", self.what()))
            }
        }
    }

    /// What ends where the text does.
    fn what(&self) -> &'static str {
        match self.goal {
            Goal::Formula | Goal::Rule => "formula",
            Goal::Term | Goal::Measure => "term",
        }
    }

    /// An error in what stands before the moves of a rule: the text at `span` is the rule.
    fn before_colon(&self, span: Span) -> Option<Diagnostic> {
        let error = |span: Span, message: &str| Some(Diagnostic::error(self.source, span, message).help(RULE_FORM));
        let Some(colon) = self.tokens.iter().position(|token| token.kind == Kind::Colon) else {
            return error(span, "a rule without `:` between its piles and its moves");
        };
        if self.at > colon {
            return None;
        }
        let head = &self.tokens[..colon];
        if !head.iter().any(|token| token.kind == Kind::Arrow) {
            let end = self.tokens[colon].span.start;
            let start = head.first().map_or(end, |token| token.span.start);
            return error(Span::new(start, end), "no `->` between a position and its option");
        }
        let help = "the piles are variables: names that do not begin with `A`, `E` or `I`";
        Some(Diagnostic::error(self.source, self.tokens[self.at].span, "expected the name of a pile").help(help))
    }

    /// A whole term has been read that stands by itself.
    fn is_lone_term(&self) -> bool {
        let is_term = matches!(self.goal, Goal::Term | Goal::Measure);
        is_term && self.expects("+") && !self.expects_comparison() && self.opener().is_none()
    }

    /// "after `&`", "at the beginning".
    fn after(&self) -> String {
        match self.before() {
            Some(token) => format!("after `{}`", token.text),
            None => "at the beginning".into(),
        }
    }

    /// The innermost bracket that is open.
    fn opener(&self) -> Option<&'a Token> {
        let mut open = Vec::new();
        for token in &self.tokens[..self.at] {
            if token.kind.opens() {
                open.push(token);
            } else if token.kind.closes() {
                open.pop();
            }
        }
        open.pop()
    }

    fn error(&self) -> Diagnostic {
        if let Some(error) = self.bracket_error() {
            return error;
        }
        let after = self.after();
        if self.begins_argument() {
            return self.report(format!("expected a term {after}"));
        }
        if self.is_lone_term() {
            return match self.found() {
                Some(found) if found.kind.is_comparison() || found.kind.is_connective() => {
                    self.report("expected a term, found a formula")
                }
                _ => self.report(format!("expected an operator {after}")),
            };
        }
        if self.expects_comparison() && (self.expects(",") || self.expects("]")) {
            return match self.expects(",") {
                true => self.inside("expected `,` or `)` in the arguments"),
                false => self.inside("expected `]` after the index"),
            };
        }
        if self.expects_formula() {
            return self.report(format!("expected a formula {after}"));
        }
        if self.expects_term() {
            return self.report(format!("expected a term {after}"));
        }
        if self.expects_comparison() {
            return self.after_term();
        }
        if self.expects_connective() {
            return self.after_formula();
        }
        match (self.before().map(|token| token.kind), self.back(2)) {
            (Some(kind), _) if kind.is_quantifier() => self.report(format!("expected a variable {after}")),
            (Some(Kind::Comma), _) if self.expects("identifier") => self.report("expected a variable after `,`"),
            (Some(Kind::Number), _) if self.expects("identifier") => {
                self.report(format!("expected a variable {after}"))
            }
            (Some(kind), Some(exists)) if kind.is_comparison() && self.expects("number") => {
                let quantifier = format!("{}{}", exists.text, self.tokens[self.at - 1].text);
                self.report(format!("expected a number after `{quantifier}`"))
            }
            (Some(Kind::Minus), _) => self.report(format!("expected a number {after}")),
            (Some(Kind::Function), _) => self.report(format!("expected `(` {after}")),
            (Some(Kind::WordName), _) => self.report(format!("expected `[` {after}")),
            _ if self.expects(",") => self.inside("expected `,` or `)` in the arguments"),
            _ if self.expects("]") => self.inside("expected `]` after the index"),
            _ if self.expects(")") => self.inside("expected `)` after the term"),
            (Some(kind), _) if ends_term(kind) => self.report(format!("expected a connective {after}")),
            _ => self.report(format!("cannot go on {after}")),
        }
    }

    /// An error inside the innermost bracket.
    fn inside(&self, message: &str) -> Diagnostic {
        let error = self.report(message);
        match self.opener() {
            Some(open) if open.expansion.is_some() => error.also(open.span, "opened in this macro"),
            Some(open) => error.also(open.span, "opened here"),
            None => error,
        }
    }

    /// Brackets that are not closed, or close nothing.
    fn bracket_error(&self) -> Option<Diagnostic> {
        let opener = self.opener();
        let found = self.found();
        let Some(open) = opener else {
            let close = found.filter(|token| token.kind.closes())?;
            let message = format!("unmatched `{}`", close.text);
            return Some(self.report(message).label("no bracket is open here"));
        };
        let is_paren = open.kind == Kind::OpenParen;
        let (wanted, closer) = if is_paren { (Kind::CloseParen, ")") } else { (Kind::CloseBracket, "]") };
        let unclosed = match found {
            None => self.expects(closer),
            Some(token) => token.kind.closes() && token.kind != wanted,
        };
        unclosed.then(|| self.inside(&format!("expected `{closer}` to close `{}`", open.text)))
    }

    /// A term stands where a formula should, and is not compared with anything.
    fn after_term(&self) -> Diagnostic {
        let what = match self.found() {
            Some(token) if starts_term(token.kind) => "an operator",
            _ => "a comparison",
        };
        self.report(format!("expected {what} {}", self.after()))
    }

    /// What follows a formula is no connective.
    fn after_formula(&self) -> Diagnostic {
        let Some(found) = self.found() else {
            return self.report("the formula is not complete");
        };
        match found.kind {
            kind if kind.is_comparison() && self.compared() => {
                self.report("comparisons do not chain").label("a second comparison")
            }
            kind if kind.is_comparison() || kind.is_arithmetic() => {
                self.report(format!("`{}` needs numbers", found.text)).label("what comes before is true or false")
            }
            kind if starts_term(kind) && self.expects("+") => {
                self.report(format!("expected an operator or a connective {}", self.after()))
            }
            _ => self.report(format!("expected a connective {}", self.after())),
        }
    }

    /// Whether the formula that has just been read is a comparison.
    fn compared(&self) -> bool {
        let mut depth = 0;
        for (at, token) in self.tokens[..self.at].iter().enumerate().rev() {
            let kind = token.kind;
            if kind.closes() {
                depth += 1;
            } else if kind.opens() && depth > 0 {
                depth -= 1;
            } else if depth == 0 && kind.is_comparison() {
                return at > 0 && self.tokens[at - 1].kind != Kind::Exists;
            } else if kind.opens() || depth == 0 && kind.is_connective() {
                return false;
            }
        }
        false
    }

    /// What to do, where the tokens around tell what was meant.
    fn hint(&self) -> Option<String> {
        self.foreign_word().or_else(|| self.bound_variable_hint()).or_else(|| self.operand_hint())
    }

    fn foreign_word(&self) -> Option<String> {
        let near = [self.found(), self.before(), self.back(2)];
        near.into_iter().flatten().find_map(|token| {
            let (word, symbol) = WORDS.iter().find(|(word, _)| *word == &*token.text)?;
            Some(format!("`{word}` is read as a name; write `{symbol}`"))
        })
    }

    /// The quantifier that binds the variable at `at`, if one does.
    fn binder(&self, at: usize) -> Option<usize> {
        let mut at = at;
        loop {
            if self.token(at)?.kind != Kind::Identifier {
                return None;
            }
            let before = at.checked_sub(1)?;
            let kind = self.tokens[before].kind;
            if kind == Kind::Comma {
                at = before.checked_sub(1)?;
                continue;
            }
            if kind == Kind::Number {
                let exists = before.checked_sub(2)?;
                return (self.tokens[exists].kind == Kind::Exists).then_some(exists);
            }
            return kind.is_quantifier().then_some(before);
        }
    }

    fn bound_variable_hint(&self) -> Option<String> {
        let before = self.before()?;
        let found = self.found()?;
        if before.kind.is_quantifier() {
            let name = &before.text;
            return Some(match found.kind == Kind::OpenBracket {
                true => format!("the word `{name}` is written `.{name}[...]`"),
                false => format!("`{name}` is a quantifier: no variable begins with `E`, `A` or `I`"),
            });
        }
        let last = self.at - 1;
        if let Some(quantifier) = self.binder(last) {
            let quantifier = &self.tokens[quantifier];
            let glued = quantifier.span.end == before.span.start;
            let (symbol, variable) = (&quantifier.text, &before.text);
            if glued && found.kind == Kind::OpenBracket {
                return Some(format!("the word `{symbol}{variable}` is written `.{symbol}{variable}[...]`"));
            }
            let is_operator = found.kind.is_comparison() || found.kind.is_arithmetic();
            return (glued && is_operator).then(|| {
                format!(
                    "`{symbol}{variable}` is the quantifier `{symbol}` and the variable \
                     `{variable}`: no variable begins with `E`, `A` or `I`"
                )
            });
        }
        // `Ex y (x=y)`; in `Ex f(x)` something else is amiss.
        let bound = last.checked_sub(1).and_then(|at| self.binder(at));
        let called = found.kind == Kind::OpenParen && before.span.end == found.span.start;
        let begins = starts_term(found.kind)
            || found.kind.is_quantifier()
            || matches!(found.kind, Kind::Function | Kind::Not | Kind::Reverse);
        (bound.is_some() && before.kind == Kind::Identifier && begins && !called)
            .then(|| "separate bound variables by commas: `Ex,y x=y`".into())
    }

    fn operand_hint(&self) -> Option<String> {
        let Some(found) = self.found() else {
            let is_function = self.before().filter(|before| before.kind == Kind::Function);
            let call = is_function.map(|name| format!("call an automaton like this: `{}(x,y)`", name.text));
            return call.or_else(|| self.lone_term_hint());
        };
        let glued = (self.before()).is_some_and(|before| before.span.end == found.span.start);
        let before = self.before().map(|token| (token.kind, &token.text));
        match (before, found.kind) {
            (Some((Kind::Number, number)), Kind::Identifier) if glued => {
                Some(format!("a product is written with `*`: `{number}*{}`", found.text))
            }
            (Some((Kind::Number | Kind::CloseParen, _)), Kind::OpenParen) => {
                Some("a product is written with `*`, a conjunction with `&`".into())
            }
            (Some((Kind::Identifier, name)), Kind::OpenParen) if glued => {
                Some(format!("an automaton is called with `$`: `${name}(...)`; a word has brackets: `{name}[...]`"))
            }
            (_, Kind::Xor) if self.expects_comparison() => {
                Some("`^` is the exclusive or of two formulas; there are no powers".into())
            }
            (Some((Kind::Minus, _)), _) if self.expects("number") && !self.expects_term() => {
                Some("the negative of x is written `_x`, in systems that have negative numbers".into())
            }
            (_, Kind::Function | Kind::Not | Kind::Reverse) if self.expects_term() => {
                Some(format!("a formula with `{}` is true or false, not a number", found.text))
            }
            (_, kind) if kind.is_quantifier() && self.expects_term() && self.indexed_name().is_some() => {
                self.indexed_name().map(|name| format!("the word `{name}` is written `.{name}[...]`"))
            }
            (_, kind) if kind.is_quantifier() && self.expects_term() => {
                Some(format!("`{}` is a quantifier: no variable begins with `E`, `A` or `I`", found.text))
            }
            (_, Kind::Comma) if !self.expects_term() => {
                Some("commas only separate bound variables and arguments".into())
            }
            (_, Kind::Identifier) if *found.text == *"mod" => {
                Some("the remainder of x divided by 3 is `x-3*(x/3)`; `Ek x=3*k+1` says that it is 1".into())
            }
            (_, kind) if kind.is_comparison() && self.expects_connective() => Some(match self.compared() {
                true => "write `x<y & y<z` for `x<y<z`".into(),
                false => "`<=>` says that two formulas are equivalent".to_owned(),
            }),
            (_, kind) if kind.is_comparison() && self.expects(")") => {
                Some("these parentheses are part of a term and cannot contain a formula".into())
            }
            (_, kind) if self.expects_connective() && !kind.is_arithmetic() && !kind.closes() => {
                Some("join two formulas with `&`, `|`, `^`, `=>` or `<=>`".into())
            }
            (Some((Kind::Equal, _)), _) if self.expects("number") && !self.expects_term() => {
                let help = "`E=2 x` says that exactly two values of x fit; how many fit for each n is a sequence, which \
                            `eval NAME n \"F\":` makes and `filbert count` shows";
                Some(help.into())
            }
            (Some((Kind::Function, name)), _) => Some(format!("call an automaton like this: `{name}(x,y)`")),
            (Some((Kind::WordName, _)), _) => Some("`.` begins the name of a word, with indices after it".into()),
            _ => self.lone_term_hint(),
        }
    }

    /// `Even` of `Even[n]`, where its `E` does not fit.
    fn indexed_name(&self) -> Option<String> {
        let quantifier = self.found()?;
        let next = self.token(self.at + 1)?;
        let is_glued = next.span.start == quantifier.span.end;
        match (next.kind, self.token(self.at + 2).map(|token| token.kind)) {
            (Kind::OpenBracket, _) => Some(quantifier.text.to_string()),
            (Kind::Identifier, Some(Kind::OpenBracket)) if is_glued => {
                Some(format!("{}{}", quantifier.text, next.text))
            }
            _ => None,
        }
    }

    /// `Even(x)`: what was meant for a name begins with a quantifier.
    fn quantifier_in_name(&self) -> Option<String> {
        self.before().filter(|before| before.kind == Kind::CloseParen)?;
        let open = self.called()?;
        let name = self.token(open.checked_sub(1)?)?;
        let quantifier = self.token(open.checked_sub(2)?)?;
        let glued = quantifier.span.end == name.span.start && name.span.end == self.tokens[open].span.start;
        let is_name = quantifier.kind.is_quantifier() && name.kind == Kind::Identifier;
        (is_name && glued).then(|| {
            let (symbol, rest) = (&quantifier.text, &name.text);
            format!(
                "`{symbol}{rest}` is the quantifier `{symbol}` and the variable `{rest}`: \
                 an automaton is called with `$`: `${symbol}{rest}(...)`"
            )
        })
    }

    fn lone_term_hint(&self) -> Option<String> {
        if self.expects_comparison()
            && let Some(hint) = self.quantifier_in_name()
        {
            return Some(hint);
        }
        let operand = self.found().is_some_and(|token| starts_term(token.kind));
        (self.expects_comparison() && !operand)
            .then(|| "a term is a number; a formula compares two, as in `x+1=y`".into())
    }
}

fn ends_term(kind: Kind) -> bool {
    use Kind::*;
    matches!(kind, Identifier | Number | Letter | CloseParen | CloseBracket)
}

fn starts_term(kind: Kind) -> bool {
    use Kind::*;
    matches!(kind, Identifier | WordName | Number | Letter | Negative | OpenParen | OpenBracket)
}
