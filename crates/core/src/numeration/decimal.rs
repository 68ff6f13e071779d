//! Reads decimal numbers of any length.
//!
//! Half of the digits at a time (Knuth, "The Art of Computer Programming" 2, section 4.4): as fast as numbers are
//! multiplied, where digit after digit takes the square of their number.

use std::convert::Infallible;

use num_bigint::{BigInt, BigUint};

use crate::budget::{Budget, Halt};
use crate::tuning::numeration::conversion;

/// The integer that a text is: digits, and a sign before them if there is one; `None` for any other text.
///
/// ```
/// use filbert_core::numeration::read_integer;
/// assert_eq!(read_integer("-42"), Some((-42).into()));
/// assert_eq!(read_integer("4_2"), None);
/// ```
pub fn read_integer(text: &str) -> Option<BigInt> {
    let Ok(number) = read_by(text, &|| Ok::<(), Infallible>(()));
    number
}

/// Reads an integer like [`read_integer`], within a budget.
///
/// # Errors
/// The limit that was passed.
pub fn read_integer_within(text: &str, budget: &Budget) -> Result<Option<BigInt>, Halt> {
    read_by(text, &|| budget.check_now())
}

fn read_by<E>(text: &str, look: &impl Fn() -> Result<(), E>) -> Result<Option<BigInt>, E> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    // 10 to the powers p, 2 p, 4 p, .., for the p digits of a piece.
    let mut powers = vec![BigUint::from(10u32).pow(1 << conversion::LOG_PIECE_DIGITS)];
    while conversion::PIECE_DIGITS << powers.len() < digits.len() {
        look()?;
        let last = powers.last().expect("there is one");
        powers.push(last * last);
    }
    let number = BigInt::from(value(digits, &powers, look)?);
    Ok(Some(if text.starts_with('-') { -number } else { number }))
}

/// The value of digits of which there are no more than twice as many as the last power has zeros.
fn value<E>(digits: &str, powers: &[BigUint], look: &impl Fn() -> Result<(), E>) -> Result<BigUint, E> {
    look()?;
    let low = conversion::PIECE_DIGITS << powers.len().saturating_sub(1);
    match powers.split_last() {
        Some((_, below)) if digits.len() <= low => value(digits, below, look),
        Some((power, below)) => {
            let (first, last) = digits.split_at(digits.len() - low);
            Ok(value(first, below, look)? * power + value(last, below, look)?)
        }
        None => Ok(digits.parse().expect("digits")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_are_those_that_are_read_digit_by_digit(digits in "[0-9]{1,9}", times in 1usize..3000, sign in "[-+]?") {
            let text = sign + &digits.repeat(times);
            prop_assert_eq!(read_integer(&text), text.trim_start_matches('+').parse().ok());
        }
    }

    #[test]
    fn what_is_no_number_is_none_and_limits_end_the_rest() {
        for bad in ["", "-", "+-1", "1e3", "0x1", "1 2", "\u{661}"] {
            assert_eq!(read_integer(bad), None, "{bad}");
        }
        for length in [
            conversion::PIECE_DIGITS,
            conversion::PIECE_DIGITS + 1,
            2 * conversion::PIECE_DIGITS,
            2 * conversion::PIECE_DIGITS + 1,
            4 * conversion::PIECE_DIGITS,
            4 * conversion::PIECE_DIGITS + 1,
        ] {
            let power = "1".to_owned() + &"0".repeat(length);
            assert_eq!(read_integer(&power), Some(BigInt::from(10).pow(u32::try_from(length).unwrap())), "{length}");
        }
        let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
        assert!(read_integer_within("1", &late).is_err());
    }
}
