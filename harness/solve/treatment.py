"""What a ruleset means to the solver: numbers derived from its axes, and what cannot be treated exactly."""

from __future__ import annotations

from typing import NamedTuple

from gtp_rules.board import BLACK, WHITE, Board
from gtp_rules.rules import Cycle, PassMeans, Ruleset, Scope, SimpleKo, Suicide, Superko, TolerantKo
from gtp_rules.rules.counting import (
    AnnihilationCount,
    AreaCount,
    ChipCount,
    Dame,
    EqualLuCount,
    LuCount,
    MuCount,
    OverflowCount,
    PointCount,
    StoneCount,
    TerritoryCount,
    Zi,
    ZiCount,
)
from harness.errors import HarnessError

_STONES, _AREA, _TAXED = 0, 1, 2  # as in the compiled code
_SUICIDE = {Suicide.FORBIDDEN: 0, Suicide.ALLOWED: 1, Suicide.CHAINS: 2}
_FREE = {PassMeans.PASS, PassMeans.STONE, PassMeans.OFFER}

_NO_COUNT: dict[type, str] = {
    TerritoryCount: "territory without agreed life and death needs hypothetical play, and prisoners depend on the whole game",
    PointCount: "its count goes with a ban that looks at stones outside the board, under which a game need not end",
    MuCount: "its mu depend on the numbers of moves before and after a dispute, and on claims",
    AnnihilationCount: "only winning and losing mean anything where the eyes are filled in the end, not a margin",
}


class Unsolvable(HarnessError):
    """The rules, or the board, are not within reach; the text says why."""


class Treatment(NamedTuple):
    """A ruleset as the solver sees it.

    Attributes:
        kind: 0 stones only, 1 area, 2 area less the basic eyes.
        dame: whether two-sided dame are played out before the count.
        suicide: 0 forbidden, 1 allowed, 2 of chains only.
        lone: whether a suicide of one stone, which leaves the board as it is, may be played under simple ko.
        restricted: whether only a side that has nothing left to fill may pass.
        uncompensated: whether set-up stones are no moves and so count against their side.
        superko: the superko, if the ruleset has one.
        draw: whether all play that never ends is a draw. It is not where passes start the count of occurrences anew: then a
            side can put off the end for ever by suicides of single stones that the other answers by passes.
        plain_ko: whether simple ko is all that the ruleset forbids, so that the table treats it as it is.
    """

    kind: int
    dame: bool
    suicide: int
    lone: bool
    restricted: bool
    uncompensated: bool
    superko: Superko | None
    draw: bool
    plain_ko: bool

    @property
    def numbers(self) -> tuple[int, ...]:
        """What the compiled code calls ``rules``."""
        return self.kind, self.dame, self.suicide, self.lone, self.restricted

    @property
    def ban(self) -> tuple[int, int, int]:
        """What the compiled code calls ``ban``, where there is a superko: one memory, passes remembered, captures only."""
        superko = self.superko
        if superko is None:
            raise Unsolvable("without a superko there is no history to look at; use the method table")
        return superko.scope is Scope.POSITIONAL, superko.scope is Scope.SITUATIONAL, superko.captures_only

    def offset(self, board: Board) -> int:
        """What the count of a game that starts from this set-up has beyond the count of its last board, for Black."""
        return len(board.stones(WHITE)) - len(board.stones(BLACK)) if self.uncompensated else 0


def treat(ruleset: Ruleset) -> Treatment:
    """The treatment of a ruleset.

    Dead stones are not agreed on: whoever wants stones off the board captures them before the stop. This is what a dispute
    comes to. Two passes, or two offers, stop the game; the stop is counted with everything on the board alive.

    Raises:
        Unsolvable: something in the rules depends on more than the board, the side to move, passes and earlier boards.
    """
    _check(ruleset)
    counting, ban = ruleset.counting, ruleset.repetition
    superko = ban if isinstance(ban, Superko) else None
    return Treatment(
        kind=_kind(ruleset),
        dame=isinstance(counting, OverflowCount) or getattr(counting, "dame", None) is Dame.STRICT,
        suicide=_SUICIDE[ruleset.suicide],
        lone=ruleset.suicide is Suicide.ALLOWED and not (superko and superko.scope is Scope.POSITIONAL),
        restricted=ruleset.turns.pass_means is PassMeans.EXHAUSTED,
        uncompensated=isinstance(counting, LuCount) or (isinstance(counting, ChipCount) and counting.zi is Zi.PRISONERS),
        superko=superko,
        draw=ruleset.cycle is Cycle.DRAW and isinstance(ban, SimpleKo) and not ban.skip_is_progress,
        plain_ko=isinstance(ban, SimpleKo),
    )


def _kind(ruleset: Ruleset) -> int:
    """What is counted. With equal numbers of moves lu, chips and stones after filling come to taxed area (I6 to I8).

    Without a declaration a group has two basic eyes if it encloses two points or more, else as many as it encloses, so that
    what private points in seki are worth makes no difference.
    """
    counting = ruleset.counting
    if isinstance(counting, StoneCount):
        return _STONES
    if isinstance(counting, AreaCount):
        return _AREA
    assert isinstance(counting, LuCount | ChipCount | OverflowCount | EqualLuCount | ZiCount)
    return _TAXED


def _check(ruleset: Ruleset) -> None:
    for reason in _reasons(ruleset):
        raise Unsolvable(f"{ruleset.specification} cannot be solved: {reason}")


def _reasons(ruleset: Ruleset) -> list[str]:
    counting, turns, ban = ruleset.counting, ruleset.turns, ruleset.repetition
    reasons = [_NO_COUNT[type(counting)]] if type(counting) in _NO_COUNT else []
    if isinstance(counting, AreaCount) and counting.first_pass:
        reasons.append("the count depends on who passed first in the game")
    if turns.virtual or turns.pass_means not in _FREE | {PassMeans.EXHAUSTED}:
        reasons.append("its turns without a stone on the board are more than passes")
    if not isinstance(ban, SimpleKo | Superko | TolerantKo):
        reasons.append("its ban looks at more than boards")
    if ruleset.ending.move_limit is not None or ruleset.ending.annihilation:
        reasons.append("the game may end otherwise than by two passes")
    return reasons
