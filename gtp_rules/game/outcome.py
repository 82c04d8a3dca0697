"""How a game ended."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from gtp_rules.board import Color
from gtp_rules.rules.counting import ScoreSheet


class Termination(StrEnum):
    """Why a game ended."""

    SCORE = "score"
    RESIGNATION = "resignation"
    DRAW = "draw"  # a cycle that the ruleset calls a draw
    NO_RESULT = "no-result"  # a cycle that the ruleset calls no result
    MOVE_LIMIT = "move-limit"  # counted as it stood
    ANNIHILATION = "annihilation"  # one side has no stone left, and the ruleset ends the game by that


class Outcome(NamedTuple):
    """The end of a game.

    Attributes:
        termination: why it ended.
        winner: the side that won, or None.
        score: the count, where there was one.
    """

    termination: Termination
    winner: Color | None
    score: ScoreSheet | None = None

    @property
    def result(self) -> str:
        """The text for SGF ``RE``."""
        if self.score is not None:
            return self.score.result
        if self.termination is Termination.DRAW:
            return "0"
        if self.winner is None:
            return "Void"
        return f"{self.winner.letter}+{'R' if self.termination is Termination.RESIGNATION else ''}"
