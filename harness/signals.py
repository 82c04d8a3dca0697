"""The signals that end the program: Ctrl-C, SIGTERM, and the end of the terminal."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
FROM_TERMINAL: Final = tuple(number for number in ENDING if number != signal.SIGTERM)
"""Those that reach a whole group of processes at once."""


@contextlib.contextmanager
def handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Has the ending signals handled by this function inside the ``with`` block. ``nohup`` is respected."""
    numbers = [number for number in ENDING if number == signal.SIGINT or signal.getsignal(number) != signal.SIG_IGN]
    before = [signal.signal(number, handler) for number in numbers]
    try:
        yield
    finally:
        for number, previous in zip(numbers, before, strict=True):
            signal.signal(number, previous)


@contextlib.contextmanager
def terminal_held_back() -> Iterator[None]:
    """A process that is started in the ``with`` block inherits the blocked signals; ours are delivered afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, FROM_TERMINAL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
