//! Options that bound each statement.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::library::CacheFolder;
use crate::script::Limits;

use super::Process;

/// Limits on each statement; one that passes them ends as UNKNOWN and the next is tried.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LimitOptions {
    /// Time for each statement: `30s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
    /// Memory: `512MB`, `4GB`
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<usize>,
    /// States of one automaton
    #[arg(long, value_name = "N")]
    max_states: Option<usize>,
    /// Keep what takes long to build in this folder, for the runs to come
    #[arg(long, value_name = "DIR", value_parser = open_cache)]
    cache: Option<CacheFolder>,
}

impl LimitOptions {
    pub(super) fn limits(&self, process: &Process) -> Limits {
        Limits {
            time: self.timeout,
            memory: self.memory.map(|bytes| (bytes, process.in_use)),
            states: self.max_states,
            looks: None,
            gauge: Some(process.in_use),
            cache: self.cache.clone().map(|folder| Arc::new(folder) as _),
            interrupt: Some(process.interrupt.clone()),
            registry: process.watcher.as_ref().map(|watcher| watcher.registry.clone()),
        }
    }
}

fn open_cache(path: &str) -> Result<CacheFolder, String> {
    CacheFolder::open(Path::new(path)).map_err(|error| error.to_string())
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let seconds = with_unit(text, &units).ok_or("expected a time such as `30s`, `500ms` or `2m`")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

fn parse_size(text: &str) -> Result<usize, String> {
    let units = [("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("K", 1e3), ("M", 1e6), ("G", 1e9), ("B", 1.0), ("", 1.0)];
    let bytes = with_unit(&text.to_uppercase(), &units).ok_or("expected a size such as `512MB` or `4GB`")?;
    Ok(bytes as usize)
}

/// The number with the first unit that fits.
fn with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    units.iter().find_map(|(unit, factor)| {
        let number: f64 = text.trim().strip_suffix(unit)?.trim_end().parse().ok()?;
        (number.is_finite() && number >= 0.0).then_some(number * factor)
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
        for bad in ["", "fast", "-3s", "1e999"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
