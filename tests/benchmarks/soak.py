"""Many short games in one run: ``python tests/benchmarks/soak.py [DIRECTORY] [--games N] [--workers N]``.

Two scripted engines, which stay from game to game, and a bot of ours. While the harness runs, its memory and its open
files, and those of its workers, are looked at again and again. Afterwards: games a second in the first and in the last
tenth of the games, memory and the number of open files in the second tenth and the last, and ``PRAGMA integrity_check``.

A run in a directory that was broken off goes on there. Prints a table in Markdown; the exit code is 1 if something grew,
slowed down by more than a tenth, or is damaged (`--lenient`: without a look at the speed, for short runs).
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FAKES = ROOT / "tests" / "unit" / "harness"
GROWTH, SLOWDOWN = 1.05, 0.9
FIRST, LAST = 0.1, 0.9


class Look(NamedTuple):
    """What was seen at one moment: seconds, stored games, KiB of memory and open files, of harness and workers together."""

    when: float
    games: int
    memory: int
    files: int


def configuration(folder: Path, games: int, workers: int) -> Path:
    """Writes the configuration: three pairings of two engines and a bot on 5×5."""
    engine = json.dumps([sys.executable, "-S", "-E", str(FAKES / "fake_engine.py")])
    lines = [f'[experiment]\nname = "soak"\nrulesets = ["chinese"]\nsize = 5\ngames = {max(1, games // 3)}\nkeep = 3']
    lines += [f"directory = {json.dumps(str(folder / 'results'))}\nworkers = {workers}"]
    lines += ['[players.bot]\nbot = "fake_bots:create"', f"[players.p]\ncommand = {engine}", f"[players.q]\ncommand = {engine}"]
    path = folder / "soak.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def family(pid: int) -> Iterator[int]:
    """A process and its children, not theirs: the engines are no concern of ours."""
    yield pid
    try:
        yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    except OSError:
        return


def look(pid: int, began: float, store: Path) -> Look | None:
    """What can be seen now, or None if the run has just begun or ended."""
    memory = files = 0
    for member in family(pid):
        try:
            status = Path(f"/proc/{member}/status").read_text()
            files += len(list(Path(f"/proc/{member}/fd").iterdir()))
            memory += int(status.split("VmRSS:")[1].split()[0])
        except (OSError, IndexError):
            return None
    games = stored(store)
    return None if games is None else Look(time.monotonic() - began, games, memory, files)


def stored(store: Path) -> int | None:
    """The number of stored games, or None if there is no store yet."""
    if not store.exists():
        return None
    try:
        with closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:
        return None


def soak(path: Path, pause: float) -> tuple[int, list[Look]]:
    """Runs the experiment and looks at it every so many seconds; the exit code, and what was seen."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(FAKES)])}
    command = [sys.executable, "-m", "harness", "run", str(path)]
    began, seen = time.monotonic(), []
    with (path.parent / "talk.txt").open("ab") as talk:
        run = subprocess.Popen(command, env=environment, stdout=talk, stderr=talk)
        while run.poll() is None:
            now = look(run.pid, began, path.parent / "results" / "games.sqlite")
            if now is not None and (now.games or not seen or not seen[-1].games):
                seen.append(now)
            time.sleep(pause)
    return run.returncode, seen


def rate(seen: list[Look], begin: float, end: float) -> float:
    """Games a second between two shares of the games of this run."""
    first, last = seen[0].games, seen[-1].games
    part = [each for each in seen if first + begin * (last - first) <= each.games <= first + end * (last - first)]
    took = part[-1].when - part[0].when if part else 0.0
    return (part[-1].games - part[0].games) / took if took else 0.0


def middle(seen: list[Look], begin: float, end: float, field: str) -> float:
    """The median of what was seen between two shares of the games of this run."""
    first, last = seen[0].games, seen[-1].games
    part = [each for each in seen if first + begin * (last - first) <= each.games < first + end * (last - first)]
    return median(getattr(each, field) for each in part or seen)


def judge(path: Path, planned: int, seen: list[Look], *, lenient: bool) -> tuple[dict[str, str], list[str]]:
    """The lines of the table, and what is wrong."""
    problems = []
    with closing(sqlite3.connect(path.parent / "results" / "games.sqlite")) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        games, keys, scores = connection.execute(
            "SELECT count(*), count(DISTINCT key), sum(ending = 'score') FROM games"
        ).fetchone()
    # In a short run on a busy machine the second tenth may be over before the last worker has started its engines.
    settled, where = (0.5, "sixth") if lenient else (FIRST, "second")
    memory, files = (
        [middle(seen, settled, settled + FIRST, field), middle(seen, LAST, 1, field)] for field in ("memory", "files")
    )
    rates = [rate(seen, 0, FIRST), rate(seen, LAST, 1)]
    checks = [
        (sound, "the store is damaged"),
        (games == keys == scores == planned, f"{games} games are stored, {scores} with a score, not {planned}"),
        (memory[1] <= GROWTH * memory[0], "memory grows"),
        (files[1] <= files[0] + 1, "open files grow"),
        (lenient or rates[1] >= SLOWDOWN * rates[0], "the last tenth is slower than the first"),
    ]
    problems = [problem for holds, problem in checks if not holds]
    return {
        "games": f"{games}",
        "minutes": f"{seen[-1].when / 60:.1f}",
        "games a second, first and last tenth": f"{rates[0]:.1f}, {rates[1]:.1f}",
        f"memory of harness and workers, {where} and last tenth, MiB": f"{memory[0] / 1024:.1f}, {memory[1] / 1024:.1f}",
        f"open files, {where} and last tenth": f"{files[0]:.0f}, {files[1]:.0f}",
        "integrity_check": "ok" if sound else "damaged",
    }, problems


def main() -> None:
    parser = argparse.ArgumentParser(description="Many short games in one run.")
    parser.add_argument("directory", nargs="?", type=Path, help="where to work (default: a new folder that is removed)")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--lenient", action="store_true", help="do not judge the speed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as fresh:
        folder = (options.directory or Path(fresh)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        path = configuration(folder, options.games, options.workers)
        code, seen = soak(path, 1.0 if options.games > 3000 else 0.05)
        table, problems = judge(path, 3 * max(1, options.games // 3), seen, lenient=options.lenient)
    if code:
        problems.append(f"the exit code is {code}")
    print(f"`{shlex.join(['python', *sys.argv])}`\n\n| | |\n|---|---|")
    for name, value in {**table, "problems": f"{len(problems)}"}.items():
        print(f"| {name} | {value} |")
    for problem in problems:
        print(f"- {problem}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
