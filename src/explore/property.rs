//! Properties that every word has or has not, and every set of P-positions: the list that a search goes through, and the
//! atlas.

use std::sync::OnceLock;

use crate::script::comment_above;
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Source, parse_script, word_in_formula};

use super::fact::Fact;

const SCRIPT: &str = include_str!("../../atlas/properties.prf");

/// What has properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A word with one index.
    Word,
    /// The P-positions of a game on two piles.
    Pairs,
    /// The P-positions of a game on three piles, in ascending order.
    Triples,
}

impl Kind {
    /// All of them, in the order of the atlas.
    pub const ALL: [Kind; 3] = [Kind::Word, Kind::Pairs, Kind::Triples];
}

/// A statement about any word `W`, or any P-positions `$P`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Of what it is a property.
    pub kind: Kind,
    /// The statement, without a numeration system.
    pub statement: String,
    /// What it means that it is true.
    pub holds: String,
    /// What it means that it is false.
    pub fails: String,
}

impl Property {
    /// The statement about a word or a function whose numbers are written in this system.
    pub fn of(&self, subject: &str, system: &str) -> String {
        let (sign, own) = match self.kind {
            Kind::Word => ("W[", format!("{}[", word_in_formula(subject))),
            Kind::Pairs | Kind::Triples => ("$P(", format!("${subject}(")),
        };
        format!("?{system} {}", self.statement.replace(sign, &own))
    }

    /// As a fact about a word or a function, for the time being claimed to be true.
    pub fn fact(&self, subject: &str, system: &str) -> Fact {
        Fact::new(self.name.clone(), self.of(subject, system), self.holds.clone())
    }
}

/// All properties, in the order of their file.
///
/// ```
/// use filbert::explore::{Kind, properties};
///
/// let words = properties().iter().filter(|property| property.kind == Kind::Word);
/// assert_eq!(words.count(), 20);
/// ```
///
/// # Panics
/// If the script of the properties cannot be read, which the tests rule out.
pub fn properties() -> &'static [Property] {
    static READ: OnceLock<Vec<Property>> = OnceLock::new();
    READ.get_or_init(|| {
        let source = Source::new("atlas/properties.prf", SCRIPT);
        let (commands, errors) = parse_script(&source);
        assert!(errors.is_empty(), "{errors:?}");
        commands.iter().map(|command| read(&source, command)).collect()
    })
}

/// The property that a command states.
fn read(source: &Source, command: &Command) -> Property {
    let CommandKind::Eval { name: Some(name), formula, .. } = &command.kind else { panic!("not a property") };
    let comment = comment_above(source.text(), command.span.start).replace('\n', " ");
    let (holds, fails) = comment.split_once(" Or: ").expect("a comment says both");
    let statement = source.slice(formula.span).to_owned();
    Property {
        name: name.text.to_string(),
        kind: kind(&statement),
        statement,
        holds: holds.to_owned(),
        fails: fails.to_owned(),
    }
}

/// The property with a name that the program itself names.
pub(super) fn property(name: &str) -> &'static Property {
    properties().iter().find(|property| property.name == name).expect("atlas/properties.prf has it")
}

/// Of what a statement is one: how many numbers `$P` has says which games.
fn kind(statement: &str) -> Kind {
    let Some((_, arguments)) = statement.split_once("$P(") else { return Kind::Word };
    match arguments.split(')').next().map(|list| list.split(',').count()) {
        Some(2) => Kind::Pairs,
        _ => Kind::Triples,
    }
}
