"""Games for the tests of records: random ones with everything that players may say, and comparing two games."""

import random

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.game import (
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
from gtp_rules.rules import Ruleset


def candidates(game: Game, chance: random.Random) -> list[Action]:
    color = game.to_move if chance.random() < 0.9 else chance.choice((BLACK, WHITE))
    other = chance.choice((BLACK, WHITE))
    points = game.legal_points(color)
    if game.phase in {Phase.PLAY, Phase.RESUMED}:
        stones: list[Action] = [Play(color, chance.choice(points))] * 12 if points else []
        return [*stones, Pass(color), Virtual(color), Abandon(color), Offer(other), game.pass_action(color)]
    stones = [Play(color, chance.choice(points))] if points else []
    said = [Accept(other), Accept(other), _dispute(game, other, chance), Resume(other), _propose(game, other, chance)]
    chips = Chips(color, tuple(chance.sample(game.board.empties(), min(len(game.board.empties()), chance.randint(1, 3)))))
    return [*stones, *said, *said, chips, Pass(color), Virtual(color), *([Resign(other)] * (chance.random() < 0.2))]


def _propose(game: Game, color: Color, chance: random.Random) -> Propose:
    stones = [point for point, found in enumerate(game.board.colors) if found]
    dead = tuple(chance.sample(stones, min(len(stones), chance.randint(0, 3))))
    alive = [point for point in stones if not any(point in game.board.chain(one) for one in dead)]
    seki = tuple(chance.sample(alive, min(len(alive), chance.randint(0, 2)))) if chance.random() < 0.5 else None
    claims: tuple[tuple[Color, tuple[int, ...]], ...] = ()
    if game.ruleset.counting.has_claims:
        empties = game.board.empties()
        claims = ((color, tuple(empties[:2])), (color.opponent, tuple(empties[2:3])))
    return Propose(color, dead, seki, claims)


def _dispute(game: Game, color: Color, chance: random.Random) -> Dispute:
    return Dispute(color, tuple(chance.sample(range(game.board.geometry.size), chance.randint(0, 2))))


def random_game(ruleset: Ruleset, seed: int, width: int = 5, height: int = 4) -> Game:
    """A game of up to 80 actions that may be in any phase."""
    chance = random.Random(seed)
    game = Game(ruleset, width, height)
    if seed % 3 == 0:
        game.set_up([6, 1], [12], chance.choice((None, BLACK, WHITE)))
        game.set_prisoners(WHITE, seed % 4)
    for _ in range(chance.randint(10, 80)):
        options = [action for action in candidates(game, chance) if game.refusal(action) is None]
        if game.phase is Phase.FINISHED or not options:
            break
        game.apply(chance.choice(options), counted=chance.choice((None, None, None, True, False)))
    return game


def facts(game: Game) -> tuple[object, ...]:
    """Everything that makes two games the same."""
    return (
        game.ruleset,
        game.komi,
        game.initial,
        game.log,
        game.board.colors,
        game.state,
        game.ledger.to_json(),
        game.outcome,
        game.settlement,
    )
