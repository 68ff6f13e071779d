//! Tables of Sprague-Grundy values.

use filbert::Table as Values;
use num_traits::ToPrimitive;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyTuple};

use crate::display;
use crate::number::from_python;

/// The Sprague-Grundy values of a game for piles below ``side``.
///
/// Index it like a NumPy array with an axis for each pile: ``table[5, 3]`` is a value, ``table[5]`` the row of all
/// positions with 5 in the first pile, and slices give lists. ``numpy.asarray(table)`` and ``pandas.DataFrame(table)`` work.
///
///     >>> import filbert
///     >>> nim = filbert.Game("?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)")
///     >>> table = nim.table(8)
///     >>> table[5, 3], table[1], table[:2, 4:]
///     (6, [1, 0, 3, 2, 5, 4, 7, 6], [[4, 5, 6, 7], [5, 4, 7, 6]])
#[pyclass(module = "filbert", frozen, eq)]
#[derive(PartialEq)]
pub struct Table(Values);

/// What is asked of one axis.
enum Axis {
    Place(usize),
    Places(Vec<usize>),
}

impl Table {
    pub fn new(table: Values) -> Table {
        Table(table)
    }

    fn axis(&self, index: &Bound<'_, PyAny>) -> PyResult<Axis> {
        let side = self.0.side();
        if let Ok(slice) = index.cast::<PySlice>() {
            let places = slice.indices(side.try_into()?)?;
            let place = |nth: usize| places.start + isize::try_from(nth).expect("a length of Python") * places.step;
            return Ok(Axis::Places((0..places.slicelength).map(|nth| place(nth).unsigned_abs()).collect()));
        }
        let pile = from_python(index)?;
        let outside =
            || PyIndexError::new_err(format!("the table has no pile of size {pile}: piles are smaller than {side}"));
        pile.to_usize().filter(|&place| place < side).map(Axis::Place).ok_or_else(outside)
    }

    /// What axes say from one place on.
    fn part<'py>(&self, py: Python<'py>, axes: &[Axis], place: usize) -> PyResult<Bound<'py, PyAny>> {
        let side = self.0.side();
        match axes {
            [] => Ok(self.0.values()[place].into_pyobject(py)?.into_any()),
            [Axis::Place(nth), rest @ ..] => self.part(py, rest, place * side + nth),
            [Axis::Places(places), rest @ ..] => {
                let parts = places.iter().map(|nth| self.part(py, rest, place * side + nth));
                Ok(PyList::new(py, parts.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
        }
    }

    /// All values, as nested lists.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = || Axis::Places((0..self.0.side()).collect());
        self.part(py, &self.0.piles().iter().map(|_| all()).collect::<Vec<_>>(), 0)
    }
}

#[pymethods]
impl Table {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.0.game()
    }

    /// All piles are smaller than this.
    #[getter]
    fn side(&self) -> usize {
        self.0.side()
    }

    /// The names of the piles, in the order of a position.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.piles().iter().map(|pile| &**pile))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let piles = self.0.piles().len();
        let mut axes = match index.cast::<PyTuple>() {
            Ok(parts) => parts.iter().map(|part| self.axis(&part)).collect::<PyResult<Vec<_>>>()?,
            Err(_) => vec![self.axis(index)?],
        };
        if axes.len() > piles {
            return Err(PyIndexError::new_err(format!("{} indices for a game with piles {piles}", axes.len())));
        }
        axes.resize_with(piles, || Axis::Places((0..self.0.side()).collect()));
        self.part(index.py(), &axes, 0)
    }

    fn __len__(&self) -> usize {
        self.0.side()
    }

    /// Iterate over the rows, or over the values of a game on one pile.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.rows(py)?.try_iter()
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        display::arrays(slf.py(), "array")?.call1((slf, dtype, copy))
    }

    /// Return the values as a NumPy array with an axis for each pile. The default ``dtype`` is int64.
    #[pyo3(signature = (dtype=None))]
    fn to_numpy<'py>(slf: &Bound<'py, Self>, dtype: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        display::arrays(slf.py(), "table_to_numpy")?.call1((slf, dtype))
    }

    /// Return the values as a pandas DataFrame: a column for each size of the last pile, a row for the other piles. The axes
    /// have the names of the piles; with one pile, the only column is ``value``.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        display::arrays(slf.py(), "table_to_pandas")?.call1((slf,))
    }

    /// Draw the board as SVG; None for one pile.
    fn to_svg(&self) -> Option<String> {
        self.0.to_svg()
    }

    fn __hash__(&self) -> usize {
        self.0.side()
    }

    fn __repr__(&self) -> String {
        format!("<filbert.Table of {}: {} below {}>", self.0.game(), self.0.piles().join(", "), self.0.side())
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.to_svg()
    }
}
