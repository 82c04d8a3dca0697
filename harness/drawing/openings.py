"""A solved position as a board: on each point what a first move there leads to."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

import msgspec

from gtp_rules.board import Geometry
from gtp_rules.board.geometry import COLUMNS
from harness.drawing.markup import Markup, Value, tag
from harness.drawing.sheet import EDGE, INK, LINE, PAPER, SHADE, SOFT, TOP, fitted, sheet, stroke, words

_CELL, _RIM, _ABOVE = 54, 44, TOP + 26
_LEAST: Final = 460
"""Pixels that a title and the lines below the board need."""
_LINE_HIGH: Final = 16


class First(msgspec.Struct, frozen=True):
    """A first move and what it leads to with best play, Black less White: a value, or two bounds."""

    move: str
    value: int | None
    lower: int
    upper: int


class Solved(msgspec.Struct, frozen=True):
    """What ``gtp-harness solve --json --openings`` says, as far as it is drawn. See `harness.solve.solving.Solution`."""

    ruleset: str
    size: str
    black: list[str]
    white: list[str]
    to_move: str
    value: int | None
    lower: int
    upper: int
    exact: bool
    repetition: str
    openings: list[First]


def openings_svg(solved: Solved) -> Markup:
    """The picture. Best first moves are framed; where no number stands, no move is allowed.

    Raises:
        BadVertex: a point is not on the board.
        ValueError: the size is none, or a stone stands on another.
    """
    columns, rows = (int(side) for side in solved.size.split("x"))
    if not (1 <= columns <= 25 and 1 <= rows <= 25):
        raise ValueError(f"no board is {solved.size[:20]}")
    shape = Geometry(columns, rows)
    wide = 2 * _RIM + (columns - 1) * _CELL
    width = max(_LEAST, wide + 2 * EDGE)
    left, bottom = (width - wide) / 2 + _RIM, _ABOVE + (rows - 1) * _CELL
    body = [*_lines(shape, left), *_stones(solved, shape, left), *_numbers(solved, shape, left)]
    foot = _foot(solved, width)
    texts = [
        words(EDGE, bottom + 60 + index * _LINE_HIGH, line, fill=SOFT if index else INK) for index, line in enumerate(foot)
    ]
    side = "Black" if solved.to_move == "black" else "White"
    title = f"{solved.ruleset} on {columns}×{rows}, {side} to move: {_result(solved)}"
    height = int(bottom + 60 + len(foot) * _LINE_HIGH)
    note = "Black − White after each first move and best play, no komi"
    told = "; ".join(f"{each.move} {_text(each)}" for each in solved.openings)
    return sheet(width, height, title, [note], [body, texts], told=told)


def _foot(solved: Solved, width: int) -> list[str]:
    """The lines below the board: the pass, what the frames mean, how repetition was treated."""
    passes = [each for each in solved.openings if each.move == "pass"]
    told = [f"pass: {_text(each)}{' (best)' if _best(each, solved) else ''}" for each in passes]
    columns, rows = (int(side) for side in solved.size.split("x"))
    missing = len(solved.openings) - len(passes) + len(solved.black) + len(solved.white) < columns * rows
    framed = "framed: best" if solved.value is not None else "framed: no bound given up"
    legend = [framed, *told, *(["no number: not allowed"] if missing else [])]
    most = int((width - 2 * EDGE) / 6.7)
    own = "" if solved.exact else "; not under the ruleset’s own ban" if solved.value is not None else ""
    return [" · ".join(legend), *wrap(f"Repetition: {solved.repetition}{own}"[:600], most)]


def _result(solved: Solved) -> str:
    if solved.value is None:
        return f"{_margin(solved.lower)} to {_margin(solved.upper)}"
    return _margin(solved.value)


def _margin(value: int) -> str:
    return "0" if not value else f"{'B' if value > 0 else 'W'}+{abs(value)}"


def _text(first: First) -> str:
    """A value with its sign, or its bounds."""
    if first.value is not None:
        return _signed(first.value)
    return f"{_signed(first.lower)}…{_signed(first.upper)}"


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def _best(first: First, solved: Solved) -> bool:
    """Whether a move keeps what the side to move has."""
    if solved.value is not None:
        return first.value == solved.value
    return (first.lower, first.upper) == (solved.lower, solved.upper)


def _place(shape: Geometry, left: float, point: int) -> tuple[float, float]:
    column, row = shape.place(point)
    return left + column * _CELL, _ABOVE + (shape.height - 1 - row) * _CELL


def _lines(shape: Geometry, left: float) -> list[Markup]:
    """The lines of the board, with their names on two sides."""
    right, top = left + (shape.width - 1) * _CELL, _ABOVE
    bottom = top + (shape.height - 1) * _CELL
    found = []
    for column in range(shape.width):
        x = left + column * _CELL
        found.append(stroke(f"M{x:.1f} {top}V{bottom}", LINE))
        found.append(words(x, bottom + 38, COLUMNS[column], fill=SOFT, text_anchor="middle"))
    for row in range(shape.height):
        y = top + row * _CELL
        found.append(stroke(f"M{left:.1f} {y}H{right:.1f}", LINE))
        found.append(words(left - 32, y + 4, str(shape.height - row), fill=SOFT, text_anchor="end"))
    return found


def _stones(solved: Solved, shape: Geometry, left: float) -> list[Markup]:
    """The stones that stand there before the move."""
    taken: set[int] = set()
    found = []
    for vertices, fill in ((solved.black, INK), (solved.white, PAPER)):
        for vertex in vertices:
            point = shape.point(vertex)
            if point in taken:
                raise ValueError(f"two stones stand on {vertex}")
            taken.add(point)
            x, y = _place(shape, left, point)
            found.append(tag("circle", cx=x, cy=y, r=_CELL * 0.46, fill=fill, stroke=INK, stroke_width=1.2))
    return found


def _numbers(solved: Solved, shape: Geometry, left: float) -> list[Markup]:
    """A number on each point where a move is allowed; the best ones in frames."""
    found = []
    for first in solved.openings:
        if first.move == "pass":
            continue
        x, y = _place(shape, left, shape.point(first.move))
        best = _best(first, solved)
        half = 20.0
        fill, line, thick = (PAPER, INK, 2.4) if best else (SHADE, LINE, 0.6)
        look: dict[str, Value] = {"fill": fill, "stroke": line, "stroke_width": thick}
        found.append(tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=5, **look))
        text, size = _text(first), 16 if first.value is not None else 10
        lines = [text] if first.value is not None else [_signed(first.lower), f"…{_signed(first.upper)}"]
        weight = "bold" if best else None
        for index, line in enumerate(lines):
            base = y + size * 0.36 + (index - (len(lines) - 1) / 2) * (size + 3)
            found.append(fitted(x, base, line, 2 * half + 14, size, text_anchor="middle", font_weight=weight))
    return found
