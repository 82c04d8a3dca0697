"""The report for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from harness import stats
from harness.console import printable
from harness.elo import LIMIT
from harness.endings import Record
from harness.ratings import Anchor
from harness.sequential import Tested
from harness.tally import Comparison, Tally, by_setting, comparisons, rated, remarks, repeats, tallies

CAPTION = "The same games counted under other rulesets (Black minus White in points; the komi of the game is kept)"
MARGIN_NOTE = "margins: the first player's points minus the second's, komi included; behind ± and in brackets, 95 % intervals"
CHANGED_NOTE = "changed: games that the other count gives to the other side, or makes a tie, or no tie"
ELO_NOTE = (
    "Elo by Bradley and Terry over all games of a ruleset; better: the likelihood that the first player is the stronger one"
)
WIDTH: Final = 110
"""Columns that a line of the report keeps to, unless names are long."""


def text(name: str, planned: int, records: Sequence[Record], tested: Tested | None = None, anchor: Anchor | None = None) -> str:
    """The report for people, ending in a line end.

    Args:
        name: of the experiment.
        planned: how many games the configuration asks for.
        records: the games that are stored.
        tested: the sequential tests, if there are any.
        anchor: sets the scale of the ratings; without it their mean is 0.
    """
    listed = tallies(records)
    blocks = [f"{name}: {len(records)} of {planned} games"]
    if records:
        blocks.append(_layout(*_results(listed)) + f"\n{MARGIN_NOTE}")
        blocks += _strengths(listed, tested, anchor)
    compared = comparisons(records)
    if compared:
        blocks.append(f"{CAPTION}\n\n" + _layout(*_recounts(compared)) + f"\n{CHANGED_NOTE}")
    notes = repeats(listed) + remarks(records)
    if notes:
        blocks.append("\n".join(_fold(f"note: {printable(note)}") for note in notes))
    return "\n\n".join(blocks) + "\n"


Table = tuple[list[str], list[list[str]]]


def _results(listed: Sequence[Tally]) -> Table:
    head = ["ruleset", "first – second", "games", "won", "lost", "draw", "void", "rate %", "margin", "B won", "endings"]
    rows = []
    for tally in listed:
        endings = ", ".join(f"{ending.value} {count}" for ending, count in tally.endings.most_common())
        numbers = [tally.games, tally.wins, tally.losses, tally.draws, tally.void]
        names = [tally.setting, f"{tally.first} – {tally.second}"]
        shown = [_percent(tally.rate), _points(tally.margin), str(tally.black_wins), endings]
        rows.append([*names, *map(str, numbers), *shown])
    return head, rows


def _strengths(listed: Sequence[Tally], tested: Tested | None, anchor: Anchor | None) -> list[str]:
    """The blocks about strength, where two different players have met."""
    met = [tally for tally in listed if tally.counted and tally.first != tally.second]
    if not met:
        return []
    return [_layout(*_ratings(met, anchor)), _layout(*_duels(met, tested)) + f"\n{_fold(ELO_NOTE)}"]


def _ratings(listed: Sequence[Tally], anchor: Anchor | None) -> Table:
    rows = [
        [ruleset, rating.player, _elo(rating.elo), f"{rating.points:g}", str(rating.games)]
        for ruleset, own in by_setting(listed).items()
        for rating in rated(own, anchor)
    ]
    return ["ruleset", "player", "Elo", "points", "games"], rows


def _duels(listed: Sequence[Tally], tested: Tested | None) -> Table:
    head = ["ruleset", "first – second", "Elo difference", "better %", "pairs"]
    rows = [_duel(tally) for tally in listed]
    if tested is not None:
        head += ["LLR", "SPRT"]
        for row, tally in zip(rows, listed, strict=True):
            state = tested.state(tally)
            row += [f"{state.llr:+.2f}", state.decision.value]
    return head, rows


def _duel(tally: Tally) -> list[str]:
    better = "–" if tally.superiority is None else f"{100 * tally.superiority:.1f}"
    return [tally.setting, f"{tally.first} – {tally.second}", _elo(tally.elo), better, str(sum(tally.pairs))]


def _elo(interval: stats.Interval | None) -> str:
    """An Elo value with its interval; what is at the end of the scale is without bound."""
    if interval is None or interval.low is None or interval.high is None:
        return "–"
    value, low, high = map(_elo_text, (interval.value, interval.low, interval.high))
    return f"{value} [{low}, {high}]"


def _elo_text(value: float) -> str:
    text = f"{value:+.0f}"
    return text if abs(value) < LIMIT - 1 else f"{text[0]}∞"


def _recounts(listed: Sequence[Comparison]) -> Table:
    head = ["refereed", "counted", "games", "margin", "own margin", "difference", "changed"]
    rows = []
    for each in listed:
        margins = [_points(stats.mean(each.recounts)), _points(stats.mean(each.margins)), _points(each.difference)]
        rows.append([each.refereed, each.counted, str(len(each.margins)), *margins, str(each.changed)])
    return head, rows


def _percent(interval: stats.Interval | None) -> str:
    if interval is None or interval.low is None or interval.high is None:
        return "–"
    return f"{100 * interval.value:.0f} [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"


def _points(interval: stats.Interval | None) -> str:
    """A mean with half its interval, which lies evenly around it; one game has none."""
    if interval is None:
        return "–"
    if interval.high is None:
        return f"{interval.value:+.2f} –"
    return f"{interval.value:+.2f} ±{interval.high - interval.value:.2f}"


def _layout(head: list[str], rows: list[list[str]]) -> str:
    """Columns of equal width; numbers to the right, a rule below the head. The last one is folded where it is a text."""
    cells = [[printable(cell) for cell in row] for row in [head, *rows]]
    used = sum(max(len(row[column]) + 2 for row in cells) for column in range(len(head) - 1))
    cells = [line for row in cells for line in _fold_last(row, WIDTH - used)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    right = [all(row[column][:1] in "+-–0123456789" for row in rows) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        )
        for row in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)


def _fold_last(row: list[str], width: int) -> list[list[str]]:
    """The row, with further rows below it for the parts of its last cell that are beyond this width."""
    lines: list[str] = []
    for part in row[-1].split(", "):
        if lines and len(lines[-1]) + 2 + len(part) < width:  # with a comma after it
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    lines[:-1] = [f"{line}," for line in lines[:-1]]
    empty = [""] * (len(row) - 1)
    return [[*(empty if index else row[:-1]), line] for index, line in enumerate(lines)]


def _fold(text: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
