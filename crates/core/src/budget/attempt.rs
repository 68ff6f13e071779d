//! Work that may be given up because there is another way.

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Attempt<T> {
    /// The result.
    Done(T),
    /// It grew beyond its own bounds and was given up. This says nothing of what it would have found.
    TooLarge,
}

impl<T> Attempt<T> {
    /// The result, if there is one.
    pub fn done(self) -> Option<T> {
        match self {
            Attempt::Done(result) => Some(result),
            Attempt::TooLarge => None,
        }
    }

    /// Applies `change` to the result, if there is one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Attempt<U> {
        match self {
            Attempt::Done(result) => Attempt::Done(change(result)),
            Attempt::TooLarge => Attempt::TooLarge,
        }
    }
}
