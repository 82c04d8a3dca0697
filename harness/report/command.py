"""The commands ``report`` and ``export``: from a store to standard output or a file."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import BinaryIO

from harness import experiment, export
from harness.config import Config
from harness.console import product
from harness.endings import Record
from harness.errors import HarnessError
from harness.filenames import stem
from harness.nearest import nearest
from harness.ratings import Anchor
from harness.report.data import values
from harness.report.games import Files
from harness.report.page import PICTURES, About, html
from harness.report.terminal import text
from harness.schedule import tasks
from harness.sequential import tested
from harness.store import GAMES, Store, read_store

Say = Callable[[str], None]
_MOST_ELO = 100_000.0


def add_report_options(command: argparse.ArgumentParser) -> None:
    """What ``report`` understands."""
    add = command.add_argument
    add("--format", choices=("text", "json", "html"), default="text", help="of the report (default: text)")
    add("-o", "--output", metavar="FILE", type=Path, help="where to write it (default: standard output)")
    add("--pictures", metavar="N", type=_amount, default=PICTURES, help="final positions in html (default: %(default)s)")
    add("--anchor", metavar="PLAYER=ELO", type=_anchor, help="sets the scale of the ratings (default: their mean is 0)")


def add_export_options(command: argparse.ArgumentParser) -> None:
    """What ``export`` understands."""
    add = command.add_argument
    add("--format", choices=export.FORMATS, default="csv", help="of the table (default: csv)")
    add("--table", choices=tuple(export.TABLES), default="games", help="a row for each game, or for each recount of it")
    add("-o", "--output", metavar="FILE", type=Path, help="where to write it (default: standard output)")


def _anchor(text: str) -> Anchor:
    player, equals, number = text.rpartition("=")
    try:
        elo = float(number)
    except ValueError:
        elo = inf
    if not equals or not abs(elo) <= _MOST_ELO:
        raise argparse.ArgumentTypeError(f"a player's name, = and a number are needed, not {text!r}")
    return Anchor(player, elo)


def _amount(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"a number from 0 to 1000 is needed, not {text!r}")
    return number


def plain(form: str, config: Config, result: experiment.Result, anchor: Anchor | None = None) -> str:
    """The report as text or JSON, ending in a line end."""
    name = config.experiment.name
    tests = tested(config, result.records)
    if form == "json":
        return json.dumps(values(name, result.planned, result.records, tests, anchor), ensure_ascii=False, indent=2) + "\n"
    return text(name, result.planned, result.records, tests, anchor)


def write_report(options: argparse.Namespace, config: Config, result: experiment.Result, say: Say) -> None:
    """Carries out ``report``.

    Raises:
        HarnessError: the file cannot be written, or a player that is named does not exist.
    """
    anchor = options.anchor
    if anchor is not None and anchor.player not in config.players:
        raise HarnessError(f"--anchor: there is no player {anchor.player!r}{nearest(anchor.player, config.players)}")
    if options.format == "html":
        whole, encoding = page(config, result, options), "utf-8"
    else:
        whole = plain(options.format, config, result, options.anchor)
        encoding = "utf-8" if options.output else sys.stdout.encoding or "utf-8"
    with written(options.output) as stream:
        stream.write(whole.encode(encoding, "replace"))
    if options.output is not None:
        say(f"wrote {options.output}")


def page(config: Config, result: experiment.Result, options: argparse.Namespace) -> str:
    """The report as HTML. Its links to records start from the folder that it is written to, or that the program runs in."""
    place = experiment.directory(config)
    here = (options.output.parent if options.output else Path()).absolute()
    warning = (
        f"The games were played under another configuration: {'; '.join(result.differences)}." if result.differences else ""
    )
    about = About(
        config.experiment.name, result.planned, _facts(config), tested(config, result.records), warning, options.anchor
    )
    with closing(read_store(place)) as store:
        return html(about, result.records, Files(lambda record: _link(place, here, record), _sgf(store)), options.pictures)


def _facts(config: Config) -> list[str]:
    settings = config.experiment
    boards = ", ".join(settings.boards).replace("x", "×")
    komi = "komi of each ruleset" if settings.komi is None else f"komi {settings.komi}"
    opening = [f"{settings.opening_moves} random opening moves"] if settings.opening_moves else []
    return [boards, komi, *opening, f"seed {settings.seed}"]


def _link(place: Path, here: Path, record: Record) -> str | None:
    path = place / GAMES / f"{stem(record.task)}.sgf"
    try:
        return Path(os.path.relpath(path, here)).as_posix() if path.is_file() else None
    except (OSError, ValueError):  # another drive
        return None


def _sgf(store: Store) -> Callable[[Record], bytes]:
    def find(record: Record) -> bytes:
        try:
            return store.sgf(record.task.key)
        except KeyError:  # removed since the list was read
            return b""

    return find


def write_export(options: argparse.Namespace, config: Config, say: Say) -> None:
    """Carries out ``export``.

    Raises:
        NoStore: nothing was played yet.
        HarnessError: the file cannot be written, or an extra is not installed.
    """
    if options.output is None and options.format == "parquet":
        raise HarnessError("parquet is no text: say -o FILE")
    planned = {task.key for task in tasks(config)}
    with closing(read_store(experiment.directory(config))) as store, written(options.output) as stream:
        records = (record for record in store.records() if record.task.key in planned)
        rows = export.export(records, options.table, options.format, stream)
    if options.output is not None:
        say(f"wrote {rows} rows to {options.output}")


@contextlib.contextmanager
def written(target: Path | None) -> Iterator[BinaryIO]:
    """A stream whose bytes are at the target once all has gone well, and nowhere otherwise; or standard output.

    A pipe or a device gets them as they come.

    Raises:
        HarnessError: the target cannot be written.
    """
    if target is None:
        with product() as stream:
            yield stream
        return
    try:
        if not target.name or target.is_dir():
            raise HarnessError(f"{target}: is a folder")
        if target.exists() and not target.is_file():  # a pipe, or a device such as /dev/stdout, is not to be replaced
            with target.open("wb") as stream:
                yield stream
        else:
            with _renamed(Path(os.path.realpath(target))) as stream:
                yield stream
    except OSError as error:
        raise HarnessError(f"{target}: {error.strerror or error}") from None


@contextlib.contextmanager
def _renamed(target: Path) -> Iterator[BinaryIO]:
    """A stream to a file beside the target, which gets its name in the end."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        with partial.open("wb") as stream:
            yield stream
        partial.replace(target)
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
