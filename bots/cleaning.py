"""Moves for when nothing else is left: taking dead stones off by play, and filling one's own territory without harm.

Both are needed where nothing counts as dead unless it is captured, where only stones count, and where a side may not pass
before it is full.
"""

from __future__ import annotations

from collections.abc import Callable

from bots.eyes import is_eye
from bots.life import pass_alive
from bots.reading import Reading
from bots.tactics import loss_after
from gtp_rules.board import Board, survey

Legal = Callable[[int], bool]  # whether an empty point may be played; suicide should not


def sweep(board: Board, color: int, dead: frozenset[int], legal: Legal, reading: Reading) -> int | None:
    """A move of `color` towards the capture of the opponent's dead stones, or None.

    Chains with few liberties come first; a stone that could be captured itself is not played.
    """
    heads = {board.head(point) for point in dead if board.colors[point] == 3 - color}
    for head in sorted(heads, key=lambda chain: (len(board.liberties(chain)), chain)):
        for point in sorted(board.liberties(head)):
            if legal(point) and loss_after(board, color, point, reading) == 0:
                return point
    return None


def fill(board: Board, color: int, dead: frozenset[int], legal: Legal) -> int | None:
    """A point of `color`'s own territory that it can fill and stay alive beyond doubt, or None.

    With `dead` stones on the board the territory is what it would be without them.
    """
    alive = pass_alive(board, color)
    view = survey(board, dead)
    for group in view.groups:
        if group.color != color or group.enclosed <= 2 or not alive.stones.intersection(group.stones):
            continue
        for point in group.points:
            if not board.colors[point] and legal(point) and _still_alive(board, color, point, alive.stones):
                return point
    return None


def _still_alive(board: Board, color: int, point: int, stones: frozenset[int]) -> bool:
    after = board.copy()
    after.place(color, point)
    return stones <= pass_alive(after, color).stones


def forced(board: Board, color: int, legal: list[int]) -> int | None:
    """The least harmful of the legal points, for a side that must move: no own eye, no suicide, if it can be helped.

    None if there are no legal points.
    """
    harmless = [point for point in legal if not is_eye(board, color, point) and not board.look(color, point).suicide]
    return next(iter(harmless or legal), None)
