"""Slow and plain solvers, written from the rules and the referee's board, against which the compiled ones are held."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.rules import Ruleset, Scope, Superko
from gtp_rules.rules.counting import Account, Dame, Position, SekiLu, Settlement, Tally, fillable, prepare
from gtp_rules.rules.counting.dame import open_points

Stones = tuple[int, ...]


def board_of(width: int, height: int, stones: Stones) -> Board:
    board = Board(width, height)
    board.reset(stones)
    return board


def legal_boards(width: int, height: int) -> Iterator[Board]:
    """All positions in which every chain has a liberty."""
    for stones in product(range(3), repeat=width * height):
        board = board_of(width, height, stones)
        if all(board.liberties(point) for point, color in enumerate(stones) if color):
            yield board


def counted(ruleset: Ruleset, board: Board, first_passer: Color) -> int:
    """Black's margin by the referee's count if all stones on the board were played and none set up."""
    black, white = (Tally(Account(played=len(board.stones(color)))) for color in (BLACK, WHITE))
    position = Position(board, Settlement(), black, white, first_passer, None, None)
    margin = ruleset.score(position, ruleset.komi * 0).margin
    assert margin.denominator == 1
    return int(margin)


def moves(ruleset: Ruleset, board: Board, color: Color) -> Iterator[tuple[int, Stones, bool]]:
    """Board moves that no ban is asked about: the point, what the board shows then, whether stones are removed."""
    for point in board.empties():
        effect = board.look(color, point)
        if not ruleset.suicide.forbids(effect):
            after = board.copy()
            removed = after.place(color, point, effect)
            yield point, tuple(after.colors), bool(removed)


def is_exhausted(ruleset: Ruleset, board: Board, color: Color) -> bool:
    """Whether a side has no legal point left to fill (natural ending)."""
    field = prepare(Position(board, Settlement(), Tally(), Tally(), color, None, None), Dame.AS_IS)
    left = {*fillable(field, color, SekiLu.EFFECTIVE), *open_points(board, color)}
    return not any(point in left for point, _, _ in moves(ruleset, board, color))


class PlainTable:
    """Bounds under simple ko by value iteration over explicit states.

    A state is the board, the side to move, whether the other side has passed, and the board before its last move if a
    capture or suicide could restore that. The lower bound counts endless play as the worst for Black, the upper as the best.
    """

    def __init__(self, ruleset: Ruleset, width: int, height: int, restricted: bool) -> None:
        self.ruleset, self.size, self.restricted = ruleset, (width, height), restricted
        self.edges: dict[tuple, list[tuple | int]] = {}
        waiting = [(tuple(b.colors), color, False, None) for b in legal_boards(width, height) for color in (BLACK, WHITE)]
        while waiting:
            state = waiting.pop()
            if state not in self.edges:
                self.edges[state] = self._next(*state)
                waiting += [after for after in self.edges[state] if isinstance(after, tuple)]
        self.lower, self.upper = (self._solved(start) for start in (-width * height, width * height))

    def _next(self, stones: Stones, color: Color, passed: bool, banned: Stones | None) -> list[tuple | int]:
        board, found = board_of(*self.size, stones), []
        for _, after, removed in moves(self.ruleset, board, color):
            if not (removed and after == banned):
                other = board_of(*self.size, after)
                replies = [shown for _, shown, gone in moves(self.ruleset, other, color.opponent) if gone]
                found.append((after, color.opponent, False, stones if stones in replies else None))
        if not self.restricted or is_exhausted(self.ruleset, board, color):
            if passed:
                found.append(counted(self.ruleset, board, color.opponent))
            else:
                found.append((stones, color.opponent, True, None))
        return found

    def _solved(self, start: int) -> dict[tuple, int]:
        values = dict.fromkeys(self.edges, start)
        changed = True
        while changed:
            changed = False
            for state, edges in self.edges.items():
                best = (max if state[1] == BLACK else min)(e if isinstance(e, int) else values[e] for e in edges)
                changed |= best != values[state]
                values[state] = best
        return values


def plain_history(ruleset: Ruleset, board: Board, color: Color) -> int:
    """Black's margin under strict superko by a search that carries the set of all earlier boards along."""
    ban = ruleset.repetition
    assert isinstance(ban, Superko)
    assert ban.scope in {Scope.POSITIONAL, Scope.SITUATIONAL}
    width, height = board.geometry.width, board.geometry.height
    known: dict[tuple, bool] = {}

    def shown(stones: Stones, maker: Color) -> tuple:
        return (stones, maker) if ban.scope is Scope.SITUATIONAL else (stones,)

    def reaches(goal: int, stones: Stones, color: Color, passed: bool, seen: frozenset) -> bool:
        key = goal, stones, color, passed, seen
        if key not in known:
            known[key] = _reaches(*key)
        return known[key]

    def _reaches(goal: int, stones: Stones, color: Color, passed: bool, seen: frozenset) -> bool:
        wanted, here = color == BLACK, board_of(width, height, stones)
        if passed:
            if (counted(ruleset, here, color.opponent) >= goal) == wanted:
                return wanted
        elif reaches(goal, stones, color.opponent, True, seen | {shown(stones, color)}) == wanted:
            return wanted
        for _, after, removed in moves(ruleset, here, color):
            mark = shown(after, color)
            if mark in seen and (removed or not ban.captures_only):
                continue
            if reaches(goal, after, color.opponent, False, seen | {mark}) == wanted:
                return wanted
        return not wanted

    start = tuple(board.colors)
    size = width * height
    return max(
        goal
        for goal in range(-size, size + 1)
        if goal == -size or reaches(goal, start, color, False, frozenset({shown(start, color.opponent)}))
    )
