//! The hash of everything a statement rests on: what filbert ships, every command before it that binds a name, and its
//! own text.
//!
//! `docs/verified.md` lists the exact texts; `verified/scripts.py` computes the same hash with its own code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Source, bindings, parse_script};

use super::entry::Options;
use super::session::Session;

/// What filbert ships.
const SHIPPED: [&str; 3] = [
    include_str!("../../automata/functions.prf"),
    include_str!("../../automata/words.prf"),
    include_str!("../../automata/games.prf"),
];

/// The commands that bind names, as far as a script was read.
#[derive(Debug)]
pub(super) struct Rests {
    /// `None` once something was met that may mean what no text before says.
    said: Option<Sha256>,
    /// The files that are being read, the script first.
    reading: Vec<PathBuf>,
    included: BTreeSet<PathBuf>,
}

impl Rests {
    /// Of the script at this path, of which nothing was read yet.
    pub fn new(session: &Session, path: Option<&Path>, options: &Options) -> Rests {
        let mut shipped = Sha256::new();
        SHIPPED.iter().for_each(|text| shipped.update(with_plain_ends(text)));
        let mut rests = Rests {
            // What names mean that are not of the script is not said in it.
            said: options.context.is_empty().then(Sha256::new),
            reading: path.map(|path| session.known_path(path)).into_iter().collect(),
            included: BTreeSet::new(),
        };
        rests.add(&hexadecimal(shipped));
        rests
    }

    /// What follows has no hash: it may rest on what is not read here.
    pub fn unknown(&mut self) {
        self.said = None;
    }

    fn add(&mut self, text: &str) {
        if let Some(said) = &mut self.said {
            said.update(with_plain_ends(text));
            said.update("\n");
        }
    }

    /// Goes past a command; its hash, if it is a statement.
    pub fn next(&mut self, session: &Session, source: &Source, command: &Command) -> Option<String> {
        let before = self.said.clone();
        self.add(source.slice(command.span));
        let own = std::mem::replace(&mut self.said, before);
        self.pass(session, source, command);
        own.map(hexadecimal)
    }

    /// Goes past a command.
    fn pass(&mut self, session: &Session, source: &Source, command: &Command) {
        match &command.kind {
            CommandKind::Include { path } => self.include(session, source.slice(path.span)),
            CommandKind::Load { file } => self.include(session, source.slice(file.span)),
            CommandKind::Builtin { builtin, .. } if builtin.keyword() == "use" => self.unknown(),
            kind if !bindings(kind).is_empty() => self.add(source.slice(command.span)),
            _ => {}
        }
    }

    /// Goes past what a file defines, in the place of the command that includes it.
    fn include(&mut self, session: &Session, written: &str) {
        let base = self.reading.last().and_then(|file| file.parent()).unwrap_or(Path::new("."));
        let file = session.known_path(&base.join(written));
        if self.said.is_none() || self.included.contains(&file) {
            return;
        }
        let Ok(text) = session.named_text(&file, &session.budget()) else { return self.unknown() };
        if self.reading.contains(&file) || session.admit(&file).is_err() {
            return self.unknown();
        }
        let source = Source::new(file.display().to_string(), text);
        let (commands, errors) = parse_script(&source);
        if !errors.is_empty() {
            return self.unknown();
        }
        self.reading.push(file.clone());
        for command in commands.iter().take_while(|command| command.kind != CommandKind::Quit) {
            self.pass(session, &source, command);
        }
        self.reading.pop();
        self.included.insert(file);
    }
}

fn with_plain_ends(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
