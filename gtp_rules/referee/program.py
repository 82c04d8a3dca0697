"""The command line of ``gtp-rules``."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import gtp_rules
from gtp_rules.errors import PlayerTrouble, RulesError
from gtp_rules.gtp import GtpError, Waiting, serve
from gtp_rules.player import Attentive, Player
from gtp_rules.players import is_known, make_player
from gtp_rules.referee import Referee, registry
from gtp_rules.referee.commands import read_number
from gtp_rules.referee.talk import say
from gtp_rules.rules.reading import from_json
from gtp_rules.rulesets import find, registered

if TYPE_CHECKING:
    from gtp_rules.engines.gtp_player import GtpPlayer

_USAGE_ERROR, _INTERRUPTED = 2, 130
Handle = Callable[[bytes], "tuple[str | Iterator[str], bool]"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program. Exit codes: 0, 2 for a bad command line, 130 after Ctrl-C, 143 after SIGTERM."""
    if sys.stdin is None or sys.stdout is None:
        return _USAGE_ERROR  # closed by whoever started us: there is nobody to talk to
    options = _parser().parse_args(arguments)
    try:
        return _ACTIONS[options.action](options)
    except (RulesError, OSError) as error:
        say(f"gtp-rules: {error}")
        return _USAGE_ERROR
    except KeyboardInterrupt:
        return _INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gtp-rules", description="A referee for the historical rules of Go, as a GTP program on stdin and stdout."
    )
    parser.add_argument("--version", action="version", version=gtp_rules.__version__)
    parser.add_argument("--ruleset", default="tang-song", metavar='"NAME key=value …"', help="the rules (default: tang-song)")
    parser.add_argument("--size", default="19", metavar="N|WxH", help="the board, 1 to 25 lines (default: 19)")
    parser.add_argument("--komi", metavar="K", help="points for White (default: the ruleset's own)")
    parser.add_argument("--player", metavar="SPEC", help="a bot of ours that answers genmove, e.g. simple")
    parser.add_argument("--engine", metavar='"CMD …"', help="a GTP program that answers genmove; no shell reads the command")
    parser.add_argument("--dead-from", metavar='SPEC|"CMD …"', help="a bot of ours, or a GTP program, that says what is dead")
    parser.add_argument("--log", metavar="FILE", type=Path, help="append what is asked and answered to a file")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="instead of serving GTP")
    actions.add_parser("rulesets", help="list the registered rulesets")
    actions.add_parser("warm-up", help="compile the bots for this machine now, so that their first move does not have to wait")
    show = actions.add_parser("show", help="show a ruleset in full, with its sources")
    show.add_argument("name", nargs="+", help="NAME key=value …")
    return parser


def _print(text: str) -> int:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
    return 0


def _list(_: argparse.Namespace) -> int:
    return _print("\n".join(f"{ruleset.name:16}  {ruleset.title}" for ruleset in registered()))


def _show(options: argparse.Namespace) -> int:
    from gtp_rules.referee.description import describe

    return _print(describe(find(" ".join(options.name))))


def _warm_up(_: argparse.Namespace) -> int:
    from gtp_rules.referee.warming import warm_up

    for line in warm_up():
        _print(line)
    return 0


def _serve(options: argparse.Namespace) -> int:
    ruleset = from_json(options.ruleset) if options.ruleset.lstrip().startswith("{") else find(options.ruleset)
    width, height = _size(options.size)
    with ExitStack() as stack:
        waiting = Waiting()
        player = _player(options, waiting)
        judge = _judge(options.dead_from) if options.dead_from else None
        for somebody in (player, judge):
            if somebody is not None:
                stack.callback(somebody.close)
        referee = Referee(ruleset, width, height, komi=_komi(options.komi), player=player, judge=judge)
        handle: Handle = lambda line: registry.handle(referee, line)  # noqa: E731
        if options.log:
            handle = _logged(handle, stack.enter_context(_log_file(options.log)))
        if sys.stdin.isatty():
            say(f"gtp-rules {gtp_rules.__version__}, {ruleset.specification}; type help for the commands, quit to leave")
        serve(handle, sys.stdin.buffer, sys.stdout.buffer, waiting)
    return 0


def _player(options: argparse.Namespace, waiting: Waiting) -> Player | None:
    if options.player and options.engine:
        raise RulesError("--player and --engine exclude each other")
    if options.engine:
        engine = _engine(options.engine, waiting)
        try:
            engine.start()  # now, so that what it can do is listed, and what is wrong with it is said at once
        except PlayerTrouble as trouble:
            raise RulesError(f"the engine failed: {trouble}") from trouble
        return engine
    if not options.player:
        return None
    player = make_player(options.player)
    if isinstance(player, Attentive):
        player.attend(waiting)
    return player


def _judge(text: str) -> Player:
    """A bot of ours if the first word names one, else a GTP program."""
    words = text.split()
    return make_player(text) if words and is_known(words[0]) else _engine(text)


def _engine(text: str, waiting: Waiting | None = None) -> GtpPlayer:
    """A GTP program; quotes group words as in a shell, but none reads the text."""
    from gtp_rules.engines.gtp_player import GtpPlayer
    from gtp_rules.engines.processes import leave, read_command
    from gtp_rules.engines.settings import EngineConfig

    command = read_command(text)
    for name in ("SIGTERM", "SIGHUP"):  # so that the engine does not outlive us
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave)
    return GtpPlayer(Path(command[0]).name, EngineConfig(command), keeps_running=True, watch=waiting)


def _size(text: str) -> tuple[int, int]:
    width, x, height = text.lower().partition("x")
    try:
        size = int(width), int(height if x else width)
    except ValueError:
        size = (0, 0)
    if not all(1 <= side <= 25 for side in size):
        raise RulesError(f"a board has 1 to 25 lines, as 9 or 9x7, not {text!r}")
    return size


def _komi(text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        return read_number(text)
    except GtpError as error:
        raise RulesError(f"komi: {error}") from error


def _logged(handle: Handle, log: BinaryIO) -> Handle:
    def logged(line: bytes) -> tuple[str | Iterator[str], bool]:
        log.write(b"> " + line.rstrip(b"\r\n") + b"\n")
        reply, over = handle(line)
        return _copied((reply,) if isinstance(reply, str) else reply, log), over

    return logged


def _log_file(path: Path) -> BinaryIO:
    try:
        return path.open("ab", buffering=0)
    except OSError as error:
        raise RulesError(f"--log {path}: {error.strerror}") from error


def _copied(pieces: Iterable[str], log: BinaryIO) -> Iterator[str]:
    for piece in pieces:
        log.write(piece.encode("utf-8", "replace"))
        yield piece


_ACTIONS: dict[str | None, Callable[[argparse.Namespace], int]] = {
    None: _serve,
    "rulesets": _list,
    "show": _show,
    "warm-up": _warm_up,
}
