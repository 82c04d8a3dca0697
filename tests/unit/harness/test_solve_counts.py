"""The solver's compiled moves and counts against the referee's board, its counts and its passes."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

pytest.importorskip("numba")

from solve_oracles import counted, is_exhausted, moves

from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.game import Game
from gtp_rules.rulesets import find
from harness.solve.loading import kernel
from harness.solve.shape import shape
from harness.solve.treatment import treat

SIZES = [(1, 1), (5, 1), (2, 2), (3, 2), (3, 3), (4, 3), (5, 3), (4, 4), (8, 2), (3, 5)]
RULESETS = [
    "chinese", "tromp-taylor", "aga", "ing", "ikeda-1", "ikeda-2", "tang-song", "tang-song dame=as_is", "tang-song seki=played",
    "tang-song seki=zero", "song-captives", "dunhuang-chips", "dunhuang-chips zi=stones", "equal-lu", "ming-qing",
    "ming-qing seki=zero", "natural-ending", "natural-ending suicide=forbidden",
]  # fmt: skip


def random_boards(width: int, height: int, number: int, seed: int) -> list[Board]:
    """Boards from random play, at all stages of it."""
    dice, found = random.Random(seed), []
    while len(found) < number:
        board, color = Board(width, height), BLACK
        for _ in range(dice.randrange(3 * width * height)):
            points = [p for p in board.empties() if not board.look(color, p).suicide or dice.random() < 0.1]
            if points:
                board.place(color, dice.choice(points))
            color = color.opponent if dice.random() < 0.9 else color
        found.append(board)
    return found


def masks(board: Board) -> tuple[int, int]:
    black, white = (sum(1 << point for point in board.stones(color)) for color in (BLACK, WHITE))
    return black, white


@pytest.mark.parametrize("ruleset", RULESETS)
def test_counts_are_the_referees(ruleset: str) -> None:
    rules, code = find(ruleset), kernel().board
    treatment, seen = treat(rules), set()
    for number, (width, height) in enumerate(SIZES):
        near = shape(width, height).neighbors
        for board in random_boards(width, height, 60, number):
            black, white = masks(board)
            for first in (BLACK, WHITE):
                found = code.count(black, white, treatment.kind, treatment.dame, first - 1, len(near) - 1, near)
                assert found == counted(rules, board, first), board.colors
                other = code.count(white, black, treatment.kind, treatment.dame, 2 - first, len(near) - 1, near)
                assert other == -found
                seen.add(found)
    assert len(seen) > 8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_set_up_counts_as_the_referee_says(ruleset: str) -> None:
    rules, code, near = find(ruleset), kernel().board, shape(4, 4).neighbors
    treatment = treat(rules)
    for board in random_boards(4, 4, 40, 11):
        game = Game(rules, 4, 4, komi=Fraction(0))
        game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
        found = code.count(*masks(board), treatment.kind, treatment.dame, 0, len(near) - 1, near)
        assert found + treatment.offset(board) == game.score().margin


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_counts_are_the_referees_on_thousands(ruleset: str) -> None:
    rules, code = find(ruleset), kernel().board
    treatment = treat(rules)
    for number, (width, height) in enumerate(SIZES):
        near = shape(width, height).neighbors
        for board in random_boards(width, height, 1000, 100 + number):
            found = code.count(*masks(board), treatment.kind, treatment.dame, number % 2, len(near) - 1, near)
            assert found == counted(rules, board, Color(number % 2 + 1)), board.colors


def test_two_sided_dame_are_filled_in_some_of_these_positions() -> None:
    code, near, full = kernel().board, shape(4, 4).neighbors, (1 << 16) - 1
    found = {code.next_fill(*masks(board), full, near) for board in random_boards(4, 4, 3000, 7)}
    assert len(found) > 3


@pytest.mark.parametrize("suicide", ["allowed", "forbidden", "chains"])
def test_who_may_pass_in_a_natural_ending_is_as_the_referee_says(suicide: str) -> None:
    rules = find(f"natural-ending suicide={suicide}")
    code, seen = kernel().board, set()
    for number, (width, height) in enumerate(SIZES):
        near = shape(width, height).neighbors
        for board in random_boards(width, height, 150, 1000 + number):
            black, white = masks(board)
            found = bool(code.may_pass(black, white, treat(rules).suicide, len(near) - 1, near))
            assert found == is_exhausted(rules, board, BLACK), board.colors
            seen.add(found)
    assert seen == {True, False}


@pytest.mark.parametrize("size", SIZES)
def test_moves_are_the_referees(size: tuple[int, int]) -> None:
    code, near = kernel().board, shape(*size).neighbors
    for board in random_boards(*size, 60, 5):
        black, white = masks(board)
        assert code.is_legal(black, white, near)
        for point, after, removed in moves(find("tromp-taylor"), board, WHITE):
            mine, other, taken, own = code.play(white, black, 1 << point, near)
            assert [2 if mine >> p & 1 else other >> p & 1 for p in range(len(after))] == list(after)
            assert bool(taken or own) == removed


def test_a_chain_without_liberties_is_not_legal() -> None:
    code, near = kernel().board, shape(2, 2).neighbors
    assert not code.is_legal(0b0001, 0b0110, near)
    assert not code.is_legal(0b0110, 0b1001, near)
    assert code.is_legal(0b0001, 0b0010, near)
