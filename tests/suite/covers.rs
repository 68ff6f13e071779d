//! `cover`: random targets and pieces against brute force, and what a person is told.

use filbert::budget::{Halt, Limit};
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::{Source, parse_formula, parse_script};
use proptest::prelude::*;

use crate::oracle::Oracle;

/// Quantified variables are at most this, and so are the free ones of a target.
const GUARD: i64 = 6;
const SYSTEMS: [&str; 5] = ["msd_2", "msd_fib", "msd_trib", "msd_cubic2", "lsd_3"];

/// The effect of the first command of a script.
fn effect(session: &mut Session, script: &str) -> Result<Effect, CommandError> {
    let source = Source::new("cover.prf", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{}", errors[0].render(false));
    session.run(&source, &commands[0]).map(|run| run.effect)
}

/// Comparisons of sums of a, b and, if `bound`, x.
fn atoms(bound: bool) -> BoxedStrategy<String> {
    let vars: &[&str] = if bound { &["a", "b", "x"] } else { &["a", "b"] };
    let var = || proptest::sample::select(vars.to_vec());
    let comparison = proptest::sample::select(vec!["=", "!=", "<", "<="]);
    (1u64..3, var(), var(), comparison, var(), 0u64..5)
        .prop_map(|(k, x, y, op, z, c)| format!("{k}*{x}+{y}{op}2*{z}+{c}"))
        .boxed()
}

fn pieces() -> BoxedStrategy<String> {
    let plain = (atoms(false), atoms(false)).prop_map(|(a, b)| format!("({a} & {b})"));
    let quantified = (atoms(true), atoms(true), atoms(true))
        .prop_map(|(a, b, c)| format!("(Ex x<={GUARD} & {a} & {b} & ({c} | a=b))"));
    let nested =
        (atoms(true), atoms(true)).prop_map(|(a, b)| format!("(Ex x<={GUARD} & {a} & ~(Ey y<x & {b} & y<=a))"));
    let either = (plain.clone(), quantified.clone()).prop_map(|(a, b)| format!("({a} | {b})"));
    prop_oneof![1 => plain, 3 => quantified, 1 => nested, 1 => either].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cover_holds_iff_every_tuple_of_the_target_is_in_a_piece(
        system in proptest::sample::select(SYSTEMS.to_vec()),
        target in atoms(false),
        pieces in proptest::collection::vec(pieces(), 1..5),
    ) {
        let target = format!("a<={GUARD} & b<={GUARD} & {target}");
        let quoted: Vec<String> = pieces.iter().map(|piece| format!("\"?{system} {piece}\"")).collect();
        let limits = Limits { states: Some(100_000), ..Limits::default() };
        let script = format!("cover c \"?{system} {target}\" by {}:", quoted.join(" "));
        let found = match effect(&mut Session::with_limits(limits), &script) {
            Ok(Effect::Covered(verdict, left)) => {
                prop_assert!(left.len() <= pieces.len());
                prop_assert_eq!(verdict.truth, verdict.example.is_none());
                prop_assert!(verdict.truth || left.iter().all(|&states| states > 0));
                verdict.example
            }
            Err(CommandError::Limit { limit: Halt::Limit(Limit::States), .. }) => return Ok(()),
            other => panic!("{script}: {other:?}"),
        };
        let oracle = Oracle { words: Default::default(), range: 0..GUARD + 1, signed: false };
        let holds = |text: &str, a: i64, b: i64| {
            let source = Source::new("piece", format!("?{system} {text}"));
            let formula = parse_formula(&source, source.span(), &()).expect("a formula");
            oracle.holds(&formula, &mut vec![("a".into(), a), ("b".into(), b)])
        };
        let tuples = (0..=GUARD).flat_map(|a| (0..=GUARD).map(move |b| (a, b)));
        let missed: Vec<(i64, i64)> = tuples
            .filter(|&(a, b)| holds(&target, a, b) && !pieces.iter().any(|piece| holds(piece, a, b)))
            .collect();
        match found {
            None => prop_assert!(missed.is_empty(), "{}: {:?} is in no piece", script, missed),
            Some(example) => {
                let value = |name: &str| example.iter().find(|(known, _)| &**known == name).expect("a value").1.clone();
                let is_example = |&(a, b): &(i64, i64)| value("a") == a.into() && value("b") == b.into();
                prop_assert!(missed.iter().any(is_example), "{}: {:?} is none of {:?}", script, example, missed);
            }
        }
    }
}

#[test]
fn a_cover_that_misses_something_shows_the_first_that_is_left() {
    let script =
        "cover c \"?msd_fib a=a & b=b\" by \"?msd_fib a<b\" \"?msd_fib a>b & ~(a=7 & b=3)\" \"?msd_fib a=b & a!=6\":";
    let Ok(Effect::Covered(verdict, left)) = effect(&mut Session::new(), script) else { panic!("a verdict") };
    // In radix order: 7 and 3 are 1010 and 0100, 6 and 6 are 1001 and 1001.
    assert_eq!(verdict.example.unwrap(), [("a".into(), 7.into()), ("b".into(), 3.into())]);
    assert_eq!(left.len(), 3);
    // Nothing is left after the second piece: the third is not looked at.
    let script = "cover c \"a<5\" by \"a<4\" \"a=4 | a=9\" \"a=3\":";
    let Ok(Effect::Covered(verdict, left)) = effect(&mut Session::new(), script) else { panic!("a verdict") };
    assert!(verdict.truth);
    assert_eq!(left.last(), Some(&0));
    assert_eq!(left.len(), 2);
}

#[test]
fn pieces_may_be_of_any_form() {
    // Closed, with a closed part that is decided, counting, infinitely many, and on a track alone.
    let pieces =
        ["1=2", "Ex x<a & (Ey y>5) & x>b", "E>=2 x x<b & x>=a", "Ix x>a & b=7", "b=a & 2=2", "Ex x+x=b & x+1=b"];
    for (count, truth) in [(5, false), (6, true)] {
        let quoted: Vec<String> = pieces[..count].iter().map(|piece| format!("\"?msd_fib {piece}\"")).collect();
        let script = format!(
            "cover c \"?msd_fib a<9 & b<=a+2 & ~(a=b+1 & b!=7) & ~(b=a+1 & a!=1 & b!=7)\" by {}:",
            quoted.join(" ")
        );
        let Ok(Effect::Covered(verdict, _)) = effect(&mut Session::new(), &script) else { panic!("a verdict") };
        assert_eq!(verdict.truth, truth, "{:?}", verdict.example);
    }
    let Ok(Effect::Covered(verdict, left)) = effect(&mut Session::new(), "cover c \"a<5\" by \"1=1\":") else {
        panic!("a verdict")
    };
    assert!(verdict.truth && left == [0]);
}

#[test]
fn what_is_no_piece_is_shown_where_it_stands() {
    let wrong = |script: &str| match effect(&mut Session::new(), script) {
        Err(CommandError::Wrong(diagnostic)) => diagnostic.to_string(),
        other => panic!("{other:?}"),
    };
    let unknown = wrong("cover c \"?msd_fib a<5\" by\n\"?msd_fib b<5\":");
    assert_eq!(unknown, "cover.prf:2:2: `b` is not a free variable of the target");
    let system = wrong("cover c \"?msd_fib a<5\" by \"a<5\":");
    assert_eq!(system, "cover.prf:1:28: `a` is in msd_2 here and in msd_fib in the target");
    assert!(wrong("cover c \"Ea a<5\" by \"1=1\":").contains("a target without free variables"));
}

#[test]
fn a_limit_names_the_piece_at_which_it_was_passed() {
    let limits = Limits { states: Some(60), ..Limits::default() };
    let script = "cover c \"?msd_trib a<b\" by \"?msd_trib a+1=b\" \"?msd_trib Ex,y x+y=a & 2*x+3*y<b & x<y\":";
    match effect(&mut Session::with_limits(limits), script) {
        Err(CommandError::Limit { limit: Halt::Limit(Limit::States), at: Some(at) }) => {
            assert!(at.ends_with("of piece 2"), "{at}")
        }
        other => panic!("{other:?}"),
    }
}
