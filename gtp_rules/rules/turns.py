"""What a player may do in a turn besides a board move, and what a GTP ``pass`` means."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class PassMeans(StrEnum):
    """What ``play COLOR pass`` says."""

    PASS = "pass"  # noqa: S105 - a turn without a stone; two stop play
    OFFER = "offer"  # there is no pass: the offer to stop skips a move, which is owed if the other side plays on
    ABANDON = "abandon"  # the turn 弃着: proposes to stop
    VIRTUAL = "virtual"  # a stone outside the board 虚着: wants to go on
    EXHAUSTED = "exhausted"  # only a side that has nothing left but basic eyes may pass
    STONE = "stone"  # a pass hands over a prisoner
    NOTHING = "nothing"  # there is no pass: a side that has no move left, and says so, has lost


class Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn axis.

    Attributes:
        pass_means: what a plain pass is.
        virtual: whether virtual moves exist.
        abandon: whether giving up a turn is a turn of its own (else an abandonment is an offer and no turn).
    """

    pass_means: PassMeans = PassMeans.PASS
    virtual: bool = False
    abandon: bool = False

    def __post_init__(self) -> None:
        if self.pass_means is PassMeans.VIRTUAL and not self.virtual:
            raise ValueError("a pass cannot mean a virtual move where there are none")
        if self.pass_means is PassMeans.ABANDON and not self.abandon:
            raise ValueError("a pass cannot mean the turn of abandoning where there is none")
