"""What an analysis is asked for: the arguments of ``lz-analyze`` and ``kata-analyze``."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from gtp_rules.board import Color

_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_SHORTEST, _LONGEST, _USUAL = 5, 6000, 50  # hundredths of a second
_DIGITS = 6
_SHOWN = 20


class Request(NamedTuple):
    """A request for an analysis.

    Attributes:
        command: ``lz-analyze`` or ``kata-analyze``.
        color: the side whose moves are looked at.
        seconds: between two lines.
        moves: how many of them a line tells at most.
        ownership: whether it tells who holds which point.
    """

    command: str
    color: Color
    seconds: float
    moves: int
    ownership: bool


def read_request(text: str, to_move: Color) -> Request:
    """Reads ``COMMAND [COLOR] [INTERVAL] [KEY VALUE …]``; what is not understood is passed over, as other programs do.

    Args:
        text: the command with its arguments.
        to_move: the side that is meant where none is named.
    """
    command, *words = text.lower().split()
    pairs = dict(pairwise(words))
    color = next((_COLORS[word] for word in words[:2] if word in _COLORS), to_move)
    bare = [word for word in words[:2] if word not in _COLORS][:1]  # the interval may stand alone, before any key
    interval = _number(pairs.get("interval", "".join(bare)))
    moves = _number(pairs.get("maxmoves", ""))
    return Request(
        command,
        color,
        min(_LONGEST, max(_SHORTEST, _USUAL if interval is None else interval)) / 100,
        _SHOWN if moves is None else max(1, moves),
        pairs.get("ownership") == "true",
    )


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) <= _DIGITS else None
