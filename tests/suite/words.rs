//! Words against their definitions, and what the construction of a word refuses.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use filbert::automata::{Dfa, Dfao, Layout, Transitions};
use filbert::budget::{Budget, Halt, Limit, Unsupported};
use filbert::library::{WordDefinition, standard_names, standard_word};
use filbert::numeration::{NumerationSystem, Numerations};
use filbert::words::{Morphism, Word, WordError};
use proptest::prelude::*;

const TERMS: usize = 10_000;

fn system(name: &str) -> Arc<NumerationSystem> {
    Numerations::standard().get(name).unwrap()
}

/// What `automata/words.prf` defines, by a reader of just what stands there.
pub fn definitions() -> Vec<WordDefinition> {
    let source = include_str!("../../automata/words.prf");
    let mut about = Vec::new();
    let mut command = String::new();
    let mut definitions = Vec::new();
    for line in source.lines() {
        match line.strip_prefix('#') {
            Some(comment) => about.push(comment.trim()),
            None if line.is_empty() => about.clear(),
            None => command = command + line + " ",
        }
        if let Some(complete) = command.trim_end().strip_suffix(';') {
            let quoted: Vec<&str> = complete.split('"').collect();
            let head: Vec<&str> = quoted[0].split_whitespace().collect();
            assert_eq!((head[0], head.len()), ("word", 3));
            definitions.push(WordDefinition {
                name: head[1].into(),
                system: head[2].into(),
                rules: quoted[1].split_whitespace().map(rule).collect(),
                coding: quoted.get(3).map(|text| coding(text)),
                about: about.join("\n"),
            });
            command.clear();
        }
    }
    definitions
}

fn rule(text: &str) -> (i64, Vec<i64>) {
    let (letter, image) = text.split_once("->").unwrap();
    (letters(letter)[0], letters(image))
}

fn letters(text: &str) -> Vec<i64> {
    let mut letters = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if first == '[' { rest.find(']').unwrap() + 1 } else { 1 };
        letters.push(rest[..end].trim_matches(['[', ']']).parse().unwrap());
        rest = &rest[end..];
    }
    letters
}

fn coding(text: &str) -> Vec<(Vec<i64>, i64)> {
    let mut rules = Vec::new();
    let mut tokens = text.split_whitespace();
    let mut listed = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            "->" => rules.push((std::mem::take(&mut listed), letters(tokens.next().unwrap())[0])),
            letter => listed.extend(letters(letter)),
        }
    }
    assert!(listed.is_empty());
    rules
}

#[track_caller]
fn assert_terms(name: &str, expected: impl Fn(u64) -> i64) {
    let word = standard_word(name, &filbert::script::Limits::default().budget()).unwrap().unwrap();
    for n in 0..TERMS as u64 {
        assert_eq!(word.value(&[n.into()]), expected(n), "{name}[{n}]");
    }
}

#[test]
fn binary_words_are_what_they_count() {
    assert_terms("T", |n| i64::from(n.count_ones() % 2));
    assert_terms("PD", |n| i64::from((n + 1).trailing_zeros().is_multiple_of(2)));
    assert_terms("RS", |n| i64::from((n & (n >> 1)).count_ones() % 2));
    assert_terms("P", |n| i64::from(((n + 1) >> (n + 1).trailing_zeros()) % 4 == 3));
    assert_terms("BS", |n| i64::from(n == 0 || format!("{n:b}").split('1').all(|block| block.len() % 2 == 0)));
}

#[test]
fn the_ternary_thue_morse_word_is_the_fixed_point_of_its_morphism() {
    let mut word = vec![2];
    while word.len() < TERMS {
        let image = |&letter: &i64| [&[1][..], &[2, 0], &[2, 1, 0]][letter as usize];
        word = word.iter().flat_map(image).copied().collect();
    }
    assert_terms("VTM", |n| word[n as usize]);
}

#[test]
fn the_choral_sequence_is_the_last_digit_that_is_not_one() {
    assert_terms("SC", |mut n| {
        while n % 3 == 1 {
            n /= 3;
        }
        i64::from(n % 3 == 2)
    });
}

/// Greedy digits, least significant first.
fn greedy(weights: &[u64], mut n: u64) -> Vec<u64> {
    let mut digits = vec![0; weights.len()];
    for (digit, weight) in digits.iter_mut().zip(weights).rev() {
        *digit = n / weight;
        n %= weight;
    }
    digits
}

#[test]
fn the_fibonacci_and_tribonacci_words_are_the_ends_of_representations() {
    let mut fibonacci = vec![1, 2];
    let mut tribonacci = vec![1, 2, 4];
    for i in 0..20 {
        fibonacci.push(fibonacci[i] + fibonacci[i + 1]);
        tribonacci.push(tribonacci[i] + tribonacci[i + 1] + tribonacci[i + 2]);
    }
    assert_terms("F", |n| greedy(&fibonacci, n)[0] as i64);
    assert_terms("TR", |n| greedy(&tribonacci, n).iter().take_while(|&&digit| digit == 1).count() as i64);
}

/// The floor of n times the golden ratio.
fn times_phi(n: u64) -> u64 {
    (n + (5 * n * n).isqrt()) / 2
}

/// Renard and Rigo, Definition 1. Their Proposition 4 prints g(1) = 1; Definition 1 and Table 1 have 0.
#[test]
fn g_obeys_its_definition() {
    let upper: HashMap<u64, usize> = (0..TERMS as u64).map(|m| (times_phi(m) + m + 1, m as usize)).collect();
    let mut g = vec![1, 0];
    for n in 2..TERMS as u64 {
        g.push(upper.get(&times_phi(n)).map_or(1, |&m| 1 - g[m]));
    }
    assert_terms("G", |n| g[n as usize]);
}

/// Renard and Rigo, Theorem 17: the positions (a_n, b_n) of the game K^l that are not terminal.
fn positions(l: u64, count: usize) -> Vec<(u64, u64)> {
    let mut used: HashSet<u64> = (0..=l).collect();
    let mut least = l + 1;
    (0..count as u64)
        .map(|n| {
            while used.contains(&least) {
                least += 1;
            }
            let pair = (least, least + n + l + 1);
            used.extend([pair.0, pair.1]);
            pair
        })
        .collect()
}

#[test]
fn k3_and_k4_give_the_positions_of_their_games() {
    // Formulas (3) and (4) say nothing of the first term: it is the one that the source prints.
    let (p3, p4) = (positions(3, TERMS), positions(4, TERMS));
    assert_eq!(p3[..4], [(4, 8), (5, 10), (6, 12), (7, 14)]);
    assert_terms("K3", |n| if n == 0 { 1 } else { p3[n as usize - 1].0 as i64 + 1 - times_phi(n + 1) as i64 });
    assert_terms("K4", |n| if n == 0 { 1 } else { p4[n as usize - 1].0 as i64 - times_phi(n + 1) as i64 });
    for (name, l, offset) in [("K3", 3, 1), ("K4", 4, 3)] {
        let word = standard_word(name, &filbert::script::Limits::default().budget()).unwrap().unwrap();
        for (n, (_, b)) in (0u64..).zip(positions(l, 1000)) {
            let upper = times_phi(n + 2) + n + 2;
            assert_eq!(b as i64, upper as i64 + word.value(&[(n + 1).into()]) + offset, "b_{n} of K^{l}");
        }
    }
}

#[test]
fn the_coding_words_mark_the_positions_of_their_games() {
    for (name, l) in [("F1G1", 1), ("F2G2", 2), ("F3G3", 3)] {
        let positions = positions(l, TERMS);
        let first: HashSet<u64> = positions.iter().map(|pair| pair.0).collect();
        let second: HashSet<u64> = positions.iter().map(|pair| pair.1).collect();
        assert_terms(name, |n| {
            let x = n + l + 1;
            assert!(first.contains(&x) != second.contains(&x));
            if first.contains(&x) { 1 } else { 2 }
        });
    }
}

fn outputs(coding: &[(Vec<i64>, i64)]) -> HashMap<i64, i64> {
    coding.iter().flat_map(|(letters, output)| letters.iter().map(|&letter| (letter, *output))).collect()
}

/// The word of a definition, read in another system.
fn read_in(definition: &WordDefinition, name: &str) -> Word {
    let definition = WordDefinition { system: name.into(), ..definition.clone() };
    definition.word(&Numerations::standard(), &filbert::script::Limits::default().budget()).unwrap()
}

#[test]
fn a_definition_gives_the_stored_word_and_its_own_fixed_point() {
    for definition in definitions() {
        let word = read_in(&definition, &definition.system);
        assert_eq!(
            word,
            *standard_word(&definition.name, &filbert::script::Limits::default().budget()).unwrap().unwrap(),
            "{}",
            definition.name
        );
        let morphism = Morphism::new(definition.rules.clone()).unwrap();
        let coding = definition.coding.clone().map(|rules| outputs(&rules));
        for (n, letter) in (0u32..).zip(morphism.fixed_point_prefix(2000).unwrap()) {
            let expected = coding.as_ref().map_or(letter, |coding| coding[&letter]);
            assert_eq!(word.value(&[n.into()]), expected, "{}[{n}]", definition.name);
        }
    }
    assert_eq!(definitions().iter().map(|d| &*d.name).collect::<Vec<_>>(), standard_names());
    assert!(standard_word("nothing", &filbert::script::Limits::default().budget()).is_none());
}

#[test]
fn a_word_is_the_same_read_from_either_end() {
    for definition in definitions() {
        let msd = read_in(&definition, &definition.system);
        let lsd = read_in(&definition, &definition.system.replace("msd", "lsd"));
        assert_eq!(msd.values(), lsd.values());
        for n in (0..2000u64).chain([123_456_789, u64::MAX]) {
            assert_eq!(msd.value(&[n.into()]), lsd.value(&[n.into()]), "{}[{n}]", definition.name);
        }
    }
}

#[test]
fn selecting_a_value_gives_its_indices_and_nothing_invalid() {
    let word = standard_word("K3", &filbert::script::Limits::default().budget()).unwrap().unwrap();
    assert_eq!(word.values(), [0, 1, 2]);
    let ones = word.select(|value| value == 1);
    let fib = system("msd_fib");
    for n in 0..500u32 {
        let digits = fib.representation(&n.into());
        let padded = [0, 0].into_iter().chain(digits.into_iter().map(u64::from));
        assert_eq!(ones.accepts(padded), word.value(&[n.into()]) == 1);
    }
    assert!(!word.select(|_| true).accepts([1, 1]));
    assert_eq!(word.select(|_| true), **fib.valid());
}

fn from_rules(rules: &[(i64, &[i64])], coding: Option<&[(&[i64], i64)]>, name: &str) -> Result<Word, WordError> {
    let morphism = Morphism::new(rules.iter().map(|&(letter, image)| (letter, image.to_vec()))).unwrap();
    let coding =
        coding.map(|rules| outputs(&rules.iter().map(|&(l, output)| (l.to_vec(), output)).collect::<Vec<_>>()));
    Word::from_morphism(&morphism, coding.as_ref(), system(name), &filbert::script::Limits::default().budget())
}

#[test]
fn a_morphism_must_follow_the_digits_of_its_system() {
    let wrong = from_rules(&[(0, &[0, 1]), (1, &[1, 0])], None, "msd_fib").unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "the image of 1 has 2 letters, but representations in msd_fib continue with 1 digit after 1"
    );
    for name in ["msd_fib", "lsd_fib", "msd_3"] {
        assert!(matches!(from_rules(&[(0, &[0, 1]), (1, &[1, 0])], None, name), Err(WordError::WrongLength { .. })));
    }
    let pell = from_rules(&[(0, &[0, 0, 1]), (1, &[0])], None, "msd_pell").unwrap_err();
    assert_eq!(
        pell.to_string(),
        "a morphism cannot be read in msd_pell: there the digits 2 begin representations but are not one"
    );
    // With weights 1, 3, 7, 17 they are one.
    assert!(from_rules(&[(0, &[0, 0, 1]), (1, &[0])], None, "msd_wythoff2").is_ok());
    let not_prolongable = from_rules(&[(0, &[1, 0]), (1, &[0, 1])], None, "msd_2");
    assert_eq!(not_prolongable, Err(WordError::NotProlongable(0)));
    // What never occurs may have any image.
    assert!(from_rules(&[(0, &[0, 0]), (1, &[0, 1, 0])], None, "msd_2").is_ok());
}

#[test]
fn a_coding_must_fit_its_morphism() {
    let rules: &[(i64, &[i64])] = &[(0, &[0, 1]), (1, &[1, 0])];
    assert_eq!(from_rules(rules, Some(&[(&[0], 5)]), "msd_2"), Err(WordError::NotCoded(1)));
    assert_eq!(from_rules(rules, Some(&[(&[0, 1, 2], 5)]), "msd_2"), Err(WordError::CodedUnknown(2)));
    let mut twice = definitions()[0].clone();
    twice.coding = Some(vec![(vec![0, 1], 1), (vec![1], 1)]);
    let error = twice.word(&Numerations::standard(), &filbert::script::Limits::default().budget()).unwrap_err();
    assert_eq!(error.to_string(), "word `T`: the coding has two outputs for the letter 1");
    twice.system = "msd_fob".into();
    let error = twice.word(&Numerations::standard(), &filbert::script::Limits::default().budget()).unwrap_err();
    assert_eq!(error.to_string(), "word `T`: unknown numeration system `msd_fob`");
    let constant = from_rules(rules, Some(&[(&[0, 1], -5)]), "lsd_2").unwrap();
    assert_eq!((constant.values(), constant.dfao.states()), (vec![-5], 1));
}

/// An output, and edges by their digits.
type Row<'a> = (i64, &'a [(&'a [u32], u32)]);

/// The automaton over tracks of these sizes with these states.
fn automaton(sizes: &[u32], states: &[Row]) -> Dfao {
    let layout = Layout::new(sizes).unwrap();
    let row = |edges: &[(&[u32], u32)]| edges.iter().map(|&(digits, target)| (layout.pack(digits), target)).collect();
    let transitions = Transitions::from_rows(states.iter().map(|state| row(state.1)));
    Dfao::new(layout, transitions, states.iter().map(|state| state.0).collect())
}

#[test]
fn a_partial_automaton_outputs_zero_where_an_index_leaves_it() {
    // 5 at the numbers that are one digit and zeros, 0 elsewhere; over two tracks, digit by digit.
    let dfao = automaton(&[2, 2], &[(7, &[(&[0, 0], 0), (&[1, 0], 1), (&[0, 1], 1)]), (5, &[(&[0, 0], 1)])]);
    let word = Word::new(&dfao, vec![system("msd_2"), system("msd_fib")], &filbert::script::Limits::default().budget())
        .unwrap();
    assert_eq!(word.values(), [0, 5, 7]);
    let fibonacci = [1, 2, 3, 5, 8, 13, 21];
    for m in 0..20u32 {
        for n in 0..20 {
            let single = (m.is_power_of_two() && n == 0) || (m == 0 && fibonacci.contains(&n));
            let expected = if single {
                5
            } else if m + n == 0 {
                7
            } else {
                0
            };
            assert_eq!(word.value(&[m.into(), n.into()]), expected, "[{m}][{n}]");
        }
    }
    // All beginnings of valid tuples and no others: 11 on the second track stands for nothing.
    let layout = word.dfao.layout();
    assert!(word.dfao.output([layout.pack(&[1, 1]), layout.pack(&[1, 0])]).is_some());
    assert!(word.dfao.output([layout.pack(&[0, 1]), layout.pack(&[0, 1])]).is_none());
    assert_eq!(
        Word::new(&word.dfao, word.systems.clone(), &filbert::script::Limits::default().budget()).unwrap(),
        word
    );
}

#[test]
fn values_where_no_representation_ends_do_not_count() {
    // The output after 2, which is not a number in msd_pell, though 20 is.
    let dfao = automaton(&[3], &[(3, &[(&[0], 0), (&[1], 0), (&[2], 1)]), (9, &[(&[0], 0)])]);
    let word = Word::new(&dfao, vec![system("msd_pell")], &filbert::script::Limits::default().budget()).unwrap();
    assert_eq!(word.values(), [3]);
    assert_eq!(word.select(|value| value == 0), Dfa::empty(word.dfao.layout().clone()));
    assert!((0..100u32).all(|n| word.value(&[n.into()]) == 3));
}

#[test]
fn an_output_that_depends_on_padding_is_refused_with_its_index() {
    let padding = |dfao: &Dfao, names: &[&str]| {
        let systems = names.iter().map(|name| system(name)).collect();
        match Word::new(dfao, systems, &filbert::script::Limits::default().budget()) {
            Err(error @ WordError::Padding { .. }) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    // 1 at 2 only without a zero in front.
    let msd = automaton(&[2], &[(0, &[(&[1], 1)]), (0, &[(&[0], 2)]), (1, &[])]);
    assert_eq!(padding(&msd, &["msd_2"]), "the output at index 2 changes when zeros are put before its representation");
    // 1 after each 1 that is read last.
    let lsd = automaton(&[2], &[(0, &[(&[0], 0), (&[1], 1)]), (1, &[(&[0], 0), (&[1], 1)])]);
    assert_eq!(padding(&lsd, &["lsd_2"]), "the output at index 1 changes when zeros are put after its representation");
    assert!(Word::new(&lsd, vec![system("msd_2")], &filbert::script::Limits::default().budget()).is_ok());
    // The length of the representation modulo 2.
    let both = [(&[0u32, 0][..], 1u32), (&[0, 1], 1), (&[1, 0], 1), (&[1, 1], 1)];
    let back = both.map(|(digits, _)| (digits, 0));
    let parity = automaton(&[2, 2], &[(0, &both), (1, &back)]);
    for name in ["msd_2", "lsd_2"] {
        assert!(padding(&parity, &[name, name]).starts_with("the output at index (0, 0) changes"));
    }
}

proptest! {
    /// Against all paddings of all short representations.
    #[test]
    fn a_word_is_made_iff_no_padding_changes_an_output(
        name in prop_oneof!["msd_2", "msd_fib", "msd_pell", "lsd_fib", "lsd_pell"],
        rows in proptest::collection::vec((-1i64..2, proptest::collection::vec(proptest::option::weighted(0.8, 0u32..3), 3)), 3),
    ) {
        let system = system(&name);
        let transitions = Transitions::from_rows(rows.iter().map(|(_, targets)| {
            let row = (0..).zip(targets).take(system.digits() as usize);
            row.filter_map(|(digit, target)| Some((digit, (*target)?))).collect::<Vec<(u64, u32)>>()
        }));
        let layout = Layout::new(&[system.digits()]).unwrap();
        let dfao = Dfao::new(layout, transitions, rows.iter().map(|row| row.0).collect());
        let outputs = |n: u64| -> Vec<i64> {
            let digits = system.representation(&n.into());
            let padded = |zeros| {
                let mut padded = digits.clone();
                system.pad(&mut padded, digits.len() + zeros);
                dfao.output(padded.into_iter().map(u64::from)).unwrap_or(0)
            };
            (0..8).map(padded).collect()
        };
        let changed = (0..200).find(|&n| outputs(n).windows(2).any(|pair| pair[0] != pair[1]));
        match Word::new(&dfao, vec![system.clone()], &filbert::script::Limits::default().budget()) {
            Ok(word) => {
                prop_assert_eq!(changed, None);
                for n in 0..200u64 {
                    prop_assert_eq!(word.value(&[n.into()]), outputs(n)[0]);
                }
            }
            Err(WordError::Padding { index, .. }) => {
                let length = |n: u64| system.representation(&n.into()).len();
                let index = u64::try_from(&index[0]).unwrap();
                prop_assert!(outputs(index).windows(2).any(|pair| pair[0] != pair[1]));
                // Of all such indices it has one of the shortest representations.
                prop_assert_eq!(changed.map(length), Some(length(index)));
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}

#[test]
fn tracks_must_be_those_of_the_systems() {
    let one = automaton(&[2], &[(0, &[])]);
    let new = |dfao: &Dfao, names: &[&str], budget: &Budget| {
        Word::new(dfao, names.iter().map(|name| system(name)).collect(), budget).unwrap_err()
    };
    let unlimited = filbert::script::Limits::default().budget();
    assert!(matches!(new(&one, &["msd_3"], &unlimited), WordError::Tracks { .. }));
    assert!(matches!(new(&one, &["msd_2", "msd_2"], &unlimited), WordError::Tracks { .. }));
    assert_eq!(new(&automaton(&[], &[(0, &[])]), &[], &unlimited), WordError::NoIndex);
    let two = automaton(&[2, 2], &[(0, &[])]);
    assert_eq!(new(&two, &["msd_2", "lsd_2"], &unlimited), WordError::MixedDirections);
    let wide = automaton(&[10_000, 10_000], &[(0, &[])]);
    assert_eq!(
        new(&wide, &["msd_10000", "msd_10000"], &unlimited),
        WordError::Limit(Halt::Unsupported(Unsupported::Letters))
    );
    let interrupted = filbert::script::Limits::default().budget().with_states(1);
    assert_eq!(
        new(&automaton(&[2], &[(1, &[])]), &["msd_fib"], &interrupted),
        WordError::Limit(Halt::Limit(Limit::States))
    );
}
