"""Counting by the chips of the Dunhuang classic: both sides fill to overflow and the net prisoners decide.

Source: Zhang Hu 2020, part 2 (hints on the Dunhuang classic of weiqi, 敦煌《碁经》); "子多为胜" read as prisoners (Zhang Hu) or
as stones on the board (Chen Zuyuan), decision 12.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from gtp_rules.board import Color
from gtp_rules.rules.counting.count import Count
from gtp_rules.rules.counting.life import Life, of_color
from gtp_rules.rules.counting.lu import Dame, Field, SekiLu, held, prepare
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.sheet import Line, Side


class Zi(StrEnum):
    """What 子 means in "more zi win" (decision 12)."""

    PRISONERS = "prisoners"
    STONES = "stones"


class ChipCount(Count, frozen=True, tag="chips"):
    """What each side has once both have filled to overflow 两溢 with equal numbers of moves.

    Before the chips are played the count is the one that they lead to: the side with less left to fill hands over a
    prisoner for each stone that it is short of.

    Attributes:
        zi: whether prisoners or stones on the board are counted.
        dame: what happens to open two-sided dame.
        seki: what private points in seki are worth.
    """

    zi: Zi = Zi.PRISONERS
    dame: Dame = Dame.STRICT
    seki: SekiLu = SekiLu.EFFECTIVE

    unit: ClassVar[str] = "zi"

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position."""
        if position.chips.complete and self.zi is Zi.PRISONERS:
            return held(position, Color.BLACK), held(position, Color.WHITE)
        field = prepare(position, self.dame)
        free = {color: fillable(field, color, self.seki) for color in SIDES}
        if self.zi is Zi.STONES:
            return _on_board(field, free, Color.BLACK), _on_board(field, free, Color.WHITE)
        # The moves that a side will have made once it is full; chips that lie already are among what it fills.
        filled = {color: len(field.fills.by(color)) + len(free[color]) + position.chips.handed[color - 1] for color in SIDES}
        reach = {color: position.tally(color).stones + filled[color] for color in SIDES}
        black, white = (_with_chips(position, max(0, reach[c] - reach[c.opponent]), c) for c in SIDES)
        return black, white


def _on_board(field: Field, free: dict[Color, list[int]], color: Color) -> Side:
    stones = tuple(field.board.stones(color))
    return Side(
        (
            Line("stones on the board", Fraction(len(stones)), stones),
            Line("filled to overflow", Fraction(len(free[color])), tuple(free[color])),
        )
    )


def _with_chips(position: Position, received: int, color: Color) -> Side:
    lines = held(position, color).lines
    return Side((*lines, Line("prisoners that the chips will bring", Fraction(received))) if received else lines)


def fillable(field: Field, color: Color, seki: SekiLu) -> list[int]:
    """The points of a side's own that it can fill without harm, in ascending order."""
    groups = [g for g in of_color(field.alive, color) if g.life is Life.INDEPENDENT or seki is not SekiLu.ZERO]
    return sorted(point for living in groups for point in living.free)
