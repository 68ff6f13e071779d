//! `certificate`: the files that `filbert-check` reads.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::budget::Budget;
use crate::cli::certificates::{CertificateOptions, Certificates};
use crate::disk::read_given;
use crate::script::{Entry, Limits, Options, Totals};

use super::arguments::Arguments;
use super::decide::proved;
use super::place::Place;
use super::reply::Reply;

/// Bytes of all files together.
const MOST_BYTES: u64 = 4 << 20;
/// The folder of the certificates.
const FOLDER: &str = "certificates";

/// Proves a script, and writes its certificates.
pub(super) fn certificate(arguments: &Arguments, place: &Place, limits: &Limits) -> Reply {
    match written(arguments, place, limits) {
        Ok((totals, files)) => {
            let text = format!(
                "{}\nWrite these {} files to a folder DIR; `filbert-check DIR` checks them by itself.",
                crate::report::text::tally(&totals),
                files.len()
            );
            let hold = totals.hold + totals.kernels;
            Reply::new(text, json!({ "hold": hold, "files": files }))
        }
        Err(why) => Reply::error(why),
    }
}

fn written(arguments: &Arguments, place: &Place, limits: &Limits) -> Result<(Totals, Map<String, Value>), String> {
    let options = Options { limits: limits.clone(), certify: true, confined: Some(Vec::new()), ..Options::default() };
    let (paths, asked) = ([place.script().to_owned()], CertificateOptions::plain(FOLDER.into()));
    let mut certificates: Certificates = asked.open(&paths, limits)?.ok_or("no folder for certificates")?;
    let file = proved(arguments, place, &options);
    for entry in &file.entries {
        match entry {
            Entry::Certificate(text) => certificates.add(place.script(), text),
            Entry::Statement(statement) => certificates.state(place.script(), statement),
            _ => {}
        }
    }
    certificates.end(place.script());
    certificates.finish()?;
    let mut totals = Totals::default();
    totals.add(&file);
    let mut files = Map::new();
    let mut left = MOST_BYTES;
    read(Path::new(FOLDER), &limits.budget(), &mut left, &mut files)?;
    Ok((totals, files))
}

/// The texts of a folder, by path in it.
fn read(folder: &Path, budget: &Budget, left: &mut u64, files: &mut Map<String, Value>) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            read(&path, budget, left, files)?;
            continue;
        }
        let text = read_given(&path, budget).map_err(|why| format!("{}: {why}", path.display()))?;
        *left = left.checked_sub(text.len() as u64).ok_or_else(|| {
            format!(
                "these certificates have more than {MOST_BYTES} bytes: write them with `filbert prove --certify DIR`"
            )
        })?;
        let name = path.strip_prefix(FOLDER).unwrap_or(&path).display().to_string();
        files.insert(name, text.into());
    }
    Ok(())
}
