//! From formulas to automata: conjunctions are joined, quantifiers projected, closed formulas searched.
//!
//! [`Engine::relation`] builds the minimal automaton of a formula with free variables, once for each formula up to
//! renaming. [`Engine::search`] decides `E vars body` by exploring the join of the body until something is accepted;
//! nothing is built that this does not reach.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::automata::{
    Budget, Condition, Dfa, Dfao, Explore, Join, Layout, Limit, Nfa, Slot, State, Subset, Table, Union, materialize,
    shortest,
};
use crate::numeration::{Direction, LinearAtom, NumerationSystem, close, decode, validity_part};

use super::ir::{Expr, ExprRef, Kind, Linear, Var, Variables};
use super::relativize::relativize;
use super::simplify::{exists, map_closed, negate, simplify};
use super::workspace::{Key, Workspace};

/// Subsets up to which a quantified condition is determinized on its own; beyond, only in the context it stands in.
const SMALL_SUBSET: usize = 2000;

/// Combinations of at most so many variables are built before they are joined with others.
const NARROW: usize = 2;

/// An automaton and the variable of each of its tracks.
#[derive(Clone, Debug)]
pub struct Built {
    /// The automaton.
    pub dfa: Arc<Dfa>,
    /// The variable of each track, all distinct.
    pub vars: Vec<Var>,
}

/// Values that satisfy an existential statement, by variable.
pub type Assignment = Vec<(Var, BigUint)>;

/// Builds and decides the formulas of one statement.
pub struct Engine<'a> {
    pub(super) workspace: &'a mut Workspace,
    pub(super) variables: &'a Variables,
    pub(super) budget: &'a Budget,
}

/// The fields of the variables of one exploration.
pub(super) struct Frame {
    pub(super) layout: Layout,
    vars: Vec<Var>,
}

impl Frame {
    fn slot(&self, var: Var) -> Slot {
        let track = self.vars.iter().position(|&other| other == var).expect("a variable of the frame");
        self.layout.slots()[track]
    }

    pub(super) fn slots(&self, vars: &[Var]) -> Vec<Slot> {
        vars.iter().map(|&var| self.slot(var)).collect()
    }
}

impl<'a> Engine<'a> {
    /// An engine for the formulas over these variables.
    pub fn new(workspace: &'a mut Workspace, variables: &'a Variables, budget: &'a Budget) -> Engine<'a> {
        Engine { workspace, variables, budget }
    }

    pub(super) fn system(&self, var: Var) -> &Arc<NumerationSystem> {
        self.variables.system(var)
    }

    pub(super) fn systems(&self, vars: &[Var]) -> Vec<Arc<NumerationSystem>> {
        vars.iter().map(|&var| self.system(var).clone()).collect()
    }

    pub(super) fn frame(&self, vars: &[Var]) -> Result<Frame, Limit> {
        let sizes: Vec<u32> = vars.iter().map(|&var| self.system(var).digits()).collect();
        Ok(Frame { layout: Layout::new(&sizes)?, vars: vars.to_vec() })
    }

    /// Whether a closed formula is true.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn decide(&mut self, expr: &ExprRef) -> Result<bool, Limit> {
        debug_assert!(expr.free().is_empty());
        Ok(match expr.kind() {
            Kind::Truth(value) => *value,
            Kind::Not(inner) => !self.decide(inner)?,
            Kind::All(parts) => {
                for part in parts {
                    if !self.decide(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Kind::Any(parts) => {
                for part in parts {
                    if self.decide(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Kind::Same(a, b) => self.decide(a)? == self.decide(b)?,
            Kind::Exists(vars, body) => self.search(vars, body)?.is_some(),
            Kind::AtLeast(count, vars, body) => {
                self.count(*count, vars, body)?.output([]).unwrap_or(0) >= i64::from(*count)
            }
            Kind::Infinitely(vars, body) => {
                let (body, starts) = self.endless(vars, body)?;
                starts.iter().any(|&q| body.accepting()[q as usize])
            }
            Kind::Reverse(body) => self.decide(body)?,
            Kind::Linear(_) | Kind::Constant(..) | Kind::Table(..) => {
                unreachable!("an atom without variables is a truth value")
            }
        })
    }

    /// Values of the variables that satisfy the body, if there are any: the first in radix order, where the body is a
    /// conjunction. All free variables of the body must be among `vars`; the body is simplified.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn search(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Limit> {
        let body = self.settle(body)?;
        let mut found = match body.kind() {
            Kind::Truth(value) => value.then(Vec::new),
            Kind::Any(parts) => self.least(vars, parts)?,
            Kind::Exists(inner, nested) => {
                let all: Vec<Var> = vars.iter().chain(inner).copied().collect();
                self.search(&all, nested)?
            }
            _ => self.search_conjunction(vars, &body)?,
        };
        if let Some(assignment) = &mut found {
            assignment.retain(|(var, _)| vars.contains(var));
            // What nothing speaks of may be anything.
            for &var in vars {
                if !assignment.iter().any(|(known, _)| *known == var) {
                    assignment.push((var, BigUint::ZERO));
                }
            }
        }
        Ok(found)
    }

    /// The smallest of what satisfies some of the parts: by the largest number in it, then in the order of `vars`.
    fn least(&mut self, vars: &[Var], parts: &[ExprRef]) -> Result<Option<Assignment>, Limit> {
        let mut best: Option<(Vec<BigUint>, Assignment)> = None;
        for part in parts {
            if let Some(found) = self.search(vars, part)? {
                let value = |var: &Var| found.iter().find(|(known, _)| known == var).map(|entry| entry.1.clone());
                let mut rank: Vec<BigUint> = found.iter().map(|entry| entry.1.clone()).max().into_iter().collect();
                rank.extend(vars.iter().filter_map(value));
                if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                    best = Some((rank, found));
                }
            }
        }
        Ok(best.map(|(_, assignment)| assignment))
    }

    /// The components of a conjunction that share no variable are searched apart.
    fn search_conjunction(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Limit> {
        let parts: Vec<ExprRef> = match body.kind() {
            Kind::All(parts) => parts.clone(),
            _ => vec![body.clone()],
        };
        let mut whole = Assignment::new();
        for component in components(parts) {
            let body = Expr::all(component);
            let read: Vec<Var> = vars.iter().copied().filter(|&var| body.mentions(&[var])).collect();
            let frame = self.frame(&read)?;
            let mut join = self.join(&body, &frame)?;
            let Some(word) = shortest(&mut join, frame.layout.slots(), self.budget)? else {
                return Ok(None);
            };
            let numbers = decode(&word, &frame.layout, &self.systems(&read));
            whole.extend(read.into_iter().zip(numbers));
        }
        Ok(Some(whole))
    }

    /// The formula with its closed parts decided.
    fn settle(&mut self, expr: &ExprRef) -> Result<ExprRef, Limit> {
        map_closed(expr, &mut |closed| self.decide(closed))
    }

    /// The minimal automaton of a formula with free variables.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn relation(&mut self, expr: &ExprRef) -> Result<Built, Limit> {
        match expr.kind() {
            Kind::Linear(linear) => return self.linear(linear),
            Kind::Constant(var, value) => {
                return Ok(Built { dfa: Arc::new(self.system(*var).constant(value)), vars: vec![*var] });
            }
            Kind::Table(dfa, vars) if vars.len() == expr.free().len() => {
                return Ok(Built { dfa: dfa.clone(), vars: vars.clone() });
            }
            _ => {}
        }
        let key = Key::of(expr, self.variables);
        let vars = key.order.clone();
        if let Some(dfa) = self.workspace.relation(&key.code) {
            return Ok(Built { dfa, vars });
        }
        let built = self.build(expr)?;
        let dfa = if built.vars == vars {
            built.dfa
        } else {
            let order: Vec<usize> =
                vars.iter().map(|var| built.vars.iter().position(|v| v == var).expect("a free variable")).collect();
            Arc::new(built.dfa.permute(&order).trim())
        };
        self.workspace.keep(key, &dfa);
        Ok(Built { dfa, vars })
    }

    fn linear(&mut self, linear: &Linear) -> Result<Built, Limit> {
        let (vars, weights): (Vec<Var>, Vec<_>) = linear.terms.iter().cloned().unzip();
        let atom = LinearAtom { weights, compare: linear.compare, constant: linear.constant };
        Ok(Built { dfa: self.system(vars[0]).clone().linear(&atom, self.budget)?, vars })
    }

    fn build(&mut self, expr: &ExprRef) -> Result<Built, Limit> {
        match expr.kind() {
            Kind::Exists(vars, body) => self.build_exists(vars, body),
            Kind::AtLeast(count, vars, body) => {
                let counted = self.count(*count, vars, body)?;
                let kept: Vec<Var> = self.kept(vars, body);
                let dfa = counted.select(|n| n >= i64::from(*count));
                let dfa = self.in_direction(&kept, dfa)?;
                Ok(Built { dfa: Arc::new(dfa), vars: kept })
            }
            Kind::Infinitely(vars, body) => {
                let kept = self.kept(vars, body);
                let built = self.relation(body)?;
                let (endless, starts) = self.endless(vars, body)?;
                let nfa = Nfa::new(
                    endless.layout().clone(),
                    endless.transitions().clone(),
                    starts,
                    endless.accepting().to_vec(),
                );
                let tracks = tracks(&built.vars, &kept);
                let dfa = nfa.project(&tracks).determinize(self.budget)?.minimize();
                Ok(Built { dfa: Arc::new(self.in_direction(&kept, dfa)?), vars: kept })
            }
            Kind::Reverse(body) => {
                let built = self.relation(body)?;
                let reversed = built.dfa.reverse().determinize(self.budget)?.minimize();
                let dfa = close(&reversed, &self.systems(&built.vars), self.budget)?;
                Ok(Built { dfa: Arc::new(dfa), vars: built.vars })
            }
            Kind::Any(parts) => self.build_any(expr, parts),
            _ => {
                let vars = expr.free().to_vec();
                let settled = self.settle(expr)?;
                self.build_join(&settled, &vars)
            }
        }
    }

    /// The join of a conjunction (or of one condition) over these variables, minimal.
    fn build_join(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Built, Limit> {
        let frame = self.frame(vars)?;
        let dfa = match expr.kind() {
            Kind::Truth(false) => Dfa::empty(frame.layout),
            _ => {
                let whole = Expr::all(match expr.kind() {
                    Kind::All(parts) => parts.clone(),
                    _ => vec![expr.clone()],
                });
                let mut join = self.join(&whole, &frame)?;
                materialize(&mut join, &frame.layout, frame.layout.slots(), self.budget)?.minimize()
            }
        };
        Ok(Built { dfa: Arc::new(dfa), vars: vars.to_vec() })
    }

    fn build_any(&mut self, expr: &ExprRef, parts: &[ExprRef]) -> Result<Built, Limit> {
        let vars = expr.free().to_vec();
        let frame = self.frame(&vars)?;
        let mut explorers: Vec<Box<dyn Explore>> = Vec::new();
        for part in parts {
            let settled = self.settle(part)?;
            match settled.kind() {
                Kind::Truth(false) => continue,
                Kind::Truth(true) => {
                    let systems = self.systems(&vars);
                    let valid = self.workspace.valid(&systems, self.budget)?;
                    return Ok(Built { dfa: valid, vars });
                }
                _ => {}
            }
            let built = self.relation(&settled)?;
            explorers.push(if built.vars.len() == vars.len() {
                Box::new(Table::new(built.dfa, &frame.slots(&built.vars), Arc::new([])))
            } else {
                // The other tracks may hold any number.
                Box::new(self.join(&Expr::all(vec![settled]), &frame)?)
            });
        }
        let dfa = match explorers.len() {
            0 => Dfa::empty(frame.layout.clone()),
            _ => {
                let mut union = Union::new(explorers);
                materialize(&mut union, &frame.layout, frame.layout.slots(), self.budget)?.minimize()
            }
        };
        Ok(Built { dfa: Arc::new(dfa), vars })
    }

    fn build_exists(&mut self, vars: &[Var], body: &ExprRef) -> Result<Built, Limit> {
        let settled = self.settle(body)?;
        if settled != *body {
            // A closed part was decided: the quantifier may move.
            let rest = exists(vars, settled);
            let built = self.relation_over(&rest, &self.kept(vars, body))?;
            return Ok(built);
        }
        if let Some(built) = self.bounded(vars, body)? {
            return Ok(built);
        }
        let (nfa, kept) = self.projected(vars, body)?;
        let full = self.workspace.full_of(&nfa, &self.systems(&kept), self.budget)?;
        let mut subset = Subset::new(&nfa, nfa.layout().slots(), &full);
        let dfa = materialize(&mut subset, nfa.layout(), nfa.layout().slots(), self.budget)?.minimize();
        Ok(Built { dfa: Arc::new(dfa), vars: kept })
    }

    /// The minimal automaton of a formula over `vars`, which it may not all mention.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn relation_over(&mut self, expr: &ExprRef, vars: &[Var]) -> Result<Built, Limit> {
        if expr.free().len() == vars.len() && !vars.is_empty() {
            return self.relation(expr);
        }
        let settled = self.settle(expr)?;
        self.build_join(&settled, vars)
    }

    /// The body of a quantifier with its bound tracks forgotten, and the variables that are left.
    pub(super) fn projected(&mut self, vars: &[Var], body: &ExprRef) -> Result<(Nfa, Vec<Var>), Limit> {
        let built = self.relation(body)?;
        let kept: Vec<Var> = built.vars.iter().copied().filter(|var| !vars.contains(var)).collect();
        let nfa = built.dfa.project(&tracks(&built.vars, &kept));
        let nfa = match self.system(built.vars[0]).direction() {
            Direction::Msd => nfa.drop_leading_zeros(),
            Direction::Lsd => nfa.drop_trailing_zeros(),
        };
        Ok((nfa, kept))
    }

    pub(super) fn kept(&self, vars: &[Var], body: &ExprRef) -> Vec<Var> {
        body.free().iter().copied().filter(|var| !vars.contains(var)).collect()
    }

    /// The number of tuples of `vars` that satisfy the body, capped, as a function of the other variables (most
    /// significant digit first, whatever the direction): one variable is summed out at a time.
    fn count(&mut self, cap: u32, vars: &[Var], body: &ExprRef) -> Result<Dfao, Limit> {
        let built = self.relation(body)?;
        let msd = self.in_direction(&built.vars, (*built.dfa).clone())?;
        let mut counted = Dfao::indicator(&msd);
        let mut left = built.vars.clone();
        for var in vars {
            let kept: Vec<usize> = (0..left.len()).filter(|&track| left[track] != *var).collect();
            counted = counted.sum_out(&kept, cap, self.budget)?;
            left.retain(|other| other != var);
        }
        let kept = self.kept(vars, body);
        Ok(counted.permute(&tracks(&left, &kept)))
    }

    /// The body, most significant digit first, and the states to which infinitely many tuples of `vars` lead before
    /// the other variables begin.
    fn endless(&mut self, vars: &[Var], body: &ExprRef) -> Result<(Dfa, Vec<State>), Limit> {
        let built = self.relation(body)?;
        let dfa = self.in_direction(&built.vars, (*built.dfa).clone())?;
        let kept = self.kept(vars, body);
        let mask = tracks(&built.vars, &kept).iter().fold(0, |mask, &t| mask | dfa.layout().slots()[t].mask());
        let starts = dfa.infinitely_reached(mask);
        Ok((dfa, starts))
    }

    /// Turns an automaton between the direction of these variables and most significant digit first.
    fn in_direction(&self, vars: &[Var], dfa: Dfa) -> Result<Dfa, Limit> {
        match vars.first().map(|&var| self.system(var).direction()) {
            Some(Direction::Lsd) => Ok(dfa.reverse().determinize(self.budget)?.minimize()),
            _ => Ok(dfa),
        }
    }

    /// A conjunction as a join over all variables of the frame. The parts are settled.
    fn join(&mut self, whole: &ExprRef, frame: &Frame) -> Result<Join, Limit> {
        let Kind::All(parts) = whole.kind() else { unreachable!("joins are made of conjunctions") };
        let mut generators: Vec<Box<dyn Explore>> = Vec::new();
        let mut conditions: Vec<Condition> = Vec::new();
        let mut covered: Vec<Var> = Vec::new();
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
                generators.push(validity_part(self.system(var), slot));
            }
        }
        Ok(Join::new(generators, conditions))
    }

    /// A formula built whole, as a part of an exploration.
    fn leaf(&mut self, expr: &ExprRef, frame: &Frame) -> Result<Box<dyn Explore>, Limit> {
        let built = match expr.kind() {
            // Repeated variables are compared when the table is placed.
            Kind::Table(dfa, vars) => Built { dfa: dfa.clone(), vars: vars.clone() },
            _ => self.relation(expr)?,
        };
        let full = self.workspace.full(&built.dfa, &self.systems(&built.vars), self.budget)?;
        Ok(Box::new(Table::new(built.dfa, &frame.slots(&built.vars), full)))
    }

    /// A formula that is only stepped.
    ///
    /// A combination that reads few of the variables is built first: minimal, it is one small part of the join instead
    /// of several that multiply.
    fn condition(&mut self, expr: &ExprRef, frame: &Frame) -> Result<Condition, Limit> {
        let is_combination = matches!(expr.kind(), Kind::All(_) | Kind::Any(_) | Kind::Same(..));
        if is_combination && expr.free().len() <= NARROW && expr.free().len() < frame.vars.len() {
            return Ok(Condition::Leaf(self.leaf(expr, frame)?));
        }
        let mut many = |parts: &[ExprRef]| -> Result<Vec<Condition>, Limit> {
            parts.iter().map(|part| self.condition(part, frame)).collect()
        };
        Ok(match expr.kind() {
            Kind::Not(inner) => Condition::Not(Box::new(self.condition(inner, frame)?)),
            Kind::All(parts) => Condition::All(many(parts)?),
            Kind::Any(parts) => Condition::Any(many(parts)?),
            Kind::Same(a, b) => {
                Condition::Same(Box::new(self.condition(a, frame)?), Box::new(self.condition(b, frame)?))
            }
            Kind::Exists(vars, body) => Condition::Leaf(self.quantified(expr, vars, body, frame)?),
            _ => Condition::Leaf(self.leaf(expr, frame)?),
        })
    }

    /// A quantified condition: built whole if its subsets are few, otherwise explored where it stands.
    fn quantified(
        &mut self,
        expr: &ExprRef,
        vars: &[Var],
        body: &ExprRef,
        frame: &Frame,
    ) -> Result<Box<dyn Explore>, Limit> {
        let key = Key::of(expr, self.variables);
        if self.workspace.relation(&key.code).is_some() || self.settle(body)? != *body {
            return self.leaf(expr, frame);
        }
        if let Some(built) = self.bounded(vars, body)? {
            let dfa = Arc::new(built.dfa.permute(&tracks(&built.vars, &key.order)).trim());
            self.workspace.keep(key, &dfa);
            return self.leaf(expr, frame);
        }
        let (nfa, kept) = self.projected(vars, body)?;
        let full = self.workspace.full_of(&nfa, &self.systems(&kept), self.budget)?;
        let mut subset = Subset::new(&nfa, nfa.layout().slots(), &full);
        let small = self.budget.clone().with_states(SMALL_SUBSET);
        match materialize(&mut subset, nfa.layout(), nfa.layout().slots(), &small) {
            Ok(dfa) => {
                let dfa = dfa.minimize();
                let order = tracks(&kept, &key.order);
                let dfa = Arc::new(dfa.permute(&order).trim());
                self.workspace.keep(key, &dfa);
                self.leaf(expr, frame)
            }
            Err(Limit::States) => Ok(Box::new(Subset::new(&nfa, &frame.slots(&kept), &full))),
            Err(limit) => Err(limit),
        }
    }
}

/// The place of each wanted variable among the tracks.
pub(super) fn tracks(vars: &[Var], wanted: &[Var]) -> Vec<usize> {
    wanted.iter().map(|var| vars.iter().position(|other| other == var).expect("a variable of the relation")).collect()
}

/// Groups of parts that share variables, directly or through others.
fn components(parts: Vec<ExprRef>) -> Vec<Vec<ExprRef>> {
    let mut groups: Vec<(Vec<Var>, Vec<ExprRef>)> = Vec::new();
    for part in parts {
        let mut joined = (part.free().to_vec(), Vec::new());
        let (touching, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(vars, _)| vars.iter().any(|var| joined.0.contains(var)));
        groups = apart;
        for (vars, parts) in touching {
            joined.0.extend(vars);
            joined.1.extend(parts);
        }
        joined.1.push(part);
        groups.push(joined);
    }
    groups.into_iter().map(|(_, parts)| parts).collect()
}

/// The formula made ready for [`Engine::search`] and [`Engine::relation`].
pub fn prepare(expr: &ExprRef, positive: bool) -> ExprRef {
    let simple = simplify(expr);
    relativize(&if positive { simple } else { negate(&simple) })
}
