"""Dead stones by agreement, from what the two players say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.game import Propose


class Views(NamedTuple):
    """What both sides say, in whole chains.

    Attributes:
        black: the stones that Black calls dead.
        white: the stones that White calls dead.
        seki: the stones that both call in seki, or None if they do not say the same.
        claims: one-sided dame that each side claims for itself.
    """

    black: frozenset[int]
    white: frozenset[int]
    seki: tuple[int, ...] | None
    claims: tuple[tuple[Color, tuple[int, ...]], ...]

    @property
    def disputed(self) -> tuple[int, ...]:
        """The stones that one side only calls dead, in ascending order."""
        return tuple(sorted(self.black ^ self.white))

    @property
    def disputant(self) -> Color:
        """The side that holds the first disputed stone to be alive. There must be one."""
        return WHITE if self.disputed[0] in self.black else BLACK

    def dead(self, color: Color) -> tuple[int, ...]:
        """The stones that a side calls dead, in ascending order."""
        return tuple(sorted(self.black if color == BLACK else self.white))

    @property
    def agreed(self) -> Propose:
        """What both say, as Black's proposal."""
        dead = self.black & self.white
        seki = None if self.seki is None or not dead.isdisjoint(self.seki) else self.seki
        return Propose(BLACK, tuple(sorted(dead)), seki, self.claims)


def compare(board: Board, black: Propose, white: Propose) -> Views:
    """Brings two proposals into the same terms. Points without a stone are left out."""
    sekis = [None if said.seki is None else _whole(board, said.seki) for said in (black, white)]
    seki = sekis[0] if sekis[0] == sekis[1] else None
    claims = [claim for said in (black, white) for claim in said.claims if claim[0] == said.color]
    return Views(
        _whole(board, black.dead),
        _whole(board, white.dead),
        None if seki is None else tuple(sorted(seki)),
        tuple(claims),
    )


def _whole(board: Board, points: Iterable[int]) -> frozenset[int]:
    inside = (point for point in points if 0 <= point < board.geometry.size)
    return frozenset(stone for point in inside for stone in board.chain(point))
