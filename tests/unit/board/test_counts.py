"""The number of legal positions, in which every chain has a liberty, against the published counts.

Squares are OEIS A094777; rectangles are from John Tromp's table of legal Go positions.
"""

from __future__ import annotations

from itertools import product

import pytest
from naive_board import NaiveBoard

from gtp_rules.board import BLACK, WHITE, Board
from gtp_rules.errors import BadSetup

LEGAL = {(1, 1): 1, (1, 2): 5, (3, 1): 15, (1, 4): 41, (2, 2): 57, (2, 3): 489, (3, 2): 489, (2, 4): 4_125, (3, 3): 12_675}


@pytest.mark.parametrize(("size", "count"), LEGAL.items())
def test_set_up_accepts_exactly_the_legal_positions(size: tuple[int, int], count: int) -> None:
    board, accepted = Board(*size), 0
    for colors in product((0, 1, 2), repeat=board.geometry.size):
        try:
            board.set_up(*([point for point, found in enumerate(colors) if found == color] for color in (BLACK, WHITE)))
        except BadSetup:
            continue
        assert board.colors == list(colors)
        accepted += 1
    assert accepted == count


@pytest.mark.parametrize(("size", "count"), LEGAL.items())
def test_naive_board_counts_the_same(size: tuple[int, int], count: int) -> None:
    naive = NaiveBoard(*size)
    settled = 0
    for colors in product((0, 1, 2), repeat=len(naive.places)):
        naive.stones = {place: color for place, color in zip(naive.places, colors, strict=True) if color}
        settled += naive.is_settled()
    assert settled == count


@pytest.mark.parametrize(("size", "count"), LEGAL.items())
def test_moves_reach_exactly_the_legal_positions(size: tuple[int, int], count: int) -> None:
    """Every move of either side is tried in every position that moves reach, each position by its key."""
    start = Board(*size)
    reached, waiting = {start.key: start.colors}, [start]
    while waiting:
        board = waiting.pop()
        for color, point in product((BLACK, WHITE), board.empties()):
            after = board.copy()
            after.place(color, point)
            if reached.setdefault(after.key, after.colors) is after.colors:
                waiting.append(after)
            assert reached[after.key] == after.colors
    assert len(reached) == count
