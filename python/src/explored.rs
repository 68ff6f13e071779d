//! Facts that a search found and proved.

use filbert::Fact;
use pyo3::prelude::*;

/// What a search for facts found: ``facts`` are proved, ``undecided`` could not be decided within the limits.
///
/// Each is a pair: what it says, and the command that states it. ``str`` is a script that proves them again: the
/// ``definitions``, and a theorem for each fact. ``is_complete`` is False if the time was over before the end.
///
///     >>> import filbert
///     >>> found = filbert.explore("F")
///     >>> found.facts[4]
///     ('The reversal of every factor is a factor.', 'theorem mirror "?msd_fib Ai,n Ej At t<n => F[i+t]=F[(j+n)-(t+1)]":')
///     >>> len(found) == len(found.facts)
///     True
#[pyclass(module = "filbert", frozen)]
pub struct Explored(filbert::Explored);

impl Explored {
    pub fn new(found: filbert::Explored) -> Explored {
        Explored(found)
    }
}

fn pairs(facts: &[Fact]) -> Vec<(String, String)> {
    facts.iter().map(|fact| (fact.about().to_owned(), fact.command())).collect()
}

#[pymethods]
impl Explored {
    /// The commands that define what the facts speak of.
    #[getter]
    fn definitions(&self) -> &str {
        self.0.definitions()
    }

    /// What is proved.
    #[getter]
    fn facts(&self) -> Vec<(String, String)> {
        pairs(self.0.facts())
    }

    /// What was not decided.
    #[getter]
    fn undecided(&self) -> Vec<(String, String)> {
        pairs(self.0.undecided())
    }

    /// Whether all was looked at before the time was over.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    fn __len__(&self) -> usize {
        self.0.facts().len()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (proved, left) = (self.0.facts().len(), self.0.undecided().len());
        format!("<filbert.Explored: {proved} facts proved, {left} not decided>")
    }
}
