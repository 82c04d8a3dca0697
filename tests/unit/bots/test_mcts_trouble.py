"""What an attacker found about mcts, as kinds of trouble."""

from __future__ import annotations

from fractions import Fraction

import pytest

pytest.importorskip("numba")

from bot_games import act, finish
from test_bots_mcts import asked, game_of

from bots import mcts, simple
from bots.request import Request, read_request
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, read_diagram, survey
from gtp_rules.errors import UnavailablePlayer
from gtp_rules.game import Game, Pass, Phase, Play
from gtp_rules.player import Attentive
from gtp_rules.players import find_factory


class Knock:
    """Somebody who has something to say after so many looks."""

    def __init__(self, looks, *, interrupts=False):
        self.looks, self.interrupts = looks, interrupts

    def _knocks(self):
        self.looks -= 1
        return self.looks < 0

    @property
    def has_input(self):
        return not self.interrupts and self._knocks()

    @property
    def interrupted(self):
        return self.interrupts and self._knocks()


def player_of(game, **options):
    player = mcts.create(seed=1, **options)
    player.new_game(game)
    return player


@pytest.mark.parametrize("command", ["lz-analyze b 99999999", "kata-analyze w 5", "lz-analyze"])
def test_an_analysis_ends_as_soon_as_somebody_has_something_to_say(command):
    player = player_of(Game(rulesets.find("chinese"), 5, 5))
    assert isinstance(player, Attentive)
    player.attend(Knock(3))
    assert len(list(player.analyze(command))) <= 3


def test_an_interruption_ends_the_search_for_a_move():
    player = player_of(Game(rulesets.find("chinese"), 9, 9), playouts="10000000")
    player.attend(Knock(2, interrupts=True))
    assert isinstance(player.choose(BLACK), Play)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lz-analyze", Request("lz-analyze", WHITE, 0.5, 20, ownership=False)),
        ("lz-analyze 100", Request("lz-analyze", WHITE, 1.0, 20, ownership=False)),
        ("lz-analyze B 10", Request("lz-analyze", BLACK, 0.1, 20, ownership=False)),
        ("kata-analyze 10 b", Request("kata-analyze", BLACK, 0.1, 20, ownership=False)),
        ("kata-analyze b interval 30 ownership TRUE", Request("kata-analyze", BLACK, 0.3, 20, ownership=True)),
        ("kata-analyze b maxmoves 2 interval 50", Request("kata-analyze", BLACK, 0.5, 2, ownership=False)),
        ("kata-analyze maxmoves 3", Request("kata-analyze", WHITE, 0.5, 3, ownership=False)),
        ("lz-analyze ²", Request("lz-analyze", WHITE, 0.5, 20, ownership=False)),
        ("lz-analyze " + "9" * 5000, Request("lz-analyze", WHITE, 0.5, 20, ownership=False)),
        ("lz-analyze 0", Request("lz-analyze", WHITE, 0.05, 20, ownership=False)),
        ("lz-analyze 999999", Request("lz-analyze", WHITE, 60.0, 20, ownership=False)),
    ],
)
def test_arguments_of_an_analysis_are_read_and_limited(text, expected):
    assert read_request(text, WHITE) == expected


def test_a_tree_is_not_kept_for_another_set_up():
    game = Game(rulesets.find("chinese"), 5, 5)
    player = player_of(game, playouts="200")
    player.choose(BLACK)
    board = read_diagram(". X X . .\n. . . . .\n. . . O .\nO O O . O\nX X X X X")
    game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
    move = player.choose(BLACK)
    assert not isinstance(move, Play) or not board.colors[move.point]
    assert player._crew._searches[0].runs <= 200


DAME_LEFT = """
. X . O .
X X . O O
. X . O .
X X . O O
. X . O .
"""


@pytest.mark.parametrize("name", ["tang-song opening=empty", "song-captives", "dunhuang-chips"])
def test_an_offer_is_not_taken_up_if_that_loses(name):
    """Three dame: whoever offers first moves first when they are filled, and gets two of them."""
    game = game_of(DAME_LEFT, BLACK, name, Fraction(0))
    act(game, game.pass_action(BLACK))
    player = player_of(game, playouts="600")
    for _ in range(2):  # the second time it has seen that all is settled
        choice = player.choose(WHITE)
    after = game.copy()
    act(after, after.pass_action(WHITE))
    assert after.score().margin > 0
    assert choice != game.pass_action(WHITE)


@pytest.mark.parametrize("options", [{}, {"counts_as": "chinese"}])
def test_natural_ending_comes_to_an_end_against_a_player_that_fills(options):
    game = finish(rulesets.find("natural-ending"), mcts.create(seed=3, playouts="60", **options), simple.create(seed=4), 7, 7)
    assert game.phase is Phase.FINISHED


@pytest.mark.parametrize("seed", range(3))
def test_natural_ending_comes_to_an_end_against_itself(seed):
    game = finish(rulesets.find("natural-ending"), *(mcts.create(seed=2 * seed + i, playouts="60") for i in range(2)), 7, 7)
    assert game.phase is Phase.FINISHED
    assert game.outcome.score is not None


def test_it_fills_no_eye_that_it_needs_where_it_may_not_pass():
    """Two eyes of one point and three lu more: it fills those, one after the other, and then passes."""
    game = game_of(
        ". X . X . .\nX X X X X X\n. . . X X X\nX X X X X X\nO O O O O O\n. O . O . O", BLACK, "natural-ending", Fraction(0)
    )
    player = player_of(game, playouts="200")
    while isinstance(action := player.choose(BLACK), Play):
        act(game, action)
        act(game, game.pass_action(WHITE)) if game.refusal(game.pass_action(WHITE)) is None else act(game, player.choose(WHITE))
    assert len(game.board.stones(BLACK)) >= 22
    view = survey(game.board)
    assert [group.enclosed for group in view.groups if group.color == BLACK] == [2]


# White sends two stones and takes one back; Black offers to stop in between, so that the cycle is no draw.
CIRCLE = """
O . O O . O O O O
. O O O O O O O O
O . O . O O . O .
O O O O . O O . O
X O O X O O . O O
X X X X O O O O .
. X X X X O O . O
X X O . X O . O O
. O . O X O O . O
"""


@pytest.mark.parametrize(("times", "accepts"), [(1, False), (3, True)])
def test_an_offer_is_not_declined_for_ever_on_the_same_board(times, accepts):
    game = game_of(CIRCLE, BLACK, "tang-song", Fraction(0))
    shape = game.board.geometry
    player = player_of(game, playouts="300")
    for _ in range(times - 1):
        act(game, game.pass_action(BLACK))
        for color, vertex in ((WHITE, "A1"), (BLACK, "C1"), (WHITE, "B1")):
            act(game, Play(color, shape.point(vertex)))
    act(game, game.pass_action(BLACK))
    player.choose(WHITE)
    assert (player.choose(WHITE) == game.pass_action(WHITE)) is accepts


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_tie_by_passing_is_not_the_only_thing_looked_at(size):
    game = Game(rulesets.find("tromp-taylor"), size, size, komi=Fraction(0))
    move = player_of(game, playouts="1000").choose(BLACK)
    assert isinstance(move, Play)


# The side that plays first on A1 or E1 loses seven white stones, or three black ones.
SEKI = """
. X X O O . O . O
X X X O O O O O O
. X X X O . O . O
X X X X O O O O O
X X X X X X O O O
X . X . X X X O .
X X X X X X X O O
O O O O O O X O .
. B B B . O X O O
""".replace("B", "X")


def test_a_big_group_in_seki_is_not_called_dead():
    game = game_of(SEKI, BLACK)
    for color in (BLACK, WHITE):
        act(game, Pass(color))
    dead = set(player_of(game).settlement(BLACK).dead)
    shape = game.board.geometry
    assert not dead & {shape.point(f"{letter}2") for letter in "ABCDEF"}


def test_white_does_not_spoil_its_seki():
    assert asked(SEKI, WHITE, playouts="1500") not in {"A1", "E1"}


def test_an_empty_board_is_not_settled():
    game = Game(rulesets.find("japanese"), 19, 19)
    act(game, Pass(BLACK))
    player = player_of(game, playouts="100")
    player.choose(WHITE)
    assert not player._calm
    assert isinstance(player.choose(WHITE), Play)


@pytest.mark.parametrize("komi", [Fraction(10) ** 20, -(Fraction(10) ** 99), Fraction(1, 3), Fraction(1, 999_999_999)])
def test_an_absurd_komi_is_a_komi(komi):
    game = Game(rulesets.find("chinese"), 5, 5, komi=komi)
    assert player_of(game, playouts="50").choose(BLACK)


def test_a_clock_decides_where_no_number_of_playouts_is_given():
    game = Game(rulesets.find("chinese"), 5, 5)
    player = player_of(game)
    player.set_clock((30, 0, 0), {BLACK: (30, 0), WHITE: (30, 0)})
    assert player._settings.playouts is None
    assert player._seconds(BLACK) == pytest.approx((30 - 0.35) / 13.75)


def test_the_own_account_of_time_serves_where_nobody_tells_it():
    player = player_of(Game(rulesets.find("chinese"), 5, 5))
    player.set_clock((60, 0, 0), {})
    first = player._seconds(BLACK)
    player.choose(BLACK)
    assert player._seconds(BLACK) < first


@pytest.mark.parametrize("name", ["scale", "even", "ripe"])
def test_what_divides_may_not_be_nothing(name):
    with pytest.raises(ValueError, match=f"{name} of the player mcts is a number from"):
        mcts.create(seed=1, **{name: "0"})


def test_a_side_that_moves_twice_may_fill_its_ko():
    game = game_of(". X O .\nX O . O\n. X O .\n. . . .", BLACK, "chinese", Fraction(0))
    point = game.board.geometry.point("C3")
    act(game, Play(BLACK, point))
    player = player_of(game, playouts="50")
    player._set_root(BLACK)
    assert game.board.geometry.point("B3") in {found.move for found in player._crew.found()}


def test_what_is_missing_is_said_with_its_cure(monkeypatch):
    import builtins
    import sys

    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "numpy" or name.startswith("numpy."):
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
        return real(name, *rest, **more)

    for name in [name for name in sys.modules if name == "bots.mcts" or name.startswith("bots.budget")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "bots.crew", raising=False)
    monkeypatch.delitem(sys.modules, "bots.searching", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UnavailablePlayer, match=r"numpy.*pip install 'gtp-rules\[mcts\]'"):
        find_factory("mcts")
