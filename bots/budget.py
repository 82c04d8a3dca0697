"""How long to think about a move when a clock runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gtp_rules.board import Color

_RESERVE = 0.35  # seconds that are left for everything but thinking
_LEAST = 0.02
_SHARE = 0.9  # of a stone's time in overtime


class Clock(NamedTuple):
    """What ``time_settings`` and ``time_left`` said.

    Attributes:
        main: seconds of main time.
        period: seconds of an overtime period.
        stones: moves to be made in a period; 0 with a period above 0 means that there is no limit.
        left: for each color seconds and stones left; with 0 stones the seconds are main time.
    """

    main: int
    period: int
    stones: int
    left: Mapping[Color, tuple[int, int]]

    @property
    def unlimited(self) -> bool:
        """Whether the settings are those for no limit at all."""
        return self.period > 0 and self.stones == 0


def seconds_for(clock: Clock, color: Color, moves_left: float, spent: float = 0.0) -> float | None:
    """Seconds for the next move, or None if there is no limit.

    Args:
        clock: as it stands.
        color: whose move it is.
        moves_left: how many moves of its own the side is expected to make yet, at least 1.
        spent: seconds that the side has used by its own account, for a controller that never tells what is left.
    """
    if clock.unlimited:
        return None
    seconds, stones = clock.left.get(color, (max(0, clock.main - spent), 0))
    if stones:
        return max(_LEAST, (seconds - _RESERVE) / stones * _SHARE)
    overtime = clock.period / clock.stones * _SHARE if clock.stones else 0.0
    share = max(0.0, seconds - _RESERVE) / moves_left
    if overtime and seconds <= _RESERVE + overtime:
        return max(_LEAST, overtime - _RESERVE)
    return max(_LEAST, share + (overtime * 0.5 if overtime else 0.0)) if seconds > _RESERVE else _LEAST


def moves_to_come(size: int, empties: int) -> float:
    """A guess of how many moves a side makes yet on a board of so many points, so many of which are empty."""
    return max(8.0, 0.6 * empties - 0.05 * size)
