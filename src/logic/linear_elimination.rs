//! Linear atoms that the equations beside them decide.
//!
//! In a conjunction, an integer multiple of an equation may be added to any other linear atom. Where that takes every
//! variable out of the atom, its truth is known and it goes: `x+u=v & y+v=w & z+u=w & z!=x+y` is false, which a search
//! through the product of the four finds only after the whole of it. An atom that is not decided stays as it is, since
//! sums of atoms are heavier than the atoms. One pass of Gauss's elimination an atom: O(equations * terms).

use crate::numeration::Compare;

use super::ir::{ExprRef, Kind, LinearConstraint};

/// The equations among these conjuncts.
pub(super) fn equations(parts: &[ExprRef]) -> Vec<&LinearConstraint> {
    let linear = parts.iter().filter_map(|part| part.kind().linear());
    linear.filter(|linear| linear.compare == Compare::Equal).collect()
}

/// The truth of an atom where the equations hold, if adding them to it shows it.
pub(super) fn decided(atom: &LinearConstraint, equations: &[&LinearConstraint]) -> Option<bool> {
    let mut sum = atom.clone();
    for equation in equations.iter().filter(|equation| equation.signed == atom.signed) {
        // A variable that is read as it is both here and there, once in the equation.
        let factor = equation.terms.iter().find_map(|(var, coefficient)| {
            let here = sum.terms.iter().find(|term| term.0 == *var)?;
            match (&coefficient[..], &here.1[..]) {
                ([unit @ (1 | -1)], [k]) => k.checked_mul(-unit),
                _ => None,
            }
        });
        let Some(factor) = factor else { continue };
        for (var, coefficient) in &equation.terms {
            let multiple: Option<Vec<i64>> = coefficient.iter().map(|k| k.checked_mul(factor)).collect();
            sum.add(*var, &multiple?)?;
        }
        sum.constant = sum.constant.checked_add(equation.constant.checked_mul(factor)?)?;
    }
    if let Kind::Truth(truth) = sum.reduced().kind() { Some(*truth) } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ir::Var;
    use super::*;

    /// The sum, where appending a zero is any function of the number: here a square.
    fn sum(linear: &LinearConstraint, at: &[i64; 3]) -> i64 {
        let value = |(var, coefficient): &(Var, Vec<i64>)| {
            let x = at[var.0 as usize];
            coefficient[0] * x + coefficient.get(1).map_or(0, |k| k * (x * x + 1))
        };
        linear.terms.iter().map(value).sum()
    }

    fn is_true(linear: &LinearConstraint, at: &[i64; 3]) -> bool {
        let sum = sum(linear, at);
        match linear.compare {
            Compare::Equal => sum == linear.constant,
            Compare::NotEqual => sum != linear.constant,
            Compare::Less => sum < linear.constant,
        }
    }

    fn linear(compare: impl Strategy<Value = Compare>, signed: bool) -> impl Strategy<Value = LinearConstraint> {
        let coefficient =
            prop_oneof![3 => prop::collection::vec(-2i64..=2, 1), 1 => prop::collection::vec(-1i64..=1, 2)];
        let term = (0u32..3, coefficient.prop_filter("no zeros", |coefficient| coefficient.last() != Some(&0)));
        (prop::collection::vec(term, 1..=3), compare, -3i64..=3).prop_map(move |(terms, compare, constant)| {
            let mut linear = LinearConstraint { terms: Vec::new(), compare, constant, signed };
            terms.iter().for_each(|(var, coefficient)| linear.add(Var(*var), coefficient).expect("small"));
            linear
        })
    }

    proptest! {
        #[test]
        fn what_equations_decide_is_so_wherever_they_hold(
            (signed, equations, atom) in any::<bool>().prop_flat_map(|signed| {
                let other = prop_oneof![Just(Compare::NotEqual), Just(Compare::Less), Just(Compare::Equal)];
                let equations = prop::collection::vec(linear(Just(Compare::Equal), signed), 1..=3);
                (Just(signed), equations, linear(other, signed))
            }),
        ) {
            let Some(truth) = decided(&atom, &equations.iter().collect::<Vec<_>>()) else { return Ok(()) };
            let least = if signed { -5 } else { 0 };
            for i in 0..1000i64 {
                let at = [i % 10 + least, i / 10 % 10 + least, i / 100 + least];
                if equations.iter().all(|equation| is_true(equation, &at)) {
                    prop_assert_eq!(is_true(&atom, &at), truth, "{:?}", at);
                }
            }
        }
    }
}
