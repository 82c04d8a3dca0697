"""Yan Lai's two counts: area by liberties 子气皆地 (2007) and mu with compensation for moves (2015)."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from gtp_rules.board import BLACK, Color, Survey, survey
from gtp_rules.rules.counting.count import Count
from gtp_rules.rules.counting.life import Life, livings
from gtp_rules.rules.counting.position import SIDES, Position
from gtp_rules.rules.counting.sheet import Line, Side


class Public(StrEnum):
    """How a public point is shared (Yan Lai 2007, axiom 8; decision 7)."""

    HALF = "half"
    NEIGHBORS = "neighbors"  # by the numbers of black and white stones beside it


class Exclusive(StrEnum):
    """Which points of a public region that touch one color only belong to it (decision 3)."""

    SEKI = "seki"  # those beside its groups in seki
    ALL = "all"  # all: a liberty belongs to the stone beside it 气属邻子


class LastMove(StrEnum):
    """What Black gives for having made the last move (Yan Lai 2007, axioms 14 and 15)."""

    BORDER = "border"  # A: a black stone is taken off at the border and its point shared
    TERRITORY = "territory"  # B: a black stone is taken off inside Black's own territory, which costs nothing


class LegalDame(StrEnum):
    """Whether dame that were open at the stop are worth a point if they are played in the dispute (decision 2)."""

    LITERAL = "literal"  # yes: moves of the dispute cost nothing
    NEUTRAL = "neutral"  # no: they are compensated as before the stop


class PointCount(Count, frozen=True, tag="points"):
    """Yan Lai 2007: stones, enclosed points, exclusive liberties, and a share of the public points.

    Attributes:
        last_move: what Black gives for the last move.
        public: how public points are shared.
        exclusive: which liberties belong to one side.
    """

    last_move: LastMove
    public: Public = Public.HALF
    exclusive: Exclusive = Exclusive.ALL

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position."""
        found = survey(position.board, position.settlement.dead)
        own = {color: exclusive_points(found, position, self.exclusive, color) for color in SIDES}
        public = [p for p in found.public if p not in own[Color.BLACK] and p not in own[Color.WHITE]]
        black, white = (self._lines(found, own[color], public, color) for color in SIDES)
        if self.last_move is LastMove.BORDER and _black_moved_last(position):
            black.append(Line("last move: a stone taken off at the border, its point shared", Fraction(-1, 2)))
            white.append(Line("last move: half of the point of that stone", Fraction(1, 2)))
        return Side(tuple(black)), Side(tuple(white))

    def _lines(self, found: Survey, own: list[int], public: list[int], color: Color) -> list[Line]:
        stones = tuple(point for point, owner in enumerate(found.colors) if owner == color)
        territory = tuple(found.territory(color))
        lines = [Line("stones", Fraction(len(stones)), stones), Line("territory", Fraction(len(territory)), territory)]
        if own:
            lines.append(Line("exclusive liberties", Fraction(len(own)), tuple(own)))
        if public:
            share = sum((self._share(found, point, color) for point in public), Fraction(0))
            lines.append(Line("share of the public points", share, tuple(public)))
        return lines

    def _share(self, found: Survey, point: int, color: Color) -> Fraction:
        beside = [found.colors[near] for near in found.geometry.neighbors[point] if found.colors[near]]
        if self.public is Public.HALF or not beside:
            return Fraction(1, 2)
        return Fraction(beside.count(color), len(beside))


def _black_moved_last(position: Position) -> bool:
    return position.last_mover == BLACK and position.black.stones == position.white.stones + 1


class MuCount(Count, frozen=True, tag="mu"):
    """Yan Lai 2015: enclosed points, exclusive liberties and claimed one-sided dame, less all own stones off the board.

    Moves before the stop cost nothing to count and so are compensated (多下贴子); the side that made more moves in the
    dispute takes so many of its stones off its own territory (多下不贴子), which gives it as many mu.

    Attributes:
        exclusive: which liberties belong to one side.
        legal_dame: whether dame played in the dispute are worth a point.
    """

    exclusive: Exclusive = Exclusive.SEKI
    legal_dame: LegalDame = LegalDame.LITERAL

    unit: ClassVar[str] = "mu"
    has_claims: ClassVar[bool] = True

    def count(self, position: Position) -> tuple[Side, Side]:
        """Black's and White's count of a stopped position; totals may be negative."""
        found = survey(position.board, position.settlement.dead)
        black, white = (Side(tuple(self._lines(found, position, color))) for color in SIDES)
        return black, white

    def _lines(self, found: Survey, position: Position, color: Color) -> list[Line]:
        territory, tally, dead = tuple(found.territory(color)), position.tally(color), position.dead(color)
        claimed = tuple(sorted(position.settlement.claimed(color)))
        own = [p for p in exclusive_points(found, position, self.exclusive, color) if p not in claimed]
        own = [p for p in own if p not in position.settlement.claimed(color.opponent)]
        lines = [
            Line("points enclosed", Fraction(len(territory)), territory),
            Line("exclusive liberties", Fraction(len(own)), tuple(own)),
            Line("one-sided dame claimed", Fraction(len(claimed)), claimed),
            Line("prisoners filled back", Fraction(-tally.captured)),
            Line("dead stones filled back", Fraction(-len(dead)), tuple(dead)),
            Line("virtual stones filled back", Fraction(-tally.virtual)),
        ]
        more = self._moves(position, color) - self._moves(position, color.opponent)
        if more > 0:
            lines.append(Line("more moves in the dispute", Fraction(more)))
        return [line for line in lines if line.value or line.item == "points enclosed"]

    def _moves(self, position: Position, color: Color) -> int:
        made = position.tally(color).resumed.stones
        return made - position.dame_moves[color - 1] if self.legal_dame is LegalDame.NEUTRAL else made


def exclusive_points(found: Survey, position: Position, which: Exclusive, color: Color) -> list[int]:
    """The points of public regions that touch stones of one color only, in ascending order."""
    alive = livings(found, position.settlement)
    points = []
    for point in found.public:
        beside = [near for near in found.geometry.neighbors[point] if found.colors[near]]
        if not beside or any(found.colors[near] != color for near in beside):
            continue
        groups = {found.group_at[near] for near in beside}
        if which is Exclusive.ALL or all(alive[group].life is Life.SEKI for group in groups):
            points.append(point)
    return points
