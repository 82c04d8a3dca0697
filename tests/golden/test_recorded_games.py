"""Recorded games whose results are known in lu: docs/findings/history.md says what `rescore` prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harness.cli import run_command

PAGE = Path(__file__).parents[2] / "docs" / "findings" / "history.md"
ROW = re.compile(r"\| \[[^\]]+\]\(games/([\w-]+\.sgf)\).*?\| (\d+) \| (\S+) \| (.+) \|\n")


def counted(capsys: pytest.CaptureFixture[str], games: Path, rulesets: list[str]) -> dict[str, dict]:
    assert run_command(["rescore", str(games), "--json", "--workers", "1", "--rulesets", ",".join(rulesets)]) == 0
    return {Path(game["file"]).name: game for game in map(json.loads, capsys.readouterr().out.splitlines())}


def test_the_table_is_what_is_counted(capsys):
    text = PAGE.read_text(encoding="utf-8")
    rulesets = re.findall(r"`([\w-]+)`", next(line for line in text.splitlines() if line.startswith("| record |")))
    rows = ROW.findall(text)
    games = counted(capsys, PAGE.parent / "games", rulesets)
    assert {file for file, *_ in rows} == games.keys()
    for file, moves, stated, cells in rows:
        game = games[file]
        assert (str(game["moves"]), game["stated"]) == (moves, stated)
        assert [count["result"] for count in game["counts"]] == [cell.strip(" *") for cell in cells.split("|")]
        assert ("**" in cells) is game["agrees"], "what agrees with the record is in bold"


def test_three_of_four_agree(capsys):
    games = counted(capsys, PAGE.parent / "games", ["tang-song"])
    assert sorted(file for file, game in games.items() if not game["agrees"]) == ["chengdu-1094.sgf"]
