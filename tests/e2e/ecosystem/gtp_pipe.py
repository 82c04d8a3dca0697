"""The referee as a process at the other end of pipes, spoken to as controllers do."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[3]
FRAME = re.compile(r"[=?]\d* .*(\n.+)*\n\n")
PATIENCE = 20.0


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "gtp_rules", *options]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def converse(data: bytes | str, *options: str) -> list[str]:
    """Everything that is answered to this input, as one reply after the other, framing checked."""
    data = data.encode() if isinstance(data, str) else data
    done = subprocess.run(
        command(*options), input=data, env=environment(), capture_output=True, timeout=PATIENCE * 3, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return frames(done.stdout.decode())


def frames(text: str) -> list[str]:
    """The replies in a text, without the empty line after each."""
    replies = re.findall(r".*?\n\n", text, flags=re.DOTALL)
    assert "".join(replies) == text, f"something stands after the last reply: {text[-200:]!r}"
    for reply in replies:
        assert FRAME.fullmatch(reply), f"not a well-formed reply: {reply!r}"
    return [reply[:-2] for reply in replies]


def start(*options: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command(*options), env=environment(), stdin=pipe, stdout=pipe, stderr=pipe)


class Referee:
    """A running referee."""

    def __init__(self, *options: str) -> None:
        self.process = start(*options)
        self.replies: queue.Queue[str] = queue.Queue()
        self.stderr: list[str] = []
        self.raw: list[str] = []
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        assert not any("Traceback" in line for line in self.stderr), "".join(self.stderr)
        frames("".join(self.raw))

    def _read(self) -> None:
        reply = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            text = line.decode()
            self.raw.append(text)
            reply += text
            if text == "\n":
                self.replies.put(reply[:-2])
                reply = ""

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr.append(line.decode())

    def close(self) -> int:
        """Closes stdin and waits for the end; returns the exit code."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        for thread in self._threads:
            thread.join(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code

    def write(self, data: bytes | str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data.encode() if isinstance(data, str) else data)
        self.process.stdin.flush()

    def reply(self) -> str:
        return self.replies.get(timeout=PATIENCE)

    def raw_reply(self, line: str) -> str:
        """The reply to a line, with its status."""
        self.write(line + "\n")
        reply = self.reply()
        assert self.replies.empty()
        return reply

    def ask(self, line: str) -> str:
        """The text of the reply to a line that must succeed."""
        reply = self.raw_reply(line)
        assert reply.startswith("= "), f"{line}: {reply}"
        return reply[2:]

    def fails(self, line: str) -> str:
        """The text of the reply to a line that must fail."""
        reply = self.raw_reply(line)
        assert reply.startswith("? "), f"{line}: {reply}"
        return reply[2:]

    def do(self, *lines: str) -> None:
        """Lines that must succeed without an answer."""
        for line in lines:
            assert self.ask(line) == "", line

    def plays(self, moves: Iterable[tuple[str, str]] | str) -> None:
        """Moves, as pairs or as ``B D4 W E5 …``."""
        words = moves.split() if isinstance(moves, str) else [word for move in moves for word in move]
        for color, vertex in zip(words[::2], words[1::2], strict=True):
            self.do(f"play {color} {vertex}")

    def board(self) -> list[str]:
        """The rows of the board, the top row first, as X, O and points."""
        rows = re.findall(r"^\s*\d+ ([.XO ]+) \d+$", self.ask("showboard"), flags=re.MULTILINE)
        return [row.replace(" ", "") for row in rows]

    def state(self) -> tuple[str, ...]:
        """All that a refused command must leave as it was."""
        return tuple(self.ask(line) for line in ("showboard", "rules-status", "rules-ledger", "get_komi", "rules-score"))
