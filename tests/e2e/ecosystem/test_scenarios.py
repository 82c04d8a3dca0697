"""Inputs from the trackers of other programs that break a naive engine; each test has the number of its scenario."""

from __future__ import annotations

import json
import re

import pytest
from gtp_pipe import Referee, converse, frames
from positions import ETERNAL_LIFE, ETERNAL_LIFE_CYCLE, TRIPLE_KO, TRIPLE_KO_CYCLE, setup_words

from gtp_rules.rulesets import names

EMPTY = "tang-song opening=empty first=black"


@pytest.fixture
def referee():
    with Referee("--ruleset", EMPTY, "--size", "9") as process:
        yield process


def test_scenario_03_every_reply_has_a_blank_after_its_status_and_no_carriage_return():
    replies = converse("name\r\n12 name\r\nplay b d4\r\nfoo\r\n7 play b d4\r\nshowboard\r\n")
    assert all(re.match(r"[=?]\d* ", reply) for reply in replies)
    assert not any("\r" in reply or "\t" in reply for reply in replies)
    assert not any(row.endswith(" ") for reply in replies for row in reply.split("\n")[1:])


def test_scenario_15_a_refused_play_changes_nothing_for_a_controller_that_ignores_it(referee):
    referee.do("rules-set chinese", "play b d4")
    assert referee.fails("play w d4") == "illegal move"
    referee.do("play b e5", "play w e4")
    assert json.loads(referee.ask("rules-status"))["moves"] == 3
    assert sum(row.count("X") for row in referee.board()) == 2


@pytest.mark.parametrize("ruleset", ["chinese", "tang-song", "yan-lai-2007-a", "yan-lai-2015", "natural-ending", "japanese"])
def test_scenario_16_genmove_answers_one_vertex_pass_or_resign(ruleset):
    with Referee("--ruleset", ruleset, "--size", "7", "--player", "random seed=16") as referee:
        for number in range(120):
            if referee.ask("rules-phase") == "finished":
                break
            side = "bw"[number % 2]
            answer = referee.ask(f"genmove {side}")
            assert re.fullmatch(r"[A-HJ]\d|pass|resign", answer), answer
            if answer not in {"pass", "resign"}:
                assert referee.ask(f"color {answer}") in {"black" if side == "b" else "white", "empty"}


def test_scenario_18_a_third_pass_and_play_after_the_passes(referee):
    for name in names():
        referee.do("clear_board", f"rules-set {name}", "boardsize 5", "play b c3", "play w c2")
        answers = [referee.raw_reply(f"play {side} pass") for side in "bwbwbwbw"]
        assert set(answers) <= {"= ", "? illegal move"}, name
        assert referee.raw_reply("play b d2") in {"= ", "? illegal move"}
        assert referee.ask("rules-phase") in {"play", "stopped", "finished", "resumed"}, name
        assert referee.raw_reply("final_score").startswith(("= ", "? cannot score"))
        while referee.raw_reply("undo") == "= ":
            pass
        assert json.loads(referee.ask("rules-status"))["moves"] == 0


def test_scenario_21_a_draw_is_0(referee):
    for name, opening in (("chinese", ""), ("tang-song", " opening=empty"), ("japanese", ""), ("ming-qing", " opening=empty")):
        referee.do("boardsize 8", "clear_board", "komi 0", f"rules-set {name}{opening}")
        referee.plays(" ".join(f"B D{row} W E{row}" for row in range(1, 9)))
        referee.do("rules-abandon b", "rules-abandon w")
        assert referee.ask("final_score") == "0", name
        referee.do("rules-dead b", "rules-accept w")
        assert referee.ask("final_score") == "0"
        assert referee.ask("rules-result") == "0"
        assert "RE[0]" in referee.ask("rules-sgf")
        referee.do("komi 1/2")
        assert referee.ask("final_score") == "W+0.5"


def test_scenario_26_komi_with_a_comma_in_a_file_and_on_the_wire(referee, tmp_path):
    for text, komi in (("6,5", "6.5"), ("", None), ("0,0", "0"), ("NaN", "error"), ("six", "error"), ("1e3", "error")):
        path = tmp_path / "komi.sgf"
        path.write_text(f"(;GM[1]SZ[9]KM[{text}];B[ee])")
        referee.do("komi 3")
        reply = referee.raw_reply(f"loadsgf {path}")
        assert reply.startswith("? cannot load file" if komi == "error" else "= "), (text, reply)
        if komi == "error":
            assert referee.ask("get_komi") == "3"
        elif komi is not None:
            assert referee.ask("get_komi") == komi
    for text in ("6,5", "NaN", ""):
        assert referee.fails(f"komi {text}").startswith("syntax error")


def test_scenario_31_old_encodings_and_escapes_survive_loading_and_printing(referee, tmp_path):
    files = {
        "gb.sgf": "(;GM[1]SZ[9]PB[聂卫平]C[九段\\]对局];B[ee]C[好\\\\];W[tt])".encode("gb2312"),
        "jp.sgf": "(;GM[1]SZ[9]PB[趙治勲]C[表示ソ能];B[ee];W[])".encode("shift_jis"),
        "bom.sgf": "\ufeff(;GM[1]SZ[9]PB[Ü];B[ee];W[tt])".encode(),
        "break.sgf": b"(;GM[1]SZ[9]C[one \\\ntwo];B[ee]\n\n;W[tt])",
    }
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert referee.ask(f"loadsgf {path}") == "black", name
        assert json.loads(referee.ask("rules-status"))["moves"] == 2
        text = referee.ask("rules-sgf")
        assert "B[ee]" in text
        assert "W[]" in text
    assert referee.fails(f"loadsgf {tmp_path}").startswith("cannot load file")


CYCLES = [
    ("tang-song", TRIPLE_KO, TRIPLE_KO_CYCLE, "finished", "0"),
    ("japanese", TRIPLE_KO, TRIPLE_KO_CYCLE, "finished", "Void"),
    ("korean", ETERNAL_LIFE, ETERNAL_LIFE_CYCLE, "finished", "Void"),
    ("chinese", TRIPLE_KO, TRIPLE_KO_CYCLE, "refused", "?"),
    ("tromp-taylor", ETERNAL_LIFE, ETERNAL_LIFE_CYCLE, "refused", "?"),
    ("yan-lai-2015", TRIPLE_KO, TRIPLE_KO_CYCLE, "refused", "?"),
]


@pytest.mark.parametrize(("ruleset", "diagram", "cycle", "end", "result"), CYCLES)
def test_scenario_34_a_long_cycle_ends_as_the_ruleset_says(referee, ruleset, diagram, cycle, end, result):
    height = len(diagram.strip().split("\n"))
    width = len(diagram.strip().split("\n")[0].split()) - 1
    referee.do(f"rectangular_boardsize {width} {height}", "clear_board", f"rules-set {ruleset}")
    referee.do(f"gogui-setup {setup_words(diagram)}", "gogui-setup_player w")
    sent = 0
    reply = "= "
    while reply == "= " and sent < 6 * len(cycle):
        reply = referee.raw_reply(f"play {'wb'[sent % 2]} {cycle[sent % len(cycle)]}")
        sent += reply == "= "
    assert reply == "? illegal move"
    if end == "finished":
        assert referee.ask("rules-phase") == "finished"
        assert sent == 2 * len(cycle)
        assert referee.raw_reply("final_score") == ("= 0" if result == "0" else "? cannot score")
    else:
        assert sent < len(cycle)
        assert referee.ask("rules-phase") == "play"
        why = referee.ask(f"rules-why {'wb'[sent % 2]} {cycle[sent % len(cycle)]}")
        assert "before the first move" in why
    assert referee.ask("rules-result") == result


def test_scenario_35_console_commands_out_of_place_are_harmless(referee):
    referee.do("rules-set yan-lai-2015", "play b d4", "play w e5")
    assert referee.ask("rules-play_virtual b e4").startswith("TEXT ")
    assert json.loads(referee.ask("rules-status"))["moves"] == 2
    referee.do("undo", "undo")
    assert referee.fails("undo") == "cannot undo"
    referee.do("play b d4", "boardsize 9")
    assert json.loads(referee.ask("rules-status"))["moves"] == 0
    referee.do("boardsize 13", "clear_board")
    assert len(referee.board()) == 13
    assert frames("".join(referee.raw))
