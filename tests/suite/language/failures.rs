//! A definition that fails leaves no older meaning, whichever command it is and whatever ends it: an error, or a limit on
//! states, looks at the clock, time or memory, or an interrupt.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use filbert::script::{Entry, FileReport, Limits, Options, Told, Totals, prove_aloud};
use filbert::syntax::{Source, commands};
use serde_json::Value;

use crate::cli::filbert;

use super::engine::{place, said, undecided};
use super::vector::MAIN;

/// A definition that is wrong or too much, the older meaning that it hides, and what is said of its name.
struct Case {
    /// Which command.
    keyword: &'static str,
    /// The older meaning of the name: `theorem` is true of it.
    old: &'static str,
    /// The newer one: `theorem` is false of it. Empty if the command does nothing that a limit could end.
    new: &'static str,
    /// The newer one with an error in it.
    wrong: &'static str,
    /// What names it.
    theorem: &'static str,
}

/// What stands before each case: an automaton of 512 states, and what the commands are applied to.
const BEFORE: &str = "reg big msd_2 \"(0|1)*1(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)\":\n\
    reg one msd_2 \"0*1\":\nreg three msd_2 \"0*11\":\ndef below \"?msd_neg_2 x=3\":\nsequence q n \"?msd_2 x<n\":\n\
    morphism h \"0->01 1->10\":\nword Z msd_2 \"0->00\":\n\
    game Nim \"?msd_2 p -> r : r<p\":\n\
    game Sides \"?msd_2 p -> r : r<p & p<r+1000\" right \"r+2=p\":\n";

/// A set of the number 1, and what is true of it.
const ONE: (&str, &str) = ("def f \"?msd_2 x=1\":", "?msd_2 $f(1)");

/// A word of zeros, and what is true of it.
const ZEROS: (&str, &str) = ("word W msd_2 \"0->00\":", "?msd_2 W[1]=@0");

const fn function(keyword: &'static str, new: &'static str, wrong: &'static str) -> Case {
    Case { keyword, old: ONE.0, new, wrong, theorem: ONE.1 }
}

const fn word(keyword: &'static str, new: &'static str, wrong: &'static str) -> Case {
    Case { keyword, old: ZEROS.0, new, wrong, theorem: ZEROS.1 }
}

/// Every command that binds a name. `HEAVY` stands for a true statement that takes some hundred states.
const CASES: [Case; 53] = [
    function("def", "def f \"?msd_2 x=2 & HEAVY\":", "def f \"?msd_2 x=\":"),
    function("def", "def f \"?msd_2 x=2 & HEAVY\":", "def f \"?msd_2 $nosuch(x)\":"),
    function("def", "def f(x) \"?msd_2 x=2 & HEAVY\":", "def f(y) \"?msd_2 x=2\":"),
    function("eval", "eval f \"?msd_2 x=2 & HEAVY\":", "eval f \"?msd_2 $nosuch(x)\":"),
    function("reg", "reg f msd_2 \"(0|1)*1(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)\":", "reg f msd_2 \"0*(1\":"),
    function("kernel", "kernel f of Nim:", "kernel f of Nosuch:"),
    function("kernel", "kernel f of Nim:", "kernel f of Nim given $one:"),
    // What a limit ends is a guess.
    function("guess", "", "guess f of Nosuch:"),
    function("concat", "concat f big big:", "concat f big nosuch:"),
    function("difference", "difference f big one:", "difference f big nosuch:"),
    function("fixleadzero", "fixleadzero f big:", "fixleadzero f nosuch:"),
    function("fixtrailzero", "fixtrailzero f three:", "fixtrailzero f nosuch:"),
    function("intersect", "intersect f big big:", "intersect f big nosuch:"),
    function("leftquo", "leftquo f three three:", "leftquo f three nosuch:"),
    function("rightquo", "rightquo f three three:", "rightquo f three nosuch:"),
    function("star", "star f three:", "star f nosuch:"),
    function("union", "union f three big:", "union f three nosuch:"),
    function("minimize", "minimize $f $big:", "minimize $f $nosuch:"),
    function("reverse", "reverse $f $big:", "reverse $f $nosuch:"),
    function("convert", "convert $f msd_4 $big:", "convert $f msd_3 $big:"),
    function("alphabet", "alphabet $f msd_2 $big:", "alphabet $f msd_2 $nosuch:"),
    function("split", "split f below[+]:", "split f nosuch[+]:"),
    function("rsplit", "rsplit f[+] three:", "rsplit f[+] nosuch:"),
    Case {
        keyword: "normalizer",
        old: "def f \"?msd_fib x=x & y=y\":",
        new: "normalizer f msd_fib {0,1,2,3}:",
        wrong: "normalizer f msd_nosuch {0,1}:",
        theorem: "?msd_fib En,m n!=m & (Ex $f(x,n) & $f(x,m))",
    },
    Case {
        keyword: "synchronize",
        old: "def f \"?msd_2 m=n+1\":",
        new: "synchronize f q:",
        wrong: "synchronize f nosuch:",
        theorem: "?msd_2 $f(4,3)",
    },
    Case {
        keyword: "recursion",
        old: "def f \"?msd_2 m=n+1\":",
        new: "recursion f \"?msd_2 f(0)=0, f(n)=f(n-1)+1\":",
        wrong: "recursion f \"?msd_2 f(0)=0, f(n)=f(n)\":",
        theorem: "?msd_2 $f(4,3)",
    },
    Case {
        keyword: "recursion",
        old: "def f \"?msd_2 m=n+1\":",
        new: "recursion e f \"?msd_2 e(0)=0, e(n)=e(n-1)+1, f(n)=e(n)\":",
        wrong: "recursion e f \"?msd_2 e(0)=0, e(n)=f(n-1)+1, f(n)=e(n+1)\":",
        theorem: "?msd_2 $f(4,3)",
    },
    Case {
        keyword: "outcomes",
        old: "def f_L \"?msd_2 x=2\":",
        new: "outcomes f of Sides:",
        wrong: "outcomes f of Nim:",
        theorem: "?msd_2 $f_L(2)",
    },
    Case {
        keyword: "grundy",
        old: "def f_0 \"?msd_2 x=1\":",
        new: "grundy f of Nim upto 1:",
        wrong: "grundy f of Nosuch upto 1:",
        theorem: "?msd_2 $f_0(1)",
    },
    Case {
        keyword: "grundy",
        old: "def f_1 \"?msd_2 x=2\":",
        new: "grundy f of Nim upto 1:",
        wrong: "grundy f of Nim upto one:",
        theorem: "?msd_2 $f_1(2)",
    },
    word("word", "word W msd_2 \"0->01 1->10\":", "word W msd_2 \"0->012 1->10\":"),
    word("word", "word W[n] \"T[n]+0*T[n+1]+0*T[n+2]+0*T[n+3]\":", "word W[n] \"Nosuch[n]\":"),
    word("promote", "promote W h:", "promote W nosuch:"),
    word("combine", "combine W big=5 one=1:", "combine W big=5 nosuch=1:"),
    word("image", "image W h T:", "image W nosuch T:"),
    word("minimize", "minimize W T:", "minimize W Nosuch:"),
    word("reverse", "reverse W T:", "reverse W Nosuch:"),
    word("convert", "convert W msd_4 T:", "convert W msd_3 T:"),
    word("alphabet", "alphabet W msd_2 T:", "alphabet W msd_nosuch T:"),
    word("transduce", "", "transduce W nosuch T:"),
    Case {
        keyword: "join",
        old: "join W Z[a] Z[b]:",
        new: "join W T[a] T[b]:",
        wrong: "join W T[a] Nosuch[b]:",
        theorem: "?msd_2 W[1][0]=@0",
    },
    // What filbert ships is no better than what a script defined before.
    Case {
        keyword: "word",
        old: "",
        new: "word T msd_2 \"0->00 1->11\":",
        wrong: "word T msd_2 \"0->012 1->10\":",
        theorem: "?msd_2 T[1]=@1",
    },
    Case {
        keyword: "sequence",
        old: "sequence s n \"?msd_2 x<n+1\":",
        new: "sequence s n \"?msd_2 x<n & HEAVY\":",
        wrong: "sequence s n \"?msd_2 $nosuch(x,n)\":",
        theorem: "?msd_2 s(3)=4",
    },
    Case {
        keyword: "def",
        old: "sequence s n \"?msd_2 x<n+1\":",
        new: "def s n \"?msd_2 x<n & HEAVY\":",
        wrong: "def s n \"?msd_2 $nosuch(x,n)\":",
        theorem: "?msd_2 s(3)=4",
    },
    Case {
        keyword: "macro",
        old: "macro m \"%0=1\":",
        new: "macro m \"%0=2\":",
        wrong: "macro m \"%0=2\" again:",
        theorem: "?msd_2 #m(1)",
    },
    Case {
        keyword: "morphism",
        old: "morphism m \"0->00 1->11\":",
        new: "morphism m \"0->01 1->10\":",
        wrong: "morphism m \"0->0[\":",
        theorem: "promote W m: ?msd_2 W[1]=@0",
    },
    Case {
        keyword: "numeration",
        old: "numeration N \"x^2 = x + 1\":",
        new: "numeration N \"x^2 = 2x + 1\":",
        wrong: "numeration N \"x^2 = x +\":",
        theorem: "reg f msd_N \"0*100\": ?msd_N $f(3)",
    },
    Case {
        keyword: "family",
        old: "family N bounded 4:",
        new: "",
        wrong: "family N bounded 0:",
        theorem: "reg f {0,1,2} {0,1,2} \"[1,0][0,0][2,2]\": Ef,x $f(f,x) & N[f][x]=@0",
    },
    Case {
        keyword: "ost",
        old: "ost N [0 2] [1]:",
        new: "ost N [0] [2]:",
        wrong: "ost N [0] []:",
        theorem: "reg f msd_N \"0*100\": ?msd_N $f(3)",
    },
    Case {
        keyword: "game",
        old: "game G \"?msd_2 p -> r : r<p\":",
        new: "game G \"?msd_2 p -> r : r<p & p>1 & HEAVY\":",
        wrong: "game G \"?msd_2 p -> r : r<=p\":",
        theorem: "kernel P of G: ?msd_2 ~$P(1)",
    },
    Case { keyword: "include", old: "", new: "", wrong: "include \"nosuch.prf\":", theorem: "?msd_2 T[1]=@1" },
    Case { keyword: "load", old: "", new: "", wrong: "load nosuch.prf:", theorem: "?msd_2 T[1]=@1" },
    Case { keyword: "use", old: "", new: "", wrong: "use \"nosuch.prf\":", theorem: "?msd_2 T[1]=@1" },
];

/// A true statement that takes some hundred states.
const HEAVY: &str = "(?msd_trib Ax,y x<y => (Ez x+z=y & z>0))";

impl Case {
    /// The script with this in the place of the newer definition, and the line where it stands.
    fn script(&self, newer: &str) -> (String, usize) {
        let before = format!("{BEFORE}{}\n", self.old);
        let line = before.lines().count() + 1;
        let (after, claim) = self.theorem.rsplit_once(": ").map_or(("", self.theorem), |(after, claim)| (after, claim));
        let after = if after.is_empty() { String::new() } else { format!("{after}:\n") };
        let newer = newer.replace("HEAVY", HEAVY);
        (format!("{before}{newer}\n{after}theorem t \"{claim}\":\nrefute u \"{claim}\":\n"), line)
    }
}

/// What became of a script: the verdicts of its theorems, whether the command on the line failed, and the exit code.
struct Outcome {
    truths: BTreeMap<String, Option<bool>>,
    failed: bool,
    code: u8,
    said: String,
}

fn proved(script: &str, line: usize, limits: Limits, during: &dyn Fn(bool)) -> Outcome {
    let options = Options { limits, ..Options::default() };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(MAIN);
    std::fs::write(&path, script).expect("a file");
    let here = Cell::new(0);
    let (entries, failed) = (std::cell::RefCell::new(Vec::new()), Cell::new(false));
    prove_aloud(&Source::new(MAIN, script), Some(&path), &options, &|told| match told {
        Told::Tries(at) => {
            here.set(at);
            during(at == line);
        }
        Told::Knows(entry) => {
            let is_failure = match &*entry {
                Entry::Error(_) | Entry::Undefined { .. } | Entry::Unreadable(_) => true,
                // A kernel that is refuted leaves its name undecided as well.
                Entry::Statement(statement) => !statement.holds(),
                _ => false,
            };
            // A command that cannot be read is not tried.
            let is_here = here.get() == line || place(&said(&entry)).is_some_and(|place| place.line == line);
            if is_here && is_failure {
                failed.set(true);
            }
            entries.borrow_mut().push(*entry);
        }
    });
    let entries = entries.into_inner();
    let truth = |entry: &Entry| match entry {
        Entry::Statement(one) => Some((one.name.clone(), one.outcome.as_ref().ok().map(|verdict| verdict.truth))),
        _ => None,
    };
    let said = entries.iter().map(said).collect();
    let truths = entries.iter().filter_map(truth).collect();
    let mut totals = Totals::default();
    totals.add(&FileReport { path: MAIN.into(), entries, complete: true });
    Outcome { truths, failed: failed.get(), code: totals.exit_code(), said }
}

#[test]
fn the_cases_are_all_commands_that_bind_names() {
    let looks = ["cls", "describe", "export", "first", "help", "inf", "regex", "test"];
    let says = ["cover", "exit", "quit", "redundant", "refute", "theorem"];
    let all: BTreeSet<&str> = commands().iter().map(|info| info.keyword).collect();
    let bind: BTreeSet<&str> = all.into_iter().filter(|word| !looks.contains(word) && !says.contains(word)).collect();
    assert_eq!(CASES.iter().map(|case| case.keyword).collect::<BTreeSet<_>>(), bind);
}

#[test]
fn the_older_meaning_and_the_newer_one_differ() {
    for case in CASES.iter().filter(|case| !case.new.is_empty()) {
        let (script, line) = case.script("");
        let old = proved(&script, line, Limits::default(), &|_| {});
        assert_eq!((old.truths["t"], old.truths["u"]), (Some(true), Some(true)), "{script}{}", old.said);
        let (script, line) = case.script(case.new);
        let new = proved(&script, line, Limits::default(), &|_| {});
        assert_eq!((new.truths["t"], new.truths["u"]), (Some(false), Some(false)), "{script}{}", new.said);
    }
}

#[test]
fn after_an_error_in_a_definition_nothing_is_said_of_its_name() {
    for case in &CASES {
        let (script, line) = case.script(case.wrong);
        let Outcome { truths, failed, code, said } = proved(&script, line, Limits::default(), &|_| {});
        assert!(failed, "{script}{said}");
        assert_eq!((truths["t"], truths["u"]), (None, None), "{script}{said}");
        // A kernel that is refuted is a statement that fails.
        assert_eq!(code, if case.wrong.contains("given") { 1 } else { 2 }, "{script}{said}");
        let why = said.lines().rev().find_map(undecided);
        assert_eq!(why.map(|(_, place)| place.line), Some(line), "{script}{said}");
    }
}

/// Runs a case with limits; whether the definition failed.
fn limited(case: &Case, limits: Limits, during: &dyn Fn(bool)) -> bool {
    let (script, line) = case.script(case.new);
    let Outcome { truths, failed, code, said } = proved(&script, line, limits, during);
    for name in ["t", "u"] {
        let truth = truths[name];
        assert_ne!(truth, Some(true), "what is older: {script}{said}");
        assert!(truth.is_none() || !failed, "a definition that failed: {script}{said}");
    }
    if failed {
        assert_eq!(code, 2, "{script}{said}");
    }
    failed
}

#[test]
fn after_a_limit_in_a_definition_nothing_is_said_of_its_name() {
    let (mut failed, mut by_limit) = (BTreeSet::new(), [0; 3]);
    for (at, case) in CASES.iter().enumerate().filter(|(_, case)| !case.new.is_empty()) {
        for steps in 0..10 {
            let states = Limits { states: Some(1 << steps), ..Limits::default() };
            let looks = Limits { looks: Some(steps), ..Limits::default() };
            let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
            for (kind, limits) in [states, looks, none].into_iter().enumerate() {
                if (kind < 2 || steps == 0) && limited(case, limits, &|_| {}) {
                    failed.insert(at);
                    by_limit[kind] += 1;
                }
            }
        }
    }
    assert!(by_limit.iter().all(|&count| count >= 5) && failed.len() >= 20, "{by_limit:?} {failed:?}");
}

#[test]
fn after_an_interrupt_in_a_definition_nothing_is_said_of_its_name() {
    let mut failed = 0;
    for case in CASES.iter().filter(|case| !case.new.is_empty()) {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
        failed += usize::from(limited(case, limits, &|here| stop.store(here, Ordering::Relaxed)));
    }
    assert!(failed >= 10, "{failed}");
}

#[test]
fn after_a_limit_on_memory_the_program_says_nothing_of_a_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut arguments =
        vec!["prove".to_owned(), "--json".into(), "report.json".into(), "--memory".into(), "1MB".into()];
    for (at, case) in CASES.iter().enumerate().filter(|(_, case)| !case.new.is_empty()) {
        let path = format!("s{at:02}.prf");
        std::fs::write(folder.path().join(&path), case.script(case.new).0).expect("a file");
        arguments.push(path);
    }
    let output = filbert(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let text = std::fs::read_to_string(folder.path().join("report.json"));
    let text = text.unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&output.stderr)));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let mut unknown = 0;
    for file in report["files"].as_array().expect("files") {
        for statement in file["statements"].as_array().expect("statements") {
            let (name, verdict) = (&statement["name"], &statement["verdict"]);
            unknown += usize::from(*verdict == "UNKNOWN");
            assert!(*name != "t" || *verdict != "TRUE", "{}: {file}", Path::new(MAIN).display());
            assert!(*name != "u" || *verdict != "TRUE", "{file}");
        }
    }
    // How many pass the limit depends on what the program itself takes.
    assert!(unknown >= 1, "{unknown}: {}", String::from_utf8_lossy(&output.stdout));
}
