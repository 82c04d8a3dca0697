"""What stands on the board before the first move, and who makes it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from gtp_rules.board import BLACK, WHITE, Color, Geometry

_SMALLEST_SEAT = 7  # below, the four seats would touch or coincide


class Stones(StrEnum):
    """Seat stones 座子, or none. ``seat``: White has the upper left and lower right corner."""

    EMPTY = "empty"
    SEAT = "seat"
    SEAT_MIRROR = "seat-mirror"


class First(StrEnum):
    """Who moves first."""

    BLACK = "black"
    WHITE = "white"

    @property
    def color(self) -> Color:
        """The side as a color."""
        return BLACK if self is First.BLACK else WHITE


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The opening axis: seat stones and the first mover."""

    stones: Stones = Stones.EMPTY
    first: First = First.BLACK

    def layout(self, geometry: Geometry) -> dict[Color, list[int]]:
        """The points of the stones that stand before the first move.

        Seats lie on the fourth line, on boards with a side below 13 on the third; boards with a side below 7 have none
        (decision 15 in docs/rules.md).
        """
        shorter = min(geometry.width, geometry.height)
        if self.stones is Stones.EMPTY or shorter < _SMALLEST_SEAT:
            return {BLACK: [], WHITE: []}
        near = 3 if shorter >= 13 else 2
        right, top = geometry.width - 1 - near, geometry.height - 1 - near
        one = [geometry.at(near, near), geometry.at(right, top)]
        other = [geometry.at(right, near), geometry.at(near, top)]
        return {BLACK: one, WHITE: other} if self.stones is Stones.SEAT else {BLACK: other, WHITE: one}
