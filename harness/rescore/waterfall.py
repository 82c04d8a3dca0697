"""A difference as a picture: from the margin under one ruleset to that under another, a step for each part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple

from gtp_rules.rules.counting import result_text
from harness import stats
from harness.drawing import numerals
from harness.drawing.axes import Plot, Scale, number, rounded, rule, ticks, upright
from harness.drawing.markup import Markup, Value, tag
from harness.drawing.sheet import EDGE, INK, SOFT, TOP, fitted, halo, sheet, stroke, words
from harness.rescore.output import signed
from harness.tally import games_text

_WIDTH, _ROW, _BAR, _LEFT, _RIGHT = 760, 34, 24, 200, 120
_ABOVE: Final = TOP + 38
_MOST_TICKS: Final = 10
_TOTAL, _BLACK, _WHITE = "#8c8c8c", "#1f4e79", "#f6d7bd"
"""Dark is for Black and light for White, on paper without colors too."""


class Bar(NamedTuple):
    """One row of the picture.

    Attributes:
        label: of the ruleset or part.
        start: the margin where it begins.
        end: the margin where it ends.
        text: its value.
        fill: its color.
        spread: the interval of the mean around `end`, if it is one.
    """

    label: str
    start: Fraction
    end: Fraction
    text: str
    fill: str
    spread: float = 0.0


def waterfall_svg(
    base: tuple[str, Fraction], parts: Mapping[str, Fraction], other: tuple[str, Fraction], title: str, note: str = ""
) -> Markup:
    """The picture of a difference in one game as SVG.

    Args:
        base: the ruleset that is compared with, and Black's margin under it.
        parts: what leads from it to the other, by name, in the order in which they are drawn.
        other: the other ruleset and its margin, which is that of `base` and the parts together.
        title: what the picture shows; names in it may hold anything.
        note: a line below the title.

    Raises:
        ValueError: the parts do not add up.
    """
    if base[1] + sum(parts.values(), Fraction(0)) != other[1]:
        raise ValueError("the parts do not add up to the difference")
    steps = [(name, value, signed(value), 0.0) for name, value in parts.items()]
    ends = [Bar(name, Fraction(0), margin, result_text(margin), _TOTAL) for name, margin in (base, other)]
    axis = "margin, points (Black − White, komi included)"
    return _drawn([ends[0], *_steps(base[1], steps), ends[1]], title, [note] if note else [], axis, "margin")


class Explained(NamedTuple):
    """The same difference in many games.

    Attributes:
        base: the ruleset that is compared with.
        other: the other one.
        margins: under `base`, of each game, Black less White, komi included.
        others: under `other`, in the same order.
        parts: of each game, what leads from the one to the other; what is not named is 0.
        where: the board, or what else these games have in common; may be empty.
    """

    base: str
    other: str
    margins: Sequence[Fraction]
    others: Sequence[Fraction]
    parts: Sequence[Mapping[str, Fraction]]
    where: str = ""

    def names(self) -> list[str]:
        """The parts that are found, in the order in which they come."""
        return list(dict.fromkeys(name for each in self.parts for name in each))


def mean_waterfall_svg(explained: Explained, order: Sequence[str] = ()) -> Markup:
    """The picture of the mean difference over many games. The mean parts add up to the mean difference, exactly.

    Args:
        explained: the games, at least one.
        order: of parts; those that it does not name follow as they come.

    Raises:
        ValueError: there is no game, or the parts of one do not add up.
    """
    base, other, margins, others, parts, where = explained
    games = len(margins)
    if not games:
        raise ValueError("there is no game")
    for own, found, each in zip(margins, others, parts, strict=True):
        if own + sum(each.values(), Fraction(0)) != found:
            raise ValueError("the parts do not add up to the difference")
    names = sorted(explained.names(), key=lambda name: order.index(name) if name in order else len(order))
    columns = {name: [each.get(name, Fraction(0)) for each in parts] for name in names}
    steps = [(name, _mean(values), *_told(values)) for name, values in columns.items()]
    moved = [found - own for own, found in zip(margins, others, strict=True)]
    text, spread = _told(moved)
    total = Bar("in all", Fraction(0), _mean(moved), text, _TOTAL, spread)
    means = f"mean margin {_told(margins)[0]} under {base}, {_told(others)[0]} under {other}"
    notes = [f"{where + ' · ' if where else ''}n = {games_text(games)} · means with 95 % intervals", means]
    title = f"What {other} adds to Black’s margin under {base}, part by part"
    return _drawn([*_steps(Fraction(0), steps), total], title, notes, "mean addition to Black’s margin, points", "in all")


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _told(values: Sequence[Fraction]) -> tuple[str, float]:
    """A mean in words, and half of its interval."""
    found = stats.mean(values)
    assert found is not None
    return numerals.mean(found, 2), 0.0 if found.high is None else found.high - found.value


def _steps(start: Fraction, parts: Sequence[tuple[str, Fraction, str, float]]) -> list[Bar]:
    """The bars of the parts, each from where the one before ends."""
    edges = accumulate((value for _, value, _, _ in parts), initial=start)
    return [
        Bar(name, edge, edge + value, text, _BLACK if value > 0 else _WHITE, spread)
        for (name, value, text, spread), edge in zip(parts, edges, strict=False)
    ]


def _drawn(bars: Sequence[Bar], title: str, notes: Sequence[str], axis: str, total: str) -> Markup:
    """The sheet: `axis` names the scale, `total` the bars that are no parts."""
    bottom = _ABOVE + len(bars) * _ROW
    edges = [0.0, *(float(edge) for bar in bars for edge in (bar.start, bar.end))]
    edges += [float(bar.end) + sign * bar.spread for bar in bars for sign in (-1, 1)]
    low, high = rounded(min(edges), max(edges), _MOST_TICKS)
    plot = Plot(Scale(low, high, _LEFT, _WIDTH - _RIGHT), Scale(0, 1, bottom, _ABOVE - 8))
    marks = ticks(plot.x.low, plot.x.high, _MOST_TICKS)
    texts = _tick if total == "margin" else _plain
    body = [
        *_legend(total),
        *upright(plot, marks, [texts(mark) for mark in marks]),
        rule(plot, x=0.0),
        *_links(bars, plot.x),
        *(_row(place, bar, plot.x) for place, bar in enumerate(bars)),
        words((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 40, axis, text_anchor="middle"),
    ]
    told = "; ".join(f"{bar.label}: {bar.text}" for bar in bars)
    return sheet(_WIDTH, bottom + 54, title, notes, body, told=told)


def _plain(value: float) -> str:
    return number(value, signed=True)


def _tick(margin: float) -> str:
    return "0" if not margin else f"{'B' if margin > 0 else 'W'}+{number(abs(margin))}"


def _legend(total: str) -> list[Markup]:
    """What the colors mean."""
    found = []
    for x, fill, text in ((_LEFT, _BLACK, "for Black"), (_LEFT + 90, _WHITE, "for White"), (_LEFT + 180, _TOTAL, total)):
        found.append(tag("rect", x=x, y=TOP + 10, width=10, height=10, fill=fill, stroke=INK, stroke_width=0.7))
        found.append(words(x + 15, TOP + 19, text, 11, fill=SOFT))
    return found


def _links(bars: Sequence[Bar], x: Scale) -> list[Markup]:
    """Thin lines from the end of a bar to the start of the next."""
    return [
        stroke(f"M{x.place(float(bar.end)):.1f} {_ABOVE + place * _ROW + _BAR}v{_ROW - _BAR}", SOFT, stroke_dasharray="2 2")
        for place, bar in enumerate(bars[:-1])
    ]


def _row(place: int, bar: Bar, x: Scale) -> list[Markup]:
    """A bar with its name, its value and the interval of its mean."""
    y = _ABOVE + place * _ROW
    left, right = sorted((x.place(float(bar.start)), x.place(float(bar.end))))
    low, high = (x.place(float(bar.end) + sign * bar.spread) for sign in (-1, 1))
    weight = "bold" if bar.fill == _TOTAL else None
    ink: dict[str, Value] = {"fill": bar.fill, "stroke": INK, "stroke_width": 0.7}
    middle = y + _BAR / 2
    spread = f"M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8"
    return [
        fitted(_LEFT - 14, y + 17, bar.label, _LEFT - 14 - EDGE, text_anchor="end", font_weight=weight),
        tag("rect", x=left, y=y, width=max(1.5, right - left), height=_BAR, **ink),
        *([stroke(spread, "#ffffff", 3.4), stroke(spread, INK, 1.3)] if bar.spread else []),
        words(max(right, high) + 7, y + 17, bar.text, font_weight=weight, **halo()),
    ]
