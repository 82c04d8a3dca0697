"""The ledger: what each side did, in the account of the play and in that of the play which disputes resumed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.rules.counting import Account, Tally

_ACCOUNTS = ("play", "resumed")


class Item(IntEnum):
    """What is counted, in the order of `Account`."""

    PLAYED = 0
    VIRTUAL = 1
    ABANDONED = 2
    CAPTURED = 3


class Ledger:
    """Counts by account, side and item, kept flat because every board move changes them."""

    __slots__ = ("_counts",)

    def __init__(self, counts: Sequence[int] = (0,) * 16) -> None:
        self._counts = list(counts)

    def add(self, account: int, color: int, item: int, number: int = 1) -> None:
        """Adds to one count: account 0 is play, 1 resumed."""
        self._counts[account * 8 + color * 4 - 4 + item] += number

    def snapshot(self) -> tuple[int, ...]:
        """All counts, as the constructor takes them."""
        return tuple(self._counts)

    def tally(self, color: Color) -> Tally:
        """A side's two accounts."""
        side = (color - 1) * 4
        return Tally(Account(*self._counts[side : side + 4]), Account(*self._counts[side + 8 : side + 12]))

    def to_json(self) -> dict[str, dict[str, dict[str, int]]]:
        """The accounts as plain values: account, side, item."""
        sides = {"black": self.tally(BLACK), "white": self.tally(WHITE)}
        return {
            account: {word: tally[index]._asdict() for word, tally in sides.items()} for index, account in enumerate(_ACCOUNTS)
        }
