"""Another program behind the referee: it plays, it analyzes, it fails, and the controller never waits for ever."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gtp_rules.rulesets import names
from gtp_rules.sgf import audit

ENGINE = Path(__file__).with_name("scripted_engine.py")


class Talk:
    """A referee with the scripted engine behind it, line by line."""

    def __init__(self, *options: str, ruleset: str = "chinese", size: int = 5) -> None:
        engine = shlex.join([sys.executable, str(ENGINE), *options])
        command = [sys.executable, "-m", "gtp_rules", "--ruleset", ruleset, "--size", str(size), "--engine", engine]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )

    def send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")

    def line(self) -> str:
        return self.process.stdout.readline().rstrip("\n")

    def ask(self, command: str) -> str:
        self.send(command)
        lines = [self.line()]
        while lines[-1]:
            lines.append(self.line())
        return "\n".join(lines[:-1]).strip()

    def close(self) -> int:
        self.process.stdin.close()
        code = self.process.wait(10)
        self.process.stdout.close()
        return code


@pytest.fixture
def talk():
    started = []

    def start(*options: str, **keywords) -> Talk:
        started.append(Talk(*options, **keywords))
        return started[-1]

    yield start
    assert [one.close() for one in started] == [0] * len(started)


@pytest.mark.parametrize("ruleset", names())
def test_an_engine_that_only_passes_plays_under_every_ruleset(talk, ruleset):
    one = talk(ruleset=ruleset)
    for color in ("b", "w") * 2:
        answer = one.ask(f"genmove {color}")
        assert answer.startswith("= ") or answer == "? the game is over"
        assert len(answer.split()) == 2 or answer == "? the game is over"
    assert one.ask("rules-phase") in {"= stopped", "= finished", "= play"}


def test_a_pass_where_none_exists_is_filled_by_the_referee(talk):
    one = talk(ruleset="natural-ending", size=9)
    answer = one.ask("genmove w")
    assert answer not in {"= pass", "= resign"}
    assert one.ask("undo") == "="


def test_the_engine_hears_the_game_as_a_whole_after_undo(talk, tmp_path):
    told = tmp_path / "told"
    one = talk("--told", str(told), "--moves", "A1,B2,C3")
    assert one.ask("genmove b") == "= A1"
    one.ask("play w E5")
    assert one.ask("undo") == "="
    one.ask("play w D5")
    assert one.ask("genmove b") == "= B2"
    lines = told.read_text(encoding="utf-8").splitlines()
    assert lines[lines.index("genmove B") + 1 :] == [
        "boardsize 5",
        "clear_board",
        "komi 7.5",
        "play B A1",
        "play W D5",
        "genmove B",
    ]


def test_a_dead_engine_is_named_and_started_again(talk):
    one = talk("--moves", "A1,die")
    assert one.ask("genmove b") == "= A1"
    one.ask("play w E5")
    assert one.ask("genmove b") == "? the player failed: exit code 3"
    assert one.ask("rules-is_legal b A1") == "= 0"  # the position is kept
    # A new process answers its first move again, and has been told that A1 is taken: it lives.
    assert one.ask("genmove b") == "? the player chose what is not possible: A1 is occupied by a black stone"


@pytest.mark.parametrize(
    ("move", "answer"),
    [
        ("E5", "? the player chose what is not possible: E5 is occupied by a black stone"),
        ("i9", "? the player failed: genmove answered 'i9'"),
        ("Z99", "? the player failed: genmove answered 'Z99'"),
    ],
)
def test_nonsense_is_no_move(talk, move, answer):
    one = talk("--moves", move)
    one.ask("play b E5")
    assert one.ask("genmove w") == answer
    assert one.ask("undo") == "="
    assert one.ask("undo") == "? cannot undo"


def test_an_interrupt_ends_a_long_move_and_does_nothing_when_idle(talk):
    one = talk("--sleep", "30")
    one.send("# interrupt")
    assert one.ask("name").startswith("= gtp-rules")
    one.send("genmove b")
    one.send("# interrupt")
    assert one.line() == "? the player failed: interrupted"
    assert one.line() == ""
    assert one.ask("rules-phase") == "= play"


def test_an_analysis_is_passed_on_until_something_else_comes(talk):
    one = talk("--also", "lz-analyze")
    assert "lz-analyze" in one.ask("list_commands").split()
    one.send("7 lz-analyze B 10")
    assert one.line() == "=7 "
    seen = [one.line() for _ in range(3)]
    assert seen == [f"info move D4 visits {number}" for number in (1, 2, 3)]
    one.send("name")
    while one.line():
        pass
    assert one.line().startswith("= gtp-rules")
    assert one.line() == ""
    assert one.ask("genmove b") == "= pass"


def test_commands_of_analysis_are_listed_only_where_the_engine_has_them(talk):
    one = talk()
    assert "lz-analyze" not in one.ask("list_commands").split()
    assert one.ask("kata-analyze b") == "? unknown command"


def test_resumed_play_asks_for_cleanup_where_the_engine_has_it(talk, tmp_path):
    told = tmp_path / "told"
    one = talk("--told", str(told), "--also", "kgs-genmove_cleanup")
    for command in ("play b C3", "play w pass", "play b pass", "rules-dead w C3", "rules-dispute b C3"):
        assert one.ask(command) == "="
    assert one.ask("genmove w") == "= pass"
    assert told.read_text(encoding="utf-8").splitlines()[-1] == "kgs-genmove_cleanup W"


def test_the_clock_of_the_controller_is_passed_on(talk, tmp_path):
    told = tmp_path / "told"
    one = talk("--told", str(told), "--also", "time_settings", "time_left")
    for command in ("time_settings 60 30 5", "time_left b 60 0", "genmove b", "genmove w", "time_left w 20 0", "genmove b"):
        assert one.ask(command).startswith("=")
    lines = [line for line in told.read_text(encoding="utf-8").splitlines() if line.startswith(("time", "genmove"))]
    assert lines == [
        "time_settings 60 30 5",
        "time_left B 60 0",
        "genmove B",
        "genmove W",
        "time_left B 60 0",
        "time_left W 20 0",
        "genmove B",
    ]


def test_what_the_engine_knows_of_the_rules_is_recorded(talk, tmp_path):
    told = tmp_path / "told"
    one = talk("--told", str(told), "--also", "kata-set-rules", "kata-get-rules", ruleset="tang-song opening=empty")
    one.ask("genmove w")
    (command,) = [line for line in told.read_text(encoding="utf-8").splitlines() if line.startswith("kata-set-rules")]
    assert json.loads(command.partition(" ")[2])["tax"] == "ALL"
    assert "without a pass owes a move" in one.ask("gomill-describe_engine")
    one.ask(f"rules-sgf {tmp_path / 'record.sgf'}")
    record = (tmp_path / "record.sgf").read_bytes()
    assert b"without a pass owes a move" in record
    assert audit(record) == []
    plain = talk(ruleset="tang-song opening=empty")
    plain.ask("genmove w")
    assert plain.ask("gomill-describe_engine").endswith("rules unknown")


def test_an_engine_that_cannot_be_had_ends_the_program_with_a_sentence():
    for engine, words in (
        ("no-such-engine", "neither on the PATH"),
        (f"{sys.executable} -c 0", "the engine failed: exit code 0"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "gtp_rules", "--engine", engine],
            input="",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_control_c_ends_the_program_without_a_word():
    with subprocess.Popen(
        [sys.executable, "-m", "gtp_rules"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        process.stdin.write("name\n")
        assert process.stdout.readline() == "= gtp-rules\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read() == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_no_engine_outlives_the_program(tmp_path, number):
    mark = tmp_path / "pid"
    script = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    engine = shlex.join([sys.executable, "-c", script])
    command = [sys.executable, "-m", "gtp_rules", "--engine", engine]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not mark.exists() or not mark.read_text(encoding="utf-8"):
            time.sleep(0.02)
        process.send_signal(number)
        assert process.wait(20) == 128 + number
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text(encoding="utf-8")), 0)
