//! Numeration systems: which words are representations, and what the digits read so far are worth.
//!
//! A positional system is given by an automaton of valid words whose states all accept: state q allows the digits
//! 0..D(q), each but the last leads back to the start, and 0 leads from the start to itself. Let N(q,m) be the number
//! of valid words of m digits from q and U(m) = N(start,m). Give the digit in front of m others the weight U(m). Then
//! the words of m digits from q, in lexicographic order, have the values 0, 1, .., N(q,m)-1: by induction, since digit a
//! is followed by U(m) values from a*U(m) on, and the last digit by N(q',m). So every number has one representation but
//! for zeros in front, greater numbers have greater words, and m digits are worth less than U(m). Nothing else about
//! these systems is used.
//!
//! What is read is kept as a vector r of integers, worth r.N(m) with m digits to come: N(m+1) = M N(m), so the next digit
//! a makes it rM + a*start. In base -k it is one number r, worth r*(-k)^m.
//!
//! In the system of the fixed point of a morphism each letter is a state, digit d leading from a letter to the d-th of its
//! image. Digit d is worth as much as the words behind the smaller digits are many, which hangs on the letter: it adds the
//! letters that it passes to rM. The rest holds as above, with N(q',m) in place of U(m).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::Read;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Natural,
    /// Base -k.
    Signed,
    /// Words over some digits, which are not worth anything.
    Words,
}

/// What may stand on a track: the representations of numbers in a system, most significant digit first, or words.
pub struct System {
    pub name: String,
    pub kind: Kind,
    /// The digits, from the smallest.
    pub digits: Vec<i64>,
    /// The states of the automaton of valid words: where each digit leads.
    pub valid: Vec<Vec<u32>>,
    /// How many digits lead from each state to each other one.
    counted: Vec<Vec<(u32, i128)>>,
    /// Whether what a digit is worth hangs on the state.
    pub is_morphic: bool,
}

pub type Track = Rc<System>;

/// What numbers are hangs on the valid words alone, for their order is that of the numbers; and on the sign of the base.
impl PartialEq for System {
    fn eq(&self, other: &System) -> bool {
        let parts = |system: &System| (system.kind, system.is_turned());
        parts(self) == parts(other) && self.digits == other.digits && self.valid == other.valid
    }
}

/// A comparison of a sum with a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    Equal,
    Less,
}

/// With m digits to come, a sum becomes at most `up`.N - `up_less` more, and at most `down`.N - `down_less` less.
#[derive(Clone, Default)]
pub struct Sides {
    pub up: Vec<i128>,
    pub down: Vec<i128>,
    pub up_less: i128,
    pub down_less: i128,
}

/// Digits to come up to which bounds are computed.
const HORIZON: usize = 60;

/// Words of m digits 0 or 1, valid or not, are worth at most this many U(m).
pub const ANY_WORD: i128 = 8;

impl System {
    pub fn words(digits: Vec<i64>) -> System {
        let name = format!("{{{}}}", digits.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
        System::new(name, Kind::Words, digits.clone(), vec![vec![0; digits.len()]])
    }

    fn new(name: String, kind: Kind, digits: Vec<i64>, valid: Vec<Vec<u32>>) -> System {
        let count = |row: &Vec<u32>| {
            let mut counted = BTreeMap::new();
            row.iter().for_each(|&next| *counted.entry(next).or_insert(0) += 1);
            counted.into_iter().collect()
        };
        let counted = valid.iter().map(count).collect();
        System { name, kind, digits, valid, counted, is_morphic: false }
    }

    /// The system of the fixed point of a morphism that begins with letter 0, from the image of each letter.
    pub fn of_fixed_point(name: &str, images: &[Vec<u32>]) -> System {
        let valid = merged(images);
        let digits = (0..valid.iter().map(Vec::len).max().unwrap_or(0) as i64).collect();
        let system = System::new(format!("msd_{name}"), Kind::Natural, digits, valid);
        System { is_morphic: !system.weighs_digits(), ..system }
    }

    /// Whether all digits but the last lead to the start from every state, and no state has more words than the start: then
    /// digits have weights, as in the head of this file.
    fn weighs_digits(&self) -> bool {
        let difference = |state: usize| {
            let mut s = vec![0; self.valid.len()];
            s[0] += 1;
            s[state] -= 1;
            s
        };
        self.valid.iter().all(|row| row[..row.len() - 1].iter().all(|next| *next == 0))
            && (0..self.valid.len()).all(|state| self.always(vec![(difference(state), 0)]))
    }

    /// The system of this name, or the words over `{0,1}`. In the positional one with the expansion d1 d2 .., U(n) =
    /// d1 U(n-1) + d2 U(n-2) + .., and a word is valid if each of its ends is less than d1 d2 .. (dk - 1) d1 d2 .. .
    fn named(name: &str) -> Read<System> {
        if let Some(set) = name.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            let digit = |text: &str| {
                text.trim().parse::<i32>().map_or(Err(format!("`{text}` is not a digit")), |d| Ok(d.into()))
            };
            let mut digits = set.split(',').map(digit).collect::<Read<Vec<i64>>>()?;
            digits.sort_unstable();
            digits.dedup();
            return Ok(System::words(digits));
        }
        let unknown = || format!("no numeration system `{name}` that this checker reads");
        let short = name.strip_prefix("msd_").or_else(|| name.strip_prefix("lsd_")).ok_or_else(unknown)?;
        let written = |text: &str| text.parse::<usize>().ok().filter(|number| number.to_string() == text);
        let family = |prefix: &str, least: usize| {
            let number = short.strip_prefix(prefix).and_then(written);
            number.filter(|k| (least..=64).contains(k))
        };
        // Each end of the expansion of one must be less than the whole, so that it is that of the root of x^d = c1 x^(d-1) + ..
        let root = || {
            let coefficients = short.strip_prefix("root_")?.split('_').map(written).collect::<Option<Vec<usize>>>()?;
            let is_less = |from: usize| coefficients[from..] < coefficients[..];
            let is_last = coefficients.last().is_some_and(|&last| last > 0);
            let is_small = coefficients.len() <= 32 && coefficients.iter().all(|&c| c <= 32);
            let is_expansion = coefficients.len() > 1 && is_last && (1..coefficients.len()).all(is_less);
            (is_small && is_expansion).then_some(coefficients)
        };
        let base = written(short).filter(|base| (2..=1 << 16).contains(base));
        let (kind, base) = family("neg_", 2).map_or((Kind::Natural, base), |base| (Kind::Signed, Some(base)));
        let known = match short {
            "fib" => Some(vec![1, 1]),
            "trib" => Some(vec![1, 1, 1]),
            "nara" => Some(vec![1, 0, 1]),
            _ => base
                .map(|base| vec![base])
                .or_else(|| family("bonacci", 2).map(|k| vec![1; k]))
                .or_else(|| family("cubic", 1).map(|s| vec![s, 1, 1]))
                .or_else(|| family("wythoff", 1).map(|s| vec![s, 1]))
                .or_else(root),
        };
        let expansion: Vec<usize> = known.ok_or_else(unknown)?;
        // Digits less than d lead back; d itself goes on; at the end it is not allowed.
        let on = |i: usize| (i + 1 < expansion.len()).then_some(i as u32 + 1);
        let valid: Vec<Vec<u32>> =
            expansion.iter().enumerate().map(|(i, &d)| vec![0; d].into_iter().chain(on(i)).collect()).collect();
        let digits = (0..valid.iter().map(Vec::len).max().unwrap_or(0) as i64).collect();
        Ok(System::new(name.to_owned(), kind, digits, valid))
    }

    /// Whether scripts read it from the least significant digit. What is said of numbers is the same; expressions over
    /// digits are turned round, and certificates have its automata in the order of the others.
    pub fn is_turned(&self) -> bool {
        self.name.starts_with("lsd_")
    }

    /// r M, by which what was read is worth the same with one digit less to come.
    fn times(&self, r: &[i128]) -> Option<Vec<i128>> {
        let mut out = vec![0i128; r.len()];
        for (factor, counted) in r.iter().zip(&self.counted).filter(|(factor, _)| **factor != 0) {
            for &(next, count) in counted {
                out[next as usize] = out[next as usize].checked_add(factor.checked_mul(count)?)?;
            }
        }
        out.iter().all(|x| x.unsigned_abs() < 1 << 100).then_some(out)
    }

    /// What was read is worth r.N(m) with m digits to come: that for each m less than there are states. By the theorem of Cayley
    /// and Hamilton the others are sums of multiples of these, which do not depend on r. Where what was read is worth the same
    /// so, it is after the same digits more: (r M + a).N(m) is r.N(m+1) + a.N(m).
    pub fn worths(&self, r: &[i64]) -> Option<Vec<i64>> {
        let mut r: Vec<i128> = r.iter().map(|&x| x.into()).collect();
        let mut worths = vec![r.iter().sum::<i128>().try_into().ok()?];
        while worths.len() < r.len() {
            r = self.times(&r)?;
            worths.push(r.iter().sum::<i128>().try_into().ok()?);
        }
        Some(worths)
    }

    /// What was read after one digit more: `digit` is the sum of those on the tracks, each times its coefficient.
    pub fn step(&self, r: &[i64], digit: i64) -> Option<Vec<i64>> {
        if self.kind == Kind::Signed {
            return Some(vec![r[0].checked_mul(-(self.digits.len() as i64))?.checked_add(digit)?]);
        }
        let mut next = self.times(&r.iter().map(|&x| x.into()).collect::<Vec<i128>>())?;
        next[0] = next[0].checked_add(digit.into())?;
        next.into_iter().map(|x| x.try_into().ok()).collect()
    }

    /// What was read after one digit more on each of some tracks: the letter on which each track stands, its coefficient, and
    /// the digit, which must be one that leads on.
    pub fn pass(&self, r: &[i64], digits: impl Iterator<Item = (u32, i64, u32)>) -> Option<Vec<i64>> {
        let mut next = self.times(&r.iter().map(|&x| x.into()).collect::<Vec<i128>>())?;
        for (letter, coefficient, digit) in digits {
            for &passed in &self.valid[letter as usize][..digit as usize] {
                next[passed as usize] = next[passed as usize].checked_add(coefficient.into())?;
            }
        }
        next.into_iter().map(|x| x.try_into().ok()).collect()
    }

    /// Whether for every m one of some s.N(m) is at least its bound, if that is found: s.N(m) is the sum of the entries of
    /// s M^m, and does not become less once none of them is negative, since N(m) does not.
    fn always(&self, mut bounds: Vec<(Vec<i128>, i128)>) -> bool {
        for _ in 0..HORIZON {
            let met = bounds.iter().filter(|(s, bound)| s.iter().sum::<i128>() >= *bound);
            let stays: Vec<bool> = met.map(|(s, _)| s.iter().all(|&x| x >= 0)).collect();
            if stays.is_empty() || stays.contains(&true) {
                return !stays.is_empty();
            }
            for (s, _) in &mut bounds {
                let Some(next) = self.times(s) else { return false };
                *s = next;
            }
        }
        false
    }

    /// Whether words of digits 0 and 1 are worth at most `ANY_WORD` times U(m), of m digits: at m = 0 they are worth 0, and
    /// with each digit more U(m) more, which must not be more than by what the bound grows.
    pub fn bounds_any_word(&self) -> bool {
        let mut start = vec![0; self.valid.len()];
        start[0] = ANY_WORD;
        let mut grows = self.times(&start).unwrap_or_default();
        grows[0] -= ANY_WORD + 1;
        self.kind == Kind::Natural && !self.is_morphic && self.always(vec![(grows, 0)])
    }

    /// Whether a comparison of the sum with a constant is true or false whatever digits are to come, if that is found. In
    /// base -k remainders that are far away differ in sign only, and become the nearest of these.
    pub fn decided(&self, r: &mut [i64], sides: &Sides, compare: Compare, constant: i64) -> Option<bool> {
        if self.kind == Kind::Signed {
            // Others are worth at most (up+down) (k^m - 1), so |sum| >= (|r|-up-down) k^m + up + down >= |r|.
            let far = (sides.up[0] + sides.down[0]).max(i128::from(constant).abs() + 1);
            let is_far = i128::from(r[0]).abs() >= far;
            if is_far {
                r[0] = r[0].signum() * far as i64;
            }
            return (is_far && compare == Compare::Equal).then_some(false);
        }
        // The sum is less than the constant iff (-r - up).N > -constant - up_less, and greater, or not less, iff (r - down).N
        // is greater, or not less, than constant - down_less.
        let side = |sign: i128, k: &[i128]| r.iter().zip(k).map(|(&x, k)| sign * i128::from(x) - k).collect();
        let below = || (side(-1, &sides.up), 1 - i128::from(constant) - sides.up_less);
        let above = |more: i128| (side(1, &sides.down), i128::from(constant) - sides.down_less + more);
        match compare {
            Compare::Less if self.always(vec![below()]) => Some(true),
            Compare::Less if self.always(vec![above(0)]) => Some(false),
            Compare::Equal if self.always(vec![below(), above(1)]) => Some(false),
            _ => None,
        }
    }
}

/// One letter for all those from which the same words lead on. The start is letter 0, the others come in the order in which
/// they are met.
fn merged(images: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let (mut class, mut classes) = (vec![0u32; images.len()], 1);
    loop {
        let mut known = HashMap::new();
        let row = |image: &Vec<u32>| image.iter().map(|&letter| class[letter as usize]).collect::<Vec<u32>>();
        let next: Vec<u32> = images
            .iter()
            .map(|image| {
                let number = known.len() as u32;
                *known.entry(row(image)).or_insert(number)
            })
            .collect();
        let found = known.len();
        class = next;
        if found == classes {
            break;
        }
        classes = found;
    }
    let (mut met, mut rows): (Vec<u32>, Vec<Vec<u32>>) = (vec![class[0]], Vec::new());
    while let Some(&letter) = met.get(rows.len()) {
        let first = class.iter().position(|other| *other == letter).unwrap_or(0);
        let mut row = Vec::new();
        for &next in &images[first] {
            let next = class[next as usize];
            let place = met.iter().position(|other| *other == next).unwrap_or_else(|| {
                met.push(next);
                met.len() - 1
            });
            row.push(place as u32);
        }
        rows.push(row);
    }
    rows
}

/// The systems named so far, and those that a script defines, by their names without `msd_`.
#[derive(Default)]
pub struct Systems(HashMap<String, Track>, HashMap<String, Read<Track>>);

impl Systems {
    /// From here on, these are defined.
    pub fn define(&mut self, own: HashMap<String, Read<Track>>) {
        self.1 = own;
    }

    pub fn get(&mut self, name: &str) -> Read<Track> {
        if let Some((family, _)) = name.split_once('(') {
            return self.1.get(&format!("{family}(")).cloned().unwrap_or_else(|| Err(format!("no family `{family}`")));
        }
        if let Some(own) = name.split_once('_').and_then(|(_, short)| self.1.get(short)) {
            let System { kind, digits, valid, is_morphic, .. } = &*own.clone()?;
            let system = System::new(name.to_owned(), *kind, digits.clone(), valid.clone());
            return Ok(Rc::new(System { is_morphic: *is_morphic, ..system }));
        }
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), Rc::new(System::named(name)?));
        }
        Ok(self.0[name].clone())
    }
}
