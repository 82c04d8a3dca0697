"""The sections of the report on single games: margins, endings, trouble, final positions, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from gtp_rules.errors import RulesError
from gtp_rules.game import Game
from gtp_rules.rules.counting import ScoreSheet
from gtp_rules.rules.counting.sheet import decimal_text
from gtp_rules.sgf import read_record
from gtp_rules.sgf.marks import final_sheet, recorded_marks
from harness.console import printable
from harness.drawing import numerals
from harness.drawing.markup import Content, Markup, join, link, name, raw, tag
from harness.endings import Record
from harness.picture import board_svg
from harness.report.blocks import plain_table
from harness.report.charts import SERIES, bins, counted, histogram
from harness.report.sections import cut, pairing
from harness.tally import Tally, by_setting, games_text

MOST_CHARTS = 48
MOST_GAMES = 300
MOST_TROUBLE = 50


class Files(NamedTuple):
    """Where the records of games are.

    Attributes:
        link: the path of a game's SGF relative to the report, with slashes, or None if there is none.
        sgf: the SGF itself; empty if there is none.
    """

    link: Callable[[Record], str | None]
    sgf: Callable[[Record], bytes]


# -- margins and endings


def margins(tallies: Sequence[Tally]) -> Markup | None:
    """A histogram for each pairing and setting; those of a pairing have one scale."""
    series = {setting: number for number, setting in enumerate(by_setting(tallies))}
    groups: dict[tuple[str, str], list[Tally]] = {}
    for tally in tallies:
        if tally.margins:
            groups.setdefault((tally.first, tally.second), []).append(tally)
    parts: list[Content] = []
    shown = charts = 0
    for own in groups.values():
        charts += len(own)
        if shown and charts > MOST_CHARTS:
            break
        shown += 1
        parts += [tag("h3", pairing(own[0])), _histograms(own, series)]
    note = "Points of the player who is named first minus the other’s, komi included. The dashed line is the mean."
    return join([tag("p", note, class_="note"), parts, cut(shown, len(groups))]) if parts else None


def _histograms(own: Sequence[Tally], series: dict[str, int]) -> Markup:
    classes = bins([margin for tally in own for margin in tally.margins])
    counts = [counted(tally.margins, classes) for tally in own]
    highest = max(map(max, counts))
    figures = [
        tag(
            "figure",
            tag("figcaption", tag("span", tally.setting, class_=f"key s{series[tally.setting] % SERIES}"), f": {_mean(tally)}"),
            histogram(each, classes, highest, None if tally.margin is None else tally.margin.value, series[tally.setting]),
        )
        for tally, each in zip(own, counts, strict=True)
    ]
    note = tag("p", f"The highest bar is {games_text(highest)}.", class_="note")
    return join([tag("div", figures, class_="charts"), note])


def _mean(tally: Tally) -> str:
    number = len(tally.margins)
    return f"{numerals.mean(tally.margin)}, {number} counted"


def endings(tallies: Sequence[Tally]) -> Markup:
    """How the games ended, by setting; trouble last."""
    settings = by_setting(tallies)
    sums = {setting: sum((tally.endings for tally in own), Counter()) for setting, own in settings.items()}
    found = sorted({ending for each in sums.values() for ending in each}, key=lambda ending: ending.trouble)
    ordered = sorted(found, key=lambda ending: (ending.trouble, -sum(each[ending] for each in sums.values()), ending.value))
    rows: list[list[Content]] = [
        [_ending_name(ending.value, trouble=ending.trouble), *(each[ending] or numerals.NOTHING for each in sums.values())]
        for ending in ordered
    ]
    return plain_table("How the games ended", ["Ending", *settings], rows)


def _ending_name(value: str, *, trouble: bool) -> Content:
    text = value.replace("_", " ")
    return tag("span", text, " (trouble)", class_="other") if trouble else text


def trouble(records: Sequence[Record], files: Files) -> Markup | None:
    """The games that went wrong, and what is known about it."""
    wrong = [record for record in records if record.ending.trouble]
    if not wrong:
        return None
    rows: list[list[Content]] = [
        [_label(record, files), record.ending.value.replace("_", " "), _loser(record), record.detail or numerals.NOTHING]
        for record in wrong[:MOST_TROUBLE]
    ]
    more = [tag("p", f"The first {MOST_TROUBLE} of {len(wrong)}.", class_="note")] if len(wrong) > MOST_TROUBLE else []
    return join(
        [plain_table("Games that ended by trouble", ["Game", "Ending", "Lost by", "Detail"], rows, numbers_from=4), more]
    )


def _loser(record: Record) -> Content:
    if record.winner is None:
        return "nobody, void"
    return name(record.task.white if record.winner == "B" else record.task.black)


# -- final positions


def positions(records: Sequence[Record], files: Files, most: int) -> Markup | None:
    """Pictures of final positions with their count: those that another ruleset gives to another winner first."""
    figures = []
    for record in chosen(records, most):
        figure = _position(record, files)
        if figure is not None:
            figures.append(figure)
    note = (
        "Crosses mark dead stones, small squares enclosed points, circles basic eyes, triangles and squares the lu 路 of "
        "Black and White. In red: rulesets that give the game to another winner."
    )
    return join([tag("p", note, class_="note"), tag("div", figures, class_="boards")]) if figures else None


def chosen(records: Sequence[Record], most: int) -> list[Record]:
    """Some counted games: a turn about for each pairing and ruleset, those first that are counted otherwise elsewhere."""
    queues: dict[tuple[str, ...], list[Record]] = {}
    for record in records:
        if record.margin is not None and not record.ending.trouble:
            task = record.task
            queues.setdefault((task.ruleset, record.size, task.first, task.second), []).append(record)
    for queue in queues.values():
        queue.sort(key=lambda record: not _differs(record))
    turns = (queue[turn] for turn in range(most) for queue in queues.values() if turn < len(queue))
    best = sorted(turns, key=lambda record: not _differs(record))[:most]
    places = {record.task.key: place for place, record in enumerate(records)}
    return sorted(best, key=lambda record: places[record.task.key])


def _differs(record: Record) -> bool:
    return any(each.result[:1] != record.result[:1] for each in record.recounts)


def _position(record: Record, files: Files) -> Markup | None:
    """One figure, or None if the record cannot be read."""
    data = files.sgf(record)
    try:
        game: Game = read_record(data).game
        shown = recorded_marks(data)
        sheet = final_sheet(game)
    except (RulesError, ValueError):
        return None
    title = f"Final position of {_words(record)}"
    svg = raw(board_svg(game.board, shown.marks, shown.labels, title=printable(title), last=shown.last))
    count = [] if sheet is None else [_count(sheet, record)]
    return tag("figure", svg, tag("figcaption", _label(record, files)), count)


def _count(sheet: ScoreSheet, record: Record) -> Markup:
    items = dict.fromkeys(line.item for side in (sheet.black, sheet.white) for line in side.lines)
    values = [{line.item: line.value for line in side.lines} for side in (sheet.black, sheet.white)]
    rows = [_line(item, *(_value(side.get(item)) for side in values)) for item in items]
    komi = [_line("komi", "", _value(sheet.komi))] if sheet.komi else []
    total = _line(f"total, {sheet.unit}", _value(sheet.black.total), _value(sheet.white.total))
    head = tag("tr", tag("td"), tag("th", "Black", scope="col", class_="num"), tag("th", "White", scope="col", class_="num"))
    other = [_other(each.ruleset, each.result, record.result) for each in record.recounts]
    result = tag("tr", tag("th", "result", scope="row"), tag("td", record.result, class_="num", colspan=2), class_="total")
    return tag("table", tag("thead", head), tag("tbody", rows, total, komi, result, other))


def _value(value: Fraction | None) -> str:
    return "" if value is None else decimal_text(value).replace("-", "−")


def _line(item: str, black: str, white: str) -> Markup:
    return tag("tr", tag("th", item, scope="row"), tag("td", black, class_="num"), tag("td", white, class_="num"))


def _other(ruleset: str, result: str, own: str) -> Markup:
    kind = "num other" if result[:1] != own[:1] else "num"
    return tag("tr", tag("th", f"under {ruleset}", scope="row"), tag("td", result, class_=kind, colspan=2))


# -- records


def listed(records: Sequence[Record], files: Files) -> Markup:
    """The games with their records."""
    rows: list[list[Content]] = [
        [_label(record, files), record.result, record.ending.value.replace("_", " "), record.turns]
        for record in records[:MOST_GAMES]
    ]
    table = plain_table("Games and their records", ["Game", "Result", "Ending", "Turns"], rows, numbers_from=3)
    more = f"The first {MOST_GAMES} of {len(records)} games. " if len(records) > MOST_GAMES else ""
    note = tag("p", f"{more}gtp-harness export writes all games as a table.", class_="note")
    return tag("details", tag("summary", "Show the list"), note, table)


def _label(record: Record, files: Files) -> Content:
    """A game by its players and number, linked to its record."""
    task = record.task
    parts: list[Content] = [name(task.black), " (B) – ", name(task.white), f" (W), {task.ruleset}, game {task.index + 1}"]
    path = files.link(record)
    return parts if path is None else link(path, parts)


def _words(record: Record) -> str:
    task = record.task
    return f"{task.black}, Black, against {task.white}, White, {task.ruleset}, game {task.index + 1}: {record.result}"
