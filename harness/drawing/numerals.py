"""Numbers as people read them."""

from __future__ import annotations

from fractions import Fraction

from harness.elo import LIMIT
from harness.stats import Interval

NOTHING = "–"


def signed(value: float, digits: int = 0) -> str:
    """With its sign, a real minus included; no sign before what is shown as zero."""
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return text
    return ("+" if value > 0 else "−") + text


def percent(share: float) -> str:
    """A share in whole percent; of what is neither all nor nothing, never 0 or 100."""
    whole = round(100 * share)
    if whole in (0, 100) and 0 < share < 1:
        return "<1 %" if whole == 0 else ">99 %"
    return f"{whole} %"


def percent_interval(interval: Interval | None) -> str:
    """A share with its interval."""
    if interval is None or interval.low is None or interval.high is None:
        return NOTHING
    return f"{percent(interval.value)} [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"


def mean(interval: Interval | None, digits: int = 1) -> str:
    """A mean with half its interval."""
    if interval is None:
        return NOTHING
    if interval.high is None:
        return signed(interval.value, digits)
    return f"{signed(interval.value, digits)} ±{interval.high - interval.value:.{digits}f}"


def difference(interval: Interval | None) -> str:
    """An Elo difference with its interval; what is at the end of the scale has no bound."""
    if interval is None or interval.low is None or interval.high is None:
        return NOTHING
    value, low, high = map(_elo, (interval.value, interval.low, interval.high))
    return f"{value} [{low}, {high}]"


def _elo(value: float) -> str:
    if abs(value) < LIMIT - 1:
        return signed(value)
    return "+∞" if value > 0 else "−∞"


def points(value: Fraction) -> str:
    """Points of games, a half as ½."""
    whole, rest = divmod(value, 1)
    return f"{whole}" if not rest else f"{whole or ''}½"
