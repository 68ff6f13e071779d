//! A numeration system as people look at it: digits, weights, recurrence, first representations.

use std::fmt::Write;

use num_bigint::BigInt;

use crate::numeration::{Direction, NumerationSystem, Rule};

/// Weights that are shown.
const WEIGHTS: usize = 10;
/// Numbers whose representations are shown.
const NUMBERS: i32 = 12;

/// What there is to say of a system, a line each.
pub fn system(system: &NumerationSystem) -> String {
    let order = match system.direction() {
        Direction::Msd => "most significant digit first",
        Direction::Lsd => "least significant digit first",
    };
    let numbers = if system.is_signed() { "integers" } else { "natural numbers" };
    let mut out = format!("{}: {numbers}, {order}\n", system.name());
    let mut line = |title: &str, text: String| writeln!(out, "{title:<12} {text}").expect("a string takes all");
    line("digits", (0..system.digits()).take(20).map(|digit| digit.to_string()).collect::<Vec<_>>().join(" "));
    if let Some(base) = system.base() {
        line("base", base.to_string());
    }
    let kind = match system.rule() {
        Rule::Positional(_) => "weights that count the valid words",
        Rule::NegativeBase(_) => "weights with alternating signs",
        Rule::Ostrowski(_) => "weights that are the denominators of a continued fraction",
        Rule::DumontThomas(_) => "digits that lead from letter to letter of a morphism",
        Rule::Automata(_) => "valid words, addition and order from files",
    };
    line("kind", kind.into());
    if let Some(positional) = system.positional() {
        let weights: Vec<String> = positional.weights().iter().take(WEIGHTS).map(i128::to_string).collect();
        line("weights", weights.join(" ") + " ...");
        line("recurrence", recurrence(positional.recurrence()));
    }
    line("valid words", format!("{} states", system.valid().states()));
    let first = if system.is_signed() { -NUMBERS / 2 } else { 0 };
    let words = (first..first + NUMBERS).map(|n| {
        let digits = system.representation(&BigInt::from(n));
        let gap = if system.digits() > 10 { " " } else { "" };
        let word = digits.iter().map(u32::to_string).collect::<Vec<_>>().join(gap);
        format!("{n}:{}", if word.is_empty() { "0" } else { &word })
    });
    line("numbers", words.collect::<Vec<_>>().join("  "));
    out
}

/// `w(n) = w(n-1) + 2 w(n-2)`.
fn recurrence(coefficients: &[i64]) -> String {
    let mut out = String::from("w(n) =");
    let terms = coefficients.iter().zip(1..).filter(|(k, _)| **k != 0);
    for (at, (k, back)) in terms.enumerate() {
        let sign = match (at, *k < 0) {
            (0, false) => "",
            (_, true) => " -",
            (_, false) => " +",
        };
        let factor = if k.unsigned_abs() == 1 { String::new() } else { format!("{} ", k.unsigned_abs()) };
        write!(out, "{sign} {factor}w(n-{back})").expect("a string takes all");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeration::Numerations;

    #[test]
    fn a_system_is_described_by_what_makes_it() {
        let shown = system(&Numerations::standard().get("msd_fib").expect("it ships"));
        assert!(shown.contains("weights      1 2 3 5 8 13"), "{shown}");
        assert!(shown.contains("w(n) = w(n-1) + w(n-2)") && shown.contains("4:101"), "{shown}");
    }
}
