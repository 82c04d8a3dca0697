"""A running KataGo that is asked one question after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from gtp_rules.board import BLACK, WHITE, Color, Geometry
from gtp_rules.engines.framing import Reply
from gtp_rules.engines.gtp_player import setup_commands
from gtp_rules.engines.handshake import disagreement
from gtp_rules.engines.transport import Transport
from gtp_rules.errors import PlayerTrouble
from gtp_rules.rules.counting.sheet import decimal_text
from harness.errors import HarnessError
from harness.estimate.questions import Question, Spot, final_board
from harness.estimate.readings import Perspective, Reading, read_net, read_search

_NEEDED: Final = ("kata-set-rules", "boardsize", "clear_board", "komi", "play")
_SEARCHES: Final = ("kata-search_analyze", "kata-genmove_analyze")
_QUOTED: Final = 100
_QUIT_SECONDS: Final = 5.0
_HUGE_KOMI: Final = Fraction(150)  # the largest that KataGo takes: whoever gets it leads
_RANDOM: Final = "random"
_SYMMETRIES: Final = 8


class NoInstrument(HarnessError):
    """The engine is no KataGo, or one that lacks what is needed."""


class BrokenInstrument(HarnessError):
    """The engine died, is late, or answers nonsense."""

    exit_code = 1


class RefusedQuestion(HarnessError):
    """The engine refuses these rules or this position; it can be asked others."""


class Instrument:
    """KataGo behind pipes.

    Attributes:
        title: what it calls itself, with its version.
        net: the names of its nets, as far as it says them.
        notes: what its numbers have to be read with.
    """

    def __init__(self, command: Sequence[str], visits: int, seconds: float) -> None:
        """Starts the engine.

        Args:
            command: program and arguments.
            visits: of each search; 0 asks the net alone.
            seconds: how long it may take for each answer, and to start.

        Raises:
            UnavailablePlayer: it cannot be started.
            NoInstrument: it lacks commands.
            BrokenInstrument: it dies, is late or answers nonsense.
        """
        self._visits, self._seconds, self._transport = visits, seconds, Transport(command)
        self._perspective: Perspective | None = None
        self._answers: dict[Question, Reading] = {}
        self.notes: list[str] = []
        try:
            self._introduce()
        except BaseException:
            self.close()
            raise

    def _introduce(self) -> None:
        name, version, commands = self._exchange(["name", "version", "list_commands"])
        self.title = f"{name.text if name.ok else 'engine'} {version.text if version.ok else ''}".strip()[:_QUOTED]
        self._listed = frozenset(commands.text.split()) if commands.ok else frozenset[str]()
        searches = ["kata-raw-nn"] if self._visits == 0 else [each for each in _SEARCHES if each in self._listed][:1]
        missing = [each for each in (*_NEEDED, *(searches or _SEARCHES[:1])) if each not in self._listed]
        if missing:
            raise NoInstrument(f"{self.title} cannot be asked for estimates: it has no {', '.join(missing)}")
        self._analyze = searches[0]
        self.net = self._nets()
        if self._visits:
            self._set_visits()

    def _nets(self) -> str:
        if "kata-get-models" not in self._listed:
            return ""
        try:
            names = [str(each["internalName"]) for each in json.loads(self._ask("kata-get-models").text)]
        except (ValueError, TypeError, KeyError):
            return ""
        if _RANDOM in names:
            self.notes.append("the engine has no net: its numbers are random")
        return ", ".join(names)[:_QUOTED]

    def _set_visits(self) -> None:
        reply = self._ask(f"kata-set-param maxVisits {self._visits}")
        if not reply.ok:
            self.notes.append("it refuses to be told the visits: those of its own configuration hold")
        self._ask("kata-set-param analysisWideRootNoise 0")  # older ones refuse; the noise is small

    # -- questions

    def answer(self, question: Question) -> Reading:
        """What it thinks of a position. Equal questions are asked once.

        Raises:
            RefusedQuestion: it refuses the rules, the komi or the position.
            BrokenInstrument: it dies, is late or answers nonsense.
        """
        if question not in self._answers:
            try:
                self._answers[question] = self._read(question)
            except PlayerTrouble as error:
                raise BrokenInstrument(f"{self.title}: {error}") from error
        return self._answers[question]

    def _read(self, question: Question) -> Reading:
        spot = question.spot
        if self._visits and self._perspective is None:
            self._perspective = self._find_perspective(spot.shape)
        self._tell(question)
        if self._perspective is None:
            return self._evaluation(spot)
        return read_search(self._search(spot.to_move), spot.shape.size, self._perspective.sign(spot.to_move))

    def _evaluation(self, spot: Spot) -> Reading:
        """The net alone for the side to move: the mean over all symmetries, each asked by itself.

        The reply to ``kata-raw-nn all`` has empty lines in it, at which a GTP reply ends.
        """
        replies = self._exchange([f"kata-raw-nn {spot.to_move.letter} {number}" for number in range(_SYMMETRIES)])
        if not replies[0].ok and spot.to_move == (spot.moves[-1][0].opponent if spot.moves else BLACK):
            # older ones know no color here and take the side whose turn it is
            replies = self._exchange([f"kata-raw-nn {number}" for number in range(_SYMMETRIES)])
        return read_net("\n".join(_accepted("kata-raw-nn", reply) for reply in replies), spot.shape.size)

    def _search(self, to_move: Color) -> str:
        command = f"{self._analyze} {to_move.letter} maxmoves 1 rootInfo true ownership true"
        return _accepted(self._analyze, self._ask(command))

    def _find_perspective(self, shape: Geometry) -> Perspective:
        """From whose side it reports, which its configuration decides: White is given more points than the board has."""
        self._demand([*_size_commands(shape), f"komi {decimal_text(_HUGE_KOMI)}"])
        leads = [read_search(self._search(color), shape.size, 1).lead for color in (BLACK, WHITE)]
        match [lead > 0 for lead in leads]:
            case [True, True]:
                return Perspective.WHITE
            case [False, False]:
                return Perspective.BLACK
            case [True, False]:
                self.notes.append("it does not see that 150 points win: its numbers mean nothing")
        return Perspective.MOVER

    # -- telling

    def _tell(self, question: Question) -> None:
        """Board, rules, komi and position.

        Raises:
            RefusedQuestion: it refuses one of them, or says that it has other rules now.
        """
        spot, rules = question.spot, f"kata-set-rules {question.rules}"
        self._demand([*_size_commands(spot.shape), rules, f"komi {decimal_text(question.komi)}"])
        if "kata-get-rules" in self._listed:
            says = disagreement(rules, self._ask("kata-get-rules").text)
            if says:
                raise RefusedQuestion(f"after {rules} {says}")
        if spot.black or spot.white:
            self._demand(self._set_up(spot.shape, spot.black, spot.white))
        if not self._play(spot):
            board = final_board(spot)
            self._demand(["clear_board", *self._set_up(spot.shape, board.stones(BLACK), board.stones(WHITE))])
            self._note("a move of the record is illegal for it: the position was set up without its captives and its ko")

    def _play(self, spot: Spot) -> bool:
        """Whether it accepts all moves."""
        names = [(color.letter, "pass" if point is None else spot.shape.vertex(point)) for color, point in spot.moves]
        return all(reply.ok for reply in self._exchange([f"play {letter} {vertex}" for letter, vertex in names]))

    def _set_up(self, shape: Geometry, black: Sequence[int], white: Sequence[int]) -> list[str]:
        if "set_position" not in self._listed:
            return setup_commands(shape, black, white, self._listed)
        stones = [f"B {shape.vertex(point)}" for point in black] + [f"W {shape.vertex(point)}" for point in white]
        return [" ".join(["set_position", *stones])]

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    # -- exchanges

    def _demand(self, commands: Iterable[str]) -> None:
        for command in commands:
            _accepted(command, self._ask(command), RefusedQuestion)

    def _ask(self, command: str) -> Reply:
        return self._exchange([command])[0]

    def _exchange(self, commands: Sequence[str]) -> list[Reply]:
        try:
            return self._transport.exchange_each(commands, self._seconds)
        except PlayerTrouble as error:
            raise BrokenInstrument(f"the engine: {error}") from error

    def close(self) -> None:
        """Ends the engine and everything that it started."""
        self._transport.close(_QUIT_SECONDS)


def _size_commands(shape: Geometry) -> list[str]:
    width, height = shape.width, shape.height
    size = f"boardsize {width}" if width == height else f"rectangular_boardsize {width} {height}"
    return [size, "clear_board"]


def _accepted(command: str, reply: Reply, trouble: type[HarnessError] = BrokenInstrument) -> str:
    """The text of a reply that is no refusal."""
    if not reply.ok:
        raise trouble(f"the engine refuses {command[:_QUOTED]}: {reply.text[:_QUOTED]}")
    return reply.text
