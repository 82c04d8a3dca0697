"""How a recorded game starts: a fresh game with a given initial position."""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.board import BLACK, WHITE, Geometry
from gtp_rules.game import Game, Initial
from gtp_rules.rules import Ruleset


def start_game(ruleset: Ruleset, geometry: Geometry, komi: Fraction, initial: Initial) -> Game:
    """A game in which nothing was done yet. `initial` is taken as the ruleset's opening only where its stones are that.

    Raises:
        BadSetup: the stones cannot stand like this.
    """
    game = Game(ruleset, geometry.width, geometry.height, komi=komi)
    if not (initial.is_opening and is_layout(ruleset, geometry, initial)):
        game.set_up(initial.black, initial.white, initial.to_move, handicap=initial.handicap > 0)
    elif initial.to_move != game.to_move:
        game.set_player(initial.to_move)
    for color, lost in zip((BLACK, WHITE), initial.lost, strict=True):
        if lost:
            game.set_prisoners(color, lost)
    return game


def restart(game: Game) -> Game:
    """The game as it was before its first action, as a game of its own."""
    return start_game(game.ruleset, game.board.geometry, game.komi, game.initial)


def is_layout(ruleset: Ruleset, geometry: Geometry, initial: Initial) -> bool:
    """Whether the stones are those of the ruleset's opening."""
    layout = ruleset.opening.layout(geometry)
    return set(layout[BLACK]) == set(initial.black) and set(layout[WHITE]) == set(initial.white)
