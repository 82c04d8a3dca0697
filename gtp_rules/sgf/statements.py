"""Statements as lines, both ways.

A line is the GTP command that says the same, without its prefix, ``offer B``, ``accept W``, ``dispute W A1 B1``, ``resume B``,
``chips B A1``, ``resign W``; a whole proposal is one line, ``propose B dead=B2,B5 seki=A3 claims=B:C3,D4``. A proposal without
``seki=`` says nothing about seki; with an empty ``seki=`` it says that nothing is. A statement that GTP ``undo`` counts as a
move begins with ``counted``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gtp_rules.board import BLACK, WHITE, Color, Geometry
from gtp_rules.errors import BadRecord, BadVertex
from gtp_rules.game import Accept, Action, Chips, Dispute, Entry, Offer, Propose, Resign, Resume

_PLAIN: Final[dict[str, type[Action]]] = {"offer": Offer, "accept": Accept, "resume": Resume, "resign": Resign}
_POINTED: Final[dict[str, type[Dispute | Chips]]] = {"dispute": Dispute, "chips": Chips}
_SIDES: Final = {"B": BLACK, "W": WHITE}


def statement_line(geometry: Geometry, entry: Entry) -> str:
    """The line of an entry that is no turn."""
    action = entry.action
    words = [type(action).__name__.lower(), action.color.letter]
    if isinstance(action, (Dispute, Chips)):
        words += map(geometry.vertex, action.points)
    elif isinstance(action, Propose):
        words += _proposal_words(geometry, action)
    return " ".join(["counted", *words] if entry.counted else words)


def _proposal_words(geometry: Geometry, action: Propose) -> Iterable[str]:
    if action.dead:
        yield f"dead={_list(geometry, action.dead)}"
    if action.seki is not None:
        yield f"seki={_list(geometry, action.seki)}"
    for color, points in action.claims:
        yield f"claims={color.letter}:{_list(geometry, points)}"


def _list(geometry: Geometry, points: Iterable[int]) -> str:
    return ",".join(map(geometry.vertex, points))


def read_statement(geometry: Geometry, line: str) -> Entry:
    """The entry that a line says.

    Raises:
        BadRecord: the line is none of ours.
    """
    words = line.split()
    counted = words[:1] == ["counted"]
    name, side, *rest = [*words[counted:], "", ""][: max(2, len(words) - counted)]
    if side not in _SIDES:
        raise BadRecord(f"{line[:60]!r} is not a statement")
    try:
        return Entry(_action(geometry, name, _SIDES[side], rest), counted)
    except (BadVertex, ValueError) as error:
        raise BadRecord(f"{line[:60]!r} is not a statement: {error}") from error


def _action(geometry: Geometry, name: str, color: Color, words: list[str]) -> Action:
    if name in _PLAIN and not words:
        return _PLAIN[name](color)
    if name in _POINTED:
        return _POINTED[name](color, tuple(map(geometry.point, words)))
    if name == "propose":
        return _proposal(geometry, color, words)
    raise ValueError("unknown words")


def _proposal(geometry: Geometry, color: Color, words: list[str]) -> Propose:
    dead: tuple[int, ...] = ()
    seki: tuple[int, ...] | None = None
    claims: list[tuple[Color, tuple[int, ...]]] = []
    for word in words:
        key, _, value = word.partition("=")
        if key == "dead":
            dead = _points(geometry, value)
        elif key == "seki":
            seki = _points(geometry, value)
        elif key == "claims" and value[:2] in {"B:", "W:"}:
            claims.append((_SIDES[value[0]], _points(geometry, value[2:])))
        else:
            raise ValueError(f"unknown word {word!r}")
    return Propose(color, dead, seki, tuple(claims))


def _points(geometry: Geometry, text: str) -> tuple[int, ...]:
    return tuple(map(geometry.point, text.split(","))) if text else ()
