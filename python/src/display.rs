//! What notebooks show, made by `filbert._display`.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;

/// The page of an object.
pub fn html(object: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    Ok(object.py().import("filbert._display")?.getattr("html")?.call1((object,))?.unbind())
}

/// Equal texts have one hash.
pub fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
