"""The part of a game that changes with every action, board and memory apart."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.game.outcome import Outcome
from gtp_rules.game.phases import Phase
from gtp_rules.rules.counting import ChipTally, Settlement

STOPS: Final = frozenset({Phase.STOPPED, Phase.MARKING})
"""The phases in which play has stopped and may be taken up again."""


class Stopping(NamedTuple):
    """The run of stopping actions, summed up: it may be as long as the players like.

    Attributes:
        first: the side that made the first of them, or None if there is none.
        turns: how many of them took a turn of Black, and of White.
        last: the side that took the last of these turns.
        in_turn: how many of these turns there are if those that a side takes one after the other are one.
    """

    first: Color | None = None
    turns: tuple[int, int] = (0, 0)
    last: Color | None = None
    in_turn: int = 0

    def with_offer(self, color: Color) -> Stopping:
        """The run with one more offer, which takes no turn."""
        return self if self.first is not None else self._replace(first=color)

    def with_turn(self, color: Color) -> Stopping:
        """The run with one more turn."""
        black, white = self.turns
        turns = (black + 1, white) if color == BLACK else (black, white + 1)
        return Stopping(self.first or color, turns, color, self.in_turn + (color != self.last))


NO_STOPPING: Final = Stopping()


class State(msgspec.Struct):
    """Cheap to copy, so that undo can keep one for each action; the values that it holds never change in place.

    Attributes:
        to_move: the side whose turn it is.
        phase: where the game stands.
        outcome: how it ended, once it has.
        turns: number of turns so far, those that were annulled included.
        disputes: number of disputes that resumed play.
        account: 0 while the first account is open, 1 once a dispute has opened the second.
        offers: bit 1: Black offers to stop; bit 2: White does.
        stopping: the run of stopping actions.
        proposal: the standing proposal and the side that made it.
        settled: what the players agreed on.
        last_mover: the side that placed the last stone.
        first_to_pass: the side that passed first.
        virtual_run: number of virtual moves in a row.
        accepted: bit 1: Black wants the chips counted as they lie; bit 2: White does.
        chips: what was done in the chip phase.
        chip_starter: the side to move when the chip phase began, which begins each round; None before that phase.
        disputed_dame: two-sided dame that were open when the last dispute resumed play.
        dame_moves: how many board moves Black, and White, made on such points since.
        since_dispute: stones placed since the last dispute.
    """

    to_move: Color
    phase: Phase = Phase.PLAY
    outcome: Outcome | None = None
    turns: int = 0
    disputes: int = 0
    account: int = 0
    offers: int = 0
    stopping: Stopping = NO_STOPPING
    proposal: tuple[Settlement, Color] | None = None
    settled: Settlement | None = None
    last_mover: Color | None = None
    first_to_pass: Color | None = None
    virtual_run: int = 0
    accepted: int = 0
    chips: ChipTally = ChipTally()
    chip_starter: Color | None = None
    disputed_dame: frozenset[int] = frozenset()
    dame_moves: tuple[int, int] = (0, 0)
    since_dispute: int = 0

    @property
    def is_stopped(self) -> bool:
        """Whether play has stopped and may be taken up again."""
        return self.phase in STOPS

    @property
    def offering(self) -> list[Color]:
        """The sides whose offers to stop stand."""
        return [color for color in (BLACK, WHITE) if self.offers & color]
