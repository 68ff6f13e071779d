//! A script in progress: the names it has defined, and what was built for them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::{Budget, Halt, Limit, Progress};
use crate::disk::read_text;
use crate::families::AtomsOfSystems;
use crate::games::{Game, SoleMoves};
use crate::library::Directory;
use crate::logic::{
    Defined, Function, FunctionKind, GivenUp, Statement, Step, Tactic, Tactics, Workspace, define_words, resolve,
};
use crate::numeration::Relation;
use crate::syntax::ast::{Formula, Name};
use crate::syntax::{Diagnostic, Source, Span, nearest, parse_formula, parse_morphism};
use crate::words::{Indexed, Morphism, Word};

pub(super) use super::bounds::canonical;
use super::deferred_definitions::DeferredDefinitions;
use super::definitions;
use super::names::{Names, WithOwn};
use super::outcome::{CommandError, Limits, Saved};
use super::virtual_files::Given;

/// A script in progress.
#[derive(Default)]
pub struct Session {
    /// What statements may name.
    pub(super) names: Names,
    /// Definitions that wait until they are named.
    pub(super) context: DeferredDefinitions,
    pub(super) workspace: Workspace,
    pub(super) limits: Limits,
    /// Whether `game` only reads the rules, for a player.
    pub(super) only_reads_rules: bool,
    /// Where files for other programs go, if not beside the script.
    pub(super) outputs: Option<PathBuf>,
    /// The files that there are, where there is no disk.
    pub(super) given: Option<Given>,
    /// Whether files are not waited for until they are on the disk.
    pub(super) writes_for_now: bool,
    pub(super) included: HashSet<PathBuf>,
    /// Files being included, outermost first.
    pub(super) including: Vec<PathBuf>,
    /// Where others see what it is doing.
    pub(super) progress: Option<Arc<Progress>>,
    /// Steps handed out so far.
    steps_shown: usize,
    /// The linear representations made so far, by name, as their files say them.
    pub(super) counted: HashMap<String, String>,
    /// What its writer should know of the claim that was tried last.
    pub(super) remarks: RefCell<Vec<String>>,
    /// The formulas that the last command has read.
    pub(super) read_formulas: Vec<ReadFormula>,
    /// What the command that is running made so far.
    pub(super) saved: Vec<Saved>,
    /// What was built for statements about families.
    pub(super) atoms: AtomsOfSystems,
    /// Whether certificates are asked for.
    pub(super) certifies: bool,
    /// Failures of definitions that belong to other parts of the script, on which something rests.
    pub(super) failures: RefCell<Vec<CommandError>>,
    /// Whether a file that cannot be read takes all names their meaning.
    pub(super) blocks: bool,
    /// What the pieces of the last cover left, one after another, the target first; if certificates are asked for.
    pub(super) rests: Vec<Relation>,
    /// A game with its kernel, and the positions with one winning move.
    pub(super) sole_moves: Option<(Arc<Game>, Arc<Dfa>, Arc<SoleMoves>)>,
}

/// A formula that the command at hand has read, and where it stands.
pub(super) struct ReadFormula {
    pub(super) source: String,
    pub(super) text: String,
    pub(super) span: Span,
    pub(super) formula: Arc<Formula>,
}

/// A statement over words stands where one over numbers is needed.
pub(super) fn word_where_number_expected(source: &Source, span: Span, statement: &Statement) -> Diagnostic {
    let names: Vec<String> =
        statement.free_words().iter().map(|&var| format!("`{}`", statement.variables.name(var))).collect();
    let are = if names.len() == 1 { "is a word here, not a number" } else { "are words here, not numbers" };
    Diagnostic::error(source, span, format!("{} {are}", names.join(", ")))
        .label("it occurs only on tracks given by a set of digits")
        .help("to make a variable `x` a number, write `x>=0 &`")
}

impl Session {
    /// A session that knows these names.
    pub(super) fn with_names(names: Names) -> Session {
        Session { names, ..Session::default() }
    }

    /// What was given up in the steps that the last limit ended.
    pub fn take_given_up(&mut self) -> Vec<GivenUp> {
        self.workspace.take_given_up()
    }

    /// The tactics that were of use so far, and how often.
    pub fn tactics_used(&self) -> Vec<(Tactic, u64)> {
        self.workspace.uses()
    }

    /// Leaves only these tactics open to the session.
    pub fn with_tactics(mut self, tactics: Tactics) -> Session {
        self.workspace = std::mem::take(&mut self.workspace).with_tactics(tactics);
        self
    }

    /// The names known so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Says which file the commands to come stand in: `include` is relative to it and refuses to come back to it.
    pub fn enter(&mut self, file: &Path) {
        self.including.push(self.known_path(file));
    }

    /// Files for other programs go to this folder, and not beside the script.
    pub fn write_to(&mut self, folder: &Path) {
        self.outputs = Some(folder.to_owned());
    }

    /// What it writes need not outlast the machine's going down: nothing waits for the disk.
    pub fn write_for_now(&mut self) {
        self.writes_for_now = true;
    }

    /// From now on what a script names lies in the folder of the file that was entered first, or in one of these.
    pub fn confine(&mut self, others: &[PathBuf]) {
        let own = self.base();
        self.confine_to(std::iter::once(&own).chain(others).map(PathBuf::as_path));
    }

    /// From now on what a script names lies in one of these folders.
    pub fn confine_to<'a>(&mut self, folders: impl IntoIterator<Item = &'a Path>) {
        self.names.files.bounds.set(folders);
    }

    /// From now on a stored object that was changed after filbert wrote it cannot be used.
    pub fn demand_seals(&mut self) {
        self.names.files.demand_seals();
    }

    /// Whether a script may name this file.
    ///
    /// # Errors
    /// If it leads out of the folders that it is confined to.
    pub fn admit(&self, path: &Path) -> Result<(), String> {
        self.names.files.bounds.admit(path)
    }

    /// What each statement may use.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The clock of what is read or built outside of a statement runs from now.
    pub(crate) fn restart_clock(&mut self) {
        let budget = self.budget();
        self.names.work_within(&budget);
    }

    /// A budget for one statement, its clock running from now.
    pub(crate) fn budget(&self) -> Budget {
        let budget = self.limits.budget();
        match &self.progress {
            Some(progress) => budget.with_progress(progress.clone()),
            None => budget,
        }
    }

    /// The linear representation that `eval NAME v w .. "F"` made, as its file says it.
    ///
    /// # Errors
    /// Why the command failed; `None` if there is none.
    pub fn linear_representation(&mut self, name: &str) -> Result<Option<&str>, CommandError> {
        self.know(name)?;
        Ok(self.counted.get(name).map(String::as_str))
    }

    /// Work that others see as that on `statement`; a definition that is included is part of the statement that
    /// includes it.
    pub(crate) fn watched<T>(&mut self, statement: &str, work: impl FnOnce(&mut Session) -> T) -> T {
        let Some(progress) = self.progress.clone().filter(|progress| progress.snapshot().is_none()) else {
            return work(self);
        };
        progress.begin(statement);
        let result = work(self);
        progress.end();
        result
    }

    /// A limit with the step at which it was passed.
    pub(super) fn located(&mut self, failure: CommandError, budget: &Budget) -> CommandError {
        let failure = match (failure, budget.passed()) {
            // What could not be read or built in time is not wrong.
            (CommandError::Wrong(_), Some(limit)) => Halt::Limit(limit).into(),
            (failure, _) => failure,
        };
        match failure {
            CommandError::Limit { limit, at: None } => {
                if limit == Halt::Limit(Limit::Memory) {
                    // What it left behind must not be held against the next one.
                    self.workspace.forget_relations();
                    self.atoms = AtomsOfSystems::default();
                    self.names.numerations.forget_atoms();
                }
                CommandError::Limit { limit, at: self.workspace.take_stopped() }
            }
            other => other,
        }
    }

    /// Keeps every step from now on, for [`Session::new_steps`].
    pub fn keep_steps(&mut self) {
        self.workspace.keep_steps();
    }

    /// The steps taken since the last call, and the number of the first.
    pub fn new_steps(&mut self) -> (usize, Vec<Step>) {
        let steps = self.workspace.steps();
        let first = std::mem::replace(&mut self.steps_shown, steps.len());
        (first, steps[first..].to_vec())
    }

    /// The formula that stands somewhere in a text, its macros filled in.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn read(&mut self, source: &Source, formula: Span) -> Result<Formula, Diagnostic> {
        self.require(source.slice(formula), None);
        parse_formula(source, formula, &self.names)
    }

    pub(super) fn resolve(
        &mut self,
        source: &Source,
        formula: Span,
        budget: &Budget,
    ) -> Result<Statement, CommandError> {
        let parsed = self.parsed(source, formula)?;
        Ok(resolve(&parsed, source, &self.names, &mut self.workspace, budget)?)
    }

    /// Keeps a function under a name.
    pub fn define_function(&mut self, name: &str, kind: FunctionKind) {
        self.define_again(name, Arc::new(Function::new(kind)));
    }

    /// Keeps a function under a name, and names its arguments.
    pub(crate) fn define_named(&mut self, name: &str, kind: FunctionKind, arguments: Vec<Arc<str>>) {
        self.define_again(name, Arc::new(Function::new(kind).with_arguments(arguments)));
    }

    /// Gives a function another name.
    pub(super) fn define_again(&mut self, name: &str, function: Arc<Function>) {
        self.saved.push(Saved::Function(name.to_owned(), function.clone()));
        self.names.functions.insert(name.to_owned(), function);
    }

    pub(super) fn define_word(&mut self, name: &str, word: impl Into<Indexed>) {
        let word = word.into();
        self.names.families.remove(name);
        self.saved.push(Saved::Word(name.to_owned(), word.clone()));
        self.names.words.insert(name.to_owned(), word);
    }

    /// The free variables of a formula, and the relation it is.
    pub(super) fn free_relation(
        &mut self,
        source: &Source,
        formula: &Formula,
        budget: &Budget,
    ) -> Result<(Vec<Arc<str>>, Relation), CommandError> {
        let statement = resolve(formula, source, &self.names, &mut self.workspace, budget)?;
        let names = statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
        match define_words(&statement, &mut self.workspace, budget)? {
            Defined::Relation(relation) => Ok((names, relation)),
            Defined::Words(_) => Err(word_where_number_expected(source, whole(formula), &statement).into()),
        }
    }

    /// The relation of a formula in which a name stands for a word that the session may not know by it.
    pub(super) fn relation_with(
        &mut self,
        source: &Source,
        formula: &Formula,
        word: (&str, &Arc<Word>),
        budget: &Budget,
    ) -> Result<Relation, CommandError> {
        let names = WithOwn { names: &self.names, functions: HashMap::new(), word: Some(word) };
        let statement = resolve(formula, source, &names, &mut self.workspace, budget)?;
        match define_words(&statement, &mut self.workspace, budget)? {
            Defined::Relation(relation) => Ok(relation),
            Defined::Words(_) => Err(word_where_number_expected(source, whole(formula), &statement).into()),
        }
    }

    /// Where a stored file is: in the folders of the session, or beside the script.
    pub(super) fn directory_file(&self, directory: Directory, file: &str) -> PathBuf {
        let found = self.names.folders.as_ref().and_then(|folders| folders.find(directory, file));
        found.unwrap_or_else(|| match &self.names.folders {
            Some(folders) => folders.target(directory, file),
            None => self.base().join(directory.folder()).join(file),
        })
    }

    /// The folder of the script that is running.
    pub(super) fn base(&self) -> PathBuf {
        let folder = self.including.last().and_then(|file| file.parent()).unwrap_or(Path::new("."));
        if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
    }

    pub(super) fn known_morphism(&self, source: &Source, name: &Name) -> Result<Morphism, Diagnostic> {
        let own = self.names.morphism(&name.text);
        let library = || match own {
            Some(_) => None,
            None => self.names.in_libraries(Directory::Morphisms, &name.text),
        };
        if let Some(path) = self.names.stored(Directory::Morphisms, &name.text).or_else(library) {
            let error = |why: String| {
                let message = format!("the morphism `{}` cannot be read", name.text);
                Diagnostic::error(source, name.span, message).label(why)
            };
            self.admit(&path).map_err(&error)?;
            let text =
                read_text(&path, &self.names.budget()).map_err(|why| error(format!("{}: {why}", path.display())))?;
            let stored = Source::new(path.display().to_string(), text);
            let spec = parse_morphism(&stored, stored.span()).map_err(|why| error(why.to_string()))?;
            return definitions::morphism(&stored, &spec, stored.span()).map_err(|why| error(why.to_string()));
        }
        own.cloned().ok_or_else(|| {
            let error = Diagnostic::error(source, name.span, format!("unknown morphism `{}`", name.text));
            match nearest(&name.text, self.names.morphisms.keys().map(String::as_str)) {
                Some(near) => error.meant(near),
                None => error.label("not defined").help("define it first, with `morphism`"),
            }
        })
    }
}

fn whole(formula: &Formula) -> Span {
    formula[formula.root].span
}
