//! What notebooks and NumPy see of an object, made by the package's own Python.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;

/// The page of an object.
pub fn html(object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    Ok(object.py().import("filbert._display")?.getattr("html")?.call1((object,))?.unbind())
}

/// A function of `filbert._arrays`, which speaks with NumPy and pandas.
pub fn arrays<'py>(py: Python<'py>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("filbert._arrays")?.getattr(function)
}

/// Equal texts have one hash.
pub fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
