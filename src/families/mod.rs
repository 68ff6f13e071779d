//! Statements about all words of a family at once: all slopes, the numbers of each, and its mechanical word.
//!
//! `?S(f)` says that numbers are those of the slope f: an irrational number [0; a_1, a_2, ..] between 0 and 1. A slope is a word
//! of quotients without end, a number a word of Ostrowski digits beside it ([`every_slope`](crate::numeration::every_slope)), and
//! automata read finite parts of both. Which statements they decide:
//!
//! *Local* formulas. Of a part of a slope and numbers of it, quantifiers range over the numbers of the part. A formula is local
//! if each of them is bounded: its body holds of no number beyond a sum of others, or longer than others by more than so many
//! digits ([`bounds`]). All its values are then numbers of each part with k quotients more than the numbers given need, where k
//! depends on the formula alone: with q_i as the denominators, q_(i+2) >= q_(i+1) + q_i. So it says the same of all those parts,
//! and that is what it says of the slope. An automaton that is called must be settled likewise, behind as many quotients as it
//! needs, which is read off it ([`settled`](crate::numeration::every_slope::settled)).
//!
//! *Closed statements* `A f, x.. E y.. F` with a local F, and `E f, x.. A y.. F`, which is one of those negated. Let L be the
//! pairs of a part and numbers x of it such that F has some y within that part, all k quotients shorter than it. More quotients
//! keep a pair in L, so those that are not in L are closed under taking quotients away. F has some y at a slope and x iff some
//! part is in L with x. A slope of which no part is, is read off the automaton of the complement: its parts lead there from
//! behind, and states return ([`recurring`](crate::numeration::every_slope::recurring)); so some such slope has a period. What
//! is supposed of f alone, as in `A f $c(f) => ..`, must hold of a slope iff it holds of all its parts.
//!
//! Other statements are refused: with `E y A z` a part does not say whether a y has no z, or none yet.
//!
//! Decided with automata on finite words, where Hieronymi, Ma, Oei, Schaeffer, Schulz and Shallit, "Decidability for Sturmian
//! words" (2022), take such on words without end. It costs a track for f in every automaton; where quotients have a bound, the
//! system of one slope is much cheaper.

mod atoms;
mod bounds;
mod decide;
mod evaluate;
mod form;
mod node;
mod prefix;
mod read;
mod shown;
mod side;
mod terms;
mod translate;

use std::sync::Arc;

use crate::budget::Budget;
use crate::logic::{DecideError, Environment, ResolveError, Workspace};
use crate::syntax::ast::Formula;
use crate::syntax::{Diagnostic, Source, Span, family_and_slope};

pub use atoms::{Atoms, track};
pub use decide::{Outcome, evaluate};

/// The slopes of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slopes {
    /// All irrational numbers between 0 and 1.
    All,
    /// Those whose quotients are at most this.
    Bounded(u32),
}

/// The family that a formula speaks of, and the variable that is its slope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// What stands between `?` and `(`.
    pub family: Arc<str>,
    /// What stands in the parentheses.
    pub slope: Arc<str>,
    /// Both, as the terms have it for their system.
    system: Arc<str>,
    /// A place where it holds.
    pub span: Span,
}

/// What decides statements about a family.
pub struct Deciding<'a> {
    /// The text of the statement.
    pub source: &'a Source,
    /// What the statement may name.
    pub environment: &'a dyn Environment,
    /// What was built for statements before.
    pub atoms: &'a mut Atoms,
    /// Likewise.
    pub workspace: &'a mut Workspace,
    /// What it may use.
    pub budget: &'a Budget,
    /// The slopes that are meant.
    pub slopes: Slopes,
}

/// Why there is no verdict.
#[derive(Debug)]
pub enum NoVerdict {
    /// The statement is wrong, is none that is decided, or passed a limit.
    Resolve(ResolveError),
    /// What shows the verdict fails direct evaluation.
    Contradiction,
}

impl<T: Into<ResolveError>> From<T> for NoVerdict {
    fn from(why: T) -> NoVerdict {
        NoVerdict::Resolve(why.into())
    }
}

impl From<DecideError> for NoVerdict {
    fn from(why: DecideError) -> NoVerdict {
        match why {
            DecideError::Limit(limit) => NoVerdict::Resolve(limit.into()),
            DecideError::Contradiction => NoVerdict::Contradiction,
        }
    }
}

/// The family that a formula speaks of, if it does.
///
/// # Errors
/// If it speaks of two, or of two slopes.
pub fn spoken_of(formula: &Formula, source: &Source) -> Result<Option<Spoken>, Diagnostic> {
    let mut found: Option<Spoken> = None;
    for (system, span) in &formula.systems {
        let Some((family, slope)) = family_and_slope(system) else { continue };
        if let Some(first) = &found {
            return Err(Diagnostic::error(source, *span, "a statement about two slopes")
                .label(format!("`?{system}` here"))
                .also(first.span, format!("`?{}` here", first.system))
                .help("a statement has one slope"));
        }
        found = Some(Spoken { family: family.into(), slope: slope.into(), system: system.clone(), span: *span });
    }
    Ok(found)
}
