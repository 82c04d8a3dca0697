"""The acceptance checks of the ecosystem that need only a pipe; each test has the number of its check."""

from __future__ import annotations

import json
import random
import re
import threading
import time

import pytest
from gtp_pipe import PATIENCE, Referee, converse, frames, start
from positions import SEND_TWO, SEND_TWO_CYCLE, setup_words

from gtp_rules.board import BLACK
from gtp_rules.game import Game, Play
from gtp_rules.rulesets import find, names

EMPTY = "tang-song opening=empty first=black"
WALLS = [f"{letter}{row}" for row in range(1, 9) for letter in "EF"]
KO = "B B3 W C3 B A2 W D2 B B1 W C1 B C2 W B2"
"""White has taken a ko; Black may not retake on C2 at once."""


@pytest.fixture
def referee():
    with Referee("--ruleset", EMPTY, "--size", "9") as process:
        yield process


# -- attaching ---------------------------------------------------------------------------------------------------------


def test_check_01_the_burst_of_an_attach_is_answered_in_order():
    start = time.monotonic()
    name, version, protocol, commands = converse("name\nversion\nprotocol_version\nlist_commands\n")
    assert time.monotonic() - start < 5
    assert name == "= gtp-rules"
    assert re.fullmatch(r"= \d+\.\d+\S*", version)
    assert protocol == "= 2"
    assert "known_command" in commands.split("\n")


def test_check_02_list_commands_is_clean_and_known_command_agrees(referee):
    listed = referee.ask("list_commands").split("\n")
    assert listed == [name.strip() for name in listed if name.strip()]
    assert len(set(listed)) == len(listed)
    assert {referee.ask(f"known_command {name}") for name in listed} == {"true"}
    for name in ("genmove_analyze", "foo", "genmove", "PLAY", ""):
        assert referee.ask(f"known_command {name}") == "false"


def test_check_05_nothing_is_written_but_replies():
    with Referee("--size", "7", "--player", "random seed=1") as referee:
        time.sleep(0.3)
        assert not referee.raw
        chance = random.Random(5)
        lines = [
            "showboard", "foo", "play b d4", "play w pass", "genmove b", "genmove w", "undo", "7 name",
            "rules-score all", "rules-view", "final_score", "rules-abandon b", "rules-dead w", "rules-status",
            "clear_board", "help", "12 play x y",
        ]  # fmt: skip
        sent = [chance.choice(lines) for _ in range(1000)]
        referee.write("\n".join(sent) + "\n")
        for _ in sent:
            referee.reply()
        assert referee.replies.empty()
    assert len(frames("".join(referee.raw))) == 1000


def test_check_06_end_of_input_and_quit_end_the_process_at_once():
    for line, answers in (("", 1), ("5 quit\nname\n", 2)):
        referee = Referee()
        assert referee.ask("name") == "gtp-rules"
        start = time.monotonic()
        referee.write(line)
        if line:
            assert referee.reply() == "=5 "
            assert referee.process.wait(1) == 0
        assert referee.close() == 0
        assert time.monotonic() - start < 1
        assert len(frames("".join(referee.raw))) == answers


# -- framing -----------------------------------------------------------------------------------------------------------


def test_check_07_an_id_is_echoed_as_typed():
    ids = ["007", "0", "2147483647", "99999999999", "9" * 400]
    assert converse("".join(f"{id_} name\n" for id_ in ids)) == [f"={id_} gtp-rules" for id_ in ids]


@pytest.mark.parametrize(
    ("sent", "answers"),
    [
        (b"name\r\nversion\r\n", 2),
        (b"known_command\tname\n", 1),
        (b"  play \t b\td4  \n", 1),
        (b"name # comment\n", 1),
        (b"# only\n#\n", 0),
        (b"\n \n\t\n\r\n", 0),
        (b"na\x02me\x01\n", 1),
        (b"\xef\xbb\xbfname\n", 1),
        (b"name", 1),
        (b"name\nname", 2),
        (b"# interrupt\nname\n", 1),
        (b"1\n", 1),
    ],
)
def test_check_08_whatever_stands_around_a_command_it_has_one_answer(sent, answers):
    replies = converse(sent)
    assert len(replies) == answers
    if sent != b"1\n":
        assert all(reply.startswith("= ") for reply in replies)


def test_check_09_no_reply_has_an_empty_line_or_looks_like_analysis(referee):
    for ruleset in ("tang-song", "yan-lai-2015", "song-captives"):
        referee.do("clear_board", f"rules-set {ruleset}")
        for line in (
            "showboard", "rules-view", "rules-score", "rules-score all", "list_commands", "help", "rules-list", "rules-get",
            "rules-sheet", "rules-sgf", "printsgf", "rules-status", "rules-param", "gogui-analyze_commands",
            "rules-legal_moves b", "gomill-describe_engine", "rules-play_virtual b d4", "final_status_list dead",
            "gogui-rules_board_gfx", "all_legal b",
        ):  # fmt: skip
            reply = referee.raw_reply(line)
            rows = reply.split("\n")
            assert all(rows), (line, reply)
            assert not any(row.removeprefix("= ").startswith(("info ", "play ")) for row in rows), (line, reply)


def test_check_10_thousands_of_commands_may_wait_in_the_pipe(referee):
    lines = [f"{number} {'play b pass' if number % 50 == 0 else 'known_command undo'}" for number in range(5000)]
    writer = threading.Thread(target=referee.write, args=("\n".join(lines) + "\n",))
    writer.start()
    ids = [int(referee.reply()[1:].split(" ")[0]) for _ in lines]
    writer.join(PATIENCE)
    assert ids == list(range(5000))


def test_check_11_unknown_commands_and_missing_arguments(referee):
    assert referee.raw_reply("31 foo") == "?31 unknown command"
    assert referee.raw_reply("32 genmove b") == "?32 unknown command"
    for number, line in enumerate(
        ("play", "play b", "boardsize", "komi", "time_left b 3", "rules-dead", "rules-why b", "loadsgf")
    ):
        assert referee.raw_reply(f"{number} {line}").startswith(f"?{number} syntax error"), line
    for line in ("play b d4 e5", "showboard x", "quit now", "boardsize 9 9"):
        assert referee.fails(line).startswith("syntax error"), line


@pytest.mark.parametrize(("close", "number"), [(False, 10_000), (True, 100)], ids=["never read", "closed"])
def test_check_12_stderr_may_be_closed_or_never_read(close, number):
    process = start("--ruleset", "chinese", "--size", "5")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    if close:
        process.stderr.close()
    moves = "".join(f"play {color} {vertex}\n" for color, vertex in zip(KO.split()[::2], KO.split()[1::2], strict=True))
    lines = moves + "play b c2\n" * number + "rules-why b c2\nname\n"
    writer = threading.Thread(target=lambda pipe: (pipe.write(lines.encode()), pipe.close()), args=(process.stdin,))
    writer.start()
    *refused, why, name = frames(process.stdout.read().decode())[len(KO.split()) // 2 :]
    writer.join(PATIENCE)
    assert process.wait(PATIENCE) == 0
    assert (refused, name) == (["? illegal move"] * number, "= gtp-rules")
    assert close or len(why) * number > 1_000_000
    process.stdout.close()
    process.stderr.close()


# -- board, komi, time -------------------------------------------------------------------------------------------------


def test_check_13_board_sizes(referee):
    for size in (1, 2, 9, 13, 19, 25):
        referee.do(f"boardsize {size}")
        assert referee.ask("gogui-rules_board_size") == str(size)
    referee.do("boardsize 9", "clear_board", "play b e5")
    before = referee.state()
    for size in ("0", "26", "-1", "1000000000", "99999999999999"):
        assert referee.fails(f"boardsize {size}").startswith(("unacceptable size", "syntax error")), size
    for size in ("0", "26", "-1"):
        assert referee.fails(f"boardsize {size}") == "unacceptable size"
    for size in ("9.5", "x", "", "٩", "9,5", "0x9"):
        assert referee.fails(f"boardsize {size}").startswith("syntax error"), size
    assert referee.state() == before


def test_check_14_vertices_of_the_largest_board(referee):
    referee.do("boardsize 25", "clear_board", "play b Z25", "play w z1", "play b A25", "play w a1")
    for size in (9, 19, 25):
        referee.do(f"boardsize {size}", "clear_board")
        for vertex in ("i5", "I5", "a0", "a26", "5a", "aa1", "a-1", "a1.5", "resign", "null", "а1", "a١"):  # Cyrillic, Arabic
            assert referee.fails(f"play b {vertex}").startswith("invalid coordinate"), vertex
    assert referee.ask("rules-status").count('"moves": 0') == 1


def test_check_15_komi(referee):
    for komi, read in (("0", "0"), ("-5", "-5"), ("3.142", "3.142"), ("6.5", "6.5"), ("1e2", "100"), ("+7", "7"), ("-0", "0")):
        referee.do(f"komi {komi}")
        assert referee.ask("get_komi") == read
    referee.do("komi 5.5")
    for komi in ("NaN", "inf", "-inf", "6,5", "null", "", "1e999", "0x10", "1_000", "٣"):
        assert referee.fails(f"komi {komi}").startswith("syntax error"), komi
        assert referee.ask("get_komi") == "5.5"


ORDERS = {
    "sabaki": "komi 6.5|boardsize 9|clear_board|MOVES",
    "gogui": "boardsize 9|clear_board|komi 6.5|time_settings 0 1 0|gogui-play_sequence",
    "twogtp, first game": "boardsize 9|clear_board|komi 6.5|boardsize 9|clear_board|time_settings 60 0 0|MOVES",
    "twogtp, second game": "boardsize 9|clear_board|komi 6.5|MOVES|boardsize 9|clear_board|time_settings 60 0 0|MOVES",
    "gomill": "boardsize 9|clear_board|komi 6.5|MOVES",
    "cgos": "boardsize 9|komi 6.5|time_settings 300 0 0|clear_board|moves",
    "kgs": "boardsize 9|clear_board|kgs-rules chinese|komi 6.5|kgs-time_settings absolute 60|MOVES",
    "another board before": "boardsize 13|komi 6.5|clear_board|play b d4|boardsize 9|clear_board|MOVES",
}


SCORES = {"chinese": "B+2.5", "tang-song": "B+2.5", "japanese": "B+2.5"}


@pytest.mark.parametrize("ruleset", list(SCORES))
def test_check_16_every_order_of_set_up_leads_to_the_same_score(ruleset):
    record = [("BW"[number % 2], vertex) for number, vertex in enumerate(WALLS)]
    record += [("B", "E9"), ("W", "F9"), ("B", "pass"), ("W", "PASS")]
    scores = {}
    with Referee("--ruleset", f"{ruleset} opening=empty" if ruleset == "tang-song" else ruleset) as referee:
        for name, order in ORDERS.items():
            referee.do("rules-set aga", "komi 0", f"rules-set {ruleset}{' opening=empty' * (ruleset == 'tang-song')}")
            for line in order.split("|"):
                if line == "gogui-play_sequence":
                    referee.do(" ".join([line, *(f"{color} {vertex.upper()}" for color, vertex in record)]))
                elif line.lower() == "moves":
                    referee.plays([(color.lower(), vertex.lower()) for color, vertex in record] if line == "moves" else record)
                elif line.startswith("kgs-"):
                    referee.raw_reply(line)
                else:
                    referee.do(line)
            if ruleset != "chinese" and name == "kgs":
                continue  # kgs-rules changes the ruleset
            scores[name] = referee.ask("final_score")
    assert len(set(scores.values())) == 1, scores
    assert scores["sabaki"] == SCORES[ruleset]


def test_check_18_time_settings_and_time_left(referee):
    referee.do("time_settings 0 1 0", "time_settings 60 0 0", "time_settings 0 30 1", "time_settings 0 30 1")
    referee.do("time_left b 60 0", "time_left W 30 5", "time_left b 60 0")
    for line in ("time_settings -1 0 0", "time_settings 1 2", "time_settings a b c", "time_left b", "time_left x 1 1"):
        assert referee.raw_reply(line).startswith("? "), line


# -- moves -------------------------------------------------------------------------------------------------------------


def test_check_20_color_and_case(referee):
    referee.do("play B d4")
    assert referee.fails("play black D4") == "illegal move"
    assert referee.fails("PLAY B D5") == "unknown command"
    referee.do("play wHiTe e5", "play Black E4", "play w e6")
    assert referee.fails("play green e7").startswith("invalid color")
    assert referee.fails("play b resign").startswith("invalid")


def test_check_21_pass_in_any_case(referee):
    referee.do("rules-set chinese", "play W pass", "play W PASS", "play W Pass", "play w pAsS")


BANS = [
    ("chinese", "B D4", "W D4", "D4 is occupied by a black stone"),
    ("chinese", "B A2 B B1", "W A1", "A1 would be suicide, which chinese forbids"),
    *((name, KO, "B C2", "C2 would restore the position") for name in names()),
]


def test_check_22_an_illegal_move_has_its_fixed_text_and_a_reason(referee):
    for number, (ruleset, moves, illegal, reason) in enumerate(BANS):
        referee.do("clear_board", f"rules-set {ruleset}", "boardsize 5")
        referee.plays(moves)
        before = referee.state()
        assert referee.fails(f"play {illegal}") == "illegal move"
        assert referee.ask(f"rules-why {illegal}").startswith(reason)
        assert referee.ask(f"rules-is_legal {illegal}") == referee.ask(f"is_legal {illegal}") == "0"
        assert referee.state() == before
        color, vertex = illegal.split()
        assert vertex not in referee.ask(f"all_legal {color}").split()
        assert vertex not in referee.ask(f"rules-legal_moves {color}").split()
        referee.do("clear_board")
        while len(referee.stderr) <= number:
            time.sleep(0.01)
        assert len(referee.stderr) == number + 1
        assert referee.stderr[-1].startswith(f"illegal move: {reason}")


def test_check_22_superko_that_is_no_simple_ko_names_the_move_it_repeats(referee):
    referee.do("rectangular_boardsize 5 5")
    for ruleset, reply in (("tromp-taylor", "? illegal move"), ("new-zealand", "= "), ("japanese", "= ")):
        referee.do("clear_board", f"rules-set {ruleset}", f"gogui-setup {setup_words(SEND_TWO)}", "gogui-setup_player b")
        referee.plays([("b", SEND_TWO_CYCLE[0]), ("w", SEND_TWO_CYCLE[1])])
        why = referee.ask(f"rules-why b {SEND_TWO_CYCLE[2]}")
        assert referee.raw_reply(f"play b {SEND_TWO_CYCLE[2]}") == reply, ruleset
        assert ("would restore the position before the first move" in why) == reply.startswith("?"), why


def test_check_23_the_same_color_twice_is_accepted(referee):
    for ruleset in names():
        referee.do(f"rules-set {ruleset}", "boardsize 9", "clear_board", "play b d4", "play b e5", "play w f6", "play w d5")


def test_check_25_undo_restores_everything(referee):
    referee.do("rules-set chinese", "boardsize 5", "clear_board")
    states = [referee.state()]
    moves = [*KO.split(), "B", "E5", "W", "E4", "B", "C2", "W", "pass", "B", "pass"]
    for color, vertex in zip(moves[::2], moves[1::2], strict=True):
        referee.do(f"play {color} {vertex}")
        states.append(referee.state())
    referee.do("rules-dead b")
    for state in reversed(states[:-1]):
        referee.do("undo")
        assert referee.state() == state
        if state == states[8]:
            assert referee.fails("play B C2") == "illegal move"
    assert referee.fails("undo") == "cannot undo"
    referee.do("clear_board", "set_free_handicap A1 B2")
    assert referee.fails("undo") == "cannot undo"
    assert referee.board()[-1].startswith("X")


def test_check_25_undo_in_a_burst_of_two_hundred(referee):
    referee.do("boardsize 19", "clear_board")
    chance = random.Random(3)
    game = Game(find(EMPTY), 19, 19)
    while game.turns < 200:
        game.apply(Play(game.to_move, chance.choice(game.legal_points(game.to_move))))
    vertex = game.board.geometry.vertex
    referee.do("gogui-play_sequence " + " ".join(f"{e.action.color.letter} {vertex(e.action.point)}" for e in game.log))
    referee.write("undo\n" * 201)
    assert [referee.reply() for _ in range(201)] == [*["= "] * 200, "? cannot undo"]
    assert set("".join(referee.board())) == {"."}


def test_check_27_set_free_handicap(referee):
    referee.do("rules-set chinese", "boardsize 9", "clear_board")
    before = referee.state()
    every = " ".join(f"{letter}{row}" for letter in "ABCDEFGHJ" for row in range(1, 10))
    for vertices in ("", "D4", "D4 D4", "D4 E5 d4", every):
        assert referee.fails(f"set_free_handicap {vertices}") == "bad vertex list", vertices
    for vertices in ("D4 pass", "D4 Z9", "D4 I5", "D4 K10"):
        assert referee.fails(f"set_free_handicap {vertices}").startswith("invalid coordinate"), vertices
    assert referee.state() == before
    referee.do("play b e5")
    assert referee.fails("set_free_handicap D4 F6") == "board not empty"
    referee.do("clear_board", "set_free_handicap D4 F6 c3")
    assert referee.ask("gogui-rules_side_to_move") == "white"
    assert sum(row.count("X") for row in referee.board()) == 3
    assert referee.fails("set_free_handicap A1 B1") == "board not empty"
    assert referee.fails("undo") == "cannot undo"


HANDICAPS = {
    19: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
    13: "D4 K10 D10 K4 D7 K7 G4 G10 G7",
    9: "C3 G7 C7 G3 C5 G5 E3 E7 E5",
}


def test_check_28_fixed_handicap(referee):
    referee.do("rules-set chinese")
    for size, points in HANDICAPS.items():
        order = points.split()
        for number in range(2, 10):
            referee.do(f"boardsize {size}", "clear_board")
            taken = order[: number - number % 2] if number in {5, 7} else order[:number]
            expected = {*taken, order[8]} if number in {5, 7} else set(taken)
            assert set(referee.ask(f"fixed_handicap {number}").split()) == expected, (size, number)
            assert sum(row.count("X") for row in referee.board()) == number
        referee.do("clear_board")
        for number in ("1", "10", "0", "-2", "100"):
            assert referee.fails(f"fixed_handicap {number}") == "invalid number of stones"
    referee.do("boardsize 12", "clear_board")
    assert len(referee.ask("fixed_handicap 4").split()) == 4
    referee.do("clear_board")
    assert referee.fails("fixed_handicap 5") == "invalid number of stones"
    referee.do("boardsize 9", "clear_board")
    placed = referee.ask("place_free_handicap 81").split()
    assert 2 <= len(placed) < 81
    assert sum(row.count("X") for row in referee.board()) == len(placed) == len(set(placed))


def test_check_30_gogui_setup_is_all_or_nothing(referee):
    referee.do("rules-set chinese", "boardsize 9", "clear_board")
    before = referee.state()
    for words in ("B D4 B D4", "B D4 W D4", "B D4 green E5", "B D4 W pass", "B D4 W", "B D4 W Z99", "B A1 W A2 W B1"):
        referee.fails(f"gogui-setup {words}")
        assert referee.state() == before, words
    referee.do("gogui-setup B D4 W E5 W E6", "gogui-setup_player W")
    assert referee.ask("gogui-rules_side_to_move") == "white"
    assert referee.fails("gogui-setup B A1") == "board not empty"
    assert referee.fails("undo") == "cannot undo"
    referee.do("clear_board", "play b d4")
    assert referee.fails("gogui-setup B A1") == "board not empty"


def test_check_31_a_sequence_of_2400_moves_on_one_line(referee):
    chance = random.Random(31)
    game = Game(find(EMPTY), 19, 19)
    while game.turns < 2400:
        point = chance.randrange(361)
        if not game.board.colors[point] and game.is_legal(game.to_move, point):
            game.apply(Play(game.to_move, point))
    vertex = game.board.geometry.vertex
    line = "gogui-play_sequence " + " ".join(f"{e.action.color.letter} {vertex(e.action.point)}" for e in game.log)
    assert len(line) > 12_000
    referee.do("boardsize 19", "clear_board", line)
    assert json.loads(referee.ask("rules-status"))["moves"] == 2400
    assert [row.replace("X", "1").replace("O", "2").replace(".", "0") for row in referee.board()] == [
        "".join(str(int(game.board.colors[row * 19 + column])) for column in range(19)) for row in reversed(range(19))
    ]
    referee.do("clear_board")
    before = referee.state()
    occupied = vertex(next(point for point, color in enumerate(game.board.colors) if color == BLACK))
    assert referee.fails(f"{line} W {occupied}") == "illegal move"
    assert referee.state() == before


# -- after two passes --------------------------------------------------------------------------------------------------


def test_check_32_after_two_passes_everything_can_be_asked():
    with Referee("--size", "5", "--player", "random seed=1") as referee:
        for ruleset in ("chinese", "tang-song opening=empty", "japanese", "yan-lai-2015", "tromp-taylor"):
            referee.do("clear_board", f"rules-set {ruleset}", "play b c3", "play w c2", "play b pass", "play w pass")
            assert len(referee.board()) == 5
            for status in ("dead", "alive", "seki"):
                referee.ask(f"final_status_list {status}")
            assert re.fullmatch(r"[BW]\+[\d.]+|0", referee.ask("final_score"))
            for line in ("genmove b", "kgs-genmove_cleanup w"):
                reply = referee.raw_reply(line)
                assert re.fullmatch(r"= ([A-H]\d|pass|resign)|\? [a-z].*", reply), reply


def test_check_33_a_record_with_a_stop_in_the_middle_replays_by_play_alone():
    record = ["C3", "C2", "D2", "D3", "pass", "pass", "B2", "B3", "pass", "pass", "A1"]
    refusing = []
    with Referee("--size", "5") as referee:
        for name in names():
            referee.do("clear_board", f"rules-set {name}")
            first = referee.ask("gogui-rules_side_to_move")
            sides = [first, "white" if first == "black" else "black"]
            refused = []
            for number, vertex in enumerate(record):
                reply = referee.raw_reply(f"play {sides[number % 2]} {vertex}")
                refused += [] if reply == "= " else [(number, reply)]
                if refused:
                    break
            assert all(reply == "? illegal move" for _, reply in refused)
            if refused:
                refusing.append((name, refused[0][0]))
    assert refusing == [("natural-ending", 4), ("tromp-taylor", 6), ("ikeda-1", 6), ("ikeda-2", 6), ("ikeda-3", 6)]


def test_check_34_undo_over_the_end_returns_to_play_and_drops_what_was_said(referee):
    referee.do("rules-set chinese", "boardsize 5", "clear_board", "play b c3", "play w c2", "play b d2", "play w pass")
    before = referee.state()
    referee.do("play b pass", "rules-dead w c2", "rules-accept b")
    assert referee.ask("rules-phase") == "finished"
    referee.do("undo")
    assert referee.state() == before
    assert referee.ask("rules-phase") == "play"
    referee.do("rules-abandon b", "undo")
    assert '"offers": []' in referee.ask("rules-status")


def test_check_35_private_commands_are_not_counted_by_undo(referee):
    referee.do("rules-set yan-lai-2015", "boardsize 5", "clear_board", "play b c3", "play w c2")
    before = referee.state()
    referee.do("play b d2", "rules-virtual w", "rules-abandon b", "rules-abandon w", "rules-dead b", "rules-dead b c2")
    referee.do("rules-retract", "rules-dead w c2", "rules-dispute b c2", "rules-abandon w", "rules-resign b")
    assert json.loads(referee.ask("rules-status"))["moves"] == 3
    referee.do("undo")
    assert referee.state() == before
    referee.do("undo", "undo")
    assert referee.fails("undo") == "cannot undo"


PRIVATE = {
    "play": [
        "rules-dead b c3", "rules-accept b", "rules-dispute b c3", "rules-resume b", "rules-chips b a1",
        "rules-chips auto", "rules-seki b c3", "rules-claim b a1", "rules-abandon x", "rules-virtual",
        "rules-virtual x", "rules-resign", "rules-resign b now", "rules-retract", "rules-prisoners b 3",
        "rules-why b z99", "rules-is_legal b i5", "rules-pass_means nothing", "rules-set", "rules-set foo",
        "rules-set chinese dame=strict", "rules-set {", "rules-get foo", "rules-score foo", "rules-mark_dead c3",
        "rules-param foo bar", "rules-set tang-song suicide",
    ],
    "stopped": [
        "rules-accept b", "rules-dispute b c3", "rules-dead b a1", "rules-dead b z9", "rules-dead x c3",
        "rules-chips b a1", "rules-seki b a1", "rules-claim b c3",
    ],
    "marking": [
        "rules-accept b", "rules-dispute b c3", "rules-dispute w z9", "rules-chips w a1",
    ],
    "chips": [
        "rules-dead b c3", "rules-chips b c3", "rules-chips x a1", "rules-chips b", "rules-chips b a1 a2 b1 b2",
        "rules-chips b a1 a1", "rules-virtual b", "play b a1", "rules-abandon b", "rules-chips auto a1",
        "rules-dispute w c3",
    ],
    "finished": [
        "rules-dead b c3", "rules-accept b", "rules-resign b", "rules-chips b a1", "rules-abandon b",
        "rules-dispute b c3", "play b a1", "play b pass",
    ],
}  # fmt: skip
LEADING = {
    "play": [], "stopped": ["rules-abandon b", "rules-abandon w"], "marking": ["rules-dead b"],
    "chips": ["rules-accept w"], "finished": ["rules-chips auto"],
}  # fmt: skip


@pytest.mark.parametrize("phase", list(LEADING))
def test_check_36_a_private_command_that_cannot_be_is_refused_in_words_and_changes_nothing(phase):
    with Referee("--ruleset", "song-captives opening=empty first=black", "--size", "5") as referee:
        referee.plays(" ".join(f"B C{row} W D{row}" for row in range(1, 6)))
        for name, lines in LEADING.items():
            referee.do(*lines)
            if name == phase:
                break
        assert referee.ask("rules-phase") == phase
        before = referee.state()
        for line in PRIVATE[phase]:
            reason = referee.fails(line)
            assert re.fullmatch(r"['A-Za-z].{5,400}", reason), (line, reason)
            assert "internal" not in reason
            assert referee.state() == before, line


def test_check_37_a_resignation_has_no_score(referee):
    referee.do("play b e5", "rules-resign b")
    assert referee.fails("final_score") == "cannot score"
    assert referee.ask("rules-result") == "W+R"
    assert "RE[W+R]" in referee.ask("rules-sgf")
    assert referee.fails("play w d4") == "illegal move"
    referee.do("undo")
    assert referee.ask("rules-result") == "?"


# -- records -----------------------------------------------------------------------------------------------------------


FOREIGN = {
    "gb18030 with CA": ("(;GM[1]CA[GB18030]SZ[9]PB[聂卫平]PW[马晓春];B[ee];W[cc])".encode("gb18030"), "9 2"),
    "gb2312 without CA": ("(;GM[1]SZ[9]PB[聂卫平]PW[马晓春];B[ee];W[cc])".encode("gb2312"), "9 2"),
    "shift_jis without CA": ("(;GM[1]SZ[9]PB[趙治勲]PW[小林光一];B[ee];W[cc])".encode("shift_jis"), "9 2"),
    "euc_kr with CA": ("(;GM[1]CA[EUC-KR]SZ[9]PB[조훈현]PW[이창호];B[ee])".encode("euc_kr"), "9 1"),
    "euc_kr without CA": ("(;GM[1]SZ[9]PB[조훈현]PW[이창호];B[ee])".encode("euc_kr"), "9 1"),
    "latin-1 without CA": ("(;GM[1]SZ[9]PB[Törmänen];B[ee])".encode("latin-1"), "9 1"),
    "utf-8 called latin-1": ("(;GM[1]CA[ISO-8859-1]SZ[9]PB[聂卫平];B[ee])".encode(), "9 1"),
    "latin-1 called utf-8": ("(;GM[1]CA[UTF-8]SZ[9]PB[Törmänen];B[ee])".encode("latin-1"), "9 1"),
    "unknown CA": ("(;GM[1]CA[klingon]SZ[9]PB[聂卫平];B[ee])".encode(), "9 1"),
    "utf-8 with mark": (b"\xef\xbb\xbf(;GM[1]SZ[9];B[ee])", "9 1"),
    "utf-16": ("(;GM[1]SZ[9];B[ee])".encode("utf-16"), "9 1"),
    "junk before": (b"From: somebody\n\n(;GM[1]SZ[9];B[ee])", "9 1"),
    "komi with a comma": (b"(;GM[1]SZ[9]KM[6,5];B[ee])", "9 1"),
    "empty komi": (b"(;GM[1]SZ[9]KM[];B[ee])", "9 1"),
    "handicap 0": (b"(;GM[1]SZ[9]HA[0];B[ee])", "9 1"),
    "rectangle notation of a square": (b"(;GM[1]SZ[19:19];B[dd])", "19 1"),
    "pass as tt": (b"(;GM[1]SZ[9];B[ee];W[tt];B[cc])", "9 3"),
    "lower case": (b"(;gm[1]sz[9];b[ee];w[cc])", "9 2"),
    "old long names": (b"(;GaMe[1]SiZe[9];B[ee];W[cc])", None),
    "two games": (b"(;GM[1]SZ[9];B[ee])(;GM[1]SZ[13];B[dd];W[cc])", "9 1"),
    "variations": (b"(;GM[1]SZ[9];B[ee](;W[cc];B[gg])(;W[gc]))", "9 3"),
    "escapes": (b"(;GM[1]SZ[9]C[a \\] b \\\\ c \\\nd];B[ee]C[(;W\\[aa\\])])", "9 1"),
    "no game": (b"hello", None),
    "empty": (b"", None),
    "binary": (bytes(range(256)) * 20, None),
    "another game": (b"(;GM[2]SZ[8])", None),
    "not closed": (b"(;GM[1]SZ[9];B[ee];W[cc]", None),
    "point off the board": (b"(;GM[1]SZ[9];B[ss])", None),
    "huge board": (b"(;GM[1]SZ[99];B[ss])", None),
    "illegal move": (b"(;GM[1]SZ[9];B[ee];W[ee])", None),
}


def test_check_54_foreign_records_load_or_are_refused_in_words(referee, tmp_path):
    for number, (name, (data, expected)) in enumerate(FOREIGN.items()):
        path = tmp_path / f"{number}.sgf"
        path.write_bytes(data)
        reply = referee.raw_reply(f"loadsgf {path}")
        assert "\n" not in reply
        if reply.startswith("= "):
            status = json.loads(referee.ask("rules-status"))
            assert expected in {f"{status['size'][0]} {status['moves']}", None}, (name, status)
            assert re.fullmatch(r"= (black|white)", reply), name
        else:
            assert expected is None, (name, reply)
            assert reply.startswith("? cannot load file: "), reply
            assert "Error" not in reply, reply
    path = tmp_path / "comma.sgf"
    path.write_bytes(b"(;GM[1]SZ[9]KM[6,5];B[ee])")
    referee.ask(f"loadsgf {path}")
    assert referee.ask("get_komi") == "6.5"
    for bad in (tmp_path, tmp_path / "missing.sgf", "\x00", "x" * 5000):
        assert referee.fails(f"loadsgf {bad}").startswith(("cannot load file", "syntax error"))


def test_check_54_loadsgf_stops_before_the_move_that_is_named(referee, tmp_path):
    path = tmp_path / "a game.sgf"
    path.write_bytes(b"(;GM[1]SZ[9];B[ee];W[cc];B[gg];W[cg])")
    for suffix, moves, side in (
        ("", 4, "black"),
        (" 1", 0, "black"),
        (" 3", 2, "black"),
        (" 4", 3, "white"),
        (" 99", 4, "black"),
    ):
        assert referee.ask(f'loadsgf "{path}"{suffix}') == side
        assert json.loads(referee.ask("rules-status"))["moves"] == moves
