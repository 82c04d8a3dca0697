"""What a measure gives a page: sentences and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from harness.endings import Record
from harness.stats import Interval

MOST_ROWS = 40
"""Rows of a table that a reader still takes in."""


class Table(NamedTuple):
    """A table; the first column holds names, the others hold numbers.

    Attributes:
        head: the names of the columns.
        rows: as many cells in each.
        note: a sentence below, or an empty text.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class Answer(NamedTuple):
    """What one measure found.

    Attributes:
        heading: of its section.
        sentences: what the numbers say, the most important one first; each holds by its 95 % interval.
        tables: the numbers.
    """

    heading: str
    sentences: Sequence[str]
    tables: Sequence[Table]


def different(records: Iterable[Record]) -> list[Record]:
    """Each course of a game once: who cannot tell two rulesets apart plays the same under both, which is no more evidence."""
    found: dict[tuple[str, ...], Record] = {}
    for record in records:
        course = (record.size, record.moves) if record.moves else (record.task.key,)
        found.setdefault(course, record)
    return list(found.values())


def is_shown(interval: Interval | None, zero: float = 0.0) -> bool:
    """Whether a 95 % interval leaves out the value that means no effect."""
    return (
        interval is not None
        and interval.low is not None
        and interval.high is not None
        and not interval.low <= zero <= interval.high
    )
