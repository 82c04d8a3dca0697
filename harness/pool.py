"""Many games at a time, each worker a process of its own.

Workers are spawned, not forked, and get everything by message: a game depends on its task alone, so any number of workers
plays the same games. A worker that dies takes its game with it and is replaced.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import selectors
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Literal

import msgspec

from gtp_rules.engines.processes import describe_exit
from harness import worker
from harness.config import Config
from harness.endings import Record
from harness.errors import FailingWorkers
from harness.recording import now, void
from harness.schedule import Task
from harness.signals import terminal_held_back

_ATTENTION = 0.2
"""Seconds between two looks at whether to stop."""
_GRACE = 10.0
"""Seconds that a worker gets to end its engines."""
_DEATHS_IN_A_ROW = 3


class _Worker:
    """A process, our end of the line to it, and the task that it is at."""

    def __init__(self, config_pack: bytes, task: Task, slot: int, cores: frozenset[int]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.slot = slot
        arguments = (theirs, config_pack, slot, cores)
        self.process: BaseProcess = context.Process(target=worker.work, args=arguments, daemon=True)
        with terminal_held_back():
            self.process.start()
        theirs.close()
        self.give(task)

    def give(self, task: Task) -> None:
        """Sends a task. A worker that has died meanwhile is found out by `take`."""
        self.task, self.started = task, now()
        with contextlib.suppress(OSError):
            self.line.send_bytes(msgspec.msgpack.encode(task))

    def take(self) -> Record | None:
        """The record of its game, or None if it has died instead."""
        try:
            return msgspec.msgpack.decode(self.line.recv_bytes(), type=Record)
        except (EOFError, OSError):
            return None

    def end(self) -> int:
        """Ends the process with its engines; its exit code, or minus a signal."""
        self.line.close()
        self.process.terminate()
        self.process.join(_GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        return self.process.exitcode or 0


class _Crew:
    """The workers that are at a game."""

    def __init__(self, config: Config, tasks: Iterable[Task], workers: int) -> None:
        self._pack = msgspec.msgpack.encode(config)
        self._tasks = iter(tasks)
        self._cores = share_cores(config.experiment.pin, workers)
        self._slots = list(range(workers))  # that no worker has
        self._at: dict[Connection, _Worker] = {}
        self._news = selectors.DefaultSelector()
        self._deaths = 0

    def __len__(self) -> int:
        return len(self._at)

    def employ(self) -> None:
        """Starts workers until there are as many as wanted, or no task is left."""
        for task in islice(self._tasks, len(self._slots)):
            slot = self._slots.pop(0)
            member = _Worker(self._pack, task, slot, self._cores[slot])
            self._at[member.line] = member
            self._news.register(member.line, selectors.EVENT_READ, member)

    def records(self) -> Iterator[Record]:
        """The records of the games that end within the next moment; their workers go on with the next tasks."""
        for ready, _ in self._news.select(_ATTENTION):
            member: _Worker = ready.data
            task, record = member.task, member.take()
            if record is not None:
                self._deaths = 0
                self._go_on(member)
                yield record
            else:
                yield self._bury(member, task)

    def _go_on(self, member: _Worker) -> None:
        following = next(self._tasks, None)
        if following is not None:
            member.give(following)
        else:
            self._forget(member)
            member.end()

    def _forget(self, member: _Worker) -> None:
        self._news.unregister(member.line)
        del self._at[member.line]

    def _bury(self, member: _Worker, task: Task) -> Record:
        self._forget(member)
        self._slots.append(member.slot)
        member.process.join(_ATTENTION)  # its line broke a moment before its end; terminating it now would hide the cause
        how = describe_exit(member.end())
        self._deaths += 1
        if self._deaths == _DEATHS_IN_A_ROW:
            raise FailingWorkers(f"{_DEATHS_IN_A_ROW} workers died one after the other, the last at {task.key} ({how})")
        self.employ()
        return void(task, member.started, f"its worker died: {how}")

    def dismiss(self) -> None:
        """Ends all workers, each with its engines."""
        for member in self._at.values():
            member.process.terminate()
        for member in self._at.values():
            member.end()
        self._news.close()


def share_cores(pin: Literal["share", "core", "off"], workers: int) -> list[frozenset[int]]:
    """The cores of each worker: one, or an equal share of all, or nothing in particular (an empty set).

    Nothing in particular as well where the system cannot say, or where there are more workers than cores.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if pin == "off" or workers > len(cores):
        return [frozenset()] * workers
    width = 1 if pin == "core" else len(cores) // workers
    return [frozenset(cores[slot * width : (slot + 1) * width]) for slot in range(workers)]


def play_all(
    config: Config,
    tasks: Iterable[Task],
    workers: int,
    stopping: Callable[[], bool] = lambda: False,
    look: Callable[[int], None] = lambda _: None,
) -> Generator[Record]:
    """Plays the tasks and yields their records as the games end.

    Close the iterator, or let `stopping` return True, to drop the games at hand; either way no process is left.

    Args:
        config: the experiment.
        tasks: its games.
        workers: games at a time.
        stopping: asked several times a second whether to stop.
        look: told several times a second how many games are in play.

    Raises:
        FailingWorkers: workers die one after the other.
    """
    crew = _Crew(config, tasks, workers)
    try:
        crew.employ()
        while crew and not stopping():
            look(len(crew))
            yield from crew.records()
    finally:
        crew.dismiss()
