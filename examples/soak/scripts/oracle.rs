//! What a script means: an interpreter of environments. It reads commands as data, never a text, and knows of no code of
//! filbert. `docs/meaning.md` says what it does.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::meaning::{Function, Game, Known, Sequence, Sum, System, Word};
use super::model::{Command, Formula, Images, Kind, MAIN, Script, Term, Text, bound, is_unreadable};
use super::shipped::shipped;
use super::{claims, objects};

/// Why a command does nothing. The worst is what counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fail {
    /// The oracle does not know what it means.
    Unsure,
    Wrong,
    Limit,
    /// It names what is undecided.
    Undecided,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    Function(Rc<Function>),
    Word(Rc<Word>),
    Sequence(Rc<Sequence>),
    Macro(Rc<Formula>),
    Morphism(Rc<Images>),
    Game(Rc<Game>),
    System(System),
    /// The oracle does not know.
    Unsure,
    /// The first failures beneath it.
    Undecided(Rc<Vec<Place>>),
}

/// A file and a command of it; without a file it may be any.
pub type Place = (String, usize);

/// What gave a name its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// A command of a file.
    Command(Place),
    /// A file that could not be read, which another command names.
    Barrier(Place),
    Shipped,
    Nothing,
}

/// What is to be said of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Is(bool),
    /// No verdict: it is wrong, or at a limit.
    None,
    /// No verdict: it names what was left undecided.
    Undecided,
    /// The oracle does not know.
    Unsure,
}

/// A name that a command looks up, and what gave it its meaning.
pub type Lookup = (Kind, String, By);

/// What became of a command of the script.
#[derive(Clone, Debug)]
pub struct Told {
    /// Which command.
    pub index: usize,
    /// What is to be said of it, if it is a statement.
    pub said: Option<Said>,
    pub lookups: Vec<Lookup>,
    /// The first failures behind the undecided names that it looks up.
    pub causes: Vec<Place>,
}

/// The environment.
pub struct Oracle<'a> {
    script: &'a Script,
    /// Whether there are no limits.
    unlimited: bool,
    names: HashMap<(Kind, String), (Meaning, By)>,
    /// The command since which what is shipped is undecided.
    barred: Option<Place>,
    included: HashSet<String>,
    /// Files that are being read.
    open: Vec<String>,
    lookups: Vec<Lookup>,
    causes: Vec<Place>,
    /// Whether the command at hand is wrong whatever is undecided.
    pub is_wrong: bool,
    /// How deep macros are open.
    depth: usize,
    pub told: Vec<Told>,
    /// Names that are looked up although their definition failed.
    pub named_undecided: u64,
    /// Names of scripts that are defined again.
    pub redefined: u64,
}

impl<'a> Oracle<'a> {
    pub fn new(script: &'a Script, unlimited: bool) -> Oracle<'a> {
        Oracle {
            script,
            unlimited,
            names: HashMap::new(),
            barred: None,
            included: HashSet::new(),
            open: vec![MAIN.to_owned()],
            lookups: Vec::new(),
            causes: Vec::new(),
            is_wrong: false,
            depth: 0,
            told: Vec::new(),
            named_undecided: 0,
            redefined: 0,
        }
    }

    /// Runs the whole script.
    pub fn of(script: &'a Script, unlimited: bool) -> Oracle<'a> {
        let mut oracle = Oracle::new(script, unlimited);
        for (index, command) in script.files[0].1.iter().enumerate() {
            if matches!(command, Command::Quit) {
                break;
            }
            oracle.step(index, command);
        }
        oracle
    }

    /// Runs a command of the script itself.
    pub fn step(&mut self, index: usize, command: &Command) {
        self.lookups.clear();
        self.causes.clear();
        self.is_wrong = false;
        let said = self.statement(command);
        self.define((MAIN.to_owned(), index), command, said);
        let (lookups, causes) = (self.lookups.clone(), self.causes.clone());
        self.told.push(Told { index, said: said.map(said_of), lookups, causes });
    }

    /// Binds what a command binds, to what it means or to undecided.
    fn define(&mut self, place: Place, command: &Command, said: Option<Result<bool, Fail>>) {
        if let Command::File { path, .. } = command {
            return self.include(path, place);
        }
        let names = bound(command);
        if names.is_empty() {
            return;
        }
        let meanings = match said {
            // A kernel that is none.
            Some(Ok(false)) if matches!(command, Command::Kernel { .. }) => Err(Fail::Wrong),
            Some(Err(why)) if !matches!(command, Command::Def { .. }) => Err(why),
            _ => objects::meanings(self, command),
        };
        let by = By::Command(place.clone());
        let (meanings, others) = match meanings {
            Ok(meanings) => (meanings, None),
            Err(Fail::Unsure) => (Vec::new(), Some(Meaning::Unsure)),
            Err(why) => {
                if self.is_wrong {
                    // Either may be noticed first.
                    self.causes.push((String::new(), 0));
                }
                let is_elsewhere = self.causes.iter().any(|(path, _)| *path != place.0);
                let own = Some(place).filter(|_| why != Fail::Undecided || self.is_wrong || is_elsewhere);
                let causes = self.causes.iter().cloned().chain(own).collect();
                (Vec::new(), Some(Meaning::Undecided(Rc::new(causes))))
            }
        };
        let mut bind = |key: (Kind, String), meaning: Meaning| {
            self.redefined += u64::from(self.names.insert(key, (meaning, by.clone())).is_some());
        };
        meanings.into_iter().for_each(|(kind, name, meaning)| bind((kind, name), meaning));
        if let Some(meaning) = others {
            names.into_iter().for_each(|key| bind(key, meaning.clone()));
        }
    }

    /// The definitions of a file, once.
    fn include(&mut self, path: &str, place: Place) {
        if self.open.iter().any(|open| open == path) || self.included.contains(path) {
            return;
        }
        let Some((_, commands)) = self.script.files.iter().find(|(name, _)| name == path) else {
            // It might have bound any name.
            for (meaning, by) in self.names.values_mut() {
                (*meaning, *by) = (Meaning::Undecided(Rc::new(vec![place.clone()])), By::Barrier(place.clone()));
            }
            self.barred = Some(place);
            return;
        };
        self.open.push(path.to_owned());
        for (index, command) in commands.iter().enumerate() {
            if matches!(command, Command::Quit) {
                break;
            }
            // Of the statements only those that define something.
            self.causes.clear();
            self.is_wrong = false;
            let said = if bound(command).is_empty() { None } else { self.statement(command) };
            self.define((path.to_owned(), index), command, said);
        }
        self.open.pop();
        self.included.insert(path.to_owned());
    }

    /// The names that the commands of a file bind.
    pub fn bound_in(&self, path: &str) -> Vec<(Kind, String)> {
        let file = self.script.files.iter().filter(|(name, _)| name == path && name != MAIN);
        file.flat_map(|(_, commands)| commands.iter().filter(|command| !is_unreadable(command)).flat_map(bound))
            .collect()
    }

    /// What a name means, and what gave it this meaning.
    pub fn look(&self, kind: Kind, name: &str) -> (Meaning, By) {
        if let Some(known) = self.names.get(&(kind, name.to_owned())) {
            return known.clone();
        }
        match (shipped(kind, name), &self.barred) {
            (Some(_), Some(place)) => (Meaning::Undecided(Rc::new(vec![place.clone()])), By::Barrier(place.clone())),
            (Some(meaning), None) => (meaning, By::Shipped),
            (None, _) => (Meaning::Unsure, By::Nothing),
        }
    }

    /// Looks a name up for a command.
    pub fn find(&mut self, kind: Kind, name: &str) -> Result<Meaning, Fail> {
        let (meaning, by) = self.look(kind, name);
        let result = match (&meaning, &by) {
            (_, By::Nothing) => {
                self.is_wrong = true;
                self.causes.extend(self.barred.clone());
                Err(Fail::Wrong)
            }
            (Meaning::Undecided(causes), _) => {
                self.causes.extend(causes.iter().cloned());
                self.named_undecided += 1;
                Err(Fail::Undecided)
            }
            (Meaning::Unsure, _) => {
                self.causes.push((String::new(), 0));
                Err(Fail::Unsure)
            }
            _ => Ok(meaning),
        };
        if self.depth == 0 {
            self.lookups.push((kind, name.to_owned(), by));
        }
        result
    }

    /// What a command says, if it is a statement.
    fn statement(&mut self, command: &Command) -> Option<Result<bool, Fail>> {
        claims::verdict(self, command)
    }

    /// A system by a name that says the order of its digits.
    pub fn system(&mut self, full: &str) -> Result<System, Fail> {
        let (order, name) = full.split_once('_').ok_or(Fail::Wrong)?;
        match (order, name.parse::<u64>()) {
            (_, Err(_)) if name == "neg_2" => Ok(System::Negative),
            ("msd", Ok(base)) => Ok(System::Msd(base)),
            ("lsd", Ok(base)) => Ok(System::Lsd(base)),
            _ => match self.find(Kind::System, name)? {
                Meaning::System(system) => Ok(system),
                _ => Err(Fail::Unsure),
            },
        }
    }

    /// A formula, its macros expanded and its names looked up.
    pub fn known(&mut self, text: &Text) -> Result<(System, Known, Vec<char>), Fail> {
        let system = text.system.as_ref().map_or(Ok(System::Msd(2)), |name| self.system(name));
        let mut failure = system.clone().err();
        let mut free = Vec::new();
        let mut reading =
            Reading { oracle: self, system: system.clone().ok(), failure, free: &mut free, bound: Vec::new() };
        let known = reading.formula(&text.body, &[]);
        failure = reading.failure;
        free.sort_unstable();
        free.dedup();
        match (failure, known) {
            (None, Some(known)) => Ok((system?, known, free)),
            (failure, _) => Err(failure.unwrap_or(Fail::Unsure)),
        }
    }

    /// Passes a limit.
    pub fn limit(&self) -> Result<(), Fail> {
        if self.unlimited { Ok(()) } else { Err(Fail::Limit) }
    }
}

fn said_of(verdict: Result<bool, Fail>) -> Said {
    match verdict {
        Ok(truth) => Said::Is(truth),
        Err(Fail::Unsure) => Said::Unsure,
        Err(Fail::Undecided) => Said::Undecided,
        Err(Fail::Wrong | Fail::Limit) => Said::None,
    }
}

/// A formula that is being read.
struct Reading<'r, 'a> {
    oracle: &'r mut Oracle<'a>,
    system: Option<System>,
    failure: Option<Fail>,
    free: &'r mut Vec<char>,
    bound: Vec<char>,
}

/// Macros within macros, from where on they are taken to be without end.
const DEEPEST: usize = 12;

impl Reading<'_, '_> {
    fn fails(&mut self, why: Fail) {
        self.oracle.is_wrong |= matches!(why, Fail::Wrong | Fail::Limit);
        self.failure = self.failure.max(Some(why));
    }

    fn find(&mut self, kind: Kind, name: &str) -> Option<Meaning> {
        self.oracle.find(kind, name).map_err(|why| self.fails(why)).ok()
    }

    fn term(&mut self, term: &Term, arguments: &[Term]) -> Sum {
        let sum = match *term {
            Term::Num(number) => Sum(None, number),
            Term::Var(var) => Sum(Some(var), 0),
            Term::Plus(var, more) => Sum(Some(var), more),
            Term::Parameter(number) => match arguments.get(number) {
                Some(argument) => return self.term(&argument.clone(), &[]),
                None => {
                    self.fails(Fail::Wrong);
                    Sum(None, 0)
                }
            },
        };
        if let Some(var) = sum.0.filter(|var| !self.bound.contains(var)) {
            self.free.push(var);
        }
        sum
    }

    /// A variable is a number of the system of the formula; in another system it may be none.
    fn stands(&mut self, sums: &[Sum], system: &System) {
        let is_same = self.system.as_ref().is_none_or(|own| own == system) && !matches!(system, System::Own(..));
        if sums.iter().any(|sum| sum.0.is_some()) && !is_same {
            self.fails(Fail::Unsure);
        }
    }

    fn word(&mut self, name: &str, at: Sum) -> Option<Rc<Word>> {
        match self.find(Kind::Word, name)? {
            Meaning::Word(word) => {
                self.stands(&[at], &word.system);
                Some(word)
            }
            _ => None,
        }
    }

    fn formula(&mut self, formula: &Formula, arguments: &[Term]) -> Option<Known> {
        let mut two = |a: &Formula, b: &Formula| {
            let (a, b) = (self.formula(a, arguments), self.formula(b, arguments));
            Some((Box::new(a?), Box::new(b?)))
        };
        Some(match formula {
            Formula::And(a, b) => two(a, b).map(|(a, b)| Known::And(a, b))?,
            Formula::Or(a, b) => two(a, b).map(|(a, b)| Known::Or(a, b))?,
            Formula::Not(inner) => Known::Not(Box::new(self.formula(inner, arguments)?)),
            Formula::Less(a, b) => Known::Less(self.term(a, arguments), self.term(b, arguments)),
            Formula::Equal(a, b) => Known::Equal(self.term(a, arguments), self.term(b, arguments)),
            Formula::Call(name, at) => {
                let at: Vec<Sum> = at.iter().map(|term| self.term(term, arguments)).collect();
                let Meaning::Function(function) = self.find(Kind::Function, name)? else { return None };
                match (&*function, function.arity()) {
                    // A number is the word that represents it in the system in force.
                    (Function::Pair { system: System::Digits(base), .. }, _) if at.len() == 2 => {
                        let is_read = self.system == Some(System::Msd(*base)) && at.iter().all(|sum| sum.0.is_none());
                        (!is_read).then(|| self.fails(Fail::Unsure));
                    }
                    (_, Some(arity)) if arity != at.len() => self.fails(Fail::Wrong),
                    (_, None) => self.fails(Fail::Unsure),
                    (Function::Set { system, .. } | Function::Pair { system, .. }, _) => self.stands(&at, system),
                    _ => {}
                }
                Known::Call(function, at)
            }
            Formula::Letter(name, at, letter) => {
                let at = self.term(at, arguments);
                Known::Letter(self.word(name, at)?, at, *letter)
            }
            Formula::Same(one, at, other, there) => {
                let (at, there) = (self.term(at, arguments), self.term(there, arguments));
                let (one, other) = (self.word(one, at), self.word(other, there));
                Known::Same(one?, at, other?, there)
            }
            Formula::Bounded { all, var, bound, body } => {
                self.bound.push(*var);
                let body = self.formula(body, arguments);
                self.bound.pop();
                Known::Bounded { all: *all, var: *var, bound: *bound, body: Box::new(body?) }
            }
            Formula::Macro(name, with) => {
                let lacks = |term: &Term| matches!(term, Term::Parameter(number) if arguments.len() <= *number);
                if with.iter().any(lacks) {
                    self.fails(Fail::Wrong);
                }
                let Meaning::Macro(template) = self.find(Kind::Macro, name)? else { return None };
                if self.oracle.depth == DEEPEST {
                    self.fails(Fail::Wrong);
                    return None;
                }
                let with: Vec<Term> = with.iter().map(|term| filled(term, arguments)).collect();
                self.oracle.depth += 1;
                let known = self.formula(&template, &with);
                self.oracle.depth -= 1;
                known?
            }
            Formula::Large(x, y) => {
                self.free.extend([*x, *y]);
                if let Err(why) = self.oracle.limit() {
                    self.fails(why);
                }
                Known::Large(*x, *y)
            }
            Formula::Nonsense => {
                self.fails(Fail::Wrong);
                return None;
            }
        })
    }
}

/// An argument of a macro within a macro.
fn filled(term: &Term, arguments: &[Term]) -> Term {
    match term {
        Term::Parameter(number) => arguments.get(*number).cloned().unwrap_or(Term::Parameter(usize::MAX)),
        other => other.clone(),
    }
}
