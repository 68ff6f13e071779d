//! Scripts with places that parameters fill: `{s}` stands for the value of `s`.

use std::collections::BTreeMap;
use std::str::FromStr;

use num_bigint::BigInt;

/// Values that a sweep may run through.
const MOST_VALUES: usize = 1_000_000;

/// Values by name.
pub type Parameters = BTreeMap<String, String>;

/// The text with every `{name}` of a parameter replaced by its value; other braces stay as they are. Lines keep their
/// numbers, for no value has a line break.
///
/// # Errors
/// If a parameter has no place in the text.
pub(super) fn filled(text: &str, parameters: &Parameters) -> Result<String, String> {
    let mut text = text.to_owned();
    for (name, value) in parameters {
        let place = format!("{{{name}}}");
        if !text.contains(&place) {
            return Err(format!("the script does not use the parameter `{name}`: write `{place}` where it belongs"));
        }
        text = text.replace(&place, value);
    }
    Ok(text)
}

/// One parameter and the values that it runs through: `s=1..50`, `w=fib|trib`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Of the parameter.
    pub name: String,
    /// In their order; at least one.
    pub values: Vec<String>,
}

impl FromStr for Values {
    type Err = String;

    fn from_str(text: &str) -> Result<Values, String> {
        let (name, values) =
            text.split_once('=').ok_or("expected a name and its values, as in `s=1..50` or `w=fib|trib`")?;
        let name = name.trim();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(format!("`{name}` is not a name"));
        }
        let mut all = Vec::new();
        for value in values.split('|').map(str::trim) {
            match value.split_once("..") {
                Some((first, last)) => all.extend(range(first.trim(), last.trim())?),
                None => all.push(value.to_owned()),
            }
        }
        if let Some(bad) = all.iter().find(|value| value.is_empty() || value.contains(['\n', '\r'])) {
            return Err(format!("`{name}` has the value `{bad}`, which cannot go into a script"));
        }
        Ok(Values { name: name.to_owned(), values: all })
    }
}

/// The integers from `first` to `last`.
fn range(first: &str, last: &str) -> Result<Vec<String>, String> {
    let read = |text: &str| text.parse::<BigInt>().map_err(|_| format!("`{text}` is not an integer"));
    let (first, last) = (read(first)?, read(last)?);
    if last < first {
        return Err(format!("there is nothing between {first} and {last}"));
    }
    if &last - &first >= BigInt::from(MOST_VALUES) {
        return Err(format!("{first}..{last} are more than {MOST_VALUES} values"));
    }
    Ok(integers(first, &last))
}

fn integers(first: BigInt, last: &BigInt) -> Vec<String> {
    let next = |n: &BigInt| Some(n + 1u32).filter(|n| n <= last);
    std::iter::successors(Some(first), next).map(|n| n.to_string()).collect()
}

/// All choices of a value for each parameter, the last running fastest.
///
/// # Errors
/// If there are too many, or two parameters share a name.
pub fn choices(parameters: &[Values]) -> Result<Vec<Parameters>, String> {
    let mut all = vec![Parameters::new()];
    for Values { name, values } in parameters {
        if all[0].contains_key(name) {
            return Err(format!("`{name}` has values twice"));
        }
        if all.len().saturating_mul(values.len()) > MOST_VALUES {
            return Err(format!("more than {MOST_VALUES} choices of values"));
        }
        let with = |known: &Parameters, value: &String| {
            let mut more = known.clone();
            more.insert(name.clone(), value.clone());
            more
        };
        all = all.iter().flat_map(|known| values.iter().map(move |value| with(known, value))).collect();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ranges_and_lists() {
        let values = |text: &str| text.parse::<Values>().map(|values| values.values.join(" "));
        assert_eq!(values("s=1..4"), Ok("1 2 3 4".into()));
        assert_eq!(values(" s = -1..1 | 7|fib"), Ok("-1 0 1 7 fib".into()));
        let big = "9223372036854775807..9223372036854775808";
        assert_eq!(values(&format!("s={big}")), Ok(big.replace("..", " ")));
        for wrong in ["", "s", "s=", "=1", "1s=1", "s=2..1", "s=1..x", "s=1..1000001", "s=a\nb", "s=1||2"] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_choice_is_made_once() {
        let read = |text: &str| text.parse::<Values>().unwrap();
        let all = choices(&[read("a=1..3"), read("b=x|y")]).unwrap();
        let shown: Vec<String> = all.iter().map(|one| format!("{}{}", one["a"], one["b"])).collect();
        assert_eq!(shown, ["1x", "1y", "2x", "2y", "3x", "3y"]);
        assert!(choices(&[read("a=1"), read("a=2")]).is_err());
        assert!(choices(&[read("a=1..1000"), read("b=1..1001")]).is_err());
    }

    #[test]
    fn places_are_filled_and_other_braces_stay() {
        let parameters = Parameters::from([("s".into(), "3".into())]);
        let text = "reg r {0,1} \"0{s}\";\ninclude \"k{s}.prf\";";
        assert_eq!(filled(text, &parameters), Ok("reg r {0,1} \"03\";\ninclude \"k3.prf\";".into()));
        assert!(filled("nothing", &parameters).is_err());
    }
}
