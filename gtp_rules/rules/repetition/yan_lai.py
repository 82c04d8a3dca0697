"""The memories of Yan Lai's two bans, in which stones outside the board are part of the shape."""

from __future__ import annotations

from enum import StrEnum

from gtp_rules.board import Color

Shape = tuple[int, int, int]
"""A global shape 全局棋形: the board and the numbers of black and white virtual stones."""


class Facing(StrEnum):
    """Which positions a player has faced, in the ban of 2015 (decision 1)."""

    ANNUL = "annul"  # each position in which he was to move, less those that annulled abandonments led to
    TURN = "turn"  # each position in which he was to move
    MOVE = "move"  # only those that a stone led to


class GlobalShapeMemory:
    """Yan Lai 2007, axioms 9 and 10: every stone placed, on the board or outside, must make a new global shape."""

    def __init__(self) -> None:
        self._first: dict[Shape, int] = {}
        self._turns: list[tuple[Shape, bool]] = []  # the shape, and whether this turn was the first to show it

    def _note(self, shape: Shape, turn: int) -> None:
        new = shape not in self._first
        if new:
            self._first[shape] = turn
        self._turns.append((shape, new))

    def start(self, key: int, to_move: Color) -> None:  # noqa: ARG002
        """The initial position."""
        self._note((key, 0, 0), 0)

    def bars(self, color: Color, key: int, *, captures: bool) -> int | None:  # noqa: ARG002
        """The turn that made the shape which a board move would make."""
        (_, black, white), _ = self._turns[-1]
        return self._first.get((key, black, white))

    def bars_virtual(self, color: Color) -> int | None:  # noqa: ARG002
        """Never: a virtual stone makes a shape with more virtual stones than any before."""
        return None

    def move(self, color: Color, key: int, turn: int) -> None:  # noqa: ARG002
        """A board move."""
        (_, black, white), _ = self._turns[-1]
        self._note((key, black, white), turn)

    def virtual(self, color: Color, turn: int) -> None:
        """A virtual move."""
        self._note(_with_virtual(self._turns[-1][0], color), turn)

    def skip(self, color: Color, turn: int) -> None:  # noqa: ARG002
        """A turn without a stone; the shape stays."""
        self._turns.append((self._turns[-1][0], False))

    def take_back(self) -> None:
        """Forgets the last turn."""
        shape, new = self._turns.pop()
        if new:
            del self._first[shape]

    def annul(self, turns: int) -> None:
        """Takes turns back."""
        for _ in range(turns):
            self.take_back()

    @property
    def occurrences(self) -> int:
        """Not counted: shapes do not repeat."""
        return 0


class FacedMemory:
    """Yan Lai 2015, §3: nobody may be made to face again what he has faced.

    A board move may not show the opponent a global shape, and a virtual move not a board, that he has faced before.
    """

    def __init__(self, facing: Facing) -> None:
        self._facing = facing
        self._shapes: dict[tuple[int, Shape], int] = {}  # (side, shape): the turn after which he first faced it
        self._boards: dict[tuple[int, int], int] = {}  # (side, board): likewise
        self._turns: list[tuple[Shape, int, bool, bool]] = []  # shape, who faces it, first for the shape, for the board

    def _note(self, shape: Shape, faces: int, turn: int, *, recorded: bool = True) -> None:
        new_shape = recorded and (faces, shape) not in self._shapes
        new_board = recorded and (faces, shape[0]) not in self._boards
        if new_shape:
            self._shapes[faces, shape] = turn
        if new_board:
            self._boards[faces, shape[0]] = turn
        self._turns.append((shape, faces, new_shape, new_board))

    def start(self, key: int, to_move: Color) -> None:
        """The side to move faces the initial position."""
        self._note((key, 0, 0), int(to_move), 0)

    def bars(self, color: Color, key: int, *, captures: bool) -> int | None:  # noqa: ARG002
        """The turn after which the opponent first faced the shape that a board move would make."""
        _, black, white = self._turns[-1][0]
        return self._shapes.get((3 - color, (key, black, white)))

    def bars_virtual(self, color: Color) -> int | None:
        """The turn after which the opponent first faced the present board."""
        return self._boards.get((3 - color, self._turns[-1][0][0]))

    def move(self, color: Color, key: int, turn: int) -> None:
        """A board move: the opponent faces what it made."""
        _, black, white = self._turns[-1][0]
        self._note((key, black, white), 3 - color, turn)

    def virtual(self, color: Color, turn: int) -> None:
        """A virtual move: the opponent faces the board with one more stone outside."""
        self._note(_with_virtual(self._turns[-1][0], color), 3 - color, turn)

    def skip(self, color: Color, turn: int) -> None:
        """An abandonment: the opponent faces the same shape."""
        self._note(self._turns[-1][0], 3 - color, turn, recorded=self._facing is not Facing.MOVE)

    def take_back(self) -> None:
        """Forgets the last turn."""
        shape, faces, new_shape, new_board = self._turns.pop()
        if new_shape:
            del self._shapes[faces, shape]
        if new_board:
            del self._boards[faces, shape[0]]

    def annul(self, turns: int) -> None:
        """Play resumes: what the stopping abandonments made the players face is forgotten, unless the reading keeps it."""
        if self._facing is not Facing.TURN:
            for _ in range(turns):
                self.take_back()

    @property
    def occurrences(self) -> int:
        """Not counted: a game under this ban is finite."""
        return 0


def _with_virtual(shape: Shape, color: Color) -> Shape:
    key, black, white = shape
    return (key, black + (color == Color.BLACK), white + (color == Color.WHITE))
