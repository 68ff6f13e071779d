//! The three-pile games: rules and P-positions of the scripts in `proofs/` against rules written down here from the
//! papers (Duchene, Rigo 2008a, Sec 1, Duchene, Rigo 2008b, Def 6 and 7) and played out by brute force; and games of three
//! piles whose moves are too large for an automaton.

use std::collections::BTreeSet;
use std::path::Path;

use filbert::budget::Budget;
use filbert::games::{Outcome, Solver};
use filbert::logic::{Environment, FunctionKind, Workspace};
use filbert::script::{Effect, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

type Piles = [i64; 3];

/// Whether a move leads from `from`, ascending, to `to`.
type Rules = Box<dyn Fn(Piles, Piles) -> bool>;

fn amounts(from: Piles, to: Piles) -> Piles {
    [0, 1, 2].map(|i| from[i] - to[i])
}

/// Rule I of both games.
fn up_to_two_piles(taken: Piles) -> bool {
    taken.iter().all(|&n| n >= 0) && taken.contains(&0) && taken != [0; 3]
}

fn tribonacci() -> Rules {
    Box::new(|from, to| {
        let taken = amounts(from, to);
        let mut sorted = taken;
        sorted.sort_unstable();
        let [low, middle, high] = sorted;
        let [x, y, z] = to;
        let equal = (low == middle && high > 2 * low) && !(x < z && z < y);
        up_to_two_piles(taken) || low > 0 && (2 * high <= low + middle + high || equal)
    })
}

fn malicious(s: i64) -> Vec<Piles> {
    let triples = [[1, s + 1, s * s + s + 2], [2, s + 2, s * s + 2 * s + 3], [2, s + 3, s * s + 2 * s + 4]];
    let mut found = Vec::new();
    for nu in 0..=1 {
        for delta in 1..s {
            for mu in (delta - 1) * (s - 1)..=delta * (s - 2) - nu {
                found.push([0, 1, 2].map(|i| mu * triples[0][i] + nu * triples[1][i] + delta * triples[2][i]));
            }
        }
    }
    found
}

fn cubic(s: i64) -> Rules {
    let malicious = malicious(s);
    Box::new(move |from, to| {
        let taken = amounts(from, to);
        let mut sorted = taken;
        sorted.sort_unstable();
        let [low, middle, high] = sorted;
        let [x, y, z] = to;
        let second = high <= s * middle + low && !malicious.contains(&sorted) && !(y < x && x < z);
        let third = (middle - low < s || high - middle < s) && !(x < z && z < y);
        up_to_two_piles(taken) || low > 0 && (second || third)
    })
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The positions, ascending and with piles below `side`, from which whoever moves loses.
fn lost(rules: &Rules, side: i64) -> Vec<Piles> {
    let mut positions = Vec::new();
    for c in 0..side {
        for b in 0..=c {
            positions.extend((0..=b).map(|a| [a, b, c]));
        }
    }
    positions.sort_by_key(|piles| piles.iter().sum::<i64>());
    let mut lost: Vec<Piles> = Vec::new();
    for from in positions {
        let is_move = |to: &Piles| ORDERS.iter().any(|order| rules(from, order.map(|i| to[i])));
        if !lost.iter().any(is_move) {
            lost.push(from);
        }
    }
    lost
}

/// A session that has run the definitions of a script in `proofs/`.
fn session(script: &str) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs").join(script);
    let source = Source::new(script, std::fs::read_to_string(&path).expect("the script is there"));
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{}", errors[0].render(false));
    let mut session = Session::new();
    session.enter(&path);
    session.define_all(&source, &commands).expect("its definitions run");
    session
}

/// Each script, its system and the game it speaks of.
fn games() -> Vec<(&'static str, &'static str, Rules)> {
    vec![
        ("tribonacci_game/game.prf", "msd_trib", tribonacci()),
        ("cubic/cubic1.prf", "msd_trib", cubic(1)),
        ("cubic/cubic2.prf", "msd_cubic2", cubic(2)),
        ("cubic/cubic3.prf", "msd_cubic3", cubic(3)),
        ("cubic/cubic4.prf", "msd_cubic4", cubic(4)),
        ("../experiments/cubic5/cubic5.prf", "msd_cubic5", cubic(5)),
    ]
}

#[test]
fn the_p_positions_are_those_that_brute_force_finds() {
    for (script, _, rules) in games() {
        let session = session(script);
        let p = match session.names().function("p").expect("a function").expect("which can be read").kind() {
            FunctionKind::Relation(relation) => relation.clone(),
            other => panic!("{other:?}"),
        };
        // (3, 18, 96) is the fourth position of Cubic(5).
        let side = if script.contains("cubic5") { 100 } else { 72 };
        let lost = lost(&rules, side);
        assert!(lost.len() > 3, "{script}");
        for c in 0..side {
            for b in 0..=c {
                for a in 0..=b {
                    let expected = lost.contains(&[a, b, c]);
                    let orders = if expected || (a + b + c) % 7 == 0 { &ORDERS[..] } else { &ORDERS[..1] };
                    for order in orders {
                        let piles = order.map(|i| BigInt::from([a, b, c][i]));
                        assert_eq!(p.contains(&piles), expected, "{script}: ({a}, {b}, {c})");
                    }
                }
            }
        }
    }
}

#[test]
fn the_rules_are_those_of_the_papers() {
    for (script, system, rules) in games() {
        let session = std::cell::RefCell::new(session(script));
        let positions = (0i64..40, 0i64..40, 0i64..60).prop_map(|(a, b, c)| {
            let mut piles = [a, b, c];
            piles.sort_unstable();
            piles
        });
        // Small differences between amounts, where the bounds are, and any.
        let amounts = prop_oneof![
            (0i64..20, 0i64..6, -6i64..20).prop_map(|(i, j, k)| [i, i + j, 2 * i + j + k]),
            (0i64..30, 0i64..30, 0i64..60).prop_map(|(i, j, k)| [i, j, k]),
            proptest::sample::select(if malicious(4).is_empty() {
                vec![]
            } else {
                malicious(4).into_iter().chain(malicious(3)).chain(malicious(2)).collect()
            }),
        ];
        let orders = proptest::sample::select(ORDERS.to_vec());
        let mut runner = TestRunner::new(Config { cases: 300, failure_persistence: None, ..Config::default() });
        let tried = runner.run(&(positions, amounts, orders), |(from, taken, order)| {
            // Amounts that a pile does not have leave more tokens instead: no move.
            let to = [0, 1, 2].map(|i| (from[i] - taken[order[i]]).abs());
            let list: Vec<String> = from.iter().chain(&to).map(ToString::to_string).collect();
            let formula = format!("?{system} #move({})", list.join(","));
            match session.borrow_mut().answer(&Source::new("move", formula)).map(|run| run.effect) {
                Ok(Effect::Verdict(verdict)) => {
                    prop_assert_eq!(verdict.truth, rules(from, to), "{}: {:?} to {:?}", script, from, to);
                }
                _ => panic!("no verdict"),
            }
            Ok(())
        });
        if let Err(error) = tried {
            panic!("{error}");
        }
    }
}

/// The command of a game on piles in any order, by a macro `move` for piles in ascending order.
fn in_all_orders(system: &str) -> String {
    let ways = ORDERS.map(|order| {
        let [a, b, c] = order.map(|i| ["a", "b", "c"][i]);
        let [x, y, z] = order.map(|i| ["x", "y", "z"][i]);
        format!("({a}<={b} & {b}<={c} & #move({a},{b},{c},{x},{y},{z}))")
    });
    format!("game T \"?{system} a,b,c -> x,y,z : {}\":\n", ways.join(" | "))
}

/// Whether the moves of the game are too large for an automaton.
fn is_condition(session: &Session) -> bool {
    session.games().iter().any(|(name, game)| name == "T" && game.relation().is_none())
}

/// Runs commands, and gives what the last one with a verdict says, with its example.
fn verdict(session: &mut Session, script: &str) -> (bool, Option<Vec<i64>>) {
    let source = Source::new("three_piles.prf", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{}", errors[0].render(false));
    let mut last = None;
    for command in &commands {
        let run = session.run(&source, command).unwrap_or_else(|error| panic!("{script}: {error:?}"));
        if let Effect::Proved(verdict, _) | Effect::Verdict(verdict) = run.effect {
            last = Some(verdict);
        }
    }
    let verdict = last.expect("a verdict");
    let value = |value: filbert::logic::Value| value.to_string().parse().expect("a small number");
    let example = verdict.example.map(|example| example.into_iter().map(|(_, number)| value(number)).collect());
    (verdict.truth, example)
}

#[test]
fn the_tribonacci_game_is_solved_from_its_rules() {
    let mut session = session("tribonacci_game/game.prf");
    let script = in_all_orders("msd_trib") + "kernel K of T:\n";
    assert_eq!(verdict(&mut session, &script), (true, None));
    assert!(is_condition(&session));
    assert!(verdict(&mut session, "theorem same \"?msd_trib Aa,b,c $K(a,b,c) <=> $p(a,b,c)\":\n").0);
    let (mut player, kernel) = session.player("T").expect("a kernel").expect("a game");
    let large = [1_234_567, 7_654_321, 5_000_000].map(BigInt::from);
    match player.outcome(&kernel, &large, &Budget::unlimited()) {
        Ok(Some(Outcome::Won(moves))) => {
            let to: Piles = [0, 1, 2].map(|i| i64::try_from(&moves[0][i]).unwrap());
            let sides = to.map(|pile| pile.to_string()).join(",");
            assert!(verdict(&mut session, &format!("theorem lost \"?msd_trib $p({sides})\":\n")).0, "{to:?}");
        }
        other => panic!("{other:?}"),
    }
    let expected = lost(&tribonacci(), 20);
    for position in [[3, 6, 11], [11, 3, 6], [4, 6, 11], [12, 12, 12], [17, 9, 5]] {
        let by_force = session.by_brute_force("T", &position.map(BigInt::from)).unwrap().expect("a small position").0;
        let mut sorted = position;
        sorted.sort_unstable();
        assert_eq!(matches!(by_force, Outcome::Lost), expected.contains(&sorted), "{position:?}");
    }
}

/// A candidate that is the kernel but for a few positions is refuted at one of them, or at a position from where one of them
/// is all that is missing.
#[test]
fn a_wrong_kernel_of_the_tribonacci_game_is_refuted() {
    let mut session = session("tribonacci_game/game.prf");
    verdict(&mut session, &(in_all_orders("msd_trib") + "theorem t \"?msd_trib 0=0\":\n"));
    let rules = tribonacci();
    let expected = lost(&rules, 60);
    let wrong = [
        "$p(x,y,z) & ~(x=3 & y=6 & z=11)",
        "$p(x,y,z) & ~(x+y+z=20)",
        "$p(x,y,z) & x<40",
        "$p(x,y,z) | (x=2 & y=5 & z=5)",
        "$p(x,y,z) | (x+y+z=29 & x<=y & y<=z & z<12)",
        "$p(x,y,z) & x<=y & y<=z",
        "x+y+z<0",
    ];
    for (at, body) in wrong.iter().enumerate() {
        let script = format!("def wrong{at} \"?msd_trib {body}\":\nkernel K{at} of T given $wrong{at}:\n");
        let (holds, example) = verdict(&mut session, &script);
        let position: Piles = example.expect("a position").try_into().expect("three piles");
        let mut sorted = position;
        sorted.sort_unstable();
        let claim = format!("theorem t \"?msd_trib $wrong{at}({},{},{})\":\n", position[0], position[1], position[2]);
        let claimed = verdict(&mut session, &claim).0;
        assert!(!holds && claimed != expected.contains(&sorted), "{body}: {position:?}");
    }
}

/// Amounts from ascending piles, by rule: those that some position below the side needs are needed, and of small ones no others.
#[test]
fn needed_amounts_of_the_tribonacci_game_are_those_of_listed_positions() {
    const SIDE: i64 = 44;
    const SMALL: i64 = 7;
    let mut session = session("tribonacci_game/game.prf");
    let family = |at: usize, rule: &str| {
        format!("redundant R{at} of T \"?msd_trib a=x+i & b=y+j & c=z+k & a<=b & b<=c & #rule{rule}(a,b,c,x,y,z)\":\n")
    };
    let families: String = ["I", "II", "III"].iter().enumerate().map(|(at, rule)| family(at, rule)).collect();
    verdict(&mut session, &(in_all_orders("msd_trib") + "kernel K of T:\n" + &families));
    let rules = tribonacci();
    let lost = lost(&rules, SIDE);
    let mut needed: BTreeSet<(usize, Piles)> = BTreeSet::new();
    let options: BTreeSet<Piles> = lost.iter().flat_map(|piles| ORDERS.map(|order| order.map(|i| piles[i]))).collect();
    for from in (0..SIDE).flat_map(|c| (0..=c).flat_map(move |b| (0..=b).map(move |a| [a, b, c]))) {
        let mut winning = options.iter().copied().filter(|&to| rules(from, to));
        if let (Some(to), None) = (winning.next(), winning.next()) {
            let taken = amounts(from, to);
            let mut sorted = taken;
            sorted.sort_unstable();
            let rule = if taken.contains(&0) { 0 } else { usize::from(2 * sorted[2] > taken.iter().sum::<i64>()) + 1 };
            needed.insert((rule, taken));
        }
    }
    assert_eq!(needed.iter().filter(|entry| entry.0 == 1).count(), 13);
    let is_redundant = |rule: usize, taken: Piles| {
        let function = session.names().function(&format!("R{rule}")).unwrap().unwrap();
        let FunctionKind::Relation(relation) = function.kind() else { panic!("R{rule} is a relation") };
        relation.contains(&taken.map(BigInt::from))
    };
    assert!(needed.iter().all(|&(rule, taken)| !is_redundant(rule, taken)));
    for taken in (0..SMALL).flat_map(|i| (0..SMALL).flat_map(move |j| (0..2 * SMALL).map(move |k| [i, j, k]))) {
        let mut sorted = taken;
        sorted.sort_unstable();
        let [low, middle, high] = sorted;
        let of_rule =
            [low == 0 && high > 0, low > 0 && high <= low + middle, low > 0 && low == middle && high > 2 * low];
        for (rule, _) in of_rule.iter().enumerate().filter(|entry| *entry.1) {
            assert_eq!(is_redundant(rule, taken), !needed.contains(&(rule, taken)), "{taken:?} by rule {rule}");
        }
    }
}

/// `k * (before - after) >= least`, summed over the piles, without a minus.
fn inequality(k: Piles, least: i64) -> String {
    let sum = |sign: i64| {
        let piles = [("a", "x"), ("b", "y"), ("c", "z")].into_iter().zip(k);
        let term = |((before, after), k): ((&str, &str), i64)| match k * sign > 0 {
            true => format!("{}*{before}", k.abs()),
            false => format!("{}*{after}", k.abs()),
        };
        piles.map(term).collect::<Vec<_>>().join("+")
    };
    format!("{}>={}+{least}", sum(1), sum(-1))
}

/// Games with the moves of Nim, and with moves from all piles whose amounts satisfy three random inequalities: too large for
/// an automaton, most of them. Positions are won and lost as recursion says, and have its Sprague-Grundy values.
#[test]
fn brute_force_by_conditions_is_recursion() {
    const SIDE: i64 = 10;
    let coefficients = proptest::array::uniform3(proptest::sample::select(vec![-2i64, -1, 1, 2, 3]));
    let inequalities = proptest::array::uniform3((coefficients, 0i64..4));
    let mut runner = TestRunner::new(Config { cases: 10, failure_persistence: None, ..Config::default() });
    let conditions = std::cell::Cell::new(0);
    let result = runner.run(&inequalities, |inequalities| {
        let sums = inequalities.map(|(k, least)| inequality(k, least)).join(" & ");
        let rule = format!("(x<a & y=b & z=c) | (x=a & y<b & z=c) | (x=a & y=b & z<c) | (x<a & y<b & z<c & {sums})");
        let mut session = Session::new();
        verdict(
            &mut session,
            &format!("game T \"?msd_trib a,b,c -> x,y,z : {rule}\":\ntheorem t \"?msd_trib 0=0\":\n"),
        );
        conditions.set(conditions.get() + usize::from(is_condition(&session)));
        let is_move = |from: Piles, to: Piles| {
            let taken = amounts(from, to);
            let holds = |&(k, least): &(Piles, i64)| (0..3).map(|i| k[i] * taken[i]).sum::<i64>() >= least;
            let of_one = taken.iter().filter(|&&n| n == 0).count() == 2;
            let of_all = taken.iter().all(|&n| n > 0) && inequalities.iter().all(holds);
            taken.iter().all(|&n| n >= 0) && (of_one || of_all)
        };
        let sides = || (0..SIDE).flat_map(|a| (0..SIDE).flat_map(move |b| (0..SIDE).map(move |c| [a, b, c])));
        let mut values: Vec<(Piles, u8)> = Vec::new();
        // In this order options come first.
        for from in sides() {
            let options = values.iter().filter(|entry| is_move(from, entry.0)).map(|entry| entry.1);
            let options: Vec<u8> = options.collect();
            values.push((from, (0..).find(|value| !options.contains(value)).expect("a value")));
        }
        let lost: Vec<Piles> = values.iter().filter(|entry| entry.1 == 0).map(|entry| entry.0).collect();
        let game = session.games().into_iter().find(|entry| entry.0 == "T").expect("the game").1;
        let (mut workspace, budget) = (Workspace::new(), Budget::unlimited());
        let mut solver = Solver::new(&game, 3, &mut workspace, &budget).expect("a solver");
        for &(from, value) in values.iter().step_by(3) {
            let found = solver.value(&from.map(i64::unsigned_abs)).expect("a small position");
            prop_assert_eq!(found, Some(value).filter(|&value| value <= 3), "{:?} of {}", from, rule);
        }
        for from in sides().step_by(7).chain(lost.clone()) {
            let found = session.by_brute_force("T", &from.map(BigInt::from)).unwrap().expect("a small position").0;
            match found {
                Outcome::Lost => prop_assert!(lost.contains(&from), "{from:?} of {rule}"),
                Outcome::Won(moves) => {
                    let winning: Vec<Piles> = lost.iter().copied().filter(|&to| is_move(from, to)).collect();
                    let number = |pile: &BigInt| i64::try_from(pile).unwrap();
                    let mut moves: Vec<Piles> = moves.iter().map(|to| [0, 1, 2].map(|i| number(&to[i]))).collect();
                    moves.sort_unstable();
                    prop_assert_eq!(moves, winning, "{:?} of {}", from, rule);
                }
                Outcome::Over => prop_assert!(false, "{from:?} of {rule}"),
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(conditions.get() > 4, "{} of 10 games are conditions", conditions.get());
}
