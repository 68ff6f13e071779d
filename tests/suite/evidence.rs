//! The numbers that are shown with a verdict, for statements of every shape. What is expected was worked out by hand.

use filbert::Session;

/// A statement, and its verdict with all that shows it.
const SHAPES: [(&str, &str); 64] = [
    // One block of quantifiers.
    ("Ex x>6", "TRUE: x = 7"),
    ("Ax x<7", "FALSE: x = 7"),
    ("Ex x>x", "FALSE"),
    ("Ax x>=0", "TRUE"),
    ("Ex,y x>6 & y=x+1", "TRUE: x = 7, y = 8"),
    ("Ax Ey y<x", "FALSE: x = 0"),
    ("Ax Ay x+y!=0", "FALSE: x = 0, y = 0"),
    ("Ex Ay y>=x", "TRUE: x = 0"),
    // Negations.
    ("~(Ex x>6)", "FALSE: x = 7"),
    ("~(Ax x<7)", "TRUE: x = 7"),
    ("~(Ei,n n>0 & i+n=1)", "FALSE: i = 0, n = 1"),
    ("~(Ex x>x)", "TRUE"),
    ("~(Ax x>=0)", "FALSE"),
    ("~~(Ex x=3)", "TRUE: x = 3"),
    ("~~~(Ex x=3)", "FALSE: x = 3"),
    ("~(Ax ~(x=4))", "TRUE: x = 4"),
    ("~(Ex ~(x<4))", "FALSE: x = 4"),
    ("Ax ~(Ey x=y+5)", "FALSE: x = 5; y = 0"),
    ("~(Ax Ey x=2*y)", "TRUE: x = 1"),
    // Connectives.
    ("1=1 & (Ax x<3)", "FALSE: x = 3"),
    ("(Ex x=2) & (Ey y=5)", "TRUE: x = 2; y = 5"),
    ("(Ax x<3) & (Ay y<5)", "FALSE: x = 3"),
    ("(Ex x=2) & (Ay y<5)", "FALSE: y = 5"),
    ("(Ex x=2) & (Ay y>=0)", "TRUE: x = 2"),
    ("(Ax x<3) | (Ay y<5)", "FALSE: x = 3; y = 5"),
    ("(Ax x<3) | (Ey y=5)", "TRUE: y = 5"),
    ("(Ex x=2) | (Ey y=5)", "TRUE: x = 2"),
    ("(Ex x=2) => (Ay y<5)", "FALSE: x = 2; y = 5"),
    ("(Ax x<3) => (Ey y>y)", "TRUE: x = 3"),
    ("(Ex x>x) => (Ey y>y)", "TRUE"),
    ("(Ex x>x) => (Ey y=1)", "TRUE"),
    ("(Ax x>=0) => (Ey y=1)", "TRUE: y = 1"),
    ("(Ax x>=0) => (Ay y<1)", "FALSE: y = 1"),
    ("(Ex x=2) <=> (Ey y=5)", "TRUE: x = 2; y = 5"),
    ("(Ex x=2) <=> (Ay y<5)", "FALSE: x = 2; y = 5"),
    ("(Ax x<3) <=> (Ay y<5)", "TRUE: x = 3; y = 5"),
    ("(Ex x=2) ^ (Ey y=5)", "FALSE: x = 2; y = 5"),
    ("(Ex x=2) ^ (Ey y>y)", "TRUE: x = 2"),
    ("~((Ex x=2) & (Ay y<5))", "TRUE: y = 5"),
    ("~((Ex x=2) | (Ay y<5))", "FALSE: x = 2"),
    ("~((Ex x=2) => (Ay y<5))", "TRUE: x = 2; y = 5"),
    ("((Ex x=2) & (Ey y=3)) & (Ez z=4)", "TRUE: x = 2; y = 3; z = 4"),
    ("(Ex x=2) & ((Ey y>y) | (Ez z=4))", "TRUE: x = 2; z = 4"),
    ("(Ex x=1) & (Ex x=2)", "TRUE: x = 1; x = 2"),
    // Counting quantifiers.
    ("E=1 x x<2", "FALSE: x = 0; x = 1"),
    ("E=1 x x<1", "TRUE: x = 0"),
    ("E=1 x x<x", "FALSE"),
    ("E=2 x x<2", "TRUE: x = 0; x = 1"),
    ("E>=3 x x>4", "TRUE: x = 5; x = 6; x = 7"),
    ("E>=3 x x<2", "FALSE"),
    ("E<=1 x x<2", "FALSE: x = 0; x = 1"),
    ("E<=2 x x<2", "TRUE"),
    ("~(E=1 x x<2)", "TRUE: x = 0; x = 1"),
    ("E=2 x,y x+y=1", "TRUE: x = 0, y = 1; x = 1, y = 0"),
    ("E>=1 x x>3", "TRUE: x = 4"),
    ("E>=20 x x<30", "TRUE"),
    ("(E=1 x x<2) | (Ay y<5)", "FALSE: x = 0; x = 1; y = 5"),
    // One level further down.
    ("Ax x>3 => (Ay y>=x)", "FALSE: x = 4; y = 0"),
    ("Ex x>3 & (Ey y=x+1)", "TRUE: x = 4; y = 5"),
    ("Ex (Ay y>=x) & x<1", "TRUE: x = 0"),
    ("Ax (Ey y<x) & (Az z>x)", "FALSE: x = 0"),
    ("Ax x<2 | (Ey y>x & (Az z<y))", "FALSE: x = 2"),
    // Infinitely many have no finite evidence.
    ("Ix x>3", "TRUE"),
    ("~(Ix x<3)", "TRUE"),
];

#[test]
fn every_shape_has_its_evidence() {
    let mut session = Session::new();
    let mut wrong = Vec::new();
    for system in ["msd_2", "msd_fib", "lsd_3"] {
        for (statement, expected) in SHAPES {
            let verdict = session.decide(&format!("?{system} {statement}").parse().unwrap()).unwrap();
            if verdict.to_string() != expected {
                wrong.push(format!("?{system} {statement}\n  {verdict}\n  {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_and_games_show_their_numbers_under_negations_too() {
    let mut session = Session::new();
    let mut shown = |statement: &str| session.decide(&statement.parse().unwrap()).unwrap().to_string();
    // The first overlap that Thue-Morse does not have, and the first square that it has.
    assert_eq!(shown("~(Ei,n n>0 & At t<=n => T[i+t]=T[i+n+t])"), "TRUE");
    assert_eq!(shown("~(Ei,n n>0 & At t<n => T[i+t]=T[i+n+t])"), "FALSE: i = 1, n = 1");
    // (1,2) is the first P-position of Wythoff's game off the diagonal.
    assert_eq!(shown("?msd_fib ~(Ep,q p<q & $pposK0(p,q))"), "FALSE: p = 1, q = 2");
}

#[test]
fn multiples_of_large_numbers_show_their_numbers() {
    let mut session = Session::new();
    let mut shown = |statement: &str| session.decide(&statement.parse().unwrap()).unwrap().to_string();
    for (k, last) in [(19_999u64, 19_998u64), (30_001, 30_000), (1_000_000_007, 1_000_000_006)] {
        assert_eq!(shown(&format!("?msd_2 Ex,y {k}*x=y+1")), format!("TRUE: x = 1, y = {last}"));
        assert_eq!(shown(&format!("?msd_2 Ax,y {k}*x!=y+1")), format!("FALSE: x = 1, y = {last}"));
        assert_eq!(shown(&format!("?msd_fib ~(Ex,y {k}*x=y+1)")), format!("FALSE: x = 1, y = {last}"));
    }
    assert_eq!(shown("?msd_2 Ex,y x>5 & 30001*x=y+1"), "TRUE: x = 6, y = 180005");
}

/// A true statement for all, the first values for which a quantifier has to answer, and its answer.
const ANSWERS: [(&str, &str); 12] = [
    ("Ax Ey x<y", "x = 0: y = 1"),
    ("Ax x>3 => Ey y+2=x", "x = 4: y = 2"),
    ("Ax x<4 | (Ey y+2=x)", "x = 4: y = 2"),
    ("Ax (Ey y+2=x) | x<2", "x = 2: y = 0"),
    ("Ax,y Ez x+y=z", "x = 0, y = 0: z = 0"),
    ("Ax Ay x<y => (Ez x+z=y)", "x = 0, y = 1: z = 1"),
    ("~(Ex Ay x>=y)", "x = 0: y = 1"),
    ("Ax x>=0 & (Ey y>x)", "x = 0: y = 1"),
    ("Ax ~(Ay y>=x) | x=0", "x = 1: y = 0"),
    // Nothing is asked, or nothing answers.
    ("Ax x>x => (Ey y<x)", ""),
    ("Ax x>=0", ""),
    ("Ex x>6", ""),
];

#[test]
fn what_holds_for_all_shows_its_first_answer() {
    let mut session = Session::new();
    let mut wrong = Vec::new();
    let written = |values: &[(String, filbert::Value)]| {
        values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    };
    for system in ["msd_2", "msd_fib", "lsd_3"] {
        for (statement, expected) in ANSWERS {
            let verdict = session.decide(&format!("?{system} {statement}").parse().unwrap()).unwrap();
            let answer = verdict.answer().map(|pair| pair.map(written).join(": ")).unwrap_or_default();
            if !verdict.is_true() || answer != expected {
                wrong.push(format!("?{system} {statement}\n  {verdict}, {answer}\n  {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A game: the first position that is lost by nobody, and its winning move.
    let absorbing =
        "?msd_fib Ap,q ~$pposK0(p,q) => (Er,s $pposK0(r,s) & ((r=p & s<q) | (s=q & r<p) | (r<p & p+s=q+r)))";
    let verdict = session.decide(&absorbing.parse().unwrap()).unwrap();
    assert_eq!(
        verdict.answer().map(|pair| pair.map(written).join(": ")).unwrap_or_default(),
        "p = 0, q = 1: r = 0, s = 0"
    );
}

#[test]
fn a_first_answer_that_is_far_away_costs_the_verdict_nothing() {
    let mut session = Session::new();
    // Every x has a larger y; where the other part asks for one is far away, in automata with many states and letters.
    for statement in [
        "?msd_fib Ax,z,u,v (Ey y>x) | ~(21*x+37*z+53*u=13*v+4 & x>1000000 & z>1000000)",
        "?msd_10 Ax,z,u,v,w (Ey y>x) | ~(211*x+307*z+503*u+701*v=1103*w+4 & x>1000000 & z>1000000)",
    ] {
        let verdict = session.decide(&statement.parse().unwrap()).unwrap();
        assert!(verdict.is_true() && verdict.answer().is_none(), "{statement}");
        assert!(verdict.states() < 1000, "{statement}: {} states", verdict.states());
    }
}
