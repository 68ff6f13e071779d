//! What filbert shows: text for people, JSON for programs.

pub mod board;
pub mod json;
pub mod plan;
pub mod text;
