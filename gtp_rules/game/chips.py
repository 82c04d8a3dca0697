"""The chip phase 打筹: both sides fill what they can without harm, and whoever runs out hands over prisoners.

Source: Zhang Hu 2020, part 2-3 (Liu Zhongfu's note) and 2-4; decision 11. A round: one side puts a batch of one to three
stones into its own lu or on dame, never into a basic eye, and the other side puts as many; a side that has nothing left hands
over a prisoner for each stone that it is short of. The dame of the count are shared out beforehand, so that neither the size
of the batches nor their order changes the result.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from gtp_rules.board import Color
from gtp_rules.errors import BadProposal
from gtp_rules.game.actions import Chips
from gtp_rules.rules.counting import (
    ChipCount,
    ChipTally,
    Field,
    Life,
    Living,
    LuCount,
    SekiLu,
    choose_eyes,
    eyes_needed,
    prepare,
)

if TYPE_CHECKING:
    from gtp_rules.game.game import Game

MOST = 3  # "打筹不得过三"


class _Table:
    """What each side can still put, and how many moves it has made, chips and prisoners handed over included."""

    def __init__(self, game: Game) -> None:
        counting = game.ruleset.counting
        if not isinstance(counting, LuCount | ChipCount):
            raise BadProposal(f"{game.ruleset.name} does not count what chips change")
        self.game, self.chips = game, game.state.chips
        self.field: Field = prepare(game.position()._replace(chips=ChipTally()), counting.dame)
        self.groups = [g for g in self.field.alive if g.life is Life.INDEPENDENT or counting.seki is not SekiLu.ZERO]
        self.dame = {*self.field.fills.black, *self.field.fills.white}
        self.taken = {point for side in self.chips.placed for point in side}

    def own(self, color: Color) -> list[tuple[Living, list[int]]]:
        """The side's groups with the points that they still enclose."""
        mine = [living for living in self.groups if living.group.color == color]
        return [(living, [p for p in living.group.points if p not in self.taken]) for living in mine]

    def dame_left(self, color: Color) -> int:
        """How many dame the side may still take."""
        return len(self.field.fills.by(color)) - len(self.dame & set(self.chips.of(color)))

    def left(self, color: Color) -> int:
        """How many chips the side can still put."""
        inside = sum(max(0, len(points) - eyes_needed(g.group, g.life)) for g, points in self.own(color))
        return inside + self.dame_left(color)

    def moves(self, color: Color) -> int:
        """How many moves the side has made in all."""
        return self.game.ledger.tally(color).stones + len(self.chips.of(color)) + self.chips.handed[color - 1]

    def owed(self, color: Color) -> int:
        """How many moves the side is behind."""
        return max(0, self.moves(color.opponent) - self.moves(color))

    def most(self, color: Color) -> int:
        """The largest batch that the side may put now; 0 if it is the other side's turn."""
        other = color.opponent
        if self.owed(other):
            return 0
        limit = min(MOST, self.left(color))
        if self.owed(color):
            return min(limit, self.owed(color))
        if self.left(other):
            return min(limit, self.left(other)) if color == self.game.state.to_move else 0
        return limit


def open_chips(game: Game) -> None:
    """Begins the phase: the side to move starts each round, but a side that owes moves makes them first."""
    game.state.chips = ChipTally()
    game.state.chip_starter = game.state.to_move
    _go_on(game)


def check_chips(game: Game, action: Chips) -> None:
    """Checks a batch.

    Raises:
        BadProposal: no stone or more than three, the other side's turn, more than may be put now, a point twice or taken,
            a point that is neither the side's own nor dame, or a basic eye.
    """
    points, color = action.points, action.color
    if not 1 <= len(points) <= MOST:
        raise BadProposal("a batch is one to three stones 打筹不得过三")
    table = _Table(game)
    if not table.most(color):
        raise BadProposal(f"{color.opponent.word} is to put chips")
    if len(points) > table.most(color):
        raise BadProposal(f"{color.word} may put {table.most(color)} now, so that both sides can put as many")
    if len(set(points)) != len(points):
        raise BadProposal("a point is named twice")
    _check_points(table, color, set(points))


def _check_points(table: _Table, color: Color, points: set[int]) -> None:
    name = table.game.board.geometry.vertex
    enclosed = {point for _, inside in table.own(color) for point in inside}
    for point in sorted(points):
        if point in table.taken:
            raise BadProposal(f"a chip lies on {name(point)} already")
        if point not in enclosed | (table.dame - table.taken):
            raise BadProposal(f"{name(point)} is neither an empty lu of {color.word} nor open dame")
    if len(points & table.dame) > table.dame_left(color):
        raise BadProposal(f"{color.word} has taken its share of the dame")
    for living, inside in table.own(color):
        rest = [point for point in inside if point not in points]
        if len(rest) < len(inside) and not _leaves_eyes(table, living, inside, rest):
            first = min(set(inside) - set(rest))
            raise BadProposal(f"{name(first)} is a basic eye: the group would be killed 将杀则止")


def _leaves_eyes(table: _Table, living: Living, before: list[int], after: list[int]) -> bool:
    needed = eyes_needed(living.group, living.life)
    if len(after) < needed:
        return False
    return needed < 2 or _have_two(table, after) or not _have_two(table, before)


def _have_two(table: _Table, points: list[int]) -> bool:
    neighbors = table.field.board.geometry.neighbors
    return any(other not in neighbors[one] for one, other in combinations(points, 2))


def put_chips(game: Game, action: Chips) -> None:
    """Puts a batch that was checked."""
    chips = game.state.chips
    placed = list(chips.placed)
    placed[action.color - 1] += action.points
    game.state.chips = chips._replace(placed=(placed[0], placed[1]))
    _go_on(game)


def _go_on(game: Game) -> None:
    """Hands over prisoners for a side that is short and has nothing left, and says whose turn it is."""
    state = game.state
    table = _Table(game)
    for color in Color:
        if table.owed(color) and not table.left(color):
            handed = list(state.chips.handed)
            handed[color - 1] += table.owed(color)
            state.chips = state.chips._replace(handed=(handed[0], handed[1]))
            table = _Table(game)
    if not any(table.left(color) for color in Color):
        state.chips = state.chips._replace(complete=True)
        return
    behind = next((color for color in Color if table.owed(color)), None)
    starter = state.chip_starter or state.to_move
    state.to_move = behind or (starter if table.left(starter) else starter.opponent)


def next_chips(game: Game) -> Chips:
    """The batch that plays the phase on: as many as may be put, dame first, then lu in the order A1, B1, …."""
    color = game.to_move
    table = _Table(game)
    size = table.most(color)
    dame = sorted(table.dame - table.taken)[: table.dame_left(color)]
    inside: list[int] = []
    for living, points in table.own(color):
        kept = choose_eyes(game.board.geometry, points, eyes_needed(living.group, living.life))
        inside += [point for point in points if point not in kept]
    return Chips(color, tuple([*dame, *sorted(inside)][:size]))
