"""What a game remembers of its positions, so that every question about repetition costs the same in a game of any length.

A memory holds one entry a turn, which makes `Memory.take_back` exact.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

import msgspec

from gtp_rules.board import Color


class Scope(StrEnum):
    """What must not occur twice."""

    POSITIONAL = "positional"  # a board
    SITUATIONAL = "situational"  # a board with the same side to move
    NATURAL = "natural-situational"  # a board made by a board move of the same side


class Memory(Protocol):
    """What a game has seen so far."""

    def start(self, key: int, to_move: Color) -> None:
        """The initial position."""

    def bars(self, color: Color, key: int, *, captures: bool) -> int | None:
        """The earlier turn whose position a board move of `color` would repeat, or None if it may be played.

        Args:
            color: the side that would play.
            key: key of the board after the move.
            captures: whether the move takes stones of the opponent.
        """

    def bars_virtual(self, color: Color) -> int | None:
        """The earlier turn that a virtual move of `color` would repeat, or None if it may be made."""

    def move(self, color: Color, key: int, turn: int) -> None:
        """`color` made a board move, the turn with this number, that led to the board `key`."""

    def virtual(self, color: Color, turn: int) -> None:
        """`color` made a virtual move."""

    def skip(self, color: Color, turn: int) -> None:
        """`color` passed or abandoned."""

    def take_back(self) -> None:
        """Forgets the last turn."""

    def annul(self, turns: int) -> None:
        """Play resumes: the last `turns` turns, which stopped it, are taken back if the policy says so."""

    @property
    def occurrences(self) -> int:
        """How often the last board move's position, with the same side to move, has been made by a board move."""


class _Shown(msgspec.Struct, frozen=True):
    """A position that a turn led to."""

    turn: int
    key: int
    mover: int  # who made a board move; 0: nobody
    counted: tuple[int, int, int] | None  # what was counted as an occurrence: stretch, board, mover
    stretch: int  # before the turn


class SimpleMemory:
    """Remembers the position before the last turn, and counts occurrences."""

    def __init__(self, *, skip_is_progress: bool, most: int | None = None) -> None:
        self._skip_is_progress = skip_is_progress
        self._most = most  # how often a position may be made; None: any number of times
        self._stretch = 0
        self._seen: dict[tuple[int, int, int], int] = {}
        self._turns: list[_Shown] = []

    def start(self, key: int, to_move: Color) -> None:
        first = (0, key, 3 - to_move)
        self._seen[first] = 1
        self._turns = [_Shown(0, key, 0, first, 0)]

    def bars(self, color: Color, key: int, *, captures: bool) -> int | None:
        turns = self._turns
        if captures and len(turns) > 1 and turns[-1].mover == 3 - color and turns[-2].key == key:
            return turns[-2].turn
        if self._most is not None and self._seen.get((self._stretch, key, int(color)), 0) >= self._most:
            return next(shown.turn for shown in turns if shown.counted == (self._stretch, key, int(color)))
        return None

    def bars_virtual(self, color: Color) -> int | None:  # noqa: ARG002
        return None

    def move(self, color: Color, key: int, turn: int) -> None:
        made = (self._stretch, key, int(color))
        self._seen[made] = self._seen.get(made, 0) + 1
        self._turns.append(_Shown(turn, key, color, made, self._stretch))

    def virtual(self, color: Color, turn: int) -> None:
        self.skip(color, turn)

    def skip(self, color: Color, turn: int) -> None:  # noqa: ARG002
        self._turns.append(_Shown(turn, self._turns[-1].key, 0, None, self._stretch))
        self._stretch += self._skip_is_progress

    def take_back(self) -> None:
        last = self._turns.pop()
        self._stretch = last.stretch
        if last.counted is not None:
            self._seen[last.counted] -= 1
            if not self._seen[last.counted]:
                del self._seen[last.counted]

    def annul(self, turns: int) -> None:
        if self._most is None:  # under Ing's rules passes cool hot stones down, those that stopped play too
            for _ in range(turns):
                self.take_back()

    @property
    def occurrences(self) -> int:
        made = self._turns[-1].counted
        return self._seen[made] if made is not None else 0


class SuperkoMemory:
    """Remembers every position, in one of the three senses."""

    def __init__(self, scope: Scope, *, captures_only: bool) -> None:
        self._captures_only = captures_only
        self._situational = scope is Scope.SITUATIONAL
        # By mover, the turn that first showed a board; in the positional sense both movers share one. "The opponent of color
        # is to move" and "color made it" are the same but for turns without a stone.
        black: dict[int, int] = {}
        self._first: tuple[dict[int, int], ...] = ({}, black, black if scope is Scope.POSITIONAL else {})
        self._turns: list[tuple[int, int]] = []  # board, and the mover if this turn was the first to show it, else 0

    def start(self, key: int, to_move: Color) -> None:
        # The initial position counts as made by the side that is not to move, else a ko in a set-up could be taken back.
        self.move(to_move.opponent, key, 0)

    def bars(self, color: Color, key: int, *, captures: bool) -> int | None:
        if self._captures_only and not captures:
            return None
        return self._first[color].get(key)

    def bars_virtual(self, color: Color) -> int | None:  # noqa: ARG002
        return None

    def move(self, color: Color, key: int, turn: int) -> None:
        first = self._first[color]
        new = 0 if key in first else color
        if new:
            first[key] = turn
        self._turns.append((key, new))

    def virtual(self, color: Color, turn: int) -> None:
        self.skip(color, turn)

    def skip(self, color: Color, turn: int) -> None:
        key = self._turns[-1][0]
        if self._situational:
            self.move(color, key, turn)
        else:
            self._turns.append((key, 0))

    def take_back(self) -> None:
        key, new = self._turns.pop()
        if new:
            del self._first[new][key]

    def annul(self, turns: int) -> None:
        for _ in range(turns):
            self.take_back()

    @property
    def occurrences(self) -> int:
        return 0
