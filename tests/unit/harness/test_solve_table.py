"""The table method: against value iteration over explicit states, against published values, and on its own consistency."""

from __future__ import annotations

from functools import cache

import pytest

pytest.importorskip("numba")

from solve_oracles import PlainTable, legal_boards

from gtp_rules.board import BLACK, WHITE, Board, Color
from gtp_rules.rulesets import find
from harness.solve.lines import settled
from harness.solve.shape import shape
from harness.solve.table import Bounds, State, Table
from harness.solve.treatment import treat


@cache
def table(ruleset: str, width: int, height: int) -> Table:
    return Table(shape(width, height), treat(find(ruleset)))


def value(ruleset: str, width: int, height: int) -> tuple[int, int]:
    """Bounds of the empty board for the side that begins."""
    return tuple(table(ruleset, width, height).bounds(State(0, 0)))


# -- explicit states


def as_state(stones: tuple[int, ...], color: Color, passed: bool, banned: tuple[int, ...] | None) -> State:
    own, other = (sum(1 << p for p, c in enumerate(stones) if c == side) for side in (color, color.opponent))
    ko = None
    if banned is not None:
        (ko,) = (p for p, c in enumerate(banned) if c == color and not stones[p])
    return State(own, other, passed, ko)


def check_against_explicit_states(ruleset: str, width: int, height: int) -> int:
    """Compares every state but those after the suicide of a single stone, which the table does not name."""
    rules, ours = find(ruleset), table(ruleset, width, height)
    plain, compared = PlainTable(rules, width, height, ours.treatment.restricted), 0
    for state in plain.edges:
        stones, color, _, banned = state
        if banned == stones:
            continue
        found = ours.bounds(as_state(*state))
        lower, upper = plain.lower[state], plain.upper[state]
        assert found == (Bounds(lower, upper) if color == BLACK else Bounds(-upper, -lower)), state
        compared += 1
    return compared


@pytest.mark.parametrize(
    "ruleset",
    ["ming-qing", "tang-song", "tang-song dame=as_is", "tang-song suicide=chains", "natural-ending",
     "ikeda-1 repetition=simple",
     "chinese repetition=simple", "tromp-taylor repetition=simple", "natural-ending suicide=forbidden"],
)  # fmt: skip
@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 1), (4, 1), (5, 1), (2, 2)])
def test_every_state_has_the_bounds_of_plain_value_iteration(ruleset: str, width: int, height: int) -> None:
    assert check_against_explicit_states(ruleset, width, height) > 2


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["ming-qing", "tang-song", "natural-ending", "ikeda-1 repetition=simple"])
@pytest.mark.parametrize(("width", "height"), [(3, 2), (6, 1)])
def test_every_state_of_six_points_has_the_bounds_of_plain_value_iteration(ruleset: str, width: int, height: int) -> None:
    assert check_against_explicit_states(ruleset, width, height) > 1000


def test_ko_states_are_among_those_compared() -> None:
    plain = PlainTable(find("ming-qing"), 4, 1, restricted=False)
    assert any(state[3] is not None for state in plain.edges)


# -- published values


AREA = {
    (2, 1): 0, (3, 1): 3, (4, 1): 4, (4, 2): 8, (5, 2): 10, (6, 2): 12, (3, 3): 9, (7, 2): 14,
}  # fmt: skip
"""Mini-Go (Drange, Spight, Taylor 1998), area, first player's margin; those that do not depend on superko."""

SUPERKO = {
    (5, 1): 0, (6, 1): 1, (7, 1): 2, (8, 1): 3, (9, 1): 0, (10, 1): 1, (11, 1): 2, (12, 1): 1, (2, 2): 1, (3, 2): 0, (4, 3): 4,
}  # fmt: skip
"""From the same source; these depend on superko, so the table can only enclose them."""


@pytest.mark.parametrize("size", AREA)
def test_published_values_that_need_no_superko(size: tuple[int, int]) -> None:
    assert value("chinese", *size) == (AREA[size],) * 2


@pytest.mark.parametrize("size", SUPERKO)
def test_published_values_that_need_superko_lie_within_the_bounds(size: tuple[int, int]) -> None:
    lower, upper = value("chinese", *size)
    assert lower <= SUPERKO[size] <= upper
    assert lower < upper


@pytest.mark.parametrize(
    ("size", "expected"), [((3, 1), 1), ((4, 1), 2), ((4, 2), 6), ((5, 2), 8), ((3, 3), 7), ((6, 2), 10), ((7, 2), 12)]
)
def test_the_eye_tax_costs_the_owner_of_the_board_two_points(size: tuple[int, int], expected: int) -> None:
    lower, upper = value("ming-qing", *size)
    assert settled(Bounds(lower, upper), draw=True) == lower == expected


def test_stones_alone_are_worth_what_the_two_eyed_owner_can_fill() -> None:
    lower, upper = value("ikeda-1 suicide=forbidden", 3, 3)
    assert lower == 7 <= upper


@pytest.mark.slow
def test_three_by_five_and_four_by_four() -> None:
    assert value("chinese", 5, 3) == (15, 15)
    assert value("ming-qing", 5, 3)[0] == 13
    lower, upper = value("chinese", 4, 4)
    assert (lower, upper) == (1, 16)
    assert lower <= 2 <= upper  # the published value, under superko


# -- consistency


def test_symmetrical_positions_have_the_same_bounds() -> None:
    ours = table("tang-song", 3, 2)
    for board in legal_boards(3, 2):
        turned = Board(3, 2)
        turned.reset(board.colors[::-1])
        states = [as_state(tuple(each.colors), BLACK, False, None) for each in (board, turned)]
        assert ours.bounds(states[0]) == ours.bounds(states[1])


def test_the_best_choice_has_the_bounds_of_the_state() -> None:
    ours = table("ming-qing", 4, 2)
    for number, board in enumerate(legal_boards(4, 2)):
        if number % 7 == 0:
            for color, passed in ((BLACK, False), (WHITE, True)):
                state = as_state(tuple(board.colors), color, passed, None)
                choices = ours.choices(state)
                best = Bounds(max(c.bounds.lower for c in choices), max(c.bounds.upper for c in choices))
                assert best == ours.bounds(state)
                for choice in choices:
                    if choice.after is not None:
                        lower, upper = ours.bounds(choice.after)
                        assert choice.bounds == Bounds(-upper, -lower)
