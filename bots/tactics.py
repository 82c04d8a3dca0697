"""Moves that save or take chains by force, and what they are worth."""

from __future__ import annotations

from bots.reading import NOWHERE, SAFE, Reading
from gtp_rules.board import Board

URGENT = 2.0  # points for each stone at stake: the stone and the point under it
LINK = 3.0  # points for each stone of the smaller of two chains that a move joins or cuts
MOST = 10.0  # more than this no connection is worth before it is in danger


def urgent_moves(board: Board, color: int, reading: Reading, *, ko: int = NOWHERE) -> dict[int, float]:
    """The points where `color` decides the fate of a chain, each with the points at stake.

    A chain that is lost even if its owner moves first, or stands even if its opponent does, asks for no move.
    """
    found: dict[int, float] = {}
    for head in _heads(board):
        liberties = len(board.liberties(head))
        if liberties > 2:
            continue
        point = _decisive(board, color, head, reading, ko)
        if point >= 0:
            found[point] = found.get(point, 0.0) + URGENT * len(board.chain(head))
    return found


def _decisive(board: Board, color: int, head: int, reading: Reading, ko: int) -> int:
    """The move of `color` that decides what becomes of a chain, or a negative number if nothing is to be decided."""
    if board.colors[head] == color:
        if reading.stands(board, head):
            return NOWHERE
        return reading.rescue(board, head, ko=ko)
    if reading.rescue(board, head) == NOWHERE:
        return NOWHERE
    return reading.capture(board, head, ko=ko)


def _heads(board: Board) -> list[int]:
    return [point for point, found in enumerate(board.colors) if found and board.head(point) == point]


def links(board: Board, color: int, point: int) -> float:
    """What it is worth that a stone of `color` on this empty point joins chains of its own that could be cut apart there."""
    heads = sorted({board.head(q) for q in board.geometry.neighbors[point] if board.colors[q] == color})
    if len(heads) < 2:
        return 0.0
    joined = board.liberties(heads[0])
    value = 0
    for head in heads[1:]:
        liberties = board.liberties(head)
        if len(joined & liberties) < 2:  # with two points in common the chains are joined already
            value += min(len(board.chain(heads[0])), len(board.chain(head)))
        joined |= liberties
    return min(LINK * value, MOST)


def loss_after(board: Board, color: int, point: int, reading: Reading) -> float:
    """What `color` loses at once by a stone on this empty point: the stone's chain, if the opponent can then capture it."""
    effect = board.look(color, point)
    if effect.suicide:
        return URGENT * board.geometry.size
    trial = board.copy()
    gone = trial.place(color, point, effect)
    ko = gone[0] if len(gone) == 1 and effect.lone else NOWHERE
    if reading.stands(trial, point, ko=ko):
        return 0.0
    return URGENT * len(trial.chain(point))


__all__ = ["NOWHERE", "SAFE", "Reading", "links", "loss_after", "urgent_moves"]
