"""Asking a running harness, from another process, to finish the games at hand and stop.

The request is a file beside the lock that names the process it is meant for: a harness that has ended meanwhile, or was
started after it, does not heed it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from harness.errors import HarnessError
from harness.lock import holder, holder_number

FILE = "stop"
_SECONDS = 0.5
"""Between two looks for a request."""


@contextlib.contextmanager
def asked_to_stop(directory: Path) -> Iterator[Callable[[], bool]]:
    """A question whether this process was asked to stop; cheap enough to be asked all the time.

    To be used by the holder of the directory's lock. A request that nobody else can heed any more is removed.
    """
    path = directory / FILE
    path.unlink(missing_ok=True)
    state: dict[str, float] = {"asked": False, "next": 0.0}

    def asked() -> bool:
        now = time.monotonic()
        if not state["asked"] and now >= state["next"]:
            state["next"] = now + _SECONDS
            state["asked"] = _is_meant_for_us(path)
        return bool(state["asked"])

    try:
        yield asked
    finally:
        path.unlink(missing_ok=True)


def _is_meant_for_us(path: Path) -> bool:
    try:
        return path.read_text(encoding="utf-8").strip() == str(os.getpid())
    except (OSError, ValueError):
        return False


def ask_to_stop(directory: Path) -> str | None:
    """Asks the harness that holds the directory to stop after the games at hand.

    Returns:
        Who was asked, as the lock names it, or None if nobody is at work.

    Raises:
        HarnessError: the request cannot be written, or the lock does not say who holds it.
    """
    who = holder(directory)
    if who is None:
        return None
    number = holder_number(who)
    if number is None:
        raise HarnessError(f"{directory} is in use, but its lock does not say by whom")
    try:
        partial = directory / f".{FILE}.partial"
        partial.write_text(f"{number}\n", encoding="utf-8")
        partial.replace(directory / FILE)
    except OSError as error:
        raise HarnessError(f"{directory / FILE}: {error.strerror or error}") from None
    return who
