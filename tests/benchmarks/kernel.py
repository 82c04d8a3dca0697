"""Speed of the compiled kernel beside the same algorithm in C: ``python tests/benchmarks/kernel.py [--quick] [--core N]``.

``reference.c``, compiled here, plays the same playouts as the kernel, stone by stone; that is checked. Prints Markdown tables:

(a) uniform playouts a second with the eye tax counted, kernel and C; goal: 0.90 of C;
(b) what the tax costs beside a count of the area that knows no groups; goal: less than 5 %;
(c) two threads beside one, and the same in C, which tells what the machine has to give; goal: 1.9;
(d) the cost of a playout by the size of the board;
(e) playouts a second of the full search, and as a ratio to (a) in C; goal: 0.25;
(f) processor time from the start of the program to its first move of 1,000 playouts on 9×9, with compiled code in its cache and
    without; goals: 1 and 30 seconds.

All but (c) is processor time on one core. A round lets all candidates take turns in short slices, so that whatever disturbs one
disturbs the others; rates and ratios are medians of the rounds.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import numpy as np

from bots.aims import UNIT
from bots.arrays import empty
from bots.kernel.board import copy, stamp
from bots.kernel.compiling import COMPILED, I32, I64, U, entry
from bots.kernel.counting import AIMS, BY_ENCLOSED, BY_EYES, BY_STONES, FOUND, _flood, margin
from bots.kernel.layout import BLACK, COUNT, EMPTIES, KEY, MARK, RANDOM, SPAN, STONES, WHITE, ZOBRIST
from bots.kernel.playout import uniform_playout
from bots.searching import Search
from bots.tuning import Tuning
from gtp_rules.board import BLACK as BLACK_MOVES
from gtp_rules.board import geometry
from gtp_rules.compiled_cache import OVERRIDE
from gtp_rules.game import Game
from gtp_rules.rules import Suicide
from gtp_rules.rulesets import find

KERNEL_GOAL, TAX_GOAL, THREADS_GOAL, SEARCH_GOAL, WARM_GOAL, COLD_GOAL = 0.90, 5.0, 1.9, 0.25, 1.0, 30.0
SIZES = (9, 13, 19)
ROOT = Path(__file__).resolve().parents[2]
SEED = 88172645463325252
SLICES = 40
"""Turns of each candidate in a round."""
MOVE = 6000
"""Playouts of the search before it begins anew."""

Run = Callable[[int], None]
"""Makes that many playouts."""


# -- the two candidates --------------------------------------------------------------------------------------------------


@entry
def area(b: I32) -> int:
    """Stones and enclosed points, Black minus White: the count without groups."""
    total, number = int(b[U(STONES + BLACK)]) - int(b[U(STONES + WHITE)]), stamp(b)
    for i in range(int(b[U(COUNT)])):
        start = int(b[U(EMPTIES + i)])
        if b[U(MARK + start)] == number:
            continue
        region = _flood(b, start, number)
        if region & 3 == BLACK:
            total += region >> 2
        elif region & 3 == WHITE:
            total -= region >> 2
    return total


@entry
def run(b: I32, k: I64, source: I32, numbers: I64, t: I64, a: I64, times: int, limit: int, taxed: int, sums: I64) -> None:
    """Playouts from `source`, as `bench_run` in C: sums up stones placed and wins of Black, and the xor of the last keys."""
    for _ in range(times):
        copy(b, k, source, numbers)
        sums[U(0)] += uniform_playout(b, k, BLACK, limit)
        count = margin(b, k, t, a, BLACK, 0, 0) if taxed != 0 else area(b)
        sums[U(1)] += 1 if count > 0 else 0
        sums[U(2)] ^= k[U(KEY)]


class Kernel:
    """Our kernel, with arrays of its own."""

    def __init__(self, size: int, *, taxed: bool = True) -> None:
        shape = geometry(size, size)
        self._source, self._numbers = empty(shape, Suicide.FORBIDDEN)
        self._b, self._k = empty(shape, Suicide.FORBIDDEN)
        self._k[RANDOM] = SEED
        self._t, self._a = np.zeros(FOUND, np.int64), np.zeros(AIMS, np.int64)
        self._a[BY_STONES], self._a[BY_ENCLOSED], self._a[BY_EYES] = UNIT, UNIT, -UNIT
        self._limit, self._taxed = 3 * size * size, int(taxed)
        self.sums = np.zeros(3, np.int64)

    def __call__(self, times: int) -> None:
        arrays = (self._b, self._k, self._source, self._numbers, self._t, self._a)
        run(*arrays, times, self._limit, self._taxed, self.sums)


class Reference:
    """The same in C."""

    def __init__(self, library: ctypes.CDLL, size: int, *, taxed: bool = True) -> None:
        shape = geometry(size, size)
        numbers = np.ascontiguousarray(empty(shape, Suicide.FORBIDDEN).keys[ZOBRIST : ZOBRIST + 3 * SPAN])
        self._library, self._limit = library, 3 * size * size
        self._bench = ctypes.c_void_p(library.bench_new(size, ctypes.c_uint64(SEED), numbers.ctypes.data_as(ctypes.c_void_p)))
        self._weights = (ctypes.c_int64 * 4)(UNIT, UNIT, -UNIT, 0) if taxed else None
        self.sums = np.zeros(3, np.int64)

    def __call__(self, times: int) -> None:
        sums = self.sums.ctypes.data_as(ctypes.c_void_p)
        self._library.bench_run(self._bench, times, self._limit, self._weights, sums)

    def __del__(self) -> None:
        self._library.bench_free(self._bench)


class Searching:
    """The full search from the empty board, anew after `MOVE` playouts."""

    def __init__(self, size: int) -> None:
        self._game = Game(find("chinese"), size, size)
        self._begin()

    def _begin(self) -> None:
        self._search, self._made = Search(Tuning(), SEED), 0
        self._search.set_root(self._game, BLACK_MOVES, self._game.ruleset)

    def __call__(self, times: int) -> None:
        if self._made >= MOVE:
            self._begin()
        self._made += self._search.run(times)


def reference() -> ctypes.CDLL:
    """The C code, compiled for this machine as the kernel is."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "reference.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["gcc", *flags, str(Path(__file__).with_name("reference.c")), "-o", str(target)], check=True)
        library = ctypes.CDLL(str(target))
    library.bench_new.restype = ctypes.c_void_p
    return library


# -- measuring -----------------------------------------------------------------------------------------------------------


def rounds_of(candidates: dict[str, Run], playouts: int, rounds: int) -> dict[str, list[float]]:
    """Playouts a second of processor time, by candidate and round."""
    rates: dict[str, list[float]] = {name: [] for name in candidates}
    for candidate in candidates.values():
        candidate(1)  # compiles
    for _ in range(rounds):
        spent = dict.fromkeys(candidates, 0.0)
        for _ in range(SLICES):
            for name, candidate in candidates.items():
                begun = time.process_time()
                candidate(max(1, playouts // SLICES))
                spent[name] += time.process_time() - begun
        for name in candidates:
            rates[name].append(SLICES * max(1, playouts // SLICES) / spent[name])
    return rates


def ratio(over: list[float], under: list[float]) -> float:
    """The median of the ratios round by round."""
    return median(a / b for a, b in zip(over, under, strict=True))


def playouts_for(size: int, *, quick: bool) -> int:
    """So many that a round of one candidate takes a few tenths of a second."""
    return (400_000 if quick else 3_000_000) // (size * size)


def verdict(*, good: bool) -> str:
    """A word for the last column."""
    return "reached" if good else "**missed**"


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """Runs on one core only, where the system knows how to."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core if core in before else max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


# -- the tables ----------------------------------------------------------------------------------------------------------


def uniform(library: ctypes.CDLL, rounds: int, *, quick: bool) -> bool:
    """Prints (a) and (b)."""
    speeds, costs, all_good = [], [], True
    for size in SIZES:
        kernel, c = Kernel(size), Reference(library, size)
        plain, plain_c = Kernel(size, taxed=False), Reference(library, size, taxed=False)
        candidates: dict[str, Run] = {"kernel": kernel, "C": c, "area": plain, "area in C": plain_c}
        rates = rounds_of(candidates, playouts_for(size, quick=quick), rounds)
        same = bool((kernel.sums == c.sums).all() and (plain.sums == plain_c.sums).all())
        share = ratio(rates["kernel"], rates["C"])
        tax, tax_c = ((ratio(rates[a], rates[b]) - 1) * 100 for a, b in (("area", "kernel"), ("area in C", "C")))
        good = same and share >= KERNEL_GOAL
        all_good &= good and tax < TAX_GOAL
        numbers = f"{median(rates['kernel']):,.0f} | {median(rates['C']):,.0f} | {share:.2f}"
        speeds.append(f"| {size}×{size} | {numbers} | {'yes' if same else '**no**'} | {verdict(good=good)} |")
        numbers = f"{median(rates['area']):,.0f} | {median(rates['kernel']):,.0f} | {tax:+.1f} % | {tax_c:+.1f} %"
        costs.append(f"| {size}×{size} | {numbers} | {verdict(good=tax < TAX_GOAL)} |")
    print(f"\n(a) Uniform playouts a second, eye tax counted; goal {KERNEL_GOAL} of C\n")
    print("| board | kernel | C | ratio | same playouts | goal |\n|---|---|---|---|---|---|", *speeds, sep="\n")
    print(f"\n(b) Playouts a second by the count; goal: the tax costs less than {TAX_GOAL:.0f} %\n")
    print("| board | area | tax | cost | cost in C | goal |\n|---|---|---|---|---|---|", *costs, sep="\n")
    return all_good


def seconds_of(runs: list[Run], playouts: int) -> float:
    """Wall-clock seconds until all runs, a thread for each, have made their playouts."""
    threads = [threading.Thread(target=each, args=(playouts,)) for each in runs]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begun


def two_threads(library: ctypes.CDLL, rounds: int, *, quick: bool) -> bool:
    """Prints (c)."""
    print(f"\n(c) Playouts a second of wall-clock; goal: two threads {THREADS_GOAL} times one\n")
    print("| board | one thread | two threads | ratio | ratio in C | goal |\n|---|---|---|---|---|---|")
    all_good = True
    for size in SIZES:
        playouts = playouts_for(size, quick=quick)
        pairs: list[list[Run]] = [[Kernel(size), Kernel(size)], [Reference(library, size), Reference(library, size)]]
        rates: list[list[float]] = [[], [], [], []]  # kernel alone, two of it, C alone, two of it
        for _ in range(rounds):
            for place, pair in enumerate(pairs):
                rates[2 * place].append(playouts / seconds_of(pair[:1], playouts))
                rates[2 * place + 1].append(2 * playouts / seconds_of(pair, playouts))
        gain, gain_c = ratio(rates[1], rates[0]), ratio(rates[3], rates[2])
        all_good &= gain >= THREADS_GOAL
        numbers = f"{median(rates[0]):,.0f} | {median(rates[1]):,.0f} | {gain:.2f} | {gain_c:.2f}"
        print(f"| {size}×{size} | {numbers} | {verdict(good=gain >= THREADS_GOAL)} |")
    return all_good


def by_size(library: ctypes.CDLL, rounds: int, *, quick: bool) -> None:
    """Prints (d)."""
    print("\n(d) Cost of a playout by the size of the board\n")
    print("| board | stones placed | kernel, µs | C, µs | kernel, ns a stone | C, ns a stone |\n|---|---|---|---|---|---|")
    for size in (5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25):
        kernel, c = Kernel(size), Reference(library, size)
        playouts = playouts_for(size, quick=True)
        rates = rounds_of({"kernel": kernel, "C": c}, playouts, rounds if not quick else 1)
        made = 1 + SLICES * max(1, playouts // SLICES) * (rounds if not quick else 1)
        stones = int(kernel.sums[0]) / made
        times = [1e6 / median(rates[name]) for name in ("kernel", "C")]
        stone = [1000 * each / stones for each in times]
        print(f"| {size}×{size} | {stones:.0f} | {times[0]:.2f} | {times[1]:.2f} | {stone[0]:.0f} | {stone[1]:.0f} |")


def full_search(library: ctypes.CDLL, rounds: int, *, quick: bool) -> bool:
    """Prints (e)."""
    print(f"\n(e) Playouts a second of the full search; goal: {SEARCH_GOAL} of the uniform ones in C\n")
    print("| board | search | C | ratio | goal |\n|---|---|---|---|---|")
    all_good = True
    for size in SIZES:
        candidates: dict[str, Run] = {"search": Searching(size), "C": Reference(library, size)}
        rates = rounds_of(candidates, playouts_for(size, quick=quick) // 2, rounds)
        share = ratio(rates["search"], rates["C"])
        all_good &= share >= SEARCH_GOAL
        numbers = f"{median(rates['search']):,.0f} | {median(rates['C']):,.0f} | {share:.2f}"
        print(f"| {size}×{size} | {numbers} | {verdict(good=share >= SEARCH_GOAL)} |")
    return all_good


def first_move(cache: str) -> float:
    """Seconds of processor time of a program that starts, makes one move and quits."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {OVERRIDE: cache, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))}
    argv = [sys.executable, "-m", "gtp_rules", "--ruleset", "chinese", "--size", "9", "--player", "mcts playouts=1000"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, input="genmove b\nquit\n", text=True, capture_output=True, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not done.stdout.startswith("= "):
        raise RuntimeError(f"no move: {done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starting(rounds: int) -> bool:
    """Prints (f)."""
    cold, warm = [], []
    for _ in range(max(1, rounds // 2)):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(first_move(cache))
            warm += [first_move(cache), first_move(cache)]
    print("\n(f) Seconds of processor time from the start to the first move, 1,000 playouts on 9×9\n")
    print("| compiled code | seconds | goal | |\n|---|---|---|---|")
    print(f"| in the cache | {median(warm):.2f} | {WARM_GOAL} | {verdict(good=median(warm) <= WARM_GOAL)} |")
    print(f"| not yet | {median(cold):.1f} | {COLD_GOAL:.0f} | {verdict(good=median(cold) <= COLD_GOAL)} |")
    return median(warm) <= WARM_GOAL and median(cold) <= COLD_GOAL


def main() -> int:
    """Prints the report; 0 if every goal was reached."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer playouts and rounds")
    parser.add_argument("--core", type=int, default=1, help="the core to run on")
    options = parser.parse_args()
    if not COMPILED:
        print("numba is not installed, or not wanted: nothing to measure", file=sys.stderr)
        return 2
    rounds, library = (3 if options.quick else 7), reference()
    print(f"Medians of {rounds} rounds; other load on the machine: {os.getloadavg()[0]:.1f}.")
    with pinned(options.core):
        good = uniform(library, rounds, quick=options.quick)
        by_size(library, rounds, quick=options.quick)
        good &= full_search(library, rounds, quick=options.quick)
        good &= starting(rounds)
    good &= two_threads(library, rounds, quick=options.quick)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
