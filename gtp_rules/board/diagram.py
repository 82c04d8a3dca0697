"""Text diagrams, both ways: ``X`` Black, ``O`` White, ``.`` empty, row 1 at the bottom."""

from __future__ import annotations

from gtp_rules.board.board import Board
from gtp_rules.board.geometry import BLACK, COLUMNS, EMPTY, MAX_SIZE, WHITE
from gtp_rules.errors import BadSetup

_LETTERS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_COLORS = {letter: color for color, letter in _LETTERS.items()}


def diagram(board: Board, *, border: bool = True) -> str:
    """The board as text, the top row first; with `border` also row numbers and column letters.

    The lines carry no trailing blanks and none is empty, so the text can be a GTP answer.
    """
    width, height = board.geometry.width, board.geometry.height
    rows = []
    for row in reversed(range(height)):
        letters = " ".join(_LETTERS[color] for color in board.colors[row * width : (row + 1) * width])
        rows.append(f"{row + 1:2} {letters} {row + 1}" if border else letters)
    if border:
        columns = "   " + " ".join(COLUMNS[:width])
        rows = [columns, *rows, columns]
    return "\n".join(rows)


def read_diagram(text: str) -> Board:
    """The board that a diagram shows: rows of ``X O .``, the top row first; row numbers and a line of letters may stand.

    Raises:
        BadSetup: an unknown letter, rows of different length, no rows, too many, or a chain without liberties.
    """
    rows = []
    for line in text.splitlines():
        row = "".join(word for word in line.split() if not word.isdigit())
        if row and row != COLUMNS[: len(row)]:
            rows.append(row)
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise BadSetup("a diagram needs rows of one length")
    if max(len(rows), len(rows[0])) > MAX_SIZE:
        raise BadSetup(f"a diagram has at most {MAX_SIZE} rows and columns")
    unknown = {letter for row in rows for letter in row} - set(_COLORS)
    if unknown:
        raise BadSetup(f"a diagram has the letters X, O and a point, not {' '.join(sorted(unknown))}")
    board = Board(len(rows[0]), len(rows))
    stones = [
        (board.geometry.at(x, y), _COLORS[letter]) for y, row in enumerate(reversed(rows)) for x, letter in enumerate(row)
    ]
    board.set_up([p for p, color in stones if color == BLACK], [p for p, color in stones if color == WHITE])
    return board
