"""What scripts mean: the module makes of the vectors in tests/language/ what stands there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import filbert
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "language"))
from vectors import Vector, vectors  # noqa: E402

ALL = vectors()

#: Commands that say something.
STATEMENTS = ("theorem", "refute", "cover", "kernel", "guess", "grundy", "outcomes", "redundant", "eval")


def session_of(vector: Vector) -> filbert.Session:
    return filbert.Session(states=vector.states)


def placed(vector: Vector, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vector.write(folder)
    monkeypatch.chdir(folder)


@pytest.mark.parametrize("vector", [one for one in ALL if one.is_decided()], ids=lambda one: one.name)
def test_a_script_without_failures_has_its_verdicts(
    vector: Vector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(vector, tmp_path, monkeypatch)
    answers = session_of(vector).run(vector.main)
    found = ["TRUE" if answer else "FALSE" for answer in answers if isinstance(answer, filbert.Verdict)]
    assert found == [statement.verdict for statement in vector.statements]


@pytest.mark.parametrize("vector", [one for one in ALL if not one.is_decided()], ids=lambda one: one.name)
def test_a_script_with_failures_is_an_error(vector: Vector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    placed(vector, tmp_path, monkeypatch)
    with pytest.raises(filbert.Error):
        session_of(vector).run(vector.main)


def in_lines(vector: Vector) -> list[str]:
    """The commands of a script that has one on each line; none if it has not."""
    text = vector.main
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    whole = re.compile(r'[a-z]\w*(\s+[^\s"#]+|\s*"[^"#]*")*\s*[:;]\s*')
    is_plain = "\r" not in text and text.isascii() and all(map(whole.fullmatch, lines))
    return lines if is_plain else []


@pytest.mark.parametrize("vector", [one for one in ALL if in_lines(one)], ids=lambda one: one.name)
def test_command_by_command_no_verdict_is_that_of_an_older_meaning(
    vector: Vector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(vector, tmp_path, monkeypatch)
    session, waiting = session_of(vector), list(vector.statements)
    for line in in_lines(vector):
        keyword, answers, why = line.split()[0].rstrip(":;"), [], ""
        try:
            answers = session.run(line)
        except filbert.Error as error:
            why = str(error)
        if keyword in ("quit", "exit"):
            break
        verdicts = [answer for answer in answers if isinstance(answer, filbert.Verdict)]
        name = line.split()[1].rstrip(":;") if len(line.split()) > 1 else ""
        is_next = waiting and waiting[0].name.split()[-1] in (name, str(vector.main.split("\n").index(line) + 1))
        if keyword not in STATEMENTS or not is_next:
            assert not verdicts, line
            continue
        expected = waiting.pop(0)
        if expected.verdict in ("TRUE", "FALSE"):
            assert [str(bool(verdict)).upper() for verdict in verdicts] == [expected.verdict], f"{line}: {why}"
        else:
            # At a prompt a file that is missing leaves names as they are.
            is_prompt = any(word in vector.main for word in ("include", "load", "use"))
            assert is_prompt or (not verdicts and why), line
            if expected.verdict == "UNKNOWN" and not is_prompt:
                assert f"{expected.undecided}`" in why and "left undecided" in why, f"{line}: {why}"
    assert not waiting or "quit" in vector.main
