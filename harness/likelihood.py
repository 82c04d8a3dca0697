"""How well a mean score, or a mean score in units of its spread, agrees with counted results.

Results are counts by score, from the worst to the best at even distances: three for games (lost, drawn, won), five for game
pairs (0, ½, 1, 1½ and 2 points). A distribution over them is fitted to the counts under a constraint by maximum likelihood;
Van den Bergh describes the method for fishtest. No class is quite empty: an empty one counts as `EMPTY`, so that every score
between all lost and all won can be fitted, and everything is finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Final

EMPTY: Final = 1e-3
"""What an empty class counts for."""
_STEPS: Final = 100
_ROUNDS: Final = 100
_CLOSE: Final = 1e-13

Shares = list[float]


def filled(counts: Sequence[float]) -> Shares:
    """The counts, the empty ones as `EMPTY`."""
    return [float(count) if count > 0 else EMPTY for count in counts]


def scores(classes: int) -> Shares:
    """The score of each class, from 0 to 1."""
    return [index / (classes - 1) for index in range(classes)]


def moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the score of one observation, a game or a pair, by its counts."""
    total = sum(counts)
    places = scores(len(counts))
    mean = sum(count * place for count, place in zip(counts, places, strict=True)) / total
    return mean, sum(count * (place - mean) ** 2 for count, place in zip(counts, places, strict=True)) / total


def log_ratio(counts: Sequence[float], one: Sequence[float], other: Sequence[float]) -> float:
    """The logarithm of how much likelier one distribution makes the counts than another one."""
    return sum(count * log(a / b) for count, a, b in zip(counts, one, other, strict=True))


def with_mean(counts: Sequence[float], mean: float) -> Shares:
    """The likeliest distribution with this mean score.

    Args:
        counts: all above 0.
        mean: above 0 and below 1; not checked.
    """
    return _tilted(counts, [place - mean for place in scores(len(counts))])


def with_strength(counts: Sequence[float], strength: float) -> Shares:
    """The likeliest distribution in which the mean's distance from ½ is this many standard deviations of one observation.

    Args:
        counts: all above 0.
        strength: from −0.85 to 0.85, where the iteration is known to end; not checked.
    """
    places = scores(len(counts))
    shares = [1 / len(counts)] * len(counts)
    for _ in range(_ROUNDS):
        mean, variance = moments(shares)
        spread = sqrt(variance)
        # the constraint, made linear around the last distribution
        pulls = [place - 0.5 - strength * spread * (1 + ((mean - place) / spread) ** 2) / 2 for place in places]
        before, shares = shares, _tilted(counts, pulls)
        if max(abs(old - new) for old, new in zip(before, shares, strict=True)) < _CLOSE:
            break
    return shares


def _tilted(counts: Sequence[float], pulls: Sequence[float]) -> Shares:
    """The likeliest distribution under which the pulls cancel out: each share divided by 1 + x · pull for the one right x."""
    total = sum(counts)
    own = [count / total for count in counts]
    x = _root(own, pulls)
    # no share of the result is above 1, so that no divisor is below the share that it divides
    raw = [share / max(1 + x * pull, share) for share, pull in zip(own, pulls, strict=True)]
    whole = sum(raw)  # 1 but for rounding
    return [share / whole for share in raw]


def _root(shares: Sequence[float], pulls: Sequence[float]) -> float:
    """Where the sum of share · pull / (1 + x · pull) vanishes; it falls all the way between its two poles."""
    both = list(zip(shares, pulls, strict=True))
    low = max(((share - 1) / pull for share, pull in both if pull > 0), default=0.0)
    high = min(((share - 1) / pull for share, pull in both if pull < 0), default=0.0)
    x = min(max(0.0, low), high)
    for _ in range(_STEPS):
        parts = [(share, pull / (1 + x * pull)) for share, pull in both]
        value = sum(share * part for share, part in parts)
        low, high = (x, high) if value > 0 else (low, x)
        before, x = x, x + value / sum(share * part * part for share, part in parts)  # Newton's step
        if not low < x < high:
            x = (low + high) / 2
        if x in (low, high) or abs(x - before) <= _CLOSE * abs(x):
            break
    return x
