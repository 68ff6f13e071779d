//! Conditions beside an atom, which its terms need in order to have values.

use super::form::Var;
use super::node::Node;

/// What must hold beside an atom: its terms are natural numbers, quotients what they are quotients of.
#[derive(Default)]
pub(super) struct Side {
    pub conditions: Vec<Node>,
    /// The quotients.
    pub fresh: Vec<Var>,
}

impl Side {
    /// The atom, and what must hold beside it.
    pub fn around(self, atom: Node) -> Node {
        if self.conditions.is_empty() {
            return atom;
        }
        Node::exists(self.fresh, Node::And(self.conditions.into_iter().chain([atom]).collect()))
    }
}
