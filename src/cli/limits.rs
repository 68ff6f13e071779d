//! Options that bound each statement.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::budget::{Cores, Spill};
use crate::library::CacheFolder;
use crate::script::{CommandError, Limits};

use super::{Process, say};

/// Limits on each statement; one that exceeds them ends as UNKNOWN and the next is tried.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits (a statement that exceeds one is UNKNOWN)")]
pub(super) struct LimitOptions {
    /// Time for each statement, as in `30s`, `500ms` or `2m`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
    /// Memory for each statement, as in `512MB` or `4GB` [default: 9/10 of what the machine allows]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<usize>,
    /// Build automata that do not fit into memory on disk, in DIR; slower
    ///
    /// Temporary files are always removed.
    #[arg(long, value_name = "DIR", value_parser = open_spill)]
    spill: Option<Spill>,
    /// States of a single automaton
    #[arg(long, value_name = "N")]
    max_states: Option<usize>,
    /// Cores to use: one for each file, and spare cores speed up single statements [default: all]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Keep automata that took long to build in DIR, for later runs
    #[arg(long, value_name = "DIR", value_parser = open_cache)]
    cache: Option<CacheFolder>,
}

impl LimitOptions {
    /// Says what may be done about a failure, if anything.
    pub(super) fn advise(&self, failure: &CommandError) {
        if failure.is_lack_of_memory() && self.spill.is_none() {
            say::message("help: `--spill DIR` builds on disk what does not fit into memory\n");
        }
    }

    /// The time that was asked for.
    pub(super) fn time(&self) -> Option<Duration> {
        self.timeout
    }

    pub(super) fn limits(&self, process: &Process) -> Limits {
        Limits {
            time: self.timeout,
            memory: self.memory,
            states: self.max_states,
            looks: None,
            cores: self.jobs.map_or_else(|| Cores::asked(|| cores() - 1), |jobs| Cores::new(jobs.max(1) - 1)),
            spill: self.spill.clone(),
            cache: self.cache.clone().map(|folder| Arc::new(folder) as _),
            registry: process.watcher.as_ref().map(|watcher| watcher.registry.clone()),
            stop: None,
        }
    }
}

impl LimitOptions {
    /// The cores to use.
    pub(super) fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(cores).max(1)
    }

    /// The limits of time, memory and states, for a script that is read and not proved.
    pub(super) fn plain(&self) -> Limits {
        Limits { time: self.timeout, memory: self.memory, states: self.max_states, ..Limits::default() }
    }

    /// # Errors
    /// Why the folder of `--cache` could not be read or written, if that ever happened.
    pub(super) fn cache_works(&self) -> Result<(), String> {
        self.cache.as_ref().and_then(CacheFolder::trouble).map_or(Ok(()), Err)
    }
}

fn open_spill(path: &str) -> Result<Spill, String> {
    let spill = Spill::new(path.into());
    spill.file().map(|_| spill).map_err(|why| why.to_string())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn open_cache(path: &str) -> Result<CacheFolder, String> {
    CacheFolder::open(Path::new(path)).map_err(|error| error.to_string())
}

pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("", 1000)];
    let milliseconds = with_unit(text, &units).ok_or("expected a time, as in `30s`, `500ms` or `2m`")?;
    let milliseconds = u64::try_from(milliseconds).map_err(|_| "over 64 bits in milliseconds")?;
    Ok(Duration::from_millis(milliseconds))
}

pub(super) fn parse_size(text: &str) -> Result<usize, String> {
    let (kilo, mega, giga) = (1000, 1_000_000, 1_000_000_000);
    let units = [("KB", kilo), ("MB", mega), ("GB", giga), ("K", kilo), ("M", mega), ("G", giga), ("B", 1), ("", 1)];
    let bytes = with_unit(&text.to_uppercase(), &units).ok_or("expected a size, as in `512MB` or `4GB`")?;
    usize::try_from(bytes).map_err(|_| format!("over {} bits in bytes", usize::BITS))
}

/// A decimal number times the first unit that fits, exactly, without what is left below 1.
fn with_unit(text: &str, units: &[(&str, u64)]) -> Option<BigUint> {
    units.iter().find_map(|(unit, factor)| {
        let number = text.trim().strip_suffix(unit)?.trim_end();
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let digits = format!("{whole}{part}");
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let places = u32::try_from(part.len()).ok()?;
        is_number.then(|| digits.parse::<BigUint>().expect("digits") * *factor / BigUint::from(10u32).pow(places))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_size("512MB"), Ok(512_000_000));
        assert_eq!(parse_size("2g"), Ok(2_000_000_000));
        for bad in ["", "fast", "-3s", "1e999", ".", "+1", "18446744073709551616"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_exact_up_to_the_largest() {
        for power in [8, 31, 32, 40, 53, 62, 63, 64] {
            for n in [(1u128 << power) - 1, 1 << power, (1 << power) + 1] {
                assert_eq!(parse_size(&n.to_string()).ok(), usize::try_from(n).ok(), "{n}");
                assert_eq!(parse_size(&format!("{n}KB")).ok(), usize::try_from(1000 * n).ok(), "{n}KB");
                let time = u64::try_from(n).ok().map(Duration::from_millis);
                assert_eq!(parse_time(&format!("{n}ms")).ok(), time, "{n}ms");
            }
        }
        assert_eq!(parse_size("9007199.254740993GB"), Ok(9_007_199_254_740_993));
    }
}
