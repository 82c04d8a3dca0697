"""The rehearsal: every player is started once under every ruleset and makes one move."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from gtp_rules import rulesets
from gtp_rules.board import Geometry
from gtp_rules.errors import PlayerTrouble, UnavailablePlayer
from gtp_rules.game import Action, Game, Play
from harness.config import Config, PlayerConfig
from harness.errors import HarnessError
from harness.players import Witness, build
from harness.schedule import derive


class Finding(NamedTuple):
    """What one player did under one ruleset.

    Attributes:
        player: its name.
        ruleset: specification.
        ok: whether it made a move that the ruleset allows.
        text: one line: what it is, what it was told, what it played; or what went wrong.
    """

    player: str
    ruleset: str
    ok: bool
    text: str


def check(config: Config, name: str, ruleset: str) -> Finding:
    """Starts a player, tells it the conditions, asks for one move and ends it."""
    found = rulesets.find(ruleset)
    width, height = config.experiment.dimensions
    game = Game(found, width, height, komi=config.experiment.komi_points)
    seed = derive(config.experiment.seed, "check", name)
    try:
        return Finding(name, found.specification, *_rehearse(name, config.players[name], game, seed))
    except (PlayerTrouble, UnavailablePlayer, HarnessError) as error:
        return Finding(name, found.specification, ok=False, text=f"{type(error).__name__}: {error}")
    except Exception as error:
        return Finding(name, found.specification, ok=False, text=f"raised {type(error).__name__}: {error}")


def _rehearse(name: str, config: PlayerConfig, game: Game, seed: int) -> tuple[bool, str]:
    player = build(name, config, seed)
    try:
        player.new_game(game)
        began = perf_counter()
        action = player.choose(game.to_move)
        seconds = perf_counter() - began
        about = f"{player.title}, {player.rules}; " if isinstance(player, Witness) else ""
        refusal = game.refusal(action)
        move = _describe(action, game.board.geometry)
        return refusal is None, f"{about}{move} in {seconds:.2f} s" + (f": {refusal}" if refusal else "")
    finally:
        player.close()


def _describe(action: Action, shape: Geometry) -> str:
    what = shape.vertex(action.point) if isinstance(action, Play) else type(action).__name__.lower()
    return f"{action.color.word} {what}"
