//! Limits stand in `crates/core/src/tuning/` and nowhere else from `logic` down, and those of the search for answers in its own module
//! `tuning`: the source is read for numbers that could be limits.

use std::collections::BTreeSet;
use std::path::Path;

use crate::structure::{SOURCES, sources};

/// The modules whose limits `tuning` has.
const FOLDERS: [&str; 9] =
    ["automata", "budget", "disk", "library", "logic", "numeration", "sequences", "syntax", "words"];

/// What is no limit: the file, constants by name and other numbers as written, and why.
const NO_LIMITS: [(&str, &str, &str); 21] = [
    ("automata/algorithms/expression.rs", "END, START", "two states that are no states"),
    ("automata/counting/cone.rs", "1u64 << 60", "scale of a fixed-point number"),
    ("automata/counting/field.rs", "PRIMES, 1 << 16, 1 << 61", "the primes, and where those below are looked for"),
    ("automata/counting/field.rs", "LARGEST_PART, LOW, MOST_PRODUCTS", "what fits beside a prime of 61 bits"),
    ("automata/counting/invariant.rs", "1_442_695_040_888_963_407, 6_364_136_223_846_793_005", "a random generator"),
    ("automata/fingerprint.rs", "256", "a table by bytes"),
    ("automata/interner/together.rs", "1u64 << 32", "hashes of 32 bits"),
    ("automata/lazy/steps.rs", "FREE", "no step"),
    ("budget/allowance.rs", "128", "bytes that two cores do not share"),
    ("budget/limit.rs", "1000", "thousandths"),
    ("budget/process.rs", "1024", "bytes of a kilobyte"),
    (
        "numeration/every_slope/mod.rs",
        "ANY, BEFORE, CLOSE, FULL, LESS, LETTERS, NOTHING, NOTHING_FULL, NOTHING_LESS, POSITIVE, ZERO",
        "letters and parts of states",
    ),
    ("library/cache.rs", "HASH", "bytes of a hash"),
    ("logic/tactics.rs", "COUNT", "rows of a table"),
    (
        "logic/key.rs",
        "FALSE, TRUE, EQUAL, NOT_EQUAL, LESS, CONSTANT, NEGATIVE_CONSTANT, TABLE, NOT, AND, OR, IFF, EXISTS, AT_LEAST, \
         INFINITELY, REVERSE, OVER_WORDS",
        "what forms begin with in a key",
    ),
    ("numeration/dumont_thomas.rs", "THOUSAND", "thousandths"),
    ("numeration/keys.rs", "PLACE_WORDS", "words of a number"),
    ("numeration/negative_base.rs", "SIGNS", "the signs of places"),
    ("syntax/drawing.rs", "130, 160, 244", "colours"),
    ("syntax/drawing.rs", "TAB", "columns of a tab"),
    ("syntax/fmt.rs", "PREFIX", "how tightly an operator binds"),
];

/// The code of a file: no tests, comments and texts.
fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let other = r###"(?s)r##".*?"##|r#".*?"#|\br"[^"]*"|"(?:\\.|[^"\\])*"|'(?:\\[^']+|[^'\\])'|//[^\n]*"###;
    regex(other).replace_all(own, "").into_owned()
}

fn regex(pattern: &str) -> regex::Regex {
    regex::Regex::new(pattern).expect("a regular expression")
}

/// What could be a limit: constants of numbers by name, numbers of three digits and more, numbers of two handed to a
/// budget, and shifts that make large ones.
fn suspects(text: &str) -> BTreeSet<String> {
    const NUMBERS: &str = r"&?\[*(?:[ui](?:8|16|32|64|128|size)|f32|f64|Duration)\b";
    let mut code = code(text);
    let mut found = BTreeSet::new();
    // The end of a type is a mark of its own, as for "no state".
    let constants = regex(&format!(r"(?:const|static) (\w+): {NUMBERS}[^=>]*=([^;]*);"));
    for constant in constants.captures_iter(&code) {
        if !constant[2].contains("::MAX") {
            found.insert(constant[1].to_owned());
        }
    }
    code = constants.replace_all(&code, "").into_owned();
    let shifts = regex(r"\b\d[\d_]*(?:[ui]\w+)? << (\d{2,})\b");
    found.extend(shifts.find_iter(&code).map(|shift| shift.as_str().to_owned()));
    code = shifts.replace_all(&code, "").into_owned();
    let handed = regex(r"\b(?:with_states|tightened|attempt)\(\s*(\d[\d_]*)");
    let numbers = regex(r"(?:^|[^\w.])(\d[\d_]*)(?:[ui](?:8|16|32|64|128|size))?\b");
    for (numbers, least) in [(handed, 16), (numbers, 100)] {
        let digits = |number: &str| number.replace('_', "").parse::<u128>().is_ok_and(|number| number >= least);
        let all = numbers.captures_iter(&code).map(|number| number[1].to_owned());
        found.extend(all.filter(|number| digits(number)));
    }
    found
}

/// Files that only tests are made of: `#[cfg(test)] mod name;`.
fn is_for_tests(path: &Path) -> bool {
    let name = path.file_stem().expect("a name").to_string_lossy();
    let parent = path.with_file_name("mod.rs");
    let declared = regex(&format!(r"#\[cfg\(test\)\]\s*(?:pub(?:\([a-z]+\))? )?mod {name};"));
    std::fs::read_to_string(parent).is_ok_and(|text| declared.is_match(&text))
}

#[test]
fn limits_stand_in_tuning() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for (source, path) in
        SOURCES.into_iter().flat_map(|source| sources(source).into_iter().map(move |path| (source, path)))
    {
        let file = path.strip_prefix(root.join(source)).expect("below it").to_string_lossy().replace('\\', "/");
        let is_below = match source {
            "crates/answers/src" => file != "tuning.rs",
            _ => FOLDERS.iter().any(|folder| file.starts_with(&format!("{folder}/"))),
        };
        if is_for_tests(&path) || !is_below {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        found.extend(suspects(&text).into_iter().map(|suspect| (file.clone(), suspect)));
    }
    let known: BTreeSet<(String, String)> = NO_LIMITS
        .iter()
        .flat_map(|(file, names, _)| names.split(", ").map(|name| ((*file).to_owned(), name.to_owned())))
        .collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(
        new.is_empty(),
        "a limit belongs into the module `tuning` of its crate, anything else into NO_LIMITS: {new:#?}"
    );
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "in NO_LIMITS, but not in the source: {gone:#?}");
}

#[test]
fn what_could_be_a_limit_is_found() {
    let found = |text: &str| suspects(text).into_iter().collect::<Vec<_>>();
    assert_eq!(found("pub(super) const FEW: usize = 3;"), ["FEW"]);
    assert_eq!(found("const STAGES: [usize; 2] =\n    [1, 2];\nconst NEAR: f64 = 1e-9;"), ["NEAR", "STAGES"]);
    assert_eq!(found("const BLOCK: usize = if cfg!(test) { 2 } else { 1 << 12 };"), ["BLOCK"]);
    assert_eq!(found("self.budget.tightened(20); budget.attempt(1_000, work)"), ["1_000", "20"]);
    assert_eq!(found("if n > 4_000 || n > 1 << 12 || n > 1u64 << 40 {}"), ["1 << 12", "1u64 << 40", "4_000"]);
    assert!(found("const NONE: u32 = u32::MAX - 1; /// 4000\n\"4000 \\\" 4000\"; 'x'; u128; x.100; 0xffff").is_empty());
    assert!(
        found("fn f() { budget.attempt(few, work) }\n#[cfg(test)]\nmod tests { const N: usize = 3000; }").is_empty()
    );
}

#[test]
fn each_limit_says_why() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut limits, mut silent, mut lost) = (0, Vec::new(), BTreeSet::new());
    let benchmark = regex(r"`((?:benches|proofs|tests)/[^`]*)`");
    for path in sources("crates/core/src/tuning") {
        let text = std::fs::read_to_string(&path).expect("a file");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            if pair[1].starts_with("pub const ") {
                limits += 1;
                silent.extend((!pair[0].starts_with("/// ")).then(|| pair[1].to_owned()));
            }
        }
        let named = benchmark.captures_iter(&text).map(|found| found[1].to_owned());
        lost.extend(named.filter(|file| !root.join(file).exists()));
    }
    assert!(limits > 150, "{limits} limits");
    assert!(silent.is_empty() && lost.is_empty(), "without a comment: {silent:#?}; no such benchmark: {lost:#?}");
}
