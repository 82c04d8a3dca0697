"""How groups live: independently or in seki, and which points they must keep as basic eyes.

The status of a group is what the settlement declares. Where nothing is declared, a group that encloses two points or more
lives independently and one with fewer lives in seki (decision "independent or seki" in docs/rules.md).
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from gtp_rules.board import Group, Survey
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
        eyes: basic eyes, points that must stay empty: two for independent life; in seki one where the group has an eye
            and a public liberty beside it, and none where it has no eye (textbook §4.2.2, 还棋头; decision 10).
    """

    group: Group
    life: Life
    eyes: tuple[int, ...]


def livings(survey: Survey, settlement: Settlement) -> list[Living]:
    """All groups of a position without dead stones, in the order of the survey."""
    declared = settlement.seki
    result = []
    for group in survey.groups:
        in_seki = group.enclosed < 2 or (declared is not None and not declared.isdisjoint((*group.stones, *group.points)))
        life = Life.SEKI if in_seki else Life.INDEPENDENT
        result.append(Living(group, life, basic_eyes(survey, group, life)))
    return result


def basic_eyes(survey: Survey, group: Group, life: Life) -> tuple[int, ...]:
    """The points that a group keeps empty; which of several is meant does not change any count.

    Two eyes lie in different regions where there are two, else apart from each other where the region allows it.
    """
    needed = 2 if life is Life.INDEPENDENT or not group.public else 1
    if not group.territory:
        return ()
    firsts = sorted(group.territory, key=len)
    if needed == 1 or group.enclosed == 1:
        return (firsts[0][0],)
    if len(firsts) > 1:
        return tuple(sorted((firsts[0][0], firsts[1][0])))
    region = firsts[0]
    around = survey.geometry.neighbors[region[0]]
    apart = [point for point in region[1:] if point not in around]
    return (region[0], apart[0] if apart else region[1])
