"""A margin as a sum of named terms, each computed by its own definition.

Every count of `gtp_rules.rules.counting` is written over one common base, the area ``d(S + T)`` of the position as it stands
with dead stones taken off (``d`` is Black less White)::

    margin = d(S + T) + eye tax + seki + last dame + move parity + passes + … − komi

Two rulesets share the base, so the difference of their margins is the sum of the differences of their terms, without a rest.
That the terms of a ruleset add up to its count is what the identities of docs/rules.md say; the tests hold it against the
counts themselves.

Letters, for a color c: ``S`` living stones, ``T`` enclosed points, ``K`` stones lost in play, ``D`` stones taken off as dead,
``M`` board moves, ``V`` virtual moves, ``A`` passes, ``H = S + D + K − M`` stones that no move brought: set up, or captured
before the set-up. With ``'``: on the board whose two-sided dame have been played out.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from gtp_rules.board import BLACK, WHITE, Survey, survey
from gtp_rules.rules.counting import (
    AnnihilationCount,
    AreaCount,
    ChipCount,
    ChipTally,
    Counting,
    Dame,
    EqualLuCount,
    Exclusive,
    HandicapPoints,
    LastMove,
    LegalDame,
    Life,
    LuCount,
    MuCount,
    OverflowCount,
    PointCount,
    Position,
    Public,
    SekiLu,
    Settlement,
    StoneCount,
    TerritoryCount,
    Zi,
    ZiCount,
    eyes_needed,
)
from gtp_rules.rules.counting.dame import fill_dame

Number = int | Fraction


class Part(StrEnum):
    """What a term of a margin is for, in the order in which terms are shown."""

    TAX = "eye tax"  # −2 d(g): two basic eyes for each group that lives independently
    SEKI = "seki"  # the basic eyes of groups in seki, or all that they enclose, that do not count
    DAME = "last dame"  # what playing out the two-sided dame changes
    PARITY = "move parity"  # −d(turns) of the play before any dispute, or the point for Black's last move
    PASSES = "passes"  # d(A): a pass costs nothing where stones are compensated
    VIRTUAL = "virtual moves"  # d(V)
    DISPUTE = "moves in the dispute"
    PRISONERS = "prisoners"  # d(K + D), where lost stones are forgotten
    SETUP = "set-up stones"  # −d(H)
    LIBERTIES = "exclusive liberties"
    CLAIMS = "claims"
    PUBLIC = "public points"
    TERRITORY = "territory"  # −d(T), where stones alone count
    FIRST_PASS = "first pass"  # noqa: S105 - no secret
    HANDICAP = "handicap"
    CHIPS = "chips"  # the chips as they were put, instead of as they would be
    KOMI = "komi"


Terms = dict[Part, Number]


class Groups(NamedTuple):
    """Differences, Black less White, of what the groups of one board have.

    Attributes:
        area: ``d(S + T)``.
        number: how many of Black's groups, and of White's, live independently.
        seki_points: the points that groups in seki enclose.
        seki_eyes: the basic eyes among them.
        in_seki: by index of the survey, whether the group is in seki.
    """

    area: int
    number: tuple[int, int]
    seki_points: int
    seki_eyes: int
    in_seki: list[bool]


class Facts:
    """What the counts of one position share; each part is computed once, when it is first asked for."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.found = survey(position.board, position.settlement.dead)
        self.as_is = _groups(self.found, position.settlement)
        self._terms: dict[int, tuple[Counting, Terms, Fraction]] = {}  # by identity, which is quicker than equality

    def terms(self, counting: Counting) -> Terms:
        """The terms of a count, see `terms_of`; computed once for each object."""
        return self._both(counting)[1]

    def margin(self, counting: Counting) -> Fraction:
        """Black's total less White's, before komi."""
        return self._both(counting)[2]

    def _both(self, counting: Counting) -> tuple[Counting, Terms, Fraction]:
        known = self._terms.get(id(counting))
        if known is None:
            terms = terms_of(self, counting)
            known = self._terms[id(counting)] = counting, terms, Fraction(self.as_is.area + sum(terms.values()))
        return known

    @cached_property
    def _after_dame(self) -> tuple[Groups, int]:
        fills = fill_dame(self.position, self.found)
        if not fills.black and not fills.white:
            return self.as_is, 0
        return _groups(survey(fills.board), self.position.settlement), len(fills.black) - len(fills.white)

    @property
    def filled(self) -> Groups:
        """The groups once two-sided dame are played out."""
        return self._after_dame[0]

    @property
    def fills(self) -> int:
        """How many more of them Black filled."""
        return self._after_dame[1]

    @cached_property
    def territory(self) -> int:
        """``d(T)``."""
        return self.as_is.area - self.stones

    @cached_property
    def stones(self) -> int:
        """``d(S)``."""
        return self.found.stones(BLACK) - self.found.stones(WHITE)

    @cached_property
    def prisoners(self) -> int:
        """``d(K + D)``."""
        here = self.position
        dead = sum(1 if here.board.colors[point] == BLACK else -1 for point in here.settlement.dead)
        return here.black.captured - here.white.captured + dead

    @cached_property
    def set_up(self) -> int:
        """``d(H)``, by the conservation of stones."""
        black, white = self.position.black, self.position.white
        moves = black.play.played + black.resumed.played - white.play.played - white.resumed.played
        return self.stones + self.prisoners - moves

    @cached_property
    def exclusive(self) -> dict[Exclusive, tuple[list[int], list[int]]]:
        """The points of public regions that touch one color only: Black's and White's."""
        everywhere: tuple[list[int], list[int]] = [], []
        in_seki: tuple[list[int], list[int]] = [], []
        found, seki = self.found, self.as_is.in_seki
        colors, neighbors = found.colors, found.geometry.neighbors
        for point in self.public:
            touched = 0
            for other in neighbors[point]:
                touched |= colors[other]
            if touched in {BLACK, WHITE}:
                everywhere[touched - 1].append(point)
                if all(seki[found.group_at[other]] for other in neighbors[point] if colors[other]):
                    in_seki[touched - 1].append(point)
        return {Exclusive.ALL: everywhere, Exclusive.SEKI: in_seki}

    @cached_property
    def public(self) -> list[int]:
        """The points of public regions."""
        return self.found.public

    def made(self) -> Terms:
        """``−d(M)``, split: turns, passes and virtual moves before any dispute, and the board moves in it."""
        black, white = self.position.black, self.position.white
        passes = black.play.abandoned - white.play.abandoned
        virtual = black.play.virtual - white.play.virtual
        turns = black.play.played - white.play.played + virtual + passes
        dispute = white.resumed.played - black.resumed.played
        return {Part.PARITY: -turns, Part.PASSES: passes, Part.VIRTUAL: virtual, Part.DISPUTE: dispute}


def _groups(found: Survey, settlement: Settlement) -> Groups:
    declared = settlement.seki
    area = found.colors.count(BLACK) - found.colors.count(WHITE)
    number, points, eyes = [0, 0], 0, 0
    in_seki = []
    for group in found.groups:
        enclosed, sign = group.enclosed, 1 if group.color == BLACK else -1
        seki = enclosed < 2 or (declared is not None and not declared.isdisjoint((*group.stones, *group.points)))
        area += sign * enclosed
        in_seki.append(seki)
        if seki:
            points += sign * enclosed
            eyes += sign * min(enclosed, eyes_needed(group, Life.SEKI))
        else:
            number[group.color - 1] += 1
    return Groups(area, (number[0], number[1]), points, eyes, in_seki)


def terms_of(facts: Facts, counting: Counting) -> Terms:
    """The terms of a count before komi: with the area of the position they sum up to Black's total less White's."""
    terms = _TERMS[type(counting)](facts, counting)
    if facts.position.chips != ChipTally() and isinstance(counting, LuCount | ChipCount):
        black, white = counting.count(facts.position)
        before = facts.as_is.area + sum(terms.values())
        terms[Part.CHIPS] = black.total - white.total - before
    return {part: value for part, value in terms.items() if value}


def _taxed(facts: Facts, dame: Dame, seki: SekiLu) -> Terms:
    """``d(S' + T') − d(E')`` over the area, and private points in seki as the rules have them."""
    groups = facts.filled if dame is Dame.STRICT else facts.as_is
    lost = groups.seki_points if seki is SekiLu.ZERO else groups.seki_eyes
    return {Part.TAX: 2 * (groups.number[1] - groups.number[0]), Part.SEKI: -lost, Part.DAME: groups.area - facts.as_is.area}


def _lu(facts: Facts, counting: LuCount) -> Terms:
    virtual = facts.position.black.virtual - facts.position.white.virtual
    return {**_taxed(facts, counting.dame, counting.seki), Part.VIRTUAL: virtual, Part.SETUP: -facts.set_up}


def _chips(facts: Facts, counting: ChipCount) -> Terms:
    if counting.zi is Zi.STONES:
        return _taxed(facts, counting.dame, counting.seki)
    return _lu(facts, LuCount(counting.dame, counting.seki))


def _overflow(facts: Facts, _: OverflowCount) -> Terms:
    return _taxed(facts, Dame.STRICT, SekiLu.EFFECTIVE)


def _equal_lu(facts: Facts, _: EqualLuCount) -> Terms:
    return _taxed(facts, Dame.AS_IS, SekiLu.EFFECTIVE)


def _annihilation(facts: Facts, _: AnnihilationCount) -> Terms:
    """``d(T') − d(E')``: what is left once the stones, ``d(M) + d(H) − d(K + D)`` and the dame filled, do not count."""
    terms = {**_taxed(facts, Dame.STRICT, SekiLu.EFFECTIVE), **facts.made()}
    terms[Part.DAME] -= facts.fills
    return {**terms, Part.PRISONERS: facts.prisoners, Part.SETUP: -facts.set_up}


def _stones(facts: Facts, _: StoneCount) -> Terms:
    return {Part.TERRITORY: -facts.territory}


def _zi(facts: Facts, counting: ZiCount) -> Terms:
    returned = 2 * facts.position.handicap if counting.handicap_return else 0
    return {**_taxed(facts, Dame.AS_IS, counting.seki), Part.HANDICAP: -returned}


def _area(facts: Facts, counting: AreaCount) -> Terms:
    given = facts.position.handicap - 1 if counting.handicap is HandicapPoints.LESS_ONE else 0
    terms: Terms = {Part.HANDICAP: -max(0, given)}
    if counting.first_pass and facts.position.first_to_pass == WHITE:
        terms[Part.FIRST_PASS] = -2 * counting.first_pass
    return terms


def _territory(facts: Facts, _: TerritoryCount) -> Terms:
    return {**facts.made(), Part.SEKI: -facts.as_is.seki_points, Part.SETUP: -facts.set_up}


def _points(facts: Facts, counting: PointCount) -> Terms:
    here, (black, white) = facts.position, facts.exclusive[counting.exclusive]
    terms: Terms = {Part.LIBERTIES: len(black) - len(white)}
    if counting.public is Public.NEIGHBORS:
        taken = {*black, *white}
        terms[Part.PUBLIC] = sum((_share(facts.found, point) for point in facts.public if point not in taken), Fraction(0))
    moved_last = here.last_mover == BLACK and here.black.stones == here.white.stones + 1
    if counting.last_move is LastMove.BORDER and moved_last:
        terms[Part.PARITY] = -1
    return terms


def _share(found: Survey, point: int) -> Fraction:
    near = [found.colors[other] for other in found.geometry.neighbors[point] if found.colors[other]]
    return Fraction(near.count(BLACK) - near.count(WHITE), len(near)) if near else Fraction(0)


def _mu(facts: Facts, counting: MuCount) -> Terms:
    here, made = facts.position, facts.made()
    claimed = {point for point, _ in here.settlement.claims}
    own = [sum(point not in claimed for point in points) for points in facts.exclusive[counting.exclusive]]
    neutral = counting.legal_dame is LegalDame.NEUTRAL
    return {
        Part.PARITY: made[Part.PARITY],
        Part.PASSES: made[Part.PASSES],
        Part.DISPUTE: here.dame_moves[1] - here.dame_moves[0] if neutral else 0,
        Part.SETUP: -facts.set_up,
        Part.LIBERTIES: own[0] - own[1],
        Part.CLAIMS: len(here.settlement.claimed(BLACK)) - len(here.settlement.claimed(WHITE)),
    }


_TERMS: Final[dict[type, Callable[[Facts, Any], Terms]]] = {
    LuCount: _lu,
    ChipCount: _chips,
    OverflowCount: _overflow,
    AnnihilationCount: _annihilation,
    EqualLuCount: _equal_lu,
    StoneCount: _stones,
    ZiCount: _zi,
    AreaCount: _area,
    TerritoryCount: _territory,
    PointCount: _points,
    MuCount: _mu,
}
