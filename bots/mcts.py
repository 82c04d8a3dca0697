"""The player ``mcts``: a tree search by playouts that aims at the count of the ruleset in force.

It needs numpy, and numba to be strong: without numba the same code runs as plain Python, some hundred times slower.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import NamedTuple

from bots.budget import Clock, moves_to_come, seconds_for
from bots.crew import Crew
from bots.life import dead_by
from bots.options import amount, refuse_unknown, whole
from bots.searching import PASS, VIRTUAL, Found
from bots.telling import explanation, kata_line, lz_line
from bots.tuning import TUNED, Tuning
from gtp_rules import rulesets
from gtp_rules.board import BLACK, Color
from gtp_rules.errors import BadRuleset
from gtp_rules.game import Action, Game, Phase, Play, Propose, Resign, Virtual
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import Settlement

NAME = "mcts"
PLAYOUTS = 3000
JUDGED = 400  # playouts that the judgement of dead stones rests on
SURE = 0.7  # how clearly a point must be somebody's to be no question any more
NEAR = 0.6  # points by which stopping may be worse than what the playouts promise
_OPTIONS = ("playouts", "seconds", "threads", "counts_as", "resign")
_STEP = 256  # playouts between two looks at the clock
_EARLIEST = 0.2  # of the playouts, before the search may stop because nothing can overtake the best move
_MOST_PLAYOUTS = 10_000_000


class Settings(NamedTuple):
    """What the options of the player say.

    Attributes:
        playouts: for a move; None: as many as the time allows.
        seconds: for a move, instead of a clock; None: none given.
        threads: trees that are searched at the same time and vote.
        counts_as: the ruleset whose count is aimed at; None: the one in force.
        resign: winning chance in percent below which the player resigns; 0: never.
        tuning: of the search.
    """

    playouts: int | None = PLAYOUTS
    seconds: float | None = None
    threads: int = 1
    counts_as: Ruleset | None = None
    resign: float = 0.0
    tuning: Tuning = Tuning()


class MctsPlayer:
    """Searches, and stops when the position is settled and nothing more can be gained by the count that it aims at."""

    name = NAME
    listed = frozenset({"lz-analyze", "kata-analyze"})

    def __init__(self, seed: int, settings: Settings) -> None:
        self._settings = settings
        self._crew = Crew(settings.tuning, seed, settings.threads)
        self._game: Game | None = None
        self._clock: Clock | None = None
        self._calm, self._value = False, 0.5  # what the last search found
        self._told = ""

    # -- the player --------------------------------------------------------------------------------------------------

    def new_game(self, game: Game) -> None:
        """Remembers the game."""
        if game is not self._game:
            self._calm, self._value = False, 0.5
        self._game = game

    def choose(self, color: Color) -> Action:
        """The move with the most playouts, or what a pass means under the ruleset once play may stop."""
        game = self._live()
        self._set_root(color)
        self._think(color)
        found = self._crew.found()
        self._calm, self._value = self._is_calm(), self._crew.value
        choice = self._decide(game, color, found)
        self._told = explanation(game, color, found, choice, self._crew.value, self._crew.margin)
        return choice

    def observe(self, action: Action) -> None:
        """Nothing to remember: the search reads the game."""

    def settlement(self, color: Color) -> Propose:
        """The stones that lose their points in playouts from the stopped position, whole chains; nothing is said of seki."""
        game = self._live()
        self._set_root(game.to_move)
        return Propose(color, dead=tuple(sorted(self._dead(game))))

    def close(self) -> None:
        """Frees the tree."""
        self._crew.close()
        self._game = None

    # -- more than a player ------------------------------------------------------------------------------------------

    def set_clock(self, settings: tuple[int, ...] | None, left: Mapping[Color, tuple[int, int]]) -> None:
        """What ``time_settings`` and ``time_left`` said last."""
        if settings is None or len(settings) < 3:
            self._clock = None
        else:
            self._clock = Clock(settings[0], settings[1], settings[2], dict(left))

    def analyze(self, command: str) -> Iterator[str]:
        """Thinks on, and says from time to time what it thinks, until whoever asked has something else to say.

        Args:
            command: ``lz-analyze`` or ``kata-analyze`` with an optional color, an interval in hundredths of a second and
                ``ownership true``.
        """
        game = self._live()
        name, *words = command.split()
        color = _color_of(words, game.to_move)
        interval = max(0.05, next((int(word) / 100 for word in words if word.isdigit()), 0.5))
        pairs = dict(itertools.pairwise(words))
        owners = pairs.get("ownership") == "true"
        self._set_root(color)
        while True:
            until = perf_counter() + interval
            while perf_counter() < until:
                self._crew.run(_STEP)
            found = self._crew.found()
            if not found:
                return
            shape = game.board.geometry
            if name == "kata-analyze":
                share = self._crew.ownership(game.board) if owners else None
                yield kata_line(shape, color, found, self._crew.margin, share)
            else:
                yield lz_line(shape, found)

    def explain(self) -> str:
        """Why the last move was chosen, in a line or two; empty before the first."""
        return self._told

    # -- thinking ----------------------------------------------------------------------------------------------------

    def _live(self) -> Game:
        if self._game is None:
            raise RuntimeError("the player was asked for an action before its first game")
        return self._game

    def _set_root(self, color: Color) -> None:
        game = self._live()
        self._crew.set_root(game, color, self._settings.counts_as or game.ruleset, calm=self._calm, value=self._value)

    def _think(self, color: Color) -> None:
        """Makes the playouts for a move, fewer where only one is allowed or nothing can overtake the best one."""
        seconds, most = self._seconds(color), self._settings.playouts
        if seconds is None and most is None:
            most = PLAYOUTS
        began, done = perf_counter(), 0
        while most is None or done < most:
            made = self._crew.run(_STEP if most is None else min(_STEP, most - done))
            done += made
            if not made or (seconds is not None and perf_counter() - began >= seconds):
                return
            if most is not None and done > _EARLIEST * most and self._is_decided(most - done):
                return

    def _is_decided(self, left: int) -> bool:
        runs = [found.runs for found in self._crew.found()]
        return len(runs) < 2 or runs[0] - runs[1] > left

    def _seconds(self, color: Color) -> float | None:
        if self._settings.seconds is not None:
            return self._settings.seconds
        if self._clock is None:
            return None
        board = self._live().board
        return seconds_for(self._clock, color, moves_to_come(board.geometry.size, len(board.empties())))

    # -- deciding ----------------------------------------------------------------------------------------------------

    def _decide(self, game: Game, color: Color, found: list[Found]) -> Action:
        stop = game.pass_action(color)
        may_stop = game.refusal(stop) is None
        if not found:
            return self._last_resort(game, color, stop, may_stop=may_stop)
        best = found[0]
        if self._is_hopeless(best):
            return Resign(color)
        if may_stop and (best.move == PASS or self._prefers_stop(game, color, found)):
            return stop
        if best.move == PASS:
            best = next((each for each in found if each.move != PASS), best)
        return _action(game, color, best.move)

    def _is_hopeless(self, best: Found) -> bool:
        return best.value * 100 < self._settings.resign and best.runs >= _STEP

    @staticmethod
    def _last_resort(game: Game, color: Color, stop: Action, *, may_stop: bool) -> Action:
        """Nothing sensible is allowed: a pass where there is one, else whatever point is legal."""
        points = game.legal_points(color)
        return stop if may_stop or not points else Play(color, points[0])

    def _prefers_stop(self, game: Game, color: Color, found: list[Found]) -> bool:
        """Whether to stop now: by the count as it stands if the opponent has offered to, else by what the tree thinks."""
        if self._crew.offered:
            return self._calm and self._gain_by_stopping(game, color) >= -NEAR
        idle = next((each for each in found if each.move == PASS), None)
        if idle is None or not self._calm or idle.runs < _STEP // 8:
            return False
        return idle.value >= found[0].value - self._crew.worth(NEAR)

    def _gain_by_stopping(self, game: Game, color: Color) -> float:
        """The margin if play stops now less the one that playouts promise, for `color`, in points."""
        counted = self._settings.counts_as or game.ruleset
        dead = self._dead(game) if self._takes_dead_off(game) else frozenset()
        position = game.position(Settlement(dead=dead))
        gain = float(counted.score(position, game.komi).margin) - self._crew.margin
        return gain if color == BLACK else -gain

    @staticmethod
    def _takes_dead_off(game: Game) -> bool:
        return bool(game.ruleset.ending.marking.value != "none") and game.phase is not Phase.RESUMED

    def _is_calm(self) -> bool:
        """Whether every stone on the board is clearly its owner's or clearly lost, and every empty point somebody's or dame."""
        game = self._live()
        board, shares = game.board, self._crew.ownership(game.board)
        return all(abs(share) >= SURE for share, found in zip(shares, board.colors, strict=True) if found)

    def _dead(self, game: Game) -> frozenset[int]:
        return dead_by(game.board, lambda: self._crew.judge(game.board, JUDGED))


def _action(game: Game, color: Color, move: int) -> Action:
    if move == VIRTUAL:
        return Virtual(color)
    return game.pass_action(color) if move == PASS else Play(color, move)


def _color_of(words: list[str], default: Color) -> Color:
    for word in words[:1]:
        if word.lower() in {"b", "black"}:
            return Color.BLACK
        if word.lower() in {"w", "white"}:
            return Color.WHITE
    return default


def create(*, seed: int, **options: str) -> MctsPlayer:
    """The player ``mcts``. With one thread or several, equal seeds and playouts play equal games.

    Args:
        seed: of the playouts.
        options: ``playouts`` a move (default 3000), ``seconds`` a move instead, ``threads``, ``counts_as`` the ruleset whose
            count it aims at whatever is refereed, ``resign`` below this winning chance in percent (default 0: never), and the
            fields of `Tuning` by their names.

    Raises:
        ValueError: an unknown option, or no such value.
    """
    refuse_unknown(NAME, options, (*_OPTIONS, *TUNED))
    seconds = amount(NAME, options, "seconds", least=0.01, most=3600) if "seconds" in options else None
    playouts = whole(NAME, options, "playouts", PLAYOUTS, least=1, most=_MOST_PLAYOUTS)
    timed = seconds is not None and "playouts" not in options
    return MctsPlayer(
        seed,
        Settings(
            playouts=None if timed else playouts,
            seconds=seconds,
            threads=whole(NAME, options, "threads", 1, least=1, most=256),
            counts_as=_counts_as(options),
            resign=amount(NAME, options, "resign", least=0, most=50) if "resign" in options else 0.0,
            tuning=Tuning(**{key: amount(NAME, options, key, least=0, most=1e6) for key in TUNED if key in options}),
        ),
    )


def _counts_as(options: Mapping[str, str]) -> Ruleset | None:
    text = options.get("counts_as")
    if text is None:
        return None
    try:
        return rulesets.find(text.replace(",", " "))
    except BadRuleset as error:
        raise ValueError(str(error)) from error
