"""The sheet of a figure: white, black ink, a title, a line below it, fonts that every system has. It is whole by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from harness.console import printable
from harness.drawing.markup import Content, Markup, Value, tag

INK: Final = "#111111"
SOFT: Final = "#555555"
LINE: Final = "#999999"
GRID: Final = "#e2e2e2"
PAPER: Final = "#ffffff"
SHADE: Final = "#f1f1f1"
FONT: Final = "DejaVu Sans, Liberation Sans, Arial, Helvetica, Noto Sans CJK SC, sans-serif"
EDGE: Final = 16
"""Pixels between the edge of a sheet and what is on it."""
TOP: Final = 64
"""Pixels that the title and the line below it take."""
_LETTER: Final = 0.53
_BOLDER: Final = 1.15
"""Width of a letter of the usual fonts in font sizes, on the safe side, and how much wider bold ones are."""


def sheet(width: int, height: int, title: str, notes: Sequence[str], body: Content, *, told: str = "") -> Markup:
    """A figure.

    Args:
        width: in pixels.
        height: in pixels.
        title: what it shows; may hold anything.
        notes: one or two lines below the title: the board, the number of games.
        body: what is drawn.
        told: the same in words for those who cannot see it, behind the title.
    """
    said = shortened(printable(f"{title}. {told}" if told else title), 1000)
    most = _fitting(width - 2 * EDGE, 15 * _BOLDER)
    lines = [
        words(EDGE, TOP - 18 + 16 * index, shortened(note, _fitting(width - 2 * EDGE, 12)), fill=SOFT)
        for index, note in enumerate(notes)
    ]
    return tag(
        "svg",
        tag("title", said),
        tag("rect", width=width, height=height, fill=PAPER),
        words(EDGE, 28, shortened(title, most), 15, font_weight="bold"),
        lines,
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
        font_size=12,
        fill=INK,
    )


def _fitting(width: float, size: float) -> int:
    """How many letters of a size surely have room in a width."""
    return max(1, int(width / (size * _LETTER)))


def words(x: float, y: float, text: Content, size: int = 12, /, **more: Value) -> Markup:
    """A text; `y` is its base line."""
    return tag("text", text, x=float(x), y=float(y), font_size=None if size == 12 else size, **more)


def fitted(x: float, y: float, text: str, width: float, size: int = 12, /, **more: Value) -> Markup:
    """A text that is cut where it would be wider than this."""
    return words(x, y, shortened(text, _fitting(width, size)), size, **more)


def stroke(path: str, color: str = INK, width: float = 1, **more: Value) -> Markup:
    """A line without filling."""
    return tag("path", d=path, stroke=color, stroke_width=None if width == 1 else float(width), fill="none", **more)


def shortened(text: str, most: int) -> str:
    """A text of at most so many letters, the last one an ellipsis where it was cut."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def halo() -> dict[str, Value]:
    """What makes a text readable on top of lines."""
    return {"stroke": PAPER, "stroke_width": 3, "paint_order": "stroke", "stroke_linejoin": "round"}
