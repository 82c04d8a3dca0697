"""What is drawn: pairs of margins, and margins without komi by ruleset, from finished games. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from harness.drawing.komi import STYLES, Curve
from harness.drawing.scatter import Pairs
from harness.endings import Record
from harness.tally import Comparison, exact


class Curves(NamedTuple):
    """The curves of one picture.

    Attributes:
        title: of the picture.
        where: the board, and the handicap if there is one.
        listed: at most as many as a picture holds.
    """

    title: str
    where: str
    listed: list[Curve]


def pairs_of(compared: Iterable[Comparison], where: str = "") -> list[Pairs]:
    """A scatter for each comparison that has a game."""
    return [
        Pairs(each.refereed, each.counted, list(zip(each.margins, each.recounts, strict=True)), each.changed, where)
        for each in compared
        if each.margins
    ]


def sizes(records: Iterable[Record]) -> str:
    """The boards of some games, for people."""
    return ", ".join(dict.fromkeys(record.size.replace("x", "×") for record in records))


def played(records: Iterable[Record]) -> list[Curves]:
    """Pictures of the games as they were played, by board: a curve for each ruleset. Games without a count are left out."""
    boards: dict[str, dict[str, list[Fraction]]] = {}
    for record in records:
        if (margin := margin_of(record)) is not None:
            boards.setdefault(_where(record), {}).setdefault(record.task.ruleset, []).append(margin + exact(record.komi))
    return [each for where, found in boards.items() for each in _pictures("Win rate against komi", where, found)]


def recounted(records: Iterable[Record]) -> list[Curves]:
    """Pictures of the games counted again, by board and ruleset of play: a curve for each ruleset that they were counted under.

    The curves of a picture come from the same games: those that were counted under all of these rulesets.
    """
    groups: dict[tuple[str, str], list[tuple[Record, Fraction]]] = {}
    for record in records:
        margin = margin_of(record)
        if margin is not None and record.recounts:
            groups.setdefault((_where(record), record.task.ruleset), []).append((record, margin))
    found: list[Curves] = []
    for (where, ruleset), games in groups.items():
        names = [each.ruleset for each in games[0][0].recounts if each.ruleset != ruleset]
        counts: dict[str, list[Fraction]] = {name: [] for name in (ruleset, *names)}
        for record, margin in games:
            others = {each.ruleset: exact(each.margin) for each in record.recounts}
            if all(name in others for name in names):
                for name, margins in counts.items():
                    margins.append((margin if name == ruleset else others[name]) + exact(record.komi))
        found += _pictures(f"Win rate against komi, games of {ruleset} counted under each", where, counts)
    return found


def margin_of(record: Record) -> Fraction | None:
    """Black less White, komi included, of a game that came to its count; None for any other."""
    return None if record.margin is None or record.ending.trouble else exact(record.margin)


def _where(record: Record) -> str:
    handicap = record.task.handicap
    return f"{record.size.replace('x', '×')}{f', handicap {handicap}' if handicap else ''}"


def _pictures(title: str, where: str, found: dict[str, list[Fraction]]) -> Iterator[Curves]:
    """As many pictures as the curves need, those that are alike drawn once."""
    listed = alike(found)
    for start in range(0, len(listed), len(STYLES)):
        yield Curves(title, where, listed[start : start + len(STYLES)])


def alike(found: dict[str, list[Fraction]]) -> list[Curve]:
    """A curve for each ruleset; one for all that give every game the same margin."""
    names: dict[tuple[Fraction, ...], list[str]] = {}
    for name, margins in found.items():
        if margins:
            names.setdefault(tuple(margins), []).append(name)
    return [Curve(own[0], margins, tuple(own[1:])) for margins, own in names.items()]


def curves(found: dict[str, list[Fraction]], title: str, where: str) -> list[Curves]:
    """The same for margins without komi that come from elsewhere."""
    return list(_pictures(title, where, found))


def most_changed(listed: Sequence[Pairs]) -> list[Pairs]:
    """Those first that change most winners, then those that move the margin most."""

    def weight(pairs: Pairs) -> tuple[float, float]:
        games = len(pairs.margins)
        moved = sum((abs(other - own) for own, other in pairs.margins), Fraction(0))
        return -pairs.changed / games, -float(moved / games)

    return sorted(listed, key=weight)
