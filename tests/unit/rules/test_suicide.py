"""Suicide policies on lone stones, chains, and moves that only look like suicide."""

from __future__ import annotations

import pytest
from playing import play, point, refused
from positions import game_from

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Play
from gtp_rules.rules import Suicide

CORNER = """
4 . X . O .
3 X X O O .
2 O O O O .
1 . O . O .
"""
"""Black has the liberties a4 and c4; a white stone on a4 dies alone."""


@pytest.mark.parametrize(("policy", "may"), [(Suicide.FORBIDDEN, False), (Suicide.ALLOWED, True), (Suicide.CHAINS, False)])
def test_a_lone_stone(policy: Suicide, may: bool) -> None:
    game = game_from("chinese", CORNER, WHITE)
    effect = game.board.look(WHITE, point(game, "a4"))
    assert effect.suicide
    assert effect.lone
    assert policy.forbids(effect) is not may


@pytest.mark.parametrize(("policy", "may"), [(Suicide.FORBIDDEN, False), (Suicide.ALLOWED, True), (Suicide.CHAINS, True)])
def test_a_chain(policy: Suicide, may: bool) -> None:
    diagram = """
    3 . O X
    2 O X X
    1 X X .
    """
    game = game_from("chinese", diagram, WHITE)
    # a3 would join a2 and b3 into a chain of three without a liberty.
    effect = game.board.look(WHITE, point(game, "a3"))
    assert effect.suicide
    assert not effect.lone
    assert policy.forbids(effect) is not may


@pytest.mark.parametrize("policy", list(Suicide))
def test_a_capture_is_never_suicide(policy: Suicide) -> None:
    diagram = """
    3 . X O
    2 X O .
    1 O O .
    """
    game = game_from("chinese", diagram, WHITE)
    effect = game.board.look(WHITE, point(game, "a3"))
    assert not effect.suicide
    assert effect.captured
    assert not policy.forbids(effect)


@pytest.mark.parametrize("policy", list(Suicide))
def test_an_ordinary_move_is_never_forbidden(policy: Suicide) -> None:
    game = game_from("chinese", CORNER, WHITE)
    assert not policy.forbids(game.board.look(WHITE, point(game, "e3")))


def test_forbidden_suicide_is_refused_and_named() -> None:
    game = game_from("chinese", CORNER, WHITE)
    assert refused(game, Play(WHITE, point(game, "a4"))) == "A4 would be suicide, which chinese forbids"


def test_allowed_suicide_loses_the_stones_to_the_prisoners_of_the_other_side() -> None:
    game = game_from("tang-song opening=empty", CORNER, WHITE)
    before = game.board.copy()
    play(game, WHITE, "a4")
    assert game.board == before
    assert game.ledger.tally(WHITE).play.captured == 1
    assert game.ledger.tally(WHITE).play.played == 1
    assert game.ledger.tally(BLACK).play.captured == 0
    assert game.to_move is BLACK


def test_suicide_of_a_chain_is_taken_off_as_a_whole() -> None:
    diagram = """
    3 . O X
    2 O X X
    1 X X .
    """
    game = game_from("tang-song opening=empty", diagram, WHITE)
    play(game, WHITE, "a3")
    assert game.board.stones(WHITE) == []
    assert game.ledger.tally(WHITE).play.captured == 3


def test_positional_superko_forbids_the_suicide_of_one_stone() -> None:
    game = game_from("tromp-taylor", CORNER, WHITE)
    assert "restore the position" in refused(game, Play(WHITE, point(game, "a4")))


def test_positional_superko_allows_the_suicide_of_a_chain() -> None:
    game = game_from("tromp-taylor", "3 . O X\n2 O X X\n1 X X .", WHITE)
    assert game.is_legal(WHITE, point(game, "a3"))


def test_the_option_decides() -> None:
    assert not game_from("tromp-taylor suicide=forbidden", "3 . O X\n2 O X X\n1 X X .", WHITE).is_legal(WHITE, 6)
    assert game_from("chinese suicide=allowed", "3 . O X\n2 O X X\n1 X X .", WHITE).is_legal(WHITE, 6)
    assert not game_from("tang-song opening=empty suicide=forbidden", CORNER, WHITE).is_legal(WHITE, 15)
