"""One game between two players: the only loop over moves.

The game that the referee keeps is the sole authority. Whatever a player does wrong ends this one game by a name; the loop
itself raises nothing but what it is not prepared for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import (
    EngineDied,
    EngineTimeout,
    FalseClaim,
    InvalidReply,
    RefusedAction,
    RefusedSetup,
    UnavailablePlayer,
)
from gtp_rules.game import Accept, Action, Dispute, Game, Offer, Phase, Play, Propose, Resign, Virtual
from gtp_rules.game.chips import next_chips
from gtp_rules.game.forced import forced_point
from gtp_rules.player import Player
from gtp_rules.rules.counting import ScoreSheet
from gtp_rules.sgf import Scribe
from harness.clock import Control
from harness.endings import Ending
from harness.settling import Views, compare
from harness.timing import Timing

T = TypeVar("T")

_PLAY, _RESUMED, _FINISHED = Phase.PLAY, Phase.RESUMED, Phase.FINISHED  # looked up at every move
_ENDINGS: dict[type[Exception], Ending] = {
    EngineDied: Ending.ENGINE_DIED,
    EngineTimeout: Ending.TIMEOUT,
    InvalidReply: Ending.INVALID_REPLY,
    FalseClaim: Ending.FALSE_CLAIM,
    RefusedSetup: Ending.REFUSED_SETUP,
}
_BLAMELESS = (Ending.REFUSED_SETUP, Ending.INTERNAL)  # nobody loses by these, whatever the policy


class Policy(NamedTuple):
    """What the harness decides where a ruleset does not.

    Attributes:
        move_limit: turns after which the game is scored as it stands.
        disputes: disputes about dead stones in one game, where the ruleset does not limit them.
        forced: what happens to a player that passes where no pass exists.
        trouble: whether a player that breaks off loses, or the game is void (what follows from that is not decided here).
        clock: the time that both sides get, or None.
        margin: seconds by which a move may go beyond it.
    """

    move_limit: int
    disputes: int = 1
    forced: Literal["fill", "forfeit"] = "fill"
    trouble: Literal["forfeit", "void"] = "forfeit"
    clock: Control | None = None
    margin: float = 0.0


class Verdict(NamedTuple):
    """How a game ended.

    Attributes:
        ending: why it is over.
        winner: who won, or None.
        detail: one line, where there is more to say.
        score: the count, where there is one.
    """

    ending: Ending
    winner: Color | None
    detail: str = ""
    score: ScoreSheet | None = None


class _Over(Exception):
    """Leaves the loop with a verdict that is not the game's own outcome."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict


class Contest:
    """Two players at one board.

    Attributes:
        game: the referee's game.
        players: by color.
        timing: what each side thought, and its clock.
        comments: rulings by number of turn, for the record.
        scribe: has written down what was done so far.
        disputes: number of disputes so far.
        opened: number of moves of the opening that were made.
    """

    def __init__(self, game: Game, black: Player, white: Player, policy: Policy) -> None:
        self.game = game
        self.players: dict[Color, Player] = {BLACK: black, WHITE: white}
        self.timing = Timing(policy.clock, policy.margin)
        self.comments: dict[int, str] = {}
        self.scribe = Scribe(game)
        self.disputes = self.opened = 0
        self._policy = policy
        self._disputed: tuple[tuple[int, ...], int] | None = None  # the last dispute's points, and the stones played then
        self._virtual_run = 0
        self._stones = 0

    def run(self, opening: Iterable[Play] = (), alive: Callable[[], None] = lambda: None) -> Verdict:
        """Plays the game to its end. The players are not closed.

        Args:
            opening: moves that are made before the players choose; each must be legal.
            alive: called before every action; what it raises goes through.

        Raises:
            UnavailablePlayer: a player is not there at all.
        """
        try:
            for color, player in self.players.items():
                self._ask(color, lambda player=player: player.new_game(self.game))  # type: ignore[misc]
                self.timing.greet(color, player)
            for move in opening:
                self.opened += 1
                self._do(move)
            while (phase := self.game.state.phase) is not _FINISHED:
                alive()
                if phase is _PLAY or phase is _RESUMED:
                    self._turn()
                elif phase is Phase.CHIPS:
                    self._count_chips()
                else:
                    self._settle()
        except _Over as over:
            return over.verdict
        outcome = self.game.outcome
        assert outcome is not None
        return Verdict(Ending[outcome.termination.name], outcome.winner, "", outcome.score)

    # -- turns

    def _turn(self) -> None:
        game, timing = self.game, self.timing
        state = game.state
        if state.turns >= self._policy.move_limit:
            raise _Over(self._as_it_stands())
        color, phase = state.to_move, state.phase
        try:
            timing.start(color)
            action = self.players[color].choose(color)
        except Exception as error:
            raise self._failed(color, error) from error
        late = timing.stop(color)
        if late is not None:
            raise _Over(self._lost_on_time(color, late))
        if action.color != color:
            raise _Over(self._charge(color, Ending.INVALID_REPLY, f"chose an action of {action.color.word}"))
        try:
            game.apply(action)
        except RefusedAction as error:
            action = self._refused(action, str(error))
        else:
            self.scribe.add(game, phase)
        self._tell(action)
        if type(action) is Play:
            self._stones += 1
            self._virtual_run = 0
        else:
            self._stop_virtual(action)

    def _failed(self, color: Color, error: Exception) -> Exception:
        """What to raise where a side does not come to a move."""
        late = self.timing.stop(color)
        if late is not None and isinstance(error, EngineTimeout):
            return _Over(self._lost_on_time(color, late))
        return self._broken_off(color, error)

    def _lost_on_time(self, color: Color, how: str) -> Verdict:
        return Verdict(Ending.TIME, color.opponent, f"{color.word} ({self.players[color].name}): {how}")

    def _as_it_stands(self) -> Verdict:
        score = self.game.score()
        return Verdict(Ending.MOVE_LIMIT, score.winner, f"{self.game.turns} turns; counted as it stood", score)

    def _refused(self, action: Action, reason: str) -> Action:
        """What happens instead of an action that the ruleset forbids: the referee's move for a pass, or the end."""
        color = action.color
        if isinstance(action, Play):
            where = self.game.board.geometry.vertex(action.point)
            raise _Over(self._charge(color, Ending.ILLEGAL_MOVE, f"{where}: {reason}"))
        point = forced_point(self.game, color) if self._policy.forced == "fill" and self._is_pass(action) else None
        if point is None:
            raise _Over(self._charge(color, Ending.ILLEGAL_MOVE, reason))
        where = self.game.board.geometry.vertex(point)
        self._comment(f"Referee: {color.word} passed ({reason}); {where} was filled for it.", self.game.turns + 1)
        filled = Play(color, point)
        self._apply(filled)
        return filled

    def _is_pass(self, action: Action) -> bool:
        return not isinstance(action, Resign) and action == self.game.pass_action(action.color)

    def _stop_virtual(self, action: Action) -> None:
        """Where a pass means a virtual move, two in a row from players who know nothing else are an agreement to stop."""
        self._virtual_run = self._virtual_run + 1 if isinstance(action, Virtual) and self._is_pass(action) else 0
        if self._virtual_run < 2 or self.game.phase not in {Phase.PLAY, Phase.RESUMED}:
            return
        self._virtual_run = 0
        self._comment("Referee: both sides passed, which means virtual moves here; taken as offers to stop.")
        for side in (self.game.to_move, self.game.to_move.opponent):
            if self.game.refusal(Offer(side)) is None:
                self._do(Offer(side))

    # -- after the stop

    def _settle(self) -> None:
        said = {color: self._settlement(color) for color in (BLACK, WHITE)}
        views = compare(self.game.board, said[BLACK], said[WHITE])
        if not views.disputed:
            self._agree(views.agreed)
        elif self._may_dispute(views):
            self._dispute(views)
        else:
            points = self._vertices(views.disputed)
            self._comment(f"Referee: no dispute is left; {points}, dead to one side only, stay on the board.")
            self._agree(views.agreed)

    def _settlement(self, color: Color) -> Propose:
        player = self.players[color]
        said = self._ask(color, lambda: player.settlement(color))
        if not isinstance(said, Propose) or said.color != color:
            raise _Over(self._charge(color, Ending.INVALID_REPLY, "its settlement is no proposal of its own"))
        return said

    def _may_dispute(self, views: Views) -> bool:
        """Whether play may resume. Not over the same stones with no stone played since: that would go on for ever."""
        if self._disputed == (views.disputed, self._stones):
            return False
        left = self.game.disputes_left
        return left > 0 if left is not None else self.disputes < self._policy.disputes

    def _dispute(self, views: Views) -> None:
        disputant = views.disputant
        proposer = disputant.opponent
        self.disputes += 1
        self._disputed = views.disputed, self._stones
        points = self._vertices(views.disputed)
        self._comment(f"Dispute {self.disputes}: {proposer.word} calls dead what {disputant.word} does not: {points}.")
        self._do(Propose(proposer, views.dead(proposer)))
        self._do(Dispute(disputant, views.disputed))

    def _agree(self, proposal: Propose) -> None:
        try:
            self._apply(proposal)
        except RefusedAction:
            proposal = Propose(BLACK, proposal.dead)
            self._apply(proposal)
        self._tell(proposal)
        self._do(Accept(WHITE))

    def _count_chips(self) -> None:
        """Plays the chip phase out, and audits that chips bring what the count before them says."""
        game, counted = self.game, self._margin()
        while game.phase is Phase.CHIPS:
            self._do(next_chips(game))
        brought = self._margin()
        if brought != counted:
            detail = f"the chips bring {brought}, but {counted} was counted before them"
            raise _Over(Verdict(Ending.INTERNAL, None, detail))

    def _margin(self) -> Fraction:
        return self.game.score().margin

    # -- what is told to whom

    def _do(self, action: Action) -> None:
        """An action that the harness itself carries out; it must be legal."""
        self._apply(action)
        self._tell(action)

    def _apply(self, action: Action) -> None:
        game = self.game
        before = game.state.phase
        game.apply(action)
        self.scribe.add(game, before)

    def _tell(self, action: Action) -> None:
        for color, player in self.players.items():
            try:
                player.observe(action)
            except Exception as error:
                raise self._broken_off(color, error) from error

    def _ask(self, color: Color, question: Callable[[], T]) -> T:
        """Asks a player; what goes wrong there is charged to it."""
        try:
            return question()
        except Exception as error:
            raise self._broken_off(color, error) from error

    def _broken_off(self, color: Color, error: Exception) -> Exception:
        """What to raise for an error of a player's; that there is no player at all goes through."""
        if isinstance(error, (UnavailablePlayer, _Over)):
            return error
        ending = _ENDINGS.get(type(error))
        if ending is not None:
            return _Over(self._charge(color, ending, str(error)))
        return _Over(self._charge(color, Ending.ENGINE_DIED, f"raised {type(error).__name__}: {error}"))

    def _charge(self, color: Color, ending: Ending, detail: str) -> Verdict:
        """A verdict against a color, as the policy wants it."""
        forfeit = self._policy.trouble == "forfeit" and ending not in _BLAMELESS
        return Verdict(ending, color.opponent if forfeit else None, f"{color.word} ({self.players[color].name}): {detail}")

    def _comment(self, text: str, turn: int | None = None) -> None:
        number = self.game.turns if turn is None else turn
        self.comments[number] = f"{self.comments[number]}\n{text}" if number in self.comments else text

    def _vertices(self, points: tuple[int, ...]) -> str:
        return " ".join(map(self.game.board.geometry.vertex, points))
