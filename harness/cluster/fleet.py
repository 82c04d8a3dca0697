"""The games of an experiment on the workers of a cluster, from our side.

The scheduler gives the games to the workers, and those of a worker that is lost to others. We keep few games with it at a
time, so that a test which is decided ends soon, and take the result of each game once: by the key of the request, which is
forgotten as soon as the game has ended.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple, Protocol, cast
from uuid import uuid4

import msgspec
from distributed import CancelledError, Client, KilledWorker

from harness.cluster.bench import PLAYED, UNFIT, Answer, Bench, play_game
from harness.cluster.fitness import code, examine
from harness.config import Config
from harness.endings import Record
from harness.errors import FailingWorkers, HarnessError
from harness.recording import now, void
from harness.schedule import Task

_ATTENTION = 0.2
"""Seconds between two looks at whether to stop."""
_MUSTER = 0.5
"""Seconds between two looks at who is there."""
_FETCH = 1.0
"""Seconds that a result may take to come; then others go first."""
_AHEAD = 2
"""Games that are given away for each thread of the workers, those in play included."""
_DEATHS_IN_A_ROW = 3
_TOLD = 3

Say = Callable[[str], None]


class _Future(Protocol):
    """What we use of `distributed.Future`."""

    key: str

    def result(self, timeout: float) -> Answer: ...
    def add_done_callback(self, fn: Callable[[_Future], object]) -> None: ...


class _Service(Protocol):
    """What we use of `distributed.Client`."""

    def submit(self, function: Callable[..., Answer], *arguments: object, **settings: Any) -> _Future: ...
    def nthreads(self) -> Mapping[str, int]: ...
    def run(self, function: Callable[..., str | None], *arguments: object, on_error: str) -> Mapping[str, object]: ...
    def register_plugin(self, plugin: Bench, name: str) -> object: ...
    def unregister_worker_plugin(self, name: str) -> object: ...
    def cancel(self, futures: list[_Future], *, force: bool) -> object: ...


class _Game(NamedTuple):
    """A game that the scheduler has.

    Attributes:
        task: the game.
        started: when we gave it away.
        future: its result.
        among: the workers that may play it; None: all.
        alone: whether nothing else is in play, so that what becomes of its worker is through it.
    """

    task: Task
    started: str
    future: _Future
    among: frozenset[str] | None
    alone: bool


class _Fleet:
    """The workers, and the games that they have."""

    def __init__(self, client: _Service, config: Config, tasks: Iterable[Task], say: Say) -> None:
        self._client, self._tasks, self._say = client, iter(tasks), say
        self._pack = msgspec.msgpack.encode(config)
        self.name = f"gtp-harness-{uuid4().hex}"
        self._numbers = count(1)
        self._threads: Mapping[str, int] = {}  # of each worker that is there
        self._unfit: dict[str, str] = {}
        self._looked = -_MUSTER
        self._waiting = False
        self._deaths = 0
        self._at: dict[str, _Game] = {}
        self._again: deque[Task] = deque()
        self._suspects: deque[Task] = deque()  # whose workers have died, maybe through another game that they had
        self._ended: queue.SimpleQueue[_Future] = queue.SimpleQueue()

    # -- workers

    def call_up(self) -> None:
        """Examines the workers that are there, and has all, those that come later included, make ready.

        Raises:
            HarnessError: a worker cannot play; the text names it, and what it lacks.
        """
        found = self._client.run(examine, self._pack, code(), on_error="return")
        here = {address: answer for address, answer in found.items() if not isinstance(answer, OSError)}  # the others have left
        complaints = [f"worker {address} on {_words(answer)}" for address, answer in sorted(here.items()) if answer is not None]
        if complaints:
            more = len(complaints) - _TOLD
            raise HarnessError("; ".join([*complaints[:_TOLD], *([f"and {more} more workers"] if more > 0 else [])]))
        self._client.register_plugin(Bench(self.name, self._pack, code()), name=self.name)

    def muster(self) -> None:
        """Looks now and then who is there."""
        moment = time.monotonic()
        if moment - self._looked < _MUSTER:
            return
        self._looked, self._threads = moment, self._client.nthreads()
        self._unfit = {address: why for address, why in self._unfit.items() if address in self._threads}
        for key, game in list(self._at.items()):
            if game.among is not None and game.among.isdisjoint(self._fit):  # it would wait for them for ever
                self._replay(key)
        if self._waiting != (not self._threads):
            self._waiting = not self._threads
            self._say("no worker is there; waiting for one" if self._waiting else "workers are there")

    @property
    def _fit(self) -> list[str]:
        return [address for address in self._threads if address not in self._unfit]

    @property
    def _slots(self) -> int:
        """Games that can be played at a time."""
        return sum(self._threads[address] for address in self._fit)

    @property
    def playing(self) -> int:
        """Games that are in play, as far as we can tell."""
        return min(self._slots, len(self._at))

    def _exclude(self, address: str, why: str) -> None:
        """A worker that came later cannot play: it gets no more games."""
        if address not in self._unfit:
            self._unfit[address] = why
            self._say(f"worker {address} gets no games: {why}")
        if self._threads and not self._fit:
            raise FailingWorkers(f"no worker can play; the last one was {address}: {why}")

    # -- games

    def deal(self) -> bool:
        """Gives games away until there are enough ahead. False if there is none, and none in play: all is done."""
        for _ in range(_AHEAD * max(1, self._slots) - len(self._at)):
            task = self._again.popleft() if self._again else next(self._tasks, None)
            if task is None:
                break
            self._give(task)
        if self._suspects and not self._at:
            self._give(self._suspects.popleft(), alone=True)
        return bool(self._at)

    def _give(self, task: Task, *, alone: bool = False) -> None:
        among = frozenset(self._fit) if self._unfit else None
        key = f"{self.name}-{next(self._numbers)}"
        where = None if among is None else sorted(among)
        pack = msgspec.msgpack.encode(task)
        future = self._client.submit(play_game, self.name, pack, key=key, pure=False, workers=where)
        self._at[key] = _Game(task, now(), future, among, alone)
        future.add_done_callback(self._ended.put)

    def _replay(self, key: str) -> None:
        game = self._at.pop(key)
        self._again.append(game.task)
        self._client.cancel([game.future], force=True)

    def records(self) -> Iterator[Record]:
        """The records of the games that end within the next moment."""
        try:
            ended = [self._ended.get(timeout=_ATTENTION)]
        except queue.Empty:
            return
        ended += [self._ended.get() for _ in range(self._ended.qsize())]
        for future in ended:
            game = self._at.get(future.key)  # None: it was taken already, or is played again
            record = None if game is None else self._take(future.key, game)
            if record is not None:
                yield record

    def _take(self, key: str, game: _Game) -> Record | None:
        """The record of a game; None if there is none yet."""
        try:
            kind, address, content = game.future.result(timeout=_FETCH)
        except TimeoutError:  # its worker may be lost with the result, and another one plays it now
            game.future.add_done_callback(self._ended.put)
            return None
        except CancelledError:
            self._replay(key)
            return None
        except KilledWorker as error:
            del self._at[key]
            return self._given_up(game, error)
        if kind == UNFIT:
            self._replay(key)
            self._exclude(address, content.decode())
            return None
        del self._at[key]
        return self._played(content) if kind == PLAYED else self._died(game, address, content.decode())

    def _given_up(self, game: _Game, error: KilledWorker) -> Record | None:
        """The scheduler has seen enough workers die that had this game: it gets one more chance, by itself, at the end."""
        if not game.alone:
            self._suspects.append(game.task)
            return None
        last = getattr(error.last_worker, "address", error.last_worker)
        return void(game.task, game.started, f"{error.allowed_failures + 1} workers died at it, the last was {last}")

    def _played(self, content: bytes) -> Record:
        self._deaths = 0
        return msgspec.msgpack.decode(content, type=Record)

    def _died(self, game: _Game, address: str, how: str) -> Record:
        self._deaths += 1
        if self._deaths == _DEATHS_IN_A_ROW:
            what = f"{_DEATHS_IN_A_ROW} processes that played died one after the other"
            raise FailingWorkers(f"{what}, the last at {game.task.key} on {address} ({how})")
        return void(game.task, game.started, f"its worker died: {how}")

    def dismiss(self) -> None:
        """Drops the games at hand and ends the processes that play, as far as the cluster can be reached."""
        with contextlib.suppress(Exception):
            self._client.cancel([game.future for game in self._at.values()], force=True)
        with contextlib.suppress(Exception):
            self._client.unregister_worker_plugin(self.name)


def _words(answer: object) -> str:
    """What a worker answered to the examination, or could not."""
    if isinstance(answer, ModuleNotFoundError):
        return f"its host: gtp-rules is not installed there ({answer})"
    return f"its host: {type(answer).__name__}: {answer}" if isinstance(answer, BaseException) else str(answer)


@contextlib.contextmanager
def _trouble() -> Iterator[None]:
    """Whatever the cluster may raise ends the run by one line; what is stored stays."""
    try:
        yield
    except HarnessError:
        raise
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        raise FailingWorkers(f"the cluster failed ({text}); the same command goes on") from error


def play_on(
    client: Client,
    config: Config,
    tasks: Iterable[Task],
    stopping: Callable[[], bool] = lambda: False,
    look: Callable[[int], None] = lambda _: None,
    *,
    say: Say = lambda _: None,
) -> Generator[Record]:
    """Plays the tasks on the workers of a cluster and yields their records as the games end.

    Workers may come and go. A game whose worker is lost is played again, until the scheduler gives it up (its setting
    ``allowed-failures``). As that may be the fault of another game on the same worker, it is then played once more when
    nothing else is in play, and void if that comes to the same.

    Close the iterator, or let `stopping` return True, to drop the games at hand; either way no process of ours is left on a
    worker that can be reached.

    Args:
        client: of the cluster. Scheduler and workers need this project too.
        config: the experiment; its `workers`, `pin` and `directory` do not matter here.
        tasks: its games; taken when their turn comes.
        stopping: asked several times a second whether to stop.
        look: told several times a second how many games are in play.
        say: gets one line at a time for people.

    Raises:
        HarnessError: a worker that is there at the beginning cannot play.
        FailingWorkers: the scheduler is lost, no worker can play any more, or processes that play die one after the other.
    """
    fleet = _Fleet(cast("_Service", client), config, tasks, say)
    try:
        with _trouble():
            fleet.call_up()
            while not stopping():
                fleet.muster()
                if not fleet.deal():
                    break
                look(fleet.playing)
                yield from fleet.records()
    finally:
        fleet.dismiss()
