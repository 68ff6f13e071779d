//! Numeration systems under test, and what the reference decides their formulas in.

use std::collections::HashMap;

use super::automaton::Automaton;
use super::decide::{Decider, KnownWord};
use super::formula::{Connective, Formula, Term};
use super::lab::{Checked, Lab};
use super::numeration::{Compare, Numeration};

/// How answers are held against the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Word by word: the reference has the same digits.
    Words,
    /// Word by word from the other end.
    Reversed,
    /// Number by number: the reference writes them otherwise.
    Numbers,
}

/// A system.
pub struct World {
    pub name: &'static str,
    /// Commands that define it and its words.
    pub definitions: &'static str,
    pub reference: Reference,
    pub matched: Match,
    /// Words and functions that both know, by name.
    pub words: &'static [&'static str],
    /// Each letter of an automaton with this many variables is written out: no more stand in one atom.
    pub most_variables: usize,
    /// Turns of ten that a block in this system is made.
    pub turns: usize,
}

/// The systems of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    Base(i64),
    Fibonacci,
    Tribonacci,
    Pell,
    Narayana,
    NegativeFibonacci,
}

impl Reference {
    fn numeration(self) -> Numeration {
        match self {
            Reference::Base(k) => Numeration::base(k),
            Reference::Fibonacci => Numeration::new(2, &[1, 1], &[1, 2], &[&[1, 1]]),
            Reference::Tribonacci => Numeration::new(2, &[1, 1, 1], &[1, 2, 4], &[&[1, 1, 1]]),
            Reference::Narayana => Numeration::new(2, &[1, 0, 1], &[1, 2, 3], &[&[1, 1], &[1, 0, 1]]),
            Reference::Pell => {
                let mut pell = Numeration::new(3, &[2, 1], &[1, 2], &[&[2, 1], &[2, 2]]);
                pell.forbidden_at_end = vec![vec![2]];
                pell
            }
            Reference::NegativeFibonacci => Numeration::new(2, &[-1, 1], &[1, -1], &[&[1, 1]]),
        }
    }
}

const fn world(name: &'static str, reference: Reference, matched: Match) -> World {
    World { name, definitions: "", reference, matched, words: &[], most_variables: 3, turns: 10 }
}

/// Worlds at the front that are quick.
pub const QUICK: usize = 5;

/// Every system that statements are made in.
pub const WORLDS: [World; 34] = [
    World {
        words: &["T", "RS", "PD", "TT", "even"],
        definitions: BINARY,
        ..world("msd_2", Reference::Base(2), Match::Words)
    },
    World {
        words: &["TL", "T", "RS", "even"],
        definitions: "convert TL lsd_2 T; def even \"?lsd_2 Ek n=2*k\";",
        ..world("lsd_2", Reference::Base(2), Match::Reversed)
    },
    world("msd_3", Reference::Base(3), Match::Words),
    world("lsd_3", Reference::Base(3), Match::Reversed),
    world("msd_5", Reference::Base(5), Match::Words),
    World { most_variables: 2, ..world("msd_10", Reference::Base(2), Match::Numbers) },
    World { most_variables: 1, ..world("msd_60", Reference::Base(2), Match::Numbers) },
    World { most_variables: 1, ..world("lsd_100", Reference::Base(2), Match::Numbers) },
    World { most_variables: 1, ..world("msd_1000", Reference::Base(2), Match::Numbers) },
    World { most_variables: 1, turns: 2, ..world("msd_65536", Reference::Base(2), Match::Numbers) },
    World { words: &["F"], ..world("msd_fib", Reference::Fibonacci, Match::Words) },
    World {
        words: &["FL", "F"],
        definitions: "reverse FL F;",
        ..world("lsd_fib", Reference::Fibonacci, Match::Reversed)
    },
    World { words: &["TR"], ..world("msd_trib", Reference::Tribonacci, Match::Words) },
    world("lsd_trib", Reference::Tribonacci, Match::Reversed),
    world("msd_pell", Reference::Pell, Match::Words),
    world("lsd_pell", Reference::Pell, Match::Reversed),
    world("msd_nara", Reference::Narayana, Match::Words),
    world("msd_wythoff2", Reference::Base(2), Match::Numbers),
    world("lsd_wythoff3", Reference::Base(2), Match::Numbers),
    World { turns: 4, ..world("msd_cubic2", Reference::Base(2), Match::Numbers) },
    World { turns: 4, ..world("msd_bonacci4", Reference::Base(2), Match::Numbers) },
    world("msd_neg_2", Reference::Base(-2), Match::Words),
    world("lsd_neg_2", Reference::Base(-2), Match::Reversed),
    world("msd_neg_3", Reference::Base(-3), Match::Words),
    World { most_variables: 2, ..world("msd_neg_10", Reference::Base(-2), Match::Numbers) },
    world("msd_neg_fib", Reference::NegativeFibonacci, Match::Words),
    world("lsd_neg_fib", Reference::NegativeFibonacci, Match::Reversed),
    World {
        definitions: "numeration silver \"x^2 = 2x + 1 from 1, 3\":",
        ..world("msd_silver", Reference::Base(2), Match::Numbers)
    },
    World { definitions: "numeration dd \"d(1) = 2 (1)\":", ..world("msd_dd", Reference::Base(2), Match::Numbers) },
    World { definitions: "numeration six \"base 6\":", ..world("lsd_six", Reference::Base(2), Match::Numbers) },
    World { definitions: "numeration gold \"x^2 = x + 1\":", ..world("msd_gold", Reference::Fibonacci, Match::Words) },
    World { definitions: "ost third [0 3 1] [1 2];", ..world("msd_third", Reference::Base(2), Match::Numbers) },
    World { definitions: "ost rt [0] [2];", ..world("lsd_rt", Reference::Pell, Match::Reversed) },
    World { definitions: "ost mix [0 2] [3 1];", ..world("msd_mix", Reference::Base(2), Match::Numbers) },
];

/// Words of one and two indices and a function, in base 2.
const BINARY: &str = "def even \"Ek n=2*k\"; def less \"x<y\"; def twice \"y=2*x\"; combine TT less twice=2;";

impl World {
    /// Whether it has negative numbers.
    pub fn signed(&self) -> bool {
        matches!(self.reference, Reference::Base(..0) | Reference::NegativeFibonacci)
    }
}

/// A word read by an automaton: a step and an output.
fn word(
    numeration: &Numeration,
    states: usize,
    step: impl Fn(usize, usize) -> usize,
    output: impl Fn(usize) -> i64,
) -> KnownWord {
    let valid = numeration.valid().expect("few representations");
    let mut values: Vec<i64> = (0..states).map(&output).collect();
    values.sort_unstable();
    values.dedup();
    let of = |value: i64| {
        let raw = Automaton::build(numeration.digits, 0usize, |&q, digit| step(q, digit), |&q| output(q) == value);
        raw.and_then(|raw| raw.with(&valid, |a, b| a && b)).expect("a small automaton")
    };
    KnownWord { values: values.into_iter().map(|value| (value, of(value))).collect() }
}

/// The deciders of a worker, made when they are first needed.
#[derive(Default)]
pub struct Deciders {
    known: HashMap<Reference, Decider>,
}

impl Deciders {
    pub fn of(&mut self, reference: Reference) -> &mut Decider {
        self.known.entry(reference).or_insert_with(|| {
            let mut decider = Decider::new(reference.numeration());
            name_words(reference, &mut decider);
            decider
        })
    }
}

fn name_words(reference: Reference, decider: &mut Decider) {
    let numeration = &decider.numeration;
    let mut words: Vec<(&str, KnownWord)> = Vec::new();
    match reference {
        Reference::Base(2) => {
            let thue_morse = word(numeration, 2, |q, digit| q ^ digit, |q| q as i64);
            words.push(("TL", thue_morse.clone()));
            words.push(("T", thue_morse));
            // The last digit, and the parity of occurrences of 11.
            let rudin_shapiro = |q: usize, digit: usize| (((q >> 1) ^ (q & digit)) << 1) | digit;
            words.push(("RS", word(numeration, 4, rudin_shapiro, |q| (q >> 1) as i64)));
            // The parity of the ones at the end: n+1 is divisible by two that often.
            words.push(("PD", word(numeration, 2, |q, digit| if digit == 1 { 1 - q } else { 0 }, |q| 1 - q as i64)));
        }
        Reference::Fibonacci => {
            let fibonacci = word(numeration, 2, |_, digit| digit, |q| q as i64);
            words.push(("FL", fibonacci.clone()));
            words.push(("F", fibonacci));
        }
        Reference::Tribonacci => {
            let step = |q: usize, digit: usize| if digit == 1 { (q + 1).min(2) } else { 0 };
            words.push(("TR", word(numeration, 3, step, |q| q as i64)));
        }
        _ => {}
    }
    decider.words.extend(words.into_iter().map(|(name, word)| (name.to_owned(), word)));
    let (x, y) = (Term::Var(0), Term::Var(1));
    let twice = Formula::Compare(Compare::Equal, y.clone(), Term::Mul(2, Box::new(x.clone())));
    let less = Formula::less(x.clone(), y);
    let even = Formula::Compare(Compare::Equal, Term::Mul(2, Box::new(Term::Div(Box::new(x.clone()), 2))), x);
    if reference == Reference::Base(2) {
        let even = decider.relation(&even).expect("small").automaton;
        decider.functions.insert("even".into(), (1, even));
        let mut of = |formula: &Formula| decider.relation(formula).expect("small").automaton;
        let neither = Formula::Binary(Connective::Or, Box::new(less.clone()), Box::new(twice.clone())).negated();
        let first = Formula::and(less, twice.clone().negated());
        let values = vec![(0, of(&neither)), (1, of(&first)), (2, of(&twice))];
        decider.words.insert("TT".into(), KnownWord { values });
    }
}

/// Defines what a world needs.
pub fn define(world: &World, lab: &mut Lab) -> Checked {
    if !world.definitions.is_empty() {
        lab.run(world.definitions)?;
    }
    Ok(())
}
