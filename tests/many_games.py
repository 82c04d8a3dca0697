"""Random games in bulk for the tests of records: every kind of action, any ruleset, small boards of every shape."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec
from playing import random_action

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import BadSetup
from gtp_rules.game import Game, Phase, Propose
from gtp_rules.rules import Ruleset

SHAPES = ((3, 3), (5, 5), (4, 6), (7, 7), (5, 3), (4, 4), (9, 9), (6, 6), (3, 9), (8, 5))
KOMIS = (None, None, Fraction(0), Fraction(-3), Fraction(13, 2), Fraction(1, 3))


def many_games(ruleset: Ruleset, number: int, shapes: Sequence[tuple[int, int]] = SHAPES) -> Iterator[Game]:
    for seed in range(number):
        yield one_game(ruleset, seed, *shapes[seed % len(shapes)])


def one_game(ruleset: Ruleset, seed: int, width: int, height: int) -> Game:
    """A game that is mostly moves, and then, two times in three, mostly what is said after them; it may be in any phase."""
    chance = random.Random(f"{ruleset.name} {seed}")
    game = Game(ruleset, width, height, komi=chance.choice(KOMIS))
    if chance.random() < 0.2:
        stones = chance.sample(range(width * height), 4)
        with contextlib.suppress(BadSetup):  # one in a corner may be without liberties
            game.set_up(stones[:2], stones[2 : chance.randint(2, 4)], chance.choice((None, BLACK, WHITE)))
        game.set_prisoners(WHITE, chance.randint(0, 3))
    _go_on(game, chance, cap=chance.randint(0, width * height * 3 // 2), plays=chance.choice((0.7, 0.85, 0.95)))
    if chance.random() < 0.67:
        _go_on(game, chance, cap=len(game.log) + 30, plays=0.1)
    return game


def _go_on(game: Game, chance: random.Random, *, cap: int, plays: float) -> None:
    while game.phase is not Phase.FINISHED and len(game.log) < cap:
        action = random_action(game, chance, plays=plays, resign=0.005)
        if action is None:
            return
        if isinstance(action, Propose):
            action = _with_claims(game, action, chance)
        game.apply(action, counted=chance.choice((None, None, None, None, True, False)))


def _with_claims(game: Game, said: Propose, chance: random.Random) -> Propose:
    """The same with claims to empty points, where the ruleset knows them."""
    empties = game.board.empties()
    if not game.ruleset.counting.has_claims or not empties or chance.random() < 0.5:
        return said
    some = chance.sample(empties, min(len(empties), 3))
    claimed = msgspec.structs.replace(said, claims=((said.color, tuple(some[:2])), (said.color.opponent, tuple(some[2:]))))
    return said if game.refusal(claimed) else claimed
