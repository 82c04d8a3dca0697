"""Ends that a run of passes, a run of virtual moves or the loss of all stones brings."""

from __future__ import annotations

import pytest

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Game, Pass, Phase, Play, Termination, Virtual
from gtp_rules.rulesets import find

ANNIHILATION = "natural-ending opening=empty first=black ending=annihilation"


def set_up(name: str, black: str, white: str, width: int, height: int) -> Game:
    game = Game(find(name), width, height)
    point = game.board.geometry.point
    game.set_up(map(point, black.split()), map(point, white.split()), BLACK)
    return game


@pytest.mark.parametrize("name", ["aga", "ing"])
def test_passes_of_one_side_are_no_run(name: str) -> None:
    game = Game(find(name), 5, 5)
    game.apply(Play(BLACK, 0))
    for color in (BLACK, BLACK, BLACK, WHITE):
        game.apply(Pass(color))
    assert game.phase is Phase.STOPPED
    for color in (BLACK, WHITE):
        game.apply(Pass(color))
    assert game.phase is Phase.FINISHED


def test_virtual_moves_of_one_side_are_no_run() -> None:
    game = Game(find("yan-lai-2007-b"), 5, 5)
    game.apply(Play(BLACK, 0))
    for _ in range(5):
        game.apply(Virtual(WHITE))
    assert game.phase is Phase.PLAY
    for color in (BLACK, WHITE, BLACK):
        game.apply(Virtual(color))
    assert game.phase is Phase.FINISHED


def test_a_side_whose_last_stones_are_taken_has_lost() -> None:
    game = set_up(ANNIHILATION, "A1", "A2", 3, 3)
    game.apply(Play(WHITE, game.board.geometry.point("B1")))
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == (Termination.ANNIHILATION, WHITE)
    assert game.outcome.result == "W+"


def test_a_side_that_takes_its_own_last_stones_off_has_lost() -> None:
    game = set_up(ANNIHILATION, "A2 B2 C2 D2 B1 D1", "E2 F2 G2 H2 E1 G1", 8, 2)
    for color, vertex in ((BLACK, "A1"), (WHITE, "F1"), (BLACK, "C1")):
        game.apply(Play(color, game.board.geometry.point(vertex)))
    assert game.outcome is not None
    assert game.outcome.winner is WHITE


def test_a_suicide_of_one_stone_is_no_way_to_pass_where_there_is_none() -> None:
    game = set_up(ANNIHILATION, "A2 B1 B2", "", 4, 4)
    assert not game.is_legal(WHITE, 0)


def test_only_a_side_without_a_move_may_say_so_and_has_lost() -> None:
    game = set_up(f"{ANNIHILATION} suicide=forbidden", "A2 B2 B1 C1", "", 3, 2)
    assert game.refusal(Pass(BLACK)) is not None
    game = set_up(f"{ANNIHILATION} suicide=forbidden", "B1", "", 3, 1)
    assert not game.legal_points(WHITE)
    game.apply(Pass(WHITE))
    assert game.outcome is not None
    assert game.outcome.winner is BLACK
    game.undo()
    assert game.phase is Phase.PLAY
    assert game.refusal(Pass(BLACK)) is not None
