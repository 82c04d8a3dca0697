"""Writing a game as annotated SGF. The format is described in `gtp_rules.sgf`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final

import msgspec

from gtp_rules import __version__
from gtp_rules.board import WHITE, Color, Geometry
from gtp_rules.game import Abandon, Game, Pass, Phase, Play, Turn, Virtual
from gtp_rules.game.actions import TURNS
from gtp_rules.rules.counting.sheet import decimal_text, has_decimal
from gtp_rules.sgf.marks import count_table, final_marks, final_sheet
from gtp_rules.sgf.points import sgf_point
from gtp_rules.sgf.remarks import remarks
from gtp_rules.sgf.start import is_layout, restart
from gtp_rules.sgf.statements import statement_line
from gtp_rules.sgf.text import clean, clean_name, escape

SCHEMA: Final = "1"
_KINDS: Final[dict[type, str]] = {Pass: "pass", Virtual: "virtual", Abandon: "abandon"}
_FIXED: Final = frozenset({"FF", "GM", "CA", "AP", "SZ", "KM", "HA", "PL", "AB", "AW", "AE", "B", "W", "C"})
_IDENTIFIER: Final = re.compile(r"[A-Z]{1,8}")
_SHORT: Final = re.compile(r"-?\d{1,6}(\.\d{1,6})?")


class _Node:
    """A node in the making: property values in order, and paragraphs of its comment."""

    __slots__ = ("paragraphs", "values")

    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self.paragraphs: list[str] = []

    def put(self, name: str, *values: str) -> None:
        """Sets a property, unless there are no values."""
        if values:
            self.values[name] = list(values)

    def add(self, name: str, value: str) -> None:
        """Adds a value to a property."""
        self.values.setdefault(name, []).append(value)

    def text(self) -> str:
        """The node as SGF."""
        comment = "\n\n".join(filter(None, self.paragraphs))
        values = {**self.values, "C": [comment]} if comment else self.values
        return ";" + "".join([f"{name}[{']['.join(map(escape, own))}]" for name, own in values.items()])


def write_game(  # noqa: PLR0913 - what a record says about a game
    game: Game,
    *,
    black: str = "",
    white: str = "",
    comments: Mapping[int, str] = {},
    root: Mapping[str, str] = {},
    root_comment: str = "",
    date: str = "",
    scribe: Scribe | None = None,
) -> bytes:
    """The record of a game.

    Args:
        game: the game, in any phase. Unfinished, it has no ``RE``.
        black: Black's name.
        white: White's name.
        comments: text to be added to the comment of a turn, by its number, the first turn being 1.
        root: further properties of the root, such as ``EV``; ``RE`` here replaces the game's own, for a game that was lost
            by something that is no action, such as its time.
        root_comment: the comment of the root.
        date: for ``DT``.
        scribe: what was written down while the game was played, and is spent by this; without it the game is played
            once more.

    Raises:
        ValueError: a property in `root` is none that can be chosen.
    """
    for name in root:
        if name in _FIXED or name.startswith("XR") or not _IDENTIFIER.fullmatch(name):
            raise ValueError(f"the root property {name} cannot be chosen")
    written = _play_through(game) if scribe is None else scribe
    head = written.node(0)
    result = game.outcome.result if game.outcome is not None and "RE" not in root else ""
    for name, value in {"PB": black, "PW": white, "RE": result, "DT": date, **root}.items():
        head.put(name, *filter(None, [clean(value) if name == "GC" else clean_name(value)]))
    head.paragraphs.insert(0, clean(root_comment))
    return written.finish(game, comments)


class Scribe:
    """Writes a game down while it is played: `add` is called after each action that the game accepts."""

    def __init__(self, game: Game) -> None:
        """Begins the record of a game in which nothing was done yet."""
        self._nodes: list[_Node | str] = [_head(game)]  # a move of which nothing more is to be said is SGF already
        self._moves = _moves(game.board.geometry)
        self._recorded = Phase.PLAY

    def add(self, game: Game, before: Phase) -> None:
        """Writes down the last action of the game.

        Args:
            game: the game, right after it.
            before: the phase right before it.
        """
        entry = game.log[-1]
        action = entry.action
        if type(action) is Play and entry.counted and before is self._recorded and game.state.phase is before:
            self._nodes.append(self._moves[action.color][action.point])
        elif isinstance(action, TURNS):
            self._recorded = _close(self.node(-1), self._recorded, before)
            node = _turn(game.board.geometry, action, counted=entry.counted)
            node.paragraphs += remarks(game, action, before)
            self._nodes.append(node)
        else:
            node = self.node(-1)
            node.add("XRS", statement_line(game.board.geometry, entry))
            node.paragraphs += remarks(game, action, before)

    def node(self, number: int) -> _Node:
        """A node to which something can be added, the root being number 0."""
        node = self._nodes[number]
        if isinstance(node, str):
            node = self._nodes[number] = _reopened(node)
        return node

    def finish(self, game: Game, comments: Mapping[int, str]) -> bytes:
        """The record as SGF. Nothing can be added afterwards.

        Args:
            game: the game as it ended.
            comments: as `write_game` has them.
        """
        _close(self.node(-1), self._recorded, game.phase)
        for number, comment in comments.items():
            if 0 < number < len(self._nodes):
                self.node(number).paragraphs.insert(0, clean(comment))
        _put_count(game, self.node(-1))
        text = "\n".join([node if isinstance(node, str) else node.text() for node in self._nodes])
        return f"({text})\n".encode("utf-8", "replace")


@cache
def _points(geometry: Geometry) -> tuple[str, ...]:
    """The texts of all points."""
    return tuple(sgf_point(geometry, point) for point in range(geometry.size))


@cache
def _moves(geometry: Geometry) -> tuple[tuple[str, ...], ...]:
    """The nodes of plain moves, by color and point."""
    return ((), *(tuple(f";{color.letter}[{text}]" for text in _points(geometry)) for color in Color))


def _reopened(move: str) -> _Node:
    """The node of a plain move, to which more can be added."""
    node = _Node()
    node.put(move[1], move[3:-1])
    return node


def _head(game: Game) -> _Node:
    """The root, as far as the game alone determines it."""
    geometry, initial = game.board.geometry, game.initial
    node = _Node()
    square = geometry.width == geometry.height
    size = str(geometry.width) if square else f"{geometry.width}:{geometry.height}"
    for name, value in (("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("AP", f"gtp-rules:{__version__}"), ("SZ", size)):
        node.put(name, value)
    _put_komi(node, game.komi)
    if initial.handicap:
        node.put("HA", str(initial.handicap))
    node.put("RU", game.ruleset.specification)
    if initial.to_move == WHITE or initial.handicap:
        node.put("PL", initial.to_move.letter)
    node.put("AB", *_texts(geometry, initial.black))
    node.put("AW", *_texts(geometry, initial.white))
    node.put("XRV", SCHEMA)
    node.put("XRR", game.ruleset.to_json().decode("utf-8"))
    if not (initial.is_opening and is_layout(game.ruleset, geometry, initial)):
        node.put("XRI", "1")
    if any(initial.lost):
        node.put("XRK", *map(str, initial.lost))
    return node


def _put_komi(node: _Node, komi: Fraction) -> None:
    text = decimal_text(komi)
    exact = has_decimal(komi) and _SHORT.fullmatch(text)
    node.put("KM", text if exact else f"{float(komi):.4f}")
    if not exact:
        node.put("XRC", str(komi))


def _play_through(game: Game) -> Scribe:
    """The game as it is written down while it is played once more."""
    replay = restart(game)
    scribe = Scribe(replay)
    for entry in game.log:
        before = replay.phase
        replay.apply(entry.action, counted=entry.counted)
        scribe.add(replay, before)
    return scribe


def _close(node: _Node, recorded: Phase, phase: Phase) -> Phase:
    """Notes the phase in which a finished node leaves the game, if it has changed; returns it."""
    if phase is not recorded:
        node.put("XRF", phase.value)
    return phase


def _turn(geometry: Geometry, action: Turn, *, counted: bool) -> _Node:
    node = _Node()
    node.put(action.color.letter, sgf_point(geometry, action.point) if isinstance(action, Play) else "")
    if not isinstance(action, Play):
        node.put("XRP", _KINDS[type(action)])
    if not counted:
        node.put("XRU", "1")
    return node


def _put_count(game: Game, node: _Node) -> None:
    """What the last node says of the end: marks, the table of the count, the result, the ledger."""
    for mark, points in final_marks(game).items():
        node.put(mark, *_texts(game.board.geometry, points))
    node.put("XRL", msgspec.json.encode(game.ledger.to_json()).decode("ascii"))
    if game.outcome is not None:
        node.paragraphs.append(f"Result: {game.outcome.result}")
    sheet = final_sheet(game)
    if sheet is not None:
        node.paragraphs.append(count_table(sheet))


def _texts(geometry: Geometry, points: list[int] | tuple[int, ...]) -> list[str]:
    texts = _points(geometry)
    return [texts[point] for point in points]
