"""The player ``random``: any legal point that is not its own eye, each with the same chance."""

from __future__ import annotations

import random

from bots.eyes import is_eye
from bots.options import refuse_unknown
from gtp_rules.board import Color
from gtp_rules.game import Action, Game, Play, Propose

NAME = "random"


class RandomPlayer:
    """Plays at random and says of no stone that it is dead.

    Suicide is not played even where the ruleset allows it, unless nothing else is legal and the ruleset refuses to let the side
    pass: it makes room for more stones, and against somebody who passes it would never end.
    """

    name = NAME

    def __init__(self, seed: int) -> None:
        self._numbers = random.Random(seed)  # noqa: S311 - matches must be repeatable
        self._game: Game | None = None

    def new_game(self, game: Game) -> None:
        """Remembers the game; the sequence of random numbers goes on from the last game."""
        self._game = game

    def choose(self, color: Color) -> Action:
        """A random point, or what a pass means under the ruleset when only own eyes are left.

        Where the ruleset refuses that pass too, any legal point will do.
        """
        game = self._live()
        legal = game.legal_points(color)
        points = [point for point in legal if self._is_sensible(game, color, point)]
        if points:
            return Play(color, self._numbers.choice(points))
        stop = game.pass_action(color)
        if legal and game.refusal(stop) is not None:
            return Play(color, self._numbers.choice(legal))
        return stop

    def observe(self, action: Action) -> None:
        """Nothing to remember."""

    def settlement(self, color: Color) -> Propose:
        """Everything lives."""
        return Propose(color)

    def close(self) -> None:
        """Nothing to free."""
        self._game = None

    @staticmethod
    def _is_sensible(game: Game, color: Color, point: int) -> bool:
        return not is_eye(game.board, color, point) and not game.board.look(color, point).suicide

    def _live(self) -> Game:
        if self._game is None:
            raise RuntimeError("the player was asked for an action before its first game")
        return self._game


def create(*, seed: int, **options: str) -> RandomPlayer:
    """The player ``random``; equal seeds play equal games.

    Raises:
        ValueError: an option is given; there are none.
    """
    refuse_unknown(NAME, options)
    return RandomPlayer(seed)
