//! Partizan games: outcomes against plain recursion, against the game with a pile that says whose turn it is, and by
//! certificates, of which no changed one is accepted.

use std::collections::HashMap;

use filbert::script::CommandError;

use super::certificates::{Folder, Proof};
use super::cli::{filbert, shown};
use super::games::{Ways, options, relation, run};

type Position = Vec<i64>;

/// Whether a player loses who is to move.
fn loses(
    ways: [Ways<'_>; 2],
    player: usize,
    position: &Position,
    known: &mut HashMap<(usize, Position), bool>,
) -> bool {
    let key = (player, position.clone());
    if let Some(&loses) = known.get(&key) {
        return loses;
    }
    let found = options(ways[player], position).iter().all(|option| !loses(ways, 1 - player, option, known));
    known.insert(key, found);
    found
}

fn formula(ways: Ways<'_>) -> String {
    let way = |(taken, repeats): &(&[i64], bool)| {
        let piles = ["p", "q"].iter().zip(["r", "s"]).zip(*taken);
        let moved: Vec<String> = piles
            .map(|((p, r), taken)| match taken {
                0.. => format!("{p}={r}+{taken}*k"),
                _ => format!("{p}+{}*k={r}", -taken),
            })
            .collect();
        format!("(Ek k>0{} & {})", if *repeats { "" } else { " & k<2" }, moved.join(" & "))
    };
    ways.iter().map(way).collect::<Vec<_>>().join(" | ")
}

fn compare(system: &str, ways: [Ways<'_>; 2], side: i64) {
    let [left, right] = ways.map(formula);
    let piles = ways[0][0].0.len();
    let (before, after) = (["p", "q"][..piles].join(","), ["r", "s"][..piles].join(","));
    // A pile that is 0 where Left is to move and 1 where Right is: whoever is to move loses in its kernel.
    let script = format!(
        "game G \"{system} {before} -> {after} : {left}\" right \"{right}\":\n\
         outcomes O of G:\n\
         game T \"{system} {before},t -> {after},u : (t=0 & u=1 & ({left})) | (t=1 & u=0 & ({right}))\"{}:\n\
         kernel K of T:\n\
         theorem t \"{system} A{before} ($O_P({before}) <=> ($K({before},0) & $K({before},1)))\n\
           & ($O_N({before}) <=> (~$K({before},0) & ~$K({before},1)))\n\
           & ($O_L({before}) <=> (~$K({before},0) & $K({before},1)))\n\
           & ($O_R({before}) <=> ($K({before},0) & ~$K({before},1)))\":\n",
        if piles == 1 { " measure \"p\"" } else { " measure \"2*p+q\"" }
    );
    let script = if piles == 2 { script.replacen("\":", "\" measure \"2*p+q\":", 1) } else { script };
    let (session, verdicts) = run(&script);
    for verdict in &verdicts {
        assert!(verdict.as_ref().is_ok_and(|(verdict, _)| verdict.truth), "{script}: {verdict:?}");
    }
    let classes = ["O_P", "O_N", "O_L", "O_R"].map(|name| relation(&session, name));
    let mut known = HashMap::new();
    for cell in 0..side.pow(piles as u32) {
        let position: Position = [cell % side, cell / side][..piles].to_vec();
        let [left, right] = [0, 1].map(|player| loses(ways, player, &position, &mut known));
        let expected = [left && right, !left && !right, !left && right, left && !right];
        let numbers: Vec<_> = position.iter().map(|&pile| pile.into()).collect();
        assert_eq!(classes.each_ref().map(|class| class.contains(&numbers)), expected, "{position:?} of {script}");
    }
}

#[test]
fn outcomes_are_what_recursion_finds() {
    let nim: Ways<'_> = &[(&[1, 0], true), (&[0, 1], true)];
    let diagonal: Ways<'_> = &[(&[1, 1], true)];
    let first: Ways<'_> = &[(&[1, 0], true), (&[1, 1], true)];
    let second: Ways<'_> = &[(&[0, 1], true), (&[1, 1], true)];
    let few: Ways<'_> = &[(&[2, 0], false), (&[0, 1], false), (&[1, 2], false)];
    // Piles that grow: their options are beyond the box.
    let grows: Ways<'_> = &[(&[1, -1], false), (&[0, 2], false)];
    for (left, right) in
        [(nim, nim), (nim, diagonal), (first, second), (second, few), (few, nim), (grows, few), (few, grows)]
    {
        compare("?msd_fib", [left, right], 14);
    }
    compare("?msd_2", [nim, few], 14);
    let one: [Ways<'_>; 4] = [&[(&[1], false)], &[(&[1], true)], &[(&[1], false), (&[3], false)], &[(&[2], true)]];
    for left in one {
        for right in one {
            compare("?msd_2", [left, right], 40);
        }
    }
}

#[test]
fn moves_to_larger_piles_are_followed_from_large_boxes() {
    // The first box is too small to tell, and few of its positions are lost by either player; Right's second way to move leads
    // beyond any box.
    let nim: Ways<'_> = &[(&[1, 0], true), (&[0, 1], true)];
    let more: Ways<'_> = &[(&[1, 0], true), (&[0, 1], true), (&[2, -1], false)];
    let script = "game G \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q)\" \
         right \"(r<p & s=q) | (r=p & s<q) | (p=r+2 & s=q+1)\" terminal \"p+q<=7\":\noutcomes O of G:\n";
    let (session, verdicts) = run(script);
    let (verdict, about) = verdicts[0].as_ref().expect("outcomes");
    assert!(verdict.truth && about.ends_with("solved below 89"), "{about}");
    let classes = ["O_P", "O_N", "O_L", "O_R"].map(|name| relation(&session, name));
    // By the sum of twice the first pile and the second, which every move decreases.
    let mut lost: HashMap<Position, [bool; 2]> = HashMap::new();
    for measure in 0..60 {
        for p in 0..=measure / 2 {
            let position = vec![p, measure - 2 * p];
            let ends = position.iter().sum::<i64>() <= 7;
            let loses = [(nim, 1), (more, 0)]
                .map(|(ways, other)| ends || options(ways, &position).iter().all(|option| !lost[option][other]));
            let expected = [loses == [true; 2], loses == [false; 2], loses == [false, true], loses == [true, false]];
            let numbers: Vec<_> = position.iter().map(|&pile| pile.into()).collect();
            assert_eq!(classes.each_ref().map(|class| class.contains(&numbers)), expected, "{position:?}");
            lost.insert(position, loses);
        }
    }
}

#[test]
fn an_error_stands_where_the_moves_of_its_player_are() {
    for (game, place) in [
        ("game G \"?msd_2 p -> r : r<=p\" right \"r<p\":\n", "g.prf:1:9"),
        ("game G \"?msd_2 p -> r : r<p\" right \"r<=p\":\n", "g.prf:1:37"),
        ("game G \"?msd_2 p,q -> r,s : r<p & s=q\" right \"r<p\":\n", "g.prf:1:47"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("g.prf"), game).expect("a file");
        let output = shown(&filbert(folder.path(), &["prove", "g.prf"]));
        assert!(output.contains(place), "{output}");
    }
}

#[test]
fn players_need_one_measure() {
    // Left's moves decrease the first pile, Right's the second; together they go on for ever.
    let endless = "game G \"?msd_2 p,q -> r,s : p=r+1 & s=q+1\" right \"q=s+1 & r=p+1\":\n";
    // Here an order of the piles is found for both, where the sum would do for Right alone.
    let ends = "game G \"?msd_2 p,q -> r,s : p=r+1 & s=q+2\" right \"q=s+1 & r=p\":\noutcomes O of G:\n\
         theorem t \"?msd_2 Ap,q (p=0 & q=0) <=> $O_P(p,q) & p=0 & q=0\":\n";
    assert!(run(ends).1.iter().all(|verdict| verdict.as_ref().is_ok_and(|(verdict, _)| verdict.truth)));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("g.prf"), endless).expect("a file");
    let output = shown(&filbert(folder.path(), &["prove", "g.prf"]));
    assert!(output.contains("does not decrease"), "{output}");
}

#[test]
fn other_commands_say_what_a_partizan_game_is() {
    let game = "game G \"?msd_2 p -> r : r<p\" right \"r+1=p\":\ngame H \"?msd_2 p -> r : r<p\":\n";
    for (command, message) in [
        ("kernel P of G", "`G` is a partizan game"),
        ("grundy V of G upto 2", "`outcomes O of G` finds who wins"),
        ("redundant G", "`G` is a partizan game"),
        ("outcomes O of H", "both players of `H` have the same moves"),
        ("outcomes O of GG", "unknown game `GG`"),
    ] {
        let (_, verdicts) = run(&format!("{game}{command}:\n"));
        let Some(Err(CommandError::Wrong(error))) = verdicts.first() else { panic!("{verdicts:?}") };
        let shown = error.render(false);
        assert!(shown.contains(message), "{command}: {shown}");
    }
}

#[test]
fn a_search_that_finds_nothing_says_how_far_it_came() {
    // Right takes a square number of tokens, which no automaton of this system says.
    let script = "game G \"?msd_2 p,q -> r,s : (r<p & s=q & q>r) | (r=p & s<q & s>p)\" right \"r<p & s<q & p+2*s=q+2*r\":\n\
         outcomes O of G:\n";
    let (_, verdicts) = run(script);
    match verdicts.first() {
        Some(Err(CommandError::Unfinished(why))) => {
            assert!(why.contains("positions solved with piles below"), "{why}");
            assert!(why.contains("states or more"), "{why}");
        }
        Some(Ok((verdict, _))) => assert!(verdict.truth),
        other => panic!("{other:?}"),
    }
}

#[test]
fn certificates_show_outcomes_and_no_others() {
    let script = "game G \"?msd_fib p,q -> r,s : (r<p & s=q) | (Ek k>0 & k<3 & p=r+k & q=s+k)\" right \"(r=p & s<q) | (Ek k>0 & p=r+k & q=s+k)\":\n\
         outcomes O of G:\ntheorem t \"?msd_fib Ap,q $O_P(p,q) | $O_N(p,q) | $O_L(p,q) | $O_R(p,q)\":\n";
    let (folder, proofs) = Folder::of(&[script]);
    let is_accepted = |proof: &Proof| folder.check(proof).is_ok_and(|(report, _)| report.failed == 0);
    let proof = &proofs[0];
    assert!(is_accepted(proof), "{:?}", folder.check(proof));
    // Any state that accepts otherwise, in any of the six sets.
    let lines: Vec<&str> = proof.certificate.lines().collect();
    let mut changed = 0;
    for (at, line) in lines.iter().enumerate() {
        if let Some(rest) = line.strip_prefix("0 ").or(line.strip_prefix("1 ")) {
            let flipped = format!("{} {rest}", if line.starts_with('0') { 1 } else { 0 });
            let own = |(i, line): (usize, &&str)| format!("{}\n", if i == at { &flipped } else { *line });
            let certificate = lines.iter().enumerate().map(own).collect();
            assert!(!is_accepted(&Proof { certificate, ..proof.clone() }), "line {at} of {}", proof.certificate);
            changed += 1;
        }
    }
    assert!(changed > 10, "{}", proof.certificate);
    // The outcomes of another game: Right moves as Left, or the players change places.
    for other in [
        script.replace("k<3 & ", ""),
        script.replace("r=p & s<q", "r<p & s=q"),
        script.replace("\" right \"", "\" terminal \"p+q<=3\" right \""),
    ] {
        assert!(!is_accepted(&Proof { script: other, stated: Vec::new(), ..proof.clone() }));
    }
    // A claim that is not there.
    for name in ["left", "right", "P", "N", "L", "R"] {
        let certificate = proof.certificate.replace(&format!("claim 1 {name}\n"), "claim 1 other\n");
        assert!(certificate != proof.certificate && !is_accepted(&Proof { certificate, ..proof.clone() }), "{name}");
    }
}
