"""What is counted: a board, what the players agreed on, and what was done to get there."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gtp_rules.board import BLACK, WHITE, Board, Color


class Account(NamedTuple):
    """What one side did in one stretch of play.

    Attributes:
        played: board moves.
        virtual: virtual moves.
        abandoned: passes and abandonments.
        captured: own stones lost on the board, by capture and by suicide.
    """

    played: int = 0
    virtual: int = 0
    abandoned: int = 0
    captured: int = 0

    @property
    def stones(self) -> int:
        """Turns that placed a stone, on the board or outside."""
        return self.played + self.virtual


class Tally(NamedTuple):
    """One side's accounts: the play before any dispute, and the play that disputes resumed."""

    play: Account = Account()
    resumed: Account = Account()

    @property
    def stones(self) -> int:
        """Stones placed in both accounts."""
        return self.play.stones + self.resumed.stones

    @property
    def virtual(self) -> int:
        """Virtual moves in both accounts."""
        return self.play.virtual + self.resumed.virtual

    @property
    def captured(self) -> int:
        """Own stones lost in both accounts."""
        return self.play.captured + self.resumed.captured

    @property
    def abandoned(self) -> int:
        """Passes and abandonments in both accounts."""
        return self.play.abandoned + self.resumed.abandoned


class Settlement(msgspec.Struct, frozen=True):
    """What is agreed, proposed or assumed about a stopped position.

    Attributes:
        dead: every stone of the dead chains.
        seki: points of the groups that are declared to live in seki; None where nothing is declared.
        claims: one-sided dame, each point with the side that claims it.
    """

    dead: frozenset[int] = frozenset()
    seki: frozenset[int] | None = None
    claims: tuple[tuple[int, Color], ...] = ()

    def claimed(self, color: Color) -> frozenset[int]:
        """The points that a side claims."""
        return frozenset(point for point, side in self.claims if side == color)


class ChipTally(NamedTuple):
    """What was done in the chip phase 打筹.

    Attributes:
        placed: points of Black's and of White's chips, in order.
        handed: prisoners that Black, and that White, handed over.
        complete: whether both sides are full, so that only prisoners are left to count.
    """

    placed: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    handed: tuple[int, int] = (0, 0)
    complete: bool = False

    def of(self, color: Color) -> tuple[int, ...]:
        """The points of a side's chips."""
        return self.placed[color - 1]


class Position(NamedTuple):
    """Everything that a count may look at.

    Attributes:
        board: with the dead stones still on it; not changed by counting.
        settlement: what is dead, in seki, claimed.
        black: Black's accounts; stones lost before a set-up are in the first.
        white: White's accounts.
        to_move: the side to move once play has stopped.
        last_mover: the side that placed the last stone, or None.
        first_to_pass: the side that passed first in the game, or None.
        chips: what was done in the chip phase.
        dame_moves: how many board moves Black, and White, made in resumed play on dame that were open at the stop.
        handicap: number of handicap stones of Black.
    """

    board: Board
    settlement: Settlement
    black: Tally
    white: Tally
    to_move: Color
    last_mover: Color | None
    first_to_pass: Color | None
    chips: ChipTally = ChipTally()
    dame_moves: tuple[int, int] = (0, 0)
    handicap: int = 0

    def tally(self, color: Color) -> Tally:
        """A side's accounts."""
        return self.black if color == BLACK else self.white

    def dead(self, color: Color) -> list[int]:
        """The points of a side's dead stones, in ascending order."""
        return sorted(point for point in self.settlement.dead if self.board.colors[point] == color)

    def cleared(self) -> Board:
        """A copy of the board without the dead stones."""
        board = self.board.copy()
        if self.settlement.dead:
            board.remove(self.settlement.dead)
        return board


SIDES = (BLACK, WHITE)
