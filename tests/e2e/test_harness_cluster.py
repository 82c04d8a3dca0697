"""Runs on a real cluster of several processes on this machine, with workers killed, runs broken off and programs missing."""

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from test_harness_runs import ENVIRONMENT, FAKES, Project, assert_all_gone

pytest.importorskip("distributed")

pytestmark = pytest.mark.slow

PAUSE = 0.05
SAME = "key, black, white, black_seed, white_seed, opening_seed, ending, winner, result, margin, turns, moves, komi"


class Cluster:
    """A scheduler and workers, each a program of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "scheduler.json"
        self.started: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_for(self.file.exists)

    def _start(self, kind: str, *arguments: str, **changes: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(self.file), "--no-dashboard", *arguments]
        with (self.folder / f"{kind}{len(self.started)}.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=self.folder, env={**ENVIRONMENT, **changes}, stdout=log, stderr=log)
        self.started.append(process)
        return process

    def add_worker(self, threads: int = 1, **changes: str) -> subprocess.Popen[bytes]:
        number = len(self.started)
        folder = str(self.folder / "scratch")
        options = ("--nthreads", str(threads), "--no-nanny", "--local-directory", folder, "--host", "127.0.0.1")
        process = self._start("worker", *options, **changes)
        log = self.folder / f"worker{number}.log"
        wait_for(lambda: "Registered to:" in log.read_text())
        return process

    def end(self) -> None:
        for process in reversed(self.started):
            process.kill()
            process.wait()


def wait_for(condition) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def cluster(tmp_path):
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Cluster(folder)
    yield made
    made.end()


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


def players(notes: Path, program: str = "") -> str:
    """A slow bot, and an engine that is started anew for each game, so that it plays each game as if it were its first."""
    command = [program] if program else [sys.executable, "-S", "-E", str(FAKES / "fake_engine.py")]
    listed = ", ".join(f'"{word}"' for word in [*command, "--passes-after", "5", "--note", f"{notes}/engine"])
    bot = f'[players.a]\nbot = "fake_bots:create"\noptions = {{ pause = {PAUSE}, moves = 6 }}\n'
    return f"{bot}[players.e]\ncommand = [{listed}]\nrestart = true\n"


def parents(engines: Path) -> list[int]:
    """The process that a running engine belongs to, and those above it."""
    last = next(line.split()[1] for line in reversed(engines.read_text().splitlines()) if line.startswith("pid "))
    found = [int(last)]
    while found[-1] > 1:
        done = subprocess.run(["ps", "-o", "ppid=", "-p", str(found[-1])], capture_output=True, text=True, check=False)
        if not done.stdout.strip():
            break
        found.append(int(done.stdout))
    return found


def worker_in_play(cluster: Cluster, engines: Path) -> subprocess.Popen[bytes]:
    """The worker on which an engine runs right now."""
    found = None

    def look() -> bool:
        nonlocal found
        above = parents(engines) if engines.exists() and engines.read_text().startswith("pid") else []
        found = next((process for process in cluster.started if process.pid in above), None)
        return found is not None

    wait_for(look)
    assert found is not None
    return found


def local_rows(folder: Path, notes: Path, **experiment: object) -> list[tuple]:
    folder.mkdir()
    local = Project(folder)
    local.write(players(notes), workers=2, **experiment)
    assert local.do("run").returncode == 0
    return local.rows(SAME)


def test_a_worker_killed_in_mid_game_loses_no_game_and_repeats_none(tmp_path, notes, cluster):
    settings = {"rulesets": ["chinese", "tang-song"], "games": 6, "opening_moves": 2}
    project = Project(tmp_path)
    project.write(players(notes), **settings)
    for threads in (1, 1, 2):
        cluster.add_worker(threads)
    run = project.start("run", "--cluster", str(cluster.file))
    project.wait_for_games(1)
    killed = worker_in_play(cluster, notes / "engine")
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    _, talk = run.communicate(timeout=300)
    assert run.returncode == 0, talk
    assert "12 of 12 games" in talk
    assert_all_gone(notes)
    rows = project.rows(SAME)
    assert len(rows) == 12
    assert {row[6] for row in rows} == {"score"}
    assert rows == local_rows(tmp_path / "local", notes, **settings)


def test_a_run_that_is_broken_off_leaves_no_program_and_goes_on(tmp_path, notes, cluster):
    project = Project(tmp_path)
    project.write(players(notes), games=8)
    cluster.add_worker(2)
    run = project.start("run", "--cluster", str(cluster.file))
    project.wait_for_games(1)
    worker_in_play(cluster, notes / "engine")
    run.send_signal(signal.SIGINT)
    _, talk = run.communicate(timeout=120)
    assert run.returncode == 130
    assert f"run {project.file} --cluster {cluster.file}" in talk
    assert_all_gone(notes)
    before = project.rows("key, ended")
    assert 0 < len(before) < 8
    done = project.do("run", "--cluster", "local:2")
    assert done.returncode == 0, done.stderr
    assert set(before) < set(project.rows("key, ended"))
    assert project.rows(SAME) == local_rows(tmp_path / "local", notes, games=8)
    assert_all_gone(notes)


def test_a_game_that_kills_its_workers_ends_as_a_void_one(tmp_path):
    project = Project(tmp_path)
    killer = "kill -9 $(ps -o ppid= -p $PPID); exec sleep 60"  # our parent plays the game, and its parent is the worker
    bot = '[players.{}]\nbot = "fake_bots:create"\n'
    project.write(
        f'{bot.format("a")}{bot.format("b")}[players.k]\ncommand = ["/bin/sh", "-c", "{killer}"]\n',
        '[[matches]]\nplayers = ["a", "k"]\ngames = 1\n[[matches]]\nplayers = ["a", "b"]\n',
        games=3,
    )
    done = project.do("run", "--cluster", "local:2")
    assert done.returncode == 1
    assert [row[0] for row in project.rows("ending")] == ["score"] * 3 + ["internal"]
    (detail,) = (row[0] for row in project.rows("detail") if row[0])
    assert detail.startswith("3 workers died at it, the last was tcp://127.0.0.1:")


def test_programs_are_looked_for_on_the_workers(tmp_path, notes, cluster):
    programs = tmp_path / "programs"
    programs.mkdir()
    script = programs / "only-there"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -S -E {FAKES / "fake_engine.py"} "$@"\n')
    script.chmod(0o755)
    project = Project(tmp_path)
    project.write(players(notes, "only-there"))
    assert project.do("run").returncode == 2
    cluster.add_worker(PATH=os.pathsep.join([str(programs), ENVIRONMENT["PATH"]]))
    assert project.do("run", "--cluster", str(cluster.file)).returncode == 0
    cluster.add_worker()
    project.write(players(notes, "only-there"), games=4)
    refused = project.do("run", "--cluster", str(cluster.file))
    assert refused.returncode == 2
    assert "gtp-harness: worker tcp://127.0.0.1:" in refused.stderr
    assert ": players.e.command: program 'only-there' is neither on the PATH nor in /usr/games\n" in refused.stderr
    assert len(project.rows("key")) == 2


QUEUE = """
from distributed import LocalCluster

class SLURMCluster(LocalCluster):
    def __init__(self, **settings):
        assert set(settings) == {"queue", "cores", "processes", "memory", "walltime", "worker_extra_args"}
        super().__init__(n_workers=0, threads_per_worker=2, memory_limit=0, dashboard_address=None)

    def scale(self, n=0, jobs=0):
        super().scale(n or min(jobs, 1))
"""


def test_the_example_with_a_queue_works_as_printed(tmp_path, notes):
    page = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text(encoding="utf-8")
    first, second = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    inside = textwrap.indent(second, "    ")
    script = textwrap.indent(f"{first}{inside}", "    ")
    (tmp_path / "dask_jobqueue.py").write_text(QUEUE)
    (tmp_path / "script.py").write_text(f'if __name__ == "__main__":\n{script}')
    project = Project(tmp_path)
    project.file = tmp_path / "match.toml"
    project.write(players(notes))
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "2 of 2 games are stored" in lines
    results = [f"{key} {result}" for key, result in project.rows("key, result")]
    assert sorted(lines[-2:]) == results
    assert_all_gone(notes)


def test_a_scheduler_that_does_not_answer_is_told(tmp_path, notes):
    project = Project(tmp_path)
    project.write(players(notes))
    done = subprocess.run(
        project.command("run", "--cluster", "tcp://127.0.0.1:1"), cwd=tmp_path, text=True, capture_output=True, check=False,
        env={**ENVIRONMENT, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "gtp-harness: no scheduler answers at tcp://127.0.0.1:1: " in done.stderr
    assert "Traceback" not in done.stderr
