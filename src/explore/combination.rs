//! Finds the small linear combination of some quantities that values stay nearest to.
//!
//! All combinations with coefficients from -3 to 3 are tried, 7^k for k quantities, and each is given up at the first
//! row where differences spread too far. So this is for few quantities. What it finds is a guess, to be proved.

/// A combination of some quantities and the values that the difference from it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Combination {
    /// One for each quantity.
    pub coefficients: Vec<i64>,
    /// The differences, sorted.
    pub differences: Vec<i64>,
}

/// The largest coefficient.
const LARGEST: i64 = 3;
/// How far apart differences may be.
const WIDEST: i64 = 6;

/// The combination from which values differ least; among those, that with the smallest coefficients. Each row has the
/// quantities and the value. Nothing, if no difference stays small.
pub(super) fn nearest(rows: &[(Vec<i64>, i64)]) -> Option<Combination> {
    let many = rows.first()?.0.len();
    let mut best: Option<(i64, i64, Combination)> = None;
    let mut coefficients = vec![-LARGEST; many];
    loop {
        if let Some(differences) = differences(rows, &coefficients) {
            let width = differences.last()? - differences.first()?;
            let size = coefficients.iter().map(|c| c.abs()).sum();
            if best.as_ref().is_none_or(|(least, smallest, _)| (width, size) < (*least, *smallest)) {
                best = Some((width, size, Combination { coefficients: coefficients.clone(), differences }));
            }
        }
        // The next one, as if they were digits.
        let Some(at) = coefficients.iter().position(|&c| c < LARGEST) else { break };
        coefficients[at] += 1;
        coefficients[..at].fill(-LARGEST);
    }
    best.map(|(_, _, combination)| combination)
}

/// The differences of the values from a combination, if they stay near to each other.
fn differences(rows: &[(Vec<i64>, i64)], coefficients: &[i64]) -> Option<Vec<i64>> {
    let mut found: Vec<i64> = Vec::new();
    for (quantities, value) in rows {
        let combined: i64 = quantities.iter().zip(coefficients).map(|(x, c)| x * c).sum();
        let difference = value - combined;
        if let Err(at) = found.binary_search(&difference) {
            found.insert(at, difference);
            if found.last()? - found.first()? > WIDEST {
                return None;
            }
        }
    }
    Some(found)
}

/// `left = right + difference`, for `value - combination = difference`, in natural numbers: what is subtracted stands on
/// the other side. The value and the quantities by their names.
pub(super) fn equation(value: &str, quantities: &[&str], coefficients: &[i64], difference: i64) -> String {
    let (mut left, mut right) = (vec![value.to_owned()], Vec::new());
    for (name, &c) in quantities.iter().zip(coefficients) {
        let term = if c.abs() == 1 { (*name).to_owned() } else { format!("{}*{name}", c.abs()) };
        match c.signum() {
            1 => right.push(term),
            -1 => left.push(term),
            _ => {}
        }
    }
    match difference.signum() {
        1 => right.push(difference.to_string()),
        -1 => left.push((-difference).to_string()),
        _ => {}
    }
    if right.is_empty() {
        right.push("0".into());
    }
    format!("{}={}", left.join("+"), right.join("+"))
}

/// The combination in words: `2*n + a - b`.
pub(super) fn in_words(quantities: &[&str], coefficients: &[i64]) -> String {
    let mut out = String::new();
    for (name, &c) in quantities.iter().zip(coefficients).filter(|(_, c)| **c != 0) {
        let sign = match (out.is_empty(), c > 0) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => " + ",
            (false, false) => " - ",
        };
        let factor = if c.abs() == 1 { String::new() } else { format!("{} ", c.abs()) };
        out += &format!("{sign}{factor}{name}");
    }
    if out.is_empty() { "0".into() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_combination_is_the_smallest_of_the_best() {
        let rows: Vec<(Vec<i64>, i64)> = (0..50).map(|n| (vec![n, n * n], 2 * n * n - n + n % 3)).collect();
        let found = nearest(&rows).expect("one is near");
        assert_eq!(found, Combination { coefficients: vec![-1, 2], differences: vec![0, 1, 2] });
        let powers: Vec<(Vec<i64>, i64)> = (0..30).map(|n| (vec![n], 1 << n)).collect();
        assert_eq!(nearest(&powers), None);
        assert_eq!(nearest(&[]), None);
    }

    #[test]
    fn what_is_subtracted_stands_on_the_other_side() {
        let names = ["n", "x"];
        assert_eq!(equation("y", &names, &[1, 1], 0), "y=n+x");
        assert_eq!(equation("y", &names, &[-1, 2], -3), "y+n+3=2*x");
        assert_eq!(equation("y", &names, &[-1, 0], 0), "y+n=0");
        assert_eq!(in_words(&names, &[-1, 2]), "-n + 2 x");
        assert_eq!(in_words(&names, &[0, 0]), "0");
    }
}
