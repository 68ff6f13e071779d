//! Comparisons of few variables with a quantifier of their own, as `verified/Compared.v`.
//!
//! A quantifier is answered by the least automaton, from each state of which something is accepted. Read digit by digit as a sum,
//! x = y + 256 is thought possible for each x from y to y + 256 until the last digits are read.

use crate::formula::Formula;

/// Each comparison of at least one and at most so many variables gets a quantifier of a variable that is not in it.
pub(crate) fn compared(most: usize, formula: &Formula) -> Formula {
    match formula {
        Formula::Compare(..) => {
            let free = formula.free();
            match free.last() {
                Some(greatest) if free.len() <= most => Formula::exists(greatest + 1, formula.clone()),
                _ => formula.clone(),
            }
        }
        _ => formula.with_parts(|part| compared(most, part)),
    }
}
