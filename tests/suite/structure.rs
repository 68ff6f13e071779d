//! The shape of the source: imports have no circle, files and functions are short.
//!
//! Imports are read from the text. A path goes through re-exports to the file that has what it names; a re-export
//! itself is no dependency of the module that makes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module by its path in the crate; the crate itself is empty.
type Module = Vec<String>;

/// Where the sources of the engine and the program are: two crates below, and the one that uses them.
pub(crate) const SOURCES: [&str; 3] = ["crates/answers/src", "crates/core/src", "src"];

pub(crate) fn sources(folder: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// What a module names elsewhere.
#[derive(Default)]
struct Imports {
    /// Paths that it uses, as written.
    used: Vec<Module>,
    /// Paths that it gives another name or place, by the last part of the name.
    exported: BTreeMap<String, Module>,
}

struct Crate {
    modules: BTreeMap<Module, Imports>,
}

impl Crate {
    /// Crates as one: modules of one crate have no name of another's.
    fn read(folders: &[&str]) -> Crate {
        let mut modules = BTreeMap::new();
        for (folder, path) in
            folders.iter().flat_map(|folder| sources(folder).into_iter().map(move |path| (folder, path)))
        {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let inside = path.strip_prefix(&root).expect("below the root").with_extension("");
            let mut module: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if module == ["main"] {
                continue;
            }
            if module.last().is_some_and(|last| last == "mod" || *last == "lib") {
                module.pop();
            }
            modules.insert(module, imports(&std::fs::read_to_string(&path).expect("a file")));
        }
        Crate { modules }
    }

    /// The module that has what a path names in `from`.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut at, mut rest) = (from.clone(), path);
        match rest.first()?.as_str() {
            "crate" => (at, rest) = (Module::new(), &rest[1..]),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let child = [&at[..], &[first.to_owned()]].concat();
                if !self.modules.contains_key(&child) {
                    return None;
                }
            }
        }
        while let Some(part) = rest.first() {
            let child = [&at[..], std::slice::from_ref(part)].concat();
            if self.modules.contains_key(&child) {
                (at, rest) = (child, &rest[1..]);
                continue;
            }
            let exported = self.modules.get(&at)?.exported.get(part).filter(|_| depth < 9);
            return match exported {
                Some(path) => self.resolve(&at, &[&path[..], &rest[1..]].concat(), depth + 1).or(Some(at)),
                None => Some(at),
            };
        }
        Some(at)
    }

    fn dependencies(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let of = |(module, imports): (&Module, &Imports)| {
            imports
                .used
                .iter()
                .filter_map(|path| self.resolve(module, path, 0))
                .filter(|other| other != module)
                .collect()
        };
        self.modules.iter().map(|one| (one.0, of(one))).collect()
    }

    /// Modules that need each other, each circle in order.
    fn circles(&self) -> Vec<Vec<String>> {
        let mut graph = petgraph::graph::DiGraph::<(), ()>::new();
        let dependencies = self.dependencies();
        let names: Vec<&Module> = dependencies.keys().copied().collect();
        let nodes: Vec<_> = names.iter().map(|_| graph.add_node(())).collect();
        for (from, needed) in dependencies.values().enumerate() {
            for to in needed.iter().filter_map(|module| names.binary_search(&module).ok()) {
                graph.add_edge(nodes[from], nodes[to], ());
            }
        }
        let mut circles = petgraph::algo::tarjan_scc(&graph);
        circles.retain(|circle| circle.len() > 1);
        let named = |circle: Vec<petgraph::graph::NodeIndex>| {
            let mut names: Vec<String> = circle.into_iter().map(|at| names[at.index()].join("::")).collect();
            names.sort();
            names
        };
        circles.into_iter().map(named).collect()
    }
}

/// The paths of a file, its tests left out.
fn imports(text: &str) -> Imports {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let regex = |pattern: &str| regex::Regex::new(pattern).expect("a regular expression");
    let text = regex("//[^\n]*").replace_all(text, "");
    let uses = regex(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);");
    let mut found = Imports::default();
    for one in uses.captures_iter(&text) {
        for path in expanded(&one[2]) {
            match (one.get(1), path.last()) {
                (Some(_), Some(name)) => drop(found.exported.insert(name.clone(), path)),
                _ => found.used.push(path),
            }
        }
    }
    let rest = uses.replace_all(&text, "");
    for path in regex(r"\b(?:crate|super)(?:::\w+)+").find_iter(&rest) {
        found.used.push(path.as_str().split("::").map(str::to_owned).collect());
    }
    found
}

/// The paths of `a::{b, c::{d, e}}`.
fn expanded(tree: &str) -> Vec<Module> {
    let tree = tree.trim();
    let Some((before, inside)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let inside = inside.strip_suffix('}').expect("a bracket closes");
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inside.char_indices().chain([(inside.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    let whole = parts.into_iter().filter(|part| !part.trim().is_empty());
    whole.flat_map(|part| expanded(&format!("{before}{}", part.trim()))).collect()
}

#[test]
fn modules_need_each_other_in_one_direction() {
    let [answers, core, own] = SOURCES;
    let source = Crate::read(&[core, own]);
    let edges: usize = source.dependencies().values().map(BTreeSet::len).sum();
    assert!(source.modules.len() > 100 && edges > 400, "{} modules, {edges} imports", source.modules.len());
    let others = [answers, "checker/src", "python/src"].map(|folder| Crate::read(&[folder]));
    let circles: Vec<_> = [source].iter().chain(&others).map(Crate::circles).collect();
    assert!(circles.iter().all(Vec::is_empty), "{circles:#?}");
}

#[test]
fn a_circle_is_found_through_what_a_module_gives_on() {
    let module =
        |text: &str| -> Module { text.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect() };
    let with = |files: &[(&str, &str)]| {
        let modules = files.iter().map(|(name, text)| (module(name), imports(text))).collect();
        Crate { modules }.circles()
    };
    let top = ("", "mod a;\npub use a::{One, two::Two};");
    let circle = with(&[
        top,
        ("a", "pub struct One;"),
        ("b", "use crate::One;\nuse crate::c::Three;"),
        ("c", "fn f() { crate::b::g() }"),
    ]);
    assert_eq!(circle, [["b", "c"]]);
    let through = with(&[top, ("a", "pub mod two;\nuse crate::b::X;"), ("a::two", ""), ("b", "use crate::{One};")]);
    assert_eq!(through, [["a", "b"]]);
    assert!(with(&[top, ("a", "use self::two::Two;"), ("a::two", ""), ("b", "use super::Two;")]).is_empty());
    assert!(with(&[("a", "#[cfg(test)]\nmod tests { use crate::b; }"), ("b", "use crate::a; // crate::c")]).is_empty());
}

#[test]
fn files_and_functions_are_short() {
    let begins =
        regex::Regex::new(r"^(\s*)(?:pub(?:\([^)]*\))? )?(?:const |async )*fn (\w+)").expect("a regular expression");
    let mut long = Vec::new();
    let folders = [
        "crates",
        "src",
        "checker",
        "playground/wasm",
        "python/src",
        "fuzz",
        "tests",
        "benches",
        "examples",
        "experiments",
    ];
    for path in folders.into_iter().flat_map(sources) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() >= 600 {
            long.push(format!("{}: {} lines", path.display(), lines.len()));
        }
        for (at, line) in lines.iter().enumerate() {
            let Some(found) = begins.captures(line).filter(|_| !line.ends_with(';')) else { continue };
            let end = format!("{}}}", &found[1]);
            let length = lines[at..].iter().position(|line| *line == end).map_or(1, |length| length + 1);
            if length > 80 && !line.ends_with('}') {
                long.push(format!("{}: fn {} has {length} lines", path.display(), &found[2]));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// The lines of the sources that match, without their tests and comments: file, then line.
fn lines_with(pattern: &str) -> Vec<(String, String)> {
    let pattern = regex::Regex::new(pattern).expect("a regular expression");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for path in SOURCES.into_iter().flat_map(sources) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
        let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = own.lines().map(str::trim).filter(|line| !line.starts_with("//") && pattern.is_match(line));
        found.extend(lines.map(|line| (name.clone(), line.to_owned())));
    }
    found
}

const ALLOWANCE: &str = "crates/core/src/budget/allowance.rs";

#[test]
fn a_budget_has_time_memory_and_interrupt() {
    // All that gives a budget and was given none: what it needs besides time and bytes it knows of the process.
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(ALLOWANCE)).unwrap();
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let constructors = regex::Regex::new(
        r"(?s)(#\[cfg\(test\)\]\s*)?(?:pub(?:\([a-z]+\))? )?(?:const )?fn (\w+)\(([^)]*)\) -> (?:Budget|Self)",
    );
    let constructors = constructors.unwrap();
    let made: Vec<(bool, String)> = constructors
        .captures_iter(own)
        .filter(|found| !found[3].contains("self"))
        .map(|found| (found.get(1).is_some(), found[2].to_owned()))
        .collect();
    assert_eq!(made, [(false, "new".into()), (false, "for_one_object".into()), (false, "unlimited".into())]);
    let unlimited = lines_with(r"Budget::unlimited\(|\.with_memory\(");
    assert!(unlimited.iter().all(|(file, _)| file == "src/logic/testing.rs"), "{unlimited:#?}");
    // One place fills the fields in; tests alone change clock, gauge and flag.
    assert_eq!(own.matches("Budget {\n            deadline").count(), 1);
    assert_eq!(own.matches("        Budget {").count(), 2, "new, and what tests change of one");
    assert!(own.contains("pub fn new(time: Duration, bytes: usize) -> Budget"));
    assert!(own.contains("gauge: memory_in_use,") && own.contains("interrupted: &INTERRUPTED,"));
    assert!(!own.contains("Default for Budget") && !text.contains("derive(Clone, Debug, Default"));
    // Who makes one: what its user allows, what lists an answer that is known, and one object outside of any statement. The search for
    // answers has budgets of another kind.
    let mut makers: Vec<String> = lines_with(r"Budget::new\(").into_iter().map(|(file, _)| file).collect();
    makers.retain(|file| file != ALLOWANCE);
    assert_eq!(makers, ["crates/answers/src/search.rs", "src/report/mod.rs", "src/script/outcome.rs"]);
    // Only the user leaves time open.
    let endless = lines_with(r"Duration::MAX|Instant::now\(\) \+ Duration::from_secs\(u64::MAX");
    let endless: Vec<&str> = endless.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(endless, [ALLOWANCE, "src/script/outcome.rs"]);
}

#[test]
fn files_are_read_and_written_in_one_place_and_output_goes_through_another() {
    let mut writes =
        lines_with(r"fs::write|File::create|fs::rename|create_dir|OpenOptions|fs::read\(|read_to_string\(&?\w*path");
    // What asks whether a file is its own does not use what it says.
    // What the system says of the process is in no file of anybody.
    let elsewhere = ["src/cli/prove.rs", "crates/core/src/budget/process.rs"];
    writes.retain(|(file, _)| !file.starts_with("crates/core/src/disk/") && !elsewhere.contains(&file.as_str()));
    assert!(writes.is_empty(), "{writes:#?}");
    let printed = lines_with(r"\b(e?print(ln)?|dbg)!\(");
    assert!(printed.iter().all(|(file, _)| file == "src/main.rs"), "{printed:#?}");
}
