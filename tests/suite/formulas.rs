//! Random formulas: the engine against brute force.
//!
//! Every quantifier in them is guarded by a bound, so that looking so far and no further is exact.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use filbert::budget::{Cores, Halt, Limit, Spill};
use filbert::logic::{Tactic, Tactics, Workspace, define, resolve};
use filbert::numeration::Relation;
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::{Source, parse_formula, parse_script};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::oracle::{Oracle, WordValue, fixed_point};

/// Quantified variables are at most this, and at least its negative.
const GUARD: i64 = 5;
/// Free variables are tried up to this.
const TRIED: i64 = 9;
/// Formulas for each system: eight systems make 5,000 and more.
const FORMULAS: u32 = 700;
/// Automata of random formulas beyond this are left alone: a formula in a thousand would take all memory.
pub(crate) const STATES: usize = 100_000;
/// Formulas for each system that go every road.
const FORMULAS_BY_ROAD: u32 = 100;

/// A system and the words that can be read in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World {
    pub(crate) system: &'static str,
    pub(crate) words: &'static [&'static str],
    /// Whether it has negative numbers.
    signed: bool,
}

/// What defines systems among these.
const DEFINITIONS: &str = "ost third [0 3 1] [1 2];
    word M msd_2 \"0->01 1->10\" \"0->[-1] 1->2\";
    word D msd_3 \"0->012 1->120 2->201\" \"0->1 1->[-2] 2->0\";";

pub(crate) const WORLDS: [World; 8] = [
    World { system: "msd_2", words: &["T", "RS", "M"], signed: false },
    World { system: "msd_fib", words: &["F"], signed: false },
    World { system: "msd_trib", words: &["TR"], signed: false },
    World { system: "msd_pell", words: &[], signed: false },
    World { system: "lsd_3", words: &["D"], signed: false },
    World { system: "msd_neg_2", words: &[], signed: true },
    World { system: "lsd_neg_fib", words: &[], signed: true },
    World { system: "msd_third", words: &[], signed: false },
];

impl World {
    /// The numbers of this system with absolute values below a bound.
    fn numbers(self, below: i64) -> Range<i64> {
        if self.signed { 1 - below..below } else { 0..below }
    }

    /// That a variable is not too large.
    fn guard(self, var: &str) -> String {
        if self.signed { format!("{var}<={GUARD} & {var}>=_{GUARD}") } else { format!("{var}<={GUARD}") }
    }

    pub(crate) fn session(self, limits: Limits) -> Session {
        let mut session = Session::with_limits(limits);
        let source = Source::new("definitions", DEFINITIONS);
        session.define_all(&source, &parse_script(&source).0).expect("definitions");
        session
    }
}

pub(crate) fn oracle(world: World) -> Oracle {
    let prefix = |images: &'static [&'static [u8]]| -> WordValue {
        let word = fixed_point(images, 500);
        Box::new(move |at: &[u64]| i64::from(word[at[0] as usize]))
    };
    let words = HashMap::from([
        ("T".to_owned(), Box::new(|at: &[u64]| i64::from(at[0].count_ones() % 2)) as WordValue),
        ("RS".to_owned(), Box::new(|at: &[u64]| i64::from((at[0] & (at[0] >> 1)).count_ones() % 2)) as WordValue),
        ("M".to_owned(), Box::new(|at: &[u64]| 3 * i64::from(at[0].count_ones() % 2) - 1) as WordValue),
        ("D".to_owned(), Box::new(|at: &[u64]| [1i64, -2, 0][digit_sum(at[0], 3) % 3]) as WordValue),
        ("F".to_owned(), prefix(&[&[0, 1], &[0]])),
        ("TR".to_owned(), prefix(&[&[0, 1], &[0, 2], &[0]])),
    ]);
    Oracle { words, range: world.numbers(GUARD + 1), signed: world.signed }
}

fn digit_sum(mut n: u64, base: u64) -> usize {
    let mut sum = 0;
    while n > 0 {
        sum += (n % base) as usize;
        n /= base;
    }
    sum
}

pub(crate) const FREE: [&str; 2] = ["a", "b"];
const BOUND: [&str; 4] = ["x", "y", "z", "w"];

/// Sums, differences, multiples and quotients. Factors stay small: automata of random atoms multiply with them.
fn terms(world: World, vars: Vec<&'static str>) -> BoxedStrategy<String> {
    let leaf = || {
        let natural = prop_oneof![
            4 => proptest::sample::select(vars.clone()).prop_map(str::to_owned),
            2 => (0u64..7).prop_map(|n| n.to_string()),
        ];
        match world.signed {
            true => prop_oneof![6 => natural, 1 => (1i64..7).prop_map(|n| format!("(-{n})"))].boxed(),
            false => natural.boxed(),
        }
    };
    let natural = prop_oneof![
        4 => leaf(),
        3 => (leaf(), leaf()).prop_map(|(a, b)| format!("{a}+{b}")),
        1 => leaf().prop_map(|a| format!("2*{a}")),
        1 => (leaf(), leaf()).prop_map(|(a, b)| format!("2*({a}+{b})")),
        // A difference of constants could be found negative while parsing.
        1 => (leaf(), 1u64..4).prop_map(|(a, k)| format!("({a}+3)-{k}")),
        1 => leaf().prop_map(|a| format!("{a}/2")),
        1 => (leaf(), 1u64..3).prop_map(|(a, k)| format!("({a}+{k})/3")),
        1 => cancelling(vars.clone()),
    ];
    if !world.signed {
        return natural.boxed();
    }
    prop_oneof![
        12 => natural,
        1 => leaf().prop_map(|a| format!("_{a}")),
        1 => (leaf(), leaf()).prop_map(|(a, b)| format!("{a}-({b})")),
        1 => (leaf(), 2i64..4).prop_map(|(a, k)| format!("({a}-5)/_{k}")),
        1 => leaf().prop_map(|a| format!("(-2)*{a}")),
    ]
    .boxed()
}

/// Terms whose variables cancel, or stand in a product with 0. A constant is left, which may be negative.
fn cancelling(vars: Vec<&'static str>) -> BoxedStrategy<String> {
    let var = || proptest::sample::select(vars.clone());
    let few = || 0u64..5;
    prop_oneof![
        (var(), few()).prop_map(|(x, k)| format!("({x}-{x}-{k})")),
        (var(), few()).prop_map(|(x, k)| format!("({x}-{k}-{x})")),
        (var(), few(), few()).prop_map(|(x, k, l)| format!("({x}+{k}-{x}-{l})")),
        (var(), few()).prop_map(|(x, k)| format!("(0*({x}+1)-{k})")),
        (var(), few(), few()).prop_map(|(x, k, l)| format!("(({k}-{x})*0+{l})")),
        (var(), var(), few()).prop_map(|(x, y, k)| format!("({x}+{y}-{k}-({y}+{x})+1)")),
        (var(), few(), 1u64..4).prop_map(|(x, k, d)| format!("(({x}-{k}-{x}+2)/{d})")),
        (var(), var(), 1u64..4).prop_map(|(x, y, k)| format!("({x}/({y}-{y}+{k}))")),
        (var(), var(), few()).prop_map(|(x, y, k)| format!("(({x}+{k}-{x})*{y}-{k}*{y}-{k})")),
        (var(), few()).prop_map(|(x, k)| format!("({x}/2-{x}/2-{k})")),
    ]
    .boxed()
}

fn atoms(world: World, vars: Vec<&'static str>) -> BoxedStrategy<String> {
    let comparison = proptest::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let difference =
        (proptest::sample::select(vars.clone()), proptest::sample::select(vars.clone()), terms(world, vars.clone()))
            .prop_map(|(x, y, t)| format!("{x}-{y}={t}"));
    let plain = (terms(world, vars.clone()), comparison.clone(), terms(world, vars.clone()))
        .prop_map(|(a, op, b)| format!("{a}{op}{b}"));
    if world.words.is_empty() {
        return prop_oneof![4 => plain, 1 => difference].boxed();
    }
    let word = || proptest::sample::select(world.words.to_vec());
    prop_oneof![
        4 => plain,
        1 => difference,
        2 => (word(), terms(world, vars.clone()), comparison.clone(), 0i64..3).prop_map(|(w, t, op, k)| format!("{w}[{t}]{op}@{k}")),
        2 => (word(), terms(world, vars.clone()), comparison.clone(), word(), terms(world, vars.clone()))
            .prop_map(|(v, s, op, w, t)| format!("{v}[{s}]{op}{w}[{t}]")),
        1 => (terms(world, vars.clone()), word(), terms(world, vars.clone()), comparison.clone(), terms(world, vars.clone()))
            .prop_map(|(s, w, t, op, u)| format!("{s}+{w}[{t}]{op}{u}")),
        1 => (letters(world, vars.clone()), comparison, letters(world, vars.clone()), terms(world, vars))
            .prop_map(|(s, op, t, u)| format!("{s}{op}{t}+{u}")),
    ]
    .boxed()
}

/// Sums of letters, numbers and variables: with a variable, no part of them may be negative.
fn letters(world: World, vars: Vec<&'static str>) -> BoxedStrategy<String> {
    let word = proptest::sample::select(world.words.to_vec());
    let letter = (word, terms(world, vars.clone())).prop_map(|(w, t)| format!("{w}[{t}]"));
    let var = proptest::sample::select(vars).prop_map(str::to_owned);
    let part = prop_oneof![3 => letter, 1 => var, 1 => (0u64..4).prop_map(|n| n.to_string())];
    (
        part.clone(),
        proptest::sample::select(vec!["+", "-", "-0*"]),
        part.clone(),
        proptest::sample::select(vec!["+", "-"]),
        part,
    )
        // A difference of constants could be found negative while parsing.
        .prop_filter("a constant that may be negative", |(a, _, b, _, _)| {
            [a, b].iter().any(|part| part.contains(|c: char| c.is_ascii_alphabetic()))
        })
        .prop_map(|(a, op, b, last, c)| format!("{a}{op}{b}{last}{c}"))
        .boxed()
}

/// Formulas over the free variables and the first `depth` bound ones.
fn formulas(world: World, depth: usize) -> BoxedStrategy<String> {
    let vars: Vec<&'static str> = FREE.iter().chain(&BOUND[..depth]).copied().collect();
    let atom = atoms(world, vars);
    let connective = || proptest::sample::select(vec!["&", "|", "^", "=>", "<=>"]);
    let flat = atom.prop_recursive(2, 5, 2, move |inner| {
        prop_oneof![
            3 => (inner.clone(), connective(), inner.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            1 => inner.prop_map(|a| format!("~{a}")),
        ]
    });
    if depth == 3 {
        return flat.boxed();
    }
    let var = BOUND[depth];
    let quantified = (0..5usize, formulas(world, depth + 1)).prop_map(move |(kind, body)| match kind {
        0 | 1 => format!("(E{var} ({guard} & ({body})))", guard = world.guard(var)),
        2 | 3 => format!("(A{var} (({guard}) => ({body})))", guard = world.guard(var)),
        _ => format!("(E>=2 {var} ({guard} & ({body})))", guard = world.guard(var)),
    });
    prop_oneof![
        2 => flat.clone(),
        3 => quantified.clone(),
        2 => (quantified, connective(), flat).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
    ]
    .boxed()
}

/// Whether a relation over some of the variables `a` and `b` holds at these values.
fn contains(names: &[Arc<str>], relation: &Relation, a: i64, b: i64) -> bool {
    let numbers: Vec<BigInt> = names.iter().map(|name| if &**name == "a" { a } else { b }.into()).collect();
    relation.contains(&numbers)
}

/// Whether what was answered holds at these values of `a` and `b`.
pub fn truth_at(effect: &Effect, a: i64, b: i64) -> bool {
    match effect {
        Effect::Verdict(verdict) => verdict.truth,
        Effect::Relation(names, relation) => contains(names, relation, a, b),
        _ => unreachable!("a formula has a verdict or a relation"),
    }
}

#[test]
fn random_formulas_agree_with_brute_force() {
    let mut agreed = 0;
    for world in WORLDS {
        let oracle = oracle(world);
        let mut runner = TestRunner::new(Config { cases: FORMULAS, failure_persistence: None, ..Config::default() });
        // One session: what earlier formulas built must not disturb later ones.
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let session = std::cell::RefCell::new(world.session(limits));
        let left_alone = std::cell::Cell::new(0);
        let result = runner.run(&formulas(world, 0), |text| {
            let text = format!("?{} {text}", world.system);
            let source = Source::new("random", text);
            let formula = parse_formula(&source, source.span(), &()).expect("a formula");
            let run = match session.borrow_mut().answer(&source) {
                Ok(run) => run,
                Err(CommandError::Limit { limit: Halt::Limit(Limit::States), .. }) => {
                    left_alone.set(left_alone.get() + 1);
                    return Ok(());
                }
                Err(_) => panic!("no answer"),
            };
            for a in world.numbers(TRIED) {
                for b in world.numbers(TRIED) {
                    let mut scope = vec![("a".into(), a), ("b".into(), b)];
                    let expected = oracle.holds(&formula, &mut scope);
                    let found = truth_at(&run.effect, a, b);
                    prop_assert_eq!(found, expected, "{} at a = {}, b = {}", source.text(), a, b);
                }
            }
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}: {error}", world.system);
        }
        agreed += FORMULAS - left_alone.get();
    }
    assert!(agreed >= 5_200, "{agreed} formulas compared");
}

/// What is true at each of these numbers, `a` being the free variable.
pub(crate) fn where_true(session: &mut Session, text: &str, numbers: Range<i64>) -> Vec<i64> {
    let run = session.answer(&Source::new("text", text)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    numbers.filter(|&a| truth_at(&run.effect, a, 0)).collect()
}

#[test]
fn a_part_whose_variables_cancel_to_something_negative_makes_its_comparison_false() {
    let mut session = WORLDS[0].session(Limits::default());
    for system in ["msd_2", "lsd_2", "msd_fib", "lsd_trib", "msd_third"] {
        for part in ["a-a-4", "a-3-a", "0*a-1", "(a-a-4)/2", "a/(a-a-2)", "(a-a)*a-1", "a/2-a/2-1", "(a-5)*0-1"] {
            for comparison in ["a<=%", "a!=%", "%=%", "%>=a", "%<a+9", "2+(%)<=a", "~(~(0*(%)=0))"] {
                let text = format!("?{system} {}", comparison.replace('%', part));
                assert_eq!(where_true(&mut session, &text, 0..9), [0i64; 0], "{text}");
            }
        }
        let every: Vec<i64> = (0..9).collect();
        for text in ["~(a<=a-a-4)", "a-a+4=4", "a-a<=a", "a>=0*a", "~(a-3-a<=a)"] {
            assert_eq!(where_true(&mut session, &format!("?{system} {text}"), 0..9), every, "{system} {text}");
        }
        assert_eq!(where_true(&mut session, &format!("?{system} (a-5)*0=0"), 0..9), [5, 6, 7, 8]);
    }
    for system in ["msd_neg_2", "lsd_neg_3", "msd_neg_fib"] {
        let every: Vec<i64> = (-9..9).collect();
        // The system of a comparison is that of its variables, wherever its numbers stand.
        for text in ["?% a-a-4=-4", "?% a-3-a<=0", "(?% a)-(?% a)-4=0-(?% 4)", "(?% a)<-3 | (?% a)>=-3"] {
            let text = text.replace('%', system);
            assert_eq!(where_true(&mut session, &text, -9..9), every, "{text}");
        }
    }
}

#[test]
fn a_constant_that_is_negative_as_it_is_written_is_an_error() {
    let mut session = WORLDS[0].session(Limits::default());
    for text in [
        "a=-3+5",
        "3-5=0-2",
        "-3=-3",
        "a>@-3",
        "a+T[0]>-3",
        "a=(2-3)*0",
        "a-a=0-1",
        "?msd_neg_2 (?msd_2 a)!=-3",
        "?msd_fib $phin(a+(2-3),a)",
        "T[a+(2-3)]=@0",
    ] {
        let error = session.answer(&Source::new("text", text)).err().unwrap_or_else(|| panic!("{text} is answered"));
        assert!(
            matches!(&error, CommandError::Wrong(error) if error.message().ends_with("is not a natural number")),
            "{text}: {error:?}"
        );
    }
}

#[test]
fn with_a_variable_no_letter_in_a_comparison_may_be_negative() {
    let mut session = WORLDS[0].session(Limits::default());
    // M[0] is -1, M[1] is 2.
    for text in [
        "Ea a=0 & T[0]-T[1]+a+1=0",
        "Ea a=1 & M[0]+a=0",
        "Ea a=1 & a+M[0]=0",
        "Ea M[0]<a",
        "Ea a=M[0]+3",
        "Ea a=0 & 0*M[0]=a",
        "Ea a=0 & a!=T[0]-T[1]",
        "Ea a=0 & M[0]-M[0]=a",
    ] {
        let run = session.answer(&Source::new("text", text)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(matches!(&run.effect, Effect::Verdict(verdict) if !verdict.truth), "{text}");
    }
    // An index is none of the numbers that are compared: without a variable letters are integers.
    for text in ["T[0]-T[1]=-1", "Aa a=1 => M[a]+M[0]=1", "M[0]+3-5=-3", "Ea M[a]*M[a]=1", "M[0]/2=-1"] {
        let run = session.answer(&Source::new("text", text)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(matches!(&run.effect, Effect::Verdict(verdict) if verdict.truth), "{text}");
    }
}

#[test]
fn every_road_leads_to_the_same_automaton() {
    let all = Tactics::default();
    let mut closed: Vec<Tactics> = Tactic::all().map(|tactic| all.without(tactic)).collect();
    closed.extend([all.by_induction_alone(), all.with_large(0), all.with_large(0).without(Tactic::StagedJoin)]);
    // A third of them for each formula.
    let (asked, compared) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for world in WORLDS {
        let oracle = oracle(world);
        let cases = FORMULAS_BY_ROAD;
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        let session = world.session(Limits::default());
        let result = runner.run(&formulas(world, 0), |text| {
            let source = Source::new("random", format!("?{} {text}", world.system));
            let formula = parse_formula(&source, source.span(), &()).expect("a formula");
            let budget = filbert::script::Limits::default().budget().with_states(STATES / 10);
            let found = |tactics| {
                let mut workspace = Workspace::new().with_tactics(tactics);
                let statement = resolve(&formula, &source, session.names(), &mut workspace, &budget);
                let Ok(statement) = statement else { panic!("{text} makes no sense") };
                let names: Vec<Arc<str>> =
                    statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
                define(&statement, &mut workspace, &budget).map(|relation| (names, relation))
            };
            let Ok((names, expected)) = found(Tactics::default()) else { return Ok(()) };
            for (a, b) in world.numbers(TRIED).flat_map(|a| world.numbers(TRIED).map(move |b| (a, b))) {
                let mut scope = vec![("a".into(), a), ("b".into(), b)];
                let holds = oracle.holds(&formula, &mut scope);
                prop_assert_eq!(contains(&names, &expected, a, b), holds, "a = {}, b = {}", a, b);
            }
            for &tactics in closed.iter().skip(asked.get() % 3).step_by(3) {
                asked.set(asked.get() + 1);
                match found(tactics) {
                    Ok((_, relation)) => {
                        compared.set(compared.get() + 1);
                        prop_assert_eq!(relation.dfa(), expected.dfa(), "{:?}", tactics);
                    }
                    // The only road may be a long one.
                    Err(limit) => {
                        prop_assert!(matches!(limit, Halt::Limit(Limit::States) | Halt::TooLarge), "{}", limit)
                    }
                }
            }
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}: {error}", world.system);
        }
    }
    assert!(10 * compared.get() > 9 * asked.get(), "{} of {} compared", compared.get(), asked.get());
}

#[test]
fn several_threads_or_a_disk_build_what_one_thread_builds() {
    let compared = std::cell::Cell::new(0);
    for world in WORLDS {
        let cases = FORMULAS_BY_ROAD / 2;
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        let session = world.session(Limits::default());
        let result = runner.run(&formulas(world, 0), |text| {
            let source = Source::new("random", format!("?{} {text}", world.system));
            let formula = parse_formula(&source, source.span(), &()).expect("a formula");
            let found = |cores: Cores, spill: Option<Spill>| {
                let budget = Limits { cores, spill, ..Limits::default() }.budget().with_states(STATES / 10);
                let mut workspace = Workspace::new();
                workspace.keep_steps();
                let statement = resolve(&formula, &source, session.names(), &mut workspace, &budget);
                let Ok(statement) = statement else { panic!("{text} makes no sense") };
                let relation = define(&statement, &mut workspace, &budget).map(|relation| relation.dfa().clone());
                let steps = workspace
                    .steps()
                    .iter()
                    .map(|step| (step.formula.clone(), step.method, step.explored, step.result.clone()));
                (relation, steps.collect::<Vec<_>>())
            };
            let expected = found(Cores::default(), None);
            for cores in 1..3 {
                prop_assert_eq!(found(Cores::eager(cores), None), expected.clone(), "{} more", cores);
            }
            let spill = Some(Spill::eager(std::env::temp_dir()));
            prop_assert_eq!(found(Cores::eager(1), spill), expected.clone(), "on disk");
            compared.set(compared.get() + usize::from(expected.0.is_ok()));
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}: {error}", world.system);
        }
    }
    assert!(20 * compared.get() > 9 * FORMULAS_BY_ROAD as usize * WORLDS.len(), "{} compared", compared.get());
}

/// Sums of sparse sets: from one digit order to the other, the road that ends with so few states is the other one.
#[test]
fn the_fast_road_is_found_whichever_it_is() {
    let mut session = Session::new();
    let definitions = "reg c msd_2 \"0*1(0|1)*00000000(0|1)*1|0*\":\n\
                       reg b_lsd lsd_2 \"(1001011101101001|0000000|0010011)*0*\":\n";
    let source = Source::new("definitions", definitions);
    for command in &parse_script(&source).0 {
        session.run(&source, command).expect("a definition");
    }
    let found = |text: &str, states: usize, tactics| {
        let source = Source::new("sums", text);
        let formula = parse_formula(&source, source.span(), &()).expect("a formula");
        let mut workspace = Workspace::new().with_tactics(tactics);
        let budget = filbert::script::Limits::default().budget().with_states(states);
        let statement = resolve(&formula, &source, session.names(), &mut workspace, &budget);
        let Ok(statement) = statement else { panic!("{text} makes no sense") };
        define(&statement, &mut workspace, &budget).map(|relation| relation.dfa().states())
    };
    let without = |way| Tactics::default().without(way);
    // Allowed 70,000 states, the first would go on forward until its sets are pruned by simulation, and end.
    for (text, states, slow, fast) in [
        ("?msd_2 Ex,y,z (n=x+y+z) & $c(x) & $c(y) & $c(z)", 40_000, Tactic::ReversedSubsets, Tactic::Subsets),
        (
            "?lsd_2 Ex,y,z (n=x+y+z) & $b_lsd(x) & $b_lsd(y) & $b_lsd(z)",
            70_000,
            Tactic::Subsets,
            Tactic::ReversedSubsets,
        ),
    ] {
        assert_eq!(found(text, states, without(slow)), Err(Halt::Limit(Limit::States)), "{text}");
        assert_eq!(found(text, states, Tactics::default()), found(text, states, without(fast)), "{text}");
        assert!(found(text, states, Tactics::default()).is_ok(), "{text}");
    }
}

#[test]
fn relations_of_few_tuples_mean_what_their_tuples_do() {
    // A relation, its tuples written out, and what reads both: `R` in these stands for the one or the other.
    let relations = [
        ("?msd_fib", "(x=2 & y=5) | (x=3 & y=3)"),
        ("?msd_2", "x=7 & y=0"),
        ("?lsd_3", "(x=0 & y=1) | (x=1 & y=0) | (x=2 & y=2)"),
        ("?msd_neg_2", "(x=_3 & y=2) | (x=4 & y=_1) | (x=0 & y=0)"),
        ("?msd_2", "x<y & y<5"),
        ("?msd_2", "x<y & y<9"),
        ("?msd_fib", "x<y & y<x"),
    ];
    let readers = [
        "Ea,b #R(a,b) & z=w+2*a+b",
        "Aa,b #R(a,b) => z+a>w+b",
        "Ea,b,c #R(a,b) & (z=w+a | z+b=c) & c<w",
        "Ea #R(a,a) & z=w+a",
        "Ea,b #R(a,b) & #R(b,a) & z+a=w",
        "Ea,b #R(a,b) & ~#R(z,a) & w=z+b",
        "Ea,b #R(a,b) & (Ec c<a & z=w+2*c)",
        "(E>=2 a #R(a,z)) | #R(z,w)",
        "E=1 a,b #R(a,b) & z+a>w+b",
        "#R(z,w+1)",
    ];
    for (system, tuples) in relations {
        let tuples = tuples.replace('_', "-");
        for reader in readers {
            let text = format!(
                "macro written \"({})\":\ndef stored \"{system} {tuples}\":\ntheorem same \"{system} Aw,z ({}) <=> ({})\":\n",
                tuples.replace('x', "(%0)").replace('y', "(%1)"),
                reader.replace("#R", "$stored"),
                reader.replace("#R", "#written"),
            );
            let outcomes = crate::games::run(&text).1;
            assert!(
                outcomes.iter().all(|answer| answer.as_ref().is_ok_and(|(verdict, _)| verdict.truth)),
                "{text}: {outcomes:?}"
            );
        }
    }
}
