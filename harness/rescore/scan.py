"""The main lines of all games in a file.

The main line goes into the first of several variations each time, so it is what stands before the first closing bracket.
Properties in the old long spelling (``SiZe``) and in lower case are read as what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gtp_rules.errors import BadRecord

Node = dict[str, list[bytes]]
"""Values by property, as they stand between the brackets, in UTF-8."""

_TOKEN: Final = re.compile(rb";([BW])\[([a-z]*)\]|\[([^\\\]]*(?:\\.[^\\\]]*)*)\]|([A-Za-z]+)|([;()])|(\[)", re.DOTALL)
_START: Final = re.compile(rb"\(\s*;")
_ESCAPED: Final = re.compile(rb"\\(\r\n|\n\r|.)", re.DOTALL)
_MOVE, _VALUE, _NAME, _MARK, _UNCLOSED = 2, 3, 4, 5, 6
_SIDES: Final = {b"B": "B", b"W": "W"}


class Line(NamedTuple):
    """One game of a file.

    Attributes:
        number: which game of the file it is, the first being 0.
        nodes: its main line, the root first; never empty.
        text: all of it, variations included.
    """

    number: int
    nodes: list[Node]
    text: bytes


def main_lines(data: bytes) -> Iterator[Line]:
    """The games of a file in UTF-8, one after the other.

    Raises:
        BadRecord: the file holds no game, or ends inside the main line of one; the games before it were yielded.
    """
    number, position = 0, 0
    while (start := _START.search(data, position)) is not None:
        nodes, position = _game(data, start.start())
        yield Line(number, nodes, data[start.start() : position])
        number += 1
    if not number:
        raise BadRecord("the file holds no SGF game")


def _game(data: bytes, start: int) -> tuple[list[Node], int]:
    """The main line of the game that starts here, and where the game ends."""
    nodes: list[Node] = []
    values: list[bytes] = []
    depth = 0
    for token in _TOKEN.finditer(data, start):
        kind = token.lastindex
        if kind == _MOVE:
            values = [token[2]]
            nodes.append({_SIDES[token[1]]: values})
        elif kind == _VALUE:
            values.append(token[3])
        elif kind == _NAME:
            values = nodes[-1].setdefault(_name(token[4]), []) if nodes else []
        elif kind == _UNCLOSED:
            break
        elif token[5] == b";":
            nodes.append({})
        elif token[5] == b"(":
            depth += 1
        else:
            return nodes, _end(data, token.end(), depth - 1)
    raise BadRecord("the file ends inside a game")


def _end(data: bytes, position: int, depth: int) -> int:
    """Where a game ends of which so many brackets are still open; the end of the file if they are never closed."""
    if depth == 0:
        return position
    for token in _TOKEN.finditer(data, position):
        if token.lastindex == _MARK and token[5] != b";":
            depth += 1 if token[5] == b"(" else -1
            if depth == 0:
                return token.end()
    return len(data)


def _name(raw: bytes) -> str:
    name = raw.decode("ascii")
    if name.isupper():
        return name
    return name.upper() if name.islower() else "".join(filter(str.isupper, name))


def text_value(node: Node, name: str) -> str:
    """The first value of a property as text, without escapes and blanks around it; empty where the node has none."""
    values = node.get(name)
    if not values:
        return ""
    raw = _ESCAPED.sub(_unescaped, values[0]) if b"\\" in values[0] else values[0]
    return raw.decode("utf-8", "replace").strip()


def _unescaped(found: re.Match[bytes]) -> bytes:
    return b"" if found[1] in {b"\n", b"\r", b"\r\n", b"\n\r"} else found[1]
