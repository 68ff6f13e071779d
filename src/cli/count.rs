//! `filbert count`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use num_bigint::BigInt;

use crate::automata::LinearRepresentation;
use crate::disk::{read_given, write_together};
use crate::library::{CountedBy, Folders, may_replace_linear, read_linear, write_linear};
use crate::logic::Environment;
use crate::numeration::encode_within;
use crate::script::Session;

use super::limits::LimitOptions;
use super::{Process, say, trouble};

/// Evaluate a linear representation
///
/// `eval NAME n "F"` writes NAME.json: for each n, how many values the other variables of F have. This says how many
/// for a given n, which may be large.
#[derive(Debug, clap::Args)]
pub(super) struct Count {
    /// The name after `eval`, or the path of its JSON file
    name: String,
    /// One value for each variable counted by
    #[arg(allow_negative_numbers = true)]
    values: Vec<BigInt>,
    /// Where the file is, or the folder whose `Result` it is in
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Write the smallest representation beside it, as NAME_minimal
    #[arg(long)]
    minimize: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Count {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let Some(path) = self.path() else {
            return trouble(format!("no file {}.json in {}", self.name, self.folder.display()));
        };
        match self.answer(&path, process) {
            Ok(text) => {
                say::out(&text);
                ExitCode::SUCCESS
            }
            Err(error) => trouble(format!("{}: {error}", path.display())),
        }
    }

    fn path(&self) -> Option<PathBuf> {
        let file = format!("{}.json", self.name);
        let places = [PathBuf::from(&self.name), self.folder.join(&file), self.folder.join("Result").join(&file)];
        places.into_iter().find(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "json"))
    }

    fn answer(&self, path: &Path, process: &Process) -> Result<String, String> {
        let limits = self.limits.limits(process);
        let budget = limits.budget();
        let text = read_given(path, &budget).map_err(|error| error.to_string())?;
        let folders = Folders { session: self.folder.clone(), home: self.folder.clone() };
        let session = Session::in_folders(limits, folders);
        let systems = session.names();
        let digits = |name: &str| systems.system(name).map(|system| system.digits()).map_err(|error| error.to_string());
        let (linear, by) = read_linear(&text, digits)?;
        let mut out = String::new();
        if self.minimize {
            let minimal = linear.minimize(&budget).map_err(|limit| limit.to_string())?;
            write_beside(path, &minimal, &by)?;
            out += &format!("dimension {} of {}\n", minimal.dimension(), linear.dimension());
        }
        if self.values.is_empty() && self.minimize {
            return Ok(out);
        }
        if self.values.len() != by.systems.len() {
            return Err(format!("it counts by {} values, and {} are given", by.systems.len(), self.values.len()));
        }
        let systems: Vec<_> = by.systems.iter().map(|name| systems.system(name).expect("it was found above")).collect();
        if let Some((n, system)) = self.values.iter().zip(&systems).find(|(n, system)| !system.has(n)) {
            return Err(format!("{n} is no number in {}", system.name()));
        }
        let word = encode_within(&self.values, &linear.layout, &systems, &budget).map_err(|limit| limit.to_string())?;
        let count = linear.value(word, &budget).map_err(|limit| limit.to_string())?.ok_or("a letter has no matrix")?;
        Ok(out + &format!("{count}\n"))
    }
}

fn write_beside(path: &Path, linear: &LinearRepresentation, by: &CountedBy) -> Result<(), String> {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let file = |(ending, text)| (path.with_file_name(format!("{stem}_minimal.{ending}")), text);
    let files: Vec<(PathBuf, String)> = write_linear(linear, by).into_iter().map(file).collect();
    may_replace_linear(&files)?;
    write_together(&files).map_err(|(file, error)| format!("{}: {error}", file.display()))
}
