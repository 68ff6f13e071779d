//! Single positions of games: their values by filbert's brute force, near and far, and the moves of its player, against a
//! solver that tries every move.

use std::collections::HashMap;

use filbert::games::{Outcome, Solver};
use filbert::script::Session;

use crate::games::{Options, WYTHOFF, run, solved, splithoff, wythoff};

#[test]
fn shipped_kernels_decide_positions_as_the_solver_does() {
    let budget = filbert::automata::Budget::unlimited();
    let games: [(&str, Options, Option<u64>, usize); 4] = [
        ("K2", wythoff, Some(2), 1),
        ("K7", wythoff, Some(7), 1),
        ("W2", wythoff, None, 2),
        ("Splithoff", splithoff, None, 1),
    ];
    for (name, options, terminal, block) in games {
        let mut session = Session::new();
        filbert::script::shipped_game(&mut session, name, true).unwrap();
        let (mut player, kernel) = session.player(name).unwrap().expect("a shipped game");
        let lost = solved(40, options, terminal, block);
        for (&(p, q), &truth) in &lost {
            match player.outcome(&kernel, &[p.into(), q.into()], &budget).unwrap().expect("its kernel") {
                Outcome::Lost => assert!(truth, "({p}, {q}) of {name}"),
                Outcome::Won(option) => {
                    assert!(!truth, "({p}, {q}) of {name}");
                    let option: Vec<u64> = option.iter().map(|pile| pile.try_into().unwrap()).collect();
                    assert!(options(p, q).contains(&(option[0], option[1])) && lost[&(option[0], option[1])]);
                }
            }
        }
    }
}

#[test]
fn ten_thousand_positions_agree_with_the_solver() {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 2001
    };
    for name in ["K2", "Splithoff"] {
        let mut session = Session::new();
        filbert::script::shipped_game(&mut session, name, false).unwrap();
        let (_, game) = session.games().pop().unwrap();
        let kernel = session.kernel_of(name, &game).unwrap();
        let budget = filbert::automata::Budget::unlimited();
        let mut solver = Solver::new(&game, 0, &mut filbert::logic::Workspace::new(), &budget).unwrap();
        solver.reach(2000).unwrap();
        // Random ones are hardly ever lost: the lost ones of the box come first.
        let side = solver.side();
        let lost = solver.cells().enumerate().filter(|(_, value)| value.is_some());
        let mut positions: Vec<[u64; 2]> = lost.map(|(cell, _)| [cell as u64 / side, cell as u64 % side]).collect();
        positions.extend((0..10_000).map(|_| [random(), random()]));
        let systems = game.systems();
        for position in positions {
            let word = filbert::numeration::encode(&position.map(Into::into), kernel.layout(), &systems);
            assert_eq!(kernel.accepts(word), solver.value(&position).unwrap() == Some(0), "{position:?} of {name}");
        }
    }
}

#[test]
fn large_piles_are_solved_as_the_box_is() {
    // Beyond about a thousand, positions of games that consist of lines are solved by another program than the box.
    for (name, upto, side) in [("K5", 0, 1400), ("Splithoff2", 0, 1200), ("K0", 2, 1200)] {
        let mut session = Session::new();
        filbert::script::shipped_game(&mut session, name, false).unwrap();
        let (_, game) = session.games().pop().unwrap();
        let budget = filbert::automata::Budget::unlimited();
        let mut workspace = filbert::logic::Workspace::new();
        let mut boxed = Solver::new(&game, upto, &mut workspace, &budget).unwrap();
        boxed.reach(side).unwrap();
        let mut far = Solver::new(&game, upto, &mut workspace, &budget).unwrap();
        assert!(far.value(&[side, side]).is_ok() && far.side() == 0, "{name} is solved sparsely");
        let width = boxed.side();
        for (cell, value) in boxed.cells().enumerate() {
            let position = [cell as u64 / width, cell as u64 % width];
            if position.iter().max() > Some(&1024) {
                assert_eq!(far.value(&position).unwrap(), value, "{position:?} of {name}");
            }
        }
    }
}

#[test]
fn a_candidate_wrong_beyond_brute_force_is_refuted_all_the_same() {
    let script = format!(
        "{WYTHOFF}game W \"?msd_fib p,q -> r,s : $optW(p,q,r,s)\":\n\
         def late \"?msd_fib $pposK0(a,b) & a<10000000000\":\nkernel P of W given $late:"
    );
    let (_, verdicts) = run(&script);
    let (verdict, about) = verdicts[0].as_ref().unwrap();
    assert!(!verdict.truth && about == "$late is not absorbing here", "{about}");
    let example = verdict.example.as_ref().unwrap();
    assert!(example.iter().any(|(_, value)| *value >= 10_000_000_000u64.into()), "{example:?}");
}

#[test]
fn a_player_wins_by_options_that_are_longer_than_their_position() {
    // A token of the first pile becomes nine of the second; or by a formula with a quantifier, which moves to no other.
    let rules =
        ["(r+1=p & s=q+9) | (r=p & s+1=q)", "(r=p & s+1=q) | (E t t+1=p & r=t & s=q+3*t+1) | (p=0 & r=1 & q<0)"];
    let options: [Options; 2] = [
        |p, q| (0..p).rev().take(1).map(|r| (r, q + 9)).chain((0..q).rev().take(1).map(|s| (p, s))).collect(),
        |p, q| (0..p).rev().take(1).map(|r| (r, q + 3 * r + 1)).chain((0..q).rev().take(1).map(|s| (p, s))).collect(),
    ];
    for (rule, options) in rules.iter().zip(options) {
        let (mut session, verdicts) = run(&format!("game G \"?msd_2 p,q -> r,s : {rule}\":\nkernel P of G:"));
        assert!(verdicts[0].as_ref().is_ok_and(|(verdict, _)| verdict.truth), "{rule}: {:?}", verdicts[0]);
        let (mut player, kernel) = session.player("G").unwrap().expect("the game");
        let budget = filbert::automata::Budget::unlimited();
        let mut lost: HashMap<(u64, u64), bool> = HashMap::new();
        for p in 0..12 {
            for q in 0..120 {
                let wins = options(p, q).into_iter().any(|option| lost.get(&option).copied().unwrap_or(false));
                lost.insert((p, q), !wins);
            }
        }
        // Options of these stay among the positions solved.
        for (p, q) in (0..8).flat_map(|p| (0..20).map(move |q| (p, q))) {
            match player.outcome(&kernel, &[p.into(), q.into()], &budget).unwrap().expect("its kernel") {
                Outcome::Lost => assert!(lost[&(p, q)], "({p}, {q}) of {rule}"),
                Outcome::Won(option) => {
                    let option = (u64::try_from(&option[0]).unwrap(), u64::try_from(&option[1]).unwrap());
                    assert!(options(p, q).contains(&option) && lost[&option], "({p}, {q}) of {rule}");
                }
            }
        }
    }
}
