//! Statements about all words of a family at once: all slopes, the numbers of each, and its mechanical word.
//!
//! `?S(f)` says that numbers are those of the parameter f in a system with a parameter ([`ParametricSystem`]): of a
//! slope f, an irrational number [0; a_1, a_2, ..] between 0 and 1, say. A parameter is a word of blocks without end,
//! as of quotients, a number a word of digits beside it, and automata read finite parts of both. Which statements they
//! decide:
//!
//! *Local* formulas. Of a part of a parameter and numbers of it, quantifiers range over the numbers of the part. A
//! formula is local if each of them is bounded: its body holds of no number beyond a sum of others, or longer than
//! others by more than so many digits (`bounds`). All its values are then numbers of each part with k blocks more
//! than the numbers given need, where k depends on the formula alone: sums of two numbers are numbers of a part with a
//! few blocks more. So it says the same of all those parts, and that is what it says of the parameter. An automaton
//! that is called must be settled likewise, behind as many blocks as it needs, which is read off it
//! ([`settled`](crate::numeration::Parameters::settled)).
//!
//! *Closed statements* `A f, x.. E y.. F` with a local F, and `E f, x.. A y.. F`, which is one of those negated. Let L
//! be the pairs of a part and numbers x of it such that F has some y within that part, all k blocks shorter than it.
//! More blocks keep a pair in L, so the pairs not in L are closed under taking blocks away. F has some y at a parameter
//! and x iff some part is in L with x. To find a parameter none of whose parts is in L, look for a cycle in the
//! automaton of the complement, read from the last block ([`recurring`](crate::numeration::Parameters::recurring)); so
//! if one exists, a periodic one does. What is supposed of f alone, as in `A f $c(f) => ..`, must hold of a parameter
//! iff it holds of all its parts.
//!
//! Other statements are refused: with `E y A z` a part does not say whether a y has no z, or none yet. Automata on
//! words without end would decide more. They are not here: of the 37 facts that Pecan lists two need them, cubes and
//! fourth powers at the start if the quotients are not 1 from some place on. Supposing that of a slope is a statement
//! about its end, and determinizing such automata for its negation costs more than all that is decided here.
//!
//! Decided with automata on finite words, where Hieronymi, Ma, Oei, Schaeffer, Schulz and Shallit, "Decidability for
//! Sturmian words" (2022), take automata on words without end. It costs a track for f in every automaton; where
//! quotients have a bound, the system of one slope is much cheaper.

mod atoms;
mod bounds;
mod decide;
mod determined;
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

use crate::automata::Dfa;
use crate::budget::Budget;
use crate::logic::{DecideError, Environment, ResolveError, Workspace};
use crate::numeration::ParametricSystem;
use crate::syntax::ast::Formula;
use crate::syntax::{Diagnostic, Source, Span, family_and_parameter};

pub use atoms::{Atoms, AtomsOfSystems};
pub use decide::{Outcome, claimed, evaluate};

/// The parameters of a family, and their numbers.
#[derive(Clone, Debug)]
pub struct Family {
    /// What its numbers are.
    pub system: Arc<ParametricSystem>,
    /// A language of all parts of the parameters that are meant, if not all are.
    pub supposed: Option<Arc<Dfa>>,
}

/// The family that a formula is about, and the variable that is its parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// What stands between `?` and `(`.
    pub family: Arc<str>,
    /// What stands in the parentheses.
    pub parameter: Arc<str>,
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
    /// The system, and what was built for statements before.
    pub atoms: &'a mut Atoms,
    /// Likewise.
    pub workspace: &'a mut Workspace,
    /// What it may use.
    pub budget: &'a Budget,
    /// A language of the parameters that are meant, if not all are.
    pub supposed: Option<&'a Arc<Dfa>>,
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

/// The family that a formula is about, if it is about one.
///
/// # Errors
/// If it is about two, or about two parameters.
pub fn spoken_of(formula: &Formula, source: &Source) -> Result<Option<Spoken>, Diagnostic> {
    let mut found: Option<Spoken> = None;
    for (system, span) in &formula.systems {
        let Some((family, parameter)) = family_and_parameter(system) else { continue };
        if let Some(first) = &found {
            return Err(Diagnostic::error(source, *span, "a statement about two parameters")
                .label(format!("`?{system}` here"))
                .also(first.span, format!("`?{}` here", first.system))
                .help("a statement has one parameter"));
        }
        found =
            Some(Spoken { family: family.into(), parameter: parameter.into(), system: system.clone(), span: *span });
    }
    Ok(found)
}
