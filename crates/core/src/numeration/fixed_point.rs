//! The numeration system of the places of a fixed point.
//!
//! Letters from which the same words of digits lead on are one letter here, for numbers are ranks of words: the
//! automaton of digits is minimized. If then all digits but the largest lead to the first letter, no letter has more
//! words than that one, and numbers add, the system is a [`Positional`] one: an integer base or a Parry system.
//! Otherwise it is a [`DumontThomas`] one (Dumont and Thomas 1989), whose sums are slower to build.
//!
//! The cost is that of linear algebra with as many rows as there are letters. Their number and that of digits have
//! limits.

use crate::automata::{Layout, number};
use crate::tuning::numeration::digits::LARGEST_DIGIT;
use crate::tuning::numeration::morphic;

use super::dumont_thomas::{DumontThomas, automaton};
use super::error::NumerationError;
use super::parry::{counts, minimal_recurrence};
use super::positional::Positional;
use super::rule::Rule;

/// The system of the fixed point that begins with letter 0, from the image of each letter.
///
/// # Errors
/// If letter 0 does not begin its own, longer image; if an image is empty; if there are too many digits or letters.
///
/// ```
/// use filbert_core::numeration::{Rule, fixed_point_system};
///
/// let rule = fixed_point_system(&[vec![0, 1], vec![1, 0, 1, 1]]).unwrap();
/// assert!(matches!(rule, Rule::DumontThomas(_)));
/// // 0 is followed by 1, whose image has four letters: 3 = |s(0)| + 1.
/// let Rule::DumontThomas(system) = rule else { unreachable!() };
/// assert_eq!(system.digits_of(&3u32.into()), [1, 1]);
/// // The Fibonacci word has the Fibonacci numeration.
/// assert!(matches!(fixed_point_system(&[vec![0, 1], vec![0]]), Ok(Rule::Positional(_))));
/// ```
pub fn fixed_point_system(images: &[Vec<usize>]) -> Result<Rule, NumerationError> {
    let wrong = |why: &str| NumerationError::NoFixedPoint(why.into());
    if images.first().is_none_or(|image| image.len() < 2 || image[0] != 0) {
        return Err(wrong("the image of its first letter does not begin with that letter, or is no longer"));
    }
    if images.iter().any(Vec::is_empty) {
        return Err(wrong("a letter has the empty image, so that its places have no numbers of their own"));
    }
    if images.iter().any(|image| image.len() > LARGEST_DIGIT as usize) {
        return Err(NumerationError::NoFixedPoint(format!("an image has more than {LARGEST_DIGIT} letters")));
    }
    let images = merged(images);
    if images.len() > morphic::LETTERS {
        return Err(NumerationError::NoFixedPoint(format!("it has more than {} letters", morphic::LETTERS)));
    }
    let system = DumontThomas::new(images);
    if system.adds() && system.images().iter().all(|image| image[..image.len() - 1].iter().all(|&letter| letter == 0)) {
        let (images, accepting) = (system.images().to_vec(), vec![true; system.images().len()]);
        let terms = counts(&images, &accepting, 4 * images.len() + 4);
        let positional = minimal_recurrence(&terms).map(|known| Positional::new(known, images, accepting));
        if let Some(Ok(positional)) = positional
            && positional.is_greedy()
        {
            return Ok(positional.into());
        }
    }
    Ok(system.into())
}

/// The morphism with one letter for all those whose images, and the images of these, are equally long.
fn merged(images: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let layout = Layout::new(&[number(images.iter().map(Vec::len).max().unwrap_or(1))]).expect("one track fits");
    let minimal = automaton(layout, images).minimize();
    let row = |q| minimal.transitions().targets(q).iter().map(|target| target.index()).collect();
    minimal.numbers().map(row).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::super::certify::certify;
    use super::super::linear_atom::{Compare, LinearAtom};
    use super::super::recognize::{StoredSystem, recognize};
    use super::super::system::{Direction, NumerationSystem};
    use super::*;
    use crate::automata::Letter;
    use crate::budget::{Budget, Halt, Limit, Unsupported};

    /// Morphisms of 2 to 5 letters whose first begins its own image, which is longer.
    fn images() -> impl Strategy<Value = Vec<Vec<usize>>> {
        (2usize..=5).prop_flat_map(|letters| {
            let first = proptest::collection::vec(0..letters, 1..4);
            let others = proptest::collection::vec(proptest::collection::vec(0..letters, 1..4), letters - 1);
            (first, others).prop_map(|(first, others)| {
                let first = std::iter::once(0).chain(first).collect();
                std::iter::once(first).chain(others).collect()
            })
        })
    }

    /// At least so many letters of the fixed point, by substitution.
    fn prefix(images: &[Vec<usize>], length: usize) -> Vec<usize> {
        let mut word = images[0].clone();
        let mut next = 1;
        while word.len() < length {
            word.extend(&images[word[next]]);
            next += 1;
        }
        word
    }

    /// The digits of each place: those of the place in whose image it is, and how far it is in there.
    fn digits(images: &[Vec<usize>], word: &[usize]) -> Vec<Vec<u32>> {
        let mut digits: Vec<Vec<u32>> = Vec::new();
        for (parent, &letter) in word.iter().enumerate() {
            for at in 0..images[letter].len() {
                if digits.len() == word.len() {
                    return digits;
                }
                let mut own = if parent == 0 { Vec::new() } else { digits[parent].clone() };
                if !(own.is_empty() && at == 0) {
                    own.push(number(at));
                }
                digits.push(own);
            }
        }
        digits
    }

    fn system(images: &[Vec<usize>]) -> NumerationSystem {
        let rule = fixed_point_system(images).unwrap();
        NumerationSystem::new("msd_w".into(), Direction::Msd, rule, &Budget::unlimited()).unwrap()
    }

    /// The automata of most systems are small.
    fn budget() -> Budget {
        Budget::unlimited().with_states(5000)
    }

    /// The automaton holds the tuples below a bound that it should, padded by a zero, unless it is large.
    fn holds(system: &NumerationSystem, coefficients: &[i64], compare: Compare, constant: i64) {
        let atom = LinearAtom::new(coefficients, compare, constant);
        let dfa = match system.linear(&atom, &budget()) {
            Ok(dfa) => dfa,
            Err(halt) => return assert_eq!(halt, Limit::States.into()),
        };
        let bound: i64 = if coefficients.len() == 3 { 14 } else { 40 };
        for index in 0..bound.pow(number(coefficients.len())) {
            let tuple: Vec<i64> = (0..coefficients.len()).map(|at| index / bound.pow(number(at)) % bound).collect();
            let sum: i64 = tuple.iter().zip(coefficients).map(|(n, k)| n * k).sum();
            let expected = match compare {
                Compare::Equal => sum == constant,
                Compare::NotEqual => sum != constant,
                Compare::Less => sum < constant,
            };
            let words: Vec<Vec<u32>> = tuple.iter().map(|&n| system.representation(&n.into())).collect();
            let longest = words.iter().map(Vec::len).max().unwrap() + 1;
            let letters = (0..longest).map(|at| {
                let digit = |word: &Vec<u32>| (at + word.len()).checked_sub(longest).map_or(0, |at| word[at]);
                dfa.layout().pack(&words.iter().map(digit).collect::<Vec<u32>>())
            });
            let found = dfa.accepts(letters.map(Letter::bits));
            assert_eq!(found, expected, "{coefficients:?} {compare:?} {constant}: {tuple:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn numbers_are_the_places_of_the_fixed_point(images in images()) {
            let system = system(&images);
            let word = prefix(&images, 300);
            for (n, digits) in digits(&images, &word).iter().enumerate() {
                prop_assert_eq!(&system.representation(&n.into()), digits);
                prop_assert_eq!(system.value(digits), n.into());
                prop_assert!(system.valid().accepts(digits.iter().map(|&digit| u64::from(digit))));
                // Read from the first letter, they lead to the letter that stands there.
                let letter = digits.iter().fold(0, |letter, &digit| images[letter][digit as usize]);
                prop_assert_eq!(letter, word[n]);
            }
        }

        #[test]
        fn atoms_hold_for_the_numbers_that_they_should(
            images in images(),
            coefficients in proptest::collection::vec(-3i64..4, 1..4),
            compare in prop_oneof![Just(Compare::Equal), Just(Compare::NotEqual), Just(Compare::Less)],
            constant in -12i64..30,
        ) {
            let system = system(&images);
            if system.rule().adds() {
                holds(&system, &coefficients, compare, constant);
            }
            holds(&system, &coefficients[..1], compare, constant);
            holds(&system, &[coefficients[0], -coefficients[0]], compare, constant);
        }

        #[test]
        fn systems_that_add_prove_that_they_do(images in images()) {
            let system = Arc::new(system(&images));
            if system.rule().adds() && system.digits() <= 5 {
                match certify(&system, &budget()) {
                    Ok(certificate) => prop_assert!(certificate.holds(), "{:?}", certificate.claims),
                    Err(halt) => prop_assert_eq!(halt, Limit::States.into()),
                }
            }
        }
    }

    #[test]
    fn known_systems_are_recognized() {
        let rule = |images: &[&[usize]]| {
            let images: Vec<Vec<usize>> = images.iter().map(|image| image.to_vec()).collect();
            fixed_point_system(&images).unwrap()
        };
        assert_eq!(rule(&[&[0, 1], &[1, 0]]), super::super::base::base(2).unwrap().into());
        assert_eq!(rule(&[&[0, 1], &[0]]), super::super::parry::from_recurrence(&[1, 1], None).unwrap().into());
        let trib = super::super::parry::from_recurrence(&[1, 1, 1], None).unwrap();
        assert_eq!(rule(&[&[0, 1], &[0, 2], &[0]]), trib.into());
        // Its letters are told apart by lengths only up to their images.
        assert_eq!(rule(&[&[0, 1, 2], &[2, 0, 1], &[1, 1, 0]]), super::super::base::base(3).unwrap().into());
    }

    #[test]
    fn digits_that_have_weights_may_not_be_greedy() {
        // From 1 more words lead on than from 0: 4 is 2 + 2, and not twice 2.
        let images = [vec![0, 1], vec![0, 0, 1]];
        let Rule::DumontThomas(own) = fixed_point_system(&images).unwrap() else { panic!("it is not positional") };
        assert_eq!(own.digits_of(&4u32.into()), [1, 2]);
        let (system, budget) = (Arc::new(system(&images)), Budget::unlimited());
        let sum = LinearAtom::new(&[1, 1, -1], Compare::Equal, 0);
        let addition = system.linear(&sum, &budget).unwrap().as_ref().clone();
        let stored = StoredSystem { valid: Some(own.valid()), addition, less_than: None };
        let read = recognize(&stored, &budget).unwrap();
        let read = NumerationSystem::new("msd_read".into(), Direction::Msd, read, &budget).unwrap();
        for n in 0..100u32 {
            assert_eq!(read.representation(&n.into()), system.representation(&n.into()));
        }
    }

    #[test]
    fn what_has_no_numbers_says_why() {
        let why = |images: &[Vec<usize>]| fixed_point_system(images).unwrap_err().to_string();
        assert!(why(&[vec![0]]).contains("does not begin with that letter"));
        assert!(why(&[vec![0, 1], vec![]]).contains("empty image"));
        assert!(why(&[]).contains("first letter"));
    }

    #[test]
    fn sums_without_an_automaton_are_refused() {
        let system = system(&[vec![0, 1], vec![0, 0, 0]]);
        let sum = LinearAtom::new(&[1, 1, -1], Compare::Equal, 0);
        let refused = Err(Halt::Unsupported(Unsupported::Sums { thousandths: 1303 }));
        assert_eq!(system.linear(&sum, &Budget::unlimited()).map(|_| ()), refused);
    }
}
