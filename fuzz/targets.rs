//! The readers.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use filbert::budget::Budget;
use filbert::cli::readers::{self, conversation, player, position as read_position, walnut_console};
use filbert::library::{
    CacheFolder, Checksum, Folders, broken_seal, may_replace_linear, read_automaton, read_base, read_base_change,
    read_linear, read_transducer, read_word, stored_bases, verify_checksum, with_checksum, write_linear, write_sympy,
};
use filbert::numeration::Numerations;
use filbert::report::status::{difference, table};
use filbert::script::{Limits, Options, Session, prove_source};
use filbert::syntax::{
    Macros, Source, begins_command, command, parse_coding, parse_formula, parse_morphism, parse_numeration,
    parse_regex, parse_rule, parse_script, parse_term, state,
};
use filbert::words::{guess, integers, word_command};

/// A reader of some text.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// Folders of the project with files of its kind, and their ending.
    pub shipped: &'static [(&'static str, &'static str)],
    /// What its language is made of.
    pub words: &'static [&'static str],
    /// The sources of the reader, below `src`: what its inputs should reach.
    pub files: &'static [&'static str],
    pub read: fn(&[u8]),
}

const LOGIC: &[&str] = &[
    "Ax ",
    "E<=3 y ",
    "Ix ",
    "=>",
    "<=>",
    "&",
    "|",
    "~",
    "^",
    "`",
    "(",
    ")",
    "?msd_fib ",
    "?lsd_2 ",
    "T[",
    "]=@1",
    "$phin(",
    "#m(",
    "x+y",
    "x-1",
    "2*x",
    "x/2",
    "!=",
    "<=",
    "msd_neg_2",
    "\u{0}",
    "\u{2200}",
];
const SCRIPT: &[&str] = &[
    "theorem t ",
    "def d ",
    "eval e n ",
    "reg r {0,1} ",
    "game g ",
    "kernel k of g",
    "include ",
    "morphism m ",
    "word W msd_2 ",
    "ost o [0] [1 2]",
    "numeration n ",
    "\"",
    ":",
    ";",
    "::",
    "# ",
    "test r 5",
    "inf r",
    "cover c ",
    " by ",
    "from ",
];
const FILE: &[&str] = &[
    "msd_2",
    "lsd_fib",
    "{0,1}",
    " -> ",
    "\n0 0\n",
    "*",
    "#",
    "true",
    "/",
    "\u{feff}",
    "# sha256 of the lines below: ",
];
const PROMPT: &[&str] = &[
    ":help",
    ":time on",
    ":states",
    ":show T",
    ":explain x=1",
    ":position K2 5,8",
    ":table K1 5",
    ":count c 0..3",
    ":quit",
    ":no",
    "show F",
    "def d \"x=1\":",
    "?msd_fib Ax Ey x=2*y",
    "\n",
    "(",
    "\"",
    "#",
    "help",
    "Ex x=1;",
    "\n\n",
    "&",
];
const STATUS: &[&str] = &[
    "\t",
    "\n",
    "claim",
    "text",
    "paper",
    "definition",
    "numeric",
    "open",
    "false",
    "by hand",
    "error",
    "undecidable",
    "exact",
    "weaker: ",
    "stronger: ",
    ",",
    "#",
    "\n----\n",
    "\"holds\":true",
    "\"name\":",
    "\"source\":\"A, Thm 1\"",
    "null",
];
const JSON: &[&str] =
    &["{", "}", "[", "]", "\"v\":", "\"mu\":", "\"w\":", "\"letter\":", "\"matrix\":", "\"1/0\"", ","];

const fn target(
    name: &'static str,
    words: &'static [&'static str],
    files: &'static [&'static str],
    read: fn(&[u8]),
) -> Target {
    Target { name, shipped: &[], words, files, read }
}

const STORED: &[(&str, &str)] = &[("automata", "txt")];
const SYNTAX: &[&str] = &["syntax/formula.rs", "syntax/scanner.rs", "syntax/lexer.rs", "syntax/builder.rs"];

/// One for each reader, in the order of the book: formulas and their parts, scripts, what scripts quote, files, and what is
/// typed.
pub const TARGETS: [Target; 21] = [
    target("formula", LOGIC, SYNTAX, |bytes| {
        with(bytes, |source| drop(parse_formula(source, source.span(), &Templates)));
    }),
    // What builds formulas is reached by those.
    target("term", LOGIC, &["syntax/scanner.rs", "syntax/lexer.rs"], |bytes| {
        with(bytes, |source| drop(parse_term(source, source.span(), &Templates)))
    }),
    target("rule", LOGIC, SYNTAX, |bytes| with(bytes, |source| drop(parse_rule(source, source.span(), &Templates)))),
    Target {
        shipped: &[("automata", "prf"), ("proofs/wythoff", "prf")],
        ..target("script", SCRIPT, &["syntax/script.rs", "syntax/command.rs", "syntax/commands.rs"], script)
    },
    target("session", SCRIPT, &["script/definitions.rs"], session),
    target(
        "regex",
        &["(", ")", "*", "+", "|", "{2,}", "[0,1]", "[^2-4]", "&", "~", "?", ".", "\\", "[1,*]", "{3}", "-"],
        &["syntax/regex.rs", "syntax/letter.rs"],
        |bytes| with(bytes, |source| drop(parse_regex(source, source.span()))),
    ),
    target("morphism", &["->", ",", "0->01", "[-1]", "(", ")"], &["syntax/morphism.rs"], |bytes| {
        with(bytes, |source| {
            drop(parse_morphism(source, source.span()));
            drop(parse_coding(source, source.span()));
        })
    }),
    target(
        "numeration",
        &["U(n)=", "U(n-1)", "+", "-", "*", "initial ", ",", "x^2", "=", "x", "base ", "2", "^"],
        &["syntax/numeration.rs"],
        |bytes| with(bytes, |source| drop(parse_numeration(source, source.span()))),
    ),
    Target { shipped: STORED, ..target("automaton", FILE, &["library/text.rs"], stored) },
    Target { shipped: STORED, ..target("word", FILE, &["library/text.rs"], stored) },
    target("transducer", FILE, &["library/transducer.rs"], |bytes| {
        drop(read_transducer(Path::new("f"), &text(bytes)));
    }),
    target("base", FILE, &["library/base.rs"], base),
    target("guess", &["0", "1", "-1", ",", " "], &["words/guess.rs"], prefix),
    target("json", JSON, &["library/linear.rs"], linear),
    target("status", STATUS, &["report/status.rs"], status),
    target("cache", FILE, &["library/cache.rs"], cache),
    Target { shipped: STORED, ..target("seal", FILE, &["library/checksum.rs"], seal) },
    target("console", SCRIPT, &["syntax/command.rs", "cli/walnut/console.rs"], console),
    target("prompt", PROMPT, &["cli/repl/input.rs", "cli/repl/console.rs"], prompt),
    target(
        "position",
        &["0", "7", ",", " ", "+", "-", "_", "99999999999999999999"],
        &["numeration/decimal.rs"],
        position,
    ),
    target("count", &["0", "7", "..", "=", "-", " ", "99999999999999999999"], &["numeration/decimal.rs"], counted),
];

/// Macros that formulas may call.
struct Templates;

impl Macros for Templates {
    fn template(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = match name {
            "m" => "%0=%1",
            "twice" => "#m(%0,#m(%1,%0))",
            "own" => "#own(%0)",
            "open" => "(%0",
            "same" => "?msd_2 x=%0 & y=%2",
            _ => return None,
        };
        Some(text.into())
    }

    fn names(&self) -> Vec<String> {
        ["m", "twice", "own", "open", "same"].map(String::from).into()
    }
}

fn limits() -> Limits {
    Limits { time: Some(Duration::from_millis(100)), states: Some(20_000), ..Limits::default() }
}

/// For what runs whole statements.
fn narrow() -> Limits {
    Limits { time: Some(Duration::from_millis(20)), states: Some(500), ..Limits::default() }
}

fn budget() -> Budget {
    limits().budget()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn with(bytes: &[u8], read: impl Fn(&Source)) {
    read(&Source::new("input", text(bytes)));
}

/// What is wrong is shown, too.
fn script(bytes: &[u8]) {
    let source = Source::new("input", text(bytes));
    for error in parse_script(&source).1.iter().take(20) {
        error.render(true);
    }
    state(source.text());
    begins_command(source.text());
    assert!(source.text().split_whitespace().take(50).filter_map(command).all(|known| !known.usage.is_empty()));
}

/// Runs it, and shows what came of it.
fn session(bytes: &[u8]) {
    thread_local! {
        static OUTPUTS: TempDir = tempfile::tempdir().expect("a folder");
    }
    let outputs = OUTPUTS.with(|folder| folder.path().to_owned());
    let options =
        Options { limits: narrow(), confined: Some(Vec::new()), outputs: Some(outputs), ..Options::default() };
    let source = Source::new("input", short(bytes));
    prove_source(&source, Some(Path::new("fuzz/corpus/session/input")), &options);
}

/// What runs statements gets short inputs: more of them are tried.
fn short(bytes: &[u8]) -> String {
    text(&bytes[..bytes.len().min(300)])
}

/// Automata and words have one format: what is the one is read as the other, too.
fn stored(bytes: &[u8]) {
    drop(read_automaton(Path::new("f"), &text(bytes), &Numerations::standard(), &budget()));
    drop(read_word(Path::new("f"), &text(bytes), &Numerations::standard(), &budget()));
}

/// The first byte says which file of a system the others are; the rest of the system is base 2.
fn base(bytes: &[u8]) {
    const ADDITION: &str = "{0,1} {0,1} {0,1}\n0 1\n0 0 0 -> 0\n1 0 1 -> 0\n0 1 1 -> 0\n0 0 1 -> 1\n\
                            1 0\n1 1 0 -> 0\n0 1 0 -> 1\n1 0 0 -> 1\n1 1 1 -> 1\n";
    let folder = tempfile::tempdir().expect("a folder");
    let bases = folder.path().join("Custom Bases");
    std::fs::create_dir(&bases).expect("a folder");
    let (first, rest) = bytes.split_first().unwrap_or((&0, bytes));
    let name =
        ["msd_b_addition", "lsd_b_addition", "msd_b", "lsd_b_less_than", "msd_b_base_change"][usize::from(first % 5)];
    if first % 5 > 1 {
        std::fs::write(bases.join("msd_b_addition.txt"), ADDITION).expect("a file");
    }
    std::fs::write(bases.join(format!("{name}.txt")), rest).expect("a file");
    let folders = Folders { session: folder.path().into(), home: folder.path().into() };
    stored_bases(&folders);
    drop(read_base(&folders, "b", &budget()));
    drop(read_base_change(&folders, "b", &budget()));
}

fn prefix(bytes: &[u8]) {
    let Ok(numbers) = integers(&text(bytes)) else { return };
    for system in ["msd_fib", "msd_3", "lsd_2", "msd_neg_2"] {
        let system = Numerations::standard().get(system).expect("a system");
        if let Ok(found) = guess(&numbers, &system, &budget()) {
            word_command("W", system.name(), &found);
        }
    }
}

/// What is read is written and read again; what was read is filbert's own, and may be written over.
fn linear(bytes: &[u8]) {
    let digits = |name: &str| if name == "none" { Err("unknown".to_owned()) } else { Ok(2) };
    thread_local! {
        static FOLDER: TempDir = tempfile::tempdir().expect("a folder");
    }
    let path = FOLDER.with(|folder| folder.path().join("n.json"));
    std::fs::write(&path, bytes).expect("a file");
    let is_own = may_replace_linear(&[(path, String::new())]).is_ok();
    if let Ok((linear, counted)) = read_linear(&text(bytes), digits) {
        assert!(is_own || str::from_utf8(bytes).is_err(), "what is read is not known");
        assert!(write_sympy(&linear, &counted).ends_with("return (row * w)[0]\n"));
        let files = write_linear(&linear, &counted);
        let again = files.iter().find(|(ending, _)| *ending == "json").expect("one is JSON");
        assert!(read_linear(&again.1, digits).is_ok(), "what was written is not read");
    }
}

/// The list of statements, behind a line of dashes the JSON, and behind another one what is checked.
fn status(bytes: &[u8]) {
    let text = text(bytes);
    let (list, json) = text.split_once("\n----\n").unwrap_or((&text, "{\"files\":[]}"));
    let (json, checked) = json.split_once("\n----\n").map_or((json, None), |(json, checked)| (json, Some(checked)));
    if let Ok(table) = table(list, json, checked, Path::new("")) {
        difference(&table, list);
    }
}

/// The body of an entry with the hash that belongs to it, and without; what is read is written and read again.
fn cache(bytes: &[u8]) {
    use sha2::{Digest, Sha256};
    let folder = tempfile::tempdir().expect("a folder");
    let cache = CacheFolder::open(folder.path()).expect("a folder");
    let key = [7; 32];
    let body = [&key[..], bytes].concat();
    let name = "07".repeat(32) + ".relation";
    for entry in [[&Sha256::digest(&body)[..], &body].concat(), bytes.to_vec()] {
        std::fs::write(folder.path().join(&name), entry).expect("a file");
        if let Some(read) = cache.read(&key, &budget()) {
            let other = [9; 32];
            let _ = cache.write(&other, &read);
            assert_eq!(cache.read(&other, &budget()), Some(read));
        }
    }
    // Files of others are left alone.
    let foreign = folder.path().join("07.relation");
    std::fs::write(&foreign, bytes).expect("a file");
    let cache = CacheFolder::existing(folder.path()).expect("a folder");
    for entry in cache.entries().expect("a folder") {
        let is_named = entry.path.ends_with(&name);
        assert!(!is_named || cache.is_intact(&entry, &budget()) == cache.read(&key, &budget()).is_some());
        cache.remove(&entry).expect("a file");
    }
    assert_eq!(cache.entries().expect("a folder"), []);
    assert!(foreign.exists() && cache.trouble().is_none());
}

fn seal(bytes: &[u8]) {
    let text = text(bytes);
    verify_checksum(&text);
    broken_seal(Path::new("f"), &text);
    let (about, body) = text.split_once("\n\n").unwrap_or(("", &text));
    assert_ne!(verify_checksum(&with_checksum(about, body)), Checksum::Missing);
}

/// What front ends send, in folders of its own.
fn console(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders { session: folder.path().into(), home: folder.path().into() };
    folders.create().expect("folders");
    std::fs::write(folder.path().join("Command Files/a.txt"), "def loaded \"x=1\";\nload b.txt;\n").expect("a file");
    walnut_console(folders, narrow(), &short(bytes));
}

fn prompt(bytes: &[u8]) {
    let lines = short(bytes);
    // Files for other programs would be written here.
    if !lines.contains("eval") {
        conversation(Session::with_limits(narrow()), &lines);
    }
}

fn position(bytes: &[u8]) {
    thread_local! {
        static PLAYERS: RefCell<Vec<(&'static str, Session)>> = RefCell::new(
            ["K2", "Splithoff2"].map(|game| (game, player(game, limits()).expect("it is shipped"))).into(),
        );
    }
    PLAYERS.with_borrow_mut(|players| {
        for (game, session) in players {
            drop(read_position(session, game, &text(bytes), &budget()));
        }
    });
}

fn counted(bytes: &[u8]) {
    text(bytes).split_whitespace().for_each(|argument| drop(readers::counted(argument)));
}
