//! Kernels as players and files have them.

use std::collections::HashMap;

use num_bigint::BigInt;

use super::cli::converse;
use super::games::{Options, run};

#[test]
fn a_player_wins_by_options_that_are_longer_than_their_position() {
    use filbert::games::Outcome;
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
        let budget = filbert::script::Limits::default().budget();
        let mut lost: HashMap<(u64, u64), bool> = HashMap::new();
        for p in 0..12 {
            for q in 0..120 {
                let wins = options(p, q).into_iter().any(|option| lost.get(&option).copied().unwrap_or(false));
                lost.insert((p, q), !wins);
            }
        }
        // Options of these stay among the positions solved.
        for (p, q) in (0..8).flat_map(|p| (0..20).map(move |q| (p, q))) {
            match player.outcome_with(&kernel, &[p.into(), q.into()], 1000, &budget).unwrap().expect("its kernel") {
                Outcome::Lost => assert!(lost[&(p, q)], "({p}, {q}) of {rule}"),
                Outcome::Over => panic!("({p}, {q}) of {rule}"),
                Outcome::Won(moves) => {
                    let pair =
                        |option: &Vec<BigInt>| (u64::try_from(&option[0]).unwrap(), u64::try_from(&option[1]).unwrap());
                    let found: Vec<(u64, u64)> = moves.iter().map(pair).collect();
                    let all = options(p, q).into_iter().filter(|option| lost[option]).count();
                    assert!(found.iter().all(|option| options(p, q).contains(option) && lost[option]), "({p}, {q})");
                    assert_eq!(found.len(), all, "all winning moves from ({p}, {q}) of {rule}");
                }
            }
        }
    }
}

#[test]
fn kernels_are_stored_with_what_they_are() {
    use filbert::library::{Checksum, verify_checksum};
    let folder = tempfile::tempdir().unwrap();
    let filbert = |arguments: &[&str], input: &str| {
        let output = converse(folder.path(), arguments, input);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let rule = "game Nim \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\";";
    let small = "game Small \"?msd_3 p -> r : r<p & p<=r+2\";";
    let commands = format!("{rule}\nkernel Lost of Nim;\n{small}\ngrundy V of Small upto 2;\n");

    // In the folders of a session, from which the next one reads it.
    let (_, said) = filbert(&["walnut", "--session-dir=s"], &format!("{commands}quit;\n"));
    assert_eq!(said.matches("TRUE").count(), 2, "{said}");
    let stored = std::fs::read_to_string(folder.path().join("s/Automata Library/Lost.txt")).unwrap();
    assert_eq!(verify_checksum(&stored), Checksum::Intact);
    let header: Vec<&str> = stored.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(header[0], format!("# {rule}"));
    assert_eq!(header[1], "# kernel Lost of Nim;");
    assert!(header[2].starts_with("# The P-positions, stable and absorbing."), "{header:?}");
    let value = std::fs::read_to_string(folder.path().join("s/Automata Library/V_2.txt")).unwrap();
    assert!(value.contains("value 2"), "{value}");
    let ask = "eval a \"Ap,q $Lost(p,q) <=> p=q\";\neval b \"?msd_3 Ap $V_2(p) <=> Ek p=3*k+2\";\nquit;\n";
    let (_, said) = filbert(&["walnut", "--session-dir=s"], ask);
    assert_eq!(said.matches("TRUE").count(), 2, "{said}");

    // Beside a script.
    std::fs::write(folder.path().join("mine.prf"), &commands).unwrap();
    assert_eq!(filbert(&["regenerate", "mine.prf", "--check"], "").0, Some(1));
    assert!(!folder.path().join("Lost.txt").exists());
    assert_eq!(filbert(&["regenerate", "mine.prf"], "").0, Some(0));
    assert_eq!(filbert(&["regenerate", "mine.prf", "--check"], "").0, Some(0));
    assert_eq!(std::fs::read_to_string(folder.path().join("Lost.txt")).unwrap(), stored);
    std::fs::write(folder.path().join("Lost.txt"), stored.replace("0 0 -> 0", "0 1 -> 0")).unwrap();
    assert_eq!(filbert(&["regenerate", "mine.prf", "--check"], "").0, Some(1));
    // A script that claims what is wrong stores nothing.
    std::fs::write(
        folder.path().join("wrong.prf"),
        format!("{rule}\ndef Q \"?msd_2 p=q+1\";\nkernel K of Nim given $Q;\n"),
    )
    .unwrap();
    assert_eq!(filbert(&["regenerate", "wrong.prf"], "").0, Some(2));
    assert!(!folder.path().join("K.txt").exists());
}
