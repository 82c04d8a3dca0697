"""The watch over one game: how long each side thought, and whether its clock allows that."""

from __future__ import annotations

from functools import cache
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
        self._programs: dict[Color, Program] = {}
        self._timed: dict[Color, Timed] = {}
        self._told: dict[Color, tuple[int, int]] = {}  # what each program heard last
        self._began = 0.0

    def greet(self, color: Color, player: Player) -> None:
        """Tells a side the time control, once it knows the game."""
        if self._control is None:
            return
        if _conforms(type(player), Program):
            program = cast("Program", player)
            program.announce(self._control.announcements)
            self._programs[color] = program
        elif _conforms(type(player), Timed):
            self._timed[color] = cast("Timed", player)

    def start(self, color: Color) -> None:
        """Tells the side what it has left, and begins to count."""
        program = self._programs.get(color)
        if program is not None:
            clock = self._clocks[color]
            program.allow(clock.budget + self._margin)
            told = clock.told
            if told != self._told.get(color):  # seldom: they are whole seconds
                self._told[color] = told
                program.set_clock(None, {color: told})
        elif color in self._timed:
            both = {side: each.told for side, each in self._clocks.items()}
            self._timed[color].set_clock(self._clocks[color].control.settings, both)
        self._began = perf_counter()

    def stop(self, color: Color) -> str | None:
        """Counts the thought of a side that has just answered, or failed to; a sentence if it has lost on time."""
        spent = perf_counter() - self._began
        self.seconds[color] += spent
        self.thoughts.append(int(spent * _MICROS))
        return self.charge(color, spent) if self._clocks else None

    def charge(self, color: Color, spent: float) -> str | None:
        """Puts so many seconds on the clock of a side; a sentence if it has lost on time."""
        clock = self._clocks[color]
        if spent > clock.left and (beyond := spent - clock.budget) > 0:
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
