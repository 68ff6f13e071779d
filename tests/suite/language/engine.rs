//! What filbert itself makes of the vectors: verdicts, what is undecided, what is said to be wrong, the exit code.

use std::path::Path;
use std::sync::LazyLock;

use filbert::report::text::{Layout, entry as shown};
use filbert::script::{CommandError, Entry, Limits, Options, Totals, prove_source};
use filbert::syntax::Source;
use regex::Regex;

use super::assert_none;
use super::vector::{MAIN, Meaning, Named, Outcome, Place, Vector, all};

/// What is said of a name that a failure left undecided.
static UNDECIDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"`[$#.]?(\w+)` was left undecided at (?:line )?(?:(\S+?):)?(\d+)").expect("a regular expression")
});

/// A place in a file, as messages show it.
static PLACE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"([\w./-]+\.prf):(\d+)").expect("a regular expression"));

/// What is said of an entry.
pub(super) fn said(entry: &Entry) -> String {
    shown(Path::new(MAIN), entry, Layout { names: 0, formulas: false, color: false })
}

/// The name that was left undecided, and where, if that is why something is.
pub(super) fn undecided(text: &str) -> Option<(String, Place)> {
    let found = UNDECIDED.captures(text)?;
    let file = found.get(2).map_or(MAIN, |file| file.as_str()).trim_start_matches("./").to_owned();
    Some((found[1].to_owned(), Place { file, line: found[3].parse().expect("a number") }))
}

/// The first place that a message shows.
fn place(text: &str) -> Option<Place> {
    let found = PLACE.captures(text)?;
    let file = found[1].trim_start_matches("./").to_owned();
    Some(Place { file, line: found[2].parse().expect("a number") })
}

/// Proves a script with the files of a vector.
fn proved(vector: &Vector, main: &str) -> Vec<Entry> {
    let limits = Limits { states: vector.states, ..Limits::default() };
    let options = Options { limits, given: Some(vector.given()), ..Options::default() };
    let source = Source::new(MAIN, main);
    let work = || prove_source(&source, Some(Path::new(MAIN)), &options);
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
        worker.expect("a thread").join().expect("no panic")
    })
}

/// The statements of a run, each with what became of it.
fn statements(entries: &[Entry]) -> Vec<(String, Outcome)> {
    let statement = |entry: &Entry| {
        let Entry::Statement(statement) = entry else { return None };
        let outcome = match &statement.outcome {
            Ok(verdict) => Outcome::Truth(verdict.truth),
            Err(why) => match (undecided(&said(entry)), why) {
                (Some((name, place)), _) => Outcome::Undecided(name, place),
                (None, CommandError::Wrong(_)) => Outcome::Wrong(place(&said(entry)).expect("a place")),
                (None, _) => Outcome::Limit,
            },
        };
        Some((statement.name.clone(), outcome))
    };
    entries.iter().filter_map(statement).collect()
}

/// Where something is said to be wrong with a command that is no statement, or cannot be read as one.
fn refusals(entries: &[Entry]) -> Vec<Place> {
    let is_refusal = |entry: &&Entry| matches!(entry, Entry::Error(_) | Entry::Undefined { .. } | Entry::Unreadable(_));
    let texts = entries.iter().filter(is_refusal).map(said);
    // What stands on something that was left undecided is no new mistake.
    let own = texts.filter(|text| undecided(text).is_none());
    own.map(|text| place(&text).unwrap_or(Place { file: text, line: 0 })).collect()
}

#[test]
fn filbert_makes_of_each_vector_what_it_says() {
    let mut wrong = Vec::new();
    for vector in all() {
        let entries = proved(&vector, vector.main());
        let (found, mut refused) = (statements(&entries), refusals(&entries));
        let mut expected: Vec<(String, Outcome)> = Vec::new();
        for statement in &vector.statements {
            // A statement that cannot even be read has no name.
            let missing = |place: &Place| {
                let at = refused.iter().position(|found| found == place);
                at.filter(|_| !found.iter().any(|(name, _)| *name == statement.name))
            };
            match &statement.outcome {
                Outcome::Wrong(place) if missing(place).is_some() => {
                    refused.remove(missing(place).expect("it is there"));
                }
                outcome => expected.push((statement.name.clone(), outcome.clone())),
            }
        }
        if found != expected {
            wrong.push(format!("{}: {found:?}\n    instead of {expected:?}", vector.name));
        }
        for lines in &vector.refused {
            let is_here = |place: &Place| place.file == lines.file && (lines.first..=lines.last).contains(&place.line);
            match refused.iter().position(is_here) {
                Some(at) => drop(refused.remove(at)),
                None => wrong.push(format!("{}: nothing is wrong with {lines:?}", vector.name)),
            }
        }
        wrong.extend(refused.iter().map(|place| format!("{}: refused at {place:?}", vector.name)));
        let mut totals = Totals::default();
        entries.iter().for_each(|entry| add(&mut totals, entry));
        let fails =
            entries.iter().any(|entry| matches!(entry, Entry::Statement(one) if one.outcome.is_ok() && !one.holds()));
        let is_decided = vector.refused.is_empty()
            && vector.names.iter().all(|named| named.undecided.is_none())
            && vector.statements.iter().all(|one| matches!(one.outcome, Outcome::Truth(_)));
        let expected = if fails {
            1
        } else if is_decided {
            0
        } else {
            2
        };
        if totals.exit_code() != expected {
            wrong.push(format!("{}: exits with {} instead of {expected}", vector.name, totals.exit_code()));
        }
    }
    assert_none(&wrong);
}

/// Adds an entry to totals, which count files.
fn add(totals: &mut Totals, entry: &Entry) {
    let entries = vec![entry.clone()];
    totals.add(&filbert::script::FileReport { path: MAIN.into(), entries, complete: true });
}

/// A command that names something.
fn probe(named: &Named, at: usize) -> String {
    let Named { kind, name, .. } = named;
    match &**kind {
        "function" => format!("theorem probe{at} \"${name}(0)\":\n"),
        "word" => format!("theorem probe{at} \".{name}[0]=@0\":\n"),
        "sequence" => format!("theorem probe{at} \"{name}(0)=0\":\n"),
        "macro" => format!("theorem probe{at} \"#{name}(0)\":\n"),
        "morphism" => format!("promote probe{at} {name}:\n"),
        "game" => format!("redundant {name}:\n"),
        "system" => format!("theorem probe{at} \"?msd_{name} 0=0\":\n"),
        _ => panic!("`{kind}` is no kind of names"),
    }
}

#[test]
fn names_at_the_end_of_each_vector_are_bound_or_undecided_as_it_says() {
    let mut wrong = Vec::new();
    for vector in all().into_iter().filter(|vector| !vector.names.is_empty()) {
        for (at, named) in vector.names.iter().enumerate() {
            let main = format!("{}\n{}", vector.main(), probe(named, at));
            let mut before = proved(&vector, &format!("{}\n", vector.main())).len();
            let entries = proved(&vector, &main);
            before = before.min(entries.len());
            let told: String = entries[before..].iter().map(said).collect();
            let found = undecided(&told);
            if found != named.undecided {
                wrong.push(format!("{}: {} {} is {found:?}: {told}", vector.name, named.kind, named.name));
            }
            let is_unknown = told.contains("unknown") || told.contains("is not defined") || told.contains("no game");
            if named.undecided.is_none() && is_unknown != (named.meaning == Meaning::Nothing) {
                wrong.push(format!("{}: {} {}: {told}", vector.name, named.kind, named.name));
            }
        }
    }
    assert_none(&wrong);
}
