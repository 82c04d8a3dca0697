"""What a record says before the first move: size, ruleset, komi, stones, the side that begins."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec

from gtp_rules.board import BLACK, WHITE, Color, Geometry, geometry, handicap_points
from gtp_rules.errors import BadRecord, BadRuleset
from gtp_rules.game import Initial
from gtp_rules.rules import Ruleset
from gtp_rules.rules.reading import from_json
from gtp_rules.rulesets import find
from gtp_rules.sgf.points import read_points
from gtp_rules.sgf.tree import Node

SETTERS: Final = ("AE", "AB", "AW")
SIDES: Final = {"B": BLACK, "W": WHITE}

_SIZE: Final = re.compile(r"(\d{1,2})(?:[:x](\d{1,2}))?")
_DECIMAL: Final = re.compile(r"[+-]?(\d{1,9}(\.\d{0,18})?|\.\d{1,18})")
_FRACTION: Final = re.compile(r"-?\d{1,200}(/0*[1-9]\d{0,199})?")
_POWER: Final = re.compile(rb'"\s*[-+]?[\d_]*\.?[\d_]*e[-+]?[\d_]+\s*"', re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,6}")
_OTHER_NAMES: Final = {"goe": "ing", "nz": "new-zealand", "cn": "chinese", "jp": "japanese", "kr": "korean"}


class Head(NamedTuple):
    """How a recorded game starts.

    Attributes:
        is_own: whether the record is ours and is read under its own ruleset.
        ruleset: the rules.
        geometry: the board.
        komi: points that White gets.
        initial: what stood before the first action.
    """

    is_own: bool
    ruleset: Ruleset
    geometry: Geometry
    komi: Fraction
    initial: Initial


def read_head(nodes: list[Node], ruleset: Ruleset | None) -> Head:
    """Reads the start of a game from its main line, under the given ruleset or that of the record.

    Raises:
        BadRecord: it is no game of Go, of a later schema, or a value cannot be read.
    """
    root = nodes[0]
    if value(root, "GM") not in {"", "1"}:
        raise BadRecord("the record is not of a game of Go")
    if value(root, "XRV") not in {"", "1"}:
        raise BadRecord("the record was written by a later version of this program")
    recorded = _ruleset(root)
    is_own = "XRV" in root and recorded is not None and (ruleset is None or ruleset == recorded)
    rules = ruleset or recorded or find("chinese")
    shape = _geometry(root)
    return Head(is_own, rules, shape, _komi(root, rules), _initial(nodes, rules, shape))


def value(node: Node, name: str) -> str:
    """The first value of a property without blanks around it; empty where the node does not have it."""
    return node[name][0].strip() if name in node else ""


def _ruleset(root: Node) -> Ruleset | None:
    """The ruleset that the record names, if it can be read."""
    if "XRR" in root:
        return _own_ruleset(value(root, "XRR"))
    name = value(root, "RU")
    for text in (name, "-".join(name.lower().split()), _OTHER_NAMES.get(name.lower(), "")):
        try:
            return find(text)
        except BadRuleset:
            continue
    return None


def _own_ruleset(text: str) -> Ruleset:
    try:
        plain = msgspec.json.encode(msgspec.json.decode(text))
        if _POWER.search(plain):
            raise BadRecord("the recorded ruleset holds a power of ten, which may be beyond all measure")
        return from_json(plain)
    except (msgspec.DecodeError, RecursionError, BadRuleset) as error:
        raise BadRecord(f"the recorded ruleset cannot be read: {error}") from error


def _geometry(root: Node) -> Geometry:
    text = value(root, "SZ") or "19"
    found = _SIZE.fullmatch(text)
    if found is None:
        raise BadRecord(f"{text[:20]!r} is not a board size")
    try:
        return geometry(int(found[1]), int(found[2] or found[1]))
    except ValueError as error:
        raise BadRecord(str(error)) from error


def _komi(root: Node, ruleset: Ruleset) -> Fraction:
    exact = value(root, "XRC")
    if exact:
        if not _FRACTION.fullmatch(exact):
            raise BadRecord(f"{exact[:20]!r} is not a komi")
        return Fraction(exact)
    text = value(root, "KM").replace(",", ".")
    if not text:
        return ruleset.komi
    if not _DECIMAL.fullmatch(text):
        raise BadRecord(f"{text[:20]!r} is not a komi")
    return Fraction(text)


def opening_nodes(nodes: list[Node]) -> list[Node]:
    """The nodes up to and including the first with a move or a statement: stones that these set up stand at the start."""
    first = next((index for index, node in enumerate(nodes) if not node.keys().isdisjoint(("B", "W", "XRS"))), len(nodes))
    return nodes[: first + 1]


def _initial(nodes: list[Node], ruleset: Ruleset, shape: Geometry) -> Initial:
    stones: dict[int, Color] = {}
    mover = ""
    for node in opening_nodes(nodes):
        set_stones(shape, node, stones)
        mover = value(node, "PL")[:1].upper() or mover
    handicap = _handicap(nodes, stones)
    if handicap and not stones:
        points = handicap_points(shape, handicap)
        if not points:
            raise BadRecord(f"the record has no stones for its handicap of {handicap}, and this board no fixed points for them")
        stones = dict.fromkeys(points, BLACK)
    black, white = (tuple(point for point, color in stones.items() if color == side) for side in (BLACK, WHITE))
    layout = ruleset.opening.layout(shape)
    is_opening = "XRI" not in nodes[0] and set(layout[BLACK]) == set(black) and set(layout[WHITE]) == set(white)
    to_move = SIDES.get(mover) or _first_mover(nodes, handicap, ruleset if is_opening else None)
    stones_given = len(black) if handicap and not is_opening else 0
    return Initial(black, white, to_move, _lost(nodes[0]), is_opening, stones_given)


def set_stones(shape: Geometry, node: Node, stones: dict[int, Color]) -> None:
    """Carries out what ``AE``, ``AB`` and ``AW`` of a node say.

    Raises:
        BadRecord: a value names no point of the board.
    """
    for name in SETTERS:
        for point in read_points(shape, filter(str.strip, node.get(name, []))):
            stones.pop(point, None)
            if name != "AE":
                stones[point] = SIDES[name[1]]


def _first_mover(nodes: list[Node], handicap: int, ruleset: Ruleset | None) -> Color:
    """The side that begins, where the record does not say it. Our own always says it where it is White."""
    if "XRV" in nodes[0]:
        return BLACK
    for node in nodes:
        for name in node:
            if name in SIDES:
                return SIDES[name]
    if handicap:
        return WHITE
    return ruleset.opening.first.color if ruleset is not None else BLACK


def _handicap(nodes: list[Node], stones: dict[int, Color]) -> int:
    """The handicap, unless Black's stones are White's too or are played as moves."""
    text = value(nodes[0], "HA")
    number = int(text) if _NUMBER.fullmatch(text) else 0
    if number < 2 or WHITE in stones.values():
        return 0
    if stones or "XRV" in nodes[0]:
        return number
    first = next((name for node in nodes for name in node if name in SIDES), "W")
    return number if first == "W" else 0


def _lost(root: Node) -> tuple[int, int]:
    values = root.get("XRK", ["0", "0"])
    if len(values) != 2 or not all(_NUMBER.fullmatch(text) for text in values):
        raise BadRecord("the numbers of prisoners before the set-up cannot be read")
    return int(values[0]), int(values[1])
