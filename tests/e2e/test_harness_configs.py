"""The ready experiments in configs/ do what their comments say."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gtp_rules.engines.processes import find_program
from gtp_rules.errors import UnavailablePlayer
from harness.loading import load
from harness.players import probe
from harness.schedule import tasks

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "configs").glob("*.toml"))
BOTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["gtp_rules.players"]


def uninstalled(path: Path, folder: Path) -> Path:
    """The same file with the installed names of bots replaced by what they stand for, so that it runs from the sources."""
    text = path.read_text()
    for name, factory in BOTS.items():
        text = re.sub(rf'^bot = "{name}"', f'bot = "{factory}"', text, flags=re.MULTILINE)
    copy = folder / path.name
    copy.write_text(text)
    return copy


def harness(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "harness", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, check=False)


def have(program: str) -> bool:
    try:
        find_program(program)
    except UnavailablePlayer:
        return False
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_ready_experiment_is_valid_and_explained(path, tmp_path):
    config = load(path)
    assert config.experiment.name == path.stem
    for name, player in load(uninstalled(path, tmp_path)).players.items():
        if hasattr(player, "bot"):
            probe(name, player)
    assert f"gtp-harness run configs/{path.name}" in path.read_text()


def test_the_number_of_games_is_the_one_in_the_comment():
    for path in FILES:
        number = re.search(r"^# (?:plays )?(\d+) games", path.read_text(), flags=re.MULTILINE)
        assert number, path
        assert len(list(tasks(load(path)))) == int(number[1])


def test_every_player_of_quickstart_makes_a_move(tmp_path):
    done = harness(tmp_path, "check", str(uninstalled(ROOT / "configs" / "quickstart.toml", tmp_path)))
    assert done.returncode == 0, done.stderr
    assert all(line.startswith("ok ") for line in done.stdout.splitlines())


@pytest.mark.slow
def test_quickstart_plays_all_its_games_without_trouble(tmp_path):
    done = harness(tmp_path, "run", str(uninstalled(ROOT / "configs" / "quickstart.toml", tmp_path)), "--format", "json")
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    assert values["games"] == values["planned"]
    against_random = [row for row in values["results"] if "random" in (row["first"], row["second"])]
    assert all(row["losses" if row["first"] == "random" else "wins"] == row["games"] for row in against_random)
    assert {row["counted"] for row in values["recounts"]} == {"tang-song", "chinese", "tromp-taylor", "japanese"}


@pytest.mark.slow
@pytest.mark.skipif(not have("gnugo"), reason="GNU Go is not installed")
def test_gnu_go_plays_under_both_rulesets_without_trouble(tmp_path):
    done = harness(tmp_path, "run", str(uninstalled(ROOT / "configs" / "gnugo.toml", tmp_path)), "--format", "json")
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    assert values["games"] == values["planned"]
    assert {ending for row in values["results"] for ending in row["endings"]} <= {"score", "resignation", "draw", "move_limit"}
    assert any("gnugo: rules unknown: tang-song (" in note for note in values["notes"])
    assert len(list(tmp_path.glob("runs/gnugo/games/*.sgf"))) == values["planned"]
