"""Every fault at once: ``python tests/benchmarks/torture.py [DIRECTORY] [--games N] [--workers N]``.

24 scripted engines, each with a fault of its own or none, meet a bot of ours under two rulesets. In between, the harness is
killed twice (SIGKILL) and its disk is full once (a limit on the size of files); each time the same command goes on. Then
everything is accounted for: all games are there, none twice and none of those stored before played again; each ended as
its fault says; no process is left; the records read back to the stored results; the report counts what the store holds.

A run in a directory that was broken off goes on there, killings that happened already left out. Prints a table in
Markdown; the exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from gtp_rules.sgf import audit, read_game

ROOT = Path(__file__).parents[2]
FAKES = ROOT / "tests" / "unit" / "harness"
RULESETS = ("chinese", "tang-song")
SIZE = 5
ROOM = 1 << 16
"""Bytes by which the longest file may still grow while the disk is full."""

FAULTS: dict[str, tuple[list[str], set[str]]] = {
    "sound": ([], {"score"}),
    "sound-again": ([], {"score"}),
    "restarted": (["--note-nothing"], {"score"}),
    "passes": (["--passes-after", "0"], {"score"}),
    "crlf": (["--fault", "crlf"], {"score"}),
    "nospace": (["--fault", "nospace"], {"score"}),
    "garbage": (["--fault", "garbage", "--at", "2"], {"score"}),
    "late": (["--fault", "late"], {"score"}),
    "floods": (["--fault", "floods"], {"score"}),
    "staying": (["--fault", "staying"], {"score"}),
    "stubborn": (["--fault", "stubborn"], {"score"}),
    "child": (["--fault", "child"], {"score"}),
    "resigns": (["--fault", "resign", "--at", "2"], {"resignation"}),
    "dies": (["--fault", "dies", "--at", "2"], {"engine_died"}),
    "crashes": (["--fault", "crashes", "--at", "2"], {"engine_died"}),
    "closes": (["--fault", "closes", "--at", "2"], {"engine_died"}),
    "hangs": (["--fault", "hangs", "--at", "2"], {"timeout"}),
    "unflushed": (["--fault", "unflushed"], {"timeout"}),
    "halfway": (["--fault", "halfway"], {"timeout"}),
    "illegal": (["--fault", "illegal", "--at", "2"], {"illegal_move"}),
    "invalid": (["--fault", "invalid", "--at", "2"], {"invalid_reply"}),
    "extra": (["--fault", "extra", "--at", "2"], {"invalid_reply"}),
    "claims": (["--fault", "claim", "--at", "1"], {"false_claim"}),
    "endless": (["--fault", "endless", "--at", "2"], {"invalid_reply"}),
}
"""By name: the options of the engine, and the endings that its games may have."""


def configuration(folder: Path, games: int) -> Path:
    """Writes the configuration; each engine meets the bot so often that there are about `games` games in all."""
    each = max(1, round(games / len(FAULTS) / len(RULESETS)))
    lines = [f'[experiment]\nname = "torture"\nrulesets = {json.dumps(RULESETS)}\nsize = {SIZE}\ngames = {each}']
    lines += [f"directory = {json.dumps(str(folder / 'results'))}", f"gauntlet = {json.dumps(['bot'])}"]
    lines.append('[players.bot]\nbot = "fake_bots:create"')
    for name, (options, _) in FAULTS.items():
        command = [sys.executable, "-S", "-E", str(FAKES / "fake_engine.py"), "--note", str(folder / "notes" / name)]
        command += [option for option in options if option != "--note-nothing"]
        lines.append(f"[players.{name}]\ncommand = {json.dumps(command)}\nrestart = {json.dumps(name != 'sound')}")
        lines.append("timeouts = { start = 5, command = 5, genmove = 2, score = 5, quit = 0.2 }")
    path = folder / "torture.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "notes").mkdir(exist_ok=True)
    return path


class Run:
    """The runs of one configuration, one after the other."""

    def __init__(self, path: Path, workers: int) -> None:
        self.path, self.results = path, path.parent / "results"
        self.command = [sys.executable, "-m", "harness", "run", str(path), "--workers", str(workers)]
        self.problems: list[str] = []
        self._seen: dict[str, str] = {}

    def start(self, limit: int | None = None) -> subprocess.Popen[bytes]:
        """Starts a run, in which files grow no further than `limit` bytes."""

        def restrain() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(FAKES)])}
        with (self.path.parent / "talk.txt").open("ab") as talk:
            return subprocess.Popen(self.command, env=environment, stdout=talk, stderr=talk, preexec_fn=restrain)  # noqa: PLW1509

    def stored(self) -> dict[str, str]:
        """When each stored game ended, by key."""
        file = self.results / "games.sqlite"
        if not file.exists():
            return {}
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            try:
                return dict(connection.execute("SELECT key, ended FROM games"))
            except sqlite3.OperationalError:  # it is just being made
                return {}

    def kill_at(self, number: int) -> None:
        """Starts a run and kills it as soon as so many games are stored."""
        if len(self.stored()) >= number:
            return
        run = self.start()
        while run.poll() is None and len(self.stored()) < number:
            time.sleep(0.002)
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.look("the harness was killed")

    def fill_disk(self) -> None:
        """A run on a disk that is full."""
        mark = self.path.parent / "disk-was-full"
        if not mark.exists():
            longest = max(path.stat().st_size for path in self.results.glob("games.sqlite*"))
            code = self.start(longest + ROOM).wait()
            self.expect(code == 2, f"with a full disk the exit code is {code}, not 2")
            mark.touch()
            self.look("the disk was full")

    def finish(self) -> None:
        """Runs to the end."""
        code = self.start().wait()
        self.expect(code == 1, f"the last exit code is {code}, not 1, which tells of trouble")
        self.look("all games were played")

    def look(self, when: str) -> None:
        """Looks whether every game that was stored before is still there as it was, and nobody is left."""
        now = self.stored()
        lost = [key for key, ended in self._seen.items() if now.get(key) != ended]
        self.expect(not lost, f"after {when}, {len(lost)} games are gone or were played again, such as {lost[:1]}")
        self._seen = now
        left = [pid for pid in pids(self.path.parent / "notes") if not is_gone(pid)]
        self.expect(not left, f"after {when}, processes {left[:5]} are left")
        print(f"{when}: {len(now)} games are stored", file=sys.stderr)

    def expect(self, holds: bool, problem: str) -> None:
        """Notes a problem."""
        if not holds:
            self.problems.append(problem)


def pids(notes: Path) -> Iterator[int]:
    """The processes that engines said they were, their children among them."""
    for note in notes.iterdir():
        for line in note.read_text(errors="replace").splitlines():
            words = line.split()
            if len(words) == 2 and words[0] in {"pid", "child"} and words[1].isdigit():
                yield int(words[1])


def is_gone(pid: int, patience: float = 10.0) -> bool:
    """Whether a process ends within a moment, if it is one of our engines at all."""
    deadline = time.monotonic() + patience
    while True:
        try:
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return True
        if state == "Z" or (b"fake_engine" not in line and b"time.sleep(600)" not in line):
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)


def account(run: Run, planned: int) -> Counter[str]:
    """Looks at all that was stored; the endings and how often each came up."""
    with closing(sqlite3.connect(run.results / "games.sqlite")) as connection:
        run.expect(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the store is damaged")
        rows = connection.execute("SELECT key, black, white, ending, result, sgf, sgf_file FROM games").fetchall()
    run.expect(len(rows) == planned, f"{len(rows)} games are stored, not {planned}")
    run.expect(len({row[0] for row in rows}) == len(rows), "a key comes twice")
    for key, black, white, ending, result, sgf, file in rows:
        expected = FAULTS[white if black == "bot" else black][1]
        run.expect(ending in expected, f"{key} ended by {ending}, not {' or '.join(sorted(expected))}")
        run.expect((run.results / file).read_bytes() == sgf, f"the file of {key} is not its record")
        if ending == "score":
            run.expect(not audit(sgf), f"the record of {key} is not confirmed")
            run.expect(read_game(sgf).outcome.result == result, f"the record of {key} has another result")  # type: ignore[union-attr]
    extra = {path.name for path in run.results.glob("games/*")} - {Path(row[6]).name for row in rows}
    run.expect(not extra, f"files of no game: {sorted(extra)[:3]}")
    return Counter(row[3] for row in rows)


def check_report(run: Run, endings: Counter[str]) -> None:
    """Looks whether the report counts what the store holds."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(FAKES)])}
    command = [sys.executable, "-m", "harness", "report", str(run.path), "--format", "json"]
    report = json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    told: Counter[str] = Counter()
    for group in _groups(report):
        told.update(group["endings"])
    run.expect(told == endings, f"the report counts {dict(told)}, the store {dict(endings)}")


def _groups(report: object) -> Iterator[dict[str, dict[str, int]]]:
    """The parts of the report that count endings, wherever they are."""
    if isinstance(report, dict):
        if isinstance(report.get("endings"), dict):
            yield report
            return
        for value in report.values():
            yield from _groups(value)
    elif isinstance(report, list):
        for value in report:
            yield from _groups(value)


def torture(folder: Path, games: int, workers: int) -> list[str]:
    """All of it, in a directory.

    Returns:
        What is wrong; nothing, it is hoped.
    """
    run = Run(configuration(folder, games), workers)
    planned = max(1, round(games / len(FAULTS) / len(RULESETS))) * len(FAULTS) * len(RULESETS)
    began = time.monotonic()
    steps: list[Callable[[], None]] = [
        lambda: run.kill_at(planned // 5),
        run.fill_disk,
        lambda: run.kill_at(planned * 3 // 5),
        run.finish,
    ]
    for step in steps:
        step()
    endings = account(run, planned)
    check_report(run, endings)
    print(f"`{shlex.join(['python', *sys.argv])}`\n\n| | |\n|---|---|")
    print(f"| games | {planned}, by {len(FAULTS)} engines and {workers} workers |")
    print(f"| killed, disk full | 2 times, once |\n| minutes | {(time.monotonic() - began) / 60:.1f} |")
    for ending, number in endings.most_common():
        print(f"| ended by `{ending}` | {number} |")
    print(f"| problems | {len(run.problems)} |")
    for problem in run.problems:
        print(f"- {problem}")
    return run.problems


def main() -> None:
    parser = argparse.ArgumentParser(description="Every fault at once, two kills and a full disk.")
    parser.add_argument("directory", nargs="?", type=Path, help="where to work (default: a new folder that is removed)")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as fresh:
        folder = (options.directory or Path(fresh)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        problems = torture(folder, options.games, options.workers)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
