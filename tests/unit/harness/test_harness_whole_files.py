"""Files that do not end, or that nobody writes, hold no command up."""

import os
import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from harness.errors import Unreadable
from harness.solve.command import BadPosition, _nodes, read_position
from harness.whole_files import read_whole

ROOT = Path(__file__).parents[3]
ODD = ("pipe", "folder", "device", "missing", "long", "nul")


def odd(folder, kind):
    """A path that no command can read as a file."""
    path = folder / "odd.sgf"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "long":
        path = folder / f"{'x' * 300}.sgf"
    elif kind == "nul":
        path = folder / "a\0b.sgf"
    return path


@pytest.mark.parametrize("kind", ODD)
def test_only_a_regular_file_is_read(tmp_path, kind):
    path = odd(tmp_path, kind)
    with pytest.raises(Unreadable) as caught:
        read_whole(path)
    assert str(path)[:50].replace("\0", "\\x00") in str(caught.value)
    assert "\0" not in str(caught.value)


def test_what_is_refused_leaves_no_file_open(tmp_path):
    before = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
    for kind in ODD:
        folder = tmp_path / kind
        folder.mkdir()
        with pytest.raises(Unreadable):
            read_whole(odd(folder, kind))
    assert not before or len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_file_is_read_up_to_a_size(tmp_path):
    path = tmp_path / "some"
    path.write_bytes(b"x" * 100)
    assert read_whole(path, 100) == b"x" * 100
    with pytest.raises(Unreadable, match="too large"):
        read_whole(path, 99)


COMMANDS = {
    "audit": ["audit", "PATH"],
    "picture": ["picture", "PATH"],
    "rescore": ["rescore", "PATH"],
    "solve": ["solve", "--ruleset", "chinese", "--position", "PATH"],
    "estimate": ["estimate", "PATH", "--engine", "true", "--rulesets", "chinese"],
    "status": ["status", "PATH"],
}


@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_no_command_waits_for_a_pipe_or_eats_a_device(tmp_path, command, kind):
    path = odd(tmp_path, kind)
    arguments = [str(path) if word == "PATH" else word for word in COMMANDS[command]]
    done = subprocess.run(
        [sys.executable, "-m", "harness", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in {1, 2}
    assert "no regular file" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_position_is_no_long_text(tmp_path):
    path = tmp_path / "position"
    path.write_text("X" * 100_000)
    with pytest.raises(BadPosition, match="too large"):
        read_position(str(path))


@pytest.mark.parametrize("text", ["0", "-1", "x", "1e9", "", "9" * 30, "0" * 19 + "1" * 9, "٣"])
def test_a_limit_is_a_number_from_1_up(text):
    with pytest.raises(ArgumentTypeError):
        _nodes(text)
