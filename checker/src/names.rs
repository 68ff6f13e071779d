//! What names stand for, and what certificates give.

use std::collections::HashMap;
use std::rc::Rc;

use crate::core::{Core, Var};
use crate::machine::{Machine, Track};

/// An automaton that a certificate gives.
#[derive(Clone)]
pub struct Claim {
    pub machine: Rc<Machine>,
    pub accepting: Rc<Vec<bool>>,
}

impl Claim {
    pub fn on(&self, vars: Vec<Var>) -> Core {
        Core::Table(self.machine.clone(), self.accepting.clone(), vars)
    }

    /// What a name stands for that is this relation.
    pub fn meaning(&self) -> Rc<Meaning> {
        let tracks = self.machine.tracks.clone();
        Rc::new(Meaning { values: vec![(1, self.on((0..tracks.len()).collect()))], tracks })
    }
}

/// Claims on a command, by what they are about: `body`, the number of a quantifier, `rest` and the number of pieces.
pub type Claims = HashMap<String, Claim>;

/// What a name stands for: for each value, when it has it, in the variables 0, 1, .. on its tracks. A function has one value.
pub struct Meaning {
    pub tracks: Vec<Track>,
    pub values: Vec<(i64, Core)>,
}

/// The names known.
#[derive(Clone, Default)]
pub struct Names {
    pub macros: HashMap<String, String>,
    pub functions: HashMap<String, Rc<Meaning>>,
    pub words: HashMap<String, Rc<Meaning>>,
    pub games: HashMap<String, Rc<Game>>,
    /// A command that may have given another meaning to any of them.
    pub broken: Option<String>,
}

impl Names {
    pub fn forget(&mut self, name: &str) {
        self.macros.remove(name);
        self.functions.remove(name);
        self.words.remove(name);
        self.games.remove(name);
    }

    /// Names that hide those of before.
    pub fn learn(&mut self, others: Names) {
        self.macros.extend(others.macros);
        self.functions.extend(others.functions);
        self.words.extend(others.words);
        self.games.extend(others.games);
        self.broken = self.broken.take().or(others.broken);
    }
}

/// A game: its rules as they are written, what the names in them were, and the claims on their quantifiers.
pub struct Game {
    pub rule: String,
    pub terminal: Option<String>,
    /// A position of the kernel has fewer options in it.
    pub block: u64,
    pub names: Names,
    pub claims: Claims,
}
