//! What `prove --certify` writes is accepted by the checker, and nothing else is.

use std::process::Command;

use filbert::script::PRELUDE;
use filbert_check::{Report, Statement, check};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::cli::{filbert, shown};

/// Forms of statements: quantifiers of each kind on both sides of negations, terms, words, games.
pub(crate) const SCRIPT: &str = "macro sum \"%0+%1=%2\":\n\
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
    theorem inner \"?msd_fib Ai W[W[i]+W[i+1]]=@1 => W[i]!=W[i+1]\":\n\
    theorem given \"?msd_fib Ai $half(W[i]+W[i+1]) <=> W[i]=W[i+1]\":\n\
    theorem weights \"?msd_fib Ai,n n=W[i]+W[i+1]+W[i+2] => n=1 | n=2\":\n\
    theorem third \"?msd_2 Ax x/3*3<=x & x<x/3*3+3\":\n\
    theorem tied \"?msd_fib Ax,y ($half(x) & $least(x) & $half(y) & ~(x=0 & y=0) & ~(x=2 & y=4)) => x+y>=2\":\n\
    theorem spaced \"?msd_fib An $apart(n)\":\n\
    theorem some \"?msd_2 An $pairs(n) <=> n>=3\":\n\
    theorem exact \"?msd_2 An $one(n)\":\n\
    def reached \"?msd_fib Ex x>n & (Eu,v $half(u) & $least(v) & x=u+v & u<v)\":\n\
    theorem beyond \"?msd_fib An $reached(n)\":\n\
    theorem endless \"?msd_trib An $often(n)\":\n\
    theorem floor \"bounds n*phi - phin(n) in [0,1)\":\n\
    refute no_floor \"bounds n*phi - phin(n) in (0,1)\":\n\
    theorem shifted \"bounds x - root(x^3-x^2-x-1)*n in (-1,1) for ?msd_trib $shift_trib(n,x)\":\n\
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
    reg quarter lsd_2 \"10(0|1)*\":\n\
    theorem quarters \"?lsd_2 Ax $quarter(x) <=> (Ey x=4*y+1)\":\n\
    def turned_half \"?lsd_fib Ey x=2*y\":\n\
    theorem turned_halves \"?lsd_fib Ax $turned_half(x) <=> ~$turned_half(x+1)\":\n\
    word V lsd_trib \"0->01 1->02 2->0\":\n\
    theorem alone \"?lsd_trib An V[n]=@2 => V[n+1]=@0\":\n\
    def few \"?msd_2 E=0 x x<n & x>1\":\n\
    theorem fewer \"?msd_2 An $few(n) <=> n<=2\":\n\
    word D \"0->10 1->1101\" from 1:\n\
    def double \"?msd_D Ey x=2*y\":\n\
    theorem doubled \"?msd_D Ax $double(x) <=> ~$double(x+1)\":\n\
    theorem beside \"?msd_D Ai D[i]=@0 => D[i+1]=@1\":\n\
    cover all \"?msd_2 x>=y\" by \"?msd_2 x=y\" \"?msd_2 Ez z>0 & x=y+z\":\n";

/// A script, its certificate, and what the manifest says that it proves.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    pub(crate) script: String,
    pub(crate) certificate: String,
    pub(crate) stated: Vec<String>,
}

/// A folder of certificates whose files can be changed. The games that filbert ships are left out.
pub(crate) struct Folder {
    folder: TempDir,
    shipped: String,
}

/// What the checker finds, statement by statement.
pub(crate) type Checked = Result<(Report, Vec<Statement>), String>;

impl Folder {
    /// The certificates of scripts.
    pub(crate) fn of(scripts: &[&str]) -> (Folder, Vec<Proof>) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("other.prf"), "def f \"?msd_2 x>y\":\n").expect("a file");
        let names: Vec<String> = (0..scripts.len()).map(|i| format!("s{i:02}.prf")).collect();
        for (name, script) in names.iter().zip(scripts) {
            std::fs::write(folder.path().join(name), script).expect("a file");
        }
        let mut arguments: Vec<&str> = vec!["prove", "--certify", "C", "--plain"];
        arguments.extend(names.iter().map(String::as_str));
        filbert(folder.path(), &arguments);
        let manifest = std::fs::read_to_string(folder.path().join("C/manifest")).expect("a manifest");
        let shipped = manifest.lines().filter(|line| line.starts_with("shipped ") && !line.ends_with("games.prf"));
        let shipped = shipped.map(|line| format!("{line}\n")).collect();
        let read = |name: &str| std::fs::read_to_string(folder.path().join("C").join(name)).expect("a file");
        let stated = |name: &str| {
            let lines = manifest.lines().skip_while(|line| !line.ends_with(name)).skip(1);
            lines.take_while(|line| !line.starts_with("script ")).map(str::to_owned).collect()
        };
        let proof = |(name, script): (&String, &&str)| Proof {
            script: (*script).to_owned(),
            certificate: read(&format!("{name}.cert")),
            stated: stated(name),
        };
        let proofs = names.iter().zip(scripts).map(proof).collect();
        (Folder { folder, shipped }, proofs)
    }

    /// What the checker says if this is what stands in the folder, with a manifest that fits.
    pub(crate) fn check(&self, proof: &Proof) -> Checked {
        self.check_with(&self.shipped, proof)
    }

    /// Checks with this in the place of the functions that filbert ships.
    pub(crate) fn check_shipped(&self, functions: &Proof, proof: &Proof) -> Checked {
        let name = "shipped/functions.prf";
        let before = self.shipped_functions();
        let others: String =
            self.shipped.lines().filter(|line| !line.ends_with(name)).map(|l| format!("{l}\n")).collect();
        self.put(name, functions);
        let checked = self.check_with(&format!("{others}shipped {} {name}\n", hashes(functions)), proof);
        self.put(name, &before);
        checked
    }

    /// The functions that filbert ships.
    pub(crate) fn shipped_functions(&self) -> Proof {
        let read =
            |end: &str| std::fs::read_to_string(self.folder.path().join("C/shipped/functions").with_extension(end));
        let [script, certificate] = ["prf", "prf.cert"].map(|end| read(end).expect("a file"));
        Proof { script, certificate, stated: Vec::new() }
    }

    fn check_with(&self, shipped: &str, proof: &Proof) -> Checked {
        let (hashes, stated) = (hashes(proof), proof.stated.iter().map(|line| format!("{line}\n")).collect::<String>());
        let first = format!("filbert certificates 4\nprelude {PRELUDE}\n");
        self.write("manifest", &format!("{first}{shipped}script {hashes} s.prf\n{stated}"));
        self.put("s.prf", proof);
        self.checked()
    }

    fn put(&self, name: &str, proof: &Proof) {
        self.write(name, &proof.script);
        self.write(&format!("{name}.cert"), &proof.certificate);
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join("C").join(name), text).expect("a file");
    }

    fn checked(&self) -> Checked {
        let mut heard = Vec::new();
        let report = check(&self.folder.path().join("C"), &mut |statement| heard.push(statement.clone()))?;
        Ok((report, heard))
    }
}

/// The hashes of a script and its certificate, as a manifest has them.
fn hashes(proof: &Proof) -> String {
    let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("{} {}", hash(&proof.script), hash(&proof.certificate))
}

/// The names of the statements that are not accepted, with their commands.
fn wrong(checked: &Checked) -> Vec<&str> {
    let heard = &checked.as_ref().expect("it is read").1;
    heard.iter().filter(|statement| statement.outcome.is_err()).map(|statement| &*statement.name).collect()
}

#[test]
fn every_form_of_statement_is_certified() {
    let (folder, proofs) = Folder::of(&[SCRIPT]);
    let checked = folder.check(&proofs[0]);
    assert_eq!(wrong(&checked), Vec::<&str>::new());
    let statements = SCRIPT.matches("theorem ").count() + 4;
    assert_eq!(proofs[0].stated.len(), statements);
    assert!(checked.is_ok_and(|(report, _)| report.proved >= statements));
}

#[test]
fn a_statement_that_is_changed_is_not_accepted() {
    let (folder, proofs) = Folder::of(&[SCRIPT]);
    for (old, new, name) in [
        ("~(x=0 & y=0)", "~(x=0 & y=2)", "theorem tied"),
        ("W[0]=@0 & W[1]=@1", "W[0]=@0 & W[1]=@0", "theorem first"),
        ("W[W[i]+W[i+1]]=@1", "W[W[i]+W[i+1]]=@0", "theorem inner"),
        ("$half(W[i]+W[i+1])", "$half(W[i]+W[i+2])", "theorem given"),
        ("n=1 | n=2", "n=1 | n=3", "theorem weights"),
        ("refute larger", "theorem larger", "theorem larger"),
        ("theorem third \"?msd_2 Ax x/3*3<=x", "theorem third \"?msd_2 Ax x/3*3<x", "theorem third"),
        ("$pairs(n) <=> n>=3", "$pairs(n) <=> n>=2", "theorem some"),
        ("E>=2 x,y", "E>=3 x,y", "def pairs"),
        ("Ey x=2*y", "Ey x=2*y+1", "def half"),
        ("x=u+v & u<v", "x=u+v & u<v & v<9", "def reached"),
        ("word W msd_fib \"0->01 1->0\"", "word W msd_fib \"0->00 1->0\"", "def apart"),
        ("word D \"0->10 1->1101\"", "word D \"0->10 1->1011\"", "def double"),
        ("(r=p & s<q)", "(r=p & s<q & q<9)", "kernel P"),
        ("(r=p & s<q)", "(r=p & s>q)", "kernel P"),
        ("\"?msd_2 x=y\" \"?msd_2", "\"?msd_2 x=y & x>0\" \"?msd_2", "cover all"),
    ] {
        let script = SCRIPT.replacen(old, new, 1);
        assert_ne!(script, SCRIPT, "{old}");
        let checked = folder.check(&Proof { script, stated: Vec::new(), ..proofs[0].clone() });
        assert!(wrong(&checked).contains(&name), "{new}: {:?}", wrong(&checked));
    }
}

#[test]
fn a_manifest_says_what_was_checked() {
    let (folder, proofs) = Folder::of(&[SCRIPT]);
    let states = |change: &dyn Fn(&mut Vec<String>)| {
        let mut stated = proofs[0].stated.clone();
        change(&mut stated);
        folder.check(&Proof { stated, ..proofs[0].clone() }).is_ok()
    };
    assert!(states(&|_| {}));
    assert!(proofs[0].stated[2].contains("x+1"));
    assert!(!states(&|stated| stated[0] = stated[0].replace("TRUE", "FALSE")));
    assert!(!states(&|stated| stated[2] = stated[2].replacen("x+1", "x+2", 1)));
    assert!(!states(&|stated| stated.push("TRUE fermat \"?msd_2 Ax x=x\"".into())));
    // Hashes of other texts.
    assert!(states(&|_| {}));
    let manifest = std::fs::read_to_string(folder.folder.path().join("C/manifest")).expect("a file");
    let at = manifest.find("\nscript ").expect("a script") + 8;
    for place in [at, at + 65] {
        let digit = if manifest.as_bytes()[place] == b'0' { "1" } else { "0" };
        folder.write("manifest", &format!("{}{digit}{}", &manifest[..place], &manifest[place + 1..]));
        assert!(folder.checked().is_err());
    }
    folder.write("manifest", &manifest);
    assert!(folder.checked().is_ok());
    folder.write("s.prf", &format!("{SCRIPT} "));
    assert!(folder.checked().is_err());
}

#[test]
fn what_scripts_include_is_certified_with_them() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("below")).expect("a folder");
    for (name, text) in [
        ("a.prf", "include \"below/b.prf\";\ntheorem even \"?msd_fib Ax $half(x) <=> ~$half(x+1)\":\n"),
        ("below/b.prf", "include \"c.prf\";\ntheorem some \"?msd_fib Ex $half(x)\":\n"),
        ("below/c.prf", "def half \"?msd_fib Ey x=2*y\":\n"),
        ("below/other.prf", "theorem other \"?msd_fib Ex x=1\":\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let proved =
        |more: &[&str]| shown(&filbert(folder.path(), &[&["prove", "a.prf", "--certify", "C"], more].concat()));
    let text = proved(&[]);
    assert!(text.contains("below/b.prf, below/c.prf\n"), "{text}");
    let mut heard = Vec::new();
    let report = check(&folder.path().join("C"), &mut |statement: &Statement| heard.push(statement.clone()));
    assert_eq!(report.expect("it is read").failed, 0, "{heard:?}");
    for name in ["theorem even", "theorem some"] {
        assert!(heard.iter().any(|statement| statement.name == name && statement.outcome.is_ok()), "{heard:?}");
    }
    assert!(heard.iter().all(|statement| statement.name != "theorem other"));
    // A part of a script is no more than that.
    assert!(!proved(&["--only", "even"]).contains("below/b.prf,"));
}

#[test]
fn certificates_are_compressed_unless_told_otherwise() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join("C").join(name);
    std::fs::write(folder.path().join("s.prf"), SCRIPT).expect("a file");
    let mut reports = Vec::new();
    for (more, is_plain) in [(&[][..], false), (&["--plain"], true), (&[], false)] {
        let said = shown(&filbert(folder.path(), &[&["prove", "s.prf", "--certify", "C"], more].concat()));
        assert!(said.starts_with("exit 0"), "{said}");
        assert_eq!((at("s.prf.cert").exists(), at("s.prf.cert.zst").exists()), (is_plain, !is_plain));
        let manifest = std::fs::read_to_string(at("manifest")).expect("a manifest");
        let kept: Vec<&str> = manifest.lines().filter(|line| !line.ends_with("games.prf")).collect();
        std::fs::write(at("manifest"), kept.join("\n") + "\n").expect("a file");
        reports.push(check(&folder.path().join("C"), &mut |_| {}).expect("it is read").to_string());
    }
    assert!(reports[0].contains(" 0 not checked") && reports.iter().all(|report| *report == reports[0]), "{reports:?}");
    let packed = std::fs::read(at("s.prf.cert.zst")).expect("a file");
    std::fs::write(at("s.prf.cert.zst"), &packed[..packed.len() / 2]).expect("a file");
    assert!(check(&folder.path().join("C"), &mut |_| {}).is_err());
}

/// A program that says that it has checked the theorem `a`, and has not checked the theorem `b`.
#[cfg(unix)]
#[test]
fn a_page_links_certificates_and_marks_what_was_checked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("s.prf"), "theorem a \"Ax x>=0\":\ntheorem b \"Ax x+1>0\":\n").expect("a file");
    let checker =
        "#!/bin/sh\necho 'checked      s.prf:1  theorem a'\necho 'NOT CHECKED  s.prf:2  theorem b: why'\nexit 1\n";
    std::fs::write(path("checker"), checker).expect("a file");
    std::fs::set_permissions(path("checker"), std::fs::Permissions::from_mode(0o755)).expect("an executable file");
    let arguments = ["prove", "s.prf", "--certify", "C", "--checker", "./checker", "--html", "page"];
    let said = shown(&filbert(folder.path(), &arguments));
    assert!(said.starts_with("exit 0"), "{said}");
    let page = std::fs::read_to_string(path("page/index.html")).expect("a page");
    let link = "<a class=\"certificate\" href=\"../C/s.prf.cert.zst\">certificate</a>";
    assert_eq!(page.matches(link).count(), 1);
    let marked = page.split("<article").find(|statement| statement.contains(" · checked</small>")).expect("a mark");
    assert!(marked.contains("<h4>a</h4>") && page.matches(" · checked<").count() == 1, "{page}");
    assert!(std::fs::read_to_string(path("C/checked")).expect("what it said").contains("theorem b"));
    std::fs::write(path("checker"), "#!/bin/sh\necho no >&2\nexit 2\n").expect("a file");
    let said = shown(&filbert(folder.path(), &arguments));
    assert!(said.starts_with("exit 2") && said.contains("./checker: no"), "{said}");
}

/// The statements of a script that the checker does not accept.
fn refused(script: &str) -> Vec<String> {
    let (folder, proofs) = Folder::of(&[script]);
    wrong(&folder.check(&proofs[0])).into_iter().map(str::to_owned).collect()
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
fn a_claim_that_nothing_needs_is_refused() {
    let (folder, _) = Folder::of(&["theorem t \"Ax x>=0\":\n"]);
    let all = "msd_2\n1\n1 0 0 1 0\n";
    let half = "def f \"?msd_2 x=x\":\n";
    let body = format!("claim 0 body\n{all}");
    let rests = "claim 0 rest 0\nmsd_2\n1\n1 0 0 1 0\nclaim 0 rest 1\nmsd_2\n1\n0\n";
    // What stands in front, with its claims, and how many commands that is; the command, and the claims that it needs.
    for (before, claims, command, needed) in [
        ("", "", "macro m \"x=x\":\n", String::new()),
        ("", "", "include \"other.prf\":\n", String::new()),
        ("", "", "reg r msd_2 \"0*1\":\n", String::new()),
        ("", "", "word W msd_2 \"0->01 1->10\":\n", String::new()),
        (half, &*body, "combine C f:\n", String::new()),
        (half, &*body, "rightquo q f f:\n", String::new()),
        ("", "", "help:\n", String::new()),
        ("", "", "theorem t \"?msd_2 Ax x>=0\":\n", String::new()),
        ("", "", "refute t \"?msd_2 Ax x>0\":\n", String::new()),
        ("", "", "eval e \"?msd_2 Ax x>=0\":\n", String::new()),
        ("", "", half, format!("claim 0 body\n{all}")),
        ("", "", "cover c \"?msd_2 x=x\" by \"?msd_2 x=x\" \"?msd_2 x=x\":\n", rests.into()),
        ("", "", "game G \"?msd_2 p -> r : r<p\":\n", String::new()),
        ("game G \"?msd_2 p -> r : r<p\":\n", "", "kernel K of G:\n", "claim 1 body\nmsd_2\n1\n1 0 0\n".into()),
        ("", "", "normalizer n msd_2 {0}:\n", "claim 0 body\n{0} msd_2\n1\n1 0 0\n".into()),
        ("", "", "sequence s n \"?msd_2 i<n\":\n", String::new()),
    ] {
        let number = before.lines().count();
        for more in [String::new(), format!("claim {number} 99\n{all}")] {
            let checked = folder.check(&Proof {
                script: format!("{before}{command}"),
                certificate: format!("filbert certificate 2\n{claims}{needed}{more}"),
                stated: Vec::new(),
            });
            let heard = checked.expect("it is read").1;
            let is_refused =
                heard.iter().any(|statement| statement.outcome == Err("a claim that no statement needs".into()));
            assert_eq!(is_refused, !more.is_empty(), "{command}: {heard:?}");
            let is_here = command.starts_with("include") || heard.iter().all(|statement| statement.outcome.is_ok());
            assert!(is_refused || is_here, "{command}: {heard:?}");
        }
    }
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
fn whether_there_is_a_value_is_not_counted() {
    // The counts of all sets of z would be too many.
    let formula = "?lsd_trib E<=3 x Ey E<=0 z ~(z<x+5 => ~(z/3>y))";
    assert_eq!(refused(&format!("refute t \"{formula}\":\n")), Vec::<String>::new());
    for (formula, truth) in [("E>=1 x x<y", "y>0"), ("E<=0 x x<y", "y=0"), ("E=0 x x<y", "y=0"), ("E>=2 x x<y", "y>1")]
    {
        let all = |truth: &str| format!("theorem t \"?msd_fib Ay ({formula}) <=> {truth}\":\n");
        assert_eq!(refused(&all(truth)), Vec::<String>::new(), "{formula}");
        assert_eq!(refused(&all("y>2")), ["theorem t"], "{formula}");
    }
}

#[test]
fn zeros_in_front_are_no_further_values() {
    // Where a quotient stands the start of the product is not left alone by zeros.
    let formula = "?msd_fib Ex Ay Iz (z/2=6+z) | ~(y-x<2*z)";
    assert_eq!(refused(&format!("refute t \"{formula}\":\n")), Vec::<String>::new());
    let wrong = refused(&format!("theorem t \"{formula}\":\n"));
    assert!(wrong.iter().any(|statement| statement.starts_with("theorem t")), "{wrong:?}");
}

#[test]
fn counting_ends() {
    // There is one more for each digit, and no end of them.
    let script = "reg powers msd_2 \"0*10*\":\ntheorem t \"?msd_2 E>=40000 x $powers(x)\":\n";
    assert_eq!(refused(script), Vec::<String>::new());
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
fn a_claim_does_not_choose_the_digits_of_a_word() {
    // That x = [2] has such a y is not to be missed since a claim speaks of words over 0 and 1 only.
    let script = "reg two {0,1,2} \"2\":\nreg same {0,1,2} {0,1,2} \"([0,0]|[1,1]|[2,2])*\":\n\
        refute t \"Ex $two(x) & (Ey $same(x,y))\":\n";
    let (folder, proofs) = Folder::of(&[script]);
    let certificate = "filbert certificate 2\nclaim 2 1\n{0,1}\n1\n1 0 0 1 0\n".to_owned();
    let checked = folder.check(&Proof { certificate, stated: Vec::new(), ..proofs[0].clone() });
    assert_eq!(wrong(&checked), ["refute t"]);
}

#[test]
fn digits_are_worth_in_the_checker_what_the_literature_says() {
    let systems: [(&str, [i64; 5]); 11] = [
        ("2", [1, 2, 4, 8, 16]),
        ("10", [1, 10, 100, 1000, 10_000]),
        ("neg_2", [1, -2, 4, -8, 16]),
        ("neg_3", [1, -3, 9, -27, 81]),
        ("fib", [1, 2, 3, 5, 8]),
        ("trib", [1, 2, 4, 7, 13]),
        ("nara", [1, 2, 3, 4, 6]),
        ("bonacci4", [1, 2, 4, 8, 15]),
        ("wythoff2", [1, 3, 7, 17, 41]),
        ("cubic2", [1, 3, 8, 20, 51]),
        ("pell", [1, 2, 5, 12, 29]),
    ];
    for (name, weights) in systems {
        for (order, weights) in [("msd", weights), ("lsd", weights)] {
            let mut script = String::new();
            for (zeros, weight) in weights.into_iter().enumerate() {
                let zeros = "0".repeat(zeros);
                let word = if order == "msd" { format!("1{zeros}") } else { format!("{zeros}1") };
                let weight = if weight < 0 { format!("(_{})", -weight) } else { weight.to_string() };
                script += &format!("reg p{zeros} {order}_{name} \"{word}\":\n");
                script += &format!("theorem t{zeros} \"?{order}_{name} Ax $p{zeros}(x) <=> x={weight}\":\n");
            }
            let (folder, proofs) = Folder::of(&[&script]);
            assert_eq!(proofs[0].stated.len(), 5, "{script}");
            let (report, _) = folder.check(&proofs[0]).expect("it is read");
            // In Pell's system a word may not end with 2: it is not read.
            let expected = if name == "pell" { (0, 10) } else { (5, 0) };
            assert_eq!((report.proved, report.failed), expected, "{script}");
        }
    }
}

#[test]
fn a_second_reader_in_python_finds_the_same() {
    let python = std::env::var("FILBERT_PYTHON").unwrap_or_else(|_| "python3".into());
    let reader = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second/reader.py");
    let run = |folder: &Folder| Command::new(&python).arg(&reader).arg(folder.folder.path().join("C")).output();
    let (folder, proofs) = Folder::of(&[SCRIPT]);
    folder.check(&proofs[0]).expect("it is read");
    let Ok(output) = run(&folder) else {
        assert!(std::env::var_os("CI").is_none(), "{python} is missing");
        println!("skipped: no {python}");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.matches("right  ").count() >= 13, "{said}");
    let certificate = proofs[0].certificate.replacen("claim 3 body\nmsd_fib\n8\n1 ", "claim 3 body\nmsd_fib\n8\n0 ", 1);
    assert_ne!(certificate, proofs[0].certificate);
    folder.check(&Proof { certificate, ..proofs[0].clone() }).expect("it is read");
    let said = run(&folder).expect("it runs").stdout;
    assert!(String::from_utf8_lossy(&said).contains("wrong  def half"));
}

#[test]
fn words_are_not_read_in_two_directions() {
    let script = "reg same {0,1} lsd_2 \"([0,0]|[1,1])*\":\ntheorem t \"?lsd_2 An (Ex $same(x,n))\":\n\
        reg some {0,1} \"0*1\":\ntheorem u \"?lsd_2 Ex,n $some(x) & n=0\":\n\
        reg half lsd_2 \"0(0|1)*\":\nreg end lsd_2 \"1\":\nrightquo q half end:\ntheorem v \"?lsd_2 Ex $q(x)\":\n";
    let wrong = refused(script);
    for name in ["reg same", "theorem t", "rightquo q", "theorem v"] {
        assert!(wrong.iter().any(|statement| statement == name), "{name}: {wrong:?}");
    }
}

#[test]
fn a_statement_that_stands_in_no_file_is_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    for (formula, line) in [
        ("?msd_fib Ax Ey x<y", "TRUE statement ?msd_fib Ax Ey x<y"),
        ("?lsd_3 Ax x<9", "FALSE statement ?lsd_3 Ax x<9"),
        ("?msd_2 Ey x=2*y", "script"),
    ] {
        let said = shown(&filbert(folder.path(), &["eval", formula, "--certify", "C"]));
        assert!(said.starts_with("exit 0"), "{said}");
        let manifest = std::fs::read_to_string(folder.path().join("C/manifest")).expect("a manifest");
        assert!(manifest.lines().last().is_some_and(|last| last.starts_with(line)), "{manifest}");
        let report = check(&folder.path().join("C"), &mut |_| {}).expect("it is read");
        assert_eq!(report.failed, 0);
    }
}

#[test]
fn a_folder_of_others_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("C")).expect("a folder");
    std::fs::write(folder.path().join("C/mine"), "kept").expect("a file");
    std::fs::write(folder.path().join("s.prf"), "theorem a \"Ax x>=0\":\n").expect("a file");
    let said = shown(&filbert(folder.path(), &["prove", "s.prf", "--certify", "C"]));
    assert!(said.starts_with("exit 2") && said.contains("not certificates of filbert"), "{said}");
    assert!(!folder.path().join("C/manifest").exists());
    assert!(check(folder.path(), &mut |_| {}).is_err());
}
