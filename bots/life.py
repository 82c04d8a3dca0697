"""Life and death: what cannot be killed any more, and which stones are dead when play has stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bots.eyes import is_eye
from bots.playouts import ownership
from bots.reading import around
from gtp_rules.board import BLACK, WHITE, Board, survey

LOST = 0.25  # a chain is dead if its points become the opponent's more clearly than this


class Alive(NamedTuple):
    """What no play of the opponent can change, even if the owner never answers.

    Attributes:
        stones: the pass-alive chains of a color (Benson).
        territory: the points that only those chains surround and where the opponent cannot live.
    """

    stones: frozenset[int]
    territory: frozenset[int]


class _Area(NamedTuple):
    """Connected points without stones of one color: the empty ones, the opponent's, and the chains around."""

    empties: list[int]
    hostile: list[int]
    around: frozenset[int]


def pass_alive(board: Board, color: int) -> Alive:
    """The unconditionally alive chains of `color` and the territory that goes with them (Benson's algorithm)."""
    areas = _areas(board, color)
    vital = [_vital(board, color, area) for area in areas]
    chains = {board.head(point) for point in board.stones(color)}
    left = set(range(len(areas)))
    while True:
        left = {index for index in left if areas[index].around <= chains}
        eyes = dict.fromkeys(chains, 0)
        for index in left:
            for head in vital[index]:
                eyes[head] += 1
        kept = {head for head, count in eyes.items() if count >= 2}
        if kept == chains:
            break
        chains = kept
    sure = [areas[index] for index in left if _is_sure(board, color, areas[index])]
    return Alive(
        stones=frozenset(point for head in chains for point in board.chain(head)),
        territory=frozenset(point for area in sure for point in [*area.empties, *area.hostile]),
    )


def _areas(board: Board, color: int) -> list[_Area]:
    colors, neighbors = board.colors, board.geometry.neighbors
    seen = [found == color for found in colors]
    areas = []
    for start in range(board.geometry.size):
        if seen[start]:
            continue
        seen[start] = True
        points, around = [start], set()
        for point in points:
            for q in neighbors[point]:
                if colors[q] == color:
                    around.add(board.head(q))
                elif not seen[q]:
                    seen[q] = True
                    points.append(q)
        empties = [point for point in points if not colors[point]]
        areas.append(_Area(empties, [point for point in points if colors[point]], frozenset(around)))
    return areas


def _vital(board: Board, color: int, area: _Area) -> set[int]:
    """The chains that have every empty point of an area as a liberty."""
    colors, neighbors = board.colors, board.geometry.neighbors
    common = set(area.around)
    for point in area.empties:
        common &= {board.head(q) for q in neighbors[point] if colors[q] == color}
        if not common:
            break
    return common


def _is_sure(board: Board, color: int, area: _Area) -> bool:
    """Whether the opponent cannot make two eyes in an area: at most one point of it lies away from the stones around."""
    colors, neighbors = board.colors, board.geometry.neighbors
    inner = sum(all(colors[q] != color for q in neighbors[point]) for point in [*area.empties, *area.hostile])
    return inner <= 1 and bool(area.around)


def dead_stones(board: Board, playouts: int) -> frozenset[int]:
    """The stones that are dead if play stops in this position: whole chains, by a guess that depends on the position only.

    What is pass-alive lives, and what stands in pass-alive territory is dead. Of the rest, those are dead that lose their
    points in most of `playouts` random games and have no room for two eyes; the chain that loses most clearly is taken off
    first, and what is next to a dead chain lives.
    """
    return dead_by(board, lambda: ownership(board, playouts))


def dead_by(board: Board, holds: Callable[[], list[float]]) -> frozenset[int]:
    """As `dead_stones`, by another judgement of who holds each point in the end: 1 Black, -1 White.

    `holds` is only asked if some chain is neither alive nor dead beyond doubt.
    """
    safe: set[int] = set()
    dead: set[int] = set()
    for color in (BLACK, WHITE):
        alive = pass_alive(board, color)
        safe |= alive.stones
        dead.update(point for point in alive.territory if board.colors[point])
    open_heads = {board.head(point) for point, found in enumerate(board.colors) if found and point not in safe | dead}
    if not open_heads:
        return frozenset(dead)
    owners = holds()
    lost = sorted((_expectation(board, head, owners), head) for head in open_heads)
    for hold, head in lost:
        if hold < -LOST and around(board, head).isdisjoint(map(board.head, dead)) and not _has_room(board, dead, head):
            dead.update(board.chain(head))
    return frozenset(dead)


def hopeless(board: Board, points: frozenset[int], playouts: int) -> frozenset[int]:
    """Which of these stones a few random games lose, without more ado: good enough for choosing a move."""
    if not points:
        return points
    owners = ownership(board, playouts)
    return frozenset(point for point in points if _expectation(board, board.head(point), owners) < -LOST)


def _expectation(board: Board, head: int, owners: list[float]) -> float:
    """How far the points of a chain stay its owner's: 1 always, -1 never."""
    stones = board.chain(head)
    mean = sum(owners[point] for point in stones) / len(stones)
    return mean if board.colors[head] == BLACK else -mean


def _has_room(board: Board, dead: set[int], head: int) -> bool:
    """Whether the group of a chain encloses, once the dead stones are off, enough for two eyes if its owner moves first."""
    view = survey(board, dead)
    group = view.groups[view.group_at[head]]
    return sum(_eyes(board, group.color, region) for region in group.territory) >= 2


def _eyes(board: Board, color: int, region: tuple[int, ...]) -> int:
    """How many eyes a region that `color` alone encloses gives, its owner moving first."""
    size = len(region)
    if size == 1:
        return int(is_eye(board, color, region[0]) or bool(board.colors[region[0]]))
    if size == 4:
        inside = set(region)
        links = sum(q in inside for point in region for q in board.geometry.neighbors[point])
        return 1 if links == 8 else 2  # a square of four
    return 1 if size == 2 else 2
