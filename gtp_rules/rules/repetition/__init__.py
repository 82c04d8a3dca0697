"""Which repetitions are forbidden, and what becomes of those that are not.

A policy is a frozen value; its `memory` gives the object that remembers the positions of one game.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from gtp_rules.rules.repetition.memory import Memory, Scope, SimpleMemory, SuperkoMemory
from gtp_rules.rules.repetition.yan_lai import FacedMemory, Facing, GlobalShapeMemory


class Cycle(StrEnum):
    """What a cycle that no ban prevents comes to, at the third occurrence of a position with the same side to move."""

    DRAW = "draw"
    NO_RESULT = "no-result"
    NONE = "none"  # nothing: it may go on for ever


class SimpleKo(msgspec.Struct, frozen=True, tag_field="ban", tag="simple", forbid_unknown_fields=True):
    """A move may not restore the board as it was before the opponent's last move; longer cycles are allowed.

    Attributes:
        skip_is_progress: whether a pass or declined offer starts the count of occurrences anew.
    """

    skip_is_progress: bool = False

    def memory(self) -> Memory:
        """An empty memory."""
        return SimpleMemory(skip_is_progress=self.skip_is_progress)

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
        return SuperkoMemory(self.scope, captures_only=self.captures_only)

    @property
    def text(self) -> str:
        """The rule in words."""
        of_whom = {
            Scope.POSITIONAL: "no earlier board may be repeated",
            Scope.SITUATIONAL: "no earlier board may be repeated with the same side to move",
            Scope.NATURAL: "no side may make the same board twice",
        }[self.scope]
        return of_whom + (" by a capture" if self.captures_only else "")


class GlobalShapeBan(msgspec.Struct, frozen=True, tag_field="ban", tag="global-shape", forbid_unknown_fields=True):
    """Yan Lai 2007: no global shape, the board with the stones outside it, may occur twice."""

    def memory(self) -> Memory:
        """An empty memory."""
        return GlobalShapeMemory()

    @property
    def text(self) -> str:
        """The rule in words."""
        return "no board may be repeated with the same numbers of virtual stones"


class FacedBan(msgspec.Struct, frozen=True, tag_field="ban", tag="faced", forbid_unknown_fields=True):
    """Yan Lai 2015, the generalised superko 广义禁全同: nobody may be made to face again what he has faced."""

    facing: Facing = Facing.ANNUL

    def memory(self) -> Memory:
        """An empty memory."""
        return FacedMemory(self.facing)

    @property
    def text(self) -> str:
        """The rule in words."""
        return "the opponent has faced this board with these virtual stones before"


class TolerantKo(msgspec.Struct, frozen=True, tag_field="ban", tag="tolerant", forbid_unknown_fields=True):
    """Ing's hot stones, as far as a referee can decide them.

    A ko may be taken back after a move or a pass elsewhere (fighting ko), and a position with the same side to move may be
    made twice, but not a third time (disturbing ko). Which side disturbs is not judged.
    """

    def memory(self) -> Memory:
        """An empty memory."""
        return SimpleMemory(skip_is_progress=False, most=2)

    @property
    def text(self) -> str:
        """The rule in words."""
        return "hot stones are not taken back at once, and a cycle is not run through a second time"


Repetition = SimpleKo | Superko | GlobalShapeBan | FacedBan | TolerantKo


BanName = Literal["simple", "positional", "situational", "natural-situational", "capture-positional"]


def ban(name: BanName, *, skip_is_progress: bool = False) -> Repetition:
    """The policy that an option ``repetition=NAME`` chooses."""
    if name == "simple":
        return SimpleKo(skip_is_progress=skip_is_progress)
    if name == "capture-positional":
        return Superko(Scope.POSITIONAL, captures_only=True)
    return Superko(Scope(name))


__all__ = [
    "BanName",
    "Cycle",
    "FacedBan",
    "Facing",
    "GlobalShapeBan",
    "Memory",
    "Repetition",
    "Scope",
    "SimpleKo",
    "Superko",
    "TolerantKo",
    "ban",
]
