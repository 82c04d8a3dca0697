"""Who is nearer to which point: a rough picture of territory, and what a move changes in it.

A point counts for the side whose living stones are nearer to it along empty points, fully when they are at least two steps
nearer and near enough to hold it. A *zone* is a maximal connected set of a color's stones and of points that it is nearer to.
"""

from __future__ import annotations

from functools import cache

from gtp_rules.board import BLACK, WHITE, Board, Geometry

FAR = 6  # from here on a stone has no say; also the distance of what cannot be reached
_HOLD = (1.0, 1.0, 1.0, 0.8, 0.55, 0.3, 0.0)  # how firmly a point at this distance is held
EDGE = (0.15, 0.5)  # what a stone on the first or second line, away from its friends, is worth of what it reaches
ROOM = 3  # a zone with no more free points than this does not live by itself


def _share(own: int, other: int) -> float:
    """How far a point belongs to the side at distance `own` rather than to the one at `other`: 1 to -1."""
    if own == other:
        return 0.0
    if own > other:
        return -_share(other, own)
    return 1.0 if own == 0 else _HOLD[own] * min(2, other - own) / 2


SHARE = tuple(tuple(_share(own, other) for other in range(FAR + 1)) for own in range(FAR + 1))


@cache
def weights(shape: Geometry) -> tuple[float, ...]:
    """What holding each point promises: more where the edges help to enclose it, on boards that have a center to speak of."""
    if min(shape.width, shape.height) < 11:
        return (1.0,) * shape.size
    found = []
    for point in range(shape.size):
        x, y = shape.place(point)
        across, up = min(x, shape.width - 1 - x), min(y, shape.height - 1 - y)
        found.append((1.45, 1.2, 1.0)[(across > 4) + (up > 4)])
    return tuple(found)


@cache
def lines(shape: Geometry) -> tuple[int, ...]:
    """For each point how far it is from the nearest edge; 0 at the edge. A narrow board has no edges across it."""
    found = []
    for point in range(shape.size):
        x, y = shape.place(point)
        across = [x, shape.width - 1 - x] if shape.width >= 5 else []
        up = [y, shape.height - 1 - y] if shape.height >= 5 else []
        found.append(min([*across, *up], default=shape.size))
    return tuple(found)


class Field:
    """The picture of a position, once some stones are taken for dead.

    Attributes:
        near: ``near[color][point]``, the distance from the nearest living stone of a color, at most `FAR`; 0 under a stone.
        open: by point, whether it is empty or under a dead stone.
    """

    __slots__ = ("_lines", "_neighbors", "_weights", "near", "open")

    def __init__(self, board: Board, dead: frozenset[int] = frozenset()) -> None:
        self.open = [not found for found in board.colors]
        for point in dead:
            self.open[point] = True
        self._neighbors = board.geometry.neighbors
        self._weights = weights(board.geometry)
        self._lines = lines(board.geometry)
        self.near = ([], *(self._distances(board, color, dead) for color in (BLACK, WHITE)))

    def _distances(self, board: Board, color: int, dead: frozenset[int]) -> list[int]:
        found = [FAR] * board.geometry.size
        edge = [point for point, there in enumerate(board.colors) if there == color and point not in dead]
        for point in edge:
            found[point] = 0
        for distance in range(1, FAR):
            step = []
            for point in edge:
                for q in self._neighbors[point]:
                    if self.open[q] and found[q] > distance:
                        found[q] = distance
                        step.append(q)
            edge = step
        return found

    def share(self, color: int, point: int) -> float:
        """How far a point belongs to `color`: 1 entirely, -1 entirely the opponent's."""
        return SHARE[self.near[color][point]][self.near[3 - color][point]]

    def gain(self, color: int, point: int) -> float:
        """By how much a stone on an open point improves the picture for `color`, in points, what it captures apart."""
        own, other, weight = self.near[color], self.near[3 - color], self._weights
        neighbors, is_open = self._neighbors, self.open
        total = (1.0 - SHARE[own[point]][other[point]]) * weight[point]
        edge, seen = [point], {point}
        for distance in range(1, FAR):
            step = []
            new = SHARE[distance]
            for reached in edge:
                for q in neighbors[reached]:
                    if is_open[q] and own[q] > distance and q not in seen:
                        seen.add(q)
                        step.append(q)
                        total += (new[other[q]] - SHARE[own[q]][other[q]]) * weight[q]
            if not step:
                break
            edge = step
        return total

    def support(self, color: int, point: int) -> float:
        """How far a stone here could hold what it reaches: 1 beside friends or in the open, near 0 among enemies."""
        own, other = self.near[color][point], self.near[3 - color][point]
        if self._lines[point] < own - 1 and self._lines[point] < 2:
            return EDGE[self._lines[point]]
        if own <= 2 or other >= 4:
            return 1.0
        if other == 3:
            return 0.85
        return 0.7 if own == 3 and other == 2 else 0.4 if other == 2 else 0.1


class Zone:
    """Connected stones of one color with the points that they are nearer to.

    Attributes:
        color: whose it is.
        stones: its stones.
        free: its other points.
    """

    __slots__ = ("color", "free", "stones")

    def __init__(self, color: int) -> None:
        self.color = color
        self.stones: list[int] = []
        self.free: list[int] = []


def zones(board: Board, field: Field) -> list[Zone]:
    """All zones of a position, by their first points."""
    neighbors, near = board.geometry.neighbors, field.near
    black, white = near[BLACK], near[WHITE]
    owner = [BLACK if a < b else WHITE if b < a else 0 for a, b in zip(black, white, strict=True)]
    seen = [not color for color in owner]
    found = []
    for start, color in enumerate(owner):
        if seen[start]:
            continue
        seen[start] = True
        zone, points = Zone(color), [start]
        for point in points:
            (zone.stones if near[color][point] == 0 else zone.free).append(point)
            for q in neighbors[point]:
                if not seen[q] and owner[q] == color:
                    seen[q] = True
                    points.append(q)
        found.append(zone)
    return found


def suspects(board: Board) -> frozenset[int]:
    """The stones that may be dead at a glance: in a zone without room, out of reach of any friend outside such zones."""
    small = [zone for zone in zones(board, Field(board)) if len(zone.free) <= ROOM]
    weak = {point for zone in small for point in zone.stones}
    return frozenset(
        point
        for zone in small
        if not _has_friend(board, zone, weak) and not _has_two_eyes(board, zone)
        for point in zone.stones
    )


def _has_friend(board: Board, zone: Zone, weak: set[int]) -> bool:
    """Whether a stone of the color outside all weak zones is at most two empty points away."""
    colors, neighbors = board.colors, board.geometry.neighbors
    edge, seen = list(zone.stones), set(zone.stones)
    for _ in range(3):
        step = []
        for point in edge:
            for q in neighbors[point]:
                if colors[q] == zone.color and q not in seen and q not in weak:
                    return True
                if not colors[q] and q not in seen:
                    seen.add(q)
                    step.append(q)
        edge = step
    return False


def _has_two_eyes(board: Board, zone: Zone) -> bool:
    """Whether a zone holds two points that only its own stones touch."""
    colors, neighbors = board.colors, board.geometry.neighbors
    return sum(all(colors[q] == zone.color for q in neighbors[point]) for point in zone.free) >= 2
