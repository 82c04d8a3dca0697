"""The main line of an SGF file as nodes with text values."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sgfmill import sgf_grammar

from gtp_rules.errors import BadRecord
from gtp_rules.sgf.text import decode

Node = dict[str, list[str]]
"""Values by property, unescaped."""

_TOKEN: Final = re.compile(rb"\[[^\\\]]*(?:\\.[^\\\]]*)*\]|[A-Za-z]+", re.DOTALL)


class Tree(NamedTuple):
    """The main line of a game, root first, and the encoding of its file."""

    nodes: list[Node]
    encoding: str


def load(data: bytes, index: int = 0) -> Tree:
    """The main line of the game with this index in the file, 0 being the first.

    Raises:
        BadRecord: the file has no such game, or it is no SGF.
    """
    decoded = decode(data)
    text = _from_game(decoded.data, index)
    nodes = _main_line(text)
    if any("" in node for node in nodes):  # properties in lower case, of which the grammar leaves nothing
        nodes = _main_line(_TOKEN.sub(_raised, text))
    return Tree(nodes, decoded.encoding)


def _raised(token: re.Match[bytes]) -> bytes:
    text = token[0]
    return text.upper() if text.islower() and text.isalpha() else text


def _from_game(text: bytes, index: int) -> bytes:
    """The text from the start of a game on, with what stands before it cut off."""
    position = 0
    for number in range(index + 1):
        tokens, end = sgf_grammar.tokenise(text, position)
        if not tokens:
            found = f"the file holds only {number} games" if number else "the file holds no SGF game"
            raise BadRecord(found)
        if number < index:
            position = end
    start = re.compile(rb"\(\s*;").search(text, position)
    return text[start.start() :] if start is not None else b""


def _main_line(text: bytes) -> list[Node]:
    try:
        coarse = sgf_grammar.parse_sgf_game(text)
    except (ValueError, AssertionError, AttributeError, IndexError, TypeError) as error:
        raise BadRecord(f"the file is not SGF: {error}") from error
    return [
        {name: [_plain(value) for value in values] for name, values in node.items()}
        for node in sgf_grammar.main_sequence_iter(coarse)
    ]


def _plain(value: bytes) -> str:
    return str(sgf_grammar.text_value(value).decode("utf-8", "replace"))
