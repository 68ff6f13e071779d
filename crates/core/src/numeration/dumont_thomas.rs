//! Dumont-Thomas systems: numbers are the places of a fixed point, written by the morphism that makes it.
//!
//! Let the fixed point of a morphism s begin with the letter a. Digit d leads from a letter b to the letter of s(b) that
//! has d letters before it. The words read from a, m digits long, are in their lexicographic order the places of
//! s^m(a), so that they are worth 0, 1, 2, ...: a digit that leads from b past the letters p is worth |s^m(p)| with m
//! digits to come (Dumont and Thomas, "Systèmes de numération et fonctions fractales relatifs aux substitutions", 1989).
//! What was read so far is worth what the letters passed are: a vector that counts letters, multiplied by the matrix of
//! the morphism at each digit.
//!
//! Every letter has an image, none of them empty.
//!
//! Whether `x+y=z` is an automaton hangs on the eigenvalues of the matrix, those of combinations of letters that are
//! worth nothing left out. If all but the largest are below 1 in absolute value, finitely many remainders matter
//! (Frougny and Solomyak 1996; Bruyère and Hansel 1997). For other morphisms, order, constants and differences are
//! automata all the same.
//!
//! Finding the digits of a number takes as many additions of large numbers as it has digits, times the letters.

use std::cmp::Reverse;

use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

use crate::automata::{Dfa, Layout, Letter, State, Transitions, number};
use crate::planted::{Bug, planted};
use crate::tuning::numeration::morphic;

use super::number_field::complex_roots;
use super::parry::{counts_by_state, joint_recurrence};

/// The numeration of the places of a fixed point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumontThomas {
    /// The image of each letter; the first letter begins its own.
    images: Vec<Vec<usize>>,
    worthless: Worthless,
    second: Second,
}

/// In thousandths, 1.
const THOUSAND: u32 = 1000;

/// The eigenvalue on which addition hangs: the second largest one in absolute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    /// Below 1: numbers add.
    Small,
    /// In thousandths, rounded.
    Large(u32),
}

/// The automaton of the words that go from letter to letter.
pub(super) fn automaton(layout: Layout, images: &[Vec<usize>]) -> Dfa {
    let row = |image: &Vec<usize>| (0..).zip(image).map(|(digit, &b)| (Letter::digit(digit), State::new(b))).collect();
    Dfa::new(layout, Transitions::from_rows(images.iter().map(row)), vec![true; images.len()])
}

impl DumontThomas {
    /// The system of these images: none is empty, the first begins with letter 0 and is longer, and no two letters have the
    /// same words of digits.
    pub(super) fn new(images: Vec<Vec<usize>>) -> DumontThomas {
        let lengths = counts_by_state(&images, &vec![true; images.len()], 2 * images.len() + 2);
        // Where it is too large to be found remainders stay apart that are worth the same, and none is wrong.
        let worthless = Worthless::of(&lengths[..images.len()]).unwrap_or_default();
        let recurrence = joint_recurrence(&lengths);
        let second = recurrence.map_or(Second::Large(THOUSAND), |known| second_eigenvalue(&known));
        DumontThomas { images, worthless, second }
    }

    /// The image of each letter, which are those of the morphism up to letters that are equally long for ever. Where digit
    /// d leads from letter b is `images()[b][d]`.
    pub fn images(&self) -> &[Vec<usize>] {
        &self.images
    }

    /// Number of digits.
    pub fn digits(&self) -> u32 {
        number(self.images.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// Whether `x+y=z` is an automaton.
    pub fn adds(&self) -> bool {
        self.second == Second::Small
    }

    /// Where it is not, the absolute value of the eigenvalue that tells, in thousandths.
    pub(super) fn large_eigenvalue(&self) -> Option<u32> {
        match self.second {
            Second::Small => None,
            Second::Large(thousandths) => Some(thousandths),
        }
    }

    /// The letters of the images of these, counted; `None` if there are too many to calculate with.
    pub(super) fn image<T: Copy + Into<i128>>(&self, counted: &[T]) -> Option<Vec<i128>> {
        let mut out = vec![0i128; self.images.len()];
        for (&count, image) in counted.iter().zip(&self.images) {
            let image = if planted(Bug::Letter) { &self.images[0] } else { image };
            let count: i128 = count.into();
            if count != 0 {
                for &letter in image {
                    out[letter] = out[letter].checked_add(count)?;
                }
            }
        }
        out.iter().all(|count| count.unsigned_abs() <= morphic::LARGEST_COUNT).then_some(out)
    }

    /// The vector of least entries, place after place, that is always worth the same.
    pub(super) fn reduce(&self, counted: &mut [i128]) -> Option<()> {
        self.worthless.reduce(counted)
    }

    /// Whether a vector is known not to be worth less with more digits: one that is always worth the same, or a multiple of
    /// that, has no negative entry.
    pub(super) fn grows(&self, counted: &[i128]) -> bool {
        counted.iter().all(|&entry| entry >= 0) || self.worthless.makes_positive(counted) == Some(true)
    }

    /// The digits of a number, most significant first; none for 0.
    pub fn digits_of(&self, n: &BigUint) -> Vec<u32> {
        let Ok(digits) = self.digits_by(n, || Ok::<(), std::convert::Infallible>(()));
        digits
    }

    /// The digits, and `look` is asked from time to time whether to go on.
    pub(super) fn digits_by<E>(&self, n: &BigUint, look: impl Fn() -> Result<(), E>) -> Result<Vec<u32>, E> {
        let mut lengths = vec![vec![BigUint::from(1u32); self.images.len()]];
        while lengths[lengths.len() - 1][0] <= *n {
            look()?;
            let last = &lengths[lengths.len() - 1];
            lengths.push(self.images.iter().map(|image| image.iter().map(|&b| &last[b]).sum()).collect());
        }
        let (mut at, mut rest, mut digits) = (0, n.clone(), Vec::with_capacity(lengths.len()));
        for lengths in lengths.iter().rev().skip(1) {
            look()?;
            let mut digit = 0;
            while lengths[self.images[at][digit]] <= rest {
                rest -= &lengths[self.images[at][digit]];
                digit += 1;
            }
            at = self.images[at][digit];
            digits.push(number(digit));
        }
        Ok(digits)
    }

    /// The value of a word of digits, most significant first. Where it leaves the system, nothing more is added.
    pub(super) fn value_by<E>(&self, digits: &[u32], look: impl Fn() -> Result<(), E>) -> Result<BigInt, E> {
        let mut passed = vec![BigUint::zero(); self.images.len()];
        let mut at = Some(0);
        for &digit in digits {
            look()?;
            let mut next = vec![BigUint::zero(); self.images.len()];
            for (count, image) in passed.iter().zip(&self.images).filter(|(count, _)| !count.is_zero()) {
                image.iter().for_each(|&letter| next[letter] += count);
            }
            if let Some(image) = at.map(|at: usize| &self.images[at]) {
                image.iter().take(digit as usize).for_each(|&letter| next[letter] += 1u32);
                at = image.get(digit as usize).copied();
            }
            passed = next;
        }
        Ok(passed.iter().sum::<BigUint>().into())
    }

    /// The valid words, most significant digit first.
    pub(super) fn valid(&self) -> Dfa {
        automaton(Layout::new(&[self.digits()]).expect("one track fits"), &self.images).minimize()
    }
}

/// The vectors of letters that are worth nothing whatever images are taken: differences by which remainders do not differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Worthless {
    /// In echelon form: the place of the first entry that is not 0, which is positive, and the vector.
    rows: Vec<(usize, Vec<i128>)>,
}

impl Worthless {
    /// The integer vectors on which these functionals, one a row, are all 0; `None` if numbers become too large. As many
    /// images as there are letters are enough (Cayley and Hamilton).
    fn of(functionals: &[Vec<BigInt>]) -> Option<Worthless> {
        let size = functionals.len();
        let functionals: Vec<Vec<i128>> =
            functionals.iter().map(|row| row.iter().map(ToPrimitive::to_i128).collect()).collect::<Option<_>>()?;
        // Columns: what the functionals are of it, and the vector itself.
        let mut columns: Vec<(Vec<i128>, Vec<i128>)> = (0..size)
            .map(|at| {
                (functionals.iter().map(|row| row[at]).collect(), (0..size).map(|i| i128::from(i == at)).collect())
            })
            .collect();
        let mut fixed = 0;
        for row in 0..size {
            fixed += usize::from(eliminate(&mut columns[fixed..], |column| column.0[row])?);
        }
        let mut rest: Vec<(Vec<i128>, Vec<i128>)> = columns.split_off(fixed);
        let mut rows = Vec::new();
        for place in 0..size {
            let done = rows.len();
            if eliminate(&mut rest[done..], |row| row.1[place])? {
                let mut row = rest[done].1.clone();
                if row[place] < 0 {
                    row.iter_mut().for_each(|entry| *entry = -*entry);
                }
                rows.push((place, row));
            }
        }
        Some(Worthless { rows })
    }

    /// Whether some rational multiples of the rows, added to a vector, leave no negative entry; `None` if that is not found out.
    ///
    /// Each entry is an inequality in the multiples, which are eliminated one after another, as by Fourier and Motzkin.
    fn makes_positive(&self, vector: &[i128]) -> Option<bool> {
        if self.rows.is_empty() {
            return Some(vector.iter().all(|&entry| entry >= 0));
        }
        let inequality = |(at, &entry): (usize, &i128)| {
            let factors = self.rows.iter().map(|(_, row)| row[at]);
            factors.chain([entry]).collect::<Vec<i128>>()
        };
        let mut known: Vec<Vec<i128>> = vector.iter().enumerate().map(inequality).collect();
        for place in 0..self.rows.len() {
            let (others, with): (Vec<Vec<i128>>, Vec<Vec<i128>>) = known.into_iter().partition(|one| one[place] == 0);
            let (above, below): (Vec<_>, Vec<_>) = with.into_iter().partition(|one| one[place] > 0);
            if others.len() + above.len() * below.len() > morphic::INEQUALITIES {
                return None;
            }
            known = others;
            for one in &above {
                for other in &below {
                    let sum = one.iter().zip(other).map(|(&x, &y)| {
                        x.checked_mul(other[place].checked_neg()?)?.checked_add(y.checked_mul(one[place])?)
                    });
                    known.push(sum.collect::<Option<Vec<i128>>>()?);
                }
            }
        }
        Some(known.iter().all(|one| one.last().is_some_and(|&constant| constant >= 0)))
    }

    /// Takes off what is worth nothing. One vector for all that are worth the same, since rows further down are 0 at the
    /// places of those before.
    fn reduce(&self, vector: &mut [i128]) -> Option<()> {
        for (place, row) in &self.rows {
            // Rounded to the nearest, so that entries stay small.
            let times = num_integer::Integer::div_floor(&(vector[*place].checked_add(row[*place] / 2)?), &row[*place]);
            if times != 0 {
                for (entry, &own) in vector.iter_mut().zip(row) {
                    *entry = entry.checked_sub(own.checked_mul(times)?)?;
                }
            }
        }
        Some(())
    }
}

/// Combines vectors, by Euclid's algorithm, until only the first of them may have an entry other than 0, and tells whether
/// it has; `None` if numbers become too large.
fn eliminate(vectors: &mut [(Vec<i128>, Vec<i128>)], entry: impl Fn(&(Vec<i128>, Vec<i128>)) -> i128) -> Option<bool> {
    loop {
        vectors.sort_by_key(|vector| match entry(vector) {
            0 => (true, Reverse(0)),
            other => (false, Reverse(i128::MAX - other.checked_abs().unwrap_or(i128::MAX))),
        });
        let Some((first, others)) = vectors.split_first_mut() else { return Some(false) };
        let least = entry(first);
        if least == 0 {
            return Some(false);
        }
        let mut is_done = true;
        for other in others {
            let times = entry(other) / least;
            if times == 0 {
                continue;
            }
            is_done = false;
            let parts = [(&mut other.0, &first.0), (&mut other.1, &first.1)];
            for (vector, own) in parts {
                for (entry, &own) in vector.iter_mut().zip(own) {
                    *entry = entry.checked_sub(own.checked_mul(times)?)?;
                }
            }
        }
        if is_done {
            return Some(true);
        }
    }
}

/// The second largest root of x^d = c_1 x^(d-1) + .. + c_d in absolute value, in machine numbers. Only what is refused hangs on it: sums
/// whose remainders do not come to an end are not begun.
fn second_eigenvalue(recurrence: &[i64]) -> Second {
    let recurrence = &recurrence[..recurrence.iter().rposition(|&c| c != 0).map_or(0, |last| last + 1)];
    let polynomial: Vec<f64> = recurrence.iter().rev().map(|&c| -(c as f64)).chain([1.0]).collect();
    let mut sizes: Vec<f64> = complex_roots(&polynomial).iter().map(|root| root.0.hypot(root.1)).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    match sizes.get(1) {
        None => Second::Small,
        Some(&size) if size < morphic::BELOW_ONE => Second::Small,
        Some(&size) => Second::Large((size * f64::from(THOUSAND)).round().to_u32().unwrap_or(u32::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addition_hangs_on_the_second_eigenvalue() {
        let second = |recurrence: &[i64]| second_eigenvalue(recurrence);
        assert_eq!(second(&[1, 1]), Second::Small);
        assert_eq!(second(&[2]), Second::Small);
        assert_eq!(second(&[3, -1]), Second::Small);
        assert_eq!(second(&[1, 1, 1, 0, 0]), Second::Small);
        // (1 - sqrt 17)/2.
        assert_eq!(second(&[1, 4]), Second::Large(1562));
        assert_eq!(second(&[2, -1]), Second::Large(1000));
        assert_eq!(second(&[1, 2]), Second::Large(1000));
        assert_eq!(second(&[1, 3]), Second::Large(1303));
    }

    #[test]
    fn vectors_that_are_worth_nothing_are_taken_off() {
        // b and c have images of one length for ever, but not the same paths.
        let images = [vec![0, 1, 2], vec![1, 2, 0], vec![2, 1, 1]];
        let mut lengths = vec![vec![BigInt::from(1); 3]];
        for m in 0..2 {
            let next = images.iter().map(|image| image.iter().map(|&b| &lengths[m][b]).sum()).collect();
            lengths.push(next);
        }
        let worthless = Worthless::of(&lengths).unwrap();
        let mut vector = [5, -2, -3];
        worthless.reduce(&mut vector).unwrap();
        assert_eq!(vector, [0, 0, 0]);
        let mut same = [[1, 1, 1], [3, 0, 0]];
        same.iter_mut().for_each(|vector| worthless.reduce(vector).unwrap());
        assert_eq!(same[0], same[1]);
    }

    #[test]
    fn vectors_that_are_worth_more_and_more_are_known_by_others_of_the_same_worth() {
        // Two a are worth b and c: b + c - a is worth as much as a, and no image of it is without a negative entry.
        let images = [vec![0, 1], vec![1, 2, 1], vec![1]];
        let system = DumontThomas::new(images.to_vec());
        let mut random = 41u64;
        let mut entry = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from(random >> 33) % 9 - 4
        };
        assert!(system.grows(&[-1, 1, 1]) && system.grows(&[0, 0, 0]) && !system.grows(&[-1, 0, 1]));
        let mut known = 0;
        for _ in 0..2_000 {
            let vector = [entry(), entry(), entry()];
            if system.grows(&vector) {
                known += 1;
                let mut worth = i128::MIN;
                let mut counted = vector.to_vec();
                for _ in 0..20 {
                    let now = counted.iter().sum();
                    assert!(now >= worth, "{vector:?}");
                    worth = now;
                    counted = system.image(&counted).unwrap();
                }
            }
        }
        assert!(known > 500, "{known}");
    }
}
