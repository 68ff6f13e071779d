//! The builder that the actions of the grammar of formulas call.

use std::sync::Arc;

use lalrpop_util::ParseError;
use num_bigint::BigUint;

use super::ast::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, FormulaNode, LARGEST_COUNT, LoneTerm, Name, Quantifier,
    RuleSpec, TermId, TermKind, TermNode,
};
use super::diagnostic::Diagnostic;
use super::explain::{Goal, RULE_FORM};
use super::free::free_variables;
use super::lexer::Kind;
use super::scanner::{Token, letter};
use super::source::{Source, Span};

/// What the grammar reads: what is to be read, then the tokens of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Terminal {
    Start(Goal),
    Token(Kind),
}

/// What was read.
pub(super) enum Parsed {
    Formula(Formula),
    Rule(RuleSpec),
    Term(LoneTerm),
    Measure(Vec<LoneTerm>),
}

/// What goes wrong in a parser.
pub(super) type Stopped = ParseError<usize, Terminal, Diagnostic>;

/// An operation on two terms.
pub(super) type Operation = fn(TermId, TermId) -> TermKind;

/// From one token to before another.
pub(super) type Range = (usize, usize);

/// Puts nodes into the arena as the grammar recognizes them, children first.
pub(super) struct Builder<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    nodes: Vec<FormulaNode>,
    terms: Vec<TermNode>,
    /// Formulas that stand as terms in the atom being read, and the token at which each begins.
    constraints: Vec<(usize, FormulaId)>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(source: &'a Source, tokens: &'a [Token]) -> Builder<'a> {
        Builder { source, tokens, nodes: Vec::new(), terms: Vec::new(), constraints: Vec::new() }
    }

    fn span(&self, (first, end): Range) -> Span {
        Span::new(self.tokens[first].span.start, self.tokens[end - 1].span.end)
    }

    fn formula(&mut self, range: Range, kind: FormulaKind) -> FormulaId {
        let id = FormulaId(index(self.nodes.len()));
        self.nodes.push(FormulaNode { kind, span: self.span(range), parenthesized: false });
        id
    }

    fn term(&mut self, range: Range, kind: TermKind) -> TermId {
        let id = TermId(index(self.terms.len()));
        self.terms.push(TermNode { kind, span: self.span(range), system: self.tokens[range.0].system.clone() });
        id
    }

    /// The formula with this root, and the arena empty again.
    pub(super) fn take(&mut self, root: FormulaId) -> Formula {
        let mut systems: Vec<(Arc<str>, Span)> = Vec::new();
        for token in self.tokens {
            if systems.last().is_none_or(|last| last.0 != token.system)
                && systems.iter().all(|known| known.0 != token.system)
            {
                systems.push((token.system.clone(), token.span));
            }
        }
        Formula { nodes: std::mem::take(&mut self.nodes), terms: std::mem::take(&mut self.terms), root, systems }
    }

    /// A term that stands by itself, and the arena empty again.
    pub fn lone(&mut self, root: TermId) -> LoneTerm {
        let constraints = std::mem::take(&mut self.constraints).into_iter().map(|(_, formula)| formula).collect();
        let Formula { nodes, terms, systems, .. } = self.take(FormulaId(0));
        LoneTerm { nodes, terms, root, constraints, systems }
    }

    /// The rule of a game; its moves are read, and the token at `colon` stands before them.
    pub fn rule(
        &mut self,
        position: Vec<Name>,
        option: Vec<Name>,
        colon: usize,
        moves: FormulaId,
    ) -> Result<RuleSpec, Stopped> {
        let wrong = |error: Diagnostic| Err(ParseError::User { error });
        let error = |span: Span, message: String| Diagnostic::error(self.source, span, message);
        if position.len() != option.len() {
            let message = format!("a position of {} and an option of {} piles", position.len(), option.len());
            return wrong(error(self.span((0, colon)), message).help(RULE_FORM));
        }
        let piles = || position.iter().chain(&option);
        for (i, name) in piles().enumerate() {
            if let Some(first) = piles().take(i).find(|earlier| earlier.text == name.text) {
                let message = format!("`{}` names two piles", name.text);
                return wrong(error(name.span, message).also(first.span, "first here"));
            }
        }
        let system = self.tokens[0].system.clone();
        if let Some(other) = self.tokens[..=colon].iter().find(|token| token.system != system) {
            let message = format!("the piles are in {system} and in {}", other.system);
            return wrong(error(other.span, message).help("all piles of a game are in one numeration system"));
        }
        Ok(RuleSpec { system, position, option, moves: self.take(moves) })
    }

    fn text(&self, at: usize) -> &Arc<str> {
        &self.tokens[at].text
    }

    /// The name at a token, without its `$` or `.`.
    pub fn name(&self, at: usize) -> Name {
        let text = self.text(at);
        Name {
            text: match text.strip_prefix(['$', '.']) {
                Some(bare) => bare.into(),
                None => text.clone(),
            },
            span: self.tokens[at].span,
        }
    }

    pub fn binary(&mut self, range: Range, op: Connective, left: FormulaId, right: FormulaId) -> FormulaId {
        self.formula(range, FormulaKind::Binary { op, left, right })
    }

    pub fn not(&mut self, range: Range, body: FormulaId) -> FormulaId {
        self.formula(range, FormulaKind::Not(body))
    }

    pub fn reverse(&mut self, range: Range, body: FormulaId) -> FormulaId {
        self.formula(range, FormulaKind::Reverse(body))
    }

    pub fn quantified(
        &mut self,
        range: Range,
        quantifier: Quantifier,
        variables: Vec<Name>,
        body: FormulaId,
    ) -> FormulaId {
        let kind = FormulaKind::Quantified { quantifier, variables, body };
        self.formula(range, kind)
    }

    /// The k of `E>=k`.
    pub fn count(&self, at: usize) -> Result<u64, Stopped> {
        let text = self.text(at);
        text.parse().ok().filter(|&count| count <= LARGEST_COUNT).ok_or_else(|| ParseError::User {
            error: Diagnostic::error(self.source, self.tokens[at].span, format!("cannot count up to {text}"))
                .label(format!("at most {LARGEST_COUNT}")),
        })
    }

    pub fn compare(&mut self, range: Range, op: Comparison, left: TermId, right: TermId) -> FormulaId {
        let atom = self.formula(range, FormulaKind::Compare { op, left, right });
        self.with_constraints(range, atom)
    }

    /// A formula with one free variable where a term is expected: the variable, of which the formula holds besides.
    pub fn constrained(&mut self, range: Range, formula: FormulaId) -> Result<TermId, Stopped> {
        let free = free_variables(&self.nodes, &self.terms, formula);
        let [name] = &free[..] else {
            let list = free.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let label = match free.is_empty() {
                true => "it has none".to_owned(),
                false => format!("the free variables are {list}"),
            };
            let message = "a formula used as a number must have one free variable";
            let error = Diagnostic::error(self.source, self.span(range), message).label(label);
            let help = "it is short for that variable: `$f(a,b<5)` is `($f(a,b) & b<5)`";
            return Err(ParseError::User { error: error.help(help) });
        };
        self.constraints.push((range.0, formula));
        let kind = TermKind::Variable(name.clone());
        Ok(self.term(range, kind))
    }

    /// An atom and the formulas that stand as terms in it.
    fn with_constraints(&mut self, range: Range, atom: FormulaId) -> FormulaId {
        // Those that begin before belong to an atom around this one.
        let own = self.constraints.iter().position(|(begin, _)| *begin >= range.0).unwrap_or(self.constraints.len());
        let own: Vec<(usize, FormulaId)> = self.constraints.split_off(own);
        own.into_iter().fold(atom, |whole, (_, constraint)| {
            let both = self.binary(range, Connective::And, whole, constraint);
            self.parenthesized(both)
        })
    }

    pub fn call(&mut self, range: Range, arguments: Vec<TermId>) -> FormulaId {
        let function = self.name(range.0);
        let kind = FormulaKind::Call { function, arguments };
        let atom = self.formula(range, kind);
        self.with_constraints(range, atom)
    }

    pub fn parenthesized(&mut self, formula: FormulaId) -> FormulaId {
        self.nodes[formula.0 as usize].parenthesized = true;
        formula
    }

    pub fn arithmetic(&mut self, range: Range, operation: Operation, left: TermId, right: TermId) -> TermId {
        self.term(range, operation(left, right))
    }

    pub fn negate(&mut self, range: Range, term: TermId) -> TermId {
        self.term(range, TermKind::Negate(term))
    }

    pub fn variable(&mut self, at: usize) -> TermId {
        let name = self.text(at).clone();
        self.term((at, at + 1), TermKind::Variable(name))
    }

    pub fn number(&mut self, at: usize) -> TermId {
        let value = self.text(at).parse::<BigUint>().expect("the lexer makes numbers of digits alone");
        self.term((at, at + 1), TermKind::Number(value))
    }

    pub fn letter(&mut self, at: usize) -> TermId {
        let value = letter(self.text(at)).expect("the scanner refuses letters that do not fit in 64 bits");
        self.term((at, at + 1), TermKind::Letter(value))
    }

    pub fn word(&mut self, range: Range, indices: Vec<TermId>) -> TermId {
        let word = self.name(range.0);
        self.term(range, TermKind::Word { word, indices })
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a formula has fewer than 2^32 nodes")
}
