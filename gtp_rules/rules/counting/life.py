"""How groups live: independently or in seki, and which points they must keep as basic eyes.

The status of a group is what the settlement declares. Where nothing is declared, a group that encloses two points or more
lives independently and one with fewer lives in seki (decision "independent or seki" in docs/rules.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from gtp_rules.board import Color, Geometry, Group, Survey
from gtp_rules.rules.counting.position import Settlement


class Life(StrEnum):
    """How a group lives."""

    INDEPENDENT = "independent"
    SEKI = "seki"


class Living(NamedTuple):
    """A living group as the count sees it.

    Attributes:
        group: its stones and territory.
        life: independent or seki.
        eyes: basic eyes 基本眼位, points that must stay empty: two for independent life; in seki one where the group has an
            eye and a public liberty beside it, and none where it has no eye (textbook §4.2.2, 还棋头; decision 10).
    """

    group: Group
    life: Life
    eyes: tuple[int, ...]

    @property
    def free(self) -> list[int]:
        """The enclosed points that are no basic eyes, in ascending order: lu 路, if the group lives independently."""
        return sorted(set(self.group.points) - set(self.eyes))


def livings(survey: Survey, settlement: Settlement) -> list[Living]:
    """All groups of a position without dead stones, in the order of the survey."""
    declared = settlement.seki
    result = []
    for group in survey.groups:
        in_seki = group.enclosed < 2 or (declared is not None and not declared.isdisjoint((*group.stones, *group.points)))
        life = Life.SEKI if in_seki else Life.INDEPENDENT
        result.append(Living(group, life, basic_eyes(survey.geometry, group, life)))
    return result


def of_color(alive: Iterable[Living], color: Color) -> list[Living]:
    """The groups of one side."""
    return [living for living in alive if living.group.color == color]


def eyes_needed(group: Group, life: Life) -> int:
    """How many basic eyes a group keeps, if it encloses so many points."""
    return 2 if life is Life.INDEPENDENT or not group.public else 1


def basic_eyes(geometry: Geometry, group: Group, life: Life) -> tuple[int, ...]:
    """The points that a group keeps empty; which of several is meant does not change any count."""
    smallest_first = [point for region in sorted(group.territory, key=len) for point in region]
    return choose_eyes(geometry, smallest_first, eyes_needed(group, life))


def choose_eyes(geometry: Geometry, points: Sequence[int], needed: int) -> tuple[int, ...]:
    """The first points that can serve as `needed` eyes: apart from each other where there are two apart."""
    if needed < 2 or len(points) < 3:
        return tuple(sorted(points[:needed]))
    pairs = ((one, other) for one, other in combinations(points, 2) if other not in geometry.neighbors[one])
    return tuple(sorted(next(pairs, (points[0], points[1]))))
