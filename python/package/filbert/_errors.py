"""The exceptions of filbert."""

from __future__ import annotations

from typing import Optional, Tuple

Place = Optional[Tuple[int, int]]


class Error(Exception):
    """The base class of filbert's exceptions.

    ``message`` is one line; ``str`` also shows the place in the text. ``line`` and ``column`` count from 1, the column in
    characters; ``end_line`` and ``end_column`` are just after the error. ``fix`` is a correct text for this place. Each of
    them is None if it is not known.
    """

    message: str
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    fix: str | None

    def __init__(
        self, message: str, explained: str | None = None, begin: Place = None, end: Place = None, fix: str | None = None
    ) -> None:
        super().__init__(message, explained, begin, end, fix)
        self.message = message
        self.line, self.column = begin if begin else (None, None)
        self.end_line, self.end_column = end if end else (None, None)
        self.fix = fix
        self._explained = explained or message

    def __str__(self) -> str:
        return self._explained


class StatementError(Error, ValueError):
    """The statement, name or value is wrong."""


class LimitError(Error):
    """A limit was exceeded, or another thread interrupted: the answer is not known."""


class UndecidedError(Error):
    """The statement uses a name whose definition failed: the answer is not known."""


class SessionError(Error, RuntimeError):
    """The session cannot work now: it is reporting progress, was forked while busy, or has crashed."""


class InternalError(Error):
    """filbert contradicts itself: please report this."""


for _error in (Error, StatementError, LimitError, UndecidedError, SessionError, InternalError):
    _error.__module__ = "filbert"
