//! Commands whose arguments are names, numbers and brackets in a row, read when they run.

use std::sync::Arc;

use super::ast::Span;

/// A command of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// `alphabet NAME A1 A2 ... W`.
    Alphabet,
    /// `cls`.
    Cls,
    /// `combine NAME A B=3 ...`.
    Combine,
    /// `concat NAME A B ...`.
    Concat,
    /// `convert NAME SYSTEM W`.
    Convert,
    /// `describe NAME`.
    Describe,
    /// `export NAME gv|ba|txt`.
    Export,
    /// `first NAME [reject]`.
    First,
    /// `fixleadzero NAME A`.
    FixLeadZero,
    /// `fixtrailzero NAME A`.
    FixTrailZero,
    /// `help [COMMAND]`.
    Help,
    /// `image NAME M W`.
    Image,
    /// `inf NAME`.
    Inf,
    /// `intersect NAME A B ...`.
    Intersect,
    /// `join NAME V[a][b] W[b] ...`.
    Join,
    /// `leftquo NAME A B`.
    LeftQuo,
    /// `minimize NAME W`.
    Minimize,
    /// `normalizer NAME SYSTEM [{0,1}]`.
    Normalizer,
    /// `ost NAME [0 3 1] [1 2]`.
    Ost,
    /// `regex NAME`.
    Regex,
    /// `reverse NAME W`.
    Reverse,
    /// `rightquo NAME A B`.
    RightQuo,
    /// `rsplit NAME[+][-][] W`.
    RSplit,
    /// `split NAME W[+][-][]`.
    Split,
    /// `star NAME A`.
    Star,
    /// `test NAME n`.
    Test,
    /// `transduce NAME T W`.
    Transduce,
    /// `union NAME A B ...`.
    Union,
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
