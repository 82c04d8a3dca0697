"""Estimates as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from gtp_rules.board.geometry import COLUMNS
from gtp_rules.rules.counting.sheet import decimal_text
from harness.estimate.questions import Case
from harness.estimate.readings import Reading

Head = tuple[str, str, int]
"""What the engine calls itself, its net, and the visits that were wanted."""

_HEADINGS: Final = ("ruleset", "tax", "seats", "to move", "komi", "Black leads by", "without komi", "Black wins", "visits")
_LEFT: Final = 4
_SHADES: Final = ((0.6, "X"), (0.2, "x"), (-0.2, "."), (-0.6, "o"), (-2.0, "O"))


class Row(msgspec.Struct, frozen=True):
    """One estimate, as JSON has it.

    Attributes:
        ruleset: with its options.
        rules: KataGo's rules that were set.
        differences: in what they differ from the ruleset.
        size: columns and rows.
        seats: whether seat stones stand on the board; None if the position is from a record.
        to_move: the side.
        komi: points that White gets.
        lead: points by which Black leads, komi counted.
        margin: the same without komi: about the komi that would be fair, the nearer the closer `komi` is to it.
        winrate: Black's share of wins; a game without result is half a win.
        no_result: share of games without result, where it is known.
        visits: of the search; 0 if the net alone was asked.
        ownership: rows from the top; from −1, White's, to 1, Black's.
    """

    ruleset: str
    rules: dict[str, str | bool]
    differences: tuple[str, ...]
    size: tuple[int, int]
    seats: bool | None
    to_move: str
    komi: str
    lead: float
    margin: float
    winrate: float
    no_result: float | None
    visits: int
    ownership: tuple[tuple[float, ...], ...]


def row(case: Case, reading: Reading) -> Row:
    """A case with its estimate, rounded to thousandths."""
    question = case.question
    shape = question.spot.shape
    owners = [round(value, 3) for value in reading.ownership]
    return Row(
        ruleset=case.ruleset.specification,
        rules=json.loads(question.rules),
        differences=case.differences,
        size=(shape.width, shape.height),
        seats=case.seats,
        to_move=question.spot.to_move.word,
        komi=decimal_text(question.komi),
        lead=round(reading.lead, 3),
        margin=round(reading.lead + float(question.komi), 3),
        winrate=round(reading.winrate, 3),
        no_result=None if reading.no_result is None else round(reading.no_result, 3),
        visits=reading.visits,
        ownership=tuple(tuple(owners[start : start + shape.width]) for start in range(0, shape.size, shape.width)),
    )


def as_json(head: Head, notes: Sequence[str], rows: Sequence[Row]) -> list[str]:
    """One object, on one line."""
    values = {"schema": 1, "engine": head[0], "net": head[1], "visits": head[2], "notes": notes, "estimates": rows}
    return [msgspec.json.encode(values).decode()]


def as_text(head: Head, notes: Sequence[str], rows: Sequence[Row], *, ownership: bool) -> list[str]:
    """A table, then the rules of KataGo that stand behind each ruleset, and the owners of the points if they are wanted."""
    how = f"{head[2]} visits" if head[2] else "the net alone"
    lines = [", ".join(filter(None, [head[0], f"net {head[1]}" if head[1] else "", how]))]
    lines += [f"note: {note}" for note in notes]
    lines += _table([_HEADINGS, *map(_cells, rows)])
    lines += [line for each in {_key(each): each for each in rows}.values() for line in _rules(each)]
    if ownership:
        lines += [line for each in rows for line in _picture(each)]
    return lines


def _key(each: Row) -> tuple[str, object]:
    """Rows of one key have the same rules and differences."""
    return each.ruleset, each.rules["tax"]


def _cells(each: Row) -> tuple[str, ...]:
    seats = "–" if each.seats is None else "yes" if each.seats else "no"
    numbers = (f"{each.lead:+.1f}", f"{each.margin:+.1f}", f"{each.winrate:.1%}", str(each.visits))
    return (each.ruleset, str(each.rules["tax"]), seats, each.to_move, each.komi, *numbers)


def _table(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        padded = (
            text.ljust(width) if place < _LEFT else text.rjust(width)
            for place, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


def _rules(each: Row) -> Iterator[str]:
    told = ", ".join(f"{key} {str(value).lower() if isinstance(value, bool) else value}" for key, value in each.rules.items())
    yield f"{each.ruleset}, tax {each.rules['tax']}: {told}"
    for difference in each.differences:
        yield f"  differs: {difference}"


def _picture(each: Row) -> Iterable[str]:
    width, height = each.size
    yield f"{each.ruleset}, tax {each.rules['tax']}: X and O more than 60 % Black's and White's, x and o more than 20 %"
    for number, line in zip(range(height, 0, -1), each.ownership, strict=True):
        yield f"{number:2} {' '.join(_shade(value) for value in line)}"
    yield f"   {' '.join(COLUMNS[:width])}"


def _shade(value: float) -> str:
    return next(letter for limit, letter in _SHADES if value > limit or letter == "O")
