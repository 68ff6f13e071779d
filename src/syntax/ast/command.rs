//! Commands, their quoted arguments not yet read.

use std::sync::Arc;

use super::definition::LetterSpec;
use super::name::Name;
use crate::syntax::commands::Builtin;
use crate::syntax::source::Span;

/// How a command ends, which says how much it prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `;`
    Quiet,
    /// `:`
    Steps,
    /// `::`
    StepsLogged,
}

/// One command of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What to do.
    pub kind: CommandKind,
    /// From its first word to the end of its terminator.
    pub span: Span,
    /// Its terminator.
    pub ending: Ending,
    /// Hints before it, as `[strategy 3 BRZ]`, which change no result and are not followed.
    pub hints: Vec<Span>,
}

/// A quoted argument. What stands inside is read when the command runs, since macros may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The text between the quotes, quotes not counted.
    pub span: Span,
}

/// The commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// `eval [NAME] [v w ...] "F"`.
    Eval {
        /// Saved under this name, if any.
        name: Option<Name>,
        /// Variables to count by.
        counted: Vec<Name>,
        /// The formula.
        formula: Quoted,
    },
    /// `def NAME [v w ...] "F"`, `def NAME(y,x) [v w ...] "F"`.
    Def {
        /// Saved under this name.
        name: Name,
        /// Its arguments, each once; the free variables in alphabetical order if not given.
        order: Option<Vec<Name>>,
        /// Variables to count by.
        counted: Vec<Name>,
        /// The formula.
        formula: Quoted,
    },
    /// `theorem NAME "F" [from "source"]`: must be TRUE.
    Theorem {
        /// Its name.
        name: Name,
        /// The statement.
        formula: Quoted,
        /// Where it comes from.
        source: Option<Quoted>,
    },
    /// `cover NAME "TARGET" by "PIECE" ... [from "source"]`: what satisfies the target must satisfy some piece.
    Cover {
        /// Its name.
        name: Name,
        /// A formula with free variables.
        target: Quoted,
        /// Formulas over its free variables, in the order in which they are taken away.
        pieces: Vec<Quoted>,
        /// Where it comes from.
        source: Option<Quoted>,
    },
    /// `refute NAME "F" [from "source"]`: must be FALSE.
    Refute {
        /// Its name.
        name: Name,
        /// The statement.
        formula: Quoted,
        /// Where it comes from.
        source: Option<Quoted>,
    },
    /// `reg NAME A1 A2 ... "R"`.
    Reg {
        /// Saved under this name.
        name: Name,
        /// One alphabet a track, never empty.
        alphabets: Vec<AlphabetSpec>,
        /// The regular expression.
        expression: Quoted,
    },
    /// `sequence NAME n m .. "BODY"`; `sequence NAME from "FILE"`, where `from` stands among the variables.
    Sequence {
        /// Its name.
        name: Name,
        /// Its variables, in the order of its indices; never empty.
        variables: Vec<Name>,
        /// A formula that counts, a term in sequences, or equations.
        body: Quoted,
    },
    /// `macro NAME "text"`.
    Macro {
        /// Its name.
        name: Name,
        /// The template.
        template: Quoted,
    },
    /// `morphism NAME "0->01 1->10"`.
    Morphism {
        /// Its name.
        name: Name,
        /// The rules.
        rules: Quoted,
    },
    /// `promote NAME M`.
    Promote {
        /// The word to make.
        name: Name,
        /// The morphism.
        morphism: Name,
    },
    /// `word NAME SYSTEM "morphism" ["coding"]`: the fixed point from the first letter of the first rule.
    Word {
        /// The word to make.
        name: Name,
        /// Full name of the numeration system it is read in.
        system: Name,
        /// The rules of the morphism.
        rules: Quoted,
        /// Letter to output; absent, each letter is its own output.
        coding: Option<Quoted>,
    },
    /// `word NAME "morphism" [from LETTER] ["coding"]`: a fixed point, and the numeration system `msd_NAME` of its places.
    FixedPoint {
        /// The word to make, and the system.
        name: Name,
        /// The rules of the morphism.
        rules: Quoted,
        /// The letter with which the fixed point begins; absent, that of the first rule.
        start: Option<LetterSpec>,
        /// Letter to output; absent, each letter is its own output.
        coding: Option<Quoted>,
    },
    /// `word NAME[n] "T[2*n+3]+RS[n]"`: the values of a term.
    WordBy {
        /// The word to make.
        name: Name,
        /// Its indices, variables of the term.
        indices: Vec<Name>,
        /// The term.
        expression: Quoted,
    },
    /// A command whose arguments are read when it runs.
    Builtin {
        /// Which.
        builtin: Builtin,
        /// What follows its name.
        arguments: Vec<Argument>,
    },
    /// `numeration NAME "..."`: defines `msd_NAME` and `lsd_NAME`.
    Numeration {
        /// The part after `msd_`.
        name: Name,
        /// The recurrence, expansion of one or base.
        definition: Quoted,
    },
    /// `include "file"`.
    Include {
        /// Path, relative to the file that includes.
        path: Quoted,
    },
    /// `load FILE`.
    Load {
        /// The file name as written.
        file: Name,
    },
    /// `game NAME "?NS p,q -> r,s : MOVE" [terminal "T"] [block k] [measure "t"]`.
    Game {
        /// Its name.
        name: Name,
        /// Piles, options and the moves.
        rule: Quoted,
        /// Everything after the rule, in the order written.
        clauses: Vec<GameClause>,
    },
    /// `kernel P of GAME [given $Q]`: the P-positions, found and proved, or a candidate proved.
    Kernel {
        /// Saved under this name.
        name: Name,
        /// The game.
        game: Name,
        /// The candidate.
        given: Option<Name>,
    },
    /// `guess P of GAME`: the P-positions, found and proved, or the last hypothesis of the search for them.
    Guess {
        /// Saved under this name.
        name: Name,
        /// The game.
        game: Name,
    },
    /// `outcomes O of GAME`: saves `O_P`, `O_N`, `O_L`, `O_R`.
    Outcomes {
        /// What the names begin with.
        name: Name,
        /// The game.
        game: Name,
    },
    /// `recursion NAME .. "EQUATIONS"`: functions that equations define.
    Recursion {
        /// The functions, each once; never empty.
        names: Vec<Name>,
        /// The equations.
        equations: Quoted,
    },
    /// `redundant GAME ["MOVE"]`, `redundant R of GAME "MOVE"`.
    Redundant {
        /// The name of the relation of the parameters whose moves are redundant.
        name: Option<Name>,
        /// The game.
        game: Name,
        /// The moves of a family with the parameters `i`, `j`, `k`, `l`; absent, those of every line of the game.
        family: Option<Quoted>,
    },
    /// `grundy V of GAME upto g`: saves `V_0`, .., `V_g`.
    Grundy {
        /// What the names begin with.
        name: Name,
        /// The game.
        game: Name,
        /// The largest value.
        upto: u32,
    },
    /// `quit` or `exit`.
    Quit,
}

/// The outcomes of a partizan game: the previous player wins, the next, Left, Right, whoever begins.
pub const OUTCOMES: [&str; 4] = ["P", "N", "L", "R"];

/// A clause of `game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameClause {
    /// `terminal "T"`: positions without moves.
    Terminal(Quoted),
    /// `block k`: the previous player forbids up to k-1 options.
    Block(u32, Span),
    /// `misere`: whoever makes the last move loses.
    Misere(Span),
    /// `right "MOVE"`: the moves of Right, those in front being Left's.
    Right(Quoted),
    /// `measure "t, u"`: what every move decreases, in lexicographic order.
    Measure(Quoted),
}

impl GameClause {
    /// Its text, if it has one.
    pub fn text(&self) -> Option<&Quoted> {
        match self {
            GameClause::Terminal(text) | GameClause::Measure(text) | GameClause::Right(text) => Some(text),
            GameClause::Block(..) | GameClause::Misere(_) => None,
        }
    }
}

/// An alphabet argument of `reg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlphabetSpec {
    /// `msd_fib`: the full name, `msd_` prefixed as for `?`.
    System(Name),
    /// `{0,1,-1}` in the order written.
    Digits(Vec<i64>, Span),
}

/// What an argument looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// `foo`.
    Name,
    /// Anything else without blanks: `$foo`, `foo=3`, `17`.
    Bare,
    /// `[a]`, the brackets included.
    Bracket,
    /// `{0,1}`, the braces included.
    Set,
    /// `"text"`, the quotes included.
    Quoted,
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it looks like.
    pub kind: ArgumentKind,
    /// As written.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}
