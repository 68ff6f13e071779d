//! The package of the crate: it has what its README and its source refer to.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("a file")
}

/// Whether the package of the crate has a file, as `include` of Cargo.toml says.
fn is_packed(patterns: &[String], path: &str) -> bool {
    patterns.iter().any(|pattern| {
        let pattern = pattern.trim_start_matches('/');
        match pattern.split_once('*') {
            None => pattern == path,
            Some((before, rest)) => {
                let inside = path.strip_prefix(before).filter(|inside| inside.ends_with(rest.trim_start_matches('*')));
                inside.is_some_and(|inside| rest.starts_with('*') || !inside.contains('/'))
            }
        }
    })
}

#[test]
fn the_package_has_what_the_readme_and_the_source_refer_to() {
    let manifest = read("Cargo.toml");
    let list = manifest.split_once("\ninclude = [").and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
    let patterns: Vec<String> = list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    let readme = read("README.md");
    let link = regex::Regex::new(r"\]\(([^)#]+)").expect("a regular expression");
    let mut needed: Vec<String> = link.captures_iter(&readme).map(|found| found[1].to_owned()).collect();
    needed.retain(|path| !path.contains("://"));
    let included = regex::Regex::new(r#"include_(?:str|bytes)!\(\s*"([^"]+)""#).expect("a regular expression");
    let page = regex::Regex::new(r"latest/source/([\w./-]+\.md)").expect("a regular expression");
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("text");
            let own = path.parent().and_then(|folder| folder.strip_prefix(root()).ok()).expect("below the root");
            needed.extend(included.captures_iter(&text).map(|found| {
                let mut parts: Vec<&str> = own.iter().map(|part| part.to_str().expect("text")).collect();
                for part in found[1].split('/') {
                    match part {
                        ".." => parts.truncate(parts.len() - 1),
                        part => parts.push(part),
                    }
                }
                parts.join("/")
            }));
            needed.extend(page.captures_iter(&text).map(|found| found[1].to_owned()));
        }
    }
    assert!(needed.len() > 20, "{needed:?}");
    for path in needed {
        assert!(root().join(&path).exists(), "{path} is not there");
        assert!(is_packed(&patterns, &path), "{path} is not in the package");
    }
    assert!(is_packed(&patterns, "docs/lints/below-zero.md") && !is_packed(&patterns, "examples/soak/main.rs"));
}

/// What cargo builds for the package, each crate with its features.
fn built(edges: &str) -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--package", "filbert", "--edges", edges, "--prefix", "none"]);
    let output = tree.args(["--format", "{p} {f}"]).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn what_the_program_is_built_with_serves_its_tests() {
    let (alone, tested) = (built("normal"), built("normal,dev"));
    let again: Vec<&String> = alone.difference(&tested).collect();
    assert!(alone.len() > 50 && alone.len() < tested.len(), "{} of {} crates", alone.len(), tested.len());
    assert!(
        again.is_empty(),
        "tests ask for other features of these, so that all is compiled again for them: {again:?}"
    );
}
