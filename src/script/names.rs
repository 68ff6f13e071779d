//! The names a script has defined, and behind them those that filbert ships.

use std::collections::HashMap;
use std::sync::Arc;

use crate::library;
use crate::logic::{Environment, Function};
use crate::numeration::{NumerationError, NumerationSystem, Numerations};
use crate::words::{Morphism, Word};

use super::standard;

/// Everything that statements of a session may name. A definition hides what had its name before.
#[derive(Default)]
pub struct Names {
    pub(super) functions: HashMap<String, Arc<Function>>,
    pub(super) words: HashMap<String, Arc<Word>>,
    pub(super) morphisms: HashMap<String, Morphism>,
    pub(super) macros: HashMap<String, String>,
    pub(super) numerations: Numerations,
    /// False for the session that builds the shipped functions: it must not wait for itself.
    pub(super) without_shipped_functions: bool,
}

impl Names {
    /// The names that filbert ships.
    pub fn standard() -> Names {
        Names { numerations: Numerations::standard(), ..Names::default() }
    }
}

impl Environment for Names {
    fn system(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        self.numerations.get(full_name)
    }

    fn function(&self, name: &str) -> Option<Arc<Function>> {
        let own = self.functions.get(name).cloned();
        if own.is_some() || self.without_shipped_functions {
            return own;
        }
        standard::functions().get(name).cloned()
    }

    fn word(&self, name: &str) -> Option<Result<Arc<Word>, String>> {
        if let Some(word) = self.words.get(name) {
            return Some(Ok(word.clone()));
        }
        library::standard_word(name).map(|word| word.map_err(|error| error.to_string()))
    }

    fn functions(&self) -> Vec<String> {
        let mut names: Vec<String> = self.functions.keys().cloned().collect();
        if !self.without_shipped_functions {
            names.extend(standard::functions().keys().cloned());
        }
        names
    }

    fn words(&self) -> Vec<String> {
        self.words.keys().cloned().chain(library::standard_names().iter().map(|name| (*name).to_owned())).collect()
    }

    fn systems(&self) -> Vec<String> {
        self.numerations.names()
    }
}
