//! Names and what they mean, as `verified/Meaning.v` has it: what is not read makes names unknown.

use std::collections::HashMap;

/// Names of one kind with what is known of each.
#[derive(Clone, Debug)]
pub struct Known<T>(HashMap<String, T>);

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known(HashMap::new())
    }
}

/// Whether a command that binds some names, and is not read, may have bound this one: names that it makes have one of
/// these and `_` in front.
pub fn touches(names: &[String], name: &str) -> bool {
    names
        .iter()
        .any(|bound| name.strip_prefix(bound.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_')))
}

impl<T> Known<T> {
    /// What is known of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.get(name)
    }

    /// Gives a name another meaning.
    pub fn bind(&mut self, name: &str, meaning: T) {
        self.0.insert(name.to_owned(), meaning);
    }

    /// Names that may have any meaning from now on.
    pub fn forget(&mut self, names: &[String]) {
        self.0.retain(|name, _| !touches(names, name));
    }
}
