"""Speed and memory of rescoring beside sgfmill: ``python tests/benchmarks/rescore.py [--quick] [--files N]``.

(a) one core, all registered rulesets: reading a file, playing it through, counting it and writing the row, as a ratio to
    "parse with sgfmill and play on its board" of the same files in the same run; goal: 0.7. With and without ``--explain``,
    for games of other programs and for records of ours, games to the end and games that stop half-way;
(b) the largest resident memory of the command over N files (default 10,000), at a tenth of them and at the end; goal: flat;
(c) files a second by one worker and by two, output written to a file.

Times are those of the process, each the least of several rounds in which the candidates take turns.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != HERE]  # a benchmark here is called harness

from sgfmill import boards, sgf  # noqa: E402

from gtp_rules.game import Accept, Game, Pass, Play, Propose  # noqa: E402
from gtp_rules.rulesets import find, registered  # noqa: E402
from gtp_rules.sgf import write_game  # noqa: E402
from gtp_rules.sgf.points import sgf_point  # noqa: E402
from harness.rescore.output import JsonLines  # noqa: E402
from harness.rescore.rows import Plan, Row, rows  # noqa: E402

GOAL = 0.7
GROWTH = 1.1
RULES = find("new-zealand")


def random_game(side: int, seed: int, length: int) -> Game:
    """A game of random moves that fill no own eye, stopped by two passes and settled with everything alive."""
    chance, game = random.Random(seed), Game(RULES, side, side)
    skipped = 0
    while skipped < 2 and game.turns < length:
        board, color = game.board, game.to_move
        points = board.empties()
        chance.shuffle(points)
        neighbors = board.geometry.neighbors
        point = next(
            (p for p in points if any(board.colors[q] != color for q in neighbors[p]) and game.is_legal(color, p)), None
        )
        skipped = skipped + 1 if point is None else 0
        game.apply(Pass(color) if point is None else Play(color, point))
    while not game.state.is_stopped:
        game.apply(Pass(game.to_move))
    game.apply(Propose(game.to_move))
    game.apply(Accept(game.to_move.opponent))
    return game


def plain(game: Game) -> bytes:
    """The game as other programs write it."""
    shape = game.board.geometry
    turns = [entry.action for entry in game.log if isinstance(entry.action, (Play, Pass))]
    moves = [f";{turn.color.letter}[{sgf_point(shape, turn.point) if isinstance(turn, Play) else ''}]" for turn in turns]
    assert game.outcome is not None
    head = f"FF[4]GM[1]CA[UTF-8]SZ[{shape.width}]KM[7]RU[NZ]PB[Black]PW[White]RE[{game.outcome.result}]"
    return f"(;{head}{''.join(moves)})".encode()


def by_sgfmill(data: bytes) -> None:
    """Parse with sgfmill and play on its board."""
    game = sgf.Sgf_game.from_bytes(data)
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        color, move = node.get_move()
        if move is not None:
            board.play(*move, color)


def by_rescore(explain: bool) -> Callable[[bytes], None]:
    """Read, count under all rulesets, write the row."""
    plan, writer = Plan(tuple(registered()), explain=explain), JsonLines()

    def count(data: bytes) -> None:
        for row in rows("x.sgf", data, plan, None, None):
            assert isinstance(row, Row), row
            writer.row(row)

    return count


def seconds(candidates: dict[str, Callable[[bytes], None]], files: list[bytes], rounds: int) -> dict[str, float]:
    """Processor time of each candidate for all files: the least of several rounds."""
    least = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, run in candidates.items():
            gc.collect()
            gc.disable()
            begun = time.process_time()
            for data in files:
                run(data)
            least[name] = min(least[name], time.process_time() - begun)
            gc.enable()
    return least


def compare(name: str, files: list[bytes], rounds: int) -> bool:
    """Prints (a) for some files; returns whether the goal was reached."""
    candidates = {"sgfmill": by_sgfmill, "rescore": by_rescore(False), "rescore --explain": by_rescore(True)}
    taken = seconds(candidates, files, rounds)
    print(f"\n{name}: {len(files)} files, {len(registered())} rulesets, least of {rounds} rounds")
    good = True
    for candidate, time_taken in taken.items():
        ratio = taken["sgfmill"] / time_taken
        good &= ratio >= GOAL
        verdict = "" if ratio >= GOAL else f"  below the goal of {GOAL}"
        print(f"  {candidate:18}{len(files) / time_taken:8,.0f} games/s{ratio:8.2f} × sgfmill{verdict}")
    return good


def command(folder: Path, target: Path, workers: int) -> list[str]:
    """The command line of a run that writes JSON."""
    code = f"import sys; sys.stdout = open({str(target)!r}, 'w', encoding='utf-8'); from harness.cli import run_command; "
    code += f"sys.exit(run_command(['rescore', {str(folder)!r}, '--json', '--explain', '--workers', '{workers}']))"
    return [sys.executable, "-c", code]


def measured(arguments: list[str]) -> tuple[float, int]:
    """Seconds of wall-clock, and the largest resident memory in KiB, of a command."""
    begun = time.perf_counter()
    process = subprocess.Popen(arguments, cwd=HERE.parents[1])
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return time.perf_counter() - begun, usage.ru_maxrss


def memory(files: list[bytes], number: int) -> bool:
    """Prints (b) and (c); returns whether memory stayed flat."""
    with tempfile.TemporaryDirectory() as place:
        tenth, rest, target = Path(place) / "games" / "0", Path(place) / "games" / "1", Path(place) / "out.jsonl"
        for folder, begin, end in ((tenth, 0, number // 10), (rest, number // 10, number)):
            folder.mkdir(parents=True)
            for index in range(begin, end):
                (folder / f"{index:06}.sgf").write_bytes(files[index % len(files)])
        _, small = measured(command(tenth, target, 1))
        time_taken, large = measured(command(tenth.parent, target, 1))
        lines = sum(1 for _ in target.open(encoding="utf-8"))
        assert lines == number, lines
        flat = large <= small * GROWTH
        print(f"\nmemory: {small / 1024:.1f} MiB after {number // 10:,} files, {large / 1024:.1f} MiB after {number:,}")
        print("" if flat else "  not flat\n", end="")
        print(f"one worker: {number / time_taken:,.0f} files/s")
        both, _ = measured(command(tenth.parent, target, 2))
        print(f"two workers: {number / both:,.0f} files/s, {time_taken / both:.2f} times one")
    return flat


def main() -> int:
    """Prints the report; 0 if every goal was reached."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer games, rounds and files")
    parser.add_argument("--files", type=int, help="files for the memory test (default 10,000)")
    options = parser.parse_args()
    number, rounds = (6, 3) if options.quick else (20, 9)
    games = {
        "9×9 to the end": [random_game(9, seed, 10**6) for seed in range(number)],
        "19×19 to the end": [random_game(19, seed, 10**6) for seed in range(number // 2)],
        "19×19, 250 moves": [random_game(19, seed, 250) for seed in range(number)],
    }
    good = True
    for name, found in games.items():
        good &= compare(f"{name}, other programs", [plain(game) for game in found], rounds)
        good &= compare(f"{name}, our records", [write_game(game) for game in found], rounds)
    small = [plain(game) for game in games["9×9 to the end"]]
    good &= memory(small, options.files or (1000 if options.quick else 10_000))
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
