"""The session loop: lines from one stream, replies to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO


def serve(handle: Callable[[bytes], tuple[str, bool]], source: BinaryIO, sink: BinaryIO) -> None:
    """Answers each line of `source` on `sink` until the session is over or either stream ends.

    Each reply is flushed at once. A controller that has gone away ends the session quietly.
    """
    try:
        for line in iter(source.readline, b""):
            reply, over = handle(line)
            if reply:
                sink.write(reply.encode("utf-8", "replace"))
                sink.flush()
            if over:
                return
    except (BrokenPipeError, ConnectionResetError):
        return
