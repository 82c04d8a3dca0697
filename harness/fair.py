"""Fair komi: what komi would have halved the games that were counted. Pure functions of their margins.

Margins are Black less White *without* komi. With komi k Black wins where the margin is above k; a margin of k is half a win.
The share of games that Black wins so falls from 1 to 0 in steps, and the fair komi is where it passes one half: the median.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from harness.stats import Interval, rate


class Step(NamedTuple):
    """Black's share of the games around a komi that some games come to.

    Attributes:
        komi: a margin of some game.
        before: the share with any smaller komi, down to the step before.
        at: the share with this komi, whose games are half won.
        after: the share with any larger komi, up to the next step.
    """

    komi: Fraction
    before: Interval
    at: Interval
    after: Interval


class Fair(NamedTuple):
    """The komi that halves the games, exactly, and its 95 % interval; None for a bound that the games do not show.

    Attributes:
        value: the median of the margins.
        low: the largest komi with every smaller one still too little, by Wilson's interval.
        high: the smallest komi with every larger one already too much.
    """

    value: Fraction
    low: Fraction | None
    high: Fraction | None


def steps(margins: Sequence[Fraction]) -> list[Step]:
    """The curve, one step for each different margin, with Wilson's intervals; empty without games."""
    games, above, found = len(margins), len(margins), []
    for komi, number in sorted(Counter(margins).items()):
        before, at, after = (_rate(Fraction(points), games) for points in (above, above - Fraction(number, 2), above - number))
        found.append(Step(komi, before, at, after))
        above -= number
    return found


def _rate(points: Fraction, games: int) -> Interval:
    found = rate(points, games)
    assert found is not None
    return found


def fair(curve: Sequence[Step]) -> Fair | None:
    """Where a curve passes one half, with the interval of komi that the games do not rule out; None without games."""
    if not curve:
        return None
    # a share falls with the komi: the last one that is above one half, and the first one that is below it
    low = max(each.komi for each in curve if each.before.value > 0.5)
    high = min(each.komi for each in curve if each.after.value < 0.5)
    too_little = [each.komi for each in curve if _bound(each.before.low) > 0.5]
    too_much = [each.komi for each in curve if _bound(each.after.high) < 0.5]
    return Fair((low + high) / 2, max(too_little, default=None), min(too_much, default=None))


def share(curve: Sequence[Step], komi: Fraction) -> Interval | None:
    """Black's share of the games with a komi; None without games."""
    last = None
    for each in curve:
        if komi < each.komi:
            return each.before
        if komi == each.komi:
            return each.at
        last = each.after
    return last


def _bound(value: float | None) -> float:
    assert value is not None  # Wilson's interval has both, from one game on
    return value
