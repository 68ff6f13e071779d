//! Digits worth trying in an integer base: those after which an equation can still hold.
//!
//! With m digits to come, a remainder r is not dead iff r b^m + [-N, P] (b^m - 1) contains the constant: for each m
//! that is a range of digits. Costs one range for each digit of the largest number in the equation.

use num_integer::Integer;

/// Ranges of the digits below `count` of a track of this weight, from `remainder` on, in an equation with this constant: what
/// any of them leads to is not dead, what another leads to is. `sums` are P and N, those of the positive and of the negative
/// coefficients, the latter without their sign.
pub(super) fn digit_ranges(
    base: i64,
    weight: i64,
    [positive, negative]: [i128; 2],
    remainder: i64,
    constant: i64,
    count: u32,
) -> Vec<(u32, u32)> {
    let (base, weight, start, constant) =
        (i128::from(base), i128::from(weight), i128::from(remainder), i128::from(constant));
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut power = 1i128;
    loop {
        let smallest = Integer::div_ceil(&(constant - positive * (power - 1)), &power);
        let largest = Integer::div_floor(&(constant + negative * (power - 1)), &power);
        let (a, b) = (smallest - start, largest - start);
        let (a, b) = if weight > 0 { (a, b) } else { (b, a) };
        let from = Integer::div_ceil(&a, &weight).clamp(0, i128::from(count));
        let to = (Integer::div_floor(&b, &weight) + 1).clamp(0, i128::from(count));
        if from < to {
            ranges.push((digit(from), digit(to)));
        }
        if power > constant.abs() + positive + negative + 1 {
            break;
        }
        power *= base;
    }
    ranges.sort_unstable();
    // Ranges of several lengths overlap; each digit is tried once.
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (from, to) in ranges {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// What was clamped to the digits.
fn digit(n: i128) -> u32 {
    u32::try_from(n).expect("a digit or their number")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_digit_is_in_a_range_if_the_equation_can_still_hold(
            base in 2i64..8,
            weight in prop_oneof![-9i64..0, 1i64..9],
            sums in [0i128..9, 0i128..9],
            remainder in -40i64..40,
            constant in -60i64..60,
            count in 1u32..9,
        ) {
            let ranges = digit_ranges(base, weight, sums, remainder, constant, count);
            prop_assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
            for digit in 0..count {
                let after = i128::from(remainder + weight * i64::from(digit));
                let can_hold = (0..20).map(|m| i128::from(base).pow(m)).any(|power| {
                    let rest = i128::from(constant) - after * power;
                    (-sums[1] * (power - 1)..=sums[0] * (power - 1)).contains(&rest)
                });
                prop_assert_eq!(ranges.iter().any(|range| (range.0..range.1).contains(&digit)), can_hold);
            }
        }
    }
}
