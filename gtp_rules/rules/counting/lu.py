"""Counting by lu 数路: enclosed points less two basic eyes a group, prisoners filled back, moves made equal.

Source: textbook §4.2.2 "Tang–Song lu counting" (唐宋数路法), with figures 4.4 and 4.5; Zhang Hu 2020, part 2-1.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, NamedTuple

from gtp_rules.board import Board, Color, survey
from gtp_rules.rules.counting.count import Count
from gtp_rules.rules.counting.dame import Fills, fill_dame
from gtp_rules.rules.counting.life import Life, Living, livings, of_color
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


class Field(NamedTuple):
    """A position made ready for a count in lu: dead stones off, two-sided dame played out if the rules want it.

    Attributes:
        board: as it is then.
        fills: who filled which dame.
        alive: the groups.
    """

    board: Board
    fills: Fills
    alive: list[Living]

    def private(self, color: Color, chips: tuple[int, ...] = ()) -> list[int]:
        """The points that a side may still play in its seki groups without harm, once chips lie on these."""
        left: list[int] = []
        for living in of_color(self.alive, color):
            if living.life is Life.SEKI:
                inside = [point for point in (*living.free, *living.eyes) if point not in chips]
                left += inside[: max(0, len(inside) - len(living.eyes))]
        return left


def prepare(position: Position, dame: Dame) -> Field:
    """The field of a position."""
    fills = fill_dame(position) if dame is Dame.STRICT else Fills(position.cleared(), (), ())
    return Field(fills.board, fills, livings(survey(fills.board), position.settlement))


def moves_made(position: Position, fills: Fills, color: Color) -> int:
    """Stones that a side placed, dame played out and chips included; prisoners handed over count as moves."""
    chips = len(set(position.chips.of(color)) - set(fills.black) - set(fills.white))
    return position.tally(color).stones + len(fills.by(color)) + chips + position.chips.handed[color - 1]


def moves_owed(position: Position, fills: Fills, color: Color) -> int:
    """How many moves a side has made fewer than the other (textbook §4.2.2, point 3)."""
    return max(0, moves_made(position, fills, color.opponent) - moves_made(position, fills, color))


class LuCount(Count, frozen=True, tag="lu"):
    """Counting by lu.

    ``L = Σ over groups (enclosed − basic eyes) − own stones lost − own dead stones − moves owed``. Once chips were played to
    the end, the prisoners that a side holds are its count (Zhang Hu 2020, part 2-4).

    Attributes:
        dame: what happens to open two-sided dame.
        seki: what private points in seki are worth.
    """

    dame: Dame = Dame.STRICT
    seki: SekiLu = SekiLu.EFFECTIVE

    unit: ClassVar[str] = "lu"

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position; set-up stones are no moves."""
        if position.chips.complete:
            return held(position, Color.BLACK), held(position, Color.WHITE)
        field = prepare(position, self.dame)
        lines = {color: self._lines(position, field, color) for color in SIDES}
        if self.seki is SekiLu.PLAYED:
            private = {color: field.private(color, position.chips.of(color)) for color in SIDES}
            for color in SIDES:
                lines[color] += _answers(private[color], private[color.opponent])
        return Side(tuple(lines[Color.BLACK])), Side(tuple(lines[Color.WHITE]))

    def _lines(self, position: Position, field: Field, color: Color) -> list[Line]:
        counted = [g for g in of_color(field.alive, color) if g.life is Life.INDEPENDENT or self.seki is SekiLu.EFFECTIVE]
        enclosed = tuple(sorted(point for living in counted for point in living.group.points))
        eyes = tuple(sorted(point for living in counted for point in living.eyes))
        lines = [
            Line("points enclosed", Fraction(len(enclosed)), enclosed),
            Line("basic eyes", Fraction(-len(eyes)), eyes),
            *losses(position, color),
        ]
        if field.fills.by(color):
            lines.append(Line("dame played out", Fraction(0), field.fills.by(color)))
        chips = tuple(sorted(set(position.chips.of(color)) & set(enclosed)))
        if chips:
            lines.append(Line("chips put into own lu", Fraction(-len(chips)), chips))
        if position.chips.handed[color - 1]:
            lines.append(Line("prisoners handed over", Fraction(-position.chips.handed[color - 1])))
        owed = moves_owed(position, field.fills, color)
        if owed:
            lines.append(Line("moves owed, played into own lu", Fraction(-owed)))
        return lines


def losses(position: Position, color: Color) -> list[Line]:
    """A side's lost and dead stones, filled back into its own territory (textbook §4.2.2, point 4)."""
    dead = position.dead(color)
    return [
        Line("prisoners filled back", Fraction(-position.tally(color).captured)),
        Line("dead stones filled back", Fraction(-len(dead)), tuple(dead)),
    ]


def held(position: Position, color: Color) -> Side:
    """The prisoners that a side holds."""
    other = color.opponent
    dead = position.dead(other)
    lines = (
        Line("prisoners", Fraction(position.tally(other).captured)),
        Line("dead stones picked up", Fraction(len(dead)), tuple(dead)),
        Line("prisoners received for chips", Fraction(position.chips.handed[other - 1])),
    )
    return Side(lines)


def _answers(mine: list[int], other: list[int]) -> list[Line]:
    lines = [Line("private points in seki played", Fraction(0), tuple(sorted(mine)))] if mine else []
    short = len(other) - len(mine)
    if short > 0:
        lines.append(Line("answers to private points in seki, played into own lu", Fraction(-short)))
    return lines
