"""Random games from a position to its end, to see who ends up with which point.

They know three things more than chance: own eyes are not filled, single stones are not retaken at once in a ko, and a chain
of more than a few stones is not put into atari by its owner, so that groups in seki mostly stay as they are.
"""

from __future__ import annotations

import random

from bots.eyes import is_eye
from gtp_rules.board import BLACK, WHITE, Board

SACRIFICE = 4  # the longest chain that may be put into atari by its owner: with less, dead shapes could not be killed


def ownership(board: Board, count: int) -> list[float]:
    """For each point how far it becomes Black's (1) or White's (-1) in `count` random games.

    Depends on nothing but the position and `count`: the same for both sides and for every player that asks.
    """
    numbers = random.Random(f"{board.key}/{count}")  # noqa: S311 - no secret, and it must be repeatable
    total = [0] * board.geometry.size
    for index in range(count):
        final = _play_out(board.copy(), BLACK if index % 2 == 0 else WHITE, numbers)
        for point, owner in enumerate(final):
            total[point] += owner
    return [value / count for value in total] if count else [0.0] * board.geometry.size


def _play_out(board: Board, color: int, numbers: random.Random) -> list[int]:
    """Plays a random game on `board` and says for each point whose it is: 1 Black's, -1 White's, 0 nobody's."""
    empties = board.empties()
    ko, passes = -1, 0
    for _ in range(3 * board.geometry.size):
        point, gone = _random_move(board, color, empties, ko, numbers)
        passes = passes + 1 if point < 0 else 0
        if passes == 2:
            break
        empties += gone
        ko = gone[0] if len(gone) == 1 and len(board.chain(point)) == 1 else -1
        color = 3 - color
    return [_owner(board, point) for point in range(board.geometry.size)]


def _random_move(board: Board, color: int, empties: list[int], ko: int, numbers: random.Random) -> tuple[int, list[int]]:
    """Plays a move of `color` and takes its point from `empties`; returns the point (-1 for none) and what was captured."""
    left = len(empties)
    while left:
        index = int(numbers.random() * left)
        point = empties[index]
        if point != ko and not is_eye(board, color, point):
            effect = board.look(color, point)
            if not effect.suicide and (effect.captured or not _loses_chain(board, color, point)):
                empties[index] = empties[-1]
                empties.pop()
                return point, board.place(color, point, effect)
        left -= 1  # this point is out for this turn: keep it beyond the end of what is still looked at
        empties[index], empties[left] = empties[left], point
    return -1, []


def _loses_chain(board: Board, color: int, point: int) -> bool:
    """Whether the stone would leave a chain of more than a few stones with one liberty. It captures nothing."""
    colors = board.colors
    free = [q for q in board.geometry.neighbors[point] if not colors[q]]
    if len(free) > 1:
        return False
    joined = {board.head(q) for q in board.geometry.neighbors[point] if colors[q] == color}
    if sum(len(board.chain(head)) for head in joined) < SACRIFICE:
        return False
    liberties = set(free)
    for head in joined:
        liberties |= board.liberties(head)
    return len(liberties) < 3  # the point itself is among them


def _owner(board: Board, point: int) -> int:
    colors = board.colors
    found = colors[point]
    if not found:
        seen = {colors[q] for q in board.geometry.neighbors[point]}
        found = seen.pop() if len(seen) == 1 else 0
    return (0, 1, -1)[found]
