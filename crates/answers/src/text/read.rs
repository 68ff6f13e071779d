//! Reads commands that have no answers yet. Cost: one pass.

use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};
use std::sync::Arc;

use crate::formula::{Command, Comparison, Dfa, Formula, Game, Hints, System, Term, Variable};

/// A text that is not of the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// It ends where more is expected.
    #[error("the text ends where {0} is expected")]
    End(&'static str),
    /// A word stands where something else is expected.
    #[error("expected {1}, found `{0}`")]
    Word(String, &'static str),
}

/// A command with its name, which is empty for definitions, and with what is said of it beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of a theorem or kernel.
    pub name: String,
    /// The command.
    pub command: Command,
    /// Hints for a kernel.
    pub hints: Hints,
    /// The relation that the kernel may be.
    pub like: Option<usize>,
}

/// Commands in one numeration system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The system.
    pub system: System,
    /// The commands, in their order.
    pub entries: Vec<Entry>,
}

/// Reads a text.
///
/// # Errors
///
/// [`Malformed`] if it is not of the format, or has answers other than hints.
pub fn read(text: &str) -> Result<Script, Malformed> {
    let mut words = Words(text.split_whitespace().peekable());
    match words.next("`system`")? {
        "system" => {}
        other => return Err(Malformed::Word(other.to_owned(), "`system`")),
    }
    let states = words.number("a number of states")?;
    let table = words.times(states, |words| Ok((words.number("a digit")?, words.number("a state")?)))?;
    let mut entries = Vec::new();
    while words.0.peek().is_some() {
        let (name, command) = words.command()?;
        let (hints, like) = words.hints()?;
        entries.push(Entry { name, command, hints, like });
    }
    Ok(Script { system: System(table), entries })
}

struct Words<'a>(Peekable<SplitWhitespace<'a>>);

impl<'a> Words<'a> {
    fn next(&mut self, expected: &'static str) -> Result<&'a str, Malformed> {
        self.0.next().ok_or(Malformed::End(expected))
    }

    fn number<T: FromStr>(&mut self, expected: &'static str) -> Result<T, Malformed> {
        let word = self.next(expected)?;
        word.parse().map_err(|_| Malformed::Word(word.to_owned(), expected))
    }

    fn times<T>(
        &mut self,
        count: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        (0..count).map(|_| read(self)).collect()
    }

    fn variables(&mut self) -> Result<Vec<Variable>, Malformed> {
        let count = self.number("a number of variables")?;
        self.times(count, |words| words.number("a variable"))
    }

    fn command(&mut self) -> Result<(String, Command), Malformed> {
        match self.next("a command")? {
            "automaton" => {
                let tracks = self.number("a number of tracks")?;
                Ok((String::new(), Command::Automaton(tracks, Arc::new(self.automaton(tracks)?))))
            }
            "define" => Ok((String::new(), Command::Define(self.variables()?, self.formula()?))),
            "kernel" => {
                let name = self.next("a name")?;
                let name = if name == "-" { "" } else { name };
                let (piles, block) = (self.number("a number of piles")?, self.number("a number")?);
                let misere = self.number::<u8>("0 or 1")? == 1;
                Ok((name.to_owned(), Command::Kernel(Game { piles, block, misere, rule: self.formula()? })))
            }
            "theorem" => Ok((self.next("a name")?.to_owned(), Command::Theorem(self.formula()?))),
            other => Err(Malformed::Word(other.to_owned(), "a command")),
        }
    }

    fn hints(&mut self) -> Result<(Hints, Option<usize>), Malformed> {
        let (mut hints, mut like) = (Hints::default(), None);
        loop {
            match self.0.peek().copied() {
                Some("by") => {
                    self.0.next();
                    let tracks = self.variables()?.len();
                    hints.kernel = Some(Arc::new(self.automaton(tracks)?));
                }
                Some("measure") => {
                    self.0.next();
                    let count = self.number("a number of terms")?;
                    hints.measure = Some(self.times(count, Self::term)?);
                }
                Some("like") => {
                    self.0.next();
                    like = Some(self.number("a relation")?);
                }
                _ => return Ok((hints, like)),
            }
        }
    }

    fn automaton(&mut self, tracks: usize) -> Result<Dfa, Malformed> {
        let states: usize = self.number("a number of states")?;
        let mut dfa = Dfa { accepting: Vec::new(), rows: Vec::new() };
        for _ in 0..states {
            dfa.accepting.push(self.number::<u8>("0 or 1")? == 1);
            let count = self.number("a number of transitions")?;
            let mut row = self.times(count, |words| {
                let letter = words.times(tracks, |words| words.number("a digit"))?;
                match words.number("a state")? {
                    0 => Err(Malformed::Word("0".to_owned(), "a state")),
                    to if to > states => Err(Malformed::Word(to.to_string(), "a state")),
                    to => Ok((letter.into(), to - 1)),
                }
            })?;
            row.sort_unstable();
            dfa.rows.push(row);
        }
        Ok(dfa)
    }

    fn term(&mut self) -> Result<Term, Malformed> {
        let boxed = |words: &mut Self| words.term().map(Box::new);
        Ok(match self.next("a term")? {
            "n" => Term::Number(self.number("an integer")?),
            "v" => Term::Variable(self.number("a variable")?),
            "add" => Term::Sum(boxed(self)?, boxed(self)?),
            "sub" => Term::Difference(boxed(self)?, boxed(self)?),
            "mul" => Term::Multiple(self.number("an integer")?, boxed(self)?),
            other => return Err(Malformed::Word(other.to_owned(), "a term")),
        })
    }

    fn formula(&mut self) -> Result<Formula, Malformed> {
        let boxed = |words: &mut Self| words.formula().map(Box::new);
        let compare = |words: &mut Self, comparison| Ok(Formula::Compare(comparison, words.term()?, words.term()?));
        match self.next("a formula")? {
            "less" => compare(self, Comparison::Less),
            "atmost" => compare(self, Comparison::AtMost),
            "equal" => compare(self, Comparison::Equal),
            "rel" => Ok(Formula::Relation(self.number("a relation")?, self.variables()?)),
            "not" => Ok(Formula::Not(boxed(self)?)),
            "and" => Ok(Formula::And(boxed(self)?, boxed(self)?)),
            "or" => Ok(Formula::Or(boxed(self)?, boxed(self)?)),
            "implies" => Ok(Formula::Implies(boxed(self)?, boxed(self)?)),
            "iff" => Ok(Formula::Iff(boxed(self)?, boxed(self)?)),
            "some" => Ok(Formula::Exists(self.number("a variable")?, boxed(self)?)),
            "all" => Ok(Formula::ForAll(self.number("a variable")?, boxed(self)?)),
            "atleast" => Ok(Formula::AtLeast(self.number("a number")?, self.variables()?, boxed(self)?)),
            "infinitely" => Ok(Formula::Infinitely(self.number("a variable")?, boxed(self)?)),
            other => Err(Malformed::Word(other.to_owned(), "a formula")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{write_entry, write_system};

    #[test]
    fn what_is_read_is_written() {
        let text = "system 2 1 1 0 0\nautomaton 1 2\n1 1 0 1\n0 2 0 2 1 1\ndefine 1 3 some 4 equal add v 3 n 2 mul -2 v 4\n\
            kernel - 1 2 1 atleast 2 2 7 8 rel 0 1 1\ntheorem last iff all 3 less v 3 n 0 not infinitely 3 atmost v 3 v 4\n";
        let script = read(text).expect("a script");
        let mut written = String::new();
        write_system(&mut written, &script.system);
        script.entries.iter().for_each(|entry| write_entry(&mut written, entry));
        assert_eq!(written, text);
    }

    #[test]
    fn what_is_not_of_the_format_is_refused() {
        assert_eq!(read("theorem"), Err(Malformed::Word("theorem".to_owned(), "`system`")));
        assert_eq!(read("system 1 1 0 theorem a rel"), Err(Malformed::End("a relation")));
        assert_eq!(read("system 1 1 0 automaton 1 1 1 1 0 2"), Err(Malformed::Word("2".to_owned(), "a state")));
    }
}
