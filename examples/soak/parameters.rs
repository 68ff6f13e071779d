//! Parameters of families: their letters and the digits of numbers beside them, by arithmetic.

use filbert::logic::{Example, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::tape::Tape;

/// A family to ask about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Sturmian,
    Paperfolding,
    /// The bases 2 and 3 in any order; letters are the sums of digits modulo 2.
    Radix,
    /// Those in which no two 3 are side by side: not every word is a part.
    Sparse,
}

/// All of them.
pub const FAMILIES: [Family; 4] = [Family::Sturmian, Family::Paperfolding, Family::Radix, Family::Sparse];

impl Family {
    /// One of them, slopes half of the time.
    pub fn random(tape: &mut Tape) -> Family {
        match tape.below(6) {
            0..=2 => Family::Sturmian,
            3 => Family::Paperfolding,
            4 => Family::Radix,
            _ => Family::Sparse,
        }
    }

    /// Commands that make the family F and its word S.
    pub fn script(self) -> String {
        match self {
            Family::Sturmian => "family S sturmian:\n".into(),
            Family::Paperfolding => "family S paperfolding:\n".into(),
            Family::Sparse => {
                Family::Radix.script()
                    + "reg sparse {2,3} \"(2|32)*(()|3)\":\ndef n \"$digits(f,x) & $sparse(f)\":\n\
                       def p \"$plus(f,x,y,z) & $sparse(f)\":\ndef l \"$less(f,x,y) & $sparse(f)\":\nfamily R of n p l:\n"
            }
            Family::Radix => {
                let script = include_str!("../../families/radix.prf");
                let end = script.find("reg twos").expect("the words come before");
                script[..end]
                    .lines()
                    .filter(|line| !line.starts_with("theorem"))
                    .map(|line| format!("{line}\n"))
                    .collect()
            }
        }
    }

    /// The name in `?S(f)`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Radix => "M",
            Family::Sparse => "R",
            Family::Sturmian | Family::Paperfolding => "S",
        }
    }

    /// The letters of its words.
    pub fn letters(self) -> [i64; 2] {
        if self == Family::Paperfolding { [-1, 1] } else { [0, 1] }
    }

    /// A parameter; with small letters, if it has larger ones.
    pub fn parameter(self, small: bool, tape: &mut Tape) -> Parameter {
        let mut draw = |letters: &[i64]| (0..26).map(|_| *tape.pick(letters)).collect();
        match self {
            Family::Sturmian if small => Parameter::Slope(Slope::small(tape)),
            Family::Sturmian => Parameter::Slope(Slope::random(tape)),
            Family::Paperfolding => Parameter::Instructions(draw(&[-1, 1])),
            Family::Radix => Parameter::Bases(draw(&[2, 3])),
            Family::Sparse => {
                let mut bases: Vec<i64> = draw(&[2, 3]);
                (1..bases.len()).for_each(|at| bases[at] = if bases[at - 1] == 3 { 2 } else { bases[at] });
                Parameter::Bases(bases)
            }
        }
    }

    /// The parameter and the numbers of an example; a variable of which nothing is said is 0.
    pub fn shown(self, example: &Example, names: &[String]) -> Option<(Parameter, Vec<i64>)> {
        let of = |name: &str| example.iter().find(|(known, _)| **known == *name).map(|found| &found.1);
        let parameter = match of("f")? {
            Value::Slope { quotients, period } => {
                let list =
                    |list: &[num_bigint::BigUint]| list.iter().map(ToPrimitive::to_i64).collect::<Option<Vec<_>>>();
                let mut returns = list(period)?.into_iter().cycle();
                Parameter::Slope(Slope::new(list(quotients)?, move || returns.next().expect("a period is not empty")))
            }
            Value::Parameter { period, rest } => {
                let letters = rest.iter().rev().chain(period.iter().rev().cycle());
                let letters: Vec<i64> = letters.take(rest.len() + 26).copied().collect();
                match self {
                    Family::Sturmian => return None,
                    Family::Paperfolding => Parameter::Instructions(letters),
                    Family::Sparse if letters.windows(2).any(|pair| pair == [3, 3]) => return None,
                    Family::Radix | Family::Sparse => Parameter::Bases(letters),
                }
            }
            Value::Number(_) | Value::Word(_) => return None,
        };
        let zero = Value::Number(BigInt::ZERO);
        let mut at = Vec::new();
        for name in names {
            at.push(of(name).unwrap_or(&zero).number()?.to_i64()?);
        }
        at.resize(10, 0);
        Some((parameter, at))
    }
}

/// A parameter, as far as numbers need it, the first letter that of the least digit.
pub enum Parameter {
    Slope(Slope),
    Instructions(Vec<i64>),
    Bases(Vec<i64>),
}

impl Parameter {
    pub fn letter(&self, n: i64) -> i64 {
        match self {
            Parameter::Slope(slope) => slope.letter(n),
            Parameter::Instructions(_) if n == 0 => -1,
            Parameter::Instructions(letters) => {
                let place = n.trailing_zeros();
                let sign = if n >> place >> 1 & 1 == 1 { -1 } else { 1 };
                sign * letters[place as usize]
            }
            Parameter::Bases(bases) => digits_of(bases, n).iter().sum::<i64>() % 2,
        }
    }

    /// The letters of a parameter and numbers of it, as automata read them: by index, 0 first, then positive and negative digits.
    pub fn spelled(&self, numbers: &[i64]) -> Vec<Vec<u32>> {
        let track = |digits: &[i64], index: &dyn Fn(i64) -> i64| {
            digits.iter().rev().map(|&digit| index(digit) as u32).collect::<Vec<_>>()
        };
        match self {
            Parameter::Slope(slope) => slope.spelled(numbers),
            Parameter::Instructions(letters) => {
                let bits = |n: &i64| (0..letters.len()).map(|at| n >> at & 1).collect::<Vec<_>>();
                let own = track(letters, &|letter| i64::from(letter == -1));
                std::iter::once(own).chain(numbers.iter().map(|n| track(&bits(n), &|bit| bit))).collect()
            }
            Parameter::Bases(bases) => {
                let own = track(bases, &|base| base - 2);
                std::iter::once(own)
                    .chain(numbers.iter().map(|&n| track(&digits_of(bases, n), &|digit| digit)))
                    .collect()
            }
        }
    }

    /// What it is, for a message.
    pub fn letters(&self) -> &[i64] {
        match self {
            Parameter::Slope(slope) => &slope.quotients,
            Parameter::Instructions(letters) | Parameter::Bases(letters) => letters,
        }
    }
}

/// The digits in these bases, the least first.
fn digits_of(bases: &[i64], mut n: i64) -> Vec<i64> {
    let mut digit = |base: &i64| {
        let digit = n % base;
        n /= base;
        digit
    };
    bases.iter().map(&mut digit).collect()
}

/// A slope, and its convergent with the greatest denominator that is used.
pub struct Slope {
    /// a_1, a_2, ..
    quotients: Vec<i64>,
    /// q_0, q_1, .., one for each quotient and one more.
    weights: Vec<i64>,
    fraction: (i128, i128),
}

impl Slope {
    /// Of these quotients, and more if the weights are small.
    fn new(mut quotients: Vec<i64>, mut more: impl FnMut() -> i64) -> Slope {
        let (mut weights, mut before) = (vec![1i64], 0);
        let (mut p, mut p_before) = (0i128, 1i128);
        let mut place = 0;
        while place < quotients.len() || weights[place] < 1 << 24 {
            if place == quotients.len() {
                quotients.push(more());
            }
            let (a, last) = (quotients[place], weights[place]);
            weights.push(a * last + before);
            before = last;
            (p, p_before) = (i128::from(a) * p + p_before, p);
            place += 1;
        }
        Slope { fraction: (p, i128::from(weights[place])), quotients, weights }
    }

    fn random(tape: &mut Tape) -> Slope {
        let quotients: Vec<i64> = (0..tape.below(5)).map(|_| *tape.pick(&[1, 2, 3, 1, 4, 7, 12])).collect();
        let mut more: Vec<i64> = (0..40).map(|_| *tape.pick(&[1, 1, 2, 3, 5])).collect();
        Slope::new(quotients, || more.pop().unwrap_or(1))
    }

    /// With quotients up to 3.
    fn small(tape: &mut Tape) -> Slope {
        let mut more: Vec<i64> = (0..40).map(|_| tape.range(1, 3)).collect();
        Slope::new(Vec::new(), || more.pop().unwrap_or(1))
    }

    fn letter(&self, n: i64) -> i64 {
        let (p, q) = self.fraction;
        let floor = |n: i64| i128::from(n) * p / q;
        (floor(n + 1) - floor(n)) as i64
    }

    /// The letters of a slope and numbers of it, as automata read them.
    fn spelled(&self, numbers: &[i64]) -> Vec<Vec<u32>> {
        let mut tracks = vec![self.quotients.clone()];
        for &number in numbers {
            let mut rest = number;
            let mut digits: Vec<i64> = Vec::new();
            for weight in self.weights[..self.quotients.len()].iter().rev() {
                digits.push(rest / weight);
                rest %= weight;
            }
            digits.reverse();
            tracks.push(digits);
        }
        let spell = |track: &Vec<i64>| {
            let blocks = track.iter().zip(&self.quotients).rev();
            let block = |(digit, quotient): (&i64, &i64)| {
                let bits = 64 - quotient.leading_zeros();
                (0..bits).rev().map(|at| (digit >> at & 1) as u32).chain([2]).collect::<Vec<_>>()
            };
            blocks.flat_map(block).collect()
        };
        tracks.iter().map(spell).collect()
    }
}
