//! How a conjunction is explored: which parts enumerate letters, which are only stepped, and in which order.

use crate::automata::{Guard, Layout, LazyAutomaton, Limit, Product, Slot, StoredAutomaton, Subset};

use super::engine::Engine;
use super::ir::{Expr, ExprRef, Kind, Linear, Var, Variables};
use super::show::show;
use super::trace::Input;
use super::workspace::Key;

/// Edges followed to determinize a quantified condition on its own; beyond, only in the context it stands in.
const SMALL: usize = 1 << 16;

/// Combinations of at most so many variables are built before they are joined with others.
const NARROW: usize = 2;

/// Linear atoms of more variables may be large,
const WIDE: usize = 3;

/// and are not built beyond so many states.
const LARGE: usize = 20_000;

/// The fields of the variables of one exploration.
pub(super) struct Frame {
    layout: Layout,
    vars: Vec<Var>,
}

impl Frame {
    /// One field for each of the variables, in this order.
    pub(super) fn new(variables: &Variables, vars: &[Var]) -> Result<Frame, Limit> {
        let sizes: Vec<u32> = vars.iter().map(|&var| variables.range(var).size()).collect();
        Ok(Frame { layout: Layout::new(&sizes)?, vars: vars.to_vec() })
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    fn slot(&self, var: Var) -> Slot {
        let track = self.vars.iter().position(|&other| other == var).expect("a variable of the frame");
        self.layout.slots()[track]
    }

    pub(super) fn slots(&self, vars: &[Var]) -> Vec<Slot> {
        vars.iter().map(|&var| self.slot(var)).collect()
    }
}

impl Engine<'_> {
    /// A conjunction, or one condition, as a join over all variables of the frame. The parts are settled.
    pub(super) fn join(&mut self, whole: &ExprRef, frame: &Frame) -> Result<Product, Limit> {
        self.join_with(Vec::new(), Vec::new(), whole, frame)
    }

    /// The same with generators that are there already, and the variables that they cover.
    pub(super) fn join_with(
        &mut self,
        mut generators: Vec<Box<dyn LazyAutomaton>>,
        mut covered: Vec<Var>,
        whole: &ExprRef,
        frame: &Frame,
    ) -> Result<Product, Limit> {
        let parts = match whole.kind() {
            Kind::All(parts) => parts,
            _ => std::slice::from_ref(whole),
        };
        let mut conditions: Vec<Guard> = Vec::new();
        let mut waiting: Vec<&ExprRef> = Vec::new();
        for part in parts {
            match part.kind() {
                Kind::Linear(_) | Kind::Constant(..) | Kind::Table(..) => {
                    covered.extend(part.free());
                    generators.push(self.leaf(part, frame)?);
                }
                Kind::Truth(true) => {}
                _ => waiting.push(part),
            }
        }
        // What can enumerate letters does so if its variables are not all covered: projections first, which are sparse,
        // and the widest first, which may cover what the others need.
        waiting.sort_by_key(|part| (matches!(part.kind(), Kind::Any(_)), std::cmp::Reverse(part.free().len())));
        for part in waiting {
            let is_covered = part.free().iter().all(|var| covered.contains(var));
            let enumerates = !matches!(part.kind(), Kind::Not(_) | Kind::Same(..));
            if enumerates && !is_covered {
                covered.extend(part.free());
                generators.push(self.leaf(part, frame)?);
            } else {
                conditions.push(self.condition(part, frame)?);
            }
        }
        for (&var, &slot) in frame.vars.iter().zip(frame.layout.slots()) {
            if !covered.contains(&var) {
                generators.push(self.variables.range(var).validity_part(slot));
            }
        }
        Ok(Product::new(generators, conditions))
    }

    /// A formula over these variables, which may be more than its own, to be explored on demand, and the layout of its
    /// letters; `None` if it is false.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn explored(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Option<(Product, Layout)>, Limit> {
        let settled = self.settle(expr)?;
        if matches!(settled.kind(), Kind::Truth(false)) {
            return Ok(None);
        }
        let frame = Frame::new(self.variables, vars)?;
        Ok(Some((self.join(&settled, &frame)?, frame.layout)))
    }

    /// A formula built whole, as a part of an exploration; a large linear atom only as far as the exploration reaches.
    fn leaf(&mut self, expr: &ExprRef, frame: &Frame) -> Result<Box<dyn LazyAutomaton>, Limit> {
        if let Kind::Linear(linear) = expr.kind()
            && linear.terms.len() > WIDE
            && let Some(part) = self.large_atom(linear, frame)?
        {
            return Ok(part);
        }
        let built = self.relation_of_tracks(expr)?;
        let full = self.workspace.full(&built.dfa, &self.ranges(&built.vars), self.budget)?;
        Ok(Box::new(StoredAutomaton::new(built.dfa, &frame.slots(&built.vars), full)))
    }

    /// The atom explored on demand, if it is large.
    fn large_atom(&mut self, linear: &Linear, frame: &Frame) -> Result<Option<Box<dyn LazyAutomaton>>, Limit> {
        let few = self.budget.tightened(if self.workspace.roads.on_demand { 0 } else { LARGE });
        match Engine::new(self.workspace, self.variables, &few).linear(linear) {
            Err(Limit::States) => {
                let vars: Vec<Var> = linear.terms.iter().map(|term| term.0).collect();
                let part = self.system(vars[0]).linear_on_demand(&linear.atom(), &frame.slots(&vars));
                if part.is_some() {
                    let (expr, variables) = (Expr::new(Kind::Linear(linear.clone())), self.variables);
                    self.workspace.trace.uses(|| Input::Named(show(&expr, variables).into()));
                }
                Ok(part)
            }
            other => other.map(|_| None),
        }
    }

    /// A formula that is only stepped.
    ///
    /// A combination that reads few of the variables is built first: minimal, it is one small part of the join instead
    /// of several that multiply.
    fn condition(&mut self, expr: &ExprRef, frame: &Frame) -> Result<Guard, Limit> {
        let is_combination = matches!(expr.kind(), Kind::All(_) | Kind::Any(_) | Kind::Same(..));
        if is_combination && expr.free().len() <= NARROW && expr.free().len() < frame.vars.len() {
            return Ok(Guard::Leaf(self.leaf(expr, frame)?));
        }
        let mut many = |parts: &[ExprRef]| -> Result<Vec<Guard>, Limit> {
            parts.iter().map(|part| self.condition(part, frame)).collect()
        };
        Ok(match expr.kind() {
            Kind::Not(inner) => Guard::Not(Box::new(self.condition(inner, frame)?)),
            Kind::All(parts) => Guard::All(many(parts)?),
            Kind::Any(parts) => Guard::Any(many(parts)?),
            Kind::Same(a, b) => Guard::Same(Box::new(self.condition(a, frame)?), Box::new(self.condition(b, frame)?)),
            Kind::Exists(vars, body) => Guard::Leaf(self.quantified(expr, vars, body, frame)?),
            _ => Guard::Leaf(self.leaf(expr, frame)?),
        })
    }

    /// A quantified condition: built whole if its subsets are few, otherwise explored where it stands.
    fn quantified(
        &mut self,
        expr: &ExprRef,
        vars: &[Var],
        body: &ExprRef,
        frame: &Frame,
    ) -> Result<Box<dyn LazyAutomaton>, Limit> {
        let key = Key::of(expr, self.variables);
        if self.workspace.relation(&key.code).is_some() || self.settle(body)? != *body {
            return self.leaf(expr, frame);
        }
        match self.once(expr, |engine| engine.projection(vars, body, SMALL)) {
            Ok(_) => return self.leaf(expr, frame),
            Err(Limit::States) => self.workspace.trace.go_on(),
            Err(limit) => return Err(limit),
        }
        let (nfa, kept) = self.projected(vars, body)?;
        let full = self.workspace.full_of(&nfa, &self.ranges(&kept), self.budget)?;
        Ok(Box::new(Subset::new(&nfa, &frame.slots(&kept), &full)))
    }
}
