"""Playing a main line through on the board: captures and accounts, no legality.

The final position of a game does not depend on rules of repetition or suicide, so records are accepted that break them.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from gtp_rules.board import BLACK, WHITE, Board, Color, Geometry
from gtp_rules.errors import BadRecord, BadSetup
from gtp_rules.rules.counting import Account, Position, Settlement, Tally
from gtp_rules.sgf.points import read_points
from harness.rescore.scan import Node

_LETTERS: Final = b"abcdefghijklmnopqrstuvwxyz"
_SETTERS: Final = ("AE", "AB", "AW")
_MOVES: Final = {"B", "W"}
_NO_ACCOUNT: Final = Account()
_QUOTED: Final = 20


@cache
def points_of(shape: Geometry) -> dict[bytes, int | None]:
    """The points by their SGF texts; None for the texts of a pass."""
    columns, rows = _LETTERS[: shape.width], _LETTERS[: shape.height]
    points: dict[bytes, int | None] = {
        bytes((column, row)): shape.at(x, shape.height - 1 - y)
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
    }
    return {**points, b"": None, **({} if max(shape.width, shape.height) > 19 else {b"tt": None})}


class Replay(msgspec.Struct):
    """A game in the making.

    Attributes:
        board: the position.
        to_move: the side to move.
        turns: moves and passes so far.
        played: board moves of Black and of White.
        virtual: virtual moves of each, which records of ours tell from passes.
        passed: passes of each that were not taken back by further play.
        lost: stones that each lost.
        stop: who passed since the last stone, in order.
        last_mover: the side that placed the last stone.
        first_to_pass: the side that passed first.
        edits: after how many turns stones were set up or taken off, for each such node once play had begun.
    """

    board: Board
    to_move: Color = BLACK
    turns: int = 0
    played: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    virtual: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    passed: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    lost: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    stop: list[Color] = msgspec.field(default_factory=list)
    last_mover: Color | None = None
    first_to_pass: Color | None = None
    edits: list[int] = msgspec.field(default_factory=list)

    def step(self, node: Node) -> None:
        """Carries out one node: stones that it sets up, whose turn it says it is, its move.

        Raises:
            BadRecord: a move or stone lies outside the board or on another stone, or stones are left without a liberty.
        """
        if len(node) > 1 or not node.keys() <= _MOVES:
            self._prepare(node)
        for name, values in node.items():
            if name == "B":
                self._turn(BLACK, values, node)
            elif name == "W":
                self._turn(WHITE, values, node)

    def _prepare(self, node: Node) -> None:
        """What a node says besides its move."""
        if not node.keys().isdisjoint(_SETTERS):
            self.set_up(node)
        said = node.get("PL", ())
        if said:
            self.to_move = {b"b": BLACK, b"w": WHITE}.get(said[0].strip().lower()[:1], self.to_move)

    def _turn(self, color: Color, values: list[bytes], node: Node) -> None:
        if len(values) > 1:
            raise BadRecord(f"move {self.turns + 1} is two moves in one")
        text = values[0] if values else b""
        points = points_of(self.board.geometry)
        point = points[text] if text in points else self._odd_point(text)
        self.turns += 1
        self.to_move = color.opponent
        if point is None and node.get("XRP") == [b"virtual"]:
            self._go_on()
            self.virtual[color - 1] += 1
            self.last_mover = color
        elif point is None:
            self._skip(color)
        elif self.board.colors[point]:
            raise BadRecord(f"move {self.turns}: {self.board.geometry.vertex(point)} is occupied")
        else:
            self._place(color, point)

    def _odd_point(self, text: bytes) -> int | None:
        """A point that is written in capitals or between blanks."""
        points, plain = points_of(self.board.geometry), text.strip().lower()
        if plain not in points:
            raise BadRecord(f"move {self.turns + 1}: {_quoted(text)} is not a point of the board")
        return points[plain]

    def _go_on(self) -> None:
        """Play goes on: passes that had stopped it are annulled."""
        if self.has_stopped:
            for passer in self.stop:
                self.passed[passer - 1] -= 1
        self.stop.clear()

    @property
    def has_stopped(self) -> bool:
        """Whether both sides have passed since the last stone."""
        return len(set(self.stop)) > 1

    def _place(self, color: Color, point: int) -> None:
        if self.stop:
            self._go_on()
        emptied = self.board.place(color, point)
        self.played[color - 1] += 1
        self.last_mover = color
        if emptied:
            loser = color if not self.board.colors[point] else color.opponent
            self.lost[loser - 1] += len(emptied)

    def _skip(self, color: Color) -> None:
        self.passed[color - 1] += 1
        self.stop.append(color)
        self.first_to_pass = self.first_to_pass or color

    def set_up(self, node: Node) -> None:
        """Changes the board as a node says.

        Raises:
            BadRecord: a value names no points, or a chain would have no liberty.
        """
        before = self.board.colors
        colors = before[:]
        for name in _SETTERS:
            texts = (value.decode("latin-1").strip() for value in node.get(name, ()))
            for point in read_points(self.board.geometry, filter(None, texts)):
                colors[point] = {"AE": 0, "AB": 1, "AW": 2}[name]
        if colors == before:
            return
        if self.turns:
            self.edits.append(self.turns)
        black, white = ([point for point, color in enumerate(colors) if color == side] for side in (BLACK, WHITE))
        try:
            self.board.set_up(black, white)
        except BadSetup as error:
            raise BadRecord(f"after move {self.turns}: {error}") from error

    def position(self, handicap: int) -> Position:
        """What a count looks at. The side to move is the one that was to move before play stopped."""
        return Position(
            board=self.board,
            settlement=Settlement(),
            black=self._tally(0),
            white=self._tally(1),
            to_move=self.stop[0] if self.has_stopped else self.to_move,
            last_mover=self.last_mover,
            first_to_pass=self.first_to_pass,
            handicap=handicap,
        )

    def _tally(self, side: int) -> Tally:
        return Tally(Account(self.played[side], self.virtual[side], self.passed[side], self.lost[side]), _NO_ACCOUNT)


def _quoted(text: bytes) -> str:
    return repr(text[:_QUOTED].decode("utf-8", "replace"))
