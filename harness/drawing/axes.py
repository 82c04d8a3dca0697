"""Scales with round numbers, and the frame of a plot."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

from harness.drawing.markup import Markup
from harness.drawing.sheet import GRID, INK, LINE, stroke, words

_STEPS: Final = (1, 2, 5, 10)


class Scale(NamedTuple):
    """Values on a line of the picture.

    Attributes:
        low: a value.
        high: a larger one.
        start: where the lower one lies, in pixels.
        end: where the higher one lies; less than `start` where values rise upward.
    """

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value lies; what is beyond an end is put there."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + min(max(share, 0.0), 1.0) * (self.end - self.start)

    def holds(self, value: float) -> bool:
        """Whether a value is within the ends."""
        return self.low <= value <= self.high


class Plot(NamedTuple):
    """The rectangle that is drawn in."""

    x: Scale
    y: Scale


def step(width: float, most: int) -> float:
    """The round distance (1, 2 or 5 times a power of ten) that divides a width into at most so many parts."""
    if width <= 0:
        return 1.0
    power = 10.0 ** floor(log10(width / most))
    return next(each * power for each in _STEPS if width / (each * power) <= most * (1 + 1e-9))


def rounded(low: float, high: float, most: int) -> tuple[float, float]:
    """Round ends around these, apart even where these are one."""
    if high <= low:
        low, high = low - 0.5, high + 0.5
    size = step(high - low, most)
    return floor(low / size + 1e-9) * size, ceil(high / size - 1e-9) * size


def ticks(low: float, high: float, most: int) -> list[float]:
    """The round values from one end to the other, at most `most` + 1."""
    size = step(high - low, most)
    first, last = ceil(low / size - 1e-9), floor(high / size + 1e-9)
    return [number * size for number in range(first, last + 1)]


def number(value: float, *, signed: bool = False) -> str:
    """A value as it stands at a tick, with a true minus."""
    text = f"{value:+g}" if signed and value else f"{value:g}"
    return text.replace("-", "−")


def upright(plot: Plot, values: Sequence[float], texts: Sequence[str], below: float = 18) -> list[Markup]:
    """Lines at values of x, each with its text below the plot."""
    found = []
    for value, text in zip(values, texts, strict=True):
        x = plot.x.place(value)
        found.append(stroke(f"M{x:.1f} {plot.y.start:.1f}V{plot.y.end:.1f}", GRID))
        found.append(words(x, plot.y.start + below, text, 11, text_anchor="middle"))
    return found


def level(plot: Plot, values: Sequence[float], texts: Sequence[str]) -> list[Markup]:
    """Lines at values of y, each with its text on the left."""
    found = []
    for value, text in zip(values, texts, strict=True):
        y = plot.y.place(value)
        found.append(stroke(f"M{plot.x.start:.1f} {y:.1f}H{plot.x.end:.1f}", GRID))
        found.append(words(plot.x.start - 8, y + 4, text, 11, text_anchor="end"))
    return found


def frame(plot: Plot) -> Markup:
    """The border of a plot."""
    x, y = plot
    return stroke(f"M{x.start:.1f} {y.end:.1f}H{x.end:.1f}V{y.start:.1f}H{x.start:.1f}Z", LINE)


def rule(plot: Plot, *, x: float | None = None, y: float | None = None) -> Markup:
    """A stronger line at a value of x or of y, such as 0."""
    if x is not None:
        return stroke(f"M{plot.x.place(x):.1f} {plot.y.start:.1f}V{plot.y.end:.1f}", INK, 0.8)
    return stroke(f"M{plot.x.start:.1f} {plot.y.place(y or 0.0):.1f}H{plot.x.end:.1f}", INK, 0.8)
