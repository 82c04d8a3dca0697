"""The real KataGo without a net: it starts, takes our rules, plays refereed games, gives estimates, and counts the tax."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from katago_program import katago_command

from gtp_rules.board import BLACK, WHITE, read_diagram
from gtp_rules.engines.gtp_player import GtpPlayer
from gtp_rules.engines.handshake import handshake
from gtp_rules.engines.settings import EngineConfig
from gtp_rules.engines.transport import Transport
from gtp_rules.game import Game
from gtp_rules.rules.katago import nearest_rules
from gtp_rules.rulesets import find, names, registered

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SECONDS = 60.0


@pytest.fixture(scope="module")
def command(tmp_path_factory):
    return katago_command(tmp_path_factory.mktemp("katago"))


@pytest.fixture(scope="module")
def katago(command):
    transport = Transport(command)
    yield transport
    transport.close(5)


def ask(katago, *lines):
    replies = katago.exchange(lines, SECONDS)
    assert all(reply.ok for reply in replies), replies
    return [reply.text for reply in replies]


def harness(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "harness", *map(str, arguments)]
    return subprocess.run(words, cwd=folder, env=environment, text=True, capture_output=True, check=False, timeout=600)


def test_it_says_the_rules_that_it_was_told_for_every_ruleset(katago):
    listed = ask(katago, "list_commands")[0].split()
    for ruleset in registered():
        told = handshake(ruleset, listed)
        assert told.command.startswith("kata-set-rules ")
        assert json.loads(ask(katago, told.command, "kata-get-rules")[1]) == nearest_rules(ruleset).values


@pytest.mark.parametrize(
    ("own", "theirs", "besides"),
    [
        ("ming-qing", "stone-scoring", set()),
        ("tang-song", "stone-scoring", {"suicide"}),
        ("chinese", "chinese", {"ko", "whiteHandicapBonus"}),
        ("chinese repetition=simple", "chinese", {"whiteHandicapBonus"}),
        ("japanese", "japanese", {"friendlyPassOk"}),
        ("aga", "aga", {"whiteHandicapBonus"}),
        ("new-zealand", "new-zealand", set()),
        ("tromp-taylor", "tromp-taylor", set()),
    ],
)
def test_our_rules_beside_those_that_it_has_names_for(katago, own, theirs, besides):
    named = json.loads(ask(katago, f"kata-set-rules {theirs}", "kata-get-rules")[1])
    values = nearest_rules(find(own)).values
    assert {key for key in named if named[key] != values[key]} == besides


@pytest.mark.parametrize("ruleset", names())
def test_the_handshake_of_a_player(command, ruleset):
    player = GtpPlayer("katago", EngineConfig(command))
    try:
        player.new_game(Game(find(ruleset), 9, 9))
        assert player.rules.startswith("kata-set-rules {")
        assert not {"refused", "it says"} & set(player.rules.split("; ")[-1].split(": "))
        assert player.title.startswith("KataGo ")
    finally:
        player.close()


THREE_GROUPS = """
5 . O X . X O .
4 O O X X X O O
3 . O X . X O .
2 O O X X X O O
1 . O X . X O .
"""


@pytest.mark.parametrize(
    ("ruleset", "margin"),
    [("ming-qing", -3), ("natural-ending", -3), ("equal-lu", -3), ("ikeda-1", -3), ("chinese", -5), ("tromp-taylor", -5)],
)
def test_it_counts_a_finished_position_as_we_do(katago, ruleset, margin):
    board = read_diagram(THREE_GROUPS)
    game = Game(find(ruleset), 7, 5, komi=Fraction(0))
    game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
    vertex = board.geometry.vertex
    stones = [f"{color.letter} {vertex(point)}" for color in (BLACK, WHITE) for point in board.stones(color)]
    rules = json.dumps({**nearest_rules(game.ruleset).values, "friendlyPassOk": False})  # else it would search
    lines = ["rectangular_boardsize 7 5", "clear_board", f"kata-set-rules {rules}", "komi 0"]
    said = ask(katago, *lines, f"set_position {' '.join(stones)}", "play B pass", "play W pass", "final_score")[-1]
    assert float(said.removeprefix("W+")) == -margin
    if ruleset != "ikeda-1":  # which counts the stones that stand; KataGo those that could be filled in as well
        assert game.score().margin == margin


def test_refereed_games_end_by_a_count(command, tmp_path):
    engine = json.dumps(command)
    (tmp_path / "trial.toml").write_text(
        f'[experiment]\nname = "trial"\nrulesets = ["ming-qing"]\nsize = 9\ngames = 2\nseed = 1\n'
        f"[players.katago]\ncommand = {engine}\n[players.second]\ncommand = {engine}\n",
        encoding="utf-8",
    )
    done = harness(tmp_path, "run", "trial.toml", "--format", "json")
    assert done.returncode == 0, done.stderr
    values = json.loads(done.stdout)
    assert values["games"] == 2
    assert {ending for row in values["results"] for ending in row["endings"]} <= {"score", "draw", "move_limit"}
    games = [json.loads(line) for line in harness(tmp_path, "export", "trial.toml", "--format", "jsonl").stdout.splitlines()]
    nearest = json.dumps(nearest_rules(find("ming-qing")).values, separators=(",", ":"))
    assert {game[f"{side}_rules"] for game in games for side in ("black", "white")} == {f"kata-set-rules {nearest}"}


def test_the_instrument_asks_under_every_ruleset(command, tmp_path):
    for visits in (0, 3):
        words = ["estimate", "--size", 7, "--rulesets", "all", "--tax", "both", "--seats", "both", "--visits", visits, "--json"]
        done = harness(tmp_path, *words, "--engine", shlex.join(command))
        assert done.returncode == 0, done.stderr
        values = json.loads(done.stdout)
        assert "the engine has no net: its numbers are random" in values["notes"]
        assert len(values["estimates"]) == 4 * len(names())
        for each in values["estimates"]:
            assert (each["visits"], [len(line) for line in each["ownership"]]) == (visits, [7] * 7)
