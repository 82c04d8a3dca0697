"""What a ruleset pays for, found out by asking its count about a tiny settled position."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from gtp_rules.board import BLACK, WHITE, Board, read_diagram
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import Account, Position, Settlement, Tally

# Both sides have two eyes and, on A1 and J1 and around, more points than they need. E1, or E1 and E2, is two-sided dame.
_DAME = """
. X . X . O . O .
. X X X O O O O .
. X . X O O . O .
"""
_DAME_POINT = "E3"
_SPARE_POINT = "A3"
_MOVES = 20  # each side's moves up to here: any equal numbers will do


class Stakes(NamedTuple):
    """What is worth a move once no border is open and no chain is in danger.

    Attributes:
        dame: whether a point that neither side encloses is.
        filling: whether a point of one's own territory is, beyond two eyes.
    """

    dame: bool
    filling: bool


def stakes(ruleset: Ruleset) -> Stakes:
    """What Black gains by one more stone compared to stopping, White being next to move.

    Nothing is asked but the count: a ruleset that somebody wrote himself is understood as well as a registered one.
    """
    board = read_diagram(_DAME)
    shape = board.geometry
    now = _margin(ruleset, board, moves=_MOVES)
    return Stakes(
        dame=_margin(ruleset, _played(board, shape.point(_DAME_POINT)), moves=_MOVES + 1) > now,
        filling=_margin(ruleset, _played(board, shape.point(_SPARE_POINT)), moves=_MOVES + 1) > now,
    )


def _played(board: Board, point: int) -> Board:
    after = board.copy()
    after.place(BLACK, point)
    return after


def _margin(ruleset: Ruleset, board: Board, *, moves: int) -> Fraction:
    position = Position(
        board=board,
        settlement=Settlement(),
        black=Tally(Account(played=moves)),
        white=Tally(Account(played=_MOVES)),
        to_move=WHITE,
        last_mover=BLACK,
        first_to_pass=None,
    )
    return ruleset.score(position, Fraction(0)).margin
