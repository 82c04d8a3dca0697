"""Progress for people, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import Never, TextIO

from tqdm import tqdm

from harness.console import printable, say
from harness.endings import Record

_SECONDS = 10.0
_SHARE = 0.1
_REFRESH = 1.0
"""Seconds between two times that a bar without news is drawn."""


class Progress:
    """Counts finished games.

    Attributes:
        playing: how many games are in play, as `look` was told last.

    Args:
        total: games of the whole experiment.
        done: games that were stored before.
        stream: where to write.
    """

    def __init__(self, total: int, done: int, stream: TextIO = sys.stderr) -> None:
        self.playing = 0
        self._total, self._done, self._stream = total, done, stream
        self._told, self._when = done, time.monotonic()
        self._drawn = self._when
        self._bar: tqdm[Never] | None = None
        if stream.isatty():
            self._bar = tqdm(total=total, initial=done, unit="game", file=stream, dynamic_ncols=True)

    def look(self, playing: int) -> None:
        """Lets a bar show that time goes by and how many games are in play. To be called several times a second."""
        self.playing = playing
        now = time.monotonic()
        if self._bar is not None and now - self._drawn >= _REFRESH:
            self._drawn = now
            self._bar.set_postfix_str(f"{playing} in play", refresh=True)

    def add(self, record: Record) -> None:
        """One more game is stored. Trouble is always told."""
        self._done += 1
        if record.ending.trouble:
            self.say(f"{record.task.key}: {record.ending.value}: {record.detail}")
        if self._bar is not None:
            self._bar.update()
        elif self._is_time():
            self._told, self._when = self._done, time.monotonic()
            self.say(f"{self._done} of {self._total} games")

    def _is_time(self) -> bool:
        if self._done == self._total or self._done - self._told >= _SHARE * self._total:
            return True
        return time.monotonic() - self._when >= _SECONDS

    def say(self, text: str) -> None:
        """A line of its own, without disturbing the bar."""
        line = printable(text)
        if self._bar is None:
            say(self._stream, line)
            return
        with contextlib.suppress(OSError):  # the terminal may be gone
            self._bar.write(line, file=self._stream)

    def close(self) -> None:
        """Ends the bar."""
        if self._bar is not None:
            self._bar.set_postfix_str("", refresh=False)
            self._bar.close()
