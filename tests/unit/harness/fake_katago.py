"""A KataGo for tests whose estimates are known: Black's margin is 7, less 2 under the group tax, plus 1 for each stone played.

The point A1 is Black's, all others are nobody's. `--told FILE` keeps the commands.
"""

import argparse
import json
import sys
import time
from pathlib import Path

COMMANDS = [
    "name", "version", "list_commands", "boardsize", "rectangular_boardsize", "clear_board", "komi", "play", "quit",
    "set_position", "kata-set-rules", "kata-get-rules", "kata-get-models", "kata-set-param", "kata-raw-nn",
    "kata-search_analyze",
]  # fmt: skip


class Katago:
    def __init__(self, options):
        self.options = options
        self.commands = [name for name in [*COMMANDS, *options.add] if name not in options.lack]
        self.size, self.komi, self.stones, self.rules, self.visits = (19, 19), 7.5, 0, {}, 500

    def lead(self):
        """Black's."""
        return 7 - 2 * (self.rules.get("tax") == "ALL") + self.stones - self.komi

    def answer(self, name, words):
        if name not in self.commands:
            raise ValueError("unknown command")
        handler = getattr(self, name.replace("kata-", "").replace("-", "_"), None)
        return handler(*words) or "" if handler else ""

    def name(self):
        return "Fake"

    def version(self):
        return "2"

    def list_commands(self):
        return "\n".join(self.commands)

    def boardsize(self, width, height=None):
        self.size = (int(width), int(height or width))
        if self.size[0] > 19:
            raise ValueError("unacceptable size")

    rectangular_boardsize = boardsize

    def clear_board(self):
        self.stones = 0

    def set_komi(self, value):
        self.komi = float(value)

    def play(self, color, vertex):
        if vertex == self.options.illegal:
            raise ValueError("illegal move")
        self.stones += vertex != "pass"

    def set_position(self, *words):
        self.stones = 0

    def set_rules(self, text):
        rules = json.loads(text)
        if rules["scoring"] == self.options.refuse:
            raise ValueError("unsupported rules")
        self.rules = rules

    def get_rules(self):
        return json.dumps({**self.rules, **({"ko": "SIMPLE"} if self.options.deaf else {})})

    def get_models(self):
        return json.dumps([{"internalName": self.options.net}])

    def set_param(self, name, value):
        if name != "maxVisits" or self.options.fixed:
            raise ValueError("unknown parameter")
        self.visits = int(value)

    def owners(self, sign):
        width, height = self.size
        values = [0.0] * (width * height)
        values[width * (height - 1)] = sign * 0.75
        return " ".join(map(str, values))

    def raw_nn(self, *words):
        if len(words) > 1 and self.options.old:
            raise ValueError("expected a symmetry")
        if words[-1] == "all":
            raise ValueError("that reply has empty lines in it")
        lead = -self.lead() + int(words[-1]) - 3.5  # the mean over the symmetries is right
        shares = "whiteWin 0.3\nwhiteLoss 0.6\nnoResult 0.1"
        return f"symmetry {words[-1]}\n{shares}\nwhiteLead {lead}\npolicy\n0.1 NAN\nwhiteOwnership\n{self.owners(-1)}"

    def search_analyze(self, color, *words):
        if self.options.garbage:
            return self.options.garbage
        sign = {"black": 1, "white": -1, "mover": 1 if color == "B" else -1}[self.options.perspective]
        winrate = 0.5 + sign * 0.4 * (1 if self.lead() > 0 else -1)
        root = f"rootInfo visits {self.visits} winrate {winrate} scoreLead {sign * self.lead()}"
        return f"\ninfo move D4 visits 2 winrate 0.1 scoreLead -50 pv D4 {root} ownership {self.owners(sign)}\nplay D4"

    genmove_analyze = search_analyze


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--told", type=Path)
    parser.add_argument("--lack", nargs="*", default=[])
    parser.add_argument("--add", nargs="*", default=[])
    parser.add_argument("--perspective", default="mover")
    parser.add_argument("--illegal")
    parser.add_argument("--refuse")
    parser.add_argument("--net", default="b1")
    parser.add_argument("--garbage")
    parser.add_argument("--deaf", action="store_true")
    parser.add_argument("--fixed", action="store_true")
    parser.add_argument("--old", action="store_true")
    parser.add_argument("--dies-at")
    parser.add_argument("--hangs-at")
    options = parser.parse_args()
    engine = Katago(options)
    for line in sys.stdin:
        if options.told:
            with options.told.open("a", encoding="utf-8") as told:
                told.write(line)
        name, *words = line.split()
        if name == options.dies_at:
            print("out of memory", file=sys.stderr, flush=True)
            sys.exit(3)
        if name == options.hangs_at:
            time.sleep(60)
        try:
            text = f"= {engine.set_komi(*words) or ''}" if name == "komi" else f"= {engine.answer(name, words)}"
        except ValueError as error:
            text = f"? {error}"
        print(f"{text.rstrip()}\n", flush=True)
        if name == "quit":
            return


if __name__ == "__main__":
    main()
