"""What statements, sets, words, games and counting come to, against Python's own arithmetic."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import filbert
import pytest


def beatty(n: int) -> tuple[int, int]:
    """The n-th position of Wythoff's game, by the golden ratio."""
    from math import isqrt

    a = (n + isqrt(5 * n * n)) // 2
    return a, a + n


def test_a_false_statement_has_a_counterexample() -> None:
    verdict = filbert.decide("?msd_fib Ax Ey x=2*y")
    assert not verdict
    assert verdict.counterexample == {"x": 1} and verdict.witness is None
    assert str(verdict) == "FALSE: x = 1" and "FALSE" in repr(verdict)


def test_a_true_statement_has_a_witness() -> None:
    verdict = filbert.decide("Ex,y x>6 & y=x+1")
    assert verdict and verdict.witness == {"x": 7, "y": 8} and verdict.counterexample is None
    assert filbert.decide("2+2=4").example == {}


def test_a_verdict_compares_as_the_bool_that_it_is() -> None:
    true, false = filbert.decide("Ex x=5"), filbert.decide("Ax x=1")
    assert true == True and true != False and True == true and false == False and false != True  # noqa: E712
    assert not (true == False) and not (true != True) and true == 1 and true != 2  # noqa: E712
    # Equality is transitive, and what is equal has one hash.
    other = filbert.decide("Ex x=6")
    assert true == other and true != false and len({true, other, True, false, False}) == 2
    assert hash(true) == hash(True) and hash(false) == hash(False) and {True: "yes"}[true] == "yes"  # type: ignore[index]
    assert true != "TRUE" and true != None and not (true == [])  # noqa: E711
    assert [true, false].count(True) == 1 and true in [True] and true.example != other.example  # type: ignore[arg-type]


def test_a_verdict_says_what_was_decided_and_at_what_cost() -> None:
    session = filbert.Session()
    verdict = session.decide("  ?msd_trib Ax Ey y>x & TR[y]=TR[x]\n")
    assert verdict.statement == "?msd_trib Ax Ey y>x & TR[y]=TR[x]"
    assert isinstance(verdict.time, float) and 0 <= verdict.time < 60 and verdict.states > 1
    script = """theorem t "?msd_fib Ax Ey x<y": eval u "2+2=4":
        game One "p -> r : r<p & p<=r+3": kernel P of One:"""
    found = [answer for answer in session.run(script) if isinstance(answer, filbert.Verdict)]
    assert [one.statement for one in found] == ["?msd_fib Ax Ey x<y", "2+2=4", "kernel P of One:"]
    with pytest.raises(AttributeError):
        verdict.statement = "2+2=5"  # type: ignore[misc]


def test_words_are_lists_of_digits() -> None:
    session = filbert.Session()
    session.run('reg some {0,1} "0*1";')
    assert session.decide("Ex $some(x)").witness == {"x": [1]}
    language = session.answer("$some(x)")
    assert isinstance(language, filbert.Language)
    assert language.tracks == ("x",) and language.first(2) == [([1],), ([0, 1],)] and language.states == 2


def test_integers_of_any_size_come_out_and_go_in() -> None:
    large = 10**5000 + 12345
    sums = filbert.relation("?msd_fib x+y=z")
    assert (large, 3 * large, 4 * large) in sums and (large, large, large) not in sums
    fib = filbert.system("fib")
    digits = fib.represent(large)
    fibonacci = [1, 2]
    while len(fibonacci) < len(digits):
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert sum(place for digit, place in zip(reversed(digits), fibonacci) if digit) == large == fib.value(digits)
    for n in (2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 0, -1, 1, 2**64, 255, 256, -128, -129):
        verdict = filbert.decide(f"?msd_neg_2 Ex x={n}" if n >= 0 else f"?msd_neg_2 Ex x+{-n}=0")
        assert verdict.witness == {"x": n}


def test_a_relation_is_iterated_in_order_and_lazily() -> None:
    even = filbert.relation("?msd_fib Ey x=2*y")
    assert list(itertools.islice(even, 2000)) == list(range(0, 4000, 2))
    assert filbert.relation("?lsd_3 Ey x=2*y").first(50) == list(range(0, 100, 2))
    ends = list(filbert.relation("?msd_2 x<1000 & Ey x=7*y"))
    assert sorted(ends) == list(range(0, 1000, 7))
    pairs = filbert.relation("x+y=3")
    assert sorted(pairs) == [(0, 3), (1, 2), (2, 1), (3, 0)] and pairs.tracks == ("x", "y")


@pytest.mark.parametrize("system", ["msd_2", "lsd_2", "msd_fib", "lsd_fib", "msd_3", "msd_neg_2"])
def test_counting_is_listing(system: str) -> None:
    for text in ("x<100", "x<0 & x>0", "x=0", "x+y<13 & x>=0 & y>=0" if "neg" in system else "x+y<13", "x>5"):
        found = filbert.relation(f"?{system} {text}")
        count = found.count()
        assert found.is_infinite == (count is None)
        listed = found.first(500)
        if count is None:
            assert len(listed) == 500
        else:
            assert len(listed) == count == len(set(listed)) and found.is_empty == (count == 0)


def test_relations_combine_as_sets() -> None:
    even, small = filbert.relation("?msd_fib Ey x=2*y"), filbert.relation("?msd_fib x<20")
    below = range(20)
    assert sorted(even & small) == [n for n in below if n % 2 == 0]
    assert sorted(small - even) == [n for n in below if n % 2]
    assert (even | ~even).first(9) == list(range(9)) and not (even & ~even)
    assert (even ^ small).first(4) == [1, 3, 5, 7]
    assert even == filbert.relation("?msd_fib Ez z+z=n") and hash(even) == hash(filbert.relation("?msd_fib Ez z+z=n"))
    assert even != filbert.relation("?msd_2 Ey x=2*y") and even != 2
    # Tracks of one name are one variable.
    assert sorted(filbert.relation("x+y=3") & filbert.relation("y=1")) == [(2, 1)]


def test_a_word_has_indices_slices_and_a_prefix() -> None:
    word = filbert.word("T")
    letters = [bin(n).count("1") % 2 for n in range(200)]
    assert word.prefix(200) == word[:200] == letters and word[10:100:7] == letters[10:100:7]
    assert word[10**40] == bin(10**40).count("1") % 2 and word.letters == [0, 1] and word.states == 2
    assert word[5:3] == [] and word.systems[0].name == "msd_2"
    for wrong in (-1, slice(0, None), slice(3, -1, -1)):
        with pytest.raises((IndexError, ValueError)):
            word[wrong]
    with pytest.raises(TypeError):
        word[1.5]  # type: ignore[call-overload]


def test_p_positions_of_wythoff_are_beatty_pairs(wythoff: str) -> None:
    game = filbert.Game(wythoff, name="W")
    kernel = game.kernel()
    pairs = {pair for n in range(40) for pair in (beatty(n), beatty(n)[::-1])}
    assert set(itertools.islice(kernel, 60)) <= pairs
    assert all(((p, q) in kernel) == ((p, q) in pairs) for p in range(30) for q in range(30))
    assert kernel.piles == ("p", "q") and kernel.game == "W" and kernel.winning_move((1, 2)) is None
    large = (10**60, 10**60 + 77)
    option = kernel.winning_move(large)
    assert option is not None and option in kernel
    for option in kernel.winning_moves((100, 200)):
        taken = (100 - option[0], 200 - option[1])
        assert option in pairs or option in kernel
        assert min(taken) >= 0 and (0 in taken or taken[0] == taken[1])


def test_a_shipped_kernel_and_a_table() -> None:
    kernel = filbert.kernel("K2")
    assert kernel.states == kernel.positions.states == 28 and (0, 0) in kernel
    nim = filbert.Game("?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)")
    table = nim.table(16)
    assert all(table[p, q] == p ^ q for p in range(16) for q in range(16)) and table.side == 16
    assert table.game == "Game" and repr(table) == "<filbert.Table of Game: p, q below 16>"
    one = filbert.Game("p -> r : r<p & p<=r+3", name="One")
    assert [one.table(9)[n] for n in range(9)] == [n % 4 for n in range(9)] and 4 in one.kernel()


def test_counting_gives_matrices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numpy, sympy = pytest.importorskip("numpy"), pytest.importorskip("sympy")
    session = filbert.Session()
    between = session.count("?msd_fib m<=i & i<n", ["m", "n"]).minimize()
    assert between.variables == ("m", "n") and between(3, 10**20) == 10**20 - 3
    fewer = session.count("?msd_2 i<n & Ej i=3*j", ["n"])
    for small in (fewer, fewer.minimize()):
        for n in (0, 1, 2, 50, 10**12):
            digits = [int(digit) for digit in bin(n)[2:]] if n else []
            v, matrices, w = small.to_numpy()
            for digit in digits:
                v = v @ matrices[(digit,)]
            row, squares, column = small.to_sympy()
            for digit in digits:
                row = row * squares[(digit,)]
            assert v @ w == (row * column)[0] == small(n) == (n + 2) // 3
    v, matrices, w = fewer.to_numpy(dtype=float)
    assert v.dtype == float and matrices[(0,)].shape == (fewer.dimension, fewer.dimension)
    assert all(isinstance(entry, (int, Fraction)) for entry in fewer.row)
    monkeypatch.chdir(tmp_path)
    session.run('eval pairs n "?msd_3 x+y=n":')
    assert session.linear_representation("pairs")(41) == 42


def test_a_session_keeps_what_is_defined() -> None:
    session = filbert.Session()
    answers = session.run('def even "?msd_fib Ey x=2*y": morphism m "0->01 1->10"; theorem t "?msd_fib Ax $even(2*x)":')
    assert isinstance(answers[0], filbert.Relation) and answers[1] is None and isinstance(answers[2], filbert.Verdict)
    assert session.decide("?msd_fib Ax $even(x) | $even(x+1)")
    session.define("small", filbert.relation("?msd_fib x<4"))
    assert sorted(session.relation("?msd_fib $even(x) & $small(x)")) == [0, 2]
    session.run('macro twice "(%0=2*%1)";')
    assert 6 in session.relation("Ey #twice(x,y)")
    assert 8 in session.function("even") and session.system("7").name == "msd_7"
    # Tracks keep the names of the definition.
    session.run('def gap(y,x) "?msd_fib x=y+3": game G "?msd_2 a,b -> c,d : (c<a & d=b) | (c=a & d<b)": kernel K of G:')
    session.define("sums", session.relation("?msd_fib u+v=w"))
    tracks = {name: session.function(name).tracks for name in ("gap", "K", "sums", "pposK2", "phin", "shift")}
    assert tracks == {
        "gap": ("y", "x"),
        "K": ("a", "b"),
        "sums": ("u", "v", "w"),
        "pposK2": ("p", "q"),
        "phin": ("n", "s"),
        "shift": ("0", "1"),
    }
    assert isinstance(session.run("help star;")[0], str)
    with pytest.raises(filbert.StatementError):
        filbert.decide("?msd_fib Ax $even(x) | $even(x+1)")


def test_notebooks_are_shown_pages_and_pictures(wythoff: str) -> None:
    session = filbert.Session()
    shown: list[Any] = [
        filbert.decide("Ax x=1"),
        filbert.relation("x<5"),
        filbert.relation("?msd_fib x<y"),
        filbert.word("T"),
        filbert.kernel("K2"),
        filbert.Game(wythoff),
        filbert.Game(wythoff).table(5),
        filbert.Game("p -> r : r<p").table(5),
        session.count("?msd_2 i<n", ["n"]),
    ]
    for value in shown:
        page = value._repr_html_()
        assert page.startswith("<div") and page.count("<div") == page.count("</div>")
    assert filbert.relation("x<5").to_svg().startswith("<svg")
    assert "counterexample" in shown[0]._repr_html_() and "<svg" in shown[4]._repr_html_()
    assert filbert.relation("?msd_fib x<y").to_board(10).startswith("<svg")
    assert "&lt;" in filbert.Game("p -> r : r<p")._repr_html_()
    huge = filbert.decide("Ex x=" + "7" * 9000)
    assert "bits" in huge._repr_html_()


def test_the_program_is_in_the_package() -> None:
    run = subprocess.run(["filbert", "eval", "?msd_fib Ax Ey x=2*y"], capture_output=True, text=True, check=True)
    assert run.stdout == "FALSE\nx = 1\n"
    assert subprocess.run(["filbert", "prove", "nowhere.prf"], capture_output=True).returncode == 2
    run = subprocess.run([sys.executable, "-m", "filbert", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.split()[1].startswith(filbert.__version__)


def test_json_of_the_program_is_read_by_python(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "s.prf")
    with open(script, "w", encoding="utf-8") as file:
        file.write('theorem wrong "Ax x=1":\n')
    run = subprocess.run(["filbert", "prove", script, "--json", "-"], capture_output=True, text=True)
    assert run.returncode == 1 and (not run.stdout.startswith("{") or json.loads(run.stdout))


def test_lints_are_those_of_their_verdict_or_of_the_session() -> None:
    session = filbert.Session()
    verdict, = session.run('theorem t "Ax x<x => x=1":')
    assert isinstance(verdict, filbert.Verdict) and verdict
    lint, = verdict.lints
    assert (lint.name, lint.line, lint.column) == ("vacuous-premise", 1, 15)
    assert lint.fix and "premise" in lint.fix and str(lint).startswith("warning[vacuous-premise]: " + lint.message)
    assert session.lints() == []
    session.run('def f "Ey x=x":')
    assert [one.name for one in session.lints()] == ["unused-variable"] and session.lints() == []
    session.relation("Ey x=x")
    assert [one.name for one in session.lints()] == ["unused-variable"]
    assert filbert.Session(lints=False).decide("Ax,y x<=x").lints == []
