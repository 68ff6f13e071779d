//! What `prove --certify` writes is accepted by the checker, and nothing else is.

use std::path::Path;

use filbert_check::{Report, check};

use crate::cli::{filbert, shown};

/// Forms of statements: quantifiers of each kind on both sides of negations, terms, words, games.
const SCRIPT: &str = "macro sum \"%0+%1=%2\":\n\
    reg power msd_2 \"0*10*\":\n\
    word W msd_fib \"0->01 1->0\":\n\
    def half \"?msd_fib Ey x=2*y\":\n\
    def least \"?msd_fib $half(x) & Ay (y<x & $half(y)) => y+2<=x\":\n\
    def apart \"?msd_fib Ai,j (i<j & j<n & W[i]=@1 & W[j]=@1) => i+2<=j\":\n\
    def pairs \"?msd_2 E>=2 x,y x<y & x+y=n\":\n\
    def one \"?msd_2 E=1 x 3*x<=n & n<3*x+3\":\n\
    def often \"?msd_trib Ix x>n & TR[x]=@2\":\n\
    game Wythoff \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)\":\n\
    kernel P of Wythoff:\n\
    def without \"?msd_neg_2 x-3=y\":\n\
    theorem commutes \"?msd_trib Ax,y,z (#sum(x,y,z)) <=> (#sum(y,x,z))\":\n\
    theorem halves \"?msd_fib Ax $half(x) <=> ~$half(x+1)\":\n\
    theorem next \"?msd_fib Ax Ey y>x & $least(y)\":\n\
    theorem powers \"?msd_2 An Ex x>n & $power(x)\":\n\
    theorem alternate \"?msd_fib Ax Ey y>x & (Az z>y => (Eu u>z & W[u]=@1))\":\n\
    theorem first \"?msd_fib W[0]=@0 & W[1]=@1 & W[2]=@0\":\n\
    theorem below \"?msd_fib Ai i>=1 => (W[i-1]=@1 => W[i]=@0)\":\n\
    theorem third \"?msd_2 Ax x/3*3<=x & x<x/3*3+3\":\n\
    theorem spaced \"?msd_fib An $apart(n)\":\n\
    theorem some \"?msd_2 An $pairs(n) <=> n>=3\":\n\
    theorem exact \"?msd_2 An $one(n)\":\n\
    theorem endless \"?msd_trib An $often(n)\":\n\
    theorem positions \"?msd_fib Ap,q ($P(p,q) & p<q) => (E=1 n $phin(n,p) & $phi2n(n,q))\":\n\
    theorem signed \"?msd_neg_2 Ax Ey $without(x,y)\":\n\
    def nothing \"?msd_2 Ey x<y & y<x\":\n\
    theorem conditions \"?msd_2 Ex,y x<y & ~$power((x-y)+y) & $power(x+0)\":\n\
    theorem finite \"?msd_2 ~(Ix ~$nothing(x) & x=0)\":\n\
    refute larger \"?msd_2 Ex Ay y<=x\":\n\
    reg flipped {0,1} {0,1} \"([0,1]|[1,0])*\":\n\
    def turned \"Ey $flipped(x,y) & $flipped(y,z)\":\n\
    theorem twice \"Ax,y,z ($flipped(x,y) & $turned(x,z)) => $flipped(z,y)\":\n\
    normalizer worth msd_fib {0,1}:\n\
    theorem some_word \"?msd_fib An Ex $worth(x,n)\":\n\
    def writes \"?msd_fib (?msd_2 x>=0) & $worth(x,n)\":\n\
    theorem written \"?msd_fib An Ex $writes(n,x)\":\n\
    reg zeros msd_2 \"0*\":\n\
    def even \"?msd_2 Ey x=2*y\":\n\
    rightquo begun even zeros:\n\
    theorem begins \"?msd_2 Ax $begun(x)\":\n\
    def few \"?msd_2 E=0 x x<n & x>1\":\n\
    theorem fewer \"?msd_2 An $few(n) <=> n<=2\":\n\
    cover all \"?msd_2 x>=y\" by \"?msd_2 x=y\" \"?msd_2 Ez z>0 & x=y+z\":\n";

/// The folder that certifies a script.
fn certified(folder: &Path, script: &str) -> String {
    std::fs::write(folder.join("s.prf"), script).expect("a file");
    shown(&filbert(folder, &["prove", "s.prf", "--certify", "C"]))
}

/// What the checker finds, and what it does not accept. The games that filbert ships take it a minute, and are left out.
fn checked(folder: &Path) -> Result<(Report, Vec<String>), String> {
    let manifest = folder.join("C/manifest");
    let text = std::fs::read_to_string(&manifest).expect("a file");
    std::fs::write(&manifest, text.replace("shipped shipped/games.prf\n", "")).expect("a file");
    let mut wrong = Vec::new();
    let report = check(&folder.join("C"), &mut |statement| {
        if statement.outcome.is_err() {
            wrong.push(statement.to_string());
        }
    })?;
    Ok((report, wrong))
}

#[test]
fn every_form_of_statement_is_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = certified(folder.path(), SCRIPT);
    assert!(said.starts_with("exit 0"), "{said}");
    let (report, wrong) = checked(folder.path()).expect("it is read");
    assert_eq!(wrong, Vec::<String>::new());
    let statements = SCRIPT.matches("theorem ").count() + 3;
    assert!(report.proved >= statements, "{report}");
}

#[test]
fn a_statement_that_is_changed_is_not_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    certified(folder.path(), SCRIPT);
    let script = folder.path().join("C/s.prf");
    for (old, new, name) in [
        ("W[0]=@0 & W[1]=@1", "W[0]=@0 & W[1]=@0", "theorem first"),
        ("refute larger", "theorem larger", "theorem larger"),
        ("theorem third \"?msd_2 Ax x/3*3<=x", "theorem third \"?msd_2 Ax x/3*3<x", "theorem third"),
        ("$pairs(n) <=> n>=3", "$pairs(n) <=> n>=2", "theorem some"),
        ("E>=2 x,y", "E>=3 x,y", "def pairs"),
        ("Ey x=2*y", "Ey x=2*y+1", "def half"),
        ("word W msd_fib \"0->01 1->0\"", "word W msd_fib \"0->00 1->0\"", "def apart"),
        ("(r=p & s<q)", "(r=p & s<q & q<9)", "kernel P"),
        ("(r=p & s<q)", "(r=p & s>q)", "kernel P"),
        ("\"?msd_2 x=y\" \"?msd_2", "\"?msd_2 x=y & x>0\" \"?msd_2", "cover all"),
    ] {
        let changed = SCRIPT.replacen(old, new, 1);
        assert_ne!(changed, SCRIPT, "{old}");
        std::fs::write(&script, changed).expect("a file");
        let (_, wrong) = checked(folder.path()).expect("it is read");
        assert!(wrong.iter().any(|statement| statement.starts_with(name)), "{new}: {wrong:?}");
    }
}

/// A change of one number in an automaton: a state accepts or does not, a transition leads elsewhere, reads another letter
/// or is not there. The automata have no state too many, so each changes what is accepted.
fn changed(certificate: &str, choice: u64) -> Option<String> {
    let mut lines: Vec<String> = certificate.lines().map(str::to_owned).collect();
    let at = (choice % lines.len() as u64) as usize;
    let is_state = |line: &str| line.starts_with("0 ") || line.starts_with("1 ") || line == "0" || line == "1";
    // The line after the systems has the number of states.
    let is_count = at >= 2 && lines[at - 2].starts_with("claim");
    if !is_state(&lines[at]) || is_count {
        return None;
    }
    let mut words: Vec<u32> = lines[at].split(' ').map(|word| word.parse().expect("a number")).collect();
    let edges = (words.len() - 1) / 2;
    let edge = 1 + 2 * ((choice / 7) as usize % edges.max(1));
    match choice / 1000 % 4 {
        0 => words[0] = 1 - words[0],
        _ if edges == 0 => return None,
        1 => words[edge + 1] = words[edge + 1].checked_sub(1)?,
        2 => words[edge] += 1,
        _ => drop(words.drain(edge..edge + 2)),
    }
    lines[at] = words.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    Some(lines.join("\n") + "\n")
}

#[test]
fn no_change_of_a_certificate_is_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    certified(folder.path(), SCRIPT);
    let path = folder.path().join("C/s.prf.cert");
    let certificate = std::fs::read_to_string(&path).expect("a file");
    let (mut choice, mut tried) = (1u64, 0);
    while tried < 100 {
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(changed) = changed(&certificate, choice >> 20) else { continue };
        tried += 1;
        std::fs::write(&path, &changed).expect("a file");
        if let Ok((_, wrong)) = checked(folder.path()) {
            assert!(!wrong.is_empty(), "{changed}");
        }
    }
    // Numbers of another system, whose digits are the same.
    let lines: Vec<&str> = certificate.lines().collect();
    for at in (0..lines.len()).filter(|&at| lines[at].starts_with("claim")) {
        let mut lines = lines.clone();
        let (first, rest) = lines[at + 1].split_once(' ').unwrap_or((lines[at + 1], ""));
        let other = format!("{} {rest}", if first == "msd_fib" { "msd_2" } else { "msd_fib" });
        lines[at + 1] = other.trim_end();
        std::fs::write(&path, lines.join("\n") + "\n").expect("a file");
        assert!(checked(folder.path()).map_or(true, |(_, wrong)| !wrong.is_empty()), "{}", lines[at]);
    }
    // One in the place of another.
    let mut lines: Vec<&str> = certificate.lines().collect();
    let claims: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("claim")).collect();
    lines.swap(claims[2], claims[3]);
    std::fs::write(&path, lines.join("\n") + "\n").expect("a file");
    assert!(checked(folder.path()).map_or(true, |(_, wrong)| !wrong.is_empty()));
}

/// What the checker says of the statements that it does not accept in a script.
fn refused(script: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("other.prf"), "def f \"?msd_2 x>y\":\n").expect("a file");
    certified(folder.path(), script);
    checked(folder.path()).expect("it is read").1
}

#[test]
fn what_is_not_read_leaves_no_older_meaning() {
    let one = "def f \"?msd_2 x<y\":\n";
    let asked = "theorem t \"?msd_2 Ax $f(x,x+1)\":\n";
    assert_eq!(refused(&format!("{one}{asked}")), Vec::<String>::new());
    for between in ["def f(y,x) \"?msd_2 y<x\":\n", "union f f f:\n", "use \"other.prf\":\n"] {
        let wrong = refused(&format!("{one}{between}{asked}"));
        assert!(wrong.iter().any(|statement| statement.starts_with("theorem t")), "{between}: {wrong:?}");
    }
    let wrong =
        refused("def a \"?msd_2 x<4\":\ndef b \"?msd_fib x<4\":\ncombine C a b:\ntheorem t \"?msd_2 C[0]=@2\":\n");
    assert!(wrong.iter().any(|statement| statement.starts_with("combine C")), "{wrong:?}");
}

#[test]
fn what_is_counted_counts_where_nothing_is_said_of_it() {
    for formula in ["E=3 x,y x<3 & y>=0", "~(Ix,y x<3 & y>=0)", "E<=3 x,y x<3 & (y<5 | x<3)"] {
        assert_eq!(refused(&format!("refute t \"?msd_2 {formula}\":\n")), Vec::<String>::new(), "{formula}");
        let wrong = refused(&format!("theorem t \"?msd_2 {formula}\":\n"));
        assert!(wrong.iter().any(|statement| statement.starts_with("theorem t")), "{formula}: {wrong:?}");
    }
}

#[test]
fn a_word_in_one_place_is_no_number_in_another() {
    // To the quantifier x is a word, and n has as many digits; as a number x would have more zeros in front.
    let wrong = refused(
        "normalizer worth msd_fib {0,1}:\n\
        theorem t \"?msd_fib Ax (?msd_2 x>=0) => (En $worth(x,n))\":\n\
        theorem u \"Ax (En $worth(x,n)) => (En $worth(x,n))\":\n",
    );
    assert!(wrong.iter().any(|statement| statement.starts_with("theorem t")), "{wrong:?}");
    assert!(!wrong.iter().any(|statement| statement.starts_with("theorem u")), "{wrong:?}");
}

#[test]
fn a_folder_of_others_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("C")).expect("a folder");
    std::fs::write(folder.path().join("C/mine"), "kept").expect("a file");
    let said = certified(folder.path(), "theorem a \"Ax x>=0\":\n");
    assert!(said.starts_with("exit 2") && said.contains("no certificates of filbert"), "{said}");
    assert!(!folder.path().join("C/manifest").exists());
    assert!(check(folder.path(), &mut |_| {}).is_err());
}
