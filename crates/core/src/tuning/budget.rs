//! Limits of `budget`: how often clock and memory are looked at.

use std::time::Duration;

/// Bytes wanted from which on a look at what the system has given costs next to nothing. Not measured.
pub const RESIDENT_BYTES: usize = 1 << 20;
/// Bytes that no process lacks, which itself takes more: whoever has no more in use need not ask what there is, which
/// takes longer than a small statement does (`cargo bench --bench start`).
pub const UNASKED_BYTES: usize = 4 << 20;
/// Time for an object that is read outside of a statement: far more than any object takes that is worth waiting for.
pub const OBJECT_TIME: Duration = Duration::from_secs(60);
/// Calls of `check` between two polls of clock, memory and interrupt (`cargo test --test suite lateness`).
pub const CALLS_BETWEEN_POLLS: usize = 256;
/// Where the system alone knows what is in use, it is asked once in so many milliseconds. Not measured.
pub const READING_MILLISECONDS: u64 = 5;
/// Bytes of a file of the system, whose length is not said before it is read: with room for it, it is read at once.
pub const SYSTEM_FILE_BYTES: usize = 1 << 12;
