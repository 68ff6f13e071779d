//! Factors of words as people define them in formulas, against their definitions for words that are written out.

use std::collections::HashSet;

use filbert::script::Session;
use filbert::syntax::{Source, parse_script};

use super::shifts::relation;

/// W stands for the word and S for its system.
const DEFINITIONS: &str = r#"
def feq "?S At t<n => W[i+t]=W[j+t]":
def pal "?S At t<n => W[i+t]=W[i+n-1-t]":
def occurs "?S m<=n & (Ek k+m<=n & $feq(i,j+k,m))":
def border "?S m>=1 & m<=n & $feq(i,i+n-m,m)":
def closed "?S n<=1 | (Ej j<n & $border(i,j,n) & ~$occurs(i,i+1,j,n-2))":
def privileged "?S n<=1 | (Am (1<=m & m<=n) => (Ep 1<=p & p<=m & $border(i,p,n) & ~$occurs(i,i+1,p,m-1) & ~$occurs(i,i+n-m,p,m-1)))":
def rich "?S Am (1<=m & m<=n) => (Ej i<=j & j<i+m & $pal(j,i+m-j) & ~$occurs(j,i,i+m-j,m-1))":
"#;

/// Whether a word is of a kind.
type Property = fn(&[usize]) -> bool;

/// Words with their systems, and the morphism of which each is the fixed point, letter by letter.
const WORDS: [(&str, &str, &[&[usize]]); 4] = [
    ("T", "msd_2", &[&[0, 1], &[1, 0]]),
    ("F", "msd_fib", &[&[0, 1], &[0]]),
    ("TR", "msd_trib", &[&[0, 1], &[0, 2], &[0]]),
    ("NA", "msd_nara", &[&[0, 1], &[2], &[0]]),
];

/// Places and lengths of the factors that are looked at.
const PLACES: usize = 40;
const LENGTHS: usize = 24;

/// The first letters of the fixed point of a morphism.
fn fixed_point(images: &[&[usize]]) -> Vec<usize> {
    let mut word = vec![0];
    while word.len() < PLACES + LENGTHS {
        word = word.iter().flat_map(|&letter| images[letter].to_vec()).collect();
    }
    word
}

fn occurrences(short: &[usize], word: &[usize]) -> usize {
    word.windows(short.len()).filter(|window| *window == short).count()
}

/// The borders of a word that are nowhere else in it.
fn lone_borders(word: &[usize]) -> impl Iterator<Item = &[usize]> {
    let borders = (1..word.len()).map(|length| &word[..length]);
    borders.filter(|border| word.ends_with(border) && occurrences(border, word) == 2)
}

fn is_closed(word: &[usize]) -> bool {
    word.len() <= 1 || lone_borders(word).next().is_some()
}

/// By recursion, which the formula is without.
fn is_privileged(word: &[usize]) -> bool {
    word.len() <= 1 || lone_borders(word).any(is_privileged)
}

/// As many palindromes as letters.
fn is_rich(word: &[usize]) -> bool {
    let factors = (0..word.len()).flat_map(|from| (from + 1..=word.len()).map(move |to| &word[from..to]));
    let palindromes = factors.filter(|factor| factor.iter().eq(factor.iter().rev()));
    palindromes.collect::<HashSet<_>>().len() == word.len()
}

#[test]
fn formulas_for_factors_say_what_their_definitions_do() {
    for (name, system, images) in WORDS {
        let word = fixed_point(images);
        let mut session = Session::new();
        let rules: String = (0..)
            .zip(images)
            .map(|(letter, image)| format!("{letter}->{} ", image.iter().map(usize::to_string).collect::<String>()))
            .collect();
        let coding: String = (0..images.len()).map(|letter| format!("{letter}->{letter} ")).collect();
        let given = format!("word W {system} \"{rules}\" \"{coding}\":\n{}", DEFINITIONS.replace('S', system));
        let source = Source::new("definitions", &*given);
        let (commands, errors) = parse_script(&source);
        assert!(errors.is_empty(), "{name}");
        for command in &commands {
            session.run(&source, command).expect("a definition");
        }
        let properties: [(&str, Property); 3] =
            [("closed", is_closed), ("privileged", is_privileged), ("rich", is_rich)];
        for (property, holds) in properties {
            let found = relation(&mut session, &format!("?{system} ${property}(i,n)"));
            for (i, n) in (0..PLACES).flat_map(|i| (0..LENGTHS).map(move |n| (i, n))) {
                let is_so = found.contains(&[i.into(), n.into()]);
                assert_eq!(is_so, holds(&word[i..i + n]), "{property} factor of {name} at {i}, of length {n}");
            }
        }
    }
}
