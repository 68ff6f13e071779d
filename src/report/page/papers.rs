//! Which paper a theorem comes from: citations taken apart, and titles from the headings of a README.

use std::collections::BTreeMap;

/// What a citation names inside a paper; the plural and a full stop are understood.
const PARTS: [&str; 28] = [
    "Thm",
    "Theorem",
    "Prop",
    "Proposition",
    "Lemma",
    "Cor",
    "Corollary",
    "Def",
    "Definition",
    "Conj",
    "Conjecture",
    "Sec",
    "Section",
    "Ch",
    "Chapter",
    "Table",
    "Fig",
    "Figure",
    "Ex",
    "Example",
    "Rem",
    "Remark",
    "Fact",
    "Claim",
    "Eq",
    "Equation",
    "p",
    "pp",
];

/// The titles of papers by what citations begin with: the headings `## Renard, Rigo 2025: Variants of Wythoff` in a
/// Markdown text.
pub fn titles(markdown: &str) -> BTreeMap<String, String> {
    let heading = |line: &str| {
        let (key, title) = line.trim().strip_prefix('#')?.trim_start_matches('#').split_once(": ")?;
        Some((key.trim().to_owned(), title.trim().to_owned()))
    };
    markdown.lines().filter_map(heading).collect()
}

/// Paper and place: `Renard, Rigo 2025, Thm 12` is `Thm 12` of `Renard, Rigo 2025`, and so it is if `titles` knows
/// `Renard, Rigo 2025`.
pub(super) fn split<'a>(citation: &'a str, titles: &BTreeMap<String, String>) -> (&'a str, &'a str) {
    let ends = |key: &String| {
        let rest = citation.strip_prefix(key.as_str())?;
        (rest.is_empty() || rest.starts_with([' ', ',', ';'])).then_some(key.len())
    };
    let known = titles.keys().filter_map(ends).max();
    let names_a_part = |&at: &usize| {
        let word = citation[at + 1..].split(' ').next().unwrap_or_default();
        let name = word.trim_end_matches(['.', ',', ';']);
        word.starts_with('(') || PARTS.contains(&name) || PARTS.contains(&name.trim_end_matches('s'))
    };
    let words = || citation.match_indices(' ').map(|(at, _)| at);
    let part = known.or_else(|| words().find(names_a_part));
    // A second source after a semicolon stands with the place in the first.
    let end = part.or_else(|| citation.find(';')).unwrap_or(citation.len());
    let (paper, place) = citation.split_at(end);
    (paper.trim_end_matches([',', ';', ' ']), place.trim_start_matches([',', ';', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_a_paper_and_a_place() {
        let none = BTreeMap::new();
        assert_eq!(split("Renard, Rigo 2025, Thm 12", &none), ("Renard, Rigo 2025", "Thm 12"));
        assert_eq!(split("Du, Mousavi, Shallit 2014, Theorem 3", &none), ("Du, Mousavi, Shallit 2014", "Theorem 3"));
        assert_eq!(split("Wythoff 1907", &none), ("Wythoff 1907", ""));
        assert_eq!(
            split("Fokkink, Rust 2022, Sec 9 (conjecture)", &none),
            ("Fokkink, Rust 2022", "Sec 9 (conjecture)")
        );
        assert_eq!(split("Dekking, Shallit, Sloane 2020, (17)", &none), ("Dekking, Shallit, Sloane 2020", "(17)"));
        assert_eq!(
            split("Duchene, Rigo 2008a, Rem 2.1; Dekking, Shallit, Sloane 2020, (17)", &none),
            ("Duchene, Rigo 2008a", "Rem 2.1; Dekking, Shallit, Sloane 2020, (17)")
        );
        assert_eq!(split("Wythoff 1907; Fraenkel 1982", &none), ("Wythoff 1907", "Fraenkel 1982"));
        assert_eq!(split("Allouche, Shallit 2003, pp. 12", &none), ("Allouche, Shallit 2003", "pp. 12"));
        let known = titles("# Proofs\n\n## Fraenkel: How to beat\n\n### Fraenkel 82: Another\n\nText: no title\n");
        assert_eq!(known["Fraenkel 82"], "Another");
        assert_eq!(known.len(), 2);
        assert_eq!(split("Fraenkel 82 the table", &known), ("Fraenkel 82", "the table"));
        assert_eq!(split("Fraenkel the rule", &known), ("Fraenkel", "the rule"));
        assert_eq!(split("Fraenkelian rule", &known), ("Fraenkelian rule", ""));
    }
}
