"""Looking for the komi under which Black and White win equally often: a staircase of rounds.

All games under one ruleset on one board with one handicap look for one komi. Each round, the same number of games of each
pairing, is played with one komi; the next round's follows from how many points Black made in the rounds before. If Black
made more than half of them, the komi goes up by a step, if less, down. The step is halved each time that the direction
changes, down to half a point, and doubled when it was kept three times. So the komi depends on the results alone: a run may
be broken off, or have any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from gtp_rules.rules.counting.sheet import decimal_text
from harness.config import SEARCH, Config
from harness.endings import Record
from harness.rules import resolve
from harness.schedule import Task

SMALLEST = Fraction(1, 2)
_KEPT = 3
_SHARE = 16
"""The first step is this part of the points of the board."""


class Search(NamedTuple):
    """What has a komi of its own that is looked for."""

    ruleset: str
    size: str
    handicap: int


class Round(NamedTuple):
    """What became of one round.

    Attributes:
        komi: with which it was played.
        points: what Black made: 1 for a win, 1/2 for a draw.
        games: how many there were, void ones left out.
    """

    komi: Fraction
    points: Fraction
    games: int


def search_of(task: Task) -> Search:
    """The search that a game belongs to."""
    return Search(task.ruleset, task.size, task.handicap)


def next_komi(rounds: Iterable[Round], start: Fraction, points: int) -> Fraction:
    """The komi of the round after these.

    Args:
        rounds: those that were played, in order.
        start: the komi of the first round.
        points: of the board.
    """
    komi, step = start, _first_step(points)
    last = kept = 0
    for played in rounds:
        komi = played.komi
        ahead = 2 * played.points - played.games
        direction = (ahead > 0) - (ahead < 0)
        if not direction:
            continue
        if direction == -last:
            step, kept = max(SMALLEST, _to_half(step / 2)), 0
        else:
            kept += 1
            if kept >= _KEPT:
                step, kept = min(_first_step(points), 2 * step), 0
        last = direction
        komi += direction * step
    return komi


def _first_step(points: int) -> Fraction:
    return max(SMALLEST, _to_half(Fraction(points, _SHARE)))


def _to_half(number: Fraction) -> Fraction:
    """The multiple of one half that is nearest, the lower one of two."""
    return Fraction(-((1 - 4 * number) // 2), 2) if number.denominator > 2 else number


def estimate(rounds: list[Round]) -> Fraction | None:
    """The mean komi of the later half of the rounds; None if there are none."""
    later = rounds[len(rounds) // 2 :]
    return sum((each.komi for each in later), Fraction(0)) / len(later) if later else None


def rounds_of(records: Iterable[Record], length: int) -> dict[Search, dict[int, Round]]:
    """The rounds that stored games make up, by search and number.

    Args:
        records: stored games.
        length: games of a pairing in a round.
    """
    found: dict[Search, dict[int, Round]] = {}
    for record in records:
        number, rounds = record.task.index // length, found.setdefault(search_of(record.task), {})
        before = rounds.get(number, Round(Fraction(record.komi), Fraction(0), 0))
        if record.winner is not None or not record.ending.trouble:
            made = {"B": Fraction(1), "W": Fraction(0)}.get(record.winner or "", Fraction(1, 2))
            before = before._replace(points=before.points + made, games=before.games + 1)
        rounds[number] = before
    return found


def wave(config: Config, missing: Iterable[Task], records: Iterable[Record]) -> Iterator[Task]:
    """The games that can be played now, with their komi: of each search those of its first round that lacks any.

    Games whose komi is not looked for can all be played.
    """
    waiting = list(missing)
    length = config.experiment.komi_round
    lowest: dict[Search, int] = {}
    for task in waiting:
        number = task.index // length
        lowest[search_of(task)] = min(number, lowest.get(search_of(task), number))
    komis = _komis(config, lowest, rounds_of(records, length)) if config.experiment.searches_komi else {}
    for task in waiting:
        if task.komi != SEARCH:
            yield task
        elif task.index // length == lowest[search_of(task)]:
            yield msgspec.structs.replace(task, komi=str(komis[search_of(task)]))


def _komis(
    config: Config, lowest: Mapping[Search, int], played: Mapping[Search, Mapping[int, Round]]
) -> dict[Search, Fraction]:
    komis = {}
    for search, number in lowest.items():
        rounds = played.get(search, {})
        if number in rounds:  # it was broken off
            komis[search] = rounds[number].komi
            continue
        columns, _, rows = search.size.partition("x")
        start = resolve(config, search.ruleset).komi
        earlier = [rounds[each] for each in sorted(rounds) if each < number]
        komis[search] = next_komi(earlier, start, int(columns) * int(rows))
    return komis


def report(config: Config, records: Iterable[Record]) -> Iterator[str]:
    """A line on where each search stands; none if no komi is looked for."""
    if not config.experiment.searches_komi:
        return
    for search, rounds in rounds_of(records, config.experiment.komi_round).items():
        listed = [rounds[number] for number in sorted(rounds)]
        handicap = f", handicap {search.handicap}" if search.handicap else ""
        found = estimate(listed)
        assert found is not None
        yield (
            f"komi of {search.ruleset} on {search.size}{handicap}: {decimal_text(found)} after {len(listed)} rounds "
            f"(the last {decimal_text(listed[-1].komi)})"
        )
