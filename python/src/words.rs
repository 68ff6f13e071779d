//! Words and numeration systems.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use filbert::Error;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};

use crate::display;
use crate::error::exception;
use crate::number::{from_python, parts_of_slice, several_from_python, to_python};
use crate::progress::Observer;
use crate::worker::work;

/// An automatic word: an automaton computes letter number n from the digits of n. A word can have several indices.
///
///     >>> import filbert
///     >>> thue_morse = filbert.word("T")
///     >>> thue_morse[10**100], thue_morse[:8]
///     (1, [0, 1, 1, 0, 1, 0, 0, 1])
#[pyclass(module = "filbert", frozen, eq)]
#[derive(PartialEq)]
pub struct Word(filbert::Word);

impl Word {
    pub fn new(word: filbert::Word) -> Word {
        Word(word)
    }

    /// The letters at these indices; Ctrl-C ends the work.
    fn letters_at(&self, py: Python<'_>, first: BigInt, step: BigInt, count: usize) -> PyResult<Vec<i64>> {
        let (word, stop) = (self.0.clone(), Arc::new(Stop::default()));
        let stopped = stop.0.clone();
        work(py, &Observer::default(), move || {
            let mut letters = Vec::new();
            let reserved = letters.try_reserve_exact(count);
            reserved.map_err(|_| Refused::Memory)?;
            let mut n = first;
            while letters.len() < count && !stopped.load(Ordering::Relaxed) {
                letters.push(word.letter(std::slice::from_ref(&n)).map_err(Refused::Wrong)?);
                n += &step;
            }
            Ok::<Vec<i64>, Refused>(letters)
        })?
        .map_err(|refused| match refused {
            Refused::Memory => PyMemoryError::new_err(format!("{count} letters")),
            Refused::Wrong(error) => exception(py, &error),
        })
    }

    fn slice(&self, slice: &Bound<'_, PySlice>) -> PyResult<Vec<i64>> {
        let py = slice.py();
        let [first, end, step] = parts_of_slice(slice)?;
        let (first, step) = (first.unwrap_or_default(), step.unwrap_or_else(|| 1.into()));
        let Some(end) = end else {
            return Err(PyValueError::new_err("a word is infinite: give the slice an end"));
        };
        if !step.is_positive() {
            return Err(PyValueError::new_err("the step of a slice must be positive"));
        }
        let length: BigInt = (end - &first + &step - 1) / &step;
        let length = if length.is_positive() { length } else { BigInt::zero() };
        let count = length.to_usize().ok_or_else(|| PyMemoryError::new_err(format!("{length} letters")))?;
        self.letters_at(py, first, step, count)
    }
}

enum Refused {
    Memory,
    Wrong(Error),
}

/// Ends the work when nobody waits for it.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Word {
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return Ok(PyList::new(py, self.slice(slice)?)?.into_any());
        }
        let indices = several_from_python(index)?;
        let outside = indices.iter().zip(self.0.systems()).find(|(n, system)| n.is_negative() && !system.is_signed());
        if let Some((n, system)) = outside {
            return Err(PyIndexError::new_err(format!("{n} is not a number of {}", system.name())));
        }
        let word = self.0.clone();
        let letter = match indices.iter().all(|n| n.bits() < 4096) {
            true => word.letter(&indices),
            false => work(py, &Observer::default(), move || word.letter(&indices))?,
        };
        Ok(letter.map_err(|error| exception(py, &error))?.into_pyobject(py)?.into_any())
    }

    /// Return the first letters.
    fn prefix(&self, py: Python<'_>, length: usize) -> PyResult<Vec<i64>> {
        self.letters_at(py, BigInt::zero(), 1.into(), length)
    }

    /// The letters of the word, sorted.
    #[getter]
    fn letters(&self) -> Vec<i64> {
        self.0.letters()
    }

    /// The numeration system of each index.
    #[getter]
    fn systems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.systems().into_iter().map(NumerationSystem::new))
    }

    /// The number of states of the minimal automaton.
    #[getter]
    fn states(&self) -> usize {
        self.0.states()
    }

    /// Return the automaton in the text format of ``Word Automata Library/``, which filbert and Walnut read.
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// Draw the automaton as SVG.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let word = self.0.clone();
        work(py, &Observer::default(), move || word.to_svg())?.map_err(|error| exception(py, &error))
    }

    /// Draw the first letters as SVG: squares in rows, or a board for two indices.
    #[pyo3(signature = (size=256))]
    fn to_board(&self, py: Python<'_>, size: usize) -> PyResult<String> {
        let word = self.0.clone();
        work(py, &Observer::default(), move || word.to_board(size))?.map_err(|error| exception(py, &error))
    }

    fn __hash__(&self) -> u64 {
        display::hash(&self.0.to_text())
    }

    fn __repr__(&self) -> String {
        let systems: Vec<String> = self.0.systems().iter().map(|system| system.name().to_owned()).collect();
        format!("<filbert.Word in {}: {} states>", systems.join(", "), self.0.states())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.to_svg().ok()
    }
}

/// A numeration system, which writes numbers in digits.
///
///     >>> import filbert
///     >>> fib = filbert.system("fib")
///     >>> fib.represent(11), fib.value([1, 0, 1, 0, 0])
///     ([1, 0, 1, 0, 0], 11)
#[pyclass(module = "filbert", frozen, eq)]
#[derive(PartialEq)]
pub struct NumerationSystem(filbert::NumerationSystem);

impl NumerationSystem {
    pub fn new(system: filbert::NumerationSystem) -> NumerationSystem {
        NumerationSystem(system)
    }
}

#[pymethods]
impl NumerationSystem {
    /// The full name, with the digit order: ``msd_fib``, ``lsd_2``.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The number of its digits 0, 1, 2, ...
    #[getter]
    fn digits(&self) -> u32 {
        self.0.digits()
    }

    /// Whether it has negative numbers.
    #[getter]
    fn is_signed(&self) -> bool {
        self.0.is_signed()
    }

    /// Return the digits of a number in reading order, without leading zeros: an empty list for 0.
    fn represent(&self, py: Python<'_>, number: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        let (number, system) = (from_python(number)?, self.0.clone());
        let digits = work(py, &Observer::default(), move || system.represent(&number))?;
        digits.map_err(|error| exception(py, &error))
    }

    /// Return the number with these digits, in reading order, with or without leading zeros.
    fn value<'py>(&self, py: Python<'py>, digits: Vec<u32>) -> PyResult<Bound<'py, PyAny>> {
        let system = self.0.clone();
        let value = work(py, &Observer::default(), move || system.value(&digits))?;
        to_python(py, &value.map_err(|error| exception(py, &error))?)
    }

    /// Prove that its automata order and add numbers correctly, and return a list of what fails.
    fn certify(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let system = self.0.clone();
        work(py, &Observer::default(), move || system.certify())?.map_err(|error| exception(py, &error))
    }

    fn __hash__(&self) -> u64 {
        display::hash(self.0.name())
    }

    fn __repr__(&self) -> String {
        format!("<filbert.NumerationSystem {}>", self.0.name())
    }
}
