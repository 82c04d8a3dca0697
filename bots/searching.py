"""The search as an object: a game goes in, playouts are made, and what they found comes out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bots import aims
from bots.arrays import index, points, sow
from bots.kernel import layout, search, tree
from bots.kernel.compiling import F64, I32, I64
from bots.kernel.shapes import shape_table
from bots.rooting import Root, root_of
from bots.tuning import Tuning
from gtp_rules.board import Board, Color
from gtp_rules.game import Abandon, Action, Game, Pass, Play, Virtual
from gtp_rules.rules import Ruleset

PASS, VIRTUAL = -1, -2
"""Moves that are no points."""
_CHUNK = 128  # playouts in one call of the kernel
_NODES = 1 << 14  # of a fresh tree
MOST_NODES = 1 << 23
"""Nodes of the largest tree: 400 MB."""
_DEEP = 12  # moves of an expected line


class Found(NamedTuple):
    """What the search knows of a move of the side to move.

    Attributes:
        move: a point, `PASS` or `VIRTUAL`.
        runs: playouts through it.
        visits: the same with the imagined ones.
        value: mean result over `visits`, 0 to 1.
        line: the moves expected from here on, this one first.
    """

    move: int
    runs: int
    visits: float
    value: float
    line: tuple[int, ...]


class Search:
    """One tree. It is kept from move to move as far as the game follows it."""

    def __init__(self, tuning: Tuning, seed: int, most_nodes: int = MOST_NODES) -> None:
        """Makes an empty search.

        Args:
            tuning: its numbers.
            seed: of its playouts.
            most_nodes: nodes that the tree may have.
        """
        self._tuning, self._most = tuning, most_nodes
        self._shapes, self._style = shape_table(), tuning.style()
        self._numbers = np.zeros(layout.WIDE, np.int64)  # only the state of the random numbers is kept in it
        sow(self._numbers, seed)
        self._ti: I32 = np.zeros(0, np.int32)
        self._tf: F64 = np.zeros(0)
        self._root: Root | None = None
        self._game: Game | None = None
        self._komi = Fraction(0)
        self._length = 0
        self._last: Action | None = None
        self._initial: object = None

    def set_root(self, game: Game, color: Color, counted: Ruleset, *, calm: bool = False, value: float = 0.5) -> None:
        """Makes the position of a game the root.

        Args:
            game: is only read.
            color: the side that is to choose.
            counted: the ruleset whose count is aimed at.
            calm: whether all is settled, so that a pass is as good as any other move at first.
            value: what the side expected at its last move.
        """
        root = root_of(game, color, counted)
        kept, used = self._follow(game, color, root), self._used if self._root else 1
        self._root, self._game, self._length, self._komi = root, game, len(game.log), game.komi
        self._last, self._initial = game.log[-1].action if game.log else None, game.initial
        self._f = self._tuning.array(root.unit)
        self._f[tree.SCORE] = self._tuning.share(value)
        if calm:
            self._f[tree.IDLE] = 0
        self._t, self._o = np.zeros(32, np.int64), np.zeros(layout.SPAN, np.int64)
        self._b, self._k = root.arrays.board.copy(), root.arrays.keys.copy()
        self._k[layout.RANDOM] = self._numbers[layout.RANDOM]
        self._plant(kept, used, color)
        self._ban(game, color)

    # -- the tree ----------------------------------------------------------------------------------------------------

    def _follow(self, game: Game, color: Color, root: Root) -> int:
        """The node of the old tree that the game has come to, or -1."""
        old = self._root
        if old is None or game is not self._game or game.initial is not self._initial or len(game.log) < self._length:
            return -1
        if self._length and game.log[self._length - 1].action is not self._last:
            return -1
        if game.komi != self._komi or not _same_aims(old.aims, root.aims):
            return -1
        node, mover = 0, int(old.standing[search.ROOT + search.TO_MOVE])
        for entry in game.log[self._length :]:
            action = entry.action
            if not isinstance(action, Play | Pass | Abandon | Virtual) or action.color != mover:
                return -1
            node = self._child(node, self._code(game, action))
            if node < 0:
                return -1
            mover = 3 - mover
        return node if mover == color else -1

    @staticmethod
    def _code(game: Game, action: Action) -> int:
        if isinstance(action, Play):
            return index(game.board.geometry)[action.point]
        return layout.PASS if action == game.pass_action(action.color) else layout.VIRTUAL

    def _child(self, node: int, move: int) -> int:
        for child in self._children(node):
            if self._ti[child * tree.NODE + tree.MOVE] == move:
                return child
        return -1

    def _children(self, node: int) -> range:
        start = int(self._ti[node * tree.NODE + tree.CHILDREN])
        return range(start, start + int(self._ti[node * tree.NODE + tree.NUMBER]))

    def _plant(self, kept: int, used: int, color: Color) -> None:
        """Makes the root node: the kept one with all below it, or a new one. It has children then."""
        root = self._live()
        if kept > 0:
            ti, tf = np.zeros_like(self._ti), np.zeros_like(self._tf)
            root.standing[search.USED] = tree.keep(self._ti, self._tf, kept, ti, tf)
            self._ti, self._tf = ti, tf
        elif kept == 0:
            root.standing[search.USED] = used
        else:
            self._ti, self._tf = np.zeros(_NODES * tree.NODE, np.int32), np.zeros(_NODES * tree.NODE)
            root.standing[search.USED] = 1
        if self._ti[tree.NUMBER] == 0:
            standing, at = root.standing, search.ROOT
            self._make_room(1)
            standing[search.USED] = tree.grow(
                self._b, self._shapes, self._f, self._ti, self._tf, 0, int(standing[search.USED]), int(color),
                int(standing[at + search.LAST]), int(root.aims[search.PASSING]), int(root.aims[search.EYES]),
            )  # fmt: skip

    def _ban(self, game: Game, color: Color) -> None:
        """The referee decides what may be played at the root."""
        here = points(game.board.geometry)
        stop = game.refusal(game.pass_action(color)) is None
        for child in self._children(0):
            move = int(self._ti[child * tree.NODE + tree.MOVE])
            if move > 0:
                allowed = game.is_legal(color, here[move])
            else:
                allowed = stop if move == layout.PASS else game.refusal(Virtual(color)) is None
            state = int(self._ti[child * tree.NODE + tree.STATE])
            if not allowed:
                self._ti[child * tree.NODE + tree.STATE] = (state & ~7) | tree.BANNED
            elif state & 7 == tree.BANNED:
                self._ti[child * tree.NODE + tree.STATE] = (state & ~7) | tree.SOUND

    def _make_room(self, playouts: int) -> None:
        """Room for as many nodes as these playouts may add, up to the largest tree."""
        used, children = self._used, int(self._live().arrays.board[layout.COUNT]) + 2
        wanted = min(self._most, used + playouts * children)
        if wanted * tree.NODE > len(self._ti):
            size = min(self._most, max(wanted, 2 * len(self._ti) // tree.NODE)) * tree.NODE
            self._ti, self._tf = _longer(self._ti, size), _longer(self._tf, size)

    @property
    def _used(self) -> int:
        return int(self._live().standing[search.USED])

    def _live(self) -> Root:
        if self._root is None:
            raise RuntimeError("a search needs a root first")
        return self._root

    # -- playouts ----------------------------------------------------------------------------------------------------

    def run(self, playouts: int) -> int:
        """Makes playouts from the root. Returns how many, which are fewer only where no move is allowed."""
        root, done = self._live(), 0
        while done < playouts:
            some = min(_CHUNK, playouts - done)
            self._make_room(some)
            made = search.search(
                self._b, self._k, root.arrays.board, root.arrays.keys, self._shapes, self._style, self._f, root.aims,
                root.standing, root.situations, self._ti, self._tf, self._t, self._o, some,
            )  # fmt: skip
            done += int(made)
            if made < some:
                break
        self._numbers[layout.RANDOM] = self._k[layout.RANDOM]
        return done

    def judge(self, board: Board, playouts: int) -> list[float]:
        """Who holds each point at the end of playouts from a position, each side moving first in turn: 1 Black, -1 White."""
        root = self._live()
        o = np.zeros(layout.SPAN, np.int64)
        search.judge(
            self._b, self._k, root.arrays.board, root.arrays.keys, self._shapes, self._style, root.standing, self._t, o,
            playouts,
        )  # fmt: skip
        return _shares(o, board)

    # -- what was found ----------------------------------------------------------------------------------------------

    @property
    def offered(self) -> bool:
        """Whether the opponent has just offered to stop."""
        return bool(self._live().standing[search.ROOT + search.PASSES])

    @property
    def before(self) -> int:
        """How often the side to move has faced this board already."""
        return self._live().before

    @property
    def value(self) -> float:
        """The root's mean result for the side to move."""
        visits = self._tf[tree.VISITS]
        return 1.0 - float(self._tf[tree.VALUE] / visits) if visits else 0.5

    @property
    def runs(self) -> int:
        """Playouts through the root, those of a kept tree included."""
        return int(self._ti[tree.STATE]) >> 3

    @property
    def margin(self) -> float:
        """Mean margin of the playouts since the root was set, in points, Black minus White; 0 without any."""
        return float(self._o[layout.SPAN - 1]) / max(1, int(self._o[0])) / self._live().unit

    def ownership(self, board: Board) -> list[float]:
        """Who holds each point at the end of the playouts since the root was set: 1 Black, -1 White."""
        return _shares(self._o, board)

    def found(self) -> list[Found]:
        """The allowed moves, those with the most playouts first."""
        assert self._game is not None
        here = points(self._game.board.geometry)
        moves = [self._entry(child, here) for child in self._children(0) if self._is_allowed(child)]
        return sorted(moves, key=lambda found: (-found.runs, -found.value, found.move))

    def _is_allowed(self, child: int) -> bool:
        return int(self._ti[child * tree.NODE + tree.STATE]) & 7 != tree.BANNED

    def _entry(self, child: int, here: dict[int, int]) -> Found:
        visits = float(self._tf[child * tree.NODE + tree.VISITS])
        value = float(self._tf[child * tree.NODE + tree.VALUE]) / visits if visits else 0.5
        line: list[int] = []
        node = child
        while len(line) < _DEEP:
            move = int(self._ti[node * tree.NODE + tree.MOVE])
            line.append(here[move] if move > 0 else PASS if move == layout.PASS else VIRTUAL)
            below = [each for each in self._children(node) if int(self._ti[each * tree.NODE + tree.STATE]) >> 3]
            if not below:
                break
            node = max(below, key=lambda each: int(self._ti[each * tree.NODE + tree.STATE]) >> 3)
        runs = int(self._ti[child * tree.NODE + tree.STATE]) >> 3
        return Found(line[0], runs, visits, value, tuple(line))


def _same_aims(one: I64, other: I64) -> bool:
    """Whether results mean the same; the constant follows the stones that were played."""
    return all(one[i] == other[i] for i in range(aims.LENGTH) if i != aims.CONSTANT)


def _longer(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    longer = np.zeros(size, array.dtype)
    longer[: len(array)] = array
    return longer


def _shares(o: I64, board: Board) -> list[float]:
    playouts = max(1, int(o[0]))
    return [float(o[point]) / playouts for point in index(board.geometry)]
