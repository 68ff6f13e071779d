//! Runs the commands of a script one after another.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::automata::{Board, Budget, Limit, Progress};
use crate::library::{Folders, Shelf, write_atomically};
use crate::logic::lints::{self, Lint};
use crate::logic::{
    Cache, Defined, Function, FunctionKind, Statement, Step, Stop, Undecided, Verdict, Workspace, decide, define_words,
    resolve,
};
use crate::numeration::{Language, Relation};
use crate::syntax::ast::{Command, CommandKind, Name, Quoted, Span};
use crate::syntax::{Diagnostic, Source, nearest, parse_formula, parse_morphism};
use crate::words::{Morphism, Word};

use super::commands::{self, Call};
use super::include::canonical;
use super::names::{Names, WithWord};
use super::publish::{self, Saved};
use super::steps::{LoggedStep, steps};
use super::{counting, definitions};

/// What each statement of a session may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time for one statement.
    pub time: Option<Duration>,
    /// Bytes, and the gauge that tells how many are in use.
    pub memory: Option<(usize, fn() -> usize)>,
    /// States of one automaton.
    pub states: Option<usize>,
    /// Set when the user interrupts.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Tells how many bytes are in use, for the steps that are kept.
    pub gauge: Option<fn() -> usize>,
    /// Relations kept between runs.
    pub cache: Option<Arc<dyn Cache>>,
    /// Where sessions show what they are doing.
    pub board: Option<Board>,
}

impl Limits {
    /// A budget for one statement, its clock running from now.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(in_use) = self.gauge {
            budget = budget.with_gauge(in_use);
        }
        if let Some((bytes, in_use)) = self.memory {
            budget = budget.with_memory(bytes, in_use);
        }
        if let Some(states) = self.states {
            budget = budget.with_states(states);
        }
        if let Some(flag) = &self.interrupt {
            budget = budget.with_interrupt(flag.clone());
        }
        budget
    }
}

/// Why a command has no effect.
#[derive(Clone, Debug)]
pub enum Failure {
    /// It is wrong at a place that is shown.
    Wrong(Diagnostic),
    /// It passed a limit.
    Limit {
        /// Which.
        limit: Limit,
        /// The formula on which work was, if it was known by then.
        at: Option<String>,
    },
    /// The engine contradicted itself.
    Contradiction,
    /// It passed a limit; what is known by then.
    Unfinished(String),
    /// A command of another script failed without saying where.
    Elsewhere {
        /// Why.
        why: Box<Failure>,
        /// File and line.
        place: String,
    },
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        match stop {
            Stop::Wrong(diagnostic) => Failure::Wrong(diagnostic),
            Stop::Limit(limit) => limit.into(),
        }
    }
}

impl From<Undecided> for Failure {
    fn from(undecided: Undecided) -> Failure {
        match undecided {
            Undecided::Limit(limit) => limit.into(),
            Undecided::Contradiction => Failure::Contradiction,
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure::Wrong(diagnostic)
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Failure {
        Failure::Limit { limit, at: None }
    }
}

/// What a command did.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Something was defined, or nothing was to be shown.
    Nothing,
    /// A closed statement has a verdict.
    Verdict(Verdict),
    /// A statement with free variables has an automaton.
    Relation(Vec<Arc<str>>, Relation),
    /// A statement with free variables that are words has an automaton.
    Words(Vec<Arc<str>>, Language),
    /// Lines to show.
    Text(String),
    /// Whether the pieces of a `cover` leave nothing, and the states of what each left.
    Covered(Verdict, Vec<usize>),
    /// What a command claims was proved or refuted, and what more there is to say.
    Proved(Verdict, String),
    /// The script ends here.
    Quit,
}

/// How a command went.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it did.
    pub effect: Effect,
    /// States of the largest automaton on the way.
    pub largest: usize,
    /// How long it took.
    pub time: Duration,
    /// What it made.
    pub saved: Vec<Saved>,
    /// How it got there, for a formula in a session with folders.
    pub steps: Vec<LoggedStep>,
}

impl Run {
    /// The truth of a closed statement.
    pub fn truth(&self) -> Option<bool> {
        match &self.effect {
            Effect::Verdict(verdict) => Some(verdict.truth),
            _ => None,
        }
    }
}

/// A script in progress: names, and what was built for them.
#[derive(Default)]
pub struct Session {
    /// What statements may name.
    pub(super) names: Names,
    pub(super) workspace: Workspace,
    pub(super) limits: Limits,
    /// Whether `game` only reads the rules, for a player.
    pub(super) only_reads_rules: bool,
    pub(super) included: HashSet<PathBuf>,
    /// Files being included, outermost first.
    pub(super) including: Vec<PathBuf>,
    /// Where others see what it is doing.
    progress: Option<Arc<Progress>>,
    /// Steps handed out so far.
    steps_shown: usize,
    /// What the command that is running made so far.
    pub(super) saved: Vec<Saved>,
}

/// A statement over words stands where one over numbers is needed.
pub(super) fn words_are_no_numbers(source: &Source, span: Span, statement: &Statement) -> Diagnostic {
    let names: Vec<String> =
        statement.free_words().iter().map(|&var| format!("`{}`", statement.variables.name(var))).collect();
    let are = if names.len() == 1 { "is a word" } else { "are words" };
    Diagnostic::error(source, span, format!("{} {are} here, and no number", names.join(", ")))
        .label("it stands only on tracks given by a set of digits")
        .help("to say of a variable `x` that it is a number, write `x>=0 &`")
}

fn words_are_not_counted(source: &Source, span: Span, statement: &Statement) -> Diagnostic {
    words_are_no_numbers(source, span, statement).label("only numbers are counted: each once, however it is padded")
}

impl Session {
    /// A session that knows what filbert ships.
    pub fn new() -> Session {
        Session { names: Names::standard(), ..Session::default() }
    }

    /// A session whose statements have these limits.
    pub fn with_limits(limits: Limits) -> Session {
        let progress = limits.board.as_ref().map(Board::add);
        let mut session = Session { limits, progress, ..Session::new() };
        if let Some(cache) = &session.limits.cache {
            session.workspace.use_cache(cache.clone());
        }
        session
    }

    /// A session that reads and writes a tree of folders.
    pub fn in_folders(limits: Limits, folders: Folders) -> Session {
        let mut session = Session::with_limits(limits);
        session.names.folders = Some(folders);
        session.names.read_bases(&session.limits.budget());
        session.keep_steps();
        session
    }

    /// The names known so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Says which file the commands to come stand in: `include` is relative to it and refuses to come back to it.
    pub fn enter(&mut self, file: &Path) {
        self.including.push(canonical(file));
    }

    /// Runs one command. A command that fails leaves everything as it was.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn run(&mut self, source: &Source, command: &Command) -> Result<Run, Failure> {
        let started = Instant::now();
        let budget = self.budget();
        self.saved.clear();
        let effect = self.watched(source.slice(command.span), |session| session.effect(source, command, &budget));
        let effect = effect.map_err(|failure| self.located(failure))?;
        let saved = std::mem::take(&mut self.saved);
        let mut run = Run { effect, largest: budget.largest(), time: started.elapsed(), saved, steps: Vec::new() };
        if let (Some(_), CommandKind::Eval { formula, .. } | CommandKind::Def { formula, .. }) =
            (&self.names.folders, &command.kind)
        {
            run.steps = steps(&self.new_steps(), &run, source.slice(formula.span));
        }
        self.publish(source, command, &run)?;
        Ok(run)
    }

    /// Answers one statement: the whole text of `source` is a formula.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn answer(&mut self, source: &Source) -> Result<Run, Failure> {
        let started = Instant::now();
        let budget = self.budget();
        let whole = Quoted { span: source.span() };
        let effect = self.watched(source.text(), |session| session.evaluate(source, None, &[], &whole, &budget));
        let effect = effect.map_err(|failure| self.located(failure))?;
        let (largest, time) = (budget.largest(), started.elapsed());
        Ok(Run { effect, largest, time, saved: Vec::new(), steps: Vec::new() })
    }

    /// A budget for one statement, its clock running from now.
    pub(super) fn budget(&self) -> Budget {
        let budget = self.limits.budget();
        match &self.progress {
            Some(progress) => budget.with_progress(progress.clone()),
            None => budget,
        }
    }

    /// Work that others see as that on `statement`; a definition that is included is part of the statement that
    /// includes it.
    fn watched<T>(&mut self, statement: &str, work: impl FnOnce(&mut Session) -> T) -> T {
        let Some(progress) = self.progress.clone().filter(|progress| progress.moment().is_none()) else {
            return work(self);
        };
        progress.begin(statement);
        let result = work(self);
        progress.end();
        result
    }

    /// A limit with the step at which it was passed.
    fn located(&mut self, failure: Failure) -> Failure {
        match failure {
            Failure::Limit { limit, at: None } => {
                if limit == Limit::Memory {
                    // What it left behind must not be held against the next one.
                    self.workspace.forget_relations();
                    self.names.numerations.forget_atoms();
                }
                Failure::Limit { limit, at: self.workspace.take_stopped() }
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

    fn effect(&mut self, source: &Source, command: &Command, budget: &Budget) -> Result<Effect, Failure> {
        match &command.kind {
            CommandKind::Eval { name, counted, formula } => {
                self.evaluate(source, name.as_ref(), counted, formula, budget)
            }
            CommandKind::Def { name, counted, formula } => self.evaluate(source, Some(name), counted, formula, budget),
            CommandKind::Theorem { formula, .. } | CommandKind::Refute { formula, .. } => {
                self.closed(source, formula, budget)
            }
            CommandKind::Cover { target, pieces, .. } => self.cover(source, target, pieces, budget),
            CommandKind::Reg { name, alphabets, expression } => {
                let language = definitions::regular(source, &self.names, alphabets, expression.span, budget)?;
                self.define_function(&name.text, FunctionKind::Language(language));
                Ok(Effect::Nothing)
            }
            CommandKind::Macro { name, template } => {
                let text = source.slice(template.span).to_owned();
                self.saved.push(Saved::Macro(name.text.to_string(), text.clone()));
                self.names.macros.insert(name.text.to_string(), text);
                Ok(Effect::Nothing)
            }
            CommandKind::Morphism { name, rules } => {
                let morphism = definitions::morphism(source, &parse_morphism(source, rules.span)?, rules.span)?;
                self.saved.push(Saved::Morphism(name.text.to_string(), morphism.to_string()));
                self.names.morphisms.insert(name.text.to_string(), morphism);
                Ok(Effect::Nothing)
            }
            CommandKind::Promote { name, morphism } => {
                let known = self.known_morphism(source, morphism)?;
                let word = definitions::promoted(source, &known, morphism.span, &self.names, budget)?;
                self.define_word(&name.text, word);
                Ok(Effect::Nothing)
            }
            CommandKind::Word { name, system, rules, coding } => {
                let word = definitions::word(source, &self.names, system, *rules, *coding, budget)?;
                self.define_word(&name.text, word);
                Ok(Effect::Nothing)
            }
            CommandKind::Numeration { name, definition } => {
                let positional = definitions::numeration(source, definition.span)?;
                self.names.numerations.define(&name.text, positional);
                Ok(Effect::Nothing)
            }
            CommandKind::WordBy { name, indices, expression } => {
                commands::by_expression(self, source, name, indices, *expression, budget)
            }
            CommandKind::Tool { tool, arguments } => {
                commands::run(Call { session: self, source, span: command.span, tool: *tool, arguments, budget })
            }
            CommandKind::Game { name, rule, clauses } => {
                let effect = self.define_game(source, name, *rule, clauses, budget)?;
                self.names.game_texts.insert(name.text.to_string(), source.slice(command.span).to_owned());
                Ok(effect)
            }
            CommandKind::Kernel { name, game, given } => {
                let effect = self.kernel(source, name, game, given.as_ref(), budget)?;
                self.seal_saved(source, command, game, |_| "The P-positions, stable and absorbing.".into());
                Ok(effect)
            }
            CommandKind::Redundant { game, family } => self.redundant(source, game, *family, budget),
            CommandKind::Grundy { name, game, upto } => {
                let effect = self.grundy(source, name, game, *upto, budget)?;
                self.seal_saved(source, command, game, |value| {
                    format!("The positions of Sprague-Grundy value {value}: the kernel of what is left without smaller ones.")
                });
                Ok(effect)
            }
            CommandKind::Include { path } => self.include(source, path.span),
            CommandKind::Load { file } => self.include(source, file.span),
            CommandKind::Quit => Ok(Effect::Quit),
        }
    }

    pub(super) fn resolve(&mut self, source: &Source, formula: Span, budget: &Budget) -> Result<Statement, Failure> {
        let parsed = parse_formula(source, formula, &self.names)?;
        Ok(resolve(&parsed, source, &self.names, &mut self.workspace, budget)?)
    }

    fn evaluate(
        &mut self,
        source: &Source,
        name: Option<&Name>,
        counted: &[Name],
        formula: &Quoted,
        budget: &Budget,
    ) -> Result<Effect, Failure> {
        let statement = self.resolve(source, formula.span, budget)?;
        if statement.free.is_empty() {
            if let Some(name) = counted.first() {
                return Err(Diagnostic::error(source, name.span, "a closed statement has no values to count").into());
            }
            let verdict = decide(&statement, &mut self.workspace, budget)?;
            if let Some(name) = name {
                self.define_function(&name.text, FunctionKind::Truth(verdict.truth));
            }
            return Ok(Effect::Verdict(verdict));
        }
        let defined = define_words(&statement, &mut self.workspace, budget)?;
        let names: Vec<Arc<str>> = statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
        let relation = match defined {
            Defined::Relation(relation) => relation,
            Defined::Words(language) => {
                if let Some(counted) = counted.first() {
                    return Err(words_are_not_counted(source, counted.span, &statement).into());
                }
                if let Some(name) = name {
                    self.define_function(&name.text, FunctionKind::Language(language.clone()));
                }
                return Ok(Effect::Words(names, language));
            }
        };
        if let Some(name) = name {
            if !counted.is_empty() {
                let files = counting::files(source, &name.text, counted, &names, &relation, budget)?;
                self.saved.extend(files);
            }
            self.define_function(&name.text, FunctionKind::Relation(relation.clone()));
        }
        Ok(Effect::Relation(names, relation))
    }

    /// The verdict of a statement that must be closed.
    fn closed(&mut self, source: &Source, formula: &Quoted, budget: &Budget) -> Result<Effect, Failure> {
        let statement = self.resolve(source, formula.span, budget)?;
        if !statement.free.is_empty() {
            let names: Vec<String> =
                statement.free.iter().map(|&var| format!("`{}`", statement.variables.name(var))).collect();
            return Err(Diagnostic::error(source, formula.span, "a theorem with free variables")
                .label(format!("{} {} not bound", names.join(", "), if names.len() == 1 { "is" } else { "are" }))
                .help(match self.bound_for_nothing(source, formula.span) {
                    Some(name) => format!("`{name}` is bound and not used; `Ax,y` binds x and y"),
                    None => {
                        format!("put `A{}` in front to say that it holds for all", names.join(",").replace('`', ""))
                    }
                })
                .into());
        }
        Ok(Effect::Verdict(decide(&statement, &mut self.workspace, budget)?))
    }

    /// A bound variable that nothing speaks of.
    fn bound_for_nothing(&self, source: &Source, formula: Span) -> Option<String> {
        let parsed = parse_formula(source, formula, &self.names).ok()?;
        let mut findings = lints::read(&parsed, source).into_iter();
        let unused = findings.find(|finding| finding.lint == Lint::UnusedVariable)?;
        Some(source.slice(unused.diagnostic.span()).to_owned())
    }

    pub(super) fn define_function(&mut self, name: &str, kind: FunctionKind) {
        self.define_again(name, Arc::new(Function::new(kind)));
    }

    /// Gives a function another name.
    pub(super) fn define_again(&mut self, name: &str, function: Arc<Function>) {
        self.saved.push(Saved::Function(name.to_owned(), function.clone()));
        self.names.functions.insert(name.to_owned(), function);
    }

    pub(super) fn define_word(&mut self, name: &str, word: Word) {
        let word = Arc::new(word);
        self.saved.push(Saved::Word(name.to_owned(), word.clone()));
        self.names.words.insert(name.to_owned(), word);
    }

    /// The free variables of a formula that is the whole of `source`, and the relation it is.
    pub(super) fn free_relation(
        &mut self,
        source: &Source,
        budget: &Budget,
    ) -> Result<(Vec<Arc<str>>, Relation), Failure> {
        let statement = self.resolve(source, source.span(), budget)?;
        let names = statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
        match define_words(&statement, &mut self.workspace, budget)? {
            Defined::Relation(relation) => Ok((names, relation)),
            Defined::Words(_) => Err(words_are_no_numbers(source, source.span(), &statement).into()),
        }
    }

    /// The relation of a formula in which a name may stand for a word that the session does not know by it.
    pub(super) fn relation_of(
        &mut self,
        formula: &str,
        word: Option<(&str, &Arc<Word>)>,
        budget: &Budget,
    ) -> Result<Relation, Failure> {
        let source = Source::new("formula", formula);
        let parsed = parse_formula(&source, source.span(), &())?;
        let names = WithWord { names: &self.names, word };
        let statement = resolve(&parsed, &source, &names, &mut self.workspace, budget)?;
        match define_words(&statement, &mut self.workspace, budget)? {
            Defined::Relation(relation) => Ok(relation),
            Defined::Words(_) => Err(words_are_no_numbers(&source, source.span(), &statement).into()),
        }
    }

    /// Where a stored file is: in the folders of the session, or beside the script.
    pub(super) fn shelf_file(&self, shelf: Shelf, file: &str) -> PathBuf {
        let found = self.names.folders.as_ref().and_then(|folders| folders.find(shelf, file));
        found.unwrap_or_else(|| match &self.names.folders {
            Some(folders) => folders.target(shelf, file),
            None => self.base().join(shelf.folder()).join(file),
        })
    }

    /// The folder of the script that is running.
    fn base(&self) -> PathBuf {
        self.including.last().and_then(|file| file.parent()).unwrap_or(Path::new(".")).to_owned()
    }

    /// Writes what a command made.
    fn publish(&mut self, source: &Source, command: &Command, run: &Run) -> Result<(), Failure> {
        let steps = (!run.steps.is_empty()).then_some(&run.steps[..]);
        for saved in &run.saved {
            let files = match (&self.names.folders, saved) {
                (Some(folders), _) => publish::files(saved, folders, steps),
                (None, Saved::File(file, contents)) => vec![(self.base().join(file), contents.clone())],
                (None, _) => Vec::new(),
            };
            for (path, contents) in files {
                write_atomically(&path, &contents).map_err(|error| {
                    Diagnostic::error(source, command.span, format!("cannot write `{}`: {error}", path.display()))
                })?;
            }
            if let Some(folders) = &self.names.folders {
                match saved {
                    Saved::Function(name, function) | Saved::Sealed(name, function, _) => self
                        .names
                        .files
                        .wrote_function(&folders.target(Shelf::Automata, &format!("{name}.txt")), function),
                    Saved::Word(name, word) => {
                        self.names.files.wrote_word(&folders.target(Shelf::Words, &format!("{name}.txt")), word);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    pub(super) fn known_morphism(&self, source: &Source, name: &Name) -> Result<Morphism, Diagnostic> {
        if let Some(path) = self.names.stored(Shelf::Morphisms, &name.text) {
            let error = |why: String| {
                let message = format!("the morphism `{}` cannot be read", name.text);
                Diagnostic::error(source, name.span, message).label(why)
            };
            let text = std::fs::read_to_string(&path).map_err(|why| error(format!("{}: {why}", path.display())))?;
            let stored = Source::new(path.display().to_string(), text);
            let spec = parse_morphism(&stored, stored.span()).map_err(|why| error(why.to_string()))?;
            return definitions::morphism(&stored, &spec, stored.span()).map_err(|why| error(why.to_string()));
        }
        self.names.morphisms.get(&*name.text).cloned().ok_or_else(|| {
            let error = Diagnostic::error(source, name.span, format!("unknown morphism `{}`", name.text));
            match nearest(&name.text, self.names.morphisms.keys().map(String::as_str)) {
                Some(near) => error.label(format!("did you mean `{near}`?")),
                None => error.label("not defined").help("define it first, with `morphism`"),
            }
        })
    }
}
