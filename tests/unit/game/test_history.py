"""Undo and retract over everything, copies, and the same game under other rules."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from playing import alternate, play, point, quick_game, random_game, snapshot, stop, take_back

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import NothingToUndo, RefusedAction
from gtp_rules.game import Accept, Dispute, Game, Offer, Pass, Phase, Play, Propose, Resign, Resume
from gtp_rules.rules import Cycle, Ending, PassMeans, Ruleset, SimpleKo, Suicide, Turns
from gtp_rules.rules.counting import LuCount
from gtp_rules.rulesets import find, names, registered

LABORATORY = find("chinese").variant(
    name="laboratory",
    turns=Turns(PassMeans.PASS, virtual=True, abandon=True),
    ending=Ending(disputes=2, virtual_stop=5, move_limit=70),
    suicide=Suicide.CHAINS,
    repetition=SimpleKo(),
    cycle=Cycle.NO_RESULT,
    counting=LuCount(),
)
RULESETS = [LABORATORY, *registered()]
IDS = [ruleset.name for ruleset in RULESETS]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", RULESETS, ids=IDS)
def test_random_games_are_cut_back_step_by_step(ruleset: Ruleset, seed: int) -> None:
    rng = random.Random(f"{ruleset.name} {seed}")
    width, height = rng.choice([(3, 3), (4, 4), (5, 3), (2, 4)])
    game = Game(ruleset, width, height)
    snapshots = random_game(game, rng, cap=40, plays=rng.choice((0.5, 0.8)))
    while len(snapshots) > 1:
        snapshots.pop()
        take_back(game)
        assert snapshot(game) == snapshots[-1]


@pytest.mark.parametrize("ruleset", RULESETS, ids=IDS)
def test_a_game_that_keeps_no_steps_goes_back_all_the_same(ruleset: Ruleset) -> None:
    rng = random.Random(ruleset.name)
    game = Game(ruleset, 4, 4, keeps_steps=False)
    snapshots = random_game(game, rng, cap=25, plays=0.7)
    usual = Game(ruleset, 4, 4)
    for entry in game.log:
        usual.apply(entry.action, counted=entry.counted)
    assert snapshot(usual) == snapshot(game)
    while len(snapshots) > 1:
        snapshots.pop()
        take_back(game)
        assert snapshot(game) == snapshots[-1]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ruleset", RULESETS, ids=IDS)
def test_random_games_go_back_and_forth(ruleset: Ruleset, seed: int) -> None:
    """After any undo the rest of the game can be played again and leads to the same place."""
    rng = random.Random(seed)
    game = Game(ruleset, 4, 3)
    snapshots = random_game(game, rng, cap=30, plays=0.7)
    for _ in range(6):
        entries = game.log[:]
        back = rng.randint(1, 12)
        while game.log and len(entries) - len(game.log) < back:
            take_back(game)
        assert snapshot(game) == snapshots[len(game.log)]
        for entry in entries[len(game.log) :]:
            game.apply(entry.action, counted=entry.counted)
        assert snapshot(game) == snapshots[-1]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("ruleset", RULESETS, ids=IDS)
def test_undo_takes_what_was_said_after_the_move(ruleset: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    game = Game(ruleset, 4, 3)
    snapshots = random_game(game, rng, cap=30, plays=0.6)
    while any(entry.counted for entry in game.log):
        last = max(index for index, entry in enumerate(game.log) if entry.counted)
        game.undo()
        assert len(game.log) == last
        assert snapshot(game) == snapshots[last]
    with pytest.raises(NothingToUndo):
        game.undo()
    assert snapshot(game) == snapshots[len(game.log)]


@pytest.mark.parametrize("ruleset", RULESETS, ids=IDS)
def test_a_copy_is_equal_and_independent(ruleset: Ruleset) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        game = Game(ruleset, 4, 4, komi=Fraction(seed))
        snapshots = random_game(game, rng, cap=25, plays=0.7)
        other = game.copy()
        assert snapshot(other) == snapshots[-1]
        while other.log:
            take_back(other)
        assert snapshot(other) == snapshots[0]
        assert snapshot(game) == snapshots[-1]


def test_a_copy_keeps_the_set_up() -> None:
    game = Game(find("chinese"), 5, 5)
    game.set_prisoners(BLACK, 2)
    game.set_up([1, 2], [5, 6], WHITE)
    play(game, WHITE, "e5")
    assert snapshot(game.copy()) == snapshot(game)


def test_nothing_to_take_back() -> None:
    game = Game(find("chinese"), 5, 5)
    for method in (game.undo, game.retract):
        with pytest.raises(NothingToUndo):
            method()
    game.apply(Offer(BLACK))
    with pytest.raises(NothingToUndo):
        game.undo()
    game.retract()
    assert not game.log
    play(game, BLACK, "c3")
    with pytest.raises(NothingToUndo):
        game.retract()
    game.undo()
    assert game.is_empty


def test_uncounted_turns_go_by_retract_and_with_the_move_before() -> None:
    game = Game(find("chinese"), 5, 5)
    play(game, BLACK, "c3")
    game.apply(Pass(WHITE), counted=False)
    game.apply(Play(BLACK, 0), counted=False)
    game.retract()
    assert game.board.colors[0] == 0
    game.undo()
    assert game.is_empty


def test_undo_restores_captures_and_the_ko() -> None:
    game = Game(find("japanese"), 4, 4)
    game.set_up([1, 4, 9], [2, 5, 7, 10])
    before = snapshot(game)
    play(game, BLACK, "c2")
    assert game.ledger.tally(WHITE).captured == 1
    assert not game.is_legal(WHITE, point(game, "b2"))
    game.undo()
    assert snapshot(game) == before
    play(game, BLACK, "a4")
    assert game.is_legal(WHITE, point(game, "c2"))


def test_undo_across_the_end_returns_to_play() -> None:
    for last in (Resign(WHITE), Accept(WHITE)):
        game = Game(find("chinese"), 5, 5)
        play(game, BLACK, "c3")
        stop(game)
        game.apply(Propose(BLACK))
        game.apply(last)
        assert game.phase is Phase.FINISHED
        game.undo()
        assert game.is_empty
        assert game.phase is Phase.PLAY
        assert game.outcome is None


# -- under other rules ---------------------------------------------------------------------------------------------------


def test_the_same_moves_under_another_ruleset() -> None:
    game = Game(find("chinese"), 5, 5)
    alternate(game, BLACK, "c3", "d3", "pass", "c4")
    other = game.under(find("tang-song opening=empty first=black"))
    assert other.board == game.board
    assert [entry.action for entry in other.log] == [entry.action for entry in game.log]
    assert other.komi == game.komi
    assert game.under(find("japanese"), Fraction(5)).komi == 5


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_a_pass_is_read_as_each_ruleset_reads_it(ruleset: Ruleset) -> None:
    game = Game(find("chinese"), 5, 5)
    alternate(game, BLACK, "c3", "c4", "pass", "d3")
    if game.under(find("chinese")).log != game.log:
        pytest.fail("a ruleset changes nothing under itself")
    if ruleset.turns.pass_means in {"exhausted", "nothing"}:
        with pytest.raises(RefusedAction, match="action 3"):
            game.under(ruleset)
        return
    other = game.under(ruleset)
    assert type(other.log[2].action) is type(other.pass_action(BLACK))


def test_an_empty_game_gets_the_opening_of_the_other_ruleset() -> None:
    game = Game(find("chinese"), 9, 9)
    other = game.under(find("tang-song"))
    assert len(other.board.stones(BLACK)) == 2
    assert other.to_move is WHITE
    assert other.is_empty
    back = other.under(find("chinese"))
    assert back.board.stones(BLACK) == []
    assert back.to_move is BLACK


def test_what_was_said_of_an_empty_game_stays_with_the_other_opening() -> None:
    game = Game(find("tang-song"), 9, 9)
    game.set_player(BLACK)
    game.set_prisoners(WHITE, 2)
    other = game.under(find("ming-qing"))
    assert other.to_move is BLACK
    assert other.ledger.tally(WHITE).captured == 2
    assert other.is_empty
    assert len(other.board.stones(WHITE)) == 2


def test_a_game_that_has_begun_keeps_its_initial_position() -> None:
    game = Game(find("tang-song"), 9, 9)
    play(game, WHITE, "e5")
    other = game.under(find("chinese"))
    assert other.board == game.board
    assert other.initial == game.initial._replace(is_opening=False)
    assert len(other.board.stones(BLACK)) == 2


def test_a_set_up_is_kept() -> None:
    game = Game(find("chinese"), 9, 9)
    game.set_up([1], [2], WHITE)
    other = game.under(find("tang-song"))
    assert other.board == game.board
    assert other.to_move is WHITE


def test_an_illegal_action_is_named_and_nothing_changes() -> None:
    game = Game(find("tang-song opening=empty first=black"), 3, 3)
    game.set_up([1, 3], [])
    alternate(game, BLACK, "c3", "a1")
    before = snapshot(game)
    with pytest.raises(RefusedAction, match="action 2 is not possible under chinese: A1 would be suicide"):
        game.under(find("chinese"))
    assert snapshot(game) == before


def test_an_action_after_the_end_is_named() -> None:
    game = Game(find("chinese"), 3, 3)
    alternate(game, BLACK, "b2", "pass", "pass", "a1")
    with pytest.raises(RefusedAction, match="action 4 is not possible under tromp-taylor: the game is over"):
        game.under(find("tromp-taylor"))


def test_statements_come_along() -> None:
    game = Game(find("chinese"), 5, 5)
    play(game, BLACK, "c3")
    stop(game)
    game.apply(Propose(WHITE, (point(game, "c3"),)))
    game.apply(Dispute(BLACK, (point(game, "c3"),)))
    other = game.under(find("japanese"))
    assert other.phase is Phase.RESUMED
    assert other.log == game.log


@pytest.mark.parametrize("seed", range(6))
def test_any_random_game_is_itself_under_its_own_ruleset(seed: int) -> None:
    for ruleset in registered():
        game = Game(ruleset, 4, 4)
        quick_game(game, random.Random(seed), cap=30, plays=0.7)
        # A pass that is not what a plain pass means would be read anew; random games under one ruleset may hold such.
        if all(
            type(e.action) is type(game.pass_action(e.action.color))
            for e in game.log
            if e.counted and not isinstance(e.action, Play)
        ):
            found, expected = snapshot(game.under(ruleset)), snapshot(game)
            del found["initial"], expected["initial"]
            assert found == expected


def test_resume_after_copy() -> None:
    game = Game(find("chinese"), 5, 5)
    stop(game)
    other = game.copy()
    other.apply(Resume(BLACK))
    assert other.phase is Phase.PLAY
    assert game.phase is Phase.STOPPED
