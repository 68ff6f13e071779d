//! Real numbers in facts: as claims of `bounds` have them, and in words.

use std::fmt;

use crate::numeration::{Algebraic, Extreme};

/// An end of an interval: as a claim has it, in words, and whether it is in the interval.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    term: String,
    told: String,
    is_in: bool,
}

/// The interval from the infimum of a sum to its supremum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    low: End,
    high: End,
}

impl Interval {
    pub(super) fn new(lowest: &Extreme, highest: &Extreme) -> Interval {
        let end = |extreme: &Extreme, is_up: bool| match extreme {
            Extreme::Exact { value, at } => End { term: value.as_term(), told: value.to_string(), is_in: at.is_some() },
            Extreme::Enclosed { low, high } => {
                let outer = if is_up { high } else { low };
                let term = Extreme::rounded(outer, is_up).to_string();
                End { term, told: Extreme::decimals(outer, is_up), is_in: true }
            }
        };
        Interval { low: end(lowest, false), high: end(highest, true) }
    }

    /// It with decimals where a claim has fractions.
    pub(super) fn in_words(&self) -> String {
        self.written(|end| &end.told)
    }

    fn written<'a>(&'a self, number: impl Fn(&'a End) -> &'a str) -> String {
        let (open, close) = (if self.low.is_in { '[' } else { '(' }, if self.high.is_in { ']' } else { ')' });
        format!("{open}{},{}{close}", number(&self.low), number(&self.high))
    }
}

/// As a claim has it.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(|end| &end.term))
    }
}

/// What integers are to real numbers if their differences from these are from `lowest` to `highest`, and this says it.
pub(super) fn rounding(lowest: &Extreme, highest: &Extreme) -> Option<&'static str> {
    let (Extreme::Exact { value: low, at: at_low }, Extreme::Exact { value: high, at: at_high }) = (lowest, highest)
    else {
        return None;
    };
    let [below, zero, one] = [-1, 0, 1].map(Algebraic::from);
    if *high <= zero && (*low > below || (*low == below && at_low.is_none())) {
        Some("the integer part of")
    } else if *low >= zero && (*high < one || (*high == one && at_high.is_none())) {
        Some("the least integer not below")
    } else {
        None
    }
}

/// The sum of `values` less n times a number, as a claim of `bounds` has it.
pub(super) fn less_multiple(values: &str, number: &Algebraic) -> String {
    format!("bounds {values}(n) - n*({})", number.as_term())
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use num_rational::Ratio;

    use super::*;

    #[test]
    fn integers_within_one_of_a_number_are_told() {
        let exact = |value: i64, is_attained: bool| Extreme::Exact {
            value: Algebraic::from(value),
            at: is_attained.then(|| vec![BigInt::from(0)]),
        };
        assert_eq!(rounding(&exact(-1, false), &exact(0, true)), Some("the integer part of"));
        assert_eq!(rounding(&exact(0, true), &exact(1, false)), Some("the least integer not below"));
        assert_eq!(rounding(&exact(-1, true), &exact(0, true)), None);
        assert_eq!(rounding(&exact(0, true), &exact(1, true)), None);
    }

    #[test]
    fn ends_are_in_an_interval_if_they_are_attained_or_not_known() {
        let root = Algebraic::square_root(21);
        let low = Extreme::Exact { value: Algebraic::from(6) - Algebraic::from(3) * root, at: None };
        let high = Extreme::Exact { value: Algebraic::from(2), at: Some(vec![BigInt::from(0)]) };
        let interval = Interval::new(&low, &high);
        assert_eq!(
            (interval.to_string(), interval.in_words()),
            ("(6 - 3*sqrt(21),2]".into(), "(6 - 3 sqrt(21),2]".into())
        );
        assert_eq!(rounding(&low, &high), None);
        let third = |numerator: i64| Ratio::new(BigInt::from(numerator), BigInt::from(3));
        let low = Extreme::Enclosed { low: third(-2), high: third(-1) };
        let high = Extreme::Enclosed { low: third(1), high: third(2) };
        let interval = Interval::new(&low, &high);
        assert_eq!(interval.in_words(), "[-0.6666666667,0.6666666667]");
        assert_eq!(interval.to_string(), "[-6666666667/10000000000,6666666667/10000000000]");
    }
}
