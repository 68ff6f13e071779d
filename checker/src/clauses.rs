//! The clauses of a game.

use crate::text::Piece::{self, Bare, Name, Quoted};

/// What stands behind the rule of a game.
#[derive(Clone, Default)]
pub struct Clauses {
    pub terminal: Option<String>,
    pub block: Option<u64>,
    pub misere: bool,
    pub measure: Option<String>,
    /// The moves of Right, where the rule has those of Left.
    pub right: Option<String>,
}

/// The clauses of a game; nothing inside, if one stands there twice.
pub fn clauses(mut pieces: &[Piece]) -> Option<Option<Clauses>> {
    let (mut found, mut is_once) = (Clauses::default(), true);
    while let [Name(word), rest @ ..] = pieces {
        if word == "misere" {
            is_once &= !std::mem::replace(&mut found.misere, true);
            pieces = rest;
            continue;
        }
        let (value, rest) = rest.split_first()?;
        let is_new = match (word.as_str(), value) {
            ("terminal", Quoted(text)) => found.terminal.replace(text.clone()).is_none(),
            ("right", Quoted(text)) => found.right.replace(text.clone()).is_none(),
            ("measure", Quoted(text)) => found.measure.replace(text.clone()).is_none(),
            ("block", Bare(text)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                let block = text.parse::<u32>().ok().filter(|block| *block > 0)?;
                found.block.replace(block.into()).is_none()
            }
            _ => return None,
        };
        is_once &= is_new;
        pieces = rest;
    }
    pieces.is_empty().then(|| is_once.then_some(found))
}
