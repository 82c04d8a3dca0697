"""Rules over time: actions, phases, and the `Game` that accepts or refuses them and can take them back."""

from gtp_rules.game.actions import (
    Abandon,
    Accept,
    Action,
    Chips,
    Dispute,
    Offer,
    Pass,
    Play,
    Propose,
    Resign,
    Resume,
    Turn,
    Virtual,
)
from gtp_rules.game.game import Entry, Game
from gtp_rules.game.initial import Initial
from gtp_rules.game.ledger import Ledger
from gtp_rules.game.outcome import Outcome, Termination
from gtp_rules.game.phases import ACCEPTS, FOLLOWS, Phase
from gtp_rules.rules.counting import Settlement

__all__ = [
    "ACCEPTS",
    "FOLLOWS",
    "Abandon",
    "Accept",
    "Action",
    "Chips",
    "Dispute",
    "Entry",
    "Game",
    "Initial",
    "Ledger",
    "Offer",
    "Outcome",
    "Pass",
    "Phase",
    "Play",
    "Propose",
    "Resign",
    "Resume",
    "Settlement",
    "Termination",
    "Turn",
    "Virtual",
]
