"""What is wrong, too large or too long; threads, forks and interrupts."""

from __future__ import annotations

import copy
import os
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import filbert
import pytest


def test_an_error_has_its_place_and_a_fix() -> None:
    with pytest.raises(filbert.StatementError) as caught:
        filbert.decide("Ax x=1 &\nx == 2")
    error = caught.value
    assert (error.line, error.column, error.end_line, error.end_column) == (2, 3, 2, 5)
    assert error.fix == "write `=`" and error.message == "unexpected `==` in a formula" and "\n" in str(error)
    assert isinstance(error, (filbert.Error, ValueError))
    assert pickle.loads(pickle.dumps(error)).fix == error.fix
    with pytest.raises(filbert.StatementError, match="did you mean"):
        filbert.decide("?msd_fib Ax $phim(x,x)")
    with pytest.raises(filbert.StatementError, match="free"):
        filbert.decide("x=1")


@pytest.mark.parametrize(
    "text",
    ["", " ", "\0", "(" * 100_000, "x" * 100_000, "é", "\U0001f600", "Ex x=" + "9" * 50_000 + "x", '"', "Ax", "?", "$", "#"],
)
def test_absurd_texts_are_errors(text: str) -> None:
    with pytest.raises(filbert.Error):
        filbert.answer(text)


def test_absurd_arguments_are_errors() -> None:
    relation = filbert.relation("x<y")
    for wrong in (1.5, "1", None, (1,), (1, 2, 3), (1, "2"), [1, None]):
        with pytest.raises((TypeError, filbert.StatementError)):
            wrong in relation  # noqa: B015
    with pytest.raises(TypeError):
        filbert.decide(5)  # type: ignore[arg-type]
    for options in ({"time": -1}, {"time": float("nan")}, {"memory": -1}, {"memory": 2**80}, {"progress": 3, "tme": 1}):
        with pytest.raises((ValueError, OverflowError, TypeError)):
            filbert.Session(**options)
    for name in ("", "no such", "msd_", "T\0"):
        for ask in (filbert.system, filbert.word, filbert.kernel):
            with pytest.raises(filbert.StatementError):
                ask(name)
    with pytest.raises(filbert.StatementError):
        filbert.Game('p -> r : r<p": eval "x=1')
    with pytest.raises(filbert.StatementError):
        filbert.Game("p -> r : r>p")
    with pytest.raises(filbert.StatementError):
        filbert.system("fib").value([1, 1])
    with pytest.raises(filbert.StatementError):
        filbert.Session().count('x=n": eval "x=1', ["n"])
    assert True in filbert.relation("x=1")


def test_random_texts_never_panic() -> None:
    draw = random.Random(7)
    pieces = ["A", "E", "x", "y", " ", "=", "+", "*", "2", "(", ")", "&", "~", "?msd_fib ", "$phi", "T[", "]", ",", "@", "-"]
    session = filbert.Session(time=0.2)
    for _ in range(300):
        try:
            session.answer("".join(draw.choices(pieces, k=draw.randrange(1, 12))))
        except filbert.InternalError:
            raise
        except filbert.Error:
            pass


def test_a_limit_of_100_ms_is_kept(hard: str) -> None:
    session = filbert.Session(time=0.1)
    began = time.perf_counter()
    with pytest.raises(filbert.LimitError):
        session.relation(hard)
    assert time.perf_counter() - began < 5
    time.sleep(0.2)
    # What is read outside of statements has its own 100 ms.
    assert session.word("T")[1] == 1 and session.decide("Ex x=1")


def test_a_limit_on_memory_and_states(hard: str) -> None:
    with pytest.raises(filbert.LimitError):
        filbert.Session(memory=50_000_000).relation(hard)
    with pytest.raises(filbert.LimitError):
        filbert.Session(states=10).relation("?msd_trib x+y=z")


def test_ctrl_c_ends_the_statement_and_not_the_session(hard: str) -> None:
    session = filbert.Session()
    session.run('def even "Ey x=2*y":')
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        session.relation(hard)
    assert time.perf_counter() - began < 0.5 + 0.5
    assert session.decide("Ex $even(x) & x>6").witness == {"x": 8}


def test_ctrl_c_ends_what_cannot_be_stopped() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        filbert.word("T")[0 : 10**9]
    assert filbert.word("T")[:4] == [0, 1, 1, 0]


def test_others_go_on_while_a_statement_is_decided(hard: str) -> None:
    session = filbert.Session()
    outcome: list[BaseException] = []

    def work() -> None:
        try:
            session.relation(hard)
        except filbert.Error as error:
            outcome.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    counted = 0
    began = time.perf_counter()
    while time.perf_counter() - began < 0.3:
        counted += 1
    assert counted > 100 and thread.is_alive()
    assert filbert.decide("Ex x=1")
    session.interrupt()
    thread.join(10)
    assert isinstance(outcome[0], filbert.LimitError) and session.decide("Ex x=1")


def test_threads_share_a_session() -> None:
    session = filbert.Session()
    found: list[Any] = []

    def work(n: int) -> None:
        session.run(f'def f{n} "?msd_fib x={n}":')
        found.append(session.relation(f"?msd_fib $f{n}(x)").first(2))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [[n] for n in range(8)]


def test_progress_is_shown_and_its_errors_end_the_statement(hard: str) -> None:
    seen: list[filbert.Progress | None] = []
    session = filbert.Session(time=1, progress=seen.append)
    with pytest.raises(filbert.LimitError):
        session.relation(hard)
    shown = [progress for progress in seen if progress is not None]
    assert seen[-1] is None and shown and shown[-1].states > 0 and hard in shown[0].statement and repr(shown[0])

    def fail(progress: object) -> None:
        raise KeyError("not wanted")

    with pytest.raises(KeyError, match="not wanted"):
        filbert.Session(progress=fail).relation(hard)
    own: filbert.Session

    def again(progress: object) -> None:
        own.decide("Ex x=1")

    own = filbert.Session(progress=again)
    with pytest.raises(filbert.SessionError, match="showing its progress"):
        own.relation(hard)


def test_a_bar_of_tqdm_shows_progress(hard: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    with pytest.raises(filbert.LimitError):
        filbert.Session(time=0.5, progress=filbert.ProgressBar()).relation(hard)
    assert "states" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_works_on_and_a_busy_session_says_so(hard: str) -> None:
    code = f"""
        import os, threading, time, filbert
        busy, free = filbert.Session(time=20), filbert.Session()
        free.run('def even "Ey x=2*y":')
        def work():
            try:
                busy.relation({hard!r})
            except filbert.Error:
                pass
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        time.sleep(0.3)
        child = os.fork()
        if child == 0:
            try:
                assert free.decide("Ex $even(x) & x>2")
                try:
                    busy.decide("Ex x=1")
                except filbert.SessionError as error:
                    assert "fork" in str(error)
                    os._exit(7)
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        busy.interrupt()
        thread.join()
    """
    subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)], check=True, timeout=60)


def test_what_cannot_be_pickled_says_so() -> None:
    for value in (filbert.Session(), filbert.relation("x=1"), filbert.word("T"), filbert.decide("Ex x=1")):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(value)
        with pytest.raises(TypeError, match="pickle"):
            copy.deepcopy(value)


def test_iteration_stops_where_a_set_ends() -> None:
    tuples = iter(filbert.relation("x<3"))
    assert list(tuples) == [0, 1, 2] and list(tuples) == []
