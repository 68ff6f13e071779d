//! Python's integers, of any size, and Rust's.

use num_bigint::BigInt;
use num_rational::Ratio;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PySlice, PyTuple};

/// Python's integer.
pub fn to_python<'py>(py: Python<'py>, number: &BigInt) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_signed_bytes_le());
    let arguments = [("signed", true)];
    let arguments = pyo3::types::IntoPyDict::into_py_dict(arguments, py)?;
    py.get_type::<PyInt>().call_method(intern!(py, "from_bytes"), (bytes, intern!(py, "little")), Some(&arguments))
}

/// The integer that an object is; one of NumPy is one as well.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<BigInt> {
    let py = object.py();
    let Ok(number) = object.call_method0(intern!(py, "__index__")) else {
        return Err(PyTypeError::new_err(format!("expected an int, found {}", object.get_type().name()?)));
    };
    if let Ok(small) = number.extract::<i64>() {
        return Ok(small.into());
    }
    let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
    let arguments = pyo3::types::IntoPyDict::into_py_dict([("signed", true)], py)?;
    let places = (bits / 8 + 1, intern!(py, "little"));
    let bytes = number.call_method(intern!(py, "to_bytes"), places, Some(&arguments))?;
    Ok(BigInt::from_signed_bytes_le(bytes.extract::<&[u8]>()?))
}

/// The start, the stop and the step of a slice, where it has them.
pub fn parts_of_slice(slice: &Bound<'_, PySlice>) -> PyResult<[Option<BigInt>; 3]> {
    let py = slice.py();
    let part = |name| -> PyResult<Option<BigInt>> {
        let part = slice.as_any().getattr(name)?;
        if part.is_none() { Ok(None) } else { from_python(&part).map(Some) }
    };
    Ok([part(intern!(py, "start"))?, part(intern!(py, "stop"))?, part(intern!(py, "step"))?])
}

/// One number, or several in a tuple or list.
pub fn several_from_python(object: &Bound<'_, PyAny>) -> PyResult<Vec<BigInt>> {
    if object.hasattr(intern!(object.py(), "__index__"))? {
        return Ok(vec![from_python(object)?]);
    }
    let Ok(numbers) = object.try_iter() else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected an int or a tuple of ints, found {found}")));
    };
    numbers.map(|number| from_python(&number?)).collect()
}

/// A tuple of Python's integers.
pub fn tuple_to_python<'py>(py: Python<'py>, numbers: &[BigInt]) -> PyResult<Bound<'py, PyTuple>> {
    let numbers = numbers.iter().map(|number| to_python(py, number)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, numbers)
}

/// A number for one track, a tuple for several.
pub fn tracks_to_python<'py>(py: Python<'py>, numbers: &[BigInt]) -> PyResult<Bound<'py, PyAny>> {
    match numbers {
        [number] => to_python(py, number),
        numbers => Ok(tuple_to_python(py, numbers)?.into_any()),
    }
}

/// An integer, or a `fractions.Fraction`.
pub fn fraction_to_python<'py>(py: Python<'py>, number: &Ratio<BigInt>) -> PyResult<Bound<'py, PyAny>> {
    let above = to_python(py, number.numer())?;
    match number.is_integer() {
        true => Ok(above),
        false => py.import("fractions")?.getattr("Fraction")?.call1((above, to_python(py, number.denom())?)),
    }
}
