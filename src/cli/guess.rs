//! `filbert guess`.

use std::path::PathBuf;

use crate::automata::Rational;
use crate::budget::Budget;
use crate::disk::read_given;
use crate::library::{CountedBy, write_linear};
use crate::script::Session;
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
        match self.found(&text, process, &budget) {
            Ok(command) => {
                say::out(command);
                Exit::SUCCESS
            }
            Err(why) => trouble(why),
        }
    }

    fn found(&self, text: &str, process: &Process, budget: &Budget) -> Result<String, String> {
        let file = self.file.display();
        let mut session = self.context.session(self.limits.limits(process))?;
        if self.sequence {
            let numbers = text.split(|c: char| c.is_whitespace() || c == ',').filter(|number| !number.is_empty());
            let values: Result<Vec<Rational>, _> = numbers.map(str::parse).collect();
            let values = values.map_err(|_| format!("{file}: expected integers or fractions"))?;
            return sequence(&mut session, (&self.system, &self.name), &values, budget);
        }
        let prefix =
            integers(text).map_err(|(word, why)| format!("{file}: expected integers, found `{word}`: {why}"))?;
        word(&mut session, (&self.system, &self.name), &prefix, budget)
    }
}

/// The command for a word in a system, by its name, with these first letters.
///
/// # Errors
/// Why there is none.
pub(super) fn word(
    session: &mut Session,
    (system, name): (&str, &str),
    prefix: &[i64],
    budget: &Budget,
) -> Result<String, String> {
    let full = full_system_name(system).unwrap_or_else(|| system.into());
    let system = session.require_system(&full).map_err(|error| error.to_string())?;
    let found = guess(prefix, &system, budget).map_err(|error| error.to_string())?;
    let counts: Vec<String> = found.counts.iter().map(usize::to_string).collect();
    let (all, letters) = (prefix.len(), found.images.len());
    Ok(format!(
        "# {all} integers; t-types for t = 0, 1, ..: {}\n# {letters} letters, {}-types suffice\n{}\n",
        counts.join(", "),
        found.depth,
        word_command(name, &full, &found)
    ))
}

/// The command for a sequence with these first values, or its matrices as JSON.
///
/// # Errors
/// Why there is none.
pub(super) fn sequence(
    session: &mut Session,
    (system, name): (&str, &str),
    values: &[Rational],
    budget: &Budget,
) -> Result<String, String> {
    let full = full_system_name(system).unwrap_or_else(|| system.into());
    let full = full.strip_prefix("lsd_").map_or_else(|| full.to_string(), |rest| format!("msd_{rest}"));
    let system = session.require_system(&full).map_err(|error| error.to_string())?;
    let guessed = guess_sequence(values, &system, budget).map_err(|error| error.to_string())?;
    let guessed = guessed.ok_or_else(|| format!("no linear representation found in {} values", values.len()))?;
    let dimension = guessed.sequence.linear().dimension();
    let Some(equations) = guessed.sequence.equations(name, budget).map_err(|limit| limit.to_string())? else {
        let by = CountedBy { variables: vec!["n".into()], systems: vec![full] };
        let files = write_linear(guessed.sequence.linear(), &by);
        return Ok(files.into_iter().find(|(ending, _)| *ending == "json").expect("it is among them").1);
    };
    let equations = equations.join(", ");
    let form = polynomial(values);
    let theorem = form.map(|form| format!("theorem {name}_closed \"{name}(n) = {form}\":\n")).unwrap_or_default();
    Ok(format!(
        "# dimension {dimension}; agrees with all {} values\nsequence {name} n \"?{full} {equations}\":\n{theorem}",
        values.len()
    ))
}
