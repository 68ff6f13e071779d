"""The Jupyter kernel, built on ipykernel."""

from __future__ import annotations

import re
import time
import uuid
from html import escape
from typing import Any, Callable

from ipykernel.kernelbase import Kernel
from traitlets import Float, Integer

from .. import Error, Progress, Session, StatementError, Verdict, __version__, _display
from .._filbert import Kernel as Positions
from .._filbert import inputs, is_complete

#: Seconds before progress is shown.
PATIENCE = 1.0
#: Rows that `:count` shows.
MOST_ROWS = 10_000
#: A command whose P-positions are shown when they are proved.
KERNEL = re.compile(r"kernel\s+(\w+)\s+of\s+(\w+)")

HELP = """\
Type a statement to decide it: ?msd_fib Ax Ey x=2*y
All commands of scripts work; end them with `;` or `:`: def even "?msd_fib Ey x=2*y":
Tab completes names, Shift-Tab explains them. The stop button stops only the running statement.
`help` lists the commands, `help eval` explains one.

:count NAME 0..20      values of the linear representation of `eval NAME n ..`
:explain [STATEMENT]   how this statement, or the last one, was decided
:position GAME 5,8     who wins from a position, and how
:show NAME             an automaton, a word, a numeration system, a game
:table GAME [N]        Sprague-Grundy values of piles below N"""


class FilbertKernel(Kernel):
    """Runs cells in one session."""

    implementation = "filbert"
    implementation_version = __version__
    banner = f"filbert {__version__}"
    language_info = {
        "name": "filbert",
        "version": __version__,
        "mimetype": "text/x-filbert",
        "file_extension": ".prf",
        "pygments_lexer": "filbert",
    }
    time = Float(None, allow_none=True, help="Seconds for each statement").tag(config=True)
    memory = Integer(None, allow_none=True, help="Bytes of memory for each statement").tag(config=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filbert = Session(time=self.time, memory=self.memory, progress=self._show_progress, keep_steps=True)
        self._steps = ""
        self._began = 0.0
        self._bar: str | None = None
        self._silent = False

    async def do_execute(
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: Any = None,
        allow_stdin: bool = False,
        *,
        cell_meta: Any = None,
        cell_id: Any = None,
    ) -> dict[str, Any]:
        """Runs the statements, commands and directives of a cell until one fails."""
        self._silent = silent
        try:
            for kind, text in inputs(code):
                self._began = time.monotonic()
                for answer in self._answers(kind, text):
                    self._show(answer)
        except Error as error:
            return self._failed(type(error).__name__, error.message, str(error))
        except KeyboardInterrupt:
            return self._failed("KeyboardInterrupt", "", "interrupted; earlier definitions are kept")
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def _answers(self, kind: str, text: str) -> list[Any]:
        if kind == "statement":
            return [*self._recorded(lambda: [self.filbert.answer(text)]), *self._lints()]
        if kind == "commands":
            answers = self._recorded(lambda: self.filbert.run(text))
            shown = [shown for answer in answers for shown in (answer, self._board_of(answer))]
            return [*shown, *self._lints()]
        word, _, argument = text.partition(" ")
        if word == "explain":
            return self._explain(argument.strip())
        directive = DIRECTIVES.get(word)
        if directive is None:
            known = ", ".join(f"`:{name}`" for name in sorted(("explain", *DIRECTIVES)))
            raise StatementError(f"unknown directive `:{word}`: {known}")
        return [directive(self.filbert, argument.strip())]

    def _recorded(self, answered: Callable[[], list[Any]]) -> list[Any]:
        """The answers; how they were found is kept for `:explain`."""
        # What directives did is of no interest.
        self.filbert.steps()
        self.filbert.lints()
        self._steps = ""
        try:
            answers = answered()
        except Error:
            self._steps = self.filbert.steps()
            raise
        self._steps = self.filbert.steps()
        return answers

    def _explain(self, statement: str) -> list[Any]:
        answers = self._recorded(lambda: [self.filbert.answer(statement)]) if statement else []
        steps = self._steps or "no automaton was built or searched"
        return [*answers, Shown(steps, f'<pre style="overflow-x:auto">{escape(steps)}</pre>')]

    def _lints(self) -> list[Any]:
        """What lints found where there is no verdict to say it."""
        return [Shown(str(found).rstrip(), _display.lint(found)) for found in self.filbert.lints()]

    def _board_of(self, answer: Any) -> Any:
        """The P-positions that a command `kernel` proved."""
        command = KERNEL.match(answer.statement) if isinstance(answer, Verdict) and answer else None
        if command is None:
            return None
        name, game = command.groups()
        positions = self.filbert.function(name)
        return Shown(plain(positions), _display.kernel_of(game, positions))

    def _show(self, answer: Any) -> None:
        if answer is None or self._silent:
            return
        data = {"text/plain": answer if isinstance(answer, str) else plain(answer)}
        if not isinstance(answer, str):
            data["text/html"] = answer._repr_html_()
            svg = getattr(answer, "_repr_svg_", lambda: None)()
            if svg:
                data["image/svg+xml"] = svg
        self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}, "transient": {}})

    def _failed(self, name: str, message: str, explained: str) -> dict[str, Any]:
        error = {"ename": name, "evalue": message, "traceback": explained.splitlines()}
        if not self._silent:
            self.send_response(self.iopub_socket, "error", error)
        return {"status": "error", "execution_count": self.execution_count, **error}

    def _show_progress(self, progress: Progress | None) -> None:
        if self._silent or (self._bar is None and time.monotonic() - self._began < PATIENCE):
            return
        if progress is None:
            if self._bar is not None:
                self._update_bar("", "")
                self._bar = None
            return
        shown = progress.step or progress.statement
        line = f"{progress.seconds:.0f} s, {progress.states} states: {shown}"
        self._update_bar(line, f"<code>{escape(line)}</code>")

    def _update_bar(self, line: str, page: str) -> None:
        kind = "update_display_data"
        if self._bar is None:
            self._bar, kind = uuid.uuid4().hex, "display_data"
        content = {
            "data": {"text/plain": line, "text/html": page},
            "metadata": {},
            "transient": {"display_id": self._bar},
        }
        self.send_response(self.iopub_socket, kind, content)

    async def do_is_complete(self, code: str) -> dict[str, Any]:
        """Whether a console sends what is typed."""
        if is_complete(code):
            return {"status": "complete"}
        return {"status": "incomplete", "indent": ""}

    async def do_complete(self, code: str, cursor_pos: int | None) -> dict[str, Any]:
        """What Tab offers."""
        cursor = len(code) if cursor_pos is None else cursor_pos
        start, end, found = self.filbert.complete(code, cursor)
        return {"status": "ok", "matches": found, "cursor_start": start, "cursor_end": end, "metadata": {}}

    async def do_inspect(
        self, code: str, cursor_pos: int | None, detail_level: int = 0, omit_sections: Any = ()
    ) -> dict[str, Any]:
        """What Shift-Tab says."""
        cursor = len(code) if cursor_pos is None else cursor_pos
        said = self.filbert.inspect(code, cursor)
        data = {} if said is None else {"text/plain": said, "text/markdown": said}
        return {"status": "ok", "found": said is not None, "data": data, "metadata": {}}

    async def do_shutdown(self, restart: bool) -> dict[str, Any]:
        """Ends the session; a new one begins if the kernel goes on."""
        self.filbert.interrupt()
        return {"status": "ok", "restart": restart}


def plain(answer: Any) -> str:
    """An answer as text."""
    if isinstance(answer, Verdict):
        return "\n".join([str(answer), *(str(found).rstrip() for found in answer.lints)])
    first = getattr(answer, "first", None)
    if first is None:
        return str(answer)
    names = answer.piles if isinstance(answer, Positions) else answer.tracks
    return f"{answer}\n{_display.listed(names, first(_display.SHOWN + 1))}"


class Shown:
    """A text, and its page."""

    def __init__(self, text: str, page: str) -> None:
        self.text = text
        self.page = page

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.page


def _show_name(session: Session, argument: str) -> Any:
    if not argument:
        raise StatementError("usage: :show NAME")
    name = argument.lstrip("$.")
    if not name.isidentifier() and not name.isalnum():
        return session.answer(argument)
    kinds: list[Callable[[str], Any]] = [session.function, session.word, session.system, session.kernel]
    if argument.startswith("$"):
        kinds = kinds[:1]
    elif argument.startswith("."):
        kinds = kinds[1:2]
    for kind in kinds:
        try:
            found = kind(name)
        except StatementError:
            continue
        if kind == session.system:
            first = [(n, "".join(map(str, found.represent(n)))) for n in range(_display.SHOWN)]
            lines = "\n".join(f"{n:>4}  {digits}" for n, digits in first)
            return Shown(f"{found.name}\n{lines}", f"<b>{escape(found.name)}</b>" + _display.rows(["n", "digits"], first))
        return found
    raise StatementError(f"no function, word, numeration system or game `{argument}`")


def _position(session: Session, argument: str) -> Any:
    game, _, written = argument.partition(" ")
    try:
        position = tuple(int(pile) for pile in written.replace("(", "").replace(")", "").split(","))
    except ValueError:
        raise StatementError("usage: :position GAME 5,8") from None
    kernel = session.kernel(game)
    if position in kernel:
        return Shown("P", "<b>P</b>: the player to move loses")
    moves = kernel.winning_moves(position)
    text = "N\n" + "\n".join(_display.assigned(kernel.piles, option) for option in moves)
    return Shown(text, "<b>N</b>: the player to move wins" + _display.rows(kernel.piles, moves))


def _table(session: Session, argument: str) -> Any:
    game, _, side = argument.partition(" ")
    if not game or (side and not side.strip().isdecimal()):
        raise StatementError("usage: :table GAME [N]")
    return session.table(game, int(side) if side else 18)


def _count(session: Session, argument: str) -> Any:
    name, *ranges = argument.split()
    if len(ranges) != 1:
        raise StatementError("usage: :count NAME 0..20")
    first, dots, last = ranges[0].partition("..")
    try:
        low, high = int(first), int(last.removeprefix("=")) if dots else int(first)
    except ValueError:
        raise StatementError("usage: :count NAME 0..20") from None
    if not 0 <= high - low < MOST_ROWS:
        raise StatementError(f"a table has 1 to {MOST_ROWS} rows")
    linear = session.linear_representation(name)
    lines = [(n, linear(n)) for n in range(low, high + 1)]
    heads = [linear.variables[0], name]
    text = "\n".join(f"{n}\t{value}" for n, value in [heads, *lines])
    return Shown(text, _display.rows(heads, lines))


def _help(session: Session, argument: str) -> Any:
    return HELP


DIRECTIVES: dict[str, Callable[[Session, str], Any]] = {
    "count": _count,
    "help": _help,
    "position": _position,
    "show": _show_name,
    "table": _table,
}
