//! The lints by name, and the places where one applies.

use std::fmt;

use crate::syntax::{Diagnostic, Drawing};

/// What may be amiss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lint {
    /// A call with the names of the definition's arguments in another order.
    ArgumentOrder,
    /// A difference that is negative for some values that count.
    BelowZero,
    /// `P => Q => R` without parentheses.
    ChainedImplies,
    /// `E x (P => Q)`.
    ExistsImplies,
    /// `P & Q | R` without parentheses.
    MixedConnectives,
    /// A word compared with a value that it never has.
    NoSuchValue,
    /// A name that the script has defined or claimed before.
    RepeatedName,
    /// A quantified variable that hides another of its name.
    ShadowedVariable,
    /// A definition of a name that filbert ships.
    ShippedName,
    /// A comment that allows what is no lint.
    UnknownLint,
    /// A quantified variable that nothing speaks of.
    UnusedVariable,
    /// An implication that is true whatever it concludes.
    VacuousPremise,
}

impl Lint {
    /// All of them, in the order of their names.
    pub const ALL: [Lint; 12] = [
        Lint::ArgumentOrder,
        Lint::BelowZero,
        Lint::ChainedImplies,
        Lint::ExistsImplies,
        Lint::MixedConnectives,
        Lint::NoSuchValue,
        Lint::RepeatedName,
        Lint::ShadowedVariable,
        Lint::ShippedName,
        Lint::UnknownLint,
        Lint::UnusedVariable,
        Lint::VacuousPremise,
    ];

    /// Its name, that of its page in `docs/lints/`.
    pub fn name(self) -> &'static str {
        match self {
            Lint::ArgumentOrder => "argument-order",
            Lint::BelowZero => "below-zero",
            Lint::ChainedImplies => "chained-implies",
            Lint::ExistsImplies => "exists-implies",
            Lint::MixedConnectives => "mixed-connectives",
            Lint::NoSuchValue => "no-such-value",
            Lint::RepeatedName => "repeated-name",
            Lint::ShadowedVariable => "shadowed-variable",
            Lint::ShippedName => "shipped-name",
            Lint::UnknownLint => "unknown-lint",
            Lint::UnusedVariable => "unused-variable",
            Lint::VacuousPremise => "vacuous-premise",
        }
    }

    /// The lint with this name.
    pub fn named(name: &str) -> Option<Lint> {
        Lint::ALL.into_iter().find(|lint| lint.name() == name)
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place where a lint applies.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which.
    pub lint: Lint,
    /// Where, and what to write instead.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// What is found at a place.
    pub fn new(lint: Lint, diagnostic: Diagnostic) -> Finding {
        Finding { lint, diagnostic }
    }

    /// The whole message under the name of its lint: an error where the lint is denied.
    pub fn render(&self, denied: bool, drawing: impl Into<Drawing>) -> String {
        let kind = if denied { "error" } else { "warning" };
        self.diagnostic.render(drawing).replacen("warning", &format!("{kind}[{}]", self.lint), 1)
    }
}
