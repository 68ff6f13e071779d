//! Statements as papers write them: quantifiers and connectives as signs, words with their indices below them, `x/3` as
//! the floor that it is.
//!
//! What is common to all ways of writing is here: where parentheses stand. A [`Dialect`] says how each sign is written:
//! [`Latex`] for papers, [`Html`] for a page. Numeration systems are left out: they change how numbers are written, and
//! not what is said of them. The stack is a `Vec`: depth costs no recursion.

mod html;
mod latex;

use crate::script::Written;
use crate::syntax::ast::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, Name, Quantifier, RuleSpec, TermId, TermKind,
};

pub use html::Html;
pub use latex::Latex;
pub(in crate::report) use latex::escaped;

/// The signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Between two formulas.
    Connective(Connective),
    /// Between two terms.
    Comparison(Comparison),
    /// Not.
    Not,
    /// After a formula of which the words are reversed.
    Reversed,
    /// Between a quantifier and an atom.
    That,
    /// Between a quantifier and the next.
    Gap,
    /// Between a position and its option.
    To,
    /// What is defined is equivalent to what follows.
    Defined,
    /// `+`.
    Plus,
    /// `-` between terms.
    Minus,
    /// `-` before a term.
    Negative,
    /// Between factors that cannot stand side by side.
    Times,
    /// Between a dividend and a divisor.
    Over,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// Between arguments.
    Comma,
    /// Before a quotient that is rounded down.
    FloorOpen,
    /// After it.
    FloorClose,
    /// Before the indices of a word.
    IndexOpen,
    /// After them.
    IndexClose,
}

/// How things are written.
pub trait Dialect {
    /// A sign.
    fn mark(&self, mark: Mark) -> &'static str;

    /// A quantifier, without its variables.
    fn quantifier(&self, quantifier: Quantifier) -> String;

    /// A variable.
    fn variable(&self, name: &str) -> String;

    /// A function or a word.
    fn name(&self, name: &str) -> String;
}

/// What a command says.
pub fn written(written: &Written, dialect: &dyn Dialect) -> String {
    match written {
        Written::Statement(statement) => formula(statement, dialect),
        Written::Definition(name, arguments, formula) => definition(name, arguments, formula, dialect),
        Written::Rules(moves) => rule(moves, dialect),
    }
}

/// A formula.
pub fn formula(formula: &Formula, dialect: &dyn Dialect) -> String {
    Writer::new(formula, dialect).write([Piece::Formula(formula.root)])
}

/// A definition: the function and its arguments, and what it stands for.
pub fn definition(name: &str, arguments: &[impl AsRef<str>], formula: &Formula, dialect: &dyn Dialect) -> String {
    let mut pieces = vec![Piece::Name(name)];
    if !arguments.is_empty() {
        pieces.push(Piece::Mark(Mark::Open));
        pieces.extend(separated(arguments.iter().map(|argument| Piece::Variable(argument.as_ref()))));
        pieces.push(Piece::Mark(Mark::Close));
    }
    pieces.extend([Piece::Mark(Mark::Defined), Piece::Formula(formula.root)]);
    Writer::new(formula, dialect).write(pieces)
}

/// The moves of a game: position, option, and when it is one.
pub fn rule(rule: &RuleSpec, dialect: &dyn Dialect) -> String {
    let tuple = |piles: &'_ [Name]| -> Vec<String> { piles.iter().map(|pile| pile.text.to_string()).collect() };
    let (position, option) = (tuple(&rule.position), tuple(&rule.option));
    let mut pieces = Vec::new();
    for (nth, piles) in [&position, &option].into_iter().enumerate() {
        pieces.extend((nth > 0).then_some(Piece::Mark(Mark::To)));
        let several = piles.len() > 1;
        pieces.extend(several.then_some(Piece::Mark(Mark::Open)));
        pieces.extend(separated(piles.iter().map(|pile| Piece::Variable(pile))));
        pieces.extend(several.then_some(Piece::Mark(Mark::Close)));
    }
    pieces.extend([Piece::Mark(Mark::Defined), Piece::Formula(rule.moves.root)]);
    Writer::new(&rule.moves, dialect).write(pieces)
}

fn separated<'a>(pieces: impl Iterator<Item = Piece<'a>>) -> Vec<Piece<'a>> {
    let mut out = Vec::new();
    for (nth, piece) in pieces.enumerate() {
        out.extend((nth > 0).then_some(Piece::Mark(Mark::Comma)));
        out.push(piece);
    }
    out
}

/// What is left to write.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Formula(FormulaId),
    Term(TermId),
    Mark(Mark),
    Variable(&'a str),
    Name(&'a str),
}

struct Writer<'a> {
    formula: &'a Formula,
    dialect: &'a dyn Dialect,
    /// For each formula, whether more text after it would seem to belong to a quantifier in it.
    open: Vec<bool>,
    todo: Vec<Piece<'a>>,
    out: String,
}

impl<'a> Writer<'a> {
    fn new(formula: &'a Formula, dialect: &'a dyn Dialect) -> Writer<'a> {
        let mut open: Vec<bool> = Vec::with_capacity(formula.nodes.len());
        for node in &formula.nodes {
            let is_open = match &node.kind {
                FormulaKind::Quantified { .. } => true,
                FormulaKind::Not(body) => open[body.place()],
                FormulaKind::Compare { .. }
                | FormulaKind::Call { .. }
                | FormulaKind::Reverse(_)
                | FormulaKind::Binary { .. } => false,
            };
            open.push(is_open);
        }
        Writer { formula, dialect, open, todo: Vec::new(), out: String::new() }
    }

    fn write(mut self, pieces: impl IntoIterator<Item = Piece<'a>>) -> String {
        self.then(pieces);
        while let Some(piece) = self.todo.pop() {
            match piece {
                Piece::Mark(mark) => self.out.push_str(self.dialect.mark(mark)),
                Piece::Variable(name) => self.out += &self.dialect.variable(name),
                Piece::Name(name) => self.out += &self.dialect.name(name),
                Piece::Formula(id) => self.formula(id),
                Piece::Term(id) => self.term(id),
            }
        }
        self.out
    }

    /// Puts `pieces` before what is left to write.
    fn then(&mut self, pieces: impl IntoIterator<Item = Piece<'a>>) {
        let from = self.todo.len();
        self.todo.extend(pieces);
        self.todo[from..].reverse();
    }

    fn formula(&mut self, id: FormulaId) {
        let formula = self.formula;
        match &formula[id].kind {
            FormulaKind::Compare { op, left, right } => {
                self.then([Piece::Term(*left), Piece::Mark(Mark::Comparison(*op)), Piece::Term(*right)]);
            }
            FormulaKind::Call { function, arguments } => {
                let mut pieces = vec![Piece::Name(&function.text)];
                if !arguments.is_empty() {
                    pieces.push(Piece::Mark(Mark::Open));
                    pieces.extend(separated(arguments.iter().map(|&argument| Piece::Term(argument))));
                    pieces.push(Piece::Mark(Mark::Close));
                }
                self.then(pieces);
            }
            FormulaKind::Not(body) => {
                let group = matches!(formula[*body].kind, FormulaKind::Compare { .. } | FormulaKind::Binary { .. });
                self.then([Piece::Mark(Mark::Not)].into_iter().chain(grouped(Piece::Formula(*body), group)));
            }
            FormulaKind::Reverse(body) => {
                self.then(grouped(Piece::Formula(*body), true).chain([Piece::Mark(Mark::Reversed)]));
            }
            FormulaKind::Binary { op, left, right } => {
                let left = grouped(Piece::Formula(*left), self.groups(*op, *left));
                let right = grouped(Piece::Formula(*right), self.groups(*op, *right));
                self.then(left.chain([Piece::Mark(Mark::Connective(*op))]).chain(right));
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                self.out += &self.dialect.quantifier(*quantifier);
                let mut pieces = separated(variables.iter().map(|variable| Piece::Variable(&variable.text)));
                let kind = &formula[*body].kind;
                let is_binary = matches!(kind, FormulaKind::Binary { .. });
                let is_quantified = matches!(kind, FormulaKind::Quantified { .. });
                pieces.extend((!is_binary && !is_quantified).then_some(Piece::Mark(Mark::That)));
                pieces.extend((is_binary || is_quantified).then_some(Piece::Mark(Mark::Gap)));
                pieces.extend(grouped(Piece::Formula(*body), is_binary));
                self.then(pieces);
            }
        }
    }

    /// Whether an operand of a connective stands in parentheses. Chains of one of the associative connectives need none.
    fn groups(&self, op: Connective, operand: FormulaId) -> bool {
        match &self.formula[operand].kind {
            FormulaKind::Binary { op: inner, .. } => {
                let associates = matches!(op, Connective::And | Connective::Or | Connective::Xor);
                level(*inner) < level(op) || (level(*inner) == level(op) && !(associates && *inner == op))
            }
            FormulaKind::Quantified { .. }
            | FormulaKind::Compare { .. }
            | FormulaKind::Call { .. }
            | FormulaKind::Not(_)
            | FormulaKind::Reverse(_) => self.open[operand.place()],
        }
    }

    fn term(&mut self, id: TermId) {
        let formula = self.formula;
        let kind = |id: TermId| &formula[id].kind;
        let is_sum = |id| matches!(kind(id), TermKind::Add(..) | TermKind::Subtract(..));
        let is_negative = |id| matches!(kind(id), TermKind::Negate(_));
        let mark = Piece::Mark;
        match kind(id) {
            TermKind::Variable(name) => self.out += &self.dialect.variable(name),
            TermKind::Number(value) => self.out += &value.to_string(),
            TermKind::Letter(value) if *value < 0 => {
                let number = value.unsigned_abs().to_string();
                self.out += &format!("{}{number}", self.dialect.mark(Mark::Negative));
            }
            TermKind::Letter(value) => self.out += &value.to_string(),
            TermKind::Negate(term) => {
                let group = is_sum(*term) || is_negative(*term) || matches!(kind(*term), TermKind::Multiply(..));
                self.then([mark(Mark::Negative)].into_iter().chain(grouped(Piece::Term(*term), group)));
            }
            TermKind::Word { word, indices } => {
                let mut pieces = vec![Piece::Name(&word.text), mark(Mark::IndexOpen)];
                pieces.extend(separated(indices.iter().map(|&index| Piece::Term(index))));
                pieces.push(mark(Mark::IndexClose));
                self.then(pieces);
            }
            TermKind::Add(left, right) | TermKind::Subtract(left, right) => {
                let adds = matches!(kind(id), TermKind::Add(..));
                let sign = if adds { Mark::Plus } else { Mark::Minus };
                let group = is_negative(*right) || is_sum(*right);
                let right = grouped(Piece::Term(*right), group);
                self.then([Piece::Term(*left), mark(sign)].into_iter().chain(right));
            }
            TermKind::Multiply(left, right) => {
                // Side by side where the right factor cannot be taken for digits of the left one.
                let adjoins = matches!(kind(*left), TermKind::Number(_))
                    && (is_sum(*right) || matches!(kind(*right), TermKind::Variable(_) | TermKind::Word { .. }));
                let factor = |id| is_sum(id) || is_negative(id);
                let group = factor(*right) || matches!(kind(*right), TermKind::Multiply(..));
                let left = grouped(Piece::Term(*left), factor(*left));
                let right = grouped(Piece::Term(*right), group);
                self.then(left.chain((!adjoins).then_some(mark(Mark::Times))).chain(right));
            }
            TermKind::Divide(left, right) => {
                let group = |id| is_sum(id) || is_negative(id) || matches!(kind(id), TermKind::Multiply(..));
                let left = grouped(Piece::Term(*left), is_sum(*left) || is_negative(*left));
                let right = grouped(Piece::Term(*right), group(*right));
                let pieces = [mark(Mark::FloorOpen)].into_iter().chain(left).chain([mark(Mark::Over)]);
                self.then(pieces.chain(right).chain([mark(Mark::FloorClose)]));
            }
        }
    }
}

/// `piece`, in parentheses if it is a `group`.
fn grouped<'a>(piece: Piece<'a>, group: bool) -> impl Iterator<Item = Piece<'a>> {
    let open = group.then_some(Piece::Mark(Mark::Open));
    let close = group.then_some(Piece::Mark(Mark::Close));
    open.into_iter().chain([piece]).chain(close)
}

/// How tightly connectives bind in papers.
fn level(op: Connective) -> u8 {
    match op {
        Connective::Iff => 1,
        Connective::Implies => 2,
        Connective::And | Connective::Or | Connective::Xor => 3,
    }
}

/// A name cut before the digits at its end: `x12` is `x` and `12`.
fn numbered(name: &str) -> (&str, &str) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let (stem, digits) = name.split_at(stem.len());
    (stem.strip_suffix('_').filter(|stem| !stem.is_empty() && !digits.is_empty()).unwrap_or(stem), digits)
}

/// Greek letters, spelled as LaTeX spells them.
const GREEK: [(&str, &str); 22] = [
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ϵ"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "ϕ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
];

#[cfg(test)]
mod tests;
