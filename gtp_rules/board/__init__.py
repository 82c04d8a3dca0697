"""What is on the board: geometry, stones and chains, regions and groups, text diagrams. No rules, no history."""

from gtp_rules.board.board import Board, Effect
from gtp_rules.board.diagram import diagram, read_diagram
from gtp_rules.board.geometry import BLACK, EMPTY, WHITE, Color, Geometry, geometry
from gtp_rules.board.handicap import handicap_points
from gtp_rules.board.regions import Group, Region, Survey, survey

__all__ = [
    "BLACK",
    "EMPTY",
    "WHITE",
    "Board",
    "Color",
    "Effect",
    "Geometry",
    "Group",
    "Region",
    "Survey",
    "diagram",
    "geometry",
    "handicap_points",
    "read_diagram",
    "survey",
]
