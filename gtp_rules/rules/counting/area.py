"""Counting by area: living stones and the points that they enclose."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import msgspec

from gtp_rules.board import Color, Survey, survey
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.sheet import Line, Side


class AreaCount(msgspec.Struct, frozen=True, tag_field="count", tag="area", forbid_unknown_fields=True):
    """``S + T``: stones left on the board and empty regions that touch one color only.

    Public points are shared equally and so change no margin; they are listed and not added to the totals.
    """

    unit: ClassVar[str] = "point"
    has_claims: ClassVar[bool] = False

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position."""
        found = survey(position.board, position.settlement.dead)
        black, white = (Side(tuple(_lines(found, color))) for color in SIDES)
        return black, white


def _lines(found: Survey, color: Color) -> list[Line]:
    stones = tuple(point for point, owner in enumerate(found.colors) if owner == color)
    territory, public = tuple(found.territory(color)), tuple(found.public)
    lines = [Line("stones", Fraction(len(stones)), stones), Line("territory", Fraction(len(territory)), territory)]
    return [*lines, Line("public points, shared equally", Fraction(0), public)] if public else lines
