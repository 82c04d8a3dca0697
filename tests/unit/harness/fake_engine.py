"""A GTP engine with faults on request, run as a program of its own. Plays the lowest point it has not seen; passes after a few.

    fake_engine.py [--passes-after N] [--fault NAME] [--at N] [--note FILE] [--refuse COMMAND] [--list COMMAND]

The fault strikes at the Nth genmove (default 1), or whenever its name says.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = ["name", "version", "list_commands", "boardsize", "clear_board", "komi", "play", "genmove"]
COMMANDS += ["final_score", "final_status_list", "quit"]


class Engine:
    def __init__(self, options):
        self.options = options
        self.size = (9, 9)
        self.seen = set()
        self.moves = 0
        self.log = []

    def vertices(self):
        width, height = self.size
        return [f"{COLUMNS[column]}{row + 1}" for row in range(height) for column in range(width)]

    def answer(self, name, arguments):
        if name in self.options.refuse:
            return "? refused"
        if name == "list_commands":
            return "= " + "\n".join([*COMMANDS, *self.options.list])
        if name in ("boardsize", "rectangular_boardsize"):
            numbers = [int(text) for text in arguments]
            self.size = (numbers[0], numbers[-1])
        elif name == "play":
            if self.options.fault == "claim" and self.moves >= self.options.at:
                return "? illegal move"
            self.seen.add(arguments[1].upper())
        elif name == "gogui-setup":
            self.seen.update(text.upper() for text in arguments[1::2])
        elif name == "set_free_handicap":
            self.seen.update(text.upper() for text in arguments)
        elif name in ("genmove", "kgs-genmove_cleanup"):
            return "= " + self.move()
        elif name == "name":
            return "= Fake"
        elif name == "version":
            return "= 1.0"
        elif name == "final_score":
            return "= B+3.0"
        return "= "

    def move(self):
        self.moves += 1
        special = {"illegal": sorted(self.seen)[:1], "invalid": ["Z99"], "extra": ["D4 extra"], "empty": [""]}
        if self.strikes() and self.options.fault in special:
            return special[self.options.fault][0]
        if self.strikes() and self.options.fault == "resign":
            return "RESIGN"
        free = [vertex for vertex in self.vertices() if vertex not in self.seen]
        if self.moves > self.options.passes_after or not free:
            return "PASS"
        self.seen.add(free[0])
        return free[0].lower()

    def strikes(self):
        return self.moves == self.options.at


def harm(engine, name):
    """Faults that happen before the answer to a genmove; engine.moves counts the ones answered so far."""
    options = engine.options
    if name != "genmove" or engine.moves + 1 != options.at:
        return
    if options.fault == "dies":
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)
    if options.fault == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if options.fault == "hangs":
        time.sleep(600)
    if options.fault == "late":
        time.sleep(0.3)
    if options.fault == "floods":
        for _ in range(160):
            sys.stderr.write("x" * 65535 + "\n")
        sys.stderr.write("the last line\n")
        sys.stderr.flush()
    if options.fault == "garbage":
        sys.stdout.write("GTP ready\nthinking hard\n\n")
    if options.fault == "closes":
        os.close(1)
        time.sleep(600)
    if options.fault == "babbles":
        while True:
            sys.stdout.write("y\n" * 32768)
    if options.fault == "endless":
        while True:
            sys.stdout.write("= " + "y" * 65536 + "\n")


class Nowhere:
    def write(self, text):
        pass

    flush = close = lambda self: None


def serve(options, log):
    engine = Engine(options)
    if options.fault == "child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        log.write(f"child {child.pid}\n")
    if options.fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    log.write(f"pid {os.getpid()}\n")
    log.flush()
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        log.write(line)
        log.flush()
        harm(engine, words[0])
        send(options.fault, engine.answer(words[0], words[1:]))
        if words[0] == "quit" and options.fault not in ("stubborn", "staying"):
            return
    if options.fault in ("stubborn", "staying"):
        time.sleep(600)


def send(fault, reply):
    if fault == "unflushed":
        return
    if fault == "crlf":
        reply = reply.replace("\n", "\r\n") + "\r\n\r\n"
    elif fault == "nospace":
        reply = reply.replace("= ", "=", 1) + "\n\n"
    else:
        reply += "\n" if fault == "halfway" else "\n\n"
    sys.stdout.write(reply)
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--passes-after", type=int, default=3)
    parser.add_argument("--fault", default="")
    parser.add_argument("--at", type=int, default=1)
    parser.add_argument("--note")
    parser.add_argument("--refuse", action="append", default=[])
    parser.add_argument("--list", action="append", default=[])
    options = parser.parse_args()
    log = Path(options.note).open("a") if options.note else Nowhere()  # noqa: SIM115 - closed below
    try:
        serve(options, log)
    finally:
        log.close()


if __name__ == "__main__":
    main()
