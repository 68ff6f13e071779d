//! The public surface: few items, each with an example, and nothing hidden but the modules behind the feature
//! `internals`.

use std::path::Path;

use crate::structure::SOURCES;

/// Items that other programs may build on.
const MOST_ITEMS: usize = 150;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file")
}

fn files(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        match entry.file_type().expect("a type").is_dir() {
            true => found.extend(files(&path)),
            false if path.ends_with(".rs") => found.push((path.clone(), read(&path))),
            false => {}
        }
    }
    found
}

/// Public items and variants of a file, each with its documentation.
fn items(text: &str) -> Vec<(String, String)> {
    let item = regex::Regex::new(r"^\s*pub (?:fn|struct|enum|trait|type|const|static|mod) (\w+)")
        .expect("a regular expression");
    let variant = regex::Regex::new(r"^    ([A-Z]\w*)(?:\(.*\))?,$").expect("a regular expression");
    let (mut found, mut docs, mut in_enum) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        let name = item.captures(line).or_else(|| variant.captures(line).filter(|_| in_enum));
        match line.trim_start() {
            doc if doc.starts_with("///") => docs.push_str(doc),
            attribute if attribute.starts_with("#[") => continue,
            _ => {
                if let Some(name) = name {
                    found.push((name[1].to_owned(), docs.clone()));
                }
                docs.clear();
            }
        }
        in_enum = (in_enum || line.starts_with("pub enum")) && line != "}";
    }
    found
}

#[test]
fn the_library_shows_fewer_than_150_items_each_with_an_example() {
    let shown: Vec<(String, String)> = files("src/api").iter().flat_map(|(_, text)| items(text)).collect();
    assert!((40..MOST_ITEMS).contains(&shown.len()), "{} items", shown.len());
    let bare: Vec<&String> = shown.iter().filter(|(_, docs)| !docs.contains("```")).map(|(name, _)| name).collect();
    assert!(bare.is_empty(), "without an example: {bare:?}");
}

#[test]
fn what_is_not_shown_is_private_or_behind_internals() {
    let root = read("src/lib.rs");
    let lines: Vec<&str> = root.lines().collect();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("pub ")) {
        let hidden = at >= 2
            && lines[at - 1] == "#[doc(hidden)]"
            && ["#[cfg(feature = \"internals\")]", "#[cfg(feature = \"cli\")]"].contains(&lines[at - 2]);
        assert!(hidden || line.starts_with("pub use api::{"), "{line}");
    }
    for (path, text) in SOURCES.into_iter().flat_map(files) {
        assert!(path == "src/lib.rs" || !text.contains("doc(hidden)"), "{path} hides something");
    }
}

#[test]
fn items_are_found_with_their_documentation() {
    let text = "/// One.\n///\n/// ```\n/// ```\n#[derive(Debug)]\npub enum One {\n    /// Two.\n    Two,\n    Three(u32),\n}\n\
        impl One {\n    /// Four.\n    pub fn four() {}\n    pub(super) fn five() {}\n    fn six() {\n        Two,\n    }\n}\n";
    let found = items(text);
    let names: Vec<&str> = found.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["One", "Two", "Three", "four"]);
    assert!(found[0].1.contains("```") && found[2].1.is_empty() && found[3].1.contains("Four"));
}
