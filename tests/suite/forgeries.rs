//! Folders of certificates that were forged: each says something that filbert finds false or does not read, and none is
//! accepted. Beside each stands a folder that is alike and honest, and is.

use std::collections::BTreeSet;

use filbert::script::{Entry, Given, Options, PRELUDE, prove_source, shipped_certificates};
use filbert::syntax::Source;
use filbert_check::{check, check_by};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A script of a folder, its claims, and what the manifest says that it proves.
#[derive(Clone, Copy, Default)]
struct File<'a> {
    path: &'a str,
    text: &'a str,
    claims: &'a str,
    stated: &'a [&'a str],
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder of scripts with what filbert ships, but for the games, and maybe more.
fn folder(more: &[File<'_>], files: &[File<'_>]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut manifest = format!("filbert certificates 4\nprelude {PRELUDE}\n");
    let mut add = |kind: &str, path: &str, text: &str, certificate: &str| {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, text).expect("a file");
        std::fs::write(file.with_extension("prf.cert"), certificate).expect("a file");
        manifest += &format!("{kind} {} {} {path}\n", hash(text), hash(certificate));
    };
    for (name, text, certificate) in shipped_certificates().expect("what is shipped") {
        if name != "games.prf" {
            add("shipped", &format!("shipped/{name}"), text, &certificate);
        }
    }
    let certificate = |file: &File<'_>| format!("filbert certificate 2\n{}", file.claims);
    more.iter().for_each(|file| add("shipped", file.path, file.text, &certificate(file)));
    files.iter().for_each(|file| add("script", file.path, file.text, &certificate(file)));
    for (at, line) in files.iter().flat_map(|file| file.stated.iter().map(move |line| (file.path, line))) {
        let place = manifest.find(&format!(" {at}\n")).expect("the script") + at.len() + 2;
        manifest.insert_str(place, &format!("{line}\n"));
    }
    std::fs::write(folder.path().join("manifest"), manifest).expect("a file");
    folder
}

/// Whether all that a folder says is accepted.
fn is_accepted(files: &[File<'_>]) -> bool {
    check(folder(&[], files).path(), &mut |_| {}).is_ok_and(|report| report.failed == 0)
}

/// A script, with the line that the manifest has of its last statement.
fn one<'a>(text: &'a str, claims: &'a str, stated: &'a [&'a str]) -> File<'a> {
    File { path: "x.prf", text, claims, stated }
}

/// Numbers that are 0, and those that are 1.
const ZERO: &str = "body\nmsd_2\n1\n1 0 0\n";
const ONE: &str = "body\nmsd_2\n2\n0 0 0 1 1\n1\n";

#[test]
fn what_is_called_shipped_is_known_or_named() {
    let word = File { path: "w.prf", text: "word F msd_fib \"0->01 1->0\" \"0->0 1->0\":\n", ..File::default() };
    let script = one("theorem zero \"?msd_fib An F[n]=@0\":\n", "", &["TRUE zero ?msd_fib An F[n]=@0"]);
    let folder = folder(&[word], &[script]);
    let why = check(folder.path(), &mut |_| {}).expect_err("it is forged");
    assert!(why.contains("w.prf is called shipped"), "{why}");
    let (report, trusted) =
        check_by(folder.path(), &filbert_check::Options { is_trusting: true, ..Default::default() }, &mut |_| {})
            .expect("it is read");
    assert_eq!((report.failed, trusted), (0, vec!["w.prf".into()]));
    // In another version of the prelude nothing is known.
    let manifest = std::fs::read_to_string(folder.path().join("manifest")).expect("a manifest");
    let other = manifest.replacen(&format!("prelude {PRELUDE}"), "prelude 999", 1);
    std::fs::write(folder.path().join("manifest"), other).expect("a file");
    assert!(check(folder.path(), &mut |_| {}).is_err_and(|why| why.contains("is called shipped")));
    std::fs::write(folder.path().join("manifest"), manifest.replacen("certificates 4", "certificates 3", 1))
        .expect("a file");
    assert!(check(folder.path(), &mut |_| {}).is_err_and(|why| why.contains("certify the scripts once more")));
}

#[test]
fn the_checker_knows_what_filbert_ships() {
    let listed: BTreeSet<String> = filbert_check::PRELUDES.lines().map(str::to_owned).collect();
    for (name, text, _) in shipped_certificates().expect("what is shipped") {
        let line = format!("{PRELUDE} {} {name}", hash(text));
        assert!(
            listed.contains(&line),
            "automata/{name} was changed: raise `PRELUDE` in src/script/certify.rs, unless {PRELUDE} was never released, \
            and let checker/src/prelude.txt say of each shipped script: {line}"
        );
    }
}

#[test]
fn what_is_given_as_a_kernel_is_the_kernel() {
    let script = |given: &str| {
        format!(
            "def q \"x={given}\":\ngame G \"?msd_2 p -> r : r<p\":\nkernel P of G given $q:\ntheorem t \"$P(0)\":\n"
        )
    };
    let claims = |given: &str| format!("claim 0 {given}claim 2 {ZERO}");
    let stated: &[&str] = &["TRUE P kernel P of G given $q", "TRUE t $P(0)"];
    assert!(is_accepted(&[one(&script("0"), &claims(ZERO), stated)]));
    assert!(!is_accepted(&[one(&script("1"), &claims(ONE), stated)]));
    // What is refuted binds its name to nothing, and not to what had it before.
    let text = format!("def P \"x=1\":\n{}", script("1").replace("$P(0)", "$P(1)"));
    let all = format!("claim 0 {ONE}claim 1 {ONE}claim 3 {ZERO}");
    let mut lost = Vec::new();
    let folder = folder(&[], &[one(&text, &all, &[])]);
    check(folder.path(), &mut |statement| lost.push((statement.name.clone(), statement.outcome.is_err())))
        .expect("it is read");
    assert_eq!(lost, [("kernel P".to_owned(), true), ("theorem t".to_owned(), true)]);
}

#[test]
fn a_quotient_takes_off_the_words_that_are_written() {
    // With zeros in front, 01 could be taken off any number.
    let before = "def quarter \"?msd_2 Ey x=4*y+1\":\nreg one msd_2 \"1\":\nrightquo q quarter one:\n";
    let honest = format!("{before}theorem t \"?msd_2 Ax $q(x) <=> (Ey x=2*y)\":\n");
    let forged = format!("{before}theorem t \"?msd_2 Ax $q(x)\":\n");
    let (folder, proofs) = crate::certificates::Folder::of(&[&honest, &forged]);
    let failed = |proof| folder.check(proof).map(|(report, _)| report.failed);
    assert_eq!((failed(&proofs[0]), failed(&proofs[1])), (Ok(0), Ok(1)));
    // Nor are words that `reg` writes those of all paddings.
    let other = honest.replacen("def quarter \"?msd_2 Ey x=4*y+1\"", "reg quarter msd_2 \"1\"", 1);
    let (folder, proofs) = crate::certificates::Folder::of(&[&other]);
    assert!(folder.check(&proofs[0]).is_ok_and(|(report, _)| report.failed > 0));
}

#[test]
fn clauses_of_games_are_read() {
    let script = |clauses: &str, holds: &str| {
        format!("game G \"?msd_2 p -> r : r<p\" {clauses}:\nkernel P of G:\ntheorem t \"{holds}\":\n")
    };
    let kernel = format!("claim 1 {ZERO}");
    let small = "claim 1 body\nmsd_2\n2\n1 0 0 1 1\n1\n";
    for (clauses, claims, holds) in [
        ("", kernel.as_str(), "Ax $P(x) <=> x=0"),
        ("measure \"3*p\"", kernel.as_str(), "Ax $P(x) <=> x=0"),
        ("block 2", small, "Ax $P(x) <=> x<=1"),
        ("terminal \"p<=1\"", small, "Ax $P(x) <=> x<=1"),
    ] {
        assert!(is_accepted(&[one(&script(clauses, holds), claims, &[])]), "{clauses}");
    }
    for clauses in [
        "block 2",
        "block 0",
        "block",
        "block 1 block 2",
        "terminal \"p<=1\"",
        "terminal \"r=0\"",
        "measure \"p-1\"",
        "measure \"q\"",
        "measure \"0*p\"",
        "measure",
        "finite",
        "terminal \"p>9\" terminal \"p<=1\"",
    ] {
        assert!(!is_accepted(&[one(&script(clauses, "1=1"), &kernel, &[])]), "{clauses}");
    }
}

#[test]
fn a_file_is_included_once_and_where_it_stands() {
    let file = File { path: "a.prf", text: "def f \"x=0\":\n", claims: &format!("claim 0 {ZERO}"), stated: &[] };
    let other = File { path: "b.prf", text: "def g \"$f(x)\":\n", claims: &format!("claim 0 {ONE}"), stated: &[] };
    let twice =
        |holds: &str| format!("include \"a.prf\":\ndef f \"x=1\":\ninclude \"a.prf\":\ntheorem t \"{holds}\":\n");
    let claims = format!("claim 1 {ONE}");
    assert!(is_accepted(&[file, one(&twice("$f(1)"), &claims, &["TRUE t $f(1)"])]));
    assert!(!is_accepted(&[file, one(&twice("$f(0)"), &claims, &["TRUE t $f(0)"])]));
    // What is included means what its names mean there.
    let before = "def f \"x=1\":\ninclude \"b.prf\":\ntheorem t \"$g(1)\":\n";
    let mut accepted = Vec::new();
    let claims = format!("claim 0 {ONE}");
    check(folder(&[], &[one(before, &claims, &[]), other]).path(), &mut |statement| {
        if statement.outcome.is_ok() {
            accepted.push(statement.name.clone());
        }
    })
    .expect("it is read");
    assert_eq!(accepted, ["theorem t"]);
    // It brings nothing back that the script has hidden, and no name that was left undecided.
    let phin = "claim 0 body\nmsd_fib msd_fib\n2\n1 0 0 3 1\n1 0 0\n";
    for (text, claims) in [
        ("def phin \"?msd_fib n=s\":\ninclude \"a.prf\":\ntheorem t \"?msd_fib $phin(3,4)\":\n", phin),
        ("word T msd_2 \"0->012\":\ninclude \"a.prf\":\ntheorem t \"T[1]=@1\":\n", ""),
        ("include \"a.prf\":\ndef f \"x=\":\ninclude \"a.prf\":\ntheorem t \"$f(0)\":\n", ""),
        ("include \"../a.prf\":\ntheorem t \"1=1\":\n", ""),
        ("include \"x.prf\":\ntheorem t \"1=1\":\n", ""),
        ("include \"shipped/words.prf\":\ntheorem t \"1=1\":\n", ""),
        ("use \"a.prf\":\ntheorem t \"1=1\":\n", ""),
        ("numeration fib \"2\":\ntheorem t \"1=1\":\n", ""),
    ] {
        assert!(!is_accepted(&[file, one(text, claims, &[])]), "{text}");
    }
    let files = [
        File { path: "c.prf", text: "include \"a.prf\":\nquit:\ndef f \"x=\":\n", ..File::default() },
        one("include \"c.prf\":\ntheorem t \"$f(0)\":\n", "", &["TRUE t $f(0)"]),
    ];
    assert!(is_accepted(&[file, files[0], files[1]]));
}

#[test]
fn a_comment_ends_with_its_line() {
    let claims = format!("claim 0 {ZERO}claim 1 {ONE}");
    let text = |holds: &str| format!("def f \"x=0\":\n# hello\rdef f \"x=1\":\ntheorem t \"{holds}\":\n");
    assert!(is_accepted(&[one(&text("$f(1)"), &claims, &["TRUE t $f(1)"])]));
    assert!(!is_accepted(&[one(&text("$f(0)"), &claims, &["TRUE t $f(0)"])]));
    assert!(!is_accepted(&[one(&text("$f(0)"), &format!("claim 0 {ZERO}"), &["TRUE t $f(0)"])]));
    for text in [
        "theorem t # \"1=1\":\n\"1=2\":\n",
        "theorem t\n# \"1=1\":\n\"1=2\":\n",
        "theorem t \"1=2\" # from \"1=1\"\n:\n",
    ] {
        assert!(!is_accepted(&[one(text, "", &[])]), "{text}");
    }
}

#[test]
fn lines_of_a_manifest_are_statements_word_for_word() {
    let text = "theorem t \"?2 10=10\":\ntheorem t1 \"1=1\":\nrefute no \"1=2\":\n";
    let honest: &[&str] = &["TRUE t ?2 10=10", "TRUE  t1 1=1", "FALSE no 1=2"];
    assert!(is_accepted(&[one(text, "", honest)]));
    for (script, line) in [
        (text, "TRUE t ?21 0=10"),
        (text, "TRUE t 11=1"),
        (text, "TRUE t1 1 =1"),
        (text, "TRUE no 1=2"),
        (text, "FALSE t1 1=1"),
        (text, "FALSE n o1=2"),
        ("theorem t \"1=1\":\n", "TRUE t theorem t 1=1"),
        ("theorem xE \"1=1\":\n", "TRUE x E1=1"),
        ("eval t \"1=2\":\n", "TRUE t eval t 1=2"),
        ("eval t \"1=1\":\n", "TRUE t 1=1"),
        ("def u \"1=2\":\n", "TRUE u def u 1=2"),
        ("def u \"1=1\":\n", "TRUE u 1=1"),
        ("macro m \"1=1\":\n", "TRUE m 1=1"),
        ("game G \"?msd_2 p -> r : r<p\":\nredundant G:\n", "TRUE G redundant G"),
        ("help theorem:\n", "TRUE theorem help theorem"),
        ("quit:\ntheorem t \"1=1\":\n", "TRUE t 1=1"),
    ] {
        assert!(!is_accepted(&[one(script, "", &[line])]), "{line}");
    }
    // As often as it stands in the script.
    assert!(!is_accepted(&[one("theorem t \"1=1\":\n", "", &["TRUE t 1=1", "TRUE t 1=1"])]));
    assert!(is_accepted(&[one("theorem t \"1=1\":\ntheorem t \"1=1\":\n", "", &["TRUE t 1=1", "TRUE t 1=1"])]));
    // A listed statement that is not decided.
    assert!(!is_accepted(&[one("theorem t \"?msd_pell Ex x=0\":\n", "", &["TRUE t ?msd_pell Ex x=0"])]));
}

/// Formulas that filbert refuses, or finds false though sums of integers are equal.
const SUMS: &str = "Ex x=0 & T[0]-T[1]+x+1=0; Ex x=0 & x+(T[0]-T[1])+1=0; Ex x=1 & N[0]+x=0; Ex x=1 & x+N[0]=0; \
    Ex x=0 & N[0]+x+1=0; Ex x=3 & x+N[0]=2; Ex x=1 & x+(T[0]-T[1])=0; Ex x=0 & x+T[0]-T[1]=-1; T[0]-T[1]=-1; N[0]<0; \
    E>=2 x,x x=0; E=1 x,x x=0; Ax,x x=0; Ix,x x=0; Ex x=-3+5; Ex x+(2-3)=4; 3-5=0-2; @-1=0-1; @-1+@1=0; Ex x+@-1=0; \
    -1<0; 0-5/2=-2; Ex x*-3=0; Ex x>(0-1); Ex _x=0 & x=0; Ex _x=_1 & x=1; Ex x-5+4=0 & x=1; Ex 1!=x-5 & x=1; Ex T[x-5]=@1; \
    Ex x=1 & T[0-1]=@0; Ex y=4 & .y=4; Ex .x=4; Ex x = =4; Ex x<>4; Ex x=<4; Ex x==4; 1=1 & & 1=1; \
    Ex x=3 & T[?msd_3 x]=@0; Ax (W[?msd_3 x]=@0) => x=x; ?007 Ax x>=0; ?msd_ 1=1; ? 1=1; Ex x=2 & y=2; \
    #all()Ey y=x; #two()0=20; #le()=3; #pair(#two(),1); #first(#both(),1)";

#[test]
fn formulas_mean_to_the_checker_what_they_mean_to_filbert() {
    let before = "word N msd_2 \"0->01 1->10\" \"0->[-1] 1->1\":\nword W msd_3 \"0->001 1->011\":\nmacro all \"Ax\":\n\
        macro two \"2\":\nmacro le \"Ex x<\":\nmacro pair \"%0=%1+1\":\nmacro both \"1,2\":\nmacro first \"%0=%1\":\n";
    let formulas: Vec<&str> = SUMS.split(';').map(str::trim).collect();
    let script: String = formulas.iter().enumerate().fold(before.to_owned(), |script, (i, formula)| {
        format!("{script}theorem t{i} \"{formula}\":\nrefute r{i} \"{formula}\":\n")
    });
    let held = held(&script);
    let mut accepted = 0;
    check(folder(&[], &[one(&script, "", &[])]).path(), &mut |statement| {
        if statement.outcome.is_ok() {
            accepted += 1;
            assert!(held.contains(&statement.line), "{}: {}", statement.name, formulas[(statement.line - 9) / 2]);
        }
    })
    .expect("it is read");
    assert!(accepted >= 5, "{accepted}");
}

/// The lines of a script on which statements stand that hold.
fn held(script: &str) -> BTreeSet<usize> {
    // Nothing is written.
    let options = Options { given: Some(Given::default()), ..Options::default() };
    let entries = prove_source(&Source::new("x.prf", script.to_owned()), None, &options);
    let lines = entries.iter().filter_map(|entry| match entry {
        Entry::Statement(statement) if statement.holds() => Some(statement.line),
        _ => None,
    });
    lines.collect()
}

/// Definitions that filbert refuses, or that leave another meaning than an older one, each with what might be claimed then.
const DEFINITIONS: &[(&str, &str)] = &[
    ("word T msd_2 \"0->012 1->10\"", "T[1]=@1"),
    ("word T msd_2 \"0->01 0->00 1->10\"", "T[1]=@0"),
    ("word T msd_2 \"0->01 1->10\" \"0->12 1->30\"", "T[0]=@1"),
    ("word T msd_2 \"0->01 1->10\" \"0->1 0->2 1->3\"", "T[0]=@2"),
    ("word T msd_2 \"0->01 1->10\" \"0->0 1->1\" \"0->1 1->0\"", "T[1]=@1"),
    ("word T msd_2 \"0->01 1->10\" \"0->0 1->1 2->1\"", "T[1]=@1"),
    ("word T msd_2 \"0->01 1->10\" \"0->0\"", "T[0]=@0"),
    ("word T msd_2 \"0->01 1->12\"", "T[0]=@0"),
    ("word T msd_2 \"0->01 1->10 2->34\"", "T[1]=@1"),
    ("word T msd_2 \"0->0,1 1->1,0\"", "T[2]=@1"),
    ("word T msd_2 \"01->01\"", "T[2]=@0"),
    ("word T msd_2 \"1->01 0->10\"", "T[0]=@1"),
    ("word T msd_2 \"0->01 1->1x\"", "T[0]=@0"),
    ("word T msd_2 \"0->01 1->1[0-1]\"", "T[0]=@0"),
    ("word T msd_1 \"0->0\"", "T[0]=@0"),
    ("word T {0,1} \"0->01 1->10\"", "T[0]=@0"),
    ("word T \"0->01 1->10\"", "T[0]=@0"),
    ("word T[n] \"1-T[n]\" \"T[n]\"", "T[1]=@1"),
    ("word T[n][n] \"T[n]\"", "T[1]=@1"),
    ("reg f msd_2 \"\"", "$f(0)"),
    ("reg f msd_2 \"0|\"", "$f(0)"),
    ("reg f msd_2 \"0**|(0\"", "$f(0)"),
    ("reg f msd_2 \"[0,0]\"", "$f(0)"),
    ("reg f msd_2 \"2\"", "$f(0)"),
    ("reg f msd_2 \"~0\"", "$f(0)"),
    ("reg f \"0\"", "$f(0)"),
    ("reg f msd_2 0 \"0\"", "$f(0)"),
    ("reg f {} \"0\"", "$f(0)"),
    ("def f \"x=0\" \"x=1\"", "$f(0)"),
    ("def f(x,x) \"x=0\"", "$f(0)"),
    ("def f(y,x) \"x=1 & y=0\"", "$f(1,0)"),
    ("def f, \"x=0\"", "$f(0)"),
    ("def f \"x=0\" from \"y\"", "$f(0)"),
    ("eval f g h \"x=0\"", "$f(0)"),
    ("macro m \"1=1\" \"1=2\"", "#m()"),
    ("combine T even", "T[0]=@2"),
    ("combine T even=1=2", "T[0]=@1"),
    ("combine T even=x", "T[0]=@1"),
    ("combine T even fibs", "T[0]=@2"),
    ("combine T \"even\"", "T[0]=@1"),
    ("rightquo f even", "$f(0)"),
    ("rightquo f even even even", "$f(0)"),
    ("rightquo f even fibs", "$f(0)"),
    ("normalizer f msd_fib {0,1} {0,1}", "$f(0,0)"),
    ("normalizer f {0,1} msd_fib", "$f(0,0)"),
    ("game H \"?msd_2 p q -> r s : r<p\": kernel f of H", "$f(0,0)"),
    ("game H \"?msd_2 p -> p : p<0\": kernel f of H", "$f(0)"),
    ("game H \"?msd_2 p -> r : r<p) | (r<p\": kernel f of H", "$f(0)"),
    ("game H \"?msd_2 p -> r : r>p\": kernel f of H", "$f(0)"),
    ("game H \"p -> r : r<p & q=1\": kernel f of H", "$f(0)"),
    ("kernel f of G given", "$f(0)"),
    ("kernel f of G given $even", "$f(0)"),
    ("kernel f of G given $none", "$f(0)"),
    ("kernel f in G", "$f(0)"),
    ("kernel f of None", "$f(0)"),
    ("grundy f of G upto 1", "$f_0(0) & $f_0(1)"),
    ("sequence s from \"f\"", "s(1)=1"),
    ("sequence s n n \"i<n\"", "s(1)=1"),
    ("include \"none.prf\"", "$f(1)"),
    ("load none", "$f(1)"),
    ("use \"none.prf\"", "$f(1)"),
    ("numeration 2 \"3\"", "$f(1)"),
    ("nothing f", "$f(1)"),
    ("theorem f \"x=", "$f(1)"),
];

#[test]
fn what_filbert_refuses_is_not_accepted() {
    let before = "def even \"?msd_2 Ey x=2*y\":\ndef fibs \"?msd_fib x<4\":\ndef f \"x=1\":\ndef f_0 \"x=x\":\n\
        game G \"?msd_2 p -> r : r<p\":\n";
    let scripts: Vec<String> = DEFINITIONS
        .iter()
        .map(|(definition, claim)| format!("{before}{definition}:\ntheorem t \"{claim}\":\nrefute r \"{claim}\":\n"))
        .collect();
    let texts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let (folder, proofs) = crate::certificates::Folder::of(&texts);
    for proof in &proofs {
        let held = held(&proof.script);
        let all = format!("claim 0 {}", "body\nmsd_2\n2\n1 0 0 1 1\n0 0 0 1 1\n");
        assert!(proof.certificate.contains(&all), "{}", proof.certificate);
        // The lines of the manifest do not matter here.
        let new = crate::certificates::Proof { stated: Vec::new(), ..proof.clone() };
        let Ok((_, heard)) = folder.check(&new) else { continue };
        for statement in heard.iter().filter(|statement| statement.outcome.is_ok()) {
            // Statements before the definition cannot fail; `held` knows those that hold.
            assert!(held.contains(&statement.line), "{}: {}", statement.name, proof.script);
        }
    }
}
