"""How often players dispute, and what the play after it changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from harness import stats
from harness.answer.answers import Answer, Table, different, is_shown
from harness.answer.finals import Final
from harness.config import VERSUS
from harness.drawing.numerals import NOTHING, mean, percent_interval
from harness.endings import Record
from harness.tally import exact

_HEAD = ("played under", "pairing", "games", "with a dispute", "another margin", "another winner", "mean change for Black")
_NOTE = (
    "Another margin and another winner: than a count at the first stop would have given, with the stones dead that both sides "
    "called dead and the disputed ones alive; shares of the games with a dispute that came to a count."
)


def disputes(records: Sequence[Record], ends: Iterable[Final]) -> Answer:
    """By setting and pairing: games with a dispute, and what the resumed play changes."""
    changes = {end.record.task.key: end for end in ends if end.stopped is not None}
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        if not record.ending.trouble:
            pairing = f"{record.task.first} {VERSUS} {record.task.second}"
            groups.setdefault((record.task.ruleset, pairing), []).append(record)
    rows = [
        _row(name, own, [changes[each.task.key] for each in own if each.task.key in changes]) for name, own in groups.items()
    ]
    said = list(_sentences(groups, list(changes.values())))
    return Answer("Disputes", said, [Table(_HEAD, rows, _NOTE)] if rows else [])


def change(end: Final) -> Fraction:
    """What Black gains by the play after the first dispute."""
    return exact(end.record.margin or "0") - (end.stopped or 0)


def is_turned(end: Final) -> bool:
    """Whether another side wins than the count at the first stop would have said."""
    stopped, after = end.stopped or Fraction(0), exact(end.record.margin or "0")
    return (stopped > 0) - (stopped < 0) != (after > 0) - (after < 0)


def _row(name: tuple[str, str], own: Sequence[Record], ends: Sequence[Final]) -> list[str]:
    disputed = sum(record.disputes > 0 for record in own)
    numbers = [_share(disputed, len(own)), _share(sum(change(end) != 0 for end in ends), len(ends))]
    return [*name, str(len(own)), *numbers, _share(sum(map(is_turned, ends)), len(ends)), _mean(ends)]


def _share(number: int, games: int) -> str:
    return f"{number}: {_interval(number, games)}" if games else NOTHING


def _interval(number: int, games: int) -> str:
    return percent_interval(stats.rate(Fraction(number), games))


def _mean(ends: Sequence[Final]) -> str:
    return mean(stats.mean([change(end) for end in ends]), 1)


def _sentences(groups: dict[tuple[str, str], list[Record]], ends: Sequence[Final]) -> Iterable[str]:
    records = [record for own in groups.values() for record in own]
    if not records:
        yield "No game has come to an end without trouble yet."
        return
    once = different(records)
    disputed = sum(record.disputes > 0 for record in once)
    number = sum(record.disputes for record in once)
    yield f"Different games with a dispute: {disputed} of {len(once)}, {_interval(disputed, len(once))}; disputes: {number}."
    if not ends:
        return
    keys = {record.task.key for record in different(end.record for end in ends)}
    unlike = [end for end in ends if end.record.task.key in keys]
    other, turned = sum(change(end) != 0 for end in unlike), sum(map(is_turned, unlike))
    games = f"Of {len(unlike)} different disputed games that came to a count {other} have another margin"
    yield f"{games} than at the first stop, {turned} another winner ({_interval(turned, len(unlike))})."
    for ruleset in dict.fromkeys(end.record.task.ruleset for end in ends):
        sizes = stats.mean([abs(change(end)) for end in ends if end.record.task.ruleset == ruleset])
        if is_shown(sizes):
            moved = f"moves the margin by {mean(sizes).lstrip('+')} points"
            yield f"Under {ruleset} the resumed play {moved}, one way or the other."
