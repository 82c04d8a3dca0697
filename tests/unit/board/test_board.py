"""Stones, chains, captures, keys and copies."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from gtp_rules.board import BLACK, WHITE, Board, Color, diagram, read_diagram
from gtp_rules.errors import BadSetup

# name, before, color, vertex, after, chains taken, suicide, lone
MOVES = [
    ("on an empty board", ". . . / . . . / . . .", BLACK, "B2", ". . . / . X . / . . .", 0, False, True),
    ("beside an enemy", ". . . / . X . / . . .", WHITE, "B3", ". O . / . X . / . . .", 0, False, True),
    ("one chain joined", ". . . / . X . / . . .", BLACK, "B3", ". X . / . X . / . . .", 0, False, False),
    ("four chains joined", ". X . / X . X / . X .", BLACK, "B2", ". X . / X X X / . X .", 0, False, False),
    ("a ring closed", "X X . / X . X / X X X", BLACK, "C3", "X X X / X . X / X X X", 0, False, False),
    ("one stone taken in the corner", "O X . / . . . / . . .", BLACK, "A2", ". X . / X . . / . . .", 1, False, True),
    ("one stone taken in the middle", ". X . / X O . / . X .", BLACK, "C2", ". X . / X . X / . X .", 1, False, True),
    ("a chain of three taken", "O O X / O X . / . . .", BLACK, "A1", ". . X / . X . / X . .", 1, False, True),
    ("a bent chain touched twice", "O O X / O . X / X X .", BLACK, "B2", ". . X / . X X / X X .", 1, False, False),
    ("two chains taken", "O . O / X . X / . . .", BLACK, "B3", ". X . / X . X / . . .", 2, False, True),
    (
        "four chains taken by one stone",
        ". . O . . / . O X O . / O X . X O / . O X O . / . . O . .",
        WHITE,
        "C3",
        ". . O . . / . O . O . / O . O . O / . O . O . / . . O . .",
        4,
        False,
        True,
    ),
    (
        "two chains taken, two more live",
        ". X O X . / X O . O . / . X O . .",
        BLACK,
        "C2",
        ". X . X . / X . X O . / . X O . .",
        2,
        False,
        True,
    ),
    ("its own chain lives by the capture", ". X O . X", BLACK, "D1", ". X . X X", 1, False, False),
    (
        "ko taken",
        ". O X . / O . O X / . O X . / . . . .",
        BLACK,
        "B3",
        ". O X . / O X . X / . O X . / . . . .",
        1,
        False,
        True,
    ),
    ("the inner point from outside", "X X O / X . O / O O .", WHITE, "B2", ". . O / . O O / O O .", 1, False, False),
    ("the inner point from inside", "X X O / X . O / O O .", BLACK, "B2", ". . O / . . O / O O .", 0, True, False),
    ("suicide of one stone", ". X . / X . X / . X .", WHITE, "B2", ". X . / X . X / . X .", 0, True, True),
    ("suicide of one stone in the corner", ". X . / X . . / . . .", WHITE, "A3", ". X . / X . . / . . .", 0, True, True),
    ("suicide on 1×1", ".", BLACK, "A1", ".", 0, True, True),
    ("suicide of two stones", "O . X / X X . / . . .", WHITE, "B3", ". . X / X X . / . . .", 0, True, False),
    ("suicide of two chains joined", "O . O / X X X / . . .", WHITE, "B3", ". . . / X X X / . . .", 0, True, False),
    ("suicide of a whole board", "X X / X .", BLACK, "B1", ". . / . .", 0, True, False),
    ("the own eye of a living chain", "X . X / X X X / X . X", BLACK, "B3", "X X X / X X X / X . X", 0, False, False),
    ("a throw-in that takes a whole board", "X X / X .", WHITE, "B1", ". . / . O", 1, False, True),
]
"""The diagrams are written in one line, the rows parted by a slash."""


def _board(text: str) -> Board:
    return read_diagram(text.replace(" / ", "\n"))


def _text(board: Board) -> str:
    return diagram(board, border=False).replace("\n", " / ")


def _state(board: Board) -> tuple[object, ...]:
    """All that a board shows of itself."""
    points = range(board.geometry.size)
    chains, liberties = [sorted(board.chain(p)) for p in points], [board.liberties(p) for p in points]
    looks = [board.look(color, p) for color in Color for p in board.empties()]
    return board.key, board.colors[:], chains, liberties, [board.head(p) for p in points if board.colors[p]], looks


@pytest.mark.parametrize(
    ("before", "color", "vertex", "after", "taken", "suicide", "lone"),
    [pytest.param(*move[1:], id=move[0]) for move in MOVES],
)
def test_move(before: str, color: Color, vertex: str, after: str, taken: int, suicide: bool, lone: bool) -> None:
    board, expected = _board(before), _board(after)
    point = board.geometry.point(vertex)
    state = _state(board)
    effect = board.look(color, point)
    assert _state(board) == state, "a look changes nothing"
    assert (len(effect.captured), effect.suicide, effect.lone) == (taken, suicide, lone)
    assert effect.key == expected.key

    told = board.copy()
    removed = board.place(color, point)
    assert told.place(color, point, effect) == removed
    assert _text(board) == _text(told) == after
    stood = [*_board(before).stones(BLACK), *_board(before).stones(WHITE), point]
    assert sorted(removed) == sorted(stone for stone in stood if not expected.colors[stone])
    assert board.key == told.key == expected.key


@pytest.mark.parametrize(("before", "color", "vertex", "after"), [pytest.param(*move[1:5], id=move[0]) for move in MOVES])
def test_move_leaves_the_board_as_if_it_were_set_up(before: str, color: Color, vertex: str, after: str) -> None:
    board, expected = _board(before), _board(after)
    board.place(color, board.geometry.point(vertex))
    for point in range(board.geometry.size):
        assert sorted(board.chain(point)) == sorted(expected.chain(point))
        assert board.liberties(point) == expected.liberties(point)
    for point in board.empties():
        for side in Color:
            ours, fresh = board.look(side, point), expected.look(side, point)
            assert (ours.key, ours.suicide, ours.lone) == (fresh.key, fresh.suicide, fresh.lone)
            assert {frozenset(board.chain(p)) for p in ours.captured} == {frozenset(expected.chain(p)) for p in fresh.captured}


def test_snapback() -> None:
    board = _board("X X X . / O O O X / . . O X")
    vertices, point = board.geometry.vertices, board.geometry.point
    assert board.place(BLACK, point("B1")) == []
    assert vertices(board.liberties(point("C2"))) == ["A1"]
    assert vertices(board.place(WHITE, point("A1"))) == ["B1"]
    assert vertices(board.place(BLACK, point("B1"))) == ["A1", "C1", "A2", "B2", "C2"]
    assert _text(board) == "X X X . / . . . X / . X . X"


def test_chain_and_liberties_of_a_stone() -> None:
    board = _board(". . . . / . X X . / O X . . / . . . .")
    vertices, point = board.geometry.vertices, board.geometry.point
    for stone in ("B3", "C3", "B2"):
        assert vertices(board.chain(point(stone))) == ["B2", "B3", "C3"]
        assert vertices(board.liberties(point(stone))) == ["B1", "C2", "A3", "D3", "B4", "C4"]
        assert board.head(point(stone)) == board.head(point("B2"))
    assert vertices(board.liberties(point("A2"))) == ["A1", "A3"]
    assert board.head(point("A2")) != board.head(point("B2"))
    assert board.chain(point("D4")) == []
    assert board.liberties(point("D4")) == set()
    assert vertices(board.stones(BLACK)) == ["B2", "B3", "C3"]
    assert vertices(board.stones(WHITE)) == ["A2"]
    assert len(board.empties()) == 12


def test_a_chain_that_was_handed_out_is_the_callers_own() -> None:
    board = _board("X X . / . . . / . . .")
    board.chain(6).clear()
    assert sorted(board.chain(6)) == [6, 7]


def test_key_is_the_same_for_every_order_of_moves() -> None:
    moves = [(BLACK, 0), (WHITE, 1), (BLACK, 4), (WHITE, 8), (BLACK, 5)]
    boards = []
    for order in permutations(moves):
        board = Board(3, 3)
        for color, point in order:
            board.place(color, point)
        boards.append(board)
    assert {board.key for board in boards} == {boards[0].key}
    assert all(board == boards[0] for board in boards)


def test_key_is_the_same_after_captures_as_without_them() -> None:
    played, direct = Board(3, 3), Board(3, 3)
    for color, point in (
        (WHITE, 0),
        (BLACK, 1),
        (BLACK, 3),
        (WHITE, 0),
    ):  # the first stone is taken, the second takes itself
        played.place(color, point)
    direct.set_up([1, 3], [])
    assert played == direct
    assert played.key == direct.key


def test_key_tells_the_color_and_the_point() -> None:
    keys = {Board(5, 5).key} | {Board(5, 5).look(color, point).key for color in Color for point in range(25)}
    assert len(keys) == 51


def test_copies_are_independent() -> None:
    rng = random.Random(1)
    board = Board(5, 5)
    for _ in range(300):
        twin, state = board.copy(), _state(board)
        assert twin == board
        assert _state(twin) == state
        for _ in range(3):
            board.place(rng.choice(list(Color)), rng.choice(board.empties()))
        assert _state(twin) == state
        twin.place(rng.choice(list(Color)), rng.choice(twin.empties()))
        board = rng.choice([board, twin])


def test_boards_are_equal_by_size_and_stones() -> None:
    assert Board(3, 2) == Board(3, 2)
    assert Board(3, 2) != Board(2, 3)
    assert _board("X .") != _board("O .")
    assert Board(1, 1) != "."
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board(1, 1))


def test_reset_shows_the_colors_and_keeps_none_of_the_old() -> None:
    board = _board("X O . / . . X / . X X")
    colors = [0, 1, 1, 2, 2, 0, 0, 0, 0]
    board.reset(colors)
    colors[0] = 1
    assert _state(board) == _state(_board(". . . / O O . / . X X"))


def test_remove_takes_off_what_stands_there() -> None:
    board = _board("X X O / . X O / O . .")
    point = board.geometry.point
    board.remove([point("A3"), point("C3"), point("A2")])  # a part of a chain, a part of another, an empty point
    assert _state(board) == _state(_board(". X . / . X O / O . ."))
    board.remove([])
    assert _state(board) == _state(_board(". X . / . X O / O . ."))


def test_set_up_replaces_the_position() -> None:
    board = _board("X X . / . . . / . . .")
    board.set_up(iter([0, 1]), iter([8]))
    assert _state(board) == _state(_board(". . O / . . . / X X ."))
    board.set_up([], [])
    assert board == Board(3, 3)
    assert board.key == 0


@pytest.mark.parametrize(
    ("black", "white", "message"),
    [
        ([0, 0], [], "A1 is set up twice"),
        ([4], [4], "B2 is set up twice"),
        ([], [8, 7, 8], "C3 is set up twice"),
        ([0], [1, 3], "the chain at A1 would stand without a liberty"),
        ([1, 3, 5, 7], [4], "the chain at B2 would stand without a liberty"),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8], [], "the chain at A1 would stand without a liberty"),
        ([0, 1, 2], [3, 4, 5, 6, 7, 8], "the chain at A1 would stand without a liberty"),
    ],
)
def test_set_up_refuses_and_changes_nothing(black: list[int], white: list[int], message: str) -> None:
    board = _board("X O . / . . . / . . .")
    state = _state(board)
    with pytest.raises(BadSetup, match=f"^{message}$"):
        board.set_up(black, white)
    assert _state(board) == state
