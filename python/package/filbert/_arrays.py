"""Relations and tables as arrays of NumPy and frames of pandas, which are imported when they are asked for."""

from __future__ import annotations

from typing import Any

from ._filbert import Relation, Table


def array(value: Relation | Table, dtype: Any = None, copy: bool | None = None) -> Any:
    """What ``numpy.asarray`` asks for."""
    if copy is False:
        raise ValueError(f"an array of a {type(value).__name__} is always a copy")
    return relation_to_numpy(value, None, dtype) if isinstance(value, Relation) else table_to_numpy(value, dtype)


def relation_to_numpy(relation: Relation, count: int | None = None, dtype: Any = None) -> Any:
    """The first tuples: one axis for one track, a row for each tuple otherwise."""
    import numpy

    found = list(relation) if count is None else relation.first(count)
    tracks = len(relation.tracks)
    shape = (len(found),) if tracks == 1 else (len(found), tracks)
    if dtype is not None:
        return numpy.array(found, dtype=dtype).reshape(shape)
    try:
        return numpy.array(found, dtype=numpy.int64).reshape(shape)
    except OverflowError:
        return numpy.array(found, dtype=object).reshape(shape)


def relation_to_pandas(relation: Relation, count: int | None = None) -> Any:
    """The first tuples under the names of the tracks."""
    import pandas

    found = relation_to_numpy(relation, count)
    return pandas.DataFrame(found.reshape(len(found), len(relation.tracks)), columns=list(relation.tracks))


def table_to_numpy(table: Table, dtype: Any = None) -> Any:
    """The values, with an axis for each pile."""
    import numpy

    shape = (table.side,) * len(table.piles)
    return numpy.array(table[:], dtype=numpy.int64 if dtype is None else dtype).reshape(shape)


def table_to_pandas(table: Table) -> Any:
    """The values under the sizes of the last pile, beside those of the others."""
    import pandas

    values, sizes = table_to_numpy(table), range(table.side)
    *others, last = table.piles
    if not others:
        return pandas.DataFrame({"value": values}, index=pandas.Index(sizes, name=last))
    if len(others) == 1:
        index = pandas.Index(sizes, name=others[0])
    else:
        index = pandas.MultiIndex.from_product([sizes] * len(others), names=others)
    return pandas.DataFrame(values.reshape(-1, table.side), index=index, columns=pandas.Index(sizes, name=last))
