"""A second board, as plain as can be: stones in a dict, a flood fill for every question. The tests compare with it."""

from __future__ import annotations

from typing import NamedTuple

Place = tuple[int, int]
"""Column and row, counted from 0 at the lower left."""


class Outcome(NamedTuple):
    """What a move did: the stones of the opponent that it took, and the own stones that it removed by suicide."""

    taken: set[Place]
    lost: set[Place]


class NaiveBoard:
    """Stones on a rectangle; `stones` maps a place to 1 (black) or 2 (white)."""

    def __init__(self, width: int, height: int) -> None:
        self.stones: dict[Place, int] = {}
        self.places = [(x, y) for y in range(height) for x in range(width)]
        known = set(self.places)
        self.around = {
            (x, y): [beside for beside in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if beside in known]
            for x, y in self.places
        }

    def chain(self, place: Place) -> set[Place]:
        color, found, waiting = self.stones[place], {place}, [place]
        while waiting:
            for beside in self.around[waiting.pop()]:
                if self.stones.get(beside) == color and beside not in found:
                    found.add(beside)
                    waiting.append(beside)
        return found

    def liberties(self, chain: set[Place]) -> set[Place]:
        return {beside for place in chain for beside in self.around[place] if beside not in self.stones}

    def enclosed(self, place: Place) -> set[Place]:
        """The chain on `place` if it has no liberty, else nothing; stops at the first liberty."""
        color, found, waiting = self.stones[place], {place}, [place]
        while waiting:
            for beside in self.around[waiting.pop()]:
                stone = self.stones.get(beside)
                if stone is None:
                    return set()
                if stone == color and beside not in found:
                    found.add(beside)
                    waiting.append(beside)
        return found

    def outcome(self, color: int, place: Place) -> Outcome:
        """What a stone of `color` on the empty `place` would do; the position is as before afterwards."""
        self.stones[place] = color
        taken: set[Place] = set()
        for beside in self.around[place]:
            if self.stones.get(beside) == 3 - color and beside not in taken:
                taken |= self.enclosed(beside)
        lost = set() if taken else self.enclosed(place)
        del self.stones[place]
        return Outcome(taken, lost)

    def play(self, color: int, place: Place) -> Outcome:
        done = self.outcome(color, place)
        self.stones[place] = color
        for gone in done.taken | done.lost:
            del self.stones[gone]
        return done

    def is_settled(self) -> bool:
        """Whether every chain has a liberty."""
        return not any(self.enclosed(place) for place in self.stones)

    def colors(self) -> list[int]:
        """Row by row from the lower left, as in ``Board.colors``."""
        return [self.stones.get(place, 0) for place in self.places]
