//! A word that is explored, and statements about it.

use crate::syntax::word_in_formula;

use super::explorer::Explorer;
use super::property::property;

/// A word, the name of its system, and the name of the relation that its factors at i and j of length n are equal.
pub(super) struct WordSubject<'a> {
    pub name: &'a str,
    pub system: &'a str,
    pub same: String,
}

impl WordSubject<'_> {
    /// A statement in which `W` is the word and `$same` that relation.
    pub fn statement(&self, text: &str) -> String {
        let word = word_in_formula(self.name);
        let text = text.replace("W[", &format!("{word}[")).replace("$same(", &format!("${}(", self.same));
        format!("?{} {text}", self.system)
    }

    /// Tells whether a property of this name holds.
    pub fn decide(&self, explorer: &mut Explorer<'_>, name: &str) -> Option<bool> {
        let property = property(name);
        explorer.decide(property.fact(self.name, self.system), &property.fails)
    }
}
