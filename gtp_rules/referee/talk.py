"""One line to stderr, for people; never in the way of the protocol."""

from __future__ import annotations

import os
import select
import sys

_ATOMIC = 512  # POSIX: so much is written to a pipe at once or not at all


def say(text: str) -> None:
    """Writes a line to stderr, or drops it where nobody can take it: a closed stream, or a full pipe that is not read."""
    line = " ".join(text.split()).encode("utf-8", "replace")[: _ATOMIC - 1] + b"\n"
    try:
        sys.stderr.flush()
        descriptor = sys.stderr.fileno()
        if os.name == "posix" and not select.select([], [descriptor], [], 0)[1]:
            return
        os.write(descriptor, line)
    except (OSError, ValueError, AttributeError):
        return
