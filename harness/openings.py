"""Random opening moves, the same points under each ruleset of an experiment."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from gtp_rules.board import Geometry
from gtp_rules.game import Game, Play
from gtp_rules.rules import Ruleset

_ROOMY = 5


def most_moves(width: int, height: int) -> int:
    """The longest opening that may be asked for: so short that it is never cut for want of points."""
    return width * height // 3


def opening(rulesets: Sequence[Ruleset], width: int, height: int, seed: int, length: int) -> tuple[int, ...]:
    """Points to be played in turn at the beginning of a game.

    Each is legal under all the rulesets when its turn comes, whatever stones a ruleset has laid out and whoever begins;
    none captures. The first line is left alone on boards of five lines and more. Ends early when nothing is left.

    Args:
        rulesets: all rulesets of the experiment, in any order.
        width: columns.
        height: rows.
        seed: the points depend on this and the arguments above only.
        length: number of moves.
    """
    if not length:
        return ()
    games = [Game(ruleset, width, height, komi=Fraction(0)) for ruleset in rulesets]
    points = [point for point in range(width * height) if _inside(games[0].board.geometry, point)]
    random.Random(seed).shuffle(points)  # noqa: S311 - to be repeated, not to be secret
    chosen: list[int] = []
    for point in points:
        if len(chosen) == length:
            break
        if all(_quiet(game, point) for game in games):
            chosen.append(point)
            for game in games:
                game.apply(Play(game.to_move, point))
    return tuple(chosen)


def _inside(shape: Geometry, point: int) -> bool:
    column, row = shape.place(point)
    wide = shape.width < _ROOMY or 0 < column < shape.width - 1
    return wide and (shape.height < _ROOMY or 0 < row < shape.height - 1)


def _quiet(game: Game, point: int) -> bool:
    color = game.to_move
    return game.is_legal(color, point) and not game.board.look(color, point).captured
