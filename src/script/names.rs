//! The names a script has defined, and behind them those that filbert ships.
//!
//! A definition takes the place of an earlier one of its name, which is dropped. Whatever was defined in terms of the
//! earlier one keeps its meaning, for it has the automata themselves; only macros are looked up by name at each call.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::automata::Dfa;
use crate::budget::Budget;
use crate::disk::read_text;
use crate::families::Family;
use crate::games::{Game, Partizan, Rules};
use crate::library::{self, Directory, Folders};
use crate::logic::{Environment, Function, FunctionKind};
use crate::numeration::{
    Compare, LinearAtom, NumerationError, NumerationSystem, Numerations, Relation, Rule, StoredRules,
};
use crate::planted::{Bug, planted};
use crate::sequences::Sequence;
use crate::syntax::{Macros, NameKind};
use crate::words::{Indexed, Morphism, Word};

use super::bounds::Bounds;
use super::files::Files;
use super::guesses::Guesses;
use super::undecided::Undecided;

/// States of an automaton that is built to read a base.
const MOST_BASE_STATES: usize = 300_000;

/// The numeration systems that files define, read when they are first named: a session of a home with many of them
/// starts as any other.
struct Bases(Folders, Bounds);

impl StoredRules for Bases {
    fn names(&self) -> Vec<String> {
        library::stored_bases(&self.0)
    }

    fn read(&self, name: &str, budget: &Budget) -> Option<Result<Rule, String>> {
        let files = library::files_of_base(&self.0, name);
        if let Err(why) = files.iter().try_for_each(|path| self.1.admit(path)) {
            return Some(Err(why));
        }
        library::read_base(&self.0, name, &budget.tightened(MOST_BASE_STATES))
    }
}

/// Everything that statements of a session may name. A definition hides what had its name before.
#[derive(Default)]
pub struct Names {
    pub(super) functions: HashMap<String, Arc<Function>>,
    pub(super) words: HashMap<String, Indexed>,
    pub(super) sequences: HashMap<String, Arc<Sequence>>,
    pub(super) morphisms: HashMap<String, Morphism>,
    pub(super) macros: HashMap<String, String>,
    /// What the words of these names are families of.
    pub(super) families: HashMap<String, Family>,
    pub(super) games: HashMap<String, Arc<Game>>,
    /// Games in which Left and Right have moves of their own; they are in no other table of games.
    pub(super) partizan: HashMap<String, Arc<Partizan>>,
    /// The rules of each game, as read.
    pub(super) rules: HashMap<String, Rules>,
    /// Games whose rules name no numeration system, and for which none was found by now.
    pub(super) anywhere: HashSet<String>,
    /// The command of each game, as written.
    pub(super) game_texts: HashMap<String, String>,
    /// The kernels proved, by game.
    pub(super) kernels: HashMap<String, Arc<Dfa>>,
    pub(super) numerations: Numerations,
    /// What stands behind the names of scripts.
    prelude: Option<&'static dyn Prelude>,
    /// Where stored objects are looked for before anything else.
    pub(super) folders: Option<Folders>,
    /// Folders that are only read, and looked at after what scripts define.
    libraries: Vec<Folders>,
    pub(super) files: Files,
    /// Names whose definitions failed.
    pub(super) undecided: Undecided,
    /// Names that rest on what is not proved.
    pub(super) guesses: Guesses,
    /// That of the statement in progress: what it names may have to be read or built.
    budget: Option<Budget>,
}

/// What is said of an undecided name where the look-up itself needs a reason.
const UNDECIDED: &str = "it was left undecided";

/// Functions that stand behind those of a script.
pub(super) trait Prelude: Send + Sync {
    /// The function of this name.
    fn function(&self, name: &str, budget: &Budget) -> Option<Result<Arc<Function>, String>>;

    /// The names of all of them.
    fn functions(&self) -> Vec<String>;
}

impl Names {
    /// The numeration systems that filbert generates, and the words it stores.
    pub(super) fn bare() -> Names {
        Names { numerations: Numerations::standard(), ..Names::default() }
    }

    /// The names of [`Names::bare`] and the functions of a prelude.
    pub(super) fn with_prelude(prelude: &'static dyn Prelude) -> Names {
        Names { prelude: Some(prelude), ..Names::bare() }
    }

    /// Looks for objects, and for numeration systems, in files from now on. A name whose files are wrong is an error
    /// where it is used.
    pub(super) fn read_from(&mut self, folders: Folders) {
        self.numerations.read_from(Arc::new(Bases(folders.clone(), self.files.bounds.clone())));
        self.folders = Some(folders);
    }

    /// Lets what is stored in a tree of folders be named.
    pub(super) fn read_library(&mut self, folders: Folders) {
        self.numerations.read_from(Arc::new(Bases(folders.clone(), self.files.bounds.clone())));
        self.libraries.push(folders);
    }

    /// `shift_NAME(x, y)`: y is x with a zero appended, in `msd_NAME`.
    fn shift(&self, function: &str) -> Option<Arc<Function>> {
        let system = self.system(&format!("msd_{}", function.strip_prefix("shift_")?)).ok()?;
        let atom = LinearAtom { coefficients: vec![vec![0, 1], vec![-1]], compare: Compare::Equal, constant: 0 };
        let shift = Relation::linear(&system, &atom, &self.budget()).ok().filter(|_| system.can_shift())?;
        Some(Arc::new(Function::new(FunctionKind::Relation(shift))))
    }

    /// The function that was defined under a name, if the definition has run.
    pub fn computed(&self, name: &str) -> Option<&Arc<Function>> {
        self.functions.get(name).filter(|_| !self.undecided.is_left(NameKind::Function, name))
    }

    /// The sequence that was defined under a name.
    pub(super) fn sequence(&self, name: &str) -> Option<&Arc<Sequence>> {
        self.own(NameKind::Sequence, name, &self.sequences)
    }

    /// The morphism that was defined under a name.
    pub(super) fn morphism(&self, name: &str) -> Option<&Morphism> {
        self.own(NameKind::Morphism, name, &self.morphisms)
    }

    /// The game that was defined under a name.
    pub(super) fn game(&self, name: &str) -> Option<&Arc<Game>> {
        self.own(NameKind::Game, name, &self.games)
    }

    /// The partizan game that was defined under a name.
    pub(super) fn partizan_game(&self, name: &str) -> Option<&Arc<Partizan>> {
        self.own(NameKind::Game, name, &self.partizan)
    }

    /// The numeration system with this full name, unless it is undecided: it is one of many that are tried, so that looking
    /// it up leaves nothing undecided.
    pub(super) fn candidate_system(&self, full_name: &str) -> Option<Arc<NumerationSystem>> {
        let short = full_name.split_once('_').map_or(full_name, |(_, short)| short);
        let is_undecided = self.undecided.is_left(NameKind::System, short)
            || !self.numerations.is_fixed(short) && self.undecided.is_all();
        if is_undecided { None } else { self.numerations.get(full_name).ok() }
    }

    /// The rules of the game that was defined under a name.
    pub(super) fn rules_of(&self, name: &str) -> Option<&Rules> {
        self.own(NameKind::Game, name, &self.rules)
    }

    /// Whether a name is undecided: since its definition failed, or since all names are that were bound neither by this
    /// session (`is_own`) nor by what it used afterwards.
    fn hides(&self, kind: NameKind, name: &str, is_own: bool, directory: Directory) -> bool {
        self.guesses.look_up(kind, name);
        self.undecided.hides(kind, name)
            || !is_own
                && self.undecided.hides_unbound()
                && self.in_libraries(directory, name).is_none()
                && self.undecided.hides_all(kind, name)
    }

    /// What the session defined under a name, unless the name is undecided.
    pub(super) fn own<'a, T>(&self, kind: NameKind, name: &str, known: &'a HashMap<String, T>) -> Option<&'a T> {
        self.guesses.look_up(kind, name);
        if self.undecided.hides(kind, name) {
            return None;
        }
        let own = known.get(name);
        if own.is_none() {
            self.undecided.hides_all(kind, name);
        }
        own
    }

    /// Forgets every name: what the session defines from now on is all that there is.
    pub(super) fn forget_all(&mut self) {
        self.functions.clear();
        self.words.clear();
        self.families.clear();
        self.sequences.clear();
        self.morphisms.clear();
        self.macros.clear();
        self.games.clear();
        self.partizan.clear();
        self.rules.clear();
        self.anywhere.clear();
        self.game_texts.clear();
        self.kernels.clear();
        self.numerations = Numerations::standard();
        self.libraries.clear();
        self.guesses.forget_all();
    }

    /// A template in which macros are called by other names, under which they are kept as they are now.
    pub(super) fn settled(&mut self, mut template: String) -> String {
        let known: Vec<(String, String)> = self.macros.clone().into_iter().collect();
        for (name, text) in known {
            let (call, kept) = (format!("#{name}("), format!("{name}_{}", self.macros.len()));
            if template.contains(&call) {
                template = template.replace(&call, &format!("#{kept}("));
                self.macros.insert(kept, text);
            }
        }
        template
    }

    /// A name has a meaning that rests on these guesses alone.
    pub(super) fn decide(&mut self, kind: NameKind, name: &str, guesses: &BTreeSet<String>) {
        self.undecided.decide(kind, name);
        self.guesses.bind(kind, name, guesses);
    }

    /// The names of the sequences defined so far.
    pub fn sequences(&self) -> Vec<String> {
        self.sequences.keys().cloned().collect()
    }

    /// The names of the morphisms defined so far, and of those that are stored.
    pub fn morphisms(&self) -> Vec<String> {
        self.morphisms.keys().cloned().chain(self.in_directory(Directory::Morphisms)).collect()
    }

    /// What is named from now on is read and built within this budget.
    pub(super) fn work_within(&mut self, budget: &Budget) {
        self.budget = Some(budget.clone());
        self.numerations.build_within(budget.clone());
    }

    /// What reading and building may use.
    pub(super) fn budget(&self) -> Budget {
        self.budget.clone().unwrap_or_else(Budget::for_one_object)
    }

    /// The file in which an object is stored.
    pub(super) fn stored(&self, directory: Directory, name: &str) -> Option<PathBuf> {
        self.folders.as_ref()?.find(directory, &format!("{name}.txt"))
    }

    /// The file in which a library has an object.
    pub(super) fn in_libraries(&self, directory: Directory, name: &str) -> Option<PathBuf> {
        self.libraries.iter().find_map(|folders| folders.find(directory, &format!("{name}.txt")))
    }

    fn in_directory(&self, directory: Directory) -> Vec<String> {
        self.folders.iter().chain(&self.libraries).flat_map(|folders| folders.names(directory)).collect()
    }
}

impl Macros for Names {
    fn template(&self, name: &str) -> Option<Cow<'_, str>> {
        let read = |path: PathBuf| {
            self.files.bounds.admit(&path).ok()?;
            read_text(&path, &self.budget()).ok()
        };
        let stored = self.stored(Directory::Macros, name).and_then(read);
        if self.hides(NameKind::Macro, name, self.macros.contains_key(name), Directory::Macros) {
            return None;
        }
        let own = stored.map(Cow::Owned).or_else(|| self.macros.get(name).map(Cow::from));
        let library = || self.in_libraries(Directory::Macros, name).and_then(read).map(Cow::Owned);
        own.or_else(library)
    }

    fn names(&self) -> Vec<String> {
        self.macros.keys().cloned().chain(self.in_directory(Directory::Macros)).collect()
    }
}

impl Environment for Names {
    fn system(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        let short = full_name.split_once('_').map_or(full_name, |(_, short)| short);
        self.guesses.look_up(NameKind::System, short);
        let is_undecided = self.undecided.hides(NameKind::System, short)
            || !self.numerations.is_fixed(short) && self.undecided.hides_all(NameKind::System, short);
        if is_undecided {
            return Err(NumerationError::Undecided(full_name.to_owned()));
        }
        self.numerations.get(full_name)
    }

    fn function(&self, name: &str) -> Option<Result<Arc<Function>, String>> {
        if planted(Bug::Shadow)
            && let Some(shipped) = self.prelude.and_then(|prelude| prelude.function(name, &self.budget()))
        {
            return Some(shipped);
        }
        if self.hides(NameKind::Function, name, self.functions.contains_key(name), Directory::Automata) {
            return Some(Err(UNDECIDED.into()));
        }
        if let Some(path) = self.stored(Directory::Automata, name) {
            return Some(self.files.function(&path, &self.numerations, &self.budget()));
        }
        if let Some(own) = self.functions.get(name) {
            return Some(Ok(own.clone()));
        }
        if let Some(path) = self.in_libraries(Directory::Automata, name) {
            return Some(self.files.function(&path, &self.numerations, &self.budget()));
        }
        let shipped = || self.prelude?.function(name, &self.budget());
        shipped().or_else(|| self.shift(name).map(Ok))
    }

    fn word(&self, name: &str) -> Option<Result<Indexed, String>> {
        let is_left = || self.undecided.is_left(NameKind::Word, name);
        if (planted(Bug::Shadow) || planted(Bug::Shipped) && is_left())
            && let Some(Ok(shipped)) = library::standard_word(name, &self.budget())
        {
            return Some(Ok(Indexed::Word(shipped)));
        }
        if self.hides(NameKind::Word, name, self.words.contains_key(name), Directory::Words) {
            return Some(Err(UNDECIDED.into()));
        }
        // A family without words hides the word that had its name.
        if self.families.contains_key(name) && !self.words.contains_key(name) {
            return None;
        }
        if let Some(path) = self.stored(Directory::Words, name) {
            return Some(self.files.word(&path, &self.numerations, &self.budget()));
        }
        if let Some(word) = self.words.get(name) {
            return Some(Ok(word.clone()));
        }
        if let Some(path) = self.in_libraries(Directory::Words, name) {
            return Some(self.files.word(&path, &self.numerations, &self.budget()));
        }
        library::standard_word(name, &self.budget())
            .map(|word| word.map(Indexed::Word).map_err(|error| error.to_string()))
    }

    fn functions(&self) -> Vec<String> {
        let mut names: Vec<String> = self.functions.keys().cloned().collect();
        names.extend(self.prelude.into_iter().flat_map(Prelude::functions));
        names.extend(self.in_directory(Directory::Automata));
        names
    }

    fn words(&self) -> Vec<String> {
        let standard = library::standard_names().iter().map(|name| (*name).to_owned());
        self.words.keys().cloned().chain(standard).chain(self.in_directory(Directory::Words)).collect()
    }

    fn systems(&self) -> Vec<String> {
        self.numerations.names()
    }
}

/// The names of a session, before which others go.
pub(super) struct WithOwn<'a> {
    pub(super) names: &'a Names,
    pub(super) functions: HashMap<String, Arc<Function>>,
    pub(super) word: Option<(&'a str, &'a Arc<Word>)>,
}

impl Environment for WithOwn<'_> {
    fn system(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        // The word's own system, whatever has its name by now.
        let own = self.word.and_then(|(_, word)| word.systems.iter().find(|system| **system.name() == *full_name));
        own.map_or_else(|| self.names.system(full_name), |system| Ok(system.clone()))
    }

    fn function(&self, name: &str) -> Option<Result<Arc<Function>, String>> {
        self.functions.get(name).map(|own| Ok(own.clone())).or_else(|| self.names.function(name))
    }

    fn word(&self, name: &str) -> Option<Result<Indexed, String>> {
        let own = self.word.filter(|(own, _)| *own == name);
        own.map(|(_, word)| Ok(Indexed::Word(word.clone()))).or_else(|| self.names.word(name))
    }

    fn functions(&self) -> Vec<String> {
        self.names.functions()
    }

    fn words(&self) -> Vec<String> {
        self.names.words()
    }

    fn systems(&self) -> Vec<String> {
        self.names.systems()
    }
}
