"""Random lines, sensible and senseless, to one process: one well-formed reply to each, no traceback, no growth."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from gtp_pipe import FRAME, Referee

from gtp_rules.gtp import parse
from gtp_rules.rulesets import names

RULESETS = [*names(), "tang-song dame=as_is", "yan-lai-2015 facing=turn", "foo", "ing x=1", "{", '{"name":1}', ""]
WORDS = [
    *("b", "w", "black", "WHITE", "x", "pass", "virtual", "A1", "c3", "D4", "z26", "i5", "0", "-1", "9", "7", "1e9", "NaN"),
    *("all", "dead", "alive", "auto", "show", '"', "#", "abandon", "é", "黒", "%s", "\\", "\x00", "\x1b[31m"),
]
LEFT_OUT = {"loadsgf", "printsgf", "rules-sgf", "gomill-savesgf", "quit", "gogui-rules_board"}
"""What writes or reads files, ends the session, or makes every second move be refused ever after."""
POINTED = ["dead", "dispute", "chips", "seki", "claim"]
STATEMENTS = [*POINTED, "abandon", "abandon", "abandon", "virtual", "accept", "accept", "resume", "chips"]
SIZES = ["boardsize 5", "boardsize 7", "boardsize 9", "rectangular_boardsize 3 6", "boardsize 1", "clear_board", "boardsize 99"]


class Lines:
    """A stream of random lines."""

    def __init__(self, seed: int, commands: list[str]) -> None:
        self.chance = random.Random(seed)
        self.commands = [name for name in commands if name not in LEFT_OUT]

    def vertex(self) -> str:
        return f"{self.chance.choice('ABCDEFGHJ')}{self.chance.randint(1, 9)}"

    def statement(self) -> str:
        side, name = self.chance.choice("bw"), self.chance.choice(STATEMENTS)
        if name == "chips" and self.chance.random() < 0.1:
            return "rules-chips auto"
        points = " ".join(self.vertex() for _ in range(self.chance.randrange(3)))
        return f"rules-{name} {side} {points if name in POINTED else ''}"

    def line(self) -> bytes:
        chance = self.chance
        kind = chance.random()
        if kind < 0.45:
            return f"play {chance.choice('bw')} {chance.choice([self.vertex()] * 9 + ['pass'])}".encode()
        if kind < 0.458:
            return chance.choice(SIZES).encode()
        if kind < 0.47:
            return f"rules-set {chance.choice(RULESETS)}".encode()
        if kind < 0.65:
            return self.statement().encode()
        if kind < 0.68:
            return chance.choice([b"undo", b"rules-retract", b"gg-undo 2", b"rules-pass_means virtual", b"rules-sgf"])
        if kind < 0.90:
            words = [chance.choice([*WORDS, self.vertex()]) for _ in range(chance.randrange(4))]
            text = " ".join([chance.choice(self.commands), *words])
            return (f"{chance.randrange(10**6)} {text}" if chance.random() < 0.3 else text).encode()
        if kind < 0.93:
            return chance.choice([b"", b"   ", b"# only", b"\t", b"\r", b"\xef\xbb\xbf", b"\x01\x02"])
        if kind < 0.97:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(60))).replace(b"\n", b"")
        return chance.choice(self.commands).encode() + b" " + b"A1 " * chance.randrange(3000)


def resident(pid: int) -> int | None:
    """Kilobytes in memory, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) if found else None


def bombard(number: int, seed: int, warm_up: int, *options: str) -> tuple[int | None, int | None]:
    """Sends so many lines and checks each reply; returns the memory used after the warm-up and at the end."""
    with Referee("--size", "7", *options) as referee:
        lines = Lines(seed, referee.ask("list_commands").split("\n"))
        early = None
        for count in range(number):
            line = lines.line()
            command = parse(line)
            if command is not None and command.name == "quit":
                continue
            referee.write(line + b"\n")
            if command is not None:
                reply = referee.reply()
                assert FRAME.fullmatch(reply + "\n\n"), (line, reply)
                assert reply[1:].startswith(f"{command.id} "), (line, reply)
                assert "internal error" not in reply, line
            if count == warm_up:
                early = resident(referee.process.pid)
        assert referee.ask("name").startswith("gtp-rules")
        late = resident(referee.process.pid)
        assert referee.replies.empty()
        assert not any("Traceback" in line for line in referee.stderr)
        assert len(referee.stderr) <= number
    return early, late


def test_two_thousand_random_lines_have_one_reply_each():
    bombard(2000, 1, 500)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "options"), [(2, ()), (3, ("--player", "random seed=3")), (4, ("--dead-from", "simple seed=4"))]
)
def test_twelve_thousand_random_lines_leave_the_memory_flat(seed, options):
    early, late = bombard(12_000, seed, 2000, *options)
    if early is not None and late is not None:
        assert late - early < 15_000, f"{early} kB after 2,000 lines, {late} kB at the end"
