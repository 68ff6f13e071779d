//! The three-pile games: rules and P-positions of the scripts in `proofs/` against rules written down here from the
//! papers (Duchene, Rigo 2008a, Sec 1, Duchene, Rigo 2008b, Def 6 and 7) and played out by brute force.

use std::path::Path;

use filbert::logic::{Environment, FunctionKind};
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
