"""The registry of the referee's commands: how arguments are read, and what each domain error becomes on the wire."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NewType

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import (
    BadProposal,
    BadRecord,
    BadRuleset,
    BadSetup,
    BadVertex,
    IllegalMove,
    NothingToUndo,
    RulesError,
    WrongPhase,
)
from gtp_rules.gtp import GtpError, Registry
from gtp_rules.referee.referee import Referee
from gtp_rules.referee.talk import say

Point = NewType("Point", int)
"""A vertex on the board."""
Vertex = NewType("Vertex", object)
"""A vertex, or None for a pass."""
TurnText = NewType("TurnText", str)
"""A vertex, ``pass`` or ``virtual``, in lower case; its vertex is checked."""
Number = NewType("Number", Fraction)
"""A finite decimal number, exactly."""
Word = NewType("Word", str)
"""Any word."""

_COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_NUMBER = re.compile(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})([eE][+-]?\d{1,2})?|[+-]?\d{1,9}/0*[1-9]\d{0,8}", re.ASCII)


def read_color(_: Referee, word: str) -> Color:
    """A color as GTP writes it."""
    try:
        return _COLORS[word.lower()]
    except KeyError:
        raise GtpError(f"invalid color {word!r}") from None


def read_point(referee: Referee, word: str) -> int:
    """A vertex of the board in play."""
    return referee.game.board.geometry.point(word)


def read_vertex(referee: Referee, word: str) -> int | None:
    """A vertex, or None for a pass."""
    return None if word.lower() == "pass" else read_point(referee, word)


def _read_turn(referee: Referee, word: str) -> str:
    if word.lower() not in {"pass", "virtual"}:
        read_point(referee, word)
    return word.lower()


def read_integer(_: Referee, word: str) -> int:
    """A whole number of at most nine digits."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise GtpError(f"syntax error: {word!r} is not a whole number")
    return int(word)


def _read_number(_: Referee, word: str) -> Fraction:
    return read_number(word)


def read_number(word: str) -> Fraction:
    """A finite number, exactly as it is written."""
    if not _NUMBER.fullmatch(word):
        raise GtpError(f"syntax error: {word!r} is not a number")
    return Fraction(word)


def _read_word(_: Referee, word: str) -> str:
    return word


def _illegal(error: Exception) -> str:
    # Controllers compare this text letter by letter; the reason is for people and goes to stderr (and to rules-why).
    say(f"illegal move: {error}")
    return "illegal move"


registry: Registry[Referee] = Registry(
    converters={
        Color: read_color,
        Point: read_point,
        Vertex: read_vertex,
        TurnText: _read_turn,
        int: read_integer,
        Number: _read_number,
        Word: _read_word,
    },
    failures={
        IllegalMove: _illegal,
        WrongPhase: str,
        BadProposal: str,
        NothingToUndo: lambda _: "cannot undo",
        BadVertex: lambda error: f"invalid coordinate: {error}",
        BadRuleset: str,
        BadSetup: str,
        BadRecord: str,
        RulesError: str,
    },
)
