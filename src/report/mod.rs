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
