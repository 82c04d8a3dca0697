"""The command line. Standard output is the product, standard error the talk."""

from __future__ import annotations

import argparse
import contextlib
import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import gtp_rules
from gtp_rules.engines.processes import leave
from gtp_rules.errors import RulesError
from harness import experiment, komi, records
from harness.answer import command as answering
from harness.checking import check
from harness.config import Config
from harness.console import show, show_line, talk
from harness.errors import DamagedStore, HarnessError, NoStore
from harness.estimate import command as estimating
from harness.figures import command as figures
from harness.loading import load
from harness.lock import Lock, holder
from harness.report import command as reporting
from harness.rescore import command as rescore
from harness.rules import specifications
from harness.schedule import pairings, tasks
from harness.signals import handled_by
from harness.solve import command as solving
from harness.stopping import ask_to_stop
from harness.store import erase

OK, TROUBLE, USAGE, STORE, INTERRUPTED = 0, 1, 2, 3, 130

_EPILOG = """\
exit codes:
  0    all is well
  1    some games ended by trouble (an illegal move, a dead engine …), or a player failed its check
  2    the command line, the configuration, a record or a player cannot be used, or there is none
  3    the store is in use, not ours, or of another configuration
  130  interrupted (Ctrl-C, SIGTERM, SIGHUP, stop); what is stored stays, the same command goes on

docs/config.md describes the configuration file."""


def run_command(arguments: Sequence[str]) -> int:
    """Carries out one command line.

    Returns:
        The exit code. Wrong arguments end the program by ``SystemExit`` with code 2, as argparse does.
    """
    options = _parser().parse_args(arguments)
    received: list[int] = []

    def note_and_leave(number: int, frame: FrameType | None) -> None:
        received.append(number)
        leave(number, frame)

    try:
        with handled_by(note_and_leave):
            return _carry_out(options)
    except SystemExit:
        if not received:
            raise
        talk("interrupted")
        return INTERRUPTED


def _carry_out(options: argparse.Namespace) -> int:
    action: Callable[..., int] = options.action
    try:
        return action(options, load(options.config)) if "config" in options else action(options)
    except HarnessError as error:
        talk(f"gtp-harness: {error}")
        return error.exit_code
    except RulesError as error:
        talk(f"gtp-harness: {error}")
        return USAGE
    except BrokenPipeError:  # the reader of our output has had enough
        return OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gtp-harness",
        description="Matches between Go players under historical rules, refereed and kept.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=gtp_rules.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, action, text, add in (
        ("run", _run, "play the games that are missing, and print the report", _add_run_options),
        ("check", _check, "start every player once and let it make a move", _add_nothing),
        ("status", _status, "say how many games of each pairing are played", _add_nothing),
        ("report", _report, "print the report on the games so far, or write it as one HTML file", reporting.add_report_options),
        ("export", _export, "write the games as a table: CSV, JSON Lines or Parquet", reporting.add_export_options),
        ("finding", answering.carry_out, "write a page that answers the experiment's question", answering.add_options),
        ("stop", _stop, "have a running harness finish the games at hand and stop", _add_nothing),
        ("reset", _reset, "remove all games of the experiment", _add_consent),
    ):
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.add_argument("config", metavar="CONFIG", type=Path, help="the TOML file of the experiment")
        command.set_defaults(action=action)
        add(command)
    _add_record_commands(commands)
    return parser


def _add_record_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    text = "replay exported records, phases included, and confirm their results"
    command = commands.add_parser("audit", help=text, description=f"{text[0].upper()}{text[1:]}.")
    command.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="SGF files, or folders of them")
    command.set_defaults(action=_audit)
    text = "draw a position of a record with its marks"
    command = commands.add_parser("picture", help=text, description=f"{text[0].upper()}{text[1:]}.")
    command.add_argument("file", metavar="FILE.sgf", type=Path, help="the record")
    command.add_argument("--move", metavar="N", type=_count, help="the position before this move (default: the last one)")
    command.add_argument("-o", "--output", metavar="FILE", type=Path, help="FILE.svg or FILE.png (default: beside the record)")
    command.set_defaults(action=_picture)
    rescore.add_parser(commands)
    solving.add_parser(commands)
    figures.add_parser(commands)
    estimating.add_parser(commands)


def _add_nothing(_: argparse.ArgumentParser) -> None:
    pass


def _add_run_options(command: argparse.ArgumentParser) -> None:
    where = command.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=_count, help="games at a time, instead of the file's number")
    where.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster: HOST:PORT, a scheduler file, or local:N")
    command.add_argument("--retry", action="store_true", help="play the games again that ended by trouble")
    _add_format(command)


def _add_format(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", choices=("text", "json"), default="text", help="of the report (default: text)")


def _add_consent(command: argparse.ArgumentParser) -> None:
    command.add_argument("--yes", action="store_true", help="needed: the games are gone afterwards")


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 up is needed, not {text!r}")
    return number


# -- the commands


def _run(options: argparse.Namespace, config: Config) -> int:
    workers = options.workers or config.experiment.workers
    result = experiment.run(config, workers, talk, retry=options.retry, cluster=options.cluster)
    with contextlib.suppress(BrokenPipeError):  # nobody reads the report, and the games are what was asked for
        show(reporting.plain(options.format, config, result), end="")
    if result.interrupted:
        where = ["--cluster", options.cluster] if options.cluster else []
        again = shlex.join(["gtp-harness", "run", str(options.config), *where])
        talk(f"interrupted; {len(result.records)} of {result.planned} games are stored. To go on: {again}")
        return INTERRUPTED
    troubled = sum(record.ending.trouble for record in result.records)
    if troubled:
        talk(f"{troubled} of {len(result.records)} games ended by trouble; run --retry plays them again")
    return TROUBLE if troubled else OK


def _check(_: argparse.Namespace, config: Config) -> int:
    failed = 0
    for finding in check(config):
        failed += finding.mark != "ok"
        show_line(f"{finding.mark:4}  {finding.player}  {finding.ruleset}  {finding.text}")
    return TROUBLE if failed else OK


def _status(_: argparse.Namespace, config: Config) -> int:
    try:
        result = experiment.stored(config)
    except NoStore:
        result = experiment.Result(len(list(tasks(config))), [])
    played = Counter((record.task.ruleset, record.task.first, record.task.second) for record in result.records)
    _tell_differences(result)
    show_line(f"{config.experiment.name}: {len(result.records)} of {result.planned} games in {experiment.directory(config)}")
    for ruleset in specifications(config, config.experiment.rulesets):
        for pairing in pairings(config):
            games = played[ruleset, pairing.first, pairing.second]
            show_line(f"  {ruleset}  {pairing.label}: {games} of {pairing.games * len(config.experiment.boards)}")
    for line in komi.report(config, result.records):
        show_line(f"  {line}")
    at_work = holder(experiment.directory(config))
    if at_work:
        show_line(f"at work: {at_work}")
    return OK


def _report(options: argparse.Namespace, config: Config) -> int:
    result = experiment.stored(config)
    _tell_differences(result)
    reporting.write_report(options, config, result, talk)
    return OK


def _export(options: argparse.Namespace, config: Config) -> int:
    reporting.write_export(options, config, talk)
    return OK


def _tell_differences(result: experiment.Result) -> None:
    if result.differences:
        what = "; ".join(result.differences)
        talk(f"gtp-harness: the games were played under another configuration than the file's: {what}")


def _stop(_: argparse.Namespace, config: Config) -> int:
    place = experiment.directory(config)
    asked = ask_to_stop(place)
    if asked is None:
        talk(f"gtp-harness: nobody is at work in {place}")
        return USAGE
    talk(f"{asked} finishes the games at hand and stops")
    return OK


def _reset(options: argparse.Namespace, config: Config) -> int:
    place = experiment.directory(config)
    try:
        what = f"{len(experiment.stored(config).records)} games"
    except DamagedStore:
        what = "a damaged store, but not the records of games, which it can no longer name,"
    if not options.yes:
        talk(f"gtp-harness: this would remove {what} from {place}; say --yes to do it")
        return USAGE
    with Lock(place):
        erase(place)
    talk(f"removed {what} from {place}")
    return OK


def _audit(options: argparse.Namespace) -> int:
    checked = failed = 0
    paths = list(records.files(options.paths))
    if not paths:
        raise HarnessError(f"no record (*.sgf) is in {', '.join(map(str, options.paths))}")
    for path in paths:
        found = records.audit_file(path)
        checked += 1
        failed += bool(found)
        for sentence in found:
            show_line(f"{path}: {sentence}")
    show_line(f"{checked - failed} of {checked} records confirmed")
    return TROUBLE if failed else OK


def _picture(options: argparse.Namespace) -> int:
    target = options.output or options.file.with_suffix(".svg")
    records.picture(options.file, options.move, target)
    talk(f"wrote {target}")
    return OK
