//! What filbert itself makes of the vectors: verdicts, what is undecided, what is said to be wrong, the exit code.

use std::path::Path;
use std::sync::LazyLock;

use filbert::report::text::{Layout, entry as shown};
use filbert::script::{CommandError, Entry, FileReport, Limits, Options, Totals, prove_source};
use filbert::syntax::{Drawing, Source};
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
    shown(Path::new(MAIN), entry, Layout { names: 0, formulas: false, drawing: Drawing::PLAIN })
}

/// The name that was left undecided, and where, if that is why something is.
pub(super) fn undecided(text: &str) -> Option<(String, Place)> {
    let found = UNDECIDED.captures(text)?;
    let file = found.get(2).map_or(MAIN, |file| file.as_str()).trim_start_matches("./").to_owned();
    // Of a system the order of the digits may be said.
    let name = found[1].trim_start_matches("msd_").trim_start_matches("lsd_").to_owned();
    Some((name, Place { file, line: found[3].parse().expect("a number") }))
}

/// The first place that a message shows.
pub(super) fn place(text: &str) -> Option<Place> {
    let found = PLACE.captures(text)?;
    let file = found[1].trim_start_matches("./").to_owned();
    Some(Place { file, line: found[2].parse().expect("a number") })
}

/// What was told of a run: each entry, and what people read of it.
struct Run(Vec<(Entry, String)>);

/// Proves a script with the files of a vector, which are on a disk or in memory.
fn proved(vector: &Vector, main: &str, on_disk: bool) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { states: vector.states, ..Limits::default() };
    let mut options = Options { limits, ..Options::default() };
    let mut path = Path::new(MAIN).to_owned();
    if on_disk {
        vector.write(folder.path(), main);
        path = folder.path().join(MAIN);
    } else {
        options.given = Some(vector.given());
    }
    let source = Source::new(MAIN, main);
    let work = || prove_source(&source, Some(&path), &options);
    let entries = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
        worker.expect("a thread").join().expect("no panic")
    });
    let base = format!("{}/", folder.path().display());
    let told = |entry: Entry| {
        let text = said(&entry).replace(&base, "");
        (entry, text)
    };
    Run(entries.into_iter().map(told).collect())
}

impl Run {
    /// The statements, each with what became of it.
    fn statements(&self) -> Vec<(String, Outcome)> {
        let statement = |(entry, text): &(Entry, String)| {
            let Entry::Statement(statement) = entry else { return None };
            let outcome = match &statement.outcome {
                Ok(verdict) => Outcome::Truth(verdict.truth),
                Err(why) => match (undecided(text), why) {
                    (Some((name, place)), _) => Outcome::Undecided(name, place),
                    (None, CommandError::Wrong(_)) => Outcome::Wrong(place(text).expect("a place")),
                    (None, _) => Outcome::Limit,
                },
            };
            Some((statement.name.clone(), outcome))
        };
        self.0.iter().filter_map(statement).collect()
    }

    /// Where something is said to be wrong with a command that is no statement, or cannot be read as one.
    fn refusals(&self) -> Vec<Place> {
        let is_refusal =
            |entry: &Entry| matches!(entry, Entry::Error(_) | Entry::Undefined { .. } | Entry::Unreadable(_));
        // What stands on something that was left undecided is no new mistake.
        let own = self.0.iter().filter(|(entry, text)| is_refusal(entry) && undecided(text).is_none());
        own.map(|(_, text)| place(text).unwrap_or(Place { file: text.clone(), line: 0 })).collect()
    }

    fn exit_code(&self) -> u8 {
        let mut totals = Totals::default();
        let entries = self.0.iter().map(|(entry, _)| entry.clone()).collect();
        totals.add(&FileReport { path: MAIN.into(), entries, complete: true });
        totals.exit_code()
    }
}

/// The exit code that follows from what a vector says, where a statement fails or none does.
fn expected_code(vector: &Vector, fails: bool) -> u8 {
    let is_decided = vector.refused.is_empty()
        && vector.names.iter().all(|named| named.undecided.is_none())
        && vector.statements.iter().all(|one| matches!(one.outcome, Outcome::Truth(_)));
    match (fails, is_decided) {
        (true, _) => 1,
        (false, true) => 0,
        (false, false) => 2,
    }
}

/// What is wrong with a run of a vector.
fn compare(vector: &Vector, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    let (found, mut refused) = (run.statements(), run.refusals());
    let mut expected: Vec<(String, Outcome)> = Vec::new();
    for statement in &vector.statements {
        // A statement that cannot even be read has no name.
        let unnamed = |place: &Place| {
            let at = refused.iter().position(|found| found == place);
            at.filter(|_| !found.iter().any(|(name, _)| *name == statement.name))
        };
        let at = if let Outcome::Wrong(place) = &statement.outcome { unnamed(place) } else { None };
        match at {
            Some(at) => drop(refused.remove(at)),
            None => expected.push((statement.name.clone(), statement.outcome.clone())),
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
    let fails =
        run.0.iter().any(|(entry, _)| matches!(entry, Entry::Statement(one) if one.outcome.is_ok() && !one.holds()));
    let (code, expected) = (run.exit_code(), expected_code(vector, fails));
    if code != expected {
        wrong.push(format!("{}: exits with {code} instead of {expected}", vector.name));
    }
    wrong
}

#[test]
fn filbert_makes_of_each_vector_what_it_says() {
    let on_disk = |vector: &Vector| compare(vector, &proved(vector, vector.main(), true));
    assert_none(&all().iter().flat_map(on_disk).collect::<Vec<_>>());
}

#[test]
fn filbert_makes_the_same_of_vectors_where_there_is_no_disk() {
    // `use` looks at folders.
    let all = all().into_iter().filter(|vector| !vector.files.iter().any(|(_, text)| text.contains("use \"")));
    let in_memory = |vector: Vector| compare(&vector, &proved(&vector, vector.main(), false));
    assert_none(&all.flat_map(in_memory).collect::<Vec<_>>());
}

/// A command that names something, and what it is called in what is said of it.
fn probe(named: &Named, at: usize) -> String {
    let Named { kind, name, .. } = named;
    match &**kind {
        "function" => format!("theorem probe{at} \"${name}(0)\":\n"),
        "word" => format!("theorem probe{at} \".{name}[0]=@0\":\n"),
        "sequence" => format!("theorem probe{at} \"{name}(0)=0\":\n"),
        "macro" => format!("theorem probe{at} \"#{name}(0)\":\n"),
        "morphism" => format!("promote promoted{at} {name}:\ntheorem probe{at} \"promoted{at}[0]=@0\":\n"),
        "game" => format!("kernel probe{at} of {name}:\n"),
        "system" => format!("theorem probe{at} \"?msd_{name} Ex x=0\":\n"),
        _ => panic!("`{kind}` is no kind of names"),
    }
}

#[test]
fn names_at_the_end_of_each_vector_are_bound_or_undecided_as_it_says() {
    let mut wrong = Vec::new();
    for vector in all().into_iter().filter(|vector| !vector.names.is_empty()) {
        let probes: String = vector.names.iter().enumerate().map(|(at, named)| probe(named, at)).collect();
        let run = proved(&vector, &format!("{}\n{probes}", vector.main()), true);
        for (at, named) in vector.names.iter().enumerate() {
            let is_told = |entry: &Entry| matches!(entry, Entry::Statement(one) if one.name == format!("probe{at}"));
            let Some((_, told)) = run.0.iter().find(|(entry, _)| is_told(entry)) else {
                wrong.push(format!("{}: nothing is said of {} {}", vector.name, named.kind, named.name));
                continue;
            };
            let found = undecided(told);
            if found != named.undecided {
                wrong.push(format!("{}: {} {} is {found:?}: {told}", vector.name, named.kind, named.name));
            }
            let is_unknown = ["unknown", "no game", "not defined"].iter().any(|what| told.contains(what));
            if named.undecided.is_none() && is_unknown != (named.meaning == Meaning::Nothing) {
                wrong.push(format!("{}: {} {}: {told}", vector.name, named.kind, named.name));
            }
        }
    }
    assert_none(&wrong);
}
