"""Seat stones and the first mover."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gtp_rules.board import BLACK, WHITE, geometry
from gtp_rules.game import Game
from gtp_rules.rules import First, Opening, Stones
from gtp_rules.rulesets import find, registered

SEATS = [
    # width, height, black, white
    (19, 19, "D4 Q16", "D16 Q4"),
    (13, 13, "D4 K10", "D10 K4"),
    (12, 12, "C3 K10", "C10 K3"),
    (9, 9, "C3 G7", "C7 G3"),
    (7, 7, "C3 E5", "C5 E3"),
    (19, 9, "C3 R7", "C7 R3"),
    (9, 19, "C3 G17", "C17 G3"),
    (13, 25, "D4 K22", "D22 K4"),
    (25, 25, "D4 W22", "D22 W4"),
    (6, 6, "", ""),
    (5, 5, "", ""),
    (19, 5, "", ""),
    (6, 25, "", ""),
    (1, 1, "", ""),
]


def layout(stones: Stones, width: int, height: int) -> tuple[str, str]:
    shape = geometry(width, height)
    found = Opening(stones).layout(shape)
    return " ".join(shape.vertices(found[BLACK])), " ".join(shape.vertices(found[WHITE]))


def same(text: str, other: str) -> bool:
    return set(text.split()) == set(other.split())


@pytest.mark.parametrize(("width", "height", "black", "white"), SEATS)
def test_seats_stand_on_the_corner_points(width: int, height: int, black: str, white: str) -> None:
    found = layout(Stones.SEAT, width, height)
    assert same(found[0], black)
    assert same(found[1], white)


@pytest.mark.parametrize(("width", "height", "black", "white"), SEATS)
def test_mirror_exchanges_the_colors(width: int, height: int, black: str, white: str) -> None:
    found = layout(Stones.SEAT_MIRROR, width, height)
    assert same(found[0], white)
    assert same(found[1], black)


@pytest.mark.parametrize(("width", "height"), [(19, 19), (9, 9), (19, 9)])
def test_no_stones_on_an_empty_board(width: int, height: int) -> None:
    assert layout(Stones.EMPTY, width, height) == ("", "")


def test_first_mover() -> None:
    assert First.BLACK.color is BLACK
    assert First.WHITE.color is WHITE


@pytest.mark.parametrize("name", [r.name for r in registered()])
@pytest.mark.parametrize("size", [(19, 19), (13, 9), (7, 7), (5, 5)])
def test_a_new_game_shows_the_opening_of_its_ruleset(name: str, size: tuple[int, int]) -> None:
    ruleset = find(name)
    game = Game(ruleset, *size)
    expected = ruleset.opening.layout(game.board.geometry)
    assert game.board.stones(BLACK) == sorted(expected[BLACK])
    assert game.board.stones(WHITE) == sorted(expected[WHITE])
    assert game.to_move is ruleset.opening.first.color
    assert game.komi == ruleset.komi
    assert game.is_empty
    assert game.ledger.snapshot() == (0,) * 16, "opening stones are no moves"


def test_tang_song_has_white_at_upper_left_and_lower_right_and_white_begins() -> None:
    game = Game(find("tang-song"), 19, 19)
    shape = game.board.geometry
    assert shape.vertices(game.board.stones(WHITE)) == ["Q4", "D16"]
    assert shape.vertices(game.board.stones(BLACK)) == ["D4", "Q16"]
    assert game.to_move is WHITE
    assert game.komi == Fraction(0)


@pytest.mark.parametrize(
    ("specification", "stones", "first"),
    [
        ("tang-song opening=empty", 0, WHITE),
        ("tang-song opening=seat-mirror", 4, WHITE),
        ("tang-song first=black", 4, BLACK),
        ("tang-song opening=empty first=black", 0, BLACK),
        ("chinese", 0, BLACK),
        ("japanese", 0, BLACK),
        ("tromp-taylor", 0, BLACK),
    ],
)
def test_options_of_the_opening(specification: str, stones: int, first: int) -> None:
    game = Game(find(specification), 19, 19)
    assert len(game.board.stones(BLACK)) + len(game.board.stones(WHITE)) == stones
    assert game.to_move == first
