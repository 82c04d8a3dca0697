"""Regions and groups: what the count at the end of a game looks at.

A *region* is a maximal set of connected empty points; it belongs to a color if it touches stones of that color only, else
it is public. A *group* is what pays the eye tax: a maximal connected set of a color's living stones and of the regions that
are its own, so that two chains that share an eye are one group (decision "group" in docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from gtp_rules.board.board import Board
from gtp_rules.board.geometry import BLACK, EMPTY, WHITE, Color, Geometry

_COLORS: Final = (BLACK, BLACK, WHITE)  # by the number of a color; the enumeration would be asked for each group
_OWNERS: Final = (None, BLACK, WHITE, None)  # by the colors that a region touches, as bits


class Region(NamedTuple):
    """Connected empty points.

    Attributes:
        points: the points, in ascending order.
        owner: the only color that the region touches, or None (public: both colors, or no stone at all).
    """

    points: tuple[int, ...]
    owner: Color | None


class Group(NamedTuple):
    """Stones and territory that are connected with each other.

    Attributes:
        color: whose group it is.
        stones: its living stones, in ascending order.
        territory: the points that it encloses, one tuple for each region.
        public: the public points next to its stones.
    """

    color: Color
    stones: tuple[int, ...]
    territory: tuple[tuple[int, ...], ...]
    public: frozenset[int]

    @property
    def enclosed(self) -> int:
        """The number of points that the group encloses."""
        return sum(map(len, self.territory))

    @property
    def points(self) -> tuple[int, ...]:
        """The enclosed points, region by region."""
        return tuple(point for region in self.territory for point in region)


class Survey:
    """A board as the count sees it, after dead stones were removed. Not to be changed.

    Attributes:
        geometry: of the board.
        colors: by point; 0 where a dead stone stood.
        regions: all regions, by their first points.
        region_at: for each point the index of its region, or -1 under a stone.
    """

    def __init__(self, geometry: Geometry, colors: Sequence[int]) -> None:
        self.geometry, self.colors = geometry, list(colors)
        self.regions, self.region_at = _regions(geometry, self.colors)

    @cached_property
    def _grouped(self) -> tuple[list[Group], list[int]]:
        """Looked for when somebody asks: counts by area do not."""
        return _groups(self.geometry, self.colors, self.regions, self.region_at)

    @property
    def groups(self) -> list[Group]:
        """All groups, by their first stones."""
        return self._grouped[0]

    @property
    def group_at(self) -> list[int]:
        """For each point the index of the group that its stone or territory belongs to, or -1."""
        return self._grouped[1]

    @property
    def public(self) -> list[int]:
        """The empty points that belong to neither color, in ascending order."""
        return sorted(point for region in self.regions if region.owner is None for point in region.points)

    def stones(self, color: Color) -> int:
        """The number of living stones of a color."""
        return self.colors.count(color)

    def territory(self, color: Color) -> list[int]:
        """The empty points of the regions that a color owns, in ascending order."""
        return sorted(point for region in self.regions if region.owner == color for point in region.points)


def survey(board: Board, dead: Iterable[int] = ()) -> Survey:
    """Regions and groups of a board, once the stones on the points `dead` are taken off. The board is not changed.

    The last few are kept, for a count, its marks and further counts look at the same position: do not change a survey.
    """
    colors = board.colors[:]
    for point in dead:
        colors[point] = EMPTY
    return _survey(board.geometry, tuple(colors))


_survey = lru_cache(maxsize=4)(Survey)


def _regions(shape: Geometry, colors: list[int]) -> tuple[list[Region], list[int]]:
    region_at = [-1] * shape.size
    regions: list[Region] = []
    for start in range(shape.size):
        if colors[start] or region_at[start] >= 0:
            continue
        index, points, touched = len(regions), [start], 0
        region_at[start] = index
        for point in points:
            for neighbor in shape.neighbors[point]:
                if colors[neighbor]:
                    touched |= colors[neighbor]
                elif region_at[neighbor] < 0:
                    region_at[neighbor] = index
                    points.append(neighbor)
        owner = _OWNERS[touched]
        regions.append(Region(tuple(sorted(points)), owner))
    return regions, region_at


def _groups(shape: Geometry, colors: list[int], regions: list[Region], region_at: list[int]) -> tuple[list[Group], list[int]]:
    owners = [region.owner or 0 for region in regions]
    whose = [color or owners[region_at[point]] for point, color in enumerate(colors)]
    group_at = [-1] * shape.size
    groups: list[Group] = []
    for start in range(shape.size):
        if not colors[start] or group_at[start] >= 0:
            continue
        color, index, members, public = colors[start], len(groups), [start], set()
        group_at[start] = index
        for point in members:
            for neighbor in shape.neighbors[point]:
                if whose[neighbor] == color:
                    if group_at[neighbor] < 0:
                        group_at[neighbor] = index
                        members.append(neighbor)
                elif whose[neighbor] == EMPTY:
                    public.add(neighbor)
        stones = tuple(sorted(point for point in members if colors[point]))
        inside = sorted({region_at[point] for point in members if not colors[point]})
        territory = tuple(regions[region].points for region in inside)
        groups.append(Group(_COLORS[color], stones, territory, frozenset(public)))
    return groups, group_at
