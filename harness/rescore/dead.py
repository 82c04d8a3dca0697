"""Which stones of a final position are dead, and who says so.

In this order:

1. ``record``: what the players of a game of ours agreed on, or proposed last;
2. ``marks``: territory (``TB``, ``TW``) and crossed-out stones (``MA``) of the last node. A stone in the other side's
   territory is dead, and whole chains are;
3. ``result``: the stated result, where the count under the file's ruleset gives just that with nothing dead, or with one
   choice, and only one, among the few stones that lie in small spaces in the other side's ground, or with what a player of
   ours holds to be dead;
4. the judge that the user named;
5. ``none``: everything on the board lives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple, Protocol

from gtp_rules.board import BLACK, WHITE, Board, Color, survey
from gtp_rules.errors import BadRecord
from gtp_rules.rules.counting import Settlement
from gtp_rules.sgf.points import read_points
from harness.rescore.ends import End
from harness.rescore.scan import Node
from harness.rescore.stated import Stated, result_of
from harness.rescore.terms import Facts

_POCKETS: Final = 4
"""Up to so many pockets all choices among them are tried; with more, some choice fits by chance."""
_ROOM: Final = 20
"""The most points that a pocket may have for its stones to be taken as dead or alive together."""
_OPEN: Final = 4
"""A position is open if more than one point in so many belongs to nobody."""


class Judge(Protocol):
    """Somebody who says which stones are dead."""

    name: str

    def dead(self, end: End) -> frozenset[int]:
        """The points of dead stones, whole chains."""


class Verdict(NamedTuple):
    """What is settled about a position.

    Attributes:
        settlement: dead stones, seki and claims.
        source: ``record``, ``marks``, ``result``, the name of a judge, or ``none``.
        stated: the result that the file states, if it can be read.
        agrees: whether the count under the file's ruleset gives that result; None where it states none that a count can give.
        facts: of the position so settled.
    """

    settlement: Settlement
    source: str
    stated: Stated | None
    agrees: bool | None
    facts: Facts


class _Case:
    """The end of a game under several settlements, each looked at once."""

    def __init__(self, end: End) -> None:
        self.end = end
        self._known: dict[Settlement, Facts] = {}

    def facts(self, settlement: Settlement) -> Facts:
        """The facts of the position so settled."""
        if settlement not in self._known:
            self._known[settlement] = Facts(self.end.position._replace(settlement=settlement))
        return self._known[settlement]

    def margin(self, settlement: Settlement) -> Fraction:
        """Black less White under the file's ruleset, komi included."""
        return self.facts(settlement).margin(self.end.ruleset.counting) - self.end.komi

    def gives(self, dead: frozenset[int], stated: Stated | None) -> bool:
        """Whether the count with these stones dead is the stated result."""
        return stated is not None and stated.margin is not None and self.margin(Settlement(dead)) == stated.margin


def settle(end: End, guesser: Judge | None, judge: Judge | None) -> Verdict:
    """What is settled about the end of a game.

    Args:
        end: the end of the game.
        guesser: whose opinion counts only if the stated result confirms it.
        judge: whose opinion counts where nothing else is known.
    """
    stated, case = result_of(end.result), _Case(end)
    if stated is not None and not end.by_count:
        stated = stated._replace(margin=None, open_end=True)
    settlement, source = _found(case, stated, guesser, judge)
    return Verdict(settlement, source, stated, _agrees(case, settlement, stated), case.facts(settlement))


def _found(case: _Case, stated: Stated | None, guesser: Judge | None, judge: Judge | None) -> tuple[Settlement, str]:
    end = case.end
    if end.settled is not None:
        return end.settled, "record"
    marked = marked_dead(end.position.board, end.last)
    if marked is not None and (marked.is_full or case.gives(marked.dead, stated)):
        return Settlement(marked.dead), "marks"
    if stated is not None and stated.margin is not None:
        for dead in _choices(case, stated, guesser):
            return Settlement(dead), "result"
    if judge is not None:
        return Settlement(judge.dead(end)), judge.name
    return Settlement(), "none"


def _agrees(case: _Case, settlement: Settlement, stated: Stated | None) -> bool | None:
    if stated is None or (stated.margin is None and stated.open_end):
        return None
    margin = case.margin(settlement)
    if stated.margin is not None:
        return margin == stated.margin
    return (margin > 0) if stated.winner == BLACK else (margin < 0)


# -- marks


class Marked(NamedTuple):
    """The stones that a node calls dead; full marks show territory too, others may be there for another reason."""

    dead: frozenset[int]
    is_full: bool


def marked_dead(board: Board, node: Node) -> Marked | None:
    """What the marks of a node say, or None if it has none that speak of the end."""
    shape = board.geometry
    points: dict[str, list[int]] = {}
    for name in ("TB", "TW", "MA"):
        try:
            points[name] = read_points(shape, filter(None, (text.decode("latin-1").strip() for text in node.get(name, ()))))
        except BadRecord:
            points[name] = []
    hit = [point for point in points["TB"] if board.colors[point] == WHITE]
    hit += [point for point in points["TW"] if board.colors[point] == BLACK]
    crossed = [point for point in points["MA"] if board.colors[point]]
    is_full = bool(points["TB"] or points["TW"])
    if not is_full and not crossed:
        return None
    return Marked(_whole(board, [*hit, *crossed]), is_full)


def _whole(board: Board, points: Iterable[int]) -> frozenset[int]:
    return frozenset(stone for point in points for stone in board.chain(point))


# -- the stated result


def _choices(case: _Case, stated: Stated, guesser: Judge | None) -> Iterator[frozenset[int]]:
    """Dead stones with which the count is the stated result: at most one choice."""
    if case.gives(frozenset(), stated):
        yield frozenset()
        return
    board = case.end.position.board
    found = pockets(board)
    small = [pocket for pocket in found if pocket.room <= _ROOM]
    if len(small) <= _POCKETS:
        fitting = [dead for dead in _unions(small) if case.gives(dead, stated)]
        if len(fitting) == 1:
            yield fitting[0]
            return
    if found and guesser is not None and not _is_open(board):
        dead = guesser.dead(case.end)
        if case.gives(dead, stated):
            yield dead


def _is_open(board: Board) -> bool:
    """Whether the game was broken off: too much belongs to nobody for a count."""
    return len(survey(board).public) * _OPEN > board.geometry.size


def _unions(found: list[Pocket]) -> Iterator[frozenset[int]]:
    for number in range(1, len(found) + 1):
        for chosen in combinations(found, number):
            yield frozenset().union(*(pocket.stones for pocket in chosen))


class Pocket(NamedTuple):
    """Stones of one color, and the number of points of the space that they share and the other color alone surrounds."""

    stones: frozenset[int]
    room: int


def pockets(board: Board) -> list[Pocket]:
    """All pockets smaller than half of the board, Black's first."""
    found = []
    for color in (BLACK, WHITE):
        for space in _spaces(board, color):
            stones = frozenset(point for point in space if board.colors[point])
            if stones and len(space) * 2 < board.geometry.size:
                found.append(Pocket(stones, len(space)))
    return found


def _spaces(board: Board, color: Color) -> Iterator[list[int]]:
    """The connected sets of points that hold no stone of the other color."""
    other, seen = color.opponent, set[int]()
    for start in range(board.geometry.size):
        if start in seen or board.colors[start] == other:
            continue
        space = [start]
        seen.add(start)
        for point in space:
            for near in board.geometry.neighbors[point]:
                if near not in seen and board.colors[near] != other:
                    seen.add(near)
                    space.append(near)
        yield space
