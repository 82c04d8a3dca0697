import pytest

from bots.life import dead_stones, hopeless, pass_alive
from bots.playouts import ownership
from bots.territory import suspects
from gtp_rules.board import BLACK, WHITE, Board, read_diagram

ZHANG_HU = """
    9 . . X . O O . X .
    8 . O X . O O . X .
    7 . . X X O O O X .
    6 . . X X O . O X .
    5 . O X X O . O O X
    4 . . X X O . . O O
    3 . . X X O . . . .
    2 . O X X O . . . .
    1 . . X X O . . . .
"""
FIGURE_45 = """
    9 . X X . O . . . .
    8 . X X O O . . . X
    7 . X X O O . . . .
    6 . X X O O . . . .
    5 . X X O O O O O O
    4 . X X O O O O X X
    3 . X X . O O O X .
    2 . X X X O O O X X
    1 . . X X O O . X .
"""
SEKI_WITH_EYES = """
    O O O X .
    O . O X X
    X X O O X
    X X O . X
    . X O O O
"""


def names(board, points):
    return board.geometry.vertices(points)


@pytest.mark.parametrize("playouts", [20, 60, 120])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ZHANG_HU, ["B2", "B5", "B8"]),
        (SEKI_WITH_EYES, []),
    ],
)
def test_dead_stones(text, expected, playouts):
    board = read_diagram(text)
    assert names(board, dead_stones(board, playouts)) == sorted(expected, key=board.geometry.point)


def test_dead_stones_of_figure_4_5():
    board = read_diagram(FIGURE_45)
    assert names(board, dead_stones(board, 60)) == ["J8"]


def test_stones_in_pass_alive_territory_are_dead_without_any_playout():
    board = read_diagram(". X . X O\nX X X X .\nX O X . .\nX . X . .\nX X X . .")
    assert names(board, dead_stones(board, 0)) == ["B3"]


def test_nothing_is_dead_on_an_empty_board():
    assert dead_stones(Board(9, 9), 20) == frozenset()
    assert pass_alive(Board(5, 5), BLACK) == (frozenset(), frozenset())


@pytest.mark.parametrize(
    ("text", "alive", "territory"),
    [
        # two eyes in the corner
        (". X . X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .", 6, ["A5", "C5"]),
        # one eye of two points is one eye
        (". . X . .\nX X X . .\n. . . . .\n. . . . .\n. . . . .", 0, []),
        # two chains that share two eyes
        (". X . X O\nX X X O .\nO O O . .\n. . . . .\n. . . . .", 0, []),
        # two chains, one of which has a third eye of its own
        ("X . X\n. X .\nX X X", 6, ["B3", "A2", "C2"]),
        # a hostile stone in a region that has both outer points as liberties
        (". X . O X\nX X X X X\n. . . . .\n. . . . .\n. . . . .", 7, ["A5", "C5", "D5"]),
    ],
)
def test_pass_alive(text, alive, territory):
    board = read_diagram(text)
    found = pass_alive(board, BLACK)
    assert len(found.stones) == alive
    assert names(board, found.territory) == sorted(territory, key=board.geometry.point)


def test_pass_alive_keeps_the_colors_apart():
    board = read_diagram(". O . O .\nO O O O .\n. . . . .\n. . . . .\n. . . . .")
    assert pass_alive(board, BLACK).stones == frozenset()
    assert len(pass_alive(board, WHITE).stones) == 6


def test_a_large_region_is_not_sure_territory():
    board = read_diagram(
        """
        . X . X . . .
        X X X X . . .
        . . . X . . .
        . . . X . . .
        X X X X X X X
        . . . . . . .
        . . . . . . .
        """
    )
    found = pass_alive(board, BLACK)
    assert board.geometry.point("A7") in found.territory
    assert board.geometry.point("F6") not in found.territory


def test_ownership_depends_on_the_position_only():
    one, two = read_diagram(ZHANG_HU), read_diagram(ZHANG_HU)
    assert ownership(one, 10) == ownership(two, 10)
    assert one == two
    assert all(-1 <= value <= 1 for value in ownership(one, 10))
    assert ownership(one, 0) == [0.0] * 81


def test_ownership_sees_whose_board_it_is():
    board = read_diagram(". X . X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .")
    owners = ownership(board, 20)
    assert all(owners[point] == 1 for point in board.stones(BLACK))


def test_dead_stones_leave_the_board_alone():
    board = read_diagram(ZHANG_HU)
    dead_stones(board, 10)
    assert board == read_diagram(ZHANG_HU)


def test_suspects_and_hopeless():
    board = read_diagram(ZHANG_HU)
    found = suspects(board)
    assert {"B2", "B5", "B8"} <= set(names(board, found))
    assert {"B2", "B5", "B8"} <= set(names(board, hopeless(board, found, 30)))
    assert hopeless(board, frozenset(), 30) == frozenset()
    assert suspects(Board(9, 9)) == frozenset()
