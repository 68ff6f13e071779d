//! Bugs on purpose, to see that the tests of the whole engine find them.
//!
//! Without the feature `planted` every question is answered `false` at compile time and nothing is left of the bugs.
//! With it `FILBERT_PLANTED` names the one that a process has. `cargo run --release --features planted --example soak --
//! --planted` runs them all.

/// A bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// A sum that may still come back to its constant is given up.
    Pruning,
    /// Outside of what is complemented, a word that leaves the automaton is not in the complement.
    Complement,
    /// A digit passes a letter fewer than stand before it.
    Passed,
    /// A letter that was passed has the image of the first.
    Letter,
    /// Every word of digits is a representation.
    Validity,
    /// One witness fewer than asked for is enough.
    Count,
    /// Witnesses with more digits than the other numbers are overlooked.
    ZeroClosure,
    /// The quotient takes the other language's words off.
    LeftQuotient,
    /// Inequalities are not turned round for the other order of digits.
    Lsd,
    /// The refinement of classes of states ends one round early.
    Merge,
    /// A bounded quantifier reaches one number further.
    Bound,
    /// Counts stop one before what is counted to.
    Cap,
    /// Options beside the lines of moves have no Sprague-Grundy value.
    Options,
    /// What was counted to is no part of what a built relation is known by.
    Key,
    /// A coefficient of 2^63 is negative.
    Sign,
    /// One more than 2^32 - 1 is not counted to.
    Top,
    /// A variable that stands on tracks of digits only is a number.
    Words,
    /// A definition that fails leaves the earlier meaning.
    Kept,
    /// A limit in a definition leaves the earlier meaning of its name.
    Limited,
    /// A file is included as often as it is named.
    Twice,
    /// A file that cannot be read leaves all names as they were.
    Missing,
    /// What filbert ships hides what a script defines.
    Shadow,
    /// An undecided name is looked up in what filbert ships.
    Shipped,
    /// What one kind of name leaves undecided is undecided in all.
    Kinds,
    /// A carriage return alone ends no comment.
    Return,
    /// A candidate that is to be checked is not looked at.
    Given,
    /// A macro means what the macros in it meant when it was defined.
    Early,
    /// The first macro of a name is kept.
    Macro,
    /// The first sequence of a name is kept.
    Sequence,
    /// Arguments stand in the order of the alphabet, whatever a definition says.
    Order,
    /// What follows `quit` in a file is run where the file is included.
    Quit,
    /// A command that cannot be read leaves its names as they were.
    Unread,
    /// What a letter is worth has a digit more.
    Length,
    /// Each letter that is passed is worth as much as the first.
    Weight,
    /// The first edges give the extremes of paths.
    Potential,
    /// Every extreme is attained.
    Attained,
    /// The largest values come of the largest, whatever the sign of the eigenvalue.
    Alternating,
    /// What more digits can add to a sum is forgotten.
    Remainder,
    /// The constant of a sum is left out.
    Constant,
    /// An end that does not belong to an interval does.
    OpenEnd,
    /// Letters alone tell the places of a sum apart.
    Place,
    /// A sequence is 0 at 0.
    FirstValue,
    /// An interval is not left on its lower side.
    LowerEnd,
    /// The last letter of an image may be another one.
    LastLetter,
    /// A word is fixed by a morphism if its first letters are.
    FirstLetters,
}

/// Those of bounds of sums and of fixed words, each with a statement that it answers wrongly.
pub const CLAIMS: [Bug; 13] = [
    Bug::Length,
    Bug::Weight,
    Bug::Potential,
    Bug::Attained,
    Bug::Alternating,
    Bug::Remainder,
    Bug::Constant,
    Bug::OpenEnd,
    Bug::Place,
    Bug::FirstValue,
    Bug::LowerEnd,
    Bug::LastLetter,
    Bug::FirstLetters,
];

/// Those of scope and text, that random scripts find.
pub const SCRIPTS: [Bug; 15] = [
    Bug::Kept,
    Bug::Limited,
    Bug::Twice,
    Bug::Missing,
    Bug::Shadow,
    Bug::Shipped,
    Bug::Kinds,
    Bug::Return,
    Bug::Given,
    Bug::Early,
    Bug::Macro,
    Bug::Sequence,
    Bug::Order,
    Bug::Quit,
    Bug::Unread,
];

/// Those of wrong answers that were given once: random statements are too small for two of them.
pub const ANSWERS: [Bug; 3] = [Bug::Sign, Bug::Top, Bug::Words];

/// Those that random statements find.
pub const BUGS: [Bug; 14] = [
    Bug::Pruning,
    Bug::Complement,
    Bug::Validity,
    Bug::Count,
    Bug::ZeroClosure,
    Bug::LeftQuotient,
    Bug::Lsd,
    Bug::Merge,
    Bug::Bound,
    Bug::Cap,
    Bug::Options,
    Bug::Key,
    Bug::Passed,
    Bug::Letter,
];

/// Whether this process has the bug.
#[cfg(not(feature = "planted"))]
#[inline(always)]
pub const fn planted(_: Bug) -> bool {
    false
}

/// Whether this process has the bug.
#[cfg(feature = "planted")]
pub fn planted(bug: Bug) -> bool {
    use std::sync::OnceLock;
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let name = NAME.get_or_init(|| std::env::var("FILBERT_PLANTED").ok());
    name.as_deref() == Some(&*format!("{bug:?}"))
}
