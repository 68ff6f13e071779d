//! The type heuristic: from a prefix to the morphism and coding that Renard, Rigo 2025 prints.

use std::collections::HashMap;

use filbert::numeration::Numerations;
use filbert::words::{GuessError, Morphism, Word, guess, word_command};

/// The letters, the depth of the types and the number of types for each depth that are guessed from a shipped word.
fn guessed(word: &str, length: u32) -> (usize, usize, Vec<usize>) {
    let word = filbert::library::standard_word(word, &filbert::script::Limits::default().budget())
        .expect("a shipped word")
        .expect("which can be read");
    let prefix: Vec<i64> = (0..length).map(|n| word.value(&[n.into()])).collect();
    let found = guess(&prefix, &word.systems[0], &filbert::script::Limits::default().budget()).expect("a morphism");
    // The whole word, not only the prefix: equal words have equal automata.
    let morphism = Morphism::new((0..).zip(found.images.clone())).expect("a morphism");
    let coding: HashMap<i64, i64> = (0..).zip(found.outputs.iter().copied()).collect();
    let budget = filbert::script::Limits::default().budget();
    let again = Word::from_morphism(&morphism, Some(&coding), word.systems[0].clone(), &budget).expect("a word");
    assert_eq!(again, *word);
    (found.images.len(), found.depth, found.counts)
}

#[test]
fn the_types_of_a_prefix_give_the_morphisms_of_the_paper() {
    // Renard, Rigo 2025: Example 8 and Table 2, Theorems 13 and 14, Propositions 22 to 24 with Remark 25.
    let (letters, depth, counts) = guessed("G", 3000);
    assert_eq!((letters, depth), (6, 2));
    assert_eq!(&counts[..4], [2, 5, 6, 6]);
    assert_eq!(guessed("K3", 3000).0, 12);
    let (letters, depth, _) = guessed("K4", 3000);
    assert_eq!((letters, depth), (18, 4));
    // Proposition 22 prints five letters, of which 0 and 3 do the same: 0->01, 3->31, both coded by a.
    assert_eq!(guessed("F1G1", 3000).0, 4);
    let (letters, depth, _) = guessed("F2G2", 3000);
    assert_eq!((letters, depth), (16, 4));
    let (letters, depth, _) = guessed("F3G3", 3000);
    assert_eq!((letters, depth), (22, 5));
    assert_eq!(guessed("TR", 3000).0, 3);
}

#[test]
fn the_heuristic_numbers_the_letters_as_the_paper_prints_them() {
    // Renard, Rigo 2025: Example 8, Theorems 13 and 14, Propositions 23 and 24.
    let printed = [
        ("G", 1000, "0->01 1->2 2->31 3->45 4->35 5->4"),
        ("K3", 1000, "0->01 1->2 2->34 3->56 4->7 5->78 6->9 7->[10][11] 8->[10] 9->56 [10]->[10][11] [11]->7"),
        // "Having the first 600 values".
        (
            "K4",
            600,
            "0->01 1->2 2->34 3->56 4->7 5->89 6->[10] 7->[11][12] 8->[13][12] 9->[13] [10]->[14][15] [11]->[14][15] \
             [12]->[14] [13]->7[16] [14]->[14][17] [15]->[11] [16]->[13] [17]->[11]",
        ),
        (
            "F2G2",
            1000,
            "0->01 1->2 2->34 3->56 4->7 5->89 6->[10] 7->[11][12] 8->[10][13] 9->[14] [10]->[10][13] [11]->56 \
             [12]->[15] [13]->5 [14]->89 [15]->[11][12]",
        ),
        (
            "F3G3",
            1000,
            "0->01 1->2 2->34 3->56 4->7 5->89 6->[10] 7->[11][12] 8->[13][12] 9->[14] [10]->[15][16] \
             [11]->[14][17] [12]->[18] [13]->[14][17] [14]->[19][12] [15]->[18][20] [16]->[21] [17]->[18] \
             [18]->[13][12] [19]->[19][12] [20]->[14] [21]->[15][16]",
        ),
    ];
    for (name, length, rules) in printed {
        let word = filbert::library::standard_word(name, &filbert::script::Limits::default().budget())
            .expect("a shipped word")
            .expect("which can be read");
        let prefix: Vec<i64> = (0..length).map(|n: u32| word.value(&[n.into()])).collect();
        let found = guess(&prefix, &word.systems[0], &filbert::script::Limits::default().budget()).expect("a morphism");
        let command = word_command(name, "msd_fib", &found);
        let plain = |text: &str| text.replace(['[', ']'], "");
        assert_eq!(plain(command.split('"').nth(1).expect("rules")), plain(rules), "{name}");
    }
}

/// The first letters of a word in base 5 whose last letter is rare: 6 is first met at 788.
pub(crate) fn rare(length: usize) -> Vec<i64> {
    let images = [[0, 0, 0, 0, 0], [1, 2, 0, 0, 0], [0, 3, 0, 0, 0], [0, 4, 0, 0, 0], [0, 0, 5, 0, 0], [0, 0, 0, 6, 0]];
    let mut word = vec![1i64];
    while word.len() < length {
        word = word.iter().flat_map(|&letter| *images.get(letter as usize).unwrap_or(&images[0])).collect();
    }
    word.truncate(length);
    word
}

#[test]
fn a_prefix_that_is_too_short_says_how_many_letters_settle_it() {
    let budget = filbert::script::Limits::default().budget();
    let five = Numerations::standard().get("msd_5").unwrap();
    let Err(GuessError::TooShort { needed, .. }) = guess(&rare(4000), &five, &budget) else {
        panic!("the image of 6 is not in it")
    };
    assert!((10_000..100_000).contains(&needed), "{needed}");
    assert!(guess(&rare(needed as usize), &five, &budget).is_ok());
    assert!(guess(&rare(needed as usize - 1), &five, &budget).is_err());
    // In another system, with types that look ahead.
    for (name, length) in [("K4", 300), ("F3G3", 500)] {
        let word = filbert::library::standard_word(name, &budget).expect("a shipped word").expect("which can be read");
        let prefix = |length: u128| -> Vec<i64> { (0..length).map(|n| word.value(&[n.into()])).collect() };
        let Err(GuessError::TooShort { needed, .. }) = guess(&prefix(length), &word.systems[0], &budget) else {
            panic!("{name} has settled")
        };
        assert!(guess(&prefix(needed), &word.systems[0], &budget).is_ok(), "{name}: {needed}");
    }
}

#[test]
fn a_longer_prefix_is_promised_only_where_it_helps() {
    let budget = filbert::script::Limits::default().budget();
    let is_prime = |n: i64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0);
    let is_square = |n: i64| n.isqrt() * n.isqrt() == n;
    for system in ["msd_2", "msd_3", "msd_fib", "msd_trib"] {
        let system = Numerations::standard().get(system).unwrap();
        for length in [50, 100, 200, 500, 1000, 2000, 4000] {
            for is_in in [is_prime, is_square, |n: i64| n % 3 == n.isqrt() % 3] {
                let letters: Vec<i64> = (0..length).map(|n| is_in(n).into()).collect();
                if let Err(GuessError::TooShort { needed, .. }) = guess(&letters, &system, &budget) {
                    panic!("{} letters of {length} in {}", needed, system.name());
                }
            }
        }
    }
}

#[test]
fn a_prefix_too_short_for_its_types_is_said_to_be() {
    let fib = Numerations::standard().get("msd_fib").unwrap();
    // No automaton of any size computes the squares in Fibonacci representation; none of the size of this prefix.
    let squares: Vec<i64> = (0..1000i64).map(|n| i64::from((0..=n).any(|r| r * r == n))).collect();
    assert!(matches!(
        guess(&squares, &fib, &filbert::script::Limits::default().budget()),
        Err(GuessError::Unsettled(_))
    ));
}
