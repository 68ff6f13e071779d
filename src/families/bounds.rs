//! Which quantifiers are bounded, and how many quotients further their values reach.

use std::collections::BTreeMap;

use super::form::{Form, Var};
use super::node::{Call, Node};
use crate::numeration::Compare;
use crate::syntax::Span;

/// At most `times` the greatest number that `further` quotients in front of those of the numbers given allow, and `plus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    times: u64,
    plus: u64,
    further: usize,
}

/// A number that is given.
const GIVEN: Bound = Bound { times: 1, plus: 0, further: 0 };

/// Bounds of variables; one that has none is not bounded.
type Bounds = BTreeMap<Var, Bound>;

/// Why a formula is not local.
#[derive(Clone, Debug)]
pub(super) enum NotLocal {
    /// Nothing bounds this variable of a quantifier.
    Unbounded(Var),
    /// A relation that depends on further quotients is read here.
    Unsettled(Span),
    /// Values leave the range of machine integers.
    Overflow,
}

impl Bound {
    fn most(self, other: Bound) -> Bound {
        Bound {
            times: self.times.max(other.times),
            plus: self.plus.max(other.plus),
            further: self.further.max(other.further),
        }
    }

    fn scaled(self, factor: u64) -> Option<Bound> {
        Some(Bound { times: self.times.checked_mul(factor)?, plus: self.plus.checked_mul(factor)?, ..self })
    }

    fn added(self, other: Bound) -> Option<Bound> {
        Some(Bound {
            times: self.times.checked_add(other.times)?,
            plus: self.plus.checked_add(other.plus)?,
            further: self.further.max(other.further),
        })
    }

    /// So many quotients that all values are numbers of a part that has them in front of one with the numbers given.
    ///
    /// With k quotients more a part has at least F_k times as many numbers, F_0 = F_1 = 1: q_(i+2) >= q_(i+1) + q_i. Numbers
    /// of one part are below q, so that the bound is at most times (q-1) + plus, below (times + plus + 1) q.
    fn quotients(self) -> Option<usize> {
        let wanted = self.times.checked_add(self.plus)?.checked_add(1)?;
        let (mut count, mut now, mut next) = (self.further, 1u64, 1u64);
        while now < wanted {
            (count, now, next) = (count + 1, next, now.checked_add(next)?);
        }
        Some(count)
    }
}

/// With how many quotients more than its free variables need a local formula depends on no further ones.
///
/// # Errors
/// Why it is not local.
pub(super) fn quotients_needed(node: &Node) -> Result<usize, NotLocal> {
    let mut needed = 0;
    let mut known: Bounds = node.free().into_iter().map(|var| (var, GIVEN)).collect();
    visit(node, &mut known, &mut needed)?;
    Ok(needed)
}

/// How many quotients further a term of numbers that are given may reach.
pub(super) fn quotients_of(form: &Form) -> Option<usize> {
    of_form(form, &form.variables().map(|var| (var, GIVEN)).collect())?.quotients()
}

/// Adds the bounds of the variables in a formula, those that are free in it being known, and looks how many quotients they, and
/// what it reads of them, need.
fn visit(node: &Node, known: &mut Bounds, needed: &mut usize) -> Result<(), NotLocal> {
    match node {
        // Sums are compared as integers, wherever they are.
        Node::Compare(..) => Ok(()),
        Node::Call(call) => {
            let late = call.relation.late.ok_or(NotLocal::Unsettled(call.span))?;
            *needed = (*needed).max(late);
            for form in &call.arguments {
                let bound = of_form(form, known).and_then(Bound::quotients).ok_or(NotLocal::Overflow)?;
                *needed = (*needed).max(bound + late);
            }
            Ok(())
        }
        Node::Exists(vars, body) => {
            limit(body, true, known);
            for var in vars {
                let bound = known.get(var).ok_or(NotLocal::Unbounded(*var))?;
                *needed = (*needed).max(bound.quotients().ok_or(NotLocal::Overflow)?);
            }
            visit(body, known, needed)
        }
        Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) | Node::ExistsSlope(_) => {
            node.children().into_iter().try_for_each(|child| visit(child, known, needed))
        }
    }
}

/// A bound of what a term comes to.
fn of_form(form: &Form, known: &Bounds) -> Option<Bound> {
    let constant = Bound { plus: u64::try_from(form.constant).unwrap_or(0), ..Bound::default() };
    form.terms
        .iter()
        .filter(|term| *term.1 > 0)
        .try_fold(constant, |sum, (var, k)| sum.added(known.get(var)?.scaled(k.unsigned_abs())?))
}

/// Adds bounds that hold wherever the formula does, or does not unless `positive`.
fn limit(node: &Node, positive: bool, known: &mut Bounds) {
    match (node, positive) {
        (Node::Compare(form, Compare::Less), true) => limit_by(form, -1, known),
        // Not form < 0: -form - 1 < 0.
        (Node::Compare(form, Compare::Less), false) => limit_by_times(form, -1, 0, known),
        (Node::Compare(form, Compare::Equal), true) | (Node::Compare(form, Compare::NotEqual), false) => {
            limit_by(form, 0, known);
            limit_by_times(form, -1, 0, known);
        }
        (Node::Call(call), true) => limit_by_call(call, known),
        (Node::Compare(..) | Node::Call(_) | Node::Iff(..) | Node::ExistsSlope(_), _) => {}
        (Node::Not(inner), _) => limit(inner, !positive, known),
        (Node::And(parts), true) | (Node::Or(parts), false) => loop {
            let before = known.len();
            parts.iter().for_each(|part| limit(part, positive, known));
            if known.len() == before {
                return;
            }
        },
        (Node::Or(parts), true) | (Node::And(parts), false) => {
            // What all parts bound.
            let mut common: Option<Bounds> = None;
            for part in parts {
                let mut own = known.clone();
                limit(part, positive, &mut own);
                common = Some(match common {
                    None => own,
                    Some(others) => {
                        let both = |(var, bound): (Var, Bound)| Some((var, bound.most(*own.get(&var)?)));
                        others.into_iter().filter_map(both).collect()
                    }
                });
            }
            known.extend(common.unwrap_or_default());
        }
        (Node::Exists(_, body), true) => limit(body, true, known),
        (Node::Exists(..), false) => {}
    }
}

/// Adds the bounds that `form <= most` gives.
fn limit_by(form: &Form, most: i64, known: &mut Bounds) {
    limit_by_times(form, 1, most, known);
}

/// Adds the bounds that `sign * form <= most` gives: the positive part is at most the rest.
fn limit_by_times(form: &Form, sign: i64, most: i64, known: &mut Bounds) {
    let Some(negated) = form.times(-sign) else { return };
    let Some(rest) = negated.plus_times(&Form::constant(most), 1) else { return };
    let Some(bound) = of_form(&rest, known) else { return };
    for (var, &k) in &negated.terms {
        if k < 0 && !known.contains_key(var) {
            known.insert(*var, bound);
        }
    }
}

/// Adds the bounds that a relation gives: of a variable beside numbers that have some.
fn limit_by_call(call: &Call, known: &mut Bounds) {
    for (place, form) in call.arguments.iter().enumerate() {
        let (Some(var), Some(reach)) = (form.as_variable(), call.relation.reaches[place]) else { continue };
        if known.contains_key(&var) {
            continue;
        }
        let others = call.arguments.iter().enumerate().filter(|other| other.0 != place);
        let others = others.map(|(_, form)| of_form(form, known)?.quotients()).collect::<Option<Vec<_>>>();
        if let Some(others) = others {
            let further = others.into_iter().max().unwrap_or(0) + reach;
            known.insert(var, Bound { further, ..GIVEN });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::Variables;
    use super::*;

    #[test]
    fn parts_with_quotients_in_front_have_the_numbers() {
        for (times, plus) in [(0, 0), (1, 0), (1, 1), (2, 0), (3, 7), (30_001, 0)] {
            let count = Bound { times, plus, further: 0 }.quotients().unwrap();
            // The least numbers there are: quotients 1, behind one quotient a.
            for a in 1..4u64 {
                let (mut now, mut before) = (a, 1);
                for _ in 0..count {
                    (now, before) = (now + before, now);
                }
                assert!(times * (a - 1) + plus < now, "{times} M + {plus} behind {a}");
            }
        }
        assert_eq!(Bound { times: u64::MAX, ..GIVEN }.quotients(), None);
    }

    #[test]
    fn a_variable_is_bounded_by_what_its_body_says() {
        let mut variables = Variables::default();
        let [x, y, z] = ["x", "y", "z"].map(|name| variables.add(name.into(), Span::at(0)));
        let form = |terms: &[(Var, i64)], constant| Form { terms: terms.iter().copied().collect(), constant };
        let below = Node::Compare(form(&[(y, 1), (x, -2)], 0), Compare::Less);
        let sum = Node::Compare(form(&[(z, 1), (y, -1), (x, -1)], -3), Compare::Equal);
        let both = |a: &Node, b: &Node| Node::And(vec![a.clone(), b.clone()]);
        let quotients = |vars: &[Var], body: Node| quotients_needed(&Node::exists(vars.to_vec(), body));
        // y <= 2x, z <= 3x + 3: F_5 = 8.
        assert_eq!(quotients(&[y, z], both(&sum, &below)).unwrap(), 5);
        assert!(quotients(&[y], sum.clone()).is_ok(), "y <= z");
        assert!(matches!(quotients(&[y, z], sum.clone()), Err(NotLocal::Unbounded(var)) if var == y));
        assert!(quotients(&[y], Node::Or(vec![below.clone(), sum.clone()])).is_ok());
        assert!(quotients(&[y], Node::Or(vec![below.clone(), Node::truth(true)])).is_err());
        assert!(quotients(&[y], below.clone().negated()).is_err());
        // Not all y with y <= 2x.
        let denied = Node::And(vec![below.clone().negated(), sum]).negated();
        assert!(quotients(&[y], both(&below, &denied)).is_ok());
    }
}
