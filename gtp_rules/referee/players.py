"""Finding a player of ours by its specification ``NAME key=value …``."""

from __future__ import annotations

import importlib
import random
from importlib.metadata import entry_points

from gtp_rules.errors import RulesError
from gtp_rules.player import Player, PlayerFactory

GROUP = "gtp_rules.players"
_OWN = {"random": "bots.random_bot:create", "simple": "bots.simple:create"}  # so that a plain checkout works uninstalled


class BadPlayer(RulesError):
    """No player can be made from the specification."""


def make_player(specification: str) -> Player:
    """The player that ``NAME key=value …`` or ``package.module:factory key=value …`` names.

    Without ``seed=INT`` the player is seeded at random.

    Raises:
        BadPlayer: no such player, an option that it does not have, or a seed that is no number.
    """
    words = specification.split()
    if not words:
        raise BadPlayer("a player needs a name")
    options = dict(_option(word) for word in words[1:])
    seed = options.pop("seed", None) or str(random.SystemRandom().getrandbits(32))
    if not seed.isdigit():
        raise BadPlayer(f"a seed is a whole number, not {seed!r}")
    try:
        return _factory(words[0])(seed=int(seed), **options)
    except (TypeError, ValueError) as error:
        raise BadPlayer(f"{words[0]}: {error}") from error


def _option(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals or not key.isidentifier():
        raise BadPlayer(f"{word!r} is not an option of the form key=value")
    return key, value


def _factory(name: str) -> PlayerFactory:
    installed = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    target = name if ":" in name else {**_OWN, **installed}.get(name)
    if target is None:
        raise BadPlayer(f"no player {name!r}; there are {', '.join(sorted({*_OWN, *installed}))}")
    module, _, attribute = target.partition(":")
    try:
        factory: PlayerFactory = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadPlayer(f"player {name!r} cannot be loaded: {error}") from error
    return factory
