//! What a client may read: the language, the commands, the chapters of guides, and the scripts in them.

use serde_json::{Value, json};

/// The code of a resource that is not there.
pub(super) const NOT_FOUND: i64 = -32002;

/// Chapters: name, title, text.
const CHAPTERS: [(&str, &str, &str); 10] = [
    ("language", "The language", include_str!("../../../docs/language.md")),
    ("commands", "Commands", include_str!("../../../docs/commands.md")),
    ("meaning", "What a script means", include_str!("../../../docs/meaning.md")),
    ("tour", "A tour from one game", include_str!("../../../docs/tour.md")),
    ("words", "A tour of one word", include_str!("../../../docs/words.md")),
    ("games", "Games", include_str!("../../../docs/games.md")),
    ("recipes", "Recipes for games", include_str!("../../../docs/recipes.md")),
    ("numeration", "Numeration systems", include_str!("../../../docs/numeration.md")),
    ("morphisms", "Words of any morphism", include_str!("../../../docs/morphisms.md")),
    ("sequences", "Sequences", include_str!("../../../docs/sequences.md")),
];

/// What a block of a script begins with; its name follows.
const BLOCK: &str = "```text ";
/// Chapters in which all scripts are right: not those that show mistakes.
const WORKED: [&str; 6] = ["tour", "games", "recipes", "numeration", "morphisms", "sequences"];

/// The scripts in the chapters: chapter and name, text.
fn scripts() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (chapter, _, text) in CHAPTERS.iter().filter(|chapter| WORKED.contains(&chapter.0)) {
        let mut rest = *text;
        while let Some((_, block)) = rest.split_once(BLOCK) {
            let (head, body) = block.split_once('\n').unwrap_or((block, ""));
            let (script, after) = body.split_once("```").unwrap_or((body, ""));
            if head.ends_with(".prf") {
                found.push((format!("{chapter}/{head}"), script.to_owned()));
            }
            rest = after;
        }
    }
    found
}

/// What there is to read.
pub(super) fn list() -> Value {
    let chapter = |(name, title, _): &(&str, &str, &str)| json!({ "uri": format!("filbert://docs/{name}"), "name": name, "title": title, "mimeType": "text/markdown" });
    let script = |(name, _): &(String, String)| json!({ "uri": format!("filbert://scripts/{name}"), "name": name, "mimeType": "text/plain" });
    let all: Vec<Value> = CHAPTERS.iter().map(chapter).chain(scripts().iter().map(script)).collect();
    json!({ "resources": all })
}

/// The text of a resource.
pub(super) fn read(uri: &str) -> Option<Value> {
    let (text, mime) = match uri.strip_prefix("filbert://docs/") {
        Some(name) => (CHAPTERS.iter().find(|chapter| chapter.0 == name)?.2.to_owned(), "text/markdown"),
        None => {
            let name = uri.strip_prefix("filbert://scripts/")?;
            (scripts().into_iter().find(|script| script.0 == name)?.1, "text/plain")
        }
    };
    Some(json!({ "contents": [{ "uri": uri, "mimeType": mime, "text": text }] }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_listed_can_be_read_and_nothing_else() {
        let list = list();
        let all = list["resources"].as_array().expect("a list");
        assert!(all.len() >= CHAPTERS.len() + 12, "{}", all.len());
        for one in all {
            let uri = one["uri"].as_str().expect("an address");
            let text = read(uri).expect(uri);
            assert!(text["contents"][0]["text"].as_str().is_some_and(|text| text.len() > 20), "{uri}");
        }
        for other in ["", "filbert://docs/", "filbert://docs/../language", "file:///etc/passwd", "filbert://scripts/x"]
        {
            assert!(read(other).is_none(), "{other}");
        }
    }
}
