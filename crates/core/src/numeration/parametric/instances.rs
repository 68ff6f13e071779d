//! Systems with a parameter that come with names: the Ostrowski systems of all slopes, and base 2 beside the
//! instructions of paperfolding words.
//!
//! The automata of base 2 are written down here and proved like those of any user ([`axioms`](super::axioms)). Slopes
//! are proved by `certify_sturmian`.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use super::arithmetic::Arithmetic;
use super::axioms::ParametricError;
use super::parameters::Parameters;
use super::system::ParametricSystem;
use crate::automata::{Dfa, Dfao, Layout, State, Transitions};
use crate::budget::{Budget, Halt};
use crate::numeration::every_slope::{self, CLOSE};
use crate::numeration::{Language, Numerations, TrackKind};

static STURMIAN: LazyLock<Arc<ParametricSystem>> = LazyLock::new(|| {
    let letters = TrackKind::of_digits(&[0, 1, 2]);
    // Before a quotient, in one that is 0 so far, and in one that is not.
    let layout = Layout::new(&[every_slope::LETTERS]).expect("one track fits");
    let rows = [(true, vec![(0, 1), (1, 2)]), (false, vec![(0, 1), (1, 2)]), (false, vec![(0, 2), (1, 2), (CLOSE, 0)])];
    let rows =
        rows.map(|(accepts, row)| (accepts, row.into_iter().map(|(digit, to)| (layout.pack(&[digit]), to)).collect()));
    let parts = Dfa::from_rows::<_, u32>(layout.clone(), rows).minimize();
    let [parameter, number] = [letters.clone(), letters];
    let parameters = Parameters { parameter, number, close: Some([CLOSE; 2]), parts };
    Arc::new(ParametricSystem { parameters, arithmetic: Arithmetic::Slopes })
});

impl ParametricSystem {
    /// The Ostrowski systems of all slopes: the parameter is a word of quotients, each in binary and closed by 2.
    #[must_use]
    pub fn sturmian() -> Arc<ParametricSystem> {
        Arc::clone(&STURMIAN)
    }

    /// Base 2 beside a word of instructions, each -1 or 1.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn paperfolding(budget: &Budget) -> Result<ParametricSystem, Halt> {
        let base_two = Numerations::standard().get("msd_2").map_err(|_| Halt::Contradiction)?;
        let [mut number, less, sum] = [base_two::numbers(), base_two::less(), base_two::sum()];
        number.tracks[1] = TrackKind::Numbers(base_two);
        match ParametricSystem::new(&number, &sum, &less, None, budget) {
            Ok(system) => Ok(system),
            Err(ParametricError::Halt(halt)) => Err(halt),
            Err(ParametricError::Tracks(_) | ParametricError::Fails { .. }) => Err(Halt::Contradiction),
        }
    }
}

/// The paperfolding words: the letter at 2^k (2j+1) is (-1)^j times the instruction with k others behind it. That at
/// 0 is none of the word, and -1.
#[must_use]
pub fn paperfolding_words() -> Dfao {
    let instructions = TrackKind::of_digits(&[-1, 1]).digit_values();
    let layout = Layout::new(&[2; 2]).expect("two tracks fit");
    // Whether the digit before was 1, and the letter if no other digit 1 follows.
    let states = [(false, -1), (true, 1), (true, -1), (false, 1)];
    let row = |(was_one, value): (bool, i64)| {
        let target = |letter: [u32; 2]| {
            let next = match letter[1] {
                0 => (false, value),
                _ => (true, instructions[letter[0] as usize] * if was_one { -1 } else { 1 }),
            };
            let at = states.iter().position(|&known| known == next).expect("no other state is reached");
            (layout.pack(&letter), State::new(at))
        };
        [[0, 0], [0, 1], [1, 0], [1, 1]].map(target).to_vec()
    };
    let transitions = Transitions::from_rows(states.map(row));
    Dfao::new(layout.clone(), transitions, states.map(|state| state.1).to_vec())
}

/// Base 2 beside instructions.
mod base_two {
    use super::*;

    /// The digits of numbers, and the state that they lead to.
    type Row = Vec<(Vec<u32>, usize)>;

    fn language(numbers: usize, rows: Vec<(bool, Row)>) -> Language {
        let layout = Layout::new(&vec![2; numbers + 1]).expect("few tracks fit");
        let rows = rows.into_iter().map(|(accepts, row)| {
            let both = |(digits, target): (Vec<u32>, usize)| {
                [0, 1].map(|instruction| (layout.pack(&[&[instruction][..], &digits].concat()), State::new(target)))
            };
            (accepts, row.into_iter().flat_map(both).collect::<Vec<_>>())
        });
        let dfa = Arc::new(Dfa::from_rows(layout.clone(), rows.collect::<Vec<_>>()));
        let tracks =
            std::iter::once(TrackKind::of_digits(&[-1, 1])).chain(vec![TrackKind::of_digits(&[0, 1]); numbers]);
        Language { dfa, tracks: tracks.collect() }
    }

    fn digits(numbers: usize) -> impl Iterator<Item = Vec<u32>> {
        (0..1u32 << numbers).map(move |bits| (0..numbers).map(|at| bits >> at & 1).collect())
    }

    pub fn numbers() -> Language {
        language(1, vec![(true, digits(1).map(|digit| (digit, 0)).collect())])
    }

    pub fn less() -> Language {
        let equal = |pair: Vec<u32>| match pair[0].cmp(&pair[1]) {
            Ordering::Less => Some((pair, 1)),
            Ordering::Equal => Some((pair, 0)),
            Ordering::Greater => None,
        };
        let decided = digits(2).map(|pair| (pair, 1)).collect();
        language(2, vec![(false, digits(2).filter_map(equal).collect()), (true, decided)])
    }

    pub fn sum() -> Language {
        // With a carry into the digit before, or without.
        let row = |carry: u32| {
            let carried = move |xyz: Vec<u32>| {
                let wanted = (xyz[2] + 2 * carry).checked_sub(xyz[0] + xyz[1])?;
                (wanted < 2).then_some((xyz, wanted as usize))
            };
            digits(3).filter_map(carried).collect()
        };
        language(3, vec![(true, row(0)), (false, row(1))])
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::*;
    use crate::automata::Track;
    use crate::numeration::Compare;

    /// Where a state leads with digits in a base.
    type Step<'a> = &'a dyn Fn(usize, u32, &[u32]) -> Option<usize>;

    /// Each letter of the parameter, 2 or 3, is the base of its digit: the weight of a digit is the product of the bases below.
    fn mixed_radix(sum: Option<Dfa>, less: Option<Dfa>) -> Result<ParametricSystem, ParametricError> {
        let tracks = |numbers: usize| -> Vec<TrackKind> {
            std::iter::once(TrackKind::of_digits(&[2, 3]))
                .chain(vec![TrackKind::of_digits(&[0, 1, 2]); numbers])
                .collect()
        };
        let automaton = |numbers: usize, step: Step<'_>, accepts: &[bool]| {
            let layout = Layout::new(&tracks(numbers).iter().map(TrackKind::size).collect::<Vec<_>>()).unwrap();
            let rows = accepts.iter().enumerate().map(|(state, &accepts)| {
                let target = |letter| {
                    let digits = layout.unpack(letter);
                    let base = digits[0] + 2;
                    let valid = digits[1..].iter().all(|&digit| digit < base);
                    Some((letter, State::new(valid.then(|| step(state, base, &digits[1..]))??)))
                };
                (accepts, layout.letters().filter_map(target).collect::<Vec<_>>())
            });
            Dfa::from_rows(layout.clone(), rows.collect::<Vec<_>>()).minimize()
        };
        let language = |dfa: Dfa| Language { tracks: tracks(dfa.layout().tracks() - 1), dfa: Arc::new(dfa) };
        let carried = |carry: usize, base: u32, xyz: &[u32]| {
            let wanted = (xyz[2] as usize + base as usize * carry).checked_sub((xyz[0] + xyz[1]) as usize)?;
            (wanted < 2).then_some(wanted)
        };
        let decided = |state: usize, _: u32, xy: &[u32]| match xy[0].cmp(&xy[1]) {
            _ if state == 1 => Some(1),
            Ordering::Less => Some(1),
            Ordering::Equal => Some(0),
            Ordering::Greater => None,
        };
        let numbers = language(automaton(1, &|_, _, _| Some(0), &[true]));
        let sum = language(sum.unwrap_or_else(|| automaton(3, &carried, &[true, false])));
        let less = language(less.unwrap_or_else(|| automaton(2, &decided, &[false, true])));
        ParametricSystem::new(&numbers, &sum, &less, None, &Budget::unlimited())
    }

    /// The number with digits in these bases, from the top.
    fn worth(bases: &[u32], digits: &[u32]) -> u64 {
        bases.iter().zip(digits).fold(0, |value, (&base, &digit)| value * u64::from(base) + u64::from(digit))
    }

    #[test]
    fn numbers_of_a_part_are_in_order() {
        let mixed = mixed_radix(None, None).unwrap();
        for bases in [vec![], vec![3], vec![2, 3, 3, 2], vec![3, 2, 2]] {
            let letters: Vec<u32> = bases.iter().map(|base| base - 2).collect();
            let part = mixed.part(&letters, 100).unwrap();
            assert_eq!(part.count(), i64::from(bases.iter().product::<u32>()));
            for number in 0..part.count() {
                let word = part.word(number).unwrap();
                assert_eq!(worth(&bases, &word), number as u64, "{bases:?}");
                assert_eq!(mixed.value(&letters, &word), BigUint::from(number as u64));
            }
            assert!(part.word(part.count()).is_none() && part.word(-1).is_none());
        }
        assert!(mixed.part(&[1; 5], 242).is_none());
        let paperfolding = ParametricSystem::paperfolding(&Budget::unlimited()).unwrap();
        assert_eq!(paperfolding.value(&[0, 1, 1], &[1, 0, 1]), BigUint::from(5u32));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn sums_are_those_of_numbers(
            coefficients in proptest::collection::vec(-3i64..4, 0..4),
            compare in prop::sample::select(vec![Compare::Equal, Compare::NotEqual, Compare::Less]),
            constant in -6i64..7,
            bases in proptest::collection::vec(2u32..4, 0..6),
            seeds in proptest::collection::vec(any::<u64>(), 120),
        ) {
            let mixed = mixed_radix(None, None).unwrap();
            let dfa = mixed.linear(&coefficients, compare, constant, &Budget::unlimited()).unwrap();
            let letters: Vec<u32> = bases.iter().map(|base| base - 2).collect();
            let part = mixed.part(&letters, 1000).unwrap();
            for seeds in seeds.chunks_exact(coefficients.len().max(1)) {
                let mut values: Vec<i64> =
                    coefficients.iter().zip(seeds).map(|(_, seed)| (seed % part.count() as u64) as i64).collect();
                let sum = |values: &[i64]| -> i64 { coefficients.iter().zip(values).map(|(k, x)| k * x).sum() };
                // As close as can be, as often as not.
                if seeds[0] & 1 << 40 != 0 && coefficients.first().is_some_and(|&k| k != 0) {
                    let rest = constant - sum(&values) + coefficients[0] * values[0];
                    values[0] = (rest / coefficients[0]).clamp(0, part.count() - 1);
                }
                let holds = match compare {
                    Compare::Equal => sum(&values) == constant,
                    Compare::NotEqual => sum(&values) != constant,
                    Compare::Less => sum(&values) < constant,
                };
                let words: Vec<Vec<u32>> = values.iter().map(|&value| part.word(value).unwrap()).collect();
                let letter = |at: usize| {
                    let digits = words.iter().map(|word| word[at]);
                    dfa.layout().pack(&std::iter::once(letters[at]).chain(digits).collect::<Vec<_>>())
                };
                prop_assert_eq!(dfa.accepts((0..letters.len()).map(letter)), holds, "{:?} {:?}", bases, values);
            }
        }
    }

    #[test]
    fn what_does_not_add_is_refused() {
        let mixed = mixed_radix(None, None).unwrap();
        let Arithmetic::Built(built) = &mixed.arithmetic else { unreachable!() };
        let fails = |sum: Option<Dfa>, less: Option<Dfa>| mixed_radix(sum, less).unwrap_err().to_string();
        let flipped = built.less.permute(&Track::list([0, 2, 1]));
        assert_eq!(fails(None, Some(flipped)), "it does not hold that the first number is zeros");
        let empty = mixed_radix(Some(Dfa::empty(built.sum.layout().clone())), None);
        let Err(ParametricError::Fails { claim, words }) = empty else { panic!("nothing adds") };
        assert_eq!((claim, words), ("x+0=z iff x=z", vec![Vec::new(); 3]), "0 + 0 of the empty part");
        // Without the edges of one digit.
        let without = |dfa: &Dfa, left: usize| {
            let rows = dfa.numbers().map(|q| {
                let row = dfa.transitions().row(q).enumerate().filter(|(at, _)| (q.index(), *at) != (0, left));
                (dfa.accepting()[q], row.map(|edge| edge.1).collect::<Vec<_>>())
            });
            Dfa::from_rows(dfa.layout().clone(), rows.collect::<Vec<_>>()).minimize()
        };
        for edge in 0..built.sum.transitions().row(State::START).count() {
            assert!(fails(Some(without(&built.sum, edge)), None).starts_with("it does not hold that x+"), "{edge}");
        }
        for edge in 0..built.less.transitions().row(State::START).count() {
            let found = fails(None, Some(without(&built.less, edge)));
            assert!(found.starts_with("it does not hold that x<y"), "{edge}: {found}");
        }
        let tracks = [2, 3].map(|count| mixed.parameters.tracks(count));
        let language =
            |dfa: &Dfa, tracks: &[TrackKind]| Language { dfa: Arc::new(dfa.clone()), tracks: tracks.to_vec() };
        let [numbers, less] =
            [language(&built.numbers, &mixed.parameters.tracks(1)), language(&built.less, &tracks[0])];
        let made = ParametricSystem::new(&numbers, &less, &less, None, &Budget::unlimited());
        assert!(matches!(made, Err(ParametricError::Tracks(_))));
        let sum = language(&built.sum, &tracks[1]);
        for close in [0, 2, 3] {
            let made = ParametricSystem::new(&numbers, &sum, &less, Some(close), &Budget::unlimited());
            assert!(made.is_err(), "{close} closes nothing here");
        }
        let small = Budget::unlimited().with_states(1);
        let made = ParametricSystem::new(&numbers, &sum, &less, None, &small);
        assert!(matches!(made, Err(ParametricError::Halt(Halt::Limit(_)))));
    }

    #[test]
    fn atoms_of_a_system_are_those_built_of_its_sum() {
        let budget = Budget::unlimited();
        let mut paperfolding = ParametricSystem::paperfolding(&budget).unwrap();
        let atoms = |system: &ParametricSystem| -> Vec<Dfa> {
            [(vec![1, 1, -1], 0), (vec![3, -2], 1), (vec![0, 1], 6), (vec![1, 0, -1, -1], -1), (vec![-2, -1], 3)]
                .iter()
                .flat_map(|(k, c)| [Compare::Equal, Compare::NotEqual, Compare::Less].map(|compare| (k, compare, *c)))
                .map(|(k, compare, c)| system.linear(k, compare, c, &budget).unwrap())
                .collect()
        };
        let given = atoms(&paperfolding);
        let Arithmetic::Built(built) = &mut paperfolding.arithmetic else { unreachable!() };
        assert!(built.system.take().is_some(), "numbers are those of base 2");
        assert_eq!(atoms(&paperfolding), given);
    }

    #[test]
    fn atoms_of_slopes_are_those_built_of_their_sum() {
        let budget = Budget::unlimited();
        let given = |k: &[i64], compare, c| every_slope::linear(k, compare, c, &budget).unwrap();
        let language = |dfa: Dfa| Language {
            tracks: vec![TrackKind::of_digits(&[0, 1, 2]); dfa.layout().tracks()],
            dfa: Arc::new(dfa),
        };
        let numbers = language(every_slope::numbers(1, &budget).unwrap());
        let less = language(given(&[1, -1], Compare::Less, 0));
        let sum = language(given(&[1, 1, -1], Compare::Equal, 0));
        let slopes = ParametricSystem::new(&numbers, &sum, &less, Some(i64::from(CLOSE)), &budget).unwrap();
        for (k, compare, c) in [
            (vec![1, 1, -1], Compare::Equal, 0),
            (vec![2, -1], Compare::Equal, 1),
            (vec![1, -2], Compare::Less, -2),
            (vec![3], Compare::NotEqual, 6),
            (vec![0, 1], Compare::Less, 3),
        ] {
            assert_eq!(slopes.linear(&k, compare, c, &budget).unwrap(), given(&k, compare, c), "{k:?} {compare:?} {c}");
        }
    }

    #[test]
    fn parts_of_slopes_are_quotients() {
        let parts = every_slope::numbers(0, &Budget::unlimited()).unwrap();
        assert_eq!(*ParametricSystem::sturmian().parameters.parts(), parts);
    }

    #[test]
    fn paperfolding_words_unfold() {
        let dfao = paperfolding_words();
        for instructions in [[1, 1, 1, 1, 1], [1, -1, -1, 1, -1], [-1, -1, 1, 1, -1]] {
            // Folded: the word so far, the instruction, and the word so far from its end with signs changed.
            let mut word: Vec<i64> = vec![];
            for fold in instructions {
                let back: Vec<i64> = word.iter().rev().map(|letter| -letter).collect();
                word = [word, vec![fold], back].concat();
            }
            let letters: Vec<u32> = instructions.iter().rev().map(|&f| u32::from(f == -1)).collect();
            assert_eq!(dfao.output(vec![crate::automata::Letter::ZERO; 5]), Some(-1));
            for n in 1..1u32 << 5 {
                let digits = (0..5).rev().map(|at| n >> at & 1);
                let read: Vec<_> = letters.iter().zip(digits).map(|(&f, d)| dfao.layout().pack(&[f, d])).collect();
                assert_eq!(dfao.output(read), Some(word[n as usize - 1]), "{instructions:?} {n}");
            }
        }
    }
}
