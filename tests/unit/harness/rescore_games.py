"""Files and positions for the tests of rescoring."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from many_games import many_games

from gtp_rules.board import BLACK, Color
from gtp_rules.game import Accept, Game, Pass, Play, Propose
from gtp_rules.game.forced import forced_point
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import Position, Settlement
from gtp_rules.rulesets import find, registered
from gtp_rules.sgf.points import sgf_point
from harness.rescore.rows import Plan, Row, Trouble, rows

VARIANTS = (
    "tang-song dame=as_is seki=zero",
    "tang-song seki=played",
    "song-captives seki=zero",
    "dunhuang-chips zi=stones",
    "dunhuang-chips seki=zero dame=as_is",
    "natural-ending ending=annihilation",
    "yan-lai-2007-a public=neighbors",
    "yan-lai-2007-b public=neighbors exclusive=seki",
    "yan-lai-2015 exclusive=all",
    "yan-lai-2015 legal_dame=neutral",
    "ming-qing seki=zero",
)


def every_count() -> list[Ruleset]:
    return [*registered(), *map(find, VARIANTS)]


def positions(number: int, rulesets: list[Ruleset] | None = None) -> Iterator[Position]:
    """Ends of random games of every kind, `number` for each ruleset, half of them with other dead stones and seki."""
    chance = random.Random("dead")
    for ruleset in rulesets or registered():
        for game in many_games(ruleset, number):
            yield game.position() if chance.random() < 0.5 else game.position(some_settlement(game, chance))


def some_settlement(game: Game, chance: random.Random) -> Settlement:
    stones = [point for point, color in enumerate(game.board.colors) if color]
    dead = frozenset(p for stone in stones if chance.random() < 0.1 for p in game.board.chain(stone))
    alive = [point for point in stones if point not in dead]
    seki = frozenset(p for stone in alive if chance.random() < 0.1 for p in game.board.chain(stone))
    return Settlement(dead, seki or None)


def played(ruleset: str, seed: int, side: int = 9, komi: Fraction | None = None) -> Game:
    """A game of random moves that fill no eye, to its end."""
    chance = random.Random(seed)
    game = Game(find(ruleset), side, side, komi=komi)
    skipped = 0
    while skipped < 2 and game.turns < 3 * side * side:
        color = game.to_move
        own = [
            p for p in game.legal_points(color) if any(game.board.colors[q] != color for q in game.board.geometry.neighbors[p])
        ]
        skipped = 0 if own else skipped + 1
        stop = game.pass_action(color)
        if not own and game.refusal(stop) is not None:
            point = forced_point(game, color)
            assert point is not None
            own = [point]
        game.apply(Play(color, chance.choice(own)) if own else stop)
        if game.outcome is not None:
            break
    return game


def agreed(game: Game, *dead: int) -> Game:
    """The same game, stopped by two passes and settled."""
    while not game.state.is_stopped and game.outcome is None:
        game.apply(Pass(game.to_move))
    if game.outcome is None:
        game.apply(Propose(BLACK, dead))
        game.apply(Accept(Color.WHITE))
    return game


def plain_sgf(game: Game, **root: str) -> bytes:
    """The moves of a game as other programs write them."""
    geometry = game.board.geometry
    size = str(geometry.width) if geometry.width == geometry.height else f"{geometry.width}:{geometry.height}"
    head = {"FF": "4", "GM": "1", "SZ": size, "KM": str(float(game.komi)), **root}
    turns = [entry.action for entry in game.log if isinstance(entry.action, (Play, Pass))]
    text = "".join(f"{name}[{value}]" for name, value in head.items())
    for color, stones in (("B", game.initial.black), ("W", game.initial.white)):
        text += "".join([f"A{color}", *(f"[{sgf_point(geometry, point)}]" for point in stones)]) if stones else ""
    moves = [f";{turn.color.letter}[{sgf_point(geometry, turn.point) if isinstance(turn, Play) else ''}]" for turn in turns]
    return f"(;{text}{''.join(moves)})".encode()


def one(data: bytes | str, rulesets: str = "chinese", **plan: Any) -> Row:
    """The only game of a file, counted."""
    (row,) = outcomes(data, rulesets, **plan)
    assert isinstance(row, Row), row
    return row


def outcomes(data: bytes | str, rulesets: str = "chinese", **plan: Any) -> list[Row | Trouble]:
    raw = data.encode() if isinstance(data, str) else data
    return list(rows("x.sgf", raw, Plan(tuple(map(find, rulesets.split(","))), **plan), None, None))


def reason(data: bytes | str) -> str:
    """Why the only game of a file cannot be read."""
    (trouble,) = outcomes(data)
    assert isinstance(trouble, Trouble), trouble
    return trouble.reason
