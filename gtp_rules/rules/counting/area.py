"""Counting by area: living stones and the points that they enclose."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from gtp_rules.board import WHITE, Color, Survey, survey
from gtp_rules.rules.counting.count import Count
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.sheet import Line, Side


class HandicapPoints(StrEnum):
    """What White gets for Black's handicap stones."""

    NONE = "none"
    LESS_ONE = "stones-less-one"  # a point a stone, the first one apart


class AreaCount(Count, frozen=True, tag="area"):
    """``S + T``: stones left on the board and empty regions that touch one color only.

    Public points are shared equally and so change no margin; they are listed and not added to the totals.

    Attributes:
        handicap: what White gets for handicap stones.
        first_pass: points that go from Black to White if White was the first to pass (Ikeda, area rules III: one half).
        black_wins_ties: as under Ing's rules.
    """

    handicap: HandicapPoints = HandicapPoints.NONE
    first_pass: Fraction = Fraction(0)
    black_wins_ties: bool = False

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position."""
        found = survey(position.board, position.settlement.dead)
        lines = {color: _lines(found, color) for color in SIDES}
        if self.first_pass and position.first_to_pass == WHITE:
            lines[Color.BLACK].append(Line("White passed first", -self.first_pass))
            lines[Color.WHITE].append(Line("White passed first", self.first_pass))
        if self.handicap is HandicapPoints.LESS_ONE and position.handicap > 1:
            lines[Color.WHITE].append(Line("handicap stones but one", Fraction(position.handicap - 1)))
        return Side(tuple(lines[Color.BLACK])), Side(tuple(lines[Color.WHITE]))

    def tie_winner(self, position: Position) -> Color | None:  # noqa: ARG002
        """The side that wins a tie."""
        return Color.BLACK if self.black_wins_ties else None


def _lines(found: Survey, color: Color) -> list[Line]:
    stones = tuple(point for point, owner in enumerate(found.colors) if owner == color)
    territory, public = tuple(found.territory(color)), tuple(found.public)
    lines = [Line("stones", Fraction(len(stones)), stones), Line("territory", Fraction(len(territory)), territory)]
    return [*lines, Line("public points, shared equally", Fraction(0), public)] if public else lines
