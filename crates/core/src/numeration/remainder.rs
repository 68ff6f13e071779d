//! What is left of numbers beside the part that grows like the powers of the largest eigenvalue, exactly.
//!
//! With the numbers of [`super::spectrum`], z_m(s) = beta^m U(s) - q(beta) |s^m| obeys the recurrence of q. So the row
//! (z_0, z_1, ..) of as many terms as q has roots says all that is left of a sum: a zero that is read takes it to (z_1,
//! z_2, ..), and any other digit adds the rows of the letters that it passes.
//!
//! Around a cycle of L digits the row becomes z A^L + c. Whether the sum that it leaves is bounded is seen from its
//! values g(k) after k turns. They obey a shortest recurrence (Massey, "Shift-register synthesis and BCH decoding",
//! 1969), and have no bound if its polynomial has a root outside the unit circle, or 1 or -1 twice. The former is shown
//! by the transform of Schur (1917): if |f_0| < |f_n|, then f_n f - f_0 f*, with f* the mirrored f, has as many roots
//! outside as f (Rouché), and one of its roots is 0; if |f_0| > |f_n|, the product of the roots is beyond 1. In between
//! a circle is taken that is a little larger. Other roots of unity are 1 after some turns, and the cycle of so many
//! turns is looked at, too.
//!
//! Bad where some eigenvalues are below 1 and others not: then the rows of a bounded sum are infinitely many.

use super::algebraic::Algebraic;

/// The rows of the letters, and the recurrence that they obey.
#[derive(Debug)]
pub(super) struct Remainder {
    /// The polynomial q, the coefficient of 1 first; the last is 1 and is left out.
    polynomial: Vec<Algebraic>,
    /// By term, track and letter.
    pub(super) terms: Vec<Vec<Vec<Algebraic>>>,
    /// Whether some eigenvalue is not seen to be below 1 in absolute value.
    pub(super) is_large: bool,
}

impl Remainder {
    /// From a monic polynomial with one root, or with some that are not seen to be below 1, and as many terms.
    pub(super) fn new(mut polynomial: Vec<Algebraic>, terms: Vec<Vec<Vec<Algebraic>>>) -> Remainder {
        polynomial.pop();
        let mut found = Remainder { polynomial, terms, is_large: true };
        found.is_large = found.only_eigenvalue().is_none_or(|mu| mu.clone() * mu >= Algebraic::from(1));
        found
    }

    /// The other eigenvalue, if it is the only one.
    pub(super) fn only_eigenvalue(&self) -> Option<Algebraic> {
        match &self.polynomial[..] {
            [one] => Some(-one.clone()),
            _ => None,
        }
    }

    /// The row of no letter.
    pub(super) fn zero(&self) -> Vec<Algebraic> {
        vec![Algebraic::from(0); self.polynomial.len()]
    }

    /// The row with one digit more to come.
    pub(super) fn after(&self, row: &[Algebraic]) -> Vec<Algebraic> {
        let terms = self.polynomial.iter().zip(row);
        let last = terms.fold(Algebraic::from(0), |sum, (c, z)| sum - c.clone() * z.clone());
        row[1..].iter().cloned().chain([last]).collect()
    }

    /// The rows that a cycle of so many digits makes of what it adds at first, turn after turn: as many as say which recurrence their
    /// entries obey, of an order of at most one more than they have.
    pub(super) fn turns(&self, mut added: Vec<Algebraic>, length: usize) -> Vec<Vec<Algebraic>> {
        let mut rows = vec![self.zero()];
        while rows.len() < 2 * self.polynomial.len() + 2 {
            rows.push(rows[rows.len() - 1].iter().zip(&added).map(|(z, more)| z.clone() + more.clone()).collect());
            for _ in 0..length {
                added = self.after(&added);
            }
        }
        rows
    }

    /// Whether what is left of a sum has no bound, so many digits behind these turns.
    pub(super) fn diverges(&self, turns: &[Vec<Algebraic>], behind: usize) -> bool {
        let value = |row: &Vec<Algebraic>| match row.get(behind) {
            Some(value) => value.clone(),
            None => (0..behind).fold(row.clone(), |row, _| self.after(&row))[0].clone(),
        };
        has_no_bound(shortest_recurrence(&turns.iter().map(value).collect::<Vec<_>>()))
    }
}

/// The polynomial of the shortest recurrence that some terms obey, the coefficient of 1 first, the last one 1.
fn shortest_recurrence(terms: &[Algebraic]) -> Vec<Algebraic> {
    // 1 + c_1 x + ..: the sum of c_i t_(n-i) is 0.
    let mut own = vec![Algebraic::from(1)];
    let (mut last, mut last_gap, mut order, mut shift) = (own.clone(), Algebraic::from(1), 0, 1);
    for n in 0..terms.len() {
        let gap = own.iter().zip(terms[..=n].iter().rev());
        let gap = gap.fold(Algebraic::from(0), |sum, (c, t)| sum + c.clone() * t.clone());
        if gap.sign() == 0 {
            shift += 1;
            continue;
        }
        let before = own.clone();
        let factor = gap.clone() / last_gap.clone();
        own.resize(own.len().max(last.len() + shift), Algebraic::from(0));
        for (at, c) in last.iter().enumerate() {
            own[at + shift] = own[at + shift].clone() - factor.clone() * c.clone();
        }
        if 2 * order <= n {
            (order, last, last_gap, shift) = (n + 1 - order, before, gap, 1);
        } else {
            shift += 1;
        }
    }
    own.resize(order + 1, Algebraic::from(0));
    own.reverse();
    own
}

/// Whether what has a polynomial as that of its shortest recurrence is unbounded, as far as that is seen.
fn has_no_bound(mut polynomial: Vec<Algebraic>) -> bool {
    for root in [1, -1].map(Algebraic::from) {
        if evaluated(&polynomial, &root).sign() == 0 {
            polynomial = divided(&polynomial, &root);
            if polynomial.len() > 1 && evaluated(&polynomial, &root).sign() == 0 {
                return true;
            }
        }
    }
    let larger = Algebraic::from(33) / Algebraic::from(32);
    [Algebraic::from(1), larger].iter().find_map(|radius| has_root_beyond(&polynomial, radius)).unwrap_or(false)
}

/// Whether a polynomial has a root beyond a radius; nothing, if that is not seen.
fn has_root_beyond(polynomial: &[Algebraic], radius: &Algebraic) -> Option<bool> {
    let scaled = (0u32..).zip(polynomial).map(|(at, c)| c.clone() * radius.power(at));
    let mut polynomial: Vec<Algebraic> = scaled.collect();
    while let [first, .., lead] = &polynomial[..] {
        let first = first.clone() / lead.clone();
        match (Algebraic::from(1) - first.clone() * first.clone()).sign() {
            1 => {}
            0 => return None,
            _ => return Some(true),
        }
        let monic: Vec<Algebraic> = polynomial.iter().map(|c| c.clone() / lead.clone()).collect();
        let mirrored = monic.iter().rev();
        let transformed = monic.iter().zip(mirrored).map(|(c, mirror)| c.clone() - first.clone() * mirror.clone());
        polynomial = transformed.skip(1).collect();
    }
    Some(false)
}

/// The value of a polynomial.
pub(super) fn evaluated(polynomial: &[Algebraic], x: &Algebraic) -> Algebraic {
    polynomial.iter().rev().fold(Algebraic::from(0), |sum, c| sum * x.clone() + c.clone())
}

/// A polynomial divided by x - root.
pub(super) fn divided(polynomial: &[Algebraic], root: &Algebraic) -> Vec<Algebraic> {
    let mut carry = Algebraic::from(0);
    let mut quotient: Vec<Algebraic> = Vec::new();
    for c in polynomial[1..].iter().rev() {
        carry = carry * root.clone() + c.clone();
        quotient.push(carry.clone());
    }
    quotient.reverse();
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(all: &[i64]) -> Vec<Algebraic> {
        all.iter().map(|&n| Algebraic::from(n)).collect()
    }

    #[test]
    fn recurrences_are_the_shortest() {
        for (terms, polynomial) in [
            (&[0, 1, 1, 2, 3, 5, 8, 13][..], &[-1, -1, 1][..]),
            (&[1, 2, 4, 8, 16, 32], &[-2, 1]),
            (&[0, 0, 0, 0], &[1]),
            (&[5, 0, 0, 0], &[0, 1]),
            (&[0, 1, 2, 3, 4, 5], &[1, -2, 1]),
            (&[1, -1, 1, -1, 1, -1], &[1, 1]),
        ] {
            assert_eq!(shortest_recurrence(&numbers(terms)), numbers(polynomial), "{terms:?}");
        }
    }

    /// The largest absolute value of the first values of the recurrence that begins with 0, .., 0, 1.
    fn largest(polynomial: &[i64], count: usize) -> f64 {
        let order = polynomial.len() - 1;
        let mut all = vec![0.0; order - 1];
        all.push(1.0);
        while all.len() < count {
            let last = &all[all.len() - order..];
            all.push(-last.iter().zip(polynomial).map(|(t, &c)| t * c as f64).sum::<f64>());
        }
        all.iter().fold(0.0, |largest, t: &f64| largest.max(t.abs()))
    }

    #[test]
    fn what_is_told_unbounded_is_so() {
        // All monic polynomials of degree 3 with small coefficients: the values of a recurrence say whether they stay small.
        let (mut seen, mut unsaid) = (0, 0);
        for code in 0..7 * 7 * 7 {
            let polynomial = [code % 7 - 3, code / 7 % 7 - 3, code / 49 - 3, 1];
            if polynomial[0] == 0 {
                continue;
            }
            // A double root on the circle makes them grow like their number.
            let [soon, late] = [400, 1_600].map(|count| largest(&polynomial, count));
            let grows = late > 2.0 * soon || soon > 1e9;
            let found = has_no_bound(numbers(&polynomial));
            assert!(grows || !found, "{polynomial:?}");
            (seen, unsaid) = (seen + i32::from(found), unsaid + i32::from(grows && !found));
        }
        assert!(seen > 250 && unsaid == 0, "{seen} {unsaid}");
    }
}
