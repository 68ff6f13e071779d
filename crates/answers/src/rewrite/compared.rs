//! Comparisons of few variables with a quantifier of their own, as `verified/Compared.v`.
//!
//! A quantifier is answered by the least automaton, from each state of which something is accepted. Read digit by digit as a sum,
//! x = y + 256 is thought possible for each x from y to y + 256 until the last digits are read.

use crate::formula::Formula;

/// Each comparison of at least one and at most so many variables gets a quantifier of a variable that is not in it.
pub(crate) fn compared(most: usize, formula: &Formula) -> Formula {
    let boxed = |f: &Formula| Box::new(compared(most, f));
    match formula {
        Formula::Compare(..) => {
            let free = formula.free();
            match free.last() {
                Some(greatest) if free.len() <= most => Formula::exists(greatest + 1, formula.clone()),
                _ => formula.clone(),
            }
        }
        Formula::Relation(..) => formula.clone(),
        Formula::Not(f) => Formula::Not(boxed(f)),
        Formula::And(f, g) => Formula::And(boxed(f), boxed(g)),
        Formula::Or(f, g) => Formula::Or(boxed(f), boxed(g)),
        Formula::Implies(f, g) => Formula::Implies(boxed(f), boxed(g)),
        Formula::Iff(f, g) => Formula::Iff(boxed(f), boxed(g)),
        Formula::Exists(x, f) => Formula::Exists(*x, boxed(f)),
        Formula::ForAll(x, f) => Formula::ForAll(*x, boxed(f)),
        Formula::AtLeast(count, tuple, f) => Formula::AtLeast(*count, tuple.clone(), boxed(f)),
        Formula::Infinitely(x, f) => Formula::Infinitely(*x, boxed(f)),
    }
}
