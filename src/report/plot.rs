//! What a set or a word is, as a picture: boards for pairs and triples of numbers, a row of squares for numbers.

use super::board::{self, Board};
use super::strip::Strip;

/// A picture that SVG and LaTeX have alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plot {
    /// A board, or slices.
    Boards(Vec<Board>),
    /// Letters.
    Strip(Strip),
}

impl Plot {
    /// As SVG.
    pub fn svg(&self, title: &str) -> String {
        match self {
            Plot::Boards(boards) => board::svg(title, boards),
            Plot::Strip(strip) => strip.svg(title),
        }
    }

    /// For LaTeX with TikZ.
    pub fn tikz(&self, title: &str) -> String {
        match self {
            Plot::Boards(boards) => board::tikz(title, boards),
            Plot::Strip(strip) => strip.tikz(title),
        }
    }
}
