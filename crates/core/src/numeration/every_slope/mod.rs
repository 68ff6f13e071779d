//! Linear atoms in the Ostrowski numeration of every irrational slope at once.
//!
//! The slope is a word f of its partial quotients, most significant first, each in binary and closed by `#`: a_k # ...
//! a_1 #. A number is a word of the same shape, aligned with f: its digit d_i has the width of a_i, is at most a_i,
//! below a_1 where i is 1, and where it is a_i the next one down is 0. It is worth the sum of d_i q_{i-1}, where q_{-1}
//! = 0, q_0 = 1 and q_i = a_i q_{i-1} + q_{i-2}: with i quotients to come, exactly the numbers below q_i have a word
//! (Ostrowski 1922). That addition is regular with the quotients as words of bits is of Hieronymi et al., "Decidability
//! for Sturmian words" (2022), who build it for words without end.
//!
//! The automaton of `sum k_j x_j  R  c` reads all tracks, most significant bit first. Before a block its state is the
//! remainder (r, s), worth r q_i + s q_{i-1} with i blocks to come; a block with quotient a and digits d makes it (r
//! a + s + sum k d, r), and r is the sum in the end. Let P be the sum of the positive k and N that of the others,
//! negated. What the tails add lies between -N (q_i - 1) and P (q_i - 1), and 1 <= q_{i-1} <= q_i unless i is 0. So if
//! r - N and r - N + s are not negative, the sum in the end is at least min(r, r + s):
//!
//!   r q_i + s q_{i-1} - N (q_i - 1) = (r - N + s) q_{i-1} + (r - N)(q_i - q_{i-1}) + N >= r + s,  and r where i is 0.
//!
//! If r + P and r + P + s are not positive it is, likewise, at most max(r, r + s). Once that is beyond c nothing more
//! is read of a remainder. Inside a block what has been read of r a + sum k d is a number n; m further bits make it n
//! 2^m and between 2^m - 1 times min(r, 0) - N and 2^m - 1 times max(r, 0) + P. If n + min(r, 0) - N is not negative,
//! it becomes no smaller: then if (n + s, r) is settled above, so is every remainder in which the block may end;
//! likewise below.
//!
//! The remainders that are not settled are finitely many. With K = P + N + |c|: (r, s) is settled unless r + s t
//! crosses the band between -K and K for some t from 0 to 1, so |r| <= |s| + K. Where |r'| >= |r| + K for the next
//! remainder (r', r), with r' = r a + s + e and |e| <= K a, r' and r have opposite signs, so |r|(a + 1) <= |s| +
//! K(a + 1) and |r| <= |s|/2 + K. So no |r| is beyond the greater of 6 K and the two before it.

use crate::automata::{Dfa, Dfao, Edge, Interner, Layout, Letter, State, Transitions, unfold};
use crate::budget::{Budget, Halt, Unsupported};
use crate::tuning::numeration::linear;

use super::linear_atom::{Compare, Verdict};

/// The letter that closes a quotient or a digit; the others are bits.
pub const CLOSE: u32 = 2;

/// Letters of each track.
pub const LETTERS: u32 = 3;

/// Where a state stands: before a block, or in one whose quotient is 0 so far, or not.
const BEFORE: i64 = 0;
const ZERO: i64 = 1;
const POSITIVE: i64 = 2;

/// What a track may go on with. Before a block: any digit, or 0 alone ([`NOTHING`]). In a block the digit is that of the
/// quotient so far ([`FULL`]) or less ([`LESS`]), or it is 0 and the quotient is so far, or not.
const ANY: i64 = 0;
const NOTHING: i64 = 1;
const FULL: i64 = 0;
const LESS: i64 = 1;
const NOTHING_FULL: i64 = 2;
const NOTHING_LESS: i64 = 3;

/// `sum coefficients[j] x_j  compare  constant` on the tracks f, x_0, x_1, ..: those tuples in which f is a word of quotients
/// and each x_j that of a number. Minimal.
///
/// ```
/// use filbert_core::automata::Dfa;
/// use filbert_core::budget::Budget;
/// use filbert_core::numeration::{Compare, every_slope};
/// let sum = every_slope::linear(&[1, 1, -1], Compare::Equal, 0, &Budget::for_one_object()).unwrap();
/// // Quotients 2, 1, 3 from the top: q is 1, 3, 4, 11. 3 + 2 = 5, that is 1*4 + 0*3 + 1*1.
/// let tracks = ["10#1#11#", "00#1#00#", "00#0#10#", "01#0#01#"].map(every_slope::letters);
/// let word = (0..8).map(|at| sum.layout().pack(&tracks.each_ref().map(|track| track[at])));
/// assert!(sum.accepts(word));
/// ```
///
/// # Errors
/// The limit that was passed; `Unsupported` for remainders beyond 2^40.
pub fn linear(coefficients: &[i64], compare: Compare, constant: i64, budget: &Budget) -> Result<Dfa, Halt> {
    let fits = |k: i64| k.unsigned_abs() <= linear::LARGEST_REMAINDER.unsigned_abs();
    if !fits(constant) || !coefficients.iter().all(|&k| fits(k)) {
        return Err(Halt::Unsupported(Unsupported::Overflow));
    }
    let layout = Layout::new(&vec![LETTERS; coefficients.len() + 1])?;
    let sum = |sign: i64| coefficients.iter().map(|&k| (sign * k).max(0)).sum::<i64>();
    let atom = Atom { coefficients, compare, constant, positive: sum(1), negative: sum(-1) };
    let mut states: Interner<i64> = Interner::default();
    let mut start = vec![0; coefficients.len() + 3];
    start[0] = BEFORE;
    if !atom.settle(&mut start) {
        return Ok(Dfa::empty(layout));
    }
    states.intern(&start);
    let (transitions, accepting) = unfold(states, budget, |key, states, row| {
        atom.row(key, &layout, states, row)?;
        budget.check(row.len())?;
        Ok::<_, Halt>(atom.accepts(key))
    })?;
    Dfa::new(layout, transitions, accepting).minimize_within(budget)
}

/// The tracks f, x of those x that are numbers, and as many more.
///
/// # Errors
/// The limit that was passed.
pub fn numbers(tracks: usize, budget: &Budget) -> Result<Dfa, Halt> {
    linear(&vec![0; tracks], Compare::Less, 1, budget)
}

/// The letter floor((n+1) a) - floor(n a) of each slope a = [0; a_1, a_2, ..] on the tracks f, n: it is 1 iff the number of
/// digits 0 at the end of n is odd, for n > 0 (Fraenkel, Mushkin and Tassa 1978), and 0 for n = 0, since a < 1.
#[must_use]
pub fn mechanical() -> Dfao {
    let layout = Layout::new(&[LETTERS; 2]).expect("two tracks fit");
    // Whether a digit was not 0; how many were 0 since, modulo 2; whether this one is not 0 by now.
    let states = [(false, 0, false), (true, 0, true), (true, 0, false), (true, 1, false)];
    let step = |(seen, zeros, is_positive): (bool, i64, bool), letter: [u32; 2]| match letter {
        [CLOSE, CLOSE] if is_positive || !seen => Some((seen, 0, false)),
        [CLOSE, CLOSE] => Some((true, 1 - zeros, false)),
        [CLOSE, _] | [_, CLOSE] => None,
        [_, 0] => Some((seen, zeros, is_positive)),
        _ => Some((true, 0, true)),
    };
    let row = |state: (bool, i64, bool)| {
        let letters = (0..LETTERS).flat_map(|a| (0..LETTERS).map(move |d| [a, d]));
        let target = |letter: [u32; 2]| {
            let next = step(state, letter)?;
            let at = states.iter().position(|&known| known == next).expect("no other state is reached");
            Some((layout.pack(&letter), State::new(at)))
        };
        letters.filter_map(target).collect::<Vec<_>>()
    };
    let transitions = Transitions::from_rows(states.map(row));
    Dfao::new(layout.clone(), transitions, states.map(|state| state.1).to_vec())
}

/// The slopes whose quotients are at most this.
///
/// # Errors
/// The limit that was passed.
pub fn at_most(most: u32, budget: &Budget) -> Result<Dfa, Halt> {
    let layout = Layout::new(&[LETTERS])?;
    let mut quotients: Interner<u64> = Interner::default();
    quotients.intern(&[0]);
    let (transitions, accepting) = unfold(quotients, budget, |key, quotients, row| {
        for digit in 0..2 {
            let quotient = 2 * key[0] + u64::from(digit);
            if quotient <= u64::from(most) {
                row.push((layout.pack(&[digit]), quotients.intern(&[quotient]).0));
            }
        }
        if key[0] > 0 {
            row.push((layout.pack(&[CLOSE]), State::START));
        }
        budget.check(row.len())?;
        Ok::<_, Halt>(key[0] == 0)
    })?;
    Dfa::new(layout, transitions, accepting).minimize_within(budget)
}

/// The letters of a track, as written: `0`, `1` and `#`.
#[must_use]
pub fn letters(text: &str) -> Vec<u32> {
    text.chars()
        .filter_map(|letter| (0..LETTERS).zip("01#".chars()).find(|known| known.1 == letter))
        .map(|known| known.0)
        .collect()
}

struct Atom<'a> {
    coefficients: &'a [i64],
    compare: Compare,
    constant: i64,
    positive: i64,
    negative: i64,
}

impl Atom<'_> {
    fn accepts(&self, key: &[i64]) -> bool {
        let (flags, remainder) = key[1..].split_at(self.coefficients.len());
        key[0] == BEFORE
            && flags.iter().all(|&flag| flag == ANY)
            && match (remainder.first(), self.compare) {
                (None, _) => true,
                (Some(&sum), Compare::Equal) => sum == self.constant,
                (Some(&sum), Compare::NotEqual) => sum != self.constant,
                (Some(&sum), Compare::Less) => sum < self.constant,
            }
    }

    /// What is known of a remainder before a block.
    fn verdict(&self, r: i64, s: i64) -> Verdict {
        let (low, high) = (r - self.negative, r + self.positive);
        let strict = i64::from(self.compare != Compare::Less);
        let above = low >= 0 && low + s >= 0 && r.min(r + s) >= self.constant + strict;
        let below = high <= 0 && high + s <= 0 && r.max(r + s) < self.constant;
        match (above, below, self.compare) {
            (false, false, _) => Verdict::Open,
            (_, _, Compare::Equal) | (true, _, Compare::Less) => Verdict::Dead,
            (_, _, Compare::NotEqual) | (_, true, Compare::Less) => Verdict::Always,
        }
    }

    /// Forgets the remainder of a state in which nothing more of it matters; false if nothing is accepted.
    fn settle(&self, key: &mut Vec<i64>) -> bool {
        let kept = self.coefficients.len() + 1;
        let verdict = match key[kept..] {
            [r, s] => self.verdict(r, s),
            [r, s, n] => {
                let verdict = self.verdict(n + s, r);
                let grows = n + r.min(0) - self.negative >= 0 && n + s >= self.constant;
                let shrinks = n + r.max(0) + self.positive <= 0 && n + s <= self.constant;
                if grows || shrinks { verdict } else { Verdict::Open }
            }
            _ => Verdict::Always,
        };
        if verdict == Verdict::Always {
            key.truncate(kept);
        }
        verdict != Verdict::Dead
    }

    fn row(&self, key: &[i64], layout: &Layout, states: &mut Interner<i64>, row: &mut Vec<Edge>) -> Result<(), Halt> {
        let tracks = self.coefficients.len();
        let mut add = |letter: Letter, mut next: Vec<i64>| -> Result<(), Halt> {
            if next[tracks + 1..].iter().any(|n| n.abs() > linear::LARGEST_REMAINDER) {
                return Err(Halt::Unsupported(Unsupported::Overflow));
            }
            if self.settle(&mut next) {
                row.push((letter, states.intern(&next).0));
            }
            Ok(())
        };
        if key[0] == POSITIVE {
            let mut next = vec![BEFORE];
            next.extend(key[1..=tracks].iter().map(|&flag| if flag == FULL { NOTHING } else { ANY }));
            if let [r, s, n] = key[tracks + 1..] {
                next.extend([n + s, r]);
            }
            if key[1..=tracks].iter().all(|&flag| flag != NOTHING_FULL) {
                add(layout.pack(&vec![CLOSE; tracks + 1]), next)?;
            }
        }
        for quotient in 0..2 {
            let phase = if key[0] == POSITIVE || quotient == 1 { POSITIVE } else { ZERO };
            self.digits(key, i64::from(quotient), phase, &mut |bits, next| {
                let mut digits = vec![quotient];
                digits.extend_from_slice(bits);
                add(layout.pack(&digits), next)
            })?;
        }
        Ok(())
    }

    /// Each choice of bits of the digits beside a bit of the quotient, and where it leads.
    fn digits(
        &self,
        key: &[i64],
        quotient: i64,
        phase: i64,
        found: &mut impl FnMut(&[u32], Vec<i64>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let tracks = self.coefficients.len();
        for choice in 0..1u64 << tracks {
            let bits: Vec<u32> = (0..tracks).map(|track| u32::from(choice >> track & 1 == 1)).collect();
            let mut next = vec![phase];
            for (&bit, &flag) in bits.iter().zip(&key[1..=tracks]) {
                let inside = match (key[0], flag) {
                    (BEFORE, ANY) => FULL,
                    (BEFORE, _) => NOTHING_FULL,
                    (_, flag) => flag,
                };
                match after(inside, i64::from(bit), quotient) {
                    Some(flag) => next.push(flag),
                    None => break,
                }
            }
            if next.len() <= tracks {
                continue;
            }
            let given: i64 = self.coefficients.iter().zip(&bits).map(|(&k, &bit)| k * i64::from(bit)).sum();
            match key[tracks + 1..] {
                [r, s] => next.extend([r, s, r * quotient + given]),
                [r, s, n] => next.extend([r, s, 2 * n + r * quotient + given]),
                _ => {}
            }
            found(&bits, next)?;
        }
        Ok(())
    }
}

/// What a track may go on with after a bit of its digit beside one of the quotient.
fn after(flag: i64, bit: i64, quotient: i64) -> Option<i64> {
    match (flag, bit, quotient) {
        (FULL, 1, 0) | (NOTHING_FULL | NOTHING_LESS, 1, _) => None,
        (FULL, 0, 1) => Some(LESS),
        (NOTHING_FULL, 0, 1) => Some(NOTHING_LESS),
        (flag, ..) => Some(flag),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// q_0, q_1, .. of quotients from the top.
    fn denominators(quotients: &[u64]) -> Vec<u64> {
        let mut found = vec![1];
        let mut before = 0;
        for &a in quotients.iter().rev() {
            let last = found[found.len() - 1];
            found.push(a * last + before);
            before = last;
        }
        found
    }

    /// The digits of a number, from the top, by taking off what fits.
    fn digits(mut number: u64, quotients: &[u64]) -> Vec<u64> {
        let weights = denominators(quotients);
        let take = |&weight: &u64| {
            let digit = number / weight;
            number %= weight;
            digit
        };
        weights[..quotients.len()].iter().rev().map(take).collect()
    }

    /// Blocks as wide as the quotients, and some bits more.
    fn spelled(digits: &[u64], quotients: &[u64], more: usize) -> Vec<u32> {
        let block = |(&digit, &a): (&u64, &u64)| {
            let bits = (64 - a.leading_zeros()) as usize + more;
            let digit = (0..bits).rev().map(move |at| u32::from(digit >> at & 1 == 1));
            digit.chain([CLOSE])
        };
        digits.iter().zip(quotients).flat_map(block).collect()
    }

    fn accepts(dfa: &Dfa, tracks: &[Vec<u32>]) -> bool {
        let letter = |at: usize| dfa.layout().pack(&tracks.iter().map(|track| track[at]).collect::<Vec<_>>());
        dfa.accepts((0..tracks[0].len()).map(letter))
    }

    fn quotients() -> impl Strategy<Value = Vec<u64>> {
        proptest::collection::vec(prop::sample::select(vec![1, 1, 1, 2, 2, 3, 4, 5, 7, 9, 17]), 0..7)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn atoms_agree_with_sums(
            coefficients in proptest::collection::vec(-3i64..4, 1..4),
            compare in prop::sample::select(vec![Compare::Equal, Compare::NotEqual, Compare::Less]),
            constant in -6i64..7,
            slopes in proptest::collection::vec((quotients(), 0usize..2), 20),
            seeds in proptest::collection::vec(any::<u64>(), 60),
        ) {
            let budget = Budget::unlimited();
            let dfa = linear(&coefficients, compare, constant, &budget).unwrap();
            for (quotients, more) in slopes {
                let numbers = *denominators(&quotients).last().unwrap();
                for seeds in seeds.chunks(coefficients.len()) {
                    if seeds.len() < coefficients.len() {
                        continue;
                    }
                    let mut values: Vec<u64> = seeds.iter().map(|seed| seed % numbers).collect();
                    // Near the constant as often as not.
                    let rest: i64 = constant - coefficients[1..].iter().zip(&values[1..]).map(|(k, &x)| k * x as i64).sum::<i64>();
                    if seeds[0] & 1 << 40 != 0 && coefficients[0] != 0 {
                        values[0] = (rest / coefficients[0]).clamp(0, numbers as i64 - 1) as u64;
                    }
                    let sum: i64 = coefficients.iter().zip(&values).map(|(k, &x)| k * x as i64).sum();
                    let holds = match compare {
                        Compare::Equal => sum == constant,
                        Compare::NotEqual => sum != constant,
                        Compare::Less => sum < constant,
                    };
                    let mut tracks = vec![spelled(&quotients, &quotients, more)];
                    tracks.extend(values.iter().map(|&x| spelled(&digits(x, &quotients), &quotients, more)));
                    prop_assert_eq!(accepts(&dfa, &tracks), holds, "{:?} {:?}", quotients, values);
                }
            }
        }
    }

    #[test]
    fn numbers_have_one_word_each() {
        let valid = linear(&[0], Compare::Less, 1, &Budget::unlimited()).unwrap();
        for quotients in [vec![], vec![1], vec![3, 1], vec![1, 2, 1, 3], vec![2, 1, 1, 2]] {
            let numbers = denominators(&quotients)[quotients.len()];
            let shape = spelled(&quotients, &quotients, 0);
            let mut words = vec![vec![]];
            for &letter in &shape {
                let choices: &[u32] = if letter == CLOSE { &[CLOSE] } else { &[0, 1] };
                words = words
                    .iter()
                    .flat_map(|word: &Vec<u32>| choices.iter().map(|&one| [&word[..], &[one]].concat()))
                    .collect();
            }
            let valid =
                words.into_iter().filter(|word| accepts(&valid, &[shape.clone(), word.clone()])).collect::<Vec<_>>();
            let known: Vec<_> = (0..numbers).map(|x| spelled(&digits(x, &quotients), &quotients, 0)).collect();
            assert_eq!(valid, known, "{quotients:?}");
        }
    }

    #[test]
    fn atoms_are_small() {
        let states = |k: &[i64], compare, c| linear(k, compare, c, &Budget::unlimited()).unwrap().states();
        assert_eq!(states(&[0], Compare::Less, 1), 6, "numbers");
        assert_eq!(states(&[1, -1], Compare::Less, 0), 19, "x < y");
        assert_eq!(states(&[1, 1, -1], Compare::Equal, 0), 81, "x + y = z");
        assert_eq!(states(&[1, 1, -1], Compare::Less, 0), 119, "x + y < z");
        assert_eq!(states(&[1, 1, -1, -1], Compare::Equal, 0), 582, "x + y = z + u");
    }
}
