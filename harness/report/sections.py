"""The sections of the report on strength and results. Each is its content, or None where there is nothing to show."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from harness.drawing import numerals
from harness.drawing.markup import Content, Markup, join, name, tag
from harness.paired import Shift
from harness.ratings import Anchor, Rating
from harness.report.blocks import Columns, Group, Row, interval_table, scrolling
from harness.report.charts import RATES, Axis, axis_around, shares
from harness.sequential import Tested
from harness.tally import Comparison, Tally, by_setting, rated

MOST_ROWS = 400
"""Rows of one table; the JSON report and the export have all of them."""
MOST_PLAYERS = 40
"""Players of a cross table."""
_LEAST_ELO, _LEAST_POINTS = 50.0, 2.0


def pairing(tally: Tally | Shift) -> list[Content]:
    """The two names."""
    return [name(tally.first), " – ", name(tally.second)]


def strength(met: Sequence[Tally], anchor: Anchor | None = None) -> Markup | None:
    """Elo ratings: by player, one row for each setting."""
    if len({player for tally in met for player in (tally.first, tally.second)}) < 3:
        return None  # of two, the results say the same
    settings = by_setting(met)
    groups = _rated(settings, anchor) if len(settings) > 1 else [Group("", _ratings_alone(met, anchor))]
    axis = axis_around([row.shown for group in groups for row in group.rows if row.shown], _LEAST_ELO)
    head = "Player and ruleset" if len(settings) > 1 else "Player"
    columns = Columns(head, ["Elo"], "95 % interval", ["Points", "Games"])
    zero: Content = "the mean of the players is 0" if anchor is None else [name(anchor.player), f" is at {anchor.elo:g}"]
    note: list[Content] = ["All games of a ruleset together, by the model of Bradley and Terry; ", zero, "."]
    return join([tag("p", note, class_="note"), _table("Elo ratings", columns, axis, groups)])


def _rated(settings: dict[str, list[Tally]], anchor: Anchor | None) -> list[Group]:
    by_player: dict[str, list[Row]] = {rating.player: [] for rating in rated([t for own in settings.values() for t in own])}
    for series, (setting, own) in enumerate(settings.items()):
        for rating in rated(own, anchor):
            by_player[rating.player].append(_rating(setting, rating, series))
    return [Group(name(player), rows) for player, rows in by_player.items()]


def _ratings_alone(met: Sequence[Tally], anchor: Anchor | None) -> list[Row]:
    return [_rating(name(rating.player), rating, None) for rating in rated(met, anchor)]


def _rating(head: Content, rating: Rating, series: int | None) -> Row:
    text = numerals.mean(rating.elo, 0)
    return Row(head, [text], rating.elo, f"Elo {text}", [f"{rating.points:g}", rating.games], series)


def results(tallies: Sequence[Tally], tested: Tested | None) -> Markup:
    """The results: by pairing, one row for each setting."""
    series = {setting: number for number, setting in enumerate(by_setting(tallies))}
    groups: dict[tuple[str, str], Group] = {}
    for tally in tallies:
        group = groups.setdefault((tally.first, tally.second), Group(pairing(tally), []))
        group = groups[tally.first, tally.second] = group._replace(rows=[*group.rows, _result(tally, series, tested)])
    after = ["Won–drawn–lost", "Mean margin", "Elo difference", "Better"] + ([] if tested is None else ["LLR"])
    columns = Columns("Pairing and ruleset", ["Points"], "Share of the points, %", after)
    note = (
        "All from the view of the player who is named first. Intervals are of 95 %. Better: the likelihood that this player is "
        "the stronger one."
    )
    table = _table("Results by pairing", columns, RATES, list(groups.values()))
    return join([tag("p", note, class_="note"), table])


def _result(tally: Tally, series: dict[str, int], tested: Tested | None) -> Row:
    known = tally.first != tally.second
    score = f"{tally.wins}–{tally.draws}–{tally.losses}" + (f" ({tally.void} void)" if tally.void else "")
    rate = numerals.percent_interval(tally.rate)
    better = "–" if tally.superiority is None or not known else numerals.percent(tally.superiority)
    after: list[Content] = [score, numerals.mean(tally.margin), numerals.difference(tally.elo) if known else "–", better]
    if tested is not None:
        state = tested.state(tally)
        after.append(f"{numerals.signed(state.llr, 2)} ({state.decision.value})")
    return Row(tally.setting, [rate], tally.rate, f"share of the points {rate}", after, series[tally.setting])


def _table(caption: str, columns: Columns, axis: Axis, groups: Sequence[Group]) -> Markup:
    """The table with as many groups as a page bears, at least one, and a line on what it lacks."""
    kept, rows = list(groups[:1]), sum(len(group.rows) for group in groups[:1])
    for group in groups[1:]:
        rows += len(group.rows)
        if rows > MOST_ROWS:
            break
        kept.append(group)
    table = interval_table(caption, columns, axis, kept)
    return join([table, cut(len(kept), len(groups))])


def cut(shown: int, number: int) -> Content:
    """A line on a list that is not shown whole; nothing for one that is."""
    if shown == number:
        return ""
    return tag("p", f"The first {shown} of {number} groups; the JSON report has all.", class_="note")


def crosses(met: Sequence[Tally]) -> Markup | None:
    """A cross table for each setting, of three players and more, the strongest of all games first."""
    players = [rating.player for rating in rated(met)][:MOST_PLAYERS]
    if len(players) < 3:
        return None
    return tag("div", [_cross(setting, own, players) for setting, own in by_setting(met).items()], class_="crosses")


def _cross(setting: str, met: Sequence[Tally], players: Sequence[str]) -> Markup:
    found: dict[tuple[str, str], tuple[Fraction, int]] = {}
    for tally in met:
        found[tally.first, tally.second] = (tally.points, tally.counted)
        found[tally.second, tally.first] = (tally.counted - tally.points, tally.counted)
    corner = tag("td", tag("span", "Player", class_="unseen"))
    head = tag("tr", corner, [tag("th", name(player), scope="col") for player in players])
    rows = [
        tag("tr", tag("th", name(player), scope="row"), [_crossing(found, player, other) for other in players])
        for player in players
    ]
    caption = f"Points of the row’s player under {setting}"
    table = tag("table", tag("caption", caption), tag("thead", head), tag("tbody", rows), class_="cross")
    return scrolling(caption, table)


def _crossing(found: dict[tuple[str, str], tuple[Fraction, int]], player: str, other: str) -> Markup:
    if player == other:
        return tag("td", class_="self")
    if (player, other) not in found:
        return tag("td", numerals.NOTHING)
    points, games = found[player, other]
    share = points / games
    heat = min(4, int(share * 5))
    score = f"{numerals.points(points)}–{numerals.points(games - points)}"
    return tag("td", score, tag("small", numerals.percent(float(share))), class_=f"h{heat}")


def recounts(compared: Sequence[Comparison]) -> Markup | None:
    """What the other counts add to the margins of the same games."""
    if not compared:
        return None
    groups: dict[str, list[Row]] = {}
    for each in compared:
        groups.setdefault(each.refereed, []).append(_recount(each))
    axis = axis_around([row.shown for rows in groups.values() for row in rows if row.shown], _LEAST_POINTS)
    columns = Columns("Counted under", ["Added to Black"], "Mean, points", ["Other winner", "Share", "Games"])
    listed = [Group(f"Played under {setting}", rows) for setting, rows in groups.items()]
    note = (
        "Every final position counted under the other rulesets too, with the komi of the game. Other winner: games that the "
        "other count gives to the other side, or makes a tie, or no tie."
    )
    return join([tag("p", note, class_="note"), _table("Recounts", columns, axis, listed)])


def _recount(each: Comparison) -> Row:
    games, text = len(each.margins), numerals.mean(each.difference, 2)
    kept = games - each.changed
    bar = shares([("lost", each.changed), ("drawn", kept)], f"{each.changed} of {games} games have another winner")
    changed: Content = tag("span", each.changed, class_="other" if each.changed else None)
    return Row(each.counted, [text], each.difference, f"{text} points", [changed, bar, games])


def shifted(shifts: Sequence[Shift]) -> Markup | None:
    """What the players make of other rules: the same games, played under them."""
    if not shifts:
        return None
    groups: dict[tuple[str, str], Group] = {}
    several = len({shift.size for shift in shifts}) > 1
    for shift in shifts:
        group = groups.setdefault((shift.first, shift.second), Group(pairing(shift), []))
        groups[shift.first, shift.second] = group._replace(rows=[*group.rows, _shift(shift, several=several)])
    axis = Axis(-1.0, 1.0, (-1.0, -0.5, 0.0, 0.5, 1.0), 0.0, "%")
    columns = Columns("Instead of the first ruleset", ["Points in 100 games"], "Mean", ["Games"])
    note = (
        "The same games, by players, colors, seeds and opening, played under two rulesets: how many points in 100 games the "
        "player who is named first scores more under the other one."
    )
    return join([tag("p", note, class_="note"), _table("Played under other rules", columns, axis, list(groups.values()))])


def _shift(shift: Shift, *, several: bool) -> Row:
    mean = shift.mean
    text = "–" if mean is None else numerals.signed(100 * mean.value)
    if mean is not None and mean.high is not None:
        text += f" ±{100 * (mean.high - mean.value):.0f}"
    where = f", {shift.size}" if several else ""
    return Row(f"{shift.other} for {shift.base}{where}", [text], mean, f"{text} points in 100 games", [len(shift.points)])
