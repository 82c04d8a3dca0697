"""Own eyes: empty points that a player with no idea of the game must not fill."""

from __future__ import annotations

from functools import cache

from gtp_rules.board import Board, Geometry


@cache
def diagonals(shape: Geometry) -> tuple[tuple[int, ...], ...]:
    """For each point the points one step away diagonally, in ascending order."""
    around = []
    for point in range(shape.size):
        x, y = shape.place(point)
        steps = ((x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1))
        around.append(tuple(shape.at(a, b) for a, b in steps if 0 <= a < shape.width and 0 <= b < shape.height))
    return tuple(around)


def is_eye(board: Board, color: int, point: int) -> bool:
    """Whether an empty point is an eye of `color`, as far as its eight neighbors tell.

    All direct neighbors are stones of `color`, and the opponent holds too few diagonal points to make the eye false: at
    most one in the middle of the board, none at its edge. A false eye is no eye: it may be filled.
    """
    colors, shape = board.colors, board.geometry
    for neighbor in shape.neighbors[point]:
        if colors[neighbor] != color:
            return False
    corners = diagonals(shape)[point]
    opponent = 3 - color
    hostile = sum(colors[corner] == opponent for corner in corners)
    return hostile <= 1 if len(corners) == 4 else hostile == 0
