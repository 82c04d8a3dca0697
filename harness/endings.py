"""How a game may end, and the record of a game that has ended."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from harness.schedule import Task


class Ending(StrEnum):
    """Why a game is over. Stored by these words."""

    SCORE = "score"
    RESIGNATION = "resignation"
    NO_RESULT = "no_result"
    DRAW = "draw"
    ANNIHILATION = "annihilation"
    MOVE_LIMIT = "move_limit"
    TIME = "time"
    ILLEGAL_MOVE = "illegal_move"
    INVALID_REPLY = "invalid_reply"
    ENGINE_DIED = "engine_died"
    TIMEOUT = "timeout"
    FALSE_CLAIM = "false_claim"
    REFUSED_SETUP = "refused_setup"
    INTERNAL = "internal"

    @property
    def trouble(self) -> bool:
        """Whether something went wrong, so that the result says little about the players' Go."""
        return self not in _IN_ORDER


_IN_ORDER = (
    Ending.SCORE,
    Ending.RESIGNATION,
    Ending.NO_RESULT,
    Ending.DRAW,
    Ending.ANNIHILATION,
    Ending.MOVE_LIMIT,
    Ending.TIME,
)


class Recount(msgspec.Struct, frozen=True):
    """The final position of a game, counted under another ruleset.

    Attributes:
        ruleset: specification of that ruleset.
        margin: Black minus White in points, the game's own komi included; a fraction as text.
        result: as in SGF ``RE``.
    """

    ruleset: str
    margin: str
    result: str


class Side(msgspec.Struct, frozen=True):
    """What is recorded of one side besides its moves.

    Attributes:
        seconds: wall-clock that it thought.
        title: what an engine calls itself.
        rules: what an engine was told about the rules.
        score: what an engine says about the result.
        errors: what an engine wrote to standard error, cut in the middle if long.
        overshoot: the most by which a move of it went beyond its clock, in seconds; 0 without a clock.
    """

    seconds: float = 0.0
    title: str = ""
    rules: str = ""
    score: str | None = None
    errors: str = ""
    overshoot: float = 0.0


class Record(msgspec.Struct, frozen=True):
    """A game that has ended.

    Attributes:
        task: the game that was to be played.
        size: ``COLUMNSxROWS``.
        komi: in points; a fraction as text.
        ending: why it is over.
        winner: ``B``, ``W`` or None.
        result: as in SGF ``RE``.
        margin: Black minus White in points, komi included; a fraction as text, or None without a count.
        detail: one line about an ending that needs one.
        turns: number of turns that were made.
        disputes: number of disputes about dead stones.
        moves: a hash of all actions: equal for games that went the same way.
        sgf: the annotated record.
        started: UTC, ISO 8601.
        ended: UTC, ISO 8601.
        black: what is recorded of Black.
        white: what is recorded of White.
        recounts: the position under the other rulesets; empty without a count.
        attempts: how often the game was begun; more than once where trouble is played again.
        thoughts: microseconds of wall-clock that each turn took, in order.
    """

    task: Task
    size: str
    komi: str
    ending: Ending
    winner: str | None
    result: str
    margin: str | None
    detail: str
    turns: int
    disputes: int
    moves: str
    sgf: bytes
    started: str
    ended: str
    black: Side = Side()
    white: Side = Side()
    recounts: tuple[Recount, ...] = ()
    attempts: int = 1
    thoughts: tuple[int, ...] = ()
