//! Which system each variable of a formula is in, or which digits it is a word of: the first part of
//! `verified/Tracks.v`.
//!
//! A word over k digits is read as the number in base k+1 whose digits are the places of its letters among them, from 1
//! on.

use filbert_answers::formula::System;

use crate::syntax::{ScannedToken, TokenKind};

use super::formula::behind_variables;
use super::tree::Numeration;

/// What a track has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers in a system.
    Numbers(Numeration),
    /// Words over these digits, which are sorted.
    Letters(Vec<i64>),
}

impl Kind {
    /// The system in which its numbers are, or those of words.
    pub fn system(&self) -> System {
        match self {
            Kind::Numbers(numeration) => numeration.table.clone(),
            Kind::Letters(digits) => base(digits),
        }
    }

    /// Whether it has words.
    pub fn has_words(&self) -> bool {
        matches!(self, Kind::Letters(_))
    }

    /// A name for it, as a part of a name that no script can write.
    pub fn label(&self) -> String {
        match self {
            Kind::Numbers(numeration) => numeration.name.clone(),
            Kind::Letters(digits) => "|".repeat(digits.len()),
        }
    }

    /// The digit that stands for a digit of the script.
    pub fn digit(&self, digit: i64) -> Option<usize> {
        match self {
            Kind::Numbers(_) => usize::try_from(digit).ok(),
            Kind::Letters(digits) => place(digits, digit),
        }
    }

    /// The greatest digit.
    pub fn top(&self) -> usize {
        top(&self.system())
    }

    /// The digits that stand in it.
    pub fn digits(&self) -> Vec<usize> {
        match self {
            Kind::Numbers(_) => (0..=self.top()).collect(),
            Kind::Letters(digits) => (1..=digits.len()).collect(),
        }
    }
}

/// The greatest digit of a system.
pub fn top(system: &System) -> usize {
    system.0.iter().map(|(top, _)| *top).max().unwrap_or(0)
}

/// The system of the words over some digits.
pub fn base(digits: &[i64]) -> System {
    System(vec![(digits.len(), 0)])
}

/// The place of a digit among some, counted from 1.
pub fn place(digits: &[i64], digit: i64) -> Option<usize> {
    digits.iter().position(|&known| known == digit).map(|at| at + 1)
}

/// Variables with what they are at each of their places.
pub type Uses = Vec<(String, Kind)>;

/// What is first said of a variable.
pub fn kind_in<'a>(uses: &'a [(String, Kind)], name: &str) -> Option<&'a Kind> {
    uses.iter().find(|(known, _)| known == name).map(|(_, kind)| kind)
}

/// What is said of some variables; none if of one of them nothing is.
pub fn kinds_of(uses: &[(String, Kind)], names: &[String]) -> Option<Vec<Kind>> {
    names.iter().map(|name| kind_in(uses, name).cloned()).collect()
}

/// Whether each variable is one thing.
pub fn is_consistent(uses: &[(String, Kind)]) -> bool {
    uses.iter().all(|(name, kind)| kind_in(uses, name) == Some(kind))
}

/// What is known where a formula stands.
pub trait Tracks {
    /// The tracks of a function; none if it is not known.
    fn function(&self, name: &str) -> &[Kind];
    /// The tracks of a word; none if it is not known.
    fn word(&self, name: &str) -> &[Kind];
    /// A system by its full name.
    fn system(&self, name: &str) -> Option<Numeration>;
}

/// What is around a token.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// Parentheses.
    Group,
    /// Arguments or indices, with the tracks from this one on.
    Within(&'a [Kind]),
}

/// What the variables of a formula are at each of their places. In comparisons a variable is in the system in force; an
/// argument or index alone is what the track is, and one in a sum is in the system in force, too. None where a word is
/// in a sum, or a system is not known. Functions and words that are not known say nothing.
pub fn uses(tokens: &[ScannedToken], tracks: &dyn Tracks) -> Option<Uses> {
    Reader { tokens, tracks, places: Vec::new(), found: Vec::new() }.all()
}

struct Reader<'a> {
    tokens: &'a [ScannedToken],
    tracks: &'a dyn Tracks,
    places: Vec<Place<'a>>,
    found: Uses,
}

impl<'a> Reader<'a> {
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The tracks of the arguments or indices around.
    fn around(&self) -> Option<&'a [Kind]> {
        self.places.iter().rev().find_map(|place| match place {
            Place::Within(tracks) => Some(*tracks),
            Place::Group => None,
        })
    }

    fn all(mut self) -> Option<Uses> {
        let mut at = 0;
        // Whether an argument or index begins here.
        let mut begins = false;
        while let Some(token) = self.tokens.get(at) {
            let began = std::mem::take(&mut begins);
            at += 1;
            match token.kind {
                kind if kind.is_quantifier() => at = behind_variables(self.tokens, at),
                TokenKind::Identifier if self.kind(at) != Some(TokenKind::OpenBracket) => {
                    self.variable(token, began, at)?;
                }
                TokenKind::Identifier | TokenKind::WordName if self.kind(at) == Some(TokenKind::OpenBracket) => {
                    self.places.push(Place::Within(self.tracks.word(token.text.trim_start_matches('.'))));
                    (at, begins) = (at + 1, true);
                }
                TokenKind::Function if self.kind(at) == Some(TokenKind::OpenParen) => {
                    self.places.push(Place::Within(self.tracks.function(&token.text[1..])));
                    (at, begins) = (at + 1, true);
                }
                TokenKind::Number | TokenKind::Letter => {
                    if matches!(self.around(), Some([Kind::Letters(_), ..])) {
                        return None;
                    }
                }
                TokenKind::OpenParen => self.places.push(Place::Group),
                TokenKind::CloseBracket if self.kind(at) == Some(TokenKind::OpenBracket) => {
                    if let Some(Place::Within(tracks)) = self.places.last_mut() {
                        *tracks = tracks.get(1..).unwrap_or(&[]);
                        (at, begins) = (at + 1, true);
                    } else {
                        self.places.pop();
                    }
                }
                TokenKind::CloseParen | TokenKind::CloseBracket => {
                    self.places.pop();
                }
                TokenKind::Comma => {
                    if let Some(Place::Within(tracks)) = self.places.last_mut() {
                        *tracks = tracks.get(1..).unwrap_or(&[]);
                        begins = true;
                    }
                }
                _ => {}
            }
        }
        Some(self.found)
    }

    /// A variable; the token behind it is at a place.
    fn variable(&mut self, token: &ScannedToken, begins: bool, next: usize) -> Option<()> {
        let is_within = matches!(self.places.last(), Some(Place::Within(_)));
        let ends = matches!(self.kind(next), Some(TokenKind::Comma | TokenKind::CloseParen | TokenKind::CloseBracket));
        let is_alone = is_within && begins && ends;
        let name = token.text.to_string();
        let in_force = || self.tracks.system(&token.system).map(Kind::Numbers);
        let said = match self.around() {
            None => vec![in_force()?],
            Some([Kind::Numbers(numeration), ..]) if is_alone => vec![Kind::Numbers(numeration.clone())],
            Some([Kind::Numbers(numeration), ..]) => vec![Kind::Numbers(numeration.clone()), in_force()?],
            Some([letters @ Kind::Letters(_), ..]) if is_alone => vec![letters.clone()],
            Some([Kind::Letters(_), ..]) => return None,
            Some([]) => Vec::new(),
        };
        self.found.extend(said.into_iter().map(|kind| (name.clone(), kind)));
        Some(())
    }
}
