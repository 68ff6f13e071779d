//! Bounded quantifiers: E t (t < L & G(t,x)), where L is a sum of other variables. Also A t (t < L => F), its negation.
//!
//! The result is often tiny although the subset construction explodes: factor equality has 26 states in Tribonacci, and
//! its subsets do not end. So the relation D(x,m) = E t<m G(t,x) is learned ([`Classification`]) and proved by
//! induction ([`Induction`]). If the bound is not one variable that G leaves alone, D gets a track m of its own, and
//! the result is E m (m = L & D(x,m)): false where L is not positive, like the quantifier. Where the body mentions
//! whatever the bound does and moves with t ([`Translation`]), the quantifier itself is learned.
//!
//! [`turns`](super::turns) says which strategies lead there.
//!
//! Learning pays where the result is small: it ends at ten thousand states. It is only for systems most significant
//! digit first. Where numbers may be negative, the body has to say that t is not, for below a bound there are
//! infinitely many.

use std::sync::Arc;

use crate::automata::{Classification, Dfa, Nfa, Teacher};
use crate::budget::{Attempt, Budget, Halt};
use crate::numeration::Direction;
use crate::tuning::logic::bounded::{self, Round};

use super::abstract_terms::AbstractedTerms;
use super::bound::Bounded;
use super::build::tracks;
use super::engine::Engine;
use super::induction::Induction;
use super::ir::{Expr, ExprRef, Kind, Var};
use super::lazy_body::LazyBody;
use super::tactics::Tactic;
use super::translation::Translation;

/// A bounded quantifier, and what its strategies have found of it so far.
pub(super) struct BoundedQuantifier<'a> {
    pub(super) vars: &'a [Var],
    pub(super) body: &'a ExprRef,
    pub(super) parts: Bounded,
    /// What learns, and need not be trusted.
    pub(super) learner: Learner<'a>,
    /// Whether numbers may be negative.
    is_signed: bool,
    /// Whether the body has too many states to be built only to learn from it; none if that was not asked.
    is_large: Option<bool>,
    /// The names for sums; none if these were not looked for.
    named: Option<Option<Arc<AbstractedTerms>>>,
    /// The body and the bound with the bound variable forgotten, and the variables left.
    pub(super) forgotten: Option<(Nfa, Vec<Var>)>,
    /// Whether there is none that is small enough.
    pub(super) is_hopeless: bool,
    /// What is learned.
    below: Option<Below>,
}

/// D(x,m), or the quantifier where the body moves with t: what it is told by, and its variables.
pub(super) struct Below {
    pub(super) induction: Induction,
    /// The last one is t, for m, in D(x,m).
    pub(super) vars: Vec<Var>,
    pub(super) is_moved: bool,
    /// What was found before a share was spent.
    pub(super) known: Classification,
}

/// Finds an automaton for what a teacher knows, with so many questions about words.
pub(super) type Learner<'a> =
    &'a dyn Fn(&mut Classification, &mut dyn Teacher, usize, &Budget) -> Result<Arc<Dfa>, Halt>;

impl Engine<'_> {
    /// Whether the body, with no other bound variable, has too many states to be built only to learn from it.
    fn has_large_body(&mut self, bounded: &Bounded) -> Result<bool, Halt> {
        let body = conjunction(&bounded.body);
        let is_combination = matches!(body.kind(), Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Iff(..));
        if !bounded.others.is_empty() || !is_combination || !self.workspace.tactics.has(Tactic::StepBody) {
            return Ok(false);
        }
        let build = |few: &Budget| Engine::new(self.workspace, self.variables, few).relation(&body);
        let built = self.budget.attempt(bounded::BUILT_BODY_STATES, build)?;
        if matches!(built, Attempt::TooLarge) {
            self.workspace.trace.clear_stop();
            self.workspace.uses.note(Tactic::StepBody);
        }
        Ok(matches!(built, Attempt::TooLarge))
    }

    /// What is learned, its members told by an automaton that has no more than `whole` states.
    fn below(&mut self, bounded: &Bounded, is_large: bool, whole: usize) -> Result<Below, Halt> {
        let inner = Expr::exists(bounded.others.clone(), conjunction(&bounded.body));
        let mut vars: Vec<Var> = inner.free().iter().copied().filter(|&var| var != bounded.t).collect();
        vars.push(bounded.t);
        let body = self.stepped(&inner, &vars, is_large)?;
        let systems = self.systems(&vars);
        let is_natural = systems.iter().all(|system| !system.is_signed());
        let induction = if is_natural
            && self.workspace.tactics.has(Tactic::Translation)
            && let Some(shift) = Translation::of(bounded.t, &bounded.bound, &inner)
            && let Some(moved) = self.moved(&shift, &bounded.bound, &body, &vars)?
            && let Some((system, x)) = systems.split_last()
        {
            vars.pop();
            self.workspace.uses.note(Tactic::Translation);
            Induction::moved(&body, moved, x, system, whole, self.workspace, self.budget)?
        } else {
            Induction::new(body, &systems, whole, self.workspace, self.budget)?
        };
        let is_moved = vars.len() < systems.len();
        Ok(Below { induction, vars, is_moved, known: Classification::default() })
    }

    /// The body over these variables, built unless it is large.
    fn stepped(&mut self, inner: &ExprRef, vars: &[Var], is_large: bool) -> Result<LazyBody, Halt> {
        let settled = if is_large { self.decide_closed(inner)? } else { inner.clone() };
        if is_large && settled.free().len() == vars.len() {
            return self.lazy_body(&settled, vars);
        }
        let budget = self.budget.tightened(bounded::QUANTIFIED_BODY_STATES);
        let built = Engine::new(self.workspace, self.variables, &budget).relation(inner)?;
        let dfa = Arc::new(built.dfa.reordered(&tracks(&built.vars, vars)));
        Ok(LazyBody::Relation(dfa, (0..vars.len()).collect(), Arc::new([])))
    }
}

impl<'a> BoundedQuantifier<'a> {
    /// `E vars body` as a bounded quantifier, if it is one that can be learned.
    pub(super) fn of(
        engine: &Engine<'_>,
        learner: Learner<'a>,
        vars: &'a [Var],
        body: &'a ExprRef,
    ) -> Option<BoundedQuantifier<'a>> {
        if body.free().iter().any(|&var| engine.system(var).direction() == Direction::Lsd) {
            return None;
        }
        let parts = Bounded::of(vars, body)?;
        // Of all integers infinitely many are below a bound.
        let is_signed = body.free().iter().any(|&var| engine.system(var).is_signed());
        (!is_signed || parts.is_above_zero()).then_some(BoundedQuantifier {
            vars,
            body,
            parts,
            learner,
            is_signed,
            is_large: None,
            named: None,
            forgotten: None,
            is_hopeless: false,
            below: None,
        })
    }

    /// Whether the other strategies are switched off, and the limits of learning are those of the statement.
    pub(super) fn is_by_induction_alone(&self, engine: &Engine<'_>) -> bool {
        engine.workspace.tactics.by_induction_alone
    }

    /// Whether the body, with no other bound variable, has too many states to be built only to learn from it.
    pub(super) fn is_large(&mut self, engine: &mut Engine<'_>) -> Result<bool, Halt> {
        let is_large = match self.is_large {
            Some(is_large) => is_large,
            None => engine.has_large_body(&self.parts)?,
        };
        self.is_large = Some(is_large);
        Ok(is_large)
    }

    /// The names for sums by which the quantifier is found, if that is promising. Of integers they would have more cases.
    pub(super) fn abstracted_terms(&mut self, engine: &Engine<'_>) -> Option<Arc<AbstractedTerms>> {
        let is_allowed = !self.is_signed && engine.workspace.tactics.has(Tactic::AbstractTerms);
        let find = || engine.abstracted_terms(self.parts.t, self.vars, self.body).map(Arc::new);
        self.named.get_or_insert_with(|| is_allowed.then(find).flatten()).clone()
    }

    /// Whether sums get names before anything else is tried: the first share of subsets would end before it had read one row, and
    /// the body on all its tracks has as many edges.
    pub(super) fn is_for_names_at_once(&mut self, engine: &Engine<'_>) -> bool {
        let size = |&var: &Var| engine.variables.range(var).size() as usize;
        let letters = self.body.free().iter().map(size).fold(1, usize::saturating_mul);
        letters > bounded::ROUNDS[0].members
            && self.abstracted_terms(engine).is_some_and(|named| !named.increases_arity)
    }

    /// What is learned.
    pub(super) fn below(&mut self, engine: &mut Engine<'_>, limits: &Round) -> Result<&mut Below, Halt> {
        let known = self.below.take().filter(|below| !below.induction.may_be_built_within(limits.whole));
        let below = match known {
            Some(below) => below,
            None => {
                let is_large = self.is_large(engine)?;
                engine.below(&self.parts, is_large, limits.whole)?
            }
        };
        Ok(self.below.insert(below))
    }
}

pub(super) fn conjunction(parts: &[ExprRef]) -> ExprRef {
    match parts {
        [part] => part.clone(),
        _ => Expr::and(parts.to_vec()),
    }
}
