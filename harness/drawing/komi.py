"""Win rate against komi: Black's share of the points with each komi, and the komi that would have been fair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from textwrap import wrap
from typing import Final, NamedTuple

from harness.drawing.axes import Plot, Scale, frame, level, number, rounded, rule, ticks, upright
from harness.drawing.markup import Markup, tag
from harness.drawing.sheet import EDGE, INK, SOFT, TOP, fitted, sheet, shortened, stroke, words
from harness.fair import Fair, Step, fair, steps
from harness.tally import games_text

_WIDTH = 640
_LEFT, _RIGHT, _ABOVE, _HIGH, _ROW = 188, 112, TOP + 6, 300, 26
_TAIL: Final = 0.12
"""The share of the games at either end that the scale may leave out: nobody asks for a komi of the whole board."""
_MOST_TICKS: Final = 9
STYLES: Final = (
    ("#111111", None),
    ("#b3501a", "7 3"),
    ("#1c6e8c", "2 2.5"),
    ("#7a3f8f", "9 3 2 3"),
    ("#4e7a2d", "14 4"),
    ("#777777", "5 2 1 2 1 2"),
)
"""Color and dashes of each curve: told apart without color too."""


class Curve(NamedTuple):
    """The games that one curve comes from.

    Attributes:
        name: of the ruleset.
        margins: Black less White, *without* komi.
        alike: further rulesets that give every game the same margin.
    """

    name: str
    margins: Sequence[Fraction]
    alike: tuple[str, ...] = ()


def komi_svg(curves: Sequence[Curve], title: str, where: str = "") -> Markup:
    """The picture: curves with their bands above, the fair komi of each below, on one scale.

    Args:
        curves: at most as many as there are `STYLES`; those without games are left out.
        title: of the picture.
        where: the board, or what else these games have in common; may be empty.

    Raises:
        ValueError: there are more curves than styles.
    """
    if len(curves) > len(STYLES):
        raise ValueError(f"one picture has room for {len(STYLES)} curves")
    drawn = [(curve, steps(curve.margins)) for curve in curves if curve.margins]
    plot = _plot([each for _, each in drawn])
    floor = plot.y.start + 14 + len(drawn) * _ROW
    marks = ticks(plot.x.low, plot.x.high, _MOST_TICKS)
    opacity = 0.05 + 0.12 / max(1, len(drawn))
    lines = [_band(each, plot, place, opacity) for place, (_, each) in enumerate(drawn)]
    lines += [_line(each, plot, place) for place, (_, each) in enumerate(drawn)]
    whole = Plot(plot.x, Scale(0, 1, floor, plot.y.end))
    body = [
        *level(plot, [0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"]),
        *upright(whole, marks, [number(mark) for mark in marks]),
        rule(plot, y=0.5),
        *lines,
        frame(plot),
        *(_row(curve, fair(each), plot, place) for place, (curve, each) in enumerate(drawn)),
        *_names(plot, floor),
    ]
    told = "; ".join(f"{curve.name}: fair komi {told_fair(fair(each))}" for curve, each in drawn)
    note = f"{where + ' · ' if where else ''}{_amount([curve for curve, _ in drawn])} · bands and lines: 95 % intervals"
    foot = [line for curve, _ in drawn if curve.alike for line in _alike(curve)]
    body += [words(EDGE, floor + 64 + 16 * index, line, 11, fill=SOFT) for index, line in enumerate(foot)]
    return sheet(_WIDTH, ceil(floor) + 54 + (4 + 16 * len(foot) if foot else 0), title, [note], body, told=told)


def _alike(curve: Curve) -> list[str]:
    """Which rulesets share a curve."""
    return wrap(shortened(f"{curve.name}: the same with {', '.join(curve.alike)}", 600), int((_WIDTH - 2 * EDGE) / 6.2))


def _amount(curves: Sequence[Curve]) -> str:
    """How many games there are."""
    numbers = [len(curve.margins) for curve in curves]
    if len(set(numbers)) > 1:
        return f"n = {', '.join(map(str, numbers))} games"
    return f"n = {games_text(numbers[0] if numbers else 0)}{' each' if len(numbers) > 1 else ''}"


def told_fair(found: Fair | None) -> str:
    """A fair komi with its interval, in short."""
    if found is None:
        return "–"
    low, high = ("–" if bound is None else _points(bound) for bound in found[1:])
    return f"{_points(found.value)} [{low}, {high}]"


def _points(value: Fraction) -> str:
    return number(round(float(value), 2))


def _plot(curves: Sequence[Sequence[Step]]) -> Plot:
    """A scale that holds most games of each curve."""
    kept = [step.komi for curve in curves for step in curve if step.before.value > _TAIL and step.after.value < 1 - _TAIL]
    found = [float(komi) for komi in kept] or [0.0]
    margin = 0.04 * (max(found) - min(found))
    low, high = rounded(min(found) - margin, max(found) + margin, 2 * _MOST_TICKS)
    return Plot(Scale(low, high, _LEFT, _WIDTH - _RIGHT), Scale(0, 1, _ABOVE + _HIGH, _ABOVE))


def _line(curve: Sequence[Step], plot: Plot, place: int) -> Markup:
    color, dashes = STYLES[place]
    shares = [curve[0].before.value, *(step.after.value for step in curve)]
    # the later ones are thinner, so that a curve on another one hides nothing
    return stroke(_stairs(curve, shares, plot), color, 2.7 - 0.25 * place, stroke_dasharray=dashes, stroke_linejoin="round")


def _stairs(curve: Sequence[Step], shares: Sequence[float], plot: Plot) -> str:
    """A path from left to right that changes its height at each margin."""
    first, inside = _inside(curve, plot)
    parts = [f"M{plot.x.start:.1f} {plot.y.place(shares[first]):.1f}"]
    for place, step in enumerate(inside, first + 1):
        parts.append(f"H{plot.x.place(float(step.komi)):.1f}V{plot.y.place(shares[place]):.1f}")
    return "".join([*parts, f"H{plot.x.end:.1f}"])


def _inside(curve: Sequence[Step], plot: Plot) -> tuple[int, Sequence[Step]]:
    """How many steps lie left of the plot, and those that lie in it."""
    first = sum(step.komi < plot.x.low for step in curve)
    return first, curve[first : sum(step.komi <= plot.x.high for step in curve)]


def _band(curve: Sequence[Step], plot: Plot, place: int, opacity: float) -> Markup:
    """Between the ends of Wilson's intervals."""
    intervals = [curve[0].before, *(step.after for step in curve)]
    upper = _stairs(curve, [each.value if each.high is None else each.high for each in intervals], plot)
    first, inside = _inside(curve, plot)
    lows = [each.value if each.low is None else each.low for each in intervals[first : first + len(inside) + 1]]
    back = [f"V{plot.y.place(lows[-1]):.1f}"]
    for step, share in zip(reversed(inside), reversed(lows[:-1]), strict=True):
        back.append(f"H{plot.x.place(float(step.komi)):.1f}V{plot.y.place(share):.1f}")
    return tag("path", d=f"{upper}{''.join(back)}H{plot.x.start:.1f}Z", fill=STYLES[place][0], fill_opacity=opacity)


def _row(curve: Curve, found: Fair | None, plot: Plot, place: int) -> list[Markup]:
    """The fair komi of one curve below the plot, with its name and the numbers."""
    color, dashes = STYLES[place]
    y = plot.y.start + 14 + (place + 0.5) * _ROW
    x = plot.x.end + 10
    row = [
        stroke(f"M{EDGE} {y:.1f}h30", color, 1.9, stroke_dasharray=dashes),
        fitted(EDGE + 38, y + 4, curve.name, _LEFT - EDGE - 46),
        words(x, y + 4, told_fair(found)),
    ]
    if found is None:
        return row
    low, high = (plot.x.place(float(end)) if bound is None else plot.x.place(float(bound)) for bound, end in _ends(found, plot))
    if high > low:
        row.append(stroke(f"M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 6:.1f}v12M{high:.1f} {y - 6:.1f}v12", color, 1.6))
    if plot.x.holds(float(found.value)):
        row.append(tag("circle", cx=plot.x.place(float(found.value)), cy=y, r=3.8, fill=color))
    return row


def _ends(found: Fair, plot: Plot) -> tuple[tuple[Fraction | None, float], tuple[Fraction | None, float]]:
    return (found.low, plot.x.low), (found.high, plot.x.high)


def _names(plot: Plot, floor: float) -> list[Markup]:
    """What the axes show."""
    y = plot.y.end
    lines = ("share of games that", "Black would win", "(a tie: one half)")
    return [
        *(words(EDGE, y + 12 + 15 * index, line, 12) for index, line in enumerate(lines)),
        words(EDGE, plot.y.start + 6, "fair komi", 11, fill=SOFT),
        words(plot.x.end + 10, plot.y.start + 6, "points [95 %]", 11, fill=SOFT),
        words((plot.x.start + plot.x.end) / 2, floor + 40, "komi, points", text_anchor="middle", fill=INK),
    ]
