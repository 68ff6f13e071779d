//! How sequences are defined, what is made of them, and what is wrong with definitions.

use filbert::script::{CommandError, Limits, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;

/// Runs a script; its session, or the first failure.
fn run(script: &str) -> Result<Session, String> {
    let source = Source::new("script", script);
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.first() {
        return Err(error.render(false));
    }
    let mut session = Session::new();
    // What `eval` counts is written for other programs, too.
    let outputs = tempfile::tempdir().expect("a folder");
    session.write_to(outputs.path());
    for command in &commands {
        session.run(&source, command).map_err(|failure| match failure {
            CommandError::Wrong(error) => error.render(false),
            other => format!("{other:?}"),
        })?;
    }
    Ok(session)
}

fn values(script: &str, name: &str, count: u32) -> Vec<String> {
    let session = run(script).unwrap_or_else(|error| panic!("{error}"));
    let sequence = session.sequence(name).expect("it is defined");
    let value = |n: u32| sequence.value(&[BigInt::from(n)], &Limits::default().budget()).unwrap().to_string();
    (0..count).map(value).collect()
}

fn truth(session: &mut Session, formula: &str) -> Option<bool> {
    session.answer(&Source::new("formula", formula)).unwrap_or_else(|error| panic!("{formula}: {error:?}")).truth()
}

#[test]
fn what_eval_counts_is_a_sequence_of_that_name() {
    let mut session = run("eval c n \"?lsd_2 i<n & T[i]=1\";").unwrap();
    assert_eq!(truth(&mut session, "c(2*n) = n"), Some(true));
    assert_eq!(truth(&mut session, "c(2*n) = n+1"), Some(false));
}

#[test]
fn functions_in_the_other_order_stand_in_premises_and_sums() {
    let mut session = run("def even \"?lsd_2 Ek n=2*k\"; sequence s n \"?lsd_2 n+n\";").unwrap();
    assert_eq!(truth(&mut session, "?lsd_2 $even(a) => s(a) = 2*a"), Some(true));
    assert_eq!(truth(&mut session, "?lsd_2 $even(a) => s(a) != 6"), Some(true));
    assert_eq!(truth(&mut session, "?lsd_2 $even(a) => s(a) != 8"), Some(false));
    assert_eq!(truth(&mut session, "?lsd_2 $even(a) => sum{x: $even(x) & x<=a} 4 = s(a)+4"), Some(true));
}

#[test]
fn several_variables_have_their_order() {
    let mut session = run("sequence f m a \"a<=i & i<m\"; sequence g a m \"f(m,a)\";").unwrap();
    assert_eq!(truth(&mut session, "x<=y => f(y,x) = y-x"), Some(true));
    assert_eq!(truth(&mut session, "x<=y => g(x,y) = y-x"), Some(true));
    assert_eq!(truth(&mut session, "f(x,y) = f(y,x)"), Some(false));
    assert_eq!(truth(&mut session, "f(5,2) = 3"), Some(true));
}

#[test]
fn terms_may_divide_and_index_by_any_term() {
    let script = "sequence h n \"T[n]/2\"; sequence k n \"h(n/2)+1\"; sequence back n \"k(n-2)\";";
    assert_eq!(values(script, "k", 6), ["1", "1", "3/2", "3/2", "3/2", "3/2"]);
    // An index below 0 is no number.
    assert_eq!(values(script, "back", 6), ["0", "0", "1", "1", "3/2", "3/2"]);
}

#[test]
fn compositions_and_convolutions_are_sums() {
    let script = r#"
        sequence u n "n+1";
        sequence three n "sum{i,j,k: i+j+k=n} 1";
        sequence folded n "sum{i,j: i+j=n} u(i)*u(j)";
        sequence doubled n "sum{m: m=2*n & m>0} u(m)";
    "#;
    assert_eq!(values(script, "three", 6), ["1", "3", "6", "10", "15", "21"]);
    assert_eq!(values(script, "folded", 6), ["1", "4", "10", "20", "35", "56"]);
    assert_eq!(values(script, "doubled", 4), ["0", "3", "5", "7"]);
}

#[test]
fn equations_define_sequences_in_any_base_with_others_in_them() {
    let script = r#"
        sequence c n "?msd_3 1";
        sequence s n "?msd_3 s(0)=0, s(3*n)=s(n), s(3*n+1)=s(n)+c(n), s(3*n+2)=2*c(n)+s(n)";
        sequence t n "t(0)=5, t(n+1)=t(n)+2";
        sequence a n "?msd_fib a(0)=1, a(n+1)=a(n)+F[n]";
    "#;
    let without_last = script.lines().filter(|line| !line.contains("F[n]")).collect::<Vec<_>>().join("\n");
    assert_eq!(values(&without_last, "s", 10), ["0", "1", "2", "1", "2", "3", "2", "3", "4", "1"]);
    assert_eq!(values(&without_last, "t", 4), ["5", "7", "9", "11"]);
    assert!(run(script).is_err_and(|error| error.contains("equations cannot contain words, counts or sums")));
    let named = "sequence f n \"F[n]\"; sequence a n \"a(0)=1, a(n+1)=a(n)+f(n)\";";
    assert_eq!(values(named, "a", 8), ["1", "1", "2", "2", "2", "3", "3", "4"]);
}

#[test]
fn what_is_wrong_with_a_definition_is_said() {
    for (script, said) in [
        ("sequence s n \"i<m\";", "infinitely many solutions to count"),
        ("sequence s n \"i>n\";", "infinitely many solutions to count"),
        ("sequence s n \"1=1\";", "a closed statement has no values to count"),
        ("sequence s n n \"i<n\";", "`n` occurs twice here"),
        ("sequence s n \"m+1\";", "`m` is not a variable of this sequence"),
        ("sequence s n \"?msd_neg_2 n+1\";", "negative numbers"),
        ("sequence s n \"n/0\";", "a division by 0"),
        ("sequence s n \"1/n\";", "the divisor must be a number"),
        ("sequence s n \"n^99\";", "this exponent is too large"),
        ("sequence s n \"s(2*n)=s(n), s(2*n+1)=1\";", "do not define `s(0)`"),
        ("sequence s n \"s(0)=1, s(2*n)=s(n)\";", "do not define `s(1)`"),
        ("sequence s n \"s(0)=1, s(n)=s(n+1)\";", "is not at a smaller number"),
        ("sequence s n \"s(0)=1, s(0)=2, s(n+1)=1\";", "this value is given twice"),
        ("sequence s n \"s(0)=1, s(n*n)=1\";", "k*n+c"),
        ("sequence s n \"s(0)=1, s(n+1)=2*s(n)\";", "the values grow too fast"),
        ("sequence s n \"s(0)=1, s(1)=1, s(n+2)=s(n), s(n+1)=2*s(n)\";", "no linear representation"),
        ("sequence s n \"sum{i: i<n} \";", "ends too early"),
        ("sequence s n \"sum{1: i<n} i\";", "is not a variable"),
        ("sequence s n \"sum{i: n<5} i\";", "infinitely many"),
        ("sequence s n \"n+\u{a7}\";", "in a term"),
        ("sequence s from \"nothing.json\";", "cannot be read"),
        ("sequence a n \"F[n]\"; sequence b n \"?msd_2 a(n)\";", "`a` is read in msd_fib"),
        ("sequence a n \"n\"; sequence b n \"a(n,n)\";", "takes 1 indices, but 2 are given"),
        ("sequence a n \"n\"; word W[n] \"a(n)\";", "it is not known to take finitely many values"),
        ("synchronize f g;", "unknown sequence `g`"),
        ("sequence a n \"n*n\"; synchronize f a;", "no automaton for its graph"),
    ] {
        match run(script) {
            Ok(_) => panic!("{script}"),
            Err(error) => assert!(error.contains(said), "{script}: {error}"),
        }
    }
}

#[test]
fn a_failed_definition_leaves_no_old_one() {
    let source = Source::new("s", "sequence s n \"n+3\"; sequence s n \"s(0)=1, s(2*n)=s(n)\";");
    let (commands, _) = parse_script(&source);
    let mut session = Session::new();
    session.run(&source, &commands[0]).unwrap();
    assert!(session.run(&source, &commands[1]).is_err());
    let after = session.answer(&Source::new("after", "s(n) = n+3"));
    assert!(matches!(after, Err(CommandError::Undecided(cause)) if cause.name() == "s" && cause.line() == 1));
    session.run(&source, &commands[0]).unwrap();
    assert_eq!(truth(&mut session, "s(n) = n+3"), Some(true));
}

#[test]
fn synchronized_sequences_are_functions_of_formulas() {
    let mut session = run(r#"
        def same "?msd_fib At t<n => F[i+t]=F[j+t]";
        sequence complexity n "?msd_fib Aj j<i => ~$same(i,j,n)";
        sequence ones n "?msd_fib count{i: i<n & F[i]=@1}";
        sequence half n "count{i: 2*i<n}";
        synchronize c complexity;
        synchronize o ones;
        synchronize h half;
    "#)
    .unwrap();
    assert_eq!(truth(&mut session, "?msd_fib An,m $c(n,m) <=> m=n+1"), Some(true));
    // The letter 1 has the frequency 1/phi^2: floor((n+1)/phi^2).
    assert_eq!(truth(&mut session, "?msd_fib An,m,s ($o(n,m) & $phi2n(m,s)) => s<=n+1"), Some(true));
    assert_eq!(truth(&mut session, "?msd_fib An,m,s ($o(n,m) & $phi2n(m+1,s)) => s>n"), Some(true));
    assert_eq!(truth(&mut session, "An,m $h(n,m) <=> m=(n+1)/2"), Some(true));
}

#[test]
fn words_are_made_of_finitely_many_values() {
    let mut session = run(r#"
        sequence ones n "ones(0)=0, ones(2*n)=ones(n), ones(2*n+1)=ones(n)+1";
        sequence steps n "ones(n+1)-ones(n)";
        sequence thue n "sum{i: i<n} (1-2*T[i])";
        word Thue[n] "thue(n)";
        word Both[i][n] "thue(i)*thue(n)";
    "#)
    .unwrap();
    assert_eq!(truth(&mut session, "An Thue[2*n]=@0"), Some(true));
    assert_eq!(truth(&mut session, "En Thue[n]=@-1"), Some(true));
    assert_eq!(truth(&mut session, "Ai,n Both[i][n]=@1 <=> (Thue[i]!=@0 & Thue[i]=Thue[n])"), Some(true));
}

#[test]
fn exported_matrices_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script.prf");
    let script = r#"
        sequence total n "?msd_fib sum{i: i<n} F[i]/3";
        export total json;
        export total mpl;
        export total sage;
        export total m;
        export total wl;
        export total sympy;
    "#;
    std::fs::write(&path, script).unwrap();
    let source = Source::new("script.prf", script);
    let mut session = Session::new();
    session.enter(&path);
    for command in &parse_script(&source).0 {
        session.run(&source, command).unwrap_or_else(|error| panic!("{error:?}"));
    }
    let file = |name: &str| std::fs::read_to_string(folder.path().join("Result").join(name)).expect(name);
    for name in ["total.mpl", "total.sage", "total.m"] {
        assert!(file(name).contains("M_n_0") && file(name).contains("M_n_1"), "{name}");
    }
    assert!(file("total.wl").contains("M[1]") && file("total.py").contains("Matrix("));
    let again = "sequence again from \"Result/total.json\"; eval same \"again(n) = total(n)\";";
    let source = Source::new("again.prf", again);
    let mut truths = Vec::new();
    for command in &parse_script(&source).0 {
        truths.push(session.run(&source, command).unwrap_or_else(|error| panic!("{error:?}")).truth());
    }
    assert_eq!(truths, [None, Some(true)]);
}

#[test]
fn matrices_of_files_are_read_without_zeros_in_front() {
    let folder = tempfile::tempdir().unwrap();
    // Not closed under zeros in front: each digit adds 1, so that a number is worth its length.
    let json = r#"{"systems": ["msd_fib"], "v": ["1","0"], "w": ["0","1"], "mu": [
        {"letter": [0], "matrix": [["1","1"],["0","1"]]}, {"letter": [1], "matrix": [["1","1"],["0","1"]]}]}"#;
    std::fs::write(folder.path().join("length.json"), json).unwrap();
    let source = Source::new("script", "sequence length from \"length.json\";");
    let mut session = Session::new();
    session.enter(&folder.path().join("script.prf"));
    session.run(&source, &parse_script(&source).0[0]).unwrap();
    let sequence = session.sequence("length").unwrap();
    let value = |n: u32| sequence.value(&[BigInt::from(n)], &Limits::default().budget()).unwrap().to_string();
    assert_eq!((0..9).map(value).collect::<Vec<_>>(), ["0", "1", "2", "3", "3", "4", "4", "4", "5"]);
    assert_eq!(truth(&mut session, "n>=1 => length(n) >= 1"), Some(true));
}

#[test]
fn growth_is_enclosed() {
    let session = run(r#"
        sequence ones n "ones(0)=0, ones(2*n)=ones(n), ones(2*n+1)=ones(n)+1";
        sequence stern n "stern(0)=0, stern(1)=1, stern(2*n)=stern(n), stern(2*n+1)=stern(n)+stern(n+1)";
        sequence square n "?msd_3 n^2";
        sequence fib n "?msd_fib n";
        sequence none n "0*n";
    "#)
    .unwrap();
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    for (name, numbers, largest, sums) in [
        ("ones", 2.0, 1.0, 2.0),
        ("stern", 2.0, phi, 3.0),
        ("square", 3.0, 9.0, 27.0),
        ("fib", phi, phi, phi * phi),
        ("none", 2.0, 0.0, 0.0),
    ] {
        let growth = session.sequence(name).unwrap().growth(&Limits::default().budget()).unwrap();
        for (what, (low, high), exact) in
            [("numbers", growth.numbers, numbers), ("largest", growth.largest, largest), ("sums", growth.sums, sums)]
        {
            assert!(low.0 <= exact && exact <= high.0, "{name}, {what}: {exact} in {low}..{high}");
            assert!(what == "largest" || high.0 - low.0 < 0.05 * exact + 1e-3, "{name}, {what}: {low}..{high}");
        }
    }
}
