"""The cluster from our side, with a scheduler that a test plays: who gets games, which results count, how it ends."""

from types import SimpleNamespace

import msgspec
import pytest
from fake_config import make_config, make_record

pytest.importorskip("distributed")

from distributed import CancelledError, KilledWorker

from harness.cluster import fleet, play_on
from harness.endings import Ending
from harness.errors import FailingWorkers, HarnessError
from harness.schedule import Task, tasks


class FakeFuture:
    """A result that comes when a test says so, or has come already."""

    def __init__(self, key, task, workers):
        self.key, self.task, self.workers = key, task, workers
        self.results, self.callbacks, self.ready = [], [], False

    def end(self, *results):
        """Results for as many questions; the last one stays."""
        self.results, self.ready = list(results), True
        for callback in self.callbacks:
            callback(self)

    def played(self):
        self.end(("played", "tcp://w:1", msgspec.msgpack.encode(make_record(self.task))))

    def add_done_callback(self, callback):
        self.callbacks.append(callback)
        if self.ready:
            callback(self)

    def result(self, timeout):
        assert timeout > 0
        answer = self.results.pop(0) if len(self.results) > 1 else self.results[0]
        if isinstance(answer, BaseException):
            raise answer
        return answer


class FakeClient:
    """A scheduler whose workers do what `behave` does with each future."""

    def __init__(self, threads, behave=FakeFuture.played, complaints=()):
        self.threads, self.behave, self.complaints = threads, behave, dict(complaints)
        self.given, self.cancelled, self.plugins, self.gone = [], [], [], []

    def run(self, function, *arguments, on_error):
        assert on_error == "return"
        return {address: self.complaints.get(address) for address in self.threads}

    def nthreads(self):
        return dict(self.threads)

    def register_plugin(self, plugin, name):
        assert plugin.name == name
        self.plugins.append(name)

    def unregister_worker_plugin(self, name):
        self.gone.append(name)

    def submit(self, function, name, pack, *, key, pure, workers):
        assert (pure, name) == (False, self.plugins[0])
        future = FakeFuture(key, msgspec.msgpack.decode(pack, type=Task), workers)
        self.given.append(future)
        self.behave(future)
        return future

    def cancel(self, futures, *, force):
        self.cancelled += [future.key for future in futures]


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(fleet, "_MUSTER", 0.0)
    monkeypatch.setattr(fleet, "_ATTENTION", 0.001)


CONFIG = make_config(games=6)
TASKS = list(tasks(CONFIG))
KEYS = sorted(task.key for task in TASKS)


def keys(records):
    return sorted(record.task.key for record in records)


def killed(last="tcp://w:9"):
    return KilledWorker("key", SimpleNamespace(address=last), 2)


def test_every_game_is_played_once():
    client = FakeClient({"w": 2})
    assert keys(play_on(client, CONFIG, TASKS)) == KEYS
    assert len(client.given) == len(TASKS)
    assert {future.workers for future in client.given} == {None}
    assert client.gone == client.plugins
    assert len(client.plugins) == 1


def test_games_are_taken_when_their_turn_comes():
    taken, told = [], []
    client = FakeClient({"v": 1, "w": 2}, behave=lambda future: None)

    def turns():
        for task in TASKS:
            taken.append(task)
            yield task

    records = play_on(client, CONFIG, turns(), look=told.append, stopping=lambda: len(told) == 5)
    assert list(records) == []
    assert len(taken) == 2 * 3
    assert told == [3] * 5
    assert sorted(client.cancelled) == sorted(future.key for future in client.given)


def test_workers_that_come_later_get_games():
    said, looks = [], []
    client = FakeClient({}, behave=lambda future: None)

    def look(number):
        looks.append((number, len(client.given)))
        if len(looks) == 2:
            client.threads = {"w": 4}
            client.behave = FakeFuture.played
            for future in list(client.given):
                future.played()

    assert keys(play_on(client, CONFIG, TASKS, look=look, say=said.append)) == KEYS
    assert looks[:2] == [(0, 2), (0, 2)]  # enough for a cluster that starts workers where something is to do
    assert said == ["no worker is there; waiting for one", "workers are there"]


def test_nothing_to_play_needs_no_worker():
    assert list(play_on(FakeClient({}), CONFIG, [])) == []


def test_a_game_that_the_scheduler_has_dropped_is_played_again():
    def behave(future):
        if len(client.given) == 3:
            future.end(CancelledError("key"))
        else:
            future.played()

    client = FakeClient({"w": 1}, behave)
    assert keys(play_on(client, CONFIG, TASKS)) == KEYS
    assert len(client.given) == len(TASKS) + 1
    assert client.given[2].key in client.cancelled


def test_a_result_counts_once():
    late = []

    def behave(future):
        if not late:
            late.append(future)
            future.end(CancelledError("key"))  # lost, and then it comes nevertheless
            return
        if len(client.given) == 3:
            late[0].played()
        future.played()
        future.played()

    client = FakeClient({"w": 1}, behave)
    assert keys(play_on(client, CONFIG, TASKS)) == KEYS


def test_a_result_that_does_not_come_is_waited_for():
    def behave(future):
        record = msgspec.msgpack.encode(make_record(future.task))
        future.end(TimeoutError(), TimeoutError(), ("played", "w", record))

    client = FakeClient({"w": 1}, behave)
    assert keys(play_on(client, CONFIG, TASKS)) == KEYS
    assert len(client.given) == len(TASKS)


def test_a_game_that_kills_its_workers_is_void():
    def behave(future):
        future.end(killed()) if future.task == TASKS[1] else future.played()

    client = FakeClient({"w": 1}, behave)
    records = list(play_on(client, CONFIG, TASKS))
    assert keys(records) == KEYS
    assert [future.task for future in client.given] == [*TASKS, TASKS[1]]
    (void,) = (record for record in records if record.ending is Ending.INTERNAL)
    assert void.task == TASKS[1]
    assert void.detail == "3 workers died at it, the last was tcp://w:9"


def test_a_game_whose_workers_died_through_another_one_is_played_by_itself():
    waiting = []

    def behave(future):
        if len(client.given) == 1:
            future.end(killed())
        elif future.task == TASKS[0]:
            assert all(other.ready for other in client.given[:-1])
            waiting.append(future)
            future.played()
        else:
            future.played()

    client = FakeClient({"w": 3}, behave)
    records = list(play_on(client, CONFIG, TASKS))
    assert keys(records) == KEYS
    assert {record.ending for record in records} == {Ending.SCORE}
    assert len(waiting) == 1


def test_a_process_that_dies_takes_only_its_game_with_it():
    def behave(future):
        future.end(("died", "w", b"signal 9 (SIGKILL)")) if future.task.index % 2 else future.played()

    records = list(play_on(FakeClient({"w": 1}, behave), CONFIG, TASKS[::2]))
    assert keys(records) == sorted(task.key for task in TASKS[::2])
    lost = [record for record in records if record.ending is Ending.INTERNAL]
    assert {record.detail for record in lost} == {"its worker died: signal 9 (SIGKILL)"}
    assert len(lost) == 3


def test_processes_that_all_die_end_the_run():
    client = FakeClient({"w": 1}, lambda future: future.end(("died", "tcp://w:1", b"exit code 9")))
    with pytest.raises(FailingWorkers, match=r"3 processes .*, the last at .* on tcp://w:1 \(exit code 9\)"):
        list(play_on(client, CONFIG, TASKS))
    assert client.gone == client.plugins


def test_a_worker_that_cannot_play_is_named_before_anything_is_played():
    complaints = {"tcp://w:2": "node2: players.a.command: no", "tcp://w:3": ModuleNotFoundError("No module named 'harness'")}
    client = FakeClient({"tcp://w:1": 1, "tcp://w:2": 1, "tcp://w:3": 1}, complaints=complaints)
    with pytest.raises(HarnessError) as caught:
        list(play_on(client, CONFIG, TASKS))
    assert str(caught.value) == (
        "worker tcp://w:2 on node2: players.a.command: no; "
        "worker tcp://w:3 on its host: gtp-rules is not installed there (No module named 'harness')"
    )
    assert client.given == []


def test_a_worker_that_leaves_while_it_is_examined_does_not_matter():
    client = FakeClient({"v": 1, "w": 1}, complaints={"v": OSError("connection lost")})
    assert keys(play_on(client, CONFIG, TASKS)) == KEYS


def test_many_such_workers_are_counted():
    threads = {f"w{number}": 1 for number in range(9)}
    client = FakeClient(threads, complaints=dict.fromkeys(threads, "host: no"))
    with pytest.raises(HarnessError, match=r"^worker w0 on host: no; worker w1 .*; worker w2 on host: no; and 6 more workers$"):
        list(play_on(client, CONFIG, TASKS))


def test_a_late_worker_that_cannot_play_is_left_out():
    said = []

    def behave(future):
        if future.workers is None and len(client.given) == 2:
            future.end(("unfit", "bad", b"node7: no"))
        else:
            future.played()

    client = FakeClient({"good": 1, "bad": 1}, behave)
    assert keys(play_on(client, CONFIG, TASKS, say=said.append)) == KEYS
    assert said == ["worker bad gets no games: node7: no"]
    assert client.given[-1].workers == ["good"]


def test_games_go_to_all_again_when_the_unfit_worker_has_left():
    def behave(future):
        if len(client.given) == 1:
            future.end(("unfit", "bad", b"node7: no"))
            return
        if future.workers == ["good"]:
            client.threads = {"other": 1}  # and a game that may be played by `good` alone waits for ever
        else:
            future.played()

    client = FakeClient({"good": 1, "bad": 1}, behave)
    assert keys(play_on(client, CONFIG, TASKS)) == KEYS
    assert client.given[-1].workers is None
    assert {future.key for future in client.given if future.workers} <= set(client.cancelled)


def test_no_worker_that_can_play_ends_the_run():
    client = FakeClient({"bad": 1}, lambda future: future.end(("unfit", "bad", b"node7: no")))
    with pytest.raises(FailingWorkers, match="no worker can play; the last one was bad: node7: no"):
        list(play_on(client, CONFIG, TASKS))


def test_a_scheduler_that_is_lost_ends_the_run_in_one_line():
    client = FakeClient({"w": 1})

    def nthreads():
        raise OSError("Timed out\ntrying to connect")

    client.nthreads = client.unregister_worker_plugin = nthreads
    with pytest.raises(FailingWorkers, match=r"^the cluster failed \(OSError: Timed out trying to connect\)"):
        list(play_on(client, CONFIG, TASKS))


def test_closing_drops_the_games_at_hand():
    client = FakeClient({"w": 2})
    records = play_on(client, CONFIG, TASKS)
    next(records)
    records.close()
    assert client.gone == client.plugins
