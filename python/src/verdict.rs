//! Verdicts.

use filbert::Value;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::display;
use crate::number::to_python;

/// What a closed statement came to. It is as true as the statement.
///
///     >>> import filbert
///     >>> verdict = filbert.decide("?msd_fib Ax Ey x=2*y")
///     >>> bool(verdict), verdict.counterexample
///     (False, {'x': 1})
#[pyclass(module = "filbert", frozen, eq)]
#[derive(PartialEq)]
pub struct Verdict(filbert::Verdict);

impl Verdict {
    pub fn new(verdict: filbert::Verdict) -> Verdict {
        Verdict(verdict)
    }
}

#[pymethods]
impl Verdict {
    /// Values that show the verdict, by variable: an int, or for a word the list of its digits. Empty where there are none.
    #[getter]
    fn example<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values(py, self.0.example())
    }

    /// All values that show the verdict: the example, and more where several quantifiers or several tuples decide.
    #[getter]
    fn examples<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.0.examples().iter().map(|example| values(py, example)).collect()
    }

    /// Values that show that the statement is true; None where there are none.
    #[getter]
    fn witness<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.shown_by(py, true)
    }

    /// Values that show that the statement is false; None where there are none.
    #[getter]
    fn counterexample<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.shown_by(py, false)
    }

    fn __bool__(&self) -> bool {
        self.0.is_true()
    }

    fn __hash__(&self) -> u64 {
        display::hash(&self.0.to_string())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<filbert.Verdict {}>", self.0)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }
}

impl Verdict {
    fn shown_by<'py>(&self, py: Python<'py>, truth: bool) -> PyResult<Option<Bound<'py, PyDict>>> {
        let has = self.0.is_true() == truth && !self.0.example().is_empty();
        has.then(|| self.example(py)).transpose()
    }
}

/// Values by variable.
fn values<'py>(py: Python<'py>, example: &[(String, Value)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in example {
        match value {
            Value::Number(number) => dict.set_item(name, to_python(py, number)?)?,
            Value::Word(digits) => dict.set_item(name, digits)?,
        }
    }
    Ok(dict)
}
