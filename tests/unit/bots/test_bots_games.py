"""Games to the end under every registered ruleset: no refused action, and an end without a move limit."""

import itertools

import pytest
from bot_games import finish

from bots import random_bot, simple
from gtp_rules import rulesets
from gtp_rules.game import Phase

SIZES = ((1, 4), (2, 2), (2, 3), (3, 3), (5, 5), (4, 6), (7, 7))


@pytest.mark.parametrize("ruleset", rulesets.registered(), ids=lambda ruleset: ruleset.name)
def test_random_plays_to_the_end(ruleset):
    for seed in range(200):
        width, height = SIZES[seed % 5]
        game = finish(ruleset, random_bot.create(seed=seed), random_bot.create(seed=seed + 1000), width, height)
        assert game.phase is Phase.FINISHED


@pytest.mark.parametrize("ruleset", rulesets.registered(), ids=lambda ruleset: ruleset.name)
def test_simple_plays_to_the_end(ruleset):
    for seed, (width, height) in enumerate(SIZES):
        game = finish(ruleset, simple.create(seed=seed), simple.create(seed=seed + 1000), width, height)
        assert game.phase is Phase.FINISHED


@pytest.mark.parametrize("ruleset", rulesets.registered(), ids=lambda ruleset: ruleset.name)
def test_simple_ends_its_games_with_random(ruleset):
    for (width, height), swap in itertools.product(SIZES[3:], (False, True)):
        pair = [simple.create(seed=width), random_bot.create(seed=height)]
        black, white = pair[::-1] if swap else pair
        game = finish(ruleset, black, white, width, height)
        assert game.phase is Phase.FINISHED


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", rulesets.registered(), ids=lambda ruleset: ruleset.name)
def test_simple_plays_many_games_to_the_end(ruleset):
    for seed in range(200):
        width, height = SIZES[seed % len(SIZES)]
        finish(ruleset, simple.create(seed=seed), simple.create(seed=seed + 1000), width, height)
