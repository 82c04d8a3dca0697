"""The standard commands, in the order of the protocol, with failure texts word for word."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from asking import Session
from positions import TRIPLE_KO, TRIPLE_KO_CYCLE

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Game, Play
from gtp_rules.referee import registry
from gtp_rules.rulesets import find, names

# -- protocol ------------------------------------------------------------------------------------------------------------


def test_version_of_the_protocol_and_name() -> None:
    session = Session()
    assert session.ok("protocol_version") == "2"
    assert session.ok("name") == "gtp-rules"
    assert session.ok("version")


def test_list_commands_is_what_known_command_knows() -> None:
    session = Session()
    listed = session.ok("list_commands").split("\n")
    assert len(listed) == len(set(listed))
    assert all(name == name.strip() and " " not in name for name in listed)
    assert all(session.ok(f"known_command {name}") == "true" for name in listed)
    for name in ("foo", "genmove_analyze", "PLAY", "genmove", "reg_genmove", "kgs-genmove_cleanup"):
        assert session.ok(f"known_command {name}") == "false", name
        assert name not in listed
    assert session.ok("known_command") == "false"


STANDARD = """
protocol_version name version known_command list_commands quit boardsize clear_board komi fixed_handicap
place_free_handicap set_free_handicap play undo time_settings time_left final_score final_status_list loadsgf showboard printsgf
rectangular_boardsize is_legal all_legal captures gg-undo cputime gogui-analyze_commands gogui-interrupt gogui-setup
gogui-setup_player gogui-play_sequence gogui-title gogui-version gogui-rules_game_id gogui-rules_board gogui-rules_board_gfx
gogui-rules_board_size gogui-rules_captured_count gogui-rules_legal_moves gogui-rules_side_to_move gogui-rules_final_result
rules-list rules-get rules-set rules-phase rules-status rules-virtual rules-abandon rules-pass_means rules-dead rules-seki
rules-claim rules-accept rules-dispute rules-resume rules-prisoners rules-resign rules-retract rules-sgf rules-chips
rules-ledger rules-score rules-result rules-is_legal rules-why rules-legal_moves rules-view
"""


@pytest.mark.parametrize("name", STANDARD.split())
def test_the_protocol_names_are_there(name: str) -> None:
    assert name in Session().ok("list_commands").split("\n")


def test_unknown_commands_and_missing_arguments_with_their_ids() -> None:
    session = Session()
    assert registry.handle(session.referee, "12 what") == ("?12 unknown command\n\n", False)
    assert registry.handle(session.referee, "PLAY B D4") == ("? unknown command\n\n", False)
    reply, _ = registry.handle(session.referee, "3 play B")
    assert reply.startswith("?3 syntax error")


# every command, with nothing, with too much, with nonsense, and in every phase, gives exactly one well-framed answer
JUNK = ["", " x", " b", " B d4", " W pass", " -1", " B D4 W E5", " {", " é ü 3 4 5"]


@pytest.mark.parametrize("phase", ["play", "stopped", "marking", "resumed", "finished"])
def test_every_command_answers_anything_in_every_phase(
    phase: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some commands write files
    session = Session("chinese", 9)
    commands = [name for name in session.ok("list_commands").split("\n") if name != "quit"]
    for name, junk in itertools.product(commands, JUNK):
        session = Session("chinese", 9)
        session.plays("B e5 W c3")
        session.ok(*{
            "play": ["name"],
            "stopped": ["play B pass", "play W pass"],
            "marking": ["play B pass", "play W pass", "rules-dead B c3"],
            "resumed": ["play B pass", "play W pass", "rules-dead B c3", "rules-dispute W c3"],
            "finished": ["rules-resign B"],
        }[phase])  # fmt: skip
        _, text = session.ask(name + junk)
        assert text != "internal error", (name, junk)
        assert not any(line.startswith(("info ", "play ")) for line in text.split("\n")), (name, junk)
    assert "Traceback" not in capsys.readouterr().err


# -- board, komi, time ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 9, 13, 19, 25])
def test_board_sizes(size: int) -> None:
    session = Session("chinese")
    session.ok(f"boardsize {size}")
    assert session.json("rules-status")["size"] == [size, size]
    assert session.ok("gogui-rules_board_size") == str(size)


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("0", "unacceptable size"),
        ("26", "unacceptable size"),
        ("-1", "unacceptable size"),
        ("999999999", "unacceptable size"),
        ("9.5", "syntax error"),
        ("x", "syntax error"),
        ("", "syntax error"),
        ("9 9 9", "syntax error"),
        ("99999999999999999999", "syntax error"),
        ("²", "syntax error"),
    ],
)
def test_bad_sizes_leave_the_board(argument: str, says: str) -> None:
    session = Session("chinese", 9)
    session.ok("play B e5")
    before = session.status()
    assert session.fails(f"boardsize {argument}").startswith(says)
    assert session.status() == before


@pytest.mark.parametrize("arguments", ["0 9", "9 0", "26 9", "9 26", "-1 9"])
def test_bad_rectangles(arguments: str) -> None:
    Session("chinese", 9).fails(f"rectangular_boardsize {arguments}", "unacceptable size")


def test_the_largest_board_has_25_columns_without_i() -> None:
    session = Session("chinese", 25)
    session.ok("play b Z25", "play w z1")
    for size in (9, 25):
        session.ok(f"boardsize {size}")
        assert session.fails("play b i5").startswith("invalid")


@pytest.mark.parametrize(
    ("komi", "shown"),
    [
        ("0", "0"),
        ("-5", "-5"),
        ("3.142", "3.142"),
        ("6.5", "6.5"),
        ("1e2", "100"),
        ("+5", "5"),
        ("3.75", "3.75"),
        ("-0", "0"),
        (".5", "0.5"),
        ("7.", "7"),
    ],
)
def test_komi(komi: str, shown: str) -> None:
    session = Session("chinese", 9)
    assert session.ok(f"komi {komi}") == ""
    assert session.ok("get_komi") == shown


@pytest.mark.parametrize(
    "komi",
    ["NaN", "nan", "inf", "-inf", "Infinity", "6,5", "null", "", "6.5x", "1e999", "1/0", "--1", "٣", "1_0", "0x10", "6.5 7"],
)
def test_bad_komi_keeps_the_old_one(komi: str) -> None:
    session = Session("chinese", 9)
    session.ok("komi 4.5")
    assert session.fails(f"komi {komi}").startswith("syntax error")
    assert session.ok("get_komi") == "4.5"


def test_time_commands() -> None:
    session = Session("chinese", 9)
    session.ok("time_settings 0 1 0", "time_settings 60 0 0", "time_settings 0 30 1", "time_left b 60 0", "time_left W 30 5")
    for line in (
        "time_settings 1 2",
        "time_settings -1 0 0",
        "time_settings a b c",
        "time_left b",
        "time_left x 1 1",
        "time_left b 1.5 0",
    ):
        session.fails(line)


RECORD = "play B D4,play W E5,play B E4,play W D5,play B pass,play W pass"
SETUPS = {
    "sabaki": "komi 5.5,boardsize 9,clear_board",
    "gogui": "boardsize 9,clear_board,komi 5.5,time_settings 0 1 0",
    "twogtp second game": "boardsize 9,clear_board,komi 5.5,play B A1,boardsize 9,clear_board,time_settings 60 0 0",
    "gomill": "boardsize 9,clear_board,komi 5.5",
    "cgos": "boardsize 9,komi 5.5,time_settings 60 0 0,clear_board",
}


@pytest.mark.parametrize("rules_at", range(4))
@pytest.mark.parametrize("who", SETUPS)
@pytest.mark.parametrize("ruleset", ["chinese", "tang-song opening=empty first=black", "japanese"])
def test_every_order_of_setting_up_gives_the_same_score(who: str, ruleset: str, rules_at: int) -> None:
    lines = SETUPS[who].split(",")
    lines.insert(min(rules_at, len(lines)), f"rules-set {ruleset}")
    session = Session("tromp-taylor")
    session.ok(*lines, *RECORD.split(","))
    reference = Session(ruleset, 9)
    reference.ok("komi 5.5", *RECORD.split(","))
    assert session.ok("final_score") == reference.ok("final_score")
    assert session.json("rules-score") == reference.json("rules-score")


# -- handicap ------------------------------------------------------------------------------------------------------------

CORNERS = {
    7: "C3 E5 C5 E3",
    8: "C3 F6 C6 F3",
    9: "C3 G7 C7 G3",
    11: "C3 J9 C9 J3",
    13: "D4 K10 D10 K4",
    18: "D4 P15 D15 P4",
    19: "D4 Q16 D16 Q4",
}
SIDES = {9: "C5 G5 E3 E7", 11: "C6 J6 F3 F9", 13: "D7 K7 G4 G10", 19: "D10 Q10 K4 K16"}
MIDDLE = {9: "E5", 11: "F6", 13: "G7", 19: "K10"}


def table(size: int, number: int) -> set[str] | None:
    corners = CORNERS[size].split()
    if number <= 4:
        return set(corners[:number])
    if size not in SIDES:
        return None
    sides = SIDES[size].split()
    points = corners + sides[: {5: 0, 6: 2, 7: 2, 8: 4, 9: 4}[number]]
    return {*points, MIDDLE[size]} if number % 2 else set(points)


@pytest.mark.parametrize(("size", "number"), list(itertools.product(CORNERS, range(2, 10))))
def test_fixed_handicap_table(size: int, number: int) -> None:
    session = Session("chinese", size)
    expected = table(size, number)
    if expected is None:
        session.fails(f"fixed_handicap {number}", "invalid number of stones")
        assert session.json("rules-status")["to_move"] == "black"
        return
    answer = session.ok(f"fixed_handicap {number}")
    assert set(answer.split()) == expected
    assert len(answer.split()) == number
    assert all(session.ok(f"color {vertex}") == "black" for vertex in expected)
    assert session.ok("gogui-rules_side_to_move") == "white"
    session.fails("undo", "cannot undo")


@pytest.mark.parametrize("number", [-1, 0, 1, 10, 361])
def test_fixed_handicap_out_of_range(number: int) -> None:
    Session("chinese").fails(f"fixed_handicap {number}", "invalid number of stones")


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_no_fixed_handicap_on_tiny_boards(size: int) -> None:
    Session("chinese", size).fails("fixed_handicap 2", "invalid number of stones")


def test_place_free_handicap_says_what_it_placed() -> None:
    session = Session("chinese", 9)
    placed = session.ok("place_free_handicap 81").split()
    assert 2 <= len(placed) <= 81
    assert all(session.ok(f"color {vertex}") == "black" for vertex in placed)
    session.fails("place_free_handicap 2", "board not empty")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", "bad vertex list"),
        ("D4", "bad vertex list"),
        ("D4 D4", "bad vertex list"),
        ("D4 pass", "invalid coordinate"),
        ("D4 Z9", "invalid coordinate"),
        ("D4 i5", "invalid coordinate"),
    ],
)
def test_bad_free_handicaps_change_nothing(arguments: str, says: str) -> None:
    session = Session("chinese", 9)
    before = session.status()
    assert session.fails(f"set_free_handicap {arguments}").startswith(says)
    assert session.status() == before


def test_free_handicap() -> None:
    session = Session("chinese", 9)
    session.ok("set_free_handicap D4 E5 C3")
    assert session.ok("gogui-rules_side_to_move") == "white"
    session.fails("undo", "cannot undo")
    assert session.fails("set_free_handicap A1 A2") == "board not empty"
    session.ok("clear_board")
    assert session.ok("color D4") == "empty"


def test_a_handicap_replaces_seat_stones() -> None:
    session = Session("tang-song", 9)
    session.ok("fixed_handicap 3")
    assert "O" not in session.ok("gogui-rules_board")


# -- moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play B d4", "play b D4", "play black d4", "play BLACK D4", "play Black d4"])
def test_colors_and_vertices_in_any_case(line: str) -> None:
    session = Session("chinese", 9)
    assert session.ok(line) == ""
    assert session.ok("color d4") == "black"
    session.fails("play black D4", "illegal move")


@pytest.mark.parametrize("word", ["pass", "PASS", "Pass"])
def test_pass_in_any_case(word: str) -> None:
    Session("chinese", 9).ok(f"play W {word}")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("play B", "syntax error"),
        ("play", "syntax error"),
        ("play B d4 e5", "syntax error"),
        ("play R d4", "invalid color"),
        ("play B null", "invalid coordinate"),
        ("play B resign", "invalid coordinate"),
        ("play B j10", "invalid coordinate"),
        ("play B a0", "invalid coordinate"),
        ("play B a01", "invalid coordinate"),
        ("play B 44", "invalid coordinate"),
    ],
)
def test_bad_moves(line: str, says: str) -> None:
    session = Session("chinese", 9)
    before = session.status()
    assert session.fails(line).startswith(says)
    assert session.status() == before


def test_illegal_moves_have_one_text_a_reason_on_stderr_and_change_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    cases = [
        ("chinese", "B a2 W e5 B b1", "W a1", "suicide"),
        ("chinese", "B a2", "W a2", "occupied"),
        ("tromp-taylor", "B a2 W b2 B b1 W c1 B b3 W b4 W c3 W a1", "B b1", "restore"),
    ]
    for ruleset, record, move, says in cases:
        session = Session(ruleset, 5)
        session.plays(record)
        before = session.status()
        capfd.readouterr()
        session.fails(f"play {move}", "illegal move")
        told = capfd.readouterr().err
        assert told.count("\n") == 1
        assert says in told
        assert says in session.ok(f"rules-why {move}")
        assert session.ok(f"rules-is_legal {move}") == "0"
        assert session.ok(f"is_legal {move}") == "0"
        assert session.status() == before


def test_long_cycles_by_gtp() -> None:
    session = Session("chinese")
    session.set_up(TRIPLE_KO, "W")
    for number, vertex in enumerate(TRIPLE_KO_CYCLE[:-1]):
        session.ok(f"play {'WB'[number % 2]} {vertex}")
    session.fails("play B b3", "illegal move")
    assert "before the first move" in session.ok("rules-why B b3")


def test_the_same_color_may_move_twice() -> None:
    session = Session("tang-song opening=empty", 9)
    session.plays("B d4 B e5 W c3 W c4 W c5")
    assert session.json("rules-status")["moves"] == 5


def test_legal_moves_agree_with_each_other() -> None:
    session = Session("chinese", 5)
    session.plays("B a2 W e5 B b1 W d5")
    legal = session.ok("all_legal W").split()
    assert "A1" not in legal
    assert session.ok("gogui-rules_legal_moves").split() == [*session.ok("all_legal B").split(), "pass"]
    for row, letter in itertools.product(range(1, 6), "ABCDE"):
        vertex = f"{letter}{row}"
        assert (session.ok(f"is_legal W {vertex}") == "1") is (vertex in legal)
    assert session.ok("rules-legal_moves W").split() == [*legal, "pass"]


def test_nothing_is_legal_after_the_end() -> None:
    session = Session("tromp-taylor", 5)
    session.plays("B c3 W pass B pass")
    assert session.phase == "finished"
    assert session.ok("gogui-rules_legal_moves") == ""
    assert session.ok("all_legal B") == ""
    session.fails("play W d4", "illegal move")
    session.fails("play W pass", "illegal move")
    session.ok("undo", "play B d4")


def test_undo() -> None:
    session = Session("chinese", 9)
    session.fails("undo", "cannot undo")
    session.fails("gg-undo", "cannot undo")
    session.plays("B d4 W e5 B c3")
    session.fails("gg-undo 4", "cannot undo")
    session.fails("gg-undo -1", "cannot undo")
    session.ok("gg-undo 2", "gg-undo 0")
    assert session.json("rules-status")["moves"] == 1
    session.ok("gg-undo")
    session.fails("undo", "cannot undo")


def test_captures_are_counted_for_the_side_that_takes() -> None:
    session = Session("chinese", 5)
    session.plays("B a1 W a2 B e5 W b1")
    assert session.ok("captures W") == "1"
    assert session.ok("captures B") == "0"
    assert session.ok("gogui-rules_captured_count") == "0 1"


# -- many moves at once --------------------------------------------------------------------------------------------------


def test_a_sequence_is_all_or_nothing() -> None:
    session = Session("chinese", 9)
    session.plays("B d4 W e5")
    session.ok("rules-abandon W")
    before = session.status()
    for bad, says in [
        ("B c3 W c4 B d4", "illegal move"),
        ("B c3 W c4 B", "syntax error"),
        ("B c3 R c4", "invalid color"),
        ("B c3 W z9", "invalid coordinate"),
        ("B pass W pass B c3 W c3", "illegal move"),
        ("B c3 W pass B pass W d4", "illegal move"),
    ]:
        assert session.fails(f"gogui-play_sequence {bad}").startswith(says)
        assert session.status() == before, bad
    session.ok("gogui-play_sequence", "gogui-play_sequence B c3 W PASS")
    assert session.json("rules-status")["moves"] == 4


def test_a_sequence_after_the_end_fails_and_changes_nothing() -> None:
    session = Session("tromp-taylor", 9)
    before = session.status()
    session.fails("gogui-play_sequence B d4 W pass B pass W e5", "illegal move")
    assert session.status() == before


def test_a_sequence_may_hold_a_stop_and_go_on() -> None:
    session = Session("chinese", 9)
    session.ok("gogui-play_sequence B d4 W pass B pass W e5 B c3")
    assert session.phase == "play"
    assert session.json("rules-status")["moves"] == 5


def long_record(length: int) -> list[str]:
    """A legal record with captures and suicides on 19×19."""
    rng = random.Random(7)
    game = Game(find("tromp-taylor"), 19, 19)
    made: list[str] = []
    while len(made) < length:
        color, point = rng.choice((BLACK, WHITE)), rng.choice(game.board.empties())
        if game.is_legal(color, point):
            made.append(f"{color.letter} {game.board.geometry.vertex(point)}")
            game.apply(Play(color, point))
    return made


def test_two_thousand_moves_on_one_line() -> None:
    record = long_record(2000)
    session = Session("tromp-taylor", 19)
    session.ok("gogui-play_sequence " + " ".join(record))
    assert session.json("rules-status")["moves"] == 2000
    board = session.ok("showboard")
    occupied = "B " + session.referee.game.board.geometry.vertex(session.referee.game.board.stones(1)[0])
    session.ok("clear_board")
    before = session.status()
    session.fails("gogui-play_sequence " + " ".join([*record, occupied]), "illegal move")
    assert session.status() == before
    session.ok("gogui-play_sequence " + " ".join(record))
    assert session.ok("showboard") == board


# -- rulesets ------------------------------------------------------------------------------------------------------------


def test_rules_list_has_a_line_for_each() -> None:
    lines = Session().ok("rules-list").split("\n")
    assert [line.split("  ", 1)[0] for line in lines] == names()


@pytest.mark.parametrize("name", names())
def test_rules_get_can_be_set_again(name: str) -> None:
    session = Session("tang-song", 9)
    text = session.ok(f"rules-get {name}")
    session.ok(f"rules-set {text}")
    assert session.ok("rules-get") == text
    assert session.json("rules-status")["ruleset"] == name
    assert session.json("rules-get")["name"] == name


def test_rules_set_on_an_empty_game_lays_the_opening_out() -> None:
    session = Session("chinese", 9)
    session.ok("rules-set tang-song")
    assert session.ok("gogui-rules_board").count("X") == 2
    assert session.ok("gogui-rules_side_to_move") == "white"
    session.ok("rules-set chinese")
    assert session.ok("gogui-rules_board").count("X") == 0
    assert session.ok("gogui-rules_side_to_move") == "black"


def test_rules_set_replays_and_fails_by_name_changing_nothing() -> None:
    session = Session("tang-song opening=empty first=black", 5)
    session.plays("B a2 W e5 B b1 W a1 B c3")
    session.ok("rules-abandon B")
    before = session.status()
    said = session.fails("rules-set chinese")
    assert "action 4" in said
    assert "A1" in said
    assert "suicide" in said
    assert session.status() == before
    session.ok("undo", "undo", "rules-set chinese")
    assert session.json("rules-status")["moves"] == 3


@pytest.mark.parametrize(
    "text", ["", "nonsense", "tang-song dame=never", "tang-song komi=5", "{", '{"name": "x"}', "chinese dame=strict"]
)
def test_bad_rulesets_change_nothing(text: str) -> None:
    session = Session("chinese", 5)
    session.plays("B c3")
    before = session.status()
    session.fails(f"rules-set {text}")
    assert session.status() == before
    if text:
        session.fails(f"rules-get {text}")
        session.fails(f"rules-score {text}")


def test_rules_score_by_name_and_all() -> None:
    session = Session("chinese", 9)
    session.ok("komi 0", "play B e5")
    every = session.json("rules-score all")
    assert [sheet["ruleset"] for sheet in every] == names()
    for sheet in every:
        assert sheet == session.json(f"rules-score {sheet['ruleset']}")
    assert session.json("rules-score tang-song dame=as_is")["ruleset"] == "tang-song dame=as_is"


def test_resignation_leaves_no_score() -> None:
    session = Session("chinese", 9)
    session.plays("B e5")
    session.ok("rules-resign B")
    assert session.phase == "finished"
    session.fails("final_score", "cannot score")
    assert session.ok("rules-result") == "W+R"
    session.ok("rules-retract")
    assert session.phase == "play"


def test_result_of_a_game_that_goes_on() -> None:
    assert Session("chinese", 9).ok("rules-result") == "?"


@pytest.mark.parametrize(
    "line", ["rules-accept B", "rules-dispute B a1", "rules-resume W", "rules-dead B", "rules-seki B", "rules-claim B a1"]
)
def test_private_commands_out_of_phase(line: str) -> None:
    session = Session("chinese", 9)
    session.plays("B e5")
    before = session.status()
    text = session.fails(line)
    assert text
    assert "\n" not in text
    assert session.status() == before


def test_quit_answers_first() -> None:
    session = Session()
    assert session.ok("quit") == ""
    assert session.over
