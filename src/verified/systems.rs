//! Numeration systems by their names: the first part of `verified/Reader.v`.

use filbert_answers::formula::System;

use crate::syntax::{NumerationSpec, Source, parse_numeration};
use crate::tuning::verified::{BASE, COEFFICIENT, EXPONENT, PARAMETER};

/// The system with an expansion of 1: a digit may be as it says, and the last of them is one less.
pub fn expansion(digits: &[usize]) -> System {
    let last = digits.len() - 1;
    let entry = |(at, &digit): (usize, &usize)| if at == last { (digit - 1, 0) } else { (digit, at + 1) };
    System(digits.iter().enumerate().map(entry).collect())
}

/// A number without zeros in front, up to a bound.
pub fn small_number(most: usize, text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('0') {
        return None;
    }
    text.parse().ok().filter(|&number| number <= most)
}

/// The base of `neg_2`, or of `2`.
fn base(text: &str) -> Option<usize> {
    small_number(BASE, text).filter(|&base| base >= 2)
}

/// What ships under this name behind `msd_`.
pub fn shipped(name: &str) -> Option<System> {
    if small_number(BASE, name).is_some() {
        return base(name).map(|base| expansion(&[base]));
    }
    let parameter = |family: &str| name.strip_prefix(family).and_then(|rest| small_number(PARAMETER, rest));
    match name {
        "fib" => Some(expansion(&[1, 1])),
        "trib" => Some(expansion(&[1, 1, 1])),
        "nara" => Some(expansion(&[1, 0, 1])),
        _ => match (parameter("bonacci"), parameter("cubic"), parameter("wythoff")) {
            (Some(k), _, _) => (k >= 2).then(|| expansion(&vec![1; k])),
            (_, Some(k), _) => Some(expansion(&[k, 1, 1])),
            (_, _, Some(k)) => Some(expansion(&[k, 1])),
            (None, None, None) => None,
        },
    }
}

/// Whether what ships under this name behind `msd_` has all integers for its numbers.
pub fn has_negatives(name: &str) -> bool {
    name.strip_prefix("neg_").is_some_and(|rest| rest == "fib" || base(rest).is_some())
}

/// The system of a recurrence like `x^2 = 3x + 1`, whose coefficients do not increase: they are then the expansion of
/// 1.
pub fn recurrence(text: &str) -> Option<System> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"x^*+= \t\r\n".contains(&byte));
    let source = Source::new("", text);
    let spec = if is_plain { parse_numeration(&source, source.span()).ok()? } else { return None };
    let NumerationSpec::Recurrence { coefficients, initial: None } = spec else { return None };
    let digits: Vec<usize> = coefficients.iter().map(|&c| usize::try_from(c).ok()).collect::<Option<_>>()?;
    // Each power stands once.
    let terms = text.matches('+').count() + 1;
    let is_expansion = digits.len() >= 2
        && digits.len() <= EXPONENT
        && terms == digits.iter().filter(|&&digit| digit > 0).count()
        && digits.iter().all(|&digit| digit <= COEFFICIENT)
        && digits.is_sorted_by(|a, b| a >= b)
        && digits.last().is_some_and(|&last| last >= 1);
    is_expansion.then(|| expansion(&digits))
}
