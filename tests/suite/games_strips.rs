//! Games in which whole rows and columns have a winning move: against a solver that lists the options of every position.

use std::collections::HashMap;

use filbert::games::Solver;
use filbert::logic::Workspace;
use filbert::script::{Limits, Session};
use filbert::syntax::{Source, parse_script};

use crate::games::{relation, run};

/// Whether a move leads from one position to another, as a person reads the rules.
type Moves = fn(&[u64], &[u64]) -> bool;

/// All positions of so many piles, none of which is `side` or more.
fn positions(piles: usize, side: u64) -> Vec<Vec<u64>> {
    (0..piles).fold(vec![Vec::new()], |known, _| {
        known.iter().flat_map(|head| (0..side).map(|pile| [&head[..], &[pile]].concat())).collect()
    })
}

/// The least value that no option has, for games whose moves take a token at least.
fn values(moves: Moves, piles: usize, side: u64) -> HashMap<Vec<u64>, u64> {
    let mut order = positions(piles, side);
    order.sort_by_key(|position| position.iter().sum::<u64>());
    let mut values: HashMap<Vec<u64>, u64> = HashMap::new();
    for position in order {
        let options: Vec<u64> =
            values.iter().filter(|(option, _)| moves(&position, option)).map(|(_, &value)| value).collect();
        let value = (0..).find(|value| !options.contains(value)).expect("a number");
        values.insert(position, value);
    }
    values
}

/// Rules, their moves, the piles, a side that brute force reaches.
const GAMES: [(&str, Moves, usize, u64); 6] = [
    ("?msd_2 p,q -> r,s : r+s+1=p | r+s+1=q", |p, r| r[0] + r[1] + 1 == p[0] || r[0] + r[1] + 1 == p[1], 2, 24),
    (
        "?msd_2 p,q -> r,s : p>0 & q>0 & r>0 & s>0 & (r+s=p | r+s=q)",
        |p, r| p.iter().chain(r).all(|&pile| pile > 0) && p.contains(&(r[0] + r[1])),
        2,
        24,
    ),
    // A column is killed only far enough from the edge, and some moves are in no strip.
    (
        "?msd_2 p,q -> r,s : (r+s+2=p & q>2) | (s=q & r+1=p) | (r=p & s+3=q)",
        |p, r| {
            (r[0] + r[1] + 2 == p[0] && p[1] > 2)
                || (r[1] == p[1] && r[0] + 1 == p[0])
                || (r[0] == p[0] && r[1] + 3 == p[1])
        },
        2,
        24,
    ),
    // The strip begins beyond the edge.
    (
        "?msd_2 p,q -> r,s : (r+s+1=p & q>5) | (s=q & r+2=p)",
        |p, r| (r[0] + r[1] + 1 == p[0] && p[1] > 5) || (r[1] == p[1] && r[0] + 2 == p[0]),
        2,
        24,
    ),
    // The pile that the move ignores counts: it may not be 7.
    (
        "?msd_fib p,q -> r,s : (r+s+1=p & q!=7) | (r+s+1=q & p!=7)",
        |p, r| (r[0] + r[1] + 1 == p[0] && p[1] != 7) || (r[0] + r[1] + 1 == p[1] && p[0] != 7),
        2,
        24,
    ),
    (
        "?msd_2 p,q,r -> s,t,u : (s+t+1=p & u<=q) | (u=r & t=q & s+1=p)",
        |p, r| (r[0] + r[1] + 1 == p[0] && r[2] <= p[1]) || (r[2] == p[2] && r[1] == p[1] && r[0] + 1 == p[0]),
        3,
        8,
    ),
];

#[test]
fn whole_strips_have_the_values_that_listed_options_give() {
    for (rule, moves, piles, side) in GAMES {
        let script = format!("game G \"{rule}\":");
        let source = Source::new("game", script.as_str());
        let mut session = Session::new();
        session.define_all(&source, &parse_script(&source).0).unwrap_or_else(|why| panic!("{rule}: {why:?}"));
        let game = session.games().pop().expect("one game").1;
        let mut solver = Solver::new(&game, 3, &mut Workspace::new(), &Limits::default().budget()).expect("a solver");
        for (position, expected) in values(moves, piles, side) {
            let found = solver.value(&position).expect("a small position");
            assert_eq!(found.map(u64::from), (expected <= 3).then_some(expected), "{rule}: {position:?}");
        }
    }
}

#[test]
fn values_of_delete_nim_are_found_with_its_system_named_or_not() {
    for (rule, moves, piles, side) in &GAMES[..2] {
        for rule in [rule, rule.strip_prefix("?msd_2 ").expect("a system")] {
            let (session, verdicts) = run(&format!("game D \"{rule}\":\ngrundy V of D upto 3:"));
            assert!(verdicts[0].as_ref().is_ok_and(|(verdict, _)| verdict.truth), "{rule}: {:?}", verdicts[0]);
            let layers: Vec<_> = (0..=3).map(|value| relation(&session, &format!("V_{value}"))).collect();
            for (position, expected) in values(*moves, *piles, *side) {
                let numbers: Vec<_> = position.iter().map(|&pile| pile.into()).collect();
                for (value, layer) in layers.iter().enumerate() {
                    assert_eq!(layer.contains(&numbers), expected == value as u64, "{rule}: {position:?}, {value}");
                }
            }
        }
    }
}
