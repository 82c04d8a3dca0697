"""Charts as SVG: intervals for the cells of a table, which stretch with the cell, and histograms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10
from typing import Final, NamedTuple

from harness.drawing.markup import Content, Markup, tag
from harness.stats import Interval

SERIES: Final = 8
"""How many colors there are for what is shown beside each other."""
_WIDE, _HIGH = 1000, 24
_STEPS: Final = (1, 2, 5, 10)
_ENDS: Final = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
_CHART_WIDE, _CHART_HIGH, _CHART_FOOT = 280, 112, 18
_MOST_BINS: Final = 28


class Axis(NamedTuple):
    """A scale.

    Attributes:
        low: its left end.
        high: its right end, above `low`.
        ticks: the values that are named.
        zero: the value that a line marks.
        unit: stands behind the values.
    """

    low: float
    high: float
    ticks: Sequence[float]
    zero: float
    unit: str = ""

    def place(self, value: float) -> float:
        """Where a value lies, 0 to 1; what is beyond an end is put there."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


RATES: Final = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0), 0.5, "%")


def axis_around(intervals: Sequence[Interval], least: float) -> Axis:
    """A scale around 0 that holds these intervals; `least` is how far it goes to either side at least."""
    ends = _nice(max([least, *(abs(bound) for interval in intervals for bound in interval if bound is not None)]), _ENDS)
    return Axis(-ends, ends, (-ends, -ends / 2, 0.0, ends / 2, ends), 0.0)


def _nice(value: float, steps: Sequence[float]) -> float:
    """The next number from above that is one of these steps times a power of ten."""
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in steps if step * power >= value * (1 - 1e-9))


def scale(axis: Axis) -> Markup:
    """The head of a column of intervals: the values at their places."""
    marks = [tag("span", _tick(axis, value), style=f"left:{100 * axis.place(value):.2f}%") for value in axis.ticks]
    return tag("div", marks, class_="scale", aria_hidden="true")


def _tick(axis: Axis, value: float) -> str:
    return f"{100 * value if axis.unit == '%' else value:g}".replace("-", "−")


def interval(axis: Axis, shown: Interval, label: str, series: int) -> Markup:
    """An estimate as a dot on its interval.

    Args:
        axis: the scale.
        shown: the estimate.
        label: the same in words.
        series: number of its color.
    """
    zero = _WIDE * axis.place(axis.zero)
    low, high = (_WIDE * axis.place(shown.value if bound is None else bound) for bound in shown[1:])
    value = _WIDE * axis.place(shown.value)
    ticks = [_line("grid", _WIDE * axis.place(tick)) for tick in axis.ticks]
    return tag(
        "svg",
        ticks,
        _line("zero", zero),
        tag("path", class_="span", d=f"M{low:.0f} {_HIGH // 2}H{high:.0f}"),
        # a line without length and with round ends stays round however the picture is stretched
        tag("path", class_="dot", d=f"M{value:.0f} {_HIGH // 2}h0"),
        class_=f"interval s{series % SERIES}",
        viewBox=f"0 0 {_WIDE} {_HIGH}",
        preserveAspectRatio="none",
        role="img",
        aria_label=label,
    )


def _line(kind: str, x: float) -> Markup:
    return tag("path", class_=kind, d=f"M{x:.0f} 0V{_HIGH}")


def shares(parts: Sequence[tuple[str, int]], label: str) -> Markup:
    """A bar that is divided in parts, each with the class of its color and its number."""
    total = sum(number for _, number in parts)
    rows: list[Content] = []
    x = 0.0
    for kind, number in parts:
        if number:
            width = _WIDE * number / total
            rows.append(tag("rect", class_=kind, x=x, y=0, width=width, height=_HIGH))
            x += width
    box = f"0 0 {_WIDE} {_HIGH}"
    return tag("svg", rows, class_="shares", viewBox=box, preserveAspectRatio="none", role="img", aria_label=label)


class Bins(NamedTuple):
    """Classes of equal width for a histogram.

    Attributes:
        low: where the first one begins.
        width: of each.
        number: of classes.
    """

    low: float
    width: float
    number: int


def bins(values: Sequence[Fraction]) -> Bins:
    """Classes that hold all these values, zero between or at the end of two, at least one of them."""
    low, high = min([Fraction(0), *values]), max([Fraction(0), *values])
    width = max(1.0, _nice(float(high - low) / _MOST_BINS, _STEPS)) if high > low else 1.0
    first = floor(float(low) / width)
    return Bins(first * width, width, max(1, floor(float(high) / width) + 1 - first))


def counted(values: Sequence[Fraction], classes: Bins) -> list[int]:
    """How many values fall in each class, its lower end included."""
    found = [0] * classes.number
    for value in values:
        place = floor((value - Fraction(classes.low)) / Fraction(classes.width))
        found[min(max(place, 0), classes.number - 1)] += 1
    return found


def histogram(counts: Sequence[int], classes: Bins, highest: int, middle: float | None, series: int) -> Markup:
    """A histogram.

    Args:
        counts: by class.
        classes: what they are.
        highest: the count that fills the height.
        middle: the value that a line marks: the mean.
        series: number of the color.
    """
    step = _CHART_WIDE / classes.number
    body = _CHART_HIGH - _CHART_FOOT
    bars = [
        tag(
            "rect",
            class_="bar",
            x=index * step + 0.5,
            y=body * (1 - count / highest),
            width=step - 1,
            height=body * count / highest,
        )
        for index, count in enumerate(counts)
        if count
    ]
    span = classes.width * classes.number
    marks = [_mark("zero", (0 - classes.low) / span * _CHART_WIDE, body)]
    if middle is not None:
        marks.append(_mark("mean", (middle - classes.low) / span * _CHART_WIDE, body))
    return tag(
        "svg",
        tag("path", class_="base", d=f"M0 {body}H{_CHART_WIDE}"),
        bars,
        marks,
        _values(classes),
        class_=f"histogram s{series % SERIES}",
        viewBox=f"0 0 {_CHART_WIDE} {_CHART_HIGH}",
        role="img",
        aria_label=_in_words(counts, classes),
    )


def _mark(kind: str, x: float, high: int) -> Markup:
    return tag("path", class_=kind, d=f"M{x:.1f} 0V{high}")


def _values(classes: Bins) -> list[Markup]:
    """The ends of the scale, and zero where it is apart from them."""
    span = classes.width * classes.number
    ends = [(classes.low, 0.0, "start"), (classes.low + span, 1.0, "end")]
    if 0.12 < -classes.low / span < 0.88:
        ends.append((0.0, -classes.low / span, "middle"))
    return [
        tag(
            "text", f"{value:+g}".replace("-", "−").replace("+0", "0"), x=_CHART_WIDE * x, y=_CHART_HIGH - 4, text_anchor=anchor
        )
        for value, x, anchor in ends
    ]


def _in_words(counts: Sequence[int], classes: Bins) -> str:
    parts = [
        f"{classes.low + index * classes.width:g} to {classes.low + (index + 1) * classes.width:g}: {count}"
        for index, count in enumerate(counts)
        if count
    ]
    return "Histogram of margins. " + "; ".join(parts)
