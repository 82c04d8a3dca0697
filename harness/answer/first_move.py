"""What the first move is worth: the margin of the side that moves first, komi taken out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from gtp_rules.board import BLACK, Color
from harness import stats
from harness.answer.answers import Answer, Table, is_shown
from harness.drawing.numerals import NOTHING, mean, percent_interval
from harness.endings import Record
from harness.fair import Fair, fair, steps
from harness.tally import exact, games_text

Game = tuple[str, str, str, int]
_HEAD = (
    "played under",
    "moves first",
    "games",
    "mean margin of the first",
    "fair komi",
    "first wins at komi 0",
    "against the first row",
)
_NOTE = (
    "Margins are those of the side that moves first, without komi (Student's interval). The fair komi halves these games "
    "(median, with the komi that the games do not rule out; a dash: no bound). A tie at komi 0 is half a win. Last column: the "
    "mean of the differences between games of the same number."
)


def first_move(records: Sequence[Record], movers: Mapping[str, Color]) -> Answer:
    """By setting: mean margin and fair komi of the side that moves first, and how settings differ.

    Args:
        records: games; those without a count are left out.
        movers: who moves first, by ruleset.
    """
    found = margins(records, movers)
    base = next(iter(found.values()), {})
    rows = [_row(name, movers[name[0]], own, base) for name, own in found.items()]
    return Answer("The first move", list(_sentences(found)), [Table(_HEAD, rows, _NOTE)] if rows else [])


def margins(records: Iterable[Record], movers: Mapping[str, Color]) -> dict[tuple[str, str], dict[Game, Fraction]]:
    """The margins of the side that moves first, komi taken out: by ruleset and board, then by game."""
    found: dict[tuple[str, str], dict[Game, Fraction]] = {}
    for record in records:
        if record.margin is None:
            continue
        bare = exact(record.margin) + exact(record.komi)
        own = bare if movers[record.task.ruleset] == BLACK else -bare
        game = (record.size, record.task.first, record.task.second, record.task.index)
        found.setdefault((record.task.ruleset, record.size), {})[game] = own
    return found


def _row(name: tuple[str, str], mover: Color, own: Mapping[Game, Fraction], base: Mapping[Game, Fraction]) -> list[str]:
    values = list(own.values())
    wins = sum((Fraction(1) if value > 0 else Fraction(1, 2) if value == 0 else Fraction(0) for value in values), Fraction(0))
    numbers = [mean(stats.mean(values), 2), _komi(fair(steps(values))), percent_interval(stats.rate(wins, len(values)))]
    return [_named(name), mover.word, str(len(values)), *numbers, NOTHING if own is base else mean(_shift(own, base), 2)]


def _named(name: tuple[str, str]) -> str:
    return f"{name[0]}, {name[1].replace('x', '×')}"


def _shift(own: Mapping[Game, Fraction], base: Mapping[Game, Fraction]) -> stats.Interval | None:
    return stats.mean([value - base[game] for game, value in own.items() if game in base])


def _komi(found: Fair | None) -> str:
    if found is None:
        return NOTHING
    value, low, high = (
        NOTHING if komi is None else f"{float(komi):g}".replace("-", "\u2212") for komi in (found.value, found.low, found.high)
    )
    return f"{value} [{low}, {high}]"


def _sentences(found: Mapping[tuple[str, str], Mapping[Game, Fraction]]) -> Iterable[str]:
    base_name, base = next(iter(found.items()), (("", ""), {}))
    open_ones = []
    for name, own in found.items():
        worth = stats.mean(list(own.values()))
        if is_shown(worth):
            assert worth is not None
            side = "ahead" if worth.value > 0 else "behind"
            points = f"{mean(worth, 2)} points in {games_text(len(own))}"
            yield f"Under {_named(name)} the side that moves first ends {side}: {points}."
        else:
            open_ones.append(_named(name))
    if open_ones:
        yield f"The games do not decide whether moving first gains or loses under {'; '.join(open_ones)}."
    for name, own in found.items():
        shift = _shift(own, base)
        if own is not base and is_shown(shift):
            assert shift is not None
            more = "more" if shift.value > 0 else "less"
            yield f"Under {_named(name)} moving first is worth {more} than under {_named(base_name)}: {mean(shift, 2)} points."
