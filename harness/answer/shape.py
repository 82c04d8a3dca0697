"""How games look: length, captures, groups, ties, and the games that the eye tax alone decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from harness import stats
from harness.answer.answers import Answer, Table, different
from harness.answer.finals import Final
from harness.drawing.numerals import NOTHING, percent_interval
from harness.stats import Interval

_HEAD = ("played under", "games", "turns", "captured stones", "groups", "decided by the tax alone", "ties")
_NOTE = (
    "Means with Student's intervals, shares with Wilson's. Groups: those of both sides that live independently, once dead "
    "stones are off. Decided by the tax alone: who wins, or that nobody does, would be otherwise with two points less for "
    "each group where there is no tax, or without that where there is one; komi, dead stones and moves stay."
)


def shape(ends: Iterable[Final]) -> Answer:
    """By setting: turns, captures, groups, ties, and games in which the tax makes another winner."""
    found: dict[str, list[Final]] = {}
    for end in ends:
        found.setdefault(f"{end.record.task.ruleset}, {end.record.size.replace('x', '×')}", []).append(end)
    rows = [_row(name, own) for name, own in found.items()]
    return Answer("How the games look", list(_sentences(found)), [Table(_HEAD, rows, _NOTE)] if rows else [])


def by_tax(end: Final) -> bool:
    """Whether the tax alone decides who wins."""
    return _sign(end.taxed) != _sign(end.untaxed)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _row(name: str, own: Sequence[Final]) -> list[str]:
    means = [_mean([end.record.turns for end in own]), _mean([end.captured for end in own]), _mean([end.groups for end in own])]
    ties = sum(not Fraction(end.record.margin or 0) for end in own)
    return [name, str(len(own)), *means, _share(sum(map(by_tax, own)), len(own)), _share(ties, len(own))]


def _mean(values: Sequence[int]) -> str:
    found = stats.mean([Fraction(value) for value in values])
    if found is None:
        return NOTHING
    return f"{found.value:.1f}" + (f" ±{found.high - found.value:.1f}" if found.high is not None else "")


def _share(number: int, games: int) -> str:
    return percent_interval(stats.rate(Fraction(number), games))


def _sentences(found: Mapping[str, Sequence[Final]]) -> Iterable[str]:
    ends = [end for own in found.values() for end in own]
    if not ends:
        yield "No game has come to a count yet."
        return
    once = {record.task.key for record in different(end.record for end in ends)}
    ends = [end for end in ends if end.record.task.key in once]
    number = sum(map(by_tax, ends))
    yield f"The eye tax alone decides {number} of {len(ends)} different games, {_share(number, len(ends))}."
    groups = {name: _interval([end.groups for end in own]) for name, own in found.items() if len(own) > 1}
    if len(groups) > 1:
        few, many = min(groups, key=lambda name: groups[name].value), max(groups, key=lambda name: groups[name].value)
        if _above(groups[few]) < _below(groups[many]):
            yield f"There are more groups under {many} ({groups[many].value:.1f}) than under {few} ({groups[few].value:.1f})."
        else:
            extremes = f"{few} ({groups[few].value:.1f}) and {many} ({groups[many].value:.1f})"
            yield f"The games do not decide between the settings with the fewest and the most groups, {extremes}."
    ties = sum(not Fraction(end.record.margin or 0) for end in ends)
    yield f"Ties: {ties} of {len(ends)} different games, {_share(ties, len(ends))}."


def _interval(values: Sequence[int]) -> Interval:
    found = stats.mean([Fraction(value) for value in values])
    assert found is not None
    return found


def _above(interval: Interval) -> float:
    return interval.value if interval.high is None else interval.high


def _below(interval: Interval) -> float:
    return interval.value if interval.low is None else interval.low
