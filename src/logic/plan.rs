//! How a conjunction is explored: which parts enumerate letters, which only check them, and in which order.
//!
//! Atoms enumerate letters. So do other parts with variables that no atom has, unless they are `~` or `<=>`; the rest
//! are conditions, stepped where letters are known. A quantified condition is built first if few edges suffice, and
//! explored otherwise. Linear in the formula, but for what it builds. Bad where a condition refuses late: what the
//! parts before it found is then lost.

use crate::automata::{Guard, Layout, LazyAutomaton, Product, StoredAutomaton, Subset};
use crate::budget::{Attempt, Halt};
use crate::tuning::logic::{atoms, search};

use super::engine::Engine;
use super::frame::Frame;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use super::large_coefficients::is_large;
use super::show::show;
use super::tactics::Tactic;
use super::trace::{Input, Share};

impl Engine<'_> {
    /// A conjunction, or one condition, as a join over all variables of the frame. The parts are settled.
    pub(super) fn join(&mut self, whole: &ExprRef, frame: &Frame) -> Result<Product, Halt> {
        self.join_with(Vec::new(), Vec::new(), whole, frame)
    }

    /// Joins the formula with `generators` that are there already; they cover the variables `covered`.
    pub(super) fn join_with(
        &mut self,
        mut generators: Vec<Box<dyn LazyAutomaton>>,
        mut covered: Vec<Var>,
        whole: &ExprRef,
        frame: &Frame,
    ) -> Result<Product, Halt> {
        let mut conditions: Vec<Guard> = Vec::new();
        let mut waiting: Vec<&ExprRef> = Vec::new();
        for part in whole.conjuncts() {
            if part.kind().is_atom() {
                covered.extend(part.free());
                generators.push(self.leaf(part, frame)?);
            } else if !matches!(part.kind(), Kind::Truth(true)) {
                waiting.push(part);
            }
        }
        // What can enumerate letters does so if its variables are not all covered: projections first, which are sparse,
        // and the widest first, which may cover what the others need.
        waiting.sort_by_key(|part| (matches!(part.kind(), Kind::Or(_)), std::cmp::Reverse(part.free().len())));
        for part in waiting {
            let is_covered = part.free().iter().all(|var| covered.contains(var));
            let enumerates = !matches!(part.kind(), Kind::Not(_) | Kind::Iff(..));
            if enumerates && !is_covered {
                covered.extend(part.free());
                generators.push(self.leaf(part, frame)?);
            } else {
                conditions.push(self.condition(part, frame)?);
            }
        }
        for (&var, &slot) in frame.vars().iter().zip(frame.layout().slots()) {
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
    pub fn explored(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Option<(Product, Layout)>, Halt> {
        let settled = self.decide_closed(expr)?;
        if matches!(settled.kind(), Kind::Truth(false)) {
            return Ok(None);
        }
        let frame = Frame::new(self.variables, vars)?;
        Ok(Some((self.join(&settled, &frame)?, frame.layout().clone())))
    }

    /// A formula built whole, as a part of an exploration; a large linear atom only as far as the exploration reaches.
    fn leaf(&mut self, expr: &ExprRef, frame: &Frame) -> Result<Box<dyn LazyAutomaton>, Halt> {
        let is_large = is_large(expr, self.workspace.tactics);
        if let Kind::Linear(linear) = expr.kind()
            && (is_large
                || linear.terms.len() > atoms::UNTRIED_VARIABLES
                || linear.largest_coefficient() > atoms::UNTRIED_COEFFICIENT)
            && let Some(part) = self.large_atom(linear, is_large, frame)?
        {
            return Ok(part);
        }
        let built = self.relation_of_tracks(expr)?;
        let universal = self.workspace.universal_states(&built.dfa, &self.ranges(&built.vars), self.budget)?;
        Ok(Box::new(StoredAutomaton::new(built.dfa, &frame.slots(&built.vars), universal)))
    }

    /// The atom explored on demand, if it is large or turns out to have that many states.
    fn large_atom(
        &mut self,
        linear: &LinearConstraint,
        is_large: bool,
        frame: &Frame,
    ) -> Result<Option<Box<dyn LazyAutomaton>>, Halt> {
        let few = if self.workspace.tactics.on_demand || is_large { 0 } else { atoms::BUILT_STATES };
        let vars: Vec<Var> = linear.terms.iter().map(|term| term.0).collect();
        let system = self.system(vars[0]).clone();
        let Attempt::TooLarge = self.budget.attempt(few, |budget| system.linear(&linear.atom(), budget))? else {
            return Ok(None);
        };
        let part = system.linear_on_demand(&linear.atom(), &frame.slots(&vars));
        if part.is_some() {
            let (expr, variables) = (Expr::new(Kind::Linear(linear.clone())), self.variables);
            self.workspace.trace.uses(|| Input::Named(show(&expr, variables).into()));
        }
        Ok(part)
    }

    /// A formula as a condition, which accepts or refuses letters and enumerates none.
    fn condition(&mut self, expr: &ExprRef, frame: &Frame) -> Result<Guard, Halt> {
        let mut many = |parts: &[ExprRef]| -> Result<Vec<Guard>, Halt> {
            parts.iter().map(|part| self.condition(part, frame)).collect()
        };
        Ok(match expr.kind() {
            Kind::Not(inner) => Guard::Not(Box::new(self.condition(inner, frame)?)),
            Kind::And(parts) => Guard::And(many(parts)?),
            Kind::Or(parts) => Guard::Or(many(parts)?),
            Kind::Iff(a, b) => Guard::Iff(Box::new(self.condition(a, frame)?), Box::new(self.condition(b, frame)?)),
            Kind::Exists(vars, body) => Guard::Leaf(self.quantified(expr, vars, body, frame)?),
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => Guard::Leaf(self.leaf(expr, frame)?),
        })
    }

    /// A quantified condition: built whole if its subsets are few, otherwise explored where it stands.
    fn quantified(
        &mut self,
        expr: &ExprRef,
        vars: &[Var],
        body: &ExprRef,
        frame: &Frame,
    ) -> Result<Box<dyn LazyAutomaton>, Halt> {
        let key = self.workspace.key(expr, self.variables);
        if self.workspace.relation(&key.code).is_some() || self.decide_closed(body)? != *body {
            return self.leaf(expr, frame);
        }
        if let Some(rest) = self.with_member_sums(vars, body)? {
            if let Kind::Exists(vars, body) = rest.kind() {
                return self.quantified(&rest, vars, body, frame);
            }
            return self.leaf(expr, frame);
        }
        if let Some(built) = self.by_windows(vars, body)? {
            self.once(expr, |_| Ok(built))?;
            return self.leaf(expr, frame);
        }
        if self.workspace.tactics.has(Tactic::BuildConditions) {
            let build = |engine: &mut Engine| {
                engine.once(expr, |engine| engine.projection(vars, body, search::CONDITION_EDGES))
            };
            let share = Share::Edges(search::CONDITION_EDGES);
            if let Attempt::Done(_) = self.attempt(Tactic::BuildConditions, share, build)? {
                return self.leaf(expr, frame);
            }
        }
        let (nfa, kept) = self.projected(vars, body)?;
        let universal = self.workspace.universal_states_of(&nfa, &self.ranges(&kept), self.budget)?;
        Ok(Box::new(Subset::new(&nfa, &frame.slots(&kept), &universal)))
    }
}
