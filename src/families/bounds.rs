//! Which quantifiers are bounded, and how many blocks further their values reach.
//!
//! A bound is `times` the greatest number that some blocks allow, and `plus`. Comparisons and calls give bounds of a
//! variable from those of others; a conjunction is gone through until no variable gets a new one, a disjunction bounds
//! what all its parts bound. The numbers of blocks follow from the growth of the system. Rounds of a conjunction at
//! most as many as it has variables: cheap beside any automaton. Bounds that are far too large only add zeros to skip,
//! but a bound must be written in the body: none is looked for elsewhere.

use std::collections::BTreeMap;

use super::form::{Form, Var};
use super::node::{Call, Node};
use crate::numeration::{Compare, ParametricSystem};
use crate::syntax::Span;

/// At most `times` the greatest number that `further` blocks in front of those of the numbers given allow, and `plus`.
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
    /// A relation that depends on further blocks is read here.
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

    /// So many blocks that all values are numbers of a part that has them in front of one with the numbers given.
    fn blocks(self, system: &ParametricSystem) -> Option<usize> {
        system.blocks_for(self.times, self.plus)?.checked_add(self.further)
    }
}

/// With how many blocks more than its free variables need a local formula depends on no further ones.
///
/// # Errors
/// Why it is not local.
pub(super) fn blocks_needed(node: &Node, system: &ParametricSystem) -> Result<usize, NotLocal> {
    let mut needed = 0;
    let mut known: Bounds = node.free().into_iter().map(|var| (var, GIVEN)).collect();
    Visit { system, needed: &mut needed }.visit(node, &mut known)?;
    Ok(needed)
}

/// How many blocks further a term of numbers that are given may reach.
pub(super) fn blocks_of(form: &Form, system: &ParametricSystem) -> Option<usize> {
    of_form(form, &form.variables().map(|var| (var, GIVEN)).collect())?.blocks(system)
}

/// Adds the bounds of the variables in a formula, those that are free in it being known, and looks how many blocks they, and
/// what it reads of them, need.
struct Visit<'a> {
    system: &'a ParametricSystem,
    needed: &'a mut usize,
}

impl Visit<'_> {
    fn visit(&mut self, node: &Node, known: &mut Bounds) -> Result<(), NotLocal> {
        let blocks = |bound: Option<Bound>| bound.and_then(|bound| bound.blocks(self.system)).ok_or(NotLocal::Overflow);
        match node {
            // Sums are compared as integers, wherever they are.
            Node::Compare(..) => Ok(()),
            Node::Call(call) => {
                let late = call.relation.late.ok_or(NotLocal::Unsettled(call.span))?;
                *self.needed = (*self.needed).max(late);
                for form in &call.arguments {
                    *self.needed = (*self.needed).max(blocks(of_form(form, known))? + late);
                }
                Ok(())
            }
            Node::Exists(vars, body) => {
                limit(body, true, known, self.system);
                for var in vars {
                    let bound = known.get(var).ok_or(NotLocal::Unbounded(*var))?;
                    *self.needed = (*self.needed).max(blocks(Some(*bound))?);
                }
                self.visit(body, known)
            }
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) | Node::ExistsParameter(_) => {
                node.children().into_iter().try_for_each(|child| self.visit(child, known))
            }
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
fn limit(node: &Node, positive: bool, known: &mut Bounds, system: &ParametricSystem) {
    match (node, positive) {
        (Node::Compare(form, Compare::Less), true) => limit_by(form, -1, known),
        // Not form < 0: -form - 1 < 0.
        (Node::Compare(form, Compare::Less), false) => limit_by_times(form, -1, 0, known),
        (Node::Compare(form, Compare::Equal), true) | (Node::Compare(form, Compare::NotEqual), false) => {
            limit_by(form, 0, known);
            limit_by_times(form, -1, 0, known);
        }
        (Node::Call(call), true) => limit_by_call(call, known, system),
        (Node::Compare(..) | Node::Call(_) | Node::Iff(..) | Node::ExistsParameter(_), _) => {}
        (Node::Not(inner), _) => limit(inner, !positive, known, system),
        (Node::And(parts), true) | (Node::Or(parts), false) => loop {
            let before = known.len();
            parts.iter().for_each(|part| limit(part, positive, known, system));
            if known.len() == before {
                return;
            }
        },
        (Node::Or(parts), true) | (Node::And(parts), false) => {
            // What all parts bound.
            let mut common: Option<Bounds> = None;
            for part in parts {
                let mut own = known.clone();
                limit(part, positive, &mut own, system);
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
        (Node::Exists(_, body), true) => limit(body, true, known, system),
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
fn limit_by_call(call: &Call, known: &mut Bounds, system: &ParametricSystem) {
    for (place, form) in call.arguments.iter().enumerate() {
        let (Some(var), Some(reach)) = (form.as_variable(), call.relation.reaches[place]) else { continue };
        if known.contains_key(&var) {
            continue;
        }
        let others = call.arguments.iter().enumerate().filter(|other| other.0 != place);
        let others = others.map(|(_, form)| of_form(form, known)?.blocks(system)).collect::<Option<Vec<_>>>();
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
    use crate::budget::Budget;

    #[test]
    fn parts_with_blocks_in_front_have_the_numbers() {
        for (times, plus) in [(0, 0), (1, 0), (1, 1), (2, 0), (3, 7), (30_001, 0)] {
            let count = Bound { times, plus, further: 0 }.blocks(&ParametricSystem::sturmian()).unwrap();
            // The least numbers there are: quotients 1, behind one quotient a.
            for a in 1..4u64 {
                let (mut now, mut before) = (a, 1);
                for _ in 0..count {
                    (now, before) = (now + before, now);
                }
                assert!(times * (a - 1) + plus < now, "{times} M + {plus} behind {a}");
            }
        }
        assert_eq!(Bound { times: u64::MAX, ..GIVEN }.blocks(&ParametricSystem::sturmian()), None);
        // 5 n + 3 < 2^4 (2^l - 1) if some n > 0 is below 2^l.
        assert_eq!(
            Bound { times: 5, plus: 3, further: 0 }
                .blocks(&ParametricSystem::paperfolding(&Budget::unlimited()).unwrap()),
            Some(4)
        );
    }

    #[test]
    fn a_variable_is_bounded_by_what_its_body_says() {
        let mut variables = Variables::default();
        let [x, y, z] = ["x", "y", "z"].map(|name| variables.add(name.into(), Span::at(0)));
        let form = |terms: &[(Var, i64)], constant| Form { terms: terms.iter().copied().collect(), constant };
        let below = Node::Compare(form(&[(y, 1), (x, -2)], 0), Compare::Less);
        let sum = Node::Compare(form(&[(z, 1), (y, -1), (x, -1)], -3), Compare::Equal);
        let both = |a: &Node, b: &Node| Node::And(vec![a.clone(), b.clone()]);
        let blocks =
            |vars: &[Var], body: Node| blocks_needed(&Node::exists(vars.to_vec(), body), &ParametricSystem::sturmian());
        // y <= 2x, z <= 3x + 3: F_5 = 8.
        assert_eq!(blocks(&[y, z], both(&sum, &below)).unwrap(), 5);
        assert!(blocks(&[y], sum.clone()).is_ok(), "y <= z");
        assert!(matches!(blocks(&[y, z], sum.clone()), Err(NotLocal::Unbounded(var)) if var == y));
        assert!(blocks(&[y], Node::Or(vec![below.clone(), sum.clone()])).is_ok());
        assert!(blocks(&[y], Node::Or(vec![below.clone(), Node::truth(true)])).is_err());
        assert!(blocks(&[y], below.clone().negated()).is_err());
        // Not all y with y <= 2x.
        let denied = Node::And(vec![below.clone().negated(), sum]).negated();
        assert!(blocks(&[y], both(&below, &denied)).is_ok());
    }
}
