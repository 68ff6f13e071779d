//! The weights of a system one after another, from the largest down, no more of them kept than the order.
//!
//! A recurrence U_n = c_1 U_{n-1} + ... + c_d U_{n-d} runs both ways: up to the size of a number, then down while its
//! digits are found. A number of m digits costs m^2 steps on machine words and the memory of d weights, where a table
//! would take the memory of m.

use std::collections::VecDeque;

use num_bigint::BigUint;
use num_traits::Zero;

use super::positional::Positional;

/// Some weights in a row, and how many there are from the smallest of all to the largest of these.
pub(super) struct Descent<'a> {
    recurrence: &'a [i64],
    /// The largest first.
    window: VecDeque<BigUint>,
    length: usize,
}

impl<'a> Descent<'a> {
    /// At the first weights.
    pub(super) fn new(system: &'a Positional) -> Descent<'a> {
        let order = system.order();
        let first = system.weights()[..order].iter().rev();
        let window = first.map(|&weight| BigUint::try_from(weight).expect("weights are positive")).collect();
        Descent { recurrence: system.recurrence(), window, length: order }
    }

    /// Weights from the smallest of all to the largest of these.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The largest of these weights.
    pub(super) fn largest(&self) -> &BigUint {
        &self.window[0]
    }

    /// One weight further up.
    pub(super) fn ascend(&mut self) {
        let next = combination(BigUint::zero(), self.recurrence.iter().copied().zip(&self.window));
        self.window.push_front(next);
        self.window.pop_back();
        self.length += 1;
    }

    /// The largest of these weights, which is left behind; `None` below the smallest of all.
    pub(super) fn descend(&mut self) -> Option<BigUint> {
        let largest = self.window.pop_front()?;
        let (last, others) = self.recurrence.split_last().expect("a recurrence has a last coefficient");
        if self.length > self.recurrence.len() {
            // |c_d| U_{n-d} = +-(U_n - c_1 U_{n-1} - ... - c_{d-1} U_{n-d+1})
            let sign = last.signum();
            let others = others.iter().map(|k| -sign * k).zip(&self.window);
            let multiple = match sign {
                1 => combination(largest.clone(), others),
                _ => combination(BigUint::zero(), others.chain([(-1, &largest)])),
            };
            let lowest = if last.abs() == 1 { multiple } else { multiple / last.unsigned_abs() };
            self.window.push_back(lowest);
        }
        self.length -= 1;
        Some(largest)
    }
}

/// Adds the positive multiples of the weights to `sum`, then takes the negative ones away; what is left is not negative.
fn combination<'w>(mut sum: BigUint, terms: impl Iterator<Item = (i64, &'w BigUint)> + Clone) -> BigUint {
    for (k, weight) in terms.clone().filter(|term| term.0 > 0) {
        if k == 1 { sum += weight } else { sum += weight * k.unsigned_abs() }
    }
    for (k, weight) in terms.filter(|term| term.0 < 0) {
        if k == -1 { sum -= weight } else { sum -= weight * k.unsigned_abs() }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::Numerations;
    use super::*;

    #[test]
    fn the_way_down_is_the_way_up() {
        for name in ["msd_2", "msd_10", "msd_fib", "msd_pell", "msd_trib", "msd_nara", "msd_cubic2", "msd_wythoff2"] {
            let system = Numerations::standard().get(name).unwrap();
            let positional = system.positional().unwrap();
            let mut descent = Descent::new(positional);
            let mut up = Vec::new();
            for _ in 0..200 {
                up.push(descent.largest().clone());
                descent.ascend();
            }
            up.push(descent.largest().clone());
            let mut down = Vec::new();
            while let Some(weight) = descent.descend() {
                down.push(weight);
            }
            down.reverse();
            let order = positional.order();
            assert_eq!(down[order - 1..], up, "{name}");
            for (weight, &known) in down.iter().zip(positional.weights()) {
                assert_eq!(*weight, BigUint::try_from(known).unwrap(), "{name}");
            }
        }
    }
}
