"""Sums over finished games. Pure functions; everything about players is from the pairing's first player's view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from harness import elo, stats
from harness.config import VERSUS
from harness.endings import Ending, Record
from harness.ratings import Anchor, Meeting, Rating, ratings

_NUMBER = re.compile(r"[0-9]{0,9}(\.[0-9]{0,9})?")
"""What a program may say about a margin."""
_NEARLY_ALL = 0.9
_ENOUGH = 10


class Tally(msgspec.Struct):
    """The games of one pairing under one ruleset, on boards of one size.

    Attributes:
        setting: names ruleset and board in tables: the ruleset alone where there is one size only.
        ruleset: specification.
        size: ``COLUMNSxROWS``.
        first: the pairing's first player.
        second: the pairing's second player.
        wins: games that the first player won.
        losses: games that the second player won.
        draws: games that were played to their end without a winner, no results included.
        void: games that trouble ended without a winner; no part of any rate.
        black_wins: games that Black won, whoever that was.
        margins: of the counted games, first player minus second, komi included.
        openings: for each of these games what its opening follows from, which the two of a pair share.
        endings: how often each ending came up.
        courses: the different games among them, by a hash of their moves.
        pairs: game pairs by the first player's points in both games together: 0, ½, 1, 1½, 2. A pair is two counted games with
            the same opening, one with each color.
        alone: half points and color of the first player in the games whose other half is still missing, by opening.
    """

    setting: str
    ruleset: str
    size: str
    first: str
    second: str
    wins: int = 0
    losses: int = 0
    draws: int = 0
    void: int = 0
    black_wins: int = 0
    margins: list[Fraction] = msgspec.field(default_factory=list)
    openings: list[int] = msgspec.field(default_factory=list)
    endings: Counter[Ending] = msgspec.field(default_factory=Counter)
    courses: set[str] = msgspec.field(default_factory=set)
    pairs: list[int] = msgspec.field(default_factory=lambda: [0] * 5)
    alone: dict[int, tuple[int, bool]] = msgspec.field(default_factory=dict)

    @property
    def games(self) -> int:
        """All games, void ones included."""
        return self.wins + self.losses + self.draws + self.void

    @property
    def rate(self) -> stats.Interval | None:
        """The first player's share of the points, draws as half; void games left out.

        The interval comes from pairs where there are enough of them, which takes into account that the two games of a pair hang
        together; else it is Wilson's.
        """
        plain = stats.rate(self.points, self.counted)
        paired = elo.expected(self.pairs) if self._evidence is self.pairs else None
        if plain is None or paired is None or paired.low is None or paired.high is None:
            return plain
        # a few games may lie outside of pairs
        return plain._replace(low=min(paired.low, plain.value), high=max(paired.high, plain.value))

    @property
    def counted(self) -> int:
        """The games that are part of rates: all but void ones."""
        return self.games - self.void

    @property
    def points(self) -> Fraction:
        """The first player's points, draws as half."""
        return self.wins + Fraction(self.draws, 2)

    @property
    def counts(self) -> list[int]:
        """The first player's results from the worst to the best: of pairs if nearly all games belong to one, else of games."""
        if 2 * sum(self.pairs) >= _NEARLY_ALL * self.counted:
            return self.pairs
        return [self.losses, self.draws, self.wins]

    @property
    def _evidence(self) -> list[int]:
        """What intervals come from: a few pairs say less about their spread than twice as many games."""
        return self.counts if sum(self.pairs) >= _ENOUGH else [self.losses, self.draws, self.wins]

    @property
    def elo(self) -> stats.Interval | None:
        """The Elo difference that belongs to the rate, and to the ends of its interval."""
        return elo.from_rate(self.rate)

    @property
    def superiority(self) -> float | None:
        """The likelihood that the first player is the stronger one."""
        return elo.superiority(self._evidence)

    @property
    def margin(self) -> stats.Interval | None:
        """The mean margin of the counted games.

        The interval comes from pairs where there are enough of them, as that of `rate`; else it is Student's.
        """
        if self._evidence is self.pairs:
            return stats.grouped_mean(self.margins, self.openings)
        return stats.mean(self.margins)

    @property
    def repeated(self) -> int:
        """How many games went exactly like an earlier one."""
        return max(0, self.games - self.endings[Ending.INTERNAL] - len(self.courses))

    def add(self, record: Record) -> None:
        """Counts one game."""
        first_is_black = record.task.first_is_black
        halves = half_points(record)
        if halves is None:
            self.void += 1
        else:
            self.wins += halves == 2
            self.draws += halves == 1
            self.losses += halves == 0
            self._match(record.task.opening_seed, halves, first_is_black=first_is_black)
        self.black_wins += record.winner == "B"
        self.endings[record.ending] += 1
        if record.margin is not None:
            margin = exact(record.margin)
            self.margins.append(margin if first_is_black else -margin)
            self.openings.append(record.task.opening_seed)
        if record.moves:
            self.courses.add(record.moves)

    def _match(self, opening: int, halves: int, *, first_is_black: bool) -> None:
        """Makes a pair of a game and the one with the other colors, once both are there."""
        other = self.alone.get(opening)
        if other is None or other[1] == first_is_black:
            self.alone[opening] = halves, first_is_black
        else:
            self.pairs[halves + other[0]] += 1
            del self.alone[opening]


class Comparison(msgspec.Struct):
    """Games refereed under one ruleset, counted under another.

    Attributes:
        refereed: the setting that they were played in, as `Tally.setting`.
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


@lru_cache(maxsize=4096)  # the same margins come again and again
def exact(text: str) -> Fraction:
    """A number of a record."""
    return Fraction(text)


def half_points(record: Record) -> int | None:
    """The half points of the pairing's first player: 2, 1 or 0; None for a game that trouble ended without a winner."""
    if record.winner is None:
        return None if record.ending.trouble else 1
    return 2 if (record.winner == "B") == record.task.first_is_black else 0


def tallies(records: Sequence[Record]) -> list[Tally]:
    """One tally for each ruleset, size of the board and pairing, in the order in which they come."""
    found: dict[tuple[str, ...], Tally] = {}
    name = _settings(records)
    for record in records:
        task = record.task
        key = (name(record), task.ruleset, record.size, task.first, task.second)
        found.setdefault(key, Tally(*key)).add(record)
    return list(found.values())


def _settings(records: Iterable[Record]) -> Callable[[Record], str]:
    """How a record's ruleset is named in tables: with the size of the board if there are several."""
    if len({record.size for record in records}) < 2:
        return lambda record: record.task.ruleset
    return lambda record: f"{record.task.ruleset}, {record.size}"


def by_setting(listed: Iterable[Tally]) -> dict[str, list[Tally]]:
    """The tallies of each ruleset and size, in the order in which they come."""
    found: dict[str, list[Tally]] = {}
    for tally in listed:
        found.setdefault(tally.setting, []).append(tally)
    return found


def rated(listed: Iterable[Tally], anchor: Anchor | None = None) -> list[Rating]:
    """The players' Elo ratings by all these games together, the strongest first."""
    return ratings((Meeting(each.first, each.second, float(each.points), each.counted) for each in listed), anchor)


def comparisons(records: Sequence[Record]) -> list[Comparison]:
    """One comparison for each setting and each counting ruleset."""
    found: dict[tuple[str, str], Comparison] = {}
    name = _settings(records)
    for record in records:
        if record.margin is None:
            continue
        for each in record.recounts:
            key = (name(record), each.ruleset)
            comparison = found.setdefault(key, Comparison(*key))
            comparison.add(exact(record.margin), record.result, exact(each.margin), each.result)
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
            text = f"{tally.repeated} of {games_text(tally.games)} under {tally.setting}"
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
    if not _NUMBER.fullmatch(score[2:]):  # a fraction may divide by zero, and 1e999999999 takes all memory there is
        return False
    try:
        return Fraction(score[2:] or 0) == Fraction(result[2:] or 0)
    except ValueError:
        return False
