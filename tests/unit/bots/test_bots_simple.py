import pytest
from bot_games import act, finish
from test_bots_life import ZHANG_HU

from bots import random_bot, simple
from bots.cleaning import fill, forced, sweep
from bots.life import pass_alive
from bots.reading import Reading
from bots.stakes import Stakes, stakes
from bots.territory import Field
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, Board, read_diagram, survey
from gtp_rules.game import Game, Pass, Phase, Play, Propose
from gtp_rules.player import Player


def asked(text, color, name="chinese", seed=1):
    """The game of a diagram, and what the player does in it."""
    board = read_diagram(text)
    game = Game(rulesets.find(name), board.geometry.width, board.geometry.height)
    game.set_up(board.stones(BLACK), board.stones(WHITE), color)
    player = simple.create(seed=seed)
    player.new_game(game)
    action = player.choose(color)
    return board.geometry.vertex(action.point) if isinstance(action, Play) else action


def test_it_is_a_player():
    player = simple.create(seed=1)
    assert isinstance(player, Player)
    assert player.name == "simple"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": "3"}, "the player simple does not know depth: it has only playouts"),
        ({"playouts": "many"}, "playouts of the player simple is a whole number from 0 to 10000, not 'many'"),
        ({"playouts": "-1"}, "whole number"),
        ({"playouts": "10001"}, "whole number"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        simple.create(seed=1, **options)


def test_it_needs_a_game():
    with pytest.raises(RuntimeError, match="first game"):
        simple.create(seed=1).choose(BLACK)


@pytest.mark.parametrize(
    ("why", "text", "color", "expected"),
    [
        (
            "captures a chain that would get away",
            """
            . . . . . . .
            . . . . . . .
            . . X X . . .
            . X O O . . .
            . . X X . . .
            . . . . . . .
            . . . . . . .
            """,
            BLACK,
            {"E4"},
        ),
        (
            "saves it",
            """
            . . . . . . .
            . . . . . . .
            . . X X . . .
            . X O O . . .
            . . X X . . .
            . . . . . . .
            . . . . . . .
            """,
            WHITE,
            {"E4"},
        ),
        (
            "saves by taking the attacker",
            """
            . . . . .
            . X O X .
            . O X O .
            . O . O .
            . . O . .
            """,
            BLACK,
            {"C5"},
        ),
        (
            "takes the larger of two chains",
            """
            . . . O . . O . .
            . X . O O O X . .
            X O X X O O . O .
            X . X X X X X O .
            X X . X O O O O .
            . X X X O . . O .
            """,
            BLACK,
            {"G4"},
        ),
    ],
)
def test_it_decides_what_can_be_decided(why, text, color, expected):
    assert asked(text, color) in expected, why


def test_it_does_not_run_in_a_ladder():
    ladder = """
        . . . . . . .
        . . X . . . .
        . X O X . . .
        . X O . . . .
        . . X . . . .
        . . . . . . .
        . . . . . . .
    """
    assert asked(ladder, WHITE) != "D4"


def test_it_opens_in_reasonable_places():
    game, player = Game(rulesets.find("chinese"), 19, 19), simple.create(seed=3)
    player.new_game(game)
    corners = set()
    for _ in range(4):
        action = player.choose(game.to_move)
        assert isinstance(action, Play)
        x, y = game.board.geometry.place(action.point)
        assert 2 <= min(x, 18 - x) <= 5
        assert 2 <= min(y, 18 - y) <= 5
        corners.add((x > 9, y > 9))
        act(game, action)
    assert len(corners) == 4


SETTLED = """
    . X . X O . O .
    X X X X O O O O
    . . X X O O . .
    . . X X O O . .
    X X X X O O O O
"""
WITH_DAME = """
    . X X . O . O .
    X X X X O O O O
    . . X X O O . .
    . . X X O O . .
    X X X X O O O O
"""


@pytest.mark.parametrize("name", ["chinese", "japanese", "tang-song"])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_it_stops_when_everything_is_settled(name, color):
    assert asked(SETTLED, color, name) == Pass(color)


@pytest.mark.parametrize(("name", "expected"), [("chinese", "D5"), ("tang-song", "D5"), ("japanese", Pass(BLACK))])
def test_dame_is_played_where_it_pays(name, expected):
    assert asked(WITH_DAME, BLACK, name) == expected


@pytest.mark.parametrize("name", ["chinese", "japanese"])
def test_nothing_is_put_into_closed_territory(name):
    settled = """
        . X . X O . . . .
        X X X X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        X X X X O O O O O
        . X . X O . . . .
        X X X X O . . . .
        . . . X O . . . .
        . . . X O . . . .
    """
    for color in (BLACK, WHITE):
        assert asked(settled, color, name) == Pass(color)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chinese", Stakes(dame=True, filling=False)),
        ("tromp-taylor", Stakes(dame=True, filling=False)),
        ("tang-song", Stakes(dame=True, filling=False)),
        ("tang-song dame=as_is", Stakes(dame=True, filling=False)),
        ("japanese", Stakes(dame=False, filling=False)),
        ("yan-lai-2015", Stakes(dame=False, filling=False)),
        ("ikeda-1", Stakes(dame=True, filling=True)),
    ],
)
def test_stakes(name, expected):
    assert stakes(rulesets.find(name)) == expected


def test_its_settlement_names_the_dead():
    board = read_diagram(ZHANG_HU)
    game = Game(rulesets.find("chinese"), 9, 9)
    game.set_up(board.stones(BLACK), board.stones(WHITE))
    player = simple.create(seed=1, playouts="40")
    player.new_game(game)
    dead = tuple(sorted(board.geometry.point(vertex) for vertex in ("B2", "B5", "B8")))
    assert player.settlement(WHITE) == Propose(WHITE, dead=dead)
    other = simple.create(seed=2, playouts="40")
    other.new_game(game)
    assert other.settlement(BLACK).dead == dead


def test_equal_seeds_play_equal_games():
    logs = []
    for _ in range(2):
        game = finish(rulesets.find("chinese"), simple.create(seed=4), simple.create(seed=5), 7, 7)
        logs.append([entry.action for entry in game.log])
    assert logs[0] == logs[1]


def test_a_choice_depends_on_the_position_only():
    game = Game(rulesets.find("chinese"), 9, 9)
    old, new = simple.create(seed=4), simple.create(seed=4)
    old.new_game(game)
    for _ in range(12):
        act(game, old.choose(game.to_move))
    new.new_game(game)
    assert new.choose(game.to_move) == old.choose(game.to_move)


def test_one_side_may_move_many_times():
    game, player = Game(rulesets.find("chinese"), 9, 9), simple.create(seed=2)
    player.new_game(game)
    for _ in range(40):
        action = player.choose(BLACK)
        act(game, action)
        if not isinstance(action, Play):
            break
    assert game.board.stones(BLACK)
    assert isinstance(action, Pass)


def test_it_stops_against_somebody_who_only_passes():
    game, player = Game(rulesets.find("tang-song"), 9, 9), simple.create(seed=2)
    player.new_game(game)
    for _ in range(81):
        action = player.choose(WHITE)
        act(game, action)
        if not isinstance(action, Play):
            break
        act(game, game.pass_action(BLACK))
    assert isinstance(action, Pass)


def test_it_beats_random():
    won = 0
    for seed in range(20):
        players = [simple.create(seed=seed, playouts="20"), random_bot.create(seed=seed)]
        mine = BLACK if seed % 2 == 0 else WHITE
        black, white = players if mine == BLACK else players[::-1]
        game = Game(rulesets.find("chinese"), 9, 9)
        for player in players:
            player.new_game(game)
        while game.phase is Phase.PLAY:
            act(game, (black if game.to_move == BLACK else white).choose(game.to_move))
        act(game, players[0].settlement(mine))
        margin = game.score().margin
        won += margin > 20 if mine == BLACK else margin < -20
    assert won >= 19


def test_sweeping_takes_the_dead_off():
    board = read_diagram(ZHANG_HU)
    dead = frozenset(map(board.geometry.point, ("B2", "B5", "B8")))
    for _ in range(12):
        point = sweep(board, BLACK, dead, lambda point: not board.colors[point], Reading())
        if point is None:
            break
        board.place(BLACK, point)
    assert not {board.colors[point] for point in dead} & {int(WHITE)}
    assert sweep(board, BLACK, frozenset(), lambda _: True, Reading()) is None


def test_filling_leaves_two_eyes():
    board = read_diagram(". X . . .\nX X X X X\n. . . . .\nX X X X X\nO O O . O")
    while (point := fill(board, BLACK, frozenset(), lambda point: not board.colors[point])) is not None:
        board.place(BLACK, point)
    assert pass_alive(board, BLACK).stones == frozenset(board.stones(BLACK))
    assert [group.enclosed for group in survey(board).groups if group.color == BLACK] == [2]


def test_where_only_stones_count_it_fills_and_never_kills_itself():
    board = read_diagram(SETTLED)
    game = Game(rulesets.find("ikeda-1"), board.geometry.width, board.geometry.height)
    game.set_up(board.stones(BLACK), board.stones(WHITE))
    player = simple.create(seed=1, playouts="20")
    player.new_game(game)
    while game.phase is Phase.PLAY:
        act(game, player.choose(game.to_move))
    assert [group.enclosed for group in survey(game.board).groups] == [2, 2]


def test_a_forced_move_does_the_least_harm():
    board = read_diagram(". X . X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .")
    eye, other = board.geometry.point("A5"), board.geometry.point("E3")
    assert forced(board, BLACK, [eye, other]) == other
    assert forced(board, BLACK, [eye]) == eye
    assert forced(board, BLACK, []) is None


def test_a_field_knows_who_is_nearer():
    board = read_diagram("X . . . .  . O")
    field = Field(board)
    assert [field.share(BLACK, point) > 0 for point in range(7)] == [True, True, True, False, False, False, False]
    assert field.share(BLACK, 3) == 0
    assert field.gain(BLACK, 3) > field.gain(BLACK, 1) > 0
    assert field.support(BLACK, 1) == 1.0


def test_a_field_sees_through_dead_stones():
    board = read_diagram("X . O . . . . .")
    assert Field(board).share(BLACK, 4) < 0
    assert Field(board, frozenset({2})).share(BLACK, 4) > 0


def test_a_board_of_one_point_is_no_trouble():
    game, player = Game(rulesets.find("chinese"), 1, 1), simple.create(seed=1)
    player.new_game(game)
    assert player.choose(BLACK) == Pass(BLACK)
    assert Board(1, 1) == game.board
