//! Limits of `library`.

/// Relations kept between runs.
pub mod cache {
    use std::time::Duration;

    /// An entry that was used so long ago is marked as used again: a write for every read would be one too many.
    pub const MARKED_AFTER: Duration = Duration::from_secs(3600);
}
