"""The bulk runs in their short form: scripts of tests/benchmarks that print a table and end with 0 if all is well."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "benchmarks"


def run(name: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, str(SCRIPTS / name), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_fault_at_once_with_kills_and_a_full_disk(tmp_path):
    table = run("torture.py", str(tmp_path), "--games", "96")
    assert "| games | 96, by 24 engines and 2 workers |" in table
    assert "| problems | 0 |" in table


@pytest.mark.slow
def test_many_short_games(tmp_path):
    table = run("soak.py", str(tmp_path), "--games", "300", "--lenient")
    assert "| games | 300 |" in table
    assert "| integrity_check | ok |" in table


@pytest.mark.slow
def test_the_overhead_can_be_measured():
    table = run("overhead.py", "--quick")
    assert re.search(r"bare loop / refereed, CPU: \d+\.\d\d ", table)
