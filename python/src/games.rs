//! Kernels of games.

use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::display;
use crate::error::exception;
use crate::listing;
use crate::number::{several_from_python, tuple_to_python};
use crate::progress::Observer;
use crate::sets::{Relation, Tuples};
use crate::worker::work;

/// The P-positions of a game: the positions from which the player to move loses. filbert has proved them.
///
///     >>> import filbert
///     >>> kernel = filbert.kernel("K2")
///     >>> (0, 0) in kernel, kernel.winning_move((3, 4))
///     (True, (0, 1))
#[pyclass(module = "filbert", frozen)]
pub struct Kernel {
    kernel: filbert::Kernel,
    observer: Observer,
}

impl Kernel {
    pub fn new(kernel: filbert::Kernel, observer: Observer) -> Kernel {
        Kernel { kernel, observer }
    }

    fn moves(&self, py: Python<'_>, position: Vec<BigInt>, most: usize) -> PyResult<Vec<Vec<BigInt>>> {
        let kernel = self.kernel.clone();
        let moves = work(py, &self.observer, move || kernel.winning_moves(&position, most))?;
        moves.map_err(|error| exception(py, &error))
    }
}

#[pymethods]
impl Kernel {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.kernel.game()
    }

    /// The positions as a relation with one track for each pile.
    #[getter]
    fn positions(&self) -> Relation {
        Relation::new(self.kernel.positions().clone())
    }

    /// The names of the piles, in the order of a position.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.kernel.piles().iter().map(|pile| &**pile))
    }

    /// The number of states of the minimal automaton.
    #[getter]
    fn states(&self) -> usize {
        self.kernel.positions().states()
    }

    /// Return a winning move: an option of the position that is in the kernel. None if the position itself is, or if a play
    /// in misere play is over there.
    fn winning_move<'py>(&self, position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = position.py();
        let moves = self.moves(py, several_from_python(position)?, 1)?;
        moves.first().map(|option| tuple_to_python(py, option)).transpose()
    }

    /// Return the winning moves from a position, at most ``most`` of them.
    #[pyo3(signature = (position, most=100))]
    fn winning_moves<'py>(&self, position: &Bound<'py, PyAny>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let py = position.py();
        let moves = self.moves(py, several_from_python(position)?, most)?;
        let moves = moves.iter().map(|option| tuple_to_python(py, option)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, moves)
    }

    /// Return the first positions, at most ``count`` of them.
    fn first<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyList>> {
        self.positions().first(py, count)
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        listing::item(self.kernel.positions(), index)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        listing::length(py, self.kernel.positions())
    }

    fn __bool__(&self) -> bool {
        !self.kernel.positions().is_empty()
    }

    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Bound::new(py, self.positions())?.as_any().contains(position)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<Tuples>> {
        Ok(Bound::new(py, self.positions())?.as_any().try_iter()?.cast_into::<Tuples>()?.unbind())
    }

    /// Draw the P-positions as SVG.
    #[pyo3(signature = (size=40))]
    fn to_board(&self, py: Python<'_>, size: usize) -> PyResult<String> {
        let positions = self.kernel.positions().clone();
        work(py, &self.observer, move || positions.to_board(size))?.map_err(|error| exception(py, &error))
    }

    fn __repr__(&self) -> String {
        let (game, states) = (self.kernel.game(), self.states());
        format!("<filbert.Kernel of {game}: {} in {states} states>", self.kernel.piles().join(", "))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        display::html(slf.as_any())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.kernel.positions().to_board(40).ok()
    }
}
