"""Solutions as people get them: lines that the referee plays through, openings, positions, what is exact, what is refused."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from gtp_rules.board import BLACK, WHITE, Board, Color, read_diagram
from gtp_rules.errors import IllegalMove
from gtp_rules.rulesets import find, registered
from harness.cli import run_command
from harness.solve.lines import refereed, settled
from harness.solve.solving import Method, Question, Solution, solve
from harness.solve.table import Bounds
from harness.solve.treatment import Unsolvable, treat

POSITION = "..X./.OX./..X."


def solved(ruleset: str, board: Board, color: Color = BLACK, method: Method | None = None, **more: bool) -> Solution:
    return solve(Question(find(ruleset), board, color, **more), method)


def margin_of_line(ruleset: str, board: Board, color: Color, solution: Solution) -> int:
    """What the referee counts at the end of the line, asked apart from the solver."""
    assert solution.line is not None
    line = [None if move == "pass" else board.geometry.point(move) for move in solution.line]
    return int(refereed(find(ruleset), board, color, line))


@pytest.mark.parametrize(
    ("ruleset", "width", "height", "method", "value"),
    [
        ("chinese", 3, 3, Method.TABLE, 9),
        ("chinese", 2, 2, Method.HISTORY, 1),
        ("chinese", 6, 1, Method.HISTORY, 1),
        ("tromp-taylor suicide=forbidden", 4, 2, Method.HISTORY, 8),
        ("new-zealand", 4, 1, Method.HISTORY, 4),
        ("aga", 5, 1, Method.HISTORY, 0),
        ("ikeda-1 repetition=positional", 2, 2, Method.HISTORY, 1),
        ("ikeda-1", 4, 1, Method.HISTORY, 2),
        ("ming-qing", 3, 3, Method.TABLE, 7),
        ("ming-qing", 5, 2, Method.TABLE, 8),
        ("ming-qing repetition=positional", 4, 1, Method.HISTORY, 2),
        ("tang-song suicide=forbidden", 5, 2, Method.TABLE, 8),
        ("song-captives suicide=forbidden", 5, 2, Method.TABLE, 8),
        ("dunhuang-chips suicide=forbidden", 5, 2, Method.TABLE, 8),
        ("equal-lu suicide=forbidden", 5, 2, Method.TABLE, 8),
    ],
)
def test_the_referee_plays_the_line_and_counts_the_value(
    ruleset: str, width: int, height: int, method: Method, value: int
) -> None:
    board = Board(width, height)
    solution = solved(ruleset, board, BLACK, method)
    assert (solution.value, solution.lower <= value <= solution.upper) == (value, True)
    assert solution.exact == (method is Method.HISTORY or treat(find(ruleset)).plain_ko)
    assert margin_of_line(ruleset, board, BLACK, solution) == value
    assert solution.line[-2:] == ["pass", "pass"]


@pytest.mark.parametrize(
    "ruleset",
    ["tang-song suicide=forbidden", "dunhuang-chips suicide=forbidden", "equal-lu suicide=forbidden", "ming-qing",
     "natural-ending suicide=forbidden", "chinese"],
)  # fmt: skip
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_position_is_solved_as_the_referee_counts_it(ruleset: str, color: Color) -> None:
    board = read_diagram(POSITION.replace("/", "\n"))
    solution = solved(ruleset, board, color, Method.TABLE)
    assert solution.black == ["C1", "C2", "C3"]
    assert solution.white == ["B2"]
    if solution.line is None:
        assert solution.lower < solution.upper
    else:
        assert margin_of_line(ruleset, board, color, solution) == solution.value


def test_both_methods_solve_a_position_alike() -> None:
    board = read_diagram("X.\n..\n.O")
    for color in (BLACK, WHITE):
        by_table, by_search = (solved("chinese", board, color, method) for method in Method)
        assert by_table.lower <= by_search.value <= by_table.upper


def test_openings_of_three_by_three() -> None:
    solution = solved("chinese", Board(3, 3), BLACK, Method.TABLE, openings=True)
    found = {opening.move: opening for opening in solution.openings}
    assert found["B2"].value == 9
    published = {**dict.fromkeys(("B1", "A2", "C2", "B3"), 3), **dict.fromkeys(("A1", "C1", "A3", "C3", "pass"), -9)}
    for move, value in published.items():
        assert found[move].lower <= value <= found[move].upper


@pytest.mark.slow
def test_openings_of_three_by_three_with_history() -> None:
    solution = solved("chinese", Board(3, 3), BLACK, Method.HISTORY, openings=True)
    found = {opening.move: opening.value for opening in solution.openings}
    assert [found[move] for move in ("B2", "B1", "A1", "pass")] == [9, 3, -9, -9]


def test_openings_of_two_by_two_with_history() -> None:
    solution = solved("chinese", Board(2, 2), BLACK, Method.HISTORY, openings=True)
    assert {opening.move: opening.value for opening in solution.openings} == {
        "A1": 1, "B1": 1, "A2": 1, "B2": 1, "pass": -1,
    }  # fmt: skip


def test_white_begins_where_the_ruleset_says_so() -> None:
    black, white = (solved("ming-qing", Board(5, 2), color) for color in (BLACK, WHITE))
    assert (black.value, white.value) == (8, -8)


def test_bounds_that_do_not_meet_are_told_as_such() -> None:
    solution = solved("chinese", Board(2, 2), BLACK, Method.TABLE)
    assert (solution.value, solution.lower, solution.upper, solution.exact, solution.line) == (None, -4, 4, False, None)
    assert "worst and as the best" in solution.repetition
    assert "not looked at" in solution.repetition


def test_a_draw_is_what_endless_play_comes_to_where_the_ruleset_says_so() -> None:
    drawn = solved("ming-qing", Board(2, 2), BLACK)
    assert (drawn.value, drawn.exact) == (0, True)
    assert "draw" in drawn.repetition
    assert [settled(Bounds(*b), draw=True) for b in ((-3, 2), (1, 4), (-4, -2), (3, 3))] == [0, 1, -2, 3]
    assert [settled(Bounds(*b), draw=False) for b in ((-3, 2), (1, 4), (3, 3))] == [None, None, 3]


def test_suicides_of_single_stones_put_off_the_end_for_ever() -> None:
    """In a game without passes that cost anything a side may throw stones into an eye as long as it likes."""
    allowed, chains = (solved(f"tang-song suicide={which}", Board(5, 2), BLACK) for which in ("allowed", "chains"))
    assert (allowed.value, allowed.exact) == (None, False)
    assert allowed.lower < 8 <= allowed.upper
    assert chains.value == 8


def test_the_method_is_chosen_by_the_repetition_rule() -> None:
    assert solved("chinese", Board(2, 2)).method is Method.HISTORY
    assert solved("chinese", Board(5, 2)).method is Method.TABLE
    assert solved("ming-qing", Board(2, 2)).method is Method.TABLE


def test_a_line_that_does_not_end_the_game_is_no_line() -> None:
    with pytest.raises(IllegalMove, match="does not end"):
        refereed(find("chinese"), Board(2, 2), BLACK, [0, None])


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        ("japanese", "hypothetical play"),
        ("korean", "hypothetical play"),
        ("yan-lai-2007-a", "outside the board"),
        ("yan-lai-2007-b", "outside the board"),
        ("yan-lai-2015", "claims"),
        ("ikeda-3", "passed first"),
        ("natural-ending ending=annihilation", "winning and losing"),
    ],
)
def test_what_cannot_be_treated_exactly_is_refused_with_the_reason(ruleset: str, reason: str) -> None:
    with pytest.raises(Unsolvable, match=reason):
        solved(ruleset, Board(2, 2))


def test_every_registered_ruleset_is_treated_or_refused() -> None:
    refused = set()
    for ruleset in registered():
        try:
            treat(ruleset)
        except Unsolvable:
            refused.add(ruleset.name)
    assert refused == {"japanese", "korean", "yan-lai-2007-a", "yan-lai-2007-b", "yan-lai-2015", "ikeda-3"}


def test_a_board_that_is_too_big_is_refused() -> None:
    with pytest.raises(Unsolvable, match="at most 16 points"):
        solved("chinese", Board(5, 5))


# -- the command


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["solve", "--size", "4x2", "--ruleset", "ming-qing", "--to-move", "black", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["value"], told["method"], told["exact"], told["size"]) == (6, "table", True, "4x2")
    assert told["openings"] is None


def test_the_command_prints_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["solve", "--position", "X./.O", "--ruleset", "chinese", "--openings"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2x2  chinese  black to move"
    assert lines[1].startswith("value: ")
    assert lines[2].startswith("repetition: as the ruleset has it")
    assert any(line.startswith("  pass ") for line in lines)
    assert lines[-1].startswith("method: history, ")


def test_the_command_reads_a_diagram_from_a_file(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "corner.txt"
    file.write_text("2 X . 2\n1 . O 1\n", encoding="utf-8")
    assert run_command(["solve", "--position", str(file), "--ruleset", "chinese", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["black"], told["white"]) == (["A2"], ["B1"])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--size", "3"], "3x4"),
        (["--size", "0x3"], "3x4"),
        (["--size", "99x99"], "3x4"),
        ([], "--size or --position"),
        (["--position", "X?./..."], "no diagram"),
        (["--position", "X../.."], "not a position"),
        (["--position", "X./.O", "--size", "3x3"], "2 columns and 2 rows"),
        (["--size", "2x2", "--method", "history", "--limit", "5"], "not solved within 5"),
        (["--size", "5x5"], "at most 16 points"),
    ],
)
def test_what_the_command_cannot_use_ends_it_with_a_reason(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["solve", "--ruleset", "chinese", *arguments]) == 2
    told = capsys.readouterr()
    assert reason in told.err
    assert told.out == ""


def test_an_unknown_ruleset_ends_the_command_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["solve", "--ruleset", "chinesse", "--size", "2x2"]) == 2
    assert "did you mean chinese" in capsys.readouterr().err
