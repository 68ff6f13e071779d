//! What may follow the rules of a game: the clauses, read for the grammar.

use lalrpop_util::ParseError;

use super::ast::{GameClause, Quoted};
use super::diagnostic::Diagnostic;
use super::script::{Reader, Rejected};
use super::suggest::nearest;

impl Reader<'_> {
    /// `terminal "T"`, `measure "t"` or `right "MOVE"`.
    pub fn quoted_clause(&self, at: usize, text: Quoted) -> Result<GameClause, Rejected> {
        match self.text(at) {
            "terminal" => Ok(GameClause::Terminal(text)),
            "measure" => Ok(GameClause::Measure(text)),
            "right" => Ok(GameClause::Right(text)),
            _ => self.no_clause(at, &["terminal", "measure", "right"], "`terminal`, `measure` or `right`"),
        }
    }

    /// `block k`.
    pub fn block_clause(&self, at: usize, number: usize) -> Result<GameClause, Rejected> {
        if self.text(at) == "misere" {
            return self.no_clause(at, &[], "");
        }
        self.keyword(at, "block")?;
        match self.number(number)? {
            0 => self.reject(number, "`block 0` blocks nothing".into(), "expected 1 or more"),
            count => Ok(GameClause::Block(count, self.span(number))),
        }
    }

    /// `misere`.
    pub fn misere_clause(&self, at: usize) -> Result<GameClause, Rejected> {
        let what = match self.text(at) {
            "misere" => return Ok(GameClause::Misere(self.span(at))),
            "terminal" | "measure" | "right" => "a text in quotes",
            "block" => "a number",
            _ => {
                let words = ["terminal", "block", "misere", "measure", "right"];
                return self.no_clause(at, &words, "`terminal`, `block`, `misere`, `measure` or `right`");
            }
        };
        let next = self.next(at);
        Err(ParseError::User { error: Diagnostic::expected(self.source, what, Some(self.span(at)), next) })
    }

    /// Why this is no clause, where these could be.
    fn no_clause(&self, at: usize, words: &[&str], listed: &str) -> Result<GameClause, Rejected> {
        let text = self.text(at);
        let error = match text {
            "misere" => Diagnostic::error(self.source, self.span(at + 1), "`misere` takes no argument")
                .label("remove this")
                .fix(self.span(at + 1), ""),
            _ => {
                let error = Diagnostic::error(self.source, self.span(at), format!("a game has no `{text}`"));
                match nearest(text, words.iter().copied()) {
                    Some(word) => error.meant(word),
                    None => error.label(format!("expected {listed}")),
                }
            }
        };
        Err(ParseError::User { error })
    }
}
