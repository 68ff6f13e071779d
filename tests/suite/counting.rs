//! Counting written out in plain logic, which becomes a counting quantifier: against brute force, which does not count.

use std::cell::Cell;
use std::collections::HashMap;

use filbert::logic::Method;
use filbert::script::Session;
use filbert::syntax::{Source, parse_formula};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::formulas::truth_at;
use crate::oracle::{Oracle, Scope};

/// Bound variables are at most this: brute force that looks so far and no further is exact.
const GUARD: i64 = 4;
/// Free variables are tried up to this.
const TRIED: i64 = 6;
const SYSTEMS: [&str; 4] = ["msd_2", "msd_fib", "lsd_3", "msd_neg_2"];

/// Conditions on one witness `X`, and on one that is a pair `X,Y`.
fn bodies(pair: bool) -> BoxedStrategy<String> {
    let mut atoms = vec!["X<a", "X+b>=a", "2*X!=a+b", "X+a=2*b", "X!=b", "a<b", "X>1"];
    if pair {
        atoms.extend(["X+Y=a", "X<Y", "Y+b<=a+2", "X=Y", "Y!=1"]);
    }
    let atom = proptest::sample::select(atoms).prop_map(str::to_owned);
    let connective = proptest::sample::select(vec!["&", "|"]);
    let guard = if pair { format!("X<={GUARD} & X>=0 & Y<={GUARD} & Y>=0") } else { format!("X<={GUARD} & X>=0") };
    prop_oneof![atom.clone(), (atom.clone(), connective, atom).prop_map(|(a, op, b)| format!("({a} {op} {b})")),]
        .prop_map(move |body| format!("{guard} & {body}"))
        .boxed()
}

fn of(body: &str, witness: &[&str]) -> String {
    let body = body.replace('X', witness[0]);
    witness.get(1).map_or(body.clone(), |y| body.replace('Y', y))
}

/// `k` witnesses, all different.
fn distinct(body: &str, witnesses: &[&[&str]]) -> String {
    let names: Vec<&str> = witnesses.concat();
    let mut parts: Vec<String> = witnesses.iter().map(|witness| of(body, witness)).collect();
    for (i, w) in witnesses.iter().enumerate() {
        for v in &witnesses[..i] {
            let differ: Vec<String> = v.iter().zip(*w).map(|(x, y)| format!("{x}!={y}")).collect();
            parts.push(format!("({})", differ.join("|")));
        }
    }
    format!("E{} ({})", names.join(","), parts.join(" & "))
}

/// A witness that is none of the points; each point has a value for each coordinate.
fn beside(body: &str, witness: &[&str], points: &[&[&str]]) -> String {
    let excluded = points.iter().map(|point| {
        let differ: Vec<String> = witness.iter().zip(*point).map(|(x, value)| format!("{x}!={value}")).collect();
        format!("({})", differ.join("|"))
    });
    let parts: Vec<String> = std::iter::once(of(body, witness)).chain(excluded).collect();
    format!("E{} ({})", witness.join(","), parts.join(" & "))
}

fn statements() -> impl Strategy<Value = String> {
    let positive = prop_oneof![
        bodies(false).prop_map(|body| distinct(&body, &[&["x"], &["y"]])),
        bodies(false).prop_map(|body| distinct(&body, &[&["x"], &["y"], &["z"]])),
        bodies(true).prop_map(|body| distinct(&body, &[&["x", "y"], &["z", "w"]])),
        bodies(false).prop_map(|body| beside(&body, &["x"], &[&["a"]])),
        bodies(false).prop_map(|body| beside(&body, &["x"], &[&["a"], &["b"]])),
        bodies(false).prop_map(|body| beside(&body, &["x"], &[&["a+1"], &["b"], &["2"]])),
        bodies(true).prop_map(|body| beside(&body, &["x", "y"], &[&["a", "b"]])),
        bodies(true).prop_map(|body| beside(&body, &["x", "y"], &[&["a", "b"], &["b", "1"]])),
    ];
    (positive, any::<bool>()).prop_map(|(text, negated)| if negated { format!("~({text})") } else { text })
}

#[test]
fn counting_in_plain_logic_means_what_it_says() {
    for system in SYSTEMS {
        let signed = system.contains("neg");
        let oracle = Oracle { words: HashMap::new(), range: 0..GUARD + 1, signed };
        let counted = Cell::new(0);
        let config = Config { cases: 150, failure_persistence: None, ..Config::default() };
        let result = TestRunner::new(config).run(&statements(), |text| {
            let source = Source::new("counting", format!("?{system} {text}"));
            let formula = parse_formula(&source, source.span(), &()).expect("a formula");
            let mut session = Session::new();
            session.keep_steps();
            let run = session.answer(&source).expect("an answer");
            let steps = session.new_steps().1;
            counted.set(counted.get() + u32::from(steps.iter().any(|step| step.method == Method::Count)));
            let least = if signed { -3 } else { 0 };
            for a in least..TRIED {
                for b in least..TRIED {
                    let mut scope: Scope = vec![("a".into(), a), ("b".into(), b)];
                    let found = truth_at(&run.effect, a, b);
                    prop_assert_eq!(found, oracle.holds(&formula, &mut scope), "{} at {:?}", source.text(), scope);
                }
            }
            Ok(())
        });
        if let Err(error) = result {
            panic!("{system}: {error}");
        }
        assert!(counted.get() > 50, "only {} were counted in {system}", counted.get());
    }
}
