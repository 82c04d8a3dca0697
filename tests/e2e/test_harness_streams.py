"""Standard output and standard error that are closed, full, or not read: no game is lost, and the exit code says what is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_harness_runs import BOTS, ENVIRONMENT, Project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the shell's redirections")


@pytest.fixture
def project(tmp_path):
    found = Project(tmp_path)
    found.write(BOTS, games=6)
    return found


def by_shell(project, arguments, redirected):
    """The program with a redirection that Python's own subprocesses cannot make. Returns exit code and what can be read."""
    line = f'"$@" {redirected}'
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line, "bash", *project.command(*arguments)],
        cwd=project.folder, env={**ENVIRONMENT, "PYTHONUNBUFFERED": ""}, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    return done


@pytest.mark.parametrize("redirected", ["2>&-", "2>/dev/full", "2>&1 | head -1", "2>&1 | true", "| true", "<&- 2>&-"])
def test_a_run_plays_all_games_whoever_listens(project, redirected):
    assert by_shell(project, ["run"], redirected).returncode == 0
    assert len(project.rows("key")) == 6


@pytest.mark.parametrize(("redirected", "reason"), [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")])
@pytest.mark.parametrize(
    "arguments", [["run"], ["status"], ["report"], ["report", "--format", "html"], ["export"], ["export", "--format", "jsonl"]]
)
def test_a_product_that_cannot_be_written_is_told_and_no_success(project, arguments, redirected, reason):
    project.do("run")
    done = by_shell(project, arguments, redirected)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"gtp-harness: standard output: {reason}"
    assert len(project.rows("key")) == 6


@pytest.mark.parametrize("arguments", [["status"], ["report"], ["export"]])
def test_a_reader_who_has_had_enough_is_no_trouble(project, arguments):
    project.do("run")
    assert by_shell(project, arguments, "| true").returncode == 0


@pytest.mark.parametrize("redirected", [">&-", ">/dev/full"])
def test_help_that_cannot_be_written_is_no_success(project, redirected):
    assert by_shell(project, ["run", "--help"], redirected).returncode == 2


def test_with_all_streams_closed_the_games_are_stored_all_the_same(project):
    assert by_shell(project, ["run"], "<&- >&- 2>&-").returncode == 2
    assert len(project.rows("key")) == 6
    assert project.rows("DISTINCT ending") == [("score",)]


def test_status_shows_no_control_characters(project):
    name = "a\\u001b[2Jb"
    project.write(f'[players."{name}"]\nbot = "fake_bots:create"\n[players.b]\nbot = "fake_bots:create"\n', games=2)
    project.do("run")
    for command in ("status", "report", "run"):
        done = project.do(command)
        assert "\x1b" not in done.stdout + done.stderr
        assert "a·[2Jb" in done.stdout


@pytest.mark.parametrize("target", [".", "/", "runs"])
def test_a_folder_is_no_file_to_write_to(project, target):
    project.do("run")
    for arguments in (["export", "-o", target], ["report", "-o", target], ["report", "--format", "html", "-o", target]):
        done = project.do(*arguments)
        assert done.returncode == 2
        assert "is a folder" in done.stderr


def test_a_pipe_or_a_device_is_written_to_and_stays_what_it_is(project):
    project.do("run")
    os.mkfifo(project.folder / "pipe")
    with subprocess.Popen(["cat", "pipe"], cwd=project.folder, stdout=subprocess.PIPE, text=True) as reader:
        assert project.do("export", "-o", "pipe").returncode == 0
        assert reader.stdout is not None
        assert len(reader.stdout.readlines()) == 7
    assert (project.folder / "pipe").is_fifo()
    (project.folder / "null").symlink_to("/dev/null")
    assert project.do("report", "-o", "null").returncode == 0
    assert (project.folder / "null").readlink() == Path("/dev/null")
    assert Path("/dev/null").is_char_device()
    assert project.do("export", "-o", "/dev/stdout").stdout.startswith("key,")


def test_a_link_to_a_file_stays_one(project):
    project.do("run")
    (project.folder / "link").symlink_to("file")
    for _ in range(2):
        assert project.do("export", "-o", "link").returncode == 0
        assert (project.folder / "link").readlink() == Path("file")
        assert (project.folder / "file").read_text().startswith("key,")


def test_a_store_that_is_empty_can_be_reset(project):
    project.do("run")
    (project.results / "games.sqlite").write_bytes(b"")
    assert project.do("status").returncode == 3
    assert project.do("reset").returncode == 2
    assert project.do("reset", "--yes").returncode == 0
    assert project.do("run").returncode == 0
    assert len(project.rows("key")) == 6


@pytest.mark.parametrize("directory", ["x" * 300, "~nobody-of-this-name/x"])
def test_a_directory_that_cannot_be_is_one_line(project, directory):
    project.write(BOTS, directory=directory)
    for command in ("run", "status", "report", "export", "reset", "stop"):
        done = project.do(command)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
