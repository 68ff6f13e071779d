//! The readers.

use std::path::Path;
use std::time::Duration;

use filbert::budget::Budget;
use filbert::library::{
    CacheFolder, Folders, read_automaton, read_base, read_linear, read_transducer, read_word, verify_checksum,
};
use filbert::numeration::Numerations;
use filbert::script::{Limits, Options, prove_source};
use filbert::syntax::{
    Buffer, Source, parse_coding, parse_formula, parse_in_order, parse_morphism, parse_numeration, parse_regex,
    parse_rule, parse_script, parse_term,
};
use filbert::words::guess;

/// A reader of some text.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// Folders of the project with files of its kind, and their ending.
    pub shipped: &'static [(&'static str, &'static str)],
    /// What its language is made of.
    pub words: &'static [&'static str],
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
const JSON: &[&str] =
    &["{", "}", "[", "]", "\"v\":", "\"mu\":", "\"w\":", "\"letter\":", "\"matrix\":", "\"1/0\"", ","];

pub const TARGETS: [Target; 17] = [
    Target {
        name: "formula",
        shipped: &[],
        words: LOGIC,
        read: |bytes| with(bytes, |source| drop(parse_formula(source, source.span(), &()))),
    },
    Target {
        name: "term",
        shipped: &[],
        words: LOGIC,
        read: |bytes| with(bytes, |source| drop(parse_term(source, source.span(), &()))),
    },
    Target {
        name: "rule",
        shipped: &[],
        words: LOGIC,
        read: |bytes| with(bytes, |source| drop(parse_rule(source, source.span(), &()))),
    },
    Target { name: "script", shipped: &[("automata", "prf"), ("proofs/wythoff", "prf")], words: SCRIPT, read: script },
    Target { name: "session", shipped: &[], words: SCRIPT, read: session },
    Target {
        name: "regex",
        shipped: &[],
        words: &["(", ")", "*", "+", "|", "{2,}", "[0,1]", "[^2-4]", "&", "~", "?", "."],
        read: |bytes| with(bytes, |source| drop(parse_regex(source, source.span()))),
    },
    Target {
        name: "morphism",
        shipped: &[],
        words: &["->", ",", "0->01", "[-1]", "(", ")"],
        read: |bytes| {
            with(bytes, |source| {
                drop(parse_morphism(source, source.span()));
                drop(parse_coding(source, source.span()));
            })
        },
    },
    Target {
        name: "numeration",
        shipped: &[],
        words: &["U(n)=", "U(n-1)", "+", "-", "*", "initial ", ","],
        read: |bytes| with(bytes, |source| drop(parse_numeration(source, source.span()))),
    },
    Target {
        name: "automaton",
        shipped: &[("automata", "txt")],
        words: FILE,
        read: |bytes| drop(read_automaton(Path::new("f"), &text(bytes), &Numerations::standard(), &budget())),
    },
    Target {
        name: "word",
        shipped: &[("automata", "txt")],
        words: FILE,
        read: |bytes| drop(read_word(Path::new("f"), &text(bytes), &Numerations::standard(), &budget())),
    },
    Target {
        name: "transducer",
        shipped: &[],
        words: FILE,
        read: |bytes| drop(read_transducer(Path::new("f"), &text(bytes))),
    },
    Target { name: "base", shipped: &[], words: FILE, read: base },
    Target { name: "guess", shipped: &[], words: &["0", "1", "-1", ",", " "], read: prefix },
    Target { name: "json", shipped: &[], words: JSON, read: |bytes| drop(read_linear(&text(bytes), |_| Ok(2))) },
    Target { name: "cache", shipped: &[], words: FILE, read: cache },
    Target { name: "console", shipped: &[], words: SCRIPT, read: console },
    Target {
        name: "seal",
        shipped: &[("automata", "txt")],
        words: FILE,
        read: |bytes| drop(verify_checksum(&text(bytes))),
    },
];

fn limits() -> Limits {
    Limits { time: Some(Duration::from_millis(100)), states: Some(20_000), ..Limits::default() }
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
}

/// Runs it.
fn session(bytes: &[u8]) {
    let options = Options { limits: limits(), confined: Some(Vec::new()), ..Options::default() };
    let source = Source::new("input", text(&bytes[..bytes.len().min(300)]));
    // Files for other programs would be written here.
    if !source.text().contains("eval") {
        prove_source(&source, Some(Path::new("fuzz/corpus/session/input")), &options);
    }
}

fn base(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let bases = folder.path().join("Custom Bases");
    std::fs::create_dir(&bases).expect("a folder");
    std::fs::write(bases.join("msd_b_addition.txt"), bytes).expect("a file");
    let folders = Folders { session: folder.path().into(), home: folder.path().into() };
    drop(read_base(&folders, "b", &budget()));
}

fn prefix(bytes: &[u8]) {
    let numbers: Vec<i64> = text(bytes).split([' ', ',', '\n']).filter_map(|number| number.parse().ok()).collect();
    let fib = Numerations::standard().get("msd_fib").expect("a system");
    drop(guess(&numbers, &fib, &budget()));
}

/// The body of an entry with the hash that belongs to it, and without.
fn cache(bytes: &[u8]) {
    use sha2::{Digest, Sha256};
    let folder = tempfile::tempdir().expect("a folder");
    let cache = CacheFolder::open(folder.path()).expect("a folder");
    let key = [7; 32];
    let body = [&key[..], bytes].concat();
    let name = "07".repeat(32) + ".relation";
    for entry in [[&Sha256::digest(&body)[..], &body].concat(), bytes.to_vec()] {
        std::fs::write(folder.path().join(&name), entry).expect("a file");
        cache.read(&key, &budget());
    }
}

fn console(bytes: &[u8]) {
    let mut buffer = Buffer::default();
    for line in text(bytes).lines() {
        for command in buffer.push(line) {
            parse_in_order(&Source::new("console", command)).iter().for_each(drop);
        }
    }
    buffer.rest();
}
