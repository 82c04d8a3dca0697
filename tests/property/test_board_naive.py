"""Our board against a naive one and sgfmill's, after every one of many random moves, suicide included."""

from __future__ import annotations

import random

import pytest
from naive_board import NaiveBoard, Place
from sgfmill import boards

from gtp_rules.board import Board

_SGFMILL = {None: 0, "b": 1, "w": 2}
_FAST = [(1, 1), (2, 2), (3, 3), (5, 5), (9, 9), (19, 19), (1, 6), (6, 1), (4, 7), (13, 9)]
_SQUARES = [(side, side) for side in range(1, 26)]
_RECTANGLES = [
    *((1, 2), (2, 1), (1, 7), (25, 1), (1, 25), (2, 3), (5, 4), (3, 8), (7, 5), (9, 13), (13, 9), (19, 9), (11, 17)),
    *((25, 24), (6, 25)),
]


@pytest.mark.parametrize(("width", "height"), _FAST)
def test_twenty_thousand_moves_in_all(width: int, height: int) -> None:
    _play_random_moves(width, height, moves=2_000)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), _SQUARES + _RECTANGLES)
def test_a_million_moves_in_all(width: int, height: int) -> None:
    _play_random_moves(width, height, moves=25_000)


def _play_random_moves(width: int, height: int, *, moves: int) -> None:
    """Plays game after game on one size. A game lasts a few times the number of points, then a new one begins."""
    rng = random.Random(f"{width}x{height}")
    trio = Trio(width, height)
    for turn in range(moves):
        if turn % (4 * width * height + 20) == 0:
            trio = Trio(width, height)
        color = turn % 2 + 1 if rng.random() < 0.9 else rng.randint(1, 2)
        trio.move(color, rng.choice(trio.ours.empties()), tell_effect=rng.random() < 0.5)
        if turn % (width * height + 7) == 0:
            trio.audit()


class Trio:
    """One game on three boards; sgfmill's has only squares from 2×2 upwards."""

    def __init__(self, width: int, height: int) -> None:
        self.ours = Board(width, height)
        self.naive = NaiveBoard(width, height)
        self.sgfmill = boards.Board(width) if width == height >= 2 else None
        self.earlier = (self.ours.copy(), _snapshot(self.ours))
        self.numbers = list(zip(*self.ours.geometry.zobrist, strict=True))

    def move(self, color: int, point: int, *, tell_effect: bool) -> None:
        """Plays one move everywhere; compares what was foretold, what was removed, and the stones."""
        ours, place = self.ours, self.ours.geometry.place
        effect = ours.look(color, point)
        foretold = {place(stone) for head in effect.captured for stone in ours.chain(head)}
        alone = not any(ours.colors[beside] == color for beside in ours.geometry.neighbors[point])
        removed = ours.place(color, point, effect if tell_effect else None)

        done = self.naive.play(color, place(point))
        assert foretold == done.taken
        assert effect.suicide == bool(done.lost)
        assert effect.lone == alone
        assert len(removed) == len(set(removed))
        assert {place(stone) for stone in removed} == done.taken | done.lost
        assert ours.colors == self.naive.colors()
        assert ours.key == effect.key == self._key()
        if self.sgfmill:
            column, row = place(point)
            self.sgfmill.play(row, column, " bw"[color])
            assert ours.colors == [_SGFMILL[stone] for line in self.sgfmill.board for stone in line]

    def audit(self) -> None:
        """Compares chains, liberties and what every possible move would do; checks that an earlier copy stood still."""
        before = _snapshot(self.ours)
        self._compare_chains()
        self._compare_looks()
        assert _snapshot(self.ours) == before
        copy, then = self.earlier
        assert _snapshot(copy) == then
        self.earlier = (self.ours, before)
        self.ours = self.ours.copy()

    def _compare_chains(self) -> None:
        ours, place = self.ours, self.ours.geometry.place
        chains: dict[int, set[Place]] = {}
        for point in ours.stones(1) + ours.stones(2):
            head = ours.head(point)
            if head not in chains:
                chains[head] = self.naive.chain(place(head))
                assert sorted(map(place, ours.chain(point))) == sorted(chains[head])
                assert {place(liberty) for liberty in ours.liberties(point)} == self.naive.liberties(chains[head])
            assert place(point) in chains[head]
        assert sum(map(len, chains.values())) == len(self.naive.stones)

    def _compare_looks(self) -> None:
        ours, place = self.ours, self.ours.geometry.place
        for point in ours.empties():
            for color in (1, 2):
                effect, expected = ours.look(color, point), self.naive.outcome(color, place(point))
                assert {place(stone) for head in effect.captured for stone in ours.chain(head)} == expected.taken
                assert len(set(effect.captured)) == len(effect.captured)
                assert effect.suicide == bool(expected.lost)

    def _key(self) -> int:
        """The key, from the stones alone."""
        key = 0
        for numbers, color in zip(self.numbers, self.ours.colors, strict=True):
            key ^= numbers[color]
        return key


def _snapshot(board: Board) -> tuple[int, list[int], list[tuple[int, ...]]]:
    """All that a board shows of itself."""
    chains = [tuple(sorted(board.chain(point))) for point in range(board.geometry.size)]
    return board.key, board.colors[:], chains
