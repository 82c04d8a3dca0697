"""Every repetition policy on the classical cycles, and memories that forget exactly."""

from __future__ import annotations

import random

import pytest
from playing import alternate, memory_state, play, point, refused
from positions import (
    ETERNAL_LIFE,
    ETERNAL_LIFE_CYCLE,
    SEND_TWO,
    SEND_TWO_CYCLE,
    TRIPLE_KO,
    TRIPLE_KO_CYCLE,
    game_from,
    swapped,
)

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.game import Game, Pass, Phase, Play, Termination
from gtp_rules.rules import Cycle
from gtp_rules.rules.options import OPTIONS, choices
from gtp_rules.rules.repetition import ban
from gtp_rules.rulesets import find, names, registered

BANS = ("simple", "positional", "situational", "natural-situational", "capture-positional")
# Which move of the cycle is the first that each policy refuses (None: the whole cycle may be played once).
CYCLES = {
    "triple ko": (
        TRIPLE_KO,
        TRIPLE_KO_CYCLE,
        WHITE,
        {"simple": None, "positional": 5, "situational": 5, "natural-situational": 5, "capture-positional": 5},
    ),
    "eternal life": (
        ETERNAL_LIFE,
        ETERNAL_LIFE_CYCLE,
        WHITE,
        {"simple": None, "positional": 3, "situational": 3, "natural-situational": 3, "capture-positional": None},
    ),
    "send two, return one": (
        SEND_TWO,
        SEND_TWO_CYCLE,
        BLACK,
        {"simple": None, "positional": 2, "situational": None, "natural-situational": None, "capture-positional": 2},
    ),
}
KO = """
4 . . . .
3 . X O .
2 X O . O
1 . X O .
"""


def with_ban(name: str, diagram: str, first: Color) -> Game:
    return game_from(f"chinese repetition={name} suicide=allowed", diagram, first)


@pytest.mark.parametrize("exchanged", [False, True])
@pytest.mark.parametrize("name", BANS)
@pytest.mark.parametrize("cycle", CYCLES)
def test_first_refused_move_of_a_cycle(cycle: str, name: str, exchanged: bool) -> None:
    diagram, moves, first, expected = CYCLES[cycle]
    if exchanged:
        diagram, first = swapped(diagram), first.opponent
    game, color = with_ban(name, diagram, first), first
    for number, vertex in enumerate(moves):
        if number == expected[name]:
            assert not game.is_legal(color, point(game, vertex))
            reason = refused(game, Play(color, point(game, vertex)))
            assert "before the first move" in reason
            return
        assert game.is_legal(color, point(game, vertex)), f"move {number + 1}, {vertex}"
        play(game, color, vertex)
        color = color.opponent
    assert expected[name] is None
    assert game.board == with_ban(name, diagram, first).board, "the cycle restores the board"


def test_eternal_life_by_captures_only_is_stopped_one_move_later() -> None:
    game = with_ban("capture-positional", ETERNAL_LIFE, WHITE)
    alternate(game, WHITE, *ETERNAL_LIFE_CYCLE, "f1")  # f1 takes nothing, so it is not barred either
    assert "after move 2" in refused(game, Play(BLACK, point(game, "d1")))


@pytest.mark.parametrize(("name", "may"), [("simple", True), ("situational", False), ("natural-situational", False)])
def test_second_sending_of_two_after_a_pass(name: str, may: bool) -> None:
    game = with_ban(name, SEND_TWO, BLACK)
    alternate(game, BLACK, *SEND_TWO_CYCLE, "pass")
    assert game.is_legal(BLACK, point(game, "a1")) is may


@pytest.mark.parametrize("name", BANS)
def test_no_policy_lets_a_ko_be_taken_back_at_once(name: str) -> None:
    game = with_ban(name, KO, BLACK)
    play(game, BLACK, "c2")
    assert refused(game, Play(WHITE, point(game, "b2")))


@pytest.mark.parametrize("name", BANS)
def test_a_ko_may_be_taken_back_after_a_threat_and_its_answer(name: str) -> None:
    game = with_ban(name, KO, BLACK)
    play(game, BLACK, "c2")
    alternate(game, WHITE, "d4", "a4")
    assert game.is_legal(WHITE, point(game, "b2"))


@pytest.mark.parametrize(
    ("name", "may"),
    [
        ("simple", True),
        ("positional", False),
        ("situational", False),
        ("natural-situational", False),
        ("capture-positional", False),
    ],
)
def test_passes_lift_only_the_simple_ban(name: str, may: bool) -> None:
    game = with_ban(name, KO, BLACK)
    play(game, BLACK, "c2")
    game.apply(Pass(WHITE))
    play(game, BLACK, "a4")
    play(game, WHITE, "d4")
    # Black fills elsewhere, takes away nothing: the board with b2 retaken is new, so every policy allows it ...
    assert game.is_legal(WHITE, point(game, "b2"))
    # ... while the bare recapture after one pass repeats the first board.
    bare = with_ban(name, KO, BLACK)
    play(bare, BLACK, "c2")
    bare.apply(Pass(WHITE))
    assert bare.is_legal(WHITE, point(bare, "b2")) is may


def test_situational_and_natural_differ_on_a_position_shown_by_a_pass() -> None:
    """White passes, so Black faces the board with two sent; the situational ban counts that as shown by White."""
    results = {}
    for name in ("situational", "natural-situational"):
        memory = ban(name).memory()
        memory.start(1, BLACK)
        memory.move(BLACK, 2, 1)
        memory.skip(WHITE, 2)
        results[name] = memory.bars(WHITE, 2, captures=False)
    assert results == {"situational": 2, "natural-situational": None}


def test_the_side_to_move_counts_in_situational_bans_only() -> None:
    for name, expected in {"positional": 1, "situational": None, "natural-situational": None}.items():
        memory = ban(name).memory()
        memory.start(1, BLACK)
        memory.move(BLACK, 2, 1)
        assert memory.bars(WHITE, 2, captures=False) == expected, name
        assert memory.bars(BLACK, 2, captures=False) == 1, name


@pytest.mark.parametrize(
    ("specification", "termination", "result"),
    [
        ("tang-song opening=empty", Termination.DRAW, "0"),
        ("chinese repetition=simple", Termination.DRAW, "0"),
        ("japanese", Termination.NO_RESULT, "Void"),
    ],
)
def test_third_occurrence_of_a_long_cycle_ends_the_game(specification: str, termination: Termination, result: str) -> None:
    game = game_from(specification, TRIPLE_KO, WHITE)
    alternate(game, WHITE, *TRIPLE_KO_CYCLE)
    alternate(game, WHITE, *TRIPLE_KO_CYCLE[:-1])
    assert game.phase is Phase.PLAY, "the second occurrence and eleven moves decide nothing"
    play(game, BLACK, TRIPLE_KO_CYCLE[-1])
    assert game.outcome is not None
    assert (game.phase, game.outcome.termination, game.outcome.winner) == (Phase.FINISHED, termination, None)
    assert game.outcome.result == result
    game.undo()
    assert game.phase is Phase.PLAY
    assert game.outcome is None


@pytest.mark.parametrize("name", names())
def test_where_a_cycle_has_a_verdict_eternal_life_reaches_it(name: str) -> None:
    ruleset = find(name)
    if ruleset.cycle is Cycle.NONE or not hasattr(ruleset.repetition, "skip_is_progress"):
        # Then the policy itself must break the cycle, or there is another end.
        game = game_from(name, TRIPLE_KO, WHITE)
        moves = TRIPLE_KO_CYCLE * 3
        for number, vertex in enumerate(moves):
            color = WHITE if number % 2 == 0 else BLACK
            if not game.is_legal(color, point(game, vertex)):
                return
            play(game, color, vertex)
        assert game.ruleset.ending.move_limit is not None, f"{name}: a triple ko could go on for ever"
        return
    game = game_from(name, ETERNAL_LIFE, WHITE)
    alternate(game, WHITE, *ETERNAL_LIFE_CYCLE, *ETERNAL_LIFE_CYCLE)
    assert game.phase is Phase.FINISHED


def test_a_declined_offer_is_progress_where_the_ruleset_has_no_pass() -> None:
    game = game_from("tang-song opening=empty", TRIPLE_KO, WHITE)
    alternate(game, WHITE, *TRIPLE_KO_CYCLE)
    play(game, WHITE, "pass")  # White owes a move now, so the position is not the same any more
    play(game, BLACK, "a6")
    alternate(game, WHITE, *TRIPLE_KO_CYCLE)
    assert game.phase is Phase.PLAY


def test_a_free_pass_is_no_progress() -> None:
    memory = ban("simple").memory()
    memory.start(1, BLACK)
    turn = 0
    for _ in range(2):
        for color, key in ((BLACK, 2), (WHITE, 3), (BLACK, 4), (WHITE, 1)):
            turn += 1
            memory.move(color, key, turn)
        memory.skip(BLACK, turn := turn + 1)
        memory.skip(WHITE, turn := turn + 1)
    memory.move(BLACK, 2, turn + 1)
    assert memory.occurrences == 3


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_memory_forgets_exactly_what_it_was_told(ruleset: object) -> None:
    """Random turns, taken back one by one or annulled at once, restore every earlier state of every policy in use."""
    specifications = [ruleset.name]
    if "repetition" in ruleset.options:
        specifications += [f"{ruleset.name} repetition={value}" for value in choices(ruleset, "repetition")]
    for specification in specifications:
        policy = find(specification).repetition
        for seed in range(3):
            rng = random.Random(seed)
            memory = policy.memory()
            memory.start(rng.randrange(6), rng.choice((BLACK, WHITE)))
            states = [memory_state(memory)]
            for turn in range(1, 40):
                color = rng.choice((BLACK, WHITE))
                kind = rng.random()
                if kind < 0.7:
                    memory.move(color, rng.randrange(6), turn)
                elif kind < 0.85:
                    memory.skip(color, turn)
                else:
                    memory.virtual(color, turn)
                states.append(memory_state(memory))
            while len(states) > 1:
                states.pop()
                memory.take_back()
                assert memory_state(memory) == states[-1], specification


@pytest.mark.parametrize("name", BANS)
def test_annulled_turns_are_as_if_they_had_not_been(name: str) -> None:
    memory = ban(name).memory()
    memory.start(1, BLACK)
    memory.move(BLACK, 2, 1)
    memory.move(WHITE, 3, 2)
    before = memory_state(memory)
    memory.skip(BLACK, 3)
    memory.skip(WHITE, 4)
    memory.annul(2)
    assert memory_state(memory) == before


@pytest.mark.parametrize("name", ["tang-song opening=empty", "chinese", "japanese"])
def test_an_annulled_stop_does_not_lift_a_ko(name: str) -> None:
    game = game_from(name, KO, BLACK)
    play(game, BLACK, "c2")
    play(game, WHITE, "pass")
    play(game, BLACK, "pass")
    assert game.phase is Phase.STOPPED
    assert refused(game, Play(WHITE, point(game, "b2")))


def test_the_reason_names_the_move_that_would_be_repeated() -> None:
    game = game_from("tromp-taylor", KO, BLACK)
    play(game, WHITE, "a4")
    play(game, BLACK, "c2")
    reason = game.refusal(Play(WHITE, point(game, "b2")))
    assert reason is not None
    assert "after move 1" in reason
    assert "repeated" in reason


def test_the_option_offers_every_ban() -> None:
    assert "repetition" in OPTIONS
    for name in ("chinese", "tang-song", "tromp-taylor"):
        assert sorted(choices(find(name), "repetition")) == sorted(BANS)
