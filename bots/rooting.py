"""From a game of the referee to the root of a search: the position, the situations so far, and the aims."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from bots import aims
from bots.arrays import Arrays, empty, index, lay_out
from bots.kernel import counting, search
from bots.kernel.board import place
from bots.kernel.compiling import I64
from bots.kernel.layout import KO, PASS, VIRTUAL
from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.game import Abandon, Game, Pass, Phase, Play
from gtp_rules.game import Virtual as VirtualMove
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import AnnihilationCount, AreaCount, LastMove, PointCount, Position, Settlement

_SMALLEST_TABLE = 1024
_FAR = 1 << 40  # a margin beyond this, by some absurd komi, is no further away


class Root(NamedTuple):
    """What a search begins with.

    Attributes:
        arrays: the position.
        aims: the count and the rules.
        standing: whose turn it is and how the game stands.
        situations: the table of the situations so far.
        unit: parts of a point that the aims count in.
        before: how often the side to move has faced this board already.
    """

    arrays: Arrays
    aims: I64
    standing: I64
    situations: I64
    unit: int
    before: int


def root_of(game: Game, color: Color, counted: Ruleset) -> Root:
    """The root for a search of `color`'s next move.

    Args:
        game: is only read.
        color: the side that is to choose, whoever's turn it is.
        counted: the ruleset whose count the player aims at.
    """
    arrays, found = _replay(game)
    if found.mover == color:  # a side that moves twice in a row may fill the ko of its own capture
        arrays.board[KO] = 0
    a = np.array(_aims(game, counted), np.int64)
    standing = np.zeros(search.STANDING, np.int64)
    standing[search.USED] = 1
    standing[search.LIMIT] = 3 * game.board.geometry.size
    at = search.ROOT
    offered = _offered(game, color.opponent)
    first = game.state.first_to_pass if a[aims.FIRST_COUNTS] else color.opponent if offered else None
    standing[at + search.TO_MOVE], standing[at + search.LAST] = color, found.last
    standing[at + search.PASSES], standing[at + search.FIRST_PASS] = int(offered), first or 0
    standing[at + search.OUT + 1], standing[at + search.OUT + 2] = found.outside
    if not isinstance(counted.counting, AnnihilationCount):
        a[aims.CONSTANT] = constant(game, counted, arrays, a)
    faced = (int(arrays.keys[0]), int(color))
    before = sum((key, to_move) == faced for key, to_move, _ in found.seen)
    return Root(arrays, a, standing, _table(found.seen, arrays, a), aims.unit_of(game.komi), before)


class _Course(NamedTuple):
    """What a replay came by: situations as (board key, side to move, stones outside), the last move, and who made it."""

    seen: list[tuple[int, int, tuple[int, int]]]
    last: int
    mover: int
    outside: tuple[int, int]


def _replay(game: Game) -> tuple[Arrays, _Course]:
    shape = game.board.geometry
    arrays, there = empty(shape, game.ruleset.suicide), index(shape)
    start = Board(shape.width, shape.height)
    start.set_up(game.initial.black, game.initial.white)
    lay_out(arrays, start)
    seen: list[tuple[int, int, tuple[int, int]]] = []
    to_move, last, outside = int(game.initial.to_move), PASS, [0, 0]
    for entry in game.log:
        action = entry.action
        if not isinstance(action, Play | Pass | Abandon | VirtualMove):
            continue
        seen.append((int(arrays.keys[0]), to_move, (outside[0], outside[1])))
        if isinstance(action, Play):
            last = there[action.point]
            place(arrays.board, arrays.keys, last, int(action.color))
        else:
            arrays.board[KO] = 0
            last = VIRTUAL if isinstance(action, VirtualMove) else PASS
            outside[action.color - 1] += isinstance(action, VirtualMove)
        to_move = 3 - action.color
    return arrays, _Course(seen, last, 3 - to_move if seen else 0, (outside[0], outside[1]))


def _offered(game: Game, opponent: Color) -> bool:
    """Whether the opponent's last word was that play may stop."""
    if game.state.offers & opponent:
        return True
    last = next((entry.action for entry in reversed(game.log)), None)
    return isinstance(last, Pass | Abandon | VirtualMove) and last == game.pass_action(opponent)


def _aims(game: Game, counted: Ruleset) -> list[int]:
    found = aims.aims(game.ruleset, counted, game.komi, resumed=game.phase is Phase.RESUMED)
    if game.phase is Phase.RESUMED:
        found[aims.PLAYED_OUT] = 0  # what is dead must be captured now
    return found


def constant(game: Game, counted: Ruleset, arrays: Arrays, a: I64) -> int:
    """What the referee's count of the position as it stands has beyond the kernel's, komi included, in units of the aims."""
    position = game.position(Settlement())
    margin: Fraction = counted.score(position, game.komi).margin * aims.unit_of(game.komi)
    b, k = arrays.board.copy(), arrays.keys.copy()
    t = np.zeros(counting.FOUND, np.int64)
    bare = a.copy()
    bare[aims.CONSTANT] = 0
    here = counting.margin(b, k, t, bare, int(position.to_move), 0, first_to_pass(counted, position))
    return max(-_FAR, min(_FAR, round(margin))) - int(here)


def first_to_pass(counted: Ruleset, position: Position) -> int:
    """What the kernel must take for the side that passed first, so that its count of a stopped position is the referee's."""
    count = counted.counting
    if isinstance(count, PointCount) and count.last_move is LastMove.BORDER:
        gives = position.last_mover == BLACK and position.black.stones == position.white.stones + 1
        return int(WHITE) if gives else 0
    if isinstance(count, AreaCount):
        return int(position.first_to_pass or 0)
    return 0


def _table(seen: list[tuple[int, int, tuple[int, int]]], arrays: Arrays, a: I64) -> I64:
    """The hash table of the situations so far, the present one left out."""
    size = _SMALLEST_TABLE
    while size < 8 * len(seen):
        size *= 2
    h, k = np.zeros(search.TABLE + size, np.int64), arrays.keys.copy()
    for key, to_move, (black, white) in seen:
        k[0] = key
        search.remember(h, search.situation(k, a, to_move, black, white))
        if a[aims.REPEATS] == search.FACED:
            search.remember(h, search.bare(k, to_move))
    return h
