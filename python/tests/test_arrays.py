"""Relations and tables are what Python, NumPy and pandas expect."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import threading
import time
from os import getpid, kill
from typing import Any

import filbert
import pytest

EVEN = "?msd_fib Ey x=2*y"
SMALL = "?msd_fib x<50"
PAIRS = "?msd_2 x+y=20"


def wythoff_table(wythoff: str) -> filbert.Table:
    return filbert.Game(wythoff).table(12)


def nimbers(side: int) -> filbert.Table:
    return filbert.Game("?msd_2 p,q,r -> s,t,u : (s<p & t=q & u=r) | (s=p & t<q & u=r) | (s=p & t=q & u<r)").table(side)


def test_an_infinite_relation_is_iterated_lazily_and_never_listed() -> None:
    even = filbert.relation(EVEN)
    assert list(itertools.islice(even, 4)) == [0, 2, 4, 6] and next(n for n in even if n > 1000) == 1002
    pairs = zip(even, "abc")
    assert list(pairs) == [(0, "a"), (2, "b"), (4, "c")]
    asked: list[Any] = [len, list, tuple, sorted, lambda relation: [*relation], lambda relation: relation[:]]
    for ask in [*asked, lambda relation: relation[5:], lambda relation: relation[::-1], lambda relation: relation[:-1]]:
        with pytest.raises(ValueError, match="infinitely many"):
            ask(even)
    with pytest.raises(IndexError, match="infinitely many"):
        even[-1]
    assert even and not filbert.relation("x<0") and 10**30 in even


def test_a_finite_relation_is_a_list_of_its_tuples() -> None:
    small = filbert.relation(SMALL)
    assert list(small) == list(range(50)) and len(small) == 50 and small[::-1] == list(range(49, -1, -1))
    pairs = filbert.relation(PAIRS)
    listed = list(pairs)
    assert len(pairs) == 21 and listed == [pairs[n] for n in range(21)] and set(listed) == {(n, 20 - n) for n in range(21)}
    assert len(filbert.relation("x<0")) == 0 and list(filbert.relation("x<0")) == []


@pytest.mark.parametrize("text", [SMALL, PAIRS, "?lsd_3 x<30", "x<0", "x=7", "?msd_neg_2 x>=0-5 & x<=5"])
def test_slices_are_those_of_a_list(text: str) -> None:
    relation = filbert.relation(text)
    listed = list(relation)
    bounds = [None, 0, 1, 5, 19, 49, 50, 51, 10**30, -1, -7, -50, -51, -(10**30)]
    for first, end, step in itertools.product(bounds, bounds, [None, 1, 2, 7, 10**25, -1, -3, -(10**25)]):
        assert relation[first:end:step] == listed[first:end:step], (first, end, step)
    for place in [*range(-len(listed), len(listed)), True]:
        if len(listed) > place:
            assert relation[place] == listed[place]
    for place in (len(listed), -len(listed) - 1, 10**30, -(10**30)):
        with pytest.raises(IndexError):
            relation[place]


def test_places_of_an_infinite_relation() -> None:
    even = filbert.relation(EVEN)
    assert even[:10] == even.first(10) == list(range(0, 20, 2)) and even[1000] == 2000
    assert even[5:50:7] == list(range(10, 100, 14)) and even[7:7] == even[9:2] == []
    squares = filbert.relation("?msd_fib n>0 & Ei At t<n => F[i+t]=F[i+n+t]")
    assert squares[:6] == [1, 2, 3, 5, 8, 13]
    for wrong in (1.5, "1", None, (1, 2), slice("a", None), slice(0, 5, 0), slice(0, 2.5)):
        with pytest.raises((TypeError, ValueError)):
            even[wrong]  # type: ignore[index]


def test_a_relation_with_too_many_tuples_says_so() -> None:
    many = filbert.relation("?msd_10 x<1" + "0" * 30)
    assert many.count() == 10**30 and many[:3] == [0, 1, 2]
    for ask in (len, list):
        with pytest.raises(OverflowError, match="count"):
            ask(many)


def test_ctrl_c_ends_a_search_for_a_place() -> None:
    even = filbert.relation(EVEN)
    threading.Timer(0.3, kill, (getpid(), signal.SIGINT)).start()
    began = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        even[10**15]
    assert time.process_time() - began < 5 and even[:2] == [0, 2]


def test_a_kernel_has_places_as_its_positions_do(wythoff: str) -> None:
    kernel = filbert.Game(wythoff).kernel()
    assert kernel[:4] == kernel.first(4) == [(0, 0), (1, 2), (2, 1), (3, 5)] == [kernel[n] for n in range(4)] and kernel
    with pytest.raises(ValueError, match="infinitely many"):
        list(kernel)


def test_a_relation_is_an_array() -> None:
    numpy = pytest.importorskip("numpy")
    small, pairs, even = filbert.relation(SMALL), filbert.relation(PAIRS), filbert.relation(EVEN)
    assert numpy.asarray(small).tolist() == list(range(50)) and numpy.asarray(small).dtype == numpy.int64
    array = numpy.asarray(pairs)
    assert array.shape == (21, 2) and (array.sum(axis=1) == 20).all() and [*map(tuple, array.tolist())] == list(pairs)
    assert numpy.array(pairs, dtype=float).dtype == float and numpy.array(small, copy=True).sum() == 1225
    assert pairs.to_numpy(count=3, dtype="uint8").shape == (3, 2) and even.to_numpy(5).tolist() == [0, 2, 4, 6, 8]
    assert numpy.asarray(filbert.relation("x<0")).shape == (0,) and numpy.asarray(filbert.relation("x<0 & y<0")).shape == (0, 2)
    with pytest.raises(ValueError, match="infinitely many"):
        numpy.asarray(even)
    with pytest.raises(ValueError, match="copy"):
        numpy.array(small, copy=False)
    # Integers beyond 64 bits are those of Python, and exact.
    for large in (2**63 - 1, 2**63, 2**64, 10**40):
        array = numpy.asarray(filbert.relation(f"x={large} | x=1"))
        assert array.tolist() == [1, large] and array.dtype == (numpy.int64 if large < 2**63 else object)
    assert numpy.asarray(filbert.relation("?msd_neg_2 x=0-5 | x=9223372036854775808")).tolist() in (
        [-5, 2**63],
        [2**63, -5],
    )


def test_a_relation_is_a_frame_with_named_columns() -> None:
    pandas = pytest.importorskip("pandas")
    pairs, small = filbert.relation(PAIRS), filbert.relation(SMALL)
    frame = pairs.to_pandas()
    assert list(frame.columns) == ["x", "y"] and [*frame.itertuples(index=False, name=None)] == list(pairs)
    assert (frame.x + frame.y == 20).all() and list(small.to_pandas(count=4)["x"]) == [0, 1, 2, 3]
    assert pandas.DataFrame(pairs).to_numpy().tolist() == pandas.DataFrame(pairs, columns=pairs.tracks).to_numpy().tolist()
    assert list(pandas.DataFrame(pairs, columns=pairs.tracks)) == ["x", "y"]
    assert pandas.Series(small).sum() == 1225 and filbert.relation("x<0 & y<0").to_pandas().shape == (0, 2)
    with pytest.raises(ValueError, match="infinitely many"):
        pandas.DataFrame(filbert.relation(EVEN))


def test_a_table_has_the_indices_of_an_array(wythoff: str) -> None:
    numpy = pytest.importorskip("numpy")
    one = filbert.Game("p -> r : r<p & p<=r+3").table(9)
    for table in (one, wythoff_table(wythoff), nimbers(6)):
        array, piles, side = numpy.asarray(table), len(table.piles), table.side
        assert array.shape == (side,) * piles and array.dtype == numpy.int64 and len(table) == side
        for position in itertools.product(range(side), repeat=piles):
            assert table[position] == array[position]
        parts: list[int | slice] = [2, slice(None), slice(1, 4), slice(-3, None), slice(None, None, -2), slice(5, 1, -1), slice(4, 4)]
        for length in range(1, piles + 1):
            for index in itertools.product(parts, repeat=length):
                assert table[index] == array[index].tolist(), index
        assert table[3] == array[3].tolist() and table[:2] == array[:2].tolist()
        assert list(table) == array.tolist() and table[::-1] == array.tolist()[::-1]
        outside: list[int | tuple[int, ...]] = [side, -1, 10**30, (0,) * (piles + 1)]
        for wrong in outside:
            with pytest.raises(IndexError):
                table[wrong]
        for bad in (1.5, "1", None):
            with pytest.raises(TypeError):
                table[bad]  # type: ignore[index]
        assert table.to_numpy(dtype=float).dtype == float and numpy.array(table, dtype="uint8").max() == array.max()
    assert numpy.asarray(nimbers(4))[1, 2, 3] == 0


def test_a_table_is_a_frame_with_named_axes(wythoff: str) -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    table = wythoff_table(wythoff)
    assert (pandas.DataFrame(table).to_numpy() == numpy.asarray(table)).all()
    frame = table.to_pandas()
    assert frame.index.name == "p" and frame.columns.name == "q" and frame.loc[3, 5] == 0 and frame.shape == (12, 12)
    one = filbert.Game("p -> r : r<p & p<=r+3").table(9)
    assert list(one.to_pandas()["value"]) == list(one) and one.to_pandas().index.name == "p"
    assert list(pandas.Series(one)) == list(one)
    three = nimbers(4).to_pandas()
    assert three.index.names == ["p", "q"] and three.columns.name == "r" and three.loc[(1, 2), 3] == 0


def test_verdicts_are_the_bools_of_numpy_and_pandas() -> None:
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    true, false = filbert.decide("Ex x=5"), filbert.decide("Ax x=1")
    assert numpy.array([true, false]).astype(bool).tolist() == [True, False]
    assert true == numpy.True_ and numpy.True_ == true and false != numpy.True_
    frame = pandas.DataFrame({"verdict": [true, false, true]})
    assert list(frame["verdict"] == True) == [True, False, True]  # noqa: E712
    assert list(frame[frame["verdict"] == True].index) == [0, 2] and frame["verdict"].map({True: 1, False: 0}).sum() == 2  # noqa: E712


def test_the_module_needs_neither_numpy_nor_pandas() -> None:
    code = """
import sys
sys.modules.update(numpy=None, pandas=None)
import filbert
table = filbert.Game("p -> r : r<p").table(4)
assert filbert.relation("x<5")[:3] == [0, 1, 2] and list(table) == [0, 1, 2, 3] and filbert.decide("2+2=4") == True
for ask in (table.to_numpy, table.to_pandas):
    try:
        ask()
    except ImportError:
        continue
    raise SystemExit(1)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
