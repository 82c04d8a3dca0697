"""The statistics of a small number of games. Everything is finite for any data, none included."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

_Z = 1.959963984540054  # the normal quantile at 97.5 %
_STUDENT = (
    12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
    2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
    2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272,
)  # fmt: skip


class Interval(NamedTuple):
    """A value and the 95 % interval around it; no bounds where one value alone says nothing about its spread."""

    value: float
    low: float | None
    high: float | None


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's distribution, to four digits.

    Args:
        freedom: degrees of freedom, at least 1.
    """
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    # the first two terms of Fisher's expansion around the normal quantile
    first = (_Z**3 + _Z) / (4 * freedom)
    return _Z + first + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * freedom**2)


def mean(values: Sequence[Fraction]) -> Interval | None:
    """The mean with Student's interval; None without values, and a mean without an interval of one value."""
    if not values:
        return None
    number = len(values)
    middle = sum(values, Fraction(0)) / number
    if number == 1:
        return Interval(float(middle), None, None)
    variance = sum(((value - middle) ** 2 for value in values), Fraction(0)) / (number - 1)
    half = student(number - 1) * sqrt(float(variance) / number)
    return Interval(float(middle), float(middle) - half, float(middle) + half)


def rate(points: Fraction, games: int) -> Interval | None:
    """The share of points with Wilson's interval, a draw being half a point; None without games."""
    if not games:
        return None
    share = float(points / games)
    scale = 1 + _Z**2 / games
    center = (share + _Z**2 / (2 * games)) / scale
    half = _Z / scale * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return Interval(share, max(0.0, center - half), min(1.0, center + half))
