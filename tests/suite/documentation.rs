//! The examples of README.md and of the book in `docs/` print what they say.
//!
//! A block `console` holds commands after `$ ` and what each prints, perhaps after the line that installs filbert;
//! `< FILE` at the end of a command is its input. A block `text NAME` is the file NAME, there for the commands of its page.
//! A block `sh` holds commands that `.ci/run` runs, or one of CI's scripts. There are no other blocks. Times, sizes and
//! memory may differ.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::structure::SOURCES;

/// The line that may begin a block `console`. It makes the program that the other lines run; the tests do not run it.
const INSTALL: &str = "$ cargo install --locked --path . --bin filbert --features full\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(page: &Path) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// README.md and every page of the book, as paths from the root.
fn pages() -> Vec<PathBuf> {
    let mut pages =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benches/RESULTS.md", "proofs/README.md", "editors/README.md"]
            .map(PathBuf::from)
            .to_vec();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The arguments of a shell line in which only single quotes are special.
fn arguments(line: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => arguments.extend(part.split_whitespace().map(str::to_owned)),
            _ => arguments.push(part.to_owned()),
        }
    }
    arguments
}

/// The text without its figures and the blanks before them.
fn without_figures(text: &str) -> String {
    let figures = regex::Regex::new(r" +(\d+(\.\d+)? ?m?s\b|\d+ states(   |$)|\d+ MB)").expect("a regular expression");
    text.lines().map(|line| figures.replace_all(line, " #").trim_end().to_owned() + "\n").collect()
}

/// Fences of a page: tag and body.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, block)) = rest.split_once("\n```") {
        let (tag, body) = block.split_once('\n').expect("a block has lines");
        let (body, after) = body.split_once("\n```\n").unwrap_or_else(|| panic!("an open block: {tag}"));
        blocks.push((tag, body));
        rest = after;
    }
    blocks
}

/// What a command prints, in a folder.
fn printed(line: &str, folder: &Path) -> String {
    let (line, input) = match line.rsplit_once(" < ") {
        Some((line, file)) if folder.join(file).is_file() => (line, Some(folder.join(file))),
        _ => (line, None),
    };
    let input = input.map_or_else(Stdio::null, |file| std::fs::File::open(file).expect("a file").into());
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    let output = command.args(arguments(line)).current_dir(folder).stdin(input).output().expect("filbert runs");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// What no page, help text or message says outside of code: literal turns of another language, and what only its writer can
/// look up. Regular expressions for whole words, one a line, that do not tell capitals from small letters. "Is no" may follow
/// "there", or come before "larger" and the like.
const NOT_WRITTEN: &[&str] = &[
    r"some times a second",
    r"besides",
    r"such",
    r"those that",
    r"what is [^.;:?!|]{1,80} is",
    r"stands?",
    r"had to leave",
    r"the same minute",
    r"in the same hour",
    r"loaded machine",
    r"by then",
    r"for want of",
    r"says the rest",
    r"in the place of",
    r"(?:is|are) no",
    r"nobody",
    r"speaks? of",
    r"(?:is|are) said",
    r"said of",
    r"of itself",
    r"one by one",
    r"not so",
    r"says not",
    r"means nothing",
    // Dates of measurements; these belong in `benches/`.
    r"20\d\d-\d\d-\d\d",
];

/// The words of a page as one line, without code and without the name of a lint.
fn prose(text: &str) -> String {
    // Headings and paragraphs end sentences.
    CODE.replace_all(text, " ").replace("\n\n", " . ").split_whitespace().collect::<Vec<_>>().join(" ")
}

static CODE: LazyLock<regex::Regex> = LazyLock::new(|| regex(r"(?s)\n```.*?\n```|`[^`]*`|\bno-such-value\b"));
static HASHES: LazyLock<regex::Regex> = LazyLock::new(|| regex(r"\b[0-9a-f]{7,40}\b"));
static PHRASES: LazyLock<regex::Regex> = LazyLock::new(|| regex(&format!(r"(?i)\b(?:{})\b", NOT_WRITTEN.join("|"))));

fn regex(pattern: &str) -> regex::Regex {
    regex::Regex::new(pattern).expect("a regular expression")
}

/// What of a text `NOT_WRITTEN` has, and hashes of commits, each with the words around it.
fn not_written(text: &str) -> Vec<String> {
    let text = prose(text);
    let is_hash = |found: &regex::Match| {
        found.as_str().contains(|c: char| c.is_ascii_digit())
            && found.as_str().contains(|c: char| c.is_ascii_lowercase())
    };
    let is_idiom = |found: &regex::Match| {
        let before = text[..found.start()].trim_end().to_lowercase();
        let after = text[found.end()..].split_whitespace().next().unwrap_or_default();
        let compared = ["larger", "longer", "smaller", "more", "less"].contains(&after);
        found.as_str().to_lowercase().ends_with(" no") && (before.ends_with("there") || compared)
    };
    let found =
        PHRASES.find_iter(&text).filter(|found| !is_idiom(found)).chain(HASHES.find_iter(&text).filter(is_hash));
    let around = |found: regex::Match| {
        let before: String = text[..found.start()].chars().rev().take(40).collect();
        let after: String = text[found.end()..].chars().take(40).collect();
        format!("{}[{}]{after}", before.chars().rev().collect::<String>(), found.as_str())
    };
    found.map(around).collect()
}

#[test]
fn pages_are_in_plain_english() {
    let mut wrong = Vec::new();
    for page in pages() {
        let name = page.display().to_string();
        if name == "README.md" || name.starts_with("docs/") {
            wrong.extend(not_written(&read(&page)).iter().map(|found| format!("{name}: {found}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// String literals of a source that a user may see. It leaves out tests, comments, and what `assert!`, `expect`, `panic!` and
/// `unreachable!` say of a bug. A literal in parts is seen part by part.
fn messages(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let tokens = r##"(?s)//[^\n]*|'(?:\\.[^']*|[^\\'\n])'|\br"([^"]*)"|\br#"(.*?)"#|"((?:\\.|[^"\\])*)"|[;{}]"##;
    let tokens = regex::Regex::new(tokens).expect("a regular expression");
    let continued = regex::Regex::new(r"\\\n\s*").expect("a regular expression");
    let (mut messages, mut statement) = (Vec::new(), 0);
    for token in tokens.captures_iter(source) {
        let place = token.get(0).expect("a token");
        if matches!(place.as_str(), ";" | "{" | "}") {
            statement = place.end();
        }
        let Some(literal) = (1..=3).find_map(|part| token.get(part)) else { continue };
        let before = &source[statement..place.start()];
        if !["assert", "expect(", "panic!", "unreachable!"].iter().any(|bug| before.contains(bug)) {
            let text = continued.replace_all(literal.as_str(), "").replace("\\n", "\n\n").replace("\\\"", "\"");
            messages.push(text);
        }
    }
    messages
}

/// The sources below a folder that are not all tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources.extend(self::sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            sources.push(path);
        }
    }
    sources.retain(|path| !["random.rs", "wrong.rs", "tests.rs"].iter().any(|tests| path.ends_with(tests)));
    sources
}

#[test]
fn messages_are_in_plain_english() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in SOURCES.iter().flat_map(|folder| sources(&root().join(folder))) {
        for message in messages(&std::fs::read_to_string(&path).expect("a source")) {
            count += 1;
            wrong.extend(not_written(&message).iter().map(|found| format!("{}: {found}", path.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 2000, "{count} messages");
}

#[test]
fn help_is_in_plain_english() {
    let command = regex::Regex::new(r"(?m)^  ([a-z]+)  ").expect("a regular expression");
    let list = printed("--help", root());
    let mut texts = vec![("filbert".to_owned(), list.clone())];
    for name in command.captures_iter(&list) {
        let name = name[1].to_owned();
        texts.push((name.clone(), printed(&format!("help {name}"), root())));
    }
    for name in ["stat", "prune", "verify"] {
        texts.push((format!("cache {name}"), printed(&format!("help cache {name}"), root())));
    }
    assert!(texts.len() > 20, "{} commands", texts.len());
    let found = |(name, text): &(String, String)| {
        not_written(text).iter().map(|found| format!("{name}: {found}")).collect::<Vec<_>>()
    };
    let wrong: Vec<String> = texts.iter().flat_map(found).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folders of sources that have comments, the whole tree but for what is generated.
const COMMENTED: [&str; 10] = [
    "benches",
    "checker",
    "crates",
    "examples",
    "experiments",
    "fuzz",
    "playground/wasm",
    "python/src",
    "src",
    "tests",
];

/// The lines of a source on which a doc comment begins with "The same": it says what differs and leaves what it is to the
/// comment above, which a reader of one item does not see.
fn begins_with_the_same(source: &str) -> Vec<usize> {
    let of_doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
    let mut begins = true;
    let mut found = Vec::new();
    for (at, line) in (1..).zip(source.lines().map(str::trim_start)) {
        if begins && of_doc(line) && line[3..].trim_start().starts_with("The same") {
            found.push(at);
        }
        begins = !of_doc(line);
    }
    found
}

#[test]
fn every_doc_comment_says_what_its_item_is() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in COMMENTED.into_iter().flat_map(crate::structure::sources) {
        let name = path.strip_prefix(root()).expect("below the root").display().to_string();
        let found = begins_with_the_same(&std::fs::read_to_string(&path).expect("a source"));
        count += 1;
        wrong.extend(found.iter().map(|line| format!("{name}:{line}: says what differs, not what it is")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 500, "{count} sources");
}

#[test]
fn a_doc_comment_that_leans_on_the_one_above_is_noticed() {
    let source = "//! The same.\n\n/// One of\n/// The same\nfn one() {}\n// The same\n    /// The same, twice.\n";
    assert_eq!(begins_with_the_same(source), [1, 7]);
}

#[test]
fn a_message_is_told_from_what_no_user_sees() {
    let source = "// \"no\"\nlet a = \"one\"; b('\"').expect(\"two\"); c(r\"thr\\ee\"); let d = \"fo\\\n  ur \\\"\";\n";
    assert_eq!(messages(source), ["one", "thr\\ee", "four \""]);
}

#[test]
fn a_turn_of_another_language_is_noticed() {
    let text =
        "Those\nthat had\nto leave, `such` as 038018a of 2026-11-22.\n\n```console\nbesides\n```\nNumbers as 1234567.";
    let found = not_written(text);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found[0].contains("[Those that]") && found[3].contains("[038018a]"), "{found:?}");
}

/// Runs every example of a page; what went wrong, and the number of commands.
fn check(page: &Path) -> (Vec<String>, usize) {
    let text = read(page);
    let (ci, long) = (read(Path::new(".ci/run")), read(Path::new(".ci/long")));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut wrong, mut commands) = (Vec::new(), 0);
    for (tag, body) in blocks(&text) {
        match tag.split_once(' ').unwrap_or((tag, "")) {
            ("text", name) if !name.is_empty() => {
                std::fs::write(folder.path().join(name), format!("{body}\n")).expect("a file is written");
            }
            ("sh", "") => {
                let is_script = |line: &str| [".ci/run", ".ci/long"].contains(&line.trim_start_matches("CI=true "));
                // `.ci/run` builds the program once, with what the wheel needs, and calls it by its path; `.ci/long` as written.
                let is_run = |line: &str| {
                    let built = line.replace("cargo run --release -- ", "$filbert ");
                    let has = |script: &str, line: &str| script.lines().any(|run| run.contains(line));
                    has(&ci, line) || has(&ci, &built) && has(&long, line)
                };
                let missing = body.lines().filter(|line| !is_script(line) && !is_run(line));
                wrong.extend(missing.map(|line| format!("{}: nothing runs `{line}`", page.display())));
            }
            ("console", "") => {
                let body = body.strip_prefix(INSTALL).unwrap_or(body);
                assert!(body.starts_with("$ filbert "), "{}: {body}", page.display());
                for example in format!("\n{body}").split("\n$ filbert ").skip(1) {
                    let (line, expected) = example.split_once('\n').unwrap_or((example, ""));
                    let printed = without_figures(printed(line, folder.path()).trim_end());
                    if printed != without_figures(expected.trim_end()) {
                        wrong.push(format!("{}: filbert {line}\nprints\n{printed}", page.display()));
                    }
                    commands += 1;
                }
            }
            // Run by python/tests/test_documentation.py.
            ("python", "") if page.ends_with("docs/python.md") => {}
            _ => wrong.push(format!("{}: a block `{tag}`, which nothing runs", page.display())),
        }
    }
    (wrong, commands)
}

#[test]
fn every_example_prints_what_it_says() {
    let mut commands = 0;
    let mut wrong = Vec::new();
    for page in pages() {
        let (complaints, count) = check(&page);
        wrong.extend(complaints);
        commands += count;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(commands >= 60, "{commands} commands");
}

#[test]
fn a_wrong_example_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.md");
    let text =
        "\n```console\n$ filbert eval 'Ax x=x'\nFALSE\n```\n\n```rust\nfn main() {}\n```\n\n```sh\nrm -r /\n```\n";
    std::fs::write(&page, text).expect("a file");
    let (wrong, commands) = check(&page);
    assert_eq!((wrong.len(), commands), (3, 1), "{wrong:?}");
    assert!(wrong[0].contains("TRUE") && wrong[1].contains("rust") && wrong[2].contains("rm -r /"));
}

#[test]
fn the_book_has_every_page_and_every_link_leads_somewhere() {
    let pages = pages();
    let summary = read(Path::new("docs/SUMMARY.md"));
    for page in pages.iter().filter_map(|page| page.strip_prefix("docs").ok()) {
        let listed = summary.contains(&format!("({})", page.display()));
        assert!(listed || page.ends_with("SUMMARY.md"), "docs/SUMMARY.md lacks {}", page.display());
    }
    let link = regex::Regex::new(r"\]\(([^)#]+)?(#[^)]+)?\)").expect("a regular expression");
    // In code a bracket before a parenthesis is no link.
    let code = regex::Regex::new(r"(?s)\n```.*?\n```|`[^`]*`").expect("a regular expression");
    for page in &pages {
        let text = read(page);
        for target in link.captures_iter(&code.replace_all(&text, "")) {
            let file = target.get(1).map(|file| file.as_str());
            if file.is_some_and(|file| file.contains("://")) {
                continue;
            }
            let path = file.map_or(page.clone(), |file| page.parent().expect("a folder").join(file));
            assert!(root().join(&path).exists(), "{}: no {}", page.display(), path.display());
            if let Some(heading) = target.get(2) {
                let headings: Vec<String> = read(&path).lines().filter_map(anchor).collect();
                assert!(headings.contains(&heading.as_str().to_owned()), "{}: no {}", page.display(), heading.as_str());
            }
        }
    }
}

/// The name that a heading has in links.
fn anchor(line: &str) -> Option<String> {
    let heading = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
    let letters =
        heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>();
    Some(format!("#{}", letters.replace(' ', "-")))
}

/// The questions of the playground: each begins with one, and is answered as its comments say.
#[test]
fn the_questions_of_the_playground_are_answered() {
    let folder = root().join("playground/questions");
    let files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    assert!(files.len() >= 12);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a script");
        let question = text.lines().next().unwrap_or_default();
        assert!(question.starts_with("# ") && question.ends_with('?'), "{question}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
        let output = command.arg("prove").arg(&file).args(["--deny", "all"]).output().expect("filbert runs");
        let is_about_mistakes = question.contains("wrong");
        assert_eq!(
            output.status.code(),
            Some(i32::from(is_about_mistakes)),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}

#[test]
fn every_lint_has_a_page() {
    for lint in filbert::logic::lints::Lint::ALL {
        assert!(root().join(format!("docs/lints/{lint}.md")).is_file(), "{lint}");
    }
}

#[test]
fn files_of_the_source_that_the_book_names_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = regex::Regex::new(r"`((?:src|tests|grammar|benches|examples|experiments)/[\w./-]+\.\w+)`")
        .expect("a regular expression");
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("docs")).expect("the book") {
        let path = entry.expect("an entry").path();
        let Some(text) =
            std::fs::read_to_string(&path).ok().filter(|_| path.extension().is_some_and(|end| end == "md"))
        else {
            continue;
        };
        for file in named.captures_iter(&text) {
            count += 1;
            assert!(root.join(&file[1]).exists(), "{} names {}", path.display(), &file[1]);
        }
    }
    assert!(count > 15, "{count} files");
}
