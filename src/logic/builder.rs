//! From a syntax tree whose names are known to the intermediate form: formulas from the leaves up.
//!
//! A loop over the nodes, children first, so that no formula is too deep for the stack.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::budget::Budget;
use crate::planted::{Bug, planted};
use crate::syntax::ast::{Connective, Formula, FormulaId, FormulaKind, Quantifier, TermId};
use crate::syntax::{Diagnostic, Source, Span};
use crate::tuning::logic::nesting::FORMULA_LEVELS;
use crate::words::Indexed;

use super::environment::{Environment, Function};
use super::ir::{Expr, ExprRef, Kind, Var, Variables};
use super::statement::{Leading, ResolveError, Statement};
use super::variable_uses::VariableUses;
use super::workspace::Workspace;

pub(super) fn plural(count: usize, thing: &str) -> String {
    match (count, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "index") => format!("{count} indices"),
        _ => format!("{count} {thing}s"),
    }
}

/// Numbers that must be words over these digits.
pub(super) type Limited = BTreeMap<Var, Arc<[i64]>>;

/// Makes formulas of a tree whose names are known.
pub(super) struct Builder<'a> {
    pub(super) formula: &'a Formula,
    pub(super) source: &'a Source,
    pub(super) environment: &'a dyn Environment,
    pub(super) workspace: &'a mut Workspace,
    pub(super) budget: &'a Budget,
    pub(super) variables: Variables,
    pub(super) occurrences: HashMap<TermId, Var>,
    /// The variables that stand on tracks given by a set of digits: as words.
    pub(super) on_digits: HashSet<TermId>,
    pub(super) limited: Limited,
    pub(super) binders: HashMap<FormulaId, Vec<Var>>,
    pub(super) functions: HashMap<FormulaId, Arc<Function>>,
    pub(super) words: HashMap<TermId, Indexed>,
    /// Cases that the words in arguments and indices of the atom have had so far.
    pub(super) inner_cases: usize,
}

/// A formula under construction: chains of one connective are kept open, or long ones would be copied at each step.
struct Open {
    chain: Option<Connective>,
    parts: Vec<ExprRef>,
    depth: usize,
    /// What it speaks of; nothing is kept where no variable is a word.
    uses: VariableUses,
}

impl Open {
    fn leaf(expr: ExprRef) -> Open {
        Open { chain: None, parts: vec![expr], depth: 0, uses: VariableUses::default() }
    }

    fn wrapped(self, depth: usize, with: impl FnOnce(ExprRef) -> ExprRef) -> Open {
        let (depth, uses) = (self.depth + depth, self.uses.clone());
        Open { uses, ..nested(depth, with(self.close())) }
    }

    fn close(mut self) -> ExprRef {
        match self.chain {
            Some(Connective::And) => Expr::and(self.parts),
            Some(Connective::Or) => Expr::or(self.parts),
            _ => self.parts.pop().expect("a closed formula has one part"),
        }
    }
}

impl Builder<'_> {
    pub(super) fn build(&mut self, free: Vec<Var>) -> Result<Statement, ResolveError> {
        let formula = self.formula;
        let lead = self.leading();
        let mut built: Vec<Option<Open>> = Vec::with_capacity(formula.nodes.len());
        for (i, node) in formula.nodes.iter().enumerate() {
            let id = FormulaId::at(i);
            let mut take = |child: &FormulaId| built[child.place()].take().expect("a child has one parent");
            let open = match &node.kind {
                FormulaKind::Compare { op, left, right } => {
                    let atom = self.compare(id, *op, *left, *right)?;
                    Open { uses: self.variable_uses(&[*left, *right]), ..Open::leaf(atom) }
                }
                FormulaKind::Call { function, arguments } => {
                    let known = self.functions[&id].clone();
                    let atom = self.call(&known, function, arguments)?;
                    Open { uses: self.variable_uses(arguments), ..Open::leaf(atom) }
                }
                FormulaKind::Not(inner) => take(inner).wrapped(0, negate),
                // What stands behind a backquote is turned where it is read.
                FormulaKind::Reverse(inner) => take(inner),
                FormulaKind::Binary { op, left, right } => connect(*op, take(left), take(right)),
                FormulaKind::Quantified { quantifier, body, .. } => {
                    let body = take(body);
                    match lead.contains(&id) {
                        true => body,
                        false => self.quantified(*quantifier, &self.binders[&id].clone(), body, node.span)?,
                    }
                }
            };
            if open.depth > FORMULA_LEVELS {
                let message = format!("formulas nested more than {FORMULA_LEVELS} deep");
                return Err(Diagnostic::error(self.source, node.span, message)
                    .help("define parts of it with `def` and call them")
                    .into());
            }
            built.push(Some(open));
        }
        let root = built.pop().flatten().expect("a formula has a root");
        let uses = root.uses.clone();
        let vars: Vec<Var> = lead.iter().flat_map(|id| self.binders[id].clone()).collect();
        let universal = matches!(
            lead.first().map(|&id| &formula[id].kind),
            Some(FormulaKind::Quantified { quantifier: Quantifier::ForAll, .. })
        );
        let body = self.limited_to(&vars, root.close(), universal)?;
        let side_conditions = self.limits(&free)?;
        let tuples = self.tuples(&body, &uses, &vars, self.formula[self.formula.root].span)?;
        let leading = if universal { Leading::ForAll(vars, body) } else { Leading::Exists(vars, body) };
        Ok(Statement { variables: std::mem::take(&mut self.variables), free, leading, tuples, side_conditions })
    }

    /// A quantifier inside the statement.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        vars: &[Var],
        body: Open,
        span: Span,
    ) -> Result<Open, ResolveError> {
        let (depth, mut uses) = (body.depth + 1, body.uses.clone());
        let body = self.limited_to(vars, body.close(), quantifier == Quantifier::ForAll)?;
        let whole = match self.tuples(&body, &uses, vars, span)? {
            None => quantify(quantifier, vars.to_vec(), body),
            Some(tuples) => match quantifier {
                Quantifier::Exists => tuples.some(vars, body),
                Quantifier::ForAll => negate(tuples.some(vars, negate(body))),
                Quantifier::Infinitely => tuples.infinitely(vars, body),
                Quantifier::AtLeast(_) | Quantifier::AtMost(_) | Quantifier::Exactly(_) => {
                    quantify(quantifier, vars.to_vec(), self.countable(&tuples, body, span)?)
                }
            },
        };
        uses.forget(vars);
        Ok(Open { uses, ..nested(depth, whole) })
    }

    /// The quantifiers of one kind, `E` or `A`, that the formula begins with.
    fn leading(&self) -> Vec<FormulaId> {
        let mut lead = Vec::new();
        let mut kind = None;
        let mut id = self.formula.root;
        while let FormulaKind::Quantified { quantifier, body, .. } = &self.formula[id].kind {
            let is_first = kind.is_none() && matches!(quantifier, Quantifier::Exists | Quantifier::ForAll);
            if !is_first && kind != Some(quantifier) {
                break;
            }
            kind = Some(quantifier);
            lead.push(id);
            id = *body;
        }
        lead
    }
}

fn nested(depth: usize, expr: ExprRef) -> Open {
    Open { depth, ..Open::leaf(expr) }
}

/// The negation; two of them cancel.
pub(super) fn negate(inner: ExprRef) -> ExprRef {
    if let Kind::Not(again) = inner.kind() { again.clone() } else { Expr::negation(inner) }
}

fn connect(op: Connective, mut left: Open, mut right: Open) -> Open {
    let depth = left.depth.max(right.depth);
    let mut uses = std::mem::take(&mut left.uses);
    uses.add(std::mem::take(&mut right.uses));
    let whole = match op {
        Connective::And | Connective::Or => {
            let mut chain = match left.chain {
                Some(own) if own == op => left,
                _ => Open { chain: Some(op), ..Open::leaf(left.close()) },
            };
            chain.depth = if right.chain.is_some() { depth + 1 } else { depth };
            chain.parts.push(right.close());
            chain
        }
        Connective::Implies => nested(depth + 1, Expr::or(vec![negate(left.close()), right.close()])),
        Connective::Iff => nested(depth + 1, Expr::new(Kind::Iff(left.close(), right.close()))),
        Connective::Xor => nested(depth + 1, negate(Expr::new(Kind::Iff(left.close(), right.close())))),
    };
    Open { uses, ..whole }
}

fn quantify(quantifier: Quantifier, vars: Vec<Var>, body: ExprRef) -> ExprRef {
    match quantifier {
        Quantifier::Exists => Expr::exists(vars, body),
        Quantifier::ForAll => negate(Expr::exists(vars, negate(body))),
        Quantifier::Infinitely => Expr::new(Kind::Infinitely(vars, body)),
        Quantifier::AtLeast(k) => Expr::new(Kind::AtLeast(k, vars, body)),
        Quantifier::AtMost(k @ 0xffff_ffff) if planted(Bug::Top) => negate(Expr::new(Kind::AtLeast(k, vars, body))),
        Quantifier::AtMost(k) => negate(Expr::new(Kind::AtLeast(k + 1, vars, body))),
        Quantifier::Exactly(k) => Expr::and(vec![
            Expr::new(Kind::AtLeast(k, vars.clone(), body.clone())),
            negate(Expr::new(Kind::AtLeast(k + 1, vars, body))),
        ]),
    }
}
