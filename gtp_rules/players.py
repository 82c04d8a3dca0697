"""Finding our own players by name: ``NAME key=value …``, with a name of the entry-point group or ``package.module:factory``."""

from __future__ import annotations

import difflib
import importlib
import random
from importlib.metadata import entry_points

from gtp_rules.errors import UnavailablePlayer
from gtp_rules.player import Player, PlayerFactory

GROUP = "gtp_rules.players"
_OWN = {  # so that a plain checkout works uninstalled
    "random": "bots.random_bot:create",
    "simple": "bots.simple:create",
    "mcts": "bots.mcts:create",
}


_EXTRAS = {"mcts": "mcts"}
"""The extras of our distribution that bots need."""


def is_known(name: str) -> bool:
    """Whether a word names a player of ours, rather than a program."""
    return ":" in name or name in _installed()


def player_names() -> list[str]:
    """The names of the bots that are installed."""
    return sorted(_installed())


def make_player(specification: str) -> Player:
    """The player that a text names; without ``seed=INT`` it is seeded at random.

    Raises:
        UnavailablePlayer: no such player, an option that it does not have, or a seed that is no number.
    """
    words = specification.split()
    if not words:
        raise UnavailablePlayer("a player needs a name")
    options = dict(_option(word) for word in words[1:])
    seed = options.pop("seed", None) or str(random.SystemRandom().getrandbits(32))
    if not (seed.isascii() and seed.isdigit()):
        raise UnavailablePlayer(f"a seed is a whole number, not {seed!r}")
    return build_player(words[0], int(seed), options)


def build_player(name: str, seed: int, options: dict[str, str]) -> Player:
    """The player of this name with a seed and options.

    Raises:
        UnavailablePlayer: no such player, or an option that it does not have.
    """
    factory = find_factory(name)
    try:
        return factory(seed=seed, **options)
    except (TypeError, ValueError) as error:
        raise UnavailablePlayer(f"{name} does not accept its options: {error}") from error


def find_factory(name: str) -> PlayerFactory:
    """The function that makes players of this name.

    Raises:
        UnavailablePlayer: there is no such player, or it cannot be loaded.
    """
    installed = _installed()
    target = name if ":" in name else installed.get(name)
    if target is None:
        near = difflib.get_close_matches(name, installed, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        names = ", ".join(sorted(installed))
        raise UnavailablePlayer(f"no bot {name!r} is installed (there are: {names}){hint}; or write package.module:factory")
    module, _, attribute = target.partition(":")
    try:
        factory: PlayerFactory = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        lacks = isinstance(error, ModuleNotFoundError) and name in _EXTRAS
        hint = f"; pip install 'gtp-rules[{_EXTRAS[name]}]' brings it" if lacks else ""
        raise UnavailablePlayer(f"bot {name!r} cannot be loaded: {error}{hint}") from error
    return factory


def _installed() -> dict[str, str]:
    return {**_OWN, **{entry.name: entry.value for entry in entry_points(group=GROUP)}}


def _option(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not key.isidentifier():
        raise UnavailablePlayer(f"{word!r} is not an option of the form key=value")
    return key, value
