"""The table "Ko/seki" of the dossier (G7), as far as legality and terminations decide it: every ruleset on every cycle."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playing import play, point, stop
from positions import (
    BENT_FOUR,
    ETERNAL_LIFE,
    ETERNAL_LIFE_CYCLE,
    SEND_TWO,
    SEND_TWO_CYCLE,
    TRIPLE_KO,
    TRIPLE_KO_CYCLE,
    game_from,
)

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import IllegalMove
from gtp_rules.game import Accept, Game, Phase, Play, Propose, Termination, Virtual
from gtp_rules.rulesets import find, names

DRAW, VOID = Termination.DRAW, Termination.NO_RESULT


class Verdict(NamedTuple):
    """What a ruleset makes of the cycles: the number of the first move that is refused, or how the third occurrence ends.

    Attributes:
        triple: of the triple ko, whose sixth move completes the cycle.
        eternal: of eternal life, whose fourth move does.
        sending: of send two, return one: the third move returns; the fourth, after a pass of White, sends again.
    """

    triple: int | Termination
    eternal: int | Termination
    sending: int | Termination | None


# The cycle of three moves and a pass goes on for ever where a pass is progress (None): it costs both sides the same.
SIMPLE_DRAW = Verdict(DRAW, DRAW, None)
JAPANESE = Verdict(VOID, VOID, VOID)
SITUATIONAL = Verdict(6, 4, 4)
POSITIONAL = Verdict(6, 4, 3)
LITERAL = Verdict(6, 6, 3)  # Ikeda: only captures are barred

TABLE = {
    "natural-ending": SIMPLE_DRAW,
    "tang-song": SIMPLE_DRAW,
    "song-captives": SIMPLE_DRAW,
    "dunhuang-chips": SIMPLE_DRAW,
    "equal-lu": SIMPLE_DRAW,
    "ming-qing": Verdict(DRAW, DRAW, DRAW),
    "yan-lai-2007-a": POSITIONAL,
    "yan-lai-2007-b": POSITIONAL,
    "yan-lai-2015": SITUATIONAL,
    "chinese": SITUATIONAL,
    "chinese repetition=simple": Verdict(DRAW, DRAW, DRAW),
    "japanese": JAPANESE,
    "korean": JAPANESE,
    "aga": SITUATIONAL,
    "aga repetition=natural-situational": SITUATIONAL,
    "ing": Verdict(12, 8, 8),  # a cycle is run through once, and not a second time
    "new-zealand": SITUATIONAL,
    "tromp-taylor": POSITIONAL,
    "ikeda-1": LITERAL,
    "ikeda-2": LITERAL,
    "ikeda-3": LITERAL,
    "ikeda-2 repetition=positional": POSITIONAL,
}


def test_every_ruleset_has_a_row() -> None:
    assert {name.partition(" ")[0] for name in TABLE} == set(names())


def begin(ruleset: str, diagram: str, first: int) -> Game:
    seats = "opening" in find(ruleset).options
    return game_from(f"{ruleset} opening=empty" if seats else ruleset, diagram, BLACK if first == BLACK else WHITE)


def run(game: Game, cycle: tuple[str, ...], rounds: int = 5) -> int | Termination | None:
    """Plays a cycle again and again: the number of the first refused turn, the end of the game, or None if it never ends."""
    color = game.to_move
    for number, vertex in enumerate(cycle * rounds, 1):
        if vertex != "pass" and not game.is_legal(color, point(game, vertex)):
            with pytest.raises(IllegalMove):
                game.apply(Play(color, point(game, vertex)))
            return number
        play(game, color, vertex)
        if game.outcome is not None:
            return game.outcome.termination
        color = color.opponent
    return None


@pytest.mark.parametrize("ruleset", TABLE)
def test_triple_ko(ruleset: str) -> None:
    assert run(begin(ruleset, TRIPLE_KO, WHITE), TRIPLE_KO_CYCLE) == TABLE[ruleset].triple


@pytest.mark.parametrize("ruleset", TABLE)
def test_eternal_life(ruleset: str) -> None:
    assert run(begin(ruleset, ETERNAL_LIFE, WHITE), ETERNAL_LIFE_CYCLE) == TABLE[ruleset].eternal


@pytest.mark.parametrize("ruleset", [name for name in TABLE if not name.startswith(("natural-ending", "ing"))])
def test_send_two_return_one(ruleset: str) -> None:
    expected = TABLE[ruleset].sending
    found = run(begin(ruleset, SEND_TWO, BLACK), (*SEND_TWO_CYCLE, "pass"))
    assert found == (5 if expected == 4 else expected), "the fourth turn is White's pass"


def test_send_two_return_one_in_the_other_rulesets() -> None:
    """Natural ending has no pass for White here; Ing's rules stop the cycle in its second or third round."""
    game = begin("natural-ending", SEND_TWO, BLACK)
    for color, vertex in zip((BLACK, WHITE, BLACK), SEND_TWO_CYCLE, strict=True):
        play(game, color, vertex)
    assert game.refusal(game.pass_action(WHITE))
    assert run(begin("ing", SEND_TWO, BLACK), (*SEND_TWO_CYCLE, "pass")) in {7, 9}


@pytest.mark.parametrize("ruleset", ["chinese", "yan-lai-2015", "ming-qing", "japanese", "tang-song", "tromp-taylor"])
def test_where_the_cycles_can_be_run_once_nothing_is_said(ruleset: str) -> None:
    """The first occurrence of anything is free: five moves of the triple ko, three of eternal life, two of sending two."""
    for diagram, first, cycle in (
        (TRIPLE_KO, WHITE, TRIPLE_KO_CYCLE),
        (ETERNAL_LIFE, WHITE, ETERNAL_LIFE_CYCLE),
        (SEND_TWO, BLACK, SEND_TWO_CYCLE),
    ):
        game = begin(ruleset, diagram, first)
        assert run(game, cycle[:-1], 1) is None
        assert game.phase is Phase.PLAY


def test_a_virtual_move_cannot_break_the_sending_of_two_in_2015() -> None:
    game = begin("yan-lai-2015", SEND_TWO, BLACK)
    play(game, BLACK, "a1")
    play(game, WHITE, "c1")
    play(game, BLACK, "b1")
    assert "before the first move" in (game.refusal(Virtual(WHITE)) or ""), "Black has faced the board"


def test_what_a_round_of_sending_two_costs() -> None:
    """Tang–Song: sender 2 stones, opponent 1 stone and a move that he owes; Japanese: a point for each round."""
    for ruleset, cost in (("tang-song", 0), ("song-captives", 0), ("equal-lu", 0), ("japanese", 1), ("korean", 1)):
        game = begin(ruleset, SEND_TWO, BLACK)
        margins = []
        for _ in range(2):
            margins.append(game.score().margin)
            for color, vertex in zip((BLACK, WHITE, BLACK, WHITE), (*SEND_TWO_CYCLE, "pass"), strict=True):
                play(game, color, vertex)
        margins.append(game.score().margin)
        assert [margins[0] - margin for margin in margins] == [0, cost, 2 * cost], ruleset


# -- bent four in the corner ---------------------------------------------------------------------------------------------


def area_margin(game: Game) -> int:
    return int(game.score(find("tromp-taylor")).margin)


@pytest.mark.parametrize("ruleset", [name for name in names() if find(name).ending.marking.value == "agreement"])
def test_bent_four_is_dead_where_the_players_agree(ruleset: str) -> None:
    game = begin(ruleset, BENT_FOUR, WHITE)
    assert area_margin(game) == 40 - 7
    stop(game)
    game.apply(Propose(BLACK, dead=(point(game, "a4"),)))
    game.apply(Accept(WHITE))
    assert area_margin(game) == 49


@pytest.mark.parametrize("ruleset", names())
def test_bent_four_can_be_played_out_everywhere(ruleset: str) -> None:
    """c1, a3 takes four, b1 takes the eye; no rule of repetition or suicide stands in Black's way."""
    game = begin(ruleset, BENT_FOUR, BLACK)
    play(game, BLACK, "c1")
    play(game, WHITE, "a3")
    assert [len(game.board.stones(color)) for color in (BLACK, WHITE)] == [game_stones(BLACK) + 1 - 4, game_stones(WHITE) + 1]
    play(game, BLACK, "b1")
    assert game.phase is Phase.PLAY


def game_stones(color: int) -> int:
    return len(begin("chinese", BENT_FOUR, BLACK).board.stones(color))


@pytest.mark.parametrize("ruleset", ["tang-song", "song-captives", "dunhuang-chips", "equal-lu", "natural-ending"])
def test_playing_bent_four_out_changes_no_classical_margin(ruleset: str) -> None:
    """Equal numbers of moves, and what is left is dead as before (I6)."""
    margins = []
    for moves in ((), ("c1", "a3")):
        game = begin(ruleset, BENT_FOUR, BLACK)
        for color, vertex in zip((BLACK, WHITE), moves, strict=False):
            play(game, color, vertex)
        stop(game)
        game.apply(Propose(BLACK, dead=(point(game, "a4"),)))
        margins.append(game.score().margin)
    assert margins[0] == margins[1]
