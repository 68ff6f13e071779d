//! What may not mean what its writer thinks.

use pyo3::prelude::*;

/// A place in a statement or command that may not mean what its writer thinks.
///
/// ``name`` is that of its page in the book, and of the comment ``# filbert: allow NAME`` that silences it; ``message`` is one
/// line, and ``str`` shows the place in the text as well. ``line`` and ``column`` count from 1, the column in characters.
/// ``fix`` is what to do, None where that is not known.
///
///     >>> import filbert
///     >>> lint, = filbert.decide("Ax x<x => x=1").lints
///     >>> lint.name, lint.line, lint.column
///     ('vacuous-premise', 1, 4)
#[pyclass(module = "filbert", frozen)]
pub struct Lint(filbert::Lint);

impl Lint {
    pub fn new(lint: filbert::Lint) -> Lint {
        Lint(lint)
    }
}

#[pymethods]
impl Lint {
    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// What may be amiss, in one line.
    #[getter]
    fn message(&self) -> String {
        self.0.to_string()
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.0.position().0
    }

    /// The column, from 1, in characters.
    #[getter]
    fn column(&self) -> usize {
        self.0.position().1
    }

    /// What to do, if that is known.
    #[getter]
    fn fix(&self) -> Option<&str> {
        self.0.fix()
    }

    fn __str__(&self) -> String {
        self.0.explain()
    }

    fn __repr__(&self) -> String {
        format!("<filbert.Lint {}: {}>", self.0.name(), self.0)
    }
}
