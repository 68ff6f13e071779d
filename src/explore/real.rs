//! What is remarked on claims of bounds, read back as terms of such claims.

use std::fmt;

/// A real number, as a claim has it and in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub term: String,
    pub told: String,
}

/// An end of an interval: as a claim has it, in words, and whether it is in the interval.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    term: String,
    told: String,
    is_in: bool,
}

/// An interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    low: End,
    high: End,
}

/// What a sum is divided by and tends to then, if a remark says so.
pub(super) fn growth(remarks: &[String]) -> Option<(String, Rate)> {
    let (by, told) =
        remarks.iter().find_map(|remark| remark.strip_prefix("the sum divided by ")?.split_once(" tends to "))?;
    Some((by.to_owned(), Rate { term: term(told), told: told.to_owned() }))
}

/// A number in words, as `(1 + sqrt(5))/2 = 1.618033..` or `2 r = 3.6.. with r = root(x^3 - x - 1)`, as a term.
fn term(told: &str) -> String {
    let (number, root) = match told.split_once(" with r = ") {
        Some((number, root)) => (number, Some(root)),
        None => (told, None),
    };
    let exact = number.split(" = ").next().unwrap_or(number);
    let mut out = String::new();
    let mut before = None;
    for (at, c) in exact.char_indices() {
        let is_factor = |c: char| c.is_ascii_alphabetic();
        match c {
            // A number and a root beside each other are multiplied.
            ' ' if before.is_some_and(|c: char| c.is_ascii_digit()) && exact[at + 1..].starts_with(is_factor) => {
                out.push('*')
            }
            'r' if root.is_some() && !exact[at + 1..].starts_with(is_factor) => out += root.unwrap_or_default(),
            c => out.push(c),
        }
        before = Some(c);
    }
    out
}

/// A decimal number as a fraction.
fn fraction(decimal: &str) -> String {
    match decimal.split_once('.') {
        None => decimal.to_owned(),
        Some((whole, part)) => {
            let digits = format!("{whole}{part}");
            let (sign, digits) = digits.strip_prefix('-').map_or(("", &*digits), |digits| ("-", digits));
            let digits = digits.trim_start_matches('0');
            format!("{sign}{}/1{}", if digits.is_empty() { "0" } else { digits }, "0".repeat(part.len()))
        }
    }
}

impl Bounds {
    /// The interval between the infimum and the supremum that remarks say.
    pub(super) fn read(remarks: &[String]) -> Option<Bounds> {
        let end = |title: &str| {
            let told = remarks.iter().find_map(|remark| remark.strip_prefix(&format!("the {title} is ")))?;
            if let Some((low, high)) = told.strip_prefix("between ").and_then(|both| both.split_once(" and ")) {
                let decimal = if title == "infimum" { low } else { high };
                return Some(End { term: fraction(decimal), told: decimal.to_owned(), is_in: true });
            }
            let (number, is_in) = match told.rsplit_once(", ").filter(|(_, how)| how.starts_with("a limit")) {
                Some((number, _)) => (number, false),
                None => (told.split_once(", attained")?.0, true),
            };
            let exact = number.split(" = ").next().unwrap_or(number);
            Some(End { term: term(number), told: exact.to_owned(), is_in })
        };
        Some(Bounds { low: end("infimum")?, high: end("supremum")? })
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
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(|end| &end.term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_become_terms() {
        assert_eq!(term("(1 + sqrt(5))/2 = 1.618033.."), "(1 + sqrt(5))/2");
        assert_eq!(term("(6 - 3 sqrt(21))/5 = -1.5.."), "(6 - 3*sqrt(21))/5");
        let root = "root(x^3 - x^2 - x - 1)";
        assert_eq!(
            term(&format!("(-17 - 11 r + r^2)/11 = 0.1.. with r = {root}")),
            format!("(-17 - 11*{root} + {root}^2)/11")
        );
        assert_eq!(term("3/2"), "3/2");
    }

    #[test]
    fn intervals_are_those_of_the_remarks() {
        let remarks = [
            "the infimum is 0, attained at n = 0, phin(n) = 0".to_owned(),
            "the supremum is (-1 + sqrt(5))/2 = 0.618033.., a limit that is not attained".to_owned(),
        ];
        assert_eq!(Bounds::read(&remarks).map(|bounds| bounds.to_string()), Some("[0,(-1 + sqrt(5))/2)".to_owned()));
        let remarks =
            ["the infimum is between -0.84 and -0.83".to_owned(), "the supremum is between 1.42 and 1.43".to_owned()];
        assert_eq!(Bounds::read(&remarks).map(|bounds| bounds.to_string()), Some("[-84/100,143/100]".to_owned()));
        assert_eq!(Bounds::read(&[]), None);
    }
}
