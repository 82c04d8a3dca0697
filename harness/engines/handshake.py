"""Telling an engine the rules, as far as it has words for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from gtp_rules.rules import Ruleset

UNKNOWN: Final = "rules unknown"
"""What is recorded for an engine that has no command for this ruleset: it plays by whatever rules it has."""

_KGS: Final = {"chinese": "chinese", "japanese": "japanese", "aga": "aga", "new-zealand": "new_zealand"}
_KATAGO: Final = {
    "chinese": "chinese",
    "japanese": "japanese",
    "korean": "korean",
    "aga": "aga",
    "new-zealand": "new-zealand",
    "tromp-taylor": "tromp-taylor",
}


def rules_command(ruleset: Ruleset, listed: Collection[str]) -> str | None:
    """The command that makes an engine play by this ruleset, the most exact one that it lists, or None.

    A ruleset that the engine's command has no name for is never replaced by a similar one: that is for the ``startup`` of
    a configuration to say.
    """
    if "rules-set" in listed:
        return f"rules-set {ruleset.specification}"
    if "kata-set-rules" in listed and ruleset.name in _KATAGO:
        return f"kata-set-rules {_KATAGO[ruleset.name]}"
    if "kgs-rules" in listed and ruleset.name in _KGS:
        return f"kgs-rules {_KGS[ruleset.name]}"
    return None
