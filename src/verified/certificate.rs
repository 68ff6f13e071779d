//! The certificate of a script: for each statement that is to be proved the answers with which the checker accepts it.
//!
//! `verified/script.ml` describes its text. Statement by statement; what has no answers is left out, and so is what
//! names it.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use filbert_answers::formula::{Command, Dfa, Hints, Relation, System, Systems};
use filbert_answers::text::{Notation, write_answers};
use filbert_answers::{GoOn, Limits, NotFound, find};

use super::commands::{Table, measure};
use super::needed::{Name, marks};
use super::places::{Placed, Unread, placed};
use super::tree::{Numeration, Statement};

/// Why a statement has no answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftOut {
    /// It, or something that it names, is not read.
    #[error("not read")]
    NotRead,
    /// A variable would be in several systems.
    #[error("several systems")]
    SeveralSystems,
    /// The measure of its game is not a sum of multiples.
    #[error("no measure")]
    NoMeasure,
    /// Nothing is found within the limits, for it or for something that it names.
    #[error("too large")]
    TooLarge,
    /// The checker would reject what is found.
    #[error("not accepted")]
    NotAccepted,
    /// The search for it was ended.
    #[error("took too long")]
    Halted,
}

/// What becomes of a statement.
pub enum Outcome<'a> {
    /// Its part of the certificate.
    Certified(&'a str),
    /// It is left out.
    Left(LeftOut),
}

/// Finds the automaton of a kernel that is not given, by its name.
pub type Kernels<'a> = &'a dyn Fn(&str) -> Option<Arc<Dfa>>;

/// Writes a certificate part by part.
pub struct Certifier<'a> {
    kernels: Kernels<'a>,
    limits: Limits,
    go_on: &'a dyn Fn() -> GoOn,
    named: &'a dyn Fn(&str) -> Option<String>,
    table: Table,
    relations: Vec<Relation>,
    /// The systems of the tracks of the relations.
    tracks: Vec<Vec<System>>,
    /// Names that have no meaning since what binds them was left out, and why.
    lost: HashMap<Name, LeftOut>,
    /// The systems that were written last.
    systems: Option<Systems>,
    /// Systems with the names under which they are first named.
    names: HashMap<System, String>,
}

impl<'a> Certifier<'a> {
    /// One that has written nothing. `go_on` makes for each command what says how long the search for its answers may last; `named`
    /// has the names of automata that the certificate has besides.
    pub fn new(
        kernels: Kernels<'a>,
        limits: Limits,
        go_on: &'a dyn Fn() -> GoOn,
        named: &'a dyn Fn(&str) -> Option<String>,
    ) -> Certifier<'a> {
        Certifier {
            kernels,
            limits,
            go_on,
            named,
            table: Table::default(),
            relations: Vec::new(),
            tracks: Vec::new(),
            lost: HashMap::new(),
            systems: None,
            names: HashMap::new(),
        }
    }

    /// Certifies what is to be proved of some statements, the first of which are those of what ships, and what that
    /// rests on.
    pub fn all(
        &mut self,
        statements: &[(Numeration, Statement)],
        shipped: usize,
        mut hear: impl FnMut(&Statement, Outcome<'_>),
    ) {
        for (Numeration { name, table }, _) in statements {
            self.names.entry(table.clone()).or_insert_with(|| name.clone());
        }
        let marks = marks(shipped, statements.iter().map(|(_, said)| said));
        for (number, ((at, said), is_marked)) in statements.iter().zip(marks).enumerate() {
            if !is_marked {
                self.forget(said, None);
                continue;
            }
            match self.one(number, at, said) {
                Ok(text) => hear(said, Outcome::Certified(&text)),
                Err(why) => {
                    self.forget(said, Some(why));
                    hear(said, Outcome::Left(why));
                }
            }
        }
    }

    fn forget(&mut self, said: &Statement, why: Option<LeftOut>) {
        self.table.forget(said.bound());
        let Some(name) = said.binds() else { return };
        match why {
            Some(why) => self.lost.insert(name, why),
            None => self.lost.remove(&name),
        };
    }

    fn one(&mut self, number: usize, at: &Numeration, said: &Statement) -> Result<String, LeftOut> {
        let Placed { systems, commands, bound } =
            placed(&self.table, &self.tracks, at, said).map_err(|why| match why {
                Unread::SeveralSystems => LeftOut::SeveralSystems,
                Unread::NoMeaning => {
                    said.needs().iter().find_map(|name| self.lost.get(name).copied()).unwrap_or(LeftOut::NotRead)
                }
            })?;
        let mut text = String::new();
        let before = self.relations.len();
        for command in &commands {
            if let Err(why) = self.command(&systems, said, command, &mut text) {
                self.relations.truncate(before);
                self.tracks.truncate(before);
                return Err(why);
            }
        }
        let mut part = String::new();
        if self.systems.as_ref() != Some(&systems) {
            let name = systems.0.first().and_then(|first| self.names.get(first));
            write_systems(&mut part, name.map_or("", String::as_str), &systems);
            self.systems = Some(systems);
        }
        let _ = writeln!(part, "statement {number} {}", commands.len());
        part.push_str(&text);
        self.table.bind(bound);
        if let Some(name) = said.binds() {
            self.lost.remove(&name);
        }
        Ok(part)
    }

    /// Answers for a command, and the relation that it makes.
    fn command(
        &mut self,
        systems: &Systems,
        said: &Statement,
        command: &Command,
        text: &mut String,
    ) -> Result<(), LeftOut> {
        text.push_str("command\n");
        if let Command::Automaton(tracks, automaton) = command {
            if !automaton.has_zero_loop() {
                return Err(LeftOut::NotAccepted);
            }
            let systems = (0..*tracks).map(|track| systems.of(track).clone()).collect();
            self.add(Relation { systems, automaton: automaton.clone() });
            return Ok(());
        }
        let hints = self.hints(said, command)?;
        let found = find(systems, &self.relations, command, &hints, &self.limits, &(self.go_on)());
        let (answers, relation) = found.map_err(|why| match why {
            NotFound::TooLarge => LeftOut::TooLarge,
            NotFound::Refused => LeftOut::NotAccepted,
            NotFound::Halted => LeftOut::Halted,
        })?;
        write_answers(text, &answers, &Notation { systems, named: self.named }).map_err(|_| LeftOut::TooLarge)?;
        relation.into_iter().for_each(|relation| self.add(relation));
        Ok(())
    }

    fn add(&mut self, relation: Relation) {
        self.tracks.push(relation.systems.clone());
        self.relations.push(relation);
    }

    /// What the script says of a kernel, and what is known of it.
    fn hints(&self, said: &Statement, command: &Command) -> Result<Hints, LeftOut> {
        let (Statement::Kernel(name, game, given), Command::Kernel(_)) = (said, command) else {
            return Ok(Hints::default());
        };
        let play = self.table.game(game).filter(|play| !play.measure.is_empty());
        let measure = play.map(|play| measure(play).ok_or(LeftOut::NoMeasure)).transpose()?;
        let kernel = match given {
            Some(given) => self.table.relation(given).map(|relation| self.relations[relation].automaton.clone()),
            None => (self.kernels)(name),
        };
        Ok(Hints { kernel, measure })
    }
}

/// The line that gives the systems of the statements behind it; one system has its name.
pub fn write_systems(out: &mut String, name: &str, systems: &Systems) {
    let table = |out: &mut String, System(table): &System| {
        let _ = write!(out, " {}", table.len());
        for (top, next) in table {
            let _ = write!(out, " {top} {next}");
        }
    };
    match &systems.0[..] {
        [one] => {
            let _ = write!(out, "numeration {}", if name.is_empty() { "-" } else { name });
            table(out, one);
        }
        all => {
            let _ = write!(out, "numerations {}", all.len());
            all.iter().for_each(|system| table(out, system));
        }
    }
    out.push('\n');
}
