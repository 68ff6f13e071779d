//! The scripts and folders whose names a session's commands may use.
//!
//! A definition of one of these scripts waits until something names it, and is then run with what it names in turn:
//! nothing is built that is not needed, and a definition that fails concerns only those that name it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::disk::read_text;
use crate::library::{Directory, Folders};
use crate::logic::Environment as _;
use crate::numeration::{NumerationError, NumerationSystem};
use crate::syntax::ast::{Command, CommandKind, Name, Quoted};
use crate::syntax::{Diagnostic, Source, parse_in_order};

use super::deferred_definitions::{defined, path_of};
use super::find::{script_files, shown};
use super::outcome::CommandError;
use super::session::{Session, canonical};

impl Session {
    /// Lets the names of a script, of all scripts in a folder, or of a tree of folders as Walnut's be used. What cannot
    /// be read in a script is told, and the rest of it stands.
    ///
    /// # Errors
    /// A message, if there is nothing to use at this path.
    pub fn use_path(&mut self, path: &Path) -> Result<Vec<Diagnostic>, String> {
        let named = |why: String| format!("{}: {why}", path.display());
        let is_tree =
            [Directory::Automata, Directory::Words, Directory::Bases, Directory::Morphisms, Directory::Macros]
                .iter()
                .any(|directory| path.join(directory.folder()).is_dir());
        if !path.exists() {
            return Err(named("there is no file or folder with this name".into()));
        }
        let mut errors = Vec::new();
        if is_tree {
            self.names.read_library(Folders { session: path.to_owned(), home: path.to_owned() });
        }
        if path.is_dir() {
            match script_files(&[path.to_owned()]) {
                Ok(files) => {
                    for file in files {
                        self.use_script(&file, &mut errors).map_err(named)?;
                    }
                }
                Err(_) if is_tree => {}
                Err(_) => return Err(named("it contains no script and no folder of automata or words".into())),
            }
        } else {
            self.use_script(path, &mut errors).map_err(named)?;
        }
        Ok(errors)
    }

    /// Does what `use "PATH"` in a script asks for. What it makes known counts as included.
    pub(super) fn use_in_script(&mut self, path: &Path) -> Result<Vec<Diagnostic>, String> {
        let before = self.context.read.clone();
        let result = self.use_path(path);
        let new: Vec<PathBuf> = self.context.read.difference(&before).map(|file| self.known_path(file)).collect();
        self.included.extend(new);
        result
    }

    /// Does what a command of a script asks for, with the files that are being read counted as included. Each of them binds
    /// its names where it stands: read once more from within, through a circle of `use`, it would bind them again, and hide
    /// what came between.
    ///
    /// What `--in` names is not read so: nothing of the script at hand has run by then.
    pub(super) fn past_open_files<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> T {
        let open = self.including.iter().filter(|file| self.included.insert((*file).clone()));
        let open: Vec<PathBuf> = open.cloned().collect();
        let result = act(self);
        for file in &open {
            self.included.remove(file);
        }
        result
    }

    /// Lets the names of a script wait. What it includes is read with it.
    fn use_script(&mut self, path: &Path, errors: &mut Vec<Diagnostic>) -> Result<(), String> {
        let file = canonical(path);
        if self.included.contains(&self.known_path(&file)) || !self.context.read.insert(file.clone()) {
            return Ok(());
        }
        let source = Source::new(shown(&file), read_text(&file, &self.budget()).map_err(|why| why.to_string())?);
        for item in parse_in_order(&source) {
            match item {
                Ok(command) if command.kind == CommandKind::Quit => break,
                Ok(command) => self.put_off(&source, command, &file, errors)?,
                Err(broken) => {
                    self.leave_broken(&source, &broken);
                    errors.push(broken.error);
                }
            }
        }
        Ok(())
    }

    /// Lets what a command of a script defines wait until something names it. What it includes or uses is read.
    pub(super) fn put_off(
        &mut self,
        source: &Source,
        command: Command,
        file: &Path,
        errors: &mut Vec<Diagnostic>,
    ) -> Result<(), String> {
        let beside = |path: &str| file.parent().unwrap_or(Path::new(".")).join(path);
        match &command.kind {
            CommandKind::Include { path: Quoted { span } } | CommandKind::Load { file: Name { span, .. } } => {
                let included = beside(source.slice(*span));
                if let Err(why) = self.admit(&included).and_then(|()| self.use_script(&included, errors)) {
                    self.lose_names(source, command.span.start);
                    let message = format!("cannot read `{}`", source.slice(*span));
                    errors.push(Diagnostic::error(source, *span, message).label(why));
                }
            }
            CommandKind::Builtin { builtin, arguments } if builtin.keyword() == "use" => {
                let used = path_of(arguments).map(beside).ok_or_else(|| "`use` without a path".to_owned());
                match used.and_then(|used| self.admit(&used).and_then(|()| self.use_in_script(&used))) {
                    Ok(wrong) => errors.extend(wrong),
                    Err(why) => {
                        self.lose_names(source, command.span.start);
                        errors.push(Diagnostic::error(source, command.span, "nothing can be used here").label(why));
                    }
                }
            }
            _ => self.context.wait(source.clone(), command, canonical(file)),
        }
        Ok(())
    }

    /// The files that were read for the names in them.
    pub(super) fn files_read(&self) -> impl Iterator<Item = &PathBuf> {
        self.context.read.iter()
    }

    /// Runs the definitions that wait and that a text needs; with `command`, so that it may define what it defines. Those
    /// that fail say so where they are named.
    pub(super) fn require(&mut self, text: &str, command: Option<&CommandKind>) {
        for waiting in self.context.needed(text, command) {
            self.run_waiting(waiting);
        }
    }

    /// Runs the definitions that a name needs.
    ///
    /// # Errors
    /// That of its own definition.
    pub fn know(&mut self, name: &str) -> Result<(), CommandError> {
        self.require(name, None);
        self.undecided(name).cloned().map_or(Ok(()), |cause| Err(cause.into_error("")))
    }

    /// The numeration system with this full name.
    ///
    /// # Errors
    /// Why there is none.
    pub fn require_system(&mut self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        self.require(&format!("?{full_name}"), None);
        self.names.system(full_name)
    }

    /// The names whose definitions wait.
    pub fn names_waiting(&self) -> impl Iterator<Item = &str> {
        self.context.waiting.iter().flatten().flat_map(|waiting| defined(&waiting.command.kind))
    }

    /// The games whose rules are known or wait, by name.
    pub fn games_known(&self) -> Vec<String> {
        let waiting = self.context.waiting.iter().flatten().filter_map(|waiting| match &waiting.command.kind {
            CommandKind::Game { name, .. } => Some(name.text.to_string()),
            _ => None,
        });
        let mut names: Vec<String> = self.names.rules.keys().cloned().chain(waiting).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The game that has this name or whose kernel has it, its rules read.
    ///
    /// # Errors
    /// Why they cannot be; `None` if there is no such game.
    pub fn require_game(&mut self, name: &str) -> Result<Option<String>, CommandError> {
        let game = self.context.waiting.iter().flatten().find_map(|waiting| match &waiting.command.kind {
            CommandKind::Kernel { name: kernel, game, .. } if *kernel.text == *name => Some(game.text.to_string()),
            _ => None,
        });
        let game = game.filter(|_| !self.games_known().iter().any(|known| known == name));
        let game = game.unwrap_or_else(|| name.to_owned());
        self.require(&game, None);
        match self.undecided(&game).cloned() {
            Some(cause) => Err(cause.into_error("")),
            None => Ok(self.names.rules.contains_key(&game).then_some(game)),
        }
    }

    /// Runs the commands that wait to find the kernel of a game, until one does.
    ///
    /// # Errors
    /// Why the last of them did not.
    pub fn require_kernel(&mut self, game: &str) -> Result<(), CommandError> {
        let kernels = self.context.waiting.iter().flatten().filter_map(|waiting| match &waiting.command.kind {
            CommandKind::Kernel { name, game: of, .. } if *of.text == *game => Some(name.text.to_string()),
            _ => None,
        });
        let mut result = Ok(());
        for kernel in kernels.collect::<Vec<_>>() {
            self.require(&kernel, None);
            if self.names.kernels.contains_key(game) {
                return Ok(());
            }
            result = self.undecided(&kernel).cloned().map_or(result, |cause| Err(cause.into_error("")));
        }
        result
    }
}
