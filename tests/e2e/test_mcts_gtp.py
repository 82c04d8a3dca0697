"""mcts behind the referee, as a program: analysis that ends when asked to, and a session that survives."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("numba")

ROOT = Path(__file__).parents[2]


class Session:
    """A referee with mcts; every read has a limit."""

    def __init__(self, *options):
        command = [sys.executable, "-m", "gtp_rules", "--player", "mcts playouts=50 seed=1", "--size", "5", *options]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._limit = threading.Timer(120, self.process.kill)  # whoever hangs is ended, and its reader sees the end
        self._limit.start()

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def line(self):
        return self.process.stdout.readline().decode().rstrip("\n")

    def reply(self):
        lines = []
        while True:
            line = self.line()
            if not line:
                return "\n".join(lines)
            lines.append(line)

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(60)
        self._limit.cancel()
        self.process.stdout.close()
        self.process.stderr.close()
        return code


@pytest.fixture
def session():
    found = Session()
    yield found
    if found.process.poll() is None:
        found.process.kill()
        found.end()


@pytest.mark.parametrize("command", ["lz-analyze b 10", "kata-analyze 10 ownership true", "lz-analyze b 99999999"])
def test_the_next_command_ends_an_analysis(session, command):
    session.send(command)
    assert session.line().startswith("=")
    if "9999" not in command:
        assert session.line().startswith("info move ")
    session.send("name")
    while session.line():
        pass
    assert session.reply() == "= gtp-rules (mcts)"
    session.send("quit")
    assert session.reply().startswith("=")
    assert session.end() == 0


def test_the_end_of_input_ends_an_analysis(session):
    session.send("lz-analyze b 10")
    session.line()
    session.line()
    assert session.end() == 0


def test_odd_arguments_do_not_end_the_session(session):
    for words in ("²", "9" * 5000, "b interval", "b avoid b A1 3"):
        session.send(f"lz-analyze {words}")
        session.line()
        session.send("protocol_version")
        while session.line():
            pass
        assert session.reply() == "= 2"


def test_it_moves_explains_and_scores(session):
    session.send("genmove b")
    assert session.reply()[:3] != "= p"
    session.send("gomill-explain_last_move")
    assert session.reply().startswith("= black chose ")
    session.send("known_command kata-analyze")
    assert session.reply() == "= true"
