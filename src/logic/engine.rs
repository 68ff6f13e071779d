//! Decides closed formulas: evaluates boolean combinations, and searches quantifiers.
//!
//! [`Engine::search`] decides `E vars body` by exploring the join of the body until something is accepted, and no
//! farther. Parts that share no variable are searched apart. [`Engine::relation`] (in `build`) makes what must be
//! built; `plan` says how a conjunction is explored.
//!
//! Breadth first: O(states and edges met) of the product, and all of it if there is nothing to find. Bad there if parts
//! of the conjunction, minimized first, would make it small.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Dfa, Letter, Slot, shortest};
use crate::budget::{Attempt, Budget, Halt, Instant, Limit};
use crate::numeration::{NumerationSystem, TrackKind, decode};

use super::frame::Frame;
use super::ir::{Expr, ExprRef, Kind, Var, Variables};
use super::large_coefficients::hoist_quantifiers;
use super::show::show;
use super::tactics::Tactic;
use super::trace::{GivenUp, Method, Share};
use super::workspace::Workspace;

/// Values that satisfy an existential statement, by variable.
pub type Assignment = Vec<(Var, BigInt)>;

/// Builds and decides the formulas of one statement.
pub struct Engine<'a> {
    pub(super) workspace: &'a mut Workspace,
    pub(super) variables: &'a Variables,
    pub(super) budget: &'a Budget,
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

    pub(super) fn ranges(&self, vars: &[Var]) -> Vec<TrackKind> {
        vars.iter().map(|&var| self.variables.range(var).clone()).collect()
    }

    /// The formula made ready for [`Engine::search`] and [`Engine::relation`], negated unless `positive`.
    pub fn prepare(&self, expr: &ExprRef, positive: bool) -> ExprRef {
        self.workspace.prepare(expr, positive)
    }

    /// Takes a step of the plan, on this formula.
    pub(super) fn step<T>(
        &mut self,
        expr: &Expr,
        work: impl FnOnce(&mut Self) -> Result<T, Halt>,
        result: impl FnOnce(&T) -> Option<Arc<Dfa>>,
    ) -> Result<(T, Option<usize>), Halt> {
        let variables = self.variables;
        self.workspace.trace.begin(self.budget);
        if let Some(progress) = self.budget.progress() {
            progress.enter(show(expr, variables));
        }
        let done = work(self);
        if let Some(progress) = self.budget.progress() {
            progress.leave();
        }
        match done {
            Ok(done) => {
                let result = result(&done);
                let number = self.workspace.trace.finish(|| show(expr, variables), result, self.budget);
                Ok((done, number))
            }
            Err(limit) => {
                self.workspace.trace.stop(|| show(expr, variables));
                Err(limit)
            }
        }
    }

    /// Work by a tactic, within this share, that may be given up because there is another. Where it is, the step in progress
    /// says so, and nothing is said of where it was ended.
    ///
    /// # Errors
    /// The limit that was passed, but for those that the work set itself.
    pub(super) fn attempt<T>(
        &mut self,
        tactic: Tactic,
        share: Share,
        work: impl FnOnce(&mut Engine<'_>) -> Result<T, Halt>,
    ) -> Result<Attempt<T>, Halt> {
        let started = Instant::now();
        match work(self) {
            Ok(done) => {
                self.workspace.uses.note(tactic);
                Ok(Attempt::Done(done))
            }
            // Another way may need fewer tracks, or smaller numbers.
            Err(why @ (Halt::TooLarge | Halt::Limit(Limit::States) | Halt::Unsupported(_))) => {
                self.workspace.trace.gave_up(GivenUp { tactic, share, why, time: started.elapsed() });
                Ok(Attempt::TooLarge)
            }
            Err(limit) => Err(limit),
        }
    }

    /// Notes that quantifiers over these variables were moved out, if there are some.
    pub(super) fn note_hoisted(&self, bound: &[Var]) {
        if !bound.is_empty() {
            self.workspace.uses.note(Tactic::HoistQuantifiers);
        }
    }

    /// Whether a closed formula is true.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn decide(&mut self, expr: &ExprRef) -> Result<bool, Halt> {
        debug_assert!(expr.free().is_empty());
        Ok(match expr.kind() {
            Kind::Truth(value) => *value,
            Kind::Not(inner) => !self.decide(inner)?,
            Kind::And(parts) => {
                for part in parts {
                    if !self.decide(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Kind::Or(parts) => {
                for part in parts {
                    if self.decide(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Kind::Iff(a, b) => self.decide(a)? == self.decide(b)?,
            Kind::Exists(vars, body) => self.search(vars, body)?.is_some(),
            Kind::AtLeast(count, vars, body) => {
                let counted = self.step(expr, |engine| engine.count(*count, vars, body), |_| None)?.0;
                counted.output([Letter::ZERO; 0]).unwrap_or(0).unsigned_abs() >= *count
            }
            Kind::Infinitely(vars, body) => {
                let (body, starts) = self.step(expr, |engine| engine.endless(vars, body), |_| None)?.0;
                starts.iter().any(|&q| body.accepting()[q])
            }
            Kind::OverWords(quantifier, body) if quantifier.infinitely => {
                let built = self.step(expr, |engine| engine.relation_over(body, &quantifier.frame), |_| None)?.0;
                built.dfa.is_infinite()
            }
            Kind::OverWords(quantifier, body) => self.search_tuple(&quantifier.frame, body)?.is_some(),
            Kind::Reverse(body) => self.decide(body)?,
            Kind::Linear(_) | Kind::Constant(..) | Kind::Relation(..) => {
                unreachable!("an atom without variables is a truth value")
            }
        })
    }

    /// Values of the variables that satisfy the body, if there are any: the first in radix order, where the body is a
    /// conjunction. All free variables of the body must be among `vars`; the body is simplified.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn search(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Halt> {
        let body = self.decide_closed(body)?;
        let mut found = match body.kind() {
            Kind::Truth(value) => value.then(Vec::new),
            Kind::Or(parts) => self.least(vars, parts)?,
            Kind::Exists(inner, nested) => {
                let all: Vec<Var> = vars.iter().chain(inner).copied().collect();
                self.search(&all, nested)?
            }
            Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Iff(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => match self.search_windows(vars, &body)? {
                Some(found) => found,
                None => self.search_conjunction(vars, &body)?,
            },
        };
        if let Some(assignment) = &mut found {
            assignment.retain(|(var, _)| vars.contains(var));
            // What nothing speaks of may be anything.
            for &var in vars {
                if !assignment.iter().any(|(known, _)| *known == var) {
                    assignment.push((var, BigInt::ZERO));
                }
            }
        }
        Ok(found)
    }

    /// The smallest of what satisfies some of the parts: by the largest number in it, then in the order of `vars`.
    fn least(&mut self, vars: &[Var], parts: &[ExprRef]) -> Result<Option<Assignment>, Halt> {
        let mut best: Option<(Vec<BigInt>, Assignment)> = None;
        for part in parts {
            if let Some(found) = self.search(vars, part)? {
                let value = |var: &Var| found.iter().find(|(known, _)| known == var).map(|entry| entry.1.clone());
                let mut rank: Vec<BigInt> = found.iter().map(|entry| entry.1.clone()).max().into_iter().collect();
                rank.extend(vars.iter().filter_map(value));
                if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                    best = Some((rank, found));
                }
            }
        }
        Ok(best.map(|(_, assignment)| assignment))
    }

    /// The components of a conjunction that share no variable are searched apart.
    fn search_conjunction(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Halt> {
        let mut whole = Assignment::new();
        let (bound, parts) = hoist_quantifiers(body, self.variables, self.workspace.tactics);
        self.note_hoisted(&bound);
        let vars = [vars, &bound].concat();
        for component in components(&parts) {
            let body = Expr::and(component);
            let read: Vec<Var> = vars.iter().copied().filter(|&var| body.mentions(&[var])).collect();
            let statement = Expr::exists(read.clone(), body.clone());
            match self.step(&statement, |engine| engine.search_join(&read, &body), |_| None)?.0 {
                Some(found) => whole.extend(found),
                None => return Ok(None),
            }
        }
        Ok(Some(whole))
    }

    fn search_join(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Assignment>, Halt> {
        let frame = Frame::new(self.variables, vars)?;
        let word = self.shortest(&frame, body)?;
        Ok(word.map(|word| {
            let numbers = decode(&word, frame.layout(), &self.systems(vars));
            vars.iter().copied().zip(numbers).collect()
        }))
    }

    /// The first word of letters, in radix order, that satisfies a formula without closed parts over the frame.
    fn shortest(&mut self, frame: &Frame, body: &ExprRef) -> Result<Option<Vec<Letter>>, Halt> {
        let mut join = self.join(body, frame)?;
        self.workspace.trace.by(Method::Search);
        let word = shortest(&mut join, frame.layout().slots(), self.budget)?;
        self.workspace.trace.explored(join.states());
        Ok(word)
    }

    /// The first tuple of one length on these tracks, all that are free in the body, that satisfies it: for each track,
    /// the index of each digit. The body is simplified. Its parts are not searched apart, nor its disjuncts: what they
    /// find would be of several lengths.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn search_tuple(&mut self, frame: &[Var], body: &ExprRef) -> Result<Option<Vec<Vec<u32>>>, Halt> {
        let statement = Expr::exists(frame.to_vec(), body.clone());
        let body = self.decide_closed(body)?;
        if let Kind::Truth(false) = body.kind() {
            return Ok(None);
        }
        let search = |engine: &mut Self| {
            let fields = Frame::new(engine.variables, frame)?;
            let word = engine.shortest(&fields, &body)?;
            let digits = |slot: &Slot, word: &[Letter]| word.iter().map(|&letter| slot.digit(letter)).collect();
            Ok(word.map(|word| fields.layout().slots().iter().map(|slot| digits(slot, &word)).collect()))
        };
        Ok(self.step(&statement, search, |_| None)?.0)
    }

    /// The formula with its closed parts decided.
    pub(super) fn decide_closed(&mut self, expr: &ExprRef) -> Result<ExprRef, Halt> {
        let uses = self.workspace.uses.clone();
        self.workspace.rewriter_that_notes(&uses).map_closed(expr, &mut |closed| self.decide(closed))
    }
}

/// Groups of parts that share variables, directly or through others.
fn components(parts: &[ExprRef]) -> Vec<Vec<ExprRef>> {
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
        joined.1.push(part.clone());
        groups.push(joined);
    }
    groups.into_iter().map(|(_, parts)| parts).collect()
}
