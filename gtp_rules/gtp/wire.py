"""The wire format of GTP 2: lines in, replies out. Pure functions."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_DROPPED: Final = dict.fromkeys([*range(9), *range(10, 32), 127])
_TAB_TO_BLANK: Final = {9: " "}
_ID: Final = re.compile(r"(\d+)(?:\s+|$)", re.ASCII)


class Command(NamedTuple):
    """A command as it was sent.

    Attributes:
        id: the digits before the command, as typed; empty if there were none.
        name: the command, case as typed; empty if only an id was sent.
        arguments: the words after it.
        text: everything after the name, inner blanks kept.
    """

    id: str
    name: str
    arguments: list[str]
    text: str


class Reply(NamedTuple):
    """An answer: success or failure, and its text."""

    ok: bool
    text: str

    def format(self, id_: str = "") -> str:
        """The reply on the wire, ending in exactly one empty line.

        A blank always follows the id, because controllers cut there. Empty lines inside the text become lines of one
        blank, and control characters are dropped, since either would break the framing.
        """
        lines = self.text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
        body = "\n".join(line.translate(_DROPPED) if line.strip() else " " * (len(lines) > 1) for line in lines)
        return f"{'=' if self.ok else '?'}{id_} {body}\n\n"


def parse(line: bytes | str) -> Command | None:
    """Reads one line; None if it holds no command.

    A byte order mark, control characters, carriage returns and everything from ``#`` on are dropped; bytes that are not
    UTF-8 become replacement characters.
    """
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    text = text.removeprefix("\ufeff").translate(_TAB_TO_BLANK).translate(_DROPPED).partition("#")[0].strip()
    if not text:
        return None
    found = _ID.match(text)
    id_ = found.group(1) if found else ""
    rest = text[found.end() :] if found else text
    name, _, arguments = rest.partition(" ")
    return Command(id_, name, arguments.split(), arguments.strip())
