"""Who sits at the board: the players of one game, and the programs that keep running until the next."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gtp_rules.engines.settings import EngineConfig
from gtp_rules.player import Player
from harness.config import PlayerConfig
from harness.players import build, rest
from harness.schedule import Task


class _Seat(NamedTuple):
    """A player and the place that it takes: a player against itself takes two."""

    name: str
    number: int


class Cast:
    """The players of one worker, which plays one game at a time.

    A bot is made anew for each game. A program whose configuration allows it stays, unless the game before ended in trouble
    or it is out of step; of those that are not needed for the game at hand, the ones that played last are kept.
    """

    def __init__(self, players: Mapping[str, PlayerConfig], keep: int) -> None:
        """Begins without anybody.

        Args:
            players: the configurations.
            keep: programs that may wait between two games.
        """
        self._players, self._keep = players, keep
        self._waiting: dict[_Seat, Player] = {}  # those that played last at the end
        self._seated: dict[_Seat, Player] = {}

    @contextlib.contextmanager
    def playing(self, task: Task) -> Iterator[tuple[Player, Player]]:
        """Black and White of a game. Whoever still sits there at the end of the ``with`` block is closed.

        Raises:
            UnavailablePlayer: one of them cannot be had.
        """
        try:
            black = self._seat(_Seat(task.black, 0), task.black_seed)
            white = self._seat(_Seat(task.white, int(task.white == task.black)), task.white_seed)
            self._send_away(max(0, self._keep - 2))  # so that there are never more than wanted
            yield black, white
        finally:
            self._close_all(self._seated)

    def _seat(self, seat: _Seat, seed: int) -> Player:
        player = self._waiting.pop(seat, None)
        if player is None:
            config = self._players[seat.name]
            player = build(seat.name, config, seed, keeps_running=self._may_stay(config))
        self._seated[seat] = player
        return player

    def _may_stay(self, config: PlayerConfig) -> bool:
        return self._keep > 0 and isinstance(config, EngineConfig) and config.keeps_running

    def dismiss(self, *, restart: bool) -> None:
        """The game is over: closes its players, but for programs that wait for the next one.

        Args:
            restart: whether they are closed in any case.
        """
        for seat in list(self._seated):
            player = self._seated[seat]
            if not restart and self._may_stay(self._players[seat.name]) and rest(player):
                self._waiting[seat] = self._seated.pop(seat)
        self._close_all(self._seated)
        self._send_away(self._keep)

    def _send_away(self, keep: int) -> None:
        while len(self._waiting) > keep:
            self._waiting.pop(next(iter(self._waiting))).close()

    def close(self) -> None:
        """Closes everybody."""
        self._close_all(self._seated)
        self._close_all(self._waiting)

    @staticmethod
    def _close_all(players: dict[_Seat, Player]) -> None:
        with contextlib.ExitStack() as stack:
            while players:
                stack.callback(players.popitem()[1].close)
