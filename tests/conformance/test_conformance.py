"""One suite over every registered ruleset: what it says on each topic, and that random games under it are sound.

A new ruleset brings its entry in one of the modules ``expected_*.py`` beside this one; without it the suite fails and says
which topic is missing.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from asking import Session
from playing import play, point, quick_game, random_game, snapshot, stop, take_back
from positions import (
    CHINESE_NUMBERS,
    ETERNAL_LIFE,
    ETERNAL_LIFE_CYCLE,
    SEKI_WITH_EYES,
    SEND_TWO,
    SEND_TWO_CYCLE,
    TRIPLE_KO,
    TRIPLE_KO_CYCLE,
    game_from,
)

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.game import Accept, Chips, Dispute, Game, Offer, Phase, Propose
from gtp_rules.rules import Ruleset
from gtp_rules.rules.ruleset import AXES
from gtp_rules.rulesets import find, names, registered

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("expected_*.py"))
EXPECTED: dict[str, dict[str, object]] = {}
for _module in MODULES:
    EXPECTED.update(importlib.import_module(_module).EXPECTED)


# -- probes: what a ruleset says on a topic ------------------------------------------------------------------------------


def opening(name: str) -> str:
    game = Game(find(name), 19, 19)
    shape = game.board.geometry
    stones = [f"{color.word} {' '.join(sorted(shape.vertices(game.board.stones(color))))}" for color in (WHITE, BLACK)]
    where = ", ".join(stones) if game.board.stones(BLACK) else "no stones"
    return f"{where}, {game.to_move.word} first"


def ko(name: str) -> dict[str, bool]:
    game = game_from(name, "4 . . . .\n3 . X O .\n2 X O . O\n1 . X O .", BLACK)
    play(game, BLACK, "c2")
    at_once = game.is_legal(WHITE, point(game, "b2"))
    play(game, WHITE, "d4")
    play(game, BLACK, "a4")
    return {"at once": at_once, "after a threat": game.is_legal(WHITE, point(game, "b2"))}


def long_cycle(name: str) -> dict[str, object]:
    sending = game_from(name, SEND_TWO, BLACK)
    play(sending, BLACK, SEND_TWO_CYCLE[0])
    play(sending, WHITE, SEND_TWO_CYCLE[1])
    return {
        "triple ko": verdict(name, TRIPLE_KO, TRIPLE_KO_CYCLE),
        "eternal life": verdict(name, ETERNAL_LIFE, ETERNAL_LIFE_CYCLE),
        "send two": sending.is_legal(BLACK, point(sending, SEND_TWO_CYCLE[2])),
    }


def verdict(name: str, diagram: str, cycle: tuple[str, ...]) -> str:
    """What becomes of a cycle that White begins and that is played up to four times."""
    game = game_from(name, diagram, WHITE)
    for number, vertex in enumerate(cycle * 4):
        color = WHITE if number % 2 == 0 else BLACK
        if not game.is_legal(color, point(game, vertex)):
            return "banned" if number < len(cycle) else "banned later"
        play(game, color, vertex)
        if game.outcome is not None:
            assert number == 2 * len(cycle) - 1, "the third occurrence, the set-up being the first"
            return game.outcome.termination.value
    return "free"


def suicide(name: str) -> dict[str, bool]:
    one = game_from(name, "4 . X . O .\n3 X X O O .\n2 O O O O .\n1 . O . O .", WHITE)
    chain = game_from(name, "3 . O X\n2 O X X\n1 X X .", WHITE)
    return {"one stone": one.is_legal(WHITE, point(one, "a4")), "chain": chain.is_legal(WHITE, point(chain, "a3"))}


def settled(game: Game, *dead: str) -> Game:
    """The game stopped by offers and settled, where there is something to settle; chips are not played."""
    stop(game, game.to_move)
    if game.phase is Phase.STOPPED:
        game.apply(Propose(BLACK, tuple(point(game, vertex) for vertex in dead)))
        game.apply(Accept(WHITE))
    return game


def seki(name: str) -> object:
    board = game_from(name, SEKI_WITH_EYES)
    game = Game(board.ruleset, 5, 5, komi=board.komi)
    game.set_prisoners(BLACK, 1)
    game.set_up(board.initial.black, board.initial.white, BLACK)
    return settled(game).score().margin


def dead_stones(name: str) -> object:
    return settled(game_from(name, CHINESE_NUMBERS), "b2", "b5", "b8").score().margin


def dispute(name: str) -> dict[str, object]:
    found = []
    for asker in (BLACK, WHITE):
        game = Game(find(name), 9, 9)
        play(game, BLACK, "e5")
        play(game, WHITE, "e4")
        stop(game, BLACK)
        if game.phase is not Phase.STOPPED:
            return {"phase": game.phase.value}
        game.apply(Propose(asker.opponent, (point(game, "e4"),)))
        game.apply(Dispute(asker, (point(game, "e4"),)))
        found.append(game)
    movers = [game.to_move for game in found]
    to_move = movers[0].word if movers[0] is movers[1] else "opponent of the asker"
    assert movers in ([BLACK, BLACK], [WHITE, BLACK])
    assert all(game.ledger.tally(color).resumed.stones == 0 for game in found for color in Color)
    return {"phase": found[0].phase.value, "to move": to_move, "left": found[0].disputes_left}


def end(name: str) -> dict[str, str]:
    results = {}
    for how in ("two passes", "two offers"):
        game = Game(find(name), 9, 9)
        first = game.to_move
        play(game, first, "e5")
        play(game, first.opponent, "e4")
        actions = [game.pass_action(first), game.pass_action(first.opponent)]
        if how == "two offers":
            actions = [Offer(first), Offer(first.opponent)]
        if game.refusal(actions[0]):
            results[how] = "illegal"
            continue
        for action in actions:
            game.apply(action)
        results[how] = game.phase.value
    return results


def chips(name: str) -> dict[str, object]:
    game = settled(game_from(name, CHINESE_NUMBERS), "b2", "b5", "b8")
    assert game.phase is Phase.CHIPS
    mover = game.to_move

    def may(color: Color, *vertices: str) -> bool:
        return game.refusal(Chips(color, tuple(point(game, vertex) for vertex in vertices))) is None

    found = {
        "to move": mover.word,
        "four stones": may(BLACK, "a1", "b1", "a2", "a3"),
        "opponent's lu": may(BLACK, "g1") or may(BLACK, "e5"),
    }
    session = Session(name)
    session.set_up(CHINESE_NUMBERS)
    session.ok("rules-abandon B", "rules-abandon W", "rules-dead B b2 b5 b8", "rules-accept W")
    assert session.phase == "chips"
    before = session.json("rules-score")["margin"]
    session.ok("rules-chips auto")
    assert session.phase == "finished"
    assert session.json("rules-score")["margin"] == before
    return {**found, "margin": int(before)}


PROBES: dict[str, Callable[[str], object]] = {
    "opening": opening,
    "ko": ko,
    "long cycle": long_cycle,
    "suicide": suicide,
    "seki": seki,
    "dead stones": dead_stones,
    "dispute": dispute,
    "end": end,
    "chips": chips,
}


def topics(ruleset: Ruleset) -> list[str]:
    return [topic for topic in PROBES if topic != "chips" or ruleset.ending.chips]


@pytest.mark.parametrize(("name", "topic"), [(ruleset.name, topic) for ruleset in registered() for topic in topics(ruleset)])
def test_topic(name: str, topic: str) -> None:
    assert name in EXPECTED, f"the ruleset {name} has no entry in any of {', '.join(MODULES)}"
    assert topic in EXPECTED[name], f"the ruleset {name} has no entry for the topic {topic!r}"
    assert PROBES[topic](name) == EXPECTED[name][topic]


def test_no_entry_without_a_ruleset() -> None:
    assert set(EXPECTED) <= set(names())
    for name, entries in EXPECTED.items():
        assert set(entries) == set(topics(find(name))), name


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_every_axis_names_its_source(ruleset: Ruleset) -> None:
    for axis in AXES:
        assert ruleset.sources.get(axis, "").strip(), f"{ruleset.name} names no source for {axis}"
    assert set(ruleset.sources) <= set(AXES)


# -- random games --------------------------------------------------------------------------------------------------------

GAMES = 200
CAP = 30


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_random_games_end_or_reach_the_cap_and_replay_exactly(ruleset: Ruleset) -> None:
    ended = 0
    for seed in range(GAMES):
        rng = random.Random(f"{ruleset.name} {seed}")
        game = Game(ruleset, *rng.choice([(2, 2), (3, 2), (3, 3)]))
        careful = seed < 5  # a deep look at each step of some games, a look at the ends of all
        if careful:
            snapshots = random_game(game, rng, cap=CAP, plays=0.7)
        else:
            snapshots = [snapshot(game)]
            quick_game(game, rng, cap=CAP, plays=0.6)
            snapshots.append(snapshot(game))
        ended += game.phase is Phase.FINISHED
        assert game.phase is Phase.FINISHED or len(game.log) >= CAP
        assert (game.outcome is None) is (game.phase is not Phase.FINISHED)
        again = Game(ruleset, game.board.geometry.width, game.board.geometry.height)
        for entry in game.log:
            again.apply(entry.action, counted=entry.counted)
        assert snapshot(again) == snapshots[-1]
        while again.log:
            take_back(again)
            if careful:
                assert snapshot(again) == snapshots[len(again.log)]
        assert snapshot(again) == snapshots[0]
    assert ended >= 10, "some random games must come to an end"


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_games_of_board_moves_alone_are_sound(ruleset: Ruleset) -> None:
    """Only legal board moves until there are none: what the ruleset allows never raises, and the board stays well formed."""
    for seed in range(8):
        rng = random.Random(seed)
        game = Game(ruleset, *rng.choice([(3, 3), (4, 4), (7, 7)]))
        for _ in range(80):
            points = game.legal_points(game.to_move)
            if not points or game.outcome is not None:
                break
            play(game, game.to_move, game.board.geometry.vertex(rng.choice(points)))
        size = game.board.geometry.size
        assert all(game.board.liberties(p) for p in range(size) if game.board.colors[p])
        ledger = [game.ledger.tally(color) for color in (BLACK, WHITE)]
        placed = sum(tally.play.played for tally in ledger) + len(game.initial.black) + len(game.initial.white)
        assert placed == sum(tally.captured for tally in ledger) + size - len(game.board.empties())
