"""The command ``gtp-harness solve``."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from gtp_rules.board import BLACK, WHITE, Board, Color, read_diagram
from gtp_rules.errors import BadSetup
from gtp_rules.game import Game
from gtp_rules.rulesets import find
from harness.console import show, talk
from harness.errors import HarnessError, Unreadable
from harness.whole_files import read_whole

if TYPE_CHECKING:
    from harness.solve.solving import Solution

_COLORS = {"black": BLACK, "white": WHITE}
_SECONDS_BETWEEN = 5.0
_LARGEST = 1 << 16
"""Bytes of a file with a diagram."""
_MOST_NODES, _DIGITS = 10**12, 20


class BadPosition(HarnessError):
    """The position, or the size of the board, cannot be read."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of the program."""
    text = "the exact value of a small board, or of a position, and a best line"
    command = commands.add_parser("solve", help=text, description=f"{text[0].upper()}{text[1:]}. docs/solver.md says more.")
    command.add_argument("--size", metavar="WxH", help="columns and rows, such as 3x3 (default: those of the position)")
    command.add_argument("--ruleset", metavar="NAME", required=True, help="with options: 'ming-qing suicide=allowed'")
    command.add_argument("--position", metavar="DIAGRAM", help="a file with a diagram, or its rows: 'X../.O./...'")
    command.add_argument("--to-move", choices=sorted(_COLORS), help="the side to move (default: who begins under the ruleset)")
    command.add_argument("--method", choices=("table", "history"), help="without and with history (default: what is exact)")
    command.add_argument("--openings", action="store_true", help="the value of each first move too")
    command.add_argument(
        "--limit", metavar="NODES", type=_nodes, help="where the method history gives up (default: 300 million)"
    )
    command.add_argument("--json", action="store_true", help="everything as JSON")
    command.set_defaults(action=carry_out)


def carry_out(options: argparse.Namespace) -> int:
    """Solves what the command line asks for and prints it; returns the exit code.

    Raises:
        HarnessError: the position cannot be read, or it or the ruleset is beyond the solver.
        RulesError: there is no such ruleset.
    """
    from harness.solve.solving import MOST_NODES, Method, Question, solve

    ruleset = find(options.ruleset)
    board, first = None, ruleset.opening.first.color
    if options.position is not None:
        board = read_position(options.position)
    board = _sized(board, options.size) or Game(ruleset, *_size(options.size)).board
    to_move: Color = _COLORS.get(options.to_move, first)
    question = Question(ruleset, board, to_move, options.openings, options.limit or MOST_NODES)
    solution = solve(question, Method(options.method) if options.method else None, _sparing())
    show(msgspec.json.encode(solution).decode() if options.json else told(solution))
    return 0


def read_position(text: str) -> Board:
    """The board of a diagram, given as the name of a file or by its rows with slashes between.

    Raises:
        BadPosition: there is no such file, or it holds no diagram.
    """
    if re.fullmatch(r"[XxOo./\s]+", text) and not Path(text).is_file():
        rows = text.upper().replace("/", "\n")
    else:
        try:
            rows = read_whole(Path(text), _LARGEST).decode()
        except (Unreadable, UnicodeDecodeError) as error:
            raise BadPosition(f"no diagram can be read from {text[:80]!r}: {error}") from error
    try:
        return read_diagram(rows)
    except BadSetup as error:
        raise BadPosition(f"not a position: {error}") from error


def _nodes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < _DIGITS and 1 <= int(text) <= _MOST_NODES):
        raise argparse.ArgumentTypeError(f"a number from 1 to {_MOST_NODES} is needed, not {text!r}")
    return int(text)


def _size(text: str | None) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})[xX×](\d{1,2})", text or "")
    width, height = (int(number) for number in found.groups()) if found else (0, 0)
    if not (1 <= width <= 25 and 1 <= height <= 25):
        raise BadPosition(f"a size like 3x4 is needed, not {text!r}" if text else "--size or --position is needed")
    return width, height


def _sized(board: Board | None, size: str | None) -> Board | None:
    if board is not None and size is not None and _size(size) != (board.geometry.width, board.geometry.height):
        raise BadPosition(f"the position has {board.geometry.width} columns and {board.geometry.height} rows, not {size}")
    return board


def _sparing() -> Callable[[str], None]:
    """Says on standard error what it is told, once in some seconds."""
    last = time.monotonic()

    def tell(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS_BETWEEN:
            last = time.monotonic()
            talk(text)

    return tell


def told(solution: Solution) -> str:
    """A solution in words, several lines."""
    lines = [
        f"{solution.size}  {solution.ruleset}  {solution.to_move} to move",
        f"value: {span(solution.value, solution.lower, solution.upper)}{'' if solution.exact else ', not under its own ban'}",
        f"repetition: {solution.repetition}",
        f"line: {' '.join(solution.line) if solution.line is not None else 'none'}",
        *(f"  {each.move:4} {span(each.value, each.lower, each.upper)}" for each in solution.openings or ()),
        f"method: {solution.method}, {solution.positions} positions, {solution.seconds} s",
    ]
    return "\n".join(lines)


def span(value: int | None, lower: int, upper: int) -> str:
    """A margin as ``B+3``, or what is known of it."""
    return _margin(value) if value is not None else f"{_margin(lower)} to {_margin(upper)}"


def _margin(value: int) -> str:
    return "0" if not value else f"{'B' if value > 0 else 'W'}+{abs(value)}"
