"""The same final positions under other counts: how often the winner changes, and by how much the margin moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from harness import stats
from harness.answer.answers import MOST_ROWS, Answer, Table
from harness.config import VERSUS
from harness.drawing.numerals import mean, percent, percent_interval
from harness.endings import Record
from harness.tally import Comparison, comparisons, games_text

_HEAD = ("played under", "counted under", "games", "another winner", "mean difference", "largest")
_LONG = (
    "Shares of games with another winner, in percent; a winner instead of a tie and the reverse count as well. Each row has "
    "its own games; komi stays what it was."
)
_NOTE = (
    "Another winner: a winner instead of a tie and the reverse count as well, those in brackets (Wilson's interval). "
    "Differences are those of Black's margins, game by game (Student's interval); komi stays what it was."
)


def counts(records: Sequence[Record]) -> Answer:
    """By setting and other count: games with another winner, and the mean difference of the margins, game by game."""
    found = comparisons(records)
    pairings = {(record.task.first, record.task.second) for record in records}
    tables = (
        [_matrix(found) if len(found) > MOST_ROWS else Table(_HEAD, [_row(each) for each in found], _NOTE)] if found else []
    )
    if len(pairings) > 1 and len(found) <= MOST_ROWS:
        tables.append(_by_pairing(records))
    return Answer("The same games under other counts", _sentences(found), tables)


def changed(comparison: Comparison) -> stats.Interval | None:
    """The share of games with another winner."""
    return stats.rate(Fraction(comparison.changed), len(comparison.margins))


def largest(comparison: Comparison) -> Fraction:
    """The largest difference of a game's margins."""
    return max(abs(other - own) for own, other in zip(comparison.margins, comparison.recounts, strict=True))


def _row(each: Comparison) -> list[str]:
    ties = sum((own == 0) != (other == 0) for own, other in zip(each.margins, each.recounts, strict=True))
    number = f"{each.changed} ({ties})" if ties else str(each.changed)
    share = f"{number}: {percent_interval(changed(each))}"
    numbers = [str(len(each.margins)), share, mean(each.difference, 2), f"{float(largest(each)):g}"]
    return [_named(each.refereed), each.counted, *numbers]


def _named(setting: str) -> str:
    """A setting as the other tables have it."""
    return re.sub(r", ([0-9]+)x([0-9]+)$", r", \1×\2", setting)


def _matrix(found: Sequence[Comparison]) -> Table:
    """One row for each setting, one column for each count: more would be read by nobody."""
    settings = list(dict.fromkeys(each.refereed for each in found))
    counted = list(dict.fromkeys(each.counted for each in found))
    cells = {(each.refereed, each.counted): f"{100 * each.changed / len(each.margins):.0f}" for each in found}
    numbers = [str(number) for number in range(1, len(counted) + 1)]
    rows = [[_named(setting), *(cells.get((setting, each), "·") for each in counted)] for setting in settings]
    columns = ", ".join(f"{number} {name}" for number, name in zip(numbers, counted, strict=True))
    return Table(("played under", *numbers), rows, f"{_LONG} Counted under: {columns}.")


def _by_pairing(records: Sequence[Record]) -> Table:
    groups: dict[str, list[Record]] = {}
    several = len({record.task.ruleset for record in records}) > 1
    for record in records:
        name = f"{record.task.first} {VERSUS} {record.task.second}, {record.size.replace('x', '×')}"
        name += f", {record.task.ruleset}" if several else ""
        groups.setdefault(name, []).append(record)
    counted = list(dict.fromkeys(each.ruleset for record in records for each in record.recounts))
    rows = []
    for name, own in groups.items():
        row = [name, str(sum(record.margin is not None for record in own))]
        for text in counted:
            results = [(record.result, each.result) for record in own for each in record.recounts if each.ruleset == text]
            other = sum(before[:1] != after[:1] for before, after in results)
            row.append(percent_interval(stats.rate(Fraction(other), len(results))) if results else "·")
        rows.append(row)
    return Table(("pairing, board", "games", *counted), rows, "Games with another winner, by players and board.")


def _sentences(found: Sequence[Comparison]) -> list[str]:
    if not found:
        return ["No game has come to a count yet."]
    games = sum(len(each.margins) for each in found)
    total = sum(each.changed for each in found)
    said = [f"In {total} of {games} recounts ({percent(total / games)}) another count gives another winner."]
    said += _mostly(found, total)
    most = max(found, key=lambda each: each.changed / len(each.margins))
    if most.changed:
        share = f"{most.changed} of {games_text(len(most.margins))}, {percent_interval(changed(most))}"
        said.append(f"Most often so with games played under {_named(most.refereed)} and counted under {most.counted}: {share}.")
    moved = [each for each in found if _moves(each)]
    if moved:
        chance = f"about {len(found) / 20:.0f} would by chance alone" if len(found) >= 20 else "each by itself"
        said.append(f"Of {len(found)} mean differences of Black's margin {len(moved)} leave out zero ({chance}). The clearest:")
    return [*said, *(_moved(each) for each in sorted(moved, key=_clearness, reverse=True)[:3])]


def _mostly(found: Sequence[Comparison], total: int) -> list[str]:
    """One count that makes most of the changes would else speak for all."""
    by_count: Counter[str] = Counter()
    for each in found:
        by_count[each.counted] += each.changed
    (name, number), *others = by_count.most_common()
    return [f"{number} of these {total} are by one count alone, {name}."] if 2 * number > total > 1 and others else []


def _moves(each: Comparison) -> bool:
    found = each.difference
    return found is not None and found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)


def _clearness(each: Comparison) -> tuple[float, float]:
    """In half intervals, then in points: the largest differences are those of the widest intervals as well."""
    found = each.difference
    if found is None or found.high is None:
        return 0.0, 0.0
    half = found.high - found.value
    return (abs(found.value) / half if half else float("inf")), abs(found.value)


def _moved(each: Comparison) -> str:
    points = mean(each.difference, 2)
    return f"{each.counted} instead of {_named(each.refereed)} moves Black's margin by {points} points on average."
