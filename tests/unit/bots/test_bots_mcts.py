"""The player mcts: what it plays, when it stops, and what it says, under rulesets that pay for different things."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

pytest.importorskip("numba")

from bot_games import act, finish

from bots import mcts
from bots.budget import Clock, moves_to_come, seconds_for
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, read_diagram
from gtp_rules.game import Abandon, Game, Pass, Phase, Play, Propose, Resign
from gtp_rules.player import Analyst, Explaining, Player, Timed


def game_of(text, color, name="chinese", komi=None):
    board = read_diagram(text)
    game = Game(rulesets.find(name), board.geometry.width, board.geometry.height, komi=komi)
    game.set_up(board.stones(BLACK), board.stones(WHITE), color)
    return game


def asked(text, color, name="chinese", *, komi=None, **options):
    """What the player does in the position of a diagram: a vertex or an action."""
    game = game_of(text, color, name, komi)
    player = mcts.create(seed=1, **{"playouts": "600", **options})
    player.new_game(game)
    action = player.choose(color)
    return game.board.geometry.vertex(action.point) if isinstance(action, Play) else action


def test_it_is_all_that_a_player_can_be():
    player = mcts.create(seed=1)
    assert isinstance(player, Player)
    assert isinstance(player, Analyst)
    assert isinstance(player, Timed)
    assert isinstance(player, Explaining)
    assert player.name == "mcts"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": "3"}, "the player mcts does not know depth"),
        ({"playouts": "0"}, "playouts of the player mcts is a whole number from 1"),
        ({"threads": "0"}, "threads of the player mcts is a whole number"),
        ({"seconds": "soon"}, "seconds of the player mcts is a number from 0.01 to 3600, not 'soon'"),
        ({"seconds": "nan"}, "seconds of the player mcts is a number"),
        ({"resign": "60"}, "resign of the player mcts is a number from 0 to 50"),
        ({"counts_as": "klingon"}, "unknown ruleset 'klingon'"),
        ({"equivalence": "-1"}, "equivalence of the player mcts is a number"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        mcts.create(seed=1, **options)


def test_it_needs_a_game():
    with pytest.raises(RuntimeError, match="first game"):
        mcts.create(seed=1).choose(BLACK)


@pytest.mark.parametrize("threads", ["1", "2"])
def test_equal_seeds_play_equal_games(threads):
    games = [
        finish(
            rulesets.find("chinese"),
            mcts.create(seed=7, playouts="60", threads=threads),
            mcts.create(seed=8, playouts="60", threads=threads),
            5,
            5,
        )
        for _ in range(2)
    ]
    assert [entry.action for entry in games[0].log] == [entry.action for entry in games[1].log]


def test_other_seeds_play_other_games():
    logs = set()
    for seed in range(4):
        game = finish(rulesets.find("chinese"), mcts.create(seed=seed, playouts="30"), mcts.create(seed=9, playouts="30"), 7, 7)
        logs.add(tuple(str(entry.action) for entry in game.log))
    assert len(logs) > 1


@pytest.mark.parametrize("ruleset", rulesets.registered(), ids=lambda ruleset: ruleset.name)
def test_it_plays_under_every_ruleset_to_the_end(ruleset):
    game = finish(ruleset, mcts.create(seed=1, playouts="40"), mcts.create(seed=2, playouts="40"), 5, 5)
    assert game.phase is Phase.FINISHED
    assert game.outcome is not None


CAPTURE = """
. . . . . . .
. . X X X . .
. X O O O X .
. X O O O X .
. . X X . X .
. O . O . . .
. . . . O . .
"""


@pytest.mark.parametrize("name", ["chinese", "ming-qing", "japanese", "yan-lai-2015", "tang-song"])
def test_it_captures_what_can_be_captured(name):
    assert asked(CAPTURE, BLACK, name) == "E3"


# The points of the E line are dame: who moves first gets two of the three, which decides the game by area without komi.
DAME = """
. X . X . O . O .
. X X X . O O O .
. X . X . O . O .
"""


@pytest.mark.parametrize("name", ["chinese", "tang-song dame=as_is", "ming-qing", "equal-lu"])
def test_dame_are_played_where_they_pay(name):
    assert str(asked(DAME, BLACK, name, komi=Fraction(0))).startswith("E")


SETTLED = """
. X . X X O O . O
. X X X O O O O .
X X . X O . O O O
"""


@pytest.mark.parametrize(
    ("name", "stop"),
    [("chinese", Pass(BLACK)), ("japanese", Pass(BLACK)), ("yan-lai-2015", Abandon(BLACK)), ("tang-song", Pass(BLACK))],
)
def test_a_settled_game_is_stopped(name, stop):
    """The offer of the opponent is taken up, once the position has been looked at and nothing is left to gain."""
    game = game_of(SETTLED, BLACK, name)
    player = mcts.create(seed=1, playouts="600")
    player.new_game(game)
    for _ in range(6):
        action = player.choose(BLACK)
        if action == stop:
            break
        act(game, action)
        act(game, game.pass_action(WHITE))
    assert action == stop


def test_stones_that_cannot_live_are_called_dead():
    text = """
    . X . X O . O
    X X X X O O .
    O . . X O O O
    . . X X O . O
    X X X . X O O
    . X . X X X O
    X X X X . X O
    """
    game = game_of(text, BLACK)
    for color in (BLACK, WHITE):
        act(game, game.pass_action(color))
    player = mcts.create(seed=1)
    player.new_game(game)
    shape = game.board.geometry
    assert player.settlement(BLACK) == Propose(BLACK, dead=(shape.point("A5"),))


def test_it_resigns_only_where_it_is_told_to():
    hopeless = """
    . X . X . X .
    X X X X X X X
    . X . X . X .
    X X X X X X X
    X X . X . X X
    X X X X X X O
    . X . X X O .
    """
    assert asked(hopeless, WHITE, resign="10") == Resign(WHITE)
    assert asked(hopeless, WHITE) != Resign(WHITE)


def test_a_side_that_may_not_pass_fills():
    game = game_of(SETTLED, BLACK, "natural-ending")
    player = mcts.create(seed=1, playouts="100")
    player.new_game(game)
    assert isinstance(player.choose(BLACK), Play)


def test_its_tree_follows_the_game():
    game = Game(rulesets.find("chinese"), 9, 9)
    player = mcts.create(seed=3, playouts="400")
    player.new_game(game)
    act(game, player.choose(BLACK))
    player._set_root(WHITE)
    kept = player._crew._searches[0].runs
    assert kept > 20
    game.undo()
    player._set_root(BLACK)
    assert player._crew._searches[0].runs == 0


def test_a_move_that_the_ban_forbids_is_never_chosen():
    """White has just taken the ko; every playout would like to take it back."""
    game = game_of(
        """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
        """,
        WHITE,
        "tromp-taylor",
    )
    shape = game.board.geometry
    act(game, Play(WHITE, shape.point("B4")))
    player = mcts.create(seed=1, playouts="300")
    player.new_game(game)
    assert player.choose(BLACK) != Play(BLACK, shape.point("C4"))


def test_lz_analysis_reads_as_others_write_it():
    game = Game(rulesets.find("chinese"), 9, 9)
    player = mcts.create(seed=1)
    player.new_game(game)
    line = next(player.analyze("lz-analyze b 5"))
    moves = line.split("info ")[1:]
    assert re.fullmatch(
        r"move [A-HJ][1-9] visits \d+ winrate \d+ prior \d+ lcb \d+ order 0 pv( ([A-HJ][1-9]|pass))+ ?", moves[0]
    )
    visits = [int(re.search(r"visits (\d+)", move).group(1)) for move in moves]
    assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("color", ["b", "w"])
def test_kata_analysis_tells_ownership_row_by_row_from_the_top(color):
    game = game_of("X X X .\nX . X .\nO O O O\nO . O .", BLACK, "chinese")
    player = mcts.create(seed=1)
    player.new_game(game)
    line = next(player.analyze(f"kata-analyze {color} 10 ownership true"))
    shares = [float(word) for word in line.partition(" ownership ")[2].split()]
    assert len(shares) == 16
    sign = 1 if color == "b" else -1
    assert sum(shares[:3]) * sign > sum(shares[8:12]) * sign
    assert "scoreLead" in line


def test_it_explains_its_last_move():
    game = Game(rulesets.find("chinese"), 5, 5)
    player = mcts.create(seed=1, playouts="200")
    assert player.explain() == ""
    player.new_game(game)
    player.choose(BLACK)
    assert re.match(r"black chose [A-E][1-5]: winning chance \d+ %, playouts end (Black|White) \+", player.explain())


def test_a_clock_is_shared_out():
    assert seconds_for(Clock(0, 1, 0, {}), BLACK, 20) is None
    assert seconds_for(Clock(100, 0, 0, {}), BLACK, 20) == pytest.approx(99.65 / 20)
    assert seconds_for(Clock(100, 0, 0, {BLACK: (10, 0)}), BLACK, 20) == pytest.approx(9.65 / 20)
    assert seconds_for(Clock(100, 30, 5, {BLACK: (30, 5)}), BLACK, 20) == pytest.approx(29.65 / 5 * 0.9)
    assert seconds_for(Clock(0, 30, 5, {}), BLACK, 20) == pytest.approx(30 / 5 * 0.9 - 0.35)
    assert seconds_for(Clock(100, 0, 0, {BLACK: (0, 0)}), BLACK, 20) == pytest.approx(0.02)


def test_many_moves_are_expected_early_and_some_always():
    assert moves_to_come(81, 81) > moves_to_come(81, 40) >= moves_to_come(81, 0) == 8


def test_a_clock_that_has_run_down_is_obeyed():
    from time import perf_counter

    game = Game(rulesets.find("chinese"), 9, 9)
    player = mcts.create(seed=1, playouts="1000000")
    player.new_game(game)
    player.set_clock((1, 0, 0), {BLACK: (1, 0), WHITE: (1, 0)})
    began = perf_counter()
    player.choose(BLACK)
    assert perf_counter() - began < 60  # a million playouts take longer than a minute anywhere
