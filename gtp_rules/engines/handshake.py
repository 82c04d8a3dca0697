"""Telling an engine the rules, as far as it has words for them."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final, NamedTuple

from gtp_rules.rules import Ruleset
from gtp_rules.rules.katago import nearest_rules

UNKNOWN: Final = "rules unknown"
"""What is recorded for an engine that has no command for this ruleset: it plays by whatever rules it has."""


class Handshake(NamedTuple):
    """How an engine is told the rules.

    Attributes:
        command: the GTP command; None if the engine has none for this ruleset.
        note: in what the rules that it names differ from the ruleset; empty if in nothing.
    """

    command: str | None
    note: str = ""


def disagreement(told: str, answer: str) -> str:
    """In which values the rules that KataGo says it has differ from those it was told; empty if in none.

    Args:
        told: the command that told it, or any other, to which there is nothing to compare.
        answer: what ``kata-get-rules`` answers.
    """
    try:
        wanted, got = json.loads(told.partition(" ")[2]), json.loads(answer)
        other = [f"{key} {got[key]}" for key in wanted if key in got and got[key] != wanted[key]]
    except (ValueError, TypeError):
        return ""
    return f"it says {', '.join(other)}" if other else ""


def handshake(ruleset: Ruleset, listed: Collection[str]) -> Handshake:
    """The most exact way that the commands listed by an engine offer.

    Another referee is told the ruleset itself, KataGo the nearest rules that it can express. A ruleset that KGS has no name
    for is never replaced by a similar one: that is for the ``startup`` of a configuration to say.
    """
    if "rules-set" in listed:
        return Handshake(f"rules-set {ruleset.specification}")
    if "kata-set-rules" in listed:
        nearest = nearest_rules(ruleset)
        values = json.dumps(nearest.values, separators=(",", ":"))
        return Handshake(f"kata-set-rules {values}", f"without {', '.join(nearest.differences)}" if nearest.differences else "")
    if "kgs-rules" in listed and "kgs" in ruleset.elsewhere:
        return Handshake(f"kgs-rules {ruleset.elsewhere['kgs']}")
    return Handshake(None)
