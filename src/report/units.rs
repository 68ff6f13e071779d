//! Time and memory as people read them.

use std::time::Duration;

/// `2 ms`, `1.25 s`.
pub fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 0.0995 => format!("{:.0} ms", (s * 1e3).ceil()),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

/// `9 MB`.
pub fn megabytes(bytes: usize) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}
