"""The two phase tables, written out again, against a game in every phase; refusals leave no trace."""

from __future__ import annotations

import random

import pytest
from playing import ALL_KINDS, play, random_action, refused, snapshot, some_action, stop
from positions import CHINESE_NUMBERS, game_from

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import IllegalMove, WrongPhase
from gtp_rules.game import (
    ACCEPTS,
    FOLLOWS,
    Abandon,
    Accept,
    Action,
    Chips,
    Dispute,
    Game,
    Offer,
    Pass,
    Phase,
    Play,
    Propose,
    Resign,
    Resume,
    Virtual,
)
from gtp_rules.rules import PassMeans, Ruleset, Turns
from gtp_rules.rulesets import find, names, registered

TURNS = {Play, Pass, Virtual, Abandon}
MAY: dict[Phase, set[type[Action]]] = {
    Phase.PLAY: {*TURNS, Offer, Resign},
    Phase.RESUMED: {*TURNS, Offer, Resign},
    Phase.STOPPED: {*TURNS, Propose, Resume, Resign},
    Phase.MARKING: {*TURNS, Propose, Accept, Dispute, Resume, Resign},
    Phase.CHIPS: {Chips, Accept, Resign},
    Phase.FINISHED: set(),
}
NEXT: dict[Phase, set[Phase]] = {
    Phase.PLAY: {Phase.STOPPED, Phase.FINISHED},
    Phase.STOPPED: {Phase.MARKING, Phase.PLAY, Phase.RESUMED, Phase.FINISHED},
    Phase.MARKING: {Phase.PLAY, Phase.RESUMED, Phase.CHIPS, Phase.FINISHED},
    Phase.RESUMED: {Phase.STOPPED, Phase.FINISHED},
    Phase.CHIPS: {Phase.FINISHED},
    Phase.FINISHED: set(),
}
# A ruleset that has every kind of turn.
EVERYTHING = find("chinese").variant(name="everything", turns=Turns(PassMeans.PASS, virtual=True, abandon=True))
CHIPS = [ruleset for ruleset in registered() if ruleset.ending.chips]


def in_phase(phase: Phase, ruleset: Ruleset = EVERYTHING) -> Game:
    """A game in which it is White who may answer, and in which both sides have points to fill."""
    game = game_from(ruleset.name, CHINESE_NUMBERS) if ruleset.ending.chips else Game(ruleset, 5, 5)
    if not ruleset.ending.chips:
        game.set_up([6, 7, 8], [16, 17, 18])
        play(game, BLACK, "d3")
        play(game, WHITE, "b3")
    if phase is Phase.PLAY:
        return game
    stop(game)
    if phase is Phase.STOPPED:
        return game
    game.apply(Propose(BLACK))
    if phase is Phase.RESUMED:
        game.apply(Dispute(WHITE, (7,)))
    elif phase in {Phase.FINISHED, Phase.CHIPS}:
        game.apply(Accept(WHITE))
    assert game.phase is phase
    return game


def good_action(game: Game, kind: type[Action]) -> Action:
    if kind is Play:
        return Play(WHITE, game.legal_points(WHITE)[0] if game.legal_points(WHITE) else game.board.empties()[0])
    if kind is Dispute:
        return Dispute(WHITE, (7,))
    if kind is Chips:
        rng = random.Random(1)
        trials = [some_action(game, Chips, color, rng) for _ in range(100) for color in (BLACK, WHITE)]
        return next((trial for trial in trials if game.refusal(trial) is None), trials[0])
    return kind(WHITE)


def test_the_tables_are_those_of_the_architecture() -> None:
    assert {phase: set(kinds) for phase, kinds in ACCEPTS.items()} == MAY
    assert {phase: set(phases) for phase, phases in FOLLOWS.items()} == NEXT
    assert set(ACCEPTS) == set(FOLLOWS) == set(Phase)


@pytest.mark.parametrize("kind", ALL_KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.CHIPS])
def test_a_phase_accepts_exactly_what_its_table_says(phase: Phase, kind: type[Action]) -> None:
    game = in_phase(phase)
    action = good_action(game, kind)
    if kind in MAY[phase]:
        length = len(game.log)
        assert game.refusal(action) is None
        game.apply(action)
        assert len(game.log) == length + 1
        assert game.phase is phase or game.phase in NEXT[phase]
    else:
        refused(game, action)
        with pytest.raises(WrongPhase):
            game.apply(action)


@pytest.mark.parametrize("kind", ALL_KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("ruleset", CHIPS, ids=lambda ruleset: ruleset.name)
def test_the_chip_phase_accepts_exactly_what_its_table_says(ruleset: Ruleset, kind: type[Action]) -> None:
    game = in_phase(Phase.CHIPS, ruleset)
    action = good_action(game, kind)
    if kind is Chips and game.refusal(action) is not None:
        assert not isinstance(_error(game, action), WrongPhase)
    elif kind in MAY[Phase.CHIPS]:
        game.apply(action)
        assert game.phase in {Phase.CHIPS, Phase.FINISHED}
    else:
        assert isinstance(_error(game, action), WrongPhase)


def _error(game: Game, action: Action) -> Exception:
    refused(game, action)
    with pytest.raises(Exception) as caught:
        game.apply(action)
    return caught.value


@pytest.mark.parametrize("ruleset", registered(), ids=names())
@pytest.mark.parametrize("kind", [Virtual, Abandon])
def test_turns_that_a_ruleset_lacks_are_illegal_moves(ruleset: Ruleset, kind: type[Action]) -> None:
    game = Game(ruleset, 5, 5)
    has = ruleset.turns.virtual if kind is Virtual else ruleset.turns.abandon
    if has:
        assert game.refusal(kind(game.to_move)) is None
    else:
        assert isinstance(_error(game, kind(game.to_move)), IllegalMove)


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_every_game_starts_in_play_and_an_agreed_stop_ends_it_or_leaves_it_stopped(ruleset: Ruleset) -> None:
    game = Game(ruleset, 5, 5)
    assert game.phase is Phase.PLAY
    play(game, game.to_move, "c3")
    stop(game)
    assert game.phase is (Phase.FINISHED if ruleset.ending.marking == "none" else Phase.STOPPED)


@pytest.mark.parametrize("seed", range(40))
def test_random_actions_never_leave_the_tables_and_refusals_never_leave_a_trace(seed: int) -> None:
    rng = random.Random(seed)
    ruleset = rng.choice([EVERYTHING, *registered()])
    game = Game(ruleset, 4, 4)
    for _ in range(60):
        kind = rng.choice((*ALL_KINDS, Play, Play, Play))
        action = some_action(game, kind, rng.choice((BLACK, WHITE)), rng)
        before, phase = snapshot(game), game.phase
        reason = game.refusal(action)
        assert snapshot(game) == before
        if reason is None:
            if kind is Resign and rng.random() < 0.9:
                continue
            assert kind in MAY[phase]
            game.apply(action)
            assert game.phase is phase or game.phase in NEXT[phase], (phase, action)
            assert (game.outcome is not None) is (game.phase is Phase.FINISHED)
        else:
            assert refused(game, action) == reason
        if game.phase is Phase.FINISHED:
            game = Game(ruleset, 4, 4)


@pytest.mark.parametrize("ruleset", registered(), ids=lambda ruleset: ruleset.name)
def test_games_go_from_phase_to_phase_as_the_table_says(ruleset: Ruleset) -> None:
    """The table is not what the game is driven by, so it is held against what games really do."""
    seen = set()
    for seed in range(25):
        rng = random.Random(f"{ruleset.name} {seed}")
        game = Game(ruleset, 4, 4)
        while game.phase is not Phase.FINISHED and len(game.log) < 80:
            before, action = game.phase, random_action(game, rng, plays=0.4)
            if action is None:
                break
            game.apply(action)
            # A turn after the stop first withdraws it, and may end the game in the same action.
            assert game.phase is before or game.phase in FOLLOWS[before], (before, action, game.phase)
            seen.add((before, game.phase))
    assert any(before is not after for before, after in seen)
