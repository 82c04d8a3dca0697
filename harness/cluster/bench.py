"""What is at work on a worker of a cluster: processes that play, one for each thread of the worker at most.

A game never runs in the worker's own process: whatever it does ends its own process, and ending that one ends its engines.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from distributed import Reschedule, Worker, WorkerPlugin, get_worker

from gtp_rules.engines.processes import describe_exit
from harness.cluster.fitness import examine
from harness.seat import Seat

PLAYED, DIED, UNFIT = "played", "died", "unfit"

Answer = tuple[str, str, bytes]
"""`PLAYED`, the worker's address and the record as msgpack; `DIED` or `UNFIT`, the address, and the reason as UTF-8."""


class Bench(WorkerPlugin):
    """The processes of one worker that play one run of an experiment.

    It travels to each worker, those that come later included, as plain data, and is set up there.
    """

    def __init__(self, name: str, config_pack: bytes, code: str) -> None:
        """Begins without a process.

        Args:
            name: of the run.
            config_pack: the experiment, as msgpack.
            code: what the workers must run, see `harness.cluster.fitness.code`.
        """
        self.name, self._pack, self._code = name, config_pack, code

    def setup(self, worker: Worker) -> None:
        """Arrives on a worker."""
        self._address = worker.address
        self._lock = threading.Lock()
        self._idle: list[Seat] = []
        self._busy: list[Seat] = []
        self._closed = self._examined = False
        self._complaint: str | None = None

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - the interface of plugins
        """Ends all processes; the games at hand are dropped."""
        with self._lock:
            self._closed = True
            idle, busy = self._idle, list(self._busy)
            self._idle = []
        for seat in idle:
            seat.hang_up()
        for seat in busy:
            seat.terminate()
        for seat in busy:
            seat.stop()
        for seat in idle:
            seat.end()

    def play(self, task_pack: bytes) -> Answer:
        """Plays a game.

        Raises:
            Reschedule: this worker is about to end, so that another one must play it.
        """
        if complaint := self._examine():
            return UNFIT, self._address, complaint.encode()
        while True:
            with self._seat() as seat:
                before = seat.games
                record = seat.play(task_pack)
            if record is not None:
                return PLAYED, self._address, record
            code = seat.end()
            if self._closed:
                raise Reschedule
            if not (code == 0 and before):  # else it had just tired of waiting
                return DIED, self._address, describe_exit(code).encode()

    def _examine(self) -> str | None:
        with self._lock:
            if not self._examined:
                self._complaint, self._examined = examine(self._pack, self._code), True
            return self._complaint

    @contextlib.contextmanager
    def _seat(self) -> Iterator[Seat]:
        """A process for one game. It is kept for the next one if it has played it."""
        seat = self._take()
        before = seat.games
        try:
            yield seat
        finally:
            with self._lock:
                self._busy.remove(seat)
                if seat.games > before and not self._closed:
                    self._idle.append(seat)

    def _take(self) -> Seat:
        with self._lock:
            if self._closed:
                raise Reschedule
            while self._idle:
                seat = self._idle.pop()
                if seat.alive:
                    break
                seat.end()
            else:
                taken = {each.slot for each in (*self._busy, *self._idle)}
                seat = Seat(self._pack, next(slot for slot in range(len(taken) + 1) if slot not in taken))
            self._busy.append(seat)
            return seat


def play_game(name: str, task_pack: bytes) -> Answer:
    """The task that is given to a cluster: plays a game on the bench of this name.

    Args:
        name: of the run.
        task_pack: a `harness.schedule.Task`, as msgpack.
    """
    bench = get_worker().plugins[name]
    assert isinstance(bench, Bench)
    return bench.play(task_pack)
