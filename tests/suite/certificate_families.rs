//! Certificates of statements about all parameters of a family.

use filbert_check::Statement;

use crate::certificates::{Checked, Folder, Proof};

const PAPERFOLDING: &str = include_str!("../../families/paperfolding.prf");
const RADIX: &str = include_str!("../../families/radix.prf");
const WYTHOFF: &str = include_str!("../../families/wythoff.prf");

/// All slopes: a definition, both kinds of statements, a supposition, slopes whose quotients are bounded.
const SLOPES: &str = "family S sturmian:\n\
    def same \"?S(f) At t<n => S[f][i+t]=S[f][j+t]\":\n\
    theorem cubes \"Af ?S(f) Ei,n n>0 & $same(f,i,i+n,2*n)\":\n\
    refute fourth_powers \"Af ?S(f) Ei,n n>0 & $same(f,i,i+n,3*n)\":\n\
    theorem recurs \"Af ?S(f) Ai,n Ej j>i & $same(f,i,j,n)\":\n\
    reg small {0,1,2} \"(0*1 2|0*10 2)*\":\n\
    theorem close \"Af $small(f) => (?S(f) Ai Ej i<j & j<=i+3 & S[f][j]=@1)\":\n\
    refute too_close \"Af $small(f) => (?S(f) Ai Ej i<j & j<=i+2 & S[f][j]=@1)\":\n\
    family T bounded 2:\n\
    theorem bounded \"Af ?T(f) Ai Ej i<j & j<=i+3 & T[f][j]=@1\":\n\
    refute all \"Af ?S(f) Ai Ej i<j & j<=i+3 & S[f][j]=@1\":\n";

fn refused(checked: &Checked) -> Vec<&Statement> {
    let statements = checked.as_ref().map(|found| &found.1[..]).unwrap_or_default();
    statements.iter().filter(|statement| statement.outcome.is_err()).collect()
}

fn accepted(checked: &Checked) -> usize {
    let statements = checked.as_ref().map(|found| &found.1[..]).unwrap_or_default();
    statements.iter().filter(|statement| statement.outcome.is_ok()).count()
}

/// The script with every verdict the other way round.
fn denied(proof: &Proof) -> Proof {
    let line = |line: &str| match (line.strip_prefix("theorem "), line.strip_prefix("refute ")) {
        (Some(rest), _) => format!("refute {rest}\n"),
        (_, Some(rest)) => format!("theorem {rest}\n"),
        _ => format!("{line}\n"),
    };
    Proof { script: proof.script.lines().map(line).collect(), stated: Vec::new(), ..proof.clone() }
}

#[test]
fn statements_about_families_are_accepted_and_their_contraries_are_not() {
    let scripts = [(PAPERFOLDING, 9), (RADIX, 7), (WYTHOFF, 6), (SLOPES, 7)];
    let (folder, proofs) = Folder::of(&scripts.map(|script| script.0));
    for (proof, (_, statements)) in proofs.iter().zip(scripts) {
        let checked = folder.check(proof);
        assert!(refused(&checked).is_empty(), "{:?}", refused(&checked));
        assert_eq!(accepted(&checked), statements);
        let checked = folder.check(&denied(proof));
        assert_eq!((accepted(&checked), refused(&checked).len()), (0, statements));
    }
}

/// The certificate with one edge of a claim led to another state.
fn redirected(certificate: &str, about: &str, edge: usize) -> String {
    let lines: Vec<&str> = certificate.lines().collect();
    let first = lines.iter().position(|line| *line == about).expect("the claim") + 3;
    let states: usize = lines[first - 1].parse().expect("a number of states");
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    let row = &mut lines[first + edge % states];
    let mut words: Vec<String> = row.split(' ').map(str::to_owned).collect();
    let place = 2 + edge / states % (words.len() / 2) * 2;
    let target: usize = words[place].parse().expect("a state");
    words[place] = ((target + 1 + edge % 7) % states).to_string();
    *row = words.join(" ");
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn sums_of_slopes_that_are_none_are_refused() {
    let (folder, proofs) = Folder::of(&["family S sturmian:\ntheorem some \"Af ?S(f) Ax Ey y>x\":\n"]);
    assert_eq!(accepted(&folder.check(&proofs[0])), 1);
    for edge in (0..600).step_by(37) {
        let certificate = redirected(&proofs[0].certificate, "claim 0 sum", edge);
        let checked = folder.check(&Proof { certificate, ..proofs[0].clone() });
        assert_eq!(accepted(&checked), 0, "edge {edge}");
        assert!(refused(&checked)[0].name.starts_with("family "), "{checked:?}");
    }
}

#[test]
fn answers_that_are_none_prove_nothing() {
    let script = "family S sturmian:\n\
        refute twice \"Af ?S(f) An Ei i>n & S[f][i]=@1 & S[f][i+1]=@1\":\n\
        theorem once \"Af ?S(f) An Ei i>n & S[f][i]=@1 & S[f][i+1]=@0 | S[f][n]=@1\":\n";
    let (folder, proofs) = Folder::of(&[script]);
    assert!(refused(&folder.check(&proofs[0])).is_empty());
    let wrong = denied(&proofs[0]);
    let claims: Vec<&str> = proofs[0].certificate.lines().filter(|line| line.contains(" answered ")).collect();
    assert_eq!(claims.len(), 2);
    for claim in claims {
        for edge in 0..40 {
            let certificate = redirected(&proofs[0].certificate, claim, edge * 11);
            assert_eq!(accepted(&folder.check(&Proof { certificate, ..wrong.clone() })), 0, "{claim}, edge {edge}");
        }
    }
}

#[test]
fn what_is_no_family_is_refused() {
    let (folder, proofs) = Folder::of(&[RADIX]);
    // An order in which 1 comes before 0, and a sum without carries.
    for (old, new) in [("([2,0,1]|[3,0,1]", "([2,1,0]|[3,0,1]"), ("[2,1,1,1]|", "")] {
        let script = RADIX.replacen(old, new, 1);
        assert_ne!(script, RADIX);
        let checked = folder.check(&Proof { script, stated: Vec::new(), ..proofs[0].clone() });
        assert_eq!(accepted(&checked), 0);
        let first = refused(&checked)[0];
        assert_eq!(first.name, "family M");
        assert!(first.outcome.as_ref().is_err_and(|why| why.starts_with("it does not hold that ")), "{first:?}");
    }
}
