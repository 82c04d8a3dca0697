"""Margins of the same games under two rulesets, one against the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from harness import stats
from harness.drawing.axes import Plot, Scale, frame, level, number, rounded, rule, ticks, upright
from harness.drawing.markup import Markup, tag
from harness.drawing.numerals import mean, percent_interval
from harness.drawing.sheet import EDGE, INK, PAPER, SHADE, SOFT, TOP, fitted, halo, sheet, stroke, words
from harness.tally import games_text

_WIDTH, _HEIGHT = 520, 580
_LEFT, _SIDE, _ABOVE = 74, 420, TOP + 22
_SMALLEST, _MIDDLE, _LARGEST = 2.2, 5.0, 15.0
_MOST_TICKS: Final = 8
_PLACES: Final = 400
"""Different points up to which each has a circle whose area is its number of games; beyond, all have the smallest one."""


class Pairs(NamedTuple):
    """Games with two counts.

    Attributes:
        base: the ruleset on the axis that goes to the right.
        other: the ruleset on the axis that goes upward.
        margins: of each game under both, Black less White, komi included.
        changed: games to which the other count gives another winner, or none, or one instead of none.
        where: the board or what else tells these games from others; may be empty.
    """

    base: str
    other: str
    margins: Sequence[tuple[Fraction, Fraction]]
    changed: int
    where: str = ""

    @property
    def notes(self) -> tuple[str, str]:
        """What they come to, in two lines."""
        games = len(self.margins)
        number = games_text(games)
        moved = stats.mean([other - own for own, other in self.margins])
        share = percent_interval(stats.rate(Fraction(self.changed), games))
        return (
            f"{self.where + ' · ' if self.where else ''}n = {number} · other winner: {self.changed} ({share})",
            f"mean difference {mean(moved, 2)} points · 95 % intervals",
        )


def scatter_svg(pairs: Pairs) -> Markup:
    """The picture. Dots on the diagonal are games with one margin under both; in the shade lie those with another winner."""
    values = [float(value) for both in pairs.margins for value in both]
    low, high = rounded(min([0.0, *values]), max([0.0, *values]), _MOST_TICKS)
    right, bottom = _LEFT + _SIDE, _ABOVE + _SIDE
    plot = Plot(Scale(low, high, _LEFT, right), Scale(low, high, bottom, _ABOVE))
    title = f"Margins: {pairs.other} against {pairs.base}"
    body = [*_ground(plot), *_dots(plot, pairs.margins), frame(plot), *_corners(plot, pairs), *_names(pairs, plot)]
    return sheet(_WIDTH, _HEIGHT, title, pairs.notes, body, told=" ".join(pairs.notes))


def _ground(plot: Plot) -> list[Markup]:
    """What lies below the dots: the shade of the two quarters, lines, zero and the diagonal."""
    x, y = plot
    zero_x, zero_y = x.place(0), y.place(0)
    marks = ticks(x.low, x.high, _MOST_TICKS)
    texts = [number(value, signed=True) for value in marks]
    return [
        tag("rect", x=x.start, y=y.end, width=zero_x - x.start, height=zero_y - y.end, fill=SHADE),
        tag("rect", x=zero_x, y=zero_y, width=x.end - zero_x, height=y.start - zero_y, fill=SHADE),
        *upright(plot, marks, texts),
        *level(plot, marks, texts),
        rule(plot, x=0.0),
        rule(plot, y=0.0),
        stroke(f"M{x.start:.1f} {y.start:.1f}L{x.end:.1f} {y.end:.1f}", SOFT, stroke_dasharray="5 4"),
    ]


def _dots(plot: Plot, margins: Sequence[tuple[Fraction, Fraction]]) -> list[Markup]:
    """A circle for each pair of margins, the largest first so that none is hidden."""
    found = Counter(margins).most_common()
    most = found[0][1] if found else 1
    room = min(_LARGEST, max(_MIDDLE, 0.9 * _nearest(plot, margins))) if len(found) <= _PLACES else _SMALLEST
    return [
        tag(
            "circle",
            cx=plot.x.place(float(own)),
            cy=plot.y.place(float(other)),
            r=max(_SMALLEST, room * sqrt(games / most)) if most > 1 else min(room, _MIDDLE),
            fill=INK,
            fill_opacity=0.62,
            stroke=PAPER,
            stroke_width=0.7,
        )
        for (own, other), games in found
    ]


def _nearest(plot: Plot, margins: Sequence[tuple[Fraction, Fraction]]) -> float:
    """Pixels between neighboring margins."""
    values = sorted({own for own, _ in margins})
    gaps = [after - before for before, after in pairwise(values)]
    if not gaps:
        return _LARGEST
    return float(min(gaps)) * (plot.x.end - plot.x.start) / (plot.x.high - plot.x.low)


def _corners(plot: Plot, pairs: Pairs) -> list[Markup]:
    """How many games only one of the two counts gives to Black, in the corners where they lie."""
    upper = sum(own <= 0 < other for own, other in pairs.margins)
    lower = sum(other <= 0 < own for own, other in pairs.margins)
    x, y = plot
    width = (x.end - x.start) * 0.46
    texts = ((pairs.other, upper, x.start + 8, y.end + 17, None), (pairs.base, lower, x.end - 8, y.start - 10, "end"))
    return [
        fitted(place, line, f"Black ahead only by {name}: {games}", width, 11, text_anchor=anchor, **halo(), fill=SOFT)
        for name, games, place, line, anchor in texts
        if games
    ]


def _names(pairs: Pairs, plot: Plot) -> list[Markup]:
    """What the axes show."""
    x, y = plot
    middle, height = (x.start + x.end) / 2, (y.start + y.end) / 2
    base, other = (f"margin under {name}, points (Black − White)" for name in (pairs.base, pairs.other))
    legend = "Komi included. Shaded: another winner. Dashed: no difference. Area of a dot: its games."
    turned = f"rotate(-90 {EDGE + 8} {height:.0f})"
    return [
        fitted(middle, y.start + 42, base, x.end - x.start, text_anchor="middle"),
        fitted(EDGE + 8, height, other, x.end - x.start, text_anchor="middle", transform=turned),
        words(EDGE, y.start + 64, legend, 11, fill=SOFT),
    ]
