"""Players that say which stones of a final position are dead."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from gtp_rules.board import BLACK, WHITE
from gtp_rules.engines.gtp_player import GtpPlayer
from gtp_rules.engines.processes import read_command
from gtp_rules.engines.settings import EngineConfig
from gtp_rules.errors import BadSetup, UnavailablePlayer
from gtp_rules.game import Game
from gtp_rules.player import Player
from gtp_rules.players import is_known, make_player
from gtp_rules.rules import Opening
from harness.rescore.ends import End

GUESSER: Final = "simple seed=0"
"""The player of ours whose opinion is tried where a file states a result."""


class PlayerJudge:
    """Asks a player for its settlement of a position that is set up for it.

    Attributes:
        name: of the player.
    """

    def __init__(self, player: Player, name: str) -> None:
        self.name, self._player = name, player

    def dead(self, end: End) -> frozenset[int]:
        """The whole chains that the player calls dead; points without a stone are left out.

        Raises:
            PlayerTrouble: an engine dies, is late or answers nonsense.
        """
        board = end.position.board
        game = Game(end.ruleset.variant(opening=Opening()), board.geometry.width, board.geometry.height, komi=end.komi)
        try:
            game.set_up(board.stones(BLACK), board.stones(WHITE), end.position.to_move)
        except BadSetup:  # a set-up amid the game has left a chain without a liberty
            return frozenset()
        self._player.new_game(game)
        points = self._player.settlement(end.position.to_move).dead
        inside = (point for point in points if 0 <= point < board.geometry.size)
        return frozenset(stone for point in inside for stone in board.chain(point))

    def close(self) -> None:
        """Ends the player."""
        self._player.close()


def judge_of(text: str) -> PlayerJudge:
    """A player of ours if the first word names one, else a GTP program with its arguments, quoted as in a shell.

    Raises:
        RulesError: there is no such player or program.
    """
    words = text.split()
    if words and is_known(words[0]):
        return PlayerJudge(make_player(text if "seed=" in text else f"{text} seed=0"), words[0])
    command = read_command(text)
    name = Path(command[0]).name
    return PlayerJudge(GtpPlayer(name, EngineConfig(command), keeps_running=True), name)


def guesser() -> PlayerJudge | None:
    """The player whose opinion is tried where a file states a result; None if it is not installed."""
    try:
        return PlayerJudge(make_player(GUESSER), GUESSER.split()[0])
    except UnavailablePlayer:
        return None
