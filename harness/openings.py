"""Opening moves: at random, or from records. The same points under each ruleset of an experiment."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from gtp_rules.board import BLACK, WHITE, Color, Geometry
from gtp_rules.board.handicap import handicap_points
from gtp_rules.errors import BadSetup
from gtp_rules.game import Game, Play
from gtp_rules.rules import Ruleset

_ROOMY = 5


class Opening(msgspec.Struct, frozen=True):
    """What a record says about the beginning of a game.

    Attributes:
        name: of the file, with the number of the game where it holds several.
        size: ``COLUMNSxROWS``.
        black: points of black stones that were set up; with `white` empty as well, the ruleset's own opening stands.
        white: points of white stones that were set up.
        to_move: 1 if Black is the first to move after a set-up, 2 if White is.
        handicap: number of the black stones that are a handicap.
        moves: color and point of each move.
    """

    name: str
    size: str
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    to_move: int = 1
    handicap: int = 0
    moves: tuple[tuple[int, int], ...] = ()

    def set_up(self, game: Game) -> list[Play]:
        """Lays the stones out and gives the moves that follow.

        Raises:
            BadSetup: the stones cannot stand like this.
        """
        if self.black or self.white:
            game.set_up(self.black, self.white, Color(self.to_move), handicap=self.handicap > 0)
        return [Play(Color(color), point) for color, point in self.moves]


def lay_handicap(game: Game, number: int) -> None:
    """Puts Black's handicap on its points, in place of whatever the ruleset lays out; White moves first.

    Raises:
        BadSetup: the board has no such handicap.
    """
    if not number:
        return
    points = handicap_points(game.board.geometry, number)
    if not points:
        raise BadSetup(f"a board of this size has no fixed handicap of {number} stones")
    game.set_up(points, (), WHITE, handicap=True)


def most_moves(width: int, height: int) -> int:
    """The longest opening that may be asked for: so short that it is never cut for want of points."""
    return width * height // 3


def opening(
    rulesets: Sequence[Ruleset], board: tuple[int, int], seed: int, length: int, *, handicap: int = 0, candidates: int = 1
) -> tuple[int, ...]:
    """Points to be played in turn at the beginning of a game.

    Each is legal under all the rulesets when its turn comes, whatever stones a ruleset has laid out and whoever begins;
    none captures. The first line is left alone on boards of five lines and more. Ends early when nothing is left.

    Args:
        rulesets: all rulesets of the experiment, in any order.
        board: columns and rows.
        seed: the points depend on this and the arguments beside it only.
        length: number of moves.
        handicap: Black's stones.
        candidates: so many openings are made, of which the most balanced one is taken: that in which the points that are
            nearer to Black's stones are most nearly as many as those that are nearer to White's.
    """
    if not length:
        return ()
    if candidates == 1:
        return _random(rulesets, board, random.Random(seed), length, handicap)[0]  # noqa: S311 - to be repeated, not secret
    made = [
        _random(rulesets, board, random.Random(f"{seed}/{number}"), length, handicap)  # noqa: S311
        for number in range(candidates)
    ]
    return min(made, key=lambda each: abs(each[1]))[0]


def _random(
    rulesets: Sequence[Ruleset], board: tuple[int, int], chance: random.Random, length: int, handicap: int
) -> tuple[tuple[int, ...], int]:
    """A random opening, and by how many points Black is ahead in it."""
    games = [Game(ruleset, *board, komi=Fraction(0)) for ruleset in rulesets]
    for game in games:
        lay_handicap(game, handicap)
    points = [point for point in range(board[0] * board[1]) if _inside(games[0].board.geometry, point)]
    chance.shuffle(points)
    chosen: list[int] = []
    for point in points:
        if len(chosen) == length:
            break
        if all(_quiet(game, point) for game in games):
            chosen.append(point)
            for game in games:
                game.apply(Play(game.to_move, point))
    return tuple(chosen), lead(games[0])


def _inside(shape: Geometry, point: int) -> bool:
    column, row = shape.place(point)
    wide = shape.width < _ROOMY or 0 < column < shape.width - 1
    return wide and (shape.height < _ROOMY or 0 < row < shape.height - 1)


def _quiet(game: Game, point: int) -> bool:
    color = game.to_move
    return game.is_legal(color, point) and not game.board.look(color, point).captured


def lead(game: Game) -> int:
    """The points that are nearer to a black stone than to any white one, less those that are nearer to White's."""
    shape = game.board.geometry
    black, white = (_distances(shape, game.board.stones(color)) for color in (BLACK, WHITE))
    return sum((ours < theirs) - (theirs < ours) for ours, theirs in zip(black, white, strict=True))


def _distances(shape: Geometry, stones: Sequence[int]) -> list[int]:
    """Steps from each point to the nearest of the stones; more than the board has where there are none."""
    far = [shape.size] * shape.size
    front = list(stones)
    for stone in stones:
        far[stone] = 0
    for point in front:  # it grows while we go through it
        for near in shape.neighbors[point]:
            if far[near] == shape.size:
                far[near] = far[point] + 1
                front.append(near)
    return far
