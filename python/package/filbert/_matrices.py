"""Linear representations as matrices of other packages, which are imported when they are asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._filbert import LinearRepresentation


class Matrices(NamedTuple):
    """What is counted for the digits a, b, ... is ``row @ matrices[a] @ matrices[b] @ ... @ column``."""

    row: Any
    matrices: dict[tuple[int, ...], Any]
    column: Any


def to_numpy(linear: LinearRepresentation, dtype: Any = None) -> Matrices:
    """Arrays: vectors with one axis, matrices with two."""
    import numpy

    dtype = object if dtype is None else dtype
    dimension = linear.dimension
    vectors = [numpy.array(vector, dtype=dtype) for vector in (linear.row, linear.column)]
    matrices = {
        letter: numpy.array(rows, dtype=dtype).reshape(dimension, dimension)
        for letter, rows in linear.matrices.items()
    }
    return Matrices(vectors[0], matrices, vectors[1])


def to_sympy(linear: LinearRepresentation) -> Matrices:
    """Matrices: a row, squares and a column."""
    import sympy

    def exact(entry: Any) -> Any:
        return sympy.Rational(entry.numerator, entry.denominator)

    dimension = linear.dimension
    matrices = {
        letter: sympy.Matrix(dimension, dimension, [exact(entry) for row in rows for entry in row])
        for letter, rows in linear.matrices.items()
    }
    row = sympy.Matrix(1, dimension, [exact(entry) for entry in linear.row])
    column = sympy.Matrix(dimension, 1, [exact(entry) for entry in linear.column])
    return Matrices(row, matrices, column)
