//! Where the variables of one exploration stand in a letter.

use crate::automata::{Layout, Slot};
use crate::budget::Halt;

use super::ir::{Var, Variables};

/// The fields of the variables of one exploration.
pub(super) struct Frame {
    layout: Layout,
    vars: Vec<Var>,
}

impl Frame {
    /// One field for each of the variables, in this order.
    pub(super) fn new(variables: &Variables, vars: &[Var]) -> Result<Frame, Halt> {
        let sizes: Vec<u32> = vars.iter().map(|&var| variables.range(var).size()).collect();
        Ok(Frame { layout: Layout::new(&sizes)?, vars: vars.to_vec() })
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    fn slot(&self, var: Var) -> Slot {
        let track = self.vars.iter().position(|&other| other == var).expect("a variable of the frame");
        self.layout.slots()[track]
    }

    pub(super) fn slots(&self, vars: &[Var]) -> Vec<Slot> {
        vars.iter().map(|&var| self.slot(var)).collect()
    }
}
