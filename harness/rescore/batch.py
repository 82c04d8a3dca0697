"""Many files at a time, in the order in which they were named, with memory for a few only."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Final, NamedTuple

from harness.errors import FailingWorkers, Unreadable
from harness.rescore.judges import PlayerJudge, guesser, judge_of
from harness.rescore.output import Written, writer
from harness.rescore.rows import Plan, Row, Trouble, rows
from harness.signals import FROM_TERMINAL
from harness.whole_files import read_whole

_CHUNK: Final = 16
"""Files that a worker gets at a time."""
_AHEAD: Final = 3
"""Chunks for each worker that are under way or wait to be written."""

Outcome = Written | Trouble


class Orders(NamedTuple):
    """What a worker has to do with each file: what to count, whom to ask for dead stones, and how to write it."""

    plan: Plan
    dead_from: str | None = None
    form: str = "table"


class Bench:
    """The players that one process asks about dead stones; each is made when it is first needed."""

    def __init__(self, orders: Orders) -> None:
        self._plan, self._writer = orders.plan, writer(orders.form, orders.plan)
        self._guesser = guesser()
        self._judge = judge_of(orders.dead_from) if orders.dead_from else None

    def written(self, path: Path) -> Iterator[Outcome]:
        """The games of one file as text."""
        for found in self.file(path):
            yield found if isinstance(found, Trouble) else self._writer.row(found)

    def file(self, path: Path) -> Iterator[Row | Trouble]:
        """The games of one file, and what of it was passed over; raises for no file."""
        name = str(path)
        try:
            data = read_whole(path)
        except Unreadable as error:
            yield Trouble(name, 0, str(error).removeprefix(f"{name}: "))
            return
        try:
            yield from rows(name, data, self._plan, self._guesser, self._judge)
        except Exception as error:  # a fault of ours must not lose the other files
            yield Trouble(name, 0, f"internal error, please report it: {type(error).__name__}: {error}")

    def close(self) -> None:
        """Ends the players."""
        players: list[PlayerJudge | None] = [self._guesser, self._judge]
        for player in filter(None, players):
            player.close()


def rescored(paths: Iterable[Path], orders: Orders, workers: int) -> Iterator[Outcome]:
    """All games of the files, in order.

    Args:
        paths: of files.
        orders: what to do with them.
        workers: processes; for a few files, or with 1, this process does the work.

    Raises:
        RulesError: the judge cannot be had.
        FailingWorkers: a worker has died.
    """
    remaining = iter(paths)
    first = list(islice(remaining, _CHUNK + 1))
    if workers == 1 or len(first) <= _CHUNK:
        yield from _here(chain(first, remaining), orders)
    else:
        yield from _by_workers(chain(first, remaining), orders, workers)


def _here(paths: Iterable[Path], orders: Orders) -> Iterator[Outcome]:
    with contextlib.closing(Bench(orders)) as bench:
        for path in paths:
            yield from bench.written(path)


def _by_workers(paths: Iterator[Path], orders: Orders, workers: int) -> Iterator[Outcome]:
    Bench(orders).close()  # says now what is missing, in one line
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_Worker.begin, initargs=(orders,))
    waiting: deque[Future[list[Outcome]]] = deque()
    size = 1 if orders.dead_from else _CHUNK  # a judge may take its time, and an interruption waits for what is under way
    try:
        while True:
            while len(waiting) < workers * _AHEAD and (chunk := list(islice(paths, size))):
                waiting.append(pool.submit(_Worker.work, chunk))
            if not waiting:
                return
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise FailingWorkers("a process that counts has died; what was written is complete up to there") from None
    finally:
        pool.shutdown(cancel_futures=True)


class _Worker:
    """What a worker process holds; the class is its only instance."""

    bench: Bench

    @classmethod
    def begin(cls, orders: Orders) -> None:
        """Called once in each process. Ctrl-C is for the process that started it."""
        for number in FROM_TERMINAL:
            signal.signal(number, signal.SIG_IGN)
        cls.bench = Bench(orders)
        Finalize(None, cls.bench.close, exitpriority=1)

    @classmethod
    def work(cls, paths: list[Path]) -> list[Outcome]:
        """The games of some files."""
        return [outcome for path in paths for outcome in cls.bench.written(path)]
