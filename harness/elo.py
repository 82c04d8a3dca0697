"""Elo differences of two players, from the counts of their games or game pairs. Everything is finite for any counts.

Counts are from the first player's view and from the worst to the best: three for games (lost, drawn, won), five for game pairs
(0, ½, 1, 1½ and 2 points). The two games of a pair have the same opening, so that their results hang together: pairs tell more
than the same games apart, and are the right unit to reckon a spread by.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, log10, sqrt
from typing import Final

from harness import likelihood, stats

LIMIT: Final = 1200.0
"""Larger differences than this are given as this: a score of 999 in 1000 can hardly be told from one of all."""
_CLOSEST: Final = 1 / (1 + 10 ** (LIMIT / 400))
_STEPS: Final = 32


def elo(share: float) -> float:
    """The Elo difference at which a player expects this share of the points, between −`LIMIT` and `LIMIT`."""
    inside = min(max(share, _CLOSEST), 1 - _CLOSEST)
    return 0.0 - 400 * log10(1 / inside - 1)  # never −0


def share(difference: float) -> float:
    """The share of the points that a player expects at this Elo difference, from 0 to 1."""
    inside = min(max(difference, -100_000.0), 100_000.0)
    return float(1 / (1 + 10 ** (-inside / 400)))


def from_rate(rate: stats.Interval | None) -> stats.Interval | None:
    """The Elo difference that belongs to a share of points, and to the ends of its interval."""
    if rate is None:
        return None
    low, high = (None if bound is None else elo(bound) for bound in rate[1:])
    return stats.Interval(elo(rate.value), low, high)


def difference(counts: Sequence[int]) -> stats.Interval | None:
    """The Elo difference of `expected`; None without observations."""
    return from_rate(expected(counts))


def expected(counts: Sequence[int]) -> stats.Interval | None:
    """The share of the points with the 95 % interval of the likelihood ratio; None without observations.

    The interval holds every share whose likelihood is not too small beside the greatest. Unlike a multiple of the standard
    error it does not shrink to nothing where all observations are equal.
    """
    return _expected(tuple(counts)) if sum(counts) else None


@lru_cache(maxsize=1024)  # a report shows the same interval as a share and as Elo
def _expected(counts: tuple[int, ...]) -> stats.Interval:
    mean = likelihood.moments(counts)[0]
    return stats.Interval(mean, _end(counts, mean, 0.0), _end(counts, mean, 1.0))


def superiority(counts: Sequence[int]) -> float | None:
    """The likelihood that the first player is the stronger one, 0 to 1; None without observations.

    By the signed root of the likelihood ratio against equal strength. It comes to the usual Φ((mean − ½) / standard error)
    where there is much data, and stays sensible where there is little.
    """
    if not sum(counts):
        return None
    root = sqrt(_ratio(counts, 0.5))
    mean = likelihood.moments(counts)[0]
    return normal(root if mean > 0.5 else -root)


def normal(value: float) -> float:
    """The distribution function of the standard normal distribution."""
    return (1 + erf(value / sqrt(2))) / 2


def _ratio(counts: Sequence[int], mean: float) -> float:
    """Twice the logarithm of how much likelier the counts' own distribution is than the likeliest one with this mean."""
    filled = likelihood.filled(counts)
    own = [count / sum(filled) for count in filled]
    return max(0.0, 2 * likelihood.log_ratio(filled, own, likelihood.with_mean(filled, mean)))


def _end(counts: Sequence[int], inside: float, outside: float) -> float:
    """The end of the interval between a mean score that is in it and the worst or best one."""
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if middle in (inside, outside) or not 0 < middle < 1:
            break
        if _ratio(counts, middle) <= stats.NORMAL**2:
            inside = middle
        else:
            outside = middle
    return inside
