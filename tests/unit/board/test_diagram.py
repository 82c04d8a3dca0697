"""Text diagrams, both ways."""

import random

import pytest

from gtp_rules.board import BLACK, WHITE, Board, Color, diagram, read_diagram
from gtp_rules.errors import BadSetup

BORDERED = """\
   A B C D E F G H J K
10 . . . . . . . . . O 10
 9 . . . . . . . . . . 9
 8 . . . . . . . . . . 8
 7 . . . . . . . . . . 7
 6 . . . . . . . . . . 6
 5 . . . . . . . . . . 5
 4 . . . X . . . . . . 4
 3 . . . . . . . . . . 3
 2 . . . . . . . . . . 2
 1 X . . . . . . . . . 1
   A B C D E F G H J K"""


def _random_board(width: int, height: int, rng: random.Random) -> Board:
    board = Board(width, height)
    for _ in range(rng.randint(0, 2 * board.geometry.size)):
        board.place(rng.choice(list(Color)), rng.choice(board.empties()))
    return board


def test_bordered_diagram() -> None:
    board = Board(10, 10)
    board.set_up([board.geometry.point("A1"), board.geometry.point("D4")], [board.geometry.point("K10")])
    assert diagram(board) == BORDERED
    assert read_diagram(BORDERED) == board


def test_plain_diagram() -> None:
    board = read_diagram("X . .\n. . O")
    assert (board.geometry.width, board.geometry.height) == (3, 2)
    assert board.colors == [0, 0, WHITE, BLACK, 0, 0]
    assert diagram(board, border=False) == "X . .\n. . O"


@pytest.mark.parametrize("side", range(1, 26))
def test_what_is_drawn_is_read_back(side: int) -> None:
    rng = random.Random(side)
    for width, height in [(side, side), (side, 26 - side), (side, 1), (1, side)]:
        for board in [Board(width, height), _random_board(width, height, rng)]:
            for text in [diagram(board), diagram(board, border=False), diagram(board, border=False).replace(" ", "")]:
                again = read_diagram(text)
                assert again == board
                assert again.key == board.key


@pytest.mark.parametrize("side", range(1, 26))
def test_drawn_lines_can_be_a_gtp_answer(side: int) -> None:
    lines = diagram(Board(side, side)).split("\n")
    assert all(line.strip() and line == line.rstrip() for line in lines)
    assert len(lines) == side + 2


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("X.O\n...", "X . O\n. . ."),
        ("  X . O  \n\n\n . . . \n", "X . O\n. . ."),
        ("2 X . O\n1 . . .", "X . O\n. . ."),
        ("2 X . O\n1 . . .\n  A B C", "X . O\n. . ."),
        ("ABC\nX.O\r\n...", "X . O\n. . ."),
        (".", "."),
        ("A\n1 .\nA", "."),
        ("X . O", "X . O"),
        ("X\n.\nO", "X\n.\nO"),
    ],
)
def test_ways_to_write_a_diagram(text: str, plain: str) -> None:
    assert diagram(read_diagram(text), border=False) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rows of one length"),
        ("   \n \n", "rows of one length"),
        ("A B C", "rows of one length"),
        ("2\n1", "rows of one length"),
        ("X . O\n. .", "rows of one length"),
        ("X . O\nX O B", r"not B$"),
        ("X . O\nA B D", r"not A B D$"),
        ("X . O\n. x o", r"not o x$"),
        ("X . O\n. + ,", r"not \+ ,$"),
        ("X . *", r"not \*$"),
        ("O X\nX .", "the chain at A2 would stand without a liberty"),
        ("X X\nX X", "the chain at A1 would stand without a liberty"),
        ("." * 26, "at most 25"),
        ("\n".join("." * 26), "at most 25"),
    ],
)
def test_bad_diagrams(text: str, message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        read_diagram(text)
