"""``gtp-harness rescore``."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import Final

from gtp_rules.errors import BadRuleset
from gtp_rules.rules import Ruleset
from gtp_rules.rulesets import find, registered
from harness.console import printable, show, talk
from harness.errors import HarnessError
from harness.records import files
from harness.rescore.batch import Bench, Orders, Outcome, rescored
from harness.rescore.output import Summary, Writer, writer
from harness.rescore.rows import Plan, Row, Trouble
from harness.rescore.stated import plain_number
from harness.rescore.waterfall import waterfall_svg

OK, TROUBLE = 0, 1

_EPILOG: Final = """\
exit codes:
  0    all games were counted
  1    some file or game was passed over; standard error says which, and why
  2    the command line cannot be used, or no record is there

docs/rescore.md describes the columns and the parts of a difference."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of the program."""
    text = "count the final positions of records under many rulesets"
    command = commands.add_parser(
        "rescore",
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("paths", metavar="PATH", nargs="+", type=Path, help="SGF files, or folders of them")
    add("--rulesets", metavar="A,B,…", type=_rulesets, default=registered(), help="with options, or all (default: all)")
    add("--from", dest="base", metavar="NAME", type=_ruleset, help="ruleset to compare with (default: that of the file)")
    add("--explain", action="store_true", help="split each difference into its parts")
    add("--komi", metavar="K", type=_komi, default="file", help="file (default), own: of each ruleset, or a number")
    add("--dead-from", metavar='SPEC|"CMD …"', help="a player of ours, or a GTP program, for dead stones that no file tells")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a line of JSON for each game")
    form.add_argument("--csv", action="store_true", help="a line for each game and ruleset")
    add("--waterfall", metavar="FILE.svg", type=Path, help="draw the difference of one game under one ruleset")
    add("--workers", metavar="N", type=_workers, help="processes (default: one for each processor)")
    command.set_defaults(action=rescore)


def _ruleset(text: str) -> Ruleset:
    try:
        return find(text)
    except BadRuleset as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _rulesets(text: str) -> list[Ruleset]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise argparse.ArgumentTypeError("at least one ruleset is needed, or all")
    return [ruleset for name in names for ruleset in (registered() if name == "all" else [_ruleset(name)])]


def _komi(text: str) -> Fraction | str:
    if text in {"file", "own"}:
        return text
    found = plain_number(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"file, own or a number is needed, not {text!r}")
    return found


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 1000):
        raise argparse.ArgumentTypeError(f"a number from 1 to 1000 is needed, not {text!r}")
    return int(text)


def rescore(options: argparse.Namespace) -> int:
    """Carries the command out.

    Raises:
        HarnessError: a path does not exist, no record is there, or the picture cannot be drawn.
        RulesError: the judge of dead stones cannot be had.
    """
    plan = Plan(
        tuple(options.rulesets),
        options.base,
        options.explain or options.waterfall is not None,
        options.komi if isinstance(options.komi, Fraction) else None,
        options.komi == "own",
    )
    if options.waterfall is not None and len(plan.rulesets) != 1:
        raise HarnessError("--waterfall draws one difference: name one ruleset by --rulesets")
    form = "json" if options.json else "csv" if options.csv else "table"
    orders, found = Orders(plan, options.dead_from, form), _found(options.paths)
    if options.waterfall is not None:
        _draw(found, orders, options.waterfall)
        found = _found(options.paths)
    return _write(rescored(found, orders, options.workers or os.cpu_count() or 1), writer(form, plan))


def _found(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.exists():
            raise HarnessError(f"{path}: No such file or directory")
    found = files(paths)
    first = list(islice(found, 1))
    if not first:
        raise HarnessError(f"no record (*.sgf) is in {', '.join(map(str, paths))}")
    return chain(first, found)


def _write(outcomes: Iterable[Outcome], form: Writer) -> int:
    counted = passed_over = 0
    sums: list[Summary] = []
    show(form.begin(), end="")
    for outcome in outcomes:
        if isinstance(outcome, Trouble):
            passed_over += 1
            talk(f"{outcome.path}{f' [{outcome.number + 1}]' if outcome.number else ''}: {outcome.reason}")
            continue
        counted += 1
        show(outcome.text, end="")
        sums = sums or [Summary() for _ in outcome.effects]
        for summary, effect in zip(sums, outcome.effects, strict=True):
            summary.add(effect)
    show(form.end(sums), end="")
    if passed_over:
        talk(f"{counted} games counted, {passed_over} passed over")
    return TROUBLE if passed_over else OK


def _draw(paths: Iterable[Path], orders: Orders, target: Path) -> None:
    """Draws the only game of the files; nothing where that cannot be read."""
    with contextlib.closing(Bench(orders)) as bench:
        few = list(islice((found for path in paths for found in bench.file(path)), 2))
    if len(few) != 1:
        raise HarnessError("--waterfall draws one game, and there are several")
    if isinstance(few[0], Row):
        try:
            target.write_text(picture(few[0]), encoding="utf-8")
        except OSError as error:
            raise HarnessError(f"{target}: {error.strerror}") from None


def picture(row: Row) -> str:
    """The difference of the first count of a row, as SVG. It must have been explained."""
    count = row.counts[0]
    names = f"{row.black or 'Black'} – {row.white or 'White'}, {row.size[0]}×{row.size[1]}, {row.moves} moves"
    return waterfall_svg(
        (row.base, row.base_margin),
        {part.value: value for part, value in (count.parts or {}).items()},
        (count.ruleset, count.margin),
        printable(names),
    )
