"""Counting: policies that turn a stopped position into an itemised, exact score."""

from gtp_rules.rules.counting.area import AreaCount
from gtp_rules.rules.counting.life import Life, Living, livings
from gtp_rules.rules.counting.lu import Dame, LuCount, SekiLu
from gtp_rules.rules.counting.position import Account, Position, Settlement, Tally
from gtp_rules.rules.counting.sheet import Line, ScoreSheet, Side, result_text
from gtp_rules.rules.counting.territory import TerritoryCount

Counting = LuCount | AreaCount | TerritoryCount

__all__ = [
    "Account",
    "AreaCount",
    "Counting",
    "Dame",
    "Life",
    "Line",
    "Living",
    "LuCount",
    "Position",
    "ScoreSheet",
    "SekiLu",
    "Settlement",
    "Side",
    "Tally",
    "TerritoryCount",
    "livings",
    "result_text",
]
