//! What the parser yields: formulas and terms in an arena, commands as they stand in a script.
//!
//! An arena because statements nest as deep as their writers like: a parent is always stored after its children, so
//! a pass over a formula can be a loop over [`Formula::nodes`], and dropping one never recurses.

mod bounds;
mod command;
mod definition;
mod fixed;
mod formula;
mod name;
mod recursion;
mod sequence;
mod term;

pub use bounds::{BoundsSpec, End, Interval, RealTerm, RealTermKind};
pub use command::{AlphabetSpec, Argument, ArgumentKind, Command, CommandKind, Ending, GameClause, OUTCOMES, Quoted};
pub use definition::{CodingSpec, LetterSpec, MorphismSpec, NumerationSpec, Regex, RegexId, RegexNode};
pub use fixed::FixedSpec;
pub use formula::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, FormulaNode, LARGEST_COUNT, LoneTerm, Quantifier,
    RuleSpec, Tree,
};
pub use name::Name;
pub use recursion::{CallSpec, ElementSpec, EquationSpec, RangeSpec, RecursionSpec, RightSpec, Slot, SumSpec};
pub use sequence::{SequenceClaim, SequenceId, SequenceKind, SequenceNode, SequenceTerm, SequenceTheorem};
pub use term::{TermId, TermKind, TermNode};
