"""Cost of a refereed match beside a bare pipe loop in the same run: ``python tests/benchmarks/overhead.py [--quick]``.

Two engines in C, compiled here, answer at once. Prints CPU microseconds a move (user and system time of all processes) and
moves a second of wall-clock:

(a) a Python loop over pipes with a deadline for each reply, no rules, ``play`` and ``genmove`` sent one after the other;
    the same with both in one write;
(b) a refereed match by one worker: legality, repetition, ledger, clocks, deadlines, record and store; goal: 0.4 of (a);
(c) the same without clocks;
(d) two workers; goal: 1.9 times one, where two cores are idle;
(e) two bare loops at the same time, each on a core of its own: what the machine itself makes of two cores.

Each round measures all of them in turn, each for two games, which is mostly the start of processes, and for many. What is
shown is the best of the rounds for many less the best for two. ``--profile`` shows where the time of (b) goes instead.
"""

from __future__ import annotations

import argparse
import contextlib
import cProfile
import os
import pstats
import resource
import select
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from gtp_rules.engines.settings import EngineConfig
from harness import experiment
from harness.cast import Cast
from harness.config import Config, ExperimentConfig
from harness.recording import play
from harness.schedule import tasks

GOAL, GOAL_OF_TWO = 0.4, 1.9
_TWO, _TWO_BARE = "refereed, 2 workers", "two bare loops at once"


class Board(NamedTuple):
    """A board, and the turns of each game on it, about as many as real games have: stones and a pass by each side."""

    size: int
    moves: int

    @property
    def stones(self) -> int:
        """Stones that each side places."""
        return self.moves // 2 - 1


SMALL, LARGE = Board(9, 80), Board(19, 240)

SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Fills its own half of the board but one point at least, in another order in each game, then some of the middle column, and
   passes. */
static char line[4096], letters[] = "ABCDEFGHJKLMNOPQRST";
static int made, games, size = 9, most = 39;
static void move(char color) {
    int black = color == 'b' || color == 'B', half = size / 2 * size, place = (made + games) % half;
    int column = place / size + (black ? 0 : size / 2 + 1), row = place % size + 1;
    if (made >= most) puts("= PASS\n");
    else if (made >= half - 1) printf("= %c%d\n\n", letters[size / 2], made - half + 2 + (black ? 0 : size / 2 + 1));
    else printf("= %c%d\n\n", letters[column], row);
    made++;
}
int main(int count, char **texts) {
    if (count > 1) most = atoi(texts[1]);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "genmove", 7)) move(line[8]);
        else if (!strncmp(line, "play", 4)) puts("=\n");
        else if (!strncmp(line, "list_commands", 13))
            puts("= play\ngenmove\nboardsize\nclear_board\nkomi\nquit\ntime_settings\ntime_left\n");
        else {
            if (!strncmp(line, "clear_board", 11)) { made = 0; games++; }
            if (!strncmp(line, "boardsize", 9)) size = atoi(line + 10);
            puts("=\n");
        }
        fflush(stdout);
        if (!strncmp(line, "quit", 4)) return 0;
    }
    return 0;
}
"""


class Bench(NamedTuple):
    """The compiled engine and the board that it plays on."""

    engine: Path
    board: Board

    @property
    def command(self) -> list[str]:
        """The engine as it is started."""
        return [str(self.engine), str(self.board.stones)]


class Cost(NamedTuple):
    """What some games took: CPU seconds of all processes, wall-clock seconds."""

    cpu: float
    wall: float


class Candidate(NamedTuple):
    """Something that is measured.

    Attributes:
        work: plays so many games.
        games: how many, besides the two.
        costs: of two games, and of so many more, of each round.
    """

    work: Callable[[int], None]
    games: int
    costs: list[tuple[Cost, Cost]]

    def measure(self) -> None:
        """One more round."""
        self.costs.append((measure(self.work, 2), measure(self.work, self.games + 2)))

    def best(self, moves: int) -> tuple[float, float]:
        """CPU microseconds a move, and moves a second of wall-clock, with so many moves a game."""
        cpu, wall = (min(many[kind] for _, many in self.costs) - min(two[kind] for two, _ in self.costs) for kind in range(2))
        return 1e6 * cpu / (self.games * moves), self.games * moves / wall


def compile_engine(folder: Path) -> Path:
    """The path of the compiled engine."""
    (folder / "instant.c").write_text(SOURCE)
    subprocess.run(["gcc", "-O2", "-o", str(folder / "instant"), str(folder / "instant.c")], check=True)
    return folder / "instant"


def measure(work: Callable[[int], None], games: int) -> Cost:
    """Plays so many games and adds up the time of this process and all that ended in it."""
    before, began = cpu_seconds(), time.perf_counter()
    work(games)
    return Cost(cpu_seconds() - before, time.perf_counter() - began)


def cpu_seconds() -> float:
    """User and system time of this process and of its ended children."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


class Pipe:
    """An engine behind pipes, each reply within a deadline; nothing is looked at but the end of a reply."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.write, self.read = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.poll = select.poll()
        self.poll.register(self.read, select.POLLIN)

    def ask(self, text: bytes, replies: int) -> bytes:
        """Sends commands and waits for so many replies."""
        os.write(self.write, text)
        deadline = time.monotonic() + 10.0
        data = b""
        while data.count(b"\n\n") < replies:
            if not self.poll.poll(1000 * (deadline - time.monotonic())):
                raise TimeoutError
            data += os.read(self.read, 65536)
        return data


def bare(bench: Bench, games: int, *, at_once: bool) -> None:
    """Games without rules: every move is carried from one engine to the other."""
    pipes = Pipe(bench.command), Pipe(bench.command)
    for _ in range(games):
        for pipe in pipes:
            pipe.ask(f"boardsize {bench.board.size}\nclear_board\n".encode(), 2)
        news, seat = b"", 0
        for _ in range(bench.board.moves):
            pipe, letter = pipes[seat], b"BW"[seat : seat + 1]
            if news and not at_once:
                pipe.ask(news, 1)
                news = b""
            answer = pipe.ask(news + b"genmove " + letter + b"\n", 2 if news else 1)
            news = b"play " + letter + b" " + answer[answer.rindex(b"= ") + 2 : -2] + b"\n"
            seat = 1 - seat
    for pipe in pipes:
        pipe.ask(b"quit\n", 1)
        pipe.process.communicate()


def bare_twice(bench: Bench, games: int) -> None:
    """As many games again in another process, on another core."""
    one, other = sorted(os.sched_getaffinity(0))[:2]
    child = os.fork()
    if not child:
        pinned(lambda: bare(bench, games // 2, at_once=False), other)
        os._exit(0)
    pinned(lambda: bare(bench, games - games // 2, at_once=False), one)
    if os.waitpid(child, 0)[1]:
        raise RuntimeError("the other loop failed")


def pinned(work: Callable[[], None], core: int | None = None) -> None:
    """Does the work on a core, the first one that we may use if none is named."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores) if core is None else core})
    try:
        work()
    finally:
        os.sched_setaffinity(0, cores)


def configuration(bench: Bench, games: int, folder: str, clock: str | None, workers: int) -> Config:
    """Two of the engines under a ruleset with superko, each worker and its engines on one core."""
    settings = ExperimentConfig(
        "overhead",
        ["chinese"],
        games=games,
        size=bench.board.size,
        directory=folder,
        alternate=False,
        clock=clock,
        pin="core",
        workers=workers,
    )
    return Config(settings, {name: EngineConfig(bench.command) for name in "ab"}, [])


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Nobody sees standard error meanwhile: it only tells the progress."""
    kept = os.dup(2)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def refereed(bench: Bench, games: int, *, workers: int = 1, clock: str | None = "absolute 1h") -> None:
    """A whole run, into a new store. It is removed with the engine, at the very end: ext4 passes over the inodes of files that
    were removed in the last minutes, one after the other, so that to make a file would take ten times as long."""
    folder = tempfile.mkdtemp(dir=bench.engine.parent)
    with quiet():
        result = experiment.run(configuration(bench, games, folder, clock, workers), workers, lambda _: None)
    assert len(result.records) == games
    assert {(record.turns, record.ending.value) for record in result.records} == {(bench.board.moves, "score")}


def candidates(bench: Bench, games: int) -> dict[str, Candidate]:
    """What is measured."""
    works: dict[str, Callable[[int], None]] = {
        "bare loop, one after the other": lambda n: pinned(lambda: bare(bench, n, at_once=False)),
        "bare loop, both at once": lambda n: pinned(lambda: bare(bench, n, at_once=True)),
        "refereed, 1 worker": lambda n: refereed(bench, n),
        "refereed, 1 worker, no clock": lambda n: refereed(bench, n, clock=None),
    }
    listed = {name: Candidate(work, games, []) for name, work in works.items()}
    if len(os.sched_getaffinity(0)) > 1:
        listed[_TWO] = Candidate(lambda n: refereed(bench, n, workers=2), 2 * games, [])
        listed[_TWO_BARE] = Candidate(lambda n: bare_twice(bench, n), 2 * games, [])
    return listed


def show(listed: dict[str, Candidate], moves: int) -> None:
    """Prints the table and the ratios, each figure the best of the rounds: what a noisy neighbor adds is no cost of ours."""
    print("| | CPU µs a move | moves/s |\n|---|---|---|")
    micros, rates = {}, {}
    for name, candidate in listed.items():
        micros[name], rates[name] = candidate.best(moves)
        print(f"| {name} | {micros[name]:.1f} | {rates[name]:,.0f} |")
    first, _, third, *_ = listed
    print(f"\nbare loop / refereed, CPU: {micros[first] / micros[third]:.2f} (goal {GOAL})")
    if _TWO in listed:
        gain, own = rates[_TWO] / rates[third], rates[_TWO_BARE] / rates[first]
        print(f"2 workers / 1, moves a second: {gain:.2f} (goal {GOAL_OF_TWO}); 2 bare loops / 1: {own:.2f}")


def show_profile(bench: Bench, games: int) -> None:
    """Prints where the time of a worker goes, the waiting for the engines included."""
    config = configuration(bench, games, "unused", "absolute 1h", 1)
    cast, profile = Cast(config.players, 2), cProfile.Profile()
    with contextlib.closing(cast), profile:
        for task in tasks(config):
            play(config, task, cast=cast)
    print(f"{games * bench.board.moves} moves")
    pstats.Stats(profile).sort_stats("tottime").print_stats(40)


def main() -> None:
    parser = argparse.ArgumentParser(description="Cost of a refereed match beside a bare pipe loop.")
    parser.add_argument("--quick", action="store_true", help="few games and rounds")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1500, help="in each part of a round, as many moves on the larger board")
    parser.add_argument("--profile", action="store_true", help="show where the time of a worker goes instead")
    options = parser.parse_args()
    number, games = (1, 30) if options.quick else (options.rounds, options.games)
    with tempfile.TemporaryDirectory() as folder:
        engine = compile_engine(Path(folder))
        if options.profile:
            pinned(lambda: show_profile(Bench(engine, SMALL), games))
            return
        for board in (SMALL, LARGE):
            print(f"\n{board.size}×{board.size}, {board.moves} moves a game\n")
            listed = candidates(Bench(engine, board), games * SMALL.moves // board.moves)
            for _ in range(number):
                for candidate in listed.values():
                    candidate.measure()
            show(listed, board.moves)


if __name__ == "__main__":
    main()
