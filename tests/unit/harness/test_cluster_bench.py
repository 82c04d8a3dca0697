"""A worker of a cluster, from its side: the processes that play, and whether it can play at all."""

import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from fake_config import BotConfig, EngineConfig, make_config

pytest.importorskip("distributed")

from distributed import Reschedule

from harness.cluster.bench import DIED, PLAYED, UNFIT, Bench
from harness.cluster.fitness import code, examine
from harness.endings import Record
from harness.recording import play
from harness.schedule import tasks
from harness.seat import Seat

HERE = Path(__file__).parent
ENGINE = [sys.executable, "-S", "-E", str(HERE / "fake_engine.py")]
TIMES = ("started", "ended", "sgf", "black", "white", "thoughts")


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE.parents[2]), str(HERE)]))


def essence(record):
    return {key: value for key, value in msgspec.to_builtins(record).items() if key not in TIMES}


def set_up(config, wanted=None):
    bench = pickle.loads(pickle.dumps(Bench("trial", msgspec.msgpack.encode(config), wanted or code())))
    bench.setup(SimpleNamespace(address="tcp://w:1"))
    return bench


@pytest.fixture
def benches():
    made = []

    def make(*arguments):
        made.append(set_up(*arguments))
        return made[-1]

    yield make
    for bench in made:
        bench.teardown(None)


def packs(config):
    return [msgspec.msgpack.encode(task) for task in tasks(config)]


def wait_for(condition):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def gone(number):
    """Whether no process of this number runs; one that has ended and waits to be reaped does not run."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_it_plays_the_games_that_a_worker_here_plays(benches):
    config = make_config(size=5, opening_moves=2, counts=["japanese"])
    bench = benches(config)
    answers = [bench.play(pack) for pack in packs(config)[:3]]
    assert {answer[:2] for answer in answers} == {(PLAYED, "tcp://w:1")}
    records = [msgspec.msgpack.decode(answer[2], type=Record) for answer in answers]
    assert [essence(record) for record in records] == [essence(play(config, task)) for task in list(tasks(config))[:3]]
    assert [seat.games for seat in bench._idle] == [3]


def test_a_process_that_dies_is_told_and_replaced(benches):
    players = {"a": BotConfig("fake_bots:create"), "b": BotConfig("fake_bots:faulty", {"fault": "exits"})}
    config = make_config(players=players, rulesets=["chinese"], size=5)
    good = msgspec.msgpack.encode(msgspec.structs.replace(next(tasks(config)), white="a"))
    bench = benches(config)
    assert bench.play(packs(config)[0]) == (DIED, "tcp://w:1", b"exit code 9")
    assert bench.play(good)[0] == PLAYED


def test_a_process_that_tired_of_waiting_is_replaced():
    config = make_config(size=5)
    seat = Seat(msgspec.msgpack.encode(config), 0, idle=0.0)
    wait_for(lambda: not seat.alive)
    assert seat.play(packs(config)[0]) is None
    assert seat.end() == 0


def test_one_that_leaves_just_when_it_gets_a_task_is_replaced_too(benches, monkeypatch):
    config = make_config(size=5)
    bench = benches(config)
    bench.play(packs(config)[0])
    (first,) = bench._idle
    first._process.terminate = lambda: None
    first._line.close()  # it leaves with 0
    first._process.wait()
    monkeypatch.setattr(Seat, "alive", True)
    assert bench.play(packs(config)[1])[0] == PLAYED
    (second,) = bench._idle
    assert second is not first


def test_each_process_has_a_slot_of_its_own(benches):
    config = make_config(size=5)
    bench = benches(config)
    seats = [bench._take() for _ in range(3)]
    assert [seat.slot for seat in seats] == [0, 1, 2]
    bench._busy.remove(seats[1])
    assert bench._take().slot == 1
    assert seats[1].end() == -signal.SIGTERM


def test_a_worker_that_leaves_ends_its_games_and_engines(benches, tmp_path):
    noted = tmp_path / "pid"
    engine = EngineConfig(["/bin/sh", "-c", f"echo $$ > {noted}; exec sleep 60"])
    config = make_config(players={"a": engine, "b": engine})
    bench = benches(config)
    caught = []

    def try_to_play():
        try:
            bench.play(packs(config)[0])
        except Reschedule as error:
            caught.append(error)

    thread = threading.Thread(target=try_to_play)
    thread.start()
    wait_for(lambda: noted.exists() and noted.read_text().endswith("\n"))
    (seat,) = bench._busy
    bench.teardown(None)
    thread.join(30)
    assert len(caught) == 1
    assert not seat.alive
    assert gone(int(noted.read_text()))
    with pytest.raises(Reschedule):
        bench.play(packs(config)[0])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of the end of its parent")
def test_a_process_whose_parent_is_killed_ends_with_its_engine(tmp_path):
    noted = tmp_path / "pids"
    engine = EngineConfig(["/bin/sh", "-c", f"echo $$ $PPID > {noted}; exec sleep 60"])
    config = make_config(players={"a": engine, "b": engine})
    lines = (
        "import sys; from harness.seat import Seat; "
        "config, task = (bytes.fromhex(text) for text in sys.argv[1:]); Seat(config, 0).play(task)"
    )
    given = [msgspec.msgpack.encode(config).hex(), packs(config)[0].hex()]
    parent = os.posix_spawn(sys.executable, [sys.executable, "-c", lines, *given], os.environ)
    wait_for(lambda: noted.exists() and noted.read_text().endswith("\n"))
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    program, seat = map(int, noted.read_text().split())
    wait_for(lambda: gone(program) and gone(seat))


def test_a_worker_that_lacks_a_program_says_so(benches):
    config = make_config(players={"a": EngineConfig(ENGINE), "b": EngineConfig(["/no/such/program"])})
    complaint = examine(msgspec.msgpack.encode(config), code())
    assert complaint.endswith(": players.b.command: /no/such/program does not exist")
    assert benches(config).play(b"") == (UNFIT, "tcp://w:1", complaint.encode())


def test_a_worker_with_other_code_says_so():
    complaint = examine(b"", "gtp-rules 9.9 (code 0123)")
    assert complaint.endswith(f": runs {code()}, not gtp-rules 9.9 (code 0123): install the same one")
    assert examine(msgspec.msgpack.encode(make_config()), code()) is None
