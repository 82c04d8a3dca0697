"""Which repetitions are forbidden, and what becomes of those that are not.

A policy is a frozen value; `Repetition.memory` gives the object that remembers the positions of one game. Every question to
it costs the same whatever the length of the game. A memory holds one entry a turn, so that `Memory.take_back` is exact.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple, Protocol

import msgspec

from gtp_rules.board import Color


class Cycle(StrEnum):
    """What a cycle that no ban prevents comes to, at the third occurrence of a position with the same side to move."""

    DRAW = "draw"
    NO_RESULT = "no-result"
    NONE = "none"  # nothing: it may go on for ever


class Scope(StrEnum):
    """What must not occur twice."""

    POSITIONAL = "positional"  # a board
    SITUATIONAL = "situational"  # a board with the same side to move
    NATURAL = "natural-situational"  # a board made by a board move of the same side


class Facing(StrEnum):
    """Which positions a player has faced, in Yan Lai's ban of 2015 (decision 1 in docs/rules.md)."""

    ANNUL = "annul"  # each position in which he was to move, less those that annulled abandonments led to
    TURN = "turn"  # each position in which he was to move
    MOVE = "move"  # only those that a stone led to


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


class SimpleKo(msgspec.Struct, frozen=True, tag_field="ban", tag="simple", forbid_unknown_fields=True):
    """A move may not restore the board as it was before the opponent's last move; longer cycles are allowed.

    Attributes:
        skip_is_progress: whether a pass or declined offer starts the count of occurrences anew.
    """

    skip_is_progress: bool = False

    def memory(self) -> Memory:
        """An empty memory."""
        return _SimpleMemory(skip_is_progress=self.skip_is_progress)

    @property
    def text(self) -> str:
        """The rule in words."""
        return "a move may not take a ko back at once"


class Superko(msgspec.Struct, frozen=True, tag_field="ban", tag="superko", forbid_unknown_fields=True):
    """No position may occur twice, in the sense of `scope`; with `captures_only` only capturing moves are barred."""

    scope: Scope
    captures_only: bool = False

    def memory(self) -> Memory:
        """An empty memory."""
        return _SuperkoMemory(self.scope, captures_only=self.captures_only)

    @property
    def text(self) -> str:
        """The rule in words."""
        of_whom = {
            Scope.POSITIONAL: "no earlier board may be repeated",
            Scope.SITUATIONAL: "no earlier board may be repeated with the same side to move",
            Scope.NATURAL: "no side may make the same board twice",
        }[self.scope]
        return of_whom + (" by a capture" if self.captures_only else "")


Repetition = SimpleKo | Superko


class _Shown(NamedTuple):
    """A position that a turn led to."""

    turn: int
    key: int
    mover: int  # who made a board move; 0: nobody
    counted: tuple[int, int, int] | None  # what was counted as an occurrence: stretch, board, mover
    stretch: int  # before the turn


class _SimpleMemory:
    def __init__(self, *, skip_is_progress: bool) -> None:
        self._skip_is_progress = skip_is_progress
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
        for _ in range(turns):
            self.take_back()

    @property
    def occurrences(self) -> int:
        made = self._turns[-1].counted
        return self._seen[made] if made is not None else 0


class _SuperkoMemory:
    def __init__(self, scope: Scope, *, captures_only: bool) -> None:
        self._captures_only = captures_only
        self._positional = scope is Scope.POSITIONAL
        self._situational = scope is Scope.SITUATIONAL
        self._natural = scope is Scope.NATURAL
        self._first: dict[object, int] = {}  # the turn that first showed a state
        self._turns: list[tuple[int, object]] = []  # board, and the state if this turn was the first to show it

    def _state(self, key: int, color: int) -> object:
        # "The opponent of color is to move" and "color made it" are the same but for turns without a stone.
        return key if self._positional else (key, int(color))

    def _note(self, key: int, state: object, turn: int) -> None:
        new = None
        if state is not None and state not in self._first:
            self._first[state] = turn
            new = state
        self._turns.append((key, new))

    def start(self, key: int, to_move: Color) -> None:
        # Nobody made the initial position, so the natural form does not count it.
        self._note(key, None if self._natural else self._state(key, 3 - to_move), 0)

    def bars(self, color: Color, key: int, *, captures: bool) -> int | None:
        if self._captures_only and not captures:
            return None
        return self._first.get(self._state(key, color))

    def bars_virtual(self, color: Color) -> int | None:  # noqa: ARG002
        return None

    def move(self, color: Color, key: int, turn: int) -> None:
        self._note(key, self._state(key, color), turn)

    def virtual(self, color: Color, turn: int) -> None:
        self.skip(color, turn)

    def skip(self, color: Color, turn: int) -> None:
        key = self._turns[-1][0]
        self._note(key, self._state(key, color) if self._situational else None, turn)

    def take_back(self) -> None:
        _, new = self._turns.pop()
        if new is not None:
            del self._first[new]

    def annul(self, turns: int) -> None:
        for _ in range(turns):
            self.take_back()

    @property
    def occurrences(self) -> int:
        return 0


BanName = Literal["simple", "positional", "situational", "natural-situational", "capture-positional"]


def ban(name: BanName, *, skip_is_progress: bool = False) -> Repetition:
    """The policy that an option ``repetition=NAME`` chooses."""
    if name == "simple":
        return SimpleKo(skip_is_progress=skip_is_progress)
    if name == "capture-positional":
        return Superko(Scope.POSITIONAL, captures_only=True)
    return Superko(Scope(name))
