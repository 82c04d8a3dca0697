"""The games of an experiment as a table for other programs: CSV, JSON Lines or Parquet, row by row.

In CSV a spreadsheet must not take a name for a formula: a text from outside whose first visible character is one of `FORMULA`
gets an apostrophe before it. JSON Lines and Parquet have the text as it is.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from operator import attrgetter
from typing import Any, BinaryIO, Final, Literal, NamedTuple

import msgspec

from harness.endings import Record, Recount
from harness.errors import HarnessError
from harness.filenames import stem
from harness.store import GAMES
from harness.tally import half_points

FORMULA: Final = "=+-@＝＋－＠|"
"""What begins a formula in one spreadsheet or another."""
FORMATS: Final = ("csv", "jsonl", "parquet")
_BATCH: Final = 10_000
_SIDE: Final = {"seconds": "number", "title": "name", "rules": "name", "score": "name", "overshoot": "number"}

Kind = Literal["name", "text", "integer", "number", "truth"]
Value = str | int | float | bool | None
Row = list[Value]


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: its head.
        kind: a ``name`` is a text that may come from outside, a ``text`` one of ours.
        get: its value, from what a row is about.
    """

    name: str
    kind: Kind
    get: Callable[[Any], Value]


class Count(NamedTuple):
    """What a row of the recounts is about: a game, and one of its other counts."""

    record: Record
    other: Recount

    @property
    def difference(self) -> Fraction:
        """What the other count adds to Black's margin."""
        return Fraction(self.other.margin) - Fraction(self.record.margin or 0)


def _fields(kind: Kind, names: str, path: str = "", prefix: str = "") -> list[Column]:
    """Columns of values that are there as they are, below a path of attributes."""
    return [Column(prefix + name, kind, attrgetter(path + name)) for name in names.split()]


def _value(name: str, get: Callable[[Any], str | None]) -> Column:
    """An exact number once more, as a float."""

    def number(about: Any) -> float | None:
        text = get(about)
        return None if text is None else float(Fraction(text))

    return Column(name, "number", number)


def _first_points(record: Record) -> float | None:
    halves = half_points(record)
    return None if halves is None else halves / 2


def _winner_name(record: Record) -> str | None:
    return None if record.winner is None else record.task.black if record.winner == "B" else record.task.white


def _sgf_file(record: Record) -> str | None:
    return f"{GAMES}/{stem(record.task)}.sgf" if record.turns else None


_GAMES: Final = (
    *_fields("name", "key ruleset first second", "task."),
    Column("game", "integer", lambda record: record.task.index + 1),
    *_fields("name", "black white", "task."),
    *_fields("integer", "black_seed white_seed opening_seed", "task."),
    *_fields("name", "opening", "task."),
    *_fields("integer", "handicap", "task."),
    *_fields("name", "clock", "task."),
    *_fields("text", "size komi"),
    _value("komi_value", attrgetter("komi")),
    Column("ending", "text", lambda record: record.ending.value),
    Column("trouble", "truth", attrgetter("ending.trouble")),
    *_fields("text", "winner"),
    Column("winner_name", "name", _winner_name),
    Column("first_points", "number", _first_points),
    *_fields("text", "result margin"),
    _value("margin_value", attrgetter("margin")),
    *_fields("name", "detail"),
    *_fields("integer", "turns disputes attempts"),
    *_fields("text", "moves started ended"),
    *(column for field, kind in _SIDE.items() for column in _fields(kind, field, "black.", "black_")),  # type: ignore[arg-type]
    *(column for field, kind in _SIDE.items() for column in _fields(kind, field, "white.", "white_")),  # type: ignore[arg-type]
    Column("sgf_file", "text", _sgf_file),
)
_RECOUNTS: Final = (
    *_fields("name", "key ruleset", "record.task."),
    Column("counted", "name", attrgetter("other.ruleset")),
    *_fields("text", "result margin", "record."),
    _value("margin_value", attrgetter("record.margin")),
    *_fields("text", "result margin", "other.", "counted_"),
    _value("counted_margin_value", attrgetter("other.margin")),
    Column("difference", "text", lambda count: str(count.difference)),
    Column("difference_value", "number", lambda count: float(count.difference)),
    Column("changed", "truth", lambda count: count.record.result[:1] != count.other.result[:1]),
)
TABLES: Final = {"games": _GAMES, "recounts": _RECOUNTS}
"""The columns of each table."""


def export(records: Iterable[Record], table: str, form: str, stream: BinaryIO) -> int:
    """Writes a table. Returns the number of rows.

    Args:
        records: the games; one at a time is held, or some thousands of rows for Parquet.
        table: one of `TABLES`: a row for each game, or for each game and ruleset that it is counted under besides its own.
        form: one of `FORMATS`.
        stream: gets the bytes.

    Raises:
        HarnessError: Parquet is wanted and the extra for it is not installed.
    """
    columns = TABLES[table]
    about: Iterable[object] = records if table == "games" else _counts(records)
    rows = ([_sound(column.get(each)) for column in columns] for each in about)
    return _WRITERS[form](columns, rows, stream)


def _counts(records: Iterable[Record]) -> Iterator[Count]:
    return (Count(record, other) for record in records if record.margin is not None for other in record.recounts)


def _sound(value: Value) -> Value:
    """Text that can be written as UTF-8."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


# -- the formats


def _csv(columns: Sequence[Column], rows: Iterable[Row], stream: BinaryIO) -> int:
    writer = csv.writer(codecs.getwriter("utf-8")(stream), lineterminator="\n")  # unlike a TextIOWrapper, it never closes it
    writer.writerow([column.name for column in columns])
    written = 0
    for written, row in enumerate(rows, 1):  # noqa: B007 - the last number is the result
        writer.writerow([_cell(column.kind, value) for column, value in zip(columns, row, strict=True)])
    return written


def _cell(kind: Kind, value: Value) -> Value:
    if isinstance(value, bool):
        return str(value).lower()
    return harmless(value) if kind == "name" and isinstance(value, str) else value


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    visible = text.lstrip("".join(filter(str.isspace, text)) + "\ufeff\u200b")
    return f"'{text}" if visible[:1] in FORMULA and visible else text


def _json_lines(columns: Sequence[Column], rows: Iterable[Row], stream: BinaryIO) -> int:
    encoder = msgspec.json.Encoder()
    written = 0
    for written, row in enumerate(rows, 1):  # noqa: B007 - as above
        stream.write(encoder.encode({column.name: value for column, value in zip(columns, row, strict=True)}) + b"\n")
    return written


def _parquet(columns: Sequence[Column], rows: Iterable[Row], stream: BinaryIO) -> int:
    arrow, parquet = _arrow()
    kinds = {"integer": arrow.int64(), "number": arrow.float64(), "truth": arrow.bool_()}
    schema = arrow.schema([(column.name, kinds.get(column.kind, arrow.string())) for column in columns])
    remaining, written = iter(rows), 0
    with parquet.ParquetWriter(stream, schema) as writer:
        while batch := list(islice(remaining, _BATCH)):
            arrays = [arrow.array(values, field.type) for values, field in zip(zip(*batch, strict=True), schema, strict=True)]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))
            written += len(batch)
    return written


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        needed = "Parquet needs the extra parquet: pip install 'gtp-rules[parquet]'; csv and jsonl work without"
        raise HarnessError(needed) from None
    return pa, parquet


_WRITERS: Final[dict[str, Callable[[Sequence[Column], Iterable[Row], BinaryIO], int]]] = {
    "csv": _csv,
    "jsonl": _json_lines,
    "parquet": _parquet,
}
