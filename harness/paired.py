"""What the same games come to when they are played under other rules: same players, same colors, same opening, same seeds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from harness import stats
from harness.endings import Record
from harness.tally import half_points


class Shift(msgspec.Struct):
    """The games of one pairing under a first ruleset and under another one, game by game.

    Attributes:
        base: the ruleset that is compared with: the first one of this size of board that comes.
        other: the other ruleset.
        size: ``COLUMNSxROWS``.
        first: the pairing's first player.
        second: the pairing's second player.
        points: what the first player scores more under the other ruleset, for each game that has a result under both.
    """

    base: str
    other: str
    size: str
    first: str
    second: str
    points: list[Fraction] = msgspec.field(default_factory=list)

    @property
    def mean(self) -> stats.Interval | None:
        """The mean of the points, the interval being the paired one."""
        return stats.mean(self.points)

    @property
    def shown(self) -> bool:
        """Whether the interval leaves out zero."""
        mean = self.mean
        return mean is not None and mean.low is not None and mean.high is not None and not mean.low <= 0 <= mean.high


def shifts(records: Iterable[Record]) -> list[Shift]:
    """One shift for each pairing and each ruleset but the first, in the order in which they come."""
    bases: dict[str, str] = {}
    points: dict[tuple[str, str, str, int], Fraction] = {}
    found: dict[tuple[str, str, str, str, str], Shift] = {}
    for record in records:
        task, halves = record.task, half_points(record)
        base = bases.setdefault(record.size, task.ruleset)
        game = (record.size, task.first, task.second, task.index)
        if halves is None or task.first == task.second:
            continue
        if task.ruleset == base:
            points[game] = Fraction(halves, 2)
        elif game in points:
            key = (base, task.ruleset, record.size, task.first, task.second)
            found.setdefault(key, Shift(*key)).points.append(Fraction(halves, 2) - points[game])
    return list(found.values())
