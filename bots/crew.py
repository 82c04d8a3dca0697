"""Several searches of one position at a time, each in a thread with a tree of its own; their moves are added up.

The threads share nothing, so that equal seeds give equal games with any number of them, and nothing has to be locked.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bots.kernel.compiling import announce
from bots.searching import MOST_NODES, Found, Search
from bots.tuning import Tuning
from gtp_rules.board import Board, Color
from gtp_rules.game import Game
from gtp_rules.rules import Ruleset


class Crew:
    """As many searches as there are threads, seen as one."""

    def __init__(self, tuning: Tuning, seed: int, threads: int) -> None:
        announce()
        self._tuning = tuning
        self._share = tuning.score
        self._searches = [
            Search(tuning, seed + number * 0x9E3779B97F4A7C15, MOST_NODES // threads) for number in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def set_root(self, game: Game, color: Color, counted: Ruleset, *, calm: bool, value: float) -> None:
        """Makes the position of a game the root, see `Search.set_root`."""
        self._share = self._tuning.share(value)
        for search in self._searches:
            search.set_root(game, color, counted, calm=calm, value=value)

    def run(self, playouts: int) -> int:
        """Makes so many playouts in all. Returns how many were made."""
        shares = [playouts // len(self._searches)] * len(self._searches)
        for number in range(playouts % len(self._searches)):
            shares[number] += 1
        if self._pool is None:
            return self._searches[0].run(playouts)
        return sum(self._pool.map(Search.run, self._searches, shares))

    def found(self) -> list[Found]:
        """The allowed moves, those with the most playouts first."""
        if len(self._searches) == 1:
            return self._searches[0].found()
        together: dict[int, Found] = {}
        for search in self._searches:
            for each in search.found():
                other = together.get(each.move)
                together[each.move] = each if other is None else _sum(other, each)
        return sorted(together.values(), key=lambda found: (-found.runs, -found.value, found.move))

    def judge(self, board: Board, playouts: int) -> list[float]:
        """Who holds each point at the end of playouts from the root: 1 Black, -1 White."""
        return self._searches[0].judge(board, playouts)

    def ownership(self, board: Board) -> list[float]:
        """Who holds each point at the end of the playouts of the search: 1 Black, -1 White."""
        shares = [search.ownership(board) for search in self._searches]
        return [sum(each) / len(shares) for each in zip(*shares, strict=True)]

    @property
    def offered(self) -> bool:
        """Whether the opponent has just offered to stop."""
        return self._searches[0].offered

    @property
    def before(self) -> int:
        """How often the side to move has faced this board already."""
        return self._searches[0].before

    @property
    def value(self) -> float:
        """The mean result for the side to move."""
        return sum(search.value for search in self._searches) / len(self._searches)

    @property
    def margin(self) -> float:
        """Mean margin of the playouts in points, Black minus White."""
        return sum(search.margin for search in self._searches) / len(self._searches)

    def worth(self, points: float) -> float:
        """How much of a result so many points are at most."""
        return self._share * 0.5 * points / self._tuning.scale

    def close(self) -> None:
        """Ends the threads and frees the trees."""
        if self._pool is not None:
            self._pool.shutdown()
        self._searches = []


def _sum(one: Found, other: Found) -> Found:
    runs, visits = one.runs + other.runs, one.visits + other.visits
    value = (one.value * one.visits + other.value * other.visits) / visits if visits else one.value
    return Found(one.move, runs, visits, value, one.line if one.runs >= other.runs else other.line)
