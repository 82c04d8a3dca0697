"""The vocabulary of rules: one value for each axis on which rulesets differ, and `Ruleset`, which composes them."""

from gtp_rules.rules.ending import Ending, Marking, Mover
from gtp_rules.rules.opening import First, Opening, Stones
from gtp_rules.rules.options import configure
from gtp_rules.rules.repetition import (
    Cycle,
    FacedBan,
    Facing,
    GlobalShapeBan,
    Memory,
    Repetition,
    Scope,
    SimpleKo,
    Superko,
    TolerantKo,
)
from gtp_rules.rules.ruleset import Ruleset
from gtp_rules.rules.suicide import Suicide
from gtp_rules.rules.turns import PassMeans, Turns

__all__ = [
    "Cycle",
    "Ending",
    "FacedBan",
    "Facing",
    "First",
    "GlobalShapeBan",
    "Marking",
    "Memory",
    "Mover",
    "Opening",
    "PassMeans",
    "Repetition",
    "Ruleset",
    "Scope",
    "SimpleKo",
    "Stones",
    "Suicide",
    "Superko",
    "TolerantKo",
    "Turns",
    "configure",
]
