//! The bounds of Dekking, Shallit, Sloane 2020, section 5.5, for Tribonacci representations, letters and their numbers.
//!
//! They speak of psi, the real root of x^3 = x^2 + x + 1, and so are no statements about automata. Here numbers of Z[psi] are three
//! integers, and their signs come from an enclosure of psi by integers over 2^84, so every comparison is exact.
//!
//! [(n)0..0] - psi^k n is a sum over the ones of (n), one x_j = T_(j+k) - psi^k T_j for each place j. The x_j obey
//! x_(j+2) = -(psi-1) x_(j+1) - x_j / psi, so x_(j+1)^2 + (psi-1) x_(j+1) x_j + x_j^2 / psi shrinks by psi with each step: that gives
//! (23) to (26) for all n. With all n < T_19 tried and the tail bounded, Theorem 15 follows for all n, and from it Theorems 16 and 17,
//! as the paper says. Theorems 16 and 17 and (33) are also tried directly for n up to a number, 10^6 if none is given. As printed,
//! Theorem 17 begins n/psi <= N_a(n), which 2 breaks; floor(n/psi) <= N_a(n) holds.
//!
//! `cargo run --release --example tribonacci_bounds [NUMBER]`

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};
use std::process::ExitCode;
use std::time::Instant;

use cap::Cap;
use num_bigint::BigInt;

#[global_allocator]
static ALLOCATOR: Cap<std::alloc::System> = Cap::new(std::alloc::System, usize::MAX);

/// a + b psi + c psi^2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number([i128; 3]);

const PSI: Number = Number([0, 1, 0]);
/// 1/psi = psi^2 - psi - 1, 1/psi^2 = 2 psi - psi^2, 1/psi^3 = 2 - psi.
const INVERSES: [Number; 3] = [Number([-1, -1, 1]), Number([0, 2, -1]), Number([2, -1, 0])];

fn whole(a: i128) -> Number {
    Number([a, 0, 0])
}

impl Number {
    fn times(self, k: i128) -> Number {
        Number(self.0.map(|part| part * k))
    }

    fn power(self, k: usize) -> Number {
        (0..k).fold(whole(1), |power, _| power * self)
    }
}

impl Add for Number {
    type Output = Number;
    fn add(self, other: Number) -> Number {
        Number([0, 1, 2].map(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Number {
    type Output = Number;
    fn sub(self, other: Number) -> Number {
        self + other.times(-1)
    }
}

impl Mul for Number {
    type Output = Number;
    fn mul(self, other: Number) -> Number {
        let by_psi = |Number([a, b, c]): Number| Number([c, a + c, b + c]);
        let [a, b, c] = other.0;
        self.times(a) + by_psi(self).times(b) + by_psi(by_psi(self)).times(c)
    }
}

/// psi and psi^2 as integers over 2^84: neither is larger than its bound, nor smaller by more than the slack.
struct Psi {
    below: [i128; 2],
}

const SCALE: u32 = 84;
const SLACK: i128 = 4;

impl Psi {
    fn new() -> Psi {
        let one = BigInt::from(1) << SCALE;
        let at_most_psi = |p: &BigInt| p * p * p <= p * p * &one + p * &one * &one + &one * &one * &one;
        let (mut low, mut high) = (one.clone(), &one * 2);
        while &high - &low > BigInt::from(1) {
            let middle: BigInt = (&low + &high) / 2;
            match at_most_psi(&middle) {
                true => low = middle,
                false => high = middle,
            }
        }
        // (low + 1)^2 / 2^84 < low^2 / 2^84 + 4.
        let square: BigInt = (&low * &low) >> SCALE;
        Psi { below: [low, square].map(|bound| i128::try_from(bound).expect("below 2^86")) }
    }

    /// The sign of a number.
    ///
    /// # Panics
    /// If the enclosure does not tell. With parts below h a number is 0 or not nearer to it than 1/(3h)^2, the product with its
    /// conjugates being an integer: enough for h = 2^25, and more than every comparison here needs.
    fn sign(&self, number: Number) -> Ordering {
        let [a, b, c] = number.0;
        if [a, b, c] == [0; 3] {
            return Ordering::Equal;
        }
        assert!([a, b, c].iter().all(|part| part.abs() < 1 << 40), "{number:?} is too large");
        let near = (a << SCALE) + b * self.below[0] + c * self.below[1];
        let off = SLACK * (b.abs() + c.abs());
        assert!(near.abs() > off, "{number:?} is too close to 0");
        near.cmp(&0)
    }

    fn less(&self, left: Number, right: Number) -> bool {
        self.sign(left - right) == Ordering::Less
    }

    /// The largest integer that is no larger.
    fn floor(&self, number: Number) -> i128 {
        let [a, b, c] = number.0;
        let guess = ((a << SCALE) + b * self.below[0] + c * self.below[1]) >> SCALE;
        (guess - 1..=guess + 1)
            .rev()
            .find(|&floor| self.sign(number - whole(floor)) != Ordering::Less)
            .expect("the guess is off by less than one")
    }
}

/// T_0, T_1, .. = 1, 2, 4, 7, 13, ...
fn tribonacci(count: usize) -> Vec<i128> {
    let mut numbers = vec![1, 2, 4];
    while numbers.len() < count {
        numbers.push(numbers[numbers.len() - 3..].iter().sum());
    }
    numbers
}

/// The digits of 0, 1, 2, .. as bits, the last digit the lowest. 0 and 1 is 1, 01 and 1 is 10, 011 and 1 is 100, as in base 2; and
/// 111 is 1000, which is one more in base 2.
struct Digits(u64);

impl Digits {
    fn step(&mut self) {
        self.0 += 1;
        loop {
            let triple = self.0 & self.0 >> 1 & self.0 >> 2;
            if triple == 0 {
                return;
            }
            self.0 += 1 << triple.trailing_zeros();
        }
    }

    /// The number with `zeros` zeros appended.
    fn shifted(&self, zeros: usize, weights: &[i128]) -> i128 {
        (0..64).filter(|place| self.0 >> place & 1 == 1).map(|place| weights[place + zeros]).sum()
    }

    /// The letter of the Tribonacci word at this place, from 0: 0, 1, 2 for a, b, c.
    fn letter(&self) -> usize {
        self.0.trailing_ones() as usize
    }
}

/// A statement and whether it holds.
type Line = (bool, String);

/// |x_j| <= bound (0.738)^j for all j >= 0, `bound` in thousandths: x_0^2 .. / (1/psi - (psi-1)^2/4) <= bound^2, 1/psi <= 0.738^2.
/// The x_j are given times a common factor `d`.
fn decays(psi: &Psi, x: [Number; 2], d: Number, bound: i128) -> bool {
    let step = PSI - whole(1);
    let form = x[1] * x[1] + step * x[1] * x[0] + INVERSES[0] * x[0] * x[0];
    let disc = INVERSES[0].times(4) - step * step;
    psi.less(form.times(4_000_000), disc.times(bound * bound) * d * d)
        && psi.less(INVERSES[0].times(1_000_000), whole(738 * 738))
}

/// An upper bound, in millionths, of the sum of bound (0.738)^j over j >= 19, `bound` in thousandths.
fn tail(bound: i128) -> i128 {
    let up = |product: i128| (product + 999) / 1000;
    // In units of 10^-15: bound (0.738)^19, then divided by 1 - 0.738 = 0.262.
    let first = (0..19).fold(bound * 1_000_000_000_000, |power, _| up(power * 738));
    (first * 1000 / 262 + 1) / 1_000_000_000 + 1
}

/// The least and the greatest value of [(n)0..0] - psi^k n for n < T_19, each with its n.
fn head(psi: &Psi, k: usize) -> [(Number, i128); 2] {
    let weights = tribonacci(64 + k);
    let mut digits = Digits(0);
    let mut extremes = [(whole(0), 0); 2];
    for n in 0..weights[19] {
        let off = whole(digits.shifted(k, &weights)) - PSI.power(k).times(n);
        if psi.less(off, extremes[0].0) {
            extremes[0] = (off, n);
        }
        if psi.less(extremes[1].0, off) {
            extremes[1] = (off, n);
        }
        digits.step();
    }
    extremes
}

/// The bounds of Theorem 15 for k = 1, 2, 3, and of (24) to (26), in thousandths.
const OFF: [[i128; 2]; 3] = [[-596, 856], [-883, 1460], [-1461, 2298]];
const DECAY: [i128; 3] = [731, 1113, 1877];

/// (23) to (26) and Theorem 15 for all n, and what follows: Theorems 16 and 17, mended, (33), and the slope (45).
fn for_all(psi: &Psi) -> Vec<Line> {
    let t = tribonacci(16);
    let mut lines = Vec::new();
    // c_1 = psi^3 / d with d = 3 psi^2 - 2 psi - 1, so T_n - c_1 psi^n is (T_n d - psi^(n+3)) / d.
    let d = Number([-1, -2, 3]);
    let x = [0, 1].map(|n| d.times(t[n]) - PSI.power(n + 3));
    lines.push((decays(psi, x, d, 283), "(23): |T_n - c_1 psi^n| <= 0.283 (0.738)^n, c_1 = 1.1374..".into()));
    let printed = PSI.times(1_000_000);
    let shifted = psi.less(d.times(336_228), printed) && psi.less(printed, d.times(336_229));
    lines.push((shifted, "printed c_1 = 0.336228..: that is c_1 / psi^2, of the sequence 0, 1, 1, 2, 4, ..".into()));
    for k in 1..=3 {
        let x = [0, 1].map(|j| whole(t[j + k]) - PSI.power(k).times(t[j]));
        let number = 23 + k;
        lines.push((
            decays(psi, x, whole(1), DECAY[k - 1]),
            format!("({number}): |T_(n+{k}) - psi^{k} T_n| <= {} (0.738)^n", thousandths(DECAY[k - 1])),
        ));
        let [(least, first), (most, last)] = head(psi, k);
        let [low, high] = OFF[k - 1];
        let tail = whole(tail(DECAY[k - 1]));
        let holds = psi.less(whole(low * 1000), least.times(1_000_000) - tail)
            && psi.less(most.times(1_000_000) + tail, whole(high * 1000));
        let zeros = "0".repeat(k);
        lines.push((
            holds,
            format!(
                "Thm 15: {} < [(n){zeros}] - psi^{k} n < {}; for n < T_19 least at n = {first}, greatest at n = {last}",
                thousandths(low),
                thousandths(high)
            ),
        ));
        // The n-th letter stands at [(n-1)0..0] + a with a = 1, 2, 4: off by a - psi^k and the bounds from psi^k n.
        let a = t[k - 1];
        let from = (whole(a) - PSI.power(k)).times(1000);
        let below = whole(-(k as i128 + 1) * 1000);
        let holds = !psi.less(from + whole(low), below) && !psi.less(whole(1000), from + whole(high));
        let letter = ["A", "B", "C"][k - 1];
        lines.push((holds, format!("Thm 16: floor(psi^{k} n) - {k} <= {letter}_n <= floor(psi^{k} n) + 1")));
        // For n >= a the number of letters is u + 1 with n - a = [(u)0..0] + d, d the last k digits.
        let d = [1, 3, 6][k - 1];
        let two = PSI.power(k).times(2000);
        let holds = psi.less(whole((a + d) * 1000 + high), two)
            && psi.less(whole(-(a * 1000 + low)), PSI.power(k).times(1000))
            && INVERSES[k - 1] * PSI.power(k) == whole(1);
        let count = ["a", "b", "c"][k - 1];
        lines.push((
            holds,
            format!("Thm 17, mended: floor(n/psi^{k}) <= N_{count}(n) <= ceil(n/psi^{k}) + 1, for n >= {a}"),
        ));
    }
    // C_(n+1) <= C_n + 7 and C_n >= 11 (Duchene, Rigo 2008a, Thm 2.4, and C_2 = 11).
    lines.push((psi.less(whole(7), (PSI - whole(1)).times(11)), "(33): psi C_n > C_(n+1) for n >= 2".into()));
    // Y - psi X = (o_3 - o_2) - psi (o_2 - o_1) + 2 - psi, o_k being the offs of n - 1.
    let [one, two, three] = OFF;
    let ends = |side: usize| {
        let other = 1 - side;
        whole(three[side] - two[other]) - PSI.times(two[other] - one[side]) + (whole(2) - PSI).times(1000)
    };
    let holds = psi.less(whole(-7000), ends(0)) && psi.less(ends(1), whole(7000));
    lines.push((holds, "(45): |Y_n - psi X_n| < 7, so Y_n / X_n tends to psi".into()));
    lines
}

fn thousandths(number: i128) -> String {
    format!("{}{}.{:03}", if number < 0 { "-" } else { "" }, number.abs() / 1000, number.abs() % 1000)
}

/// Theorems 16 and 17 and (33) for 1 <= n <= `most`, by counting letters.
fn directly(psi: &Psi, most: i128) -> Vec<Line> {
    let mut positions = [1, 2, 4];
    let mut counts = [0; 3];
    let mut digits = Digits(0);
    let mut within = [true; 3];
    let mut above = [None; 3];
    let mut printed = [None; 3];
    let mut mended = [true; 3];
    let mut faster = true;
    for n in 1..=most {
        let letter = digits.letter();
        counts[letter] += 1;
        for k in 1..=3 {
            let floor = psi.floor(PSI.power(k).times(n));
            let off = positions[k - 1] - floor;
            within[k - 1] &= -(k as i128) <= off && off <= 1;
            if off == 1 {
                above[k - 1].get_or_insert(n);
            }
            // n/psi^k is irrational, so its ceiling is one more than its floor.
            let quotient = INVERSES[k - 1].times(n);
            let floor = psi.floor(quotient);
            mended[k - 1] &= floor <= counts[k - 1] && counts[k - 1] <= floor + 2;
            if psi.less(whole(counts[k - 1]), quotient) {
                printed[k - 1].get_or_insert(n);
            }
        }
        let step = [[2, 4, 7], [2, 3, 6], [1, 2, 4]][letter];
        let next = [0, 1, 2].map(|i| positions[i] + step[i]);
        faster &= n < 2 || psi.less(whole(next[2]), PSI.times(positions[2]));
        positions = next;
        digits.step();
    }
    let mut lines = Vec::new();
    for k in 0..3 {
        let first = above[k].map_or(String::from("never"), |n| format!("first at n = {n}"));
        lines.push((within[k], format!("Thm 16 for n <= {most}: {}, the upper bound is met {first}", 30 + k)));
    }
    for k in 0..3 {
        lines.push((mended[k], format!("Thm 17, mended, for n <= {most}: {}", 34 + k)));
        let first = printed[k].map_or(String::from("holds"), |n| format!("broken at n = {n}"));
        let count = ["a", "b", "c"][k];
        lines.push((printed[k].is_some(), format!("Thm 17 as printed, n/psi^{} <= N_{count}(n): {first}", k + 1)));
    }
    lines.push((faster, format!("(33) for n <= {most}")));
    lines
}

fn main() -> ExitCode {
    let most = match std::env::args().nth(1).map(|number| number.parse::<i128>()) {
        None => 1_000_000,
        Some(Ok(most)) if (2..=100_000_000).contains(&most) => most,
        Some(_) => {
            eprintln!("usage: tribonacci_bounds [NUMBER], from 2 to 10^8");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let psi = Psi::new();
    let lines: Vec<Line> = for_all(&psi).into_iter().chain(directly(&psi, most)).collect();
    for (holds, text) in &lines {
        println!("{:<7} {text}", if *holds { "true" } else { "FALSE" });
    }
    println!("{:.1} s, {} MB", start.elapsed().as_secs_f64(), ALLOCATOR.max_allocated().div_ceil(1_000_000));
    ExitCode::from(u8::from(lines.iter().any(|line| !line.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(Number([a, b, c]): Number) -> f64 {
        let psi = 1.839_286_755_214_161_f64;
        a as f64 + b as f64 * psi + c as f64 * psi * psi
    }

    #[test]
    fn signs_are_those_of_the_real_numbers() {
        let psi = Psi::new();
        for a in -40..40 {
            for b in -40..40 {
                for c in -9..9 {
                    let number = Number([a, b, c]);
                    let expected = if number == whole(0) { 0.0 } else { float(number) };
                    assert_eq!(psi.sign(number), expected.partial_cmp(&0.0).unwrap(), "{number:?}");
                    assert_eq!(psi.floor(number), expected.floor() as i128, "{number:?}");
                }
            }
        }
        // T_(n+1) / T_n tends to psi from both sides; the sign of T_(n+1) - psi T_n is that of its small conjugates.
        let t = tribonacci(40);
        for n in 0..20 {
            let off = whole(t[n + 1]) - PSI.times(t[n]);
            assert_eq!(psi.sign(off), float(off).partial_cmp(&0.0).unwrap(), "{n}");
        }
    }

    #[test]
    fn products_and_inverses_are_those_of_the_ring() {
        assert_eq!(PSI.power(3), PSI.power(2) + PSI + whole(1));
        for k in 1..=3 {
            assert_eq!(PSI.power(k) * INVERSES[k - 1], whole(1));
        }
        let (x, y) = (Number([3, -1, 4]), Number([-1, 5, 2]));
        assert!((float(x * y) - float(x) * float(y)).abs() < 1e-9);
    }

    #[test]
    fn digits_count_and_letters_make_the_word() {
        let weights = tribonacci(70);
        let mut digits = Digits(0);
        let mut word = vec![0];
        while word.len() < 2000 {
            word = word.iter().flat_map(|letter| [vec![0, 1], vec![0, 2], vec![0]][*letter].clone()).collect();
        }
        for (n, letter) in word.iter().enumerate() {
            assert_eq!(digits.shifted(0, &weights), n as i128);
            assert_eq!(digits.0 & digits.0 >> 1 & digits.0 >> 2, 0);
            assert_eq!(digits.letter(), *letter, "{n}");
            digits.step();
        }
    }

    #[test]
    fn bounds_are_not_taken_for_granted() {
        let psi = Psi::new();
        let x = [whole(2) - PSI, whole(4) - PSI.times(2)];
        assert!(decays(&psi, x, whole(1), 731) && !decays(&psi, x, whole(1), 600));
        // 0.731 (0.738)^19 / 0.262 = 0.00868..
        assert!((8_600..8_800).contains(&tail(731)), "{}", tail(731));
        // Dekking, Shallit, Sloane 2020, the proof of Theorem 15: -0.587 at 65915 and 0.847 at 78748.
        let [(least, first), (most, last)] = head(&psi, 1);
        assert_eq!((first, last), (65_915, 78_748));
        assert!(float(least) > -0.587 && float(least) < -0.586 && float(most) < 0.847 && float(most) > 0.846);
    }

    #[test]
    fn everything_holds_to_a_small_number() {
        let psi = Psi::new();
        let lines: Vec<Line> = for_all(&psi).into_iter().chain(directly(&psi, 20_000)).collect();
        for (holds, text) in &lines {
            assert!(holds, "{text}");
        }
        // Dekking, Shallit, Sloane 2020, after Theorem 16.
        for first in ["first at n = 12737", "first at n = 329", "first at n = 2047"] {
            assert!(lines.iter().any(|(_, text)| text.ends_with(first)), "{first}");
        }
    }
}
