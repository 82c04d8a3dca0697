"""Counting: policies that turn a stopped position into an itemised, exact score."""

from gtp_rules.rules.counting.area import AreaCount, HandicapPoints
from gtp_rules.rules.counting.life import Life, Living, choose_eyes, eyes_needed, livings
from gtp_rules.rules.counting.lu import Dame, Field, LuCount, SekiLu, moves_made, prepare
from gtp_rules.rules.counting.position import Account, ChipTally, Position, Settlement, Tally
from gtp_rules.rules.counting.prisoners import ChipCount, Zi, fillable
from gtp_rules.rules.counting.sheet import Line, ScoreSheet, Side, result_text
from gtp_rules.rules.counting.stones import AnnihilationCount, EqualLuCount, OverflowCount, StoneCount, ZiCount
from gtp_rules.rules.counting.territory import TerritoryCount
from gtp_rules.rules.counting.yan_lai import Exclusive, LastMove, LegalDame, MuCount, PointCount, Public

Counting = (
    LuCount
    | ChipCount
    | OverflowCount
    | AnnihilationCount
    | EqualLuCount
    | StoneCount
    | ZiCount
    | AreaCount
    | TerritoryCount
    | PointCount
    | MuCount
)

__all__ = [
    "Account",
    "AnnihilationCount",
    "AreaCount",
    "ChipCount",
    "ChipTally",
    "Counting",
    "Dame",
    "EqualLuCount",
    "Exclusive",
    "Field",
    "HandicapPoints",
    "LastMove",
    "LegalDame",
    "Life",
    "Line",
    "Living",
    "LuCount",
    "MuCount",
    "OverflowCount",
    "PointCount",
    "Position",
    "Public",
    "ScoreSheet",
    "SekiLu",
    "Settlement",
    "Side",
    "StoneCount",
    "Tally",
    "TerritoryCount",
    "Zi",
    "ZiCount",
    "choose_eyes",
    "eyes_needed",
    "fillable",
    "livings",
    "moves_made",
    "prepare",
    "result_text",
]
