"""What a question says is what the next move does, and a refusal leaves nothing behind."""

from __future__ import annotations

import json

import pytest
from asking import Session


def stopped(ruleset: str, setup: str, mover: str, size: str) -> Session:
    session = Session(ruleset, 9)
    session.ok(f"rectangular_boardsize {size}", f"gogui-setup {setup}", f"gogui-setup_player {mover}")
    session.ok("rules-abandon b", "rules-abandon w", "rules-dead b")
    return session


@pytest.mark.parametrize(
    ("ruleset", "setup", "mover", "size"),
    [
        ("song-captives", "b C2 b D2 b B3 w B2", "w", "4 3"),
        ("dunhuang-chips", "b C2 b D2 b B3 w B2", "w", "4 3"),
        ("song-captives", "b B1 b C1 b D2 b A3 b E4 w E1 w B2 w A4 w B4 w C5", "b", "5 5"),
        ("dunhuang-chips zi=stones", "b A1 b E1 b B2 b E2 b B3 b E3 w D2", "b", "5 3"),
    ],
)
def test_playing_the_chips_out_ends_and_changes_no_result(ruleset: str, setup: str, mover: str, size: str) -> None:
    session = stopped(ruleset, setup, mover, size)
    counted = session.ok("final_score")
    session.ok("rules-accept w", "rules-chips auto")
    assert session.ok("rules-phase") == "finished"
    assert session.ok("final_score") == counted


def test_a_chip_where_an_eye_was_thought_to_be_changes_no_result() -> None:
    session = stopped("dunhuang-chips", "w C1 w B2 w B3", "b", "3 3")
    assert session.ok("final_score") == "W+4"
    session.ok("rules-accept w", "rules-chips w B1 A2 C2")
    assert session.ok("final_score") == "W+4"
    session.ok("rules-accept b", "rules-accept w")
    assert session.ok("rules-result") == "W+4"


@pytest.mark.parametrize("claim", ["b A1", "w A1", "w A1 B3"])
def test_an_enclosed_point_cannot_be_claimed_as_dame(claim: str) -> None:
    session = Session("yan-lai-2015", 3)
    session.ok("play b B1", "play w pass", "play b pass")
    before = session.ok("rules-score")
    assert session.ask(f"rules-claim {claim}") == (
        False,
        "A1 is enclosed by one side, and no dame that could be claimed",
    )
    assert session.ok("rules-score") == before


def test_dead_stones_may_not_enclose_what_is_claimed_already() -> None:
    session = Session("yan-lai-2015", 3)
    session.ok("gogui-setup b A1 w C3", "play b pass", "play w pass", "rules-claim b B2")
    assert session.ask("rules-dead b C3")[0] is False  # then Black would enclose everything
    assert json.loads(session.ok("rules-status"))["proposal"]["dead"] == []


def test_a_ruleset_that_has_virtual_moves_keeps_those_of_the_game() -> None:
    session = Session("yan-lai-2015", 5)
    session.ok("play b A1", "rules-pass_means virtual", "play w pass", "play b pass", "rules-set yan-lai-2015 disputes=2")
    assert session.ok("rules-phase") == "play"
    assert json.loads(session.ok("rules-ledger"))["play"]["white"]["virtual"] == 1


def test_a_sequence_that_fails_uses_no_meaning_up() -> None:
    session = Session("yan-lai-2015", 5)
    session.ok("play b A1", "rules-pass_means virtual")
    assert session.ask("gogui-play_sequence w pass b A1") == (False, "illegal move")
    assert session.ok("rules-pass_means") == "virtual"
    session.ok("play w pass", "undo", "rules-pass_means abandon", "play w pass")
    assert json.loads(session.ok("rules-ledger"))["play"]["white"]["abandoned"] == 1


def test_questions_know_what_the_next_pass_means() -> None:
    session = Session("yan-lai-2015", 5)
    session.ok("play b A1", "rules-virtual w", "rules-pass_means virtual")
    assert session.ok("rules-is_legal b pass") == "0"
    assert "virtual move" in session.ok("rules-why b pass")
    assert "pass" not in session.ok("rules-legal_moves b").split()
    assert session.ask("play b pass") == (False, "illegal move")


def test_a_remembered_meaning_is_told() -> None:
    session = Session("yan-lai-2015", 5)
    session.ok("play b A1", "rules-pass_means virtual", "play w pass", "undo")
    assert session.ok("rules-pass_means") == "virtual"


def test_what_was_said_after_a_virtual_move_does_not_come_back_after_an_abandonment() -> None:
    session = Session("yan-lai-2015", 5)
    session.ok("play b A1", "rules-pass_means virtual", "play w pass", "rules-abandon b", "undo")
    session.ok("rules-pass_means abandon", "play w pass")
    assert session.ok("rules-phase") == "play"
    assert json.loads(session.ok("rules-status"))["offers"] == ["white"]


def test_an_opening_that_a_new_ruleset_shares_can_still_be_replaced() -> None:
    session = Session("tang-song", 9)
    session.ok("play w E5", "rules-set tang-song dame=as_is", "undo", "gogui-setup b A1")
    assert session.ok("color G7") == "empty"


@pytest.mark.parametrize("komi", ["1e9", "0.000000001", "1/3", "-5"])
def test_any_komi_survives_the_record(komi: str, tmp_path) -> None:
    session = Session("chinese", 5)
    session.ok(f"komi {komi}", "play b A1", f"rules-sgf {tmp_path / 'k.sgf'}")
    before = session.ok("get_komi")
    session.ok(f"loadsgf {tmp_path / 'k.sgf'}")
    assert session.ok("get_komi") == before


@pytest.mark.parametrize("name", ["/dev/zero", ".", "/no/such/file"])
def test_what_is_no_file_is_not_read(name: str) -> None:
    ok, text = Session("chinese", 5).ask(f"loadsgf {name}")
    assert not ok
    assert text.startswith("cannot load file: ")
