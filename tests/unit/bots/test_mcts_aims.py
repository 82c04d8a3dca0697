"""mcts plays for the count of the ruleset: the same position, another count, another move."""

from __future__ import annotations

from fractions import Fraction

import pytest

pytest.importorskip("numba")

from bot_games import act

from bots import mcts
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, read_diagram
from gtp_rules.game import Game, Play

# Two moves are left. G5 is a dame where three black groups meet: joining them saves four basic eyes. A8 captures a stone, or
# saves it: four points between the two. So G5 is worth 2 by area and 6 where groups pay a tax, and A8 is worth 4 everywhere.
JUNCTION = """
O O . O . O O O . O . O O
. O O O O O O O O O O O O
O X X X X O O O X X X X X
X . X . X X O X X . X . X
X X X X X X . X X X X X X
O O O O O O X O O O O O O
O . O O X X X X X O O . O
O O O O X . X . X O O O O
. O . O X X X X X O . O .
"""
AREA = ["chinese", "tromp-taylor", "aga", "new-zealand", "yan-lai-2007-b", "chinese repetition=simple"]
TAXED = [
    "ming-qing",
    "equal-lu",
    "tang-song opening=empty",
    "tang-song dame=as_is",
    "song-captives",
    "dunhuang-chips",
    "natural-ending",
]


def junction(name, komi=Fraction(0)):
    board = read_diagram(JUNCTION)
    game = Game(rulesets.find(name), board.geometry.width, board.geometry.height, komi=komi)
    game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
    return game


def margin_after(name, black, white):
    """The count once Black has made one of the two moves and White the other."""
    game = junction(name)
    for color, vertex in ((BLACK, black), (WHITE, white)):
        act(game, Play(color, game.board.geometry.point(vertex)))
    return game.score().margin


def chosen(game, **options):
    player = mcts.create(seed=1, **{"playouts": "2000", **options})
    player.new_game(game)
    action = player.choose(game.to_move)
    return game.board.geometry.vertex(action.point) if isinstance(action, Play) else action


@pytest.mark.parametrize("name", [*AREA, *TAXED])
def test_the_position_is_what_it_is_said_to_be(name):
    joined, captured = margin_after(name, "G5", "A8"), margin_after(name, "A8", "G5")
    assert joined - captured == (-2 if name in AREA else 2)


@pytest.mark.parametrize("name", [*AREA, *TAXED])
def test_the_tax_decides_between_a_connection_and_a_capture(name):
    komi = (margin_after(name, "G5", "A8") + margin_after(name, "A8", "G5")) / 2  # the better move wins, the other one loses
    assert chosen(junction(name, komi)) == ("A8" if name in AREA else "G5")


@pytest.mark.parametrize(
    ("refereed", "counts_as", "expected"),
    [("chinese", "ming-qing", "G5"), ("ming-qing", "chinese", "A8"), ("tang-song opening=empty", "tromp-taylor", "A8")],
)
def test_a_player_may_aim_at_another_count_than_the_refereed_one(refereed, counts_as, expected):
    komi = (margin_after(counts_as, "G5", "A8") + margin_after(counts_as, "A8", "G5")) / 2
    assert chosen(junction(refereed, komi), counts_as=counts_as) == expected


# Nothing is left but the points that Black encloses, many of them, and White's two.
FULL = """
. . X . X O O . O
. X X X X O O O .
. . X . X O O O O
"""


def finished_by(name, *, komi, moves=40):
    """The margin once mcts has played Black against a White that only ever passes, or fills where it may not."""
    board = read_diagram(FULL)
    game = Game(rulesets.find(name), board.geometry.width, board.geometry.height, komi=komi)
    game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
    player = mcts.create(seed=1, playouts="300")
    player.new_game(game)
    for _ in range(moves):
        action = player.choose(BLACK)
        act(game, action)
        if action == game.pass_action(BLACK):
            break
        act(game, game.pass_action(WHITE))
    return game.score().margin


def test_own_points_are_filled_where_only_stones_count():
    """8 stones against 10: Black needs all five points that it can fill and live on with D1 and D3."""
    assert finished_by("ikeda-1", komi=Fraction(5, 2)) == Fraction(1, 2)


@pytest.mark.parametrize("name", ["japanese", "yan-lai-2015"])
def test_own_points_are_left_open_where_filling_them_costs(name):
    board = read_diagram(FULL)
    game = Game(rulesets.find(name), board.geometry.width, board.geometry.height, komi=Fraction(0))
    game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
    exact = game.score().margin
    assert finished_by(name, komi=exact - Fraction(1, 2)) > 0  # half a point: a single move inside would lose the game
