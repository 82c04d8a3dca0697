"""From the configuration of a player to a player."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from gtp_rules.engines.settings import SEED_MARK, EngineConfig
from gtp_rules.errors import UnavailablePlayer
from gtp_rules.player import Player, PlayerFactory
from gtp_rules.players import find_factory
from harness.config import BotConfig, PlayerConfig

_ENGINE_SEED = (1 << 31) - 1


@runtime_checkable
class Witness(Protocol):
    """A player that has more to say than a `Player` must: a program with rules, a score and an error output of its own.

    Attributes:
        title: what it calls itself.
        rules: what it knows about the rules.
    """

    title: str
    rules: str

    def final_score(self) -> str | None:
        """Its own opinion of the result."""

    @property
    def error_text(self) -> str:
        """What it wrote beside its replies."""


def build(name: str, config: PlayerConfig, seed: int, *, keeps_running: bool = False) -> Player:
    """The player of this name for one game.

    A bot gets the seed; a program, which is not started yet, gets what of it fits 31 bits, where its command asks for it.

    Args:
        name: of the player.
        config: its section of the file.
        seed: for its random choices.
        keeps_running: whether a program that was started by hand goes on with its game, instead of being started anew.

    Raises:
        UnavailablePlayer: there is no such bot, or it does not accept its options.
    """
    if isinstance(config, EngineConfig):
        from gtp_rules.engines.gtp_player import GtpPlayer

        command = [part.replace(SEED_MARK, str(seed & _ENGINE_SEED)) for part in config.command]
        return GtpPlayer(name, msgspec.structs.replace(config, command=command), keeps_running=keeps_running)
    player = _make_bot(config, seed)
    player.name = name
    return player


def rest(player: Player) -> bool:
    """Whether a program may play another game; if so, what it wrote until now is read."""
    from gtp_rules.engines.gtp_player import GtpPlayer

    if not (isinstance(player, GtpPlayer) and player.is_sound):
        return False
    player.catch_up()
    return True


def probe(name: str, config: PlayerConfig) -> None:
    """Looks whether this player can be had: that the program exists, or that the bot accepts its options.

    Raises:
        UnavailablePlayer: it cannot; the text begins with the path of the key in the configuration.
    """
    try:
        if isinstance(config, BotConfig):
            _make_bot(config, 0).close()
        else:
            _probe_engine(config)
    except UnavailablePlayer as error:
        key = "bot" if isinstance(config, BotConfig) else "command" if _is_folder(config.cwd) else "cwd"
        raise UnavailablePlayer(f"players.{name}.{key}: {error}") from None


def _probe_engine(config: EngineConfig) -> None:
    from gtp_rules.engines.processes import find_program

    if not _is_folder(config.cwd):
        raise UnavailablePlayer(f"folder {config.cwd} does not exist")
    find_program(config.command[0], config.cwd)


def _is_folder(cwd: str | None) -> bool:
    try:
        return cwd is None or Path(cwd).is_dir()
    except OSError:  # such as a name that is too long
        return False


def _make_bot(config: BotConfig, seed: int) -> Player:
    texts = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in config.options.items()}
    try:
        return _factory(config.bot)(seed=seed, **texts)
    except (TypeError, ValueError) as error:
        raise UnavailablePlayer(f"{config.bot} does not accept its options: {error}") from error


@cache
def _factory(name: str) -> PlayerFactory:
    """What makes bots of this name; to look for it once is enough, for what is installed is read for that."""
    return find_factory(name)
