"""Who wins: each pairing of two different players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.answer.answers import Answer, Table, is_shown
from harness.config import VERSUS
from harness.drawing.numerals import difference, mean, percent_interval
from harness.endings import Record
from harness.paired import Shift, shifts
from harness.tally import Tally, games_text, tallies

_HEAD = ("ruleset", "pairing", "games", "points of the first", "Elo", "mean margin")
_SHIFTS = ("pairing, board", "under", "instead of", "games", "points a game more for the first")
_NOTE = "Shares, Elo and margins: where games come in pairs with the colors changed, the intervals are those of the pairs."


def players(records: Sequence[Record]) -> Answer:
    """The first player's share of the points, Elo and mean margin, by setting and pairing."""
    met = [tally for tally in tallies(records) if tally.first != tally.second]
    rows = [_row(tally) for tally in met]
    found = shifts(records)
    tables = [Table(_HEAD, rows, _NOTE)] if rows else []
    if found:
        tables.append(Table(_SHIFTS, [_shift(each) for each in found], "Differences between games of the same number."))
    return Answer("Who wins", [*_sentences(met), *_moved(found)], tables)


def _row(tally: Tally) -> list[str]:
    pairing = f"{tally.first} {VERSUS} {tally.second}"
    numbers = [percent_interval(tally.rate), difference(tally.elo), mean(tally.margin)]
    return [tally.setting, pairing, str(tally.counted), *numbers]


def _shift(each: Shift) -> list[str]:
    name = f"{each.first} {VERSUS} {each.second}, {each.size.replace('x', '×')}"
    return [name, each.other, each.base, str(len(each.points)), mean(each.mean, 3)]


def _moved(found: Iterable[Shift]) -> Iterable[str]:
    for each in found:
        if each.shown and each.mean is not None:
            more = "more" if each.mean.value > 0 else "less"
            points = f"{mean(each.mean, 3)} points a game in {games_text(len(each.points))} of the same number"
            who = f"On {each.size.replace('x', '×')} {each.first} scores {more} against {each.second}"
            yield f"{who} under {each.other} than under {each.base}: {points}."


def _sentences(met: Iterable[Tally]) -> Iterable[str]:
    for tally in met:
        rate = tally.rate
        if rate is None:
            continue
        games, both = games_text(tally.counted), f"{tally.first} and {tally.second}"
        share = f"{percent_interval(rate)} of the points for {tally.first}, {mean(tally.margin)} points a game"
        if is_shown(rate, 0.5):
            winner, loser = (tally.first, tally.second) if rate.value > 0.5 else (tally.second, tally.first)
            yield f"Under {tally.setting} {winner} beats {loser} in {games}: {share}."
        else:
            yield f"Under {tally.setting} {games} do not decide between {both}: {share}."
