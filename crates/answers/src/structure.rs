//! The system of each variable of a search, copies of variables included.

use crate::formula::{System, Systems, Variable};

/// The systems of variables. From `top` on, variables are copies of those that are `top` less.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Structure<'a> {
    systems: &'a Systems,
    top: Variable,
}

impl<'a> Structure<'a> {
    pub(crate) fn new(systems: &'a Systems) -> Structure<'a> {
        Structure { systems, top: Variable::MAX }
    }

    /// With copies from `top` on.
    pub(crate) fn with_copies(self, top: Variable) -> Structure<'a> {
        Structure { top, ..self }
    }

    /// The system of a variable.
    pub(crate) fn of(self, variable: Variable) -> &'a System {
        self.systems.of(if variable >= self.top { variable - self.top } else { variable })
    }
}
