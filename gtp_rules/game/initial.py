"""The initial position: what stood and what had been captured before the first action."""

from __future__ import annotations

from typing import NamedTuple

from gtp_rules.board import Color


class Initial(NamedTuple):
    """How a game begins.

    Attributes:
        black: points of black stones.
        white: points of white stones.
        to_move: the side that moves first.
        lost: black and white stones that had been captured before.
        is_opening: whether this is just the ruleset's own opening, which a set-up may replace.
        handicap: number of Black's stones that are a handicap.
    """

    black: tuple[int, ...]
    white: tuple[int, ...]
    to_move: Color
    lost: tuple[int, int] = (0, 0)
    is_opening: bool = True
    handicap: int = 0
