"""Colors, points, vertices and neighbors."""

import pytest

from gtp_rules.board import BLACK, WHITE, Color, Geometry, geometry
from gtp_rules.errors import BadVertex

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

# width, height, vertex, column, row
VERTICES = [
    (1, 1, "A1", 0, 0),
    (9, 9, "A1", 0, 0),
    (9, 9, "J1", 8, 0),
    (9, 9, "A9", 0, 8),
    (9, 9, "H3", 7, 2),
    (13, 9, "N9", 12, 8),
    (9, 13, "J13", 8, 12),
    (19, 19, "T19", 18, 18),
    (19, 19, "D16", 3, 15),
    (25, 25, "Z25", 24, 24),
    (25, 1, "Z1", 24, 0),
    (1, 25, "A25", 0, 24),
]

BAD_VERTICES = [
    *("", " ", "A", "1", "I1", "i9", "A0", "A01", "A-1", "A+1", "A1.0", "A 1", "A1 ", " A1", "AA1", "1A", "A100"),
    *("pass", "PASS", "resign", "Ä1", "A²", "A１", "Ａ1", "ſ1", "A1\n", "?1", "@1", "[1"),
]
OUTSIDE = [
    (9, 9, "K1"),
    (9, 9, "A10"),
    (9, 9, "Z25"),
    (1, 1, "A2"),
    (1, 1, "B1"),
    (5, 3, "A4"),
    (3, 5, "D1"),
    (25, 25, "A26"),
]


@pytest.mark.parametrize(("width", "height", "vertex", "column", "row"), VERTICES)
def test_vertex_names_a_point_and_back(width: int, height: int, vertex: str, column: int, row: int) -> None:
    shape = geometry(width, height)
    point = row * width + column
    assert shape.point(vertex) == shape.point(vertex.lower()) == point
    assert shape.vertex(point) == vertex
    assert shape.at(column, row) == point
    assert shape.place(point) == (column, row)


@pytest.mark.parametrize("side", range(1, 26))
def test_every_point_has_one_vertex_on_boards_up_to_25(side: int) -> None:
    for shape in (geometry(side, side), geometry(side, 26 - side)):
        vertices = [shape.vertex(point) for point in range(shape.size)]
        assert vertices == [f"{letter}{row}" for row in range(1, shape.height + 1) for letter in LETTERS[: shape.width]]
        assert [shape.point(vertex) for vertex in vertices] == list(range(shape.size))


def test_vertices_come_in_the_order_of_the_points() -> None:
    shape = geometry(9, 9)
    assert shape.vertices({shape.point(text) for text in ("B2", "J1", "A1", "A2")}) == ["A1", "J1", "A2", "B2"]
    assert shape.vertices([]) == []


@pytest.mark.parametrize("text", BAD_VERTICES)
def test_text_that_is_no_vertex(text: str) -> None:
    with pytest.raises(BadVertex, match="is not a vertex"):
        geometry(25, 25).point(text)


@pytest.mark.parametrize(("width", "height", "text"), OUTSIDE)
def test_vertex_outside_the_board(width: int, height: int, text: str) -> None:
    with pytest.raises(BadVertex, match=f"{text} lies outside the board of {width} × {height}"):
        geometry(width, height).point(text)


@pytest.mark.parametrize(
    ("width", "height", "vertex", "neighbors"),
    [
        (1, 1, "A1", []),
        (2, 1, "A1", ["B1"]),
        (1, 3, "A2", ["A1", "A3"]),
        (9, 9, "A1", ["B1", "A2"]),
        (9, 9, "J9", ["J8", "H9"]),
        (9, 9, "E1", ["D1", "F1", "E2"]),
        (9, 9, "J5", ["J4", "H5", "J6"]),
        (9, 9, "J1", ["H1", "J2"]),
        (4, 3, "B2", ["B1", "A2", "C2", "B3"]),
        (4, 3, "D2", ["D1", "C2", "D3"]),
    ],
)
def test_neighbors_come_in_ascending_order(width: int, height: int, vertex: str, neighbors: list[str]) -> None:
    shape = geometry(width, height)
    assert [shape.vertex(point) for point in shape.neighbors[shape.point(vertex)]] == neighbors


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 7), (7, 1), (2, 5), (9, 9), (13, 19), (25, 25)])
def test_every_line_between_points_is_seen_from_both_ends(width: int, height: int) -> None:
    shape = geometry(width, height)
    lines = {(point, beside) for point, around in enumerate(shape.neighbors) for beside in around}
    assert len(lines) == 2 * (width * (height - 1) + height * (width - 1))
    assert lines == {(beside, point) for point, beside in lines}


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0), (-1, 9), (26, 9), (9, 26), (26, 26)])
def test_sizes_outside_1_to_25(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="1 to 25"):
        geometry(width, height)


def test_one_geometry_for_each_size() -> None:
    assert geometry(9, 13) is geometry(9, 13)
    assert geometry(9, 13) is not geometry(13, 9)


def test_numbers_of_stones_differ_and_are_the_same_in_every_run() -> None:
    shape = geometry(25, 25)
    numbers = [*shape.zobrist[BLACK], *shape.zobrist[WHITE]]
    assert len(set(numbers)) == 2 * shape.size
    assert not any(shape.zobrist[0])
    assert Geometry(25, 25).zobrist == shape.zobrist


@pytest.mark.parametrize(
    ("color", "value", "opponent", "letter", "word"),
    [(BLACK, 1, WHITE, "B", "black"), (WHITE, 2, BLACK, "W", "white")],
)
def test_colors(color: Color, value: int, opponent: Color, letter: str, word: str) -> None:
    assert (color, color.opponent, color.letter, color.word) == (value, opponent, letter, word)
