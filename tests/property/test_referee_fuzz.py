"""Random sessions: all commands mixed, valid and not, under every ruleset; what must always hold is checked after each."""

from __future__ import annotations

import random

import pytest
from asking import Session
from playing import snapshot

from gtp_rules.game import ACCEPTS, Play
from gtp_rules.referee import registry
from gtp_rules.rulesets import names
from gtp_rules.sgf import read_game, write_game

COLORS = ("B", "W")
OTHERS = (
    "rules-status", "rules-ledger", "rules-score", "rules-score all", "rules-result", "rules-view", "rules-sgf", "showboard",
    "final_score", "final_status_list dead", "final_status_list alive", "final_status_list seki", "rules-get", "rules-list",
    "gogui-rules_legal_moves", "gogui-rules_final_result", "gogui-rules_board_gfx", "gogui-analyze_commands", "help",
    "all_legal B", "rules-legal_moves W", "rules-retract", "rules-pass_means", "rules-pass_means virtual", "gg-undo 2",
    "rules-pass_means abandon", "captures B", "gogui-title", "komi 3.5", "komi -1/3", "get_komi", "printsgf", "gg-undo 0",
)  # fmt: skip
BAD = (
    "", "#", "play", "play B", "play B z99", "play Q a1", "play B a1 b1", "komi nan", "komi 1e999", "boardsize 0", "12 blah",
    "boardsize 26", "boardsize x", "rules-set", "rules-set none", "rules-set chinese opening=seat", "rules-set {", "\x00\x07",
    "rules-set {}", "rules-set []", "rules-dead", "rules-dead B a99", "rules-claim W", "rules-dispute", "rules-virtual purple",
    "rules-chips auto a1", "gogui-play_sequence B a1 W", "gogui-play_sequence B a1 W a1", "fixed_handicap 1", "undo 3",
    "set_free_handicap a1", "loadsgf /none", "time_left B x 1", "rules-prisoners B -1", "rules-prisoners W 99999",
    "gogui-setup B", "gg-undo -1", "gg-undo 100000", "final_status_list none", "rules-score none", "rules-why B",
    "rules-is_legal B i5", "known_command",
)  # fmt: skip


def line(session: Session, rng: random.Random) -> str:
    """A random command: mostly a move that is legal, else anything."""
    game = session.referee.game
    name = game.board.geometry.vertex
    color = game.to_move.letter if rng.random() < 0.85 else rng.choice(COLORS)
    anywhere = [name(p) for p in rng.sample(range(game.board.geometry.size), rng.randint(0, 3))]
    stones = [name(p) for p, owner in enumerate(game.board.colors) if owner]
    chance = rng.random()
    if chance < 0.5 and Play in ACCEPTS[game.phase] and not game.state.is_stopped:
        points = game.legal_points(game.to_move)
        if points:
            return f"play {game.to_move.letter} {name(rng.choice(points))}"
    if chance < 0.62:
        return rng.choice([f"play {color} pass", f"rules-virtual {color}", f"rules-abandon {color}", f"play {color} {name(0)}"])
    if chance < 0.78:
        dead = " ".join(rng.sample(stones, min(len(stones), rng.randint(0, 3))))
        return rng.choice(
            [
                f"rules-dead {color} {dead}",
                f"rules-seki {color} {dead}",
                f"rules-claim {color} {' '.join(anywhere)}",
                f"rules-accept {rng.choice(COLORS)}",
                f"rules-accept {rng.choice(COLORS)}",
                f"rules-dispute {rng.choice(COLORS)} {' '.join(anywhere)}",
                f"rules-resume {color}",
                f"rules-chips {color} {' '.join(anywhere)}",
                "rules-chips auto",
            ]
        )
    if chance < 0.84:
        return rng.choice(["undo", "undo", "rules-retract", f"gg-undo {rng.randint(1, 3)}"])
    if chance < 0.86:
        return rng.choice(
            [f"rules-set {rng.choice(names())}", "clear_board", f"rules-resign {color}"]
            if rng.random() < 0.7
            else [_setup(rng)]
        )
    if chance < 0.94:
        return rng.choice(OTHERS)
    return rng.choice(BAD)


def _setup(rng: random.Random) -> str:
    return rng.choice(
        ["gogui-setup B b2 W c3", "gogui-setup_player W", "rules-prisoners B 2", "fixed_handicap 2", "set_free_handicap b2 c3"]
    )


def check(session: Session, asked: str) -> None:
    """What holds in every state of a session."""
    game = session.referee.game
    assert snapshot(game.copy()) == snapshot(game), asked
    back = read_game(write_game(game))
    assert (back.log, back.phase, back.ledger.to_json()) == (game.log, game.phase, game.ledger.to_json()), asked
    assert (back.board, back.state, back.komi, back.initial) == (game.board, game.state, game.komi, game.initial), asked


def undo_all(session: Session) -> int:
    number = 0
    while session.ask("undo")[0]:
        number += 1
    return number


def run(ruleset: str, seed: int, length: int) -> Session:
    """A session of random commands; every answer is one well-framed reply, and none is an internal error."""
    rng = random.Random(f"{ruleset} {seed}")
    session = Session(ruleset, *rng.choice([(3, 3), (4, 4), (5, 5), (5, 4), (7, 7), (2, 5)]))
    for _ in range(length):
        asked = line(session, rng)
        if not asked.split("#")[0].strip("\x00\x07 "):
            assert registry.handle(session.referee, asked) == ("", False)
            continue
        before = snapshot(session.referee.game)
        ok, text = session.ask(asked)
        assert text != "internal error", asked
        if not ok:
            assert snapshot(session.referee.game) == before, f"{asked!r} failed ({text}) and left a trace"
        check(session, asked)
    moves = sum(entry.counted for entry in session.referee.game.log)
    assert session.json("rules-status")["moves"] == moves
    assert undo_all(session) == moves
    assert session.fails("undo") == "cannot undo"
    return session


@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize("seed", range(2))
def test_random_sessions(ruleset: str, seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    run(ruleset, seed, 50)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_random_sessions(ruleset: str, seed: int, capfd: pytest.CaptureFixture[str]) -> None:
    run(ruleset, seed, 250)
    assert "Traceback" not in capfd.readouterr().err
