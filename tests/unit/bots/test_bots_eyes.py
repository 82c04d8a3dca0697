import pytest

from bots.eyes import diagonals, is_eye
from gtp_rules.board import BLACK, WHITE, geometry, read_diagram


def center(corners):
    """A black eye in the middle of a 5 × 5 board with these diagonal points."""
    nw, ne, sw, se = corners
    return read_diagram(f". . . . .\n. {nw} X {ne} .\n. X . X .\n. {sw} X {se} .\n. . . . .")


@pytest.mark.parametrize(
    ("corners", "expected"),
    [("XXXX", True), ("....", True), ("OXXX", True), ("O...", True), ("OOXX", False), ("O..O", False), ("OOOO", False)],
)
def test_an_eye_in_the_middle_bears_one_hostile_diagonal(corners, expected):
    board = center(corners)
    assert is_eye(board, BLACK, board.geometry.point("C3")) is expected
    assert not is_eye(board, WHITE, board.geometry.point("C3"))


@pytest.mark.parametrize(
    ("text", "vertex", "expected"),
    [
        (". . .\nX X .\n. X .", "A1", True),
        (". . .\nX . .\n. X .", "A1", True),
        (". . .\nX O .\n. X .", "A1", False),
        (". . .\nX . .\n. O .", "A1", False),
        (". . .\nX . .\n. . .", "A1", False),
        (". . .\nX X X\nX . X", "B1", True),
        (". . .\nX X O\nX . X", "B1", False),
        (". . .\n. X .\nX . X", "B1", True),
    ],
)
def test_corner_and_edge_bear_none(text, vertex, expected):
    board = read_diagram(text)
    assert is_eye(board, BLACK, board.geometry.point(vertex)) is expected


def test_a_board_of_one_row_has_eyes_too():
    board = read_diagram("X . X . .")
    assert [is_eye(board, BLACK, point) for point in (1, 3, 4)] == [True, False, False]


def test_a_board_of_one_point_has_only_an_empty_eye():
    assert diagonals(geometry(1, 1)) == ((),)


def test_diagonals():
    shape = geometry(3, 2)
    found = diagonals(shape)
    assert shape.vertices(found[shape.point("B1")]) == ["A2", "C2"]
    assert shape.vertices(found[shape.point("A1")]) == ["B2"]
