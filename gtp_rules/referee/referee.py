"""What a GTP session holds: the game, the settings that outlive it, and who plays or judges behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import IllegalMove, InvalidReply, PlayerTrouble, RefusedAction
from gtp_rules.game import Abandon, Action, Game, Pass, Phase, Play, Propose, Settlement, Virtual
from gtp_rules.game.proposals import read_proposal
from gtp_rules.player import Analyst, Player, Timed
from gtp_rules.referee.memory import PrefixMemory
from gtp_rules.referee.talk import say
from gtp_rules.rules import Ruleset

T = TypeVar("T")


class Referee:
    """A session.

    Ruleset, komi and time settings outlive games; the position, what was done and what was said do not.

    Args:
        ruleset: the rules in force.
        width: columns of the board.
        height: rows of the board.
        komi: the komi that was asked for, or None for the ruleset's own.
        player: who answers ``genmove``; None for a pure referee.
        judge: who says which stones are dead when the players have not.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        width: int = 19,
        height: int = 19,
        *,
        komi: Fraction | None = None,
        player: Player | None = None,
        judge: Player | None = None,
    ) -> None:
        self.komi = komi
        self.player, self.judge = player, judge
        self.time_settings: tuple[int, ...] | None = None
        self.clocks: dict[Color, tuple[int, int]] = {}
        self.next_pass: tuple[type[Action], bytes] | None = None  # what it means, and after which moves that was said
        # A GUI that rules its game by this program sends each move of a computer twice. It is known by asking for the
        # board, and never sends board sizes, set-ups or undo.
        self.is_ruler = False
        self._player_knows = False
        self.player_rules = ""  # what the engine behind was told about the rules, and in what they differ
        self._judged: tuple[tuple[int, int], Settlement] | None = None
        self.memory = PrefixMemory()
        self.game = Game(ruleset, width, height, komi=komi)
        self._started()

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force."""
        return self.game.ruleset

    # -- games -------------------------------------------------------------------------------------------------------

    def _started(self) -> None:
        self.memory.begin(self.game.initial)
        self._judged = None
        self._player_knows = False

    def new_game(self, width: int | None = None, height: int | None = None) -> None:
        """Begins a game with the settings in force, on a board of this size."""
        self.is_ruler = self.is_ruler and width is None
        shape = self.game.board.geometry
        width, height = width or shape.width, height or shape.height
        if (width, height) != (shape.width, shape.height):
            self.memory, self.next_pass = PrefixMemory(), None
        self.game = Game(self.ruleset, width, height, komi=self.komi)
        self.clocks.clear()
        self._started()

    def set_komi(self, komi: Fraction) -> None:
        """Sets the komi of this and later games."""
        self.komi = komi
        self.game.set_komi(komi)

    def set_ruleset(self, ruleset: Ruleset) -> None:
        """Plays on under another ruleset; an empty game gets its opening.

        Raises:
            RefusedAction: an action of the game is not possible under it; nothing has changed.
        """
        komi = ruleset.komi if self.komi is None else self.komi
        game = self.game.under(ruleset, komi)
        self.memory, self.next_pass = PrefixMemory(), None
        self._adopt(game, remembers=False)

    def adopt(self, game: Game) -> None:
        """Goes on with a game that was read from a record; its komi is taken over."""
        self.komi = game.komi
        self.memory = PrefixMemory()
        self._adopt(game, remembers=True)

    def _adopt(self, game: Game, *, remembers: bool) -> None:
        """Goes on with another game; what was said in it is remembered under its moves if `remembers`."""
        self.game = game
        self._started()
        said: list[Action] = []
        first = next((entry.action for entry in game.log if entry.counted), None)
        for entry in game.log:
            if not entry.counted:
                said.append(entry.action)
                continue
            if remembers:
                self.memory.say(tuple(said))
                self._note_meaning(entry.action)
            prelude = tuple(said) if entry.action is first else ()
            said.clear()
            self.memory.advance(entry.action, prelude)
        if remembers:
            self.memory.say(tuple(said))

    def set_up(
        self, black: Iterable[int], white: Iterable[int], to_move: Color | None = None, *, handicap: bool = False
    ) -> None:
        """Makes these stones the initial position."""
        self.game.set_up(black, white, to_move, handicap=handicap)
        self.is_ruler = False
        self._started()

    def restart_players(self) -> None:
        """The initial position has changed."""
        self._started()

    # -- moves -------------------------------------------------------------------------------------------------------

    def play(self, color: Color, point: int | None) -> None:
        """A move by ``play`` or ``genmove``: a stone, or whatever a pass means here.

        A stone of the opening that is played again on its own point is no move, so that a record with its set-up stones
        can be sent move by move.

        Raises:
            RefusedAction: the game does not accept it; nothing has changed.
        """
        if self.is_ruler and color != self.game.to_move:
            raise IllegalMove(f"it is {self.game.to_move.word}'s turn, and a ruler wants turns in order")
        if point is not None:
            if not self.game.is_opening_stone(color, point):
                self.move(Play(color, point))
            return
        is_new = self._pass_meaning(color)[1]
        self.move(self.pass_action(color))
        if is_new:
            self.next_pass = None

    def pass_action(self, color: Color) -> Action:
        """What a pass of this side would be now."""
        meaning = self._pass_meaning(color)[0]
        usual = self.game.pass_action(color)
        return usual if meaning is None or meaning is type(usual) else meaning(color)

    def _pass_meaning(self, color: Color) -> tuple[type[Action] | None, bool]:
        """What a pass means here if not the usual, and whether that is what `rules-pass_means` said.

        A GUI may send older moves first, passes of known meaning among them; what was said is for the first new pass.
        """
        known = self.memory.meant(color)
        if self.next_pass is not None and (known is None or self.next_pass[1] == self.memory.here):
            return self.next_pass[0], True
        return known, False

    def move(self, action: Action) -> None:
        """Applies a turn that ``undo`` counts, and brings back what was said after the same moves before."""
        prelude = self._before_first_move()
        self.game.apply(action, counted=True)
        if not isinstance(action, Play):
            self._note_meaning(action)
        self._tell(action)
        self._recall(self.memory.advance(action, prelude))

    def _note_meaning(self, action: Action) -> None:
        if isinstance(action, (Pass, Abandon, Virtual)):
            self.memory.mean(action.color, type(action))

    def _recall(self, statements: tuple[Action, ...]) -> None:
        for statement in statements:
            try:
                self.game.apply(statement, counted=False)
            except RefusedAction:
                break  # set-up or komi differ from the first time; what was said does not fit any more
            self._tell(statement)

    def say(self, action: Action) -> None:
        """Applies a statement, or a turn that ``undo`` does not count."""
        self.game.apply(action, counted=False)
        self._tell(action)
        self.memory.say(self._since_last_move())

    def _tell(self, action: Action) -> None:
        if self.player is not None and self._player_knows:
            try:
                self.player.observe(action)
            except PlayerTrouble as trouble:
                self.distrust(str(trouble))

    def _before_first_move(self) -> tuple[Action, ...]:
        """What was said so far, if no move was made; nothing after the first move."""
        said = self._since_last_move()
        return said if len(said) == len(self.game.log) else ()

    def _since_last_move(self) -> tuple[Action, ...]:
        said: list[Action] = []
        for entry in reversed(self.game.log):
            if entry.counted:
                break
            said.append(entry.action)
        return tuple(reversed(said))

    def undo(self) -> None:
        """Takes back the last counted move and what was said after it.

        Raises:
            NothingToUndo: there is none.
        """
        self.game.undo()
        self.memory.go_back()
        self.is_ruler = False
        self._resync()

    def retract(self) -> None:
        """Takes back the last statement.

        Raises:
            NothingToUndo: nothing was said since the last move.
        """
        self.game.retract()
        self.memory.say(self._since_last_move())
        self._resync()

    def _resync(self) -> None:
        # A GUI takes many moves back one by one; the player hears of the game as a whole once it is asked again.
        self._player_knows = False

    # -- the player behind -------------------------------------------------------------------------------------------

    def ask_player(self, color: Color) -> Action:
        """What the player would do for a side.

        Raises:
            PlayerTrouble: it died, is late or answers nonsense; it will be told the whole game when it is asked again.
            UnavailablePlayer: it cannot be started.
        """

        def ask(player: Player) -> Action:
            if isinstance(player, Timed):
                player.set_clock(self.time_settings, self.clocks)
            return player.choose(color)

        return self._with_player(ask)

    def analyze(self, command: str) -> Iterator[str]:
        """The lines of an analysis of the position by the player behind, until more input comes.

        Raises:
            PlayerTrouble: as `ask_player`; also where the player does not analyze.
        """

        def ask(player: Player) -> Iterator[str]:
            if not isinstance(player, Analyst):
                raise InvalidReply(f"{player.name} does not analyze")
            return player.analyze(command)

        return self._with_player(ask)

    def _with_player(self, question: Callable[[Player], T]) -> T:
        assert self.player is not None
        try:
            if not self._player_knows:
                self.player.new_game(self.game)
                self._player_knows = True
                self._note_rules(self.player)
            return question(self.player)
        except PlayerTrouble:
            self.distrust()
            raise

    def _note_rules(self, player: Player) -> None:
        """Says once what the engine behind was told about the rules."""
        rules = getattr(player, "rules", "")
        if rules and rules != self.player_rules:
            say(f"{player.name}: {rules}")
        self.player_rules = rules

    def distrust(self, reason: str = "") -> None:
        """The player's record may differ from the game: it is told the whole game before it is asked again."""
        self._player_knows = False
        if reason:
            say(f"player: {reason}")

    # -- judgement ---------------------------------------------------------------------------------------------------

    @property
    def settlement(self) -> Settlement:
        """What a count goes by now: what the players said, else what the judge says once play has stopped."""
        if self.game.phase is not Phase.STOPPED or self.judge is None:
            return self.game.settlement
        state = (self.game.turns, self.game.board.key)
        if self._judged is None or self._judged[0] != state:
            self._judged = state, self._ask_judge()
        return self._judged[1]

    def _ask_judge(self) -> Settlement:
        assert self.judge is not None
        try:
            self.judge.new_game(self.game)
            said = self.judge.settlement(self.game.to_move)
            return read_proposal(self.game.board, self.ruleset, Propose(said.color, said.dead, said.seki))
        except Exception as error:  # an engine may fail in any way; the position is still scored
            say(f"the judge failed ({error}); everything counts as alive")
            return Settlement()


SIDES = (BLACK, WHITE)
