"""The search with history: against a search that carries all boards along, published values, and against the table."""

from __future__ import annotations

import random
from functools import cache

import pytest

pytest.importorskip("numba")

from solve_oracles import legal_boards, plain_history

from gtp_rules.board import BLACK, WHITE, Board, Color, read_diagram
from gtp_rules.rulesets import find
from harness.solve.history import History
from harness.solve.shape import shape
from harness.solve.table import State, Table
from harness.solve.treatment import Unsolvable, treat


@cache
def history(ruleset: str, width: int, height: int) -> History:
    return History(shape(width, height), treat(find(ruleset)))


@cache
def table(ruleset: str, width: int, height: int) -> Table:
    return Table(shape(width, height), treat(find(ruleset)))


def value(ruleset: str, width: int, height: int, hint: int = 0) -> int:
    found = history(ruleset, width, height)
    found.start(Board(width, height), BLACK)
    return found.value(hint)


# -- published values (Drange, Spight, Taylor 1998; stones: exact search under psk and ssk without suicide)

AREA = {
    (2, 1): 0,
    (3, 1): 3,
    (4, 1): 4,
    (5, 1): 0,
    (6, 1): 1,
    (7, 1): 2,
    (2, 2): 1,
    (3, 2): 0,
    (4, 2): 8,
    (5, 2): 10,
    (3, 3): 9,
}
STONES = {(2, 1): 0, (3, 1): 1, (4, 1): 2, (5, 1): 0, (2, 2): 1, (3, 2): 0}
TAXED = {(3, 1): 1, (4, 1): 2, (5, 1): 0, (6, 1): 1, (7, 1): 2, (2, 2): 1, (3, 2): 0, (4, 2): 6}


@pytest.mark.parametrize("size", AREA)
@pytest.mark.parametrize("ruleset", ["chinese", "tromp-taylor suicide=forbidden"])
def test_published_values_of_area(ruleset: str, size: tuple[int, int]) -> None:
    assert value(ruleset, *size, hint=AREA[size]) == AREA[size]


@pytest.mark.parametrize("size", STONES)
@pytest.mark.parametrize("scope", ["positional", "situational"])
def test_published_values_of_stones(scope: str, size: tuple[int, int]) -> None:
    assert value(f"ikeda-1 repetition={scope} suicide=forbidden", *size) == STONES[size]


@pytest.mark.parametrize("size", [(2, 1), (3, 1), (4, 1), (5, 1), (2, 2)])
@pytest.mark.parametrize("ruleset", ["tromp-taylor", "new-zealand"])
def test_published_values_of_area_with_suicide(ruleset: str, size: tuple[int, int]) -> None:
    assert value(ruleset, *size) == AREA[size]


@pytest.mark.parametrize("size", TAXED)
def test_values_with_eye_tax(size: tuple[int, int]) -> None:
    assert value("ming-qing repetition=positional", *size, hint=TAXED[size]) == TAXED[size]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "expected"), [("chinese", 9), ("ming-qing repetition=positional", 7)])
def test_the_hint_does_not_change_the_value(ruleset: str, expected: int) -> None:
    assert value(ruleset, 3, 3, hint=3) == expected


def test_the_hint_does_not_change_the_value_of_small_boards() -> None:
    assert {value("chinese", 2, 2, hint) for hint in range(-5, 6)} == {1}


# -- a plain search


@pytest.mark.parametrize(
    "ruleset",
    [
        "chinese",
        "tromp-taylor",
        "new-zealand",
        "ikeda-1",
        "ming-qing repetition=positional",
        "tang-song repetition=situational",
    ],
)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (3, 1)])
def test_every_position_has_the_value_of_a_plain_search(ruleset: str, width: int, height: int) -> None:
    ours = history(ruleset, width, height)
    for board in legal_boards(width, height):
        for color in (BLACK, WHITE):
            ours.start(board, color)
            expected = plain_history(find(ruleset), board, color)
            assert ours.value() == expected, (board.colors, color)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["chinese", "tromp-taylor suicide=forbidden", "ikeda-1 suicide=forbidden"])
@pytest.mark.parametrize(("width", "height"), [(4, 1), (2, 2)])
def test_larger_boards_have_the_values_of_a_plain_search(ruleset: str, width: int, height: int) -> None:
    ours, dice = history(ruleset, width, height), random.Random(3)
    for board in dice.sample(list(legal_boards(width, height)), 12):
        ours.start(board, BLACK)
        assert ours.value() == plain_history(find(ruleset), board, BLACK), board.colors


# -- the table


def compare(ruleset: str, boards: list[Board]) -> tuple[int, int]:
    """How many positions have bounds that meet, and how many have not; history must agree with both."""
    met = apart = 0
    width, height = boards[0].geometry.width, boards[0].geometry.height
    by_search, by_table = history(ruleset, width, height), table(ruleset, width, height)
    for board in boards:
        for color in (BLACK, WHITE):
            own, other = (sum(1 << p for p in board.stones(side)) for side in (color, color.opponent))
            lower, upper = by_table.bounds(State(own, other))
            by_search.start(board, color)
            value = by_search.value() * (1 if color == BLACK else -1)
            assert lower <= value <= upper, (board.colors, color)
            met, apart = met + (lower == upper), apart + (lower != upper)
    return met, apart


@pytest.mark.parametrize("ruleset", ["chinese", "tromp-taylor", "ming-qing repetition=positional", "ikeda-1"])
@pytest.mark.parametrize(("width", "height"), [(2, 2), (4, 1), (5, 1)])
def test_both_methods_agree_on_every_position(ruleset: str, width: int, height: int) -> None:
    met, apart = compare(ruleset, list(legal_boards(width, height)))
    assert met > 0 or treat(find(ruleset)).kind != 1
    assert met + apart == 2 * len(list(legal_boards(width, height)))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["chinese", "ming-qing repetition=situational"])
def test_both_methods_agree_on_every_position_of_six_points(ruleset: str) -> None:
    for width, height in ((3, 2), (6, 1)):
        met, apart = compare(ruleset, list(legal_boards(width, height)))
        assert apart > 200
        assert met > 300 or treat(find(ruleset)).kind != 1


def test_positional_superko_can_take_away_what_simple_ko_leaves() -> None:
    """Under simple ko a pass lifts the ban on a ko, under positional superko nothing does: the bounds are not for superko."""
    board = read_diagram(".X.X.X")
    by_table = table("ming-qing repetition=positional", 6, 1)
    assert by_table.bounds(State(0b101010, 0)).lower == 4
    for scope, value in (("positional", 1), ("situational", 4)):
        by_search = history(f"ming-qing repetition={scope}", 6, 1)
        by_search.start(board, BLACK)
        assert by_search.value(value) == value


# -- limits


def test_what_the_search_does_not_reach_is_refused() -> None:
    with pytest.raises(Unsolvable, match="12 points"):
        History(shape(7, 2), treat(find("chinese")))
    with pytest.raises(Unsolvable, match="no history"):
        History(shape(2, 2), treat(find("ming-qing")))
    with pytest.raises(Unsolvable, match="passes"):
        History(shape(2, 2), treat(find("natural-ending repetition=positional")))


def test_the_search_gives_up_at_its_limit() -> None:
    ours = History(shape(4, 3), treat(find("tromp-taylor")), most=1000)
    ours.start(Board(4, 3), BLACK)
    with pytest.raises(Unsolvable, match="1000 nodes"):
        ours.value()


def test_moves_are_made_and_taken_back() -> None:
    ours = history("tromp-taylor suicide=forbidden", 2, 2)
    ours.start(Board(2, 2), BLACK)
    assert ours.play(0)
    assert ours.to_move is Color.WHITE
    assert not ours.play(0)  # occupied
    assert ours.play(3)
    assert ours.play(1)  # three points of a board of four: D takes nothing, and White's last liberty is A2
    assert ours.play(2)  # takes both black stones
    assert ours.play(None)
    assert ours.passed
    for _ in range(5):
        ours.take_back()
    assert ours.to_move is BLACK
    assert ours.value() == 1
