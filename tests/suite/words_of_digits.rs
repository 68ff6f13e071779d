//! Random statements about words and numbers: the engine against lists of tuples of words.

use std::cell::Cell;

use filbert::logic::Tactics;
use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::{Source, parse_script};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::about_words::{Answer, Case, Choices, WORLDS, World};

/// Statements for each system.
const STATEMENTS: u32 = 150;
/// Tuples of the longest length beyond which a statement is left alone.
const MOST_TUPLES: usize = 20_000;

/// Choices drawn before; the simplest ones follow.
struct Drawn<'a>(std::slice::Iter<'a, u32>);

impl Choices for Drawn<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next().map_or(0, |&choice| choice as usize % bound)
    }
}

/// How often what came out.
#[derive(Default)]
struct Tally {
    truths: [Cell<u32>; 2],
    sets: Cell<u32>,
    relations: Cell<u32>,
    refused: Cell<u32>,
    alternating: Cell<u32>,
}

fn check(world: &'static World, choices: &[u32], tally: &Tally) -> Result<(), TestCaseError> {
    let Some(case) = Case::random(world, MOST_TUPLES, &mut Drawn(choices.iter())) else { return Ok(()) };
    let definitions = Source::new("definitions", format!("{}{}", world.definition, case.definitions));
    // Half of them as if every coefficient were large: quantifiers around linear atoms then move outwards.
    let tactics = match choices.len() % 2 {
        0 => Tactics::default(),
        _ => Tactics::default().with_large(0),
    };
    let mut session = Session::new().with_tactics(tactics);
    session.define_all(&definitions, &parse_script(&definitions).0).expect("definitions");
    let context = format!("{}{}", definitions.text(), case.text);
    let answer = match session.answer(&Source::new("statement", case.text.clone())) {
        Ok(run) => case.compare(&run.effect).map(Some),
        Err(CommandError::Wrong(_)) if case.expected.is_none() => Ok(None),
        Err(failure) => Err(format!("{failure:?}")),
    };
    let count = match answer.map_err(|why| TestCaseError::fail(format!("{context}\n{why}")))? {
        Some(Answer::Verdict(truth)) => &tally.truths[usize::from(truth)],
        Some(Answer::OfWords) => &tally.sets,
        Some(Answer::OfNumbers) => &tally.relations,
        None => &tally.refused,
    };
    count.set(count.get() + 1);
    tally.alternating.set(tally.alternating.get() + u32::from(case.alternates));
    Ok(())
}

#[test]
fn random_statements_about_words_agree_with_lists_of_words() {
    let tally = Tally::default();
    for world in &WORLDS {
        let config = Config { cases: STATEMENTS, failure_persistence: None, ..Config::default() };
        TestRunner::new(config)
            .run(&prop::collection::vec(any::<u32>(), 20..200), |choices| check(world, &choices, &tally))
            .unwrap_or_else(|error| panic!("{}: {error}", world.system));
    }
    let [falsehoods, truths] = tally.truths.each_ref().map(Cell::get);
    let (sets, relations, refused) = (tally.sets.get(), tally.relations.get(), tally.refused.get());
    let total = STATEMENTS * WORLDS.len() as u32;
    let seen = format!("{truths} true, {falsehoods} false, {sets} sets, {relations} relations, {refused} refused");
    let alternating = tally.alternating.get();
    // Under one seed all worlds draw the same choices, and none of them may be one to refuse: a test of families does.
    for (count, least) in [(alternating, 4), (truths, 10), (falsehoods, 10), (sets, 25), (relations, 50)] {
        assert!(count > total / least, "{seen} of {total}");
    }
}

/// 70000 has representations of odd length, and the quantifier around the large multiple says nothing of the others.
#[test]
fn a_quantifier_around_a_large_multiple_stays_beside_a_set_of_words() {
    for system in ["msd_2", "lsd_2"] {
        for (factor, compare) in [(7, ">"), (70_000, ">"), (70_000, "=")] {
            let mut session = Session::new();
            let even = Source::new("even", "reg even {0,1} \"((0|1)(0|1))*\":");
            session.define_all(&even, &parse_script(&even).0).expect("a definition");
            let statement =
                format!("?{system} E m,p p<m & m={factor} & (p{compare}m <=> ($even(m) & (E n {factor}*n=m)))");
            let answer = session.answer(&Source::new("statement", statement.clone())).expect("an answer");
            assert!(matches!(answer.effect, Effect::Verdict(verdict) if verdict.truth), "{statement}");
        }
    }
}
