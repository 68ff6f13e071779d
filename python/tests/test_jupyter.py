"""The Jupyter kernel: a notebook that nbclient executes, and the protocol itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Iterator

import pytest

pytest.importorskip("ipykernel")
nbclient = pytest.importorskip("nbclient")

import nbformat  # noqa: E402
from jupyter_client.manager import start_new_kernel  # noqa: E402

TIMEOUT = 60


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A folder in which Jupyter finds the kernel and nothing of this machine."""
    prefix = tmp_path_factory.mktemp("jupyter")
    subprocess.run(["filbert", "kernel", "install", "--prefix", str(prefix)], check=True, capture_output=True)
    kept = {name: os.environ.get(name) for name in ("JUPYTER_PATH", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}
    os.environ["JUPYTER_PATH"] = str(prefix / "share" / "jupyter")
    os.environ["JUPYTER_RUNTIME_DIR"] = str(prefix / "runtime")
    os.environ["IPYTHONDIR"] = str(prefix / "ipython")
    yield str(prefix)
    for name, value in kept.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


@pytest.fixture(scope="module")
def kernel(installed: str) -> Iterator[tuple[Any, Any]]:
    manager, client = start_new_kernel(kernel_name="filbert", startup_timeout=TIMEOUT)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def ran(client: Any, code: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The reply to a cell, and what it showed."""
    shown: list[dict[str, Any]] = []

    def hear(message: dict[str, Any]) -> None:
        if message["msg_type"] in ("display_data", "update_display_data", "error", "stream"):
            shown.append({"kind": message["msg_type"], **message["content"]})

    reply = client.execute_interactive(code, timeout=TIMEOUT, output_hook=hear)
    return reply["content"], shown


def test_a_notebook_is_executed(installed: str, wythoff: str, tmp_path: Path) -> None:
    cells = [
        "# A comment, then a true statement and a false one.\n?msd_fib Ex x>6 & x<9\n?msd_fib Ax Ey x=2*y",
        'def even "?msd_fib Ey x=2*y":',
        "?msd_fib $even(x) & x>7",
        f'game W "{wythoff}":\nkernel P of W:\n:position W 12,21\n:table W 8',
        ":show P",
        'eval fewer n "?msd_2 i<n":\n:count fewer 0..5\n:show F\n:show msd_fib\n:help',
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(notebook, kernel_name="filbert", timeout=TIMEOUT, resources={"metadata": {"path": str(tmp_path)}})
    done = client.execute()
    outputs = [[output["data"] for output in cell["outputs"]] for cell in done["cells"]]
    first, second = outputs[0]
    assert "witness" in first["text/html"] and first["text/plain"] == "TRUE: x = 7"
    assert "counterexample" in second["text/html"] and second["text/plain"] == "FALSE: x = 1"
    assert outputs[2][0]["image/svg+xml"].startswith("<svg") and "<svg" in outputs[2][0]["text/html"]
    assert outputs[2][0]["text/plain"].endswith("8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, ...")
    proved, board, position, table = outputs[3]
    assert proved["text/plain"].startswith("TRUE")
    # A kernel shows its board, and results have the names of the piles.
    assert "(p, q) = (0, 0), (1, 2), (2, 1), (3, 5)" in board["text/plain"] and 'class="board"' in board["text/html"]
    moves = position["text/plain"].splitlines()
    assert moves[0] == "N" and moves[1].startswith("p = 12, q = ") and "<table>" in position["text/html"]
    assert 'class="board"' in table["image/svg+xml"] and "of W: p, q below 8" in table["text/plain"]
    assert "<svg" in outputs[4][0]["text/html"] and "p, q in msd_fib" in outputs[4][0]["text/plain"]
    counted, word, system, words = outputs[5][1:]
    assert counted["text/plain"].splitlines() == ["n\tfewer", *(f"{n}\t{n}" for n in range(6))]
    assert "<svg" in word["text/html"]
    assert "100" in system["text/plain"] and ":position" in words["text/plain"]
    assert done["metadata"]["language_info"]["name"] == "filbert"


def test_an_error_has_its_place_in_the_cell(kernel: tuple[Any, Any]) -> None:
    _, client = kernel
    reply, shown = ran(client, "Ex x=2\n\nEx x==3\nEx x=4")
    assert reply["status"] == "error" and reply["ename"] == "StatementError"
    assert [one["kind"] for one in shown] == ["display_data", "error"]
    assert any(":3:5" in line for line in shown[1]["traceback"]), shown[1]["traceback"]


def test_lints_stand_below_what_they_are_about(kernel: tuple[Any, Any]) -> None:
    _, client = kernel
    reply, (verdict,) = ran(client, "Ax,y x<=x")
    assert reply["status"] == "ok"
    assert verdict["data"]["text/plain"].splitlines()[:2] == ["TRUE", "warning[unused-variable]: `y` is never used"]
    assert "<b>unused-variable</b> (line 1, column 4): <code>y</code> is never used" in verdict["data"]["text/html"]
    _, shown = ran(client, 'def odd "Ey,z x=2*y+1":\ntheorem one "$odd(1)":')
    said = [one["data"]["text/plain"] for one in shown]
    assert said[1].startswith("warning[unused-variable]: `z` is never used") and said[2] == "TRUE", said
    # Whoever runs a cell again defines its names again.
    _, shown = ran(client, 'def one "x=1":')
    _, shown = ran(client, 'def one "x=1":')
    assert not any("warning" in one["data"]["text/plain"] for one in shown), shown


def test_a_cell_explains_how_a_statement_was_decided(kernel: tuple[Any, Any]) -> None:
    _, client = kernel

    def said(code: str) -> list[str]:
        reply, shown = ran(client, code)
        assert reply["status"] == "ok", reply
        return [one["data"]["text/plain"] for one in shown]

    verdict, steps = said("?msd_fib Ax Ey x=2*y\n:explain")
    assert verdict == "FALSE: x = 1" and steps.split()[:2] == ["step", "method"] and "search" in steps
    # Directives in between explain nothing themselves.
    assert said(":show F") and said(":explain") == [steps]
    verdict, steps = said(":explain ?msd_trib Ax Ey x=2*y | x=2*y+1")
    assert verdict == "TRUE" and "2*y" in steps
    definition, steps = said('def third "?msd_trib Ey x=3*y":\n:explain')
    assert "x in msd_trib" in definition and "3*y" in steps
    assert said("2+2=4\n:explain") == ["TRUE", "no automaton was built or searched"]
    reply, _ = ran(client, ":explain Ax x==1")
    assert reply["status"] == "error" and reply["ename"] == "StatementError"
    reply, _ = ran(client, ":explian")
    assert "`:explain`" in reply["evalue"]


def test_an_interrupt_stops_the_statement_and_not_the_session(kernel: tuple[Any, Any], hard: str) -> None:
    manager, client = kernel
    ran(client, 'def kept "x=41":')
    # What waits behind a cell that failed is given up otherwise.
    identity = client.execute(hard, stop_on_error=False)
    time.sleep(2)
    began = time.perf_counter()
    manager.interrupt_kernel()
    while True:
        reply = client.get_shell_msg(timeout=TIMEOUT)
        if reply["parent_header"].get("msg_id") == identity:
            break
    assert time.perf_counter() - began < 2
    assert reply["content"]["status"] == "error" and reply["content"]["ename"] == "KeyboardInterrupt"
    reply, shown = ran(client, "Ex $kept(x)")
    assert reply["status"] == "ok" and shown[-1]["data"]["text/plain"] == "TRUE: x = 41"


def test_progress_is_shown(kernel: tuple[Any, Any], hard: str) -> None:
    manager, client = kernel
    seen: list[str] = []

    def hear(message: dict[str, Any]) -> None:
        if message["msg_type"] in ("display_data", "update_display_data"):
            seen.append(message["content"]["data"]["text/plain"])
            if len(seen) == 3:
                manager.interrupt_kernel()

    client.execute_interactive(hard, timeout=TIMEOUT, output_hook=hear)
    assert "states" in seen[0]


def test_tab_completes_and_shift_tab_explains(kernel: tuple[Any, Any]) -> None:
    _, client = kernel
    ran(client, 'def mynumbers "?msd_fib x<5":')

    def replied(identity: str) -> dict[str, Any]:
        while True:
            reply = client.get_shell_msg(timeout=TIMEOUT)
            if reply["parent_header"].get("msg_id") == identity:
                content: dict[str, Any] = reply["content"]
                return content

    found = replied(client.complete("?msd_fib Ex $mynu", 17))
    assert "mynumbers" in [match.lstrip("$") for match in found["matches"]]
    start, end = found["cursor_start"], found["cursor_end"]
    assert "?msd_fib Ex $mynu"[start:end] in ("mynu", "$mynu")
    assert "theorem" in replied(client.complete("theo", 4))["matches"]
    said = replied(client.inspect("theorem t", 3))
    assert said["found"] and "theorem" in said["data"]["text/plain"]
    assert not replied(client.inspect("", 0))["found"]
    assert replied(client.is_complete('def x "x=1'))["status"] == "incomplete"
    assert replied(client.is_complete("Ex x=1"))["status"] == "complete"


def test_the_kernel_is_installed_and_removed(installed: str, tmp_path: Path) -> None:
    spec = json.loads(Path(installed, "share/jupyter/kernels/filbert/kernel.json").read_text(encoding="utf-8"))
    assert os.path.samefile(spec["argv"][0], sys.executable) and spec["display_name"] == "filbert"
    program = [sys.executable, "-m", "filbert.jupyter"]
    subprocess.run([*program, "install", "--prefix", str(tmp_path), "--name", "other"], check=True)
    environment = {**os.environ, "JUPYTER_PATH": str(tmp_path / "share" / "jupyter")}
    run = subprocess.run(["filbert", "kernel", "uninstall", "--name", "other"], env=environment)
    assert run.returncode == 0 and not (tmp_path / "share/jupyter/kernels/other").exists()
    run = subprocess.run(["filbert", "kernel", "uninstall", "--name", "other"], env=environment, capture_output=True)
    assert run.returncode == 2
    assert subprocess.run(["filbert", "kernel", "instal"], capture_output=True).returncode == 2


def test_scripts_have_colours() -> None:
    from pygments import lex
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Error, Keyword, Name

    text = '# why\ntheorem t "?msd_fib Ax $phin(x,x) => F[x]=@1":\n:show F\n'
    tokens = list(lex(text, get_lexer_by_name("filbert")))
    kinds = {kind for kind, _ in tokens}
    assert {Comment.Single, Keyword, Name.Function, Name.Namespace} <= kinds and Error not in kinds
    assert "".join(value for _, value in tokens) == text
