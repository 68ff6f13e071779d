//! Whether a row of numbers that a cycle changes over and over makes sums without a bound.
//!
//! The row is what small(m,s) of `spectrum` make, times -p'(beta), for m = 0, 1 and so on: it obeys q, so a digit 0 takes it
//! one step along the recurrence, by a matrix A. A cycle of L digits takes z to z A^L + c. If it takes z to z + d, it is z + d + d A^L
//! after two turns, and so on. An entry of the row, which is the first one some digits later, is g(k) after k turns. These
//! obey a recurrence of an order of at most one more than A has rows, so twice as many values have the shortest one as theirs
//! (Berlekamp and Massey).
//!
//! Each root of its polynomial f takes part in g. So g has no bound if 1 or -1 is a root twice, or a root is outside the unit
//! circle. Let f_0 and f_n be the first and last coefficients. If |f_0| > |f_n|, a root is outside. If |f_0| < |f_n|,
//! f_n f - f_0 f* with f* the mirrored f has as many roots outside as f, by Rouche; it is 0 at 0, and divided by x it is
//! shorter (Schur). If they are equal, a circle that is a little larger is taken, and then nothing is said.

use crate::Read;
use crate::field::{Element, Field};
use crate::integer::Integer;
use crate::machine::spend;

/// Steps that a product takes as long as.
const EACH_PRODUCT: usize = 64;

/// A row one digit later: `rest` are the coefficients of q, the last is 1.
pub fn later(field: &Field, rest: &[Element], row: &[Element]) -> Read<Vec<Element>> {
    let mut last = Element::zero();
    for (c, z) in rest.iter().zip(row) {
        last = last.minus(&field.product(c, z)?);
        spend(EACH_PRODUCT)?;
    }
    Ok(row.iter().skip(1).cloned().chain([last]).take(row.len()).collect())
}

/// A cycle: how many digits it has, and what it adds to a row.
pub struct Turn {
    pub digits: usize,
    pub added: Vec<Element>,
}

/// Whether the first entry has no bound after ever more turns, one of these numbers of digits later: the least, and others
/// that are less than as much greater as the row has entries.
pub fn is_unbounded(field: &Field, rest: &[Element], turn: &Turn, digits: &[usize]) -> Read<bool> {
    let (Some(&least), mut added) = (digits.first(), turn.added.clone()) else { return Ok(false) };
    for _ in 0..least {
        added = later(field, rest, &added)?;
    }
    let many = 2 * (added.len() + 1);
    let mut rows = vec![vec![Element::zero(); added.len()]];
    while rows.len() < many {
        rows.push(rows[rows.len() - 1].iter().zip(&added).map(|(z, more)| z.plus(more)).collect());
        for _ in 0..turn.digits {
            added = later(field, rest, &added)?;
        }
    }
    for entry in digits.iter().map(|digits| digits - least) {
        let values: Vec<Element> = rows.iter().filter_map(|row| row.get(entry).cloned()).collect();
        if grows(field, shortest(field, &values)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The polynomial of the shortest recurrence of some values; the coefficient of the highest power is 1 and comes last.
fn shortest(field: &Field, values: &[Element]) -> Read<Vec<Element>> {
    let one = Element::whole(Integer::from(1));
    // The coefficients of the values now, one before, and so on.
    let (mut best, mut order) = (vec![one.clone()], 0);
    // What was best before the order last grew, its error, and how long ago that was.
    let (mut old, mut old_error, mut age) = (vec![one.clone()], one, 1);
    for at in 0..values.len() {
        let mut error = Element::zero();
        for (back, c) in best.iter().enumerate().take(at + 1) {
            error = error.plus(&field.product(c, &values[at - back])?);
            spend(EACH_PRODUCT)?;
        }
        if field.sign(&error)? == 0 {
            age += 1;
            continue;
        }
        let ratio = field.quotient(&error, &old_error)?;
        let mut better = best.clone();
        better.resize(best.len().max(old.len() + age), Element::zero());
        for (own, c) in better[age..].iter_mut().zip(&old) {
            *own = own.minus(&field.product(&ratio, c)?);
            spend(EACH_PRODUCT)?;
        }
        let before = std::mem::replace(&mut best, better);
        age += 1;
        if 2 * order <= at {
            order = at + 1 - order;
            (old, old_error, age) = (before, error, 1);
        }
    }
    best.resize(order + 1, Element::zero());
    best.reverse();
    Ok(best)
}

/// Whether a polynomial is seen to have a root outside the unit circle, or 1 or -1 twice.
fn grows(field: &Field, mut f: Vec<Element>) -> Read<bool> {
    for root in [1, -1] {
        if let Some(rest) = without(field, &f, root)? {
            if without(field, &rest, root)?.is_some() {
                return Ok(true);
            }
            f = rest;
        }
    }
    // In 32nds, the radius of the circle.
    for radius in [32, 33] {
        let (mut power, mut scaled) = (Element::whole(Integer::from(1)), Vec::new());
        let radius = Element::new(vec![Integer::from(radius)], Integer::from(32));
        for c in &f {
            scaled.push(field.product(&power, c)?);
            power = field.product(&power, &radius)?;
        }
        if let Some(is_outside) = has_root_outside(field, scaled)? {
            return Ok(is_outside);
        }
    }
    Ok(false)
}

/// Whether a polynomial has a root outside the unit circle; nothing, if that is not seen.
fn has_root_outside(field: &Field, mut f: Vec<Element>) -> Read<Option<bool>> {
    while f.len() > 1 {
        let (first, last) = (&f[0], &f[f.len() - 1]);
        let difference = field.product(last, last)?.minus(&field.product(first, first)?);
        match field.sign(&difference)? {
            0 => return Ok(None),
            sign if sign < 0 => return Ok(Some(true)),
            _ => {}
        }
        let mut next = Vec::new();
        for (own, mirrored) in f.iter().zip(f.iter().rev()).skip(1) {
            let c = field.product(last, own)?.minus(&field.product(first, mirrored)?);
            // With 1 as the last, so that numbers stay short.
            next.push(field.quotient(&c, &difference)?);
            spend(EACH_PRODUCT)?;
        }
        f = next;
    }
    Ok(Some(false))
}

/// A polynomial divided by x - root, for a root that is 1 or -1; nothing if that is no root.
fn without(field: &Field, f: &[Element], root: i64) -> Read<Option<Vec<Element>>> {
    let (mut sum, mut quotient) = (Element::zero(), Vec::new());
    for c in f.iter().rev() {
        sum = sum.times(&Integer::from(root)).plus(c);
        quotient.push(sum.clone());
    }
    if f.len() < 2 || field.sign(&sum)? != 0 {
        return Ok(None);
    }
    quotient.pop();
    quotient.reverse();
    Ok(Some(quotient))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::allow;
    use crate::roots::Root;

    fn whole(numbers: &[i64]) -> Vec<Element> {
        numbers.iter().map(|&number| Element::whole(Integer::from(number))).collect()
    }

    fn rationals() -> Field {
        Field::new(Root::largest(&[-2, 1].map(Integer::from)).unwrap().unwrap()).unwrap()
    }

    #[test]
    fn recurrences_are_the_shortest() {
        allow(1 << 30);
        for (values, polynomial) in [
            (&[0, 1, 1, 2, 3, 5, 8, 13][..], &[-1, -1, 1][..]),
            (&[7, 0, 0, 0], &[0, 1]),
            (&[0, 0, 0, 0], &[1]),
            (&[1, 3, 5, 7, 9, 11], &[1, -2, 1]),
            (&[1, 0, -1, 0, 1, 0, -1, 0], &[1, 0, 1]),
        ] {
            assert_eq!(shortest(&rationals(), &whole(values)).unwrap(), whole(polynomial), "{values:?}");
        }
    }

    #[test]
    fn roots_outside_the_circle_are_seen() {
        allow(1 << 30);
        let field = rationals();
        // Products of factors of which it is known where their roots are.
        let outside = [&[-2, 1][..], &[3, 0, 1], &[5, 1, 2]];
        let inside = [&[1, 2][..], &[0, 1], &[1, 1, 3], &[-1, 1], &[1, 1], &[1, 0, 1]];
        let product = |a: &[i64], b: &[i64]| {
            let mut product = vec![0; a.len() + b.len() - 1];
            a.iter().enumerate().for_each(|(i, x)| b.iter().enumerate().for_each(|(j, y)| product[i + j] += x * y));
            product
        };
        let of = |factors: &[&[i64]], chosen: usize| {
            let some = factors.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            some.fold(vec![1], |all, (_, factor)| product(&all, factor))
        };
        let mut seen = 0;
        for far in 0..1 << outside.len() {
            for near in 0..1 << inside.len() {
                let f = product(&of(&outside, far), &of(&inside, near));
                let found = grows(&field, whole(&f)).unwrap();
                assert!(!found || far > 0, "{f:?}");
                seen += usize::from(found);
            }
        }
        assert_eq!(seen, 448);
        assert!(grows(&field, whole(&[1, -2, 1])).unwrap() && grows(&field, whole(&[1, 2, 1])).unwrap());
    }

    #[test]
    fn turns_that_come_back_have_a_bound() {
        allow(1 << 30);
        let field = rationals();
        let turn = |digits: usize, added: &[i64]| Turn { digits, added: whole(added) };
        // x^2 = 2: what is there at even places only is not seen behind an odd number of digits.
        let rest = whole(&[-2, 0, 1]);
        assert!(is_unbounded(&field, &rest, &turn(2, &[1, 0]), &[0]).unwrap());
        assert!(!is_unbounded(&field, &rest, &turn(2, &[0, 1]), &[0]).unwrap());
        assert!(is_unbounded(&field, &rest, &turn(2, &[0, 1]), &[0, 1]).unwrap());
        assert!(is_unbounded(&field, &rest, &turn(2, &[0, 1]), &[1]).unwrap());
        // x^2 = -1 and x = -1 come back, x = 1 goes on.
        assert!(!is_unbounded(&field, &whole(&[1, 0, 1]), &turn(1, &[1, 0]), &[0, 1]).unwrap());
        assert!(!is_unbounded(&field, &whole(&[1, 1]), &turn(1, &[1]), &[0]).unwrap());
        assert!(is_unbounded(&field, &whole(&[1, 1]), &turn(2, &[1]), &[0]).unwrap());
        assert!(is_unbounded(&field, &whole(&[-1, 1]), &turn(1, &[1]), &[3]).unwrap());
    }
}
