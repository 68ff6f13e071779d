//! `filbert cache`.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::library::{CacheEntry, CacheFolder};

use super::exit::Exit;
use super::limits::{LimitOptions, parse_size, parse_time};
use super::{Process, say, trouble};

/// Inspect, shrink or verify a cache folder
///
/// You can run this during a proof, which rebuilds any entry that is gone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert cache stat cache
  filbert cache prune cache --size 4GB
  filbert cache verify cache")]
pub(super) struct Cache {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Print how much the cache holds
    Stat {
        /// The folder
        folder: PathBuf,
    },
    /// Remove the entries that were used least recently
    Prune {
        /// The folder
        folder: PathBuf,
        /// Keep at most SIZE, as in `512MB` or `4GB`
        #[arg(long, value_name = "SIZE", value_parser = parse_size, required_unless_present = "unused")]
        size: Option<usize>,
        /// Remove entries not used for TIME, as in `12h`
        #[arg(long, value_name = "TIME", value_parser = parse_time)]
        unused: Option<Duration>,
    },
    /// Check every entry and remove broken ones
    ///
    /// Exits with 1 if an entry was broken. A broken entry never affects a proof: filbert checks every entry it reads.
    Verify {
        /// The folder
        folder: PathBuf,
        #[command(flatten)]
        limits: LimitOptions,
    },
}

impl Cache {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let done = match &self.task {
            Task::Stat { folder } => opened(folder).and_then(|cache| stat(&cache)),
            Task::Prune { folder, size, unused } => {
                opened(folder).and_then(|cache| prune(&cache, size.unwrap_or(usize::MAX), *unused))
            }
            Task::Verify { folder, limits } => {
                let budget = limits.limits(process).budget();
                opened(folder).and_then(|cache| {
                    let entries = listed(&cache)?;
                    let broken: Vec<CacheEntry> =
                        entries.iter().filter(|entry| !cache.is_intact(entry, &budget)).cloned().collect();
                    // An entry that could not be read in time is not broken.
                    budget.check_now().map_err(|why| why.to_string())?;
                    for entry in &broken {
                        say::out(format!("{}: broken, removed\n", entry.path.display()));
                        removed(&cache, entry)?;
                    }
                    say::out(format!("{} entries are intact\n", entries.len() - broken.len()));
                    Ok(if broken.is_empty() { Exit::SUCCESS } else { Exit::FAILED })
                })
            }
        };
        done.unwrap_or_else(trouble)
    }
}

fn opened(folder: &Path) -> Result<CacheFolder, String> {
    CacheFolder::existing(folder).map_err(|why| format!("{}: {why}", folder.display()))
}

fn listed(cache: &CacheFolder) -> Result<Vec<CacheEntry>, String> {
    cache.entries().map_err(|why| why.to_string())
}

fn removed(cache: &CacheFolder, entry: &CacheEntry) -> Result<(), String> {
    cache.remove(entry).map_err(|why| format!("{}: {why}", entry.path.display()))
}

fn bytes(entries: &[CacheEntry]) -> u64 {
    entries.iter().map(|entry| entry.bytes).sum()
}

fn stat(cache: &CacheFolder) -> Result<Exit, String> {
    let entries = listed(cache)?;
    say::out(format!("{} entries, {} bytes\n", entries.len(), bytes(&entries)));
    Ok(Exit::SUCCESS)
}

fn prune(cache: &CacheFolder, size: usize, unused: Option<Duration>) -> Result<Exit, String> {
    let entries = listed(cache)?;
    let (mut left, most) = (bytes(&entries), u64::try_from(size).unwrap_or(u64::MAX));
    let now = SystemTime::now();
    let is_old = |entry: &CacheEntry| {
        unused.is_some_and(|longest| now.duration_since(entry.used).is_ok_and(|since| since > longest))
    };
    let mut count = 0;
    for entry in &entries {
        if left <= most && !is_old(entry) {
            continue;
        }
        removed(cache, entry)?;
        left -= entry.bytes;
        count += 1;
    }
    say::out(format!("{count} of {} entries removed, {left} bytes left\n", entries.len()));
    Ok(Exit::SUCCESS)
}
