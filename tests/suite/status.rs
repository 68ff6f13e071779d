//! The status table: what is missing, cited wrongly or no longer true is said, and the list of the papers is complete.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use filbert::report::status::{difference, table};

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
            r#"{{"name": "{name}", "kind": "{kind}", "source": "{source}", "holds": {holds}, "states": 12, "milliseconds": 240.0}}"#
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
fn a_row_says_what_the_verified_checker_accepts_and_what_is_missing() {
    let checked = "# what is checked\na/b.prf\tone\tchecked\na/b.prf\tone_as_printed\tseveral systems\n";
    let rows = |list: &str| table(LIST, &proved(&GOOD), Some(list), Path::new("proofs"));
    let table = rows(checked).unwrap();
    assert!(table.contains("| strength | verified | time | states |\n|---|---|---|---|---|---|---|\n"), "{table}");
    assert!(table.contains("| weaker: only of \\|one\\| | 1 of 2: several systems | 0.5 s | 12 |"), "{table}");
    assert!(table.contains("| exact | all | 0.3 s | 12 |"), "{table}");
    assert!(rows("").unwrap().contains("| exact | 0 of 1: not tried | 0.3 s | 12 |"));
    for line in ["a/b.prf\tother\tchecked", "a/b.prf\tone", "a/b.prf\tone\t", "b.prf\tone\tchecked"] {
        assert_eq!(
            rows(&format!("{checked}{line}\n")).unwrap_err().join("\n"),
            "line 4 of the list of what is checked: not a script, a theorem in it, and `checked` or what is missing"
        );
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
    assert_eq!(with("A 1907\tThm 9\topen\twhy"), "A 1907 Thm 9: `open` before it is said what the statement is");
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
            "line 12 of the list: not a source, a number, a kind, a text, a strength and theorems",
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

/// The numbers that the papers give to their statements run without a gap: `Thm 4` stands for `Theorem 4`, and where a
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
