//! What filbert shows: text for people, JSON for programs.

pub mod atlas;
pub mod bibliography;
pub mod board;
pub mod diagram;
mod found;
mod heat;
pub mod jobs;
pub mod json;
pub mod latex;
pub mod merge;
pub mod notation;
pub mod object;
pub mod page;
pub mod plan;
pub mod plot;
pub mod scatter;
pub mod seen;
pub mod status;
pub mod strip;
mod svg;
pub mod system;
pub mod text;
pub mod units;

/// What listing an answer may use, once it is known: whoever waits for it has said what finding it may take.
fn patience() -> crate::budget::Budget {
    crate::budget::Budget::new(std::time::Duration::from_millis(400), usize::MAX).with_room(32_000_000)
}
