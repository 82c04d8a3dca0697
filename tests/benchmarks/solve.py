"""Solves all boards in reach under all rulesets that can be treated exactly, and prints the tables of docs/solver.md.

    taskset -c 1 python tests/benchmarks/solve.py > tables.md

Each board is solved in a process of its own, whose greatest memory is given. Needs a system that can fork.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

from gtp_rules.board import BLACK, Board
from gtp_rules.rulesets import find, names
from harness.errors import HarnessError
from harness.solve.command import span
from harness.solve.solving import Method, Question, Solution, solve
from harness.solve.treatment import Treatment, Unsolvable, treat

SMALL = [*(f"{n}x1" for n in range(1, 13)), "2x2", "3x2", "4x2", "5x2", "6x2", "3x3", "4x3"]
LARGE = ["7x2", "5x3", "8x2", "4x4"]
HISTORY_SIZES = [*(f"{n}x1" for n in range(1, 8)), "2x2", "3x2", "4x2", "5x2", "3x3"]
ON_LARGE = {"chinese", "ikeda-1", "ming-qing", "tang-song suicide=chains", "natural-ending suicide=chains"}
SUICIDE = [f"{name} suicide={which}" for name in ("tang-song", "natural-ending") for which in ("chains", "forbidden")]
SUPERKO = [
    "tromp-taylor suicide=forbidden", "ikeda-1 repetition=positional", "ikeda-1 repetition=positional suicide=forbidden",
    "ming-qing repetition=positional", "ming-qing repetition=situational", "tang-song repetition=positional",
]  # fmt: skip


class Row(NamedTuple):
    """One board solved, or what stood in the way."""

    size: str
    solution: Solution | None
    trouble: str
    seconds: float
    megabytes: int


def solved(text: str, size: str, method: Method, most: int) -> Row:
    """One row, from a process of its own."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(_solve, (text, size, method, most))


def _solve(text: str, size: str, method: Method, most: int) -> Row:
    width, height = (int(number) for number in size.split("x"))
    question = Question(find(text), Board(width, height), BLACK, most_nodes=most)
    started = time.process_time()
    try:
        solution, trouble = solve(question, method), ""
    except HarnessError as error:
        solution, trouble = None, str(error)
    seconds = time.process_time() - started
    return Row(size, solution, trouble, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def groups(method: Method) -> Iterator[list[str]]:
    """The rulesets that a method treats exactly, those together that are the same to it."""
    alike: dict[Treatment, list[str]] = {}
    for text in (*names(), *(SUICIDE if method is Method.TABLE else SUPERKO)):
        try:
            treatment = treat(find(text))
        except Unsolvable as error:
            print(f"* {error}", file=sys.stderr)
            continue
        if method is Method.HISTORY and treatment.superko is not None and not treatment.restricted:
            alike.setdefault(treatment._replace(uncompensated=False), []).append(text)
        elif method is Method.TABLE:
            alike.setdefault(treatment._replace(uncompensated=False, superko=None), []).append(text)
    yield from alike.values()


def row(found: Row) -> str:
    """A row of the table."""
    width, height = found.size.split("x")
    name = f"{height}×{width}"
    if found.solution is None:
        return f"| {name} | – | {found.trouble} | | {found.seconds:.2f} | {found.megabytes} |"
    told = found.solution
    line = " ".join(told.line) if told.line else "–"
    value = span(told.value, told.lower, told.upper)
    return f"| {name} | {value} | {line} | {told.positions:,} | {found.seconds:.2f} | {found.megabytes} |"


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--method", choices=list(Method), action="append", help="only this one")
    parser.add_argument("--ruleset", help="only this one")
    parser.add_argument("--sizes", nargs="+", help="columns x rows")
    parser.add_argument("--most", type=int, default=8_000_000, help="nodes after which the search with history gives up")
    options = parser.parse_args()
    for method in options.method or Method:
        for texts in groups(Method(method)):
            by_table = [*SMALL, *(LARGE if ON_LARGE & set(texts) else [])]
            sizes = options.sizes or (by_table if method is Method.TABLE else HISTORY_SIZES)
            if options.ruleset and options.ruleset not in texts:
                continue
            _solve(texts[0], "2x2", Method(method), 10**6)  # compiles, so that the processes below need not
            print(f"\n#### {method}: {', '.join(f'`{text}`' for text in texts)}\n", flush=True)
            print("| board | value | line | positions | CPU s | MB |\n|---|---|---|---|---|---|")
            for size in sizes:
                print(row(solved(texts[0], size, Method(method), options.most)), flush=True)


if __name__ == "__main__":
    main()
