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


def fill_dame(position: Position, found: Survey | None = None) -> Fills:
    """Plays out the two-sided dame of a position, dead stones removed.

    Args:
        position: with the dead stones still on its board.
        found: the survey of its board without them, if it was made already.
    """
    board = position.cleared()
    field = _Field(board, survey(board) if found is None else found, position.settlement)
    filled: dict[Color, list[int]] = {Color.BLACK: [], Color.WHITE: []}
    color, skipped = position.to_move, 0
    while skipped < 2:
        point = field.next_fill(color)
        if point is None:
            skipped += 1
        else:
            skipped = 0
            field.fill(color, point)
            filled[color].append(point)
        color = color.opponent
    return Fills(board, tuple(filled[Color.BLACK]), tuple(filled[Color.WHITE]))


class _Field:
    """A board whose groups and public points are kept up to date while dame are filled, which capture nothing.

    A fill joins the groups of its color beside it, and divides its region; parts that then touch one color only become that
    color's territory. So a survey of the whole board is needed once, and not after each fill.
    """

    def __init__(self, board: Board, found: Survey, settlement: Settlement) -> None:
        self._board, self._neighbors = board, board.geometry.neighbors
        self._declared = settlement.seki or frozenset()
        self._public = found.public
        self._candidates: list[int] | None = None  # those of them that are two-sided, once they were looked for
        self._group_at = found.group_at[:]
        self._joined = list(range(len(found.groups)))  # by group: itself, or a group that it was joined to
        self._enclosed = [group.enclosed for group in found.groups]  # by group that was not joined to another
        self._in_seki = [not self._declared.isdisjoint((*group.stones, *group.points)) for group in found.groups]

    def next_fill(self, color: Color) -> int | None:
        """The two-sided dame that a side fills next; None if there is none for it."""
        colors = self._board.colors
        joins: list[int] = []
        rest: list[int] = []
        for point in self._two_sided():
            own = {self._group(near) for near in self._neighbors[point] if colors[near] == color}
            (joins if len(own) > 1 else rest).append(point)
        return next((point for point in joins + rest if _is_quiet(self._board, color, point)), None)

    def _two_sided(self) -> list[int]:
        if self._candidates is None:
            self._candidates = [point for point in self._public if self._is_two_sided(point)]
        return self._candidates

    def _is_two_sided(self, point: int) -> bool:
        stones = False
        for near in self._neighbors[point]:
            if self._board.colors[near]:
                group = self._group(near)
                if self._enclosed[group] < 2 or self._in_seki[group]:
                    return False
                stones = True
        return stones

    def fill(self, color: Color, point: int) -> None:
        """Puts a stone on a public point."""
        self._candidates = None
        self._board.place(color, point)
        self._public.remove(point)
        self._take([point], [near for near in self._neighbors[point] if self._board.colors[near] == color])
        seen: set[int] = set()
        for start in self._neighbors[point]:
            if not self._board.colors[start] and start not in seen:
                part, beside = self._part(start)
                seen.update(part)
                owners = {self._board.colors[stone] for stone in beside}
                if len(owners) == 1:
                    self._enclosed[self._take(part, beside)] += len(part)
                    owned = set(part)
                    self._public = [other for other in self._public if other not in owned]

    def _part(self, start: int) -> tuple[list[int], list[int]]:
        """The region of an empty point, and the stones beside it."""
        part, known, beside = [start], {start}, []
        for point in part:
            for near in self._neighbors[point]:
                if self._board.colors[near]:
                    beside.append(near)
                elif near not in known:
                    known.add(near)
                    part.append(near)
        return part, beside

    def _take(self, points: list[int], beside: list[int]) -> int:
        """Joins the groups of some stones and gives them these points; returns the group."""
        groups = sorted({self._group(stone) for stone in beside})
        if not groups:
            groups = [len(self._joined)]
            self._joined.append(groups[0])
            self._enclosed.append(0)
            self._in_seki.append(False)
        first = groups[0]
        for other in groups[1:]:
            self._joined[other] = first
            self._enclosed[first] += self._enclosed[other]
            self._in_seki[first] |= self._in_seki[other]
        self._in_seki[first] |= not self._declared.isdisjoint(points)
        for point in points:
            self._group_at[point] = first
        return first

    def _group(self, point: int) -> int:
        group = self._group_at[point]
        while self._joined[group] != group:
            group = self._joined[group]
        return group


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


def _is_quiet(board: Board, color: Color, point: int) -> bool:
    """Whether the new chain has two liberties, and each chain of the other side beside it has two left."""
    own: set[int] = set()
    for near in board.geometry.neighbors[point]:
        if not board.colors[near]:
            own.add(near)
        elif board.colors[near] == color:
            own |= board.liberties(near)
        elif len(board.liberties(near)) < 3:
            return False
    return len(own - {point}) > 1
