"""Compiled playouts: uniform ones, which the benchmarks measure, and those of the search."""

from __future__ import annotations

from bots.kernel.board import draw, is_eye, place, suicide
from bots.kernel.compiling import I32, I64, U, compiled, entry
from bots.kernel.layout import COUNT, EMPTIES, KO, PLACE


@compiled
def swap(b: I32, one: int, other: int) -> None:
    """Exchanges two entries of the list of empty points."""
    first, second = int(b[U(EMPTIES + one)]), int(b[U(EMPTIES + other)])
    b[U(EMPTIES + one)] = second
    b[U(PLACE + second)] = one
    b[U(EMPTIES + other)] = first
    b[U(PLACE + first)] = other


@entry
def uniform_move(b: I32, k: I64, color: int) -> int:
    """A point that is no own eye, no ko and no suicide, each with the same chance; 0 if there is none."""
    left = int(b[U(COUNT)])
    while left > 0:
        at = draw(k, left)
        point = int(b[U(EMPTIES + at)])
        if point != b[U(KO)] and not is_eye(b, point, color) and suicide(b, point, color) == 0:
            return point
        left -= 1
        swap(b, at, left)
    return 0


@entry
def uniform_playout(b: I32, k: I64, color: int, limit: int) -> int:
    """Plays uniform moves until both sides pass, or until the limit. Returns the number of stones placed."""
    placed = passes = 0
    while passes < 2 and placed < limit:
        point = uniform_move(b, k, color)
        if point == 0:
            passes += 1
            b[U(KO)] = 0
        else:
            passes = 0
            placed += 1
            place(b, k, point, color)
        color = 3 - color
    return placed
