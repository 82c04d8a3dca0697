"""What KataGo is asked: a position, and the rules nearest to a ruleset of ours, perhaps with another tax."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from gtp_rules.board import BLACK, WHITE, Board, Color, Geometry, geometry
from gtp_rules.game import Abandon, Dispute, Game, Pass, Play, Resume, Virtual
from gtp_rules.rules import Cycle, Opening, Ruleset, Stones
from gtp_rules.rules.katago import nearest_rules

Move = tuple[Color, int | None]
"""A side and its point, or None where it set no stone."""


class Choice(StrEnum):
    """Which of two variants are asked for."""

    OWN = "own"
    WITH = "with"
    WITHOUT = "without"
    BOTH = "both"

    @property
    def each(self) -> tuple[Choice, ...]:
        """One variant, or both."""
        return (Choice.WITHOUT, Choice.WITH) if self is Choice.BOTH else (self,)


class Spot(NamedTuple):
    """A position and how it came about.

    Attributes:
        shape: the board.
        black: points of the black stones that stood first.
        white: of the white ones.
        moves: what was played then.
        to_move: whose turn it is.
    """

    shape: Geometry
    black: tuple[int, ...]
    white: tuple[int, ...]
    moves: tuple[Move, ...]
    to_move: Color


class Question(NamedTuple):
    """Everything that an answer depends on; equal questions need one answer.

    Attributes:
        rules: all fields of KataGo's rules, as JSON.
        spot: the position.
        komi: points that White gets.
    """

    rules: str
    spot: Spot
    komi: Fraction


class Case(NamedTuple):
    """A question with what it stands for.

    Attributes:
        ruleset: the ruleset.
        seats: whether seat stones stand on the board, or None if the position is from a record.
        question: what KataGo is asked.
        differences: in what KataGo's rules differ from the ruleset.
    """

    ruleset: Ruleset
    seats: bool | None
    question: Question
    differences: tuple[str, ...]


def spot_of(game: Game) -> Spot:
    """The position of a game. Passes at its end are left out: whoever began to pass is to move.

    A virtual move is told as a pass. Stopping turns that a dispute or a resumption has annulled are left out, and so is
    whatever was filled in as chips.
    """
    moves: list[Move] = []
    for entry in game.log:
        action = entry.action
        if isinstance(action, Play | Pass | Virtual | Abandon):
            moves.append((action.color, action.point if isinstance(action, Play) else None))
        elif isinstance(action, Dispute | Resume):
            _drop_passes(moves)
    to_move = _drop_passes(moves) or (moves[-1][0].opponent if moves else game.initial.to_move)
    return Spot(game.board.geometry, game.initial.black, game.initial.white, tuple(moves), to_move)


def _drop_passes(moves: list[Move]) -> Color | None:
    """Takes the passes at the end away; gives the side that made the first of them."""
    first = None
    while moves and moves[-1][1] is None:
        first = moves.pop()[0]
    return first


def final_board(spot: Spot) -> Board:
    """The board after the moves, which must be possible."""
    board = Board(spot.shape.width, spot.shape.height)
    board.set_up(spot.black, spot.white)
    for color, point in spot.moves:
        if point is not None:
            board.place(color, point)
    return board


def opening_cases(
    ruleset: Ruleset, size: tuple[int, int], komi: Fraction | None, first: Color | None, variants: tuple[Choice, Choice]
) -> Iterator[Case]:
    """The empty board, or the seat stones alone, under a ruleset.

    Args:
        ruleset: the ruleset.
        size: columns and rows.
        komi: instead of the ruleset's.
        first: who moves first, instead of whom the ruleset says.
        variants: with which taxes, and with or without seat stones.
    """
    shape = geometry(*size)
    for choice in variants[1].each:
        opening = ruleset.opening
        if choice is not Choice.OWN:
            stones = Stones.EMPTY if choice is Choice.WITHOUT else _seats(opening)
            opening = Opening(stones, opening.first)
        layout = opening.layout(shape)
        spot = Spot(shape, tuple(layout[BLACK]), tuple(layout[WHITE]), (), first or opening.first.color)
        yield from _cases(ruleset, spot, ruleset.komi if komi is None else komi, variants[0], seats=bool(layout[BLACK]))


def _seats(opening: Opening) -> Stones:
    return Stones.SEAT if opening.stones is Stones.EMPTY else opening.stones


def record_cases(ruleset: Ruleset, spot: Spot, komi: Fraction, tax: Choice) -> Iterator[Case]:
    """A position of a record under a ruleset, with the taxes asked for."""
    yield from _cases(ruleset, spot, komi, tax, seats=None)


def _cases(ruleset: Ruleset, spot: Spot, komi: Fraction, tax: Choice, *, seats: bool | None) -> Iterator[Case]:
    for choice in tax.each:
        values, differences = told_rules(ruleset, choice)
        yield Case(ruleset, seats, Question(json.dumps(values, separators=(",", ":")), spot, komi), differences)


def told_rules(ruleset: Ruleset, tax: Choice = Choice.OWN) -> tuple[dict[str, str | bool], tuple[str, ...]]:
    """All fields of KataGo's rules for a ruleset, and in what they differ from it, in words.

    Args:
        ruleset: the ruleset.
        tax: with: two points a group are taken off; without: none are, and what holds for seki stays.
    """
    nearest = nearest_rules(ruleset)
    values, differences = dict(nearest.values), list(nearest.differences)
    own = values["tax"]
    if tax is Choice.WITH:
        values["tax"] = "ALL"
    elif tax is Choice.WITHOUT and own == "ALL":
        values["tax"] = "NONE"
    if values["tax"] != own:
        differences.append(f"the tax, which is {own} for this ruleset")
    return values, (*differences, *_beyond(ruleset, values))


def _beyond(ruleset: Ruleset, values: dict[str, str | bool]) -> Iterator[str]:
    """What KataGo does that the ruleset does not; it follows from the fields it is told."""
    if values["tax"] == "ALL":
        yield "groups beside open dame or with a stone in atari pay no tax and lose all their enclosed points"
    if values["ko"] == "SIMPLE" and ruleset.cycle is not Cycle.NO_RESULT:
        yield "a long cycle is no result"
    if values["scoring"] == "TERRITORY":
        yield "dead stones are settled by play after the stop"
