"""From the bytes that an engine writes to the replies that they hold.

GTP says: a reply begins with ``=`` or ``?`` and ends with an empty line. Engines also write CRLF, no blank after the sign,
blanks at line ends, and lines that belong to no reply; all of that is accepted here, the last kind counted as junk.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

_SIGNS = (b"=", b"?")
_JUNK_KEPT = 200
_SHORT = 8
"""Bytes up to which a reply is likely to come again: a vertex, a pass, an empty one."""


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
        junk: number of lines that belonged to no reply.
        first_junk: the first of them, cut to 200 characters, or an empty text.
    """

    __slots__ = ("_buffer", "first_junk", "junk")

    def __init__(self) -> None:
        self._buffer = b""
        self.junk = 0
        self.first_junk = ""

    def __len__(self) -> int:
        """The number of bytes that wait for more."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Adds bytes as they came from the engine."""
        self._buffer += data.replace(b"\r", b"") if b"\r" in data else data

    def take(self, most: int) -> list[Reply]:
        """The replies that are complete, at most so many."""
        found: list[Reply] = []
        buffer, start = self._buffer, 0
        while len(found) < most:
            if buffer[start : start + 1] not in _SIGNS:
                self._buffer = buffer[start:]
                if not self._skip():
                    return found
                buffer, start = self._buffer, 0
            end = buffer.find(b"\n\n", start)  # a line of blanks is no end: engines send one for an empty line in a reply
            if end < 0:
                break
            found.append(_reply(buffer[start:end]))
            start = end + 2
            if start == len(buffer):
                break
        self._buffer = buffer[start:]
        return found

    def take_all(self, data: bytes, wanted: int) -> list[Reply] | None:
        """The replies in these bytes, if they are exactly so many and nothing waits; else feeds the bytes and gives None."""
        parts = data.split(b"\n\n")
        replies: list[Reply] = []
        if len(parts) == wanted + 1 and not parts.pop() and not self._buffer and b"\r" not in data:
            for part in parts:
                if part[:1] not in _SIGNS:
                    break
                replies.append(_known(part) if len(part) <= _SHORT else _reply(part))
            else:
                return replies
        self.feed(data)
        return None

    def take_line(self) -> str | None:
        """The next line, without waiting for the end of the reply that it belongs to; None until more bytes come."""
        line, found, rest = self._buffer.partition(b"\n")
        if not found:
            return None
        self._buffer = rest
        return line.decode("utf-8", "replace").strip()

    def _skip(self) -> bool:
        """Drops whole lines until one begins a reply; False if none does yet."""
        while self._buffer[:1] not in _SIGNS:
            line, found, rest = self._buffer.partition(b"\n")
            if not found:
                return False
            self._buffer = rest
            if line.strip():
                self._count(line)
        return True

    def discard(self) -> None:
        """Counts everything that is left as junk: it came before the command that is to be sent next."""
        if not self._buffer:
            return
        for line in self._buffer.splitlines():
            if line.strip():
                self._count(line)
        self._buffer = b""

    def _count(self, line: bytes) -> None:
        if not self.junk:
            self.first_junk = line.decode("utf-8", "replace")[:_JUNK_KEPT]
        self.junk += 1


def _reply(part: bytes) -> Reply:
    """The reply that these bytes are, from its sign on and without its end."""
    return Reply(part[0] == _SUCCESS, _without_id(part[1:].decode("utf-8", "replace")) if len(part) > 1 else "")


_known = lru_cache(maxsize=1024)(_reply)
"""The same for short replies."""


def _without_id(text: str) -> str:
    """Cuts an id off. A digit directly behind the sign is one; a vertex or a number as the answer follows a blank."""
    if text[0] == " ":
        return text.strip()
    start = 0
    while start < len(text) and "0" <= text[start] <= "9":
        start += 1
    return text[start:].strip()
