"""The interface that bots and harness share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from gtp_rules.board import Color

if TYPE_CHECKING:
    from gtp_rules.game import Action, Game, Propose


@runtime_checkable
class Player(Protocol):
    """Somebody who plays one or both sides of a game.

    The game that `new_game` hands over is the live one, kept by whoever runs the match: a player reads it (position,
    legal turns, phase, score) and never changes it. A player that needs to try moves copies the board.
    """

    name: str

    def new_game(self, game: Game) -> None:
        """A new game begins; set-up stones may stand on its board already."""

    def choose(self, color: Color) -> Action:
        """The action of `color` in the position as it stands: a turn of any kind, an offer, or a resignation."""

    def observe(self, action: Action) -> None:
        """An action of either side was accepted by the game."""

    def settlement(self, color: Color) -> Propose:
        """What `color` says about dead stones and seki now that play has stopped."""

    def close(self) -> None:
        """Frees what the player holds. It is not used again."""


@runtime_checkable
class Analyst(Protocol):
    """A player that can also show its thinking.

    Attributes:
        listed: the commands that it knows, ``lz-analyze`` or ``kata-analyze`` among them.
    """

    @property
    def listed(self) -> frozenset[str]:
        """The GTP commands that it knows."""

    def analyze(self, command: str) -> Iterator[str]:
        """The lines of an analysis, until whoever asked has something else to say."""


class Attention(Protocol):
    """Whoever asked, while a player thinks."""

    @property
    def interrupted(self) -> bool:
        """Whether the player is to come to an end at once."""

    @property
    def has_input(self) -> bool:
        """Whether somebody has something else to say, which ends an analysis."""


@runtime_checkable
class Attentive(Protocol):
    """A player in our own process that looks up from its thinking."""

    def attend(self, attention: Attention) -> None:
        """Where to look from time to time while thinking."""


@runtime_checkable
class Timed(Protocol):
    """A player that can be told the time."""

    def set_clock(self, settings: tuple[int, ...] | None, left: Mapping[Color, tuple[int, int]]) -> None:
        """What ``time_settings`` and ``time_left`` said last; asked for before each move."""


@runtime_checkable
class Explaining(Protocol):
    """A player that can say why it moved."""

    def explain(self) -> str:
        """Why the last move was chosen, in a few lines; empty before the first."""


PlayerFactory = Callable[..., Player]
"""What an entry point ``gtp_rules.players`` names: called with ``seed=INT`` and the keywords of the player's
specification (all texts), it returns a player or raises ``ValueError`` for an option that it does not have."""
