"""Method "table": bounds for every position of a board, without history.

A state is a position with the side to move, whether the other side has just passed, and the point that simple ko forbids. The
lower bound is what a side can force if play that never ends is the worst for it, the upper bound if it is the best. Where the
two meet the value holds whatever endless play may be worth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from harness.solve.loading import kernel
from harness.solve.shape import Array, Shape
from harness.solve.treatment import Treatment


class Bounds(NamedTuple):
    """What a side can force, as points for it: at least `lower`, at most `upper`; equal where cycles do not matter."""

    lower: int
    upper: int


class State(NamedTuple):
    """A position as masks, from the side to move.

    Attributes:
        mine: stones of the side to move.
        other: stones of the other side.
        passed: whether the other side has just passed.
        ko: the point that simple ko forbids.
    """

    mine: int
    other: int
    passed: bool = False
    ko: int | None = None


class Choice(NamedTuple):
    """A move: a point or None for a pass, the state after it or None at the end, and bounds for the side that makes it."""

    point: int | None
    after: State | None
    bounds: Bounds


class _Expanded(NamedTuple):
    lower: list[int]
    upper: list[int]
    may_pass: bool
    score: int
    passed: Bounds


class Table:
    """The bounds of all positions of a board under one treatment.

    Attributes:
        shape: of the board.
        treatment: the rules.
        positions: number of positions worked on, symmetrical ones once.
        sweeps: number of passes over them.
    """

    def __init__(self, shape: Shape, treatment: Treatment, tell: Callable[[str], None] = lambda _: None) -> None:
        self.shape, self.treatment = shape, treatment
        self._rules = np.array(treatment.numbers, np.int32)
        self._scratch = np.zeros((2, 2, shape.geometry.size), np.int32)
        self._bounds = np.empty((2, shape.positions), np.int8)
        self._bounds[0], self._bounds[1] = -shape.geometry.size, shape.geometry.size
        code = kernel().table
        active, facts = self._list()
        self.positions = len(active)
        self.sweeps, left, changed = 0, len(active), 1
        while left and changed:
            left, changed = code.sweep(
                active, left, facts, self._rules, self._bounds, self._scratch, self._kos, shape.masks, shape.turns
            )
            self.sweeps += 1
            tell(f"sweep {self.sweeps}: {left} of {self.positions} positions open, {changed} bounds changed")

    def _list(self) -> tuple[Array, Array]:
        """The positions to work on with their counts; makes the table of ko states."""
        code, shape = kernel().table, self.shape
        found = np.empty(max(64, shape.positions // max(1, len(shape.low) - 2)), np.int32)
        number = code.list_positions(found, shape.neighbors, shape.halves, shape.low, shape.high)
        if number > len(found):
            found = np.empty(number, np.int32)
            code.list_positions(found, shape.neighbors, shape.halves, shape.low, shape.high)
        active = found[:number].copy()
        facts = np.empty((number, 4), np.int8)
        nothing = np.zeros(1, np.int64)
        kos = code.survey_positions(active, number, facts, self._rules, nothing, shape.masks, shape.turns)
        keys = np.zeros(1 << (2 * kos + 16).bit_length(), np.int64)
        code.survey_positions(active, number, facts, self._rules, keys, shape.masks, shape.turns)
        bounds = np.empty((2, len(keys)), np.int8)
        bounds[0], bounds[1] = -shape.geometry.size, shape.geometry.size
        self._kos = keys, bounds
        return active, facts

    def bounds(self, state: State) -> Bounds:
        """What the side to move can force, before what a set-up counts."""
        if state.passed:
            return self._expanded(state).passed
        number = self._number(state)
        if state.ko is None:
            return Bounds(int(self._bounds[0, number]), int(self._bounds[1, number]))
        code, shape, (keys, bounds) = kernel().table, self.shape, self._kos
        place = code.slot(code.ko_key(number, state.ko, shape.low.shape[1], *shape.turns), keys)
        return Bounds(int(bounds[0, place]), int(bounds[1, place]))

    def choices(self, state: State) -> list[Choice]:
        """All moves of the side to move but suicides of single stones, board moves first, with what each leads to."""
        found = self._expanded(state)
        choices = [
            Choice(point, self._after(state, point), Bounds(lower, upper))
            for point, (lower, upper) in enumerate(zip(found.lower, found.upper, strict=True))
            if lower > kernel().board.ILLEGAL and point != state.ko
        ]
        if found.may_pass and state.passed:
            choices.append(Choice(None, None, Bounds(found.score, found.score)))
        elif found.may_pass:
            other = State(state.other, state.mine, passed=True)
            lower, upper = self.bounds(other)
            choices.append(Choice(None, other, Bounds(-upper, -lower)))
        return choices

    def count(self, state: State) -> int:
        """The margin of the side to move if the game stopped here, the other side having passed first."""
        near = self.shape.neighbors
        numbers = self.treatment.kind, self.treatment.dame, 1, len(near) - 1
        return int(kernel().board.count(state.mine, state.other, *numbers, near))

    def _number(self, state: State) -> int:
        return int(self.shape.weights[state.mine]) + 2 * int(self.shape.weights[state.other])

    def _expanded(self, state: State) -> _Expanded:
        """The moves of a state and what a pass comes to, ko left aside."""
        code, shape = kernel().table, self.shape
        full, sides = len(shape.neighbors) - 1, ((state.mine, state.other), (state.other, state.mine))
        lone, bests, may = [], [], []
        for side, (m, o) in enumerate(sides):
            arrays = self._rules, self._bounds, self._scratch[side], self._kos
            lone.append(code.expand(m, o, *arrays, shape.masks, shape.turns))
            bests.append((code.best(self._scratch[side], 0, -1), code.best(self._scratch[side], 1, -1)))
            may.append(not self.treatment.restricted or code.may_pass(m, o, self.treatment.suicide, full, shape.neighbors))
        score = code.count(*sides[0], self.treatment.kind, self.treatment.dame, 1, full, shape.neighbors)
        passed = code.answered_pass(bests[0], bests[1], score, tuple(may), lone[0], shape.geometry.size)
        return _Expanded(self._scratch[0, 0].tolist(), self._scratch[0, 1].tolist(), may[0], score, Bounds(*passed))

    def _after(self, state: State, point: int) -> State:
        code, near = kernel(), self.shape.neighbors
        mine, other, taken, _ = code.board.play(state.mine, state.other, 1 << point, near)
        ko = None
        if taken and not taken & (taken - 1) and code.table.retakes(other, mine, taken, near) == 1 << point:
            ko = int(taken).bit_length() - 1
        return State(int(other), int(mine), ko=ko)
