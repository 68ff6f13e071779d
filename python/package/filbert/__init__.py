"""Decide statements about numbers in numeration systems, and find the P-positions of games.

    >>> import filbert
    >>> filbert.decide("?msd_fib Ax Ey x=2*y")
    <filbert.Verdict FALSE: x = 1>

A ``Session`` remembers your definitions; each function here uses a new one.
"""

from __future__ import annotations

from ._errors import Error, InternalError, LimitError, SessionError, StatementError, UndecidedError
from ._filbert import (
    Explored,
    Kernel,
    Language,
    LinearRepresentation,
    Lint,
    NumerationSystem,
    Progress,
    Relation,
    Session,
    Table,
    Verdict,
    Word,
    __version__,
)
from ._game import Game
from ._progress import ProgressBar

__all__ = [
    "Error",
    "Explored",
    "Game",
    "InternalError",
    "Kernel",
    "Language",
    "LimitError",
    "LinearRepresentation",
    "Lint",
    "NumerationSystem",
    "Progress",
    "ProgressBar",
    "Relation",
    "Session",
    "SessionError",
    "StatementError",
    "Table",
    "UndecidedError",
    "Verdict",
    "Word",
    "__version__",
    "answer",
    "decide",
    "explore",
    "kernel",
    "relation",
    "system",
    "word",
]


def decide(statement: str, *, time: float | None = None, memory: int | None = None) -> Verdict:
    """Decide a closed statement, with a limit of ``time`` in seconds and ``memory`` in bytes.

    >>> bool(decide("?msd_fib En n>0 & Ai Et t<n & F[i+t]!=F[i+t+n]"))
    True
    """
    return Session(time=time, memory=memory).decide(statement)


def relation(statement: str, *, time: float | None = None, memory: int | None = None) -> Relation:
    """Return the solutions of a statement, with a limit of ``time`` in seconds and ``memory`` in bytes.

    >>> relation("?msd_trib x+y=z").states
    149
    """
    return Session(time=time, memory=memory).relation(statement)


def answer(
    statement: str, *, time: float | None = None, memory: int | None = None
) -> Verdict | Relation | Language:
    """Answer a statement: with a verdict if it is closed, otherwise with its solutions.

    >>> answer("x<3").first(10)
    [0, 1, 2]
    """
    return Session(time=time, memory=memory).answer(statement)


def system(name: str) -> NumerationSystem:
    """Return the numeration system of this name.

    >>> system("fib").represent(100)
    [1, 0, 0, 0, 0, 1, 0, 1, 0, 0]
    """
    return Session().system(name)


def word(name: str) -> Word:
    """Return a word that filbert ships.

    >>> word("F").prefix(8)
    [0, 1, 0, 0, 1, 0, 1, 0]
    """
    return Session().word(name)


def kernel(game: str) -> Kernel:
    """Return the P-positions of a game that filbert ships.

    >>> kernel("K2").states
    28
    """
    return Session().kernel(game)


def explore(name: str, within: float = 60.0) -> Explored:
    """Look for facts about a word or a game that filbert ships, for ``within`` seconds at most, and prove them.

    >>> explore("K0").facts[0]
    ('b(n) = n + a(n).', 'theorem b "?msd_fib An,x,y ($a(n,x) & $b(n,y)) => y=n+x":')
    """
    return Session().explore(name, within)
