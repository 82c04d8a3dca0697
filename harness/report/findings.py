"""What an experiment has shown, in sentences: who wins, and how the rulesets differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from harness.drawing.markup import Content, Markup, join, name, tag
from harness.drawing.numerals import mean, percent, percent_interval, signed
from harness.elo import superiority
from harness.endings import Record
from harness.paired import Shift
from harness.ratings import Rating
from harness.sequential import Tested
from harness.sprt import Decision, SprtConfig
from harness.tally import Comparison, Tally, by_setting, games_text, rated

_SURE = 0.975
_MOST_TESTS = 3
_EQUAL = 0.5  # Elo


class Finding(NamedTuple):
    """A sentence; `bad` if something went wrong."""

    text: Markup
    bad: bool = False


def findings(
    records: Sequence[Record],
    tallies: Sequence[Tally],
    compared: Sequence[Comparison],
    shifts: Sequence[Shift],
    tested: Tested | None,
) -> list[Finding]:
    """The sentences that answer the experiment's question, the most important first."""
    if not records:
        return [Finding(join("No game has been played yet."))]
    met = [tally for tally in tallies if tally.first != tally.second and tally.counted]
    texts = [*_strongest(met), *_tests(met, tested), *_recounts(compared), *_shifts(shifts), *_colors(tallies)]
    return [*map(Finding, map(join, texts)), *_trouble(records)]


def _strongest(met: Sequence[Tally]) -> Iterable[Content]:
    """Who wins: of one pairing with its share of points, of many players by their ratings."""
    if len({(tally.first, tally.second) for tally in met}) == 1:
        yield from map(_duel, met)
        return
    leaders: dict[tuple[str, ...], list[str]] = {}
    for setting, own in by_setting(met).items():
        leaders.setdefault(_leaders(rated(own)), []).append(setting)
    if len(leaders) > 1 or len(next(iter(leaders), ("",))) != 1:
        parts = [[_names(players), " under ", _list(settings)] for players, settings in leaders.items()]
        yield ["Rated highest: ", _with_separators(parts, "; "), "."]
    elif leaders:
        yield _first_of_all(rated(met), met, len(by_setting(met)))


def _leaders(listed: Sequence[Rating]) -> tuple[str, ...]:
    """Who is at the top: several where they are equal, nobody where all are."""
    found = sorted(rating.player for rating in listed if listed[0].elo.value - rating.elo.value < _EQUAL)
    return tuple(found) if len(found) < len(listed) else ()


def _names(players: Sequence[str]) -> Content:
    return _with_separators([tag("strong", name(player)) for player in players], " and ") or "nobody, all are equal,"


def _first_of_all(listed: Sequence[Rating], met: Sequence[Tally], settings: int) -> Content:
    best, second = listed[:2]
    sizes = {tally.size for tally in met}
    everywhere = f" under all {settings} rulesets" if len(sizes) == 1 else f" in all {settings} pairs of ruleset and size"
    gap = best.elo.value - second.elo.value
    likely = superiority(_counts(met, best.player, second.player))
    sure = "" if likely is None else f"; that it is the stronger of the two is {percent(likely)} likely by their own games"
    return [
        tag("strong", name(best.player)),
        f" is rated highest{everywhere if settings > 1 else ''}, {gap:.0f} Elo above ",
        name(second.player),
        sure,
        ".",
    ]


def _counts(met: Sequence[Tally], player: str, other: str) -> list[int]:
    """Lost, drawn and won games of a player against another one."""
    total = [0, 0, 0]
    for tally in met:
        if {tally.first, tally.second} == {player, other}:
            own = [tally.losses, tally.draws, tally.wins]
            total = [a + b for a, b in zip(total, own if tally.first == player else own[::-1], strict=True)]
    return total


def _duel(tally: Tally) -> Content:
    likely = tally.superiority or 0.0
    behind = likely < 0.5
    winner, loser = (tally.second, tally.first) if behind else (tally.first, tally.second)
    rate = tally.rate
    if max(likely, 1 - likely) < _SURE:
        share = [percent_interval(rate), " of the points for ", name(tally.first)]
        return [
            "Under ",
            tally.setting,
            " neither is shown to be stronger: ",
            share,
            " against ",
            name(tally.second),
            _after(tally),
        ]
    own = None if rate is None else percent(1 - rate.value if behind else rate.value)
    return [
        "Under ",
        tally.setting,
        " ",
        tag("strong", name(winner)),
        " beats ",
        name(loser),
        f": {own} of the points",
        _after(tally),
    ]


def _after(tally: Tally) -> str:
    return f", {games_text(tally.counted)}."


def _tests(met: Sequence[Tally], tested: Tested | None) -> Iterable[Content]:
    if tested is None:
        return
    states = [tested.state(tally) for tally in met]
    if len(met) > _MOST_TESTS:
        none, some, left = (sum(state.decision == decision for state in states) for decision in Decision)
        yield f"Sequential tests, {_hypotheses(tested.sprt)}: H0 is accepted in {none}, H1 in {some}, {left} are open."
        return
    for tally, state in zip(met, states, strict=True):
        said = {
            Decision.H0: "H0 is accepted",
            Decision.H1: "H1 is accepted",
            Decision.OPEN: "still open",
        }[state.decision]
        where = f"LLR {signed(state.llr, 2)} between {signed(state.lower, 2)} and {signed(state.upper, 2)}"
        both = [name(tally.first), " against ", name(tally.second)]
        yield ["Sequential test of ", both, f" under {tally.setting}, {_hypotheses(tested.sprt)}: {said}; {where}."]


def _hypotheses(sprt: SprtConfig) -> str:
    low, high = (f"{elo:+g}".replace("-", "−").replace("+0", "0") for elo in (sprt.elo0, sprt.elo1))
    return f"H1 {high} against H0 {low} Elo"


def _recounts(compared: Sequence[Comparison]) -> Iterable[Content]:
    """The count that gives most games to the other side."""
    if not compared:
        return
    most = max(compared, key=lambda each: each.changed / len(each.margins))
    games = len(most.margins)
    if not most.changed:
        yield "Counted under the other rulesets, every game keeps its winner."
        return
    share = f"{most.changed} of {games_text(games)} ({percent(most.changed / games)})"
    moved = f"; the margin moves by {mean(most.difference)} points for Black"
    what = "has" if most.changed == 1 else "have"
    yield [f"Counted under {most.counted} instead of {most.refereed}, {share} {what} another winner", moved, "."]


def _shifts(shifts: Sequence[Shift]) -> Iterable[Content]:
    """The pairing that the rules matter most to."""
    if not shifts:
        return
    shown = [(shift, shift.mean.value) for shift in shifts if shift.shown and shift.mean is not None]
    if not shown:
        yield "No pairing is shown to score otherwise under one ruleset than under another."
        return
    most, moved = max(shown, key=lambda each: abs(each[1]))
    what = f" scores {100 * abs(moved):.0f} points in 100 {'more' if moved > 0 else 'less'} against "
    yield [name(most.first), what, name(most.second), f" under {most.other} than under {most.base}, in the same games."]


def _colors(tallies: Sequence[Tally]) -> Iterable[Content]:
    parts = []
    for setting, own in by_setting(tallies).items():
        games = sum(tally.counted for tally in own)
        if games:
            parts.append([f"{percent(sum(tally.black_wins for tally in own) / games)} under {setting}"])
    if parts:
        yield ["Black wins ", _with_separators(parts, ", "), "."]


def _trouble(records: Sequence[Record]) -> Iterable[Finding]:
    number = sum(record.ending.trouble for record in records)
    if number:
        what = f"{number} of {games_text(len(records))} ended by trouble and say little about the players’ Go."
        yield Finding(join(what), bad=True)


def _list(names: Sequence[str]) -> Content:
    return _with_separators([[each] for each in names], ", ")


def _with_separators(parts: Sequence[Content], between: str) -> list[Content]:
    found: list[Content] = []
    for part in parts:
        found += [between, part] if found else [part]
    return found
