"""Games, defined by their rules."""

from __future__ import annotations

from ._errors import StatementError
from ._filbert import Kernel, Session, Table


class Game:
    """A game on piles: its rules say which positions are options of a position.

    ``rules`` is what stands in quotes behind ``game NAME``: the piles, ``->``, the piles of an option, ``:`` and a formula.
    ``terminal``, ``measure``, ``block`` and ``misere`` are the clauses of that command. The session knows the game by its ``name``.

    >>> nim = Game("?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)")
    >>> (5, 5) in nim.kernel(), nim.table(8)[2, 4]
    (True, 6)
    """

    def __init__(
        self,
        rules: str,
        *,
        name: str = "Game",
        terminal: str | None = None,
        measure: str | None = None,
        block: int | None = None,
        misere: bool = False,
        session: Session | None = None,
    ) -> None:
        if not name.isidentifier() or not name.isascii():
            raise StatementError(f"`{name}` is not a name for a game")
        for text in (rules, terminal, measure):
            if text is not None and '"' in text:
                raise StatementError("rules cannot contain quotes")
        clauses = [f'game {name} "{rules}"']
        if terminal is not None:
            clauses.append(f'terminal "{terminal}"')
        if block is not None:
            clauses.append(f"block {block:d}")
        if misere:
            clauses.append("misere")
        if measure is not None:
            clauses.append(f'measure "{measure}"')
        self.name = name
        self.rules = rules
        self.session = session if session is not None else Session()
        self.session.run(" ".join(clauses) + ":")
        self._kernel: Kernel | None = None

    def kernel(self) -> Kernel:
        """Find the P-positions, and prove them."""
        if self._kernel is None:
            self._kernel = self.session.kernel(self.name)
        return self._kernel

    def table(self, side: int = 18) -> Table:
        """Return the Sprague-Grundy values for piles below ``side``, computed from the moves alone."""
        return self.session.table(self.name, side)

    def __repr__(self) -> str:
        return f"<filbert.Game {self.name}: {self.rules}>"

    def _repr_html_(self) -> str:
        from . import _display

        return _display.game(self)
