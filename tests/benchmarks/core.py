"""Speed of the referee beside sgfmill on the same games in the same run: ``python tests/benchmarks/core.py [--quick]``.

Prints, for games of 19×19:

(a) the core (look, repetition query, place), moves a second and as a ratio to ``sgfmill.boards.Board.play``; goal: 2;
(b) ``Game.apply`` under each registered ruleset as such a ratio; goal: 0.8;
(c) the cost of the 100th, 1,000th and 5,000th move of one game, with what ``rules-why`` asks; goal: no growth.

Times are those of the process, each the least of several rounds in which all candidates take turns.
"""

from __future__ import annotations

import argparse
import gc
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sgfmill import boards

from gtp_rules.board import BLACK, Board, Color, geometry
from gtp_rules.game import Game, Phase, Play
from gtp_rules.rules import Opening, Ruleset, Scope, Superko
from gtp_rules.rulesets import find, registered

SIZE = 19
CORE_GOAL, GAME_GOAL = 2.0, 0.8
GNUGO = shutil.which("gnugo", path="/usr/games:/usr/local/bin:/usr/bin")

Moves = list[tuple[Color, int]]


def fills_own_eye(board: Board, color: int, point: int) -> bool:
    """Whether all neighbors of an empty point are stones of one chain or color, as in most playouts."""
    return all(board.colors[near] == color for near in board.geometry.neighbors[point])


def random_moves(seed: int, length: int) -> Moves:
    """A game of random legal moves that fill no own eye, with positional superko and without suicide."""
    chance = random.Random(seed)
    board, color, moves = Board(SIZE, SIZE), BLACK, []
    seen, skipped = {board.key}, 0
    while len(moves) < length and skipped < 2:
        points = board.empties()
        chance.shuffle(points)
        for point in points:
            effect = board.look(color, point)
            if not effect.suicide and effect.key not in seen and not fills_own_eye(board, color, point):
                board.place(color, point, effect)
                seen.add(effect.key)
                moves.append((color, point))
                skipped = 0
                break
        else:
            skipped += 1
        color = color.opponent
    return moves


def local_moves(seed: int, length: int) -> Moves:
    """As `random_moves`, but most moves are close to the last one, so that long chains and fights come up."""
    chance = random.Random(seed)
    shape = geometry(SIZE, SIZE)
    board, color, moves, last = Board(SIZE, SIZE), BLACK, [], shape.at(15, 3)
    seen = {board.key}
    while len(moves) < length:
        points = board.empties()
        chance.shuffle(points)
        if chance.random() < 0.8:
            column, row = shape.place(last)
            points.sort(key=lambda p: max(abs(shape.place(p)[0] - column), abs(shape.place(p)[1] - row)))
        found = next(
            (
                (p, effect)
                for p in points
                if not fills_own_eye(board, color, p)
                and not (effect := board.look(color, p)).suicide
                and effect.key not in seen
            ),
            None,
        )
        if found is None:
            break
        last, effect = found
        board.place(color, last, effect)
        seen.add(effect.key)
        moves.append((color, last))
        color = color.opponent
    return moves


def gnugo_moves(seed: int) -> Moves:
    """A game of GNU Go against itself at level 1, without its passes."""
    assert GNUGO is not None
    argv = [GNUGO, "--mode", "gtp", "--level", "1", "--seed", str(seed)]
    moves: Moves = []
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        color, passes = BLACK, 0
        while passes < 2 and len(moves) < 400:
            engine.stdin.write(f"genmove {color.letter}\n")
            engine.stdin.flush()
            answer = engine.stdout.readline().removeprefix("=").strip()
            engine.stdout.readline()
            if answer.lower() == "resign":
                break
            passes = passes + 1 if answer.lower() == "pass" else 0
            if not passes:
                moves.append((color, geometry(SIZE, SIZE).point(answer)))
            color = color.opponent
        engine.stdin.write("quit\n")
        engine.stdin.flush()
        engine.stdout.read()
    return moves


# -- what is measured ----------------------------------------------------------------------------------------------------


def by_sgfmill(games: list[list[tuple[int, int, str]]]) -> None:
    """The moves by sgfmill's board."""
    for moves in games:
        play = boards.Board(SIZE).play
        for row, column, color in moves:
            play(row, column, color)


def by_core(games: list[Moves]) -> None:
    """The moves by look, repetition query, place."""
    for moves in games:
        board, memory = Board(SIZE, SIZE), Superko(Scope.SITUATIONAL).memory()
        memory.start(board.key, BLACK)
        look, place, bars, move = board.look, board.place, memory.bars, memory.move
        for turn, (color, point) in enumerate(moves, 1):
            effect = look(color, point)
            if not effect.suicide and bars(color, effect.key, captures=bool(effect.captured)) is None:
                place(color, point, effect)
                move(color, effect.key, turn)


def by_game(games: list[list[Play]], ruleset: Ruleset) -> None:
    """The moves by a game, checks, ledger, undo information and log included."""
    for plays in games:
        apply = Game(ruleset, SIZE, SIZE).apply
        for action in plays:
            apply(action)


@contextmanager
def no_collection() -> Iterator[None]:
    """No garbage collection, whose cost would fall on whoever happens to be running."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def measure(candidates: dict[str, Callable[[], None]], rounds: int) -> dict[str, float]:
    """Seconds of processor time for each candidate: the least of several rounds in which they take turns."""
    least = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, run in candidates.items():
            with no_collection():
                begun = time.process_time()
                run()
                least[name] = min(least[name], time.process_time() - begun)
    return least


class Cost(NamedTuple):
    """What a move late in a game costs, in microseconds."""

    number: int
    apply: float
    ask: float
    undo: float


def long_moves(length: int) -> Moves:
    """One game of many moves, no board twice; own eyes are filled, so that the board is emptied again and again."""
    chance = random.Random(7)
    board, color, moves = Board(SIZE, SIZE), BLACK, []
    seen = {board.key}
    while len(moves) < length:
        points = board.empties()
        for _ in range(100):
            point = chance.choice(points)
            effect = board.look(color, point)
            if effect.key not in seen:
                board.place(color, point, effect)
                seen.add(effect.key)
                moves.append((color, point))
                break
        color = color.opponent
    return moves


def late_costs(numbers: list[int], ruleset: Ruleset, moves: Moves) -> list[Cost]:
    """Costs around some moves of a long game: to apply and undo a move, to ask whether a point is legal."""
    game = Game(ruleset, SIZE, SIZE)
    found: list[Cost] = []
    window = 60
    for number in numbers:
        while game.turns < number:
            game.apply(Play(*moves[game.turns]))
        assert game.phase is Phase.PLAY
        plays = [Play(*move) for move in moves[number : number + window]]
        apply, ask, undo = [], [], []
        with no_collection():
            for _ in range(7):
                begun = time.process_time()
                for action in plays:
                    game.apply(action)
                applied = time.process_time()
                for _ in plays:
                    game.undo()
                undone = time.process_time()
                for _ in plays:
                    game.refusal(plays[0])
                apply.append(applied - begun)
                undo.append(undone - applied)
                ask.append(time.process_time() - undone)
        found.append(Cost(number, *(min(times) / window * 1e6 for times in (apply, ask, undo))))
    return found


# -- the report ----------------------------------------------------------------------------------------------------------


def compare(name: str, games: list[Moves], rounds: int) -> bool:
    """Prints (a) and (b) for some games; returns whether both goals were reached."""
    rows = [[(*divmod(point, SIZE), color.letter.lower()) for color, point in moves] for moves in games]
    plays = [[Play(color, point) for color, point in moves] for moves in games]
    rulesets = [ruleset.variant(opening=Opening()) for ruleset in registered()]
    candidates: dict[str, Callable[[], None]] = {"sgfmill": lambda: by_sgfmill(rows), "core": lambda: by_core(games)}
    candidates |= {ruleset.name: lambda ruleset=ruleset: by_game(plays, ruleset) for ruleset in rulesets}  # type: ignore[misc]
    seconds = measure(candidates, rounds)
    number = sum(map(len, games))
    print(f"\n{name}: {len(games)} games, {number} moves, least of {rounds} rounds")
    good = True
    for candidate, time_taken in seconds.items():
        ratio = seconds["sgfmill"] / time_taken
        goal = {"sgfmill": 0.0, "core": CORE_GOAL}.get(candidate, GAME_GOAL)
        good &= ratio >= goal
        verdict = "" if ratio >= goal else f"  below the goal of {goal}"
        print(f"  {candidate:18}{number / time_taken:10,.0f} moves/s{ratio:8.2f} × sgfmill{verdict}")
    return good


def main() -> int:
    """Prints the report; 0 if every goal was reached."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer games and rounds")
    quick = parser.parse_args().quick
    games, rounds = (4, 3) if quick else (12, 21)
    good = compare("random games", [random_moves(seed, 250) for seed in range(games)], rounds)
    good &= compare("random games with local fights", [local_moves(seed, 250) for seed in range(games)], rounds)
    if GNUGO and not quick:
        good &= compare("GNU Go, level 1", [gnugo_moves(1)], rounds)
    numbers = [100, 1000, 5000]
    moves = long_moves(numbers[-1] + 100)
    print("\ncost of a move, by its number in the game (µs): apply, ask, undo")
    for name in ("new-zealand", "tang-song opening=empty", "yan-lai-2015", "yan-lai-2007-b move_limit=100000", "tromp-taylor"):
        costs = late_costs(numbers, find(name), moves)
        print(f"  {name:34}" + "  ".join(f"{c.number}: {c.apply:.1f} {c.ask:.1f} {c.undo:.1f}" for c in costs))
        first, second, last = costs  # the board is fuller at the second and third
        flat = all(b < 1.5 * a for a, b in zip(second[1:], last[1:], strict=True)) and last.apply < 2 * first.apply
        good &= flat
        if not flat:
            print("    not flat")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
