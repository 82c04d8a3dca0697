"""What players do and say, as values.

A *turn* is one of `Play`, `Pass`, `Virtual`, `Abandon`; everything else is a statement. Actions are compared and stored as
values; whether one is accepted is the business of `gtp_rules.game.Game`.
"""

from __future__ import annotations

import msgspec

from gtp_rules.board import Color


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="action"):
    """Something that a side does or says."""

    color: Color


class Play(Action, frozen=True, tag="play"):
    """A stone on the board (实着 board move)."""

    point: int


class Pass(Action, frozen=True, tag="pass"):
    """No stone this turn; where the ruleset has no pass it is an offer to stop that owes a move."""


class Virtual(Action, frozen=True, tag="virtual"):
    """A virtual move 虚着: a stone outside the board; the player wants to go on."""


class Abandon(Action, frozen=True, tag="abandon"):
    """The turn 弃着: no stone at all; proposes to stop, or agrees to it."""


class Offer(Action, frozen=True, tag="offer"):
    """An offer to stop that is no turn, or agreement to one."""


class Resign(Action, frozen=True, tag="resign"):
    """The side gives up."""


class Propose(Action, frozen=True, tag="propose"):
    """A settlement that a side proposes after the stop, and accepts by proposing it.

    Attributes:
        dead: points of chains said to be dead; any stone of a chain names it.
        seki: points of groups said to live in seki, or None if nothing is said.
        claims: one-sided dame that a side claims: pairs of a color and its points.
    """

    dead: tuple[int, ...] = ()
    seki: tuple[int, ...] | None = None
    claims: tuple[tuple[Color, tuple[int, ...]], ...] = ()


class Accept(Action, frozen=True, tag="accept"):
    """Agreement to the standing proposal; in the chip phase: count now."""


class Dispute(Action, frozen=True, tag="dispute"):
    """Refuses the proposal and resumes play; `points` name what is disputed."""

    points: tuple[int, ...] = ()


class Resume(Action, frozen=True, tag="resume"):
    """Withdraws the stop and goes back to play, in the same account."""


class Chips(Action, frozen=True, tag="chips"):
    """One batch of the chip phase 打筹: up to three stones onto these points."""

    points: tuple[int, ...]


TURNS = (Play, Pass, Virtual, Abandon)
Turn = Play | Pass | Virtual | Abandon
