"""From the bytes that an engine writes to the replies that they hold.

GTP says: a reply begins with ``=`` or ``?`` and ends with an empty line. Engines also write CRLF, no blank after the sign,
blanks at line ends, and lines that belong to no reply; all of that is accepted here, the last kind counted as junk.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

_SIGNS = (b"=", b"?")
_JUNK_KEPT = 200
_SHORT = 16
"""Bytes up to which replies are likely to come again: a vertex or a pass, after an empty one perhaps."""


class Reply(NamedTuple):
    """What an engine answered.

    Attributes:
        ok: it began with ``=``.
        text: everything after the sign and an id, without blanks at either end; several lines stay several.
    """

    ok: bool
    text: str


_SUCCESS = ord("=")


class Framer:
    """Collects bytes and gives out replies.

    Attributes:
        waiting: the bytes that wait for more.
        junk: number of lines that belonged to no reply.
        first_junk: the first of them, cut to 200 characters, or an empty text.
    """

    __slots__ = ("first_junk", "junk", "waiting")

    def __init__(self) -> None:
        self.waiting = b""
        self.junk = 0
        self.first_junk = ""

    def __len__(self) -> int:
        """The number of bytes that wait for more."""
        return len(self.waiting)

    def feed(self, data: bytes) -> None:
        """Adds bytes as they came from the engine."""
        self.waiting += data.replace(b"\r", b"") if b"\r" in data else data

    def take(self, most: int) -> list[Reply]:
        """The replies that are complete, at most so many."""
        found: list[Reply] = []
        buffer, start = self.waiting, 0
        while len(found) < most:
            if buffer[start : start + 1] not in _SIGNS:
                self.waiting = buffer[start:]
                if not self._skip():
                    return found
                buffer, start = self.waiting, 0
            end = buffer.find(b"\n\n", start)  # a line of blanks is no end: engines send one for an empty line in a reply
            if end < 0:
                break
            found.append(_reply(buffer[start:end]))
            start = end + 2
            if start == len(buffer):
                break
        self.waiting = buffer[start:]
        return found

    def take_all(self, data: bytes, wanted: int) -> list[Reply] | None:
        """The replies in these bytes, if they are exactly so many and nothing waits; else feeds the bytes and gives None."""
        replies = _known(data) if len(data) <= _SHORT else _whole(data)
        if len(replies) == wanted and not self.waiting:
            return list(replies)
        self.feed(data)
        return None

    def take_line(self) -> str | None:
        """The next line, without waiting for the end of the reply that it belongs to; None until more bytes come."""
        line, found, rest = self.waiting.partition(b"\n")
        if not found:
            return None
        self.waiting = rest
        return line.decode("utf-8", "replace").strip()

    def _skip(self) -> bool:
        """Drops whole lines until one begins a reply; False if none does yet."""
        buffer, start = self.waiting, 0
        while buffer[start : start + 1] not in _SIGNS:
            end = buffer.find(b"\n", start)
            if end < 0:
                break
            line = buffer[start:end]
            if line.strip():
                self._count(line)
            start = end + 1
        self.waiting = buffer[start:]
        return self.waiting[:1] in _SIGNS

    def discard(self) -> None:
        """Counts everything that is left as junk: it came before the command that is to be sent next."""
        if not self.waiting:
            return
        for line in self.waiting.splitlines():
            if line.strip():
                self._count(line)
        self.waiting = b""

    def _count(self, line: bytes) -> None:
        if not self.junk:
            self.first_junk = line.decode("utf-8", "replace")[:_JUNK_KEPT]
        self.junk += 1


def _reply(part: bytes) -> Reply:
    """The reply that these bytes are, from its sign on and without its end."""
    return Reply(part[0] == _SUCCESS, _without_id(part[1:].decode("utf-8", "replace")) if len(part) > 1 else "")


def _whole(data: bytes) -> tuple[Reply, ...]:
    """The replies that these bytes are, to the last byte; none where they are anything else."""
    parts = data.split(b"\n\n")
    if parts.pop() or b"\r" in data or not all(part.startswith(_SIGNS) for part in parts):
        return ()
    return tuple(map(_reply, parts))


_known = lru_cache(maxsize=4096)(_whole)
"""The same for short ones."""


def _without_id(text: str) -> str:
    """Cuts an id off. A digit directly behind the sign is one; a vertex or a number as the answer follows a blank."""
    if text[0] == " ":
        return text.strip()
    start = 0
    while start < len(text) and "0" <= text[start] <= "9":
        start += 1
    return text[start:].strip()
