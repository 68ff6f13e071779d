//! Linear representations.

use num_bigint::BigInt;
use num_rational::Ratio;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::display;
use crate::error::exception;
use crate::number::{fraction_to_python, from_python};
use crate::progress::Observer;
use crate::words::NumerationSystem;
use crate::worker::work;

/// A linear representation: a row vector v, a matrix M for each letter and a column vector w. For the digits a, b, ...
/// of n, in reading order, the count is ``v M[a] M[b] ... w``.
///
///     >>> import filbert
///     >>> fewer = filbert.Session().count("?msd_2 i<n", ["n"])
///     >>> fewer(10**30) == 10**30, fewer.minimize().dimension
///     (True, 2)
#[pyclass(module = "filbert", frozen)]
pub struct LinearRepresentation {
    linear: filbert::LinearRepresentation,
    observer: Observer,
}

impl LinearRepresentation {
    pub fn new(linear: filbert::LinearRepresentation, observer: Observer) -> LinearRepresentation {
        LinearRepresentation { linear, observer }
    }
}

fn vector<'py>(py: Python<'py>, entries: &[Ratio<BigInt>]) -> PyResult<Bound<'py, PyList>> {
    let entries = entries.iter().map(|entry| fraction_to_python(py, entry)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, entries)
}

#[pymethods]
impl LinearRepresentation {
    /// The variables it counts by.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.linear.variables())
    }

    /// The numeration system of each variable.
    #[getter]
    fn systems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.linear.systems().iter().cloned().map(NumerationSystem::new))
    }

    /// The length of the vectors.
    #[getter]
    fn dimension(&self) -> usize {
        self.linear.row().len()
    }

    /// The row vector v. Entries are ints, or fractions if they are not integers.
    #[getter]
    fn row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        vector(py, self.linear.row())
    }

    /// The column vector w.
    #[getter]
    fn column<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        vector(py, self.linear.column())
    }

    /// The matrix of each letter, as a list of rows. A letter is a tuple with one digit for each variable.
    #[getter]
    fn matrices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let matrices = PyDict::new(py);
        for (letter, matrix) in self.linear.matrices() {
            let rows = matrix.iter().map(|row| vector(py, row)).collect::<PyResult<Vec<_>>>()?;
            matrices.set_item(PyTuple::new(py, letter)?, PyList::new(py, rows)?)?;
        }
        Ok(matrices)
    }

    /// Return the count for these numbers, one for each variable.
    #[pyo3(signature = (*numbers))]
    fn __call__<'py>(&self, py: Python<'py>, numbers: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = numbers.iter().map(|number| from_python(&number)).collect::<PyResult<Vec<_>>>()?;
        let linear = self.linear.clone();
        let value = work(py, &self.observer, move || linear.value(&numbers))?;
        fraction_to_python(py, &value.map_err(|error| exception(py, &error))?)
    }

    /// Return the smallest representation of the same counts.
    fn minimize(&self, py: Python<'_>) -> PyResult<LinearRepresentation> {
        let linear = self.linear.clone();
        let minimal = work(py, &self.observer, move || linear.minimize())?;
        Ok(LinearRepresentation {
            linear: minimal.map_err(|error| exception(py, &error))?,
            observer: self.observer.clone(),
        })
    }

    /// Return the vectors and matrices as NumPy arrays. The default ``dtype`` holds Python's exact numbers.
    #[pyo3(signature = (dtype=None))]
    fn to_numpy(slf: &Bound<'_, Self>, dtype: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let convert = slf.py().import("filbert._matrices")?;
        Ok(convert.getattr("to_numpy")?.call1((slf, dtype))?.unbind())
    }

    /// Return the vectors and matrices as SymPy matrices.
    fn to_sympy(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.py().import("filbert._matrices")?.getattr("to_sympy")?.call1((slf,))?.unbind())
    }

    fn __repr__(&self) -> String {
        let (by, dimension) = (self.linear.variables().join(", "), self.linear.row().len());
        format!("<filbert.LinearRepresentation by {by}: dimension {dimension}>")
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }
}
