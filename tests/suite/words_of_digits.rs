//! Random statements about words and numbers: the engine against lists of tuples of words.
//!
//! Sets of words look at the first and the last letters and at short words, and quantified numbers are small, so that
//! words of the longest length tried stand for all longer ones: a statement that is true of some, or of infinitely many,
//! is so of one that long or shorter.

use std::cell::Cell;
use std::collections::HashMap;

use filbert::numeration::{Language, TrackKind};
use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::{Source, parse_formula, parse_script};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::oracle::words::{Digits, OfWords, Relation, System, Track, Tuples, Words};

/// Words up to this length are tried: those of this length stand for all longer ones.
const LONGEST: usize = 4;
/// Statements for each system.
const STATEMENTS: u32 = 400;
/// Tuples of the longest length beyond which a statement is left alone.
const MOST_TUPLES: usize = 40_000;

#[derive(Clone, Copy, Debug)]
struct World {
    system: &'static str,
    digits: i64,
    /// Quantified numbers and one more have three digits at most.
    guard: (i64, i64),
    lsd: bool,
}

const WORLDS: [World; 5] = [
    World { system: "msd_2", digits: 2, guard: (0, 4), lsd: false },
    World { system: "msd_fib", digits: 2, guard: (0, 3), lsd: false },
    World { system: "lsd_2", digits: 2, guard: (0, 4), lsd: true },
    World { system: "msd_neg_2", digits: 2, guard: (-2, 3), lsd: false },
    World { system: "lsd_fib", digits: 2, guard: (0, 3), lsd: true },
];

fn weighted(word: &[i64], weights: &[i64]) -> i64 {
    word.iter().rev().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

fn reversed(word: &[i64]) -> Digits {
    word.iter().rev().copied().collect()
}

fn binary(word: &[i64]) -> Option<i64> {
    Some(weighted(word, &[1, 2, 4, 8, 16, 32]))
}

fn fibonacci(word: &[i64]) -> Option<i64> {
    word.windows(2).all(|pair| pair != [1, 1]).then(|| weighted(word, &[1, 2, 3, 5, 8, 13]))
}

impl World {
    fn oracle(self) -> System {
        let value: fn(&[i64]) -> Option<i64> = match self.system {
            "msd_2" => binary,
            "lsd_2" => |word| binary(&reversed(word)),
            "msd_fib" => fibonacci,
            "lsd_fib" => |word| fibonacci(&reversed(word)),
            "msd_neg_2" => |word| Some(weighted(word, &[1, -2, 4, -8, 16, -32])),
            other => panic!("{other}"),
        };
        System { digits: self.digits, value, signed: self.system.contains("neg"), lsd: self.lsd }
    }

    fn guard(self, name: &str) -> String {
        let (least, most) = self.guard;
        if least < 0 { format!("{name}<={most} & {name}>=_{}", -least) } else { format!("{name}<={most}") }
    }
}

/// The functions of a world: their names, and their tracks; no digits stand for numbers.
const FUNCTIONS: [(&str, &[&[i64]]); 7] = [
    ("u", &[&[0, 1]]),
    ("v", &[&[1, 2]]),
    ("z", &[&[-1, 0, 1]]),
    ("r", &[&[0, 1], &[-1, 1]]),
    ("c", &[&[0, 1], &[]]),
    ("k", &[&[0, 1], &[0, 1]]),
    ("d", &[&[0, 1], &[]]),
];

/// The families of words of a world: their names, and the functions where they are 1 and where they are 2.
const FAMILIES: [(&str, &str, &str); 2] = [("P", "c", "d"), ("K", "k", "k")];

/// Which words a function has: some short ones, those that begin and those that end with given letters. Letters are
/// numbered, and reduced to those that there are.
#[derive(Clone, Debug)]
struct Content {
    short: Vec<Vec<usize>>,
    begins: Option<Vec<usize>>,
    ends: Option<Vec<usize>>,
}

fn content(lsd: bool) -> impl Strategy<Value = Content> {
    let word = |length| prop::collection::vec(0usize..12, length);
    let (first, last) = if lsd { (1..=2usize, 1..=1usize) } else { (1..=1, 1..=2) };
    let short = prop::collection::vec(word(0..=3usize), 0..=3);
    (short, prop::option::of(word(first)), prop::option::of(word(last))).prop_map(|(short, begins, ends)| Content {
        short,
        begins,
        ends,
    })
}

/// A word of letters, one digit for each track.
type Letters = Vec<Digits>;

fn letters(tracks: &[&[i64]], world: World) -> Vec<Digits> {
    let mut letters = vec![Vec::new()];
    for track in tracks {
        let digits: Vec<i64> = if track.is_empty() { (0..world.digits).collect() } else { track.to_vec() };
        letters = letters.iter().flat_map(|l: &Digits| digits.iter().map(|&d| [&l[..], &[d]].concat())).collect();
    }
    letters
}

fn letter(digits: &[i64]) -> String {
    let list: Vec<String> = digits.iter().map(i64::to_string).collect();
    format!("[{}]", list.join(","))
}

impl Content {
    fn words(&self, letters: &[Digits]) -> (Vec<Letters>, Option<Letters>, Option<Letters>) {
        let spelled = |word: &Vec<usize>| word.iter().map(|i| letters[i % letters.len()].clone()).collect::<Vec<_>>();
        (self.short.iter().map(spelled).collect(), self.begins.as_ref().map(spelled), self.ends.as_ref().map(spelled))
    }

    fn regex(&self, letters: &[Digits]) -> String {
        let (short, begins, ends) = self.words(letters);
        let spell = |word: &Vec<Digits>| match word.is_empty() {
            true => "()".to_owned(),
            false => word.iter().map(|digits| letter(digits)).collect(),
        };
        let any = letters.iter().map(|digits| letter(digits)).collect::<Vec<_>>().join("|");
        let mut parts: Vec<String> = short.iter().map(spell).collect();
        parts.extend(begins.iter().map(|word| format!("{}({any})*", spell(word))));
        parts.extend(ends.iter().map(|word| format!("({any})*{}", spell(word))));
        if parts.is_empty() { format!("{}&()", letter(&letters[0])) } else { parts.join("|") }
    }

    fn contains(&self, letters: &[Digits]) -> OfWords<bool> {
        let (short, begins, ends) = self.words(letters);
        Box::new(move |words| {
            let length = words[0].len();
            let word: Vec<Digits> = (0..length).map(|i| words.iter().map(|word| word[i]).collect()).collect();
            short.contains(&word)
                || begins.as_ref().is_some_and(|begins| word.starts_with(begins))
                || ends.as_ref().is_some_and(|ends| word.ends_with(ends))
        })
    }
}

/// The variables: `f` and `g` stand on tracks of digits only, `n` and `m` are numbers, `x` may be both.
const NAMES: [char; 5] = ['f', 'g', 'n', 'm', 'x'];

#[derive(Clone, Debug)]
enum Node {
    /// A function, with a choice for each argument.
    Call(usize, Vec<usize>),
    Compare(usize, usize, usize),
    /// An operator between the values of a family at two choices for each index; the second value may be a letter.
    Values(usize, usize, Vec<usize>, Option<i64>),
    Not(Box<Node>),
    Both(usize, Box<Node>, Box<Node>),
    /// Which quantifier, which variables.
    Quantified(usize, Vec<usize>, Box<Node>),
}

fn node() -> impl Strategy<Value = Node> {
    let atom = prop_oneof![
        3 => (0..FUNCTIONS.len(), prop::collection::vec(0usize..8, 2)).prop_map(|(f, args)| Node::Call(f, args)),
        1 => (0usize..6, 0usize..5, 0usize..3).prop_map(|(op, a, b)| Node::Compare(op, a, b)),
        2 => (0usize..6, 0..FAMILIES.len(), prop::collection::vec(0usize..8, 4), prop::option::of(0i64..4))
            .prop_map(|(op, family, choices, letter)| Node::Values(op, family, choices, letter)),
    ];
    atom.prop_recursive(5, 10, 2, |inner| {
        prop_oneof![
            1 => inner.clone().prop_map(|inner| Node::Not(Box::new(inner))),
            3 => (0usize..5, inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| Node::Both(op, Box::new(a), Box::new(b))),
            3 => (0usize..5, prop::collection::vec(0..NAMES.len(), 1..=2), inner)
                .prop_map(|(q, vars, body)| Node::Quantified(q, vars, Box::new(body))),
        ]
    })
}

const OPERATORS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

/// Writes statements down: each bound variable has a name of its own.
struct Writer {
    world: World,
    bound: usize,
    scope: Vec<(usize, String)>,
}

impl Writer {
    fn name(&self, var: usize) -> String {
        let bound = self.scope.iter().rev().find(|(known, _)| *known == var);
        bound.map_or_else(|| NAMES[var].to_string(), |(_, name)| name.clone())
    }

    fn argument(&self, digits: bool, choice: usize) -> String {
        match (digits, choice) {
            (true, 0..=2) => self.name(0),
            (true, 3..=4) => self.name(1),
            (_, 5) => self.name(4),
            (true, 6) => format!("{}+1", self.name(2)),
            (false, 0..=3) => self.name(2),
            (false, 4) => self.name(3),
            (false, 6) => format!("{}+1", self.name(3)),
            _ => "2".into(),
        }
    }

    fn write(&mut self, node: &Node) -> String {
        match node {
            Node::Call(function, choices) => {
                let (name, tracks) = FUNCTIONS[*function];
                let arguments: Vec<String> = tracks
                    .iter()
                    .zip(choices)
                    .map(|(track, &choice)| self.argument(!track.is_empty(), choice))
                    .collect();
                format!("${name}({})", arguments.join(","))
            }
            Node::Compare(op, a, b) => {
                let [n, m, x] = [2, 3, 4].map(|var| self.name(var));
                let left = [n.clone(), m.clone(), x.clone(), format!("{n}+{m}"), format!("{x}+1")][*a].clone();
                let right = [n, m, "2".into()][*b].clone();
                format!("{left}{}{right}", OPERATORS[*op])
            }
            Node::Values(op, family, choices, letter) => {
                let (name, function, _) = FAMILIES[*family];
                let tracks = FUNCTIONS.iter().find(|known| known.0 == function).expect("a function").1;
                let value = |choices: &[usize]| {
                    let index = |(track, &choice): (&&[i64], &usize)| self.argument(!track.is_empty(), choice);
                    let indices: String = tracks.iter().zip(choices).map(index).map(|i| format!("[{i}]")).collect();
                    format!("{name}{indices}")
                };
                let right = letter.map_or_else(|| value(&choices[2..]), |letter| format!("@{letter}"));
                format!("{}{}{right}", value(&choices[..2]), OPERATORS[*op])
            }
            Node::Not(inner) => format!("~({})", self.write(inner)),
            Node::Both(op, a, b) => {
                let op = ["&", "|", "=>", "<=>", "^"][*op];
                format!("({} {op} {})", self.write(a), self.write(b))
            }
            Node::Quantified(quantifier, vars, body) => {
                let mut vars = vars.clone();
                vars.sort_unstable();
                vars.dedup();
                let infinitely = *quantifier == 4 && vars.iter().all(|&var| var < 2);
                let names: Vec<String> = vars
                    .iter()
                    .map(|&var| {
                        self.bound += 1;
                        let name = format!("{}{}", NAMES[var], self.bound);
                        self.scope.push((var, name.clone()));
                        name
                    })
                    .collect();
                let body = self.write(body);
                self.scope.truncate(self.scope.len() - vars.len());
                let numbers = vars.iter().zip(&names).filter(|(var, _)| **var >= 2);
                let guards: Vec<String> = numbers.map(|(_, name)| self.world.guard(name)).collect();
                let guards = guards.join(" & ");
                let list = names.join(",");
                match (infinitely, quantifier % 2, guards.is_empty()) {
                    (true, ..) => format!("(I {list} {body})"),
                    (_, 0, true) => format!("(E {list} {body})"),
                    (_, 0, false) => format!("(E {list} {guards} & ({body}))"),
                    (_, _, true) => format!("(A {list} {body})"),
                    (..) => format!("(A {list} ({guards}) => ({body}))"),
                }
            }
        }
    }
}

/// How often what came out.
#[derive(Default)]
struct Tally {
    truths: [Cell<u32>; 2],
    sets: Cell<u32>,
    relations: Cell<u32>,
}

fn add(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

fn check(world: World, contents: &[Content], node: &Node, tally: &Tally) -> Result<(), TestCaseError> {
    let mut script = String::new();
    let mut relations = HashMap::new();
    for ((name, tracks), content) in FUNCTIONS.iter().zip(contents) {
        let letters = letters(tracks, world);
        let digits = |track: &&[i64]| format!("{{{}}}", letter(track).trim_matches(['[', ']']));
        let headers: Vec<String> =
            tracks.iter().map(|track| if track.is_empty() { world.system.into() } else { digits(track) }).collect();
        script += &format!("reg {name} {} \"{}\";\n", headers.join(" "), content.regex(&letters));
        let kind = |track: &&[i64]| if track.is_empty() { Track::Number } else { Track::Digits(track.to_vec()) };
        let relation = Relation { tracks: tracks.iter().map(kind).collect(), contains: content.contains(&letters) };
        relations.insert((*name).to_owned(), relation);
    }
    let mut words = HashMap::new();
    for (family, one, two) in FAMILIES {
        script += &format!("combine {family} {one}=1 {two}=2;\n");
        let at = |function| FUNCTIONS.iter().position(|known| known.0 == function).expect("a function");
        let (tracks, letters) = (relations[one].tracks.clone(), letters(FUNCTIONS[at(one)].1, world));
        let [is_one, is_two] = [one, two].map(|function| contents[at(function)].contains(&letters));
        // The automaton that holds last wins.
        let value: OfWords<i64> = Box::new(move |words| match is_two(words) {
            true => 2,
            false => i64::from(is_one(words)),
        });
        words.insert(family.to_owned(), (tracks, value));
    }
    let oracle = Words { system: world.oracle(), relations, words, longest: LONGEST };
    let text = Writer { world, bound: 0, scope: Vec::new() }.write(node);
    let text = format!("?{} {text}", world.system);
    let source = Source::new("statement", text.clone());
    let formula = parse_formula(&source, source.span(), &()).expect("a formula");
    if oracle.size(&formula) > MOST_TUPLES {
        return Ok(());
    }
    let expected = oracle.satisfying(&formula);
    let mut session = Session::new();
    let definitions = Source::new("definitions", script.clone());
    session.define_all(&definitions, &parse_script(&definitions).0).expect("definitions");
    let found = session.answer(&source);
    let context = format!("{script}{text}");
    match (found, expected) {
        (Err(CommandError::Wrong(_)), None) => Ok(()),
        (Ok(run), Some(expected)) => agrees(world, &run.effect, &expected, &context, tally),
        (found, expected) => {
            prop_assert!(false, "{context}\n{:?} but {:?}", found.map(|run| run.effect), expected.is_some());
            Ok(())
        }
    }
}

fn agrees(world: World, effect: &Effect, expected: &Tuples, context: &str, tally: &Tally) -> Result<(), TestCaseError> {
    let value = world.oracle().value;
    let is_small = |word: &Digits| value(word).is_some_and(|n| (world.guard.0..=world.guard.1).contains(&n));
    match effect {
        Effect::Verdict(verdict) => {
            let truth = expected.of_length.iter().any(|tuples| !tuples.is_empty());
            add(&tally.truths[usize::from(truth)]);
            prop_assert_eq!(verdict.truth, truth, "{}", context);
        }
        Effect::Words(names, language) => {
            add(&tally.sets);
            let numbers: Vec<bool> = language.tracks.iter().map(|track| track.system().is_some()).collect();
            prop_assert_eq!(names.len(), expected.frame.len(), "{}", context);
            for (length, tuples) in expected.of_length.iter().enumerate() {
                for word in all_words(language, length) {
                    let small = word.iter().zip(&numbers).all(|(word, number)| !number || is_small(word));
                    if small {
                        let found = accepts(language, &word);
                        prop_assert_eq!(found, tuples.contains(&word), "{}\nat {:?}", context, word);
                    }
                }
            }
        }
        Effect::Relation(_, relation) => {
            add(&tally.relations);
            // Tuples of the longest length have every small number.
            let words: Vec<Digits> = language_words(world, LONGEST);
            let mut tuples: Vec<Vec<Digits>> = vec![Vec::new()];
            for _ in 0..expected.frame.len() {
                let small = words.iter().filter(|word| is_small(word));
                let longer = |tuple: &Vec<Digits>| {
                    small.clone().map(|word| [&tuple[..], std::slice::from_ref(word)].concat()).collect::<Vec<_>>()
                };
                tuples = tuples.iter().flat_map(longer).collect();
            }
            for tuple in tuples {
                let numbers: Vec<BigInt> = tuple.iter().map(|word| value(word).expect("small").into()).collect();
                let expected = expected.of_length[LONGEST].contains(&tuple);
                prop_assert_eq!(relation.contains(&numbers), expected, "{}\nat {:?}", context, numbers);
            }
        }
        other => prop_assert!(false, "{context}\n{other:?}"),
    }
    Ok(())
}

fn language_words(world: World, length: usize) -> Vec<Digits> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        words = words.iter().flat_map(|w: &Digits| (0..world.digits).map(|d| [&w[..], &[d]].concat())).collect();
    }
    words
}

/// The tuples of words of one length on the tracks of a language.
fn all_words(language: &Language, length: usize) -> Vec<Vec<Digits>> {
    let mut tuples = vec![Vec::new()];
    for digits in language.tracks.iter().map(TrackKind::digit_values) {
        let mut words: Vec<Digits> = vec![Vec::new()];
        for _ in 0..length {
            words = words.iter().flat_map(|w| digits.iter().map(|&d| [&w[..], &[d]].concat())).collect();
        }
        let longer = |tuple: &Vec<Digits>| {
            words.iter().map(|word| [&tuple[..], std::slice::from_ref(word)].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}

fn accepts(language: &Language, words: &[Digits]) -> bool {
    let values: Vec<Vec<i64>> = language.tracks.iter().map(TrackKind::digit_values).collect();
    let index = |(word, values): (&Digits, &Vec<i64>), i: usize| {
        values.iter().position(|&value| value == word[i]).expect("a digit") as u32
    };
    let letter = |i: usize| {
        let digits: Vec<u32> = words.iter().zip(&values).map(|pair| index(pair, i)).collect();
        language.dfa.layout().pack(&digits)
    };
    language.dfa.accepts((0..words[0].len()).map(letter))
}

#[test]
fn random_statements_about_words_agree_with_lists_of_words() {
    let tally = Tally::default();
    for world in WORLDS {
        let contents = prop::collection::vec(content(world.lsd), FUNCTIONS.len());
        let config = Config { cases: STATEMENTS, failure_persistence: None, ..Config::default() };
        TestRunner::new(config)
            .run(&(contents, node()), |(contents, node)| check(world, &contents, &node, &tally))
            .unwrap_or_else(|error| panic!("{}: {error}", world.system));
    }
    let [falsehoods, truths] = tally.truths.each_ref().map(Cell::get);
    let total = STATEMENTS * WORLDS.len() as u32;
    let seen =
        format!("{truths} true, {falsehoods} false, {} sets, {} relations", tally.sets.get(), tally.relations.get());
    for (count, least) in [(truths, 50), (falsehoods, 50), (tally.sets.get(), 10), (tally.relations.get(), 50)] {
        assert!(count > total / least, "{seen}");
    }
}
