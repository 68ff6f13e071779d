//! Games whose rules name no numeration system: filbert finds it. What it finds is compared with a solver that tries every
//! move and shares no code with it.

use std::collections::{HashMap, HashSet};

use filbert::games::Solver;
use filbert::logic::Workspace;
use filbert::script::{CommandError, Limits, Session};

use crate::certificates::Folder;
use crate::cli::filbert;
use crate::games::{Options, relation};

/// What a script says of its kernels, and its session after it.
fn run(script: &str) -> (Session, Vec<Result<String, CommandError>>) {
    let (session, answers) = crate::games::run(script);
    let said = |(verdict, more): (filbert::logic::Verdict, String)| format!("{} {more}", verdict.truth);
    (session, answers.into_iter().map(|answer| answer.map(|answer| said(answer).trim_end().to_owned())).collect())
}

const WYTHOFF: &str = "(r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)";

/// The rule that i tokens and j are taken from both piles with this condition on i and j, besides any number from one.
fn taking_both(condition: &str) -> String {
    format!("(r<p & s=q) | (r=p & s<q) | (r<p & s<q & Ei,j p=r+i & q=s+j & {condition})")
}

fn lines(p: u64, q: u64) -> Vec<(u64, u64)> {
    (0..p).map(|r| (r, q)).chain((0..q).map(|s| (p, s))).collect()
}

fn both(p: u64, q: u64, allowed: fn(u64, u64) -> bool) -> Vec<(u64, u64)> {
    let pairs = (1..=p).flat_map(|i| (1..=q).map(move |j| (i, j)));
    lines(p, q).into_iter().chain(pairs.filter(|&(i, j)| allowed(i, j)).map(|(i, j)| (p - i, q - j))).collect()
}

/// The positions lost by whoever moves, piles below 40, by trying every move.
fn lost(options: Options, terminal: Option<u64>, block: usize) -> HashMap<(u64, u64), bool> {
    let mut lost = HashMap::new();
    for sum in 0..79 {
        for p in 0..=sum {
            let ended = terminal.is_some_and(|terminal| sum <= terminal);
            let wins = options(p, sum - p).into_iter().filter(|option| lost[option]).count();
            lost.insert((p, sum - p), ended || wins < block);
        }
    }
    lost
}

#[test]
fn the_system_of_a_game_is_found_from_its_rules() {
    for case in games() {
        check(case);
    }
}

/// A game: its name, moves and clauses, its options, terminal sums and block as the solver has them, and what is found.
type Case = (&'static str, String, &'static str, Options, Option<u64>, usize, &'static str, usize);

fn games() -> Vec<Case> {
    let wythoff: Options = |p, q| both(p, q, |i, j| i == j);
    vec![
        ("Wythoff", WYTHOFF.into(), "", wythoff, None, 1, "msd_fib", 7),
        ("K2", WYTHOFF.into(), "terminal \"p+q<=2\"", wythoff, Some(2), 1, "msd_fib", 28),
        ("K9", WYTHOFF.into(), "terminal \"p+q<=9\"", wythoff, Some(9), 1, "msd_fib", 161),
        ("W2", WYTHOFF.into(), "block 2", wythoff, None, 2, "msd_fib", 73),
        ("W3", WYTHOFF.into(), "block 3", wythoff, None, 3, "msd_2", 7),
        ("W4", WYTHOFF.into(), "block 4", wythoff, None, 4, "msd_pell", 26),
        ("T2", taking_both("i<j+2 & j<i+2"), "", |p, q| both(p, q, |i, j| i.abs_diff(j) < 2), None, 1, "msd_pell", 15),
        (
            "T3",
            taking_both("i<j+3 & j<i+3"),
            "",
            |p, q| both(p, q, |i, j| i.abs_diff(j) < 3),
            None,
            1,
            "msd_wythoff3",
            11,
        ),
        (
            "T5",
            taking_both("i<j+5 & j<i+5"),
            "",
            |p, q| both(p, q, |i, j| i.abs_diff(j) < 5),
            None,
            1,
            "msd_wythoff5",
            15,
        ),
        (
            "T7",
            taking_both("i<j+7 & j<i+7"),
            "",
            |p, q| both(p, q, |i, j| i.abs_diff(j) < 7),
            None,
            1,
            "msd_wythoff7",
            19,
        ),
        (
            "S21",
            taking_both("((i<=j & j<2*i+1) | (j<=i & i<2*j+1))"),
            "",
            |p, q| both(p, q, |i, j| i.max(j) < 2 * i.min(j) + 1),
            None,
            1,
            "msd_root_2_2",
            9,
        ),
        (
            "S22",
            taking_both("((i<=j & j<2*i+2) | (j<=i & i<2*j+2))"),
            "",
            |p, q| both(p, q, |i, j| i.max(j) < 2 * i.min(j) + 2),
            None,
            1,
            "msd_root_3_2",
            11,
        ),
        (
            "Splithoff",
            format!("{WYTHOFF} | (q>0 & p=q+r+s) | (p>0 & q=p+r+s)"),
            "",
            |p, q| {
                let (small, large) = (p.min(q), p.max(q));
                let splits = (1..(large - small).max(1)).map(|u| (u, large - small - u));
                both(p, q, |i, j| i == j).into_iter().chain(splits.filter(|_| small > 0)).collect()
            },
            None,
            1,
            "msd_trib",
            45,
        ),
        ("Nim", "(r<p & s=q) | (r=p & s<q)".into(), "", lines, None, 1, "msd_2", 1),
    ]
}

fn check((name, moves, clauses, options, terminal, block, system, states): Case) {
    let (session, said) = run(&format!("game G \"p,q -> r,s : {moves}\" {clauses}:\nkernel P of G:"));
    let said = said[0].as_ref().unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert!(said.starts_with(&format!("true kernel of G in {system}: {states} state")), "{name}: {said}");
    let found = relation(&session, "P");
    for ((p, q), lost) in lost(options, terminal, block) {
        assert_eq!(found.contains(&[p.into(), q.into()]), lost, "({p}, {q}) of {name}");
    }
}

#[test]
fn games_on_one_pile_and_on_more_have_their_systems() {
    let script = "game Nim \"a,b,c -> x,y,z : (x<a & y=b & z=c) | (x=a & y<b & z=c) | (x=a & y=b & z<c)\":\n\
                  kernel N of Nim:\n\
                  theorem n \"Aa,b,c $N(a,b,c) => $N(b,a,c)\":\n\
                  # Take one, or half of them and a half more: Fraenkel's Mark.\n\
                  game Mark \"n -> m : m+1=n | (m<n & 2*m<=n & n<=2*m+1)\":\n\
                  kernel M of Mark:\n\
                  theorem m \"$M(0) & ~$M(1) & $M(2) & ~$M(3) & ~$M(4) & ~$M(5)\":\n\
                  # At most k, and no more than twice as many after that. All numbers may be taken iff k is large.\n\
                  game FibonacciNim \"n,k -> m,l : Ei i>=1 & i<=k & n=m+i & l=2*i\" measure \"n\":\n\
                  kernel F of FibonacciNim:\n\
                  theorem f \"?msd_fib $F(8,7) & ~$F(8,8) & $F(13,12) & ~$F(12,1)\":";
    let (_, said) = run(script);
    let said: Vec<String> = said.into_iter().map(|said| said.expect("a verdict")).collect();
    for (said, begins) in said.iter().zip([
        "true kernel of Nim in msd_2: 1 state,",
        "true",
        "true kernel of Mark in msd_2: ",
        "true",
        "true kernel of FibonacciNim in msd_fib: 4 states,",
        "true",
    ]) {
        assert!(said.starts_with(begins), "{said}");
    }
}

#[test]
fn a_game_that_names_its_system_or_a_function_stays_in_it() {
    let script = "def move \"?msd_fib (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\":\n\
                  game A \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":\n\
                  game B \"?msd_fib p,q -> r,s : $move(p,q,r,s)\":\nkernel Q of B:";
    let (session, said) = run(script);
    let games: Vec<_> = session.games().into_iter().map(|(name, game)| (name, game.system().name().clone())).collect();
    assert_eq!(games, [("A".into(), "msd_fib".into()), ("B".into(), "msd_fib".into())]);
    let said = said[0].as_ref().expect("a verdict");
    assert!(said.starts_with("true kernel of B: 7 states"), "{said}");
}

#[test]
fn a_game_stays_in_the_system_that_was_found() {
    let script = format!(
        "game G \"p,q -> r,s : {WYTHOFF}\":\nkernel P of G:\nkernel Q of G:\n\
         theorem t \"?msd_fib Ap,q $P(p,q) <=> $Q(p,q)\":\nkernel R of G given $P:\n\
         game G \"p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":\nkernel N of G:\ntheorem n \"?msd_2 Ap,q $N(p,q) <=> p=q\":"
    );
    let (_, said) = run(&script);
    let said: Vec<String> = said.into_iter().map(|said| said.expect("a verdict")).collect();
    let begins = [
        "true kernel of G in msd_fib: 7",
        "true kernel of G: 7",
        "true",
        "true $P is the kernel",
        "true kernel of G in msd_2: 1",
        "true",
    ];
    assert!(said.iter().zip(begins).all(|(said, begins)| said.starts_with(begins)), "{said:?}");
}

#[test]
fn a_candidate_is_proved_in_its_own_system() {
    let script =
        format!("game G \"p,q -> r,s : {WYTHOFF}\":\nkernel P of G given $pposK0:\nkernel Q of G given $pposK1:");
    let (_, said) = run(&script);
    assert!(said[0].as_ref().is_ok_and(|said| said.starts_with("true $pposK0 is the kernel of G")), "{said:?}");
    assert!(said[1].as_ref().is_ok_and(|said| said.starts_with("false")), "{said:?}");
}

#[test]
fn kernels_in_systems_that_were_found_are_certified() {
    let games = [
        (WYTHOFF.to_owned(), ""),
        (WYTHOFF.to_owned(), "terminal \"p+q<=1\""),
        // Quantifiers in the moves have claims of their own, in the system that was found.
        (taking_both("((i<=j & j<2*i+1) | (j<=i & i<2*j+1))"), ""),
        ("(r<p & s=q) | (r=p & s<q)".into(), ""),
        // Here it is the one that the moves were read in.
        ("(Ek k>0 & p=r+2*k & s=q) | (r=p & s<q)".into(), ""),
    ];
    let script =
        |(moves, clauses): (String, &str)| format!("game G \"p,q -> r,s : {moves}\" {clauses}:\nkernel P of G:\n");
    let scripts = games.map(script);
    let (folder, proofs) = Folder::of(&scripts.each_ref().map(String::as_str));
    for proof in proofs {
        let (report, heard) = folder.check(&proof).unwrap_or_else(|why| panic!("{why} of {}", proof.script));
        assert!(report.proved == 1 && report.failed == 0, "{}: {heard:?}", proof.script);
    }
}

#[test]
fn a_game_is_played_before_its_kernel_is_asked_for() {
    let mut session = filbert::Session::new();
    session.run(&format!("game G \"p,q -> r,s : {WYTHOFF}\":")).expect("a game");
    let kernel = session.kernel("G").expect("a kernel");
    assert_eq!(kernel.positions().systems()[0].name(), "msd_fib");
    assert!(kernel.contains(&[6_765.into(), 10_946.into()]).expect("a position"));
    assert_eq!(kernel.winning_moves(&[20.into(), 30.into()], 10).expect("moves").len(), 2);
}

#[test]
fn values_and_redundant_moves_are_in_the_system_that_was_found() {
    let script = format!(
        "game G \"p,q -> r,s : {WYTHOFF}\":\nredundant G:\n\
         game N \"p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":\ngrundy V of N upto 2:\n\
         theorem v \"?msd_2 $V_0(5,5) & $V_1(4,5) & $V_2(5,7) & ~$V_2(5,6)\":"
    );
    let (_, said) = run(&script);
    let said: Vec<String> = said.into_iter().map(|said| said.expect("a verdict")).collect();
    assert!(said[0].starts_with("false i from p: every move is needed"), "{said:?}");
    assert!(said[1].starts_with("true") && said[2] == "true", "{said:?}");
}

/// The P-positions (a, b), a <= b, of Fraenkel's games, "Heap games, numeration systems and sequences" (1998): a is the
/// least number that is in no earlier one, and b = s a + t n.
fn fraenkel(s: u64, t: u64, largest: u64) -> Vec<(u64, u64)> {
    let (mut positions, mut met, mut a) = (Vec::new(), HashSet::new(), 0);
    loop {
        while met.contains(&a) {
            a += 1;
        }
        let b = s * a + t * positions.len() as u64;
        if b > largest {
            return positions;
        }
        met.extend([a, b]);
        positions.push((a, b));
    }
}

#[test]
fn bands_and_regions_are_solved_far_out_as_recurrences_say() {
    let band = |t: u64| format!("(r<p & s=q) | (r=p & s<q) | (r<p & s<q & p+s<q+r+{t} & q+r<p+s+{t})");
    let region = |s: u64, t: u64| taking_both(&format!("((i<=j & j<{s}*i+{t}) | (j<=i & i<{s}*j+{t}))"));
    let games = [
        (1, 4, band(4), 16_383),
        (1, 9, band(9), 16_383),
        (2, 1, region(2, 1), 2_047),
        (2, 3, region(2, 3), 2_047),
        (3, 2, region(3, 2), 2_047),
    ];
    for (s, t, moves, largest) in games {
        let game = run(&format!("game G \"p,q -> r,s : {moves}\":")).0.games().pop().expect("a game").1;
        let mut solver = Solver::new(&game, 0, &mut Workspace::new(), &Limits::default().budget()).expect("a solver");
        let lost = fraenkel(s, t, largest);
        let known: HashSet<(u64, u64)> = lost.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        for &(a, b) in &lost {
            for (p, q) in [(a, b), (b, a), (a, b + 1), (a + 1, b), (b, a + 1)] {
                let (p, q) = (p.min(largest), q.min(largest));
                let found = solver.value(&[p, q]).expect("a value") == Some(0);
                assert_eq!(found, known.contains(&(p, q)), "({p}, {q}) of s = {s}, t = {t}");
            }
        }
        for p in 0..30 {
            for q in (0..=largest).rev().take(3_000) {
                let found = solver.value(&[p, q]).expect("a value") == Some(0);
                assert_eq!(found, known.contains(&(p, q)), "({p}, {q}) of s = {s}, t = {t}");
            }
        }
    }
}

#[test]
fn a_word_is_guessed_in_a_system_of_a_script() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("own.prf"), "numeration golden \"x^2 = x + 1\":\n").expect("a file");
    let word =
        "0 1 0 0 1 0 1 0 0 1 0 0 1 0 1 0 0 1 0 1 0 0 1 0 0 1 0 1 0 0 1 0 0 1 0 1 0 0 1 0 1 0 0 1 0 0 1 0 1 0 0 1 0 1 0";
    std::fs::write(folder.path().join("word.txt"), word).expect("a file");
    let guessed = filbert(folder.path(), &["guess", "golden", "word.txt", "--in", "own.prf"]);
    let said = String::from_utf8(guessed.stdout).expect("text");
    assert!(said.ends_with("word W msd_golden \"0->01 1->0\" \"0 -> 0  1 -> 1\";\n"), "{said}");
    let unknown = filbert(folder.path(), &["guess", "golden", "word.txt"]);
    assert_eq!(unknown.status.code(), Some(2));
}
