"""Without POSIX the harness can be imported and says what it lacks."""

import subprocess
import sys
from pathlib import Path

import pytest

from gtp_rules.engines import processes
from gtp_rules.errors import UnavailablePlayer
from harness.errors import HarnessError
from harness.lock import Lock, holder

CODE = """
import argparse, difflib, msgspec, multiprocessing, multiprocessing.connection, os, select, shutil, signal, sqlite3
import sgfmill.sgf, subprocess, sys, tempfile, tomllib, tqdm
sys.platform = "win32"
sys.modules["fcntl"] = None
del select.poll, os.waitid, os.killpg, signal.SIGKILL, signal.pthread_sigmask
import harness.cli, gtp_rules.engines.gtp_player
sys.exit(harness.cli.run_command(["run", "configs/none.toml"]))
"""


def test_everything_can_be_imported():
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", CODE], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("gtp-harness: configs")
    assert "No such file" in done.stderr


def test_what_is_lacking_is_said_plainly(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(HarnessError, match="flock"), Lock(tmp_path):
        pass
    with pytest.raises(UnavailablePlayer, match="process groups"):
        processes.start(["x"], None, {})
    assert holder(tmp_path) is None
