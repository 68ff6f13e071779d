//! Misere play, where whoever makes the last move loses: kernels, players and redundant moves against plain recursion and
//! against theorems; certificates, and what none shows.

use std::collections::HashMap;

use filbert::games::{ColumnsError, Outcome, Solver, TableError};
use filbert::logic::Workspace;
use filbert::script::{CommandError, Limits};

use super::certificates::{Folder, Proof};
use super::cli::{filbert, shown};
use super::games::{WYTHOFF, Ways, options, relation, run};

type Position = Vec<i64>;

/// A game as its moves.
#[derive(Clone, Copy)]
struct Moves<'a> {
    ways: Ways<'a>,
    /// Positions of at most this sum have no options.
    terminal: i64,
}

impl Moves<'_> {
    fn options(&self, position: &Position) -> Vec<Position> {
        if position.iter().sum::<i64>() <= self.terminal {
            return Vec::new();
        }
        options(self.ways, position)
    }

    /// Whoever moves here loses: there is a move, and each leads where the other player wins.
    fn is_lost(&self, position: &Position, known: &mut HashMap<Position, bool>) -> bool {
        if let Some(&lost) = known.get(position) {
            return lost;
        }
        let options = self.options(position);
        let lost = !options.is_empty() && !options.iter().any(|option| self.is_lost(option, known));
        known.insert(position.clone(), lost);
        lost
    }

    /// The command that defines it.
    fn command(&self, system: &str) -> String {
        let piles = self.ways[0].0.len();
        let (position, option) = (&["p", "q", "t"][..piles], &["r", "s", "u"][..piles]);
        let way = |(taken, repeats): &(&[i64], bool)| {
            let moved = position.iter().zip(option).zip(*taken);
            let moved = moved.map(|((p, r), taken)| match taken {
                0.. => format!("{p}={r}+{taken}*k"),
                _ => format!("{p}+{}*k={r}", -taken),
            });
            let moved: Vec<String> = moved.collect();
            format!("(Ek k>0{} & {})", if *repeats { "" } else { " & k<2" }, moved.join(" & "))
        };
        let ways: Vec<String> = self.ways.iter().map(way).collect();
        let (before, after) = (position.join(","), option.join(","));
        let clauses = match self.terminal {
            ..0 => "misere".to_owned(),
            terminal => format!("misere terminal \"{}<={terminal}\"", position.join("+")),
        };
        format!("game G \"{system}{before} -> {after} : {}\" {clauses}:\n", ways.join(" | "))
    }
}

/// All positions with piles below a side.
fn box_of(piles: usize, side: i64) -> Vec<Position> {
    (0..piles).fold(vec![Vec::new()], |all, _| {
        all.into_iter().flat_map(|start| (0..side).map(move |pile| [start.clone(), vec![pile]].concat())).collect()
    })
}

/// Compares the kernel, both ways to play, and what is redundant with the recursion.
fn compare(system: &str, moves: Moves<'_>, side: i64) {
    let command = moves.command(system);
    let (mut session, verdicts) = run(&format!("{command}kernel P of G:\n"));
    assert!(verdicts[0].as_ref().is_ok_and(|(verdict, _)| verdict.truth), "{command}: {:?}", verdicts[0]);
    let kernel = relation(&session, "P");
    let (mut player, known_kernel) = session.player("G").expect("a kernel").expect("a game");
    let budget = Limits::default().budget();
    let mut known = HashMap::new();
    for position in box_of(moves.ways[0].0.len(), side) {
        let lost = moves.is_lost(&position, &mut known);
        let numbers: Vec<_> = position.iter().map(|&pile| pile.into()).collect();
        assert_eq!(kernel.contains(&numbers), lost, "{position:?} of {command}");
        let options = moves.options(&position);
        let played = player.outcome_with(&known_kernel, &numbers, 1000, &budget).unwrap().expect("its kernel");
        let by_force = session.by_brute_force("G", &numbers).unwrap().expect("a small position").0;
        for outcome in [played, by_force] {
            match outcome {
                Outcome::Lost => assert!(lost, "{position:?} of {command}"),
                Outcome::Over => assert!(options.is_empty(), "{position:?} of {command}"),
                Outcome::Won(winning) => {
                    let winning: Vec<Position> = winning
                        .iter()
                        .map(|option| option.iter().map(|pile| i64::try_from(pile).unwrap()).collect())
                        .collect();
                    let mut expected: Vec<Position> = options.clone();
                    expected.retain(|option| moves.is_lost(option, &mut known));
                    expected.dedup();
                    assert!(!winning.is_empty() && winning.iter().all(|option| expected.contains(option)));
                    assert!(expected.iter().all(|option| winning.contains(option)), "{position:?} of {command}");
                }
            }
        }
    }
}

#[test]
fn misere_games_are_what_recursion_finds() {
    let one: [Ways<'_>; 4] = [&[(&[1], false)], &[(&[1], true)], &[(&[1], false), (&[2], false)], &[(&[3], true)]];
    for ways in one {
        for terminal in [-1, 3] {
            for system in ["?msd_2 ", ""] {
                compare(system, Moves { ways, terminal }, 30);
            }
        }
    }
    let nim: Ways<'_> = &[(&[1, 0], true), (&[0, 1], true)];
    let few: Ways<'_> = &[(&[1, 0], false), (&[2, 0], false), (&[0, 1], false), (&[1, 1], false)];
    // From one pile alone: where it is empty the play is over, whatever the other pile is.
    let half: Ways<'_> = &[(&[1, 0], true), (&[1, 2], false)];
    for ways in [nim, few, half] {
        for terminal in [-1, 2] {
            compare("?msd_2 ", Moves { ways, terminal }, 13);
        }
    }
    let wythoff: Ways<'_> = &[(&[1, 0], true), (&[0, 1], true), (&[1, 1], true)];
    for terminal in [-1, 2] {
        compare("?msd_fib ", Moves { ways: wythoff, terminal }, 20);
    }
    compare("", Moves { ways: wythoff, terminal: -1 }, 20);
    // Piles that grow: positions are solved one by one.
    compare("?msd_2 ", Moves { ways: &[(&[2, -1], false), (&[0, 1], false)], terminal: -1 }, 10);
}

#[test]
fn misere_nim_is_boutons() {
    // Bouton 1901: as in normal play, but for piles of at most one token.
    let (session, verdicts) = run("game Two \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\" misere:\n\
         kernel P of Two:\n\
         theorem t \"?msd_2 Ap,q $P(p,q) <=> ((p=q & p>1) | (p+q=1))\":\n\
         game Three \"?msd_2 p,q,t -> r,s,u : (r<p & s=q & u=t) | (r=p & s<q & u=t) | (r=p & s=q & u<t)\" misere:\n\
         kernel Q of Three:\n\
         game Normal \"?msd_2 p,q,t -> r,s,u : (r<p & s=q & u=t) | (r=p & s<q & u=t) | (r=p & s=q & u<t)\":\n\
         kernel N of Normal:\n\
         theorem u \"?msd_2 Ap,q,t (p>1 | q>1 | t>1) => ($Q(p,q,t) <=> $N(p,q,t))\":\n\
         theorem v \"?msd_2 Ap,q,t (p<=1 & q<=1 & t<=1) => ($Q(p,q,t) <=> ~$N(p,q,t))\":\n");
    assert!(verdicts.iter().all(|verdict| verdict.as_ref().is_ok_and(|(found, _)| found.truth)), "{verdicts:?}");
    let (two, three) = (relation(&session, "P"), relation(&session, "Q"));
    for position in box_of(3, 9) {
        let sum = position.iter().fold(0, |sum, pile| sum ^ pile);
        let is_lost = if position.iter().any(|&pile| pile > 1) { sum == 0 } else { sum == 1 };
        let numbers: Vec<_> = position.iter().map(|&pile| pile.into()).collect();
        assert_eq!(three.contains(&numbers), is_lost, "{position:?}");
        if position[2] == 0 {
            assert_eq!(two.contains(&numbers[..2]), is_lost, "{position:?}");
        }
    }
}

#[test]
fn misere_wythoff_is_what_the_theorem_says() {
    // docs/findings.md: for l >= 2 alone the P-positions of misere K^l are the positions of value 1, those that are no
    // P-positions of normal play and have none of themselves as an option. Komaki, Miyadera, Murakami 2025: those of K^2 are
    // Wythoff's once a pile is 8 or more.
    let mut script = format!(
        "{WYTHOFF}macro one \"?msd_fib Ap,q $M%0(p,q) <=> (~$pposK%0(p,q) & \
         (Ar,s $optW(p,q,r,s) => ~$M%0(r,s)))\":\n"
    );
    for l in [0, 1, 2, 3, 5] {
        script += &format!(
            "game K{l} \"?msd_fib p,q -> r,s : $optW(p,q,r,s)\" terminal \"p+q<={l}\" misere:\n\
             kernel M{l} of K{l}:\n\
             theorem value{l} \"#one({l})\":\n"
        );
    }
    script += "theorem from8 \"?msd_fib Ap,q (p>=8 | q>=8) => ($M2(p,q) <=> $pposK0(p,q))\":\n\
         theorem from7 \"?msd_fib Ap,q (p>=7 | q>=7) => ($M2(p,q) <=> $pposK0(p,q))\":\n";
    let (_, verdicts) = run(&script);
    let found: Vec<bool> = verdicts.iter().map(|verdict| verdict.as_ref().expect("a verdict").0.truth).collect();
    assert_eq!(found, [true, false, true, false, true, true, true, true, true, true, true, false]);
}

#[test]
fn large_piles_are_solved_as_the_kernel_says() {
    // Beyond what one box holds, where lines of dead positions are kept as bits.
    for (system, ways) in [
        ("?msd_fib", "(r=p & s<q) | (r<p & s=q) | (r<p & p+s=r+q)"),
        ("?msd_2", "(r=p & s<q) | (r<p & s=q)"),
        ("?msd_fib", "(r=p & s<q) | (r<p & s=q) | (r<p & p+s=r+q) | (p=r+1 & q=s+2)"),
    ] {
        for clauses in ["misere", "terminal \"p+q<=2\" misere"] {
            let game = format!("game G \"{system} p,q -> r,s : {ways}\" {clauses}:\n");
            let (session, verdicts) = run(&format!("{game}kernel P of G:\n"));
            assert!(verdicts[0].as_ref().is_ok_and(|(verdict, _)| verdict.truth), "{game}: {verdicts:?}");
            let kernel = relation(&session, "P");
            let (_, game) = session.games().pop().expect("a game");
            let mut solver = Solver::new(&game, 0, &mut Workspace::new(), &Limits::default().budget()).unwrap();
            let mut lost = 0;
            for p in [1000, 1001, 1597] {
                for q in p..2 * p {
                    let is_lost = solver.value(&[p, q]).unwrap() == Some(0);
                    assert_eq!(is_lost, kernel.contains(&[p.into(), q.into()]), "({p}, {q}) of {game:?}");
                    lost += u32::from(is_lost);
                }
            }
            assert!(lost > 0);
        }
    }
}

#[test]
fn a_redundant_move_changes_nothing_and_another_does() {
    // A token more cannot be left out, for where it is the last move its position is lost; of many tokens all can but few.
    let about = |clauses: &str| {
        let script = format!("game G \"?msd_2 p -> r : r<p\" {clauses}:\nkernel P of G:\nredundant G:\n");
        run(&script).1.pop().expect("an answer").expect("an answer").1
    };
    // Without the move by 1, (1) is over and won, so that (2) has no winning move; any other amount i is how (i+1) wins.
    assert_eq!(about("misere"), "i from p: every move is needed");
    // Where the play ends at 2 or less, taking i leads from i+3 to 3; and from 3 to all that ends: one amount is enough.
    assert_eq!(about("terminal \"p<=2\" misere"), "i from p: every move is needed");
    let script = "game G \"?msd_2 p -> r : r<p & p<=r+3\" misere:\nkernel P of G:\nredundant G \"p=r+i\":\n\
         game H \"?msd_2 p -> r : r+1=p | (r+3=p & p<6)\" misere:\nkernel Q of H:\nredundant H \"p=r+i\":\n";
    let verdicts = run(script).1;
    let shown: Vec<&str> = verdicts.iter().map(|verdict| &*verdict.as_ref().expect("an answer").1).collect();
    assert_eq!(shown[1], "`p=r+i`: every move is needed");
    // By ones alone a play from p has p moves; three at once changes nothing of that.
    assert_eq!(shown[3], "`p=r+i`: redundant for i = 3");
}

#[test]
fn values_and_blocked_moves_are_refused() {
    let game = "game G \"?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)\" misere:\n";
    let (mut session, verdicts) = run(&format!("{game}grundy V of G upto 1:\n"));
    let Some(Err(CommandError::Wrong(error))) = verdicts.first() else { panic!("{verdicts:?}") };
    let message = error.render(false);
    assert!(message.contains("games in misere play have no Sprague-Grundy values"), "{message}");
    assert!(message.contains("`kernel P of G` finds"), "{message}");
    let (_, known) = session.games().pop().expect("a game");
    assert_eq!(session.table(&known, 5), Err(TableError::Misere));
    assert_eq!(session.columns(&known, 5, 20), Err(ColumnsError::Table(TableError::Misere)));
    for (clauses, message) in [
        ("misere block 2", "a game is not both `misere` and with `block`"),
        ("misere \"p=0\"", "`misere` takes no argument"),
        ("misere 2", "`misere` takes no argument"),
        ("misère", "did you mean `misere`?"),
        ("miser", "did you mean `misere`?"),
        ("partizan", "expected `terminal`, `block`, `misere`, `measure` or `right`"),
        ("terminal", "expected a text in quotes after `terminal`"),
        ("block", "expected a number after `block`"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("g.prf"), format!("game G \"?msd_2 p -> r : r<p\" {clauses}:\n"))
            .expect("a file");
        let output = shown(&filbert(folder.path(), &["prove", "g.prf"]));
        assert!(output.contains(message), "{clauses}: {output}");
    }
}

#[test]
fn a_candidate_that_claims_an_end_is_told_so() {
    let script = "game G \"?msd_2 p -> r : r<p\" misere:\ndef c \"?msd_2 p=0\":\nkernel P of G given $c:\n";
    let (verdict, about) = run(script).1.remove(0).expect("a verdict");
    assert!(!verdict.truth);
    assert_eq!(about, "an N-position of G that $c claims; in misere play, whoever cannot move wins");
}

#[test]
fn certificates_show_misere_kernels_and_no_others() {
    let rules = "(r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)";
    let of = |system: &str, clauses: &str| {
        format!(
            "game G \"{system}p,q -> r,s : {rules}\" {clauses}:\nkernel P of G:\ntheorem t \"?msd_fib $P(3,5) | ~$P(3,5)\":\n"
        )
    };
    let scripts = [
        of("?msd_fib ", "misere"),
        of("?msd_fib ", "terminal \"p+q<=2\" misere"),
        of("", "misere"),
        of("?msd_fib ", "measure \"p+q\""),
    ];
    let texts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let (folder, proofs) = Folder::of(&texts);
    let is_accepted = |proof: &Proof| folder.check(proof).is_ok_and(|(report, _)| report.failed == 0);
    for proof in &proofs {
        assert!(is_accepted(proof), "{}", proof.script);
    }
    let with = |proof: &Proof, script: &str| Proof { script: script.to_owned(), stated: Vec::new(), ..proof.clone() };
    // The kernel of the one play is not that of the other, and other ends are other kernels.
    assert!(is_accepted(&with(&proofs[0], &scripts[0])));
    assert!(!is_accepted(&with(&proofs[0], &scripts[3])));
    assert!(!is_accepted(&with(&proofs[3], &scripts[0])));
    assert!(!is_accepted(&with(&proofs[1], &scripts[0])));
    assert!(!is_accepted(&with(&proofs[0], &scripts[1])));
    let parts = |proof: &Proof| {
        let (body, ends) =
            proof.certificate.split_once("claim 1 ends\n").map_or((&*proof.certificate, ""), |both| both);
        (body.to_owned(), ends.split("claim ").next().expect("a part").to_owned())
    };
    let (misere, ends) = parts(&proofs[0]);
    let (normal, _) = parts(&proofs[3]);
    let forged = |body: &str, ends: &str| {
        let certificate = format!("{body}claim 1 ends\n{ends}");
        is_accepted(&Proof { script: scripts[0].clone(), certificate, stated: Vec::new() })
    };
    assert!(forged(&misere, &ends));
    // The kernel of normal play with the ends as they are, with none, with all; that of misere play with other ends.
    let none = "msd_fib msd_fib\n1\n0\n";
    let origin = "msd_fib msd_fib\n1\n1 0 0\n";
    assert!(forged(&misere, origin));
    assert!(!forged(&normal, &ends) && !forged(&normal, none) && !forged(&misere, none));
    assert!(!forged(&misere, "msd_fib msd_fib\n2\n1 0 0 1 1\n1\n"));
    assert!(!forged(&misere, "msd_fib\n1\n1 0 0\n"));
    // Any state that accepts otherwise, and any transition that leads elsewhere.
    let lines: Vec<&str> = proofs[0].certificate.lines().collect();
    let mut changed = 0;
    for (at, line) in lines.iter().enumerate() {
        if let Some(rest) = line.strip_prefix("0 ").or(line.strip_prefix("1 ")) {
            let flipped = format!("{} {rest}", if line.starts_with('0') { 1 } else { 0 });
            let certificate: String = lines
                .iter()
                .enumerate()
                .map(|(i, line)| format!("{}\n", if i == at { &flipped } else { *line }))
                .collect();
            assert!(
                !is_accepted(&Proof { certificate, ..proofs[0].clone() }),
                "line {at} of {}",
                proofs[0].certificate
            );
            changed += 1;
        }
    }
    assert!(changed > 5);
    // Play that is both misere and with blocked moves is read by none.
    assert!(!is_accepted(&with(&proofs[0], &scripts[0].replace("misere", "misere block 2"))));
}
