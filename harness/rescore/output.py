"""The rows as text: a table for people, CSV, and a line of JSON for each game. Numbers are exact."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from gtp_rules.rules.counting.sheet import decimal_text
from harness.console import printable
from harness.rescore.rows import PARTS, Count, Plan, Row

SCHEMA: Final = 1
"""Version of the JSON lines: keys may be added under it, none is renamed, removed or given another meaning."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_AGREES: Final = {True: "yes", False: "no", None: ""}


class Effect(NamedTuple):
    """What a ruleset does to one game.

    Attributes:
        changed: whether the winner is another, or there is one instead of none, or the reverse.
        tie: whether nobody wins.
        difference: what it adds to the margin.
    """

    changed: bool
    tie: bool
    difference: Fraction


class Written(NamedTuple):
    """One game as text, and what its end needs to know of it: an effect for each ruleset, or nothing."""

    text: str
    effects: tuple[Effect, ...] = ()


class Summary(msgspec.Struct):
    """What one ruleset changes in all games.

    Attributes:
        games: how many.
        changed: in how many the winner is another.
        ties: how many nobody wins.
        total: the sum of the differences.
    """

    games: int = 0
    changed: int = 0
    ties: int = 0
    total: Fraction = Fraction(0)

    def add(self, effect: Effect) -> None:
        """Counts one game."""
        self.games += 1
        self.changed += effect.changed
        self.ties += effect.tie
        self.total += effect.difference


class Writer(Protocol):
    """Turns rows into text. It keeps nothing, so that any process may write any row."""

    def begin(self) -> str:
        """What stands before the first row."""

    def row(self, row: Row) -> Written:
        """One game."""

    def end(self, sums: list[Summary]) -> str:
        """What stands after the last row, given a summary for each ruleset."""


@lru_cache(maxsize=4096)
def exact(value: Fraction) -> str:
    """A number as text without loss: a decimal where there is one, else a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    text = decimal_text(value)
    return text if Fraction(text) == value else str(value)


def signed(value: Fraction) -> str:
    """The same with its sign, a true minus, and nothing before 0."""
    return f"+{exact(value)}" if value > 0 else exact(value).replace("-", "−")


# -- for people


class Table:
    """A block for each game, and a summary of all."""

    def __init__(self, plan: Plan) -> None:
        self._names = [ruleset.specification for ruleset in plan.rulesets]
        self._width = max(map(len, self._names), default=0)

    def begin(self) -> str:
        """Nothing: each game has its own head."""
        return ""

    def row(self, row: Row) -> Written:
        """A head, and a line for each ruleset."""
        lines = [heading(row)]
        for count in row.counts:
            parts = ", ".join(f"{part} {signed(value)}" for part, value in (count.parts or {}).items())
            cells = f"  {count.ruleset:{self._width}}  {count.result:9}  {signed(count.difference):>7}"
            lines.append(f"{cells}  {parts}".rstrip())
        effects = tuple(Effect(c.result[0] != row.base_result[0], c.result == "0", c.difference) for c in row.counts)
        return Written("\n".join(lines) + "\n\n", effects)

    def end(self, sums: list[Summary]) -> str:
        """How often each ruleset changes the winner, and by how much it changes the margin in the mean."""
        games = sums[0].games if sums else 0
        if games < 2:
            return ""
        lines = [f"{games} games", f"  {'':{self._width}}  other winner  nobody wins  mean difference"]
        for name, found in zip(self._names, sums, strict=True):
            mean = f"{float(found.total / games):+.2f}".replace("-", "−")
            lines.append(f"  {name:{self._width}}  {found.changed:12}  {found.ties:11}  {mean:>15}")
        return "\n".join(lines) + "\n"


def heading(row: Row) -> str:
    """What a game is, in one line."""
    where = f"{row.path} [{row.number + 1}]" if row.number else row.path
    players = f", {row.black or '?'} – {row.white or '?'}" if row.black or row.white else ""
    rules = row.ruleset if row.is_named else f"{row.ruleset} (assumed)"
    stated = f", stated {row.stated}" if row.stated else ""
    agreed = {True: ", which the count confirms", False: f", the count gives {row.counted}", None: ""}[row.agrees]
    remarks = "".join(f"; {remark}" for remark in row.remarks)
    size = f"{row.size[0]}×{row.size[1]}"
    dead = f"{len(row.dead)} dead by {row.source}" if row.source != "none" else "all alive, nobody says otherwise"
    groups = f"groups {row.groups[0]}:{row.groups[1]}"
    game = f"{size}{players}, {row.moves} moves, komi {exact(row.komi)}, {rules}{stated}{agreed}"
    return printable(f"{where}: {game}; {dead}; {groups}{remarks}")


def writer(form: str, plan: Plan) -> Writer:
    """The writer of a form: ``table``, ``csv`` or ``json``."""
    if form == "json":
        return JsonLines()
    return Csv(plan) if form == "csv" else Table(plan)


# -- for programs


class Csv:
    """A line for each game and ruleset."""

    def __init__(self, plan: Plan) -> None:
        self._parts = PARTS if plan.explain else ()

    def begin(self) -> str:
        """The names of the columns."""
        parts = [f"part_{part.replace(' ', '_').replace('-', '_')}" for part in self._parts]
        return _csv([[*COLUMNS, *parts, "remarks"]])

    def row(self, row: Row) -> Written:
        """The lines of one game."""
        own = [
            row.path, row.number + 1, *row.size, row.moves, row.black, row.white, exact(row.komi), row.ruleset,
            _AGREES[row.is_named], row.stated, " ".join(row.dead), row.source, *row.groups, _AGREES[row.agrees], row.base,
        ]  # fmt: skip
        head = [_harmless(cell) for cell in own]
        last = _harmless("; ".join(row.remarks))
        return Written(_csv([*head, *self._cells(count), last] for count in row.counts))

    def _cells(self, count: Count) -> list[str]:
        parts = count.parts or {}
        values = [exact(parts[part]) if part in parts else "0" for part in self._parts]
        return [count.ruleset, exact(count.margin), count.result, exact(count.difference), *values]

    def end(self, sums: list[Summary]) -> str:  # noqa: ARG002 - tables have something to say
        """Nothing."""
        return ""


COLUMNS: Final = (
    "file", "game", "columns", "rows", "moves", "black", "white", "komi", "file_ruleset", "ruleset_named", "stated", "dead",
    "dead_by", "black_groups", "white_groups", "agrees", "compared_with", "ruleset", "margin", "result", "difference",
)  # fmt: skip


def _csv(lines: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def _harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula. Numbers of ours are not touched."""
    if not isinstance(cell, str) or not cell:
        return cell
    cell = printable(cell)
    return f"'{cell}" if cell.startswith(_FORMULA) and not _is_number(cell) else cell


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).replace("/", "", 1).isdigit()


class JsonLines:
    """An object for each game, on a line of its own."""

    def begin(self) -> str:
        """Nothing."""
        return ""

    def row(self, row: Row) -> Written:
        """The object of one game."""
        return Written(json.dumps(values(row), ensure_ascii=False) + "\n")

    def end(self, sums: list[Summary]) -> str:  # noqa: ARG002 - tables have something to say
        """Nothing."""
        return ""


def values(row: Row) -> dict[str, Any]:
    """A row as plain values; numbers that may be fractions are exact texts."""
    return {
        "schema": SCHEMA,
        "file": row.path,
        "game": row.number + 1,
        "size": list(row.size),
        "moves": row.moves,
        "black": row.black,
        "white": row.white,
        "komi": exact(row.komi),
        "ruleset": row.ruleset,
        "ruleset_named": row.is_named,
        "stated": row.stated,
        "dead": list(row.dead),
        "dead_by": row.source,
        "groups": list(row.groups),
        "agrees": row.agrees,
        "counted": row.counted,
        "compared_with": {
            "ruleset": row.base,
            "komi": exact(row.base_komi),
            "margin": exact(row.base_margin),
            "result": row.base_result,
        },
        "counts": [_count(count) for count in row.counts],
        "remarks": list(row.remarks),
    }


def _count(count: Count) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleset": count.ruleset,
        "komi": exact(count.komi),
        "margin": exact(count.margin),
        "result": count.result,
        "difference": exact(count.difference),
    }
    if count.parts is not None:
        found["parts"] = {part.value: exact(value) for part, value in count.parts.items()}
    return found
