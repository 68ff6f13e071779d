//! What filbert shows: text for people, JSON for programs.

pub mod board;
pub mod diagram;
pub mod json;
pub mod object;
pub mod page;
pub mod plan;
pub mod seen;
pub mod status;
mod svg;
pub mod system;
pub mod text;
pub mod units;

/// What listing an answer may use, once it is known: whoever waits for it has said how long it may take to find.
fn patience() -> crate::budget::Budget {
    crate::budget::Budget::new(std::time::Duration::from_millis(400), usize::MAX)
}
