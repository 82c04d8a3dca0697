"""A board with its marks as SVG, from a position and the points to mark. PNG is made from the SVG where the extra allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from gtp_rules.board import BLACK, WHITE, Board, Color, Geometry
from gtp_rules.board.geometry import COLUMNS
from gtp_rules.errors import RulesError
from harness.drawing.markup import Markup, Value, raw, tag

_CELL: Final = 32
_EDGE: Final = 40
_WOOD, _LINE, _BLACK, _WHITE = "#e3b878", "#4a3a20", "#111", "#fafafa"
_END: Final = raw("\n")
_FONT: Final = "DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif"
_STARS: Final = {19: (3, 9, 15), 13: (3, 6, 9), 9: (2, 4, 6)}


def board_svg(
    board: Board,
    marks: Mapping[str, Iterable[int]] = {},
    labels: Mapping[int, str] = {},
    *,
    title: str = "",
    last: int | None = None,
) -> str:
    """A picture of a board.

    Args:
        board: the position.
        marks: points by SGF property: TB and TW territory, MA crosses, TR triangles, SQ squares, CR circles; no others.
        labels: short texts on points.
        title: what the picture shows, for those who cannot see it.
        last: the point of the last move, which gets a dot.
    """
    canvas = _Canvas(board)
    canvas.grid()
    canvas.stones()
    for name, points in marks.items():
        for point in points:
            canvas.mark(name, point)
    for point, text in labels.items():
        canvas.label(point, text)
    if last is not None and board.colors[last]:
        canvas.dot(last)
    return canvas.svg(title)


class _Canvas:
    def __init__(self, board: Board) -> None:
        self._board, self._shape = board, board.geometry
        self._parts: list[Markup] = []

    def _place(self, point: int) -> tuple[int, int]:
        return place(self._shape, point)

    def _ink(self, point: int) -> str:
        return _WHITE if self._board.colors[point] == BLACK else _BLACK

    def grid(self) -> None:
        """Lines, star points and coordinates."""
        shape, out = self._shape, self._parts
        right, bottom = _EDGE + (shape.width - 1) * _CELL, _EDGE + (shape.height - 1) * _CELL
        for column in range(shape.width):
            x = _EDGE + column * _CELL
            out.append(tag("path", d=f"M{x} {_EDGE}V{bottom}"))
            out += [_text(x, y, COLUMNS[column], 13) for y in (_EDGE - 22, bottom + 24)]
        for row in range(shape.height):
            y = _EDGE + row * _CELL
            out.append(tag("path", d=f"M{_EDGE} {y}H{right}"))
            out += [_text(x, y, str(shape.height - row), 13) for x in (_EDGE - 24, right + 24)]
        for column in _STARS.get(shape.width, ()):
            for row in _STARS.get(shape.height, ()):
                x, y = self._place(shape.at(column, row))
                out.append(_disk(x, y, 3.5, _LINE))

    def stones(self) -> None:
        """All stones."""
        for color in (BLACK, WHITE):
            fill = _BLACK if color == BLACK else _WHITE
            for point in self._board.stones(color):
                x, y = self._place(point)
                self._parts.append(_disk(x, y, _CELL * 0.47, fill, "#333"))

    def mark(self, name: str, point: int) -> None:
        """One mark; unknown ones are left out."""
        draw = _MARKS.get(name)
        if draw is not None:
            x, y = self._place(point)
            self._parts.append(draw(x, y, self._ink(point)))

    def label(self, point: int, text: str) -> None:
        """A short text on a point."""
        x, y = self._place(point)
        if not self._board.colors[point]:
            self._parts.append(_disk(x, y, 11, _WOOD))
        self._parts.append(_text(x, y, text[:4], 15, self._ink(point)))

    def dot(self, point: int) -> None:
        """The last move."""
        x, y = self._place(point)
        self._parts.append(_disk(x, y, 5, "#c33"))

    def svg(self, title: str) -> str:
        """The whole picture."""
        width, height = (2 * _EDGE + (side - 1) * _CELL for side in (self._shape.width, self._shape.height))
        lines = [line for part in self._parts for line in (_END, part)]
        look: dict[str, Value] = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
        whole = tag(
            "svg",
            [_END, tag("title", title), _END, tag("rect", width=width, height=height, fill=_WOOD), _END],
            [tag("g", lines, _END, stroke=_LINE, fill="none"), _END],
            xmlns="http://www.w3.org/2000/svg",
            **look,
            role="img",
            font_family=_FONT,
            text_anchor="middle",
        )
        return f"{whole}\n"


def place(shape: Geometry, point: int) -> tuple[int, int]:
    """Where a point lies in the picture, from its upper left corner."""
    column, row = shape.place(point)
    return _EDGE + column * _CELL, _EDGE + (shape.height - 1 - row) * _CELL


def _text(x: int, y: int, text: str, size: int, ink: str = _LINE) -> Markup:
    return tag("text", text, x=x, y=y + size * 0.36, font_size=size, fill=ink, stroke="none")


def _disk(x: int, y: int, radius: float, fill: str, stroke: str = "none") -> Markup:
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke)


def _territory(color: Color) -> Callable[[int, int, str], Markup]:
    fill = _BLACK if color == BLACK else _WHITE

    def draw(x: int, y: int, _: str) -> Markup:
        return tag("rect", x=x - 4, y=y - 4, width=8, height=8, fill=fill, stroke="#333")

    return draw


def _cross(x: int, y: int, _: str) -> Markup:
    lines = f"M{x - 8} {y - 8}L{x + 8} {y + 8}M{x + 8} {y - 8}L{x - 8} {y + 8}"
    return tag("path", d=lines, stroke="#d22", stroke_width=3)


def _triangle(x: int, y: int, ink: str) -> Markup:
    return tag("path", d=f"M{x} {y - 10}L{x + 9} {y + 6}H{x - 9}Z", stroke=ink, stroke_width=2)


def _square(x: int, y: int, ink: str) -> Markup:
    return tag("rect", x=x - 8, y=y - 8, width=16, height=16, stroke=ink, stroke_width=2)


def _circle(x: int, y: int, ink: str) -> Markup:
    return tag("circle", cx=x, cy=y, r=9, stroke=ink, stroke_width=2)


_MARKS: Final[dict[str, Callable[[int, int, str], Markup]]] = {
    "TB": _territory(BLACK),
    "TW": _territory(WHITE),
    "MA": _cross,
    "TR": _triangle,
    "SQ": _square,
    "CR": _circle,
}


def png(svg: str) -> bytes:
    """The picture as PNG.

    Raises:
        RulesError: the extra ``picture`` is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise RulesError("PNG needs the extra picture: pip install 'gtp-rules[picture]'; SVG works without") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=None))
