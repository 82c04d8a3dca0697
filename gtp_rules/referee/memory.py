"""What was said after a move comes back with the same moves (decision 8 of the protocol, see docs/protocol.md).

A GUI navigates by sending ``undo``, or ``clear_board`` and all moves again; it knows nothing of offers, proposals or the
meaning of a pass. So they are kept under the sequence of moves that led to them.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

from gtp_rules.board import Color
from gtp_rules.game import Action, Initial, Play, Resign

_KEPT = 20_000  # prefixes; the oldest are forgotten, so that a session of days stays small


class PrefixMemory:
    """Statements and meanings of passes by the moves before them."""

    def __init__(self) -> None:
        self._said: OrderedDict[bytes, tuple[Action, ...]] = OrderedDict()
        self._meant: OrderedDict[tuple[bytes, Color], type[Action]] = OrderedDict()
        self._keys: list[bytes] = []

    @property
    def here(self) -> bytes:
        """The key of the moves made so far."""
        return self._keys[-1]

    def begin(self, initial: Initial) -> None:
        """A game begins with no moves."""
        start = repr(initial._replace(is_opening=False))  # the same stones are the same start, however they came there
        self._keys = [hashlib.blake2b(start.encode(), digest_size=16).digest()]

    def advance(self, action: Action, prelude: tuple[Action, ...] = ()) -> tuple[Action, ...]:
        """A move was made; returns what was said after it in an earlier run of the same moves.

        Args:
            action: the move; passes of different meaning are different moves.
            prelude: what was said before the first move, if this is the first one.
        """
        what = action.point if isinstance(action, Play) else type(action).__name__
        move = f"{int(action.color)} {what} {prelude or ''}".encode()
        self._keys.append(hashlib.blake2b(self._keys[-1] + move, digest_size=16).digest())
        return self._said.get(self._keys[-1], ())

    def go_back(self) -> None:
        """The last move was taken back."""
        self._keys.pop()

    def say(self, statements: tuple[Action, ...]) -> None:
        """These are all statements since the last move.

        Before the first move nothing is kept, and a resignation never is: a new game that begins like the old one is not lost.
        """
        if len(self._keys) > 1:
            self._said[self._keys[-1]] = tuple(said for said in statements if not isinstance(said, Resign))
            self._said.move_to_end(self._keys[-1])
            if len(self._said) > _KEPT:
                self._said.popitem(last=False)

    def snapshot(self) -> tuple[object, ...]:
        """All of it, for `restore`."""
        return self._said.copy(), self._meant.copy(), self._keys.copy()

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Goes back to a snapshot."""
        self._said, self._meant, self._keys = snapshot

    def meant(self, color: Color) -> type[Action] | None:
        """What a pass of this side in the present position meant before, if that was not the usual."""
        return self._meant.get((self._keys[-1], color))

    def mean(self, color: Color, kind: type[Action]) -> None:
        """A pass of this side in the present position means this."""
        self._meant[self._keys[-1], color] = kind
        if len(self._meant) > _KEPT:
            self._meant.popitem(last=False)
