//! Relations and languages.

use std::sync::{Arc, Mutex, PoisonError};

use filbert::Session;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::display;
use crate::error::{exception, wrong};
use crate::listing;
use crate::number::{several_from_python, to_python, tracks_to_python};
use crate::progress::Observer;
use crate::words::NumerationSystem;
use crate::worker::work;

/// Tuples that are looked for at once, at most; never more than have been asked for before.
const AHEAD: usize = 256;
/// Integers of fewer bits are read at once; others on a thread of their own.
const SHORT: u64 = 4096;

/// A set of tuples of numbers, stored as the minimal automaton of their representations.
///
/// Iteration is lazy and in radix order; it yields ints for one track and tuples for several. ``relation[7]`` and
/// ``relation[:10]`` index this order from 0. ``len(relation)``, ``list(relation)`` and ``numpy.asarray(relation)`` need
/// all tuples, and raise ValueError if there are infinitely many.
///
/// ``&``, ``|``, ``^``, ``-`` and ``~`` work as in statements: tracks with the same name are the same variable, and the
/// result has its tracks in alphabetical order.
///
///     >>> import filbert
///     >>> squares = filbert.relation("?msd_fib n>0 & Ei At t<n => F[i+t]=F[i+n+t]")
///     >>> squares[:5], squares[30], 13 in squares, squares.states
///     ([1, 2, 3, 5, 8], 2178309, True, 2)
#[pyclass(module = "filbert", frozen)]
pub struct Relation(filbert::Relation);

impl Relation {
    pub fn new(relation: filbert::Relation) -> Relation {
        Relation(relation)
    }

    pub fn inner(&self) -> filbert::Relation {
        self.0.clone()
    }

    /// Its name called with the names of its tracks, which are variables.
    fn called(&self, name: &str) -> String {
        let is_named = |track: &str| track.starts_with(|c: char| c.is_ascii_alphabetic());
        let track =
            |(at, track): (usize, &Arc<str>)| if is_named(track) { track.to_string() } else { format!("x{at}") };
        let tracks: Vec<String> = self.0.tracks().iter().enumerate().map(track).collect();
        format!("${name}({})", tracks.join(","))
    }

    /// A formula in which this relation is called `one` and another `other`.
    fn combined(&self, py: Python<'_>, other: &Relation, formula: String) -> PyResult<Relation> {
        let (one, other) = (self.0.clone(), other.0.clone());
        let observer = Observer::default();
        let limits = filbert::Limits::new().watched_by(&observer.watch);
        let found = work(py, &observer, move || {
            let mut session = Session::with_limits(limits);
            session.define("one", &one)?;
            session.define("other", &other)?;
            session.relation(&formula.parse()?)
        });
        found?.map(Relation).map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Relation {
    /// The names of the tracks: the variables of the formula, or the piles of a game.
    #[getter]
    fn tracks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tracks().iter().map(|track| &**track))
    }

    /// The numeration system of each track.
    #[getter]
    fn systems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.systems().into_iter().map(NumerationSystem::new))
    }

    /// The number of states of the minimal automaton, without the state that accepts nothing.
    #[getter]
    fn states(&self) -> usize {
        self.0.states()
    }

    /// Whether the relation has no tuple.
    #[getter]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the relation has infinitely many tuples.
    #[getter]
    fn is_infinite(&self) -> bool {
        self.0.is_infinite()
    }

    /// Return the number of tuples, or None if there are infinitely many.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let relation = self.0.clone();
        let count = work(py, &Observer::default(), move || relation.count())?;
        count.map(|count| to_python(py, &count.into())).transpose()
    }

    /// Return the first tuples, at most ``count`` of them.
    pub fn first<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyList>> {
        let relation = self.0.clone();
        let found = work(py, &Observer::default(), move || relation.first(count))?;
        let found = found.iter().map(|tuple| tracks_to_python(py, tuple)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, found)
    }

    fn __contains__(&self, py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<bool> {
        let numbers = several_from_python(numbers)?;
        let contained = match numbers.iter().all(|number| number.bits() < SHORT) {
            true => self.0.contains(&numbers),
            false => {
                let relation = self.0.clone();
                work(py, &Observer::default(), move || relation.contains(&numbers))?
            }
        };
        contained.map_err(|error| exception(py, &error))
    }

    fn __iter__(&self) -> Tuples {
        let state = State { rest: Vec::new().into_iter(), next: 1, tuples: Some(self.0.iter()) };
        Tuples(Arc::new(Mutex::new(state)))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        listing::item(&self.0, index)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        listing::length(py, &self.0)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        display::arrays(slf.py(), "array")?.call1((slf, dtype, copy))
    }

    /// Return the first ``count`` tuples, by default all, as a NumPy array: a row for each tuple, or one axis for a single
    /// track. The default ``dtype`` is int64, or object if a number is larger.
    #[pyo3(signature = (count=None, dtype=None))]
    fn to_numpy<'py>(
        slf: &Bound<'py, Self>,
        count: Option<usize>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        display::arrays(slf.py(), "relation_to_numpy")?.call1((slf, count, dtype))
    }

    /// Return the first ``count`` tuples, by default all, as a pandas DataFrame with the tracks as columns.
    #[pyo3(signature = (count=None))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, count: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        display::arrays(slf.py(), "relation_to_pandas")?.call1((slf, count))
    }

    fn __and__(&self, py: Python<'_>, other: &Relation) -> PyResult<Relation> {
        self.combined(py, other, format!("{} & {}", self.called("one"), other.called("other")))
    }

    fn __or__(&self, py: Python<'_>, other: &Relation) -> PyResult<Relation> {
        self.combined(py, other, format!("{} | {}", self.called("one"), other.called("other")))
    }

    fn __xor__(&self, py: Python<'_>, other: &Relation) -> PyResult<Relation> {
        self.combined(py, other, format!("{} ^ {}", self.called("one"), other.called("other")))
    }

    fn __sub__(&self, py: Python<'_>, other: &Relation) -> PyResult<Relation> {
        self.combined(py, other, format!("{} & ~{}", self.called("one"), other.called("other")))
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Relation> {
        self.combined(py, self, format!("~{}", self.called("one")))
    }

    /// Whether both have the same tuples in the same systems, whatever the names of the tracks.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Relation>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        display::hash(&self.0.to_text())
    }

    /// Whether the relation has a tuple.
    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    /// Return the automaton in the text format of ``Automata Library/``, which filbert and Walnut read.
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// Draw the automaton as SVG.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let relation = self.0.clone();
        work(py, &Observer::default(), move || relation.to_svg())?.map_err(|error| exception(py, &error))
    }

    /// Draw the tuples as SVG: a row of squares for one track, a board for two, slices of a board for three.
    #[pyo3(signature = (size=40))]
    fn to_board(&self, py: Python<'_>, size: usize) -> PyResult<String> {
        let relation = self.0.clone();
        work(py, &Observer::default(), move || relation.to_board(size))?.map_err(|error| exception(py, &error))
    }

    fn __repr__(&self) -> String {
        let systems: Vec<String> = self.0.systems().iter().map(|system| system.name().to_owned()).collect();
        let one = systems.windows(2).all(|pair| pair[0] == pair[1]);
        let systems = if one { systems.first().cloned().unwrap_or_default() } else { systems.join(", ") };
        let plural = if self.0.states() == 1 { "" } else { "s" };
        format!("<filbert.Relation of {} in {systems}: {} state{plural}>", self.0.tracks().join(", "), self.0.states())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.to_svg().ok()
    }
}

/// An iterator over the tuples of a relation.
#[pyclass(module = "filbert", frozen)]
pub struct Tuples(Arc<Mutex<State>>);

struct State {
    rest: std::vec::IntoIter<Vec<num_bigint::BigInt>>,
    /// How many are looked for when these are at their end.
    next: usize,
    /// None while work that was left behind looks for more.
    tuples: Option<filbert::Tuples>,
}

#[pymethods]
impl Tuples {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let state = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, next) = {
            let mut state = state();
            if let Some(tuple) = state.rest.next() {
                return tracks_to_python(py, &tuple).map(Some);
            }
            (state.tuples.take(), state.next)
        };
        let Some(mut tuples) = taken else {
            return Err(wrong(py, "another thread is computing the next tuple, or was interrupted"));
        };
        let (found, tuples) = work(py, &Observer::default(), move || {
            let found: Vec<_> = tuples.by_ref().take(next).collect();
            (found, tuples)
        })?;
        let mut state = state();
        (state.tuples, state.next) = (Some(tuples), (2 * next).min(AHEAD));
        state.rest = found.into_iter();
        state.rest.next().map(|tuple| tracks_to_python(py, &tuple)).transpose()
    }
}

/// A set of tuples of words of equal length, stored as its minimal automaton.
///
///     >>> import filbert
///     >>> session = filbert.Session()
///     >>> _ = session.run('reg some {0,1} "0*1";')
///     >>> session.answer("$some(x)").first(2)
///     [([1],), ([0, 1],)]
#[pyclass(module = "filbert", frozen)]
pub struct Language(filbert::Language);

impl Language {
    pub fn new(language: filbert::Language) -> Language {
        Language(language)
    }
}

#[pymethods]
impl Language {
    /// The names of the tracks: the variables of the formula.
    #[getter]
    fn tracks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tracks().iter().map(|track| &**track))
    }

    /// The number of states of the minimal automaton, without the state that accepts nothing.
    #[getter]
    fn states(&self) -> usize {
        self.0.states()
    }

    /// Return the first tuples in radix order, each with a list of digits for each track.
    fn first<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyList>> {
        let language = self.0.clone();
        let found = work(py, &Observer::default(), move || language.first(count))?;
        let found = found.into_iter().map(|tuple| PyTuple::new(py, tuple)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, found)
    }

    /// Return the automaton in the text format of ``Automata Library/``, which filbert and Walnut read.
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// Draw the automaton as SVG.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let language = self.0.clone();
        work(py, &Observer::default(), move || language.to_svg())?.map_err(|error| exception(py, &error))
    }

    fn __repr__(&self) -> String {
        format!("<filbert.Language of {}: {} states>", self.0.tracks().join(", "), self.0.states())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.to_svg().ok()
    }
}
