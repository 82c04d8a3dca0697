"""The pieces of the report's sections: tables that scroll by themselves, some with a column of intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harness.drawing.markup import Content, Markup, tag
from harness.report.charts import SERIES, Axis, interval, scale
from harness.stats import Interval


class Row(NamedTuple):
    """A row of a table with a column of intervals.

    Attributes:
        head: what it is about.
        cells: the cells before the interval.
        shown: the interval, or None for an empty cell.
        label: the interval in words, for those who cannot see it.
        after: the cells behind the interval.
        series: number of its color, or None where color means nothing.
    """

    head: Content
    cells: Sequence[Content]
    shown: Interval | None
    label: str
    after: Sequence[Content] = ()
    series: int | None = None


class Group(NamedTuple):
    """Rows below a line of their own; no line if the title is empty."""

    title: Content
    rows: Sequence[Row]


class Columns(NamedTuple):
    """The heads of a table with a column of intervals: of the row heads, before, of and behind the intervals."""

    head: str
    cells: Sequence[str]
    shown: str
    after: Sequence[str] = ()


def scrolling(label: str, content: Markup) -> Markup:
    """A table that scrolls by itself where the screen is narrow, by the keyboard too."""
    return tag("div", content, class_="scroll", role="region", aria_label=label, tabindex=0)


def interval_table(caption: str, columns: Columns, axis: Axis, groups: Sequence[Group]) -> Markup:
    """A table with a column of intervals on one scale."""
    width = 2 + len(columns.cells) + len(columns.after)
    head = tag(
        "tr",
        tag("th", columns.head, scope="col"),
        [tag("th", cell, scope="col", class_="num") for cell in columns.cells],
        tag("th", columns.shown, scale(axis), scope="col", class_="plot"),
        [tag("th", cell, scope="col", class_="num") for cell in columns.after],
    )
    bodies = [tag("tbody", _title(group, width), [_row(row, axis) for row in group.rows]) for group in groups]
    table = tag("table", tag("caption", caption, class_="unseen"), tag("thead", head), bodies, class_="wide")
    return scrolling(caption, table)


def _title(group: Group, width: int) -> Content:
    if not group.title:
        return ""
    return tag("tr", tag("th", group.title, scope="rowgroup", colspan=width), class_="group")


def _row(row: Row, axis: Axis) -> Markup:
    color = None if row.series is None else f"key s{row.series % SERIES}"
    shown = "" if row.shown is None else interval(axis, row.shown, row.label, row.series or 0)
    return tag(
        "tr",
        tag("th", row.head, scope="row", class_=color),
        [tag("td", cell, class_="num") for cell in row.cells],
        tag("td", shown, class_="plot"),
        [tag("td", cell, class_="num") for cell in row.after],
    )


def plain_table(caption: str, heads: Sequence[Content], rows: Sequence[Sequence[Content]], *, numbers_from: int = 1) -> Markup:
    """A table of texts and numbers.

    Args:
        caption: what it shows.
        heads: of the columns.
        rows: the first cell of each is its head.
        numbers_from: the first column that is set to the right.
    """
    kinds = ["num" if column >= numbers_from else None for column in range(len(heads))]
    head = tag("tr", [tag("th", text, scope="col", class_=kind) for text, kind in zip(heads, kinds, strict=True)])
    body = [_plain_row(row, kinds) for row in rows]
    return scrolling(caption, tag("table", tag("caption", caption, class_="unseen"), tag("thead", head), tag("tbody", body)))


def _plain_row(row: Sequence[Content], kinds: Sequence[str | None]) -> Markup:
    cells = [tag("td", text, class_=kind) for text, kind in zip(row[1:], kinds[1:], strict=True)]
    return tag("tr", tag("th", row[0], scope="row"), cells)
