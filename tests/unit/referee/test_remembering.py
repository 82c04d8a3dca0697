"""Decision 8: what was said after a move is remembered under the moves that led there."""

from __future__ import annotations

import random

import pytest
from asking import Session

from gtp_rules.rulesets import find, names

MOVES = ["B c3", "W e5", "B pass", "W pass"]
WITH_BOTH = [name for name in names() if find(name).turns.virtual and find(name).turns.abandon]


def begun(ruleset: str = "chinese") -> Session:
    session = Session(ruleset, 5)
    session.ok("komi 0", *(f"play {move}" for move in MOVES))
    return session


def replay(session: Session, moves: list[str]) -> None:
    session.ok("clear_board", *(f"play {move}" for move in moves))


SAID = [
    "rules-dead B e5",
    "rules-dead B e5|rules-seki B c3",
    "rules-dead B e5|rules-accept W",
    "rules-dead W|rules-dispute B e5",
    "rules-dead W|rules-dispute B e5|rules-abandon B",
    "rules-resume B",
    "rules-resume B|rules-abandon W",
]


@pytest.mark.parametrize("said", SAID)
def test_clear_board_and_the_same_moves_bring_it_back(said: str) -> None:
    session = begun()
    session.ok(*said.split("|"))
    before = session.status()
    replay(session, MOVES)
    assert session.status() == before


@pytest.mark.parametrize("said", SAID)
def test_one_line_of_moves_brings_it_back(said: str) -> None:
    session = begun()
    session.ok(*said.split("|"))
    before = session.status()
    session.ok("clear_board", "gogui-play_sequence " + " ".join(MOVES))
    assert session.status() == before


@pytest.mark.parametrize("back", [1, 2, 3, 4])
@pytest.mark.parametrize("said", SAID)
def test_undo_and_the_same_moves_bring_it_back(said: str, back: int) -> None:
    session = begun()
    session.ok(*said.split("|"))
    before = session.status()
    session.ok(f"gg-undo {back}")
    session.ok(*(f"play {move}" for move in MOVES[-back:]))
    assert session.status() == before


def test_undo_of_a_later_move_leaves_what_was_said_before_it() -> None:
    session = begun()
    session.ok("rules-dead W", "rules-dispute B e5")
    before = session.status()
    session.ok("play B d5", "play W a1", "undo", "undo")
    assert session.status() == before


def test_another_continuation_does_not_bring_it_back_and_the_first_still_does() -> None:
    session = Session("chinese", 5)
    session.ok("play B c3", "rules-abandon W")
    offered = session.status()
    session.ok("undo", "play B c4")
    assert session.json("rules-status")["offers"] == []
    session.ok("undo", "play B c3")
    assert session.status() == offered


def test_transposed_moves_are_another_prefix() -> None:
    session = Session("chinese", 5)
    session.ok("play B a1", "play W b2", "play B c3", "rules-abandon W", "clear_board")
    session.ok("play B c3", "play W b2", "play B a1")
    assert session.json("rules-status")["offers"] == []


def test_the_color_belongs_to_the_prefix() -> None:
    session = Session("chinese", 5)
    session.ok("play B c3", "rules-abandon W", "clear_board", "play W c3")
    assert session.json("rules-status")["offers"] == []


def test_the_latest_statements_win_and_a_retraction_is_remembered() -> None:
    session = begun()
    session.ok("rules-dead B e5", "rules-retract")
    before = session.status()
    replay(session, MOVES)
    assert session.status() == before
    assert session.phase == "stopped"
    session.ok("rules-dead B c3", "rules-dead B e5")
    replay(session, MOVES)
    assert session.json("rules-status")["proposal"]["dead"] == ["E5"]


@pytest.mark.parametrize("line", ["rules-set chinese", "rules-set japanese"])
def test_rules_set_forgets(line: str) -> None:
    session = Session("chinese", 5)
    session.ok("play B c3", "rules-abandon W", "clear_board", line, "play B c3")
    assert session.json("rules-status")["offers"] == []


def test_rules_set_in_the_middle_keeps_what_stands_and_remembers_from_there() -> None:
    session = begun()
    session.ok("rules-set japanese")
    assert session.phase == "stopped"
    session.ok("rules-dead B e5")
    before = session.status()
    replay(session, MOVES)
    assert session.status() == before


def test_another_board_size_forgets() -> None:
    session = Session("chinese", 5)
    session.ok("play B c3", "rules-abandon W", "boardsize 6", "boardsize 5", "play B c3")
    assert session.json("rules-status")["offers"] == []


def test_the_same_board_size_does_not_forget() -> None:
    session = Session("chinese", 5)
    session.ok("play B c3", "rules-abandon W", "boardsize 5", "clear_board", "play B c3")
    assert session.json("rules-status")["offers"] == ["white"]


def test_another_set_up_is_another_start() -> None:
    session = Session("chinese", 5)
    session.ok("gogui-setup B a1", "play B c3", "rules-abandon W", "clear_board", "play B c3")
    assert session.json("rules-status")["offers"] == []
    session.ok("clear_board", "gogui-setup B a1", "play B c3")
    assert session.json("rules-status")["offers"] == ["white"]


def test_what_does_not_fit_any_more_is_left_out() -> None:
    """Another komi changes nothing; statements that fit come back under it."""
    session = begun()
    session.ok("rules-dead B e5", "rules-accept W")
    assert session.ok("final_score") == "B+25"
    session.ok("komi 5")
    replay(session, MOVES)
    assert session.ok("final_score") == "B+20"


@pytest.mark.parametrize("name", WITH_BOTH)
def test_the_meaning_of_a_pass_comes_back(name: str) -> None:
    session = Session(name, 5)
    session.ok("play B c3", "rules-pass_means virtual", "play W pass", "play B d3")
    assert session.json("rules-ledger")["play"]["white"]["virtual"] == 1
    before = session.status()
    session.ok("clear_board", "play B c3", "play W pass", "play B d3")
    assert session.status() == before
    session.ok("undo", "undo", "play W pass", "play B d3")
    assert session.status() == before


@pytest.mark.parametrize("name", WITH_BOTH)
def test_pass_means_is_for_one_pass(name: str) -> None:
    session = Session(name, 5)
    usual = session.ok("rules-pass_means")
    assert usual == "abandon"
    session.ok("play B c3", "rules-pass_means virtual")
    assert session.ok("rules-pass_means") == "virtual"
    session.ok("play W pass")
    assert session.ok("rules-pass_means") == "abandon"
    session.ok("play B d3", "play W pass")
    ledger = session.json("rules-ledger")["play"]["white"]
    assert (ledger["virtual"], ledger["abandoned"]) == (1, 1)


@pytest.mark.parametrize("name", WITH_BOTH)
def test_a_failed_pass_or_move_keeps_the_meaning(name: str) -> None:
    session = Session(name, 5)
    session.ok("play B c3", "rules-pass_means virtual")
    session.fails("play W c3", "illegal move")
    session.fails("gogui-play_sequence W d3 B c3", "illegal move")
    session.ok("play W pass")
    assert session.json("rules-ledger")["play"]["white"]["virtual"] == 1


@pytest.mark.parametrize("name", [name for name in names() if name not in WITH_BOTH])
def test_pass_means_is_refused_where_a_pass_has_one_meaning(name: str) -> None:
    session = Session(name, 9)
    before = session.status()
    session.fails("rules-pass_means virtual")
    session.fails("rules-pass_means abandon")
    assert session.status() == before


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["tang-song opening=empty", "chinese", "japanese", *WITH_BOTH])
def test_random_sessions_come_back(name: str, seed: int) -> None:
    """Whatever was said, the same moves from a cleared board lead to the same state, and so does undo to every prefix."""
    rng = random.Random(f"{name} {seed}")
    session = Session(name, 4)
    moves: list[str] = []
    states: list[dict[str, object]] = []
    vertices = [f"{letter}{row}" for letter in "abcd" for row in range(1, 5)]
    statements = ["rules-abandon", "rules-virtual", "rules-dead", "rules-accept", "rules-dispute", "rules-resume"]
    for _ in range(40):
        color = rng.choice("BW")
        if not moves or rng.random() < 0.5:  # before the first move nothing is remembered
            move = f"{color} {rng.choice([*vertices, 'pass', 'pass'])}"
            if session.ask(f"play {move}")[0]:
                moves.append(move)
                states.append({})
        else:
            line = f"{rng.choice(statements)} {color}"
            if line.startswith("rules-dispute"):
                line += " a1"
            session.ask(line)
        if states:
            states[-1] = session.status()
    session.ok("clear_board")
    for move, state in zip(moves, states, strict=True):
        session.ok(f"play {move}")
        assert session.status() == state
    while len(states) > 1:
        session.ok("undo")
        states.pop()
        assert session.status() == states[-1]


def test_a_new_game_that_begins_like_the_old_one_is_not_lost_by_its_resignation():
    session = Session("chinese", 5)
    session.ok("play B c3", "play W c2", "rules-resign W")
    assert session.ok("rules-result") == "B+R"
    session.ok("clear_board", "play B c3", "play W c2")
    assert session.ok("rules-phase") == "play"
    session.ok("undo", "play W c2", "play B d3")
