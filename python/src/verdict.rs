//! Verdicts.

use filbert::Value;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBool, PyDict, PyInt};

use crate::display;
use crate::lint::Lint;
use crate::number::to_python;

/// The verdict on a closed statement. It is truthy if the statement holds, and equals any bool or verdict with the same
/// truth value.
///
///     >>> import filbert
///     >>> verdict = filbert.decide("?msd_fib Ax Ey x=2*y")
///     >>> verdict == False, verdict.counterexample, verdict.statement
///     (True, {'x': 1}, '?msd_fib Ax Ey x=2*y')
#[pyclass(module = "filbert", frozen)]
pub struct Verdict(filbert::Verdict);

impl Verdict {
    pub fn new(verdict: filbert::Verdict) -> Verdict {
        Verdict(verdict)
    }
}

#[pymethods]
impl Verdict {
    /// The witness or counterexample: a value for each variable, an int or the list of digits of a word. It can be empty.
    #[getter]
    fn example<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        values(py, self.0.example())
    }

    /// All values that show the verdict: ``example``, and more if several quantifiers or several tuples decide.
    #[getter]
    fn examples<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.0.examples().iter().map(|example| values(py, example)).collect()
    }

    /// The first answer of a true statement `Ax (P => Ey Q)`: the first x with P, then a y for it. None for other statements,
    /// or if none was found quickly.
    ///
    ///     >>> import filbert
    ///     >>> filbert.decide("Ax x>3 => Ey y+2=x").answer
    ///     ({'x': 4}, {'y': 2})
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyDict>, Bound<'py, PyDict>)>> {
        let Some([given, found]) = self.0.answer() else { return Ok(None) };
        Ok(Some((values(py, given)?, values(py, found)?)))
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

    /// The statement as it was written; of a command without one, as ``kernel``, the command.
    #[getter]
    fn statement(&self) -> &str {
        self.0.statement()
    }

    /// The seconds that it took.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time().as_secs_f64()
    }

    /// The number of states of the largest automaton on the way; 0 if none was needed.
    #[getter]
    fn states(&self) -> usize {
        self.0.states()
    }

    /// What in the statement may not mean what its writer thinks: a list of Lint. Empty where the session looks for none.
    ///
    ///     >>> import filbert
    ///     >>> filbert.decide("Ax,y x<=x").lints
    ///     [<filbert.Lint unused-variable: `y` is never used>]
    #[getter]
    fn lints(&self) -> Vec<Lint> {
        self.0.lints().iter().cloned().map(Lint::new).collect()
    }

    /// The names of the guesses on which it rests: sets that the command ``guess`` took for P-positions without a proof.
    #[getter]
    fn guesses(&self) -> Vec<String> {
        self.0.guesses().to_vec()
    }

    fn __bool__(&self) -> bool {
        self.0.is_true()
    }

    /// Equality is transitive: two verdicts that are equal to True are equal.
    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let truth = PyBool::new(py, self.0.is_true());
        if let Ok(other) = other.cast::<Verdict>() {
            return truth.rich_compare(PyBool::new(py, other.get().0.is_true()), CompareOp::Eq);
        }
        match other.cast::<PyInt>() {
            Ok(number) => truth.rich_compare(number, CompareOp::Eq),
            Err(_) => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// That of the bool.
    fn __hash__(&self) -> isize {
        isize::from(self.0.is_true())
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
            Value::Slope { .. } | Value::Parameter { .. } => dict.set_item(name, value.to_string())?,
        }
    }
    Ok(dict)
}
