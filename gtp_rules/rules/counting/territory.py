"""Counting by territory and prisoners, as in the modern Japanese rules."""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.board import Color, survey
from gtp_rules.rules.counting.count import Count
from gtp_rules.rules.counting.life import Life, Living, livings
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.sheet import Line, Side


class TerritoryCount(Count, frozen=True, tag="territory"):
    """Points enclosed by groups that are not in seki, and the opponent's stones taken, on the board and as dead stones."""

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position."""
        alive = livings(survey(position.board, position.settlement.dead), position.settlement)
        black, white = (Side(tuple(_lines(position, alive, color))) for color in SIDES)
        return black, white


def _lines(position: Position, alive: list[Living], color: Color) -> list[Line]:
    territory = sorted(
        point
        for living in alive
        if living.group.color == color and living.life is Life.INDEPENDENT
        for point in living.group.points
    )
    dead = position.dead(color.opponent)
    return [
        Line("territory", Fraction(len(territory)), tuple(territory)),
        Line("prisoners", Fraction(position.tally(color.opponent).captured)),
        Line("dead stones", Fraction(len(dead)), tuple(dead)),
    ]
