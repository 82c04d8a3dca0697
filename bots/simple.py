"""The player ``simple``: plays like a beginner who has read a book, at about a millisecond a move.

A move is worth what it changes in the rough picture of territory (`bots.territory`) and what it decides by force
(`bots.tactics`). When nothing is left that the ruleset pays for, the player stops.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from bots.cleaning import fill, forced, sweep
from bots.eyes import is_eye
from bots.life import dead_stones, hopeless
from bots.options import refuse_unknown, whole
from bots.reading import Reading
from bots.stakes import Stakes, stakes
from bots.tactics import links, loss_after, urgent_moves
from bots.territory import Field, suspects
from gtp_rules.board import EMPTY, Color, Region, survey
from gtp_rules.game import Action, Game, Phase, Play, Propose
from gtp_rules.rules.ending import Marking

NAME = "simple"
PLAYOUTS = 60
WORTH = 0.7  # points that a move must gain to be played
SWEEP = 24  # random games for dead stones that are going to be captured anyway
LATE = 3.0  # below this gain the game is near its end
GLANCE = 10  # random games for a look at stones that may be dead, when choosing a move
THEIRS = 0.7  # how much of what the opponent would gain on a point counts for taking it away
INVASION = 5  # from this distance from every stone on, a region is open to an invasion
CHECKED = 12  # how many of the best moves are tried for being captured at once


class SimplePlayer:
    """Plays for territory and captures, and judges dead stones by the position alone."""

    name = NAME

    def __init__(self, seed: int, playouts: int = PLAYOUTS) -> None:
        self._seed = seed
        self._playouts = playouts
        self._reading = Reading()
        self._game: Game | None = None
        self._stakes = Stakes(dame=True, filling=False)

    def new_game(self, game: Game) -> None:
        """Remembers the game and finds out what its ruleset pays for."""
        self._game = game
        self._stakes = stakes(game.ruleset)

    def choose(self, color: Color) -> Action:
        """The best move it sees, or what a pass means under the ruleset when nothing is left to gain.

        Depends on the seed, the position and the side only. Where the ruleset refuses the pass it fills its own points.
        """
        game = self._live()
        point = self._gainful(game, color)
        stop = game.pass_action(color)
        if point is None:
            point = self._tidying(game, color, must_move=game.refusal(stop) is not None)
        return stop if point is None else Play(color, point)

    def observe(self, action: Action) -> None:
        """Nothing to remember: every move is chosen from the position."""

    def settlement(self, color: Color) -> Propose:
        """The dead stones, as `bots.life.dead_stones` sees them; nothing is said about seki."""
        game = self._live()
        return Propose(color, dead=tuple(sorted(dead_stones(game.board, self._playouts))))

    def close(self) -> None:
        """Nothing to free."""
        self._game = None

    def _live(self) -> Game:
        if self._game is None:
            raise RuntimeError("the player was asked for an action before its first game")
        return self._game

    def _gainful(self, game: Game, color: Color) -> int | None:
        """The point to play, or None if none gains enough.

        As long as much can be gained every stone counts as living. Towards the end that would mean to play against dead
        stones, so those that seem dead are looked for, which takes longer. Before stopping, those count that the player
        would call dead in the settlement, so that the borders are closed that matter then.
        """
        board = game.board
        value, point = self._best(game, color, frozenset())
        if value >= LATE:
            return point
        dead = hopeless(board, suspects(board), GLANCE)
        if dead:
            _, point = self._best(game, color, dead)
        if point is None:
            agreed = dead_stones(board, self._playouts)
            if agreed != dead:
                _, point = self._best(game, color, agreed)
        return point

    def _best(self, game: Game, color: Color, dead: frozenset[int]) -> tuple[float, int | None]:
        """The legal point that gains most and is not lost at once, and its gain; no point if none gains enough."""
        best: tuple[float, int | None] = (WORTH, None)
        checked = 0
        for value, point in sorted(self._candidates(game, color, dead), reverse=True):
            if value <= best[0] or checked == CHECKED:
                break
            if not game.is_legal(color, point):
                continue
            checked += 1
            net = value - loss_after(game.board, color, point, self._reading)
            if net > best[0]:
                best = (net, point)
        return best

    def _candidates(self, game: Game, color: Color, dead: frozenset[int]) -> Iterator[tuple[float, int]]:
        """Points worth looking at, with what a stone there seems to gain once the stones `dead` count for nothing."""
        board = game.board
        numbers = random.Random(f"{self._seed}/{board.key}/{color}")  # noqa: S311 - games must be repeatable
        field = Field(board, dead)
        urgent = urgent_moves(board, color, self._reading)
        for point in self._interesting(game, field) | urgent.keys():
            if point not in urgent and is_eye(board, color, point):
                continue
            mine = field.gain(color, point) * (1.0 if point in urgent else field.support(color, point))
            theirs = field.gain(color.opponent, point) * field.support(color.opponent, point)
            shape = links(board, color, point) + links(board, color.opponent, point)
            value = urgent.get(point, 0.0) + (mine if mine < WORTH else mine + THEIRS * theirs + shape)
            yield value * (1 + 0.04 * numbers.random()), point

    def _interesting(self, game: Game, field: Field) -> set[int]:
        """Empty points that are not settled already."""
        board = game.board
        dead = [point for point, is_open in enumerate(field.open) if is_open and board.colors[point]]
        found: set[int] = set()
        for region in survey(board, dead).regions:
            if not self._is_settled(game, region, field):
                found.update(point for point in region.points if board.colors[point] == EMPTY)
        return found

    def _is_settled(self, game: Game, region: Region, field: Field) -> bool:
        """Whether no stone inside a region gains anything under the ruleset."""
        if region.owner is not None:
            return max(field.near[region.owner][point] for point in region.points) < INVASION
        if self._stakes.dame or game.phase is Phase.RESUMED:
            return False
        colors, neighbors = game.board.colors, game.board.geometry.neighbors
        return all({1, 2} <= {colors[q] for q in neighbors[point]} for point in region.points)

    def _tidying(self, game: Game, color: Color, *, must_move: bool) -> int | None:
        """A move for when the borders are closed: None unless the ruleset asks for one."""
        by_play = game.phase is Phase.RESUMED or game.ruleset.ending.marking is Marking.NONE
        if not (by_play or must_move or self._stakes.filling):
            return None
        board = game.board

        def legal(point: int) -> bool:  # suicide leads nowhere, and could go on for ever
            return game.is_legal(color, point) and not board.look(color, point).suicide

        dead = dead_stones(board, min(self._playouts, SWEEP))
        point = sweep(board, color, dead, legal, self._reading)
        if point is None and (must_move or self._stakes.filling):
            point = fill(board, color, dead, legal)
        if point is None and must_move:
            point = forced(board, color, game.legal_points(color))
        return point


def create(*, seed: int, **options: str) -> SimplePlayer:
    """The player ``simple``; equal seeds play equal games.

    Args:
        seed: decides between moves that seem equally good.
        options: ``playouts``, how many random games the judgement of dead stones rests on (0 to 10000).

    Raises:
        ValueError: an unknown option, or no such number.
    """
    refuse_unknown(NAME, options, ("playouts",))
    return SimplePlayer(seed, whole(NAME, options, "playouts", PLAYOUTS, least=0, most=10_000))
