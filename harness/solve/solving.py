"""Solving a position under a ruleset: which method, what its value means, a best line."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum

import msgspec

from gtp_rules.board import BLACK, Board, Color
from gtp_rules.errors import IllegalMove
from gtp_rules.rules import Ruleset
from harness.solve.history import History
from harness.solve.lines import Line, line_by_history, line_by_table, refereed, settled
from harness.solve.shape import shape
from harness.solve.table import Bounds, State, Table
from harness.solve.treatment import Treatment, Unsolvable, treat

MOST_POINTS = 16
_HISTORY_BY_DEFAULT = 9
MOST_NODES = 300_000_000


class Method(StrEnum):
    """How a board is solved."""

    TABLE = "table"
    HISTORY = "history"


class Opening(msgspec.Struct, frozen=True):
    """What a first move leads to, as Black's margin: a value, or bounds where it is not settled.

    Attributes:
        move: a vertex, or ``pass``.
        value: with best play afterwards.
        lower: at least so much.
        upper: at most so much.
    """

    move: str
    value: int | None
    lower: int
    upper: int


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What was found. Margins are Black's points less White's, as the referee counts them, without komi.

    Attributes:
        ruleset: name and options.
        size: columns ``x`` rows.
        black: vertices of black stones at the start.
        white: vertices of white stones.
        to_move: ``black`` or ``white``.
        method: ``table`` or ``history``.
        value: with best play of both sides; None if only bounds are known.
        lower: what Black can force.
        upper: what White can hold Black to.
        exact: whether the ruleset's own repetition rule was treated as it is.
        repetition: how repetition was treated, in words.
        line: a best line in vertices and ``pass``, played through by the referee; None if there is none.
        openings: all first moves, if they were asked for.
        positions: positions of the table, symmetrical ones once, or nodes of the search.
        sweeps: passes over the table; 0 for the search.
        seconds: time taken, compilation included.
    """

    ruleset: str
    size: str
    black: list[str]
    white: list[str]
    to_move: str
    method: Method
    value: int | None
    lower: int
    upper: int
    exact: bool
    repetition: str
    line: list[str] | None
    openings: list[Opening] | None
    positions: int
    sweeps: int
    seconds: float


class Question(msgspec.Struct, frozen=True):
    """What is asked.

    Attributes:
        ruleset: the rules.
        board: the position.
        to_move: the side to move.
        openings: whether each first move is wanted.
        most_nodes: nodes after which a search gives up.
    """

    ruleset: Ruleset
    board: Board
    to_move: Color
    openings: bool = False
    most_nodes: int = MOST_NODES


class _Found(msgspec.Struct):
    """What a method found, for Black and before what the set-up counts."""

    bounds: Bounds
    value: int | None
    line: Line | None
    openings: list[tuple[int | None, Bounds, int | None]] | None
    positions: int
    sweeps: int


def solve(question: Question, method: Method | None = None, tell: Callable[[str], None] = lambda _: None) -> Solution:
    """Solves a position.

    Args:
        question: what is asked.
        method: by default `Method.HISTORY` where there is a superko and the board has at most 9 points, else the table.
        tell: is told of progress.

    Raises:
        Unsolvable: the rules or the board are beyond the method.
        HarnessError: numpy or numba is not installed.
    """
    started, board = time.monotonic(), question.board
    treatment = treat(question.ruleset)
    if board.geometry.size > MOST_POINTS:
        raise Unsolvable(f"boards of at most {MOST_POINTS} points can be solved, not of {board.geometry.size}")
    if method is None:
        near = board.geometry.size <= _HISTORY_BY_DEFAULT and treatment.superko and not treatment.restricted
        method = Method.HISTORY if near else Method.TABLE
    found = (_by_table if method is Method.TABLE else _by_history)(question, treatment, tell)
    return _told(question, treatment, method, found, time.monotonic() - started)


def _by_table(question: Question, treatment: Treatment, tell: Callable[[str], None]) -> _Found:
    geometry = question.board.geometry
    table = Table(shape(geometry.width, geometry.height), treatment, tell)
    start, sign = _state(question), 1 if question.to_move is BLACK else -1
    bounds = _for_black(table.bounds(start), sign)
    openings = None
    if question.openings:
        each = [(choice.point, _for_black(choice.bounds, sign)) for choice in table.choices(start)]
        openings = [(point, found, settled(found, draw=treatment.draw)) for point, found in each]
    line = line_by_table(table, start)
    return _Found(bounds, settled(bounds, draw=treatment.draw), line, openings, table.positions, table.sweeps)


def _by_history(question: Question, treatment: Treatment, tell: Callable[[str], None]) -> _Found:
    geometry = question.board.geometry
    arrays = shape(geometry.width, geometry.height)
    history = History(arrays, treatment, tell, question.most_nodes)
    history.start(question.board, question.to_move)
    value = history.value(_hint(question, treatment))
    openings: list[tuple[int | None, Bounds, int | None]] | None = None
    if question.openings:
        openings = []
        for move in (*range(geometry.size), None):
            if history.play(move):
                each = history.value(value)
                openings.append((move, Bounds(each, each), each))
                history.take_back()
    line = line_by_history(history, value)
    return _Found(Bounds(value, value), value, line, openings, history.nodes, 0)


def _hint(question: Question, treatment: Treatment) -> int:
    """Where to begin asking. The table is quick; it changes how long the search takes and not what it finds."""
    geometry = question.board.geometry
    bounds = Table(shape(geometry.width, geometry.height), treatment).bounds(_state(question))
    hint = settled(bounds, draw=True) or 0
    return hint if question.to_move is BLACK else -hint


def _state(question: Question) -> State:
    own, other = (
        sum(1 << point for point in question.board.stones(color)) for color in (question.to_move, question.to_move.opponent)
    )
    return State(own, other)


def _for_black(bounds: Bounds, sign: int) -> Bounds:
    return bounds if sign > 0 else Bounds(-bounds.upper, -bounds.lower)


def _told(question: Question, treatment: Treatment, method: Method, found: _Found, seconds: float) -> Solution:
    board, geometry = question.board, question.board.geometry
    offset = treatment.offset(board)
    value = None if found.value is None else found.value + offset

    def word(point: int | None) -> str:
        return "pass" if point is None else geometry.vertex(point)

    openings = None
    if found.openings is not None:
        openings = [
            Opening(word(p), None if v is None else v + offset, b.lower + offset, b.upper + offset)
            for p, b, v in found.openings
        ]
    line = found.line if _holds(question, found.line, value) else None
    return Solution(
        ruleset=question.ruleset.specification,
        size=f"{geometry.width}x{geometry.height}",
        black=geometry.vertices(board.stones(1)),
        white=geometry.vertices(board.stones(2)),
        to_move=question.to_move.word,
        method=method,
        value=value,
        lower=found.bounds.lower + offset,
        upper=found.bounds.upper + offset,
        exact=value is not None and (method is Method.HISTORY or treatment.plain_ko),
        repetition=_repetition(question.ruleset, treatment, method, found),
        line=None if line is None else [word(point) for point in line],
        openings=openings,
        positions=found.positions,
        sweeps=found.sweeps,
        seconds=round(seconds, 3),
    )


def _holds(question: Question, line: Line | None, value: int | None) -> bool:
    """Whether the referee lets a line be played; that its count is another than the value must not happen."""
    if line is None:
        return False
    try:
        margin = refereed(question.ruleset, question.board, question.to_move, line)
    except IllegalMove:  # the table knows simple ko, the ruleset more
        return False
    if margin != value:
        raise AssertionError(f"the referee counts {margin} where the solver found {value}")
    return True


def _repetition(ruleset: Ruleset, treatment: Treatment, method: Method, found: _Found) -> str:
    if method is Method.HISTORY:
        return f"as the ruleset has it, with every earlier board of the game: {ruleset.repetition.text}"
    simple = "no history: a move may not take a ko back at once, and longer cycles are allowed"
    if found.bounds.lower == found.bounds.upper:
        end = "the value holds whatever endless play is worth"
    elif treatment.draw:
        end = "endless play is a draw, as the ruleset has it, and counts 0"
    else:
        end = "the bounds are for endless play as the worst and as the best for Black"
    own = "" if treatment.plain_ko else f"; the ruleset's own ban ({ruleset.repetition.text}) is not looked at"
    return f"{simple}; {end}{own}"
