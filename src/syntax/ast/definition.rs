//! What stands between the quotes of a definition: numeration systems, morphisms, codings, regular expressions.

use crate::syntax::source::Span;

/// What a numeration definition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumerationSpec {
    /// `x^3 = x^2 + x + 1 [from 1, 2, 4]`: coefficients from the highest power down, `[1, 1, 1]`.
    Recurrence {
        /// c_1 ... c_d of U_n = c_1 U_{n-1} + ... + c_d U_{n-d}.
        coefficients: Vec<i64>,
        /// U_0, U_1, ...; Bertrand's canonical ones if absent.
        initial: Option<Vec<u64>>,
    },
    /// `d(1) = 2 1 1` or `d(1) = 2 (1)`: the expansion of one.
    Expansion {
        /// Digits before the period.
        preperiod: Vec<u32>,
        /// The period; empty for a finite expansion.
        period: Vec<u32>,
    },
    /// `base 12`.
    Base(u64),
}

/// A morphism as written: images in the order of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MorphismSpec {
    /// Letter, image, and where the rule stands.
    pub rules: Vec<(i64, Vec<i64>, Span)>,
}

/// A letter as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterSpec {
    /// The letter.
    pub value: i64,
    /// Where it stands.
    pub span: Span,
}

/// A coding as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodingSpec {
    /// Letters, output, and where the rule stands.
    pub rules: Vec<(Vec<i64>, i64, Span)>,
}

/// A regular expression over tuples of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regex {
    /// Every node, children before parents; the last is the whole.
    pub nodes: Vec<RegexNode>,
}

/// Index of a node in [`Regex::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegexId(pub u32);

/// The forms of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegexNode {
    /// `()`: the empty word.
    Empty,
    /// `[1,0]` or `3`: one letter, one digit a track.
    Letter(Vec<i64>, Span),
    /// `.`: any letter.
    Any,
    /// `[2-4]`, `[^2]`: one of several letters, of one track.
    Class {
        /// The first and the last of each range of digits.
        ranges: Vec<(i64, i64)>,
        /// Whether the other digits are meant.
        negated: bool,
        /// Where it stands.
        span: Span,
    },
    /// `rs`
    Concat(RegexId, RegexId),
    /// `r|s`
    Union(RegexId, RegexId),
    /// `r&s`
    Intersect(RegexId, RegexId),
    /// `~r`
    Complement(RegexId),
    /// `r*`
    Star(RegexId),
    /// `r+`
    Plus(RegexId),
    /// `r?`
    Optional(RegexId),
    /// `r{2,3}`: at least and at most so often.
    Times(RegexId, u32, Option<u32>),
}
