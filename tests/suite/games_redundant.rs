//! Moves that can be taken out: against positions that are listed, and each family alone.

use filbert::games::{SoleMoves, find, line_family, lines, redundant, redundant_lines};
use filbert::logic::{Environment, FunctionKind, Workspace};
use filbert::script::{Limits, Session};
use filbert::syntax::{Source, parse_script};

use crate::cli::{converse, filbert, shown};
use crate::faults::folder;
use crate::games::{WYTHOFF, run};

#[test]
fn no_move_of_wythoff_is_redundant_and_doubled_ones_are() {
    // Renard, Rigo 2025, Thm 30. In Nim with an extra move, from both piles as many but one at least, the extra is not
    // needed.
    let (_, verdicts) = run(&format!(
        "{WYTHOFF}game K2 \"?msd_fib p,q -> r,s : $optW(p,q,r,s)\" terminal \"p+q<=2\":\nredundant K2:\n\
         redundant K2 \"i>0 & r+i=p & s=q\":\n\
         game Odd \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r+1=p & s+2=q)\":\nredundant Odd \"r+i=p & s+i+1=q\":"
    ));
    let answers: Vec<(bool, Option<u64>)> = verdicts
        .into_iter()
        .map(|answer| {
            let verdict = answer.unwrap().0;
            let example = verdict.example.map(|values| u64::try_from(values[0].1.number().unwrap()).unwrap());
            (verdict.truth, example)
        })
        .collect();
    // Nim is lost where the piles are equal: a move that takes one from one pile and two from the other joins no two of
    // these, so it is not needed.
    assert_eq!(answers, [(false, None), (false, None), (true, Some(1))]);
}

/// Moves of a game on piles: the options of a position.
type Moves = fn(&[u64]) -> Vec<Vec<u64>>;

/// Positions where `i` is taken from the piles of a line.
fn taken(position: &[u64], line: &[usize], i: u64) -> Option<Vec<u64>> {
    let mut option = position.to_vec();
    line.iter().try_for_each(|&pile| option[pile].checked_sub(i).map(|left| option[pile] = left))?;
    Some(option)
}

fn along(position: &[u64], lines: &[&[usize]]) -> Vec<Vec<u64>> {
    let largest = position.iter().copied().max().unwrap_or(0);
    lines.iter().flat_map(|line| (1..=largest).filter_map(|i| taken(position, line, i))).collect()
}

/// For each line, which numbers below `most` some position needs whose piles have a sum below `side`.
fn needed(moves: Moves, piles: usize, side: u64, lines: &[Vec<usize>], most: u64) -> Vec<Vec<bool>> {
    let place = |position: &[u64]| position.iter().fold(0, |place, pile| place * side + pile) as usize;
    let mut positions: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..piles {
        positions = positions.iter().flat_map(|known| (0..side).map(|pile| [&known[..], &[pile]].concat())).collect();
    }
    let mut order = positions.clone();
    order.retain(|position| position.iter().sum::<u64>() < side);
    // Stably: the first pile falls where the sum does not.
    order.sort_by_key(|position| position.iter().sum::<u64>());
    let mut lost = vec![false; positions.len()];
    let mut found = vec![vec![false; most as usize]; lines.len()];
    for position in order {
        let winning: Vec<Vec<u64>> = moves(&position).into_iter().filter(|option| lost[place(option)]).collect();
        lost[place(&position)] = winning.is_empty();
        for (line, found) in lines.iter().zip(&mut found) {
            for i in 1..most {
                let own = taken(&position, line, i);
                found[i as usize] |= !winning.is_empty() && winning.iter().all(|option| Some(option) == own.as_ref());
            }
        }
    }
    found
}

/// Families with several parameters: the options of listed positions, with the redundant tuples saved under a name.
#[test]
fn families_with_two_parameters_are_needed_where_listed_positions_need_them() {
    // Moves of Nim, and moves that take less than 4 from both piles.
    let both = "i<=j & j<4 & i>0 & ((r+i=p & s+j=q) | (r+j=p & s+i=q))";
    let rule = "(r<p & s=q) | (r=p & s<q) | (r<p & s<q & p<r+4 & q<s+4 & ~(p+s=q+r))";
    let script = format!(
        "game G \"?msd_2 p,q -> r,s : {rule}\":\nredundant R of G \"{both}\":\n\
         eval member \"$R(i,j)\":\nredundant S of G \"r+i=p & s+j=q & i<j\":\neval other \"$S(i,j)\":\n"
    );
    let source = Source::new("families.prf", script.as_str());
    let mut session = Session::new();
    for command in &parse_script(&source).0 {
        session.run(&source, command).unwrap_or_else(|error| panic!("{error:?}"));
    }
    let is_saved = |name: &str, tuple: [u32; 2]| {
        let function = session.names().function(name).unwrap().unwrap();
        let FunctionKind::Relation(relation) = function.kind() else { panic!("{name} is a relation") };
        relation.contains(&tuple.map(Into::into))
    };
    const SIDE: usize = 24;
    let is_move = |from: [usize; 2], to: [usize; 2]| {
        let [i, j] = [0, 1].map(|pile| from[pile].wrapping_sub(to[pile]));
        let nim = (i == 0) != (j == 0) && i < SIDE && j < SIDE;
        nim || (1..4).contains(&i) && (1..4).contains(&j) && i != j
    };
    let mut lost: Vec<[usize; 2]> = Vec::new();
    let (mut members, mut others) = ([[false; 5]; 5], [[false; 5]; 5]);
    for from in (0..SIDE).flat_map(|p| (0..SIDE).map(move |q| [p, q])) {
        let winning: Vec<[usize; 2]> = lost.iter().copied().filter(|&to| is_move(from, to)).collect();
        if winning.is_empty() {
            lost.push(from);
        }
        let taken = |to: &[usize; 2]| [from[0] - to[0], from[1] - to[1]];
        for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
            let is_member = |to: &[usize; 2]| i > 0 && i < j && (taken(to) == [i, j] || taken(to) == [j, i]);
            members[i][j] |= !winning.is_empty() && winning.iter().all(is_member);
            others[i][j] |= !winning.is_empty() && winning.iter().all(|to| i < j && taken(to) == [i, j]);
        }
    }
    for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
        let tuple = [i as u32, j as u32];
        let exists = 0 < i && i < j && j < 4;
        assert_eq!(is_saved("R", tuple), exists && !members[i][j], "{i} and {j} from any two");
        let exists = i < j && (i == 0 || j < 4);
        assert_eq!(is_saved("S", tuple), exists && !others[i][j], "{i} and {j}");
    }
}

#[test]
fn lines_are_needed_where_listed_positions_need_them_and_images_are_as_each_alone() {
    // The first is symmetric in its piles; the second is not, and neither are its needs; the third turns three piles round.
    let games: [(&str, Moves, usize, u64); 3] = [
        (
            "?msd_fib p,q -> r,s : (p=r & s<q) | (q=s & r<p) | (p+s=q+r & r<p)",
            |position| along(position, &[&[0], &[1], &[0, 1]]),
            2,
            30,
        ),
        (
            "?msd_2 p,q -> r,s : (p=r & s<q) | (q=s & r<p) | (r<p & s=q+1)",
            |position| {
                let more = (0..position[0]).map(|left| vec![left, position[1] + 1]).collect();
                [along(position, &[&[0], &[1]]), more].concat()
            },
            2,
            30,
        ),
        (
            "?msd_2 p,q,r -> s,t,u : (p=s & q=t & u<r) | (p=s & r=u & t<q) | (q=t & r=u & s<p) | (p=s+1 & q=t+1 & r=u) | \
             (p=s & q=t+1 & r=u+1) | (p=s+1 & q=t & r=u+1)",
            |position| {
                let pairs = [[0, 1], [1, 2], [0, 2]].map(|pair| taken(position, &pair, 1));
                [along(position, &[&[0], &[1], &[2]]), pairs.into_iter().flatten().collect()].concat()
            },
            3,
            16,
        ),
    ];
    for (rule, moves, piles, side) in games {
        let script = format!("game G \"{rule}\":");
        let source = Source::new("game", script.as_str());
        let mut session = Session::new();
        session.define_all(&source, &parse_script(&source).0).expect("a game");
        let game = session.games().pop().expect("one game").1;
        let (mut workspace, budget) = (Workspace::new(), Limits::default().budget());
        let Ok(kernel) = find(&game, 0, None, &mut workspace, &budget) else { panic!("no kernel of {rule}") };
        let kernel = kernel.positions.dfa();
        let lines = lines(&game, &mut workspace, &budget).unwrap();
        assert!(lines.len() >= 2, "{rule}");
        let together = redundant_lines(&game, kernel, None, &lines, &mut workspace, &budget).unwrap();
        let listed = needed(moves, piles, side, &lines, 5);
        for ((line, found), listed) in lines.iter().zip(&together).zip(listed) {
            let family = line_family(&game, line);
            let alone = redundant(&game, kernel, None, &family, &mut workspace, &budget).unwrap();
            assert_eq!(found.needed.dfa(), alone.needed.dfa(), "{rule} {line:?}");
            assert_eq!(found.redundant.dfa(), alone.redundant.dfa(), "{rule} {line:?}");
            let known: Vec<bool> = (0..5u32).map(|i| found.needed.contains(&[i.into()])).collect();
            assert_eq!(known, listed, "{rule} {line:?}");
            // The P-positions of the third are too many to be listed.
            if game.is_bounded() && piles == 2 {
                let sole = SoleMoves::new(&game, kernel, &budget).unwrap();
                let by_pieces = redundant(&game, kernel, Some(&sole), &family, &mut workspace, &budget).unwrap();
                assert_eq!(found.needed.dfa(), by_pieces.needed.dfa(), "{rule} {line:?} by pieces");
                assert_eq!(found.redundant.dfa(), by_pieces.redundant.dfa(), "{rule} {line:?} by pieces");
            }
        }
    }
}

/// A game in which every move is needed, and one with two that are not.
const GAMES: &str = "game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\":\nredundant Nim:\n\
                     game Odd \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r+1=p & s+2=q)\":\n\
                     redundant Odd \"r+i=p & s+i+1=q\":\n";

#[test]
fn what_claims_nothing_is_none_or_some_and_not_true_or_false() {
    let folder = folder(&[("g.prf", GAMES)]);
    let folder = folder.path();
    insta::assert_snapshot!(shown(&filbert(folder, &["prove", "g.prf", "--json", "g.json"])), @r"
    exit 0
    redundant Nim   NONE  N ms  N states   i from p: every move is needed; i from q: every move is needed
    redundant Odd   SOME  N ms  N states   `r+i=p & s+i+1=q`: redundant for i = 1
    no theorem here; 2 definitions made  N ms, N MB
    ");
    // A merged report says so too, and counts nothing.
    let merged = filbert(folder, &["merge", "g.json", "--json", "all.json"]);
    let said = shown(&merged);
    assert!(merged.status.success() && said.contains("NONE") && said.contains("SOME"), "{said}");
    for name in ["g.json", "all.json"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let statements = report["files"][0]["statements"].as_array().expect("statements");
        let said = |key: &str| statements.iter().map(|one| one[key].clone()).collect::<Vec<_>>();
        assert_eq!(said("kind"), ["redundant", "redundant"], "{name}");
        assert_eq!(said("verdict"), ["NONE", "SOME"], "{name}");
        assert_eq!(said("holds"), [true, true], "{name}");
        assert_eq!(statements[1]["example"]["i"], "1", "{name}");
        assert_eq!((&report["hold"], &report["fail"]), (&0.into(), &0.into()), "{name}");
    }
    for console in [&["repl"][..], &["walnut"]] {
        let said = shown(&converse(folder, console, GAMES));
        assert!(said.contains("NONE") && said.contains("SOME"), "{said}");
        assert!(!said.contains("FALSE") && !said.contains("TRUE"), "{said}");
    }
    let answers = filbert::Session::new().run(GAMES).expect("answers");
    let texts = answers.iter().filter_map(|answer| match answer {
        filbert::Answer::Verdict(verdict) => Some(verdict.to_string()),
        _ => None,
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["NONE", "SOME: i = 1"]);
}
