//! Quantifiers that nothing bounds, brought to the front: `A x.. E y.. F` with a local F.
//!
//! Local parts stay as they are, with their quantifiers. Linear in the formula, except that an equivalence over an
//! unbounded quantifier is written out with two copies of each side: 2^n for n of them in one another, so their number
//! has a limit. Refused if an unbounded `A` is inside of an unbounded `E`.

use std::collections::BTreeMap;

use super::bounds::{NotLocal, blocks_needed};
use super::form::{Form, Var};
use super::node::{Call, Node, Variables};
use crate::numeration::ParametricSystem;
use crate::syntax::Span;
use crate::tuning::families::MOST_EQUIVALENCES;

/// A formula, its unbounded quantifiers in front, those over all numbers first.
#[derive(Debug)]
pub(super) struct Prefixed {
    pub universals: Vec<Var>,
    pub existentials: Vec<Var>,
    /// What is supposed of the parameter alone.
    pub suppositions: Vec<Call>,
    /// What stands behind the quantifiers: a local formula.
    pub matrix: Node,
}

/// Why a formula has no such form.
#[derive(Clone, Debug)]
pub(super) enum Refusal {
    /// `E` of the first variable, before `A` of the second, which nothing bounds.
    Alternation {
        outer: Var,
        inner: Var,
    },
    /// A relation that depends on further blocks is read here.
    Unsettled(Span),
    Overflow,
    /// Too many equivalences stand over quantifiers that nothing bounds: each is written out twice.
    Equivalences,
}

/// The formula, or its negation unless `positive`, with its unbounded quantifiers in front.
///
/// # Errors
/// [`Refusal`].
pub(super) fn prefixed(
    node: &Node,
    positive: bool,
    variables: &mut Variables,
    system: &ParametricSystem,
) -> Result<Prefixed, Refusal> {
    let mut pulling = Pulling {
        system,
        variables,
        equivalences: 0,
        universals: Vec::new(),
        existentials: Vec::new(),
        suppositions: Vec::new(),
    };
    let (mut node, mut positive) = (node, positive);
    // Those in front are values that show something, bounded or not.
    let node = loop {
        match node {
            Node::Not(inner) => (node, positive) = (inner, !positive),
            Node::Exists(vars, body) if !positive => {
                pulling.universals.extend(vars);
                node = body;
            }
            _ => break node,
        }
    };
    let matrix = pulling.pull(node, positive, true)?;
    let Pulling { universals, existentials, suppositions, .. } = pulling;
    Ok(Prefixed { universals, existentials, suppositions, matrix })
}

struct Pulling<'a> {
    system: &'a ParametricSystem,
    variables: &'a mut Variables,
    /// Those written out by now.
    equivalences: usize,
    universals: Vec<Var>,
    existentials: Vec<Var>,
    suppositions: Vec<Call>,
}

impl Pulling<'_> {
    /// `on_top`: whether the whole holds as soon as this part does.
    fn pull(&mut self, node: &Node, positive: bool, on_top: bool) -> Result<Node, Refusal> {
        match blocks_needed(node, self.system) {
            Ok(_) => return Ok(if positive { node.clone() } else { node.clone().negated() }),
            Err(NotLocal::Overflow) => return Err(Refusal::Overflow),
            Err(NotLocal::Unbounded(_) | NotLocal::Unsettled(_)) => {}
        }
        match node {
            Node::Compare(..) | Node::ExistsParameter(_) => {
                unreachable!("comparisons are local, and one parameter is bound")
            }
            Node::Call(call) if call.arguments.is_empty() && !positive && on_top => {
                self.suppositions.push(call.clone());
                Ok(Node::truth(false))
            }
            Node::Call(call) => Err(Refusal::Unsettled(call.span)),
            Node::Not(inner) => self.pull(inner, !positive, on_top),
            Node::And(parts) | Node::Or(parts) => {
                let any = matches!(node, Node::Or(_)) == positive;
                let pulled = parts.iter().map(|part| self.pull(part, positive, on_top && any));
                let pulled = pulled.collect::<Result<_, _>>()?;
                Ok(if any { Node::Or(pulled) } else { Node::And(pulled) })
            }
            Node::Iff(a, b) => {
                self.equivalences += 1;
                if self.equivalences > MOST_EQUIVALENCES {
                    return Err(Refusal::Equivalences);
                }
                let mut again = |node: &Node| renamed(node, &mut BTreeMap::new(), self.variables);
                let (a_again, b_again) = (again(a), again(b));
                let forth = Node::Or(vec![(**a).clone().negated(), (**b).clone()]);
                let back = Node::Or(vec![a_again, b_again.negated()]);
                self.pull(&Node::And(vec![forth, back]), positive, on_top)
            }
            Node::Exists(vars, body) if positive => {
                let before = self.universals.len();
                self.existentials.extend(vars);
                let pulled = self.pull(body, true, false)?;
                match self.universals.get(before) {
                    Some(&inner) => Err(Refusal::Alternation { outer: vars[0], inner }),
                    None => Ok(pulled),
                }
            }
            Node::Exists(vars, body) => {
                self.universals.extend(vars);
                self.pull(body, false, on_top)
            }
        }
    }
}

/// The formula with variables of its own wherever it binds some.
fn renamed(node: &Node, new: &mut BTreeMap<Var, Var>, variables: &mut Variables) -> Node {
    let form = |form: &Form, new: &BTreeMap<Var, Var>| {
        let terms = form.terms.iter().map(|(var, &k)| (new.get(var).copied().unwrap_or(*var), k));
        Form { terms: terms.collect(), constant: form.constant }
    };
    match node {
        Node::Compare(sum, compare) => Node::Compare(form(sum, new), *compare),
        Node::Call(call) => {
            let arguments = call.arguments.iter().map(|argument| form(argument, new)).collect();
            Node::Call(Call { arguments, ..call.clone() })
        }
        Node::Not(inner) => renamed(inner, new, variables).negated(),
        Node::And(parts) => Node::And(parts.iter().map(|part| renamed(part, new, variables)).collect()),
        Node::Or(parts) => Node::Or(parts.iter().map(|part| renamed(part, new, variables)).collect()),
        Node::Iff(a, b) => Node::Iff(Box::new(renamed(a, new, variables)), Box::new(renamed(b, new, variables))),
        Node::Exists(vars, body) => {
            let mut fresh = |var: &Var| {
                let other = variables.add(variables.name(*var).clone(), variables.span(*var));
                new.insert(*var, other);
                other
            };
            let vars = vars.iter().map(&mut fresh).collect();
            Node::exists(vars, renamed(body, new, variables))
        }
        Node::ExistsParameter(body) => Node::ExistsParameter(Box::new(renamed(body, new, variables))),
    }
}
