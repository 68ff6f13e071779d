//! Formulas back to text: what [`parse_formula`](super::parse_formula) reads as the same tree.
//!
//! Parentheses stand where the tree needs them, and where `&`, `|` and `^` mix or `=>` chains, since there a reader
//! needs them. The stack is a `Vec`: depth costs no recursion.

use std::fmt;

use super::ast::{Comparison, Connective, Formula, FormulaId, FormulaKind, Quantifier, TermId, TermKind};
use super::name::word_in_formula;
use super::system::DEFAULT_SYSTEM;

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(self.root).fmt(f)
    }
}

impl Formula {
    /// The part of the formula at `id`, to print.
    ///
    /// ```
    /// use filbert::syntax::{FormulaKind, Source, parse_formula};
    ///
    /// let source = Source::new("<prompt>", "?fib (Ex((x+(1*y))=2)) & ~(x<y)");
    /// let formula = parse_formula(&source, source.span(), &())?;
    /// assert_eq!(formula.to_string(), "?msd_fib (Ex x+1*y=2) & ~x<y");
    /// let FormulaKind::Binary { right, .. } = formula[formula.root].kind else { panic!() };
    /// assert_eq!(formula.show(right).to_string(), "?msd_fib ~x<y");
    /// # Ok::<(), filbert::syntax::Diagnostic>(())
    /// ```
    pub fn show(&self, id: FormulaId) -> impl fmt::Display + '_ {
        Show { formula: self, part: Piece::Formula(id) }
    }

    /// The term at `id`, to print.
    pub fn show_term(&self, id: TermId) -> impl fmt::Display + '_ {
        Show { formula: self, part: Piece::Term(id) }
    }
}

struct Show<'a> {
    formula: &'a Formula,
    part: Piece<'a>,
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printer = Printer {
            formula: self.formula,
            open_ended: if let Piece::Formula(id) = self.part { open_ended(self.formula, id) } else { Vec::new() },
            todo: Vec::new(),
            systems: vec![DEFAULT_SYSTEM],
        };
        printer.print(self.part, f)
    }
}

/// What is left to print.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Formula(FormulaId),
    Term(TermId),
    Text(&'a str),
    /// An opening bracket: the system in force is to come back after the closing one.
    Open(&'static str),
    Close(&'static str),
}

struct Printer<'a> {
    formula: &'a Formula,
    /// For each formula, whether more text after it would fall into a quantifier.
    open_ended: Vec<bool>,
    todo: Vec<Piece<'a>>,
    /// The systems in force, as the scanner will keep them.
    systems: Vec<&'a str>,
}

impl<'a> Printer<'a> {
    fn print(mut self, part: Piece<'a>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Piece::Formula(id) = part
            && let Some(system) = first_system(self.formula, id)
        {
            self.enter(system, f)?;
        }
        self.todo.push(part);
        while let Some(piece) = self.todo.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Open(bracket) => {
                    let system = self.system();
                    self.systems.push(system);
                    f.write_str(bracket)?;
                }
                Piece::Close(bracket) => {
                    self.systems.pop();
                    f.write_str(bracket)?;
                }
                Piece::Formula(id) => self.formula(id, f)?,
                Piece::Term(id) => {
                    self.enter(&self.formula[id].system, f)?;
                    self.term(id, f)?;
                }
            }
        }
        Ok(())
    }

    fn system(&self) -> &'a str {
        self.systems.last().copied().unwrap_or(DEFAULT_SYSTEM)
    }

    /// Sets the system for what follows.
    fn enter(&mut self, system: &'a str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.system() == system {
            return Ok(());
        }
        self.systems.pop();
        self.systems.push(system);
        write!(f, "?{system} ")
    }

    /// Puts `pieces` before what is left to print.
    fn then(&mut self, pieces: impl IntoIterator<Item = Piece<'a>>) {
        let from = self.todo.len();
        self.todo.extend(pieces);
        self.todo[from..].reverse();
    }

    fn formula(&mut self, id: FormulaId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.formula[id].kind {
            FormulaKind::Compare { op, left, right } => {
                let sign = Piece::Text(op.symbol());
                self.then([Piece::Term(*left), sign, Piece::Term(*right)]);
            }
            FormulaKind::Call { function, arguments } => {
                write!(f, "${}", function.text)?;
                let mut pieces = vec![Piece::Open("(")];
                for (nth, &argument) in arguments.iter().enumerate() {
                    pieces.extend((nth > 0).then_some(Piece::Text(",")));
                    pieces.push(Piece::Term(argument));
                }
                pieces.push(Piece::Close(")"));
                self.then(pieces);
            }
            FormulaKind::Not(body) => self.prefix("~", *body),
            FormulaKind::Reverse(body) => self.prefix("`", *body),
            FormulaKind::Binary { op, left, right } => {
                let (group_left, group_right) = (self.groups_left(*op, *left), groups_right(self.formula, *op, *right));
                let left = grouped(Piece::Formula(*left), group_left);
                let right = grouped(Piece::Formula(*right), group_right);
                let sign = [" ", op.symbol(), " "].map(Piece::Text);
                self.then(left.chain(sign).chain(right));
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                write!(f, "{quantifier}")?;
                for (nth, variable) in variables.iter().enumerate() {
                    let comma = if nth > 0 { "," } else { "" };
                    write!(f, "{comma}{}", variable.text)?;
                }
                self.then([Piece::Text(" "), Piece::Formula(*body)]);
            }
        }
        Ok(())
    }

    fn prefix(&mut self, sign: &'static str, body: FormulaId) {
        let group = level(&self.formula[body].kind) < PREFIX;
        let body = grouped(Piece::Formula(body), group);
        self.then([Piece::Text(sign)].into_iter().chain(body));
    }

    fn groups_left(&self, op: Connective, left: FormulaId) -> bool {
        let kind = &self.formula[left].kind;
        let same_level = level(kind) == op.level();
        let same = matches!(kind, FormulaKind::Binary { op: inner, .. } if *inner == op);
        level(kind) < op.level()
            || self.open_ended[left.0 as usize]
            || same_level && (!same || op == Connective::Implies)
    }

    fn term(&mut self, id: TermId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = term_level(&self.formula[id].kind);
        let groups = |side: TermId, least: u8| term_level(&self.formula[side].kind) < least;
        let (left, sign, right) = match &self.formula[id].kind {
            TermKind::Variable(name) => return f.write_str(name),
            TermKind::Number(value) => return write!(f, "{value}"),
            TermKind::Letter(value) => return write!(f, "@{value}"),
            TermKind::Negate(term) => {
                let group = groups(*term, own);
                let term = grouped(Piece::Term(*term), group);
                self.then([Piece::Text("_")].into_iter().chain(term));
                return Ok(());
            }
            TermKind::Word { word, indices } => {
                f.write_str(&word_in_formula(&word.text))?;
                let index = |&index| [Piece::Open("["), Piece::Term(index), Piece::Close("]")];
                self.then(indices.iter().flat_map(index));
                return Ok(());
            }
            TermKind::Add(left, right) => (*left, "+", *right),
            TermKind::Subtract(left, right) => (*left, "-", *right),
            TermKind::Multiply(left, right) => (*left, "*", *right),
            TermKind::Divide(left, right) => (*left, "/", *right),
        };
        let (group_left, group_right) = (groups(left, own), groups(right, own + 1));
        let left = grouped(Piece::Term(left), group_left);
        let right = grouped(Piece::Term(right), group_right);
        self.then(left.chain([Piece::Text(sign)]).chain(right));
        Ok(())
    }
}

/// `piece`, in parentheses if it is a `group`.
fn grouped<'a>(piece: Piece<'a>, group: bool) -> impl Iterator<Item = Piece<'a>> {
    let open = group.then_some(Piece::Open("("));
    let close = group.then_some(Piece::Close(")"));
    open.into_iter().chain([piece]).chain(close)
}

/// How tightly `~`, `` ` `` and quantifiers bind what stands before them.
const PREFIX: u8 = 4;

/// How tightly the parts of a formula hold together.
fn level(kind: &FormulaKind) -> u8 {
    match kind {
        FormulaKind::Binary { op, .. } => op.level(),
        FormulaKind::Not(_) | FormulaKind::Reverse(_) | FormulaKind::Quantified { .. } => PREFIX,
        FormulaKind::Compare { .. } | FormulaKind::Call { .. } => PREFIX + 1,
    }
}

fn groups_right(formula: &Formula, op: Connective, right: FormulaId) -> bool {
    level(&formula[right].kind) <= op.level()
}

/// For each formula up to `last`, whether it ends, as printed, in a quantifier's reach.
fn open_ended(formula: &Formula, last: FormulaId) -> Vec<bool> {
    let mut open: Vec<bool> = Vec::new();
    for node in &formula.nodes[..=last.0 as usize] {
        let is_open = match &node.kind {
            FormulaKind::Quantified { .. } => true,
            FormulaKind::Not(body) | FormulaKind::Reverse(body) => {
                level(&formula[*body].kind) >= PREFIX && open[body.0 as usize]
            }
            FormulaKind::Binary { op, right, .. } => !groups_right(formula, *op, *right) && open[right.0 as usize],
            FormulaKind::Compare { .. } | FormulaKind::Call { .. } => false,
        };
        open.push(is_open);
    }
    open
}

/// The system of the first term in the text of a formula.
fn first_system(formula: &Formula, mut id: FormulaId) -> Option<&str> {
    loop {
        let term = match &formula[id].kind {
            FormulaKind::Not(body) | FormulaKind::Reverse(body) | FormulaKind::Quantified { body, .. } => {
                id = *body;
                continue;
            }
            FormulaKind::Binary { left, .. } => {
                id = *left;
                continue;
            }
            FormulaKind::Compare { left, .. } => *left,
            FormulaKind::Call { arguments, .. } => *arguments.first()?,
        };
        return Some(&formula[term].system);
    }
}

fn term_level(kind: &TermKind) -> u8 {
    match kind {
        TermKind::Add(..) | TermKind::Subtract(..) => 1,
        TermKind::Multiply(..) | TermKind::Divide(..) => 2,
        TermKind::Variable(_)
        | TermKind::Number(_)
        | TermKind::Letter(_)
        | TermKind::Negate(_)
        | TermKind::Word { .. } => 3,
    }
}

impl Connective {
    /// As it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Connective::And => "&",
            Connective::Or => "|",
            Connective::Xor => "^",
            Connective::Implies => "=>",
            Connective::Iff => "<=>",
        }
    }

    const fn level(self) -> u8 {
        match self {
            Connective::Iff => 1,
            Connective::Implies => 2,
            Connective::And | Connective::Or | Connective::Xor => 3,
        }
    }
}

impl Comparison {
    /// As it is written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }
}

impl fmt::Display for Quantifier {
    /// `E`, `A`, `I`; `E>=2 ` with a blank, so that a variable may follow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantifier::Exists => f.write_str("E"),
            Quantifier::ForAll => f.write_str("A"),
            Quantifier::Infinitely => f.write_str("I"),
            Quantifier::AtLeast(k) => write!(f, "E>={k} "),
            Quantifier::AtMost(k) => write!(f, "E<={k} "),
            Quantifier::Exactly(k) => write!(f, "E={k} "),
        }
    }
}
