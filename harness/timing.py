"""The watch over one game: how long each side thought, and whether its clock allows that."""

from __future__ import annotations

from functools import cache
from math import inf
from time import perf_counter
from typing import Protocol, cast, runtime_checkable

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.player import Player, Timed
from harness.clock import Clock, Control, full

_MICROS = 1_000_000


@runtime_checkable
class Program(Timed, Protocol):
    """A player that takes its time in another process."""

    def announce(self, offers: list[str]) -> None:
        """Is told the time control by the first of these commands that it knows."""

    def patience(self) -> float:
        """Seconds that it is waited for in any case; to allow more changes nothing."""

    def allow(self, seconds: float) -> None:
        """Is waited for no longer than this."""


class Timing:
    """Keeps the time of both sides.

    Attributes:
        seconds: wall-clock that each color thought, by color.
        overshoot: the most by which a move of each color went beyond its clock, in seconds; within the margin or not.
        thoughts: microseconds that each turn took, in order.
    """

    def __init__(self, control: Control | None = None, margin: float = 0.0) -> None:
        self.seconds = {BLACK: 0.0, WHITE: 0.0}
        self.overshoot = {BLACK: 0.0, WHITE: 0.0}
        self.thoughts: list[int] = []
        self._control, self._margin = control, margin
        self._clocks: dict[Color, Clock] = {} if control is None else {BLACK: full(control), WHITE: full(control)}
        # In main time a clock is one number, which is kept here, since every move changes it; `_clock` makes a clock of it.
        self._main = {color: clock.left for color, clock in self._clocks.items() if clock.has_plain_time}
        self._programs: dict[Color, Program] = {}
        self._patience: dict[Color, float] = {}
        self._timed: dict[Color, Timed] = {}
        self._told: dict[Color, tuple[int, int]] = {}  # what each program heard last
        self._news = {BLACK: inf, WHITE: inf}  # when main time falls below this, there is something to tell again
        self._began = 0.0

    def greet(self, color: Color, player: Player) -> None:
        """Tells a side the time control, once it knows the game."""
        if self._control is None:
            return
        if _conforms(type(player), Program):
            program = cast("Program", player)
            program.announce(self._control.announcements)
            self._programs[color], self._patience[color] = program, program.patience()
        elif _conforms(type(player), Timed):
            self._timed[color] = cast("Timed", player)

    def start(self, color: Color) -> None:
        """Tells the side what it has left, and begins to count."""
        if color in self._programs:
            if self._main.get(color, 0.0) < self._news[color]:  # seldom
                self._tell(self._programs[color], color)
        elif color in self._timed:
            both = {side: self._clock(side).told for side in self._clocks}
            self._timed[color].set_clock(self._clocks[color].control.settings, both)
        self._began = perf_counter()

    def _tell(self, program: Program, color: Color) -> None:
        clock = self._clock(color)
        program.allow(clock.budget + self._margin)
        if color in self._main:
            # What is told are whole seconds, and an engine that could think on for hours is stopped before.
            self._news[color] = max(int(clock.left), self._patience[color])
        told = clock.told
        if told != self._told.get(color):
            self._told[color] = told
            program.set_clock(None, {color: told})

    def _clock(self, color: Color) -> Clock:
        clock = self._clocks[color]
        return Clock(clock.control, self._main[color]) if color in self._main else clock

    def stop(self, color: Color) -> str | None:
        """Counts the thought of a side that has just answered, or failed to; a sentence if it has lost on time."""
        spent = perf_counter() - self._began
        self.seconds[color] += spent
        self.thoughts.append(int(spent * _MICROS))
        left = self._main.get(color)
        if left is not None and spent < left:  # nearly always, where there is a clock
            self._main[color] = left - spent
            return None
        return self._charge(color, spent) if self._clocks else None

    def _charge(self, color: Color, spent: float) -> str | None:
        """Puts so many seconds on the clock of a side; a sentence if it has lost on time."""
        clock = self._clock(color)
        self._main.pop(color, None)
        if (beyond := spent - clock.budget) > 0:
            self.overshoot[color] = max(self.overshoot[color], beyond)
            if beyond > self._margin:
                grace = f" and the margin of {self._margin:g} s" if self._margin else ""
                return f"thought {spent:.3f} s, with {clock.budget:.3f} s left{grace}"
        self._clocks[color] = clock.after(spent)
        return None


@cache
def _conforms(kind: type, protocol: type) -> bool:
    """Whether a class has what a protocol wants. Python looks that up anew each time, which takes long."""
    return issubclass(kind, protocol)
