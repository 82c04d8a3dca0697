"""An experiment from its file to its table."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from harness import changes
from harness.config import Config
from harness.endings import Record
from harness.errors import ConfigChanged, HarnessError
from harness.lock import Lock
from harness.players import probe
from harness.pool import play_all
from harness.progress import Progress
from harness.recording import now
from harness.schedule import Task, tasks
from harness.store import Store, open_store, read_store

Say = Callable[[str], None]


class Result(NamedTuple):
    """Where an experiment stands.

    Attributes:
        planned: games that the configuration asks for.
        records: games that are stored and asked for.
        interrupted: whether a signal ended the run.
    """

    planned: int
    records: list[Record]
    interrupted: bool = False


def directory(config: Config) -> Path:
    """Where the results of an experiment are: as the file says, or ``runs/`` and a safe form of its name."""
    if config.experiment.directory is not None:
        return Path(config.experiment.directory).expanduser()
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in config.experiment.name)
    return Path("runs", safe.strip(".") or "experiment")


def run(config: Config, workers: int, say: Say, *, retry: bool = False) -> Result:
    """Plays the games that are not stored yet.

    Args:
        config: the experiment.
        workers: games at a time.
        say: gets one line at a time for people.
        retry: play the games again that ended by trouble.

    Raises:
        UnavailablePlayer: before the first game, if a player cannot be had.
        StoreLocked, ForeignStore, ConfigChanged: see there.
        HarnessError: the directory cannot be made or written.
    """
    for name, player in config.players.items():
        probe(name, player)
    place = directory(config)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HarnessError(f"{place}: {error.strerror}") from None
    with Lock(place), closing(open_store(place)) as store:
        _accept_changes(store, config, place, say)
        if retry:
            say(f"{store.forget_trouble()} games that ended by trouble are played again")
        interrupted = _play_missing(store, config, workers, say)
        return _result(store, config, interrupted=interrupted)


def stored(config: Config) -> Result:
    """Where the experiment stands, from its store; nothing is changed.

    Raises:
        HarnessError: there is no store, or it is not ours.
    """
    with closing(read_store(directory(config))) as store:
        return _result(store, config)


def _result(store: Store, config: Config, *, interrupted: bool = False) -> Result:
    planned = {task.key for task in tasks(config)}
    return Result(len(planned), [record for record in store.records() if record.task.key in planned], interrupted)


def _accept_changes(store: Store, config: Config, place: Path, say: Say) -> None:
    before, after = store.snapshot, changes.snapshot(config)
    if before is not None:
        found = changes.compare(before, after)
        if found.refused:
            what = "; ".join(found.refused)
            raise ConfigChanged(
                f"{place} holds games of another configuration: {what}. "
                "Only games and players can be added: give the experiment another name or directory, or reset it"
            )
        for line in found.allowed:
            say(f"changed since the last run: {line}")
    store.keep_snapshot(after, now())


def _play_missing(store: Store, config: Config, workers: int, say: Say) -> bool:
    """Plays what is missing and stores it; True if a signal ended it."""
    listed = list(tasks(config))
    known = store.keys()
    missing: list[Task] = [task for task in listed if task.key not in known]
    if known and missing:
        say(f"{len(listed) - len(missing)} of {len(listed)} games are stored; the others follow")
    progress = Progress(len(listed), len(listed) - len(missing))
    with _signals() as stopping, closing(play_all(config, missing, workers, stopping)) as records:
        try:
            for record in records:
                store.add(record)
                progress.add(record)
        finally:
            progress.close()
        return stopping()


@contextlib.contextmanager
def _signals() -> Iterator[Callable[[], bool]]:
    """Turns Ctrl-C and SIGTERM into a question that can be asked between two games, so that no write is broken off."""
    received: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        received.append(number)

    numbers = [signal.SIGINT, signal.SIGTERM]
    before = [signal.signal(number, note) for number in numbers]
    try:
        yield lambda: bool(received)
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
