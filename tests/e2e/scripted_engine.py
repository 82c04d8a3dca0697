"""A GTP engine for tests that knows only passes, with faults by command line: slow genmove, death, garbage, analysis.

Every line it gets is appended to the file that ``--told`` names.
"""

import argparse
import queue
import sys
import threading
import time
from pathlib import Path

COMMANDS = [
    "name",
    "version",
    "protocol_version",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "quit",
]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--told")
    parser.add_argument("--moves", default="pass", help="what genmove answers, one after the other, the last one for ever")
    parser.add_argument("--sleep", type=float, default=0.0, help="seconds before each genmove answers")
    parser.add_argument("--also", nargs="*", default=[], help="further commands that are listed")
    options = parser.parse_args()
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=read, args=(lines,), daemon=True).start()
    moves = options.moves.split(",")
    while line := lines.get():
        if options.told:
            with Path(options.told).open("a", encoding="utf-8") as told:
                told.write(line)
        name = line.split()[0] if line.split() else ""
        if name == "list_commands":
            answer("\n".join(COMMANDS + options.also))
        elif name in {"lz-analyze", "kata-analyze"}:
            analyze(lines)
        elif name in {"genmove", "kgs-genmove_cleanup"}:
            time.sleep(options.sleep)
            move = moves.pop(0) if len(moves) > 1 else moves[0]
            if move == "die":
                sys.exit(3)
            answer(move)
        else:
            answer("")
        if name == "quit":
            return


def read(lines: "queue.Queue[str]") -> None:
    for line in sys.stdin:
        lines.put(line)
    lines.put("")


def answer(text: str) -> None:
    print(f"= {text}\n", flush=True)


def analyze(lines: "queue.Queue[str]") -> None:
    print("=", flush=True)
    visits = 0
    while lines.empty():
        visits += 1
        print(f"info move D4 visits {visits}", flush=True)
        time.sleep(0.01)
    print(flush=True)


if __name__ == "__main__":
    main()
