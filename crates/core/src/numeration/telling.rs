//! Lengths that tell states of an equation apart by their remainders (`docs/linear-atoms.md`, Lemma 7).
//!
//! The tails of one length of each track are worth every number from 0 on, so that the sum of all tracks leaves no number out
//! as soon as its coefficients are no larger than what the smaller ones reach. A state that is open for such lengths, as
//! many as the recurrence has coefficients, goes on to accept words of each of them, and none of these is accepted with
//! another remainder. Costs one look at the table of counts. Tells nothing where no coefficient is 1 or -1.

use std::ops::Range;

use num_bigint::BigInt;

use crate::tuning::numeration::in_64_bits;

use super::linear_atom::{Compare, LinearAtom};
use super::parry::minimal_recurrence;
use super::positional::Positional;

/// Lengths below `past` whose words tell remainders apart, as many as the recurrence has coefficients. The last ones that do:
/// of a state that is open for some length it is likely that it is so for all longer ones.
pub(super) fn telling_lengths(system: &Positional, atom: &LinearAtom, past: usize) -> Option<Range<usize>> {
    let plain = |coefficient: &Vec<i64>| (coefficient.len() == 1).then(|| i128::from(coefficient[0]).abs());
    let mut sizes = atom.coefficients.iter().map(plain).collect::<Option<Vec<i128>>>()?;
    sizes.sort_unstable();
    let order = system.order();
    let states = 0..system.validity().len();
    // No number is left out by the sum, whatever the validity states are.
    let is_full = |m: usize| {
        let least = states.clone().map(|state| system.count(m, state)).min().unwrap_or(0);
        let reach = sizes.iter().try_fold(0, |reach, size| (*size <= reach + 1).then(|| reach + size * (least - 1)));
        least > 0 && reach.is_some()
    };
    let most = |m: usize| states.clone().map(|state| system.count(m, state)).max().unwrap_or(0);
    let all: i128 = sizes.iter().sum();
    let past = (0..past.min(system.tabulated())).take_while(|&m| most(m) * all <= in_64_bits::LARGEST_TAIL).count();
    let first = (0..(past + 1).saturating_sub(order)).rev().find(|&m| (m..m + order).all(is_full))?;
    (atom.compare == Compare::Equal && tells_vectors(system)).then_some(first..first + order)
}

/// Whether a vector that is worth nothing at as many lengths in a row as the recurrence has coefficients is zero.
fn tells_vectors(system: &Positional) -> bool {
    let order = system.order();
    let terms: Vec<BigInt> = system.weights().iter().take(2 * order).map(|&weight| weight.into()).collect();
    let is_reversible = system.recurrence().last().is_some_and(|&last| last != 0);
    is_reversible && terms.len() == 2 * order && minimal_recurrence(&terms).is_some_and(|found| found.len() == order)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::super::base::base;
    use super::super::linear::Linear;
    use super::super::parry::from_recurrence;
    use super::*;
    use crate::automata::{Bound, Layout, LazyAutomaton, State, materialize};
    use crate::budget::Budget;

    #[test]
    fn lengths_tell_once_the_sum_leaves_no_number_out() {
        let equal = |coefficients: &[i64]| LinearAtom::new(coefficients, Compare::Equal, 0);
        let fibonacci = from_recurrence(&[1, 1], None).unwrap();
        assert_eq!(telling_lengths(&fibonacci, &equal(&[1, 1, -1]), 40), Some(38..40));
        // The digits after a one are worth 0 .. U_{m-1} - 1: 5 and 8 numbers for four and five of them.
        assert_eq!(telling_lengths(&fibonacci, &equal(&[5, -1]), 6), Some(4..6));
        assert_eq!(telling_lengths(&fibonacci, &equal(&[5, -1]), 5), None);
        assert_eq!(telling_lengths(&fibonacci, &equal(&[3, -2]), 60), None);
        assert_eq!(telling_lengths(&fibonacci, &LinearAtom::new(&[1, -1], Compare::Less, 0), 60), None);
        assert_eq!(telling_lengths(&base(2).unwrap(), &equal(&[9, -1]), 5), Some(4..5));
        assert_eq!(telling_lengths(&base(2).unwrap(), &equal(&[9, -1]), 4), None);
    }

    proptest! {
        // As the minimal automaton says, which is made of the same states without colours.
        #[test]
        fn states_with_one_future_have_one_colour(
            system in 0usize..5,
            coefficients in proptest::collection::vec(prop_oneof![-4i64..0, 1i64..5], 1..4),
            constant in -4i64..9,
        ) {
            let system = Arc::new(match system {
                0 => base(2).unwrap(),
                1 => from_recurrence(&[1, 1], None).unwrap(),
                2 => from_recurrence(&[3, -1], None).unwrap(),
                3 => from_recurrence(&[1, 0, 1], Some(&[1, 2, 2])).unwrap(),
                _ => from_recurrence(&[1, 1, 1], None).unwrap(),
            });
            let layout = Layout::new(&vec![system.digits(); coefficients.len()]).unwrap();
            let budget = Budget::unlimited();
            let atom = LinearAtom::new(&coefficients, Compare::Equal, constant);
            let mut linear = Linear::new(system.clone(), atom.clone(), layout.slots());
            let minimal = materialize(Linear::new(system, atom, layout.slots()), &layout, layout.slots(), &budget).unwrap().minimize();
            // Where each state stands in the minimal automaton; none if nothing is accepted from it.
            let mut met = vec![None; 1];
            let mut pending = Vec::from_iter(linear.start(&budget).unwrap());
            met[0] = (!minimal.is_empty()).then_some(State::START);
            let mut done = 0;
            while let Some(&state) = pending.get(done) {
                let mut row = Vec::new();
                linear.transitions(state, Bound::FREE, &mut row, &budget).unwrap();
                row.sort_unstable();
                for (letter, target) in row {
                    let place = met[done].and_then(|q| minimal.transitions().step(q, letter));
                    if !pending.contains(&target) {
                        pending.push(target);
                        met.push(place);
                    }
                }
                done += 1;
                if done > 400 {
                    return Ok(());
                }
            }
            let colours = linear.colours(&mut pending.iter().copied());
            let mut known = vec![None; minimal.states()];
            for (&colour, q) in colours.iter().zip(met) {
                prop_assert!(colour == 0 || q.is_some());
                if let Some(q) = q {
                    prop_assert_eq!(*known[q].get_or_insert(colour), colour);
                }
            }
        }
    }
}
