import pytest
from bot_games import act

from bots import random_bot
from bots.eyes import is_eye
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Game, Play, Propose
from gtp_rules.player import Player


def game_of(rows, name="chinese", size=5):
    """A game whose position is set up from rows of X, O and points, the top row first."""
    game = Game(rulesets.find(name), size, size)
    letters = "".join(rows[::-1])
    game.set_up(
        [point for point, letter in enumerate(letters) if letter == "X"],
        [point for point, letter in enumerate(letters) if letter == "O"],
    )
    return game


def test_it_is_a_player():
    player = random_bot.create(seed=1)
    assert isinstance(player, Player)
    assert player.name == "random"


def test_unknown_options_are_refused_by_name():
    with pytest.raises(ValueError, match="the player random does not know playouts: it has no options"):
        random_bot.create(seed=1, playouts="10")


def test_it_needs_a_game():
    with pytest.raises(RuntimeError, match="first game"):
        random_bot.create(seed=1).choose(BLACK)


def test_every_point_has_a_chance_and_none_is_its_own_eye():
    game = game_of([".X...", "XX...", ".....", ".....", "....."])
    player = random_bot.create(seed=5)
    player.new_game(game)
    points = {player.choose(BLACK).point for _ in range(600)}
    assert points == {point for point in game.board.empties() if not is_eye(game.board, BLACK, point)}
    assert points != set(game.board.empties())


def test_a_false_eye_is_filled():
    game = game_of([".XXXX", "XO.XX", "XXXXX", "XXXXX", "XXXXX"])
    player = random_bot.create(seed=1)
    player.new_game(game)
    assert {player.choose(BLACK).point for _ in range(50)} == set(map(game.board.geometry.point, ("A5", "C4")))


def test_it_passes_when_only_eyes_are_left():
    game = game_of([".X.XX", "XXXXX", "XXXXX", "XXXXX", "XXXXX"])
    player = random_bot.create(seed=1)
    player.new_game(game)
    assert player.choose(BLACK) == game.pass_action(BLACK)
    assert player.choose(WHITE) == game.pass_action(WHITE)


def test_equal_seeds_play_equal_games():
    logs = []
    for _ in range(2):
        game, player = Game(rulesets.find("chinese"), 5, 5), random_bot.create(seed=8)
        player.new_game(game)
        for _ in range(30):
            if not game.legal_points(game.to_move):
                break
            act(game, player.choose(game.to_move))
            if game.board.empties() == []:
                break
        logs.append([entry.action for entry in game.log])
    assert logs[0] == logs[1]


def test_one_side_may_move_many_times():
    game, player = Game(rulesets.find("chinese"), 5, 5), random_bot.create(seed=2)
    player.new_game(game)
    for _ in range(10):
        action = player.choose(BLACK)
        assert isinstance(action, Play)
        act(game, action)
    assert len(game.board.stones(BLACK)) == 10


def test_it_says_of_nothing_that_it_is_dead():
    player = random_bot.create(seed=1)
    assert player.settlement(WHITE) == Propose(WHITE)
    player.close()
