//! Places on the page: every item has one, and names in statements lead to what they name.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};

use super::Part;
use super::item::{Content, Item};
use crate::report::notation::{Html, written};
use crate::script::Written;

/// The place of each definition: by file and name, and by name alone for what other files use.
#[derive(Debug, Default)]
pub(super) struct Places {
    in_file: BTreeMap<(String, String), String>,
    anywhere: BTreeMap<String, String>,
}

impl Places {
    /// The places of all definitions. Of several of one name the first is meant outside of its file.
    pub(super) fn of(papers: &BTreeMap<String, Vec<Part>>) -> Places {
        let mut places = Places::default();
        for part in papers.values().flatten() {
            for item in part.items.iter().filter(|item| is_definition(item)) {
                let name = item.name.trim_start_matches('$').to_owned();
                let id = id(item, &part.path);
                places.in_file.entry((part.path.clone(), name.clone())).or_insert_with(|| id.clone());
                places.anywhere.entry(name).or_insert(id);
            }
        }
        places
    }

    fn find(&self, path: &str, name: &str) -> Option<&String> {
        self.in_file.get(&(path.to_owned(), name.to_owned())).or_else(|| self.anywhere.get(name))
    }

    /// A text in which the functions, words and games that it names are links.
    pub(super) fn linked(&self, text: &str, path: &str, own: &str) -> Markup {
        let mut pieces: Vec<(&str, Option<&String>)> = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(|first: char| first.is_ascii_alphabetic() || first == '_') {
            let length =
                rest[start..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len() - start);
            let (before, name, after) = (&rest[..start], &rest[start..start + length], &rest[start + length..]);
            let names = before.ends_with('$') || after.trim_start().starts_with('[') || before.ends_with("of ");
            let place = self.find(path, name).filter(|place| names && *place != own);
            pieces.extend([(before, None), (name, place)]);
            rest = after;
        }
        pieces.push((rest, None));
        html! {
            @for (piece, place) in pieces {
                @match place { Some(place) => a href={ "#" (place) } { (piece) }, None => (piece) }
            }
        }
    }
}

impl Places {
    /// What a command says, in the notation of papers, the names in it links.
    pub(super) fn notation(&self, said: &Written, path: &str, own: &str) -> Markup {
        let place = |name: &str| self.find(path, name).filter(|place| *place != own).cloned();
        PreEscaped(written(said, &Html::new(&place)))
    }
}

fn is_definition(item: &Item) -> bool {
    matches!(item.content, Content::Object { .. } | Content::Definition(_))
}

/// The place of an item: its file, whether it is claimed or defined, its name, and its line where it has one.
pub(super) fn id(item: &Item, path: &str) -> String {
    let kind = if is_definition(item) { "def" } else { "thm" };
    let line = item.line.map(|line| format!("-{line}")).unwrap_or_default();
    let part = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() || "._/".contains(c) { c } else { '-' }).collect()
    };
    format!("{}-{kind}-{}{line}", part(path), part(item.name.trim_start_matches('$')))
}
