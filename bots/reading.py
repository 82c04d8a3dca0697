"""Reading: can a chain with one or two liberties be captured, or saved, by forced play.

Only forcing sequences are read (atari, extension, capture of an attacker that is itself in atari), which covers ladders,
and only within a budget of board moves. What lies beyond the budget counts as "not captured".
"""

from __future__ import annotations

from gtp_rules.board import Board

NOWHERE = -1  # no such move
SAFE = -2  # nothing needs to be played


class Reading:
    """A reader with a budget. One reader answers one question after another; each starts with a full budget.

    Attributes:
        budget: how many moves may be tried for one question.
    """

    __slots__ = ("_left", "budget")

    def __init__(self, budget: int = 60) -> None:
        self.budget = budget
        self._left = budget

    def capture(self, board: Board, target: int, *, ko: int = NOWHERE) -> int:
        """The move by which the opponent of the chain at `target`, moving first, captures it, or `NOWHERE`.

        `ko` is a point on which the opponent may not capture a single stone now.
        """
        self._left = self.budget
        return self._capture(board, target, ko)

    def rescue(self, board: Board, target: int, *, ko: int = NOWHERE) -> int:
        """The move by which the owner of the chain at `target`, moving first, saves it.

        Returns:
            The move; `SAFE` if the chain has three liberties or more; `NOWHERE` if nothing saves it.
        """
        self._left = self.budget
        return self._rescue(board, target, ko)

    def stands(self, board: Board, target: int, *, ko: int = NOWHERE) -> bool:
        """Whether the chain at `target` cannot be captured by force though the opponent moves first."""
        return self.capture(board, target, ko=ko) == NOWHERE

    def _capture(self, board: Board, target: int, ko: int) -> int:
        liberties = board.liberties(target)
        if len(liberties) > 2:
            return NOWHERE
        attacker = 3 - board.colors[target]
        if len(liberties) == 1:
            (point,) = liberties
            return point if point != ko else NOWHERE
        for point in self._ordered(board, liberties):
            trial, taken = self._try(board, attacker, point, ko)
            if trial and self._rescue(trial, target, taken) == NOWHERE:
                return point
        return NOWHERE

    def _rescue(self, board: Board, target: int, ko: int) -> int:
        liberties = board.liberties(target)
        if len(liberties) > 2:
            return SAFE
        color = board.colors[target]
        for point in [*self._counters(board, target), *self._ordered(board, liberties)]:
            trial, taken = self._try(board, color, point, ko)
            if trial and self._holds(trial, target, taken):
                return point
        return NOWHERE

    def _holds(self, board: Board, target: int, ko: int) -> bool:
        """Whether the chain at `target`, whose owner has just moved, is out of danger."""
        count = len(board.liberties(target))
        return count > 2 or (count == 2 and self._capture(board, target, ko) == NOWHERE)

    def _try(self, board: Board, color: int, point: int, ko: int) -> tuple[Board | None, int]:
        """The board after a move, with the point that may not be retaken at once; no board if the move cannot be."""
        self._left -= 1
        effect = board.look(color, point)
        if effect.suicide or self._left < 0:
            return None, NOWHERE
        if point == ko and effect.lone and len(effect.captured) == 1 and len(board.chain(effect.captured[0])) == 1:
            return None, NOWHERE
        trial = board.copy()
        gone = trial.place(color, point, effect)
        return trial, gone[0] if len(gone) == 1 and effect.lone else NOWHERE

    @staticmethod
    def _ordered(board: Board, liberties: set[int]) -> list[int]:
        """Liberties, those with the most empty neighbors first: where the chain would gain most by extending."""
        colors, neighbors = board.colors, board.geometry.neighbors
        return sorted(liberties, key=lambda point: (sum(1 for q in neighbors[point] if colors[q]), point))

    @staticmethod
    def _counters(board: Board, target: int) -> list[int]:
        """Where the owner of a chain could take one of the chains around it."""
        return [next(iter(free)) for head in sorted(around(board, target)) if len(free := board.liberties(head)) == 1]


def around(board: Board, target: int) -> set[int]:
    """The heads of the opposing chains that touch the chain at `target`."""
    colors, neighbors = board.colors, board.geometry.neighbors
    opponent = 3 - colors[target]
    return {board.head(q) for stone in board.chain(target) for q in neighbors[stone] if colors[q] == opponent}
