"""The binding decisions of the protocol, one by one (docs/protocol.md)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from asking import Session
from positions import CHINESE_NUMBERS, FIGURE_4_5, FIGURE_4_5_A, FIGURE_4_5_B

from gtp_rules.rulesets import names, registered

# -- 1: numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("komi", "text"),
    [("0", "B+25"), ("7.5", "B+17.5"), ("3.75", "B+21.25"), ("25", "0"), ("25.5", "W+0.5"), ("1/3", "B+24.6667")],
)
def test_decision_01_final_score_is_an_exact_decimal_with_komi(komi: str, text: str) -> None:
    session = Session("chinese", 5)
    session.ok(f"komi {komi}")
    session.plays("B c3 W pass B pass")
    assert session.ok("final_score") == text
    assert session.ok("rules-result") == text
    assert session.ok("gogui-rules_final_result") == text


def test_decision_01_the_exact_fraction_is_in_rules_score() -> None:
    session = Session("chinese", 5)
    session.ok("komi 1/3", "play B c3")
    found = session.json("rules-score")
    assert found["margin"] == "74/3"
    assert found["komi"] == "1/3"


def test_decision_01_totals_may_be_negative_and_are_not_cancelled() -> None:
    session = Session("tang-song opening=empty")
    session.ok("boardsize 9", "rules-prisoners B 5", "rules-prisoners W 3")
    found = session.json("rules-score")
    assert (found["black"]["total"], found["white"]["total"], found["margin"]) == ("-5", "-3", "-2")


# -- 2: komi -------------------------------------------------------------------------------------------------------------


def test_decision_02_a_ruleset_brings_its_komi_only_if_none_was_sent() -> None:
    session = Session("tang-song")
    assert session.ok("get_komi") == "0"
    assert session.ok("rules-set chinese", "get_komi") == "7.5"
    assert session.ok("rules-set japanese", "get_komi") == "6.5"
    assert session.ok("rules-set tang-song", "get_komi") == "0"
    session.ok("komi 0", "rules-set chinese")
    assert session.ok("get_komi") == "0"
    session.ok("komi 5.5", "rules-set japanese")
    assert session.ok("get_komi") == "5.5"


@pytest.mark.parametrize("name", names())
def test_decision_02_komi_applies_under_every_ruleset(name: str) -> None:
    session = Session(name, 9)
    session.ok("komi 0", "play B e5")
    plain = Fraction(session.json("rules-score")["margin"])
    session.ok("komi 3.5")
    assert Fraction(session.json("rules-score")["margin"]) == plain - Fraction(7, 2)


def test_decision_02_ruleset_and_komi_survive_boardsize_and_clear_board() -> None:
    session = Session("tang-song")
    session.ok(
        "rules-set chinese suicide=allowed", "komi 4.5", "time_settings 60 10 5", "boardsize 9", "clear_board", "boardsize 13"
    )
    assert session.ok("get_komi") == "4.5"
    assert session.json("rules-status")["ruleset"] == "chinese suicide=allowed"
    assert session.referee.time_settings == (60, 10, 5)


# -- 3: scoring by phase -------------------------------------------------------------------------------------------------


def test_decision_03_scores_and_statuses_by_phase() -> None:
    session = Session("chinese", 5)
    session.ok("komi 0")
    session.plays("B c3 W e5")
    asks = ("final_score", "final_status_list dead", "final_status_list alive", "final_status_list seki")
    for line in asks:
        session.fails(line, "cannot score")
    assert session.json("rules-score")["margin"] == "0", "the count as it stands is there in every phase"
    session.plays("B pass W pass")
    assert session.phase == "stopped"
    assert session.ok("final_score") == "0", "everything lives"
    assert session.ok("final_status_list dead") == ""
    assert session.ok("rules-dead B e5", "final_score") == "B+25"
    assert session.phase == "marking"
    assert session.ok("final_status_list dead") == "E5"
    assert "C3" in session.ok("final_status_list alive")
    session.ok("rules-dispute W e5")
    assert session.phase == "resumed"
    for line in asks:
        session.fails(line, "cannot score")
    session.plays("B d5 W pass B pass")
    assert session.ok("rules-dead W e5", "rules-accept B", "final_score") == "B+25"
    assert session.phase == "finished"
    assert session.ok("final_status_list dead") == "E5"
    assert session.json("rules-score")["margin"] == "25"


def test_decision_03_statuses_name_whole_chains_one_a_line() -> None:
    session = Session("chinese")
    session.set_up(CHINESE_NUMBERS)
    session.ok("play B pass", "play W pass", "rules-dead B b2 b5 b8")
    assert session.ok("final_status_list dead").split("\n") == ["B2", "B5", "B8"]
    stones = {word for status in ("alive", "seki", "dead") for word in session.ok(f"final_status_list {status}").split()}
    assert len(stones) == 42
    assert session.fails("final_status_list what").startswith("syntax error")


# -- 4: set-up -----------------------------------------------------------------------------------------------------------


def test_decision_04_set_up_is_the_initial_position() -> None:
    session = Session("tang-song", 9)
    session.ok("gogui-setup B a1 W a2 B b1", "rules-prisoners W 3", "gogui-setup_player B")
    status = session.json("rules-status")
    assert (status["moves"], status["actions"], status["to_move"]) == (0, 0, "black")
    ledger = session.json("rules-ledger")["play"]
    assert ledger["black"] == {"played": 0, "virtual": 0, "abandoned": 0, "captured": 0}
    assert ledger["white"]["captured"] == 3
    assert session.ok("all_legal B").split()[0] == "C1", "the opening stones are gone"
    session.fails("undo", "cannot undo")


@pytest.mark.parametrize(
    "order",
    [
        "gogui-setup B c3 W c4|gogui-setup_player W|rules-prisoners B 2",
        "gogui-setup_player W|gogui-setup B c3 W c4|rules-prisoners B 2",
        "rules-prisoners B 2|gogui-setup_player W|gogui-setup B c3 W c4",
        "rules-prisoners B 1|gogui-setup B c3 W c4|gogui-setup_player W|rules-prisoners B 2",
    ],
)
def test_decision_04_in_any_order(order: str) -> None:
    session = Session("chinese", 9)
    session.ok(*order.split("|"))
    assert session.ok("gogui-rules_side_to_move") == "white"
    assert session.ok("gogui-rules_captured_count") == "0 2"
    assert session.ok("color c4") == "white"


@pytest.mark.parametrize("first", ["play B e5", "rules-abandon B"])
def test_decision_04_before_any_move(first: str) -> None:
    session = Session("chinese", 9)
    session.ok(first)
    before = session.status()
    assert session.fails("gogui-setup B c3") == "board not empty"
    assert session.fails("set_free_handicap c3 c4") == "board not empty"
    assert session.fails("fixed_handicap 2") == "board not empty"
    session.fails("gogui-setup_player W")
    session.fails("rules-prisoners B 1")
    assert session.status() == before


@pytest.mark.parametrize(
    "line",
    [
        "gogui-setup B c3 W",
        "gogui-setup B c3 B c3",
        "gogui-setup B c3 W c3",
        "gogui-setup R c3",
        "gogui-setup B z9",
        "gogui-setup B pass",
        "gogui-setup B a1 W a2 W b1",
    ],
)
def test_decision_04_a_bad_set_up_fails_as_a_whole(line: str) -> None:
    session = Session("tang-song", 9)
    before = session.status()
    session.fails(line)
    assert session.status() == before


def test_decision_04_an_opening_stone_may_be_played_on_its_own_point_and_is_no_move() -> None:
    session = Session("tang-song")
    session.plays("B D4 B Q16 W D16 W Q4 W Q4")
    assert session.json("rules-status")["moves"] == 0
    assert session.ok("gogui-rules_side_to_move") == "white"
    session.fails("play W D4", "illegal move")
    session.plays("W K10")
    session.fails("play B D4", "illegal move")
    session.fails("play W Q4", "illegal move")
    session.ok("undo")
    session.fails("undo", "cannot undo")


@pytest.mark.parametrize("ruleset", ["tang-song", "tang-song opening=seat-mirror"])
def test_decision_04_a_record_with_its_own_seat_stones_loads_in_either_way(ruleset: str) -> None:
    """Sabaki sends black stones as a free handicap and white ones as plays; GoGui sends a set-up."""
    black, white = ("D4 Q16", "D16 Q4") if "mirror" not in ruleset else ("D16 Q4", "D4 Q16")
    sabaki, gogui, plain = Session(ruleset), Session(ruleset), Session(ruleset)
    sabaki.ok(f"set_free_handicap {black}", *(f"play W {vertex}" for vertex in white.split()))
    pairs = [f"{color} {v}" for color, text in (("B", black), ("W", white)) for v in text.split()]
    gogui.ok("gogui-setup " + " ".join(pairs), "gogui-setup_player W")
    for session in (sabaki, gogui, plain):
        session.plays("W K10 B C9")
        session.plays("W pass B pass")
    scores = [session.json("rules-score") for session in (sabaki, gogui, plain)]
    assert scores[0] == scores[1] == scores[2]
    assert sabaki.json("rules-status")["moves"] == 4


# -- 5: proposals --------------------------------------------------------------------------------------------------------


def stopped(ruleset: str = "chinese") -> Session:
    session = Session(ruleset, 5)
    session.ok("komi 0")
    session.plays("B c3 W e5 B pass W pass")
    return session


def test_decision_05_each_command_replaces_its_part() -> None:
    session = stopped()
    session.ok("rules-dead B e5", "rules-seki B c3")
    assert session.json("rules-status")["proposal"] == {
        "by": "black", "dead": ["E5"], "seki": ["C3"], "claims": {"black": [], "white": []},
    }  # fmt: skip
    session.ok("rules-seki B")
    assert session.json("rules-status")["proposal"]["seki"] == []
    assert session.json("rules-status")["proposal"]["dead"] == ["E5"]
    session.ok("rules-dead B")
    assert session.json("rules-status")["proposal"]["dead"] == []


def test_decision_05_the_proposer_has_accepted_and_the_other_side_settles() -> None:
    session = stopped()
    session.fails("rules-accept W")
    session.ok("rules-dead B e5")
    session.fails("rules-accept B")
    assert session.phase == "marking"
    session.ok("rules-accept W")
    assert session.phase == "finished"


def test_decision_05_a_part_of_the_other_side_makes_it_the_proposer() -> None:
    session = stopped()
    session.ok("rules-dead B e5", "rules-seki W c3")
    assert session.json("rules-status")["proposal"]["by"] == "white"
    session.fails("rules-accept W")
    session.ok("rules-accept B")
    assert session.ok("final_status_list dead") == "E5"


@pytest.mark.parametrize(
    "line", ["rules-dead B a1", "rules-seki B a1", "rules-claim B a1", "rules-dead B z9", "rules-dead R e5"]
)
def test_decision_05_what_cannot_be_proposed(line: str) -> None:
    session = stopped("chinese")
    before = session.status()
    session.fails(line)
    assert session.status() == before


# -- 6: offers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pair",
    [
        "play B pass|play W pass",
        "rules-abandon B|play W pass",
        "play B pass|rules-abandon W",
        "rules-abandon B|rules-abandon W",
    ],
)
@pytest.mark.parametrize("ruleset", ["tang-song opening=empty", "chinese", "japanese"])
def test_decision_06_a_pass_or_offer_of_each_side_stops_play(ruleset: str, pair: str) -> None:
    session = Session(ruleset, 5)
    session.plays("B c3 W d4")
    session.ok(*pair.split("|"))
    assert session.phase == "stopped"


@pytest.mark.parametrize("mover", ["B", "W"])
def test_decision_06_an_offer_lapses_with_the_next_move(mover: str) -> None:
    session = Session("tang-song opening=empty", 5)
    session.ok("rules-abandon B", f"play {mover} c3", "rules-abandon W")
    assert session.phase == "play"
    assert session.json("rules-status")["offers"] == ["white"]
    session.ok("rules-abandon B")
    assert session.phase == "stopped"


# -- 7: resumption -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [("B", "W"), ("W", "B")])
@pytest.mark.parametrize("ruleset", ["tang-song opening=empty", "chinese"])
def test_decision_07_the_side_that_stopped_first_moves(ruleset: str, first: str, second: str) -> None:
    session = Session(ruleset, 5)
    session.plays(f"B c3 W d4 {first} pass {second} pass")
    session.ok("rules-resume B")
    assert session.phase == "play"
    assert session.ok("gogui-rules_side_to_move")[0].upper() == first
    abandoned = [session.json("rules-ledger")["play"][side]["abandoned"] for side in ("black", "white")]
    assert abandoned == [0, 0]


@pytest.mark.parametrize("asker", ["B", "W"])
@pytest.mark.parametrize("ruleset", [r.name for r in registered() if r.name in {"japanese", "korean"}])
def test_decision_07_in_japanese_rules_the_opponent_of_the_asker_moves(ruleset: str, asker: str) -> None:
    session = Session(ruleset, 5)
    session.plays("B c3 W d4 B pass W pass")
    session.ok(f"rules-resume {asker}")
    assert session.ok("gogui-rules_side_to_move")[0].upper() != asker


def test_decision_07_a_dispute_opens_the_second_account_and_a_withdrawal_does_not() -> None:
    session = stopped()
    session.ok("rules-resume W", "play W d4", "play B pass", "play W pass", "rules-dead B", "rules-dispute W", "play B b2")
    ledger = session.json("rules-ledger")
    assert ledger["play"]["white"]["played"] == 2
    assert ledger["play"]["black"]["played"] == 1
    assert ledger["resumed"]["black"]["played"] == 1


def test_decision_07_a_play_after_the_stop_withdraws_it() -> None:
    session = stopped()
    session.ok("rules-dead B e5", "play W d4")
    assert session.phase == "play"
    assert session.json("rules-status")["proposal"] is None
    assert session.json("rules-ledger")["resumed"]["white"]["played"] == 0


# -- 8: memory by prefix: see test_remembering.py; 9: undo ---------------------------------------------------------------


def test_decision_08_what_was_said_after_a_move_comes_back_with_the_same_moves() -> None:
    session = stopped()
    session.ok("rules-dead B e5", "rules-dispute W e5", "play W d5")
    before = session.status()
    session.ok("clear_board")
    session.plays("B c3 W e5 B pass W pass W d5")
    assert session.status() == before


def test_decision_09_undo_counts_moves_by_play_only() -> None:
    session = Session("tang-song opening=empty", 5)
    session.ok("play B c3", "rules-abandon B", "rules-abandon W", "rules-dead B", "rules-dispute W", "rules-abandon W")
    assert session.json("rules-status")["moves"] == 1
    session.ok("undo")
    assert session.json("rules-status")["actions"] == 0
    session.fails("undo", "cannot undo")


def test_decision_09_ten_private_commands_later_undo_removes_one_move() -> None:
    session = Session("chinese", 5)
    session.plays("B c3 W d4")
    for _ in range(3):
        session.ok("rules-abandon B", "rules-abandon W", "rules-resume B")
    session.ok("rules-abandon W", "undo")
    assert session.ok("color c3") == "black"
    assert session.ok("color d4") == "empty"
    assert session.phase == "play"


# -- 10, 11, 12 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", [r.name for r in registered() if r.turns.pass_means == "exhausted"])
def test_decision_10_no_pass_before_a_side_is_full(ruleset: str) -> None:
    session = Session(ruleset, 9)
    session.fails("play W pass", "illegal move")
    session.plays("W e5 B e6")
    session.fails("play W pass", "illegal move")
    assert "pass" in session.ok("rules-why W pass")
    assert session.ok("rules-is_legal W pass") == "0"
    assert "pass" not in session.ok("rules-legal_moves W").split()


@pytest.mark.parametrize("ruleset", [r.name for r in registered() if r.name in {"japanese", "korean", "ing"}])
def test_decision_11_life_and_death_by_agreement(ruleset: str) -> None:
    session = Session(ruleset, 5)
    session.ok("komi 0")
    session.plays("B c3 W e5 B pass W pass")
    assert session.phase == "stopped"
    session.ok("rules-dead W e5", "rules-dispute B", "play B d5")
    assert session.phase == "resumed"
    session.ok("rules-abandon B", "rules-abandon W", "rules-dead W e5", "rules-accept B")
    assert session.phase == "finished"
    assert session.ok("final_score").startswith("B+")


@pytest.mark.parametrize("size", ["9 13", "1 25", "25 1", "7 6"])
def test_decision_12_rectangles_are_supported(size: str) -> None:
    session = Session("tang-song")
    session.ok(f"rectangular_boardsize {size}")
    width, height = map(int, size.split())
    assert session.json("rules-status")["size"] == [width, height]
    assert len(session.ok("gogui-rules_board").split("\n")) == height


# -- a whole record ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "dame", "dead", "result"),
    [
        (FIGURE_4_5, "as_is", "j8", "W+6"),
        (FIGURE_4_5, "strict", "j8", "W+7"),
        (FIGURE_4_5_B, "as_is", "j8", "W+7"),
        (FIGURE_4_5_B, "strict", "j8", "W+7"),
        (FIGURE_4_5_A, "as_is", "", "W+7"),
        (FIGURE_4_5_A, "strict", "", "W+7"),
    ],
)
@pytest.mark.parametrize("at_once", [False, True])
def test_figure_4_5_of_the_textbook(record: str, dame: str, dead: str, result: str, at_once: bool) -> None:
    session = Session(f"tang-song opening=empty dame={dame}", 9)
    if at_once:
        session.ok(f"gogui-play_sequence {record}")
    else:
        session.plays(record)
    session.plays("W pass B pass")
    assert session.ok(f"rules-dead W {dead}", "rules-accept B", "final_score") == result
