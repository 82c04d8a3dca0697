"""The initial position, komi, scores of a game."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from playing import play, point, snapshot, stop

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import BadSetup, RefusedAction
from gtp_rules.game import Accept, Game, Offer, Play, Propose, Resign, Settlement
from gtp_rules.rulesets import find


def test_a_set_up_is_the_initial_position_and_no_move() -> None:
    game = Game(find("chinese"), 5, 5)
    game.set_up([1, 2], [3], WHITE)
    assert game.board.stones(BLACK) == [1, 2]
    assert game.board.stones(WHITE) == [3]
    assert game.to_move is WHITE
    assert not game.log
    assert game.ledger.snapshot() == (0,) * 16
    assert not game.is_empty
    assert game.state.last_mover is None


def test_the_mover_stays_where_none_is_named() -> None:
    for first in (BLACK, WHITE):
        game = Game(find(f"tang-song first={first.word}"), 9, 9)
        game.set_up([1], [2])
        assert game.to_move is first


def test_a_set_up_replaces_the_opening_stones() -> None:
    game = Game(find("tang-song"), 9, 9)
    game.set_up([0], [])
    assert game.board.stones(BLACK) == [0]
    assert game.board.stones(WHITE) == []


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_the_parts_of_a_set_up_come_in_any_order(order: tuple[int, ...]) -> None:
    game = Game(find("tang-song"), 9, 9)
    steps = [
        lambda: game.set_up([1, 2], [3]),
        lambda: game.set_player(BLACK),
        lambda: game.set_prisoners(BLACK, 4),
        lambda: game.set_prisoners(WHITE, 1),
    ]
    for step in order:
        steps[step]()
    assert game.board.stones(BLACK) == [1, 2]
    assert game.to_move is BLACK
    assert game.ledger.tally(BLACK).play == (0, 0, 0, 4)
    assert game.ledger.tally(WHITE).play == (0, 0, 0, 1)


@pytest.mark.parametrize("say_or_move", [Play(BLACK, 12), Offer(WHITE)])
def test_set_up_comes_before_the_first_action(say_or_move: object) -> None:
    game = Game(find("chinese"), 5, 5)
    game.apply(say_or_move)
    before = snapshot(game)
    for step in (lambda: game.set_up([1], []), lambda: game.set_player(WHITE), lambda: game.set_prisoners(BLACK, 1)):
        with pytest.raises(BadSetup):
            step()
        assert snapshot(game) == before


@pytest.mark.parametrize(
    ("black", "white", "says"),
    [
        ([1, 1], [], "twice"),
        ([1], [1], "twice"),
        ([0], [1, 5], "without a liberty"),
        (range(25), [], "without a liberty"),
    ],
)
def test_stones_that_cannot_stand(black: list[int], white: list[int], says: str) -> None:
    game = Game(find("chinese"), 5, 5)
    before = snapshot(game)
    with pytest.raises(BadSetup, match=says):
        game.set_up(black, white)
    assert snapshot(game) == before


def test_a_second_set_up_is_refused() -> None:
    game = Game(find("chinese"), 5, 5)
    game.set_up([1], [])
    with pytest.raises(BadSetup, match="board not empty"):
        game.set_up([2], [])


def test_prisoners_are_not_negative_and_can_be_corrected() -> None:
    game = Game(find("chinese"), 5, 5)
    with pytest.raises(BadSetup):
        game.set_prisoners(BLACK, -1)
    game.set_prisoners(BLACK, 3)
    game.set_prisoners(BLACK, 2)
    assert game.ledger.tally(BLACK).captured == 2


def test_opening_stones_are_known_until_something_is_done() -> None:
    game = Game(find("tang-song"), 19, 19)
    assert game.is_opening_stone(WHITE, point(game, "d16"))
    assert not game.is_opening_stone(BLACK, point(game, "d16"))
    assert not game.is_opening_stone(WHITE, point(game, "k10"))
    play(game, WHITE, "k10")
    assert not game.is_opening_stone(WHITE, point(game, "d16"))


def test_the_board_may_be_a_rectangle_and_no_larger_than_25() -> None:
    assert Game(find("tang-song"), 9, 13).board.geometry.size == 117
    with pytest.raises(ValueError, match="1 to 25"):
        Game(find("chinese"), 26, 9)


# -- komi and score ------------------------------------------------------------------------------------------------------


def finished(komi: Fraction | None = None) -> Game:
    game = Game(find("chinese"), 5, 5, komi=komi)
    play(game, BLACK, "c3")
    stop(game)
    game.apply(Propose(BLACK))
    game.apply(Accept(WHITE))
    return game


def test_komi_is_the_rulesets_unless_another_is_given() -> None:
    assert Game(find("chinese"), 5, 5).komi == Fraction(15, 2)
    assert Game(find("chinese"), 5, 5, komi=Fraction(0)).komi == 0


def test_a_komi_after_the_end_is_counted_again() -> None:
    game = finished()
    assert game.outcome is not None
    assert game.outcome.result == "B+17.5"
    game.set_komi(Fraction(30))
    assert (game.outcome.result, game.outcome.winner) == ("W+5", WHITE)
    game.set_komi(Fraction(25))
    assert (game.outcome.result, game.outcome.winner) == ("0", None)
    game.undo()
    assert game.komi == 25
    assert game.outcome is None


def test_a_komi_after_a_resignation_changes_nothing() -> None:
    game = Game(find("chinese"), 5, 5)
    game.apply(Resign(BLACK))
    outcome = game.outcome
    game.set_komi(Fraction(100))
    assert game.outcome == outcome
    assert outcome is not None
    assert outcome.result == "W+R"


def test_komi_counts_under_every_ruleset() -> None:
    from gtp_rules.rulesets import registered

    for ruleset in registered():
        game = Game(ruleset, 5, 5, komi=Fraction(0))
        play(game, BLACK, "c3")
        plain = game.score().margin
        game.set_komi(Fraction(7, 2))
        assert game.score().margin == plain - Fraction(7, 2), ruleset.name


def test_the_settled_position_is_scored_and_can_be_by_another_ruleset() -> None:
    game = Game(find("chinese"), 5, 5, komi=Fraction(0))
    play(game, BLACK, "c3")
    play(game, WHITE, "d3")
    stop(game)
    dead = point(game, "d3")
    game.apply(Propose(BLACK, (dead,)))
    assert game.score().margin == 25
    assert game.score(settlement=Settlement()).margin == 0
    assert game.score(find("japanese")).margin == 24 + 1
    game.apply(Accept(WHITE))
    assert game.outcome is not None
    assert game.outcome.score == game.score()


def test_refused_actions_are_rules_errors_with_a_sentence() -> None:
    game = Game(find("chinese"), 5, 5)
    play(game, BLACK, "c3")
    with pytest.raises(RefusedAction, match="C3 is occupied by a black stone"):
        game.apply(Play(WHITE, point(game, "c3")))
    with pytest.raises(RefusedAction, match="outside the board"):
        game.apply(Play(WHITE, 25))
    with pytest.raises(RefusedAction, match="outside the board"):
        game.apply(Play(WHITE, -1))
