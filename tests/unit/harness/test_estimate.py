"""``gtp-harness estimate``: what KataGo is asked, how its answers are read, and how it ends."""

from __future__ import annotations

import json
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from positions import game_from

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import InvalidReply
from gtp_rules.game import Game, Offer, Pass, Play, Resume
from gtp_rules.rules.katago import nearest_rules
from gtp_rules.rulesets import find, registered
from gtp_rules.sgf import write_game
from harness.cli import run_command
from harness.estimate.questions import Choice, final_board, opening_cases, spot_of, told_rules
from harness.estimate.readings import Perspective, read_net, read_search

FAKE = Path(__file__).with_name("fake_katago.py")
OWN = (Choice.OWN, Choice.OWN)


def engine(*arguments: object) -> str:
    return shlex.join([sys.executable, str(FAKE), *map(str, arguments)])


def run(capsys: pytest.CaptureFixture[str], *arguments: object, fake: str | None = None) -> tuple[int, str, str]:
    code = run_command(["estimate", "--engine", fake or engine(), *map(str, arguments)])
    return code, *capsys.readouterr()


def estimates(capsys: pytest.CaptureFixture[str], *arguments: object, fake: str | None = None) -> list[dict[str, object]]:
    code, out, err = run(capsys, *arguments, "--json", fake=fake)
    assert (code, err) == (0, "")
    found: list[dict[str, object]] = json.loads(out)["estimates"]
    return found


def record(ruleset: str, *moves: str, size: int = 7) -> Game:
    """A game of moves such as ``Bc3`` and ``W``, which passes."""
    game = Game(find(ruleset), size, size)
    for text in moves:
        color = BLACK if text[0] == "B" else WHITE
        game.apply(Play(color, game.board.geometry.point(text[1:])) if text[1:] else game.pass_action(color))
    return game


# -- the numbers


@pytest.mark.parametrize("perspective", ["mover", "black", "white"])
@pytest.mark.parametrize("first", ["black", "white"])
def test_numbers_are_blacks_whoever_moves_and_however_it_reports(
    perspective: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--size", 5, "--rulesets", "chinese,ming-qing", "--komi", "6.5", "--first", first, "--visits", 40]
    plain, taxed = estimates(capsys, *told, fake=engine("--perspective", perspective))
    assert [(each["lead"], each["margin"], each["winrate"]) for each in (plain, taxed)] == [(0.5, 7.0, 0.9), (-1.5, 5.0, 0.1)]
    assert (plain["visits"], plain["to_move"], plain["no_result"]) == (40, first, None)
    assert plain["ownership"] == [*[[0] * 5] * 4, [0.75, 0, 0, 0, 0]]


@pytest.mark.parametrize("old", [[], ["--old"]])
def test_the_net_alone(old: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = estimates(capsys, "--size", "5x4", "--rulesets", "chinese", "--visits", 0, fake=engine(*old))
    assert (found["lead"], found["winrate"], found["no_result"], found["visits"]) == (-0.5, 0.65, 0.1, 0)
    assert (found["size"], found["ownership"]) == ([5, 4], [*[[0] * 5] * 3, [0.75, 0, 0, 0, 0]])


def test_an_old_net_alone_cannot_be_told_that_white_moves_first(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--size", 5, "--rulesets", "ming-qing", "--visits", 0, fake=engine("--old"))
    assert (code, out, err) == (1, "", "gtp-harness: the engine refuses kata-raw-nn: expected a symmetry\n")


def test_with_and_without_tax_and_seats(capsys: pytest.CaptureFixture[str]) -> None:
    found = estimates(capsys, "--size", 9, "--rulesets", "ming-qing", "--tax", "both", "--seats", "both")
    assert [(each["seats"], each["rules"]["tax"], each["margin"]) for each in found] == [  # type: ignore[index]
        (False, "NONE", 7.0), (False, "ALL", 5.0), (True, "NONE", 7.0), (True, "ALL", 5.0),
    ]  # fmt: skip


# -- what it is told


def told_lines(
    capsys: pytest.CaptureFixture[str], folder: Path, *arguments: object, fake: tuple[object, ...] = ()
) -> list[str]:
    estimates(capsys, *arguments, fake=engine("--told", folder / "told", *fake))
    return (folder / "told").read_text("utf-8").splitlines()


def test_a_question_in_full(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told_lines(capsys, tmp_path, "--size", 9, "--rulesets", "ming-qing", "--visits", 0)
    rules = json.dumps(nearest_rules(find("ming-qing")).values, separators=(",", ":"))
    assert lines == [
        "name", "version", "list_commands", "kata-get-models", "boardsize 9", "clear_board",
        f"kata-set-rules {rules}", "komi 0", "kata-get-rules", "set_position B C3 B G7 W G3 W C7",
        *(f"kata-raw-nn W {number}" for number in range(8)), "quit",
    ]  # fmt: skip


def test_equal_questions_are_asked_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--size", 9, "--rulesets", "tang-song,song-captives,dunhuang-chips,japanese,korean"]
    lines = told_lines(capsys, tmp_path, *told)
    searches = [line for line in lines if line.startswith("kata-search_analyze")]
    assert searches == [f"kata-search_analyze {color} maxmoves 1 rootInfo true ownership true" for color in "BWWB"]


def test_an_engine_without_newer_commands_is_told_by_older_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = [
        "--lack",
        "set_position",
        "kata-search_analyze",
        "kata-get-rules",
        "kata-get-models",
        "--add",
        "kata-genmove_analyze",
    ]
    lines = told_lines(capsys, tmp_path, "--size", 9, "--rulesets", "ming-qing", fake=(*older,))
    assert lines[-6:-1] == ["play B C3", "play B G7", "play W G3", "play W C7",
                            "kata-genmove_analyze W maxmoves 1 rootInfo true ownership true"]  # fmt: skip


def test_every_ruleset_can_be_told() -> None:
    for ruleset in registered():
        values, differences = told_rules(ruleset)
        nearest = nearest_rules(ruleset)
        assert values == nearest.values
        assert differences[: len(nearest.differences)] == nearest.differences


def test_another_tax_is_a_difference() -> None:
    assert told_rules(find("chinese"), Choice.WITH)[0]["tax"] == "ALL"
    assert "the tax, which is NONE for this ruleset" in told_rules(find("chinese"), Choice.WITH)[1]
    assert told_rules(find("japanese"), Choice.WITHOUT) == told_rules(find("japanese"))
    values, differences = told_rules(find("ming-qing"), Choice.WITHOUT)
    assert values == {**nearest_rules(find("ming-qing")).values, "tax": "NONE"}
    assert differences == ("the tax, which is ALL for this ruleset", "a long cycle is no result")


def test_seats_that_a_ruleset_does_not_have() -> None:
    (case,) = opening_cases(find("chinese"), (19, 19), None, None, (Choice.OWN, Choice.WITH))
    vertex = case.question.spot.shape.vertex
    assert {vertex(point) for point in case.question.spot.black} == {"D4", "Q16"}
    assert (case.question.spot.to_move, case.question.komi) == (BLACK, Fraction(15, 2))
    (mirrored,) = opening_cases(find("tang-song opening=seat-mirror"), (19, 19), None, None, (Choice.OWN, Choice.WITH))
    assert set(mirrored.question.spot.black) == set(case.question.spot.white)
    (small,) = opening_cases(find("tang-song"), (5, 5), None, WHITE, OWN)
    assert (small.seats, small.question.spot.black) == (False, ())


# -- positions of records


def test_a_record_is_told_move_by_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.sgf").write_bytes(write_game(record("chinese", "Bc3", "We5", "Bd4", "W", "B")))
    lines = told_lines(capsys, tmp_path, tmp_path / "game.sgf", "--rulesets", "ming-qing")
    place = lines.index("play B C3")
    assert lines[place - 2 : place + 4] == [
        "komi 7.5", "kata-get-rules", "play B C3", "play W E5", "play B D4",
        "kata-search_analyze W maxmoves 1 rootInfo true ownership true",
    ]  # fmt: skip
    (found,) = estimates(capsys, tmp_path / "game.sgf", "--rulesets", "chinese", "--move", 3, "--komi", "0")
    assert (found["margin"], found["to_move"], found["komi"], found["seats"]) == (9.0, "black", "0", None)


def test_moves_that_it_calls_illegal_are_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.sgf").write_bytes(write_game(record("chinese", "Ba1", "Wa2", "Bg7", "Wb1", "Bf6")))
    told = ["--told", tmp_path / "told", "--illegal", "B1"]
    code, out, err = run(capsys, tmp_path / "game.sgf", "--rulesets", "chinese", fake=engine(*told))
    assert (code, err) == (0, "")
    assert "note: a move of the record is illegal for it: the position was set up without its captives and its ko" in out
    assert "set_position B F6 B G7 W B1 W A2" in (tmp_path / "told").read_text("utf-8")


def test_stops_at_the_end_are_no_moves() -> None:
    game = record("ming-qing opening=empty first=black", "Bc3", "W", "Be5", "W", "B")
    assert isinstance(game.log[-1].action, Pass | Offer)
    spot = spot_of(game)
    assert [(color.letter, point is None) for color, point in spot.moves] == [("B", False), ("W", True), ("B", False)]
    assert spot.to_move == WHITE
    game.apply(Resume(WHITE))
    assert spot_of(game)[3] == spot.moves
    assert final_board(spot) == game.board


def test_a_position_that_was_set_up() -> None:
    spot = spot_of(game_from("tang-song", "2 X .\n1 . O\n"))
    assert (len(spot.black), len(spot.white), spot.moves) == (1, 1, ())


# -- what the command prints


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "--size", 3, "--rulesets", "chinese,ming-qing", "--visits", 9, "--ownership")
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [
        "Fake 2, net b1, 9 visits",
        "ruleset    tax   seats  to move  komi  Black leads by  without komi  Black wins  visits",
        "chinese    NONE  no     black     7.5            -0.5          +7.0       10.0%       9",
    ]
    assert "  differs: groups beside open dame or with a stone in atari pay no tax and lose all their enclosed points" in out
    assert " 1 X . .\n   A B C" in out
    assert out.count("ko SIMPLE") == 1


def test_rows_of_one_ruleset_share_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--size", 9, "--rulesets", "tang-song,ming-qing", "--seats", "both")
    assert code == 0
    assert [out.count(f"\n{name}, tax ALL: ko SIMPLE") for name in ("tang-song", "ming-qing")] == [1, 1]
    assert out.count("differs: a long cycle is no result") == 2


@pytest.mark.parametrize(
    ("fake", "note"),
    [
        (("--net", "random"), "the engine has no net: its numbers are random"),
        (("--fixed",), "it refuses to be told the visits: those of its own configuration hold"),
    ],
)
def test_notes(fake: tuple[str, ...], note: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--size", 5, "--rulesets", "chinese", fake=engine(*fake))
    assert (code, f"note: {note}" in out) == (0, True)


# -- what goes wrong


@pytest.mark.parametrize(
    ("fake", "code", "text"),
    [
        (("--lack", "kata-set-rules"), 2, "Fake 2 cannot be asked for estimates: it has no kata-set-rules"),
        (("--lack", "kata-search_analyze"), 2, "Fake 2 cannot be asked for estimates: it has no kata-search_analyze"),
        (("--garbage", "= what"), 1, "no rootInfo in the analysis"),
        (("--garbage", "info rootInfo visits 3 winrate nan scoreLead 1 ownership 1"), 1, "ownership is not what KataGo says"),
        (("--dies-at", "kata-set-rules"), 1, "out of memory"),
        (("--dies-at", "version"), 1, "out of memory"),
        (("--hangs-at", "kata-search_analyze", ), 1, "no reply to 'kata-search_analyze"),
        (("--deaf",), 1, "it says ko SIMPLE"),
        (("--refuse", "AREA"), 1, "the engine refuses kata-set-rules"),
    ],
)  # fmt: skip
def test_trouble(fake: tuple[str, ...], code: int, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = 1 if "--hangs-at" in fake else 60
    done, _, err = run(capsys, "--size", 5, "--rulesets", "chinese", "--timeout", seconds, fake=engine(*fake))
    assert (done, text in err, err.count("\n")) == (code, True, 1), err


def test_refused_rules_spoil_no_other_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    fake = engine("--refuse", "TERRITORY")
    code, out, err = run(capsys, "--size", 5, "--rulesets", "chinese,japanese,ming-qing", "--json", fake=fake)
    assert (code, [each["ruleset"] for each in json.loads(out)["estimates"]]) == (1, ["chinese", "ming-qing"])
    assert err.startswith("japanese: the engine refuses kata-set-rules")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "either a record or --size is needed"),
        (["game.sgf", "--size", "9"], "either a record or --size is needed"),
        (["game.sgf", "--seats", "with"], "--first and --seats go with --size"),
        (["--size", "9", "--move", "3"], "--move goes with a record"),
        (["missing.sgf"], "missing.sgf: No such file or directory"),
        (["bad.sgf"], ""),
    ],
)
def test_misuse(
    arguments: list[str], text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.sgf").write_text("(;", "utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments, "--rulesets", "chinese")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"gtp-harness: {text}")


@pytest.mark.parametrize("program", ["no-such-katago gtp", "'", ""])
def test_no_engine(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_command(["estimate", "--size", "5", "--rulesets", "chinese", "--engine", program]), *capsys.readouterr()
    assert (code, err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "bad",
    [("--size", "0"), ("--size", "9x"), ("--komi", "0.25"), ("--komi", "nan"), ("--visits", "-1"), ("--rulesets", "nonsense"),
     ("--rulesets", ","), ("--timeout", "0")],
)  # fmt: skip
def test_bad_options(bad: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    options = {"--engine": "x", "--rulesets": "chinese", "--size": "5"} | dict([bad])
    with pytest.raises(SystemExit) as ended:
        run_command(["estimate", *(word for pair in options.items() for word in pair)])
    assert ended.value.code == 2
    assert bad[1] in capsys.readouterr().err or bad[1] == ","


# -- reading answers


@pytest.mark.parametrize(
    "text",
    ["", "symmetry", "symmetry 0 whiteLoss 0.5 noResult 0 whiteLead 1 whiteOwnership 0.5",
     "symmetry 0 whiteLoss inf noResult 0 whiteLead 1 whiteOwnership 0 0 0 0", "symmetry 0 whiteLoss 0 noResult 0 whiteLead 1"],
)  # fmt: skip
def test_no_evaluation(text: str) -> None:
    with pytest.raises(InvalidReply):
        read_net(text, 4)


def test_the_last_report_of_a_search_counts() -> None:
    report = "info move A1 rootInfo winrate {0} visits 5 scoreLead {1} newField 3 ownership 0 1\nplay A1"
    found = read_search("\n".join([report.format(0.9, 2), report.format(0.25, -3)]), 2, -1)
    assert (found.lead, found.winrate, found.visits, found.ownership) == (3.0, 0.75, 5, (0.0, -1.0))


def test_signs() -> None:
    assert [(each.sign(BLACK), each.sign(WHITE)) for each in Perspective] == [(1, -1), (1, 1), (-1, -1)]
