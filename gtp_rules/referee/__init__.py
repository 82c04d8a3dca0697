"""The referee: a game behind GTP. `build` makes one, `handle` of its registry answers lines."""

from gtp_rules.referee import (
    administration,
    counting,
    gogui,
    information,
    kgs,
    opponent,
    playing,
    records,
    rulings,
    setting_up,
    view,
)
from gtp_rules.referee.commands import registry
from gtp_rules.referee.referee import Referee

__all__ = [
    "Referee",
    "administration",
    "counting",
    "gogui",
    "information",
    "kgs",
    "opponent",
    "playing",
    "records",
    "registry",
    "rulings",
    "setting_up",
    "view",
]
