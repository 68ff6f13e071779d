//! The parts of a bounded quantifier E t (t < L & G(t,x)): its variable, the bound, and what it says below the bound.
//!
//! Linear in the conjuncts. Of several bounds the one is taken that needs no track of its own, then the shortest.

use crate::numeration::Compare;
use crate::planted::{Bug, planted};

use super::ir::{ExprRef, Kind, LinearConstraint, Var};

/// E others,t (t - L < c & body & beside), `beside` reading none of the bound variables.
#[derive(Debug, PartialEq)]
pub(super) struct Bounded {
    pub(super) t: Var,
    pub(super) bound: LinearConstraint,
    pub(super) others: Vec<Var>,
    pub(super) body: Vec<ExprRef>,
    pub(super) beside: Vec<ExprRef>,
}

impl Bounded {
    /// The quantifier as a bounded one; `None` if it is not.
    pub(super) fn of(vars: &[Var], body: &ExprRef) -> Option<Bounded> {
        let Kind::And(parts) = body.kind() else { return None };
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
            let bound = LinearConstraint { constant: bound.constant + i64::from(planted(Bug::Bound)), ..bound.clone() };
            let found = Bounded { t, bound, others, body, beside };
            found.body.iter().any(|part| part.mentions(&[t])).then_some(found)
        });
        candidates.min_by_key(|found| (found.plain_bound().is_none(), found.bound.terms.len()))
    }

    /// The bound, if it is a variable that the body leaves alone: it needs no track of its own then.
    pub(super) fn plain_bound(&self) -> Option<Var> {
        let [(n, coefficient)] = &*self.limit() else { return None };
        let is_plain = coefficient[..] == [-1] && self.bound.constant == 0;
        (is_plain && !self.body.iter().any(|part| part.mentions(&[*n]))).then_some(*n)
    }

    /// Whether a conjunct says that t is not negative.
    pub(super) fn is_above_zero(&self) -> bool {
        let says_so = |part: &ExprRef| {
            part.kind().linear().is_some_and(|atom| {
                matches!(&atom.terms[..], [(var, k)] if *var == self.t && k[..] == [-1])
                    && atom.compare == Compare::Less
                    && atom.constant <= 1
            })
        };
        self.body.iter().any(says_so)
    }

    /// The terms of the bound but for t.
    pub(super) fn limit(&self) -> Vec<(Var, Vec<i64>)> {
        self.bound.terms.iter().filter(|term| term.0 != self.t).cloned().collect()
    }
}

/// The variable t of t < L, L over variables that are not quantified with it.
fn bounded_variable(atom: &LinearConstraint, vars: &[Var]) -> Option<Var> {
    let quantified: Vec<_> = atom.terms.iter().filter(|term| vars.contains(&term.0)).collect();
    let is_plain =
        atom.compare == Compare::Less && atom.terms.len() > 1 && atom.terms.iter().all(|term| term.1.len() == 1);
    match quantified[..] {
        [(t, coefficient)] if is_plain && coefficient[..] == [1] => Some(*t),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{prepared, quantifier};
    use super::super::workspace::Workspace;
    use super::*;

    /// The names of the bounded variable, of those in its bound, and whether the bound is a track already.
    fn shape(text: &str) -> Option<(String, String, bool)> {
        let (expr, variables) = prepared(text, &mut Workspace::new());
        let (vars, body) = quantifier(&expr).expect("a quantifier");
        let bounded = Bounded::of(&vars, &body)?;
        let limit: Vec<&str> = bounded.limit().iter().map(|term| &**variables.name(term.0)).collect();
        Some((variables.name(bounded.t).to_string(), limit.join("+"), bounded.plain_bound().is_some()))
    }

    #[test]
    fn bounds_are_recognised_in_their_forms() {
        let bounded = |t: &str, limit: &str, plain| Some((t.to_owned(), limit.to_owned(), plain));
        for (text, expected) in [
            ("At t<n => T[i+t]=T[j+t]", bounded("t", "n", true)),
            ("Et t<n & T[i+t]=@1 & T[j+t]=@0", bounded("t", "n", true)),
            ("At t<=n => T[i+t]=T[j+t]", bounded("t", "n", false)),
            ("At t<n+3 => T[i+t]=T[j+t]", bounded("t", "n", false)),
            ("At t+a<n+b => T[i+t]=T[j+t]", bounded("t", "a+n+b", false)),
            ("At t<2*n => T[i+t]=T[j+t]", bounded("t", "n", false)),
            ("At t>=a & t<b => T[i+t]=T[j+t]", bounded("t", "b", true)),
            ("At t<n => T[i+t]=T[i+n+t]", bounded("t", "n", false)),
            ("At n>t => T[i+t]=T[j+t]", bounded("t", "n", true)),
            ("At t<5 => T[i+t]=T[j+t]", None),
            ("At t>n => T[i+t]=T[j+t]", None),
            ("At 2*t<n => T[i+t]=T[j+t]", None),
            ("At T[i+t]=T[j+t]", None),
        ] {
            assert_eq!(shape(&format!("?msd_2 {text}")), expected, "{text}");
        }
    }
}
