"""Counts of hand-made positions: lu, area, territory; how groups live; dame played out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from positions import CHINESE_NUMBERS, FIGURE_4_4, SEKI_WITH_EYES, swapped

from gtp_rules.board import BLACK, WHITE, Board, Color, read_diagram, survey
from gtp_rules.rules.counting import (
    Account,
    AreaCount,
    Counting,
    Dame,
    Life,
    LuCount,
    Position,
    SekiLu,
    Settlement,
    Side,
    Tally,
    TerritoryCount,
    livings,
)
from gtp_rules.rules.counting.dame import fill_dame

AS_IS = LuCount(dame=Dame.AS_IS)
WALLS = """
5 . X O . .
4 . X O O O
3 . X O . .
2 . X O O O
1 . X O . .
"""
"""No dame: Black encloses 5 points, White 6."""
JOINING = """
5 . X . X X O O .
4 X X X X X O . O
3 . O O O O O O O
2 X X X X . O O .
1 . X . X X O . O
"""
"""Two black groups of two eyes each; a3 joins them, e2 does not; both are dame."""
ATARI = """
5 . X . X X O O .
4 X X X X X O . O
3 . O O O O O O O
2 X X X X . O O .
1 . X . . X O . O
"""
"""As above, but a white stone on e2 would leave e1 with the one liberty d1."""


def points(board: Board, text: str) -> frozenset[int]:
    return frozenset(p for word in text.split() for p in board.chain(board.geometry.point(word)))


def position(
    diagram: str,
    *,
    dead: str = "",
    seki: str | None = None,
    played: tuple[int, int] = (0, 0),
    captured: tuple[int, int] = (0, 0),
    to_move: Color = BLACK,
) -> Position:
    board = read_diagram(diagram)
    black, white = (Tally(Account(played=n, captured=lost)) for n, lost in zip(played, captured, strict=True))
    settlement = Settlement(points(board, dead), None if seki is None else points(board, seki))
    return Position(board, settlement, black, white, to_move, None, None)


def totals(counting: Counting, found: Position) -> tuple[Fraction, Fraction]:
    black, white = counting.count(found)
    return black.total, white.total


def lines(side: Side) -> dict[str, Fraction]:
    assert len({line.item for line in side.lines}) == len(side.lines)
    return {line.item: line.value for line in side.lines}


# -- lu ------------------------------------------------------------------------------------------------------------------


def test_lu_are_enclosed_points_less_two_a_group() -> None:
    assert totals(LuCount(), position(WALLS)) == (3, 4)
    black, _ = LuCount().count(position(WALLS))
    assert lines(black)["points enclosed"] == 5
    assert lines(black)["basic eyes"] == -2


def test_lu_prisoners_are_filled_back_by_their_owner() -> None:
    assert totals(LuCount(), position(WALLS, captured=(2, 1))) == (1, 3)


def test_lu_may_be_negative() -> None:
    assert totals(LuCount(), position(WALLS, captured=(7, 0))) == (-4, 4)


@pytest.mark.parametrize(("played", "expected"), [((10, 10), (3, 4)), ((10, 9), (3, 3)), ((8, 11), (0, 4)), ((0, 1), (2, 4))])
def test_lu_the_side_with_fewer_moves_fills_its_own(played: tuple[int, int], expected: tuple[int, int]) -> None:
    assert totals(LuCount(), position(WALLS, played=played)) == expected


def test_lu_moves_of_both_accounts_count() -> None:
    found = position(WALLS)._replace(
        black=Tally(Account(played=3, virtual=1), Account(played=2)), white=Tally(Account(played=1), Account(virtual=1))
    )
    assert totals(LuCount(), found) == (3, 4 - 4)


def test_lu_dead_stones_are_filled_back_and_their_points_enclosed() -> None:
    dead = WALLS.replace("3 . X", "3 O X")
    assert totals(LuCount(), position(dead, dead="a3")) == (3, 4 - 1)
    assert totals(TerritoryCount(), position(dead, dead="a3")) == (5 + 1, 6)
    assert totals(AreaCount(), position(dead, dead="a3")) == (10, 15)


def test_lu_a_group_with_an_eye_in_common_pays_once() -> None:
    """The white stones around d5 and d1 are one group through their own points."""
    found = survey(read_diagram(WALLS))
    assert [len(group.territory) for group in found.groups] == [1, 3]


@pytest.mark.parametrize(("seki", "expected"), [(SekiLu.EFFECTIVE, (5, 0)), (SekiLu.ZERO, (2, 0)), (SekiLu.PLAYED, (2, -3))])
def test_declared_seki_of_figure_4_4(seki: SekiLu, expected: tuple[int, int]) -> None:
    found = position(FIGURE_4_4, seki="a3 d5")
    assert totals(LuCount(seki=seki), found) == expected
    other = position(swapped(FIGURE_4_4), seki="a3 d5")
    assert totals(LuCount(seki=seki), other) == expected[::-1]


@pytest.mark.parametrize("dame", list(Dame))
def test_figure_4_4_without_a_declaration_taxes_every_group_of_two_points_as_independent(dame: Dame) -> None:
    black, white = totals(LuCount(dame=dame), position(FIGURE_4_4))
    assert black == 4 - 2 + 4 - 2
    assert white == 0


@pytest.mark.parametrize("seki", list(SekiLu))
def test_seki_with_eyes_in_lu(seki: SekiLu) -> None:
    """G3: each black group keeps the eye that it needs; the prisoner is filled back."""
    assert totals(LuCount(seki=seki), position(SEKI_WITH_EYES, captured=(1, 0))) == (-1, 0)


def test_numbers_of_zhang_hu() -> None:
    found = position(CHINESE_NUMBERS, dead="b2 b5 b8")
    assert totals(AS_IS, found) == (18, 11)
    assert totals(LuCount(), found) == (18, 11)
    assert totals(AreaCount(), found) == (21 + 22, 18 + 16)
    assert totals(TerritoryCount(), found) == (22 + 3, 16)


# -- how groups live -----------------------------------------------------------------------------------------------------


def lives(diagram: str, seki: str | None = None) -> list[tuple[str, Life, int]]:
    found = position(diagram, seki=seki)
    shape = found.board.geometry
    return [
        (shape.vertex(living.group.stones[0]), living.life, len(living.eyes))
        for living in livings(survey(found.board), found.settlement)
    ]


def test_two_points_make_a_group_independent_and_one_does_not() -> None:
    assert lives(WALLS) == [("B1", Life.INDEPENDENT, 2), ("C1", Life.INDEPENDENT, 2)]
    assert lives(SEKI_WITH_EYES) == [
        ("B1", Life.SEKI, 1),
        ("C1", Life.SEKI, 0),
        ("E2", Life.SEKI, 1),
    ]


def test_a_declaration_puts_a_group_into_seki_and_leaves_the_others() -> None:
    assert lives(FIGURE_4_4, "a3 d5") == [
        ("B1", Life.INDEPENDENT, 2),
        ("E1", Life.INDEPENDENT, 2),
        ("A3", Life.SEKI, 1),
        ("E3", Life.SEKI, 1),
    ]


def test_an_empty_declaration_makes_no_one_point_group_independent() -> None:
    assert lives(SEKI_WITH_EYES, "")[0] == ("B1", Life.SEKI, 1)
    assert lives(WALLS, "")[0] == ("B1", Life.INDEPENDENT, 2)


def test_a_seki_group_without_a_public_liberty_keeps_two_eyes() -> None:
    assert lives(WALLS, "b1")[0] == ("B1", Life.SEKI, 2)


def test_basic_eyes_lie_apart() -> None:
    found = position(WALLS)
    black, white = livings(survey(found.board), found.settlement)
    first, second = black.eyes
    assert second not in found.board.geometry.neighbors[first]
    regions = survey(found.board).region_at
    assert regions[white.eyes[0]] != regions[white.eyes[1]]


# -- dame ----------------------------------------------------------------------------------------------------------------


def fills(found: Position) -> tuple[list[str], list[str]]:
    made, shape = fill_dame(found), found.board.geometry
    return [shape.vertex(p) for p in made.black], [shape.vertex(p) for p in made.white]


def test_dame_that_joins_two_groups_of_the_filler_comes_first() -> None:
    """By the order of points e2 would come first."""
    assert fills(position(JOINING, to_move=BLACK)) == (["A3"], ["E2"])
    assert fills(position(JOINING, to_move=WHITE)) == (["A3"], ["E2"])
    assert totals(LuCount(), position(JOINING, to_move=BLACK))[0] == 4 - 2, "the joined groups pay for one pair of eyes"
    assert totals(AS_IS, position(JOINING))[0] == 4 - 2 - 2


def test_dame_goes_to_the_lowest_point_where_none_joins() -> None:
    made = fills(position(CHINESE_NUMBERS, dead="b2 b5 b8", to_move=BLACK))
    assert made == (["D8", "D9"], ["G8", "G9"])
    assert fills(position(CHINESE_NUMBERS, dead="b2 b5 b8", to_move=WHITE)) == (["G8", "G9"], ["D8", "D9"])


def test_a_fill_that_would_put_a_chain_in_atari_is_left() -> None:
    """White may not play e2, so White takes a3 first and Black e2."""
    assert fills(position(ATARI, to_move=WHITE)) == (["E2"], ["A3"])
    assert fills(position(ATARI, to_move=BLACK)) == (["A3", "E2"], [])


def test_dame_beside_a_seki_group_is_not_filled() -> None:
    assert fills(position(SEKI_WITH_EYES)) == ([], [])
    assert fills(position(JOINING, seki="b3")) == ([], [])


def test_dame_filled_beside_a_dead_chain_looks_at_the_cleared_board() -> None:
    diagram = CHINESE_NUMBERS.replace("9 . . X . O", "9 . . X O O").replace("8 . O X . O", "8 . O X X O")
    assert fills(position(diagram, dead="b2 b5 b8")) == (["G8"], ["G9"])


def test_an_empty_board_has_no_dame() -> None:
    assert fills(position(". . .\n. . .")) == ([], [])
    assert totals(LuCount(), position(". . .\n. . .")) == (0, 0)


def test_fills_equalise_moves_with_what_was_played() -> None:
    """An odd number of dame: the side that fills one fewer pays one lu, unless it had made one move more."""
    diagram = CHINESE_NUMBERS.replace("9 . . X . O", "9 . . X X O")
    dead = "b2 b5 b8"
    first = position(diagram, dead=dead, to_move=BLACK, played=(10, 10))
    second = position(diagram, dead=dead, to_move=WHITE, played=(11, 10))
    assert len(fill_dame(first).black) - len(fill_dame(first).white) == 1
    assert len(fill_dame(second).white) - len(fill_dame(second).black) == 1
    assert totals(LuCount(), first)[0] - totals(LuCount(), first)[1] == 18 - (11 - 1)
    assert totals(LuCount(), second)[0] - totals(LuCount(), second)[1] == 18 - 11


def test_counting_does_not_touch_the_position() -> None:
    found = position(JOINING)
    before = found.board.colors[:]
    for counting in (LuCount(), AreaCount(), TerritoryCount()):
        counting.count(found)
    assert found.board.colors == before


# -- area and territory --------------------------------------------------------------------------------------------------


def test_area_of_walls() -> None:
    assert totals(AreaCount(), position(WALLS)) == (10, 15)
    assert totals(AreaCount(), position(WALLS, captured=(5, 3), played=(4, 9))) == (10, 15), "only the board counts"


def test_area_lists_public_points_and_adds_nothing_for_them() -> None:
    black, white = AreaCount().count(position(SEKI_WITH_EYES))
    assert (black.total, white.total) == (12, 11)
    for side in (black, white):
        assert lines(side)["public points, shared equally"] == 0
        assert side.lines[-1].points == (8, 16), "d2 and b4"


def test_area_of_a_lone_stone_and_of_nothing() -> None:
    assert totals(AreaCount(), position(". . .\n. X .\n. . .")) == (9, 0)
    assert totals(AreaCount(), position(". . .\n. . .")) == (0, 0)


def test_territory_has_points_and_both_kinds_of_prisoners() -> None:
    assert totals(TerritoryCount(), position(WALLS, captured=(2, 5))) == (5 + 5, 6 + 2)


def test_territory_has_no_points_in_seki() -> None:
    assert totals(TerritoryCount(), position(SEKI_WITH_EYES, captured=(1, 0))) == (0, 1)
    assert totals(TerritoryCount(), position(WALLS, seki="b1")) == (0, 6)


@pytest.mark.parametrize("counting", [LuCount(), AS_IS, LuCount(seki=SekiLu.PLAYED), AreaCount(), TerritoryCount()], ids=repr)
@pytest.mark.parametrize("diagram", [WALLS, SEKI_WITH_EYES, FIGURE_4_4, CHINESE_NUMBERS], ids=["walls", "seki", "4.4", "zhang"])
def test_counts_are_blind_to_colors(counting: Counting, diagram: str) -> None:
    mine = totals(counting, position(diagram, played=(3, 5), captured=(2, 1), to_move=BLACK))
    other = totals(counting, position(swapped(diagram), played=(5, 3), captured=(1, 2), to_move=WHITE))
    assert mine == other[::-1]


def test_sides() -> None:
    found = position(WALLS, dead="c1")
    assert found.dead(WHITE) == sorted(points(found.board, "c1"))
    assert found.dead(BLACK) == []
    assert found.tally(BLACK) is found.black
    assert found.tally(WHITE) is found.white
    assert found.cleared().stones(WHITE) == []
