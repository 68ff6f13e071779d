//! `filbert atlas`.

mod make;
mod record;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::atlas::{Entry, entries, entry_of_word};
use crate::budget::Cores;
use crate::budget::process::is_interrupted;
use crate::disk::{make_folder, write_atomically};
use crate::explore::{Kind, properties};
use crate::report::atlas::{Column, MadeRow, Row, Table, Verdict, page};
use crate::report::jobs::{Format, Job, Plan};
use crate::report::page::is_own;
use crate::report::units::duration;
use crate::script::Limits;
use crate::syntax::nearest;
use crate::tuning::STACK_BYTES;

use super::exit::Exit;
use super::limits::{LimitOptions, parse_time};
use super::{Process, say, trouble};

use make::{Maker, Outcome};
use record::Record;

/// What is remembered of the entries with a page, by their names.
type Records = BTreeMap<String, Record>;

/// Time for a statement where none is given.
const TIME: Duration = Duration::from_secs(10);

/// Make the atlas: a page for each word and game, with what is proved of it
///
/// Writes DIR/index.html, a table of entries and properties, and a folder for each entry: the page, the script, its
/// certificates and an entry for BibTeX. An entry that this version has made with the same limits is kept. Each statement
/// has 10 seconds, unless `--timeout` says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert atlas atlas-pages
  filbert atlas atlas-pages --only F,T,K3
  filbert atlas atlas-pages --plan ninja > build.ninja")]
pub(super) struct Atlas {
    /// Where the pages go
    dir: PathBuf,
    /// Make only the pages of these entries, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Time to look for further facts about one entry
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    within: Duration,
    /// Check the certificates with PROGRAM, a `filbert-check`, and mark on the pages what it accepted
    #[arg(long, value_name = "PROGRAM")]
    checker: Option<PathBuf>,
    /// Print a plan with one job for each entry instead of making them
    #[arg(long, value_enum)]
    plan: Option<Format>,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Atlas {
    pub(super) fn run(&self, process: &Process) -> Exit {
        match self.make(process) {
            Ok(code) => code,
            Err(message) => trouble(message),
        }
    }

    /// # Errors
    /// What could not be made.
    fn make(&self, process: &Process) -> Result<Exit, String> {
        let all = entries();
        let wanted = self.wanted(all)?;
        if let Some(format) = self.plan {
            say::out(self.plan(&wanted).text(format)?);
            return Ok(Exit::SUCCESS);
        }
        process.signals.let_finish();
        let index = self.dir.join("index.html");
        if std::fs::read_to_string(&index).is_ok_and(|old| !is_own(&old)) {
            return Err(format!("{}: it exists, and filbert did not write it", index.display()));
        }
        make_folder(&self.dir).map_err(|why| format!("{}: {why}", self.dir.display()))?;
        let limits = self.limits.limits(process);
        let cores = Cores::new(self.limits.jobs());
        let limits = Limits { time: limits.time.or(Some(TIME)), cores: cores.clone(), ..limits };
        let maker = Maker::new(&self.dir, limits, self.within, self.checker.clone());
        let known = all.iter().filter_map(|entry| Some((entry.name.clone(), maker.record(entry)?)));
        let records = Mutex::new(known.collect::<Records>());
        let code = self.make_all((&maker, &cores), &wanted, &records, process)?;
        self.limits.cache_works()?;
        let text = page(&tables(&records.into_inner().expect("no holder panics"), all), super::VERSION);
        write_atomically(&index, text).map_err(|why| format!("{}: {why}", index.display()))?;
        Ok(code)
    }

    /// The entries that were asked for.
    ///
    /// # Errors
    /// The first name that none has.
    fn wanted<'a>(&self, all: &'a [Entry]) -> Result<Vec<&'a Entry>, String> {
        if self.only.is_empty() {
            return Ok(all.iter().collect());
        }
        let find = |name: &String| {
            all.iter().find(|entry| entry.name == *name).ok_or_else(|| {
                let near = nearest(name, all.iter().map(|entry| entry.name.as_str()));
                let help = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                format!("--only: the atlas has no `{name}`{help}")
            })
        };
        self.only.iter().map(find).collect()
    }

    /// A job for each entry; the last command finds all of them made, and writes the table.
    fn plan(&self, wanted: &[&Entry]) -> Plan {
        let folder = self.dir.display().to_string();
        let mut options = vec!["--within".to_owned(), format!("{}ms", self.within.as_millis())];
        if let Some(time) = self.limits.time() {
            options.extend(["--timeout".to_owned(), format!("{}ms", time.as_millis())]);
        }
        if let Some(checker) = &self.checker {
            options.extend(["--checker".to_owned(), checker.display().to_string()]);
        }
        let command = |more: Vec<String>| {
            let words = ["filbert".to_owned(), "atlas".to_owned(), folder.clone()];
            words.into_iter().chain(more).chain(options.clone()).collect::<Vec<String>>()
        };
        let job = |(number, entry): (usize, &&Entry)| Job {
            id: format!("{:04}", number + 1),
            script: entry.name.clone(),
            only: Vec::new(),
            reads: Vec::new(),
            seconds: None,
            threads: 1,
            memory_mb: None,
            command: command(["--quiet", "--jobs", "1", "--only", &entry.name].map(str::to_owned).to_vec()),
            output: self.dir.join(&entry.name).join("record.json").display().to_string(),
        };
        let jobs = wanted.iter().enumerate().map(job).collect();
        let only = if self.only.is_empty() { Vec::new() } else { vec!["--only".to_owned(), self.only.join(",")] };
        Plan { jobs, merge: command(only), report: self.dir.join("index.html").display().to_string() }
    }

    /// Makes the entries, several at a time.
    ///
    /// # Errors
    /// The first that could not be made for a reason that is not its own, as a full disk.
    fn make_all(
        &self,
        (maker, cores): (&Maker, &Cores),
        wanted: &[&Entry],
        records: &Mutex<Records>,
        process: &Process,
    ) -> Result<Exit, String> {
        let (next, failed, counts) = (AtomicUsize::new(0), Mutex::new(None), Mutex::new(Counts::default()));
        let began = Instant::now();
        let work = || {
            // Those that are lent to no thread help where they can.
            let _core = cores.lend(1);
            while let Some(entry) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                if is_interrupted() {
                    return;
                }
                let old = records.lock().expect("no holder panics").get(&entry.name).cloned();
                let outcome = match maker.make(entry, old) {
                    Ok(Outcome::Cut) => return,
                    Ok(outcome) => outcome,
                    Err(why) => {
                        failed.lock().expect("no holder panics").get_or_insert(why);
                        return;
                    }
                };
                counts.lock().expect("no holder panics").add(&outcome);
                match outcome {
                    Outcome::Made { record, line, fails } => {
                        records.lock().expect("no holder panics").insert(entry.name.clone(), *record);
                        if fails || !process.verbosity.quiet() {
                            say::line(line);
                        }
                    }
                    Outcome::Undefined(why) => say::message(format!("error: {why}\n")),
                    Outcome::Kept | Outcome::Cut => {}
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.limits.jobs().clamp(1, wanted.len().max(1)) {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                if let Err(why) = thread.spawn_scoped(scope, work) {
                    failed.lock().expect("no holder panics").get_or_insert(format!("cannot start a thread: {why}"));
                }
            }
        });
        if let Some(why) = failed.into_inner().expect("no holder panics") {
            return Err(why);
        }
        let counts = counts.into_inner().expect("no holder panics");
        let left = wanted.len() - counts.made - counts.kept - counts.undefined;
        if !process.verbosity.quiet() {
            let entries = if counts.made == 1 { "entry" } else { "entries" };
            let more = [(counts.failing, "failing"), (counts.undefined, "not defined"), (left, "left")];
            let more: String =
                more.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}")).collect();
            let time = duration(began.elapsed());
            say::line(format!("{} {entries} made, {} kept{more}   {time}", counts.made, counts.kept));
        }
        Ok(match (counts.failing, counts.undefined + left) {
            (0, 0) => Exit::SUCCESS,
            (0, _) => Exit::UNDECIDED,
            _ => Exit::from(1),
        })
    }
}

/// What became of the entries.
#[derive(Default)]
struct Counts {
    made: usize,
    kept: usize,
    undefined: usize,
    /// Those of the made ones with a theorem that fails.
    failing: usize,
}

impl Counts {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Kept => self.kept += 1,
            Outcome::Made { fails, .. } => {
                self.made += 1;
                self.failing += usize::from(*fails);
            }
            Outcome::Undefined(_) => self.undefined += 1,
            Outcome::Cut => {}
        }
    }
}

/// The tables of the first page, from what is made by now.
fn tables(records: &Records, all: &[Entry]) -> Vec<Table> {
    let properties = properties();
    let table = |kind: Kind| {
        let own: Vec<_> = properties.iter().filter(|property| property.kind == kind).collect();
        let columns = own.iter().map(|one| Column { name: one.name.clone(), about: one.holds.clone() }).collect();
        let row = |entry: &Entry| Row {
            name: entry.name.clone(),
            about: entry.about.clone(),
            made: records.get(&entry.name).map(|record| MadeRow {
                first: record.first.clone(),
                verdicts: own.iter().map(|property| verdict(record, &property.name)).collect(),
                theorems: record.theorems,
                same: same(all, records, entry),
                related: record.related.iter().filter_map(|word| entry_of_word(word)).map(|e| e.name.clone()).collect(),
            }),
        };
        let rows = all.iter().filter(|entry| entry.kind == kind).map(row).collect();
        let title = match kind {
            Kind::Word => "Words",
            Kind::Pairs => "Games on two piles",
            Kind::Triples => "Games on three piles",
        };
        Table { title, columns, rows }
    };
    Kind::ALL.map(table).into()
}

fn verdict(record: &Record, property: &str) -> Verdict {
    match record.verdicts.get(property) {
        Some(Some(true)) => Verdict::Holds,
        Some(Some(false)) => Verdict::Fails,
        Some(None) => Verdict::Undecided,
        None => Verdict::Refused,
    }
}

/// The other entries whose automaton is that of this one.
fn same(all: &[Entry], records: &Records, entry: &Entry) -> Vec<String> {
    let Some(own) = records.get(&entry.name) else { return Vec::new() };
    let is_same = |other: &&Entry| {
        other.name != entry.name && records.get(&other.name).is_some_and(|record| record.automaton == own.automaton)
    };
    all.iter().filter(is_same).map(|other| other.name.clone()).collect()
}
