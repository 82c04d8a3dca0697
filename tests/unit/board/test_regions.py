"""Regions and groups: the survey that every count begins with."""

from __future__ import annotations

from itertools import product

import pytest

from gtp_rules.board import BLACK, WHITE, Board, Color, Survey, read_diagram, survey

SEKI_WITH_EYES = """
    O O O X .
    O . O X X
    X X O O X
    X X O . X
    . X O O O
"""

THREE_GROUPS = """
    . . X . O O . X .
    . O X . O O . X .
    . . X X O O O X .
    . . X X O . O X .
    . O X X O . O O X
    . . X X O . . O O
    . . X X O . . . .
    . O X X O . . . .
    . . X X O . . . .
"""


def _vertices(taken: Survey, points: object) -> str:
    return " ".join(taken.geometry.vertices(points))


def _dead(board: Board, text: str) -> list[int]:
    return [board.geometry.point(vertex) for vertex in text.split()]


# name, diagram, dead, Black's territory, White's territory, public points
TERRITORIES = [
    ("an empty board belongs to nobody", ". .\n. .", "", "", "", "A1 B1 A2 B2"),
    ("the smallest board", ".", "", "", "", "A1"),
    ("one stone owns the rest", ". .\n. X", "", "A1 A2 B2", "", ""),
    ("one stone of each", "X .\n. O", "", "", "", "A1 B2"),
    ("a wall", ". X O .\n. X O .\n. X O .", "", "A1 A2 A3", "D1 D2 D3", ""),
    ("a gap in the wall", ". X O .\n. X O .\n. X . .", "C2 C3", "A1 A2 A3 C1 D1 C2 D2 C3 D3", "", ""),
    ("a dead stone inside", ". X O .\nO X O .\n. X O .", "A2", "A1 A2 A3", "D1 D2 D3", ""),
    ("the same stone alive", ". X O .\nO X O .\n. X O .", "", "", "D1 D2 D3", "A1 A3"),
    ("dame", "X . O\nX . O\n. X O", "", "A1", "", "B2 B3"),
    ("all stones dead", "X . O\n. . .", "A2 C2", "", "", "A1 B1 C1 A2 B2 C2"),
    ("an empty point may be called dead", "X .\n. .", "B1", "A1 B1 B2", "", ""),
    ("a false eye counts as long as it is empty", ". X O\nX O O\nO O .", "", "A3", "C1", ""),
]


@pytest.mark.parametrize(
    ("text", "dead", "black", "white", "public"), [pytest.param(*row[1:], id=row[0]) for row in TERRITORIES]
)
def test_territory(text: str, dead: str, black: str, white: str, public: str) -> None:
    board = read_diagram(text)
    before = board.copy()
    taken = survey(board, _dead(board, dead))
    assert set(_vertices(taken, taken.territory(BLACK)).split()) == set(black.split())
    assert set(_vertices(taken, taken.territory(WHITE)).split()) == set(white.split())
    assert set(_vertices(taken, taken.public).split()) == set(public.split())
    for points in (taken.territory(BLACK), taken.territory(WHITE), taken.public):
        assert points == sorted(points)
    assert board == before
    assert board.key == before.key


# name, diagram, dead, groups: color, stones, territory with a bar between regions, public points beside
GROUPS = [
    ("none", ". .\n. .", "", []),
    ("one stone", "X .\n. .", "", [(BLACK, "A2", "A1 B1 B2", "")]),
    (
        "two chains that share an eye are one group",
        ". X .\nX . X\n. X .",
        "",
        [(BLACK, "B1 A2 C2 B3", "A1 | C1 | B2 | A3 | C3", "")],
    ),
    (
        "two chains with eyes of their own are two groups",
        ". X O X .\nX X O X X\nO O O O O\n. . O . .",
        "",
        [
            (WHITE, "C1 A2 B2 C2 D2 E2 C3 C4", "A1 B1 | D1 E1", ""),
            (BLACK, "A3 B3 B4", "A4", ""),
            (BLACK, "D3 E3 D4", "E4", ""),
        ],
    ),
    (
        "a public point joins nothing",
        "X . X\nX O X\n. O .",
        "",
        [(WHITE, "B1 B2", "", "A1 C1 B3"), (BLACK, "A2 A3", "", "A1 B3"), (BLACK, "C2 C3", "", "C1 B3")],
    ),
    (
        "once the stones between are dead the group is one",
        "X . X\nX O X\n. O .",
        "B1 B2",
        [(BLACK, "A2 C2 A3 C3", "A1 B1 C1 B2 B3", "")],
    ),
    (
        "a dead stone is no member",
        ". X O\nO X O\n. X .",
        "A2",
        [(BLACK, "B1 B2 B3", "A1 A2 A3", "C1"), (WHITE, "C2 C3", "", "C1")],
    ),
]


@pytest.mark.parametrize(("text", "dead", "groups"), [pytest.param(*row[1:], id=row[0]) for row in GROUPS])
def test_groups(text: str, dead: str, groups: list[tuple[Color, str, str, str]]) -> None:
    board = read_diagram(text)
    taken = survey(board, _dead(board, dead))
    found = [
        (
            group.color,
            _vertices(taken, group.stones),
            " | ".join(_vertices(taken, region) for region in group.territory),
            _vertices(taken, group.public),
        )
        for group in taken.groups
    ]
    assert found == groups


def test_seki_with_eyes() -> None:
    """Both black groups have one eye, White none; two public points keep them all alive."""
    taken = survey(read_diagram(SEKI_WITH_EYES))
    assert (taken.stones(BLACK), taken.stones(WHITE)) == (10, 11)
    assert _vertices(taken, taken.territory(BLACK)) == "A1 E5"
    assert taken.territory(WHITE) == []
    assert _vertices(taken, taken.public) == "D2 B4"
    groups = [(group.color, group.enclosed, _vertices(taken, group.public)) for group in taken.groups]
    assert groups == [(BLACK, 1, "B4"), (WHITE, 0, "D2 B4"), (BLACK, 1, "D2")]
    assert [_vertices(taken, group.points) for group in taken.groups] == ["A1", "", "E5"]


def test_three_independent_groups_beside_open_dame() -> None:
    """Zhang Hu's figures: 18 points with three prisoners inside and 4 more for Black, 16 for White, four dame."""
    board = read_diagram(THREE_GROUPS)
    assert (len(board.stones(BLACK)), len(board.stones(WHITE))) == (21, 21)
    taken = survey(board, _dead(board, "B2 B5 B8"))
    assert (taken.stones(BLACK), taken.stones(WHITE)) == (21, 18)
    assert (len(taken.territory(BLACK)), len(taken.territory(WHITE))) == (22, 16)
    assert _vertices(taken, taken.public) == "D8 G8 D9 G9"
    groups = [(group.color, group.enclosed, _vertices(taken, group.public)) for group in taken.groups]
    assert groups == [(BLACK, 18, "D8 D9"), (WHITE, 16, "D8 G8 D9 G9"), (BLACK, 4, "G8 G9")]


@pytest.mark.parametrize("text", [SEKI_WITH_EYES, THREE_GROUPS, *(row[1] for row in TERRITORIES + GROUPS)])
def test_survey_agrees_with_itself(text: str) -> None:
    """Every point lies in one region or under a stone; the index lists and the two lists say the same."""
    board = read_diagram(text)
    taken = survey(board)
    assert taken.colors == board.colors
    assert sorted(point for region in taken.regions for point in region.points) == board.empties()
    assert sorted(point for group in taken.groups for point in group.stones) == sorted(
        board.stones(BLACK) + board.stones(WHITE)
    )
    assert [region.points[0] for region in taken.regions] == sorted(region.points[0] for region in taken.regions)
    assert [group.stones[0] for group in taken.groups] == sorted(group.stones[0] for group in taken.groups)
    for point in range(board.geometry.size):
        regions = [index for index, region in enumerate(taken.regions) if point in region.points]
        groups = [index for index, group in enumerate(taken.groups) if point in group.stones or point in group.points]
        assert regions == [taken.region_at[point]] * (taken.region_at[point] >= 0)
        assert groups == [taken.group_at[point]] * (taken.group_at[point] >= 0)
    for region, group in product(taken.regions, taken.groups):
        assert (region.points in group.territory) <= (region.owner == group.color)
