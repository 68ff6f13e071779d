//! Lints: what they catch, what they let pass, and what is decided against brute force.

use std::collections::HashMap;
use std::path::Path;

use filbert::script::{Effect, Session};
use filbert::syntax::{Source, parse_formula, parse_script};
use proptest::prelude::*;

use crate::cli::{filbert, in_folder};
use crate::oracle::Oracle;

/// The lints of each command that has some: its name and theirs.
fn lints(script: &str) -> Vec<(String, Vec<&'static str>)> {
    let source = Source::new("s", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{errors:?}");
    let mut session = Session::new();
    let mut found = Vec::new();
    for command in &commands {
        let run = session.run(&source, command).expect("it has a result");
        let findings = session.lint(&source, command, run.truth());
        if !findings.is_empty() {
            let name = source.slice(command.span).split_whitespace().nth(1).unwrap_or_default().to_owned();
            found.push((name, findings.iter().map(|finding| finding.lint.name()).collect()));
        }
    }
    found
}

/// Those of one statement.
fn of(formula: &str) -> Vec<&'static str> {
    lints(&format!("eval a \"{formula}\":")).pop().map(|(_, names)| names).unwrap_or_default()
}

/// The formulas of Renard, Rigo 2025 as they are printed there, with what they use.
const AS_PRINTED: &str = r#"
def pposK1_an "?msd_fib $shift(n+1,a)":
def pposK1_bn "?msd_fib Et,c $shift(n+1,t) & $shift(t,c) & b=c+1":
def pposK2_an "?msd_fib Ex ($phin(n+2,x) & a+1=x+G[n+2])":
def pposK2_bn "?msd_fib Ex $phin(n+2,x) & b=x+n+2+G[n+2]":
eval covering "?msd_fib Ax (x>=3 => En ($pposK2_an(x,n) | $pposK2_bn(x,n)))":
eval notboth "?msd_fib ~(Em,n,x ($pposK2_an(x,m) & $pposK2_bn(x,n)))":
eval alinkb "?msd_fib  Ax (x>=3 => (En ($pposK2_an(x,n)
                              => $pposK2_bn(x+n+3,n))))":
eval matcha1 "?msd_fib  An (Ex (($pposK1_an(x,n)) => (F1G1[x-2]=1)))":
eval matchb1 "?msd_fib  An (Ex (($pposK1_bn(x,n)) => (F1G1[x-2]=2)))":
eval matcha2 "?msd_fib  An (Ex (($pposK2_an(x,n)) => (F2G2[x-3]=1)))":
eval matchb2 "?msd_fib  An (Ex (($pposK2_bn(x,n)) => (F2G2[x-3]=2)))":
"#;

#[test]
fn the_vacuous_formulas_of_the_papers_are_caught() {
    let found = lints(AS_PRINTED);
    let caught: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(caught, ["alinkb", "matcha1", "matchb1", "matcha2", "matchb2"]);
    assert!(found.iter().all(|(_, lints)| lints.contains(&"exists-implies")), "{found:?}");
}

#[test]
fn their_premises_are_decided_too() {
    // With `A`, as it is meant, and the distance wrong: refuted. With a premise that never holds: true, and caught.
    let meant = AS_PRINTED.replace("(En ($pposK2_an(x,n)\n", "(An ($pposK2_an(x,n)\n");
    assert!(!lints(&meant).iter().any(|(name, _)| name == "alinkb"));
    let never = meant.replace("(An ($pposK2_an(x,n)\n", "(An ($pposK2_an(x,n) & $pposK2_bn(x,n)\n");
    let found = lints(&never);
    assert!(found.contains(&("alinkb".into(), vec!["vacuous-premise"])), "{found:?}");
}

#[test]
fn each_lint_has_what_it_catches_and_what_it_lets_pass() {
    let cases: [(&str, &[&str], &[&str]); 7] = [
        (
            "exists-implies",
            &["?msd_fib Ex (x>3 => x<2)", "?msd_fib Ay Ex Ez (x>y => z=0)", "?msd_fib Iy (y>3 => y<2)"],
            &["?msd_fib Ax Ey (x>5 => y+5=x)", "?msd_fib Ex (x>3 & x<5)", "?msd_fib Ax Ey x>3 => (y=1 & x>y)"],
        ),
        (
            "unused-variable",
            &["?msd_fib Ax,y x=x", "?msd_fib Ex Ax x<5", "Axy x=y"],
            &["?msd_fib Ax,y x=y | x!=y", "Ax T[x]=T[x]", "?msd_fib Ex $phin(x,2)"],
        ),
        (
            "shadowed-variable",
            &["?msd_fib Ax x>3 => (Ex x<2)", "?msd_fib x>3 & (Ex x<2)"],
            &["?msd_fib (Ex x<2) & (Ex x>3)", "?msd_fib (Ax x>=0) & (Ay Ex x>y)"],
        ),
        (
            "chained-implies",
            &["?msd_fib Ax,y x=1 => y=1 => x=y"],
            &[
                "?msd_fib Ax,y (x=1 => y=1) => x=y",
                "?msd_fib Ax,y x=1 => (y=1 => x=y)",
                "?msd_fib Ax x=1 => (Ay y=1 => x=y)",
            ],
        ),
        (
            "mixed-connectives",
            &["?msd_fib x=1 | x=2 & x=3", "?msd_fib x=1 & x=2 ^ x=3 | x=4"],
            &["?msd_fib x=1 | (x=2 & x=3)", "?msd_fib x=1 & x=2 & ~x=3", "?msd_fib x=1 | (Ey y=x & y<3)"],
        ),
        (
            "vacuous-premise",
            &["?msd_fib Ax x<0 => x=1", "?msd_fib Ax (x>3 => (x<2 => x=9))", "?msd_fib ~(Ex ~((x>3 & x<2) => x=1))"],
            &["?msd_fib Ax x<3 => x<5", "?msd_fib Ax (x<0 => x=1) <=> x=x", "?msd_fib Ax,y (x<y => (y<x+2 => y=x+1))"],
        ),
        (
            "below-zero",
            &[
                "?msd_fib Ax x-2<5 | x>3",
                "?msd_fib Ax F[x-1]=@1",
                "?msd_fib x-2!=y",
                "?msd_fib ~(x-3+y=2)",
                "?msd_fib x-2=y-3",
            ],
            &[
                "?msd_fib x-2=y",
                "?msd_fib x-2>y & $phin(x-1,y)",
                "?msd_fib Ax x>0 => (F[x-1]=@1 | F[x]=@1 | x>0)",
                "?msd_fib x>=2 & x-2!=y",
                "?msd_fib x<3 | x-3!=y",
                "?msd_fib Ex,y $phi2n(x+1,y) & x-y!=0 & x>=y",
                "T[i]-T[j]=1",
                "?msd_fib $phi2n(x,y) & y-x!=3",
            ],
        ),
    ];
    for (lint, caught, passed) in cases {
        for formula in caught {
            assert!(of(formula).contains(&lint), "{lint}: {formula}");
        }
        for formula in passed {
            assert!(!of(formula).contains(&lint), "{lint}: {formula}");
        }
    }
}

#[test]
fn arguments_in_another_order_than_the_definition_are_told() {
    let defined = "def option \"n=m+u & t=u+1\":\ndef less \"x<y\":\ndef more(y,x) \"x<y\":\n\
                   def near \"x=y+1 | y=x+1\":\nreg pair msd_2 msd_2 \"[0,1]*\":\n\
                   def apart \"(x<y & z<9) | (y<x & z<9)\":\nmacro swap \"$less(%1,%0)\":\n";
    let caught = [
        "Am,n,t,u $option(n,t,m,u) => n>=m",
        "Am,n,t,u $option(m,n,u,t) => n>=m",
        "Ax,y $less(y,x) => x!=y",
        "Ax,y $more(x,y) => x!=y",
        "Ax,y,z $apart(z,y,x) => x!=y",
        // The one that is in order is another function.
        "Ax,y $less(y,x) <=> $more(y,x)",
    ];
    let passed = [
        "Am,n,t,u $option(m,n,t,u) => n>=m",
        // Other names, or terms: they are not taken for those of the definition.
        "An,t,m,v $option(n,t,m,v) => n>=t",
        "Ax,y $less(y,x+0) => x!=y",
        "Ax $less(x,x) => x=1",
        // Both orders stand there: the places are meant.
        "Ax,y $less(x,y) => ~$less(y,x)",
        // The order makes no difference.
        "Ax,y $near(y,x) => x!=y",
        "Ax,y,z $apart(y,x,z) => x!=y",
        // Nothing has names there, or a macro has them.
        "Ax,y $pair(y,x) => x=y | x!=y",
        "Ax,y #swap(x,y) => x!=y",
    ];
    let told = |formula: &str| {
        let found = lints(&format!("{defined}eval a \"{formula}\":\n"));
        found.iter().any(|(name, lints)| name == "a" && lints.contains(&"argument-order"))
    };
    for formula in caught {
        assert!(told(formula), "{formula}");
    }
    for formula in passed {
        assert!(!told(formula), "{formula}");
    }
}

/// The lints of a script that are seen without running it: the line of each, and its name.
fn as_written(script: &str) -> Vec<(usize, &'static str)> {
    let source = Source::new("s", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{errors:?}");
    let findings = filbert::script::lint_as_written(&source, &commands, &());
    findings.iter().map(|found| (source.position(found.diagnostic.span().start).line, found.lint.name())).collect()
}

#[test]
fn a_definition_of_a_name_that_filbert_ships_is_told_once() {
    let hiding = [
        "def phin \"?msd_fib n=s\":",
        "eval shift \"?msd_fib x=y\":",
        "reg shift_trib msd_trib msd_trib \"[0,0]*\":",
        "kernel pposK1 of Nim:",
        "word T msd_2 \"0->01 1->10\":",
        "word TR[n] \"T[n+1]\":",
        "promote F mu;",
        "combine RS f g;",
        "reverse F G;",
        "reverse $phin $noverphi;",
        "numeration fib \"base 3\":",
        "numeration neg_2 \"base 3\":",
        "ost pell [0 2] [2];",
    ];
    for command in hiding {
        assert_eq!(as_written(command), [(1, "shipped-name")], "{command}");
        let silenced = format!("# filbert: allow shipped-name\n{command}");
        assert_eq!(as_written(&silenced), [], "{silenced}");
    }
    // Names of other kinds hide nothing, nor do statements.
    for command in [
        "def T \"x=1\":",
        "word phin msd_2 \"0->01 1->10\":",
        "macro phin \"%0\":",
        "morphism T \"0->01 1->10\":",
        "game F \"p -> q : q<p\":",
        "theorem phin \"Ax x=x\":",
        "numeration phin \"base 3\":",
        "numeration fib2 \"base 3\":",
        "reverse $F $phin;",
        "sequence phin n \"n+1\":",
    ] {
        assert_eq!(as_written(command), [], "{command}");
    }
    assert_eq!(
        as_written("def phin \"?msd_fib n=s\":\ndef phin \"?msd_fib n=s+1\":"),
        [(1, "shipped-name"), (2, "repeated-name")]
    );
    for shipped in ["functions.prf", "games.prf"] {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("automata").join(shipped);
        assert_eq!(as_written(&std::fs::read_to_string(script).expect("it is there")), [], "{shipped}");
    }
}

#[test]
fn a_comment_silences_one_place() {
    let script = "# filbert: allow unused-variable, below-zero\neval a \"?msd_fib Ax,y x-2<5\":\n\
                  eval b \"?msd_fib Ax,y x<5\":\n";
    assert_eq!(lints(script), [("b".to_owned(), vec!["unused-variable"])]);
}

#[test]
fn a_lint_that_is_denied_fails_the_run() {
    let files = [("mine.prf", "theorem a \"?msd_fib Ax,y x<x+1\":\n")];
    insta::assert_snapshot!(in_folder(&files, &["prove", "mine.prf", "--deny", "unused-variable"]));
    assert!(in_folder(&files, &["prove", "mine.prf"]).starts_with("exit 0"));
    assert!(in_folder(&files, &["prove", "mine.prf", "-q", "--deny", "all"]).starts_with("exit 1"));
    assert!(in_folder(&files, &["prove", "mine.prf", "--deny", "unused"]).contains("did you mean `unused-variable`?"));
}

/// Those with formulas as they are printed; the whole suite is proved by `.ci/run` with all lints denied.
#[test]
fn the_proofs_raise_no_lint() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["wythoff/k1.prf", "wythoff/k2.prf", "wythoff/w2.prf", "wythoff/w3.prf", "splithoff/splithoff.prf"] {
        let output = filbert(root, &["prove", &format!("proofs/{file}"), "--deny", "all", "-q"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Comparisons of x and y with constants up to 3, and their combinations.
fn conditions() -> impl Strategy<Value = String> {
    let atom = (0..4u32, 0..6usize).prop_map(|(c, form)| match form {
        0 => format!("x<{c}"),
        1 => format!("y>{c}"),
        2 => format!("x=y+{c}"),
        3 => format!("x+{c}<y"),
        4 => format!("y+{c}!=x"),
        _ => format!("x+y={c}"),
    });
    atom.prop_recursive(2, 6, 2, |inner| {
        (inner.clone(), inner, 0..3usize).prop_map(|(a, b, form)| match form {
            0 => format!("({a} & {b})"),
            1 => format!("({a} | {b})"),
            _ => format!("~({a})"),
        })
    })
}

/// Numbers up to here tell all that conditions on two variables with constants up to 3 can.
const ENOUGH: i64 = 16;

fn brute(formula: &str) -> bool {
    let source = Source::new("f", formula);
    let parsed = parse_formula(&source, source.span(), &()).expect("a formula");
    Oracle { words: HashMap::new(), range: 0..ENOUGH, signed: false }.holds(&parsed, &mut Vec::new())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn vacuous_premises_are_those_that_brute_force_finds(premise in conditions(), conclusion in conditions()) {
        let whole = format!("Ax,y {premise} => {conclusion}");
        let expected = brute(&whole) && !brute(&format!("Ex,y {premise}"));
        let formula = format!("?msd_fib {whole}");
        prop_assert_eq!(of(&formula).contains(&"vacuous-premise"), expected, "{}", formula);
    }

    #[test]
    fn differences_below_zero_are_those_that_brute_force_finds(beside in conditions(), other in conditions()) {
        for (whole, counts) in [
            (format!("Ax,y {beside} => x-y!=1"), format!("Ex,y {beside} & x<y")),
            (format!("Ax,y ({beside} & {other}) | x-y!=1"), format!("Ex,y ~({beside} & {other}) & x<y")),
            (format!("Ax {other} & (Ay {beside} & x-y<2)"), format!("Ex,y {beside} & {other} & x<y")),
        ] {
            // `y` is free in the first part of the last form, where its meaning is not that of the bound one.
            if whole.starts_with("Ax ") && other.contains('y') {
                continue;
            }
            let formula = format!("?msd_fib {whole}");
            prop_assert_eq!(of(&formula).contains(&"below-zero"), brute(&counts), "{}", formula);
        }
    }
}

#[test]
fn lints_leave_no_trace_in_the_session() {
    let mut session = Session::new();
    session.keep_steps();
    let source = Source::new("s", "?msd_fib Ax,y $phin(x,y) => y-x!=1 | x=1 | x=2");
    let run = session.answer(&source).expect("an answer");
    assert!(matches!(run.effect, Effect::Verdict(_)));
    let (_, steps) = session.new_steps();
    session.lint_formula(&source, source.span(), run.truth());
    let (first, after) = session.new_steps();
    assert_eq!((first, after.len()), (steps.len(), 0));
}
