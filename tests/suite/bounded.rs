//! Bounded quantifiers: learning against subsets, and both against brute force; and how large the results are.

use std::collections::HashMap;
use std::sync::Arc;

use filbert::budget::Halt;
use filbert::logic::{Method, Tactic, Tactics, Workspace, define, resolve};
use filbert::numeration::Relation;
use filbert::script::{Effect, Session};
use filbert::syntax::{Source, parse_formula, parse_script};
use num_bigint::BigInt;

use crate::oracle::{Oracle, Scope, WordValue, fixed_point};

/// Free variables are tried below this.
const TRIED: i64 = 7;
/// Quantified variables are looked for below this: no bound of the corpus reaches further.
const BOUND: i64 = 16;
/// States up to which either road is followed.
const STATES: usize = 5_000;

/// Statements about a word `W`.
const ABOUT_WORDS: [&str; 43] = [
    // Factors that are equal, with each form of a bound.
    "At t<n => W[i+t]=W[j+t]",
    "At t<=n => W[i+t]=W[j+t]",
    "At t<n+2 => W[i+t]=W[j+t]",
    "At t<2*n => W[i+t]=W[j+t]",
    "At t>=n & t<m => W[i+t]=W[t]",
    "At t>=i & t<i+n => W[t]=@0",
    "At t<n => W[i+t]!=W[j+t]",
    "At t<n => W[t]<=W[i+t]",
    // Repetitions: the bound is in the body.
    "At t<n => W[i+t]=W[i+n+t]",
    "At t<=n => W[i+t]=W[i+n+t]",
    "At t<2*n => W[i+t]=W[i+n+t]",
    "At t<n => W[i+t]!=W[i+n+t]",
    "At t+p<n => W[i+t]=W[i+t+p]",
    "m<=n & (At t<m => W[i+t]=W[((i+n)-m)+t])",
    "n>0 & (At t+1<n => W[i+t]!=W[i+t+1])",
    // Palindromes.
    "At t<m => W[i+t]=W[s-t]",
    "At t<n => W[i+t]=W[(i+n)-(t+1)]",
    // Read from both ends in other ways: what is read in the middle, and bounds that speak of the beginning.
    "At t<=n => W[i+t]=W[(i+n)-t]",
    "At t+i<n => W[i+t]=W[n-(t+1)]",
    "At t<n => W[i+2*t]=W[(i+2*n)-2*t]",
    "Et t<n & W[i+t]=@1 & W[n-t]=@0 & j<=i+n",
    // Witnesses.
    "Et t<n & W[i+t]=@1",
    "Et t<=n & W[i+t]=@0 & W[t]=@1",
    "Et t<n & W[t]!=W[i+t]",
    "Et t<n & W[2*t]=W[i+t]",
    "Et t<i+j & W[t]=@1 & W[t+i]=@0",
    "Et t<n & i+t=2*j & W[t]=@1",
    "Et t<n & t<m & W[i+t]!=W[t]",
    "Et t<n & 3*t=i+j & W[t]=@0",
    // Sums that are named: natural, of either sign, in bounds, in what is said of them alone.
    "At t<m => W[i+t]=W[i+n-m+t]",
    "At t<m => W[i+n+t-m]=W[i+t]",
    "At t<n-m => W[j+t]=W[i+m+t]",
    "At t<=i+j => W[i+j+t]!=W[t]",
    "Et t+m<n+i & j<=t & W[t]=W[m]",
    "At t<m => W[i+t]=W[j+n-1-t]",
    "At t<=m => W[i+j+1+t]=W[i+j+n-t]",
    "Et t<m & W[i+n-m+t]=@1 & (i+n>m+t | W[t]=@0)",
    "At t<m => (W[t]=@1 | i+n=m | (Es s<t & W[i+n-m+s]=W[s]))",
    "m<=n & (At t<j => W[n-m+i+t]=W[m+i-n+t])",
    "Ek k+m<=n & (At t<m => W[i+t]=W[j+k+t])",
    // Several bound variables.
    "Et,s t<n & s<t & W[s]=W[i+t]",
    "Et,s t<n & s<=n & W[i+s]!=W[t]",
    "At t<n => (Es s<=t & W[i+s]=W[t])",
];

/// Statements without words.
const ARITHMETIC: [&str; 7] = [
    "Et t<n & 3*t=i",
    "At t<n => 3*t!=2*i+j",
    "Et t<n & 2*t>=i & 3*t<j+n",
    "At t<=n => 4*t!=i+j",
    "Et,s t<n & s<=t & 2*t+3*s=i",
    "At t<i+j => 3*t!=n+1",
    "Et t>=n & t<i & 3*t>2*j & 2*t<3*j",
];

/// Words that filbert does not ship.
const DEFINITIONS: &str = r#"word W2 msd_wythoff2 "0->001 1->0"; word NA msd_nara "0->01 1->2 2->0";"#;

const WORDS: [(&str, &str); 12] = [
    ("msd_2", "T"),
    ("msd_2", "RS"),
    ("msd_2", "PD"),
    ("msd_2", "P"),
    ("msd_2", "BS"),
    ("msd_3", "SC"),
    ("msd_fib", "F"),
    ("msd_trib", "TR"),
    ("msd_wythoff2", "W2"),
    ("msd_nara", "NA"),
    // Turned, and learned most significant digit first.
    ("lsd_2", "RS"),
    ("lsd_fib", "F"),
];

const SYSTEMS: [&str; 7] = ["msd_2", "msd_3", "msd_fib", "msd_trib", "msd_pell", "msd_nara", "lsd_2"];

fn oracle() -> Oracle {
    let prefix = |images: &'static [&'static [u8]]| -> WordValue {
        let word = fixed_point(images, 200);
        Box::new(move |at: &[u64]| i64::from(word[at[0] as usize]))
    };
    let direct = |value: fn(u64) -> bool| -> WordValue { Box::new(move |at: &[u64]| i64::from(value(at[0]))) };
    let words = [
        ("T", direct(|n| n.count_ones() % 2 == 1)),
        ("RS", direct(|n| (n & (n >> 1)).count_ones() % 2 == 1)),
        ("PD", direct(|n| (n + 1).trailing_zeros() % 2 == 0)),
        ("P", direct(|n| ((n + 1) >> (n + 1).trailing_zeros()) % 4 == 3)),
        ("BS", direct(|n| n == 0 || format!("{n:b}").split('1').all(|zeros| zeros.len() % 2 == 0))),
        ("SC", prefix(&[&[0, 0, 1], &[0, 1, 1]])),
        ("F", prefix(&[&[0, 1], &[0]])),
        ("TR", prefix(&[&[0, 1], &[0, 2], &[0]])),
        ("W2", prefix(&[&[0, 0, 1], &[0]])),
        ("NA", prefix(&[&[0, 1], &[2], &[0]])),
    ];
    Oracle { words: words.map(|(name, value)| (name.to_owned(), value)).into(), range: 0..BOUND, signed: false }
}

/// What a statement came to on some tactics.
struct Found {
    relation: Relation,
    /// The variable of each track.
    free: Vec<Arc<str>>,
    /// How many bounded quantifiers were learned.
    learned: usize,
}

fn found(session: &Session, text: &str, tactics: Tactics) -> Result<Found, Halt> {
    found_within(STATES, session, text, tactics)
}

fn found_within(states: usize, session: &Session, text: &str, tactics: Tactics) -> Result<Found, Halt> {
    let source = Source::new("corpus", text);
    let formula = parse_formula(&source, source.span(), &()).expect("a formula");
    let mut workspace = Workspace::new().with_tactics(tactics);
    workspace.keep_steps();
    let budget = filbert::script::Limits::default().budget().with_states(states);
    let statement = resolve(&formula, &source, session.names(), &mut workspace, &budget);
    let Ok(statement) = statement else { panic!("{text} makes no sense") };
    let relation = define(&statement, &mut workspace, &budget)?;
    let free = statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
    let learned = workspace.steps().iter().filter(|step| step.method == Method::Induction).count();
    Ok(Found { relation, free, learned })
}

fn corpus() -> Vec<String> {
    let about_words = WORDS.iter().flat_map(|(system, word)| {
        ABOUT_WORDS.iter().map(move |text| format!("?{system} {}", text.replace('W', word)))
    });
    let arithmetic = SYSTEMS.iter().flat_map(|system| ARITHMETIC.iter().map(move |text| format!("?{system} {text}")));
    about_words.chain(arithmetic).collect()
}

/// Brute force agrees with what was found, on small numbers.
fn check(oracle: &Oracle, text: &str, found: &Found) {
    let source = Source::new("corpus", text);
    let formula = parse_formula(&source, source.span(), &()).expect("a formula");
    for code in 0..TRIED.pow(found.free.len() as u32) {
        let values: Vec<i64> = (0..found.free.len() as u32).map(|k| code / TRIED.pow(k) % TRIED).collect();
        let mut scope: Scope = found.free.iter().cloned().zip(values.iter().copied()).collect();
        let numbers: Vec<BigInt> = values.iter().map(|&value| value.into()).collect();
        assert_eq!(found.relation.contains(&numbers), oracle.holds(&formula, &mut scope), "{text} at {scope:?}");
    }
}

#[test]
fn learning_and_subsets_give_one_automaton() {
    let oracle = oracle();
    let session = session(DEFINITIONS);
    let mut compared = 0;
    for text in corpus() {
        let subsets = found(&session, &text, Tactics::default().without(Tactic::Induction));
        let all = found(&session, &text, Tactics::default());
        let learned = found(&session, &text, Tactics::default().by_induction_alone());
        if let Ok(any) = learned.as_ref().or(all.as_ref()) {
            check(&oracle, &text, any);
        }
        for other in [&all, &learned] {
            if let (Ok(subsets), Ok(other)) = (&subsets, other) {
                assert_eq!(subsets.relation.dfa(), other.relation.dfa(), "{text}");
            }
        }
        if let (Ok(_), Ok(learned)) = (&subsets, &learned) {
            compared += usize::from(learned.learned > 0);
        }
    }
    assert!(compared >= 200, "only {compared} statements were decided on both tactics");
}

#[test]
fn bounded_quantifiers_over_integers_are_learned_where_they_say_that_they_are_not_negative() {
    let (most, range) = (6i64, -5i64..6);
    let (mut compared, mut by_learning) = (0, 0);
    for (system, expression) in
        [("msd_neg_2", "(0|1(0|11)*0)*1"), ("msd_neg_3", "(0|12*1|2)*1"), ("msd_neg_fib", "(0|10(0|100)*)*1")]
    {
        let mut session = session("");
        let relations = run(&mut session, &format!("reg W {system} \"{expression}\": def all \"?{system} $W(x)\":"));
        let is_in = |n: i64| relations["all"].contains(&[n.into()]);
        for (text, holds) in [
            (
                "At (t>=0 & t<n) => ($W(i+t) <=> $W(j+t))",
                &(|i: i64, j: i64, n: i64| (0..n).all(|t| is_in(i + t) == is_in(j + t)))
                    as &dyn Fn(i64, i64, i64) -> bool,
            ),
            ("At (0<=t & t<=n) => ($W(i+t) <=> $W(i+n-t))", &|i, _, n| {
                (0..=n).all(|t| is_in(i + t) == is_in(i + n - t))
            }),
            ("Et t>0 & t<n+j & $W(i+t) & $W(t+2)", &|i, j, n| (1..n + j).any(|t| is_in(i + t) && is_in(t + 2))),
        ] {
            let text = format!("?{system} {text}");
            // The sets of states that are given up meanwhile are many.
            let learned = found_within(100 * STATES, &session, &text, Tactics::default()).expect("few states");
            by_learning += usize::from(learned.learned > 0);
            if let Ok(subsets) = found(&session, &text, Tactics::default().without(Tactic::Induction)) {
                compared += 1;
                assert_eq!(learned.relation.dfa(), subsets.relation.dfa(), "{text}");
            }
            for (i, j, n) in
                range.clone().flat_map(|i| range.clone().flat_map(move |j| (-2..most).map(move |n| (i, j, n))))
            {
                let value = |name: &Arc<str>| match &**name {
                    "i" => i,
                    "j" => j,
                    _ => n,
                };
                let numbers: Vec<BigInt> = learned.free.iter().map(|name| value(name).into()).collect();
                assert_eq!(learned.relation.contains(&numbers), holds(i, j, n), "{text} at {i}, {j}, {n}");
            }
        }
    }
    assert!(compared >= 3 && by_learning >= 6, "{compared} were decided by subsets, {by_learning} by learning");
}

/// A session in which these definitions were read.
fn session(definitions: &str) -> Session {
    let mut session = Session::new();
    run(&mut session, definitions);
    session
}

/// The relations that a script defines, by name.
fn run(session: &mut Session, text: &str) -> HashMap<String, Relation> {
    let source = Source::new("script", text);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty());
    let mut relations = HashMap::new();
    for command in commands {
        if let Effect::Relation(_, relation) = session.run(&source, &command).expect("an effect").effect {
            let name = source.slice(command.span).split_whitespace().nth(1).expect("a name").to_owned();
            relations.insert(name, relation);
        }
    }
    relations
}

/// The script of this name beside the benches.
macro_rules! script {
    ($name:literal) => {
        include_str!(concat!("../../benches/scripts/", $name))
    };
}

/// A script, its system, its word, and the states of the relations that it defines.
type Known = (&'static str, &'static str, &'static [&'static [u8]], &'static [(&'static str, usize)]);

/// Each word is the fixed point of the morphism of its system; the numbers of states are those of a prototype.
const FACTORS: [Known; 6] = [
    (script!("factors_fib.txt"), "fib", &[&[0, 1], &[0]], &[("eqfac_fib", 11)]),
    (script!("factors_trib.txt"), "trib", &[&[0, 1], &[0, 2], &[0]], &[("eqfac_trib", 26)]),
    (script!("factors_wythoff2.txt"), "wythoff2", &[&[0, 0, 1], &[0]], &[("eqfac_wythoff2", 11)]),
    (script!("factors_nara.txt"), "nara", &[&[0, 1], &[2], &[0]], &[("eqfac_nara", 71)]),
    (script!("factors_cubic2.txt"), "cubic2", &[&[0, 0, 1], &[0, 2], &[0]], &[("eqfac_cubic2", 66)]),
    (script!("factors_bonacci4.txt"), "bonacci4", &[&[0, 1], &[0, 2], &[0, 3], &[0]], &[("eqfac_bonacci4", 43)]),
];

#[test]
fn factors_of_the_words_of_the_systems_are_found_in_their_relations() {
    for (script, system, images, states) in FACTORS {
        let word = fixed_point(images, 4000);
        let mut session = Session::new();
        let relations = run(&mut session, script);
        for (name, expected) in states {
            assert_eq!(relations[*name].dfa().states(), *expected, "{name}");
        }
        let (equal, squares) = (&relations[&format!("eqfac_{system}")], &relations[&format!("squares_{system}")]);
        for n in 0..30usize {
            for (i, j) in (0..20).flat_map(|i| (0..20).map(move |j| (i, j))) {
                let expected = word[i..i + n] == word[j..j + n];
                assert_eq!(equal.contains(&[i.into(), j.into(), n.into()]), expected, "{system}: {i}, {j}, {n}");
            }
            let expected = n > 0 && (0..3000).any(|i| word[i..i + n] == word[i + n..i + 2 * n]);
            assert_eq!(squares.contains(&[n.into()]), expected, "{system}: {n}");
        }
    }
}
