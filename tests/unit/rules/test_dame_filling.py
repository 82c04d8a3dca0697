"""Filling dame step by step is the same as looking at the whole board before each fill."""

from __future__ import annotations

import random

import pytest

from gtp_rules.board import BLACK, WHITE, Board, Color, survey
from gtp_rules.errors import BadSetup
from gtp_rules.game import Game
from gtp_rules.rules.counting import Position, Settlement
from gtp_rules.rules.counting.dame import fill_dame, open_points, two_sided
from gtp_rules.rulesets import find


def quiet(board: Board, color: Color, point: int) -> bool:
    effect = board.look(color, point)
    if effect.captured or effect.suicide:
        return False
    trial = board.copy()
    trial.place(color, point, effect)
    around = [near for near in trial.geometry.neighbors[point] if trial.colors[near]]
    return all(len(trial.liberties(stone)) > 1 for stone in (point, *around))


def next_fill(board: Board, settlement: Settlement, color: Color) -> int | None:
    found = survey(board)
    candidates = two_sided(found, settlement)

    def joins(point: int) -> bool:
        near = found.geometry.neighbors[point]
        return len({found.group_at[other] for other in near if found.colors[other] == color}) > 1

    ordered = [p for p in candidates if joins(p)] + [p for p in candidates if not joins(p)]
    return next((point for point in ordered if quiet(board, color, point)), None)


def filled_slowly(position: Position) -> tuple[Board, list[int], list[int]]:
    board, color, skipped = position.cleared(), position.to_move, 0
    filled: dict[Color, list[int]] = {BLACK: [], WHITE: []}
    while skipped < 2:
        point = next_fill(board, position.settlement, color)
        skipped = skipped + 1 if point is None else 0
        if point is not None:
            board.place(color, point)
            filled[color].append(point)
        color = color.opponent
    return board, filled[BLACK], filled[WHITE]


def walls(rng: random.Random) -> Game | None:
    """Two walls with holes, open points between them, a few stones anywhere: many dame of every kind."""
    side = rng.randint(5, 12)
    left, right = sorted(rng.sample(range(1, side), 2))
    colors = []
    for point in range(side * side):
        column = point % side
        wall = 1 if column == left else 2 if column == right else 0
        colors.append(wall if rng.random() < 0.93 else rng.choice((0, 0, 1, 2)) if rng.random() < 0.1 else 0)
    game = Game(find("chinese"), side, side)
    black, white = ([point for point, color in enumerate(colors) if color == own] for own in (BLACK, WHITE))
    try:
        game.set_up(black, white, rng.choice((BLACK, WHITE)))
    except BadSetup:
        return None
    return game


@pytest.mark.parametrize("seed", range(150))
def test_fills_are_those_of_the_slow_way(seed: int) -> None:
    rng = random.Random(seed)
    game = walls(rng)
    if game is None:
        return
    stones = [point for point, color in enumerate(game.board.colors) if color]
    dead = frozenset(game.board.chain(rng.choice(stones))) if rng.random() < 0.3 else frozenset()
    seki = frozenset(rng.sample(range(game.board.geometry.size), 2)) - dead if rng.random() < 0.3 else None
    position = game.position(Settlement(dead, seki))
    board, black, white = filled_slowly(position)
    fills = fill_dame(position)
    assert (fills.black, fills.white) == (tuple(black), tuple(white))
    assert fills.board == board
    assert fill_dame(position, survey(game.board, dead)) == fills
    for color in (BLACK, WHITE):
        assert open_points(board, color) == [point for point in survey(board).public if quiet(board, color, point)]


def test_the_positions_have_dame_to_fill() -> None:
    games = [walls(random.Random(seed)) for seed in range(150)]
    filled = [len(fill_dame(game.position()).black) for game in games if game is not None]
    assert len(filled) > 120
    assert sum(number > 2 for number in filled) > 25
