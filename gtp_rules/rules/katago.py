"""The nearest rules of KataGo, derived from a ruleset's values, and in what they differ.

KataGo's own axes: ko, scoring, tax (points in seki and two points a group), suicide. A full set of fields is given, because a
partial one is filled up with values that nobody asked for.
"""

from __future__ import annotations

from typing import NamedTuple

from gtp_rules.rules.counting import (
    AnnihilationCount,
    AreaCount,
    ChipCount,
    EqualLuCount,
    LuCount,
    MuCount,
    OverflowCount,
    PointCount,
    StoneCount,
    TerritoryCount,
    ZiCount,
)
from gtp_rules.rules.ending import Marking
from gtp_rules.rules.repetition import FacedBan, GlobalShapeBan, Scope, SimpleKo, Superko, TolerantKo
from gtp_rules.rules.ruleset import Ruleset
from gtp_rules.rules.suicide import Suicide
from gtp_rules.rules.turns import PassMeans

_KO: dict[type, str] = {SimpleKo: "SIMPLE", TolerantKo: "SIMPLE", GlobalShapeBan: "POSITIONAL", FacedBan: "SITUATIONAL"}
_COUNT: dict[type, tuple[str, str]] = {
    AreaCount: ("AREA", "NONE"),
    PointCount: ("AREA", "NONE"),
    TerritoryCount: ("TERRITORY", "SEKI"),
    MuCount: ("TERRITORY", "NONE"),
    LuCount: ("AREA", "ALL"),
    ChipCount: ("AREA", "ALL"),
    OverflowCount: ("AREA", "ALL"),
    AnnihilationCount: ("AREA", "ALL"),
    EqualLuCount: ("AREA", "ALL"),
    StoneCount: ("AREA", "ALL"),
    ZiCount: ("AREA", "ALL"),
}


class NearestRules(NamedTuple):
    """What KataGo is told, and what it will not know.

    Attributes:
        values: all fields of KataGo's rules.
        differences: what the ruleset has beyond them, in words; empty if nothing.
    """

    values: dict[str, str | bool]
    differences: tuple[str, ...]


def nearest_rules(ruleset: Ruleset) -> NearestRules:
    """KataGo's rules that come nearest to a ruleset. With equal moves lu, stones and taxed area give one margin (I6, I9)."""
    scoring, tax = _COUNT[type(ruleset.counting)]
    values: dict[str, str | bool] = {
        "ko": _ko(ruleset),
        "scoring": scoring,
        "tax": tax,
        "suicide": ruleset.suicide is not Suicide.FORBIDDEN,
        "hasButton": False,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": ruleset.ending.marking is Marking.AGREEMENT,
    }
    return NearestRules(values, tuple(_differences(ruleset)))


def _ko(ruleset: Ruleset) -> str:
    ban = ruleset.repetition
    if isinstance(ban, Superko):
        return "POSITIONAL" if ban.scope is Scope.POSITIONAL else "SITUATIONAL"
    return _KO[type(ban)]


def _differences(ruleset: Ruleset) -> list[str]:
    turns, count, ban = ruleset.turns, ruleset.counting, ruleset.repetition
    found = {
        "virtual moves": turns.virtual,
        "a pass owes a move": turns.pass_means is PassMeans.OFFER,
        "a pass hands over a stone": turns.pass_means is PassMeans.STONE,
        "a pass only when nothing is left to fill": turns.pass_means in {PassMeans.EXHAUSTED, PassMeans.NOTHING},
        "suicide of single stones": ruleset.suicide is Suicide.ALLOWED,  # its suicide is that of two stones and more
        "its own repetition ban": isinstance(ban, FacedBan | GlobalShapeBan | TolerantKo),
        "superko for captures only": isinstance(ban, Superko) and ban.captures_only,
        "open dame played out before the count": isinstance(count, LuCount | ChipCount | OverflowCount),
        "shares of public points": isinstance(count, PointCount),
        "moves compensated": isinstance(count, MuCount),
    }
    return [difference for difference, holds in found.items() if holds]
