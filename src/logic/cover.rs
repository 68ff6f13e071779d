//! A target and the pieces that are to cover it: each piece is taken from what those before it have left.
//!
//! `A x (G => D1 | D2 | ..)` asks whether nothing of G is left when the D are taken away. A search for what is left
//! steps all the D at once, and their subsets multiply; their union has the same subsets. Taken away one at a time,
//! with the rest minimized after each, a D is determinized only on words that may still be in the rest.
//!
//! Absorbing statements of games have this form, with a D for each rule and each permutation of the piles: three piles
//! in Tribonacci take 0.2 s, and a search does not end. The user chooses the order, and it matters: each D is cheap
//! while the rest is simple, so a piece that leaves a simple rest goes first. Bad where every order passes through a
//! complicated rest. `docs/deciding.md` has measurements.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::automata::{Dfa, Guard, Product, StoredAutomaton, Subset, minimal};
use crate::budget::{Budget, Halt};
use crate::numeration::Relation;

use super::build::Built;
use super::conjunct_order::enumerates;
use super::engine::{Assignment, Engine};
use super::evaluate::holds;
use super::evidence::DecideError;
use super::frame::Frame;
use super::ir::{Expr, ExprRef, Kind, Stored, Var, Variables};
use super::statement::Statement;
use super::trace::Method;
use super::tuple::Value;
use super::workspace::Workspace;

/// A target and the pieces that are to cover it.
#[derive(Clone, Debug)]
pub struct Cover {
    variables: Variables,
    vars: Vec<Var>,
    target: ExprRef,
    pieces: Vec<ExprRef>,
}

/// Why a formula is no piece of a cover.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPiece {
    /// A free variable that the target does not have.
    #[error("`{0}` is not a free variable of the target")]
    Unknown(Arc<str>),
    /// A variable in another system than in the target.
    #[error("`{0}` is in {1} here and in {2} in the target")]
    System(Arc<str>, Arc<str>, Arc<str>),
}

/// What became of a cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The first tuple in radix order that no piece covers, by variable; `None` if there is none.
    pub missed: Option<Vec<(Arc<str>, Value)>>,
    /// States of the minimal automaton of what each piece left, as far as the first piece that left nothing: 0.
    pub left: Vec<usize>,
}

/// Why a cover is undecided, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverError {
    /// The piece, from 1; 0 is the target.
    pub piece: usize,
    /// Why.
    pub why: DecideError,
}

impl Cover {
    /// A target with free variables, all of them numbers, and no piece yet.
    pub fn new(target: &Statement) -> Cover {
        Cover {
            variables: target.variables.clone(),
            vars: target.free.clone(),
            target: target.over_numbers(),
            pieces: Vec::new(),
        }
    }

    /// A target over these variables and its pieces, as formulas.
    pub fn of(variables: Variables, vars: Vec<Var>, target: ExprRef, pieces: Vec<ExprRef>) -> Cover {
        Cover { variables, vars, target, pieces }
    }

    /// Adds a piece. Its free variables are those of the target with the same names.
    ///
    /// # Errors
    /// [`NoPiece`].
    pub fn add(&mut self, piece: &Statement) -> Result<(), NoPiece> {
        let mut names = BTreeMap::new();
        for var in piece.variables.all() {
            let name = piece.variables.name(var);
            if !piece.free.contains(&var) {
                names.insert(var, self.variables.add(name.clone(), piece.variables.range(var).clone()));
                continue;
            }
            let system = piece.variables.system(var);
            let known = self.vars.iter().copied().find(|&known| self.variables.name(known) == name);
            let known = known.ok_or_else(|| NoPiece::Unknown(name.clone()))?;
            let expected = self.variables.system(known);
            if system != expected {
                return Err(NoPiece::System(name.clone(), system.name().clone(), expected.name().clone()));
            }
            names.insert(var, known);
        }
        self.pieces.push(piece.over_numbers().renamed(&names));
        Ok(())
    }

    /// What no piece covers, and the states of what each piece left. `seen` is called with the target and with what each
    /// piece left.
    ///
    /// # Errors
    /// The piece, from 1 (0 is the target), at which a limit was passed.
    pub fn rest(
        &self,
        workspace: &mut Workspace,
        budget: &Budget,
        seen: &mut dyn FnMut(&Built),
    ) -> Result<(Built, Vec<usize>), (usize, Halt)> {
        let at = |piece| move |limit: Halt| (piece, limit);
        let mut engine = Engine::new(workspace, &self.variables, budget);
        let mut left = engine.relation_over(&engine.prepare(&self.target, true), &self.vars).map_err(at(0))?;
        seen(&left);
        let mut states = Vec::new();
        for (i, piece) in self.pieces.iter().enumerate() {
            if left.dfa.is_empty() {
                break;
            }
            left = engine.without(left, &engine.prepare(piece, true)).map_err(at(i + 1))?.ordered(&self.vars);
            seen(&left);
            states.push(if left.dfa.is_empty() { 0 } else { left.dfa.states() });
        }
        Ok((left, states))
    }

    /// Whether every tuple in the target is in some piece. `seen` is called with the target and with what each piece left,
    /// on tracks for the free variables of the target.
    ///
    /// # Errors
    /// The limit that was passed, and at which piece.
    pub fn decide(
        &self,
        workspace: &mut Workspace,
        budget: &Budget,
        seen: &mut dyn FnMut(Relation),
    ) -> Result<Covered, CoverError> {
        let at = |piece| move |limit: Halt| CoverError { piece, why: limit.into() };
        let system = |var: &Var| self.variables.system(*var).clone();
        let mut shown = |left: &Built| {
            seen(Relation::from_closed(left.dfa.clone(), left.vars.iter().map(system).collect()));
        };
        let (left, states) = self.rest(workspace, budget, &mut shown).map_err(|(piece, limit)| at(piece)(limit))?;
        let systems = left.vars.iter().map(system).collect();
        let Some(smallest) = Relation::from_closed(left.dfa, systems).first(1).pop() else {
            return Ok(Covered { missed: None, left: states });
        };
        let found: Assignment = left.vars.iter().copied().zip(smallest).collect();
        if !holds(&self.target, &found, &self.variables, budget).map_err(at(0))? {
            return Err(CoverError { piece: 0, why: DecideError::Contradiction });
        }
        for (i, piece) in self.pieces.iter().enumerate() {
            if holds(piece, &found, &self.variables, budget).map_err(at(i + 1))? {
                return Err(CoverError { piece: i + 1, why: DecideError::Contradiction });
            }
        }
        let named = |var: &Var| {
            let value = found.iter().find(|(known, _)| known == var).expect("a value for every variable").1.clone();
            (self.variables.name(*var).clone(), value.into())
        };
        Ok(Covered { missed: Some(self.vars.iter().map(named).collect()), left: states })
    }
}

impl Engine<'_> {
    /// A relation without what satisfies a prepared formula over some of its variables.
    fn without(&mut self, left: Built, piece: &ExprRef) -> Result<Built, Halt> {
        let piece = self.decide_closed(piece)?;
        if let Kind::Or(parts) = piece.kind() {
            return parts.iter().try_fold(left, |left, part| self.without(left, part));
        }
        if let Kind::Truth(value) = piece.kind() {
            let dfa = if *value { Arc::new(Dfa::empty(left.dfa.layout().clone())) } else { left.dfa };
            return Ok(Built { dfa, vars: left.vars });
        }
        let before = Stored::of_numbers(left.dfa.clone(), "left(%)");
        let rest = Expr::and(vec![
            Expr::new(Kind::Relation(before, left.vars.clone())),
            self.workspace.rewriter().negate(&piece),
        ]);
        let taken = |engine: &mut Self| {
            let Kind::Exists(vars, body) = piece.kind() else {
                let kept = engine.workspace.rewriter().negate(&piece);
                return engine.stage(&left, &kept, usize::MAX);
            };
            let settled = engine.decide_closed(body)?;
            match settled == *body {
                true => engine.without_projection(&left, vars, body),
                // A closed part was decided: the quantifier may move.
                false => {
                    let moved = engine.workspace.rewriter().exists(vars, settled);
                    engine.without(left.clone(), &moved)
                }
            }
        };
        Ok(self.step(&rest, taken, |built| Some(built.dfa.clone()))?.0)
    }

    /// A relation without what satisfies `E vars body`, whose subsets are made only where the relation leads.
    fn without_projection(&mut self, left: &Built, vars: &[Var], body: &ExprRef) -> Result<Built, Halt> {
        let built = self.step(body, |engine| engine.joined(body), |built| Some(built.dfa.clone()))?.0;
        self.workspace.trace.by(Method::Subtract);
        let kept: Vec<Var> = built.vars.iter().copied().filter(|var| !vars.contains(var)).collect();
        let nfa = self.forgotten(&built, &kept);
        drop(built);
        let universal = self.workspace.universal_states_of(&nfa, &self.ranges(&kept), self.budget)?;
        let frame = Frame::new(self.variables, &left.vars)?;
        let subset = Subset::new(&nfa, &frame.slots(&kept), &universal);
        drop(nfa);
        let rest = StoredAutomaton::new(left.dfa.clone(), &frame.slots(&left.vars), Arc::new([]));
        let taken = Guard::Not(Box::new(Guard::Leaf(Box::new(subset))));
        let join = Product::new(vec![Box::new(rest)], vec![taken]);
        let (dfa, explored) = minimal(join, frame.layout(), frame.layout().slots(), self.budget)?;
        self.workspace.trace.explored(explored);
        Ok(Built { dfa: Arc::new(dfa), vars: left.vars.clone() })
    }

    /// The minimal automaton of a conjunction that will not be asked for again, joined in stages; what cannot list the
    /// letters it allows is joined last, all of it at once.
    fn joined(&mut self, whole: &ExprRef) -> Result<Built, Halt> {
        let Kind::And(parts) = whole.kind() else { return self.relation(whole) };
        let (parts, conditions): (Vec<ExprRef>, Vec<ExprRef>) = parts.iter().cloned().partition(enumerates);
        if parts.is_empty() {
            return self.relation(whole);
        }
        let parts = self.conjunct_order(&parts)?;
        let mut done = self.relation(&parts[0])?;
        for part in &parts[1..] {
            done = self.stage(&done, part, usize::MAX)?;
        }
        match conditions.is_empty() {
            true => Ok(done),
            false => self.stage(&done, &Expr::and(conditions), usize::MAX),
        }
    }
}
