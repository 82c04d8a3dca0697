"""The game: a ruleset, a position and what led to it.

Every action goes through `Game.apply`, which checks first and changes afterwards, so a refused action leaves no trace.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Self

import msgspec
from msgspec.structs import replace

from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.errors import BadSetup, NothingToUndo, RefusedAction
from gtp_rules.game.actions import TURNS, Abandon, Action, Dispute, Pass, Play, Resume, Virtual
from gtp_rules.game.checks import check, judge
from gtp_rules.game.deeds import DEEDS, Placed
from gtp_rules.game.initial import Initial
from gtp_rules.game.ledger import Item, Ledger
from gtp_rules.game.outcome import Outcome
from gtp_rules.game.phases import ACCEPTS, Phase
from gtp_rules.game.state import STOPS, State
from gtp_rules.rules import Memory, PassMeans, Ruleset
from gtp_rules.rules.counting import Position, ScoreSheet, Settlement

_TURNS = frozenset(TURNS)
_RESUMING = frozenset({Resume, Dispute, Play, Virtual})
"""What takes a stop back."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An action of the record.

    Attributes:
        action: the action.
        counted: whether `Game.undo` counts it as a move; statements and private turns go with the move before them.
    """

    action: Action
    counted: bool


_Before = tuple[State, tuple[int, ...], Placed | None]
"""What takes one action back: the state and the ledger before it, and what it changed on the board."""


class Game:
    """One game under one ruleset.

    Attributes:
        ruleset: the rules in force.
        komi: points that White gets.
        board: the position. Read it; it changes by `apply` and `undo` only.
        initial: what stood before the first action.
        state: whose turn it is, the phase, offers, proposal, outcome. Read it.
        memory: the positions that the repetition rule remembers.
        ledger: the accounts of both sides.
        log: everything that was done and said, in order.
        keeps_steps: whether `undo` goes step by step; else it plays the whole game once more, and `apply` is faster.

    Either side may act at any time: GTP does not enforce alternation, and where the ruleset wants equal numbers of moves a
    turn that is left out is owed.
    """

    def __init__(
        self, ruleset: Ruleset, width: int, height: int, *, komi: Fraction | None = None, keeps_steps: bool = True
    ) -> None:
        """Begins with the ruleset's opening.

        Args:
            ruleset: the rules in force.
            width: columns.
            height: rows.
            komi: points that White gets, if not those of the ruleset.
            keeps_steps: as the attribute.
        """
        self.ruleset = ruleset
        self.keeps_steps = keeps_steps
        self.komi = ruleset.komi if komi is None else komi
        self.board = Board(width, height)
        layout = ruleset.opening.layout(self.board.geometry)
        self._begin(Initial(tuple(layout[BLACK]), tuple(layout[WHITE]), ruleset.opening.first.color))

    def _begin(self, initial: Initial) -> None:
        """Goes to an initial position; nothing was done or said."""
        self.initial = initial
        if initial.black or initial.white or any(self.board.colors):
            self.board.set_up(initial.black, initial.white)
        self.state = State(initial.to_move)
        self.log: list[Entry] = []
        self.ledger = Ledger()
        for color, lost in zip((BLACK, WHITE), initial.lost, strict=True):
            self.ledger.add(0, color, Item.CAPTURED, lost)
        self._befores: list[_Before | None] = []  # None where only a replay takes an action back: the memory was cut
        self.memory: Memory = self.ruleset.repetition.memory()
        self.memory.start(self.board.key, initial.to_move)

    # -- set-up ------------------------------------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether nothing was set up, done or said: only the ruleset's opening stands on the board."""
        return self.initial.is_opening and not self.log

    def set_up(
        self, black: Iterable[int], white: Iterable[int], to_move: Color | None = None, *, handicap: bool = False
    ) -> None:
        """Replaces the opening by these stones as the initial position; nothing is captured and no move is made.

        Args:
            black: points of black stones.
            white: points of white stones.
            to_move: who moves first; by default the side that would have moved without the set-up.
            handicap: whether Black's stones are a handicap.

        Raises:
            BadSetup: something was set up, done or said before, a point comes twice, or a chain would have no liberty.
        """
        if not self.is_empty:
            raise BadSetup("board not empty")
        stones = tuple(black), tuple(white)
        Board(self.board.geometry.width, self.board.geometry.height).set_up(*stones)  # raises before anything changes
        mover = to_move or self.initial.to_move
        number = len(stones[0]) if handicap else 0
        self._begin(Initial(*stones, mover, self.initial.lost, is_opening=False, handicap=number))

    def set_player(self, color: Color) -> None:
        """Says who moves first.

        Raises:
            BadSetup: something was done or said before.
        """
        self._require_start()
        self._begin(self.initial._replace(to_move=color))

    def set_prisoners(self, color: Color, number: int) -> None:
        """Says how many stones of a color had been captured before the initial position.

        Raises:
            BadSetup: something was done or said before, or the number is negative.
        """
        self._require_start()
        if number < 0:
            raise BadSetup("a number of prisoners is not negative")
        black, white = self.initial.lost
        self._begin(self.initial._replace(lost=(number, white) if color == BLACK else (black, number)))

    def _require_start(self) -> None:
        if self.log:
            raise BadSetup("set-up comes before the first move")

    def set_komi(self, komi: Fraction) -> None:
        """Changes the komi; a count that was made already is made again."""
        self.komi = komi
        outcome = self.state.outcome
        if outcome is not None and outcome.score is not None:
            score = self.score()
            self.state.outcome = outcome._replace(winner=score.winner, score=score)

    def is_opening_stone(self, color: Color, point: int) -> bool:
        """Whether the point holds a stone of this color from the opening, and nothing was done yet."""
        own = self.initial.black if color == BLACK else self.initial.white
        return self.is_empty and point in own

    # -- what may be done --------------------------------------------------------------------------------------------

    def is_legal(self, color: Color, point: int) -> bool:
        """Whether a board move of `color` on this point would be accepted now."""
        if Play not in ACCEPTS[self.state.phase] or self.board.colors[point]:
            return False
        verdict = judge(self, color, point)
        return verdict is not None and verdict[1] is None

    def legal_points(self, color: Color) -> list[int]:
        """The points on which `color` may play now, in ascending order."""
        return [point for point in self.board.empties() if self.is_legal(color, point)]

    def pass_action(self, color: Color) -> Action:
        """What a plain pass of `color` means under the ruleset."""
        means = self.ruleset.turns.pass_means
        if means is PassMeans.VIRTUAL:
            return Virtual(color)
        return Abandon(color) if means is PassMeans.ABANDON else Pass(color)

    def refusal(self, action: Action) -> str | None:
        """Why `apply` would refuse the action, in one English sentence; None if it would accept it."""
        try:
            check(self, action)
        except RefusedAction as error:
            return str(error)
        return None

    # -- what is done and taken back ---------------------------------------------------------------------------------

    def apply(self, action: Action, *, counted: bool | None = None) -> None:
        """Carries an action out.

        Args:
            action: what a side does or says.
            counted: whether `undo` counts it as a move; by default turns are and statements are not.

        Raises:
            IllegalMove: the ruleset forbids this turn.
            WrongPhase: the phase does not accept this kind of action.
            BadProposal: a proposal, claim or dispute that cannot be.
        """
        kind, state = type(action), self.state
        checked = check(self, action)
        if self.keeps_steps:
            before, ledger = replace(state), self.ledger.snapshot()
            placed = DEEDS[kind](self, action, checked)
            # A stop and a resumption cut the memory, so that only a replay takes them back.
            cuts = kind in _RESUMING if before.phase in STOPS else state.phase in STOPS
            self._befores.append(None if cuts else (before, ledger, placed))
        else:
            DEEDS[kind](self, action, checked)
            self._befores.append(None)
        self.log.append(Entry(action, kind in _TURNS if counted is None else counted))

    def undo(self) -> None:
        """Takes back the last counted move, and whatever was said after it.

        Raises:
            NothingToUndo: no counted move was made.
        """
        last = next((index for index in reversed(range(len(self.log))) if self.log[index].counted), None)
        if last is None:
            raise NothingToUndo("no move was made")
        self._cut(last)

    def retract(self) -> None:
        """Takes back the last statement or uncounted turn.

        Raises:
            NothingToUndo: nothing was said since the last counted move.
        """
        if not self.log or self.log[-1].counted:
            raise NothingToUndo("nothing was said since the last move")
        self._cut(len(self.log) - 1)

    def _cut(self, length: int) -> None:
        """Takes actions back until `length` are left."""
        while len(self.log) > length:
            before = self._befores[-1]
            if before is None:
                self._replay(self.log[:length])
                return
            self._step_back(before)

    def _step_back(self, before: _Before) -> None:
        state, ledger, placed = before
        action = self.log.pop().action
        self._befores.pop()
        if placed is not None:
            colors = self.board.colors[:]
            for point in placed.emptied:
                colors[point] = placed.color if placed.suicide else placed.color.opponent
            colors[placed.point] = 0
            self.board.reset(colors)
        if isinstance(action, TURNS) and not state.is_stopped:
            self.memory.take_back()
        self.ledger, self.state = Ledger(ledger), state

    def _replay(self, entries: list[Entry]) -> None:
        self._begin(self.initial)
        for entry in entries:
            self.apply(entry.action, counted=entry.counted)

    def copy(self) -> Self:
        """An independent game in the same state."""
        other = type(self)(self.ruleset, self.board.geometry.width, self.board.geometry.height, komi=self.komi)
        other._begin(self.initial)
        other._replay(self.log)
        return other

    def under(self, ruleset: Ruleset, komi: Fraction | None = None) -> Self:
        """The same initial position and actions under another ruleset, passes read as it reads them.

        Raises:
            RefusedAction: an action that the other ruleset refuses; the text names it.
        """
        geometry = self.board.geometry
        other = type(self)(ruleset, geometry.width, geometry.height, komi=self.komi if komi is None else komi)
        if self.is_empty:  # the other opening; who moves first and the prisoners stay if they were said
            usual = self.initial.to_move is self.ruleset.opening.first.color
            mover = other.to_move if usual else self.to_move
            other._begin(other.initial._replace(to_move=mover, lost=self.initial.lost))
        else:
            other._begin(self.initial._replace(is_opening=other._is_own_opening(self.initial)))
        for number, entry in enumerate(self.log, 1):
            action = entry.action
            if entry.counted and not isinstance(action, Play):
                action = other._read_pass(action)
            try:
                other.apply(action, counted=entry.counted)
            except RefusedAction as error:
                raise type(error)(f"action {number} is not possible under {ruleset.name}: {error}") from error
        return other

    def _is_own_opening(self, initial: Initial) -> bool:
        """Whether an initial position is just this ruleset's opening."""
        layout = self.ruleset.opening.layout(self.board.geometry)
        own = set(layout[BLACK]), set(layout[WHITE])
        return initial.is_opening and (set(initial.black), set(initial.white)) == own

    def _read_pass(self, action: Action) -> Action:
        """A turn without a stone on the board, as this ruleset has it: the same kind where it exists, else its pass."""
        turns = self.ruleset.turns
        same = (isinstance(action, Virtual) and turns.virtual) or (isinstance(action, Abandon) and turns.abandon)
        return action if same else self.pass_action(action.color)

    # -- how things stand --------------------------------------------------------------------------------------------

    @property
    def to_move(self) -> Color:
        """The side whose turn it is."""
        return self.state.to_move

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        return self.state.phase

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once the phase is ``FINISHED``."""
        return self.state.outcome

    @property
    def turns(self) -> int:
        """Number of turns so far, those that were annulled included."""
        return self.state.turns

    @property
    def disputes_left(self) -> int | None:
        """How many disputes may still resume play; None: any number."""
        limit = self.ruleset.ending.disputes
        return None if limit is None else max(0, limit - self.state.disputes)

    @property
    def proposal(self) -> Settlement | None:
        """The standing proposal."""
        return self.state.proposal[0] if self.state.proposal else None

    @property
    def proposer(self) -> Color | None:
        """The side that made the standing proposal."""
        return self.state.proposal[1] if self.state.proposal else None

    @property
    def settlement(self) -> Settlement:
        """What is settled, else what is proposed, else that everything on the board lives."""
        return self.state.settled or self.proposal or Settlement()

    def position(self, settlement: Settlement | None = None) -> Position:
        """What a count looks at, as things stand."""
        state = self.state
        return Position(
            board=self.board,
            settlement=self.settlement if settlement is None else settlement,
            black=self.ledger.tally(BLACK),
            white=self.ledger.tally(WHITE),
            to_move=state.chip_starter or state.to_move,  # who fills dame first is settled once the chips begin
            last_mover=state.last_mover,
            first_to_pass=state.first_to_pass,
            chips=state.chips,
            dame_moves=state.dame_moves,
            handicap=self.initial.handicap,
        )

    def score(self, ruleset: Ruleset | None = None, settlement: Settlement | None = None) -> ScoreSheet:
        """The count of the position as it stands, under this or another ruleset, with this game's komi."""
        return (ruleset or self.ruleset).score(self.position(settlement), self.komi)
