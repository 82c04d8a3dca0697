"""What every counting policy offers."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from gtp_rules.board import Color
from gtp_rules.rules.counting.position import Position
from gtp_rules.rules.counting.sheet import Side


class Count(msgspec.Struct, frozen=True, tag_field="count", forbid_unknown_fields=True):
    """A counting policy: a frozen value with a method that counts.

    Attributes:
        unit: what totals are given in: ``lu``, ``mu``, ``zi`` or ``point``.
        has_claims: whether one-sided dame can be claimed.
        halves: whether the players reckon with half of the margin (one side's stones against half the board).
    """

    unit: ClassVar[str] = "point"
    has_claims: ClassVar[bool] = False
    halves: ClassVar[bool] = False

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position."""
        raise NotImplementedError

    def tie_winner(self, position: Position) -> Color | None:  # noqa: ARG002 - some policies look at it
        """The side that wins a tie, if one does."""
        return None
