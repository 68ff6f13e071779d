"""What notebooks show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterable, Sequence

from ._filbert import Kernel, Language, LinearRepresentation, Lint, Relation, Table, Verdict, Word

if TYPE_CHECKING:
    from ._game import Game

#: Tuples, and letters of a word, below a picture.
SHOWN = 12
#: Rows and columns of a matrix that is shown.
WIDEST = 12
_CELL = 'style="text-align:right"'


def html(value: Any) -> str:
    """An object of filbert as HTML."""
    if isinstance(value, Verdict):
        return _verdict(value)
    if isinstance(value, Relation):
        return _page(f"<b>{escape(', '.join(value.tracks))}</b> in {_systems(value)}: {_states(value)}",
                     _picture(value), _tuples(value))
    if isinstance(value, Language):
        return _page(f"words <b>{escape(', '.join(value.tracks))}</b>: {_states(value)}", _picture(value))
    if isinstance(value, Word):
        one = len(value.systems) == 1
        letters = " ".join(map(str, value.prefix(64))) + " ..." if one else ""
        return _page(f"a word in {_systems(value)}: {_states(value)}", _picture(value), escape(letters))
    if isinstance(value, Kernel):
        return kernel_of(value.game, value.positions)
    if isinstance(value, Table):
        title = f"Sprague-Grundy values of <b>{escape(value.game)}</b>: {escape(', '.join(value.piles))} below {value.side}"
        return _page(title, value.to_svg() or _row_of(value))
    if isinstance(value, LinearRepresentation):
        return _linear(value)
    return f"<pre>{escape(repr(value))}</pre>"


def game(value: Game) -> str:
    """A game with its first values, if it has such."""
    from ._errors import Error

    try:
        shown = html(value.table(10))
    except Error:
        shown = ""
    return _page(f"game <b>{escape(value.name)}</b>: <code>{escape(value.rules)}</code>", shown)


def kernel_of(game: str, positions: Relation) -> str:
    """The P-positions of a game, with their board if they have one."""
    board = positions.to_board(24) if 1 <= len(positions.tracks) <= 3 else ""
    return _page(f"P-positions of <b>{escape(game)}</b>: {_states(positions)}", board, _tuples(positions))


def listed(names: Sequence[str], found: Sequence[Any]) -> str:
    """The first tuples in one line, under their names: ``(p, q) = (0, 0), (1, 2), ...``."""
    if not found:
        return "empty"
    shown = ", ".join(map(_shortened, found[:SHOWN]))
    return f"{_tuple(names)} = {shown}" + (", ..." if len(found) > SHOWN else "")


def assigned(names: Sequence[str], values: Sequence[object]) -> str:
    """One tuple: ``p = 12, q = 20``."""
    return ", ".join(f"{name} = {_shortened(value)}" for name, value in zip(names, values))


def rows(heads: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    """A table."""
    head = "".join(f"<th {_CELL}>{escape(cell)}</th>" for cell in heads)
    body = "".join(
        "<tr>" + "".join(f"<td {_CELL}>{escape(str(cell))}</td>" for cell in line) + "</tr>" for line in lines
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _verdict(value: Verdict) -> str:
    # `redundant` says SOME or NONE, `guess` GUESS, which are neither good nor bad.
    word = str(value).partition(":")[0]
    colour = {"TRUE": "#186a3b", "FALSE": "#a93226"}.get(word, "#333333")
    said = f'<b style="color:{colour}">{word}</b>'
    remarks = [lint(one) for one in value.lints]
    remarks += [f"rests on the guess <code>${name}</code>, which is not proved" for name in value.guesses]
    if not value.example:
        return _page(said, *remarks) if remarks else f'<div class="filbert">{said}</div>'
    kind = "witness" if value else "counterexample"
    tables: dict[tuple[str, ...], list[list[str]]] = {}
    for example in value.examples:
        tables.setdefault(tuple(example), []).append([_shortened(number) for number in example.values()])
    return _page(f"{said}, {kind}:", *(rows(names, lines) for names, lines in tables.items()), *remarks)


def lint(value: Lint) -> str:
    """What may not mean what its writer thinks."""
    advice = f"<br>{_prose(value.fix)}" if value.fix else ""
    place = f"line {value.line}, column {value.column}"
    return f'<span style="color:#8a5a00"><b>{value.name}</b> ({place}): {_prose(value.message)}{advice}</span>'


def _prose(text: str) -> str:
    """A message, in which code stands between backquotes."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def _shortened(value: object) -> str:
    # Python refuses to write very long integers.
    if isinstance(value, int) and value.bit_length() > 10_000:
        return f"an integer of {value.bit_length()} bits"
    return _tuple(list(map(_shortened, value))) if isinstance(value, tuple) else str(value)


def _tuple(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else "(" + ", ".join(parts) + ")"


def _page(*parts: str) -> str:
    return '<div class="filbert">' + "".join(f"<div>{part}</div>" for part in parts if part) + "</div>"


def _states(value: Any) -> str:
    return f"{value.states} state{'' if value.states == 1 else 's'}"


def _systems(value: Any) -> str:
    names = [system.name for system in value.systems]
    return escape(names[0] if len(set(names)) == 1 else ", ".join(names))


def _picture(value: Any) -> str:
    return value._repr_svg_() or ""


def _tuples(value: Relation) -> str:
    return escape(listed(value.tracks, value.first(SHOWN + 1)))


def _row_of(value: Table) -> str:
    return rows([value.piles[0], *map(str, range(value.side))], [["value", *(value[n] for n in range(value.side))]])


def _linear(value: LinearRepresentation) -> str:
    title = f"counts by <b>{escape(', '.join(value.variables))}</b> in {_systems(value)}: dimension {value.dimension}"
    if value.dimension > WIDEST:
        return _page(title)
    matrix = '<td style="vertical-align:top">{}<br>{}</td>'
    parts = [matrix.format("v", _grid([value.row]))]
    parts += [matrix.format("M" + str(list(letter)), _grid(lines)) for letter, lines in value.matrices.items()]
    parts.append(matrix.format("w", _grid([[entry] for entry in value.column])))
    return _page(title, f"<table><tr>{''.join(parts)}</tr></table>")


def _grid(lines: Iterable[Iterable[object]]) -> str:
    body = "".join("<tr>" + "".join(f"<td {_CELL}>{escape(str(x))}</td>" for x in line) + "</tr>" for line in lines)
    return f"<table>{body}</table>"
