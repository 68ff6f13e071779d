//! The results of commands that define nothing, and of proofs about games. `report::seen` turns them into text.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{Letter, Rational};
use crate::numeration::Language;
use crate::sequences::{GeneratingFunction, Growth, Sequence};
use crate::syntax::CommandInfo;
use crate::words::Indexed;

/// The answer of a command that defines nothing.
#[derive(Clone, Debug)]
pub enum QueryResult {
    /// `cls`: nothing should be seen.
    Clear,
    /// `help`: every command.
    Commands,
    /// `help COMMAND`.
    Command(&'static CommandInfo),
    /// `test NAME n`: the first words that an automaton accepts.
    Accepted {
        /// Of the automaton.
        name: String,
        /// What its words are.
        language: Language,
        /// At most as many as were wanted.
        words: Vec<Vec<Letter>>,
        /// Whether these are all that it accepts, and fewer than were wanted.
        all: bool,
    },
    /// `first NAME [reject]`.
    First {
        /// Of the automaton.
        name: String,
        /// What its words are.
        language: Language,
        /// Whether it accepts the word or rejects it.
        accepts: bool,
        /// The first such word, if there is one.
        word: Option<Vec<Letter>>,
    },
    /// `inf NAME`: x, y and z such that x y ... y z is accepted however often y stands there, if there are such.
    Infinite {
        /// Of the automaton.
        name: String,
        /// What its words are.
        language: Language,
        /// The three words.
        family: Option<[Vec<Letter>; 3]>,
    },
    /// `inf NAME` of a truth value.
    NoInputs {
        /// Of the truth value.
        name: String,
    },
    /// `regex NAME`: a regular expression.
    Expression(String),
    /// `describe NAME` of a word.
    Word {
        /// Its name.
        name: String,
        /// The word.
        word: Indexed,
    },
    /// `describe NAME` of a sequence.
    Sequence(Box<SequenceFacts>),
    /// `describe NAME` of an automaton.
    Automaton {
        /// Its name.
        name: String,
        /// What it accepts.
        language: Language,
    },
    /// `describe NAME` of a truth value.
    Truth {
        /// Its name.
        name: String,
        /// The value.
        truth: bool,
    },
}

/// What `describe` says of a sequence.
#[derive(Clone, Debug)]
pub struct SequenceFacts {
    /// Its name.
    pub name: String,
    /// Its variables.
    pub by: Vec<String>,
    /// The sequence.
    pub sequence: Arc<Sequence>,
    /// Its first values, if it has one variable.
    pub values: Vec<Rational>,
    /// How fast it grows.
    pub growth: Growth,
    /// Its values along the powers of a base, if it has one variable.
    pub along: Option<GeneratingFunction>,
}

/// What a command about games proved or refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// `kernel P of GAME given $Q` with the kernel.
    Given {
        /// The name after `$`.
        candidate: Arc<str>,
        /// The game.
        game: Arc<str>,
        /// States of the candidate.
        states: usize,
    },
    /// `kernel P of GAME given $Q`, refuted: a position in the set has an option in it.
    Unstable {
        /// The name after `$`.
        candidate: Arc<str>,
    },
    /// `kernel P of GAME given $Q`, refuted: a position outside the set has no option in it.
    Unabsorbed {
        /// The name after `$`.
        candidate: Arc<str>,
    },
    /// `kernel P of GAME given $Q`, refuted: the set lacks a P-position.
    Denied {
        /// The name after `$`.
        candidate: Arc<str>,
        /// The game.
        game: Arc<str>,
    },
    /// `kernel P of GAME given $Q`, refuted: the set has an N-position.
    Claimed {
        /// The name after `$`.
        candidate: Arc<str>,
        /// The game.
        game: Arc<str>,
        /// The position that a winning move leads to.
        win: Option<Vec<BigInt>>,
    },
    /// `kernel P of GAME given $Q`, refuted: in misere play, the set has a position without a move.
    Over {
        /// The name after `$`.
        candidate: Arc<str>,
        /// The game.
        game: Arc<str>,
    },
    /// `kernel P of GAME`.
    Kernel {
        /// The game.
        game: Arc<str>,
        /// The numeration system that was found for it, if its rules name none.
        system: Option<Arc<str>>,
        /// States of the kernel.
        states: usize,
        /// Hypotheses that were tried.
        hypotheses: usize,
        /// Of these, how many the proof was tried on.
        proofs: usize,
        /// Brute force has solved all positions with piles below this; 0 for one that an earlier run found.
        side: u64,
    },
    /// `guess P of GAME` without a proof.
    Guess {
        /// The game.
        game: Arc<str>,
        /// The numeration system of the hypothesis, if the rules name none.
        system: Option<Arc<str>>,
        /// States of the hypothesis.
        states: usize,
        /// How the search ended.
        why: String,
    },
    /// `redundant GAME`: for each family of moves, the first parameters of those that are redundant.
    Redundant(Vec<RedundantMoves>),
    /// `outcomes O of GAME`.
    Outcomes {
        /// The game.
        game: Arc<str>,
        /// States of the positions of each outcome.
        states: [usize; 4],
        /// Brute force has solved all positions with piles below this.
        side: u64,
    },
    /// `grundy V of GAME upto g`.
    Values {
        /// The game.
        game: Arc<str>,
        /// States of the positions of value 0, 1, ..., g.
        states: Vec<usize>,
    },
}

/// What became of a family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedundantMoves {
    /// The moves.
    pub family: Family,
    /// The names of its parameters.
    pub parameters: Vec<Arc<str>>,
    /// The first of the parameters whose move is redundant.
    pub first: Vec<Vec<BigInt>>,
    /// Whether any of its moves is one of the game.
    pub is_played: bool,
}

/// Moves with parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// As many from each of these piles.
    Line(Vec<Arc<str>>),
    /// As written in the command.
    Written(String),
}
