//! Bounded quantifiers: E t (t < L & G(t,x)), where L is a sum of other variables. Also A t (t < L => F), its negation.
//!
//! The result is often tiny behind a huge subset construction: factor equality has 26 states in Tribonacci, and its
//! subsets do not end. So the relation D(x,m) = E t<m G(t,x) is learned ([`learn`]) and proved by induction
//! ([`Induction`]); if the bound is not one variable that G leaves alone, D gets a track m of its own, and the result
//! is E m (m = L & D(x,m)): false where L is not positive, like the quantifier.
//!
//! Three roads, each with a limit on what it costs when it is the wrong one: few subsets, learning, and, the caller's,
//! the subsets however many. All lead to the same minimal automaton.

use std::sync::Arc;

use crate::automata::{
    Budget, Dfa, Explore, Join, Limit, Projection, Table, Teacher, determinize_within, learn, materialize,
};
use crate::numeration::{Compare, Direction};

use super::build::{Built, tracks};
use super::engine::Engine;
use super::induction::Induction;
use super::ir::{Expr, ExprRef, Kind, Linear, Stored, Var};
use super::joins::Frame;
use super::trace::Method;

/// Members of all subsets together up to which they are the first road.
const FEW_MEMBERS: usize = 50_000;
/// States of the body where it is built only to learn from it.
const MOST_BODY_STATES: usize = 1 << 18;
/// States of a hypothesis.
const MOST_STATES: usize = 1_000;
/// Questions about words.
const MOST_QUESTIONS: usize = 200_000;
/// Members of the subsets that answer them.
const MOST_MEMBERS: usize = 5_000_000;

/// Finds an automaton for what a teacher knows.
pub(super) type Learner = fn(&mut dyn Teacher, usize, &Budget) -> Result<Arc<Dfa>, Limit>;

/// E others,t (t - L < c & body & beside), `beside` reading none of the bound variables.
#[derive(Debug, PartialEq)]
struct Bounded {
    t: Var,
    bound: Linear,
    others: Vec<Var>,
    body: Vec<ExprRef>,
    beside: Vec<ExprRef>,
}

impl Bounded {
    /// The quantifier as a bounded one; `None` if it is not.
    fn of(vars: &[Var], body: &ExprRef) -> Option<Bounded> {
        let Kind::All(parts) = body.kind() else { return None };
        let candidates = parts.iter().enumerate().filter_map(|(i, part)| {
            let Kind::Linear(bound) = part.kind() else { return None };
            let t = bounded_variable(bound, vars)?;
            let others: Vec<Var> = vars.iter().copied().filter(|&var| var != t).collect();
            let rest = parts.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, part)| part.clone());
            let (body, beside): (Vec<_>, Vec<_>) = rest.partition(|part| part.mentions(vars));
            // What only repeats inside a bound that stands around the quantifier stays with what it bounds.
            let (repeated, beside) = beside
                .into_iter()
                .partition(|part| part.free().iter().all(|var| body.iter().any(|p| p.mentions(&[*var]))));
            let body: Vec<ExprRef> = body.into_iter().chain::<Vec<_>>(repeated).collect();
            let found = Bounded { t, bound: bound.clone(), others, body, beside };
            found.body.iter().any(|part| part.mentions(&[t])).then_some(found)
        });
        candidates.min_by_key(|found| (found.plain_bound().is_none(), found.bound.terms.len()))
    }

    /// The bound, if it is a variable that the body leaves alone: it needs no track of its own then.
    fn plain_bound(&self) -> Option<Var> {
        let [(n, weight)] = &*self.limit() else { return None };
        let is_plain = weight[..] == [-1] && self.bound.constant == 0;
        (is_plain && !self.body.iter().any(|part| part.mentions(&[*n]))).then_some(*n)
    }

    /// The terms of the bound but for t.
    fn limit(&self) -> Vec<(Var, Vec<i64>)> {
        self.bound.terms.iter().filter(|term| term.0 != self.t).cloned().collect()
    }
}

/// The variable t of t < L, L over variables that are not quantified with it.
fn bounded_variable(atom: &Linear, vars: &[Var]) -> Option<Var> {
    let bound: Vec<_> = atom.terms.iter().filter(|term| vars.contains(&term.0)).collect();
    match bounded_terms(&bound) {
        Some(t) if atom.compare == Compare::Less && atom.terms.len() > 1 => Some(t),
        _ => None,
    }
}

fn bounded_terms(terms: &[&(Var, Vec<i64>)]) -> Option<Var> {
    match terms {
        [(t, weight)] if weight[..] == [1] => Some(*t),
        _ => None,
    }
}

impl Engine<'_> {
    /// `E vars body`, if it is a bounded quantifier and one of the cheap roads leads to its automaton.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn bounded(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Limit> {
        self.bounded_by(learn, vars, body)
    }

    fn bounded_by(&mut self, learner: Learner, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Limit> {
        let Some(bounded) = Bounded::of(vars, body) else { return Ok(None) };
        if self.system(bounded.t).direction() == Direction::Lsd {
            return Ok(None);
        }
        self.workspace.trace.by(Method::Project);
        match self.few_subsets(vars, body, &bounded) {
            Ok(built) => return Ok(Some(built)),
            Err(Limit::States) => {}
            Err(limit) => return Err(limit),
        }
        match self.learned(learner, &bounded) {
            Ok(Some(relation)) => {
                self.workspace.trace.by(Method::Induction);
                Ok(Some(self.put_back(&bounded, relation)?))
            }
            Ok(None) => Ok(None),
            Err(Limit::States | Limit::Questions | Limit::Width | Limit::Overflow) => {
                self.workspace.trace.go_on();
                Ok(None)
            }
            Err(limit) => Err(limit),
        }
    }

    /// The relation by subsets, if they are few.
    fn few_subsets(&mut self, vars: &[Var], body: &ExprRef, bounded: &Bounded) -> Result<Built, Limit> {
        if !bounded.others.is_empty() {
            let (nfa, kept) = self.projected(vars, body)?;
            let full = self.workspace.full_of(&nfa, &self.systems(&kept), self.budget)?;
            let found = determinize_within(&nfa, &full, None, FEW_MEMBERS, self.budget)?;
            self.workspace.trace.explored(found.subsets);
            return Ok(Built { dfa: Arc::new(found.dfa), vars: kept });
        }
        // The body is needed for both roads; the product with the bound only as far as the subsets reach.
        let mut parts = vec![self.relation(&conjunction(&bounded.body))?];
        parts.push(self.relation(&Expr::new(Kind::Linear(bounded.bound.clone())))?);
        for part in &bounded.beside {
            parts.push(self.relation(part)?);
        }
        let kept = self.kept(vars, body);
        let frame = Frame::new(self.variables, &[&kept[..], &[bounded.t]].concat())?;
        let tables: Vec<Box<dyn Explore>> = parts
            .into_iter()
            .map(|part| Box::new(Table::new(part.dfa, &frame.slots(&part.vars), Arc::new([]))) as _)
            .collect();
        let whole = Box::new(Join::new(tables, Vec::new()));
        let (layout, slots) = (Frame::new(self.variables, &kept)?.layout().clone(), frame.slots(&kept));
        let mut projection = Projection::new(whole, slots.iter().fold(0, |mask, slot| mask | slot.mask()));
        projection.limit_members(FEW_MEMBERS);
        let dfa = materialize(&mut projection, &layout, &slots, self.budget)?;
        self.workspace.trace.explored(dfa.states());
        Ok(Built { dfa: Arc::new(dfa.minimize()), vars: kept })
    }

    /// The relation D(x,m), its last track m under the name of t; `None` if what was learned is not proved.
    fn learned(&mut self, learner: Learner, bounded: &Bounded) -> Result<Option<Built>, Limit> {
        let inner = Expr::exists(bounded.others.clone(), conjunction(&bounded.body));
        let body = if bounded.others.is_empty() {
            self.relation(&inner)?
        } else {
            let budget = self.budget.tightened(MOST_BODY_STATES);
            Engine::new(self.workspace, self.variables, &budget).relation(&inner)?
        };
        let mut vars: Vec<Var> = body.vars.iter().copied().filter(|&var| var != bounded.t).collect();
        vars.push(bounded.t);
        let dfa = Arc::new(body.dfa.permute(&tracks(&body.vars, &vars)).trim());
        let systems = self.systems(&vars);
        let mut induction = Induction::new(dfa, &systems, self.workspace, self.budget)?;
        induction.limit_members(MOST_MEMBERS);
        let budget = self.budget.tightened(MOST_STATES);
        let relation = learner(&mut induction, MOST_QUESTIONS, &budget)?;
        Ok(induction.proves(&relation)?.then_some(Built { dfa: relation, vars }))
    }

    /// E m (m = L & D(x,m)), with what stood beside the quantifier.
    fn put_back(&mut self, bounded: &Bounded, relation: Built) -> Result<Built, Limit> {
        let Built { dfa, mut vars } = relation;
        let plain = bounded.plain_bound();
        if let Some(n) = plain {
            *vars.last_mut().expect("the track of the bound") = n;
            if bounded.beside.is_empty() {
                return Ok(Built { dfa, vars });
            }
        }
        let mut parts = vec![Expr::new(Kind::Table(Stored { dfa, name: "D(%)".into() }, vars))];
        parts.extend(bounded.beside.iter().cloned());
        if plain.is_some() {
            return self.relation(&Expr::all(parts));
        }
        parts.push(Expr::new(Kind::Linear(Linear { compare: Compare::Equal, ..bounded.bound.clone() })));
        self.relation(&Expr::exists(vec![bounded.t], Expr::all(parts)))
    }
}

fn conjunction(parts: &[ExprRef]) -> ExprRef {
    match parts {
        [part] => part.clone(),
        _ => Expr::all(parts.to_vec()),
    }
}
