//! Whoever is cited stands in the bibliography: the sources of theorems, and the years in comments of the source.

use std::path::{Path, PathBuf};

use crate::structure::SOURCES;

/// The entries of `docs/bibliography.md`: the surname of the first author, and the year.
fn bibliography() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(root().join("docs/bibliography.md")).expect("the bibliography");
    let key = |line: &str| {
        let (authors, year) = line.strip_prefix("- ")?.split_once(": ")?.0.rsplit_once(' ')?;
        Some((authors.split(", ").next()?.to_owned(), year.to_owned()))
    };
    text.lines().filter_map(key).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder with one of these endings.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|found| found == ending) => found.push(path),
                false => {}
            }
        }
    }
    found
}

/// The comments of a Rust file, or of a script, as one line.
fn comments(text: &str, signs: &[&str]) -> String {
    let comment = |line: &str| signs.iter().find_map(|sign| line.trim().strip_prefix(sign)).map(str::to_owned);
    text.lines().filter_map(comment).collect::<Vec<_>>().join(" ")
}

/// What is cited in `text` and does not stand in `known`: a year after a capital letter that no first author of that year
/// precedes.
fn unknown(text: &str, known: &[(String, String)]) -> Vec<String> {
    let before_year = r#"(?:\p{Lu}[\p{L}-]*\.?|["),]) ?,? ?\(?(?:[A-Z]+ )?"#;
    let year = regex::Regex::new(&format!(r"{before_year}((?:1[89]|20)\d\d[ab]?)\b")).expect("a regular expression");
    let mut missing = Vec::new();
    for found in year.captures_iter(text) {
        let at = found.get(1).expect("a year");
        let before = last(&text[..at.start()], 250);
        let cited = known.iter().any(|(author, year)| year == at.as_str() && before.contains(author.as_str()));
        if !cited && before.contains(|letter: char| letter.is_uppercase()) {
            missing.push(last(&text[..at.end()], 64).to_owned());
        }
    }
    missing
}

/// The last letters of a text, as many as given.
fn last(text: &str, letters: usize) -> &str {
    let start = text.char_indices().rev().take(letters).last().map_or(0, |(at, _)| at);
    &text[start..]
}

#[test]
fn every_source_stands_in_the_bibliography() {
    let known = bibliography();
    assert!(known.len() >= 45, "{} entries", known.len());
    let mut missing = Vec::new();
    for path in SOURCES.into_iter().flat_map(|folder| files(folder, "rs")) {
        let text = std::fs::read_to_string(&path).expect("a file");
        // Tests of the parser cite what nobody wrote.
        missing.extend(unknown(&comments(&text, &["//!", "///", "//"]), &known));
    }
    for path in ["proofs", "automata", "families"].into_iter().flat_map(|folder| files(folder, "prf")) {
        let text = std::fs::read_to_string(&path).expect("a file");
        missing.extend(unknown(&comments(&text, &["#"]), &known));
        for source in text.split("from \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            for one in source.split("; ") {
                let authors = one.split([',', ' ']).next().unwrap_or_default();
                let cited = known.iter().any(|(author, year)| author == authors && one.contains(year.as_str()));
                // `folklore` and the like name nobody.
                if !cited && authors.starts_with(char::is_uppercase) {
                    missing.push(format!("{}: {one}", path.display()));
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "not in docs/bibliography.md:\n{}", missing.join("\n"));
}

#[test]
fn a_source_that_is_not_listed_is_noticed() {
    let known = bibliography();
    for cited in ["Nobody (1999)", "by Somebody, \"A title\" (STACS 2008)", "(Angluin 1988)", "Rabin and Nobody, 1960"]
    {
        assert_eq!(unknown(cited, &known).len(), 1, "{cited}");
    }
    for cited in ["Angluin, \"Learning\" (Inf. Comput. 1987)", "(Rabin and Scott 1959)", "Table 3 has 2019 states"] {
        assert!(unknown(cited, &known).is_empty(), "{cited}");
    }
}
