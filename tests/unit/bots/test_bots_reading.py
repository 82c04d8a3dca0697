import pytest

from bots.reading import NOWHERE, SAFE, Reading, around
from bots.tactics import links, loss_after, urgent_moves
from gtp_rules.board import BLACK, WHITE, Board, read_diagram

LADDER = """
    7 . . . . . . .
    6 . . X . . . .
    5 . X O . . . .
    4 . X O . . . .
    3 . . X . . . .
    2 . . . . . . .
    1 . . . . . . .
"""
BREAKER = LADDER.replace("2 . . . . . . .", "2 . . . . . O .")


def at(board, vertex):
    return board.geometry.point(vertex)


def name(board, point):
    return board.geometry.vertex(point) if point >= 0 else point


def test_a_chain_in_atari_is_taken():
    board = read_diagram("X . .\nO X .\n. O .")
    assert name(board, Reading().capture(board, at(board, "A2"))) == "A1"


def test_a_chain_with_three_liberties_is_left_alone():
    board = Board(5, 5)
    board.place(BLACK, 12)
    assert Reading().capture(board, 12) == NOWHERE
    assert Reading().rescue(board, 12) == SAFE
    assert Reading().stands(board, 12)


def test_a_ladder_works_without_a_breaker():
    board = read_diagram(LADDER)
    board.place(BLACK, at(board, "D5"))
    target = at(board, "C4")
    assert len(board.liberties(target)) == 1
    assert Reading().rescue(board, target) == NOWHERE


def test_a_ladder_breaker_saves():
    board = read_diagram(BREAKER)
    board.place(BLACK, at(board, "D5"))
    assert name(board, Reading().rescue(board, at(board, "C4"))) == "D4"


def test_reading_ends_with_its_budget():
    board = read_diagram(LADDER)
    board.place(BLACK, at(board, "D5"))
    assert Reading(budget=1).rescue(board, at(board, "C4")) == at(board, "D4")  # what it cannot refute it believes
    assert Reading(budget=0).capture(board, at(board, "C4")) == at(board, "D4")


def test_an_attacker_in_atari_is_the_rescue():
    board = read_diagram(". . . . .\n. X O X .\n. O X O .\n. O . O .\n. . O . .")
    assert name(board, Reading().rescue(board, at(board, "C3"))) == "C5"


def test_what_is_closed_in_is_lost():
    board = read_diagram(". . O . .\n. X O O .\n. O X O .\n. O . O .\n. . O . .")
    assert Reading().rescue(board, at(board, "C3")) == NOWHERE


def test_ko_forbids_the_capture():
    board = read_diagram(". X O .\nX O . O\n. X O .\n. . . .")
    target = at(board, "B3")
    assert Reading().capture(board, target) == at(board, "C3")
    assert Reading().capture(board, target, ko=at(board, "C3")) == NOWHERE


def test_around():
    board = read_diagram(". X .\nX O X\n. . .")
    assert {board.geometry.vertex(head) for head in around(board, at(board, "B2"))} == {"B3", "A2", "C2"}


@pytest.mark.parametrize(
    ("text", "color", "expected"),
    [
        # a stone in atari that can run, and can be taken
        (". . . . .\n. X . . .\nX O X . .\n. . . . .\n. . . . .", BLACK, {"B2"}),
        (". . . . .\n. X . . .\nX O X . .\n. . . . .\n. . . . .", WHITE, {"B2"}),
        # a stone in atari at the edge that cannot run: nothing to decide
        ("X X . . .\nO X . . .\n. X . . .\n. . . . .\n. . . . .", WHITE, set()),
        ("X X . . .\nO X . . .\n. X . . .\n. . . . .\n. . . . .", BLACK, set()),
    ],
)
def test_urgent_moves(text, color, expected):
    board = read_diagram(text)
    found = urgent_moves(board, color, Reading())
    assert set(board.geometry.vertices(found)) == expected


def test_a_larger_chain_is_more_urgent():
    board = read_diagram(
        """
        . . . . . . .
        . X . . . X .
        X O X . X O .
        . . . . X O .
        . . . . . X .
        . . . . . . .
        . . . . . . .
        """
    )
    found = urgent_moves(board, WHITE, Reading())
    assert found[at(board, "B4")] == 2.0
    assert all(value == 4.0 for point, value in found.items() if point != at(board, "B4"))


def test_self_atari_is_a_loss_unless_it_stands():
    board = read_diagram(". O .\n. . O\n. O .")
    assert loss_after(board, BLACK, at(board, "B2"), Reading()) > 0
    board = read_diagram(". . .\nX . .\n. . .")
    assert loss_after(board, BLACK, at(board, "B2"), Reading()) == 0


def test_suicide_is_the_greatest_loss():
    board = read_diagram(". O .\nO . O\n. O .")
    assert loss_after(board, BLACK, at(board, "B2"), Reading()) >= 18


def test_links_are_worth_something_only_where_a_cut_is_possible():
    cut = read_diagram(". . . . .\n. X O . .\n. . X . .\n. O . . .\n. . . . .")
    assert links(cut, BLACK, at(cut, "B3")) > 0
    bamboo = read_diagram(". . . . .\n. X . X .\n. X . X .\n. . . . .\n. . . . .")
    assert links(bamboo, BLACK, at(bamboo, "C3")) == 0
    assert links(bamboo, WHITE, at(bamboo, "C3")) == 0
