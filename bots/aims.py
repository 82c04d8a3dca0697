"""What a ruleset asks of the search: its count as a sum of weights, and its passes, bans and ending as numbers.

Every count here is linear in a few numbers of the final position, once two identities are used: stones on the board are stones
set up plus stones played less stones lost, and a group that encloses t points keeps min(t, 2) basic eyes where no seki is
declared. What does not change any more, komi and prisoners so far among it, is one constant, found by asking the referee's own
count about the position at the root (`bots.searching`). Nothing here asks for the name of a ruleset.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from gtp_rules.rules import (
    Cycle,
    FacedBan,
    GlobalShapeBan,
    Marking,
    PassMeans,
    Ruleset,
    Scope,
    SimpleKo,
    Suicide,
    Superko,
    TolerantKo,
)
from gtp_rules.rules.counting import (
    AnnihilationCount,
    AreaCount,
    ChipCount,
    Counting,
    Dame,
    EqualLuCount,
    Exclusive,
    LastMove,
    LegalDame,
    LuCount,
    MuCount,
    OverflowCount,
    PointCount,
    Public,
    StoneCount,
    TerritoryCount,
    ZiCount,
)
from gtp_rules.rules.repetition import Repetition

UNIT = 12
"""Weights are twelfths of a point, so that public points shared among up to four stones stay whole."""

STONES, ENCLOSED, EYES, SETTLED, LONELY, LONELY_IN_SEKI, SHARE, MOVES, FIRST_PASS, CONSTANT, FILLS = range(11)
"""Places of the weights, as `bots.kernel.counting` has them."""
TIE, PASSING, PLAYED_OUT, REPEATS, CAPTURES_ONLY, OUTSIDE, FIRST_COUNTS, PASS_PLACES, EYES_FILLED = range(11, 20)
LATER_ENCLOSED, LATER_EYES = 20, 21
"""Places of the rules, as `bots.kernel.search` has them."""
LENGTH = 22

_FREE, _DRAW, _POSITIONAL, _SITUATIONAL, _NATURAL, _FACED = range(6)
_SCOPES = {Scope.POSITIONAL: _POSITIONAL, Scope.SITUATIONAL: _SITUATIONAL, Scope.NATURAL: _NATURAL}
SUICIDES = {Suicide.FORBIDDEN: 0, Suicide.ALLOWED: 1, Suicide.CHAINS: 2}


def weights(counting: Counting, *, resumed: bool = False) -> dict[int, int]:
    """The weights of a count, by their places; the others are 0, and the constant is left open.

    Args:
        counting: the count.
        resumed: whether play was resumed by a dispute, where moves may cost nothing.

    Raises:
        NotImplementedError: a count that is not known here.
    """
    if isinstance(counting, MuCount) and resumed and counting.legal_dame is LegalDame.LITERAL:
        return {**_weights(counting), MOVES: 0}
    return _weights(counting)


@singledispatch
def _weights(counting: object) -> dict[int, int]:
    raise NotImplementedError(f"{type(counting).__name__} is no count that the search knows")


@_weights.register
def _(counting: AreaCount) -> dict[int, int]:
    return {STONES: UNIT, ENCLOSED: UNIT, FIRST_PASS: -int(2 * UNIT * counting.first_pass)}


@_weights.register
def _(counting: StoneCount) -> dict[int, int]:  # noqa: ARG001
    return {STONES: UNIT}


@_weights.register
def _(counting: ZiCount | EqualLuCount) -> dict[int, int]:  # noqa: ARG001
    return {STONES: UNIT, ENCLOSED: UNIT, EYES: -UNIT}


@_weights.register
def _(counting: OverflowCount) -> dict[int, int]:  # noqa: ARG001
    return {STONES: UNIT, ENCLOSED: UNIT, EYES: -UNIT, FILLS: 1}


@_weights.register
def _(counting: LuCount | ChipCount) -> dict[int, int]:
    # Points enclosed - eyes - own stones lost + stones played: the last two are the stones on the board, set-up apart. Both
    # readings of 子 in `ChipCount` are this sum once moves are equal, which is what the chips bring about.
    return {STONES: UNIT, ENCLOSED: UNIT, EYES: -UNIT, FILLS: int(counting.dame is Dame.STRICT)}


@_weights.register
def _(counting: AnnihilationCount) -> dict[int, int]:  # noqa: ARG001
    return {ENCLOSED: UNIT, EYES: -UNIT, FILLS: 1}


@_weights.register
def _(counting: TerritoryCount) -> dict[int, int]:  # noqa: ARG001
    return {STONES: UNIT, SETTLED: UNIT, MOVES: -UNIT}


@_weights.register
def _(counting: PointCount) -> dict[int, int]:
    found = {STONES: UNIT, ENCLOSED: UNIT, FIRST_PASS: -UNIT if counting.last_move is LastMove.BORDER else 0}
    if counting.public is Public.NEIGHBORS:
        return {**found, SHARE: UNIT // 12}
    return {**found, LONELY if counting.exclusive is Exclusive.ALL else LONELY_IN_SEKI: UNIT}


@_weights.register
def _(counting: MuCount) -> dict[int, int]:
    own = LONELY if counting.exclusive is Exclusive.ALL else LONELY_IN_SEKI
    return {STONES: UNIT, ENCLOSED: UNIT, own: UNIT, MOVES: -UNIT}


def rules(ruleset: Ruleset) -> dict[int, int]:
    """How a ruleset passes, bans and ends, by the places of the rules."""
    turns, counting = ruleset.turns, ruleset.counting
    tie = 3 if isinstance(counting, AnnihilationCount) else int(isinstance(counting, AreaCount) and counting.black_wins_ties)
    free_pass = turns.pass_means is not PassMeans.NOTHING
    extra = turns.virtual and turns.pass_means is not PassMeans.VIRTUAL
    return {
        TIE: tie,
        # A side that must fill its lu before it passes (`PassMeans.EXHAUSTED`) loses nothing by it, as the count fills both
        # sides down to their eyes; so the tree lets it pass, and the player fills (`bots.cleaning`) where the referee insists.
        PASSING: 2 if extra else int(free_pass),
        PLAYED_OUT: int(ruleset.ending.marking is not Marking.NONE),
        REPEATS: _repeats(ruleset.repetition, ruleset.cycle),
        CAPTURES_ONLY: int(isinstance(ruleset.repetition, Superko) and ruleset.repetition.captures_only),
        OUTSIDE: int(isinstance(ruleset.repetition, GlobalShapeBan | FacedBan)),
        FIRST_COUNTS: int(isinstance(counting, AreaCount) and counting.first_pass != 0),
        PASS_PLACES: int(turns.pass_means is PassMeans.VIRTUAL),
        EYES_FILLED: 0 if free_pass else 1,
    }


def _repeats(ban: Repetition, cycle: Cycle) -> int:
    if isinstance(ban, Superko):
        return _SCOPES[ban.scope]
    if isinstance(ban, GlobalShapeBan):
        return _POSITIONAL
    if isinstance(ban, FacedBan):
        return _FACED
    if isinstance(ban, TolerantKo):
        return _DRAW  # a cycle may be run through once, which gains nothing
    assert isinstance(ban, SimpleKo)
    return _FREE if cycle is Cycle.NONE else _DRAW


def unit_of(komi: Fraction) -> int:
    """Into how many parts a point is cut so that weights and komi are whole; a komi finer than a thousandth is rounded."""
    return UNIT * min(komi.denominator, 1000)


def aims(ruleset: Ruleset, counted: Ruleset, komi: Fraction, *, resumed: bool) -> list[int]:
    """The whole array of aims: the play of one ruleset, the count of another, the constant still open.

    Args:
        ruleset: that is refereed.
        counted: that the player aims at.
        komi: which decides the unit, see `unit_of`.
        resumed: whether play was resumed by a dispute.
    """
    found = [0] * LENGTH
    times = unit_of(komi) // UNIT
    for place, weight in weights(counted.counting, resumed=resumed).items():
        found[place] = weight if place == FILLS else weight * times
    for place, value in rules(ruleset).items():
        found[place] = value
    if isinstance(counted.counting, AnnihilationCount):
        _race(found)
    if isinstance(counted.counting, StoneCount):
        _fill(found, UNIT * times)
    return found


def _fill(found: list[int], point: int) -> None:
    """Only stones count, and playouts leave eyes open that could be filled down to two: they are counted as filled."""
    found[LATER_ENCLOSED], found[LATER_EYES] = point, -point
    found[EYES_FILLED] = max(2, found[EYES_FILLED])


def _race(found: list[int]) -> None:
    """Nobody may pass: whoever has nothing left but eyes, and would pass first in a playout, has lost."""
    for place in (ENCLOSED, EYES, FILLS):
        found[place] = 0
    found[CONSTANT], found[FIRST_PASS] = -1, 2
