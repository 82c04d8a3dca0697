"""How play stops, how the stopped game is settled, and how a dispute resumes play."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Marking(StrEnum):
    """How dead stones are found once play has stopped."""

    AGREEMENT = "agreement"  # one side proposes, the other accepts or disputes
    NONE = "none"  # nothing is taken off: the stop ends the game


class Mover(StrEnum):
    """Who moves first when stopped play resumes."""

    FIRST_TO_STOP = "first-to-stop"  # the stopping actions are annulled
    OPPONENT = "opponent"  # the opponent of the side that asks


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ending axis.

    Attributes:
        marking: how dead stones are found.
        resumes: who moves when play resumes.
        disputes: how many disputes may resume play; None: any number. After the last one nothing more is dead.
        names_object: whether a dispute must name a point.
        virtual_stop: how many virtual moves in a row end the game with everything alive; None: no such end.
        move_limit: turns after which the game ends and is counted as it stands; None: none.
        chips: whether the chip phase 打筹 comes before the result.
        pass_end: how many passes in a row end the game with everything alive, if two stop it; None: no such end.
        idle_dispute_ends: whether a resumed play in which no stone is placed ends the game with everything alive.
        annihilation: whether a side that has lost all its stones on the board has lost the game.
    """

    marking: Marking = Marking.AGREEMENT
    resumes: Mover = Mover.FIRST_TO_STOP
    disputes: int | None = None
    names_object: bool = False
    virtual_stop: int | None = None
    move_limit: int | None = None
    chips: bool = False
    pass_end: int | None = None
    idle_dispute_ends: bool = False
    annihilation: bool = False

    def __post_init__(self) -> None:
        if self.disputes is not None and self.disputes < 0:
            raise ValueError("disputes cannot be negative")
        if self.move_limit is not None and self.move_limit < 1:
            raise ValueError("a move limit is at least 1")
        if self.marking is Marking.NONE and self.chips:
            raise ValueError("a chip phase needs a settlement before it")
        if self.virtual_stop is not None and self.virtual_stop < 1:
            raise ValueError("at least one virtual move in a row ends the game")
        if self.pass_end is not None and self.pass_end < 3:
            raise ValueError("two passes stop play, so at least three end it")
