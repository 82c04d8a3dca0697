"""What GoGui and its tools send, replayed line by line; each test has the number of the check that it transcribes."""

from __future__ import annotations

import json
import random
import re

import pytest
from gtp_pipe import Referee, converse
from naive_board import NaiveBoard

from gtp_rules.board import WHITE
from gtp_rules.rulesets import names

EMPTY = "tang-song opening=empty first=black"
BLOCKED = {
    "boardsize", "black", "white", "clear_board", "fixed_handicap", "genmove", "genmove_black", "genmove_white",
    "genmove_cleanup", "gg-undo", "gogui-play_sequence", "kgs-genmove_cleanup", "loadsgf", "place_free_handicap", "play",
    "play_sequence", "quit", "set_free_handicap", "undo",
}  # fmt: skip
"""Names that GoGui's shell and analyze dialog refuse to send; loadsgf alone is in our list, for other clients' sake."""


@pytest.fixture
def referee():
    with Referee("--ruleset", EMPTY, "--size", "9") as process:
        yield process


def test_check_03_attaching_a_program():
    lines = ["name", "protocol_version", "version", "list_commands", "gogui-interrupt", "gogui-rules_game_id", "name",
             "protocol_version", "gogui-rules_board_size", "gogui-version 1.6.0", "gogui-analyze_commands", "boardsize 19",
             "clear_board", "komi 6.5", "time_settings 0 1 0", "gogui-title", "quit"]  # fmt: skip
    answers = dict(zip(lines, converse("\n".join(lines) + "\n"), strict=True))
    assert all(answer.startswith("= ") for answer in answers.values())
    assert answers["gogui-rules_game_id"] == "= Go"
    assert int(answers["gogui-rules_board_size"][2:]) == 19
    definitions = [line.split("/") for line in answers["gogui-analyze_commands"][2:].split("\n")]
    assert {len(fields) for fields in definitions} == {3}
    labels = [label for _, label, _ in definitions]
    assert len(set(labels)) == len(labels)


def test_check_04_a_pure_referee_offers_no_genmove():
    assert "genmove" not in converse("list_commands\n")[0].split()
    assert "genmove" in converse("list_commands\n", "--player", "random seed=1")[0].split()


TWOGTP_START = ("protocol_version", "name", "version", "list_commands", "gogui-interrupt")
"""What gogui-twogtp asks of every program before the first game."""


def divided(columns: int) -> list[str]:
    """Moves on 9×9: two walls side by side, so that Black has this many columns and White the rest."""
    walls = "ABCDEFGHJ"[columns - 1 : columns + 1]
    return [f"{side} {letter}{row}" for row in range(1, 10) for side, letter in zip("BW", walls, strict=True)]


@pytest.mark.parametrize("ruleset", ["chinese", "tang-song opening=empty first=black", "japanese", "yan-lai-2015"])
@pytest.mark.parametrize(("komi", "result"), [("9", "0"), ("7.5", "B+1.5"), ("-3", "B+12"), ("9.5", "W+0.5")])
def test_check_17_the_komi_said_once_holds_for_the_second_game_of_twogtp(ruleset, komi, result):
    with Referee("--ruleset", ruleset) as referee:
        for line in TWOGTP_START:
            referee.ask(line)
        referee.do("boardsize 9", "clear_board", f"komi {komi}")
        for _ in range(2):
            referee.do("boardsize 9", "clear_board", "time_settings 60 0 0")
            referee.do(*(f"play {move}" for move in divided(5)), "play B PASS", "play W PASS")
            assert referee.ask("final_score") == result


def second_process(listed: list[str], game_id: str) -> bool:
    """Whether GoGui takes a program that is attached for one of another game and starts it once more, as its ruler."""
    needed = {"gogui-rules_game_id", "gogui-rules_legal_moves", "gogui-rules_side_to_move"}
    return needed <= set(listed) and game_id.lower() != "go"


@pytest.mark.parametrize("options", [(), ("--player", "random seed=1")], ids=["referee", "program"])
@pytest.mark.parametrize("ruleset", ["chinese", "tang-song", "song-captives"])
def test_check_40_gogui_starts_no_second_process_for_a_ruler(ruleset, options):
    lines = ["list_commands", "gogui-rules_game_id", "gogui-rules_legal_moves", "gogui-rules_side_to_move", "play B D4",
             "play W PASS", "gogui-rules_game_id", "rules-set tromp-taylor", "gogui-rules_game_id", "quit"]  # fmt: skip
    answers = converse("\n".join(lines) + "\n", "--ruleset", ruleset, "--size", "9", *options)
    listed, game_id, legal, side, *_ = (answer.removeprefix("= ") for answer in answers)
    assert {answer for line, answer in zip(lines, answers, strict=True) if line == "gogui-rules_game_id"} == {"= Go"}
    assert not second_process(listed.split("\n"), game_id)
    assert {"gogui-rules_game_id", "gogui-rules_legal_moves", "gogui-rules_side_to_move"} <= set(listed.split("\n"))
    assert all(re.fullmatch(r"[A-HJ][1-9]|pass", word) for word in legal.split())
    assert "D4" in legal.split()
    assert side in {"black", "white"}


def test_check_29_full_synchronisation_with_set_up_and_three_hundred_moves(referee):
    chance, color = random.Random(29), WHITE
    setup = {(chance.randrange(19), chance.randrange(19)): chance.choice("BW") for _ in range(12)}
    words = " ".join(f"{side} {vertex(x, y)}" for (x, y), side in setup.items())
    referee.do("boardsize 19", "clear_board", "komi 0", "time_settings 0 1 0", f"gogui-setup {words}", "gogui-setup_player W")
    before, moves = referee.state(), []
    colors = referee.board()
    assert {
        (x, y): "BW"["XO".index(colors[18 - y][x])] for x in range(19) for y in range(19) if colors[18 - y][x] != "."
    } == setup
    for _ in range(300):
        legal = referee.ask(f"all_legal {color.letter}").split()
        moves.append(f"{color.letter} {chance.choice(legal)}")
        referee.do(f"play {moves[-1]}")
        color = color.opponent
    after = referee.state()
    referee.do("gg-undo 300")
    assert referee.state() == before
    sequence = "gogui-play_sequence " + " ".join(moves)
    referee.do(sequence)
    assert referee.state() == after
    referee.do("gg-undo 300")
    wrong = [*moves[:199], moves[198], *moves[199:]]
    assert referee.fails("gogui-play_sequence " + " ".join(wrong)) == "illegal move"
    assert referee.state() == before
    for bad in ("B", "B D4 W", "B D4 green E5", "B D4 W Z99", "B D4 B D4"):
        referee.fails(f"gogui-play_sequence {bad}")
        assert referee.state() == before, bad


def vertex(x: int, y: int) -> str:
    return f"{'ABCDEFGHJKLMNOPQRST'[x]}{y + 1}"


def test_check_29_seat_stones_are_no_moves_however_they_are_sent(referee):
    referee.do(
        "rules-set tang-song", "boardsize 19", "clear_board", "gogui-setup B D4 B Q16 W D16 W Q4", "gogui-setup_player W"
    )
    assert referee.ask("gogui-rules_side_to_move") == "white"
    assert json.loads(referee.ask("rules-status"))["moves"] == 0
    for _ in range(2):  # as Sabaki sends the same stones
        referee.do("clear_board", "set_free_handicap D4 Q16", "play W D16", "play W Q4")
        status = json.loads(referee.ask("rules-status"))
        assert (status["moves"], status["to_move"]) == (0, "white")
        assert sum(row.count("O") for row in referee.board()) == 2


def test_check_31_pass_is_written_in_capitals(referee):
    referee.do("rules-set chinese", "gogui-play_sequence B D4 W PASS B PASS")
    assert referee.ask("rules-phase") == "stopped"


class Ruler:
    """GoGui's board in ruler mode: it computes nothing itself."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        referee.ask("list_commands")
        assert referee.ask("gogui-rules_game_id") == "Go"
        self.size = {int(referee.ask("gogui-rules_board_size")) for _ in range(3)}.pop()
        referee.do("clear_board")
        self.read()

    def read(self) -> tuple[list[str], tuple[int, ...]]:
        ask = self.referee.ask
        rows = ask("gogui-rules_board").split("\n")
        assert int(ask("gogui-rules_board_size")) == self.size == len(rows)
        captured = tuple(map(int, ask("gogui-rules_captured_count").split()))
        assert len({ask("gogui-rules_side_to_move") for _ in range(3)}) == 1
        assert re.fullmatch(r"(\w+ .*\n?)+", ask("gogui-rules_board_gfx"))
        return [row.replace(" ", "") for row in rows], captured

    def legal(self) -> list[str]:
        return self.referee.ask("gogui-rules_legal_moves").split()

    def side(self) -> str:
        return self.referee.ask("gogui-rules_side_to_move")[0].upper()


def test_check_38_ruler_mode_refuses_what_gogui_sends_twice():
    with Referee("--ruleset", "chinese", "--size", "5") as referee:
        referee.do("komi 0")
        ruler = Ruler(referee)
        assert all(re.fullmatch(r"[A-H]\d|pass", word) for word in ruler.legal())
        assert "pass" in ruler.legal()
        referee.do("play B C3")
        assert referee.fails("play B C3") == "illegal move"
        assert referee.raw_reply("play null").startswith("? ")
        assert referee.raw_reply("play W null").startswith("? ")
        referee.do("play W PASS")
        state = referee.state()
        assert referee.fails("play W PASS") == "illegal move"
        assert referee.state() == state
        referee.do("play B PASS")
        assert referee.ask("rules-phase") == "stopped"
        assert ruler.legal() != []
        referee.do("rules-dead b", "rules-accept w")
        assert ruler.legal() == []
        assert referee.ask("gogui-rules_final_result") == "B+25"
        referee.do("clear_board", "play B C3")
        assert referee.ask("gogui-rules_side_to_move") == "white"


def test_check_38_a_ruleset_without_marking_is_over_after_two_passes():
    with Referee("--ruleset", "tromp-taylor", "--size", "5") as referee:
        ruler = Ruler(referee)
        referee.do("komi 0", "play B C3", "play W PASS", "play B PASS")
        assert ruler.legal() == []
        assert referee.ask("gogui-rules_final_result") == "B+25"


@pytest.mark.parametrize("ruleset", ["chinese", "tang-song", "yan-lai-2015"])
def test_check_39_a_random_game_under_a_ruler_has_the_board_and_captures_of_an_independent_board(ruleset):
    chance = random.Random(39)
    with Referee("--ruleset", ruleset, "--size", "7") as referee:
        ruler = Ruler(referee)
        rows, _ = ruler.read()
        board = NaiveBoard(7, 7)
        board.stones = {
            (x, 6 - y): "XO".index(char) + 1 for y, row in enumerate(rows) for x, char in enumerate(row) if char != "."
        }
        taken = {1: 0, 2: 0}
        for _ in range(100):
            points = [word for word in ruler.legal() if word != "pass"]
            if not points:
                break
            side, move = ruler.side(), chance.choice(points)
            referee.do(f"play {side} {move}")
            color = "BW".index(side) + 1
            done = board.play(color, ("ABCDEFGH".index(move[0]), int(move[1:]) - 1))
            taken[color] += len(done.taken)
            taken[3 - color] += len(done.lost)
            rows, captured = ruler.read()
            expected = ["".join(".XO"[board.stones.get((x, 6 - y), 0)] for x in range(7)) for y in range(7)]
            assert rows == expected
            assert captured == (taken[1], taken[2])
        assert sum(taken.values()) > 5


# -- analyze commands --------------------------------------------------------------------------------------------------

GFX = {"BLACK", "WHITE", "CIRCLE", "MARK", "SQUARE", "TRIANGLE", "LABEL", "COLOR", "INFLUENCE", "VAR", "TEXT", "CLEAR"}
POINT = re.compile(r"[A-HJ-T]\d{1,2}")


def check_reply(kind: str, text: str) -> None:
    """Whether a reply is what GoGui expects of a type of analyze command."""
    lines = text.split("\n")
    if kind == "gfx":
        for line in lines:
            word, _, rest = line.partition(" ")
            assert word in GFX, line
            if word in {"BLACK", "WHITE", "CIRCLE", "MARK", "SQUARE"}:
                assert all(POINT.fullmatch(point) for point in rest.split()), line
            elif word == "VAR":
                words = rest.split()
                assert all(color in "bw" for color in words[::2]), line
                assert all(POINT.fullmatch(point) for point in words[1::2]), line
    elif kind in {"plist", "eplist"}:
        assert all(POINT.fullmatch(point) for point in text.split()), text
    elif kind == "param":
        for line in lines:
            assert re.fullmatch(r"\[(string|bool|list(/[^/\s]+)+)\] \w+ \S+", line), line
    elif kind == "hstring":
        assert any(re.match(r"[\w-]+: ", line) for line in lines), text
    elif kind == "none":
        assert text == ""
    else:
        assert kind in {"string", "hstring"}, kind


SAID_AT = {
    "rules-play_virtual": ["play"], "rules-pass_means": ["play"], "rules-abandon": ["play"], "rules-mark_dead": ["stopped"],
    "rules-seki": ["stopped"], "rules-claim": ["stopped"], "rules-accept": ["stopped", "rules-dead b"],
    "rules-dispute": ["stopped", "rules-dead b"], "rules-resume": ["stopped"], "rules-retract": ["stopped"],
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ["yan-lai-2015", "song-captives opening=empty first=black"])
def test_check_41_every_analyze_command_runs_and_its_reply_is_of_its_type(referee, ruleset, tmp_path):
    saved = tmp_path / "a record.sgf"
    impossible = {"song-captives": ("rules-play_virtual", "rules-pass_means", "rules-claim"), "yan-lai-2015": ("rules-chips",)}
    definitions = [line.split("/") for line in referee.ask("gogui-analyze_commands").split("\n")]
    order = sorted(definitions, key=lambda fields: fields[2].startswith("loadsgf"))  # once there is a record
    for kind, label, template in order:
        referee.do("boardsize 5", "clear_board", "rules-set " + ruleset)
        name = template.split()[0]
        rows = range(1, 5 if name == "rules-claim" else 6)  # an open border leaves public points, which can be claimed
        referee.plays(" ".join(f"B C{row} W D{row}" for row in rows))
        phase, *lines = SAID_AT.get(name, ["chips", "rules-dead b", "rules-accept w"] if name == "rules-chips" else ["play"])
        if phase != "play":
            referee.do("rules-abandon b", "rules-abandon w", *lines)
        side = "w" if phase == "stopped" else "b"
        line = template
        for wildcard, value in (
            ("%c", side),
            ("%p", "A1"),
            ("%P", "A1"),
            ("%m", side),
            ("%w", f'"{saved}"'),
            ("%r", f'"{saved}"'),
        ):
            line = line.replace(wildcard, value)
        if name == "rules-seki":
            line = line.replace("A1", "C1")
        if name in impossible[ruleset.split()[0]]:
            assert referee.fails(line), label
        elif name == "loadsgf":
            assert referee.ask(line) in {"black", "white"}  # GoGui shows nothing of the type none
        else:
            check_reply(kind, referee.ask(line + " show" * (kind == "eplist")))
    assert saved.read_bytes().startswith(b"(;FF[4]")


def test_check_41_parameters_are_set_as_gogui_sets_them(referee):
    for line in referee.ask("rules-param").split("\n"):
        found = re.fullmatch(r"\[list/(.*)\] (\w+) (\S+)", line)
        assert found, line
        assert found[3] in found[1].split("/")
        for value in found[1].split("/"):
            if found[2] != "ruleset":
                referee.do(f"rules-param {found[2]} {value}")
                assert f" {found[2]} {value}" in referee.ask("rules-param")
    for name in names():
        referee.do(f"rules-param ruleset {name}")
        assert f"ruleset {name}" in referee.ask("rules-param")


def test_check_42_labels_and_names_are_fit_for_gogui(referee):
    definitions = [line.split("/") for line in referee.ask("gogui-analyze_commands").split("\n")]
    assert {template.split()[0] for _, _, template in definitions} & BLOCKED <= {"loadsgf"}
    known = referee.ask("list_commands").split()
    assert all(template.split()[0] in known for _, _, template in definitions)


def test_check_43_the_list_of_dead_stones_is_edited(referee):
    referee.do("rules-set chinese", "boardsize 5", "clear_board", "play b c3", "play w c2", "play b pass", "play w pass")
    assert referee.ask("rules-mark_dead show") == ""
    referee.do("rules-mark_dead C2 C3")
    assert sorted(referee.ask("rules-mark_dead show").split()) == ["C2", "C3"]
    assert referee.ask("final_status_list dead").split() == ["C2", "C3"]
    referee.do("rules-mark_dead")
    assert referee.ask("rules-mark_dead show") == ""


def test_check_44_a_path_in_quotes_is_written_to(referee, tmp_path):
    (tmp_path / "a b").mkdir()
    path = tmp_path / "a b" / "c d.sgf"
    referee.do(f'rules-sgf "{path}"')
    assert path.read_bytes().startswith(b"(;FF[4]")
    reply = referee.fails(f'rules-sgf "{tmp_path}/missing/c d.sgf"')
    assert reply.startswith("cannot write file: ")
    assert "\n" not in reply


def test_check_45_an_idle_interrupt_does_nothing(referee):
    before = referee.state()
    referee.write("# interrupt\n")
    assert referee.state() == before
    assert referee.replies.empty()


def test_check_46_the_queries_that_a_regression_suite_needs_succeed(referee):
    referee.do("rules-set chinese", "play b d4")
    assert referee.ask("rules-is_legal w d4") == "0"
    assert referee.ask("rules-is_legal w e4") == "1"
    assert referee.ask("is_legal b pass") == "1"
    assert float(referee.ask("cputime")) > 0


def test_check_47_numeric_commands_are_numbers_on_every_position(referee):
    referee.do("rules-set chinese", "boardsize 5", "clear_board")
    chance = random.Random(47)
    for number in range(30):
        for line in ("captures b", "captures w", "get_komi", "cputime", "gomill-cpu_time", "gogui-rules_board_size"):
            float(referee.ask(line))
        side = "bw"[number % 2]
        referee.do(f"play {side} {chance.choice(referee.ask(f'all_legal {side}').split() or ['pass'])}")


def test_check_48_a_komi_of_null_is_refused_and_the_old_one_kept(referee):
    referee.do("boardsize 9", "clear_board", "komi 6.5")
    assert referee.fails("komi null").startswith("syntax error")
    referee.do("play b d4", "play w e5")
    assert referee.ask("get_komi") == "6.5"


@pytest.mark.parametrize("ruleset", ["chinese", "japanese"])
def test_check_49_the_result_of_a_referee_in_twogtp_is_that_of_the_programs(ruleset):
    expected = ["W+15.5", "B+2.5", "B+20.5", "W+33.5"]  # Black has 9 × columns, White the rest; komi 6.5
    with Referee("--ruleset", ruleset) as referee:
        for line in TWOGTP_START:
            referee.ask(line)
        referee.do("boardsize 9", "clear_board", "komi 6.5")
        for columns, result in zip((4, 5, 6, 3), expected, strict=True):
            referee.do("boardsize 9", "clear_board", "time_settings 60 0 0")
            referee.do(*(f"play {move}" for move in divided(columns)), "play B PASS", "play W PASS")
            assert referee.ask("final_score") == result
            assert re.fullmatch(r"[BW]\+\d+(\.\d+)?|0", result)
        assert referee.ask("final_status_list dead") == ""


def test_check_50_the_referee_stops_twogtp_with_the_two_words(referee):
    for line in ("protocol_version", "name", "version", "list_commands", "gogui-interrupt"):
        referee.ask(line)
    referee.do(
        "rules-set new-zealand", "boardsize 5", "clear_board", "komi 0", "boardsize 5", "clear_board", "time_settings 60 0 0"
    )
    referee.plays("B B3 W C3 B A2 W D2 B B1 W C1 B C2 W B2")
    assert referee.fails("play B C2") == "illegal move"
    assert referee.fails("play B B2") == "illegal move"
    assert referee.fails("final_score") == "cannot score"
