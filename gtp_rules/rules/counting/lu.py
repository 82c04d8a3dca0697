"""Counting by lu 数路: enclosed points less two basic eyes a group, prisoners filled back, moves made equal.

Source: textbook §4.2.2 "Tang–Song lu counting" (唐宋数路法), with figures 4.4 and 4.5; Zhang Hu 2020, part 2-1.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

import msgspec

from gtp_rules.board import Color, survey
from gtp_rules.rules.counting.dame import Fills, fill_dame
from gtp_rules.rules.counting.life import Life, Living, livings
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.sheet import Line, Side


class Dame(StrEnum):
    """What happens to two-sided dame that are open when play stops (decision 9)."""

    STRICT = "strict"  # they are played out before the count
    AS_IS = "as_is"  # they stay open


class SekiLu(StrEnum):
    """What the points that a seki group encloses are worth (decision 10)."""

    EFFECTIVE = "effective"  # those beyond its basic eyes count, as if they had been played
    ZERO = "zero"  # nothing: "in seki there are no lu"
    PLAYED = "played"  # their owner plays them and the other side answers in its own lu


class LuCount(msgspec.Struct, frozen=True, tag_field="count", tag="lu", forbid_unknown_fields=True):
    """Counting by lu.

    ``L = Σ over groups (enclosed − basic eyes) − own stones lost − own dead stones − moves owed``.

    Attributes:
        dame: what happens to open two-sided dame.
        seki: what private points in seki are worth.
    """

    dame: Dame = Dame.STRICT
    seki: SekiLu = SekiLu.EFFECTIVE

    unit: ClassVar[str] = "lu"
    has_claims: ClassVar[bool] = False

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position; set-up stones are no moves."""
        fills = fill_dame(position) if self.dame is Dame.STRICT else Fills(position.cleared(), (), ())
        alive = livings(survey(fills.board), position.settlement)
        private = {color: self._private(alive, color) for color in SIDES}
        lines = {color: self._lines(position, alive, fills, color) for color in SIDES}
        if self.seki is SekiLu.PLAYED:
            for color in SIDES:
                lines[color] += _answers(private[color], private[color.opponent])
        black, white = (Side(tuple(lines[color])) for color in SIDES)
        return black, white

    def _private(self, alive: list[Living], color: Color) -> list[int]:
        """The points that the side may play in its seki groups without harm."""
        return [
            point
            for living in alive
            if living.group.color == color and living.life is Life.SEKI
            for point in living.group.points
            if point not in living.eyes
        ]

    def _lines(self, position: Position, alive: list[Living], fills: Fills, color: Color) -> list[Line]:
        own = [living for living in alive if living.group.color == color]
        counted = [g for g in own if g.life is Life.INDEPENDENT or self.seki is SekiLu.EFFECTIVE]
        enclosed = tuple(sorted(point for living in counted for point in living.group.points))
        eyes = tuple(sorted(point for living in counted for point in living.eyes))
        tally, dead = position.tally(color), position.dead(color)
        lines = [
            Line("points enclosed", Fraction(len(enclosed)), enclosed),
            Line("basic eyes", Fraction(-len(eyes)), eyes),
            Line("prisoners filled back", Fraction(-tally.captured)),
            Line("dead stones filled back", Fraction(-len(dead)), tuple(dead)),
        ]
        if fills.by(color):
            lines.append(Line("dame played out", Fraction(0), fills.by(color)))
        owed = _owed(position, fills, color)
        if owed:
            lines.append(Line("moves owed, played into own lu", Fraction(-owed)))
        return lines


def _owed(position: Position, fills: Fills, color: Color) -> int:
    """How many moves the side has made fewer than the other, fills included (textbook §4.2.2, point 3)."""
    mine = position.tally(color).stones + len(fills.by(color))
    other = position.tally(color.opponent).stones + len(fills.by(color.opponent))
    return max(0, other - mine)


def _answers(mine: list[int], other: list[int]) -> list[Line]:
    lines = [Line("private points in seki played", Fraction(0), tuple(sorted(mine)))] if mine else []
    short = len(other) - len(mine)
    if short > 0:
        lines.append(Line("answers to private points in seki, played into own lu", Fraction(-short)))
    return lines
