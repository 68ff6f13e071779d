//! What to write instead, where the tokens around the place at which the parser stopped leave one likely answer.

use super::super::diagnostic::Fix;
use super::super::lexer::Kind;
use super::super::scanner::Token;
use super::super::source::Span;
use super::{Stop, WORDS, ends_term, starts_term};

fn insert(at: usize, text: impl Into<String>) -> Option<Fix> {
    Some(Fix { span: Span::at(at), replacement: text.into() })
}

fn replace(token: &Token, text: impl Into<String>) -> Option<Fix> {
    Some(Fix { span: token.span, replacement: text.into() })
}

impl Stop<'_> {
    /// What to write, and where.
    pub(super) fn fix(&self) -> Option<Fix> {
        // What a macro becomes stands nowhere.
        let near = [self.found(), self.before(), self.back(2), self.back(3), self.opener()];
        if near.into_iter().flatten().any(|token| token.expansion.is_some()) {
            return None;
        }
        self.bracket_fix()
            .or_else(|| self.word_fix())
            .or_else(|| self.argument_fix())
            .or_else(|| self.name_fix())
            .or_else(|| self.operand_fix())
    }

    /// A bracket too many, or one that is missing.
    fn bracket_fix(&self) -> Option<Fix> {
        self.bracket_error()?;
        let Some(open) = self.opener() else { return replace(self.found()?, "") };
        let closer = if open.kind == Kind::OpenParen { ")" } else { "]" };
        match self.found() {
            Some(found) => replace(found, closer),
            None => insert(self.before()?.span.end, closer),
        }
    }

    fn word_fix(&self) -> Option<Fix> {
        let near = [self.found(), self.before(), self.back(2)];
        near.into_iter().flatten().find_map(|token| {
            let (_, symbol) = WORDS.iter().find(|(word, _)| *word == &*token.text)?;
            replace(token, *symbol)
        })
    }

    /// A comma between arguments or bound variables, a bracket behind an index.
    fn argument_fix(&self) -> Option<Fix> {
        let (before, found) = (self.before()?, self.found()?);
        let gap = Span::new(before.span.end, found.span.start);
        let in_arguments = self.expects(",") && (self.expects_comparison() || self.expects(")"));
        if in_arguments && ends_term(before.kind) && starts_term(found.kind) && gap.start < gap.end {
            return Some(Fix { span: gap, replacement: ",".into() });
        }
        // `Ex y (x=y)`.
        let is_bound = self.back(2).is_some() && self.binder(self.at - 2).is_some();
        let is_called = found.kind == Kind::OpenParen && gap.start == gap.end;
        let begins = starts_term(found.kind)
            || found.kind.is_quantifier()
            || matches!(found.kind, Kind::Function | Kind::Not | Kind::Reverse);
        if is_bound && before.kind == Kind::Identifier && begins && !is_called {
            let first = self.back(2)?.span.end;
            return Some(Fix { span: Span::new(first, before.span.start), replacement: ",".into() });
        }
        None
    }

    /// The sign in front of a name: `$` of a function, `.` of a word that begins like a quantifier.
    fn name_fix(&self) -> Option<Fix> {
        let found = self.found();
        if let (Some(before), Some(found)) = (self.before(), found) {
            let is_indexed = found.kind == Kind::OpenBracket;
            if before.kind.is_quantifier() && is_indexed {
                return insert(before.span.start, ".");
            }
            let binder = self.binder(self.at - 1).map(|at| &self.tokens[at]);
            if let Some(quantifier) = binder.filter(|one| one.span.end == before.span.start && is_indexed) {
                return insert(quantifier.span.start, ".");
            }
            let is_glued = before.span.end == found.span.start;
            // Beside an operator a number is meant, which no automaton is.
            let is_number = self.back(2).is_some_and(|token| token.kind.is_comparison() || token.kind.is_arithmetic());
            if before.kind == Kind::Identifier && found.kind == Kind::OpenParen && is_glued && !is_number {
                return insert(before.span.start, "$");
            }
            if found.kind.is_quantifier() && self.expects_term() && self.indexed_name().is_some() {
                return insert(found.span.start, ".");
            }
        }
        let open = self.quantifier_in_name().filter(|_| self.expects_comparison()).and_then(|_| self.called())?;
        insert(self.token(open.checked_sub(2)?)?.span.start, "$")
    }

    /// The parenthesis that opens the one which was closed last.
    pub(super) fn called(&self) -> Option<usize> {
        let mut depth = 0;
        (0..self.at).rev().find(|&at| {
            let kind = self.tokens[at].kind;
            depth += i32::from(kind.closes()) - i32::from(kind.opens());
            depth == 0
        })
    }

    fn operand_fix(&self) -> Option<Fix> {
        let (before, found) = (self.before()?, self.found()?);
        let is_glued = before.span.end == found.span.start;
        match (before.kind, found.kind) {
            (Kind::Number, Kind::Identifier) if is_glued && self.expects("*") => insert(found.span.start, "*"),
            (Kind::Number, Kind::OpenParen) if self.expects("*") => insert(found.span.start, "*"),
            (_, kind) if kind.is_comparison() && self.expects_connective() => match self.compared() {
                true => self.chain_fix(before),
                false => (found.kind == Kind::Equal).then(|| replace(found, "<=>")).flatten(),
            },
            (_, Kind::Comma) if self.expects_connective() && self.opener().is_none() => replace(found, " &"),
            (_, kind)
                if self.expects_connective() && !kind.is_arithmetic() && !kind.closes() && kind != Kind::Comma =>
            {
                insert(before.span.end, " &")
            }
            _ => None,
        }
    }

    /// `x<y & y<z` for `x<y<z`.
    fn chain_fix(&self, before: &Token) -> Option<Fix> {
        let mut depth = 0;
        let compared = (0..self.at).rev().find(|&at| {
            let kind = self.tokens[at].kind;
            depth += i32::from(kind.closes()) - i32::from(kind.opens());
            depth == 0 && kind.is_comparison()
        })?;
        let middle = self.source.slice(Span::new(self.tokens[compared].span.end, before.span.end)).trim();
        insert(before.span.end, format!(" & {middle}"))
    }
}
