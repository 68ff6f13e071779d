"""Examples in docstrings and in the book are true, and the types are those of the stubs."""

from __future__ import annotations

import doctest
import importlib.metadata
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import filbert
import pytest
from filbert import _filbert, _game, _matrices

ROOT = Path(__file__).parents[2]


def test_examples_in_docstrings_are_true() -> None:
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for module in (filbert, _game, _matrices):
        for test in finder.find(module, globs=dict(vars(filbert))):
            runner.run(test)
    for name, value in vars(_filbert).items():
        if inspect.isclass(value) and value.__doc__:
            parsed = doctest.DocTestParser().get_doctest(value.__doc__, {"filbert": filbert}, name, None, 0)
            runner.run(parsed)
    assert runner.tries > 15 and runner.failures == 0


def test_examples_in_the_book_are_true() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"```python\n(.*?)```", page, re.S))
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.tries > 15 and runner.failures == 0


def test_the_notebook_runs_from_the_top() -> None:
    notebook = json.loads((ROOT / "examples" / "notebook" / "first-steps.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 8
    names: dict[str, Any] = {}
    for cell in cells:
        exec(cell, names)
    assert names["squares"].first(4) == [1, 2, 3, 5] and (3, 5) in names["kernel"]


def test_all_that_is_public_has_a_docstring_and_a_stub() -> None:
    stub = (Path(filbert.__file__).parent / "_filbert.pyi").read_text(encoding="utf-8")
    for name in filbert.__all__:
        value = getattr(filbert, name)
        if not inspect.isclass(value):
            continue
        assert value.__doc__, name
        for member in vars(value):
            own = getattr(value, member)
            if member.startswith("_") or value.__module__ != "filbert" or issubclass(value, Exception):
                continue
            assert inspect.getdoc(own), f"{name}.{member}"
            assert re.search(rf"def {member}\(", stub) or name in ("Game", "ProgressBar"), f"{name}.{member}"


def test_types_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "filbert._filbert", "--ignore-disjoint-bases"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout


def test_extras_that_pages_name_are_there_and_hold_what_is_imported() -> None:
    pages = [ROOT / "python" / "README.md", ROOT / "docs" / "python.md"]
    named = [extra for page in pages for extra in re.findall(r"pip install '?[\w.]+\[(\w+)\]", page.read_text(encoding="utf-8"))]
    assert named and set(named) <= set(importlib.metadata.metadata("filbert").get_all("Provides-Extra") or [])
    required = importlib.metadata.requires("filbert") or []
    # Without an extra the wheel needs nothing.
    assert required and all("extra ==" in requirement for requirement in required)
    for extra, package in (("jupyter", "ipykernel"), ("numpy", "numpy"), ("pandas", "pandas"), ("sympy", "sympy")):
        assert any(re.match(rf"{package}\b.*extra == .{extra}", requirement) for requirement in required), extra


def test_versions_agree() -> None:
    manifests = [ROOT / "Cargo.toml", ROOT / "python" / "Cargo.toml"]
    versions = {re.search(r'^version = "(.*)"', path.read_text(encoding="utf-8"), re.M)[1] for path in manifests}  # type: ignore[index]
    assert versions == {filbert.__version__}
    assert importlib.metadata.version("filbert") == filbert.__version__
