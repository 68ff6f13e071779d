//! How the free variables of a bounded quantifier move with the bound one: in `A t<n W[i+t]=W[i+n-1-t]`, what is said
//! of t+1 is what is said of t where i is one more and n two less.
//!
//! Let G(t+1,x) be G(t,x+d) and L(x+d) be L(x)-k with k > 0, and K >= k. Then R(x) = E t<L(x) G(t,x) follows from
//! R(x+d), which is E t (1 <= t < L(x)-k+1, G(t,x)), and Q(x), that G(t,x) holds for t = 0 or for one of the last K-1
//! numbers below L(x): if L(x) >= K then R(x) iff R(x+d) or Q(x), and below K all numbers are those of Q. So R is
//! proved by induction on its own tracks ([`Induction`](super::induction::Induction)), where D(x,m) would have one more
//! and be far larger: it says how far each beginning of a palindrome goes. Palindromes, and what else is read from both
//! of its ends.
//!
//! A move is looked for among small ones, three to either side for each variable, and K among small numbers: x+d must
//! be natural where L(x) >= K, which is decided. To certificates it is a projection like any other; a rule for it would
//! have two claims, of H and Q below K and of the step from there on.

use std::iter;
use std::sync::Arc;

use crate::automata::{Dfa, LazyAutomaton, Product, StoredAutomaton, minimal};
use crate::budget::Halt;
use crate::numeration::Compare;
use crate::tuning::logic::rewriting;

use super::build::Built;
use super::engine::Engine;
use super::frame::Frame;
use super::induction::Moved;
use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use super::lazy_body::LazyBody;

/// What free variables move by when t becomes t+1.
#[derive(Debug, PartialEq)]
pub(super) struct Translation {
    pub(super) moves: Vec<(Var, i64)>,
    /// What the bound loses.
    pub(super) lost: i64,
}

/// What a variable moves by.
fn by(moves: &[(Var, i64)], var: Var) -> i64 {
    moves.iter().find(|(other, _)| *other == var).map_or(0, |(_, by)| *by)
}

/// What a sum changes by.
fn change(terms: &[(Var, i64)], moves: &[(Var, i64)]) -> i64 {
    terms.iter().map(|&(var, factor)| factor * by(moves, var)).sum()
}

/// That the moves of these variables, times their factors, come to this sum.
type Equation = (Vec<(Var, i64)>, i64);

impl Translation {
    /// The least move of the free variables of `E t (bound & inner)`, whose bound speaks of no others; `None` if there is none.
    pub(super) fn of(t: Var, bound: &LinearConstraint, inner: &ExprRef) -> Option<Translation> {
        let free: Vec<Var> = inner.free().iter().copied().filter(|&var| var != t).collect();
        let limit: Vec<(Var, i64)> = terms(bound)?.into_iter().filter(|term| term.0 != t).collect();
        if free.len() > rewriting::MOVED_VARIABLES
            || limit.is_empty()
            || limit.iter().any(|term| !free.contains(&term.0))
        {
            return None;
        }
        let mut equations = Vec::new();
        collect(inner, t, &free, &mut equations)?;
        let sides = 2 * rewriting::MOVED_DISTANCE + 1;
        let all = (0..sides.pow(u32::try_from(free.len()).ok()?)).map(|number| {
            let digits = iter::successors(Some(number), |rest| Some(rest / sides))
                .map(|rest| rest % sides - rewriting::MOVED_DISTANCE);
            free.iter().copied().zip(digits).collect::<Vec<(Var, i64)>>()
        });
        let fitting = all.filter(|moves| equations.iter().all(|(terms, sum)| change(terms, moves) == *sum));
        let shifts =
            fitting.map(|moves| Translation { lost: change(&limit, &moves), moves }).filter(|shift| shift.lost > 0);
        shifts.min_by_key(|shift| (shift.lost, shift.moves.iter().map(|(_, by)| by.abs()).sum::<i64>()))
    }
}

/// The terms of an atom with one factor each, none of them large.
fn terms(linear: &LinearConstraint) -> Option<Vec<(Var, i64)>> {
    let small = |coefficient: &[i64]| match coefficient {
        [k] => i32::try_from(*k).ok().map(i64::from),
        _ => None,
    };
    linear.terms.iter().map(|(var, coefficient)| Some((*var, small(coefficient)?))).collect()
}

/// What must hold of a move for the formula to say of t+1 what it says of t after the move.
fn collect(expr: &ExprRef, t: Var, free: &[Var], equations: &mut Vec<Equation>) -> Option<()> {
    match expr.kind() {
        Kind::OverWords(..) | Kind::Reverse(_) => return None,
        Kind::Linear(linear) if linear.signed => return None,
        Kind::Linear(linear) => {
            let terms = terms(linear)?;
            let own = terms.iter().filter(|term| term.0 == t).map(|term| term.1).sum();
            equations.push((terms.into_iter().filter(|term| free.contains(&term.0)).collect(), own));
        }
        Kind::Constant(..) | Kind::Relation(..) => {
            let read = expr.kind().read();
            if read.contains(&t) {
                return None;
            }
            equations.extend(read.into_iter().filter(|var| free.contains(var)).map(|var| (vec![(var, 1)], 0)));
        }
        Kind::Truth(_)
        | Kind::Not(_)
        | Kind::And(_)
        | Kind::Or(_)
        | Kind::Iff(..)
        | Kind::Exists(..)
        | Kind::AtLeast(..)
        | Kind::Infinitely(..) => {}
    }
    expr.kind().children().try_for_each(|child| collect(child, t, free, equations))
}

impl Engine<'_> {
    /// What an induction on the move needs, x being `vars` without their last, t; `None` if it leads below zero.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn moved(
        &mut self,
        shift: &Translation,
        bound: &LinearConstraint,
        body: &LazyBody,
        vars: &[Var],
    ) -> Result<Option<Moved>, Halt> {
        let (&t, x) = vars.split_last().expect("the bound variable");
        let mut found = None;
        for least in shift.lost..=shift.lost + rewriting::MOVED_DISTANCE {
            let Some(constant) = bound.constant.checked_sub(least - 1) else { return Ok(None) };
            let terms = bound.terms.iter().filter(|term| term.0 != t).cloned().collect();
            let is_long = Expr::new(Kind::Linear(LinearConstraint { terms, constant, ..bound.clone() }));
            if self.stays_natural(&is_long, &shift.moves)? {
                found = Some((least, is_long));
                break;
            }
        }
        let Some((least, is_long)) = found else { return Ok(None) };
        let zero = LinearConstraint { terms: vec![(t, vec![1])], compare: Compare::Equal, constant: 0, signed: false };
        let mut added = vec![self.instance(zero, bound, body, vars)?];
        for s in 1..least {
            let Some(constant) = bound.constant.checked_sub(s) else { return Ok(None) };
            // t = L-s
            let last = LinearConstraint { compare: Compare::Equal, constant, ..bound.clone() };
            added.push(self.instance(last, bound, body, vars)?);
        }
        let mut placed = |atom: &ExprRef| -> Result<(Arc<Dfa>, Vec<usize>), Halt> {
            let built = self.relation(atom)?;
            let place = |var: &Var| vars.iter().position(|other| other == var).expect("a variable of the quantifier");
            Ok((built.dfa, built.vars.iter().map(place).collect()))
        };
        let (bound, is_long) = (placed(&Expr::new(Kind::Linear(bound.clone())))?, placed(&is_long)?);
        let moves = x.iter().map(|&var| by(&shift.moves, var)).collect();
        Ok(Some(Moved { bound, moves, is_long, added: LazyBody::Or(added) }))
    }

    /// The body for one t below the bound.
    fn instance(
        &mut self,
        place: LinearConstraint,
        bound: &LinearConstraint,
        body: &LazyBody,
        vars: &[Var],
    ) -> Result<LazyBody, Halt> {
        let frame = Frame::new(self.variables, vars)?;
        let slots = frame.layout().slots();
        let valid = vars.iter().zip(slots).map(|(&var, &slot)| self.variables.range(var).validity_part(slot));
        let mut parts: Vec<Box<dyn LazyAutomaton>> = valid.collect();
        for atom in [&place, bound] {
            let Built { dfa, vars } = self.linear(atom)?;
            parts.push(Box::new(StoredAutomaton::new(dfa, &frame.slots(&vars), Arc::new([]))));
        }
        let whole = Product::new(parts, vec![body.guard(slots)]);
        let (dfa, _) = minimal(whole, frame.layout(), slots, self.budget)?;
        let x = &vars[..vars.len() - 1];
        let nfa = self.forgotten(&Built { dfa: Arc::new(dfa), vars: vars.to_vec() }, x);
        let Built { dfa, vars } = self.determinized(&nfa, x.to_vec(), None, usize::MAX)?;
        let universal = self.workspace.universal_states(&dfa, &self.ranges(&vars), self.budget)?;
        Ok(LazyBody::Relation(dfa, (0..vars.len()).collect(), universal))
    }

    /// Whether no variable is less than it loses where an atom holds.
    fn stays_natural(&mut self, atom: &ExprRef, moves: &[(Var, i64)]) -> Result<bool, Halt> {
        for &(var, by) in moves.iter().filter(|(_, by)| *by < 0) {
            let (terms, constant) = (vec![(var, vec![1])], -by);
            let below = LinearConstraint { terms, compare: Compare::Less, constant, signed: false };
            let fails = Expr::and(vec![atom.clone(), Expr::new(Kind::Linear(below))]);
            if self.decide(&self.prepare(&Expr::exists(fails.free().to_vec(), fails.clone()), true))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bound::Bounded;
    use super::super::bounded::conjunction;
    use super::super::testing::{prepared, quantifier};
    use super::super::workspace::Workspace;
    use super::*;

    #[test]
    fn bodies_that_move_with_the_bound_variable_are_recognised() {
        let moves = |text: &str| {
            let (expr, variables) = prepared(&format!("?msd_2 {text}"), &mut Workspace::new());
            let (vars, body) = quantifier(&expr).expect("a quantifier");
            let Bounded { t, bound, others, body, .. } = Bounded::of(&vars, &body)?;
            let shift = Translation::of(t, &bound, &Expr::exists(others, conjunction(&body)))?;
            let mut moves: Vec<String> = shift
                .moves
                .iter()
                .filter(|(_, by)| *by != 0)
                .map(|(var, by)| format!("{}{by:+}", variables.name(*var)))
                .collect();
            moves.sort_unstable();
            Some((moves.join(" "), shift.lost))
        };
        let found = |moves: &str, lost| Some((moves.to_owned(), lost));
        for (text, expected) in [
            ("At t<n => T[i+t]=T[i+n-1-t]", found("i+1 n-2", 2)),
            ("At t<n => T[i+t]!=T[i+n-1-t]", found("i+1 n-2", 2)),
            ("At t<=n => T[i+t]=T[i+n-t]", found("i+1 n-2", 2)),
            ("At 2*t<n => T[i+t]=T[i+n-1-t]", None),
            ("At t+i<n => T[i+t]=T[n-1-t]", found("i+1 n-1", 2)),
            ("At t<n => T[i+2*t]=T[i+2*n-2*t]", found("i+2 n-2", 2)),
            ("At t<n => T[i+t]=T[n-t] & j<k", found("i+1 n-1", 1)),
            // The bound speaks of what the body leaves alone,
            ("At t<n => T[i+t]=T[j+t]", None),
            // or does not change,
            ("At t<n => T[i+t]=T[i+n+t]", None),
            // or the body stays where it is.
            ("At t<n => T[t]=T[n-t]", None),
            ("At t<n => T[i+t]=T[i+n-1-t] & i<9", None),
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
    }
}
