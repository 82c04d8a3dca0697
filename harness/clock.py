"""Clocks: absolute time, Canadian and Japanese byo-yomi, Fischer. Values only; nobody here looks at a watch.

A clock is judged before it is charged: a side that thinks longer than its `Clock.budget` (and whatever grace the
experiment gives) has lost; every other thought is charged with at most the budget, so that a clock never stands below zero.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Final, Literal

import msgspec

_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION: Final = r"(\d+(?:\.\d+)?)(ms|s|m|h)"
_FORMS: Final = {
    "absolute": re.compile(rf"absolute {_DURATION}"),
    "canadian": re.compile(rf"canadian {_DURATION} (\d+)/{_DURATION}"),
    "byo-yomi": re.compile(rf"byo-yomi {_DURATION} (\d+)x{_DURATION}"),
    "fischer": re.compile(rf"fischer {_DURATION} \+{_DURATION}"),
}
EXAMPLES: Final = '"absolute 10m", "canadian 10m 25/5m", "byo-yomi 10m 5x30s" or "fischer 5m +3s"'
_MOST: Final = 10**7


class Control(msgspec.Struct, frozen=True):
    """The time that both sides get.

    Attributes:
        system: the kind of clock.
        main: seconds of main time.
        period: seconds of one period of overtime, or what Fischer's clock adds after each move.
        count: stones in a period (Canadian), or periods (Japanese byo-yomi); else 0.
    """

    system: Literal["absolute", "canadian", "byo-yomi", "fischer"]
    main: float
    period: float = 0.0
    count: int = 0

    @property
    def settings(self) -> tuple[int, int, int]:
        """As GTP ``time_settings`` has them, in whole seconds. What it cannot express is told as less than there is."""
        if self.system in ("absolute", "fischer"):
            return _whole(self.main), 0, 0
        return _whole(self.main), _whole(self.period), self.count if self.system == "canadian" else 1

    @property
    def announcements(self) -> list[str]:
        """Commands that tell an engine, the most exact one first."""
        plain = "time_settings {} {} {}".format(*self.settings)
        main, period = _whole(self.main), _whole(self.period)
        if self.system == "byo-yomi":
            periods = f"byoyomi {main} {period} {self.count}"
            return [f"kgs-time_settings {periods}", f"kata-time_settings {periods}", plain]
        if self.system == "fischer":
            return [f"kata-time_settings fischer {self.main:g} {self.period:g}", plain]
        return [plain]


class Clock(msgspec.Struct, frozen=True):
    """What one side has left.

    Attributes:
        control: the time that it got.
        left: seconds of main time, or in overtime of the period that runs.
        count: in overtime, stones still to be played in the period (Canadian), or periods with the one that runs; else 0.
        overtime: whether the main time is used up.
    """

    control: Control
    left: float
    count: int = 0
    overtime: bool = False

    @property
    def budget(self) -> float:
        """Seconds that the next move may take at most."""
        control = self.control
        if control.system == "byo-yomi":
            return control.period * self.count if self.overtime else self.left + control.period * control.count
        if control.system == "canadian" and not self.overtime:
            return self.left + control.period
        return self.left

    @property
    def has_plain_time(self) -> bool:
        """Whether a move that takes less than `left` does nothing but lessen it."""
        return not self.overtime and self.control.system != "fischer"

    @property
    def told(self) -> tuple[int, int]:
        """As GTP ``time_left`` has it: whole seconds, and stones or periods in overtime."""
        return int(self.left), self.count

    def after(self, seconds: float) -> Clock:
        """The clock after a move that took so long; what goes beyond the budget is not charged."""
        control, left = self.control, self.left
        if seconds < left and self.has_plain_time:
            return Clock(control, left - seconds)
        spent = min(seconds, self.budget)
        if control.system == "fischer":
            return Clock(control, left - spent + control.period)
        if control.system == "absolute":
            return Clock(control, left - spent)
        return self._canadian(spent) if control.system == "canadian" else self._byo_yomi(spent)

    def _canadian(self, spent: float) -> Clock:
        period, stones = self.control.period, self.count - 1
        left = self.left - spent
        if not self.overtime:  # the main time ran out during this move, which is the first of the first period
            left, stones = period + left, self.control.count - 1
        if not stones:
            left, stones = period, self.control.count
        return Clock(self.control, left, stones, overtime=True)

    def _byo_yomi(self, spent: float) -> Clock:
        beyond = spent if self.overtime else spent - self.left
        periods = self.count if self.overtime else self.control.count
        used = max(0, math.ceil(beyond / self.control.period) - 1)  # a period that is not overstepped comes back whole
        return Clock(self.control, self.control.period, max(1, periods - used), overtime=True)


def full(control: Control) -> Clock:
    """The clock at the start of the game."""
    if control.main > 0:
        return Clock(control, control.main)
    return Clock(control, control.period, control.count, overtime=True)


@cache
def parse(text: str) -> Control:
    """The control that a text of a configuration means.

    Raises:
        ValueError: it means none; the text says what is needed.
    """
    system = text.partition(" ")[0]
    found = _FORMS[system].fullmatch(text) if system in _FORMS else None
    if found is None:
        raise ValueError(f"a clock such as {EXAMPLES} is needed, not {text!r}")
    control = _control(system, found.groups())
    if not _is_playable(control):
        raise ValueError(f"no move can be made under the clock {text!r}")
    return control


def _control(system: str, parts: tuple[str, ...]) -> Control:
    main = float(parts[0]) * _UNITS[parts[1]]
    if system == "absolute":
        return Control("absolute", main)
    if system == "fischer":
        return Control("fischer", main, float(parts[2]) * _UNITS[parts[3]])
    period = float(parts[3]) * _UNITS[parts[4]]
    return Control("canadian" if system == "canadian" else "byo-yomi", main, period, int(parts[2]))


def _is_playable(control: Control) -> bool:
    if not control.main + control.period * max(1, control.count) < _MOST:
        return False
    if control.system in ("absolute", "fischer"):
        return control.main > 0
    return control.period > 0 and control.count > 0


def _whole(seconds: float) -> int:
    """Whole seconds, never more than there are, but not none of some."""
    return max(int(seconds), 1 if seconds > 0 else 0)
