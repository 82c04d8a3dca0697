"""The statistics of a small number of games. Everything is finite for any data, none included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

NORMAL = 1.959963984540054
"""The normal quantile at 97.5 %."""
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
    first = (NORMAL**3 + NORMAL) / (4 * freedom)
    return NORMAL + first + (5 * NORMAL**5 + 16 * NORMAL**3 + 3 * NORMAL) / (96 * freedom**2)


def mean(values: Sequence[Fraction]) -> Interval | None:
    """The mean with Student's interval; None without values, and a mean without an interval of one value."""
    if not values:
        return None
    number = len(values)
    scale, whole = _whole(values)
    total = sum(whole)
    middle = float(Fraction(total, number * scale))
    if number == 1:
        return Interval(middle, None, None)
    spread = sum(value * value for value in whole) * number - total * total
    variance = float(Fraction(spread, number * (number - 1) * scale * scale))
    half = student(number - 1) * sqrt(variance / number)
    return Interval(middle, middle - half, middle + half)


def grouped_mean(values: Sequence[Fraction], groups: Sequence[int]) -> Interval | None:
    """The mean of all values, with an interval that takes into account that those of a group hang together.

    The groups are what is independent: the variance is that of their sums about what the mean gives them, the freedom their
    number less one (the sandwich estimator of a mean, with the usual correction for few groups). Where each value is a group
    of its own, and where all groups are of one size, this is Student's interval, of the values and of the groups' means.

    Args:
        values: at least one for each group.
        groups: for each value the number of its group; equal numbers, one group.
    """
    plain, sizes = mean(values), Counter(groups)
    if plain is None or len(sizes) == 1:
        return None if plain is None else Interval(plain.value, None, None)
    scale, whole = _whole(values)
    sums = dict.fromkeys(sizes, 0)
    for group, value in zip(groups, whole, strict=True):
        sums[group] += value
    total, games, number = sum(whole), len(values), len(sizes)
    squares = sum((sums[group] * games - size * total) ** 2 for group, size in sizes.items())
    variance = float(Fraction(squares * number, (number - 1) * (games * games * scale) ** 2))
    half = student(number - 1) * sqrt(variance)
    return Interval(plain.value, plain.value - half, plain.value + half)


def _whole(values: Sequence[Fraction]) -> tuple[int, list[int]]:
    """A number, and the values times this number: whole, so as exact as the fractions and much faster."""
    scale = lcm(*{value.denominator for value in values})
    return scale, [value.numerator * (scale // value.denominator) for value in values]


def rate(points: Fraction, games: int) -> Interval | None:
    """The share of points with Wilson's interval, a draw being half a point; None without games."""
    if not games:
        return None
    share = float(points / games)
    scale = 1 + NORMAL**2 / games
    center = (share + NORMAL**2 / (2 * games)) / scale
    half = NORMAL / scale * sqrt(share * (1 - share) / games + NORMAL**2 / (4 * games**2))
    return Interval(share, max(0.0, center - half), min(1.0, center + half))
