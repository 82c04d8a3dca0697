"""The phases of a game, as two tables: what a phase accepts, and which phase may follow it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from gtp_rules.game.actions import (
    Abandon,
    Accept,
    Action,
    Chips,
    Dispute,
    Offer,
    Pass,
    Play,
    Propose,
    Resign,
    Resume,
    Virtual,
)


class Phase(StrEnum):
    """Where a game stands."""

    PLAY = "play"
    STOPPED = "stopped"
    MARKING = "marking"
    RESUMED = "resumed"
    CHIPS = "chips"
    FINISHED = "finished"


_TURNS: Final[frozenset[type[Action]]] = frozenset({Play, Pass, Virtual, Abandon})

ACCEPTS: Final[dict[Phase, frozenset[type[Action]]]] = {
    Phase.PLAY: _TURNS | {Offer, Resign},
    Phase.RESUMED: _TURNS | {Offer, Resign},
    # A turn after the stop withdraws it; a further pass leaves it standing.
    Phase.STOPPED: _TURNS | {Propose, Resume, Resign},
    Phase.MARKING: _TURNS | {Propose, Accept, Dispute, Resume, Resign},
    Phase.CHIPS: frozenset({Chips, Accept, Resign}),
    Phase.FINISHED: frozenset(),
}

FOLLOWS: Final[dict[Phase, frozenset[Phase]]] = {
    Phase.PLAY: frozenset({Phase.STOPPED, Phase.FINISHED}),
    Phase.STOPPED: frozenset({Phase.MARKING, Phase.PLAY, Phase.RESUMED, Phase.FINISHED}),
    Phase.MARKING: frozenset({Phase.PLAY, Phase.RESUMED, Phase.CHIPS, Phase.FINISHED}),
    Phase.RESUMED: frozenset({Phase.STOPPED, Phase.FINISHED}),
    Phase.CHIPS: frozenset({Phase.FINISHED}),
    Phase.FINISHED: frozenset(),
}
