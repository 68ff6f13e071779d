//! Shared read-only data that several threads extend, each on its own.
//!
//! What is known is frozen while it is forked: the forks share it and keep apart what they find. Work is cut into
//! blocks; a fork takes one after another and marks where each ends in what it found. Once the forks have given that
//! back and are gone, what was frozen is thawed and takes it over, block by block in their order, so the numbers are
//! those that one thread would have given. Nobody waits for a lock. A fork finds again what another one found: bad
//! where they find the same things and those are expensive.

use std::any::Any;
use std::sync::Arc;

pub use super::interner::{Blocks, Renumbered};

/// Something that is known, and what was found since it was forked.
#[derive(Clone, Debug, Default)]
pub struct Overlay<T> {
    below: Option<Arc<T>>,
    /// What this one may change.
    pub own: T,
}

impl<T: Default> Overlay<T> {
    /// Another one that knows the same; what it finds goes to `own`. Nothing is added to this one before it is thawed.
    #[must_use]
    pub fn fork(&mut self, own: T) -> Overlay<T> {
        let below = self.below.get_or_insert_with(|| Arc::new(std::mem::take(&mut self.own)));
        Overlay { below: Some(below.clone()), own }
    }

    /// What a fork has found. It knows nothing else any more.
    pub fn take(&mut self) -> T {
        self.below = None;
        std::mem::take(&mut self.own)
    }

    /// Ends what [`Overlay::fork`] began.
    ///
    /// # Panics
    /// If there is a fork that was not taken.
    pub fn merge(&mut self) {
        if let Some(below) = self.below.take() {
            self.own = Arc::into_inner(below).expect("every fork has given back what it found");
        }
    }

    /// What is shared with other forks.
    #[inline]
    pub fn below(&self) -> Option<&T> {
        self.below.as_deref()
    }
}

impl<T> Overlay<Vec<T>> {
    /// What stands at this place, those of the shared list coming first.
    #[inline]
    pub fn at(&self, place: usize) -> &T {
        match &self.below {
            Some(below) if place < below.len() => &below[place],
            Some(below) => &self.own[place - below.len()],
            None => &self.own[place],
        }
    }
}

/// What each part found in each fork, part by part.
pub fn transposed(found: Vec<Vec<Found>>) -> Vec<Vec<Found>> {
    let mut parts: Vec<Vec<Found>> = Vec::new();
    for (fork, found) in found.into_iter().enumerate() {
        for (place, found) in found.into_iter().enumerate() {
            if fork == 0 {
                parts.push(Vec::new());
            }
            parts[place].push(found);
        }
    }
    parts
}

/// What a fork has found, by its kind of automaton.
pub struct Found(Box<dyn Any + Send>);

impl Found {
    /// What is to be taken over.
    pub fn new<T: Send + 'static>(found: T) -> Found {
        Found(Box::new(found))
    }

    /// Returns what [`Found::new`] was given.
    ///
    /// # Panics
    /// If it was found by another kind of automaton.
    pub fn take<T: 'static>(self) -> T {
        *self.0.downcast().expect("found by a fork of this automaton")
    }
}
