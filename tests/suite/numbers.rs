//! Every place where a user can write a number, at the limits of machine integers: what is defined with the number
//! satisfies a statement that big integers know to be true, or the number is refused by name and with the reason.

use std::path::Path;
use std::time::Duration;

use filbert::library::Folders;
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;

use crate::cli::filbert;

/// Where machine integers end, and a number to either side.
pub(crate) fn boundaries() -> Vec<BigInt> {
    let powers = [8, 31, 32, 40, 53, 62, 63, 64];
    powers.iter().flat_map(|&power| (-1..=1).map(move |offset| (BigInt::from(1) << power) + offset)).collect()
}

/// The largest number that a place takes.
#[derive(Clone, Copy)]
enum Most {
    Any,
    /// `2^power + offset`.
    Power(u32, i64),
    Number(i64),
}

use Most::{Any, Number, Power};

impl Most {
    fn admits(self, n: &BigInt) -> bool {
        match self {
            Any => true,
            Power(power, offset) => *n <= (BigInt::from(1) << power) + offset,
            Number(most) => *n <= BigInt::from(most),
        }
    }
}

/// What is said where a letter has no room.
const WIDE: &str = "64 bits";
const BASES: &str = "bases run from 2 to 65536";
const SIGNED: Most = Power(63, -1);
const UNSIGNED: Most = Power(64, -1);
/// The least letter, without its sign.
const LEAST: Most = Power(63, 0);

/// A place: the script that has the number N there, a statement that is true then, the largest N, and why no more.
type Place = (&'static str, &'static str, Most, &'static str);

const LETTERS: [Place; 15] = [
    ("", "A x T[x]!=@N", SIGNED, WIDE),
    ("", "A x T[x]!=@-N", LEAST, WIDE),
    ("def a \"x=1\": combine C a=N:", "C[1]=@N & C[0]=@0", SIGNED, WIDE),
    ("def a \"x=1\": combine C a=-N:", "C[1]=@-N & C[0]=@0", LEAST, WIDE),
    ("morphism m \"0->0[N] [N]->[N]0\": promote W m:", "W[1]=@N & W[2]=@N & W[3]=@0", SIGNED, WIDE),
    ("morphism m \"0->0[-N] [-N]->[-N]0\": promote W m:", "W[1]=@-N & W[2]=@-N & W[3]=@0", LEAST, WIDE),
    ("morphism m \"0->[N]0 1->01\": image W m T:", "W[0]=@N & W[1]=@0 & W[3]=@1", SIGNED, WIDE),
    (
        "word W msd_fib \"0->01 1->0\" \"0->[N] 1->[-N]\":",
        "?msd_fib W[0]=@N & W[1]=@-N & W[0]+W[1]=0 & W[0]*N=N*N",
        SIGNED,
        WIDE,
    ),
    ("word V[n] \"T[n]*N+N\":", "V[1]=N2 & V[0]=N", Power(62, -1), "too large"),
    ("word V[n] \"T[n]-N\":", "V[1]+N=1 & V[0]+N=0", SIGNED, "too large"),
    ("reg r {0,N} \"[N]*\":", "", SIGNED, WIDE),
    ("reg r {0,-N} {1,2} \"[-N,1]*\":", "", LEAST, WIDE),
    ("reg r {0,1} \"[0-N]\":", "", Number(0), "N"),
    ("def a \"x=5\": alphabet b {0,1,N} $a:", "", SIGNED, WIDE),
    ("reg a {0,N} \"[N]*\": reverse b $a: union c a b: star d a: test a 3: describe a: regex a:", "", SIGNED, WIDE),
];

const DEAR: [Place; 3] = [
    ("def a \"x=5\": convert b msd_N $a:", "", Power(16, 0), BASES),
    ("ost a [0 N] [1]:", "", Number(65535), "too large|64 bits"),
    ("ost a [0 2] [1 N]:", "", Number(65535), "too large|64 bits"),
];

const SYSTEMS: [Place; 14] = [
    ("", "?msd_N E=1 x x=5", Power(16, 0), BASES),
    ("", "?lsd_N E=1 x x=5", Power(16, 0), BASES),
    ("", "?msd_neg_N E=1 x x=5", Power(16, 0), BASES),
    ("", "?N E=1 x x=5", Power(16, 0), BASES),
    ("", "?msd_cubicN E x x=5", Number(32), "between 1 and 32"),
    ("", "?msd_wythoffN E x x=5", Number(32), "between 1 and 32"),
    ("", "?msd_bonacciN E x x=5", Number(32), "between 2 and 32"),
    ("ost a [N 2] [1]:", "?msd_a E=1 x x=7", UNSIGNED, WIDE),
    ("numeration g \"base N\":", "?msd_g E=1 x x=7", Power(16, 0), "bases run from 2 to 65536|too large"),
    ("numeration g \"x^2 = N*x + 1\":", "?msd_g E=1 x x=7", Number(65535), "too large"),
    ("numeration g \"x^N = x + 1\":", "", Number(64), "at most 64|too large"),
    ("numeration g \"x^2 = 2x + 1 from 1, N\":", "", Number(3), "canonical|too large"),
    ("numeration g \"d(1) = N N\":", "?msd_g E=1 x x=7", Number(65535), "65536 or more|too large"),
    ("reg r msd_N \"1*\":", "", Power(16, 0), BASES),
];

const COMMANDS: [Place; 18] = [
    ("", "E=N x x<N", Power(63, -2), "at most 9223372036854775806"),
    ("def a \"x<10\": test a N:", "$a(9)", UNSIGNED, "at most 18446744073709551615"),
    ("def a \"x>N\": inf a: first a: first a reject: describe a:", "$a(N1) & ~$a(N)", Any, ""),
    ("reg r {0,1} \"1{N}\":", "", Number(10_000), "at most 10000 times"),
    ("reg r {0,1} \"1{0,N}\":", "", Number(10_000), "at most 10000 times"),
    ("def a \"?msd_neg_2 x=_N\": split b a [-]:", "$b(N) & ~$b(N1)", Any, ""),
    ("def a \"x=N\": rsplit b [-] a:", "?msd_neg_2 $b(_N) & ~$b(N)", Any, ""),
    ("macro m \"%0*N\":", "A x #m(x)=N*x & #m(2)=N2", Any, ""),
    ("macro m \"%N\": eval a \"#m(x)=x\":", "", Number(0), "lacks an argument"),
    ("[strategy N BRZ] def a \"x=1\":", "$a(1)", Any, ""),
    ("game G \"?msd_2 p -> r : r<p & p<=r+3\" block N:", "", Power(32, -1), "at most 4294967295"),
    ("game G \"?msd_2 p -> r : r<p & p<=r+3\" measure \"N*p\":", "", Any, ""),
    ("game G \"?msd_2 p -> r : r<p & p<=r+3\" terminal \"p<N\":", "", Any, ""),
    ("game G \"?msd_2 p -> r : r<p & p<=r+N\":", "", Any, ""),
    ("game G \"?msd_2 p -> r : r<p & p<=r+3\": grundy g of G upto N:", "", Number(254), "254|too large"),
    ("def a \"x=N\": def b \"?lsd_2 x=N\":", "$a(N) & ~$a(N1) & (E x $a(x) & x=N)", Any, ""),
    ("def a \"`(x=N)\":", "?lsd_2 $a(N) & ~$a(N1)", Any, ""),
    ("eval a n \"x<n & n<N\":", "", Any, ""),
];

const ARITHMETIC: [Place; 16] = [
    ("", "A x x/N=2 <=> x>=N2 & x<N3", Any, ""),
    ("", "?lsd_10 A x x/N!=2 <=> x<N2 | x>=N3", Any, ""),
    ("", "A x x/N>=3 <=> x>=N3", Any, ""),
    ("", "A x 2<x/N <=> x>=N3", Any, ""),
    ("", "?msd_neg_2 A x x/_N=2 <=> x<=_N2 & x>_N3", Any, ""),
    ("", "A x (N*x)/N=x", Any, ""),
    ("", "A x,y N*x=y & y<3 => y=0", Any, ""),
    ("", "?lsd_2 A x,y N*x=y & y<3 => y=0", Any, ""),
    ("", "?msd_fib A x,y N*x<N*y+3 => x<=y", Any, ""),
    ("", "?lsd_fib A x,y N*x<N*y+3 => x<=y", Any, ""),
    ("", "?lsd_2 E x,y N*x<y", Any, ""),
    ("", "A x x+0*N=N <=> x=N", Any, ""),
    ("", "?msd_fib A s $phin(N,s) => s>=N & s<N2", Any, ""),
    ("", "?msd_fib E=1 s $phin(N,s)", Any, ""),
    ("", "?msd_trib A x,y N*x=y & y<3 => y=0", Any, ""),
    ("", "?msd_neg_fib A x x=_N <=> x+N=0", Any, ""),
];

/// A file, its text, a statement that is true of it, the largest N, and why no more.
type Filed = (&'static str, &'static str, &'static str, Most, &'static str);

const FILES: [Filed; 11] = [
    ("Automata Library/a.txt", "{0,N}\n0 1\n0 -> 0\nN -> 0\n", "", SIGNED, "not a digit"),
    ("Automata Library/a.txt", "msd_N\n0 1\n0 -> 0\n1 -> 0\n", "", Power(16, 0), BASES),
    ("Automata Library/a.txt", "msd_2\nN 1\n0 -> N\n1 -> N\n", "A x $a(x)", UNSIGNED, "neither a state"),
    ("Automata Library/a.txt", "msd_2\n0 N\n0 -> 0\n1 -> 0\n", "A x $a(x)", SIGNED, "neither a state"),
    (
        "Automata Library/a.txt",
        "msd_2\n0 1\n0 -> N\n1 -> 0\n",
        "",
        Number(0),
        "never declared|not the number of a state",
    ),
    ("Automata Library/a.txt", "msd_2\n0 1\nN -> 0\n1 -> 0\n", "", Number(1), "not a digit"),
    (
        "Word Automata Library/V.txt",
        "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 N\n0 -> 0\n1 -> 1\n",
        "V[1]=N & V[2]=0 & V[3]>N-1",
        SIGNED,
        "neither a state",
    ),
    (
        "Word Automata Library/V.txt",
        "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 -N\n0 -> 0\n1 -> 1\n",
        "V[1]+N=0 & V[2]=0",
        LEAST,
        "neither a state",
    ),
    ("Transducer Library/a.txt", "0\n0 -> 0 / N\n1 -> 0 / 0\n", "W[0]=N & W[1]=0", SIGNED, "not a letter"),
    ("Morphism Library/m.txt", "0->0[N]\n[N]->[N]0\n", "W[1]=N & W[3]=0", SIGNED, "cannot be read"),
    ("Custom Bases/msd_q_addition.txt", "{0,N} {0,N} {0,N}\n0 1\n0 0 0 -> 0\n", "", Number(1), "digit"),
];

/// N, and its multiples and successor, put in.
fn filled(text: &str, n: &BigInt) -> String {
    let figures = [("N1", n + 1), ("N2", 2 * n), ("N3", 3 * n), ("N", n.clone())];
    figures.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, &value.to_string()))
}

fn limits() -> Limits {
    limits_of(20)
}

fn limits_of(seconds: u64) -> Limits {
    Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() }
}

fn told(failure: &CommandError) -> String {
    match failure {
        CommandError::Wrong(diagnostic) => diagnostic.render(false),
        other => format!("{other:?}"),
    }
}

/// Runs the script, then decides the statement.
fn outcome(session: &mut Session, script: &str, truth: &str) -> Result<(), String> {
    let source = Source::new("script", script);
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.first() {
        return Err(error.render(false));
    }
    for command in &commands {
        session.run(&source, command).map_err(|failure| told(&failure))?;
    }
    if truth.is_empty() {
        return Ok(());
    }
    match session.answer(&Source::new("statement", truth)).map(|run| run.effect) {
        Ok(Effect::Verdict(verdict)) => {
            assert!(verdict.truth, "{script} {truth}");
            Ok(())
        }
        Ok(_) => panic!("{truth}: not closed"),
        Err(failure) => Err(told(&failure)),
    }
}

/// That the outcome is as the place says.
fn check(n: &BigInt, most: Most, reason: &str, what: &str, outcome: Result<(), String>) {
    match outcome {
        Ok(()) => assert!(most.admits(n), "{what}: accepted"),
        Err(message) => {
            assert!(!most.admits(n), "{what}: {message}");
            assert!(message.contains(&n.to_string()), "the number is not named: {what}: {message}");
            let is_told = reason.split('|').any(|reason| message.contains(&filled(reason, n)));
            assert!(is_told, "{what}: {message}");
        }
    }
}

/// With all boundary numbers from `least` on.
fn check_places(places: &[Place], least: &BigInt) {
    // Matrices are written beside the script.
    let folder = tempfile::tempdir().expect("a folder");
    for (script, truth, most, reason) in places {
        for n in boundaries().into_iter().filter(|n| n >= least) {
            let (script, truth) = (filled(script, &n), filled(truth, &n));
            let mut session = Session::with_limits(limits());
            session.enter(&folder.path().join("script.prf"));
            check(&n, *most, reason, &format!("{script} {truth}"), outcome(&mut session, &script, &truth));
        }
    }
}

#[test]
fn letters_at_the_limits_are_kept_or_refused() {
    check_places(&LETTERS, &BigInt::ZERO);
}

#[test]
fn numbers_in_names_of_systems_are_taken_or_refused() {
    check_places(&SYSTEMS, &BigInt::ZERO);
    // Smaller ones are taken, or are no powers of the base; the proof of an adder takes a while.
    check_places(&DEAR, &BigInt::from(1 << 20));
}

#[test]
fn numbers_in_commands_are_taken_or_refused() {
    check_places(&COMMANDS, &BigInt::ZERO);
}

#[test]
fn arithmetic_with_large_coefficients_is_decided() {
    check_places(&ARITHMETIC, &BigInt::ZERO);
}

/// From about 2^22 on remainders may be too many, which is said with the coefficient.
#[test]
fn a_sum_with_a_large_multiple_is_decided_or_refused_with_its_coefficient() {
    // Up to the limit an exploration takes seconds: two large ones stand for all.
    let large = [31, 64].map(|power| BigInt::from(1) << power);
    for n in boundaries().into_iter().filter(|n| *n < BigInt::from(1 << 22)).chain(large) {
        let truth = filled("E x,y,z N*x+y=z & x>1", &n);
        // Time enough on a machine with other work.
        if let Err(message) = outcome(&mut Session::with_limits(limits_of(300)), "", &truth) {
            assert!(n > BigInt::from(1 << 22) && message.contains("Multiple("), "{truth}: {message}");
        }
    }
}

#[test]
fn quotients_by_numbers_of_32_bits_are_decided_or_refused() {
    for n in boundaries().into_iter().filter(|n| *n <= BigInt::from(1u64 << 32)) {
        for truth in ["A x,y x/N=y => x>=y", "?lsd_2 A x,y x/N=y & y>0 => x>=N"] {
            let outcome = outcome(&mut Session::with_limits(limits()), "", &filled(truth, &n));
            // Refused with the coefficient where remainders are too many.
            let refused = |message: &String| n > BigInt::from(1 << 22) && message.contains("Multiple(");
            assert!(outcome.as_ref().err().is_none_or(refused), "{n} {truth}: {outcome:?}");
        }
    }
}

#[test]
fn numbers_in_files_are_read_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("Result")).expect("a folder");
    std::fs::create_dir_all(folder.path().join("Word Automata Library")).expect("a folder");
    for (path, text, truth, most, reason) in FILES {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        for n in boundaries() {
            std::fs::write(&file, filled(text, &n)).expect("a file");
            let folders = Folders { session: folder.path().into(), home: folder.path().into() };
            let mut session = Session::in_folders(limits(), folders);
            let use_it = match Path::new(path).parent().expect("a folder").to_str().expect("ASCII") {
                "Automata Library" => "describe a:",
                "Word Automata Library" => "describe V:",
                "Transducer Library" => "transduce W a T:",
                "Morphism Library" => "promote W m:",
                _ => "eval b \"?msd_q x=1\":",
            };
            let found = outcome(&mut session, use_it, &filled(truth, &n));
            check(&n, most, reason, &format!("{path} {}", filled(text, &n)), found);
        }
        std::fs::remove_file(&file).expect("the file");
    }
}

#[test]
fn a_list_that_would_not_fit_is_refused() {
    let script = "def a \"x=x\": test a 4294967296:";
    let message = outcome(&mut Session::with_limits(limits()), script, "").expect_err("too long a list");
    assert!(message.contains("4294967296") && message.contains("digits together"), "{message}");
}

#[test]
fn an_automaton_with_too_many_letters_is_refused() {
    let script = "def a \"?msd_60000 x<n\":";
    let message = outcome(&mut Session::with_limits(limits()), script, "").expect_err("too many letters");
    // On a slow machine the time ends first.
    assert!(["Letters", "Memory", "Time"].iter().any(|why| message.contains(why)), "{message}");
}

#[test]
fn positions_of_any_size_have_their_winner() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.prf"), "game G \"?msd_2 p -> r : r<p & p<=r+3\":\n").expect("a script");
    for n in boundaries() {
        let output = filbert(folder.path(), &["position", "a.prf", &n.to_string()]);
        let rest: BigInt = &n % 4;
        let expected = if rest == BigInt::ZERO { "P\n".to_owned() } else { format!("N\n({})\n", &n - rest) };
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{n}");
    }
}

#[test]
fn options_with_numbers_are_followed_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "theorem a \"1=1\":\n";
    std::fs::write(folder.path().join("a.prf"), script).expect("a script");
    let options: [(&[&str], Most); 9] = [
        (&["eval", "x=5", "--max-states", "N"], UNSIGNED),
        (&["eval", "x=5", "--timeout", "Nms"], UNSIGNED),
        (&["eval", "x=5", "--memory", "N000000"], Number(18_446_744_073_709)),
        (&["prove", "a.prf", "--jobs", "N"], UNSIGNED),
        (&["table", "K0", "--size", "N"], Number(1448)),
        (&["table", "K0", "--size", "N", "--svg"], Number(1448)),
        (&["show", "phin", "--as", "list", "--size", "N"], Number(10_000)),
        (&["show", "F", "--as", "plot", "--size", "N"], Number(10_000)),
        (&["show", "phin", "--as", "plot", "--size", "N"], Number(1000)),
    ];
    for (arguments, most) in options {
        for n in boundaries() {
            let arguments: Vec<String> = arguments.iter().map(|argument| filled(argument, &n)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = filbert(folder.path(), &arguments);
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(if most.admits(&n) { 0 } else { 2 }), "{arguments:?}: {message}");
            assert!(most.admits(&n) || message.contains(&n.to_string()), "{arguments:?}: {message}");
        }
    }
}
