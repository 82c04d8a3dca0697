"""Counting stones on the board: natural ending, equal lu, and stones as they stand."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from gtp_rules.board import Color, survey
from gtp_rules.rules.counting.count import Count
from gtp_rules.rules.counting.life import livings, of_color
from gtp_rules.rules.counting.lu import Dame, Field, SekiLu, prepare
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.prisoners import fillable
from gtp_rules.rules.counting.sheet import Line, Side


class OverflowCount(Count, frozen=True, tag="overflow"):
    """Stones on the board once both sides have filled all but their basic eyes.

    Source: natural ending 自然终局法, named in the textbook §4.2.2 only; decision 13, reading "overflow" 两溢.
    """

    unit: ClassVar[str] = "zi"

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count; open two-sided dame are played out first."""
        field = prepare(position, Dame.STRICT)
        return _filled(field, Color.BLACK), _filled(field, Color.WHITE)


class AnnihilationCount(Count, frozen=True, tag="annihilation"):
    """Who runs out of moves first: the points that each side can fill before it must fill a basic eye.

    Source: decision 13, reading "annihilation". Only the sign of the margin means anything, and a tie is lost by the side to
    move; prisoners do not count.
    """

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count; open two-sided dame are played out first."""
        field = prepare(position, Dame.STRICT)
        black, white = (
            Side((Line("points to fill before a basic eye", Fraction(len(free)), tuple(free)),))
            for free in (fillable(field, color, SekiLu.EFFECTIVE) for color in SIDES)
        )
        return black, white

    def tie_winner(self, position: Position) -> Color:
        """The side that wins a tie."""
        return position.to_move.opponent


class EqualLuCount(Count, frozen=True, tag="equal-lu"):
    """Stones on the board once the lu of both sides are filled to none; public points stay as they are.

    Source: Yan Lai 2007, inference 7, note on 等路比子.
    """

    unit: ClassVar[str] = "zi"

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count; the numbers of moves need not be equal."""
        field = prepare(position, Dame.AS_IS)
        return _filled(field, Color.BLACK), _filled(field, Color.WHITE)


class StoneCount(Count, frozen=True, tag="stones"):
    """Stones on the board as they stand, and nothing else (Ikeda, area rules I)."""

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count."""
        found = survey(position.board, position.settlement.dead)
        black, white = (
            Side((Line("stones", Fraction(found.stones(color)), tuple(p for p, c in enumerate(found.colors) if c == color)),))
            for color in SIDES
        )
        return black, white


class ZiCount(Count, frozen=True, tag="zi"):
    """Living stones and enclosed points, less the basic eyes of each group 还棋头.

    The players count one side's 子 against half the board; the margin in points is twice theirs. Source: textbook §4.2.2 on
    还棋头; eyes in seki: decision 14.

    Attributes:
        seki: what the points that a seki group encloses are worth.
        handicap_return: whether Black returns one 子 for each handicap stone, that is two points.
    """

    seki: SekiLu = SekiLu.EFFECTIVE
    handicap_return: bool = True

    halves: ClassVar[bool] = True

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count; public points are shared equally and not listed."""
        found = survey(position.board, position.settlement.dead)
        field = Field(position.cleared(), prepare(position, Dame.AS_IS).fills, livings(found, position.settlement))
        lines = {color: self._lines(field, color) for color in SIDES}
        if self.handicap_return and position.handicap:
            lines[Color.BLACK].append(Line("handicap stones returned, two points each", Fraction(-2 * position.handicap)))
        return Side(tuple(lines[Color.BLACK])), Side(tuple(lines[Color.WHITE]))

    def _lines(self, field: Field, color: Color) -> list[Line]:
        own = of_color(field.alive, color)
        stones = tuple(field.board.stones(color))
        free = fillable(field, color, self.seki)
        eyes = tuple(sorted(point for living in own for point in living.eyes))
        enclosed = tuple(sorted({*free, *eyes}))
        return [
            Line("stones", Fraction(len(stones)), stones),
            Line("points enclosed", Fraction(len(enclosed)), enclosed),
            Line("basic eyes returned", Fraction(-len(eyes)), eyes),
        ]


def _filled(field: Field, color: Color) -> Side:
    stones = tuple(field.board.stones(color))
    free = tuple(fillable(field, color, SekiLu.EFFECTIVE))
    lines = [Line("stones on the board", Fraction(len(stones)), stones), Line("lu filled", Fraction(len(free)), free)]
    if field.fills.by(color):
        lines.append(Line("dame played out, among the stones", Fraction(0), field.fills.by(color)))
    return Side(tuple(lines))
