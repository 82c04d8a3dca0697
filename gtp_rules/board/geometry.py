"""Colors, points and vertices.

A point is an ``int``: row-major from the lower left corner, so A1 is 0, B1 is 1, and the order of points is the order
A1, B1, … of the rules. A vertex is the text of a point in GTP (``D4``; the letter I is not used).
"""

from __future__ import annotations

import random
from enum import IntEnum
from functools import cache
from typing import Final

from gtp_rules.errors import BadVertex

EMPTY: Final = 0
COLUMNS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_SIZE: Final = len(COLUMNS)
_KEY_BITS: Final = 96  # two different positions of one game share a key with a chance below 1e-20


class Color(IntEnum):
    """The two sides; the values are the ones that stand in ``Board.colors``."""

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other side."""
        return _OPPONENT[self]

    @property
    def letter(self) -> str:
        """``B`` or ``W``, as in GTP and SGF."""
        return "BW"[self - 1]

    @property
    def word(self) -> str:
        """``black`` or ``white``."""
        return self.name.lower()


BLACK: Final = Color.BLACK
WHITE: Final = Color.WHITE
_OPPONENT: Final = {Color.BLACK: Color.WHITE, Color.WHITE: Color.BLACK}


class Geometry:
    """A rectangle of 1×1 to 25×25 points: neighbors, vertices and Zobrist numbers. Get one from `geometry`.

    Attributes:
        width: columns.
        height: rows.
        size: number of points.
        neighbors: for each point the points one line away, in ascending order.
        zobrist: ``zobrist[color][point]``, a random number of 96 bits for each stone.
    """

    __slots__ = ("height", "neighbors", "size", "width", "zobrist")

    def __init__(self, width: int, height: int) -> None:
        if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
            raise ValueError(f"a board has 1 to {MAX_SIZE} columns and rows, not {width} × {height}")
        self.width, self.height, self.size = width, height, width * height
        self.neighbors = tuple(self._around(point) for point in range(self.size))
        numbers = random.Random(f"{width}x{height}")  # noqa: S311 - fixed keys, so that runs can be compared
        self.zobrist = tuple(
            tuple(numbers.getrandbits(_KEY_BITS) if color else 0 for _ in range(self.size)) for color in range(3)
        )

    def _around(self, point: int) -> tuple[int, ...]:
        row, column = divmod(point, self.width)
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(r * self.width + c for r, c in around if 0 <= r < self.height and 0 <= c < self.width)

    def at(self, column: int, row: int) -> int:
        """The point in this column and row, both counted from 0 at the lower left."""
        return row * self.width + column

    def place(self, point: int) -> tuple[int, int]:
        """Column and row of a point, both counted from 0 at the lower left."""
        row, column = divmod(point, self.width)
        return column, row

    def vertex(self, point: int) -> str:
        """The GTP text of a point, in upper case."""
        row, column = divmod(point, self.width)
        return f"{COLUMNS[column]}{row + 1}"

    def vertices(self, points: object) -> list[str]:
        """The GTP texts of some points, in the order of the points."""
        return [self.vertex(point) for point in sorted(points)]  # type: ignore[call-overload]

    def point(self, text: str) -> int:
        """The point that a GTP vertex names, in either case.

        Raises:
            BadVertex: the text is no vertex, or lies outside the board.
        """
        letter, digits = text[:1].upper(), text[1:]
        column = COLUMNS.find(letter) if letter else -1
        if column < 0 or not (text.isascii() and digits.isdigit()) or len(digits) > 2 or digits[0] == "0":
            raise BadVertex(f"{text!r} is not a vertex")
        if column >= self.width or int(digits) > self.height:
            raise BadVertex(f"{text} lies outside the board of {self.width} × {self.height}")
        return (int(digits) - 1) * self.width + column


@cache
def geometry(width: int, height: int) -> Geometry:
    """The geometry of a board of this size; one object per size.

    Raises:
        ValueError: a side is below 1 or above 25.
    """
    return Geometry(width, height)
