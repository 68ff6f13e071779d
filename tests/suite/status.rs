//! The status table: what is missing, cited wrongly or no longer true is said, and the list of the papers is complete.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use filbert::report::status::{difference, table};
use filbert::script::{Entry, Options, prove_source};
use filbert::syntax::Source;

use crate::faults::folder;
use crate::programs::output;

const LIST: &str = "\
\t\ttext\tWhat this is.
A 1907\t\tpaper\tA. Author, \"A paper\"
A 1907\tThm 1\tclaim\t|one| is one\tweaker: only of |one|
A 1907\tThm 1\terror\ttwo is printed\t\tone_as_printed
A 1907\tThm 2\tclaim\tpi is small
A 1907\tThm 2\tundecidable\tspeaks of pi
A 1907\tThm 4\tclaim\tone is two\texact
A 1907\tThm 4\tfalse\tone is one\t\tone_as_printed
A 1907\tThm 5\tclaim\tall are one\t
A 1907\tThm 5\tby hand\tthe book\t\tone_as_printed, more
A 1907\tDef 3\tdefinition\twhat a number is
";

fn proved(statements: &[(&str, &str, &str, bool)]) -> String {
    let statement = |(name, kind, source, holds): &(&str, &str, &str, bool)| {
        format!(
            r#"{{"name": "{name}", "kind": "{kind}", "source": "{source}", "holds": {holds}, "states": 12, "milliseconds": 240.0, "rests_on": "hash of {name}"}}"#
        )
    };
    let all: Vec<String> = statements.iter().map(statement).collect();
    format!(r#"{{"files": [{{"path": "proofs/a/b.prf", "statements": [{}], "errors": []}}]}}"#, all.join(", "))
}

const GOOD: [(&str, &str, &str, bool); 4] = [
    ("one", "theorem", "A 1907, Thm 1 (the first half); A 1907, Def 3; A 1907 Thm 4", true),
    ("one_as_printed", "refute", "A 1907, Thm 1", true),
    ("shown", "eval", "", true),
    ("more", "theorem", "kernel of a game", true),
];

fn wrong(list: &str, json: &str) -> String {
    table(list, json, None, Path::new("proofs")).expect_err("something is wrong").join("\n")
}

#[test]
fn a_table_has_a_row_for_every_statement() {
    let table = table(LIST, &proved(&GOOD), None, Path::new("proofs")).unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn a_theorem_on_a_guess_is_no_theorem_of_the_paper() {
    let json = proved(&GOOD).replace(r#""rests_on": "hash of more""#, r#""guesses": ["P"]"#);
    let wrong = wrong(LIST, &json);
    assert_eq!(wrong, "`more` in a/b.prf rests on the guess `$P`, which is not proved");
}

#[test]
fn a_row_says_what_the_verified_checker_accepts_and_what_is_missing() {
    let checked = "# what is checked\na/b.prf\tone\tchecked\thash of one\n\
                   a/b.prf\tone_as_printed\tseveral systems\t-\n";
    let rows = |list: &str| table(LIST, &proved(&GOOD), Some(list), Path::new("proofs"));
    let table = rows(checked).unwrap();
    assert!(table.contains("| strength | verified | time | states |\n|---|---|---|---|---|---|---|\n"), "{table}");
    assert!(table.contains("| weaker: only of \\|one\\| | 1 of 2: several systems | 0.5 s | 12 |"), "{table}");
    assert!(table.contains("| exact | all | 0.3 s | 12 |"), "{table}");
    assert!(rows("").unwrap().contains("| exact | 0 of 1: not tried | 0.3 s | 12 |"));
    for line in [
        "a/b.prf\tother\tchecked\t-",
        "a/b.prf\tone",
        "a/b.prf\tone\t\t-",
        "a/b.prf\tone\tchecked",
        "b.prf\tone\tchecked\t-",
    ] {
        assert_eq!(
            rows(&format!("{checked}{line}\n")).unwrap_err().join("\n"),
            "line 4 of the list of checked theorems: expected a script, a theorem in it, `checked` or what is missing, and a hash"
        );
    }
}

#[test]
fn a_theorem_that_is_not_the_one_that_was_checked_is_changed() {
    let checked = "a/b.prf\tone\tchecked\thash of one\na/b.prf\tone_as_printed\tchecked\thash of another\n";
    let rows = |json: &str| table(LIST, json, Some(checked), Path::new("proofs")).unwrap();
    assert!(rows(&proved(&GOOD)).contains("| 1 of 2: changed | 0.5 s | 12 |"));
    let without = proved(&GOOD).replace(r#", "rests_on": "hash of one""#, "");
    assert!(rows(&without).contains("| 0 of 2: changed | 0.5 s | 12 |"));
}

const SCRIPT: &str = r#"# Why.
include "names.prf";
def double "?msd_2 y=2*x";
theorem other "?msd_2 1=1";
theorem half "?msd_2 Ax Ey $double(y,x) | $odd(x)" from "here";
"#;
const NAMES: &str = r#"def odd "?msd_2 Ey x=2*y+1"; theorem some "?msd_2 Ex $odd(x)";"#;

/// What the statements of a script rest on, by name, and the script in a folder.
fn rests_on(script: &str, names: &str, options: &Options) -> (BTreeMap<String, Option<String>>, tempfile::TempDir) {
    let folder = folder(&[("s.prf", script), ("names.prf", names)]);
    let path = folder.path().join("s.prf");
    let entries = prove_source(&Source::new("s.prf", script), Some(&path), options);
    let hashes = entries.into_iter().filter_map(|entry| match entry {
        Entry::Statement(statement) => Some((statement.name, statement.rests_on)),
        _ => None,
    });
    (hashes.collect(), folder)
}

fn hash_of(name: &str, script: &str, names: &str) -> String {
    let (mut hashes, _) = rests_on(script, names, &Options::default());
    hashes.remove(name).flatten().expect(name)
}

#[test]
fn what_a_statement_rests_on_is_in_its_hash_and_nothing_else() {
    let before = hash_of("half", SCRIPT, NAMES);
    let now = |old: &str, new: &str| {
        let changed = SCRIPT.replacen(old, new, 1);
        assert_ne!(changed, SCRIPT);
        hash_of("half", &changed, NAMES)
    };
    // A formula, a definition, one more that hides a name, and what an included file says.
    assert_ne!(now("Ax Ey", "Ax,z Ey"), before);
    assert_ne!(now("y=2*x", "2*x=y"), before);
    assert_ne!(now("def double", "def odd \"?msd_2 x=x\"; def double"), before);
    assert_ne!(hash_of("half", SCRIPT, &NAMES.replace("+1", "+3")), before);
    // A comment, another theorem, the ends of lines.
    assert_eq!(now("# Why.", "# Because.\n# It is so."), before);
    assert_eq!(now("1=1", "2=2"), before);
    assert_eq!(now("theorem other \"?msd_2 1=1\";", ""), before);
    assert_eq!(hash_of("half", SCRIPT, &NAMES.replace("Ex", "Ax")), before);
    assert_eq!(hash_of("half", &SCRIPT.replace('\n', "\r\n"), NAMES), before);
    assert_ne!(hash_of("other", SCRIPT, NAMES), before);
}

#[test]
fn what_rests_on_more_than_the_script_says_has_no_hash() {
    let theorem = "theorem t \"?msd_2 1=1\";";
    let hash =
        |before: &str, options: &Options| rests_on(&format!("{before}\n{theorem}"), NAMES, options).0.remove("t");
    assert!(hash("", &Options::default()).flatten().is_some());
    for before in ["use \"names.prf\";", "deff x \"1=1\";", "include \"nowhere.prf\";", "include \"s.prf\";"] {
        assert_eq!(hash(before, &Options::default()), Some(None), "{before}");
    }
    let context = folder(&[("names.prf", NAMES)]);
    let options = Options { context: vec![context.path().to_owned()], ..Options::default() };
    assert_eq!(hash("", &options), Some(None));
}

/// `verified/scripts.py` makes the same hashes by code of its own.
#[test]
fn the_program_of_the_verified_checker_makes_the_same_hashes() {
    let python = std::env::var("FILBERT_PYTHON").unwrap_or_else(|_| "python3".into());
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("verified/scripts.py");
    let quirks = "# a\rdef f # \"\r\n\"?msd_2 x=x\";include \"names.prf\"::include\"./names.prf\";\r\nword W msd_2 \"0->01\n1->10\":\nstar g f; test f 3;\n\
                  eval h \"?msd_2 Ex $f(x)\";eval \"?msd_2 Ex $f(x)\"; macro m \"#;:\"; theorem a \"?msd_2 An W[n]<2\";;\n\
                  cover b \"?msd_2 x=x\" by \"?msd_2 x>=0\"\n:refute c \"?msd_2 1=2\"; quit; theorem d \"1=1\";";
    for script in [SCRIPT, quirks] {
        let (mut hashes, folder) = rests_on(script, NAMES, &Options::default());
        hashes.retain(|name, _| name != "h" && !name.starts_with("line"));
        assert!(hashes.values().all(Option::is_some) && hashes.len() >= 2, "{hashes:?}");
        let mut command = Command::new(&python);
        command.arg("-B").arg(&program).arg(folder.path().join("s.prf"));
        let Some(ran) = output(&mut command) else { return };
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let printed = String::from_utf8(ran.stdout).unwrap();
        let same: BTreeMap<String, Option<String>> = printed
            .lines()
            .map(|line| line.split_once('\t').unwrap())
            .map(|(name, hash)| (name.to_owned(), Some(hash.to_owned())))
            .collect();
        assert_eq!(same, hashes);
    }
}

#[test]
fn what_cannot_stand_in_a_table_is_said() {
    let more = |one| proved(&[&GOOD[..], &[one]].concat());
    let with = |line: &str| wrong(&format!("{LIST}{line}\n"), &proved(&GOOD));
    assert_eq!(
        wrong(LIST, &more(("two", "theorem", "A 1907, Thm 7", true))),
        "`two` in a/b.prf cites A 1907 Thm 7, which is not in the list"
    );
    assert_eq!(wrong(LIST, &more(("two", "theorem", "A 1907, Thm 1", false))), "`two` in a/b.prf does not hold");
    assert_eq!(
        wrong(LIST, &proved(&GOOD[2..])),
        "A 1907 Thm 1 has neither a theorem nor a reason\nA 1907 Thm 1 has a strength and no theorem\n\
         A 1907 Thm 1: there is no theorem `one_as_printed` to show it\nA 1907 Thm 4 has a strength and no theorem\n\
         A 1907 Thm 4: there is no theorem `one_as_printed` to show it\n\
         A 1907 Thm 5: there is no theorem `one_as_printed` to show it"
    );
    assert_eq!(with("A 1907\tThm 2\tclaim\tagain"), "A 1907 Thm 2 is in the list twice");
    assert_eq!(with("A 1907\tThm 9\topen\twhy"), "A 1907 Thm 9: `open` before the statement itself");
    assert_eq!(
        wrong(&LIST.replace("\texact", ""), &proved(&GOOD)),
        "A 1907 Thm 4 has theorems, and the list does not say how strong they are"
    );
    for line in [
        "A 1907\tThm 9\tclaim",
        "A 1907\tThm 9\tclaims\ttext",
        "A 1907 Thm 9 claim text",
        "A 1907\tThm 1\terror\ttext",
        "A 1907\tThm 1\tfalse\ttext\texact\tone",
        "A 1907\tThm 9\tclaim\ttext\tweaker",
        "A 1907\tThm 9\tclaim\ttext\tweaker: ",
        "A 1907\tThm 9\tclaim\ttext\texact\tone",
    ] {
        assert_eq!(
            with(line),
            "line 12 of the list: expected a source, a number, a kind, a text, a strength and theorems",
            "{line}"
        );
    }
    assert!(wrong(LIST, "{}").starts_with("the JSON of the proofs: missing field"));
}

#[test]
fn tables_are_compared_without_their_figures() {
    let table = |json: &str| table(LIST, json, None, Path::new("proofs")).unwrap();
    let old = table(&proved(&GOOD));
    let slower = proved(&GOOD).replace("240.0", "99999.0").replace("\"states\": 12", "\"states\": 13");
    assert_ne!(table(&slower), old);
    assert_eq!(difference(&old, &table(&slower)), None);
    let renamed = table(&proved(&GOOD).replace("\"one\"", "\"uno\""));
    let (line, text) = difference(&old, &renamed).unwrap();
    assert!(old.lines().nth(line - 1).unwrap().contains("`one`") && text.contains("`uno`"), "{text}");
    assert!(difference(&old, &old[..old.len() - 10]).is_some());
}

/// The numbers that the papers give to their statements run without a gap: `Thm 4` is `Theorem 4`, and where a
/// paper counts theorems and lemmas together, so does the list.
#[test]
fn no_number_of_a_paper_is_missing_in_the_list() {
    let list = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/statements.tsv")).unwrap();
    let mut numbered: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in list.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let [source, number, ..] = fields[..] {
            numbered.entry(source).or_default().insert(number);
        }
    }
    // Each group of kinds is counted from 1 to its last number; in sections, from 1 in each.
    let groups: [(&str, &[&str], &[&str]); 14] = [
        (
            "Duchene, Rigo 2008a",
            &["Rem", "Ex", "Thm", "Lemma", "Cor", "Question"],
            &["1.3", "2.5", "3.9", "4.1", "5.4"],
        ),
        ("Duchene, Rigo 2008a", &["Table"], &["4"]),
        ("Duchene, Rigo 2008b", &["Cor", "Prop", "Fact", "Thm"], &["11"]),
        ("Duchene, Rigo 2008b", &["Def"], &["8"]),
        ("Duchene, Rigo 2008b", &["Rem"], &["8"]),
        ("Duchene, Rigo 2008b", &["Ex"], &["7"]),
        ("Duchene, Rigo 2008b", &["Lemma"], &["7"]),
        ("Fokkink, Rust 2022", &["Lemma"], &["17"]),
        ("Fokkink, Rust 2022", &["Thm"], &["5"]),
        ("Fokkink, Rust 2022", &["Table"], &["7"]),
        ("Fokkink, Rust 2022", &["Cor"], &["1"]),
        ("Renard, Rigo 2025", &["Def", "Thm", "Rem", "Prop", "Ex", "Lemma", "Cor"], &["31"]),
        ("Renard, Rigo 2025", &["Table"], &["5"]),
        ("Dekking, Shallit, Sloane 2020", &["Thm", "Lemma", "Cor", "Conj"], &["26"]),
    ];
    for (source, kinds, ends) in groups {
        for end in ends {
            let (section, last) = end.rsplit_once('.').map_or(("", *end), |(section, last)| (section, last));
            for number in 1..=last.parse::<u32>().unwrap() {
                let number = if section.is_empty() { number.to_string() } else { format!("{section}.{number}") };
                // Theorem 1 and Corollary 1 may both be counted, where the kinds are counted together, once.
                let named: Vec<String> = kinds.iter().map(|kind| format!("{kind} {number}")).collect();
                assert!(
                    named.iter().any(|name| numbered[source].contains(name.as_str())),
                    "{source}: one of {named:?}"
                );
            }
        }
    }
}
