"""The player ``mcts``: a tree search by playouts that aims at the count of the ruleset in force.

It needs numpy, and numba to be strong: without numba the same code runs as plain Python, some hundred times slower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import NamedTuple

from bots.budget import Clock, moves_to_come, seconds_for
from bots.cleaning import fill, forced, sweep
from bots.crew import Crew
from bots.kernel.compiling import COMPILED
from bots.life import dead_by
from bots.options import amount, refuse_unknown, whole
from bots.reading import Reading
from bots.request import Request, read_request
from bots.searching import PASS, VIRTUAL, Found
from bots.telling import explanation, kata_line, lz_line
from bots.tuning import LEAST, TUNED, Tuning
from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import BadRuleset
from gtp_rules.game import Action, Game, Phase, Play, Propose, Resign, Virtual
from gtp_rules.player import Attention
from gtp_rules.rules import Marking, PassMeans, Ruleset
from gtp_rules.rules.counting import Settlement

NAME = "mcts"
PLAYOUTS = 3000
JUDGED = 400 if COMPILED else 40  # playouts that the judgement of dead stones rests on
SURE = 0.7  # how clearly a point must be somebody's to be no question any more
NEAR = 0.6  # points by which stopping may be worse than what the playouts promise
_OPTIONS = ("playouts", "seconds", "threads", "counts_as", "resign")
_STEP = 128 if COMPILED else 4  # playouts between two looks at the clock
_DAME = 4  # open points that are no question, on any board
_CIRCLES = 2  # times that the opponent's offer was declined on the same board, after which it is accepted
_EARLIEST = 0.2  # of the playouts, before the search may stop because nothing can overtake the best move
_MOST_PLAYOUTS = 10_000_000


class Settings(NamedTuple):
    """What the options of the player say.

    Attributes:
        playouts: for a move; None: as many as the time allows, or `PLAYOUTS` where there is no limit of time.
        seconds: for a move, instead of a clock; None: none given.
        threads: trees that are searched at the same time and vote.
        counts_as: the ruleset whose count is aimed at; None: the one in force.
        resign: winning chance in percent below which the player resigns; 0: never.
        tuning: of the search.
    """

    playouts: int | None = None
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
        self._attention: Attention | None = None
        self._calm, self._value = False, 0.5  # what the last search found
        self._spent = {BLACK: 0.0, WHITE: 0.0}  # seconds in this game
        self._told = ""

    # -- the player --------------------------------------------------------------------------------------------------

    def new_game(self, game: Game) -> None:
        """Remembers the game."""
        if game is not self._game:
            self._calm, self._value = False, 0.5
            self._spent = {BLACK: 0.0, WHITE: 0.0}
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

    def attend(self, attention: Attention) -> None:
        """Where to look while thinking: an interruption ends the search for a move, and any input an analysis."""
        self._attention = attention

    def analyze(self, command: str) -> Iterator[str]:
        """Thinks on, and says from time to time what it thinks, until whoever asked has something else to say.

        Args:
            command: ``lz-analyze`` or ``kata-analyze`` with arguments, see `bots.request`.
        """
        request = read_request(command, self._live().to_move)
        self._set_root(request.color)
        while self._ponder(request.seconds):
            yield self._line(request)

    def _ponder(self, seconds: float) -> bool:
        """Thinks for so long. Returns False, at once, if somebody has something else to say or no move is allowed."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            if self._attention is not None and (self._attention.has_input or self._attention.interrupted):
                return False
            if not self._crew.run(_STEP):
                return False
        return True

    def _line(self, request: Request) -> str:
        board, found = self._live().board, self._crew.found()
        if request.command != "kata-analyze":
            return lz_line(board.geometry, found, request.moves)
        shares = self._crew.ownership(board) if request.ownership else None
        margin = self._crew.margin
        return kata_line(board.geometry, request.color, found, request.moves, margin=margin, ownership=shares)

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
        seconds, most, began = self._seconds(color), self._settings.playouts, perf_counter()
        if seconds is None and most is None:
            most = PLAYOUTS
        done = 0
        while most is None or done < most:
            made = self._crew.run(_STEP if most is None else min(_STEP, most - done))
            done += made
            if not made or (seconds is not None and perf_counter() - began >= seconds):
                break
            if self._attention is not None and self._attention.interrupted:
                break
            if most is not None and done > _EARLIEST * most and self._is_decided(most - done):
                break
        self._spent[color] += perf_counter() - began

    def _is_decided(self, left: int) -> bool:
        runs = [found.runs for found in self._crew.found()]
        return len(runs) < 2 or runs[0] - runs[1] > left

    def _seconds(self, color: Color) -> float | None:
        if self._settings.seconds is not None:
            return self._settings.seconds
        if self._clock is None:
            return None
        board = self._live().board
        return seconds_for(self._clock, color, moves_to_come(board.geometry.size, len(board.empties())), self._spent[color])

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
        if self._calm and not may_stop and game.ruleset.turns.pass_means is PassMeans.EXHAUSTED:
            spare = self._tidying(game, color)
            if spare is not None:
                return Play(color, spare)
        if best.move == PASS:
            best = next((each for each in found if each.move != PASS), best)
        return _action(game, color, best.move)

    def _tidying(self, game: Game, color: Color) -> int | None:
        """Where a side that may not pass yet takes dead stones off, or fills its own lu and keeps its eyes; None if nowhere."""
        board = game.board

        def legal(point: int) -> bool:
            return game.is_legal(color, point) and not board.look(color, point).suicide

        dead = self._dead(game)
        point = sweep(board, color, dead, legal, Reading())
        return fill(board, color, dead, legal) if point is None else point

    def _is_hopeless(self, best: Found) -> bool:
        return best.value * 100 < self._settings.resign and best.runs >= _STEP

    @staticmethod
    def _last_resort(game: Game, color: Color, stop: Action, *, may_stop: bool) -> Action:
        """Nothing sensible is allowed: a pass where there is one, else whatever point is legal."""
        points = game.legal_points(color)
        if may_stop or not points:
            return stop
        spare = fill(game.board, color, frozenset(), lambda point: point in points)
        return Play(color, spare if spare is not None else forced(game.board, color, points) or points[0])

    def _prefers_stop(self, game: Game, color: Color, found: list[Found]) -> bool:
        """Whether to stop now: by the count as it stands if the opponent has offered to, else by what the tree thinks."""
        if self._crew.offered and self._crew.before >= _CIRCLES:
            return True  # a cycle with an offer in it is no draw (decision 8) and costs nobody a lu: it would go on for ever
        if self._crew.offered:
            return self._calm and self._gain_by_stopping(game, color) >= -NEAR
        idle = next((each for each in found if each.move == PASS), None)
        if idle is None or not self._calm or idle.runs < _STEP // 8:
            return False
        return idle.value >= found[0].value - self._crew.worth(NEAR)

    def _gain_by_stopping(self, game: Game, color: Color) -> float:
        """The margin once `color` has agreed to stop less the one that playouts promise, for `color`, in points."""
        counted = self._settings.counts_as or game.ruleset
        dead = self._dead(game) if self._takes_dead_off(game) else frozenset()
        after = game.copy()  # the own pass may take a turn, and decides who fills the first dame
        after.apply(after.pass_action(color))
        margin = float(counted.score(after.position(Settlement(dead=dead)), game.komi).margin)
        return margin - self._crew.margin if color == BLACK else self._crew.margin - margin

    @staticmethod
    def _takes_dead_off(game: Game) -> bool:
        return game.ruleset.ending.marking is not Marking.NONE and game.phase is not Phase.RESUMED

    def _is_calm(self) -> bool:
        """Whether every stone is clearly its owner's or clearly lost, and all empty points but a few dame somebody's."""
        board = self._live().board
        shares = self._crew.ownership(board)
        open_points = [found for share, found in zip(shares, board.colors, strict=True) if abs(share) < SURE]
        return not any(open_points) and len(open_points) <= max(_DAME, board.geometry.size // 8)

    def _dead(self, game: Game) -> frozenset[int]:
        return dead_by(game.board, lambda: self._crew.judge(game.board, JUDGED))


def _action(game: Game, color: Color, move: int) -> Action:
    if move == VIRTUAL:
        return Virtual(color)
    return game.pass_action(color) if move == PASS else Play(color, move)


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
    playouts = whole(NAME, options, "playouts", PLAYOUTS, least=1, most=_MOST_PLAYOUTS) if "playouts" in options else None
    return MctsPlayer(
        seed,
        Settings(
            playouts=playouts,
            seconds=seconds,
            threads=whole(NAME, options, "threads", 1, least=1, most=256),
            counts_as=_counts_as(options),
            resign=amount(NAME, options, "resign", least=0, most=50) if "resign" in options else 0.0,
            tuning=_tuning(options),
        ),
    )


def _tuning(options: Mapping[str, str]) -> Tuning:
    given = [key for key in TUNED if key in options]
    return Tuning(**{key: amount(NAME, options, key, least=LEAST.get(key, 0), most=1e6) for key in given})


def _counts_as(options: Mapping[str, str]) -> Ruleset | None:
    text = options.get("counts_as")
    if text is None:
        return None
    try:
        return rulesets.find(text.replace(",", " "))
    except BadRuleset as error:
        raise ValueError(str(error)) from error
