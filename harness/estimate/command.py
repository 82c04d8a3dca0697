"""The command ``gtp-harness estimate``."""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.engines.processes import read_command
from gtp_rules.errors import BadRuleset
from gtp_rules.rules import Ruleset
from gtp_rules.rulesets import find, registered
from gtp_rules.sgf import read_game
from harness.console import show, talk
from harness.errors import HarnessError
from harness.estimate.asking import Instrument, RefusedQuestion
from harness.estimate.output import Row, as_json, as_text, row
from harness.estimate.questions import Case, Choice, opening_cases, record_cases, spot_of
from harness.whole_files import read_whole

OK, TROUBLE = 0, 1

_COLORS: Final[dict[str, Color]] = {"black": BLACK, "white": WHITE}
_CHOICES: Final = tuple(choice.value for choice in Choice)
_MOST_VISITS: Final = 10**9
_EPILOG: Final = """\
exit codes:
  0    all estimates were made
  1    the engine refused some rules or positions (standard error says which), or it died, was late or answered nonsense
  2    the command line, the record or the engine cannot be used

docs/katago.md says how KataGo is set up, and in what its rules differ from ours."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of the program."""
    text = "ask KataGo for the score of a position, or of the opening, under many rulesets"
    command = commands.add_parser(
        "estimate",
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("file", metavar="FILE.sgf", nargs="?", type=Path, help="the record whose last position is estimated")
    add("--size", metavar="N|WxH", type=_size, help="the opening on a board of this size, instead of a record")
    add("--engine", metavar='"CMD …"', required=True, help='KataGo: "katago gtp -model NET -config FILE"')
    add("--rulesets", metavar="A,B,…", type=_rulesets, required=True, help="with options, or all")
    add("--tax", choices=_CHOICES, default="own", help="two points off a group: as the ruleset has it (default) or not")
    add("--seats", choices=_CHOICES, default="own", help="seat stones, likewise; with --size only")
    add("--first", choices=sorted(_COLORS), help="who moves first, with --size only (default: as the ruleset says)")
    add("--komi", metavar="K", type=_komi, help="points for White (default: of the record, or of each ruleset)")
    add("--move", metavar="N", type=_number, help="the position before this move of the record (default: the last one)")
    add("--visits", metavar="N", type=_visits, default=100, help="of each search; 0 asks the net alone (default: 100)")
    add("--timeout", metavar="S", type=_number, default=600, help="seconds for each answer (default: 600)")
    add("--ownership", action="store_true", help="show whose each point will be")
    add("--json", action="store_true", help="everything as JSON, ownership too")
    command.set_defaults(action=estimate)


def estimate(options: argparse.Namespace) -> int:
    """Carries the command out.

    Raises:
        HarnessError: the command line or the record cannot be used, or the engine cannot or does not answer.
        RulesError: the record cannot be read, or there is no such engine.
    """
    cases = list(_cases(options))
    command = read_command(options.engine)
    with contextlib.closing(Instrument(command, options.visits, options.timeout)) as engine:
        rows = list(_rows(engine, cases))
        head = (engine.title, engine.net, options.visits)
        notes = tuple(engine.notes)
    if options.json:
        show("\n".join(as_json(head, notes, rows)))
    else:
        show("\n".join(as_text(head, notes, rows, ownership=options.ownership)))
    return OK if len(rows) == len(cases) else TROUBLE


def _rows(engine: Instrument, cases: Iterable[Case]) -> Iterator[Row]:
    for case in cases:
        try:
            yield row(case, engine.answer(case.question))
        except RefusedQuestion as error:
            talk(f"{case.ruleset.specification}: {error}")


def _cases(options: argparse.Namespace) -> Iterator[Case]:
    tax = Choice(options.tax)
    if (options.file is None) == (options.size is None):
        raise HarnessError("either a record or --size is needed")
    if options.size is not None:
        if options.move is not None:
            raise HarnessError("--move goes with a record")
        variants = tax, Choice(options.seats)
        for ruleset in options.rulesets:
            yield from opening_cases(ruleset, options.size, options.komi, _COLORS.get(options.first), variants)
        return
    if options.first is not None or options.seats != Choice.OWN:
        raise HarnessError("--first and --seats go with --size: a record has its own stones")
    game = read_game(read_whole(options.file), move=options.move)
    spot, komi = spot_of(game), game.komi if options.komi is None else options.komi
    for ruleset in options.rulesets:
        yield from record_cases(ruleset, spot, komi, tax)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,2})(?:[xX×]([0-9]{1,2}))?", text)
    width, height = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not (1 <= width <= 25 and 1 <= height <= 25):
        raise argparse.ArgumentTypeError(f"a size like 9 or 9x7 is needed, not {text!r}")
    return width, height


def _rulesets(text: str) -> list[Ruleset]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError("at least one ruleset is needed, or all")
    try:
        return [ruleset for name in names for ruleset in (registered() if name == "all" else [find(name)])]
    except BadRuleset as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _komi(text: str) -> Fraction:
    found = re.fullmatch(r"-?[0-9]{1,3}(\.[05])?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"a number of points or half points is needed, not {text!r}")
    return Fraction(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:10]) <= _MOST_VISITS):
        raise argparse.ArgumentTypeError(f"a number from 1 up is needed, not {text!r}")
    return int(text)


def _visits(text: str) -> int:
    return 0 if text == "0" else _number(text)
