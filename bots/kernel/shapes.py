"""Shapes of three by three points that are worth a move in a playout.

The thirteen shapes are those of Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go" (2006):
hane, cuts and moves at the edge. They hold in every orientation and for both sides. All that match are kept as bits of a table,
indexed by the colors of the eight points around the move, two bits for each.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from bots.kernel.compiling import I32, U, compiled
from bots.kernel.layout import BLACK, COLOR, EDGE, EMPTY, STRIDE, WHITE

_BITS = 16  # of the index
# Rows from top to bottom, the move in the middle. X and O are the two sides, "." is empty, "#" is off the board; "x" is
# anything but X, "o" is anything but O, "?" is anything.
_SHAPES = (
    "XOX ... ???",  # hane around a stone
    "XO. ... ?.?",  # hane
    "XO? X.. x.?",  # turn
    ".O. X.. ...",  # diagonal attachment
    "XO? O.o ?o?",  # cut
    "XO? O.X ???",  # cut that is peeped at
    "?X? O.O ooo",  # push between
    "OX? o.O ???",  # cut of a knight's move
    "X.? O.? ###",  # chase along the edge
    "OX? X.O ###",  # block of a cut at the edge
    "?X? x.O ###",  # block of a connection at the edge
    "?XO x.x ###",  # descent
    "?OX X.O ###",  # cut at the edge
)
_MEANS = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "#": (EDGE,),
    "x": (EMPTY, WHITE, EDGE),
    "o": (EMPTY, BLACK, EDGE),
    "?": (EMPTY, BLACK, WHITE, EDGE),
}


def _orientations(shape: str) -> set[str]:
    """The eight orientations of nine letters."""
    found = set()
    for _ in range(4):
        shape = "".join(shape[column + 3 * row] for column in range(3) for row in (2, 1, 0))  # a quarter turn
        found |= {shape, shape[6:] + shape[3:6] + shape[:3]}
    return found


@cache
def shape_table() -> I32:
    """The table of the shapes: bit ``code & 31`` of entry ``code >> 5`` for the code of a surrounding."""
    table = np.zeros((1 << _BITS) >> 5, dtype=np.int64)
    swapped = str.maketrans("XOxo", "OXox")
    shapes = {shape.replace(" ", "") for shape in _SHAPES}
    for shape in {turned for each in shapes for turned in _orientations(each) | _orientations(each.translate(swapped))}:
        for colors in product(*(_MEANS[letter] for place, letter in enumerate(shape) if place != 4)):
            code = sum(color << (2 * place) for place, color in enumerate(colors))
            table[code >> 5] |= 1 << (code & 31)
    return table.astype(np.uint32).view(np.int32).copy()


@compiled
def fits(b: I32, m: I32, point: int) -> bool:
    """Whether the surrounding of an empty point is one of the shapes in the table `m`."""
    stride = int(b[U(STRIDE)])
    up, down = COLOR + point + stride, COLOR + point - stride
    code = int(b[U(up - 1)]) | int(b[U(up)]) << 2 | int(b[U(up + 1)]) << 4
    code |= int(b[U(COLOR + point - 1)]) << 6 | int(b[U(COLOR + point + 1)]) << 8
    code |= int(b[U(down - 1)]) << 10 | int(b[U(down)]) << 12 | int(b[U(down + 1)]) << 14
    return (int(m[U(code >> 5)]) >> (code & 31)) & 1 != 0
