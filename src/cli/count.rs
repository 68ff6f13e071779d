//! `filbert count`.

use std::path::{Path, PathBuf};

use num_bigint::BigInt;

use crate::automata::LinearRepresentation;
use crate::budget::Budget;
use crate::disk::{read_given, write_together};
use crate::library::{CountedBy, Folders, may_replace_linear, read_linear, write_linear};
use crate::logic::Environment;
use crate::numeration::{encode_within, read_integer, read_integer_within};
use crate::report::text;
use crate::script::{Names, Session};

use super::context::ContextOptions;
use super::exit::Exit;
use super::limits::LimitOptions;
use super::{Process, drawing_of_messages, say, trouble};

/// Evaluate a linear representation
///
/// `eval NAME n "F":` in a script counts, for each n, the solutions of F in the other variables, and writes NAME.json.
/// `filbert count` prints that number for the n you ask for, however large.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert count factors 0..20
  filbert count factors 1000000000000 --in mine.prf
  filbert count factors - < numbers.txt")]
pub(super) struct Count {
    /// The name after `eval`, of a script of `--in` or of a file in the folder; or the path of a JSON file
    name: String,
    /// A value, or a range like `0..20`, for each variable; for one variable, any number of them; `-` reads them from
    /// standard input, separated by spaces or lines
    #[arg(allow_negative_numbers = true, value_parser = argument)]
    values: Vec<Argument>,
    /// The folder with the file, or with a folder `Result` that has it
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Also write the smallest equal representation, as NAME_minimal, next to the file
    #[arg(long)]
    minimize: bool,
    /// Print `n value` on each line, like a b-file of the OEIS
    #[arg(long)]
    bfile: bool,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Count {
    pub(super) fn run(&self, process: &Process) -> Exit {
        match self.answer(process) {
            Ok(text) => {
                say::out(&text);
                Exit::SUCCESS
            }
            Err(error) => trouble(error),
        }
    }

    fn path(&self) -> Option<PathBuf> {
        let file = format!("{}.json", self.name);
        let places = [PathBuf::from(&self.name), self.folder.join(&file), self.folder.join("Result").join(&file)];
        places.into_iter().find(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "json"))
    }

    fn answer(&self, process: &Process) -> Result<String, String> {
        let limits = self.limits.limits(process);
        let wanted = given(&self.values, limits.budget())?;
        if !self.context.places.is_empty() {
            let mut session = self.context.session(limits)?;
            if self.minimize {
                return Err("`--minimize` needs a file and does not work with `--in`".into());
            }
            return Ok(self.shown(&wanted, of_session(&mut session, &self.name, &wanted)?));
        }
        let path = self.path().ok_or_else(|| format!("no file {}.json in {}", self.name, self.folder.display()))?;
        let folders = Folders { session: self.folder.clone(), home: self.folder.clone() };
        let named = |error: String| format!("{}: {error}", path.display());
        let budget = limits.budget();
        let text = read_given(&path, &budget).map_err(|error| named(error.to_string()))?;
        let session = Session::in_folders(limits, folders);
        let (linear, by) = read(session.names(), &text).map_err(named)?;
        let mut out = String::new();
        if self.minimize {
            let minimal = linear.minimize(&budget).map_err(|limit| named(limit.to_string()))?;
            write_beside(&path, &minimal, &by)?;
            out += &format!("dimension {} of {}\n", minimal.dimension(), linear.dimension());
            if wanted.is_empty() {
                return Ok(out);
            }
        }
        let values = counts(session.names(), &linear, &by, &wanted, &budget).map_err(named)?;
        Ok(out + &self.shown(&wanted, values))
    }

    /// A table as it is wanted; one value has no index in front.
    fn shown(&self, values: &[Values], table: String) -> String {
        match values {
            _ if !self.bfile => table,
            [(n, _)] if !table.contains('\t') => format!("{n} {table}"),
            _ => table.replace('\t', " "),
        }
    }
}

/// Values of a linear representation that a session knows.
pub(super) fn of_session(session: &mut Session, name: &str, values: &[Values]) -> Result<String, String> {
    let text = match session.linear_representation(name) {
        Ok(Some(text)) => text.to_owned(),
        Ok(None) => return Err(format!("no linear representation `{name}`: `eval {name} n \"F\":` makes one")),
        Err(failure) => return Err(text::failure(&failure, drawing_of_messages())),
    };
    let (linear, by) = read(session.names(), &text)?;
    let budget = session.budget();
    counts(session.names(), &linear, &by, values, &budget)
}

fn read(names: &Names, text: &str) -> Result<(LinearRepresentation, CountedBy), String> {
    let digits = |name: &str| names.system(name).map(|system| system.digits()).map_err(|error| error.to_string());
    read_linear(text, digits)
}

/// A line for each tuple of values.
fn counts(
    names: &Names,
    linear: &LinearRepresentation,
    by: &CountedBy,
    values: &[Values],
    budget: &Budget,
) -> Result<String, String> {
    let systems: Vec<_> = by.systems.iter().map(|name| names.system(name).expect("it was found above")).collect();
    let (tuples, is_table) = tuples(values, systems.len())?;
    let mut out = String::new();
    for tuple in tuples {
        if let Some((n, system)) = tuple.iter().zip(&systems).find(|(n, system)| !system.has(n)) {
            return Err(format!("{n} is not a number in {}", system.name()));
        }
        let word = encode_within(&tuple, &linear.layout, &systems, budget).map_err(|limit| limit.to_string())?;
        let count = linear.value(word, budget).map_err(|limit| limit.to_string())?.ok_or("a letter has no matrix")?;
        if is_table {
            let tuple: Vec<String> = tuple.iter().map(BigInt::to_string).collect();
            out += &format!("{}\t", tuple.join("\t"));
        }
        out += &format!("{count}\n");
    }
    Ok(out)
}

/// A value, or all from the first to the second.
pub(super) type Values = (BigInt, BigInt);

/// Characters that an error repeats of what is no number.
const LONGEST_SHOWN: usize = 40;

/// Rows of a table at most.
const MOST_ROWS: u64 = 1_000_000;

/// What stands for values on the command line.
#[derive(Clone, Debug)]
enum Argument {
    Values(Values),
    /// Standard input has them.
    Input,
}

fn argument(text: &str) -> Result<Argument, String> {
    match text {
        "-" => Ok(Argument::Input),
        text => values(text).map(Argument::Values),
    }
}

/// The values that the arguments name; standard input is read if it is the only one.
fn given(arguments: &[Argument], budget: Budget) -> Result<Vec<Values>, String> {
    if let [Argument::Input] = arguments {
        let text = std::io::read_to_string(std::io::stdin()).map_err(|error| format!("standard input: {error}"))?;
        let named = |error| format!("standard input: {error}");
        if text.trim().is_empty() {
            return Err("standard input has no numbers".to_owned());
        }
        return text.split_whitespace().map(|word| values_within(word, &budget).map_err(named)).collect();
    }
    let value = |argument: &Argument| match argument {
        Argument::Values(values) => Ok(values.clone()),
        Argument::Input => Err("`-` reads all values from standard input: write no others beside it".to_owned()),
    };
    arguments.iter().map(value).collect()
}

/// A value or a range, as in `20` and `0..20`.
pub(super) fn values(text: &str) -> Result<Values, String> {
    value_or_range(text, |text| Ok(read_integer(text)))
}

fn values_within(text: &str, budget: &Budget) -> Result<Values, String> {
    value_or_range(text, |text| read_integer_within(text, budget).map_err(|limit| limit.to_string()))
}

fn value_or_range(text: &str, read: impl Fn(&str) -> Result<Option<BigInt>, String>) -> Result<Values, String> {
    let number = |text: &str| {
        let shown: String = text.chars().take(LONGEST_SHOWN).collect();
        read(text.trim())?.ok_or_else(|| format!("expected a number or a range, as in `0..20`, not `{shown}`"))
    };
    let Some((first, last)) = text.split_once("..") else {
        let value = number(text)?;
        return Ok((value.clone(), value));
    };
    let range = (number(first)?, number(last.trim_start_matches('='))?);
    if range.0 > range.1 {
        return Err(format!("an empty range: {} is more than {}", range.0, range.1));
    }
    Ok(range)
}

/// The tuples asked for, and whether a table of them is.
fn tuples(values: &[Values], tracks: usize) -> Result<(Vec<Vec<BigInt>>, bool), String> {
    if values.len() != tracks && tracks != 1 || values.is_empty() {
        let expected = match tracks {
            1 => "a number or a range".to_owned(),
            _ => format!("{tracks} numbers, one for each index"),
        };
        return Err(format!("expected {expected}; {} given", values.len()));
    }
    let size = |(first, last): &Values| u64::try_from(last - first).ok().and_then(|size| size.checked_add(1));
    let sizes: Option<Vec<u64>> = values.iter().map(size).collect();
    let rows = sizes.as_ref().and_then(|sizes| match tracks {
        1 => sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size)),
        _ => sizes.iter().try_fold(1u64, |product, &size| product.checked_mul(size)),
    });
    rows.filter(|&rows| rows <= MOST_ROWS).ok_or_else(|| format!("the table would have more than {MOST_ROWS} rows"))?;
    let all = |(first, last): &Values| {
        let mut next = first.clone();
        let mut all = Vec::new();
        while next <= *last {
            all.push(next.clone());
            next += 1;
        }
        all
    };
    if tracks == 1 {
        let tuples: Vec<Vec<BigInt>> = values.iter().flat_map(all).map(|n| vec![n]).collect();
        let is_table = tuples.len() > 1;
        return Ok((tuples, is_table));
    }
    let mut tuples = vec![Vec::new()];
    for range in values {
        let longer =
            |tuple: &Vec<BigInt>| all(range).into_iter().map(|n| [&tuple[..], &[n]].concat()).collect::<Vec<_>>();
        tuples = tuples.iter().flat_map(longer).collect();
    }
    let is_table = tuples.len() > 1;
    Ok((tuples, is_table))
}

fn write_beside(path: &Path, linear: &LinearRepresentation, by: &CountedBy) -> Result<(), String> {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let file = |(ending, text)| (path.with_file_name(format!("{stem}_minimal.{ending}")), text);
    let files: Vec<(PathBuf, String)> = write_linear(linear, by).into_iter().map(file).collect();
    may_replace_linear(&files)?;
    write_together(&files, |_| true).map_err(|(file, error)| format!("{}: {error}", file.display()))
}
