"""``gtp-rules warm-up``: lets every bot do once all that it can, so that what is compiled at first use is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import perf_counter

from gtp_rules.errors import UnavailablePlayer
from gtp_rules.game import Game, Phase
from gtp_rules.player import Analyst, Player
from gtp_rules.players import build_player, player_names
from gtp_rules.rulesets import find

_RULESETS = ("yan-lai-2015", "tang-song opening=empty")  # virtual moves and a ban on repetition; dame that are played out
_SIZE = 5
_MOVES = 2


def warm_up() -> Iterator[str]:
    """A line for each bot that is installed, once it has played: how long it took, or why it cannot play."""
    for name in player_names():
        began = perf_counter()
        try:
            for specification in _RULESETS:
                _play(_player(name), specification)
        except UnavailablePlayer as error:
            yield f"{name}: {error}"
        else:
            yield f"{name}: ready after {perf_counter() - began:.1f} s"


def _player(name: str) -> Player:
    """The bot, thinking as little as it can."""
    try:
        return build_player(name, 1, {"playouts": "16"})
    except UnavailablePlayer:
        return build_player(name, 1, {})


def _play(player: Player, specification: str) -> None:
    game = Game(find(specification), _SIZE, _SIZE)
    player.new_game(game)
    for _ in range(_MOVES):
        action = player.choose(game.to_move)
        if game.refusal(action) is not None or game.phase is not Phase.PLAY:
            break
        game.apply(action)
        player.observe(action)
    if isinstance(player, Analyst):
        for command in sorted(player.listed & {"lz-analyze", "kata-analyze"}):
            list(islice(player.analyze(f"{command} 5"), 1))
    player.settlement(game.to_move)
    player.close()
