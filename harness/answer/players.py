"""Who wins: each pairing of two different players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.answer.answers import Answer, Table, is_shown
from harness.config import VERSUS
from harness.drawing.numerals import difference, mean, percent_interval
from harness.endings import Record
from harness.tally import Tally, games_text, tallies

_HEAD = ("ruleset", "pairing", "games", "points of the first", "Elo", "mean margin")


def players(records: Sequence[Record]) -> Answer:
    """The first player's share of the points, Elo and mean margin, by setting and pairing."""
    met = [tally for tally in tallies(records) if tally.first != tally.second]
    rows = [_row(tally) for tally in met]
    note = "Intervals hold at 95 %; where games come in pairs with the colors changed they are those of the pairs."
    return Answer("Who wins", list(_sentences(met)), [Table(_HEAD, rows, note)] if rows else [])


def _row(tally: Tally) -> list[str]:
    pairing = f"{tally.first} {VERSUS} {tally.second}"
    numbers = [percent_interval(tally.rate), difference(tally.elo), mean(tally.margin)]
    return [tally.setting, pairing, str(tally.counted), *numbers]


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
