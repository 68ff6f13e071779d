//! Relates each number in a system of all integers to itself in a system of natural numbers.
//!
//! Both are read digit by digit at once: for base -k and base k, and for negaFibonacci and Fibonacci, the weights are on
//! one recurrence, and the relation is one linear constraint on it; for other systems a file gives it. Either way it is
//! proved before it is used: it holds of 0 and no other number with 0, and of (x+1, y+1) iff of (x, y). By induction on
//! y, and since every integer has a predecessor, it then holds of (x, y) iff x = y.

use std::sync::Arc;

use crate::automata::{Dfa, Guard, Layout, LazyAutomaton, Product, Slot, StoredAutomaton, Track, minimized, shortest};
use crate::budget::{Budget, Halt};

use super::linear_atom::{Compare, LinearAtom};
use super::rule::Rule;
use super::system::{Direction, NumerationSystem, normalize_padding, validity_part};

/// The pairs of a number x of `negative` and a number y of `positive` with `x = sign * y`, in their digit order. `stored`
/// is what a file says, most significant digit first and on either order of the tracks.
///
/// `None` if neither the systems nor the file give a relation that can be proved.
///
/// # Errors
/// The limit that was passed.
pub fn base_change(
    negative: &Arc<NumerationSystem>,
    positive: &Arc<NumerationSystem>,
    stored: Option<&Dfa>,
    sign: i64,
    budget: &Budget,
) -> Result<Option<Dfa>, Halt> {
    let msd = |system: &Arc<NumerationSystem>| match system.direction() {
        Direction::Msd => Ok(system.clone()),
        Direction::Lsd => system.reversed(budget).map(Arc::new),
    };
    let systems = [msd(negative)?, msd(positive)?];
    let sizes = systems.each_ref().map(|system| system.digits());
    let mut candidates: Vec<Dfa> = Vec::new();
    if let Rule::NegativeBase(system) = systems[0].rule() {
        candidates.push(system.base_change(budget)?);
    }
    candidates.extend(stored.cloned());
    candidates.extend(stored.map(|dfa| dfa.reordered(&[Track(1), Track(0)])));
    for candidate in candidates {
        if candidate.layout().sizes() != sizes {
            continue;
        }
        let candidate = Arc::new(normalize_padding(&candidate, &systems, budget)?);
        if !is_identity(&candidate, &systems, budget)? {
            continue;
        }
        let signed = match sign {
            -1 => negated(&candidate, &systems[0], budget)?,
            _ => (*candidate).clone(),
        };
        return Ok(Some(match negative.direction() {
            Direction::Msd => signed,
            Direction::Lsd => signed.reverse().determinize(budget)?.minimize_within(budget)?,
        }));
    }
    Ok(None)
}

fn part(dfa: &Arc<Dfa>, slots: &[Slot]) -> Box<dyn LazyAutomaton> {
    Box::new(StoredAutomaton::new(dfa.clone(), slots, Arc::new([])))
}

fn linear(system: &NumerationSystem, coefficients: &[i64], constant: i64, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
    system.linear(&LinearAtom::new(coefficients, Compare::Equal, constant), budget)
}

/// Whether the relation is `x = y`.
fn is_identity(
    relation: &Arc<Dfa>,
    [negative, positive]: &[Arc<NumerationSystem>; 2],
    budget: &Budget,
) -> Result<bool, Halt> {
    let (m, n) = (negative.digits(), positive.digits());
    // x, y and x', y'.
    let layout = Layout::new(&[m, n, m, n])?;
    let [x, y, next_x, next_y] = layout.slots()[..] else { unreachable!("four tracks") };
    let holds = |x, y| Guard::Leaf(part(relation, &[x, y]));
    let none = |parts, condition| -> Result<bool, Halt> {
        Ok(shortest(&mut Product::new(parts, vec![condition]), &[x, y, next_x, next_y], budget)?.is_none())
    };
    let not = |condition| Guard::Not(Box::new(condition));
    let zeros = [negative, positive].map(|system| Arc::new(system.zero()));
    let with_zero = || vec![validity_part(negative, x), part(&zeros[1], &[y])];
    let is_zero = Guard::Leaf(part(&zeros[0], &[x]));
    if !none(with_zero(), not(Guard::Iff(Box::new(holds(x, y)), Box::new(is_zero))))? {
        return Ok(false);
    }
    let next = |system: &NumerationSystem, slots| Ok::<_, Halt>(part(&linear(system, &[-1, 1], 1, budget)?, slots));
    let steps = vec![next(negative, &[x, next_x])?, next(positive, &[y, next_y])?];
    none(steps, not(Guard::Iff(Box::new(holds(x, y)), Box::new(holds(next_x, next_y)))))
}

/// The pairs (-x, y) for the pairs (x, y).
fn negated(relation: &Arc<Dfa>, system: &NumerationSystem, budget: &Budget) -> Result<Dfa, Halt> {
    let [m, n] = relation.layout().sizes()[..] else { unreachable!("two tracks") };
    let layout = Layout::new(&[m, n, m])?;
    let slots = layout.slots();
    let parts =
        vec![part(&linear(system, &[1, 1], 0, budget)?, &[slots[0], slots[2]]), part(relation, &[slots[2], slots[1]])];
    let whole = minimized(Product::new(parts, Vec::new()), &layout, slots, budget)?;
    whole.project(&[Track(0), Track(1)]).drop_leading_zeros().determinize(budget)?.minimize_within(budget)
}
