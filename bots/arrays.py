"""From a board of the referee to the arrays of the kernel, and back."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from bots.aims import SUICIDES
from bots.kernel.board import lay
from bots.kernel.compiling import I32, I64
from bots.kernel.layout import (
    COLOR,
    COUNT,
    EDGE,
    EMPTIES,
    END,
    HEIGHT,
    KEY,
    LENGTH,
    NEAR,
    PLACE,
    RANDOM,
    SPAN,
    STRIDE,
    SUICIDE,
    WIDE,
    WIDTH,
    ZOBRIST,
)
from gtp_rules.board import BLACK, WHITE, Board, Geometry
from gtp_rules.rules import Suicide

_WORD = (1 << 63) - 1  # the referee's keys are longer; these bits of them fit
_BEYOND_EDGE, _EMPTY_NEIGHBOR = 17, 256  # in NEAR: a border counts as both colors


class Arrays(NamedTuple):
    """A position of the kernel: its int32 and its int64 array."""

    board: I32
    keys: I64


@cache
def index(shape: Geometry) -> tuple[int, ...]:
    """For each point of the referee the kernel's point."""
    stride = shape.width + 1
    return tuple((y + 1) * stride + x + 1 for x, y in map(shape.place, range(shape.size)))


@cache
def points(shape: Geometry) -> dict[int, int]:
    """For each point of the kernel the referee's point."""
    return {there: here for here, there in enumerate(index(shape))}


@cache
def _empty(shape: Geometry) -> Arrays:
    """An empty board; not to be changed."""
    b, k = np.zeros(LENGTH, np.int32), np.zeros(WIDE, np.int64)
    stride, there = shape.width + 1, index(shape)
    b[COLOR : COLOR + SPAN] = EDGE
    for number, point in enumerate(there):
        b[COLOR + point] = 0
        b[EMPTIES + number], b[PLACE + point] = point, number
    for here, point in enumerate(there):
        near = len(shape.neighbors[here])
        b[NEAR + point] = near * _EMPTY_NEIGHBOR + (4 - near) * _BEYOND_EDGE
    b[STRIDE], b[WIDTH], b[HEIGHT] = stride, shape.width, shape.height
    b[END], b[COUNT] = (shape.height + 2) * stride + 1, shape.size
    for color in (0, BLACK, WHITE):
        row = ZOBRIST + color * SPAN
        for here, point in enumerate(there):
            k[row + point] = shape.zobrist[color][here] & _WORD
    k[ZOBRIST : ZOBRIST + SPAN] = np.random.default_rng(0).integers(1, _WORD, SPAN)  # stones outside the board
    k[RANDOM] = 1
    return Arrays(b, k)


def empty(shape: Geometry, suicide: Suicide, seed: int = 1) -> Arrays:
    """An empty position.

    Args:
        shape: of the board.
        suicide: what the ruleset says of it.
        seed: of the random numbers; any number.
    """
    blank = _empty(shape)
    arrays = Arrays(blank.board.copy(), blank.keys.copy())
    arrays.board[SUICIDE] = SUICIDES[suicide]
    sow(arrays.keys, seed)
    return arrays


def sow(keys: I64, seed: int) -> None:
    """Starts the random numbers; equal seeds give equal ones."""
    keys[RANDOM] = np.random.default_rng(seed & ((1 << 128) - 1)).integers(1, _WORD)


def lay_out(arrays: Arrays, board: Board) -> None:
    """Puts the stones of a board onto an empty position; there is no ko.

    A stone that would have no liberty until others are laid is no matter: a legal position holds none in the end, and stones
    are laid without capturing.
    """
    there = index(board.geometry)
    for here, color in enumerate(board.colors):
        if color:
            lay(arrays.board, arrays.keys, there[here], color)


def key_of(board: Board) -> int:
    """The key that the kernel gives a position."""
    return board.key & _WORD


__all__ = ["KEY", "Arrays", "empty", "index", "key_of", "lay_out", "points", "sow"]
