"""The score: exact, itemised, with the text for records."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import msgspec

from gtp_rules.board import BLACK, Color


class Line(NamedTuple):
    """One item of a side's count.

    Attributes:
        item: what is counted, in words.
        value: what it adds to the total, in the unit of the sheet.
        points: the points that it looks at; empty where none are meant.
    """

    item: str
    value: Fraction
    points: tuple[int, ...] = ()


class Side(NamedTuple):
    """One side's count; `total` is the sum of the lines, before komi."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> Fraction:
        """The sum of the lines, in the unit of the sheet."""
        return Fraction(_sum(self.lines))


def _sum(lines: tuple[Line, ...]) -> Fraction | int:
    """The sum of the lines: a whole number nearly always, with which it is much faster to reckon."""
    pairs = [line.value.as_integer_ratio() for line in lines]
    if all(below == 1 for _, below in pairs):
        return sum(above for above, _ in pairs)
    return sum((line.value for line in lines), Fraction(0))


class ScoreSheet(msgspec.Struct, frozen=True, dict=True):
    """The count of one position under one ruleset.

    Attributes:
        ruleset: its name.
        unit: ``lu``, ``mu``, ``zi`` or ``point``.
        black: Black's count.
        white: White's count.
        komi: points that White gets.
        tie_winner: the side that wins a tie, where the ruleset names one.
        zi_margin: half of the margin, where the ruleset counts one side's stones 子 against half the board.
    """

    ruleset: str
    unit: str
    black: Side
    white: Side
    komi: Fraction
    tie_winner: Color | None = None
    zi_margin: Fraction | None = None

    def side(self, color: Color) -> Side:
        """A side's count."""
        return self.black if color == BLACK else self.white

    @cached_property
    def margin(self) -> Fraction:
        """Black minus White in points, komi included."""
        return margin_of(self.black, self.white, self.komi)

    @property
    def winner(self) -> Color | None:
        """The side with more, or None for a tie that nobody wins."""
        margin = self.margin
        if margin:
            return Color.BLACK if margin > 0 else Color.WHITE
        return self.tie_winner

    @cached_property
    def result(self) -> str:
        """The text for SGF ``RE``."""
        margin = self.margin
        if not margin and self.tie_winner is not None:
            return f"{self.tie_winner.letter}+0"
        return result_text(margin)


def margin_of(black: Side, white: Side, komi: Fraction) -> Fraction:
    """Black minus White, komi included."""
    ahead = _sum(black.lines) - _sum(white.lines)
    if isinstance(ahead, int):
        return Fraction(ahead * komi.denominator - komi.numerator, komi.denominator)
    return ahead - komi


def result_text(margin: Fraction) -> str:
    """A margin as GTP and SGF write it: ``B+3.5``, ``W+2``, ``0``; four places where no exact decimal exists."""
    if not margin:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{decimal_text(abs(margin))}"


def decimal_text(value: Fraction) -> str:
    """A number as a decimal: exact where it has one, else rounded to four places."""
    if value.denominator == 1:
        return str(value.numerator)
    if not has_decimal(value):
        return f"{float(value):.4f}"
    places = 1
    while 10**places % value.denominator:
        places += 1
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def has_decimal(value: Fraction) -> bool:
    """Whether `decimal_text` is exact."""
    below = value.denominator
    return pow(10, below.bit_length(), below) == 0  # only the primes 2 and 5 are in it
