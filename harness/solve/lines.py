"""Best lines, and the referee who plays them through."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from heapq import heappop, heappush

from gtp_rules.board import BLACK, Board, Color
from gtp_rules.errors import IllegalMove
from gtp_rules.game import Accept, Game, Phase, Play, Propose
from gtp_rules.rules import Ruleset
from harness.solve.history import History
from harness.solve.table import Bounds, State, Table

Line = list[int | None]
"""Points in order; None is a pass."""

_MOST_STATES = 20_000
_WEIGHT = 3  # turns that a point which the board still lacks may take


def settled(bounds: Bounds, *, draw: bool) -> int | None:
    """What a side gets: where the bounds meet, or where endless play is worth 0; None if neither settles it."""
    if bounds.lower == bounds.upper:
        return bounds.lower
    return max(bounds.lower, min(0, bounds.upper)) if draw else None


def line_by_table(table: Table, start: State) -> Line | None:
    """A short line to the end in which every move keeps its side's value; None if none is found.

    None too if the value is not settled or comes about only by endless play. Suicides of single stones are not looked at.
    Lines are tried first that are short and whose board counts nearly what the value is.
    """
    draw = table.treatment.draw
    goal = settled(table.bounds(start), draw=draw)
    if goal is None:
        return None
    came_by: dict[State, tuple[State, int | None] | None] = {start: None}
    queue = [(0, 0, 0, goal, start)]
    while queue:
        _, _, turns, goal, state = heappop(queue)
        for choice in table.choices(state):
            if settled(choice.bounds, draw=draw) != goal:
                continue
            if choice.after is None:
                return [*_back(came_by, state), choice.point]
            if choice.after not in came_by and len(came_by) < _MOST_STATES:
                came_by[choice.after] = state, choice.point
                missing = abs(table.count(choice.after) + goal) + _to_fill(table, choice.after)
                heappush(queue, (turns + 1 + _WEIGHT * missing, len(came_by), turns + 1, -goal, choice.after))
    return None


def _to_fill(table: Table, state: State) -> int:
    """The empty points, where nobody may pass before what is his is filled."""
    if not table.treatment.restricted:
        return 0
    return table.shape.geometry.size - (state.mine | state.other).bit_count()


def _back(came_by: dict[State, tuple[State, int | None] | None], state: State) -> Line:
    line: Line = []
    step = came_by[state]
    while step is not None:
        state, point = step
        line.append(point)
        step = came_by[state]
    return line[::-1]


def line_by_history(history: History, value: int) -> Line:
    """A line to the end in which every move keeps the value for Black; the search goes back to where it was.

    A side that can end the game by a pass does so; else the first point that keeps the value is taken, a pass last.
    """
    line: Line = []
    while True:
        passed = history.passed
        move = next(move for move in _candidates(history) if _keeps(history, move, value))
        history.play(move)
        line.append(move)
        if move is None and passed:
            break
    for _ in line:
        history.take_back()
    return line


def _candidates(history: History) -> list[int | None]:
    points: list[int | None] = list(range(history.shape.geometry.size))
    return [None, *points] if history.passed else [*points, None]


def _keeps(history: History, move: int | None, value: int) -> bool:
    """Whether a move is legal and keeps the value; the side to move can do no better, so one question is enough."""
    mover, ends = history.to_move, history.passed and move is None
    if not history.play(move):
        return False
    try:
        if ends:
            return history.score() == value
        return history.reaches(value) if mover is BLACK else not history.reaches(value + 1)
    finally:
        history.take_back()


def refereed(ruleset: Ruleset, board: Board, to_move: Color, line: Sequence[int | None]) -> Fraction:
    """Black's margin, without komi, when the referee plays a line that ends by two passes from this position.

    Raises:
        IllegalMove: the ruleset forbids a move of it.
    """
    game = Game(ruleset, board.geometry.width, board.geometry.height, komi=Fraction(0))
    if (game.board, game.to_move) != (board, to_move):
        game.set_up(board.stones(1), board.stones(2), to_move)
    for point in line:
        color = game.to_move if not game.state.is_stopped else to_move
        game.apply(game.pass_action(color) if point is None else Play(color, point))
    if game.phase is Phase.STOPPED:
        game.apply(Propose(game.to_move))
        game.apply(Accept(game.to_move.opponent))
    if game.phase is Phase.CHIPS:  # the usual case: both agree to count at once
        for color in (game.to_move, game.to_move.opponent):
            game.apply(Accept(color))
    if game.outcome is None or game.outcome.score is None:
        raise IllegalMove("the line does not end the game by a count")
    return game.outcome.score.margin
