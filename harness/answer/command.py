"""The command ``gtp-harness finding``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from harness import experiment
from harness.answer.answers import Answer
from harness.answer.counts import counts
from harness.answer.disputes import disputes
from harness.answer.finals import Final, finals
from harness.answer.first_move import first_move
from harness.answer.page import About, page
from harness.answer.players import players
from harness.answer.shape import shape
from harness.config import Config
from harness.console import talk
from harness.endings import Record
from harness.errors import ConfigChanged, HarnessError
from harness.report.command import written
from harness.rules import resolve
from harness.store import Store, read_store


def add_options(command: argparse.ArgumentParser) -> None:
    """What ``finding`` understands."""
    command.add_argument("-o", "--output", metavar="FILE", type=Path, help="where to write it (default: standard output)")


def carry_out(options: argparse.Namespace, config: Config) -> int:
    """Writes the page; returns the exit code.

    Raises:
        ConfigChanged: the games are those of another configuration.
        HarnessError: there is no question, nothing was played, or the file cannot be written.
    """
    finding = config.finding
    if finding is None:
        raise HarnessError(f"{options.config}: there is no [finding] with a title, a question, a design and measures")
    result = experiment.stored(config)
    if result.differences:
        what = "; ".join(result.differences)
        raise ConfigChanged(f"{options.config}: the games were played under another configuration: {what}")
    with closing(read_store(experiment.directory(config))) as store:
        answers = [_measured(measure, config, result.records, store) for measure in finding.measures]
    target = None if options.output is None else str(options.output)
    whole = page(About(config, finding, str(options.config), target, result.planned), result.records, answers)
    with written(options.output) as stream:
        stream.write(whole.encode("utf-8" if options.output else sys.stdout.encoding or "utf-8", "replace"))
    if options.output is not None:
        talk(f"wrote {options.output}")
    return 0


def _measured(measure: str, config: Config, records: list[Record], store: Store) -> Answer:
    def ends() -> list[Final]:
        return list(finals(records, lambda record: store.sgf(record.task.key)))

    movers = {record.task.ruleset: resolve(config, record.task.ruleset).opening.first.color for record in records}
    measures: dict[str, Callable[[], Answer]] = {
        "players": lambda: players(records),
        "counts": lambda: counts(records),
        "first-move": lambda: first_move(records, movers),
        "shape": lambda: shape(ends()),
        "disputes": lambda: disputes(records, ends()),
    }
    return measures[measure]()
