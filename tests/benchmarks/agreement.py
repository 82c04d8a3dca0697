"""The kernel against the referee in bulk; nothing is timed.

    PYTHONPATH=tests:. python tests/benchmarks/agreement.py [--moves 1000000] [--positions 100000] [--workers 2]

Plays random moves on both boards, comparing stones, keys and legality after each one, and counts finished random positions
under every registered ruleset both ways. Prints a Markdown table; the exit code is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import kernel_agreement as agreement
from tqdm import tqdm

from bots.kernel.compiling import COMPILED
from gtp_rules import rulesets

_CHUNK_MOVES = 10_000
_CHUNK_POSITIONS = 1_000


def _moves(chunk: int) -> int:
    return agreement.replayed_moves(_CHUNK_MOVES, seed=chunk)


def _counts(chunk: int) -> Counter[str]:
    """How many of a thousand positions are counted alike, by ruleset."""
    alike: Counter[str] = Counter()
    for each in agreement.finished_positions(_CHUNK_POSITIONS, seed=1_000_000 + chunk):
        for ruleset in rulesets.registered():
            alike[ruleset.name] += agreement.counted_alike(ruleset, each)
    return alike


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    chunks, parts = -(-options.moves // _CHUNK_MOVES), -(-options.positions // _CHUNK_POSITIONS)
    alike: Counter[str] = Counter()
    with ProcessPoolExecutor(options.workers) as pool:
        made = sum(tqdm(pool.map(_moves, range(chunks)), total=chunks, desc="moves", disable=None))
        for found in tqdm(pool.map(_counts, range(parts)), total=parts, desc="positions", disable=None):
            alike.update(found)
    print(f"{'compiled' if COMPILED else 'plain Python'}; {made:,} moves, every one alike on both boards\n")
    print("| ruleset | finished positions | counted alike |\n|---|---:|---:|")
    for name in rulesets.names():
        print(f"| {name} | {parts * _CHUNK_POSITIONS:,} | {alike[name]:,} |")
    return int(any(alike[name] != parts * _CHUNK_POSITIONS for name in rulesets.names()))


if __name__ == "__main__":
    sys.exit(main())
