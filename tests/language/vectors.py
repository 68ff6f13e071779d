"""Reads the vectors of this folder, as its README says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass
class Statement:
    """A statement and what is said of it: TRUE, FALSE, UNKNOWN, LIMIT or ERROR, and of what is UNKNOWN the name and the line."""

    name: str
    verdict: str
    undecided: str = ""
    line: int = 0
    otherwise: str = ""


@dataclass
class Vector:
    """A script, the files that it names, and what is said of it."""

    name: str
    files: dict[str, str] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    states: int | None = None
    undecided_names: bool = False

    @property
    def main(self) -> str:
        """The script."""
        return self.files["main.prf"]

    def is_decided(self) -> bool:
        """Whether nothing is wrong with it."""
        verdicts = all(statement.verdict in ("TRUE", "FALSE") for statement in self.statements)
        return verdicts and not self.refused and not self.undecided_names

    def write(self, folder: Path) -> Path:
        """Writes its files into a folder, and says where the script is."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        return folder / "main.prf"


def with_ends(text: str, how: str) -> str:
    """A text whose line ends are others, or which has escapes."""
    if how != "escaped":
        return text.replace("\n", {"": "\n", "crlf": "\r\n", "cr": "\r"}[how])
    known = {"n": "\n", "r": "\r", "t": "\t", "\n": "", "\\": "\\"}

    def character(found: re.Match[str]) -> str:
        return chr(int(found[2], 16)) if found[2] else known[found[1]]

    return re.sub(r"\\(u\{([0-9a-f]+)\}|.)", character, text, flags=re.S)


def statement(words: list[str]) -> Statement:
    """The statement of a line of expectations."""
    at = next(i for i, word in enumerate(words) if word in ("TRUE", "FALSE", "UNKNOWN", "LIMIT", "ERROR"))
    found = Statement(" ".join(words[:at]), words[at])
    rest = words[at + 1 :]
    if found.verdict == "UNKNOWN":
        found.undecided = rest[0]
    if "at" in rest:
        found.line = int(rest[rest.index("at") + 1])
    if "else" in rest:
        found.otherwise = rest[rest.index("else") + 1]
    return found


def read(path: Path) -> Vector:
    """The vector of a file."""
    vector = Vector(path.stem)
    for section in path.read_bytes().decode().split("\n=== ")[1:]:
        head, _, body = section.partition("\n")
        body = body if not body or body.endswith("\n") else body + "\n"
        name, _, how = head.partition(" ")
        if name != "expect":
            vector.files[name] = with_ends(body, how)
            continue
        for line in body.splitlines():
            words = line.split("#")[0].split()
            if words[:1] == ["statement"]:
                vector.statements.append(statement(words[1:]))
            elif words[:1] == ["refused"]:
                vector.refused.append((int(words[1].split("..")[0]), words[-1] if "in" in words else "main.prf"))
            elif words[:1] == ["states"]:
                vector.states = int(words[1])
            elif words[:1] == ["name"]:
                vector.undecided_names |= "undecided" in words
    return vector


def vectors() -> list[Vector]:
    """All of them, in the order of their names."""
    return [read(path) for path in sorted(FOLDER.glob("*.txt"))]
