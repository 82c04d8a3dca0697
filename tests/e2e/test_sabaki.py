"""The referee driven by Sabaki's own packages under Node; the tests themselves are in the folder sabaki/."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from many_games import many_games

from gtp_rules.board import BLACK, WHITE, Color, diagram
from gtp_rules.game import Abandon, Accept, Dispute, Game, Offer, Pass, Phase, Play, Propose, Virtual
from gtp_rules.game.chips import next_chips
from gtp_rules.rules.counting.sheet import decimal_text
from gtp_rules.rulesets import find, names
from gtp_rules.sgf import write_game

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BLACK_NAME = "严来 [九段] 100%"
WHITE_NAME = "趙治勲 이창호 \\ a:b"
COMMENT = "Schwarz ließ Zeit: 黒の手番 [sic] \\ und weiter\nzweite Zeile ] :; (x)\n한국어 *stars* _bars_"
STARTS = {
    "handicap": ("ming-qing", (9, 9), ((20, 60, 24), ())),
    "set-up": ("tang-song", (9, 9), ((20, 21, 22), (60,))),
    "rectangle": ("chinese", (7, 9), None),
    "nineteen": ("song-captives", (19, 19), None),
    "mirror": ("tang-song opening=seat-mirror first=black", (13, 13), None),
}
SMALL = ((3, 3), (5, 5), (4, 6), (6, 4), (7, 7))


def stop(game: Game) -> None:
    """Both sides pass, or offer to stop where a pass is something else."""
    for color in (game.to_move, game.to_move.opponent):
        action = game.pass_action(color)
        game.apply(action if not isinstance(action, Virtual) and not game.refusal(action) else Offer(color))


def some_moves(game: Game, number: int, chance: random.Random) -> None:
    for _ in range(number):
        points = game.legal_points(game.to_move)
        if points and game.phase is not Phase.FINISHED:
            game.apply(Play(game.to_move, chance.choice(points)))


def finished_game(game: Game, chance: random.Random) -> Game:
    """Moves, a stop, a dispute, more moves, a stop, an agreement, chips."""
    some_moves(game, 50, chance)
    stop(game)
    if game.phase is Phase.STOPPED:
        one = chance.choice([point for point, found in enumerate(game.board.colors) if found])
        game.apply(Propose(WHITE, (one,)))
        game.apply(Dispute(BLACK, (one,)))
        some_moves(game, 7, chance)
        stop(game)
        game.apply(Propose(BLACK))
        game.apply(Accept(WHITE))
    while game.phase is Phase.CHIPS:
        game.apply(next_chips(game))
    assert game.outcome is not None
    return game


def bare_facts(game: Game) -> dict[str, object]:
    """The moves, the first position and the result of a game, which need not be finished."""
    turns = [entry.action for entry in game.log if isinstance(entry.action, (Play, Pass, Virtual, Abandon))]
    vertex = game.board.geometry.vertex
    return {
        "line": [[turn.color.letter, vertex(turn.point) if isinstance(turn, Play) else "pass"] for turn in turns],
        "AB": sorted(map(vertex, game.initial.black)),
        "AW": sorted(map(vertex, game.initial.white)),
        "RE": game.outcome and game.outcome.result,
        "size": [game.board.geometry.width, game.board.geometry.height],
    }


def facts(game: Game) -> dict[str, object]:
    """What a reader must find in the record of a finished game."""
    assert game.outcome is not None
    turns = [entry.action for entry in game.log if isinstance(entry.action, (Play, Pass, Virtual, Abandon))]
    return {
        **bare_facts(game),
        "opening": game.initial.is_opening,
        "KM": decimal_text(game.komi),
        "RU": game.ruleset.specification,
        "PB": BLACK_NAME,
        "PW": WHITE_NAME,
        "C": COMMENT,
        "played": [sum(isinstance(turn, Play) and turn.color == color for turn in turns) for color in Color],
        "board": diagram(game.board, border=False).split("\n"),
    }


def write_records(folder: Path) -> None:
    folder.mkdir()
    starts = {**{name: (name, (9, 9), None) for name in names()}, **STARTS}
    for number, (name, (ruleset, (width, height), stones)) in enumerate(starts.items()):
        game = Game(find(ruleset), width, height)
        if stones is not None:
            game.set_up(*stones, WHITE, handicap=not stones[1])
        finished_game(game, random.Random(number))
        text = write_game(game, black=BLACK_NAME, white=WHITE_NAME, comments={3: COMMENT})
        (folder / f"{name}.sgf").write_bytes(text)
        (folder / f"{name}.json").write_text(json.dumps(facts(game)), encoding="utf-8")


def write_many(folder: Path) -> None:
    """The records of two hundred random games of every ruleset, and an index of what is in them."""
    folder.mkdir()
    index = []
    for name in names():
        for number, game in enumerate(many_games(find(name), 200, SMALL)):
            file = f"{name} {number}.sgf"
            (folder / file).write_bytes(write_game(game, black=BLACK_NAME, white=WHITE_NAME))
            index.append({"file": file, **bare_facts(game)})
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")


@pytest.mark.skipif(not shutil.which("node") or not shutil.which("npm"), reason="Node.js with npm is not installed")
def test_sabaki_and_the_referee_understand_each_other(tmp_path):
    folder = tmp_path / "sabaki"
    shutil.copytree(Path(__file__).parent / "sabaki", folder, ignore=shutil.ignore_patterns("node_modules"))
    write_records(tmp_path / "records")
    write_many(tmp_path / "records" / "many")
    install = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund"], cwd=folder, text=True, capture_output=True, timeout=300, check=False
    )
    assert install.returncode == 0, f"npm cannot install Sabaki's packages:\n{install.stdout}{install.stderr}"
    path = os.environ.get("PATH", "") + os.pathsep + "/usr/games"  # where Debian keeps GNU Go
    environment = {
        **os.environ,
        "GTP_RULES_PYTHON": sys.executable,
        "GTP_RULES_ROOT": str(ROOT),
        "GTP_RULES_RECORDS": str(tmp_path / "records"),
    }
    done = subprocess.run(
        ["node", "--test"], cwd=folder, env=environment, text=True, capture_output=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    skipped = int(re.findall(r"^[#ℹ] skipped (\d+)$", done.stdout, flags=re.MULTILINE)[-1])
    assert skipped <= (shutil.which("gnugo", path=path) is None), done.stdout
