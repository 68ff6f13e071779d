//! Names in statements lead to what they name.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};

use super::Part;
use super::item::{Content, Item};

/// The place of each definition: by file and name, and by name alone for what other files use.
#[derive(Debug, Default)]
pub(super) struct Places {
    in_file: BTreeMap<(String, String), String>,
    anywhere: BTreeMap<String, String>,
    /// Folders that paths are shown from.
    roots: Vec<String>,
}

impl Places {
    /// The places of all definitions. Of several of one name the first is meant outside of its file.
    pub(super) fn of(papers: &BTreeMap<String, Vec<Part>>, roots: Vec<String>) -> Places {
        let mut places = Places { roots, ..Places::default() };
        for part in papers.values().flatten() {
            for item in part.items.iter().filter(|item| is_definition(item)) {
                let name = item.name.trim_start_matches('$').to_owned();
                let id = item.id.clone();
                places.in_file.entry((part.path.clone(), name.clone())).or_insert_with(|| id.clone());
                places.anywhere.entry(name).or_insert(id);
            }
        }
        places
    }

    fn find(&self, path: &str, name: &str) -> Option<&String> {
        self.in_file.get(&(path.to_owned(), name.to_owned())).or_else(|| self.anywhere.get(name))
    }

    /// A text in which paths do not say where on a machine their folders are.
    pub(super) fn local(&self, text: &str) -> String {
        self.roots.iter().fold(text.to_owned(), |text, root| text.replace(root, ""))
    }

    /// A text in which each function, word and game is a link where it is named first.
    pub(super) fn linked(&self, text: &str, path: &str, own: &str) -> Markup {
        let mut pieces: Vec<(&str, Option<&String>)> = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(|first: char| first.is_ascii_alphabetic() || first == '_') {
            let length =
                rest[start..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len() - start);
            let (before, name, after) = (&rest[..start], &rest[start..start + length], &rest[start + length..]);
            let names = before.ends_with('$') || after.trim_start().starts_with('[') || before.ends_with("of ");
            let is_first = !pieces.iter().any(|(known, place)| *known == name && place.is_some());
            let place = self.find(path, name).filter(|place| names && is_first && *place != own);
            pieces.extend([(before, None), (name, place)]);
            rest = after;
        }
        pieces.push((rest, None));
        html! {
            @for (piece, place) in pieces {
                @match place { Some(place) => a href={ "#" (place) } { (piece) }, None => (plain(piece)) }
            }
        }
    }
}

/// Text between tags, in which `>` needs no escape and `&` none before what is no name: formulas are full of both.
fn plain(text: &str) -> PreEscaped<String> {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '<' => out += "&lt;",
            '&' if text[at + 1..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '#') => {
                out += "&amp;"
            }
            c => out.push(c),
        }
    }
    // What follows may be a name: of a function, of which the sign stands here.
    PreEscaped(if out.ends_with('&') { out + "amp;" } else { out })
}

fn is_definition(item: &Item) -> bool {
    matches!(item.content, Content::Object { .. } | Content::Definition(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(plain("x<y => y>1 & $f(x)").0, "x&lt;y => y>1 & $f(x)");
        assert_eq!(plain("&lt;b> &#60; a&").0, "&amp;lt;b> &amp;#60; a&amp;");
    }
}
