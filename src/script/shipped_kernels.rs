//! The games that come with filbert: their rules in `automata/games.prf`, their kernels in the stored files next to it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use crate::budget::Budget;
use crate::library::{AutomatonFile, read_automaton, with_checksum, write_relation};
use crate::logic::{Environment, Function, FunctionKind, Verdict};
use crate::numeration::Numerations;
use crate::syntax::ast::{Command, CommandKind, Name};
use crate::syntax::{Diagnostic, Source, nearest, parse_rule, parse_script};

use super::comment::comment_above;
use super::outcome::{CommandError, Effect, Limits, Saved};
use super::publish::text_of;
use super::query_result::Proof;
use super::session::Session;

pub(super) const GAMES: &str = include_str!("../../automata/games.prf");

macro_rules! stored {
    ($($name:literal)*) => {
        /// The names of the stored kernels.
        const NAMES: &[&str] = &[$($name),*];
        /// Their files, in the same order.
        const FILES: &[&str] = &[$(include_str!(concat!("../../automata/", $name, ".txt"))),*];
    };
}

stored!["pposK0" "pposK1" "pposK2" "pposK3" "pposK4" "pposK5" "pposK6" "pposK7" "pposK8" "pposK9" "pposK10" "pposK11"
    "pposK12" "pposW2" "pposW3" "pposWythoff1" "pposWythoff2" "pposWythoff3" "pposSplithoff" "pposSplithoff2"];

/// The names of the stored kernels.
pub(super) fn names() -> &'static [&'static str] {
    NAMES
}

/// The stored kernel of this name, read once; `None` if there is no such kernel.
///
/// # Errors
/// The limit that was passed.
pub(super) fn kernel(name: &str, budget: &Budget) -> Option<Result<Arc<Function>, String>> {
    static READ: OnceLock<Mutex<HashMap<&'static str, Arc<Function>>>> = OnceLock::new();
    let at = NAMES.iter().position(|known| *known == name)?;
    let mut read = READ.get_or_init(Mutex::default).lock().expect("no holder panics");
    if let Some(known) = read.get(name) {
        return Some(Ok(known.clone()));
    }
    let path = format!("automata/{name}.txt");
    let kind = match read_automaton(Path::new(&path), FILES[at], &Numerations::standard(), budget) {
        Ok(AutomatonFile::Language(language)) => FunctionKind::Language(language),
        Ok(AutomatonFile::Truth(truth)) => FunctionKind::Truth(truth),
        Err(error) => return Some(Err(error.to_string())),
    };
    let function = Arc::new(Function::new(kind));
    read.insert(NAMES[at], function.clone());
    Some(Ok(function))
}

/// The piles of the game whose stored kernel has this name; `None` if there is no such kernel.
pub(crate) fn shipped_piles(kernel: &str) -> Option<Vec<Arc<str>>> {
    if !NAMES.contains(&kernel) {
        return None;
    }
    let source = Source::new("automata/games.prf", GAMES);
    let (commands, _) = parse_script(&source);
    let of_kernel = |command: &Command| match &command.kind {
        CommandKind::Kernel { name, game, .. } if *name.text == *kernel => Some(game.text.clone()),
        _ => None,
    };
    let game = commands.iter().find_map(of_kernel)?;
    let rule = commands.iter().find_map(|command| match &command.kind {
        CommandKind::Game { name, rule, .. } if name.text == game => parse_rule(&source, rule.span, &()).ok(),
        _ => None,
    })?;
    Some(rule.position.into_iter().map(|pile| pile.text).collect())
}

/// Defines a shipped game in a session, its kernel being the stored one. With `for_playing` only the rules are read, for
/// [`Session::player`]: that they make a game was proved when the kernel was stored.
///
/// # Errors
/// A message, if there is no such game or a limit was passed.
pub fn shipped_game(session: &mut Session, name: &str, for_playing: bool) -> Result<(), String> {
    if session.is_partizan(name) {
        return Err(format!("`{name}` is a partizan game: `outcomes O of {name}` finds who wins from each position"));
    }
    let source = Source::new("automata/games.prf", GAMES);
    let (commands, errors) = parse_script(&source);
    let failed = |failure: CommandError| format!("{}: {failure:?}", source.name());
    if let Some(error) = errors.first() {
        return Err(error.to_string());
    }
    let mut names = Vec::new();
    for command in &commands {
        match &command.kind {
            CommandKind::Def { .. } => {
                session.run(&source, command).map_err(failed)?;
            }
            CommandKind::Game { name: game, .. } => {
                names.push(game.text.to_string());
                if *game.text == *name {
                    session.only_reads_rules = for_playing;
                    let made = session.run(&source, command);
                    session.only_reads_rules = false;
                    made.map_err(failed)?;
                }
            }
            CommandKind::Kernel { name: kernel, game, .. } if *game.text == *name => {
                session.keep_kernel(name, &kernel.text);
                return Ok(());
            }
            _ => {}
        }
    }
    let near = nearest(name, names.iter().map(String::as_str)).map(|near| format!(": did you mean `{near}`?"));
    Err(format!("no file or shipped game `{name}`{}", near.unwrap_or_default()))
}

/// The files of the kernels that a script finds: name and contents of each.
///
/// # Errors
/// A message with the place of what is wrong.
pub fn shipped_kernels(source: &Source, limits: &Limits) -> Result<Vec<(String, String)>, String> {
    let show = |error: Diagnostic| error.render(false);
    let (commands, errors) = parse_script(source);
    if let Some(error) = errors.into_iter().next() {
        return Err(show(error));
    }
    let mut session = Session::with_limits(limits.clone());
    let mut files = Vec::new();
    let mut rules: HashMap<&str, &Command> = HashMap::new();
    for command in &commands {
        session.run(source, command).map_err(|failure| match failure {
            CommandError::Wrong(error) => show(error),
            CommandError::Unfinished(known) => format!("{}: {known}", source.slice(command.span)),
            other => format!("{}: {other:?}", source.slice(command.span)),
        })?;
        match &command.kind {
            CommandKind::Game { name, .. } => {
                rules.insert(&name.text, command);
            }
            CommandKind::Kernel { name, game, .. } => {
                let Some(Ok(function)) = session.names().function(&name.text) else { continue };
                let FunctionKind::Relation(relation) = function.kind() else { continue };
                let rule = rules[&*game.text];
                let about = format!(
                    "{}\n{}\n{}\nThe P-positions, stable and absorbing. Made from these rules by `filbert regenerate`:\n\
                     change them in games.prf, not here.",
                    comment_above(source.text(), rule.span.start),
                    source.slice(rule.span),
                    source.slice(command.span),
                );
                files.push((format!("{}.txt", name.text), with_checksum(&about, &write_relation(relation))));
            }
            _ => {}
        }
    }
    Ok(files)
}

impl Session {
    /// Gives the functions that a command about a game has made a header: the game, the command, what each is.
    pub(super) fn add_checksums(
        &mut self,
        source: &Source,
        command: &Command,
        game: &Name,
        what: impl Fn(usize) -> String,
    ) {
        let rules = self.names.game_texts.get(&*game.text).cloned().unwrap_or_default();
        let version = env!("CARGO_PKG_VERSION");
        for (i, saved) in self.saved.iter_mut().enumerate() {
            if let Saved::Function(name, function) = saved {
                let command = source.slice(command.span);
                let about =
                    format!("{rules}\n{command}\n{} Found and proved by these commands in filbert {version}.", what(i));
                *saved = Saved::Checksummed(std::mem::take(name), function.clone(), about);
            }
        }
    }
}

/// Why kernels cannot be stored.
#[derive(Clone, Debug)]
pub enum NotStored {
    /// The script is wrong at a place that is shown.
    Wrong(Diagnostic),
    /// A command has no effect.
    Failed {
        /// The command as written.
        command: String,
        /// Why.
        why: CommandError,
    },
    /// What a command gives as a kernel is none.
    Refuted {
        /// The command as written.
        command: String,
        /// What refutes it.
        proof: Proof,
    },
}

/// The files of the kernels and values that any script proves: name and contents of each.
///
/// # Errors
/// What is wrong.
pub fn stored_kernels(source: &Source, path: &Path, limits: &Limits) -> Result<Vec<(String, String)>, NotStored> {
    let (commands, errors) = parse_script(source);
    if let Some(error) = errors.into_iter().next() {
        return Err(NotStored::Wrong(error));
    }
    let mut session = Session::with_limits(limits.clone());
    session.enter(path);
    let mut files = Vec::new();
    for command in &commands {
        if matches!(command.kind, CommandKind::Theorem { .. } | CommandKind::Refute { .. }) {
            continue;
        }
        let written = || source.slice(command.span).to_owned();
        let run = session.run(source, command).map_err(|why| match why {
            CommandError::Wrong(error) => NotStored::Wrong(error),
            why => NotStored::Failed { command: written(), why },
        })?;
        if let Effect::Proved(Verdict { truth: false, .. }, proof) = run.effect
            && matches!(command.kind, CommandKind::Kernel { .. })
        {
            return Err(NotStored::Refuted { command: written(), proof });
        }
        for saved in run.saved {
            if let Saved::Checksummed(name, function, about) = saved {
                files.push((format!("{name}.txt"), with_checksum(&about, &text_of(&function))));
            }
        }
    }
    Ok(files)
}
