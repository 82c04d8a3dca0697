"""Playing out two-sided dame before a count (decision 9 in docs/rules.md).

A public point that adjoins only independent groups is two-sided. The side to move and its opponent fill such points in turn:
a point that joins two groups of the filler first, else the lowest in the order A1, B1, …. A fill that would capture or leave
a chain with a single liberty is not made. These fills are lines of the score and no moves of the record.
"""

from __future__ import annotations

from typing import NamedTuple

from gtp_rules.board import Board, Color, Survey, survey
from gtp_rules.rules.counting.life import Life, livings
from gtp_rules.rules.counting.position import Position, Settlement


class Fills(NamedTuple):
    """The board once its dame are filled, and who filled which points, in order."""

    board: Board
    black: tuple[int, ...]
    white: tuple[int, ...]

    def by(self, color: Color) -> tuple[int, ...]:
        """The points that a side filled."""
        return self.black if color == Color.BLACK else self.white


def fill_dame(position: Position) -> Fills:
    """Plays out the two-sided dame of a position, dead stones removed."""
    board = position.cleared()
    filled: dict[Color, list[int]] = {Color.BLACK: [], Color.WHITE: []}
    color, skipped = position.to_move, 0
    while skipped < 2:
        point = next_fill(board, position.settlement, color)
        if point is None:
            skipped += 1
        else:
            skipped = 0
            board.place(color, point)
            filled[color].append(point)
        color = color.opponent
    return Fills(board, tuple(filled[Color.BLACK]), tuple(filled[Color.WHITE]))


def next_fill(board: Board, settlement: Settlement, color: Color) -> int | None:
    """The two-sided dame that a side fills next on a board without dead stones; None if there is none for it."""
    found = survey(board)
    candidates = two_sided(found, settlement)
    joins = [point for point in candidates if len(_groups_beside(found, point, color)) > 1]
    rest = [point for point in candidates if point not in joins]
    return next((point for point in joins + rest if _is_quiet(board, color, point)), None)


def two_sided(found: Survey, settlement: Settlement) -> list[int]:
    """The public points that adjoin groups and only independent ones, in ascending order."""
    alive = [living.life is Life.INDEPENDENT for living in livings(found, settlement)]
    points = []
    for point in found.public:
        beside = {found.group_at[near] for near in found.geometry.neighbors[point]} - {-1}
        if beside and all(alive[group] for group in beside):
            points.append(point)
    return points


def open_points(board: Board, color: Color) -> list[int]:
    """The public points on which a side may put a stone without capturing or leaving a chain with a single liberty."""
    return [point for point in survey(board).public if _is_quiet(board, color, point)]


def _groups_beside(found: Survey, point: int, color: Color) -> set[int]:
    near = found.geometry.neighbors[point]
    return {found.group_at[other] for other in near if found.colors[other] == color}


def _is_quiet(board: Board, color: Color, point: int) -> bool:
    effect = board.look(color, point)
    if effect.captured or effect.suicide:
        return False
    trial = board.copy()
    trial.place(color, point, effect)
    around = [near for near in trial.geometry.neighbors[point] if trial.colors[near]]
    return all(len(trial.liberties(stone)) > 1 for stone in (point, *around))
