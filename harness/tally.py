"""Sums over finished games. Pure functions; everything about players is from the pairing's first player's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

import msgspec

from harness import stats
from harness.config import VERSUS
from harness.endings import Ending, Record


class Tally(msgspec.Struct):
    """The games of one pairing under one ruleset.

    Attributes:
        ruleset: specification.
        first: the pairing's first player.
        second: the pairing's second player.
        wins: games that the first player won.
        losses: games that the second player won.
        draws: games that were played to their end without a winner, no results included.
        void: games that trouble ended without a winner; no part of any rate.
        black_wins: games that Black won, whoever that was.
        margins: of the counted games, first player minus second, komi included.
        endings: how often each ending came up.
        courses: the different games among them, by a hash of their moves.
    """

    ruleset: str
    first: str
    second: str
    wins: int = 0
    losses: int = 0
    draws: int = 0
    void: int = 0
    black_wins: int = 0
    margins: list[Fraction] = msgspec.field(default_factory=list)
    endings: Counter[Ending] = msgspec.field(default_factory=Counter)
    courses: set[str] = msgspec.field(default_factory=set)

    @property
    def games(self) -> int:
        """All games, void ones included."""
        return self.wins + self.losses + self.draws + self.void

    @property
    def rate(self) -> stats.Interval | None:
        """The first player's share of the points, draws as half; void games left out."""
        return stats.rate(self.wins + Fraction(self.draws, 2), self.games - self.void)

    @property
    def margin(self) -> stats.Interval | None:
        """The mean margin of the counted games."""
        return stats.mean(self.margins)

    @property
    def repeated(self) -> int:
        """How many games went exactly like an earlier one."""
        return max(0, self.games - self.endings[Ending.INTERNAL] - len(self.courses))

    def add(self, record: Record) -> None:
        """Counts one game."""
        first_is_black = record.task.first_is_black
        if record.winner is None:
            if record.ending.trouble:
                self.void += 1
            else:
                self.draws += 1
        elif (record.winner == "B") == first_is_black:
            self.wins += 1
        else:
            self.losses += 1
        self.black_wins += record.winner == "B"
        self.endings[record.ending] += 1
        if record.margin is not None:
            margin = Fraction(record.margin)
            self.margins.append(margin if first_is_black else -margin)
        if record.moves:
            self.courses.add(record.moves)


class Comparison(msgspec.Struct):
    """Games refereed under one ruleset, counted under another.

    Attributes:
        refereed: the ruleset that they were played under.
        counted: the ruleset that their final positions were counted under.
        margins: by the ruleset of the game, Black minus White.
        recounts: by the other ruleset, Black minus White, the game's own komi kept.
        changed: games in which the other count has another winner, or a winner instead of a tie or the reverse.
    """

    refereed: str
    counted: str
    margins: list[Fraction] = msgspec.field(default_factory=list)
    recounts: list[Fraction] = msgspec.field(default_factory=list)
    changed: int = 0

    @property
    def difference(self) -> stats.Interval | None:
        """The mean of what the other count adds to the margin of a game; the interval is the paired one."""
        return stats.mean([other - own for own, other in zip(self.margins, self.recounts, strict=True)])

    def add(self, margin: Fraction, result: str, recount: Fraction, other: str) -> None:
        """Counts one game: margin and ``RE`` by its own ruleset, then by the other."""
        self.margins.append(margin)
        self.recounts.append(recount)
        self.changed += result[:1] != other[:1]


def tallies(records: Iterable[Record]) -> list[Tally]:
    """One tally for each ruleset and pairing, in the order in which they come."""
    found: dict[tuple[str, str, str], Tally] = {}
    for record in records:
        task = record.task
        key = (task.ruleset, task.first, task.second)
        found.setdefault(key, Tally(*key)).add(record)
    return list(found.values())


def comparisons(records: Iterable[Record]) -> list[Comparison]:
    """One comparison for each pair of a refereed and a counting ruleset."""
    found: dict[tuple[str, str], Comparison] = {}
    for record in records:
        if record.margin is None:
            continue
        for each in record.recounts:
            key = (record.task.ruleset, each.ruleset)
            comparison = found.setdefault(key, Comparison(*key))
            comparison.add(Fraction(record.margin), record.result, Fraction(each.margin), each.result)
    return list(found.values())


def remarks(records: Iterable[Record]) -> list[str]:
    """What a reader of the table should know besides: unknown rules, engines that count otherwise. A line for each player."""
    unknown: dict[tuple[str, str], Counter[str]] = {}
    deviating: dict[str, dict[str, list[int]]] = {}
    for record in records:
        for name, side in ((record.task.black, record.black), (record.task.white, record.white)):
            if "unknown" in side.rules or "refused" in side.rules:
                unknown.setdefault((name, side.rules), Counter())[record.task.ruleset] += 1
            if side.score is not None:
                both = deviating.setdefault(name, {}).setdefault(record.task.ruleset, [0, 0])
                both[0] += not _same(side.score, record.result)
                both[1] += 1
    lines = []
    for (name, rules), found in unknown.items():
        lines.append(f"{name}: {rules}: {', '.join(f'{ruleset} ({games_text(n)})' for ruleset, n in found.items())}")
    for name, counted in deviating.items():
        off = [f"{wrong} of {games_text(games)} under {ruleset}" for ruleset, (wrong, games) in counted.items() if wrong]
        if off:
            lines.append(f"{name} counted otherwise than the referee: {', '.join(off)}")
    return lines


def repeats(listed: Iterable[Tally]) -> list[str]:
    """Which games went exactly like another one of the same players. A line for each pairing."""
    found: dict[tuple[str, str], list[str]] = {}
    for tally in listed:
        if tally.repeated:
            text = f"{tally.repeated} of {games_text(tally.games)} under {tally.ruleset}"
            found.setdefault((tally.first, tally.second), []).append(text)
    return [
        f"{first} {VERSUS} {second}: games that went exactly like another one and add nothing: {', '.join(texts)} "
        "(opening_moves makes games differ)"
        for (first, second), texts in found.items()
    ]


def games_text(number: int) -> str:
    """A number of games, in words that fit it."""
    return "1 game" if number == 1 else f"{number} games"


def _same(score: str, result: str) -> bool:
    """Whether an engine's ``B+3.0`` and our ``B+3`` are one result."""
    if score[:1].upper() != result[:1]:
        return False
    try:
        return Fraction(score[2:] or 0) == Fraction(result[2:] or 0)
    except ValueError:
        return False
