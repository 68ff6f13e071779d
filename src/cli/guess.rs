//! `filbert guess`.

use std::path::PathBuf;
use std::sync::Arc;

use crate::automata::Rational;
use crate::disk::read_given;
use crate::library::{CountedBy, write_linear};
use crate::numeration::NumerationSystem;
use crate::sequences::{guess_sequence, polynomial};
use crate::syntax::full_system_name;
use crate::words::{guess, integers, word_command};

use super::context::ContextOptions;
use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, say, trouble};

/// Guess a morphism and a coding from the first letters of a word
///
/// Reads integers, separated by blanks or commas, and prints a `word` command that defines a word with this prefix. It is
/// a guess: state what the word should satisfy as theorems, and prove them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert guess fib prefix.txt --name G
  filbert guess 2 values.txt --sequence --name s")]
pub(super) struct Guess {
    /// Numeration system, as in `fib`
    system: String,
    /// File with the prefix; `-` for standard input
    file: PathBuf,
    /// Name of the word or sequence
    #[arg(long, default_value = "W")]
    name: String,
    /// Guess a sequence with these values at 0, 1, 2, ..: its smallest linear representation, as equations if SYSTEM is a
    /// base, otherwise as JSON for `sequence NAME from "FILE"`
    #[arg(long)]
    sequence: bool,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Guess {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let budget = self.limits.limits(process).budget();
        let text = match self.file.as_os_str() == "-" {
            true => std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()),
            false => read_given(&self.file, &budget).map_err(|error| error.to_string()),
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => return trouble(format!("{}: {error}", self.file.display())),
        };
        if self.sequence {
            let numbers = text.split(|c: char| c.is_whitespace() || c == ',').filter(|number| !number.is_empty());
            let values: Result<Vec<Rational>, _> = numbers.map(str::parse).collect();
            return match values.map_err(|_| format!("{}: expected integers or fractions", self.file.display())) {
                Ok(values) => self.guess_sequence(&values, process),
                Err(why) => trouble(why),
            };
        }
        let prefix = match integers(&text) {
            Ok(prefix) => prefix,
            Err((word, why)) => {
                return trouble(format!("{}: expected integers, found `{word}`: {why}", self.file.display()));
            }
        };
        let full = full_system_name(&self.system).unwrap_or_else(|| self.system.as_str().into());
        let system = match self.system(&full, process) {
            Ok(system) => system,
            Err(error) => return trouble(error),
        };
        match guess(&prefix, &system, &budget) {
            Ok(found) => {
                let counts: Vec<String> = found.counts.iter().map(usize::to_string).collect();
                say::line(format!("# {} integers; t-types for t = 0, 1, ..: {}", prefix.len(), counts.join(", ")));
                say::line(format!("# {} letters, {}-types suffice", found.images.len(), found.depth));
                say::line(word_command(&self.name, &full, &found));
                Exit::SUCCESS
            }
            Err(error) => trouble(error),
        }
    }

    fn system(&self, full: &str, process: &Process) -> Result<Arc<NumerationSystem>, String> {
        let mut session = self.context.session(self.limits.limits(process))?;
        session.require_system(full).map_err(|error| error.to_string())
    }

    fn guess_sequence(&self, values: &[Rational], process: &Process) -> Exit {
        let budget = &self.limits.limits(process).budget();
        let full = full_system_name(&self.system).unwrap_or_else(|| self.system.as_str().into());
        let full = full.strip_prefix("lsd_").map_or_else(|| full.to_string(), |rest| format!("msd_{rest}"));
        let system = match self.system(&full, process) {
            Ok(system) => system,
            Err(error) => return trouble(error),
        };
        let guessed = match guess_sequence(values, &system, budget) {
            Ok(Some(guessed)) => guessed,
            Ok(None) => return trouble(format!("no linear representation found in {} values", values.len())),
            Err(error) => return trouble(error),
        };
        let dimension = guessed.sequence.linear().dimension();
        match guessed.sequence.equations(&self.name, budget) {
            Ok(Some(equations)) => {
                say::line(format!("# dimension {dimension}; agrees with all {} values", values.len()));
                say::line(format!("sequence {} n \"?{full} {}\":", self.name, equations.join(", ")));
            }
            Ok(None) => {
                let by = CountedBy { variables: vec!["n".into()], systems: vec![full] };
                let files = write_linear(guessed.sequence.linear(), &by);
                let json = files.into_iter().find(|(ending, _)| *ending == "json").expect("it is among them");
                say::out(&json.1);
                return Exit::SUCCESS;
            }
            Err(limit) => return trouble(limit),
        }
        if let Some(form) = polynomial(values) {
            say::line(format!("theorem {}_closed \"{}(n) = {form}\":", self.name, self.name));
        }
        Exit::SUCCESS
    }
}
