"""Method "history": strict superko, every earlier board remembered.

For a goal the search answers whether Black gets at least so much; goals are tried one by one until the value is found. Nothing
of the table is used, so that the two methods can check each other.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gtp_rules.board import BLACK, WHITE, Board, Color
from harness.solve.loading import kernel
from harness.solve.shape import Array, Shape
from harness.solve.treatment import Treatment, Unsolvable

MOST_POINTS = 12
_TURNS = 4000
_FRAME = 13  # numbers of a frame of the search
_SLICE = 1_000_000  # nodes between two looks at interruptions
_PLACES = 1 << 22  # results kept


class History:
    """The search of one board under one treatment, with what it remembers.

    Attributes:
        nodes: number of nodes opened so far.
    """

    def __init__(
        self, shape: Shape, treatment: Treatment, tell: Callable[[str], None] = lambda _: None, most: int = 10**12
    ) -> None:
        if shape.geometry.size > MOST_POINTS:
            raise Unsolvable(f"the method history reaches boards of {MOST_POINTS} points; use the method table")
        if treatment.restricted:
            raise Unsolvable("the method history does not treat passes that depend on what is left to fill")
        self.shape, self._tell, self._most = shape, tell, most
        self._points = shape.geometry.size
        self._rules = np.array(treatment.numbers, np.int32)
        self._ban = np.array(treatment.ban, np.int32)
        self._frames = np.zeros((_TURNS, _FRAME), np.int64)
        self._work = self._frames, *(np.zeros((_TURNS, self._points + 1), np.int64) for _ in range(3))
        self._keys, self._data = np.zeros(_PLACES, np.int64), np.zeros((_PLACES, 3), np.int64)
        self._visited = np.zeros((2, shape.positions), np.uint8)
        self.nodes = 0

    def start(self, board: Board, to_move: Color) -> None:
        """Goes to a position before which nothing happened."""
        code, weights = kernel().search, self.shape.weights
        black, white = (sum(1 << point for point in board.stones(color)) for color in (BLACK, WHITE))
        number, side = int(weights[black]) + 2 * int(weights[white]), to_move - 1
        row = 0 if self._ban[0] else 1 - side  # as if the other side had made it
        self._visited[:] = 0
        self._visited[row, number] = 1
        self._root = np.zeros(_FRAME, np.int64)
        self._root[:6] = black, white, side, 0, code.shown(number, row), -1
        self._befores: list[Array] = []

    @property
    def to_move(self) -> Color:
        """The side to move."""
        return Color(int(self._root[2]) + 1)

    @property
    def passed(self) -> bool:
        """Whether the other side has just passed."""
        return bool(self._root[3])

    def play(self, move: int | None) -> bool:
        """Makes a move, None for a pass; false, and nothing done, if the rules forbid it. Two passes are not looked for."""
        code, child = kernel().search, np.zeros_like(self._root)
        number = self._points if move is None else move
        if move is not None and (int(self._root[0]) | int(self._root[1])) >> move & 1:
            return False
        if not code.step(self._root, child, number, self._ban, self._visited, self._rules, self.shape.masks[:2], self._points):
            return False
        code.mark(child, 1, self._ban, self._visited)
        self._befores.append(self._root)
        self._root = child
        return True

    def take_back(self) -> None:
        """Takes the last move back."""
        kernel().search.mark(self._root, 0, self._ban, self._visited)
        self._root = self._befores.pop()

    def reaches(self, goal: int) -> bool:
        """Whether Black gets at least `goal`.

        Raises:
            Unsolvable: it takes more nodes than allowed, or a game of more turns than the search can hold.
        """
        if not -self._points < goal <= self._points:
            return goal <= 0
        code, never = kernel().search, kernel().search.NEVER
        self._frames[0] = self._root
        self._frames[0][[code.NEW, code.PHI, code.DELTA]] = 1, never, never
        state, memory = np.zeros(2, np.int64), (self._visited, self._keys, self._data)
        result = code.PAUSED
        while result == code.PAUSED:
            before = int(state[1])
            if self.nodes >= self._most:
                raise Unsolvable(f"not solved within {self._most} nodes")
            share = min(_SLICE, self._most - self.nodes)
            result = code.search(state, self._work, goal, share, self._ban, self._rules, memory, self.shape.masks[:2])
            self.nodes += int(state[1]) - before
            self._tell(f"does Black get {goal}? {self.nodes} nodes")
        if result == code.TOO_LONG:
            raise Unsolvable(f"the search came upon games of more than {_TURNS} turns")
        return bool(result)

    def value(self, hint: int = 0) -> int:
        """What Black gets with best play of both sides; a good `hint` saves time and changes nothing else."""
        value = hint
        if self.reaches(value):
            while self.reaches(value + 1):
                value += 1
            return value
        while not self.reaches(value):
            value -= 1
        return value

    def score(self) -> int:
        """Black's margin if the game stops here by two passes, the last of which was the last move."""
        black, white, side = (int(number) for number in self._root[:3])
        code, near = kernel().board, self.shape.neighbors
        # Two passes bring the turn back to the side that passed first.
        return int(code.count(black, white, *self._rules[:2], side, len(near) - 1, near))
