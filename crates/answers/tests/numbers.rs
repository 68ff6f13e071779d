//! What is found, compared with numbers: a formula is evaluated by definition for small values of its variables, and the relation that
//! is found for it has to hold for the same ones. Theorems are closed by their definitions, and their contraries are never found.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use filbert_answers::answer::Answer;
use filbert_answers::formula::{Command, Dfa, Formula, Hints, Relation, System, Systems, Term, Variable};
use filbert_answers::formula::{Comparison, Game};
use filbert_answers::text::read;
use filbert_answers::{GoOn, Limits, NotFound, find};
use num_traits::ToPrimitive;

const LIMITS: Limits = Limits { members: 20_000, work: 400_000, conclusions: 400_000 };

fn go_on() -> GoOn {
    Rc::new(|| true)
}

/// Binary, Fibonacci and base 3.
fn systems() -> Vec<System> {
    vec![System(vec![(1, 0)]), System(vec![(1, 1), (0, 0)]), System(vec![(2, 0)])]
}

/// The words of a length, in the order of their numbers.
fn words(system: &System, length: usize) -> Vec<Vec<u16>> {
    let mut words = vec![(Vec::new(), 0)];
    for _ in 0..length {
        let longer = words.iter().flat_map(|(word, state): &(Vec<u16>, usize)| {
            let (top, next) = system.0[*state];
            (0..=top)
                .map(move |digit| ([word.as_slice(), &[digit as u16]].concat(), if digit < top { 0 } else { next }))
        });
        words = longer.collect();
    }
    words.into_iter().map(|(word, _)| word).collect()
}

/// Whether an automaton accepts some words of one length.
fn accepts(dfa: &Dfa, words: &[&[u16]]) -> bool {
    let length = words.first().map_or(0, |word| word.len());
    let mut state = 0;
    for at in 0..length {
        let letter: Vec<u16> = words.iter().map(|word| word[at]).collect();
        match dfa.rows[state].iter().find(|(own, _)| **own == *letter) {
            Some((_, to)) => state = *to,
            None => return false,
        }
    }
    dfa.accepting[state]
}

/// Numbers with the representations that relations read.
struct Numbers {
    words: Vec<Vec<u16>>,
    relations: Vec<Relation>,
    /// Quantifiers go through the numbers below this.
    bound: i64,
}

impl Numbers {
    fn term(&self, values: &BTreeMap<Variable, i64>, term: &Term) -> i64 {
        match term {
            Term::Number(number) => number.to_i64().expect("a small number"),
            Term::Variable(x) => values[x],
            Term::Sum(a, b) => self.term(values, a) + self.term(values, b),
            Term::Difference(a, b) => self.term(values, a) - self.term(values, b),
            Term::Multiple(factor, a) => factor.to_i64().expect("a small number") * self.term(values, a),
        }
    }

    fn holds(&self, values: &BTreeMap<Variable, i64>, formula: &Formula) -> bool {
        let with = |x: &Variable, value: i64| {
            let mut values = values.clone();
            values.insert(*x, value);
            values
        };
        match formula {
            Formula::Compare(comparison, a, b) => {
                let (a, b) = (self.term(values, a), self.term(values, b));
                match comparison {
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                    Comparison::Equal => a == b,
                }
            }
            Formula::Relation(number, tracks) => {
                let words: Vec<&[u16]> = tracks.iter().map(|x| self.words[values[x] as usize].as_slice()).collect();
                accepts(&self.relations[*number].automaton, &words)
            }
            Formula::Not(f) => !self.holds(values, f),
            Formula::And(f, g) => self.holds(values, f) && self.holds(values, g),
            Formula::Or(f, g) => self.holds(values, f) || self.holds(values, g),
            Formula::Implies(f, g) => !self.holds(values, f) || self.holds(values, g),
            Formula::Iff(f, g) => self.holds(values, f) == self.holds(values, g),
            Formula::Exists(x, f) => (0..self.bound).any(|value| self.holds(&with(x, value), f)),
            Formula::ForAll(x, f) => (0..self.bound).all(|value| self.holds(&with(x, value), f)),
            Formula::AtLeast(count, tuple, f) => {
                let mut all = vec![values.clone()];
                for x in tuple {
                    let longer = all.iter().flat_map(|values| {
                        (0..self.bound).map(|value| {
                            let mut values = values.clone();
                            values.insert(*x, value);
                            values
                        })
                    });
                    all = longer.collect();
                }
                all.iter().filter(|values| self.holds(values, f)).count() >= *count
            }
            Formula::Infinitely(x, f) => (self.bound / 2..self.bound).any(|value| self.holds(&with(x, value), f)),
        }
    }
}

/// Formulas whose quantifiers need no number above the bound where the free variables are below 12. Relation 0 says that the last digit
/// is 0.
const DEFINITIONS: [&str; 16] = [
    "2 0 1 less add v 0 n 2 v 1",
    "2 0 1 some 2 equal add v 0 mul 2 v 2 v 1",
    "2 0 1 some 2 and equal add v 0 v 2 v 1 rel 0 1 2",
    "1 0 not some 1 and less v 1 v 0 rel 0 1 1",
    "2 0 1 all 2 implies less v 2 v 0 atmost v 2 v 1",
    "1 0 atleast 3 1 1 and less v 1 v 0 rel 0 1 1",
    "1 0 atleast 2 2 1 2 and less v 1 v 2 equal add v 1 mul 2 v 2 v 0",
    "1 0 infinitely 1 equal sub v 1 v 1 n 0",
    "1 0 infinitely 1 atmost v 1 v 0",
    "1 0 iff rel 0 1 0 some 1 equal mul 3 v 1 v 0",
    "1 0 some 1 some 2 and and rel 0 1 1 rel 0 1 2 equal add v 1 v 2 v 0",
    "1 0 some 1 and or equal v 1 add v 0 n 1 equal v 1 add v 0 n 4 rel 0 1 1",
    "2 0 1 some 2 and less v 2 v 1 some 3 and equal add v 3 v 2 v 0 rel 0 1 3",
    "2 1 0 not all 2 implies and rel 0 1 2 less v 2 v 1 less v 2 v 0",
    "1 0 all 1 implies some 2 equal v 1 mul 2 v 2 not equal v 1 v 0",
    "2 0 1 equal n 1 n 1",
];

fn last_digit_is_0(system: &System) -> Relation {
    let top = system.0.iter().map(|(top, _)| *top).max().expect("a state");
    let row: Vec<_> = (0..=top as u16).map(|digit| (Box::from([digit]), usize::from(digit > 0))).collect();
    let dfa = Dfa { accepting: vec![true, false], rows: vec![row.clone(), row] };
    Relation { systems: vec![system.clone()], automaton: dfa.into() }
}

fn numbers(system: &System) -> Numbers {
    let length = if system.0[0].0 == 2 {
        4
    } else if system.0.len() == 1 {
        6
    } else {
        8
    };
    Numbers { words: words(system, length), relations: vec![last_digit_is_0(system)], bound: 50 }
}

fn command(text: &str) -> Command {
    let script = read(&format!("system 1 1 0 {text}")).expect("a script");
    script.entries[0].command.clone()
}

fn answered(system: &System, command: &Command) -> Result<Option<Relation>, NotFound> {
    let relations = [last_digit_is_0(system)];
    find(&Systems(vec![system.clone()]), &relations, command, &Hints::default(), &LIMITS, &go_on())
        .map(|(_, relation)| relation)
}

#[test]
fn relations_hold_for_the_numbers_that_formulas_say() {
    for system in systems() {
        let numbers = numbers(&system);
        for text in DEFINITIONS {
            let Command::Define(tracks, formula) = command(&format!("define {text}")) else { panic!("{text}") };
            let found = answered(&system, &Command::Define(tracks.clone(), formula.clone()));
            let relation = found.expect("an answer").expect("a relation");
            for pair in 0..144 {
                let values: BTreeMap<Variable, i64> = BTreeMap::from([(0, pair % 12), (1, pair / 12)]);
                let words: Vec<&[u16]> = tracks.iter().map(|x| numbers.words[values[x] as usize].as_slice()).collect();
                let holds = numbers.holds(&values, &formula);
                assert_eq!(accepts(&relation.automaton, &words), holds, "{text} for {values:?} in {system:?}");
            }
        }
    }
}

#[test]
fn a_formula_or_its_contrary_is_a_theorem_and_never_both() {
    const CLOSED: [&str; 12] = [
        "all 0 some 1 and rel 0 1 1 less v 0 v 1",
        "all 0 some 1 some 2 and and rel 0 1 1 rel 0 1 2 equal add v 1 v 2 v 0",
        "all 0 implies rel 0 1 0 some 1 equal mul 2 v 1 v 0",
        "some 0 all 1 atmost v 0 v 1",
        "some 0 all 1 atmost v 1 v 0",
        "infinitely 0 and rel 0 1 0 some 1 equal v 0 add mul 3 v 1 n 1",
        "atleast 5 1 0 and less v 0 n 8 rel 0 1 0",
        "all 0 or some 1 and rel 0 1 1 equal v 1 v 0 some 1 and not rel 0 1 1 equal v 1 v 0",
        "all 0 all 1 implies and less v 0 v 1 some 2 and less v 0 v 2 less v 2 v 1 less add v 0 n 1 v 1",
        "all 0 all 1 implies and less v 0 v 1 some 2 and less v 0 v 2 less v 2 v 1 less add v 0 n 2 v 1",
        "all 0 some 1 implies rel 0 1 1 rel 0 1 0",
        "all 0 some 1 some 2 and and equal v 1 add v 0 n 2 equal v 2 add v 1 n 3 not rel 0 1 2",
    ];
    for system in systems() {
        let numbers = numbers(&system);
        for text in CLOSED {
            let Command::Theorem(claim) = command(&format!("theorem t {text}")) else { panic!("{text}") };
            let contrary = Formula::Not(Box::new(claim.clone()));
            let [one, other] = [claim.clone(), contrary].map(|f| answered(&system, &Command::Theorem(f)));
            assert!(one.is_ok() != other.is_ok(), "{text} in {system:?}: {one:?} {other:?}");
            // Outermost quantifiers of numbers below 12 are enough to see which.
            if let Formula::ForAll(x, f) = &claim {
                let small = (0..12).all(|value| numbers.holds(&BTreeMap::from([(*x, value)]), f));
                assert!(small || one == Err(NotFound::Refused), "{text} in {system:?}");
            }
        }
    }
}

#[test]
fn a_kernel_is_proved_and_another_set_is_not() {
    // Take 1 or 2 of one pile: the multiples of 3 are lost.
    let rule = "kernel - 1 1 0 or equal add v 1 n 1 v 0 equal add v 1 n 2 v 0";
    let Command::Kernel(game) = command(rule) else { panic!("a game") };
    let multiples = |of: &str, misere: bool| {
        let system = System(vec![(1, 0)]);
        let systems = Systems(vec![system.clone()]);
        let set = command(&format!("define 1 0 some 1 equal v 0 {of}"));
        let relation = answered(&system, &set).expect("an answer").expect("a relation");
        let hints = Hints { kernel: Some(relation.automaton), measure: None };
        let game = Command::Kernel(Game { misere, ..game.clone() });
        find(&systems, &[last_digit_is_0(&system)], &game, &hints, &LIMITS, &go_on()).map(|_| ())
    };
    assert_eq!(multiples("mul 3 v 1", false), Ok(()));
    assert_eq!(multiples("mul 2 v 1", false), Err(NotFound::Refused));
    assert_eq!(multiples("add mul 3 v 1 n 1", true), Ok(()));
    assert_eq!(multiples("mul 3 v 1", true), Err(NotFound::Refused));
}

#[test]
fn variables_have_systems_of_their_own() {
    // Relation 0 reads binary numbers, relation 1 numbers in base 3; a comparison has variables of one system.
    let [binary, _, ternary] = systems().try_into().expect("three systems");
    let relations = [last_digit_is_0(&binary), last_digit_is_0(&ternary)];
    let systems = Systems(vec![binary, ternary]);
    let proved =
        |text: &str| find(&systems, &relations, &command(text), &Hints::default(), &LIMITS, &go_on()).map(|_| ());
    assert_eq!(proved("theorem t all 0 all 1 implies and rel 0 1 0 rel 1 1 1 or rel 0 1 0 rel 1 1 1"), Ok(()));
    assert_eq!(proved("theorem t some 0 some 1 and rel 0 1 0 not rel 1 1 1"), Ok(()));
    assert_eq!(proved("theorem t all 0 all 1 implies rel 0 1 0 rel 1 1 1"), Err(NotFound::Refused));
    assert_eq!(proved("theorem t all 0 rel 1 1 0"), Err(NotFound::Refused));
    assert_eq!(proved("theorem t all 0 all 1 or less v 0 v 1 atmost v 1 v 0"), Err(NotFound::Refused));
}

#[test]
fn answers_before_a_clash_are_kept() {
    // What is assumed of 1 clashes with the first case, which is about all 1.
    let claim = command(
        "theorem t all 0 or some 1 atmost v 0 v 1 implies some 1 implies atmost v 0 v 1 atmost v 0 v 0 \
        or all 1 less v 1 v 0 atmost v 0 v 0",
    );
    let systems = Systems(vec![System(vec![(1, 0)])]);
    let (answers, _) = find(&systems, &[], &claim, &Hints::default(), &LIMITS, &go_on()).expect("answers");
    assert_eq!(answers[0], Answer::Step);
}

#[test]
fn a_search_ends_when_the_caller_says_so() {
    let binary = systems().remove(0);
    let asked = Rc::new(Cell::new(0));
    let go_on: GoOn = Rc::new({
        let asked = asked.clone();
        move || asked.replace(asked.get() + 1) == 0
    });
    // Whatever is tried takes thousands of states.
    let far = command("theorem t all 0 some 1 all 2 some 3 equal add mul 997 v 0 v 1 add mul 991 v 2 v 3");
    let limits = Limits { members: usize::MAX, work: usize::MAX / 100, conclusions: usize::MAX / 100 };
    let found = find(&Systems(vec![binary]), &[], &far, &Hints::default(), &limits, &go_on);
    assert_eq!((found.map(|_| ()), asked.get()), (Err(NotFound::Halted), 2));
}
