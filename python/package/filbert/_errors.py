"""Why there is no answer."""

from __future__ import annotations

from typing import Optional, Tuple

Place = Optional[Tuple[int, int]]


class Error(Exception):
    """Every exception of filbert.

    ``message`` is one line; ``str`` shows the place in the text as well. ``line`` and ``column`` count from 1, the column
    in characters; ``end_line`` and ``end_column`` are behind the last character that is wrong. ``fix`` is what would be
    right. All of these are None where they are not known.
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
    """What was given means nothing, or not what is needed here."""


class LimitError(Error):
    """A limit was passed, or another thread interrupted: the answer is not known."""


class UndecidedError(Error):
    """A name was looked up whose definition failed, and no later one succeeded: the answer is not known."""


class SessionError(Error, RuntimeError):
    """The session cannot work now: it is shown progress of, was forked, or has ended by a defect."""


class InternalError(Error):
    """filbert contradicts itself: please report it."""


for _error in (Error, StatementError, LimitError, UndecidedError, SessionError, InternalError):
    _error.__module__ = "filbert"
