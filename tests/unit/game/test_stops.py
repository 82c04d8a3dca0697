"""How play stops, what resumption restores, and how disputes end."""

from __future__ import annotations

from fractions import Fraction

import pytest
from playing import alternate, memory_state, play, point, refused, snapshot, stop

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import BadProposal
from gtp_rules.game import (
    Accept,
    Action,
    Dispute,
    Game,
    Offer,
    Pass,
    Phase,
    Play,
    Propose,
    Resign,
    Resume,
    Settlement,
    Termination,
    Virtual,
)
from gtp_rules.game.state import NO_STOPPING
from gtp_rules.rules import Ending, Mover, PassMeans, Ruleset, Turns
from gtp_rules.rulesets import find, names, registered

B, W = BLACK, WHITE


def new(specification: str = "tang-song opening=empty first=black", size: int = 5) -> Game:
    game = Game(find(specification), size, size)
    alternate(game, game.to_move, "c3", "c4")
    return game


def first_account(game: Game, color: Color) -> tuple[int, ...]:
    return tuple(game.ledger.tally(color).play)


# -- stopping ------------------------------------------------------------------------------------------------------------

STOPS: list[tuple[tuple[Action, ...], Color]] = [
    ((Pass(B), Pass(W)), B),
    ((Pass(W), Pass(B)), W),
    ((Pass(B), Offer(W)), B),
    ((Offer(B), Pass(W)), B),
    ((Offer(B), Offer(W)), B),
    ((Pass(B), Pass(B), Pass(W)), B),
    ((Offer(B), Pass(B), Offer(W)), B),
    ((Offer(B), Pass(B), Pass(W)), B),
]


@pytest.mark.parametrize("name", ["tang-song opening=empty first=black", "chinese"])
@pytest.mark.parametrize(("actions", "mover"), STOPS, ids=lambda value: str(len(value)) if isinstance(value, tuple) else "")
def test_a_pass_or_offer_of_each_side_stops_play(name: str, actions: tuple[Action, ...], mover: Color) -> None:
    game = new(name)
    before = snapshot(game)
    for action in actions[:-1]:
        game.apply(action)
        assert game.phase is Phase.PLAY
    game.apply(actions[-1])
    assert game.phase is Phase.STOPPED
    assert game.outcome is None
    assert game.to_move is mover, "the side that made the first of the stopping actions"
    game.apply(Resume(WHITE))
    assert game.phase is Phase.PLAY
    assert game.to_move is mover
    assert memory_state(game.memory) == before["memory"], "the stopping actions are annulled"
    assert game.ledger.snapshot() == before["ledger"]


@pytest.mark.parametrize("first", [Offer(B), Pass(B)])
@pytest.mark.parametrize("mover", [B, W])
@pytest.mark.parametrize("last", [Offer(W), Pass(W)])
def test_an_offer_lapses_with_the_next_move_of_either_side(first: Action, mover: Color, last: Action) -> None:
    game = new()
    game.apply(first)
    play(game, mover, "a1")
    game.apply(last)
    assert game.phase is Phase.PLAY
    game.apply(Offer(B))
    assert game.phase is Phase.STOPPED


def test_the_same_side_cannot_offer_twice_but_may_after_a_move() -> None:
    game = new()
    game.apply(Offer(B))
    assert "offered" in refused(game, Offer(B))
    play(game, B, "a1")
    game.apply(Offer(B))


def test_two_passes_of_one_side_do_not_stop_play() -> None:
    game = new("chinese")
    game.apply(Pass(B))
    game.apply(Pass(B))
    assert game.phase is Phase.PLAY


def test_a_virtual_move_lets_an_offer_lapse() -> None:
    ruleset = find("chinese").variant(name="with-virtual", turns=Turns(PassMeans.PASS, virtual=True))
    game = Game(ruleset, 5, 5)
    game.apply(Offer(B))
    game.apply(Virtual(W))
    game.apply(Offer(W))
    assert game.phase is Phase.PLAY


def test_an_offer_is_no_turn() -> None:
    game = new()
    before = snapshot(game)
    game.apply(Offer(W))
    after = snapshot(game)
    assert after["memory"] == before["memory"]
    assert after["ledger"] == before["ledger"]
    assert game.turns == 2
    assert game.to_move is B


def test_a_declined_pass_owes_a_move_and_a_declined_offer_does_not() -> None:
    passed, offered = new(), new()
    passed.apply(Pass(B))
    play(passed, W, "d4")
    offered.apply(Offer(B))
    play(offered, W, "d4")
    assert first_account(passed, B) == (1, 0, 1, 0)
    assert first_account(offered, B) == (1, 0, 0, 0)
    assert passed.to_move is B
    assert offered.to_move is B


def test_a_further_pass_leaves_the_stop_standing() -> None:
    game = new("chinese")
    for color in (B, W):
        game.apply(Pass(color))
    held = memory_state(game.memory)
    game.apply(Pass(B))
    game.apply(Pass(W))
    assert game.phase is Phase.STOPPED
    assert game.to_move is B
    assert memory_state(game.memory) == held
    game.apply(Resume(B))
    assert first_account(game, B) == (1, 0, 0, 0)
    assert first_account(game, W) == (1, 0, 0, 0)


def test_where_nothing_is_marked_the_stop_is_the_end() -> None:
    game = new("tromp-taylor")
    game.apply(Pass(B))
    game.apply(Pass(W))
    assert game.phase is Phase.FINISHED
    assert game.outcome is not None
    assert game.outcome.termination is Termination.SCORE
    assert game.settlement == Settlement()


def test_resignation_ends_the_game_in_any_phase() -> None:
    for prepare in ([], [Offer(B), Offer(W)], [Offer(B), Offer(W), Propose(W)]):
        game = new()
        for action in prepare:
            game.apply(action)
        game.apply(Resign(B))
        assert game.outcome is not None
        assert (game.outcome.termination, game.outcome.winner, game.outcome.result) == (Termination.RESIGNATION, W, "W+R")


# -- resumption ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tang-song opening=empty first=black", "chinese"])
@pytest.mark.parametrize("first", [B, W])
@pytest.mark.parametrize("asker", [B, W])
@pytest.mark.parametrize("how", [Resume, Dispute])
def test_the_side_that_stopped_first_is_to_move(name: str, first: Color, asker: Color, how: type[Action]) -> None:
    game = new(name)
    game.apply(Pass(first))
    game.apply(Pass(first.opponent))
    game.apply(Propose(asker.opponent))
    game.apply(how(asker))
    assert game.to_move is first


@pytest.mark.parametrize("ruleset", [r for r in registered() if r.ending.resumes is Mover.OPPONENT], ids=lambda r: r.name)
@pytest.mark.parametrize("asker", [B, W])
@pytest.mark.parametrize("how", [Resume, Dispute])
def test_in_japanese_rules_the_opponent_of_the_side_that_asks_is_to_move(
    ruleset: Ruleset, asker: Color, how: type[Action]
) -> None:
    game = Game(ruleset, 5, 5)
    game.apply(Pass(B))
    game.apply(Pass(W))
    game.apply(Propose(asker.opponent))
    game.apply(how(asker))
    assert game.to_move is asker.opponent


def test_japanese_is_among_them() -> None:
    assert find("japanese").ending.resumes is Mover.OPPONENT


@pytest.mark.parametrize("color", [B, W])
def test_a_play_after_the_stop_withdraws_it(color: Color) -> None:
    game = new()
    stop(game)
    game.apply(Propose(B, (point(game, "c3"),)))
    play(game, color, "a1")
    assert game.phase is Phase.PLAY
    assert game.proposal is None
    assert game.settlement == Settlement()
    assert game.to_move is color.opponent
    assert game.disputes_left is None
    game.apply(Offer(B))
    assert game.phase is Phase.PLAY, "the old offers are gone"


def test_an_illegal_play_after_the_stop_leaves_the_stop() -> None:
    game = new()
    stop(game)
    refused(game, Play(W, point(game, "c3")))
    assert game.phase is Phase.STOPPED


def test_a_withdrawn_stop_stays_in_the_first_account_and_a_dispute_opens_the_second() -> None:
    game = new()
    stop(game)
    game.apply(Resume(B))
    play(game, B, "a1")
    assert first_account(game, B) == (2, 0, 0, 0)
    stop(game)
    game.apply(Propose(B))
    game.apply(Dispute(W))
    assert game.phase is Phase.RESUMED
    play(game, game.to_move, "e5")
    tallies = [game.ledger.tally(color) for color in (B, W)]
    assert sum(tally.resumed.played for tally in tallies) == 1
    assert sum(tally.play.played for tally in tallies) == 3


def test_after_a_dispute_a_withdrawn_stop_goes_on_in_the_second_account() -> None:
    game = new()
    stop(game)
    game.apply(Propose(B))
    game.apply(Dispute(W))
    stop(game)
    assert game.phase is Phase.STOPPED
    game.apply(Resume(W))
    assert game.phase is Phase.RESUMED
    play(game, W, "e5")
    assert game.ledger.tally(W).resumed.played == 1
    stop(game)
    play(game, B, "e1")
    assert game.phase is Phase.RESUMED
    assert game.ledger.tally(B).resumed.played == 1


def test_passes_that_stopped_a_resumed_play_are_annulled_in_its_account() -> None:
    game = new("chinese")
    stop(game)
    game.apply(Propose(B))
    game.apply(Dispute(W))
    for color in (B, W):
        game.apply(Pass(color))
    assert game.ledger.tally(B).resumed.abandoned == 1
    game.apply(Resume(W))
    assert game.ledger.tally(B).resumed.abandoned == 0
    assert game.ledger.tally(B).play.abandoned == 0


# -- proposals -----------------------------------------------------------------------------------------------------------


def marked() -> Game:
    game = new()
    stop(game)
    game.apply(Propose(B, (point(game, "c4"),)))
    return game


def test_the_proposer_has_accepted_and_the_other_side_settles() -> None:
    game = marked()
    assert game.phase is Phase.MARKING
    assert game.proposer is B
    refused(game, Accept(B))
    game.apply(Accept(W))
    assert game.phase is Phase.FINISHED
    assert game.settlement.dead == {point(game, "c4")}


def test_a_counter_proposal_replaces_the_proposal() -> None:
    game = marked()
    game.apply(Propose(W))
    assert game.proposer is W
    assert game.settlement == Settlement()
    refused(game, Accept(W))
    game.apply(Accept(B))
    assert game.settlement == Settlement()


def test_a_proposal_names_whole_chains_of_either_color() -> None:
    game = Game(find("chinese"), 5, 5)
    game.set_up([0, 1, 2], [20, 21])
    stop(game)
    game.apply(Propose(W, (1, 21)))
    assert game.settlement.dead == {0, 1, 2, 20, 21}


@pytest.mark.parametrize(
    "action",
    [
        Propose(B, (0,)),
        Propose(B, (25,)),
        Propose(B, (-1,)),
        Propose(B, (), (0,)),
        Propose(B, (12,), (12,)),
        Propose(B, (), None, ((B, (0,)),)),
        Propose(B, (), None, ((B, (99,)),)),
    ],
    ids=str,
)
def test_proposals_that_cannot_be(action: Propose) -> None:
    game = new()
    stop(game)
    refused(game, action)
    with pytest.raises(BadProposal):
        game.apply(action)


@pytest.mark.parametrize("action", [Dispute(B, (0,)), Dispute(W, (99,)), Dispute(W, (-1,)), Accept(B)], ids=str)
def test_answers_that_cannot_be(action: Action) -> None:
    game = marked()
    refused(game, action)
    with pytest.raises(BadProposal):
        game.apply(action)


# -- disputes ------------------------------------------------------------------------------------------------------------


def limited(disputes: int | None, *, names_object: bool = False) -> Ruleset:
    return find("chinese").variant(name="limited", ending=Ending(disputes=disputes, names_object=names_object))


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_dispute_after_the_last_one_settles_with_nothing_dead(number: int) -> None:
    game = Game(limited(number), 5, 5)
    play(game, B, "c3")
    for turn in range(number):
        assert game.disputes_left == number - turn
        stop(game)
        game.apply(Propose(B, (point(game, "c3"),)))
        game.apply(Dispute(W))
        assert game.phase is Phase.RESUMED
        assert game.state.disputes == turn + 1
    assert game.disputes_left == 0
    stop(game)
    game.apply(Propose(B, (point(game, "c3"),)))
    game.apply(Dispute(W))
    assert game.phase is Phase.FINISHED
    assert game.outcome is not None
    assert game.settlement.dead == frozenset()
    assert game.outcome.score is not None
    assert game.outcome.score.black.total == 25


def test_withdrawals_use_no_dispute_up() -> None:
    game = Game(limited(1), 5, 5)
    play(game, B, "c3")
    for _ in range(3):
        stop(game)
        game.apply(Resume(B))
    stop(game)
    play(game, W, "d3")
    assert game.disputes_left == 1


def test_any_number_of_disputes() -> None:
    game = new("chinese")
    for _ in range(5):
        stop(game)
        game.apply(Propose(W))
        game.apply(Dispute(B))
    assert game.disputes_left is None
    assert game.phase is Phase.RESUMED


def test_a_dispute_may_have_to_name_its_object() -> None:
    game = Game(limited(1, names_object=True), 5, 5)
    play(game, B, "c3")
    stop(game)
    game.apply(Propose(B))
    assert "names the points" in refused(game, Dispute(W))
    game.apply(Dispute(W, (point(game, "c3"),)))
    assert game.phase is Phase.RESUMED


# -- other ends ----------------------------------------------------------------------------------------------------------


def test_a_move_limit_counts_the_position_as_it_stands() -> None:
    game = Game(find("chinese").variant(name="short", ending=Ending(move_limit=3), komi=Fraction(0)), 5, 5)
    alternate(game, B, "c3", "pass", "d3")
    assert game.outcome is not None
    assert game.outcome.termination is Termination.MOVE_LIMIT
    assert game.outcome.result == "B+25"


@pytest.mark.parametrize("run", [2, 4])
def test_a_run_of_virtual_moves_ends_the_game(run: int) -> None:
    ruleset = find("chinese").variant(
        name="virtual-end", turns=Turns(PassMeans.VIRTUAL, virtual=True), ending=Ending(virtual_stop=run), komi=Fraction(0)
    )
    game = Game(ruleset, 5, 5)
    for _ in range(run - 1):
        play(game, game.to_move, "pass")
    play(game, game.to_move, "c3")
    for _ in range(run - 1):
        play(game, game.to_move, "pass")
    assert game.phase is Phase.PLAY, "a stone begins the run anew"
    play(game, game.to_move, "pass")
    assert game.phase is Phase.FINISHED
    assert game.outcome is not None
    assert game.outcome.score is not None
    assert abs(game.outcome.score.margin) == 25


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_a_plain_pass_is_what_the_ruleset_says(ruleset: Ruleset) -> None:
    game = Game(ruleset, 5, 5)
    kind = type(game.pass_action(BLACK)).__name__
    means = ruleset.turns.pass_means.value
    assert kind == {"abandon": "Abandon", "virtual": "Virtual"}.get(means, "Pass")


@pytest.mark.parametrize("declined", [Pass(B), Offer(B), Pass(W)])
def test_an_earlier_offer_that_lapsed_is_not_annulled_with_a_later_stop(declined: Action) -> None:
    game = new("chinese")
    game.apply(declined)
    play(game, declined.color.opponent, "a1")
    before = snapshot(game)
    for color in (B, W):
        game.apply(Pass(color))
    game.apply(Resume(B))
    assert game.ledger.snapshot() == before["ledger"]
    assert memory_state(game.memory) == before["memory"]
    assert first_account(game, declined.color)[2] == isinstance(declined, Pass)


def test_a_run_of_stopping_actions_is_summed_up_however_long_it_is():
    game = Game(find("chinese"), 9, 9)
    for _ in range(500):
        for color in (BLACK, BLACK, WHITE):
            game.apply(Pass(color))
    stopping = game.state.stopping
    assert (stopping.first, stopping.turns, stopping.last) == (BLACK, (1000, 500), WHITE)
    assert stopping.in_turn == 1000
    assert len(stopping) == 4
    game.apply(Play(BLACK, 0))
    assert game.ledger.tally(BLACK).play.abandoned == 0
    assert game.state.stopping == NO_STOPPING
