"""The session loop: lines from one stream, replies to another.

Lines are read ahead by a thread, so that a command that takes long can see that more has come: GoGui asks for its end by the
comment ``# interrupt``, and an analysis ends with whatever comes next.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

INTERRUPT = b"# interrupt"


class _Item:
    """A line, and whether its command was asked to end: while it runs, or before it has begun."""

    __slots__ = ("interrupted", "line")

    def __init__(self, line: bytes) -> None:
        self.line, self.interrupted = line, False


class Waiting:
    """What has come in while a command runs.

    Its file number becomes readable when there is news, so that it can be watched together with other streams (POSIX only:
    elsewhere there is none to watch).
    """

    def __init__(self) -> None:
        self._out, self._in = os.pipe() if os.name == "posix" else (-1, -1)
        for number in (self._out, self._in):
            if number >= 0:
                os.set_blocking(number, False)
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._newest = self._current = _Item(b"")

    def fileno(self) -> int:
        """The file number to watch."""
        return self._out

    @property
    def interrupted(self) -> bool:
        """Whether the running command was asked to end."""
        return self._current.interrupted

    @property
    def has_input(self) -> bool:
        """Whether another line waits, or the input has ended."""
        return not self._items.empty()

    def put(self, line: bytes) -> None:
        """A line has come; an empty one is the end of the input."""
        if line.strip() == INTERRUPT:
            self._newest.interrupted = True  # if its command has ended already, nobody looks any more
        else:
            self._newest = _Item(line)
            self._items.put(self._newest)
        with contextlib.suppress(OSError):  # a full pipe rings already
            os.write(self._in, b"!")

    def acknowledge(self) -> None:
        """Takes note of the news, so that the file number is readable only once there is more."""
        with contextlib.suppress(OSError):
            while os.read(self._out, 4096):
                pass

    def next_line(self) -> bytes:
        """Waits for a line; the command before it has ended."""
        self._current = self._items.get()
        return self._current.line

    def close(self) -> None:
        """Gives the pipe back."""
        for number in (self._out, self._in):
            with contextlib.suppress(OSError):
                os.close(number)


def serve(
    handle: Callable[[bytes], tuple[str | Iterator[str], bool]],
    source: BinaryIO,
    sink: BinaryIO,
    waiting: Waiting | None = None,
) -> None:
    """Answers each line of `source` on `sink` until the session is over or either stream ends.

    Each reply is flushed at once. A controller that has gone away ends the session quietly.

    Args:
        handle: the reply to a line, empty if it asks for none, whole or in pieces that are sent as they come; and whether
            the session is over.
        source: the controller's lines.
        sink: where the replies go.
        waiting: where handlers see what comes in while they run; it is closed at the end.
    """
    waiting = waiting or Waiting()
    threading.Thread(target=_read, args=(source, waiting), daemon=True).start()
    try:
        while line := waiting.next_line():
            reply, over = handle(line)
            for piece in (reply,) if isinstance(reply, str) else reply:
                if piece:
                    sink.write(piece.encode("utf-8", "replace"))
                    sink.flush()
            if over:
                return
    except (BrokenPipeError, ConnectionResetError):
        return


def _read(source: BinaryIO, waiting: Waiting) -> None:
    with contextlib.suppress(OSError, ValueError):  # closed under our hands at the end of the program
        for line in _lines(source):
            waiting.put(line)
    waiting.put(b"")


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, the last one even without its end.

    A thread that waits inside a buffered stream holds its lock, and the interpreter could not end; so a real stream is read
    below its buffer.
    """
    try:
        number = source.fileno()
    except (OSError, AttributeError):
        yield from iter(source.readline, b"")
        return
    rest = b""
    while data := os.read(number, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest
