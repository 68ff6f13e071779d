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

/// `2026-01-31`: the day of a time, in seconds since 1970, in the Gregorian calendar at Greenwich.
pub fn day(time: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let (mut days, mut year, mut month) = (time / 86_400, 1970, 1);
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

/// `9 MB`.
pub fn megabytes(bytes: usize) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_end_where_they_do() {
        // The last second of 2024 and the next; the same of 2100, which is no leap year, and around its February.
        assert_eq!([day(1_735_689_599), day(1_735_689_600)], ["2024-12-31", "2025-01-01"]);
        assert_eq!([day(4_133_980_799), day(4_133_980_800)], ["2100-12-31", "2101-01-01"]);
        assert_eq!([day(4_107_542_399), day(4_107_542_400)], ["2100-02-28", "2100-03-01"]);
        assert_eq!([day(1_709_164_800), day(0)], ["2024-02-29", "1970-01-01"]);
    }
}
