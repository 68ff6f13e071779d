//! A formula about a parameter once its names are known.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::atoms::Relation;
use super::form::{Form, Var};
use crate::numeration::Compare;
use crate::syntax::Span;

/// What the variables are called, and where they are bound, or stand first.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables(Vec<(Arc<str>, Span)>);

impl Variables {
    pub fn add(&mut self, name: Arc<str>, span: Span) -> Var {
        self.0.push((name, span));
        Var::at(self.0.len() - 1)
    }

    pub fn name(&self, var: Var) -> &Arc<str> {
        &self.0[var.place()].0
    }

    pub fn span(&self, var: Var) -> Span {
        self.0[var.place()].1
    }

    /// A name that no other variable has: with primes, where several variables are called so.
    pub fn own_name(&self, var: Var) -> String {
        let before = self.0[..var.place()].iter().filter(|known| known.0 == *self.name(var)).count();
        format!("{}{}", self.name(var), "'".repeat(before))
    }
}

/// A formula.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// `form compare 0`.
    Compare(Form, Compare),
    Call(Call),
    Not(Box<Node>),
    /// True if there are none.
    And(Vec<Node>),
    /// False if there are none.
    Or(Vec<Node>),
    Iff(Box<Node>, Box<Node>),
    Exists(Vec<Var>, Box<Node>),
    /// Some parameter.
    ExistsParameter(Box<Node>),
}

/// That the parameter and numbers are in a relation.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub relation: Arc<Relation>,
    /// The numbers, on the tracks other than that of the parameter.
    pub arguments: Vec<Form>,
    pub span: Span,
}

impl Node {
    pub fn truth(value: bool) -> Node {
        if value { Node::And(Vec::new()) } else { Node::Or(Vec::new()) }
    }

    pub fn negated(self) -> Node {
        if let Node::Not(inner) = self { *inner } else { Node::Not(Box::new(self)) }
    }

    pub fn exists(vars: Vec<Var>, body: Node) -> Node {
        if vars.is_empty() { body } else { Node::Exists(vars, Box::new(body)) }
    }

    /// The formulas right below.
    pub fn children(&self) -> Vec<&Node> {
        match self {
            Node::Compare(..) | Node::Call(_) => Vec::new(),
            Node::Not(inner) | Node::Exists(_, inner) | Node::ExistsParameter(inner) => vec![inner],
            Node::And(parts) | Node::Or(parts) => parts.iter().collect(),
            Node::Iff(a, b) => vec![a, b],
        }
    }

    /// The variables that are not bound in it.
    pub fn free(&self) -> BTreeSet<Var> {
        match self {
            Node::Compare(form, _) => form.variables().collect(),
            Node::Call(call) => call.arguments.iter().flat_map(Form::variables).collect(),
            Node::Exists(vars, body) => {
                let mut free = body.free();
                vars.iter().for_each(|var| {
                    free.remove(var);
                });
                free
            }
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) | Node::ExistsParameter(_) => {
                self.children().into_iter().flat_map(Node::free).collect()
            }
        }
    }
}
