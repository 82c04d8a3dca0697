"""The program as a process: exit codes, stdout and stderr, pipelining, and thousands of broken lines."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gtp_rules.gtp import parse

ROOT = Path(__file__).parents[3]
FRAME = re.compile(rb"[=?]\d* .*(?:\n.+)*\n\n")


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def run(*arguments: str, lines: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "gtp_rules", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, env=ENVIRONMENT, cwd=cwd, timeout=120, check=False)


def replies(output: bytes) -> list[bytes]:
    """The replies; they must be all of the output."""
    found = FRAME.findall(output)
    parts = [match.group() for match in FRAME.finditer(output)]
    assert len(found) == len(parts)
    assert b"".join(parts) == output
    return parts


def test_end_of_input_without_quit_is_success() -> None:
    done = run(lines=b"name\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= gtp-rules\n\n", b"")
    assert run().returncode == 0


def test_quit_is_answered_and_ends() -> None:
    done = run(lines=b"1 quit\nname\n")
    assert (done.returncode, done.stdout) == (0, b"=1 \n\n")


def test_the_attach_burst() -> None:
    done = run(lines=b"name\nversion\nprotocol_version\nlist_commands\n")
    assert [reply[:2] for reply in replies(done.stdout)] == [b"= "] * 4
    assert replies(done.stdout)[2] == b"= 2\n\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--ruleset", "nonsense"],
        ["--ruleset", "tang-song dame=never"],
        ["--ruleset", "{"],
        ["--size", "26"],
        ["--size", "x"],
        ["--size", "9x0"],
        ["--komi", "lots"],
        ["--player", "nobody"],
        ["--dead-from", "nobody"],
        ["show", "nonsense"],
    ],
)
def test_bad_command_lines_exit_2_with_one_line(arguments: list[str]) -> None:
    done = run(*arguments, lines=b"name\n")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"gtp-rules: ")


def test_good_command_lines() -> None:
    done = run(
        "--ruleset", "tang-song opening=empty dame=as_is", "--size", "9x7", "--komi", "3.75", lines=b"rules-status\nget_komi\n"
    )
    assert b'"size": [9, 7]' in done.stdout
    assert b'"ruleset": "tang-song opening=empty dame=as_is"' in done.stdout
    assert done.stdout.endswith(b"= 3.75\n\n")


def test_lists_for_people() -> None:
    from gtp_rules.rulesets import names

    done = run("rulesets")
    assert done.returncode == 0
    assert [line.split()[0].decode() for line in done.stdout.splitlines()] == names()
    shown = run("show", "tang-song", "dame=as_is")
    assert shown.returncode == 0
    assert "Textbook" in shown.stdout.decode()


def test_a_log_holds_what_was_asked_and_answered(tmp_path: Path) -> None:
    log = tmp_path / "a b.log"
    run("--log", str(log), lines=b"1 name\nplay\n")
    text = log.read_text(encoding="utf-8")
    assert text.startswith("> 1 name\n=1 gtp-rules\n\n> play\n? syntax error")


def test_five_thousand_pipelined_commands_are_answered_in_order() -> None:
    asked = b"".join(b"%d %s\n" % (n, [b"name", b"play B d4", b"undo", b"rules-status", b"what"][n % 5]) for n in range(5000))
    done = run("--size", "9", "--ruleset", "chinese", lines=asked)
    found = replies(done.stdout)
    assert [int(re.match(rb"[=?](\d+) ", reply).group(1)) for reply in found] == list(range(5000))
    assert done.returncode == 0
    assert done.stderr == b""


def test_a_closed_or_unread_stderr_does_not_matter() -> None:
    lines = b"play B d4\n" + b"play B d4\n" * 3000 + b"name\n"
    with subprocess.Popen(
        [sys.executable, "-m", "gtp_rules", "--ruleset", "chinese"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines)
        process.stdin.close()
        out = process.stdout.read()  # stderr is not read before the end
        assert process.wait(60) == 0
    assert len(replies(out)) == 3002
    assert out.endswith(b"= gtp-rules\n\n")


def commands() -> list[bytes]:
    listed = run(lines=b"list_commands\n").stdout
    return [
        name for name in listed[2:].split(b"\n") if name and name not in {b"quit", b"loadsgf", b"gomill-savesgf", b"rules-sgf"}
    ]


WORDS = b"""B w black WHITE pass PASS d4 E5 c3 a1 j9 i5 z99 virtual 9 5 -1 6.5 nan tang-song chinese japanese tromp-taylor
dame=as_is all dead alive { } resign auto abandon null 1e9 99999999999999999999 \xff\xfe \xe5\x94\x90 \x00 \x1b[31m""".split()


def random_line(rng: random.Random, names: list[bytes]) -> bytes:
    kind = rng.random()
    if kind < 0.05:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(60))).replace(b"\n", b"").replace(b"quit", b"")
    if kind < 0.5:
        color = rng.choice([b"B", b"W"])
        vertex = rng.choice([b"pass", *(b"%c%d" % (rng.choice(b"abcdefghj"), rng.randint(1, 9)) for _ in range(9))])
        return b"play %s %s" % (color, vertex)
    prefix = rng.choice([b"", b"", b"%d " % rng.randrange(10**6), b"\t", b"\xef\xbb\xbf"])
    words = [rng.choice(WORDS) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))]
    tail = rng.choice([b"", b"", b"", b" # comment", b"\r", b"  "])
    return prefix + rng.choice(names) + b" " + b" ".join(words) + tail


def test_thousands_of_random_lines_are_answered_once_each(tmp_path: Path) -> None:
    rng, names = random.Random(3000), commands()
    lines = [random_line(rng, names) for _ in range(3000)]
    done = run("--size", "9", "--ruleset", "chinese", lines=b"".join(line + b"\n" for line in lines), cwd=tmp_path)
    found = replies(done.stdout)
    expected = [command for command in map(parse, lines) if command is not None]
    assert len(found) == len(expected)
    for reply, command in zip(found, expected, strict=True):
        assert reply[1:].startswith(command.id.encode() + b" "), (reply, command)
        assert b"internal error" not in reply, command
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0
