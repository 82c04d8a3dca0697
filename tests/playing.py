"""Playing games in tests: short forms, deep snapshots, random actions of every kind."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import RefusedAction
from gtp_rules.game import (
    ACCEPTS,
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

ALL_KINDS: tuple[type[Action], ...] = (
    Play, Pass, Virtual, Abandon, Offer, Resign, Propose, Accept, Dispute, Resume, Chips,
)  # fmt: skip


def point(game: Game, vertex: str) -> int:
    return game.board.geometry.point(vertex)


def play(game: Game, color: Color, *vertices: str) -> None:
    """Moves of one side after another: vertices, or ``pass``."""
    for vertex in vertices:
        game.apply(game.pass_action(color) if vertex == "pass" else Play(color, point(game, vertex)))


def alternate(game: Game, first: Color, *vertices: str) -> None:
    """Moves of both sides in turn."""
    color = first
    for vertex in vertices:
        play(game, color, vertex)
        color = color.opponent


def stop(game: Game, first: Color = BLACK) -> None:
    """Stops play by an offer of each side, which no ruleset refuses."""
    game.apply(Offer(first))
    game.apply(Offer(first.opponent))


def memory_state(memory: object) -> dict[str, Any]:
    """Everything that a repetition memory holds, copied deeply."""
    names = list(getattr(memory, "__dict__", {})) or [
        name for kind in type(memory).__mro__ for name in getattr(kind, "__slots__", ())
    ]
    assert names, "a memory without attributes cannot be compared"
    return {name: copy.deepcopy(getattr(memory, name)) for name in names}


def snapshot(game: Game) -> dict[str, Any]:
    """Everything that a game holds, copied deeply, so that two snapshots are equal only for equal games."""
    return {
        "ruleset": game.ruleset,
        "komi": game.komi,
        "initial": game.initial,
        "colors": game.board.colors[:],
        "key": game.board.key,
        "chains": [sorted(game.board.chain(p)) for p in range(game.board.geometry.size)],
        "liberties": [game.board.liberties(p) for p in range(game.board.geometry.size)],
        "state": copy.deepcopy(msgspec.structs.asdict(game.state)),
        "ledger": game.ledger.snapshot(),
        "log": list(game.log),
        "memory": memory_state(game.memory),
    }


def some_action(game: Game, kind: type[Action], color: Color, rng: random.Random) -> Action:
    """An action of this kind with random contents; it may well be refused."""
    size = game.board.geometry.size
    if kind is Play:
        return Play(color, rng.choice(game.board.empties() or range(size)))
    if kind is Propose:
        stones = [p for p in range(size) if game.board.colors[p]]
        dead = tuple(rng.sample(stones, min(len(stones), rng.randrange(3))))
        rest = [p for p in stones if not any(p in game.board.chain(d) for d in dead)]
        seki = tuple(rng.sample(rest, min(len(rest), rng.randrange(3)))) if rng.random() < 0.3 else None
        return Propose(color, dead, seki)
    if kind is Dispute:
        return Dispute(color, (rng.randrange(size),))
    if kind is Chips:
        empties = game.board.empties()
        return Chips(color, tuple(rng.sample(empties, min(len(empties), rng.randint(1, 3)))))
    return kind(color)


def random_action(game: Game, rng: random.Random, *, plays: float = 0.8, resign: float = 0.003) -> Action | None:
    """An action that the game accepts now, mostly a move of the side to move; None if none was found."""
    if rng.random() < plays and Play in ACCEPTS[game.phase] and not game.state.is_stopped:
        points = game.legal_points(game.to_move)
        if points:
            return Play(game.to_move, rng.choice(points))
    kinds = [kind for kind in ALL_KINDS if kind in ACCEPTS[game.phase] and kind is not Resign]
    if Resign in ACCEPTS[game.phase] and rng.random() < resign:
        return Resign(game.to_move)
    for trial in range(200):
        color = game.to_move if trial < 10 and rng.random() < 0.8 else rng.choice((BLACK, WHITE))
        action = some_action(game, rng.choice(kinds), color, rng)
        if game.refusal(action) is None:
            return action
    return None


def random_game(game: Game, rng: random.Random, *, cap: int, plays: float = 0.8) -> list[dict[str, Any]]:
    """Plays random actions until the game ends or `cap` were made; returns the snapshots before each and after the last."""
    snapshots = [snapshot(game)]
    while game.phase is not Phase.FINISHED and len(game.log) < cap:
        action = random_action(game, rng, plays=plays)
        if action is None:
            break
        game.apply(action)
        snapshots.append(snapshot(game))
    return snapshots


def quick_game(game: Game, rng: random.Random, *, cap: int, plays: float = 0.8) -> None:
    """Plays random actions until the game ends or `cap` were made."""
    while game.phase is not Phase.FINISHED and len(game.log) < cap:
        action = random_action(game, rng, plays=plays)
        if action is None:
            return
        game.apply(action)


def take_back(game: Game) -> None:
    """Takes exactly the last action back, by the method that is meant for it."""
    if game.log[-1].counted:
        game.undo()
    else:
        game.retract()


def refused(game: Game, action: Action) -> str:
    """Applies an action that must be refused without a trace; returns the reason."""
    before = snapshot(game)
    reason = game.refusal(action)
    assert reason, f"{action} would be accepted"
    assert snapshot(game) == before, "asking for a refusal changed the game"
    with pytest.raises(RefusedAction) as caught:
        game.apply(action)
    assert str(caught.value) == reason
    assert snapshot(game) == before, "a refused action left a trace"
    return reason
