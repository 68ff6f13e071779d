//! Negative bases, negaFibonacci and Ostrowski systems, against words and weights written down anew.

use std::sync::Arc;

use filbert::automata::Dfa;
use filbert::numeration::{
    Compare, Direction, LinearAtom, NumerationSystem, Numerations, Ostrowski, certify, decode, encode,
};
use num_bigint::BigInt;

type Valid = Box<dyn Fn(&[u32]) -> bool>;

/// A system by its definition: what a digit is worth, place by place, and which words are valid.
struct Definition {
    name: String,
    digits: u32,
    weights: Vec<i64>,
    /// Whether these digits, most significant first, are a representation.
    valid: Valid,
    signed: bool,
}

impl Definition {
    /// Base -k: weights 1, -k, k^2, ..
    fn negative_base(k: i64) -> Definition {
        Definition {
            name: format!("neg_{k}"),
            digits: k as u32,
            weights: (0..20).scan(1i64, |w, _| Some(std::mem::replace(w, w.saturating_mul(-k)))).collect(),
            valid: Box::new(|_| true),
            signed: true,
        }
    }

    /// Weights 1, -1, 2, -3, 5, ..; no two adjacent 1s.
    fn negative_fibonacci() -> Definition {
        let mut weights = vec![1i64, -1];
        while weights.len() < 30 {
            let n = weights.len();
            weights.push(weights[n - 2] - weights[n - 1]);
        }
        let valid = Box::new(|word: &[u32]| word.windows(2).all(|pair| pair != [1, 1]));
        Definition { name: "neg_fib".into(), digits: 2, weights, valid, signed: true }
    }

    /// The denominators of [a_0; a_1, a_2, ..], a_0 being the first term.
    fn ostrowski(name: &str, preperiod: &[u64], period: &[u64]) -> Definition {
        let terms: Vec<i64> =
            preperiod.iter().chain(period.iter().cycle()).skip(1).take(30).map(|&term| term as i64).collect();
        let mut weights = vec![1i64, terms[0]];
        while weights.len() < 25 {
            let n = weights.len();
            weights.push(weights[n - 1].saturating_mul(terms[n - 1]).saturating_add(weights[n - 2]));
        }
        let digits = terms[1..].iter().copied().chain([terms[0] - 1]).max().unwrap() as u32 + 1;
        let valid = Box::new(move |word: &[u32]| {
            let up: Vec<i64> = word.iter().rev().map(|&digit| i64::from(digit)).collect();
            up.iter().enumerate().all(|(i, &digit)| match i {
                0 => digit < terms[0],
                _ => digit < terms[i] || digit == terms[i] && up[i - 1] == 0,
            })
        });
        Definition { name: name.into(), digits, weights, valid, signed: false }
    }

    fn value(&self, word: &[u32]) -> i64 {
        word.iter().rev().zip(&self.weights).map(|(&digit, weight)| i64::from(digit) * weight).sum()
    }

    /// Every word of so many digits.
    fn words(&self, length: usize) -> Vec<Vec<u32>> {
        (0..length).fold(vec![vec![]], |words, _| {
            words.iter().flat_map(|word| (0..self.digits).map(|d| [&word[..], &[d]].concat())).collect()
        })
    }

    /// The valid words of so many digits, with their values.
    fn numbers(&self, length: usize) -> Vec<(Vec<u32>, i64)> {
        self.words(length)
            .into_iter()
            .filter(|word| (self.valid)(word))
            .map(|word| {
                let value = self.value(&word);
                (word, value)
            })
            .collect()
    }
}

/// Ten continued fractions, with preperiods of length 0 to 3 behind the integer part.
const FRACTIONS: [(&str, &[u64], &[u64]); 10] = [
    ("golden", &[1], &[1]),
    ("zeckendorf", &[0, 2], &[1]),
    ("silver", &[2], &[2]),
    ("sqrt3", &[1], &[1, 2]),
    ("bronze", &[], &[3]),
    ("sqrt7", &[2], &[1, 1, 1, 4]),
    ("one", &[0, 3], &[1, 2]),
    ("two", &[0, 3, 1], &[1, 2]),
    ("three", &[0, 1, 4, 2], &[2, 1]),
    ("long", &[0, 2, 1, 3], &[1, 1, 2]),
];

fn definitions() -> Vec<Definition> {
    let mut all: Vec<Definition> = [2, 3, 10].map(Definition::negative_base).into();
    all.push(Definition::negative_fibonacci());
    all.extend(FRACTIONS.iter().map(|(name, preperiod, period)| Definition::ostrowski(name, preperiod, period)));
    all
}

fn systems() -> Numerations {
    let mut systems = Numerations::standard();
    for (name, preperiod, period) in FRACTIONS {
        systems.define(name, Ostrowski::new(preperiod, period).unwrap());
    }
    systems
}

/// Words of so many digits are tried.
fn length(definition: &Definition, tracks: u32) -> usize {
    (1..).take_while(|&length| definition.words(1).len().pow(length * tracks) <= 40_000).last().unwrap() as usize
}

#[test]
fn valid_words_and_their_values_are_those_of_the_definition() {
    let systems = systems();
    for definition in definitions() {
        let system = systems.get(&format!("msd_{}", definition.name)).unwrap();
        let reversed = systems.get(&format!("lsd_{}", definition.name)).unwrap();
        assert_eq!(system.digits(), definition.digits, "{}", definition.name);
        assert_eq!((system.is_signed(), reversed.is_signed()), (definition.signed, definition.signed));
        let mut seen = Vec::new();
        for length in 0..=length(&definition, 1).min(11) {
            for word in definition.words(length) {
                let valid = (definition.valid)(&word);
                let mut backwards = word.clone();
                backwards.reverse();
                assert_eq!(accepts(system.valid(), &word), valid, "{word:?} in {}", definition.name);
                assert_eq!(accepts(reversed.valid(), &backwards), valid, "{word:?} in {}", definition.name);
                if !valid {
                    continue;
                }
                let value = definition.value(&word);
                assert_eq!(system.value(&word), value.into());
                assert_eq!(reversed.value(&backwards), value.into());
                if word.first() != Some(&0) {
                    assert_eq!(system.representation(&value.into()), word, "{value} in {}", definition.name);
                    assert_eq!(reversed.representation(&value.into()), backwards);
                    seen.push(value);
                }
            }
        }
        // No number is missing and none has two words.
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{}", definition.name);
        assert_eq!(seen[0] < 0, definition.signed);
    }
}

fn accepts(dfa: &Dfa, word: &[u32]) -> bool {
    dfa.accepts(word.iter().map(|&digit| u64::from(digit)))
}

#[test]
fn numbers_of_thousands_of_digits_survive_the_round_trip() {
    let systems = systems();
    let large: BigInt = BigInt::from(7).pow(2000) + 12345;
    for name in ["msd_neg_2", "lsd_neg_10", "msd_neg_fib", "msd_golden", "lsd_sqrt7"] {
        let system = systems.get(name).unwrap();
        for n in [large.clone(), -large.clone()] {
            if system.has(&n) {
                let digits = system.representation(&n);
                assert!(digits.len() > 1000);
                assert_eq!(system.value(&digits), n, "{name}");
                assert!(accepts(system.valid(), &digits));
            }
        }
    }
}

/// The atom on every tuple of words of one length, against arithmetic.
fn check_atom(
    definition: &Definition,
    system: &Arc<NumerationSystem>,
    numbers: &[(Vec<u32>, i64)],
    coefficients: &[i64],
    compare: Compare,
    constant: i64,
) {
    let atom = LinearAtom::new(coefficients, compare, constant);
    let dfa = system.linear(&atom, &filbert::script::Limits::default().budget()).unwrap();
    let tracks = coefficients.len() as u32;
    for code in 0..numbers.len().pow(tracks) {
        let tuple: Vec<&(Vec<u32>, i64)> =
            (0..tracks).map(|i| &numbers[code / numbers.len().pow(i) % numbers.len()]).collect();
        let sum: i64 = coefficients.iter().zip(&tuple).map(|(k, (_, x))| k * x).sum();
        let expected = match compare {
            Compare::Equal => sum == constant,
            Compare::NotEqual => sum != constant,
            Compare::Less => sum < constant,
        };
        let letter = |i: usize| dfa.layout().pack(&tuple.iter().map(|(word, _)| word[i]).collect::<Vec<u32>>());
        let mut word: Vec<_> = (0..numbers[0].0.len()).map(letter).collect();
        if system.direction() == Direction::Lsd {
            word.reverse();
        }
        assert_eq!(
            dfa.accepts(word),
            expected,
            "{coefficients:?} {compare:?} {constant} at {tuple:?} in {} {}",
            system.name(),
            definition.name
        );
    }
}

#[test]
fn linear_atoms_agree_with_arithmetic() {
    let systems = systems();
    for definition in definitions() {
        let one = definition.numbers(length(&definition, 1).min(9));
        let two = definition.numbers(length(&definition, 2).min(6));
        let three = definition.numbers(length(&definition, 3).min(5));
        for direction in ["msd", "lsd"] {
            let system = systems.get(&format!("{direction}_{}", definition.name)).unwrap();
            for compare in [Compare::Equal, Compare::NotEqual, Compare::Less] {
                for constant in [-30, -9, -1, 0, 1, 7, 50] {
                    check_atom(&definition, &system, &one, &[1], compare, constant);
                    check_atom(&definition, &system, &one, &[-3], compare, constant);
                    if constant.abs() < 10 {
                        check_atom(&definition, &system, &two, &[2, -1], compare, constant);
                        check_atom(&definition, &system, &two, &[1, 3], compare, constant);
                        check_atom(&definition, &system, &two, &[-2, 3], compare, constant);
                    }
                }
                check_atom(&definition, &system, &two, &[1, -1], compare, 0);
                check_atom(&definition, &system, &three, &[1, 1, -1], compare, 0);
            }
        }
    }
}

#[test]
fn large_constants_are_found() {
    let systems = systems();
    for name in ["msd_neg_2", "lsd_neg_fib", "msd_sqrt3", "msd_three"] {
        let system = systems.get(name).unwrap();
        for constant in [1_000_000i64, -1_000_000, 1 << 39] {
            for (compare, holds) in [(Compare::Equal, [false, true, false]), (Compare::Less, [true, false, false])] {
                let atom = LinearAtom::new(&[1], compare, constant);
                let dfa = system.linear(&atom, &filbert::script::Limits::default().budget()).unwrap();
                for (n, holds) in [constant - 1, constant, constant + 1].into_iter().zip(holds) {
                    let n = BigInt::from(n);
                    if system.has(&n) {
                        let word = encode(&[n], dfa.layout(), std::slice::from_ref(&system));
                        assert_eq!(dfa.accepts(word), holds, "{name} {constant} {compare:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn negative_and_ostrowski_systems_are_certified() {
    let systems = systems();
    for definition in definitions() {
        for direction in ["msd", "lsd"] {
            let system = systems.get(&format!("{direction}_{}", definition.name)).unwrap();
            let certificate = certify(&system, &filbert::script::Limits::default().budget()).unwrap();
            assert!(certificate.holds(), "{certificate:?}");
        }
    }
}

/// The adders of Fibonacci and Pell numbers are those of Parry systems.
#[test]
fn fibonacci_and_pell_are_parry_systems() {
    let systems = systems();
    for (ostrowski, parry) in [("zeckendorf", "fib"), ("silver", "pell")] {
        for direction in ["msd", "lsd"] {
            let [a, b] = [ostrowski, parry].map(|name| systems.get(&format!("{direction}_{name}")).unwrap());
            assert_eq!(a.valid(), b.valid());
            for (coefficients, compare) in
                [(&[1, 1, -1][..], Compare::Equal), (&[1, -1], Compare::Less), (&[2, -3], Compare::NotEqual)]
            {
                let atom = LinearAtom::new(coefficients, compare, 0);
                let [a, b] =
                    [&a, &b].map(|system| system.linear(&atom, &filbert::script::Limits::default().budget()).unwrap());
                assert_eq!(a, b, "{ostrowski} {atom:?}");
            }
        }
    }
}

#[test]
fn adders_have_their_sizes() {
    let systems = systems();
    let states = |name: &str| {
        let atom = LinearAtom::new(&[1, 1, -1], Compare::Equal, 0);
        systems.get(name).unwrap().linear(&atom, &filbert::script::Limits::default().budget()).unwrap().states()
    };
    let sizes: Vec<usize> =
        ["msd_neg_2", "msd_neg_10", "msd_neg_fib", "msd_golden", "msd_sqrt3", "msd_sqrt7"].map(states).into();
    assert_eq!(sizes, [3, 3, 17, 16, 38, 137]);
}

#[test]
fn tuples_are_decoded_as_they_are_encoded() {
    let systems = systems();
    let mixed = ["msd_neg_2", "msd_fib", "msd_sqrt3", "msd_neg_fib"].map(|name| systems.get(name).unwrap());
    let sizes: Vec<u32> = mixed.iter().map(|system| system.digits()).collect();
    let layout = filbert::automata::Layout::new(&sizes).unwrap();
    for n in 0..50i64 {
        let numbers: Vec<BigInt> = [-n, n, 2 * n, 7 - n].map(BigInt::from).into();
        assert_eq!(decode(&encode(&numbers, &layout, &mixed), &layout, &mixed), numbers);
    }
}
