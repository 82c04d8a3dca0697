"""docs/rescore.md says what the command does."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest
from positions import FIGURE_4_5, moves
from rescore_games import plain_sgf

from gtp_rules.game import Game, Play
from gtp_rules.rulesets import find
from harness.cli import run_command
from harness.rescore import command
from harness.rescore.output import COLUMNS
from harness.rescore.terms import Part

PAGE = (Path(__file__).parents[3] / "docs" / "rescore.md").read_text(encoding="utf-8")


def table(head: str) -> list[str]:
    """The first cells of the rows of a table, by its head."""
    rows = PAGE.split(f"\n| {head} |", 1)[1].split("\n\n", 1)[0]
    return [row.split("|")[1].strip() for row in rows.splitlines()[2:]]


def test_every_part_is_described_in_order() -> None:
    assert table("part") == [f"`{part.value}`" for part in Part]


def test_every_option_is_described() -> None:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    options = [text for action in commands.choices["rescore"]._actions for text in action.option_strings]
    assert {re.match(r"`(--[\w-]+)", cell)[1] for cell in table("option")} == set(options) - {"-h", "--help"}  # type: ignore[index]


def test_every_column_is_named() -> None:
    section = PAGE.split("CSV has the columns", 1)[1].split("with `--explain`", 1)[0]
    assert tuple(re.findall(r"`(\w+)`", section)) == COLUMNS


def test_the_exit_codes_are_those_of_the_help() -> None:
    assert table("exit code") == re.findall(r"^  (\d+) ", command._EPILOG, flags=re.MULTILINE)


def test_the_example_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = re.findall(r"^```console\n\$ gtp-harness (.*)\n((?:.*\n)*?)```", PAGE, flags=re.MULTILINE)
    game = Game(find("tang-song opening=empty first=white"), 9, 9)
    for color, vertex in moves(FIGURE_4_5):
        game.apply(Play(color, game.board.geometry.point(vertex)))
    data = plain_sgf(game, RU="Tang-Song", KM="0", RE="W+7").replace(b")", b";MA[ib])")
    (tmp_path / "figure.sgf").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    assert len(shown) == 1
    for arguments, output in shown:
        assert run_command(arguments.split()) == 0
        assert capsys.readouterr().out.rstrip() == output.rstrip()
