"""The board: stones, chains and captures, with incremental keys.

Plain Python on flat lists. Each chain carries its stones, the xor of their Zobrist numbers, and its *pseudo-liberties*:
the number of (stone, empty neighbor) pairs. A chain is captured exactly when that number falls to 0, which one pass over
the four neighbors of a move can tell; counting true liberties would need sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from gtp_rules.board.geometry import BLACK, EMPTY, WHITE, Color, Geometry, geometry
from gtp_rules.errors import BadSetup


class Effect(msgspec.Struct, frozen=True, gc=False):
    """What a board move would do.

    Attributes:
        key: key of the board after the move, captures and suicide included.
        captured: one stone (the head) of each chain of the opponent that the move takes.
        suicide: whether the move removes its own chain.
        lone: whether the stone would be a chain of one stone.
    """

    key: int
    captured: tuple[int, ...]
    suicide: bool
    lone: bool


class Board:
    """Stones on a rectangle. Knows capture, not legality: `look` tells what a move would do, `place` does it.

    Attributes:
        geometry: the size and what follows from it.
        colors: ``colors[point]`` is 0 (empty), 1 (black) or 2 (white). Read it; change it only through the methods.
        key: xor of the Zobrist numbers of all stones, equal for equal positions.
    """

    __slots__ = ("_head", "_pseudo", "_stones", "_xor", "colors", "geometry", "key")

    def __init__(self, width: int, height: int) -> None:
        self.geometry: Geometry = geometry(width, height)
        self.reset([EMPTY] * self.geometry.size)

    def reset(self, colors: Sequence[int]) -> None:
        """Makes the board show `colors`, rebuilding every chain. Chains without liberties are not looked for."""
        size = self.geometry.size
        self.colors: list[int] = list(colors)
        self.key = 0
        self._head = list(range(size))  # the chain that a stone belongs to, named by one of its stones
        self._pseudo = [0] * size  # by head
        self._xor = [0] * size  # by head
        self._stones: list[list[int]] = [[]] * size  # by head; these lists are never changed in place
        seen: set[int] = set()
        for point in range(size):
            if self.colors[point] and point not in seen:
                seen.update(self._build(point))

    def _build(self, start: int) -> list[int]:
        """Makes the chain of `start` from the colors alone and adds its stones to the key."""
        color, neighbors = self.colors[start], self.geometry.neighbors
        zobrist = self.geometry.zobrist[color]
        stones, known, pseudo, key = [start], {start}, 0, 0
        for stone in stones:
            key ^= zobrist[stone]
            self._head[stone] = start
            for point in neighbors[stone]:
                if self.colors[point] == EMPTY:
                    pseudo += 1
                elif self.colors[point] == color and point not in known:
                    known.add(point)
                    stones.append(point)
        self._stones[start], self._pseudo[start], self._xor[start] = stones, pseudo, key
        self.key ^= key
        return stones

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        other.geometry, other.key = self.geometry, self.key
        other.colors, other._head = self.colors[:], self._head[:]
        other._pseudo, other._xor, other._stones = self._pseudo[:], self._xor[:], self._stones[:]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.geometry is other.geometry and self.colors == other.colors

    __hash__ = None  # type: ignore[assignment]

    def look(self, color: int, point: int) -> Effect:
        """What `color` would do by a stone on `point`, which must be empty (not checked)."""
        colors, head, pseudo = self.colors, self._head, self._pseudo
        free = False
        own: list[int] = []
        other: list[int] = []
        for neighbor in self.geometry.neighbors[point]:
            found = colors[neighbor]
            if found == 0:
                free = True
            elif found == color:
                own.append(head[neighbor])
            else:
                other.append(head[neighbor])
        key = self.key ^ self.geometry.zobrist[color][point]
        captured: tuple[int, ...] = ()
        for chain in other:
            if pseudo[chain] < 5 and pseudo[chain] == other.count(chain) and chain not in captured:
                captured += (chain,)
                key ^= self._xor[chain]
        if free or captured:
            return Effect(key, captured, False, not own)
        for chain in own:
            if pseudo[chain] > own.count(chain):
                return Effect(key, captured, False, False)
        key ^= self.geometry.zobrist[color][point]
        for chain in set(own):
            key ^= self._xor[chain]
        return Effect(key, captured, True, not own)

    def place(self, color: int, point: int, effect: Effect | None = None) -> list[int]:
        """Puts a stone of `color` on `point` and removes what that captures, or its own chain in suicide.

        Args:
            color: the side that plays.
            point: an empty point (not checked).
            effect: what `look` said of this move on this position, if it was asked already.

        Returns:
            The points that were emptied, the new stone's own among them in suicide.
        """
        if effect is None:
            effect = self.look(color, point)
        colors, head, pseudo, xor = self.colors, self._head, self._pseudo, self._xor
        empties, number = 0, self.geometry.zobrist[color][point]
        colors[point] = color
        merging: tuple[int, ...] = ()
        for neighbor in self.geometry.neighbors[point]:
            found = colors[neighbor]
            if found == 0:
                empties += 1
            else:
                chain = head[neighbor]
                pseudo[chain] -= 1
                if found == color and chain not in merging:
                    merging += (chain,)
        if merging:
            head[point] = mine = merging[0] if len(merging) == 1 else self._merge(merging)
            self._stones[mine] = [*self._stones[mine], point]
            pseudo[mine] += empties
            xor[mine] ^= number
        else:
            head[point], pseudo[point], xor[point], self._stones[point] = point, empties, number, [point]
            mine = point
        self.key = effect.key
        if effect.captured:
            return [stone for chain in effect.captured for stone in self._lift(chain)]
        return self._lift(mine) if effect.suicide else []

    def _merge(self, chains: tuple[int, ...]) -> int:
        """Joins some chains into the longest of them and returns its head."""
        stones, head = self._stones, self._head
        longest = chains[0]
        for chain in chains[1:]:
            if len(stones[chain]) > len(stones[longest]):
                longest = chain
        joined = stones[longest]
        for chain in chains:
            if chain != longest:
                for stone in stones[chain]:
                    head[stone] = longest
                joined = joined + stones[chain]  # a new list: the old one may belong to a copy too
                self._pseudo[longest] += self._pseudo[chain]
                self._xor[longest] ^= self._xor[chain]
        stones[longest] = joined
        return longest

    def _lift(self, chain: int) -> list[int]:
        """Empties the points of a chain, giving their neighbors back a liberty each. The key is not touched."""
        colors, head, pseudo, neighbors = self.colors, self._head, self._pseudo, self.geometry.neighbors
        stones = self._stones[chain]
        for stone in stones:
            colors[stone] = 0
        for stone in stones:
            for neighbor in neighbors[stone]:
                if colors[neighbor]:
                    pseudo[head[neighbor]] += 1
        return stones

    def remove(self, points: Iterable[int]) -> None:
        """Empties these points, whatever stands there, and rebuilds the chains (dead stones at the end)."""
        colors = self.colors[:]
        for point in points:
            colors[point] = EMPTY
        self.reset(colors)

    def set_up(self, black: Iterable[int], white: Iterable[int]) -> None:
        """Replaces the position by these stones.

        Raises:
            BadSetup: a point twice, or a chain without liberties; the board is unchanged.
        """
        colors = [EMPTY] * self.geometry.size
        for color, points in ((BLACK, black), (WHITE, white)):
            for point in points:
                if colors[point]:
                    raise BadSetup(f"{self.geometry.vertex(point)} is set up twice")
                colors[point] = color
        trial = Board(self.geometry.width, self.geometry.height)
        trial.reset(colors)
        for point in range(self.geometry.size):
            if colors[point] and trial._pseudo[trial._head[point]] == 0:
                raise BadSetup(f"the chain at {self.geometry.vertex(point)} would stand without a liberty")
        self.reset(colors)

    def chain(self, point: int) -> list[int]:
        """The stones of the chain on `point`, in no order; empty if no stone stands there."""
        return list(self._stones[self._head[point]]) if self.colors[point] else []

    def head(self, point: int) -> int:
        """One fixed stone of the chain on `point`: equal for two stones exactly when they are one chain."""
        return self._head[point]

    def liberties(self, point: int) -> set[int]:
        """The liberties of the chain on `point`; empty if no stone stands there."""
        if not self.colors[point]:
            return set()
        colors, neighbors = self.colors, self.geometry.neighbors
        return {q for stone in self._stones[self._head[point]] for q in neighbors[stone] if not colors[q]}

    def stones(self, color: int) -> list[int]:
        """The points of all stones of a color, in ascending order."""
        return [point for point, found in enumerate(self.colors) if found == color]

    def empties(self) -> list[int]:
        """The empty points, in ascending order."""
        return [point for point, found in enumerate(self.colors) if found == EMPTY]


__all__ = ["Board", "Color", "Effect"]
