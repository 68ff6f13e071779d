//! The process that computes: what memory it has and uses, and whether its user has interrupted it.
//!
//! There is one of each, so no [`Budget`](super::Budget) can be made without them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::tuning::budget;

use super::clock::Instant;

/// Whether the statement at hand is to end.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

static GAUGE: OnceLock<fn() -> usize> = OnceLock::new();

/// Asks the statements at hand to end; whether they were not asked already.
pub fn interrupt() -> bool {
    !INTERRUPTED.swap(true, Ordering::Relaxed)
}

/// The statements to come are not interrupted.
pub fn resume() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

/// Whether the statements at hand are to end.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Lets an allocator that counts say how many bytes are in use. The first one asked stays.
pub fn measure_by(gauge: fn() -> usize) {
    let _ = GAUGE.set(gauge);
}

/// Bytes in use: as the allocator says, or else as the system does; 0 where neither can.
pub fn memory_in_use() -> usize {
    match GAUGE.get() {
        Some(gauge) => gauge(),
        None => resident(),
    }
}

/// What the system has given to this process alone, not older than [`budget::READING_MILLISECONDS`].
pub(super) fn resident() -> usize {
    static START: OnceLock<Instant> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    static KNOWN: AtomicUsize = AtomicUsize::new(0);
    let now = START.get_or_init(Instant::now).elapsed().as_millis() as u64;
    if now >= NEXT.load(Ordering::Relaxed) {
        NEXT.store(now + budget::READING_MILLISECONDS, Ordering::Relaxed);
        KNOWN.store(line_of("/proc/self/status", "RssAnon:").unwrap_or(0), Ordering::Relaxed);
    }
    KNOWN.load(Ordering::Relaxed)
}

/// The bytes that a budget may have in use if nobody says how many: nine tenths of what the machine, the group of
/// processes or the shell allows this one, so that a statement ends before the process is ended.
pub fn memory_there_is() -> usize {
    static KNOWN: OnceLock<usize> = OnceLock::new();
    *KNOWN.get_or_init(|| {
        let machine = line_of("/proc/meminfo", "MemTotal:");
        let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
        let group = group.iter().filter_map(|path| system_file(Path::new(path)).ok()?.trim().parse().ok());
        // What is mapped and not on the heap stays mapped.
        let other = line_of("/proc/self/status", "VmSize:").unwrap_or(0).saturating_sub(memory_in_use());
        let shell = address_space(Path::new("/proc/self/limits")).map(|bytes| bytes.saturating_sub(other));
        let least = machine.into_iter().chain(group).chain(shell).min();
        least.map_or(usize::MAX, |bytes| bytes / 10 * 9)
    })
}

/// A file of the system, whose length is not said before it is read: with room for it, it is read at once.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn system_file(path: &Path) -> io::Result<String> {
    let mut text = String::with_capacity(budget::SYSTEM_FILE_BYTES);
    File::open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

/// The kilobytes that a line of a file of the system gives, in bytes.
fn line_of(path: &str, name: &str) -> Option<usize> {
    let text = system_file(Path::new(path)).ok()?;
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
}

/// What `ulimit -v` allows, if it allows less than everything.
fn address_space(limits: &Path) -> Option<usize> {
    let text = system_file(limits).ok()?;
    text.lines().find_map(|line| line.strip_prefix("Max address space"))?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_says_what_is_there_and_in_use() {
        let there_is = memory_there_is();
        assert!((1 << 26..usize::MAX).contains(&there_is), "{there_is}");
        // Written to, so that it is there, and held until what was known before is too old.
        let held = std::hint::black_box(vec![1u8; 4 << 20]);
        std::thread::sleep(std::time::Duration::from_millis(budget::READING_MILLISECONDS + 1));
        assert!((held.len()..there_is).contains(&resident()), "{}", resident());
        assert_eq!(address_space(Path::new("/proc/self/no")), None);
    }
}
