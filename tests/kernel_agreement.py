"""The kernel and the referee side by side: the same random moves, and the same positions counted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from bots import aims
from bots.arrays import Arrays, empty, index, key_of
from bots.kernel import counting
from bots.kernel.board import legal, place
from bots.kernel.layout import COLOR, KEY, KO
from bots.rooting import first_to_pass
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.game import Game, Pass, Phase, Play
from gtp_rules.rules import Ruleset, SimpleKo, Suicide
from gtp_rules.rules.counting import Account, Position, Settlement, Tally

SIZES = ((9, 9), (7, 7), (5, 5), (13, 13), (19, 19), (3, 8), (8, 3), (2, 2), (1, 7), (25, 25))


def replayed_moves(count: int, seed: int, sizes: tuple[tuple[int, int], ...] = SIZES) -> int:
    """Plays at least so many random legal moves, suicides among them, on both boards and compares them after each one.

    Compared are the stones, the key, and for both sides the legality of every empty point, simple ko included.

    Returns:
        The number of moves made.
    """
    numbers = random.Random(seed)
    made = 0
    while made < count:
        width, height = numbers.choice(sizes)
        suicide = numbers.choice(list(Suicide))
        made += _one_game(numbers, width, height, suicide, min(count - made, 3 * width * height))
    return made


def _one_game(numbers: random.Random, width: int, height: int, suicide: Suicide, limit: int) -> int:
    ruleset = rulesets.find("chinese").variant(name="check", suicide=suicide, repetition=SimpleKo(), komi=Fraction(0))
    game = Game(ruleset, width, height)
    arrays, there = empty(game.board.geometry, suicide), index(game.board.geometry)
    for turn in range(limit):
        if game.phase is Phase.FINISHED:  # a draw by the third repetition, which single suicides bring about
            return turn
        color = game.to_move
        points = _compare(game, arrays, there, color)
        if not points or numbers.random() < 0.02:
            if not _pass(game, arrays, color):
                return turn + 1
            continue
        point = numbers.choice(points)
        game.apply(Play(color, point))
        place(arrays.board, arrays.keys, there[point], int(color))
    return limit


def _pass(game: Game, arrays: Arrays, color: Color) -> bool:
    """A pass, unless it would stop play."""
    if game.log and isinstance(game.log[-1].action, Pass):
        return False
    game.apply(Pass(color))
    arrays.board[KO] = 0
    return True


def _compare(game: Game, arrays: Arrays, there: tuple[int, ...], color: Color) -> list[int]:
    """Asserts that both boards are equal; returns the legal points of the side to move."""
    b, board = arrays.board, game.board
    assert [int(b[COLOR + point]) for point in there] == board.colors
    assert int(arrays.keys[KEY]) == key_of(board)
    points = [point for point in board.empties() if game.is_legal(color, point)]
    kernel = [point for point in board.empties() if legal(b, there[point], int(color))]
    if points != kernel:
        # Two stones in a row that perish alone restore the board, which the referee's ko forbids; the kernel never looks.
        kernel = [point for point in kernel if point in points or not _perishes_alone(game, color, point)]
    assert kernel == points
    return points


def _perishes_alone(game: Game, color: Color, point: int) -> bool:
    effect, last = game.board.look(color, point), game.log[-1].action
    return effect.suicide and effect.lone and isinstance(last, Play) and not game.board.colors[last.point]


class Finished(NamedTuple):
    """A position at the end, or near the end, of a random game, on both sides.

    Attributes:
        arrays: as the kernel has it.
        position: as the referee has it.
    """

    arrays: Arrays
    position: Position


def finished_positions(count: int, seed: int, sizes: tuple[tuple[int, int], ...] = SIZES[:7]) -> Iterator[Finished]:
    """Positions of random games, most of them played until nobody has a move that fills no eye, some stopped before."""
    from bots.kernel.playout import uniform_move

    numbers = random.Random(seed)
    for number in range(count):
        width, height = sizes[number % len(sizes)]
        arrays = empty(Board(width, height).geometry, Suicide.FORBIDDEN, numbers.getrandbits(60))
        size = width * height
        limit = 3 * size if numbers.random() < 0.5 else numbers.randrange(size // 2, 3 * size // 2)
        color, passes, placed, last = 1, 0, [0, 0, 0], None
        while passes < 2 and sum(placed) < limit:
            point = int(uniform_move(arrays.board, arrays.keys, color))
            if point:
                place(arrays.board, arrays.keys, point, color)
                placed[color] += 1
                last = Color(color)
            passes = 0 if point else passes + 1
            color = 3 - color
        yield _finished(numbers, arrays, width, height, color, placed, last)


def _finished(
    numbers: random.Random, arrays: Arrays, width: int, height: int, color: int, placed: list[int], last: Color | None
) -> Finished:
    board = Board(width, height)
    board.reset([int(arrays.board[COLOR + point]) for point in index(board.geometry)])
    virtual = [0, numbers.randrange(3), numbers.randrange(3)]
    accounts = {
        side: Tally(Account(placed[side], virtual[side], 0, placed[side] - board.colors.count(side))) for side in (BLACK, WHITE)
    }
    position = Position(
        board=board,
        settlement=Settlement(),
        black=accounts[BLACK],
        white=accounts[WHITE],
        to_move=Color(color),
        last_mover=last,
        first_to_pass=numbers.choice([None, BLACK, WHITE]),
    )
    return Finished(arrays, position)


def kernel_margin(ruleset: Ruleset, finished: Finished) -> Fraction:
    """The kernel's count of a position without komi, in points."""
    a = np.zeros(aims.LENGTH, np.int64)
    for where, weight in aims.weights(ruleset.counting).items():
        a[where] = weight
    b, k = finished.arrays.board.copy(), finished.arrays.keys.copy()
    t = np.zeros(counting.FOUND, np.int64)
    position = finished.position
    moves = position.black.stones - position.white.stones
    margin = counting.margin(b, k, t, a, int(position.to_move), moves, first_to_pass(ruleset, position))
    return Fraction(int(margin), aims.UNIT)


def counted_alike(ruleset: Ruleset, finished: Finished) -> bool:
    """Whether the referee counts a position as the kernel does; virtual moves are only made where they exist."""
    if not ruleset.turns.virtual:
        finished = finished._replace(position=_without_virtual(finished.position))
    return ruleset.score(finished.position, Fraction(0)).margin == kernel_margin(ruleset, finished)


def _without_virtual(position: Position) -> Position:
    black, white = (Tally(tally.play._replace(virtual=0)) for tally in (position.black, position.white))
    return position._replace(black=black, white=white)
