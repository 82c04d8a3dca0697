"""A GTP program as a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gtp_rules.board import Color, Geometry
from gtp_rules.engines.framing import Reply
from gtp_rules.engines.handshake import UNKNOWN, disagreement, handshake
from gtp_rules.engines.settings import EngineConfig
from gtp_rules.engines.transport import Transport, Watch
from gtp_rules.errors import BadVertex, EngineDied, FalseClaim, InvalidReply, RefusedSetup
from gtp_rules.game import Abandon, Action, Dispute, Game, Offer, Pass, Phase, Play, Propose, Resign, Resume, Virtual
from gtp_rules.rules.counting.sheet import decimal_text

_STOPS = Pass | Abandon | Offer
_RESUMED = Phase.RESUMED
_GENMOVES = {color: f"genmove {color.letter}" for color in Color}
_QUOTED = 100


class _Words(NamedTuple):
    """What is said of the moves on a board, made once.

    Attributes:
        plays: by color, board moves by their vertices as most engines write them.
        commands: by color and point, the commands that tell of them.
    """

    plays: tuple[dict[str, Play], ...]
    commands: tuple[list[str], ...]


@cache
def _words(shape: Geometry) -> _Words:
    """The words for boards of this shape."""
    names = list(map(shape.vertex, range(shape.size)))
    plays = ({name: Play(color, point) for point, name in enumerate(names)} for color in Color)
    commands = ([f"play {color.letter} {name}" for name in names] for color in Color)
    return _Words(({}, *plays), ([], *commands))


class GtpPlayer:
    """Plays by the genmove of a program that is started anew for each game, unless it `keeps_running`.

    What the opponent did is sent together with the next question, in one write: a move costs one exchange. The reply to
    each ``play`` is checked then; an engine that refuses a move that the referee accepted raises `FalseClaim`.

    Attributes:
        name: from the configuration.
        title: what the engine calls itself, with its version; empty before the first game.
        rules: the command that told it the rules, with its refusal if it did refuse, or `UNKNOWN`.
    """

    def __init__(self, name: str, config: EngineConfig, *, keeps_running: bool = False, watch: Watch | None = None) -> None:
        self.name, self._config, self._times = name, config, config.timeouts
        self._keeps_running, self._watch = keeps_running, watch
        self.title, self.rules = "", UNKNOWN
        self._transport: Transport | None = None
        self._listed: frozenset[str] = frozenset()
        self._aliases: dict[str, str] = {}
        self._clock: tuple[int, ...] | None = None  # what the program was told last
        self._left: dict[Color, tuple[int, int]] = {}
        self._pending: list[str] = []  # commands for the next exchange
        self._own: Action | None = None  # what genmove answered last; the engine has carried it out itself
        self._stops = 0  # how many passes that stop play its record ends with
        self._accepted: list[str] = []  # the commands that set the last game up
        self._allowance = self._times.genmove  # seconds for a move

    # -- the game begins

    def new_game(self, game: Game) -> None:
        """Starts the program and tells it rules, board, komi, the stones that stood first and the moves made already.

        Raises:
            UnavailablePlayer: the program cannot be started.
            RefusedSetup: the program refuses one of these commands.
            PlayerTrouble: it dies, is late or answers nonsense.
        """
        self._game, self._shape = game, game.board.geometry
        self._words = _words(self._shape)
        self._pending, self._own, self._stops, self._allowance, self._left = [], None, 0, self._times.genmove, {}
        if not (self._keeps_running and self._transport is not None and self._transport.is_sound):
            self.start()
        else:
            self._transport.begin_errors()
        self._tell_rules()
        self._tell_start(self._start(game))
        for entry in game.log:
            self.observe(entry.action)

    def start(self) -> None:
        """Starts the program and asks what it is and can do, without beginning a game.

        Raises:
            UnavailablePlayer: the program cannot be started.
            RefusedSetup: it refuses one of the start-up commands.
            PlayerTrouble: it dies, is late or answers nonsense.
        """
        self.close()
        self._clock, self._left, self._accepted = None, {}, []
        config = self._config
        self._transport = Transport(config.command, config.cwd, config.env, self._watch, config.limits)
        name, version, commands = self._engine.exchange(["name", "version", "list_commands"], self._times.start)
        self.title = f"{name.text if name.ok else self.name} {version.text if version.ok else ''}".strip()
        self._listed = frozenset(commands.text.split()) if commands.ok else frozenset()
        self._aliases = {usual: own for usual, own in config.aliases.items() if own != usual}
        self._listed |= self._aliases.keys()
        for line in config.startup:
            self._demand(line)

    def _tell_rules(self) -> None:
        command, note = handshake(self._game.ruleset, self._listed)
        self.rules = UNKNOWN
        if command is not None:
            reply = self._ask(command)
            refusal = "" if reply.ok else f"refused: {reply.text[:_QUOTED]}"
            says = disagreement(command, self._ask("kata-get-rules").text) if "kata-get-rules" in self._listed else ""
            self.rules = "; ".join(filter(None, [command, note, refusal, says]))

    def _start(self, game: Game) -> list[str]:
        """The commands that set the game up."""
        width, height = self._shape.width, self._shape.height
        size = f"boardsize {width}" if width == height else f"rectangular_boardsize {width} {height}"
        stones = setup_commands(self._shape, game.initial.black, game.initial.white, self._listed)
        return [size, "clear_board", f"komi {decimal_text(game.komi)}", *stones]

    def _tell_start(self, commands: list[str]) -> None:
        """Sends the commands one by one, or all together if the program has taken the same ones before."""
        together, self._accepted = commands == self._accepted, []
        told = self._engine.exchange_each(self._own_names(commands), self._times.command) if together else ()
        for command, reply in zip(commands, told or map(self._ask, commands), strict=True):
            if not (reply.ok or (command.startswith("komi ") and self._config.komi_refused == "ignore")):
                raise RefusedSetup(f"{command}: {reply.text[:_QUOTED]}")
        self._accepted = commands

    def _demand(self, command: str) -> None:
        reply = self._ask(command)
        if not reply.ok:
            raise RefusedSetup(f"{command}: {reply.text[:_QUOTED]}")

    # -- play

    def set_clock(self, settings: tuple[int, ...] | None, left: Mapping[Color, tuple[int, int]]) -> None:
        """Passes on what a controller says of the time: settings if they are new, and what is left before each move.

        Args:
            settings: main time, byo-yomi time and stones, as ``time_settings`` has them; None if nothing was said.
            left: seconds and stones that are left, as ``time_left`` has them, of the sides that are to be told of.
        """
        if settings is not None and settings != self._clock and "time_settings" in self._listed:
            self._pending.append(f"time_settings {' '.join(map(str, settings))}")
        self._clock = settings
        if "time_left" in self._listed and left != self._left:
            self._pending += [f"time_left {color.letter} {time} {stones}" for color, (time, stones) in left.items()]
        self._left = dict(left)

    def announce(self, offers: Sequence[str]) -> None:
        """Sends, together with the next question, the first of these commands that the program knows."""
        for command in offers:
            if command.partition(" ")[0] in self._listed:
                self._pending.append(command)
                return

    def patience(self) -> float:
        """Seconds that the configuration allows for a move."""
        return self._times.genmove

    def allow(self, seconds: float) -> None:
        """Waits no longer than this for the next move, and for those after it, even if the configuration would."""
        self._allowance = min(seconds, self._times.genmove)

    def choose(self, color: Color) -> Action:
        """The engine's move. A pass becomes what a pass means under the ruleset now."""
        command = _GENMOVES[color]
        if self._game.state.phase is _RESUMED and "kgs-genmove_cleanup" in self._listed:
            command = f"kgs-{command[:7]}_cleanup {color.letter}"
        (reply,) = self._flush([command], self._allowance)
        play = self._words.plays[color].get(reply.text) if reply.ok else None
        self._own = own = play or self._read_move(color, reply)
        return own

    def _read_move(self, color: Color, reply: Reply) -> Action:
        """The action that a reply means which is no vertex in upper case."""
        if not reply.ok:
            raise InvalidReply(f"genmove failed: {reply.text[:_QUOTED]}")
        word = reply.text.lower()
        if word == "pass":
            return self._game.pass_action(color)
        if word == "resign":
            return Resign(color)
        try:
            return Play(color, self._shape.point(reply.text))
        except BadVertex:
            raise InvalidReply(f"genmove answered {reply.text[:_QUOTED]!r}") from None

    def observe(self, action: Action) -> None:
        """Keeps the engine's record equal to the game's; nothing is sent yet."""
        own, self._own = self._own, None
        if type(action) is Play and (own is None or own is action):  # nearly all of them
            self._stops = 0
            if own is None:
                self._pending.append(self._words.commands[action.color][action.point])
        elif isinstance(action, (Play, Virtual, _STOPS)):
            if own is None or own.color != action.color:
                self._note(action)
            elif own != action:  # the referee put another move in its place
                self._take_back(1)
                self._note(action)
            self._stops = self._stops + 1 if isinstance(action, _STOPS) else 0
        elif isinstance(action, Dispute | Resume):
            # The stopping actions are annulled; an engine that cannot take them back has a ko more open than it should.
            self._take_back(self._stops)
            self._stops = 0

    def _note(self, action: Action) -> None:
        color = action.color
        commands = self._words.commands[color]
        self._pending.append(commands[action.point] if isinstance(action, Play) else f"play {color.letter} pass")

    def _take_back(self, count: int) -> None:
        if "undo" in self._listed:
            self._pending += ["undo"] * count

    # -- the game ends

    @property
    def listed(self) -> frozenset[str]:
        """The commands that the program lists; none before it was started."""
        return self._listed

    def analyze(self, command: str) -> Iterator[str]:
        """The lines of an analysis by the program, until the watch has input.

        Raises:
            PlayerTrouble: the program refuses, dies or is late.
        """
        self._flush([], self._times.command)
        return self._engine.stream(command, self._times.command)

    def settlement(self, color: Color) -> Propose:
        """The engine's view of dead stones and, if it has one, of seki; nothing dead if it has no such command."""
        if "final_status_list" not in self._listed:
            self._flush([], self._times.command)
            return Propose(color)
        questions = ["final_status_list dead", "final_status_list seki"]
        dead, seki = self._flush(questions, self._times.score)
        return Propose(color, self._points(dead) if dead.ok else (), self._points(seki) if seki.ok else None)

    def _points(self, reply: Reply) -> tuple[int, ...]:
        try:
            return tuple(sorted({self._shape.point(text) for text in reply.text.split()}))
        except BadVertex as error:
            raise InvalidReply(f"final_status_list: {error}") from None

    def final_score(self) -> str | None:
        """What the engine says about the result, or None if it says nothing. To be recorded, not to be believed."""
        if "final_score" not in self._listed:
            return None
        reply = self._flush(["final_score"], self._times.score)[0]
        return reply.text[:_QUOTED] if reply.ok else None

    @property
    def is_sound(self) -> bool:
        """Whether the program runs and may play another game."""
        return self._transport is not None and self._transport.is_sound

    def catch_up(self) -> None:
        """Reads what the program has written to standard error by now."""
        if self._transport is not None:
            self._transport.catch_up()

    def close(self) -> None:
        """Ends the program and everything that it started."""
        if self._transport is not None:
            self._transport.close(self._times.quit)

    @property
    def error_text(self) -> str:
        """What the program of this game wrote to standard error, and the lines on standard output that were no reply."""
        if self._transport is None:
            return ""
        framer = self._transport.framer
        junk = f"[{framer.junk} lines outside replies, the first: {framer.first_junk}]\n" if framer.junk else ""
        return junk + self._transport.errors.text()

    # -- exchanges

    def _flush(self, questions: Sequence[str], seconds: float) -> list[Reply]:
        """Sends what is pending and these questions; checks the former's replies and returns the latter's."""
        asked, self._pending = self._pending, []
        told = len(asked)
        asked += questions
        sent = self._own_names(asked) if self._aliases else asked
        replies = (self._transport or self._engine).exchange(sent, seconds, told, self._times.command)
        for number in range(told):
            if not replies[number].ok:
                self._check_refusal(asked[number], replies[number])
        return replies[told:]

    @staticmethod
    def _check_refusal(command: str, reply: Reply) -> None:
        """Looks at what a program refuses that it was told.

        Raises:
            FalseClaim: it refuses a move that the referee holds to be legal.
        """
        if command.startswith("play"):
            raise FalseClaim(f"answers {reply.text[:_QUOTED]!r} to the legal move {command!r}")

    def _ask(self, command: str) -> Reply:
        return self._engine.exchange(self._own_names([command]), self._times.command)[0]

    def _own_names(self, commands: Sequence[str]) -> list[str]:
        """Commands by the names that this engine has for them."""
        if not self._aliases:
            return list(commands)
        parts = (command.partition(" ") for command in commands)
        return [f"{self._aliases.get(name, name)}{blank}{rest}" for name, blank, rest in parts]

    @property
    def _engine(self) -> Transport:
        if self._transport is None:
            raise EngineDied("was not started")
        return self._transport


def setup_commands(shape: Geometry, black: Sequence[int], white: Sequence[int], listed: frozenset[str]) -> list[str]:
    """The commands that put these stones on an empty board, by the best means that the engine lists."""
    stones = [("B", shape.vertex(point)) for point in black] + [("W", shape.vertex(point)) for point in white]
    if not stones:
        return []
    if "gogui-setup" in listed:
        return ["gogui-setup " + " ".join(f"{letter} {vertex}" for letter, vertex in stones)]
    if "set_free_handicap" in listed and not white and len(black) > 1:
        return ["set_free_handicap " + " ".join(vertex for _, vertex in stones)]
    return [f"play {letter} {vertex}" for letter, vertex in stones]
