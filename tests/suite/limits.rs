//! Numbers at the limits of machine integers, wherever a user can write one: decided as big integers decide it, or
//! refused with a reason.

use std::sync::Arc;
use std::time::Duration;

use filbert::budget::{Halt, Limit};
use filbert::games::{Game, Solver, line_family, redundant};
use filbert::logic::Workspace;
use filbert::script::{CommandError, Effect, Limits, Session};
use filbert::syntax::ast::LARGEST_COUNT;
use filbert::syntax::{Source, parse_formula, parse_script};
use num_bigint::BigInt;

use crate::numbers::boundaries;
use crate::oracle::wide;

/// Statements on one variable; `N` and `M` are numbers.
const LINEAR: [&str; 15] = [
    "E x x=N",
    "E x x>N & x<M",
    "A x x<N | x>=N",
    "A x x>=N => x+M>=N+M",
    "E x N*x=M",
    "A x N*x!=M",
    "A x N*x<M => x<2",
    "E x 5<N*x & x<2",
    "A x ~(5<N*x) <=> x=0",
    "E x x-N=M",
    "A x x-N>=0 | x<N",
    "E x N*x+M=N*x+M+1",
    "E x N-x=x & x<M",
    "I x N*x>M",
    "E x N*x+7=M*x+N",
];

/// Statements that count values of one variable; `N` and `M` are numbers.
const COUNTS: [&str; 6] =
    ["E=N x x<N", "E<=N x x<M", "E>=N x x<M", "E=N x x>=N & x<N+M", "E>=N x x>=M", "E<=N x N*x<=M & x<100"];

/// What became of all statements of a kind: how many were decided, and why others were not.
struct Tally {
    decided: usize,
    refused: Vec<String>,
}

/// Tries every statement with every boundary number, and with its neighbours, multiples and another boundary beside it.
fn tally(forms: &[&str], systems: &[(&str, bool)]) -> Tally {
    let mut session = Session::with_limits(Limits { time: Some(Duration::from_secs(5)), ..Limits::default() });
    let definition = Source::new("definition", "ost limits [0 2] [1 3];");
    session.define_all(&definition, &parse_script(&definition).0).expect("a system");
    let mut tally = Tally { decided: 0, refused: Vec::new() };
    let numbers = boundaries();
    for (i, n) in numbers.iter().enumerate() {
        let others = [n + 1, n * n, numbers[(7 * i + 5) % numbers.len()].clone()];
        for (j, form) in forms.iter().enumerate() {
            for (k, m) in others.iter().enumerate() {
                let (system, signed) = systems[(i + j + k) % systems.len()];
                let filled = form.replace('N', &n.to_string()).replace('M', &m.to_string());
                let text = format!("?{system} {filled}");
                let source = Source::new("statement", text.as_str());
                let Ok(formula) = parse_formula(&source, source.span(), &()) else {
                    tally.refused.push(text);
                    continue;
                };
                match session.answer(&source).map(|run| run.effect) {
                    Ok(Effect::Verdict(verdict)) => {
                        tally.decided += 1;
                        assert_eq!(verdict.truth, wide::holds(&formula, signed), "{text}");
                    }
                    Ok(other) => panic!("{text}: {other:?}"),
                    Err(_) => tally.refused.push(text),
                }
            }
        }
    }
    tally
}

const SYSTEMS: [(&str, bool); 8] = [
    ("msd_2", false),
    ("lsd_2", false),
    ("msd_10", false),
    ("msd_fib", false),
    ("lsd_trib", false),
    ("msd_neg_2", true),
    ("msd_neg_fib", true),
    ("msd_limits", false),
];

#[test]
fn coefficients_and_constants_at_the_limits_are_decided_as_big_integers_decide() {
    let tally = tally(&LINEAR, &SYSTEMS);
    // No number is too large for a statement on one variable.
    assert!(tally.refused.is_empty(), "{} decided, not {:#?}", tally.decided, tally.refused);
}

#[test]
fn counts_at_the_limits_are_decided_as_big_integers_decide() {
    let tally = tally(&COUNTS, &SYSTEMS[..4]);
    let is_counted = |text: &&String| {
        let count = text.split(['=', ' ']).filter_map(|part| part.parse::<BigInt>().ok()).next();
        count.is_some_and(|count| count <= BigInt::from(LARGEST_COUNT))
    };
    let unexpected: Vec<&String> = tally.refused.iter().filter(is_counted).collect();
    assert!(unexpected.is_empty() && tally.decided > 300, "{} decided, not {unexpected:#?}", tally.decided);
}

fn verdict(text: &str) -> bool {
    match Session::new().answer(&Source::new("statement", text)).map(|run| run.effect) {
        Ok(Effect::Verdict(verdict)) => verdict.truth,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn statements_that_were_answered_wrongly_are_answered_rightly() {
    assert!(!verdict("?msd_2 Ax Ey y>x & ~(5<9223372036854775808*y)"));
    assert!(verdict("E<=4294967295 x x<4294967295"));
    assert!(verdict("E=4294967295 x x<4294967295"));
    assert!(!verdict("E<=4294967294 x x<4294967295"));
}

#[test]
fn word_values_are_integers_of_any_size() {
    for n in boundaries() {
        assert!(verdict(&format!("Ax T[x]+{n}>={n} & T[x]*{n}<={n} & T[x]-{n}<=0")), "{n}");
        assert!(verdict(&format!("Ex (T[x]*{n}+1)*{n}={}", &n * &n + &n)), "{n}");
    }
}

#[test]
fn a_coefficient_that_no_automaton_holds_is_refused_with_its_place() {
    let text = format!("E x,y {}*x=3*y+z", BigInt::from(1) << 300);
    let source = Source::new("statement", text.as_str());
    let Err(CommandError::Wrong(diagnostic)) = Session::new().answer(&source) else { panic!("an error") };
    let shown = diagnostic.render(false);
    assert!(shown.contains("beyond 2^256"), "{shown}");
}

#[test]
fn an_automaton_that_multiplies_by_more_than_it_has_states_is_given_up_with_the_factor() {
    let limits = Limits { time: Some(Duration::from_secs(120)), ..Limits::default() };
    let source = Source::new("statement", "4294967295*x=y");
    let given_up = Session::with_limits(limits).answer(&source);
    let Err(failure) = given_up else { panic!("four billion states") };
    assert!(format!("{failure:?}").contains("Multiple(4294967295)"), "{failure:?}");
}

/// A game and its piles' system, by its script.
fn game(script: &str) -> Arc<Game> {
    let source = Source::new("game", script);
    let mut session = Session::new();
    session.define_all(&source, &parse_script(&source).0).expect("a game");
    session.games().pop().expect("one game").1
}

#[test]
fn blocked_moves_that_are_no_lines_are_counted_beyond_a_byte() {
    // An even number below p: the first 259 and all up to them are lost, the numbers beyond have 260 lost options.
    let game = game("game G \"?msd_2 p -> r : r<p & (E k r=2*k)\" block 260:");
    let mut solver =
        Solver::new(&game, 0, &mut Workspace::new(), &filbert::script::Limits::default().budget()).unwrap();
    solver.reach(1023).unwrap();
    for p in 0..1024 {
        assert_eq!(solver.value(&[p]).unwrap() == Some(0), p < 519, "{p}");
    }
}

#[test]
fn moves_of_a_game_with_the_largest_block_are_needed_where_they_win() {
    let game = game("game G \"?msd_2 p -> r : r+1=p\" block 4294967295:");
    let kernel = game.system().zero();
    let family = line_family(&game, &[0]);
    let (mut workspace, budget) = (Workspace::new(), filbert::script::Limits::default().budget());
    let found = redundant(&game, &Arc::new(kernel), None, &family, &mut workspace, &budget).unwrap();
    assert!(found.needed.contains(&[1u32.into()]) && !found.redundant.contains(&[1u32.into()]));
}

#[test]
fn letters_of_a_large_base_are_chosen_within_the_limits() {
    let limits = Limits { looks: Some(200), ..Limits::default() };
    for statement in ["?msd_65536 x<2*y", "?msd_65536 x+y=z", "?msd_10000 x+y!=z+w", "?lsd_60 3*x+5*y<7*z"] {
        let found = Session::with_limits(limits.clone()).answer(&Source::new("statement", statement));
        let Err(CommandError::Limit { limit, .. }) = found else { panic!("{statement}") };
        assert_eq!(limit, Halt::Limit(Limit::Looks), "{statement}");
    }
}

#[test]
fn constants_of_a_word_that_grows_slowly_are_written_within_the_limits() {
    // Number n has n digits there.
    let source =
        Source::new("slow.prf", "word U \"0->01 1->1\": eval \"?msd_U x=1000\": eval \"?msd_U x=10000000000000000\":");
    let (commands, _) = parse_script(&source);
    let mut session = Session::with_limits(Limits { looks: Some(200), ..Limits::default() });
    session.run(&source, &commands[0]).unwrap();
    let Effect::Relation(_, thousand) = session.run(&source, &commands[1]).unwrap().effect else {
        panic!("no relation")
    };
    assert_eq!(thousand.first(2), [[1000.into()]]);
    let Err(CommandError::Limit { limit, .. }) = session.run(&source, &commands[2]) else { panic!("no limit") };
    assert_eq!(limit, Halt::Limit(Limit::Looks));
}
