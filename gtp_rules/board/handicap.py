"""The points of fixed handicaps, by the table of GTP 2."""

from __future__ import annotations

from gtp_rules.board.geometry import Geometry


def handicap_points(geometry: Geometry, number: int) -> list[int]:
    """The points of a fixed handicap, as GTP 2 has them; empty where the board has no such handicap."""
    width, height = geometry.width, geometry.height
    odd = width % 2 == 1 and height % 2 == 1 and min(width, height) > 7
    if not 2 <= number <= (9 if odd else 4) or min(width, height) < 7:
        return []
    left, bottom = (3 if side >= 13 else 2 for side in (width, height))
    right, top, middle, center = width - 1 - left, height - 1 - bottom, width // 2, height // 2
    corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
    sides = [(left, center), (right, center), (middle, bottom), (middle, top)]
    places = (corners + sides)[: number - number % 2] if number > 4 else corners[:number]
    if number > 4 and number % 2:
        places.append((middle, center))
    return [geometry.at(column, row) for column, row in places]
