"""An experiment from its file to its table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from harness import changes
from harness.config import Config
from harness.endings import Record
from harness.errors import ConfigChanged, DamagedStore, FailingPlayer, HarnessError
from harness.komi import wave
from harness.lock import Lock
from harness.players import probe
from harness.progress import Progress
from harness.recording import now
from harness.rules import specifications
from harness.schedule import Task, pairings, tasks
from harness.sequential import Tests
from harness.signals import handled_by
from harness.stopping import asked_to_stop
from harness.store import GAMES, Store, open_store, read_store
from harness.venue import Play, venue

if TYPE_CHECKING:
    from harness.cluster.connecting import Where

Say = Callable[[str], None]
_TOO_MANY = 2


class Result(NamedTuple):
    """Where an experiment stands.

    Attributes:
        planned: games that the configuration asks for.
        records: games that are stored and asked for.
        interrupted: whether a signal ended the run.
        differences: in what the configuration contradicts the one that the games were played under.
    """

    planned: int
    records: list[Record]
    interrupted: bool = False
    differences: tuple[str, ...] = ()


def directory(config: Config) -> Path:
    """Where the results of an experiment are, absolute: as the file says, or ``runs/`` and a safe form of its name.

    Raises:
        HarnessError: the file names the home of somebody whom the system does not know.
    """
    if config.experiment.directory is not None:
        try:
            return Path(config.experiment.directory).expanduser().absolute()
        except RuntimeError:  # ~ of nobody
            raise HarnessError(f"experiment.directory: there is no folder {config.experiment.directory!r}") from None
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in config.experiment.name)
    return Path("runs", safe.strip(".") or "experiment").absolute()


def run(config: Config, workers: int, say: Say, *, retry: bool = False, cluster: Where | None = None) -> Result:
    """Plays the games that are not stored yet.

    Args:
        config: the experiment.
        workers: games at a time.
        say: gets one line at a time for people.
        retry: play the games again that ended by trouble.
        cluster: the address of a cluster, or a client of it, or what starts its workers: they play, as many as they are.

    Raises:
        UnavailablePlayer: before the first game, if a player cannot be had.
        StoreLocked, ForeignStore, ConfigChanged, FailingPlayer: see there.
        HarnessError: the directory cannot be made or written.
    """
    for name, player in config.players.items() if cluster is None else ():
        probe(name, player)
    place = directory(config)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HarnessError(f"{place}: {error.strerror}") from None
    with Lock(place), closing(open_store(place)) as store:
        _accept_changes(store, config, place, say)
        if restored := store.restore_files():
            say(f"{restored} records were missing in {place / GAMES} and are written again")
        if retry:
            say(f"{store.forget_trouble()} games that ended by trouble are played again")
        with venue(cluster, workers, say) as play:
            interrupted = _play_missing(store, config, play, say)
        return _result(store, config, interrupted=interrupted)


def stored(config: Config) -> Result:
    """Where the experiment stands, from its store; nothing is changed.

    Raises:
        NoStore: nothing was played yet.
        HarnessError: the store is not ours.
    """
    with closing(read_store(directory(config))) as store:
        before = store.snapshot
        differences = [] if before is None else _compare(directory(config), before, changes.snapshot(config)).refused
        return _result(store, config)._replace(differences=tuple(differences))


def _result(store: Store, config: Config, *, interrupted: bool = False) -> Result:
    planned = {task.key for task in tasks(config)}
    records = [record for record in store.records() if record.task.key in planned]
    return Result(len(planned), in_order(config, records), interrupted)


def in_order(config: Config, records: Iterable[Record]) -> list[Record]:
    """The records, and the recounts in each, in the order of the file: by ruleset, then by pairing, then by number."""
    experiment = config.experiment
    rulesets = {text: place for place, text in enumerate(specifications(config, [*experiment.rulesets, *experiment.counts]))}
    meetings = {pairing[:2]: place for place, pairing in enumerate(pairings(config))}
    last = len(rulesets) + len(meetings)

    def place(record: Record) -> tuple[int, int, int]:
        task = record.task
        return rulesets.get(task.ruleset, last), meetings.get((task.first, task.second), last), task.index

    def inside(record: Record) -> Record:
        recounts = sorted(record.recounts, key=lambda each: rulesets.get(each.ruleset, last))
        return msgspec.structs.replace(record, recounts=tuple(recounts))

    return sorted(map(inside, records), key=place)


def _compare(place: Path, before: dict[str, Any], after: dict[str, Any]) -> changes.Changes:
    try:
        return changes.compare(before, after)
    except (KeyError, TypeError, AttributeError) as error:
        raise DamagedStore(f"{place}: the stored configuration is damaged ({error!r}); reset --yes removes it") from error


def _accept_changes(store: Store, config: Config, place: Path, say: Say) -> None:
    before, after = store.snapshot, changes.snapshot(config)
    if before is None and store.keys():
        raise DamagedStore(f"{place} holds games, but not the configuration that they were played under")
    if before is not None:
        found = _compare(place, before, after)
        if found.refused:
            what = "; ".join(found.refused)
            raise ConfigChanged(
                f"{place} holds games of another configuration: {what}. "
                "Only games and players can be added: give the experiment another name or directory, or reset it"
            )
        for line in found.allowed:
            say(f"changed since the last run: {line}")
    store.keep_snapshot(after, now())


def _play_missing(store: Store, config: Config, play: Play, say: Say) -> bool:
    """Plays what is missing and stores it; True if somebody ended it.

    Raises:
        FailingPlayer: the configuration wants a halt after two games that one player spoilt.
    """
    listed = list(tasks(config))
    known = store.keys()
    missing = [task for task in listed if task.key not in known]
    if known and missing:
        say(f"{len(listed) - len(missing)} of {len(listed)} games are stored; the others follow")
    progress = Progress(len(listed), len(listed) - len(missing))
    watch = Watch(config)
    tests = Tests(config, store.records() if config.experiment.sprt else ())
    with _signals() as leaving, closing(progress), asked_to_stop(store.directory) as stopping:

        def over() -> bool:
            return leaving() or (stopping() and not progress.playing)

        while missing and not (leaving() or stopping()):
            earlier = list(store.records()) if config.experiment.searches_komi else []
            ready = list(wave(config, missing, earlier))
            begun = until(stopping, tests.undecided(ready))
            with closing(play(config, begun, stopping=over, look=progress.look)) as records:
                for record in records:
                    store.add(record)
                    progress.add(record)
                    watch.look(record)
                    if decision := tests.add(record):
                        say(decision)
            played = {task.key for task in ready}
            missing = [task for task in missing if task.key not in played]
        return leaving() or stopping()


def until(stopping: Callable[[], bool], listed: Iterable[Task]) -> Iterator[Task]:
    """The games to begin, as long as nobody has asked to stop."""
    for task in listed:
        if stopping():
            return
        yield task


class Watch:
    """Looks out for a player that spoils one game after the other, where that is to end the run."""

    def __init__(self, config: Config) -> None:
        self._on = config.experiment.trouble == "halt"
        self._failed: dict[str, int] = {}

    def look(self, record: Record) -> None:
        """Takes note of a game.

        Raises:
            FailingPlayer: somebody has spoilt two of its games in a row.
        """
        if not self._on:
            return
        sides = {"black": record.task.black, "white": record.task.white}
        for color, name in sides.items():
            spoilt = record.ending.trouble and record.detail.startswith(f"{color} (")
            self._failed[name] = self._failed.get(name, 0) + 1 if spoilt else 0
            if self._failed[name] == _TOO_MANY:
                raise FailingPlayer(
                    f"{name} has spoilt {_TOO_MANY} games in a row, the last at {record.task.key} "
                    f"({record.ending.value}: {record.detail}); run --retry plays them again"
                )


@contextlib.contextmanager
def _signals() -> Iterator[Callable[[], bool]]:
    """Turns Ctrl-C and SIGTERM into a question that can be asked between two games, so that no write is broken off."""
    received: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        received.append(number)

    with handled_by(note):
        yield lambda: bool(received)
