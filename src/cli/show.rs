//! `filbert show`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::budget::Budget;
use crate::disk::{read_given, write_atomically};
use crate::library::{AutomatonFile, Directory, Folders, broken_seal, read_automaton, read_word};
use crate::logic::{Environment, FunctionKind};
use crate::numeration::Numerations;
use crate::report::object::Object;
use crate::report::text;
use crate::script::{CommandError, Effect, Session};
use crate::syntax::{Source, nearest};

use super::game::define_script;
use super::limits::LimitOptions;
use super::{Process, color, say, trouble};

/// Show an automaton: as a table, a text, a picture, or by what it accepts
///
/// NAME is a function (`phin` or `$phin`), a word (`F`), a file, or a formula with free variables. Functions and words
/// are those that are shipped, and those of a script or a folder given by `--in`.
#[derive(Debug, clap::Args)]
pub(super) struct Show {
    /// What to show
    name: String,
    /// How: table, walnut, dot, svg, list, plot
    ///
    /// `walnut` is the text that is stored; `dot` is for Graphviz; `svg` is the automaton as a picture, `plot` what it
    /// accepts as one: a board for two tracks, a row of squares for one.
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Table, hide_possible_values = true)]
    form: Form,
    /// A script that defines it, or a folder that holds it
    #[arg(long = "in", value_name = "PATH")]
    place: Option<PathBuf>,
    /// Tuples of a list, letters of a word, side of a board
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(..=10_000))]
    size: u16,
    /// Write to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Tuples and letters under a table.
const UNDER_TABLE: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Table,
    Walnut,
    Dot,
    Svg,
    List,
    Plot,
}

impl Show {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let object = match self.find(process) {
            Ok(object) => object,
            Err(message) if message.starts_with("error") => {
                say::message(&message);
                return ExitCode::from(2);
            }
            Err(message) => return trouble(message),
        };
        let (title, size) = (self.name.as_str(), usize::from(self.size));
        let shown = match self.form {
            Form::Table => {
                let count = if matches!(object, Object::Word(_)) { size } else { UNDER_TABLE };
                Ok(format!("{title}: {}\n\n{}\n{}\n", object.about(), object.table(), object.list(count)))
            }
            Form::Walnut => Ok(object.walnut()),
            Form::Dot => Ok(object.dot(title)),
            Form::Svg => object.svg(title),
            Form::List => Ok(object.list(size) + "\n"),
            Form::Plot => object.plot(title, size),
        };
        match (shown, &self.out) {
            (Err(message), _) => return trouble(format!("{title}: {message}")),
            (Ok(shown), None) => say::out(&shown),
            (Ok(shown), Some(path)) => {
                if let Err(error) = write_atomically(path, &shown) {
                    return trouble(format!("{}: {error}", path.display()));
                }
            }
        }
        ExitCode::SUCCESS
    }

    fn find(&self, process: &Process) -> Result<Object, String> {
        let limits = self.limits.limits(process);
        let budget = limits.budget();
        let is_name = self.name.trim_start_matches(['$', '.']).chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name && Path::new(&self.name).is_file() {
            return read(Path::new(&self.name), &Numerations::standard(), &budget);
        }
        let mut session = match &self.place {
            Some(place) if is_tree(place) => {
                Session::in_folders(limits, Folders { session: place.clone(), home: place.clone() })
            }
            _ => Session::with_limits(limits),
        };
        match &self.place {
            Some(place) if place.is_file() => define_script(&mut session, place)?,
            Some(place) if place.is_dir() => {
                let file = place.join(format!("{}.txt", self.name.trim_start_matches(['$', '.'])));
                if is_name && file.is_file() {
                    return read(&file, &Numerations::standard(), &budget);
                }
            }
            Some(place) => return Err(format!("{}: no such file or folder", place.display())),
            None => {}
        }
        if is_name { named(&session, &self.name, &budget) } else { answer(&mut session, &self.name) }
    }
}

/// Whether a folder is one of a tree that Walnut uses.
fn is_tree(folder: &Path) -> bool {
    [Directory::Automata, Directory::Words].iter().any(|directory| folder.join(directory.folder()).is_dir())
}

/// The function or word of a name.
fn named(session: &Session, name: &str, budget: &Budget) -> Result<Object, String> {
    let names = session.names();
    let short = name.trim_start_matches(['$', '.']);
    if !name.starts_with('.')
        && let Some(function) = names.function(short)
    {
        return Object::of_function(&*function?, budget).map_err(|limit| limit.to_string());
    }
    if !name.starts_with('$')
        && let Some(word) = names.word(short)
    {
        return Ok(Object::Word(word?));
    }
    let known: Vec<String> = names.functions().into_iter().chain(names.words()).collect();
    let near = nearest(short, known.iter().map(String::as_str)).map(|near| format!(": did you mean `{near}`?"));
    Err(format!("no function and no word `{name}`{}", near.unwrap_or_default()))
}

/// What a formula says.
fn answer(session: &mut Session, formula: &str) -> Result<Object, String> {
    match session.answer(&Source::new("statement", formula)) {
        Ok(run) => match run.effect {
            Effect::Relation(_, relation) => Ok(Object::of_relation(&relation)),
            Effect::Words(_, language) => Ok(Object::Set(language, None)),
            Effect::Verdict(verdict) => Ok(Object::Truth(verdict.truth)),
            _ => Err("a formula was expected".into()),
        },
        Err(failure @ CommandError::Wrong(_)) => Err(text::failure(&failure, color())),
        Err(failure) => Err(text::failure(&failure, false)),
    }
}

/// What a file holds. An automaton and a word have one format: it is a word if it lies among words, if a comment of
/// filbert says so, or if it has outputs other than 0 and 1.
fn read(path: &Path, systems: &Numerations, budget: &Budget) -> Result<Object, String> {
    let text = read_given(path, budget).map_err(|error| format!("{}: {error}", path.display()))?;
    if let Some(broken) = broken_seal(path, &text) {
        say::message(format!("warning: {broken}\n"));
    }
    let among_words = path.parent().is_some_and(|folder| folder.ends_with(Directory::Words.folder()));
    let states = text.lines().filter(|line| !line.contains("->") && !line.trim_start().starts_with('#'));
    let outputs = states.filter_map(|line| line.split_whitespace().nth(1)?.parse::<i64>().ok());
    let is_word = among_words
        || text.lines().any(|line| line.starts_with("# word "))
        || outputs.into_iter().any(|output| !(0..=1).contains(&output));
    if is_word {
        let read = read_word(path, &text, systems, budget).map_err(|error| error.to_string())?;
        if let Some(note) = &read.note {
            say::message(format!("note: {note}\n"));
        }
        return Ok(Object::Word(read.word));
    }
    match read_automaton(path, &text, systems, budget).map_err(|error| error.to_string())? {
        AutomatonFile::Truth(truth) => Ok(Object::Truth(truth)),
        AutomatonFile::Language(language) => {
            let function = crate::logic::Function::new(FunctionKind::Language(language));
            Object::of_function(&function, budget).map_err(|limit| limit.to_string())
        }
    }
}
