"""Points in SGF: column and row letters from the upper left corner; also rectangles of points."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from gtp_rules.board import Geometry
from gtp_rules.errors import BadRecord

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_POINT: Final = re.compile(r"[a-z]{2}")


def sgf_point(geometry: Geometry, point: int) -> str:
    """The SGF text of a point."""
    column, row = geometry.place(point)
    return _LETTERS[column] + _LETTERS[geometry.height - 1 - row]


def read_point(geometry: Geometry, text: str) -> int:
    """The point that an SGF text names.

    Raises:
        BadRecord: the text names no point of the board.
    """
    text = text.strip()
    if not _POINT.fullmatch(text):
        raise BadRecord(f"{text[:20]!r} is not a point")
    column, row = _LETTERS.index(text[0]), geometry.height - 1 - _LETTERS.index(text[1])
    if column >= geometry.width or row < 0:
        raise BadRecord(f"{text!r} lies outside the board of {geometry.width} × {geometry.height}")
    return geometry.at(column, row)


def read_move(geometry: Geometry, text: str) -> int | None:
    """The point of a move, or None for a pass: an empty value, and ``tt`` on boards up to 19 × 19.

    Raises:
        BadRecord: the text names no point of the board.
    """
    text = text.strip()
    if not text or (text == "tt" and max(geometry.width, geometry.height) <= 19):
        return None
    return read_point(geometry, text)


def read_points(geometry: Geometry, texts: Iterable[str]) -> list[int]:
    """The points of a list, rectangles ``aa:cc`` spelled out, in the order of the list and each once.

    Raises:
        BadRecord: a text names no point of the board, or a rectangle no two corners of one.
    """
    points: dict[int, None] = {}
    for text in texts:
        first, colon, last = text.partition(":")
        one = read_point(geometry, first)
        points.update(dict.fromkeys(_rectangle(geometry, one, read_point(geometry, last)) if colon else [one]))
    return list(points)


def _rectangle(geometry: Geometry, one: int, other: int) -> list[int]:
    (left, top), (right, bottom) = geometry.place(one), geometry.place(other)
    if right < left or top < bottom:
        raise BadRecord("a rectangle of points names its upper left and its lower right corner")
    return [geometry.at(column, row) for row in range(bottom, top + 1) for column in range(left, right + 1)]
