//! `filbert show`.

use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::disk::read_given;
use crate::library::{AutomatonFile, Directory, Stored, broken_seal, read_stored};
use crate::logic::Environment;
use crate::numeration::Numerations;
use crate::report::object::Object;
use crate::report::{latex, system, text};
use crate::script::{CommandError, Effect, Session, defined, remark_on_guesses, shipped_game};
use crate::syntax::{CommandKind, Source, full_system_name, nearest, parse_script};

use super::context::{ContextOptions, know};
use super::definition::in_scripts;
use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, drawing_of_messages, picture, png, say, trouble};

/// Show an automaton as a table, text or picture, or list what it accepts
///
/// NAME is a function (`phin` or `$phin`), a word (`F`), a file, or a formula with free variables. It can also be a
/// numeration system (`msd_fib`), a game, which shows its rules, or a script, which lists its names. You can use the
/// names that filbert ships and those of `--in`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert show phin
  filbert show TR --as list --size 100
  filbert show '?msd_fib Ey x=2*y' --as svg --out even.svg")]
pub(super) struct Show {
    /// What to show
    name: String,
    /// The form: table, walnut, dot, list, latex, svg, png, tikz, plot, plot-png, plot-tikz
    ///
    /// `walnut` is Walnut's file format and `dot` is for Graphviz. `svg`, `png` and `tikz` draw the automaton; `plot`,
    /// `plot-png` and `plot-tikz` draw what it accepts: a row of squares for one variable, a board for two, slices for
    /// three. `latex` writes a statement in the notation of papers (a formula, or a theorem, definition or game of a
    /// script), the first letters of a word, or the table of an automaton.
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Table, hide_possible_values = true)]
    form: Form,
    #[command(flatten)]
    context: ContextOptions,
    /// How many tuples, letters or rows of a board to show
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(..=10_000))]
    size: u16,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitOptions,
}

/// Tuples and letters under a table.
const UNDER_TABLE: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Form {
    Table,
    Walnut,
    Dot,
    Svg,
    Png,
    Tikz,
    Latex,
    List,
    Plot,
    PlotPng,
    PlotTikz,
}

impl Show {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let object = match self.find(process) {
            Ok(Found::Object(object)) => object,
            Ok(Found::Text(_)) if self.form != Form::Table => {
                return trouble(format!("`{}` is not an automaton: it can only be shown as a table", self.name));
            }
            Ok(Found::Written(text)) | Ok(Found::Text(text)) => return self.write(text.as_bytes()),
            Err(message) => return trouble(message),
        };
        match drawn(&object, self.form, &self.name, usize::from(self.size)) {
            Ok(shown) => self.write(&shown),
            Err(message) => trouble(format!("{}: {message}", self.name)),
        }
    }

    fn write(&self, shown: &[u8]) -> Exit {
        picture::write(shown, self.out.as_deref())
    }

    fn find(&self, process: &Process) -> Result<Found, String> {
        let limits = self.limits.limits(process);
        let budget = limits.budget();
        let is_name = is_name(&self.name);
        if !is_name && Path::new(&self.name).is_file() {
            let path = Path::new(&self.name);
            if path.extension().is_some_and(|extension| extension == "prf") {
                return names_of(path, &budget).map(Found::Text);
            }
            return read(path, &Numerations::standard(), &budget).map(Found::Object);
        }
        let mut session = Session::with_limits(limits);
        for place in &self.context.places {
            // A folder of files is looked into as it is.
            let file = place.join(format!("{}.txt", self.name.trim_start_matches(['$', '.'])));
            if is_name && file.is_file() {
                return read(&file, &Numerations::standard(), &budget).map(Found::Object);
            }
            know(&mut session, place)?;
        }
        if self.form == Form::Latex {
            let written = match is_name {
                true => in_scripts(&mut session, &self.context.places, self.name.trim_start_matches('$'), &budget)?,
                false => Some(statement(&mut session, &self.name)?),
            };
            if let Some(written) = written {
                return Ok(Found::Written(written));
            }
        }
        let (found, remark) = find(&mut session, &self.name, &budget)?;
        if let Some(remark) = remark {
            say::message(format!("note: {remark}\n"));
        }
        Ok(found)
    }
}

/// An object in a form, with its title, and so many tuples, letters or rows of it.
///
/// # Errors
/// Why it has no such form.
pub(super) fn drawn(object: &Object, form: Form, title: &str, size: usize) -> Result<Vec<u8>, String> {
    let text = match form {
        Form::Table => {
            let count = if matches!(object, Object::Word(_)) { size } else { UNDER_TABLE };
            format!("{title}: {}\n\n{}\n{}\n", object.about(), object.table(), object.list(count))
        }
        Form::Walnut => object.walnut(),
        Form::Dot => object.dot(title),
        Form::Svg => object.svg(title)?,
        Form::Tikz => object.tikz(title)?,
        Form::Latex => object.latex(title, size),
        Form::List => object.list(size) + "\n",
        Form::Plot => object.plot(size)?.svg(title),
        Form::PlotTikz => object.plot(size)?.tikz(title),
        Form::Png => return png::of_svg(&object.svg(title)?),
        Form::PlotPng => return png::of_svg(&object.plot(size)?.svg(title)),
    };
    Ok(text.into_bytes())
}

/// What a name stands for.
pub(super) enum Found {
    Object(Object),
    /// Something that is no automaton, described.
    Text(String),
    /// A statement in the notation of papers.
    Written(String),
}

/// What a name or a formula stands for, and what is said of it if it rests on a guess.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn find(session: &mut Session, name: &str, budget: &Budget) -> Result<(Found, Option<String>), String> {
    match is_name(name) {
        true => Ok((named(session, name, budget)?, session.remark_on(name.trim_start_matches(['$', '.'])))),
        false => answer(session, name).map(|(object, remark)| (Found::Object(object), remark)),
    }
}

/// Whether a text is no formula.
fn is_name(text: &str) -> bool {
    text.trim_start_matches(['$', '.']).chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What the console shows of a name or a formula.
pub(super) fn table(session: &mut Session, name: &str, budget: &Budget) -> Result<String, String> {
    let (found, remark) = find(session, name, budget)?;
    let shown = match found {
        Found::Text(text) | Found::Written(text) => text,
        Found::Object(object) => {
            format!("{name}: {}\n\n{}\n{}\n", object.about(), object.table(), object.list(UNDER_TABLE))
        }
    };
    Ok(shown + &remark.map(|remark| format!("note: {remark}\n")).unwrap_or_default())
}

/// The names that a script defines, a line each.
fn names_of(path: &Path, budget: &Budget) -> Result<String, String> {
    let text = read_given(path, budget).map_err(|error| format!("{}: {error}", path.display()))?;
    let source = Source::new(path.display().to_string(), text);
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.first() {
        return Err(error.render(drawing_of_messages()));
    }
    let mut out = String::new();
    for command in &commands {
        let written = source.slice(command.span);
        let keyword = written.split_whitespace().next().unwrap_or_default();
        let claimed = match &command.kind {
            CommandKind::Theorem { name, .. } | CommandKind::Refute { name, .. } | CommandKind::Cover { name, .. } => {
                vec![&*name.text]
            }
            kind => defined(kind),
        };
        for name in claimed {
            let line = source.position(command.span.start).line;
            out += &format!("{line:>5}  {keyword:<10} {name}\n");
        }
    }
    Ok(out)
}

/// The function or word of a name.
fn named(session: &mut Session, name: &str, budget: &Budget) -> Result<Found, String> {
    let short = name.trim_start_matches(['$', '.']);
    session.know(short).map_err(|failure| text::failure(&failure, drawing_of_messages()))?;
    let names = session.names();
    if !name.starts_with('.')
        && let Some(function) = names.function(short)
    {
        return Object::of_function(&*function?, budget).map(Found::Object).map_err(|limit| limit.to_string());
    }
    if !name.starts_with('$')
        && let Some(word) = names.word(short)
    {
        return Ok(Found::Object(Object::Word(word?)));
    }
    if let Some(system) = full_system_name(name).and_then(|full| names.system(&full).ok()) {
        return Ok(Found::Text(system::system(&system)));
    }
    if let Some(rules) = rules_of(session, short) {
        return Ok(Found::Text(rules));
    }
    let names = session.names();
    let waiting = session.names_waiting().map(str::to_owned);
    let known: Vec<String> = names.functions().into_iter().chain(names.words()).chain(waiting).collect();
    let near = nearest(short, known.iter().map(String::as_str)).map(|near| format!(": did you mean `{near}`?"));
    Err(format!("no function or word `{name}`{}", near.unwrap_or_default()))
}

/// The rules of a game.
fn rules_of(session: &mut Session, name: &str) -> Option<String> {
    if session.game_text(name).is_none() {
        shipped_game(session, name, true).ok()?;
    }
    Some(format!("{}\n", session.game_text(name)?))
}

/// A formula in the notation of papers.
fn statement(session: &mut Session, formula: &str) -> Result<String, String> {
    let source = Source::new("statement", formula);
    let read = session.read(&source, source.span()).map_err(|error| error.render(drawing_of_messages()))?;
    Ok(latex::statement(&read))
}

/// What a formula says.
fn answer(session: &mut Session, formula: &str) -> Result<(Object, Option<String>), String> {
    match session.answer(&Source::new("statement", formula)) {
        Ok(run) => {
            let object = match run.effect {
                Effect::Relation(names, relation) => Object::of_relation(&relation).called(&names),
                Effect::Words(names, language) => Object::Set(language, None, names),
                Effect::Verdict(verdict) => Object::Truth(verdict.truth),
                _ => return Err("expected a formula".into()),
            };
            Ok((object, remark_on_guesses(&run.guesses)))
        }
        Err(failure @ CommandError::Wrong(_)) => Err(text::failure(&failure, drawing_of_messages())),
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
    let says = |line: &str| line.starts_with("# word ");
    let is_word = among_words || text.lines().take_while(|line| !line.contains("->")).any(says);
    let file = match read_stored(path, &text, is_word, systems, budget).map_err(|error| error.to_string())? {
        Stored::Automaton(file) => file,
        Stored::Word(read) => {
            if let Some(note) = &read.note {
                say::message(format!("note: {note}\n"));
            }
            return Ok(Object::Word(read.word));
        }
    };
    drop(text);
    match file {
        AutomatonFile::Truth(truth) => Ok(Object::Truth(truth)),
        AutomatonFile::Language(language) => Object::of_minimal(&language, budget).map_err(|limit| limit.to_string()),
    }
}
