"""Lines of JSON as ``gtp-harness rescore --json`` and ``gtp-harness solve --json --openings`` print them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

import msgspec

from harness.drawing.openings import Solved
from harness.drawing.scatter import Pairs
from harness.errors import HarnessError
from harness.rescore.waterfall import Explained

_NUMBER: Final = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12}|/[1-9][0-9]{0,11})?")
"""What counts write, and nothing that takes much memory to read."""


class BadLine(HarnessError):
    """A line is neither a count nor a solution; the text says which line, and why."""


class _Base(msgspec.Struct, frozen=True):
    ruleset: str
    margin: str
    result: str
    komi: str | None = None


class _Count(msgspec.Struct, frozen=True):
    ruleset: str
    margin: str
    result: str
    komi: str | None = None
    parts: dict[str, str] | None = None


class _Game(msgspec.Struct, frozen=True):
    size: tuple[int, int]
    compared_with: _Base
    counts: list[_Count]


class _Kind(msgspec.Struct, frozen=True):
    """What tells the two kinds of lines apart."""

    counts: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    openings: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Meeting(msgspec.Struct):
    """A ruleset compared with another, on boards of one size."""

    margins: list[tuple[Fraction, Fraction]] = msgspec.field(default_factory=list)
    changed: int = 0
    parts: list[dict[str, Fraction]] = msgspec.field(default_factory=list)


class Lines(msgspec.Struct):
    """What the lines say, summed up.

    Attributes:
        meetings: by board, ruleset compared with, and other ruleset.
        bare: margins without komi, by board and ruleset.
        solved: solutions with their first moves.
        games: how many were counted.
    """

    meetings: dict[tuple[str, str, str], _Meeting] = msgspec.field(default_factory=dict)
    bare: dict[str, dict[str, list[Fraction]]] = msgspec.field(default_factory=dict)
    solved: list[Solved] = msgspec.field(default_factory=list)
    games: int = 0

    def pairs(self) -> list[Pairs]:
        """A scatter for each ruleset that is compared with another one."""
        return [
            Pairs(base, other, found.margins, found.changed, where) for (where, base, other), found in self.meetings.items()
        ]

    def explained(self) -> list[Explained]:
        """The differences of which every game was explained."""
        return [
            Explained(base, other, [own for own, _ in each.margins], [new for _, new in each.margins], each.parts, where)
            for (where, base, other), each in self.meetings.items()
            if len(each.parts) == len(each.margins)
        ]


def read(lines: Iterable[bytes]) -> Lines:
    """Reads lines one after another; empty ones are passed over.

    Raises:
        BadLine: one cannot be read.
    """
    found = Lines()
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            _read(line, found)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BadLine(f"line {place}: {error}") from None
    return found


def _read(line: bytes, found: Lines) -> None:
    kind = msgspec.json.decode(line, type=_Kind)
    if kind.counts is not msgspec.UNSET:
        _add(msgspec.json.decode(line, type=_Game), found)
    elif kind.openings is not msgspec.UNSET:
        if bytes(kind.openings) == b"null":
            raise ValueError("a solution without its first moves; solve --openings gives them")
        found.solved.append(msgspec.json.decode(line, type=Solved))
    else:
        raise ValueError("neither a count of rescore --json nor a solution of solve --json")


def _add(game: _Game, found: Lines) -> None:
    where, base = "×".join(map(str, game.size)), game.compared_with
    own = _exact(base.margin)
    found.games += 1
    # a ruleset that is asked for twice counts once
    counts = {count.ruleset: count for count in game.counts}
    bare = found.bare.setdefault(where, {})
    if base.ruleset not in counts and base.komi is not None:
        bare.setdefault(base.ruleset, []).append(own + _exact(base.komi))
    for count in counts.values():
        margin = _exact(count.margin)
        if count.komi is not None:
            bare.setdefault(count.ruleset, []).append(margin + _exact(count.komi))
        if count.ruleset == base.ruleset:
            continue
        meeting = found.meetings.setdefault((where, base.ruleset, count.ruleset), _Meeting())
        meeting.margins.append((own, margin))
        meeting.changed += count.result[:1] != base.result[:1]
        if count.parts is not None:
            parts = {name: _exact(value) for name, value in count.parts.items()}
            if own + sum(parts.values(), Fraction(0)) != margin:
                raise ValueError(f"the parts under {count.ruleset[:60]!r} do not add up to the difference")
            meeting.parts.append(parts)


def _exact(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no number")
    return Fraction(text)
