"""What the compiled code has to know of a board's shape, as arrays."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from gtp_rules.board import Geometry, geometry

Array = np.ndarray[Any, np.dtype[Any]]


class Shape(NamedTuple):
    """Arrays by mask, by half number and by symmetry; int32 throughout.

    Attributes:
        geometry: of the board.
        neighbors: by mask, the mask of all neighbors.
        weights: by mask, the sum of ``3^i`` over its points.
        halves: ``[half, digit - 1, x]``: the mask of the points of a half number that have this digit.
        low: ``[symmetry, x]``: the image of a lower half number; odd symmetries exchange the colors of the even ones before.
        high: likewise for upper half numbers.
        points: ``[symmetry, point]``: images of points.
    """

    geometry: Geometry
    neighbors: Array
    weights: Array
    halves: Array
    low: Array
    high: Array
    points: Array

    @property
    def positions(self) -> int:
        """The number of positions, illegal ones included."""
        return int(3**self.geometry.size)

    @property
    def masks(self) -> tuple[Array, Array, Array]:
        """What the compiled code calls ``shape``."""
        return self.neighbors, self.weights, self.halves

    @property
    def turns(self) -> tuple[Array, Array, Array]:
        """What the compiled code calls ``turns``."""
        return self.low, self.high, self.points


@cache
def shape(width: int, height: int) -> Shape:
    """The arrays of a board of at most 18 points."""
    board = geometry(width, height)
    split = (board.size + 1) // 2
    turns = symmetries(board)
    near = [sum(1 << other for other in board.neighbors[point]) for point in range(board.size)]
    lower, upper = range(split), range(split, board.size)
    halves = np.zeros((2, 2, 3**split), np.int32)
    for half, points in enumerate((lower, upper)):
        for digit in (1, 2):
            halves[half, digit - 1, : 3 ** len(points)] = _by_digit(points, [{digit: 1 << point} for point in points])
    return Shape(
        geometry=board,
        neighbors=_by_mask(near, np.bitwise_or),
        weights=_by_mask([3**point for point in range(board.size)], np.add),
        halves=halves,
        low=_images(lower, turns),
        high=_images(upper, turns),
        points=np.array([turn for turn in turns for _ in range(2)], np.int32),
    )


def symmetries(board: Geometry) -> list[list[int]]:
    """The images of all points under each symmetry of the rectangle, the identity first."""
    across, up = board.width - 1, board.height - 1
    found: list[list[int]] = []
    for transpose, mirror, flip in product(*[(False, True)] * 3):
        if transpose and board.width != board.height:
            continue
        turn = []
        for point in range(board.size):
            column, row = board.place(point)
            column, row = across - column if mirror else column, up - row if flip else row
            turn.append(board.at(row, column) if transpose else board.at(column, row))
        if turn not in found:  # a line has fewer
            found.append(turn)
    return found


def _by_mask(values: list[int], join: Any) -> Array:
    """The values of the points of each mask, joined."""
    found = np.zeros(1, np.int32)
    for value in values:
        found = np.concatenate([found, join(found, np.int32(value))])
    return found


def _by_digit(points: range, values: list[dict[int, int]]) -> Array:
    """For each number with a base-3 digit for each point, the sum of what the digits are worth."""
    found = np.zeros(1, np.int64)
    for worth, _ in zip(values, points, strict=True):
        found = np.concatenate([found + worth.get(digit, 0) for digit in range(3)])
    return found.astype(np.int32)


def _images(points: range, turns: list[list[int]]) -> Array:
    rows = []
    for turn in turns:
        for one, two in ((1, 2), (2, 1)):
            rows.append(_by_digit(points, [{1: one * 3 ** turn[point], 2: two * 3 ** turn[point]} for point in points]))
    return np.array(rows, np.int32)
