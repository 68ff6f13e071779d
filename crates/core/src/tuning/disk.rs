//! Limits of `disk`.

use std::time::Duration;

/// Attempts to make a file that another process removes as a leftover: others may be faster a few times, not always.
pub const ATTEMPTS: usize = 100;
/// Microseconds by which each attempt waits longer than the last one: a prime, so that two processes do not keep in step. Not
/// measured.
pub const ATTEMPT_MICROSECONDS: u64 = 29;
/// Attempts to lock a file, one each [`LOCK_PAUSE`]: about a second. Two writers may wait for each other, but not for
/// ever.
pub const LOCK_ATTEMPTS: usize = 1000;
/// Pause between two attempts to lock a file.
pub const LOCK_PAUSE: Duration = Duration::from_millis(1);
/// Bytes that are read between two polls of the budget: some hundred kilobytes take well under a millisecond.
pub const BYTES_BETWEEN_POLLS: usize = 1 << 18;
/// Links that are followed before a path is refused: as many as Linux follows.
pub const LINKS: usize = 40;
/// Bytes up to which a new file is on the disk as a whole or not at all, and is written without waiting for the disk: a
/// page (`cargo bench --bench start`).
pub const UNSYNCED_BYTES: usize = 4096;
